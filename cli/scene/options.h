/// Options of 3D scenes, shared by the commands that read them: as data, as configs, and the way
/// from a file to a surface.
#ifndef CW_CLI_SCENE_OPTIONS_H
#define CW_CLI_SCENE_OPTIONS_H

#include "../options.h"
#include "../session.h"

#include "clearway/layers.h"

/// How floor is found.
typedef enum cw_method {
    CW_METHOD_AUTO = 0, ///< by the input: plan, or exact up to CW_SCENE_EXACT_LIMIT triangles
    CW_METHOD_PLAN,
    CW_METHOD_FLOOR,  ///< all triangles of a scene are the floor
    CW_METHOD_EXACT,  ///< where a walker can stand
    CW_METHOD_LAYERS, ///< the same by sampling
    CW_METHOD_DEPTH,  ///< one floor by sampling
} cw_method;

/// Words of choices, in the order of their values.
extern const char *const cw_method_words[];
extern const char *const cw_up_words[];
extern const char *const cw_solid_words[];
extern const char *const cw_switch_words[];

// clang-format off
/// Entries of an option table.
#define CW_SCENE_OPTIONS                                                                           \
    {.name = "method", .type = CW_OPTION_CHOICE, .placeholder = "NAME",                            \
     .choices = cw_method_words, .fallback = "auto",                                               \
     .help = "how floor is found: plan (from a plan), exact (where one can walk in a 3D scene), "  \
             "layers (the same by sampling, for scans and broken soups), depth (one floor of it: " \
             "what --from reaches, else the highest below --ceiling), floor (all triangles of a "  \
             "3D file are the floor), auto (by the input)"},                                       \
    {.name = "degrees", .type = CW_OPTION_FLAG,                                                    \
     .help = "the plan is in degrees of longitude and latitude; its middle becomes the origin"},   \
    {.name = "crossings", .type = CW_OPTION_INTEGER, .placeholder = "N", .low = 1, .high = 1e9,      \
     .help = "how often the sides of a plan may cross or overlap each other; by default " \
             "200000, or 4 per point where that is more"},                                         \
    {.name = "inset", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",              \
     .low = 1e-6, .high = 1e7,                                                                     \
     .help = "shrink the floor of a plan by a radius first, for programs that know none (Detour, " \
             "Godot)"},                                                                            \
    {.name = "height", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",             \
     .low = 0.01, .high = 1000, .fallback = "2",                                                   \
     .help = "head room that a walker needs in a 3D scene"},                                       \
    {.name = "step", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",               \
     .low = 0, .high = 500, .fallback = "0.4",                                                     \
     .help = "highest step that is walked over; less than half of the height"},                    \
    {.name = "slope", .type = CW_OPTION_NUMBER, .placeholder = "DEG", .unit = "degrees",           \
     .low = 0, .high = 89.9, .fallback = "45", .help = "steepest floor"},                          \
    {.name = "up", .type = CW_OPTION_CHOICE, .placeholder = "y|z", .choices = cw_up_words,         \
     .help = "the axis of a 3D file that points up; by default z of .ply and .stl, y of others"},  \
    {.name = "scale", .type = CW_OPTION_NUMBER, .placeholder = "F",                                \
     .unit = "metres per unit of the file", .low = 1e-9, .high = 1e7, .fallback = "1",             \
     .help = "length of a unit of a 3D file, a drawing (.svg) or a grid (.map); .fbx and .dae "    \
             "say theirs by themselves"},                                                          \
    {.name = "include", .type = CW_OPTION_PATH, .placeholder = "PATTERN", .many = true,            \
     .help = "only objects of a 3D scene with such names count (* any text, ? any character)"},    \
    {.name = "exclude", .type = CW_OPTION_PATH, .placeholder = "PATTERN", .many = true,            \
     .help = "objects with such names do not count: they neither carry nor block"},                \
    {.name = "area", .type = CW_OPTION_PATH, .placeholder = "PATTERN=N", .many = true,             \
     .help = "floors on objects with such names are of area type N, 0 to 255; `clearway path "     \
             "--cost` says what they cost"},                                                       \
    {.name = "from", .type = CW_OPTION_POINT, .placeholder = "x,y,z", .many = true,                \
     .low = -CW_COORDINATE_LIMIT, .high = CW_COORDINATE_LIMIT,                                     \
     .help = "keep only what can be reached from here, z up; may be given several times"},         \
    {.name = "gap", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",                \
     .low = 0, .high = 0.05, .fallback = "0.001", .help = "widest crack that is bridged"},         \
    {.name = "min-island", .type = CW_OPTION_NUMBER, .placeholder = "M2",                          \
     .unit = "square metres", .low = 0, .high = 1e14, .fallback = "0.5",                           \
     .help = "smaller floors that are joined to nothing are left out"},                            \
    {.name = "min-width", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",          \
     .low = 0, .high = 1e7, .fallback = "0.1",                                                     \
     .help = "narrower ones too: twice the area over the length of the border"},                   \
    {.name = "min-hole", .type = CW_OPTION_NUMBER, .placeholder = "M2",                            \
     .unit = "square metres", .low = 0, .high = 1e14, .fallback = "0",                             \
     .help = "smaller holes are filled; a post of 20 cm is an obstacle unless you say so"},        \
    {.name = "solid", .type = CW_OPTION_CHOICE, .placeholder = "auto|off",                         \
     .choices = cw_solid_words, .fallback = "auto",                                                \
     .help = "leave out floors inside closed shells"},                                             \
    {.name = "small-rises", .type = CW_OPTION_CHOICE, .placeholder = "on|off",                     \
     .choices = cw_switch_words, .fallback = "on",                                                 \
     .help = "steep faces that rise no more than a step in all are floor"},                        \
    {.name = "both-sides", .type = CW_OPTION_FLAG,                                                 \
     .help = "faces that look down count as if turned around"},                                    \
    {.name = "pixel", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",              \
     .low = 0.001, .high = 100, .fallback = "0.1",                                                 \
     .help = "side of a pixel of --method layers and depth"},                                      \
    {.name = "pixel-error", .type = CW_OPTION_NUMBER, .placeholder = "N", .unit = "pixels",        \
     .low = 0, .high = 4, .fallback = "1",                                                         \
     .help = "how far a simplified border may be from its pixels"},                                \
    {.name = "height-error", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",       \
     .low = 0.001, .high = 100, .fallback = "0.05",                                                \
     .help = "how far heights between samples may be off"},                                        \
    {.name = "snap", .type = CW_OPTION_FLAG,                                                       \
     .help = "move walls to edges of the scene that are within a pixel"},                          \
    {.name = "ceiling", .type = CW_OPTION_NUMBER, .placeholder = "Z", .unit = "metres",            \
     .low = -CW_COORDINATE_LIMIT, .high = CW_COORDINATE_LIMIT,                                     \
     .help = "of --method depth without --from: floors from this height on do not count"}
// clang-format on

/// The method for an input: that of the options, or by what the input is.
cw_method cw_scene_method(const cw_options *options, const char *input);

/// Whether an option of 3D scenes was given that has no meaning for the input, or a method that it
/// cannot have; says so.
bool cw_scene_refuses(const cw_options *options, const char *input);

/// The same for a command without an input that needs them.
bool cw_scene_unasked(const cw_options *options, const char *meaning);

/// A surface made of a file, and how.
typedef struct cw_made_surface {
    cw_surface surface;
    bool extracted; ///< `report` tells about a 3D scene
    bool sampled;   ///< by layers or depth
    double pixel;   ///< metres; 0 where it was not sampled
    uint32_t layer_count, sample_count;
    bool wants_layers; ///< stop there, for a picture of them
    cw_layers layers;
    cw_extraction_report report;
    cw_extraction_marks marks; ///< of an exact one, for a picture of what was done
    cw_scene scene;            ///< what it was made of, where links are to be found in it
    uint32_t object_count;
    double seconds; ///< for the surface, reading not counted
} cw_made_surface;

/// Reads a plan or a scene and makes its surface, by the options of the command.
cw_exit cw_scene_surface(cw_session *session, const cw_options *options, const char *input,
                         cw_made_surface *made);

void cw_made_surface_free(cw_session *session, cw_made_surface *made);

#endif
