/// The answer to one of many questions.
#ifndef CW_CLI_QUERIES_TELL_H
#define CW_CLI_QUERIES_TELL_H

#include "queries_read.h"

#include <stdio.h>

/// Writes an answer in one line, as JSON or as CSV.
void cw_question_tell(FILE *text, const cw_questions *questions, uint32_t index,
                      const cw_path *path);

#endif
