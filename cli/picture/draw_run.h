/// `clearway draw` of trajectories: pictures of a run, and the page that plays it.
#ifndef CW_CLI_DRAW_RUN_H
#define CW_CLI_DRAW_RUN_H

#include "options.h"
#include "session.h"

/// Whether a path is a trajectory by its extension.
bool cw_draw_run_takes(const char *path);
/// Whether the call can be meant.
cw_exit cw_draw_run_check(cw_session *session, const cw_options *options);
cw_exit cw_draw_run_do(cw_session *session, const cw_options *options);

/// Words of --what, closed by NULL.
extern const char *const cw_draw_run_words[];

#endif
