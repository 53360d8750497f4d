/// Options that shape the cells, shared by the commands that build: as data, and as a config.
#ifndef CW_CLI_SHAPE_H
#define CW_CLI_SHAPE_H

#include "options.h"

#include "clearway/navmesh.h"

// clang-format off
/// Entries of an option table.
#define CW_SHAPE_OPTIONS                                                                           \
    {.name = "alpha", .type = CW_OPTION_NUMBER, .placeholder = "DEG", .unit = "degrees",           \
     .low = 0, .high = 90, .fallback = "0",                                                        \
     .help = "ignore notches that exceed 180 degrees by at most this angle; 15 for 3D scenes"},    \
    {.name = "tau", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",                \
     .low = 0, .high = 1e7, .fallback = "0",                                                       \
     .help = "ignore notches while the wall stays this close to the chord that replaces it; 0.13 " \
             "for 3D scenes"},                                                                     \
    {.name = "turn", .type = CW_OPTION_NUMBER, .placeholder = "DEG", .unit = "degrees",            \
     .low = 0, .high = 360, .fallback = "45",                                                      \
     .help = "how much a run of ignored notches may turn in all, and always less than 180; 90 for " \
             "3D scenes"},                                                                         \
    {.name = "effort", .type = CW_OPTION_INTEGER, .placeholder = "0|1|2",                          \
     .low = 0, .high = 2, .fallback = "1",                                                         \
     .help = "0: nearest element first; 1: pairs of notches first; 2: search longer for fewer "    \
             "cells"}
// clang-format on

/// The config that the shape options ask for. Unless given, alpha, tau and turn of what was
/// extracted from a 3D scene are those for scenes. Of what was sampled, dents of a pixel are no
/// dents.
cw_navmesh_config cw_shape_config(const cw_options *options, bool extracted, double pixel);

#endif
