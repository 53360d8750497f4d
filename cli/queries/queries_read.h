/// Reading many questions.
#ifndef CW_CLI_QUERIES_READ_H
#define CW_CLI_QUERIES_READ_H

#include "session.h"

/// A question.
typedef struct cw_question {
    cw_vec3 from, to;  ///< metres
    double radius;     ///< metres
    char *id;          ///< as it was given, or NULL
    bool id_is_number; ///< of a line of JSON
    double optimum;    ///< of a .scen: metres that the file knows
    double rows;       ///< of a .scen: of its map
} cw_question;

/// All questions of a run.
typedef struct cw_questions {
    cw_question *items;
    uint32_t count, capacity;
    bool json; ///< they came as JSON lines, not as CSV
    bool scen; ///< they came as a .scen: each has an optimum
} cw_questions;

/// Reads questions from a file, or from stdin for "-". Points without z lie on the lowest floor of
/// the mesh. `radius` is that of questions without one; below 0 each needs its own. After a failure
/// too, free them.
cw_exit cw_questions_read(cw_session *session, const char *path, const cw_navmesh *mesh,
                          double radius, cw_questions *questions);
void cw_questions_free(cw_questions *questions);

#endif
