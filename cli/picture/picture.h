/// Pictures that commands write: their options, and the way from a drawing to a file.
#ifndef CW_CLI_PICTURE_H
#define CW_CLI_PICTURE_H

#include "options.h"
#include "session.h"

// clang-format off
/// Entries of an option table.
#define CW_PICTURE_OPTIONS                                                                         \
    {.name = "width", .type = CW_OPTION_NUMBER, .placeholder = "MM", .unit = "millimetres",        \
     .low = 20, .high = 2000, .fallback = "200",                                                   \
     .help = "width of the picture; its height follows"},                                          \
    {.name = "resolution", .type = CW_OPTION_NUMBER, .placeholder = "N",                           \
     .unit = "pixels per millimetre", .low = 1, .high = 40, .fallback = "8",                       \
     .help = "of a .png"}
/// Options of pictures of meshes with height.
#define CW_VIEW_OPTIONS                                                                            \
    {.name = "view", .type = CW_OPTION_CHOICE, .placeholder = "NAME", .choices = cw_view_words,    \
     .fallback = "above",                                                                          \
     .help = "from where: above (upper floors over lower ones), floors (each floor by itself, "    \
             "side by side), slanted (from the side and above)"},                                  \
    {.name = "azimuth", .type = CW_OPTION_NUMBER, .placeholder = "DEG", .unit = "degrees",         \
     .low = -360, .high = 360, .fallback = "30",                                                   \
     .help = "of a slanted view: by how much the mesh is turned, counter-clockwise"},              \
    {.name = "tilt", .type = CW_OPTION_NUMBER, .placeholder = "DEG", .unit = "degrees",            \
     .low = 0, .high = 85, .fallback = "50",                                                       \
     .help = "of a slanted view: 0 looks straight down, 85 almost along the floor"}
// clang-format on

/// Words of --view, in the order of cw_view.
extern const char *const cw_view_words[];
typedef enum cw_view { CW_VIEW_ABOVE = 0, CW_VIEW_FLOORS, CW_VIEW_SLANTED } cw_view;

/// Whether an option of a view was given that this view does not have; says so.
bool cw_cli_view_refuses(const cw_options *options);

/// The slanted view that the options ask for.
cw_draw_view cw_cli_view(const cw_options *options);

/// Draws something into a sink.
typedef cw_status (*cw_paint)(cw_context *context, const void *subject, const cw_draw_sink *sink);

/// Checks that no option of pictures was given where there is none; says so.
bool cw_cli_picture_unasked(const cw_options *options);

/// Checks that a picture may go to a path: by its extension, and as cw_files_check_output does.
cw_exit cw_cli_picture_check(cw_session *session, const char *output, const char *input);

/// Writes the picture of a box of the plan. `input` names what is drawn in messages.
cw_exit cw_cli_picture_write(cw_session *session, const cw_options *options, const char *output,
                             const char *input, cw_draw_bounds bounds, cw_paint paint,
                             const void *subject);

#endif
