/// Options that shape the cells, shared by the commands that build: as data, and as a config.
#ifndef CW_CLI_SHAPE_H
#define CW_CLI_SHAPE_H

#include "options.h"

#include "clearway/navmesh.h"

/// Words of --up, in the order of cw_up.
extern const char *const cw_up_words[];
/// Which axis of a 3D file points up.
typedef enum cw_up { CW_UP_Y = 0, CW_UP_Z } cw_up;

// clang-format off
/// Entries of an option table.
#define CW_SHAPE_OPTIONS                                                                           \
    {.name = "alpha", .type = CW_OPTION_NUMBER, .placeholder = "DEG", .unit = "degrees",           \
     .low = 0, .high = 90, .fallback = "0",                                                        \
     .help = "ignore notches that exceed 180 degrees by at most this angle"},                      \
    {.name = "tau", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",                \
     .low = 0, .high = 1e7, .fallback = "0",                                                       \
     .help = "ignore notches while the wall stays this close to the chord that replaces it"},      \
    {.name = "turn", .type = CW_OPTION_NUMBER, .placeholder = "DEG", .unit = "degrees",            \
     .low = 0, .high = 360, .fallback = "45",                                                      \
     .help = "how much a run of ignored notches may turn in all, and always less than 180"},               \
    {.name = "effort", .type = CW_OPTION_INTEGER, .placeholder = "0|1|2",                          \
     .low = 0, .high = 2, .fallback = "1",                                                         \
     .help = "0: nearest element first; 1: pairs of notches first; 2: search longer for fewer "    \
             "cells"}
#define CW_UP_OPTION                                                                               \
    {.name = "up", .type = CW_OPTION_CHOICE, .placeholder = "y|z", .choices = cw_up_words,         \
     .fallback = "y", .help = "the axis of an .obj that points up"}
// clang-format on

/// The config that the shape options ask for.
cw_navmesh_config cw_shape_config(const cw_options *options);

#endif
