/// Questions of path research: the `.scen` files of MovingAI, beside their `.map`.
#ifndef CW_CLI_QUERIES_SCEN_H
#define CW_CLI_QUERIES_SCEN_H

#include "queries_read.h"

/// Whether the first line of a file of questions begins a `.scen`: "version ...".
bool cw_scen_begins(const char *line);

/// Reads the first line, or one of the others, which is cut up; NULL, or why it cannot be read. The
/// id, which is the bucket, is in memory of its own. Points have no z before cw_scen_place().
const char *cw_scen_header(const char *line);
const char *cw_scen_row(char *line, cw_question *question);

/// Puts all questions onto the mesh: as in the plan of a `.map`, or with y down, as the meshes of
/// polyanya have it, if more of the points then lie on it.
void cw_scen_place(const cw_navmesh *mesh, cw_questions *questions);

#endif
