/// Many path queries in one run: `clearway path MESH --queries FILE`.
#ifndef CW_CLI_QUERIES_H
#define CW_CLI_QUERIES_H

#include "kept.h"

/// Reads questions, answers them on several threads, and tells the answers in the order of the
/// questions. `shared` holds what is the same for all: slack, reach, partial. `radius` is
/// that of questions without one; below 0 each needs its own.
cw_exit cw_queries_run(cw_session *session, const cw_options *options, const cw_kept *kept,
                       const cw_clearance *clearance, const cw_path_request *shared, double radius);

#endif
