/// Links of a mesh: from a file beside the input, and found in a scene.
#ifndef CW_CLI_SCENE_LINKS_H
#define CW_CLI_SCENE_LINKS_H

#include "options.h"

// clang-format off
/// Entries of an option table.
#define CW_LINK_OPTIONS                                                                            \
    {.name = "links", .type = CW_OPTION_PATH, .placeholder = "FILE",                               \
     .help = "links given by hand, as JSON; without it, NAME.links.json beside the input NAME.* "  \
             "is read where there is one"},                                                        \
    {.name = "drop", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",               \
     .low = 0, .high = 1000, .fallback = "0",                                                      \
     .help = "find places of a 3D scene where one can drop down, up to this deep"},                \
    {.name = "jump", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",               \
     .low = 0, .high = 100, .fallback = "0",                                                       \
     .help = "find gaps of a 3D scene that one can jump over, up to this wide"}
// clang-format on

/// Whether links are to be found in a scene. False for commands without these options.
bool cw_links_wanted(const cw_options *options);

/// Whether links were asked for that the input cannot have; says so.
bool cw_links_refuses(const cw_options *options, const char *input);

/// Adds the links of the file and those that are found.
cw_status cw_links_make(cw_session *session, const cw_options *options, const cw_made_surface *made,
                        cw_navmesh *mesh);

/// A line with the number of links by kind, where there are any.
void cw_links_print(FILE *stream, const cw_navmesh *mesh);

#endif
