/// What an extraction found and did, in words and as JSON.
#ifndef CW_CLI_SCENE_REPORT_H
#define CW_CLI_SCENE_REPORT_H

#include "../json.h"
#include "../session.h"
#include "options.h"

/// Prints the figures that matter to people, one per line.
void cw_scene_report_print(FILE *stream, const cw_made_surface *made);

/// Says what one should know before trusting the mesh: no closed shells, floors without connection.
void cw_scene_report_warn(cw_session *session, const cw_options *options,
                          const cw_made_surface *made);

/// Writes the member "scene" of the open object.
void cw_scene_report_json(cw_cli_json *json, const cw_made_surface *made);

#endif
