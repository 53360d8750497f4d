/// Many path queries in one run.
///
/// Questions come as CSV or as JSON lines, told apart by the first character, and answers go out in
/// the same form. CSV has a header that names its columns, in any order: from_x, from_y, to_x,
/// to_y, and perhaps from_z, to_z, radius, id. A line of JSON is an object with "from" and "to"
/// (arrays of two or three numbers), and perhaps "radius" and "id". A .scen of MovingAI is answered
/// as CSV, with its optimum as the last column.
///
/// Phases: all questions are read; each thread answers blocks of them with a context and a query
/// object of its own and keeps the text of each answer; the texts are printed in order. So the
/// output does not depend on the number of threads.
#include "queries.h"

#include "json.h"
#include "queries_read.h"
#include "queries_tell.h"
#include "standard.h"
#include "text.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/// Questions that a thread takes at a time, and from how many on it pays to make sights first.
enum { BLOCK = 32, SIGHTS_FROM = 1000 };

/// Share by which the optima of a .scen are rounded: they have at least six digits.
static const double OPTIMUM_ROUNDING = 1e-5;

/// A run.
typedef struct batch {
    cw_session *session;
    const cw_path_tables *tables;
    const cw_path_request *shared;
    const cw_sights *sights;
    const cw_questions *questions;
    char **answers; ///< a text per question
    atomic_uint next;
    atomic_int status;
    atomic_uint missing; ///< questions without a path
    atomic_uint longer;  ///< paths of points that are longer than the optimum of a .scen
} batch;

static cw_status answer(batch *all, cw_query *query, uint32_t index) {
    const cw_question *asked = &all->questions->items[index];
    cw_path_request request = *all->shared;
    cw_path path;
    request.start = asked->from;
    request.goals = &asked->to;
    request.goal_count = 1;
    request.radius = asked->radius;
    cw_status status = cw_query_find(query, &request, &path);
    if (status != CW_OK) {
        return status;
    }
    bool found = path.status == CW_PATH_FOUND;
    atomic_fetch_add(&all->missing, !found);
    atomic_fetch_add(&all->longer,
                     all->questions->scen && found && asked->radius == 0 &&
                         path.length > asked->optimum + OPTIMUM_ROUNDING * (1 + asked->optimum));
    size_t size;
    FILE *text = open_memstream(&all->answers[index], &size);
    if (text == NULL) {
        return CW_ERROR_MEMORY;
    }
    cw_question_tell(text, all->questions, index, &path);
    return fclose(text) == 0 ? CW_OK : CW_ERROR_MEMORY;
}

/// Answers blocks of questions until there are none.
static void *work(void *user) {
    batch *all = user;
    cw_context *context = NULL;
    cw_query *query = NULL;
    cw_status status = cw_context_create(NULL, &context);
    status = status != CW_OK ? status : cw_query_create_with(context, all->tables, &query);
    if (status == CW_OK && all->sights != NULL) {
        status = cw_query_use_sights(query, &all->sights, 1);
    }
    while (status == CW_OK && atomic_load(&all->status) == CW_OK && cw_session_interrupted() == 0) {
        uint32_t first = atomic_fetch_add(&all->next, BLOCK), count = all->questions->count;
        if (first >= count) {
            break;
        }
        for (uint32_t i = first; i < first + BLOCK && i < count && status == CW_OK; i++) {
            status = answer(all, query, i);
        }
    }
    if (status != CW_OK) {
        atomic_store(&all->status, (int)status);
    }
    cw_query_free(query);
    cw_context_free(context);
    return NULL;
}

/// Runs the threads; the calling one is the last.
static void work_together(batch *all, uint32_t workers) {
    pthread_t threads[256];
    uint32_t started = 0;
    while (started + 1 < workers && pthread_create(&threads[started], NULL, work, all) == 0) {
        started++;
    }
    work(all);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
}

static cw_exit tell(batch *all) {
    const cw_questions *questions = all->questions;
    cw_exit code = cw_session_checkpoint(all->session);
    if (code != CW_EXIT_DONE) {
        return code;
    }
    if (!questions->json) {
        puts(questions->scen ? "index,id,status,length,radius,points,optimum"
                             : "index,id,status,length,radius,points");
    }
    for (uint32_t i = 0; i < questions->count; i++) {
        fputs(all->answers[i], stdout);
    }
    cw_session_show();
    uint32_t missing = atomic_load(&all->missing), longer = atomic_load(&all->longer);
    if (longer > 0) {
        cw_session_warn(all->session,
                        "%u paths are longer than the optimum of the file, which no shortest path "
                        "of a point can be: is this the mesh of its map?",
                        longer);
    }
    if (missing > 0) {
        cw_session_warn(all->session, "%u of %u questions have no path", missing, questions->count);
        return CW_EXIT_NO_PATH;
    }
    return CW_EXIT_DONE;
}

static cw_exit run(batch *all, uint32_t workers, const char *mesh) {
    all->answers = calloc((size_t)all->questions->count + 1, sizeof *all->answers);
    if (all->answers == NULL) {
        return cw_session_refuse(all->session, CW_EXIT_INTERNAL, mesh, "out of memory");
    }
    work_together(all, workers);
    cw_status status = (cw_status)atomic_load(&all->status);
    cw_exit code = status != CW_OK ? cw_session_refuse(all->session, CW_EXIT_INTERNAL, mesh, "%s",
                                                       cw_status_string(status))
                                   : tell(all);
    for (uint32_t i = 0; i < all->questions->count; i++) {
        free(all->answers[i]);
    }
    free(all->answers);
    return code;
}

cw_exit cw_queries_run(cw_session *session, const cw_options *options, const cw_kept *kept,
                       const cw_clearance *clearance, const cw_path_request *shared,
                       double radius) {
    cw_questions questions = {0};
    cw_sights *sights = NULL;
    cw_exit code = cw_questions_read(session, cw_options_get(options, "queries")->text,
                                     clearance->mesh, radius, &questions);
    bool many = questions.count >= SIGHTS_FROM;
    if (code == CW_EXIT_DONE && many) {
        cw_status status = cw_kept_sights(session, kept, clearance, &sights);
        code = cw_session_outcome(session, status, options->arguments[0]);
    }
    cw_path_tables *tables = NULL;
    if (code == CW_EXIT_DONE) {
        cw_status status = cw_path_tables_create(session->context, clearance, &tables);
        code = cw_session_outcome(session, status, options->arguments[0]);
    }
    if (code == CW_EXIT_DONE) {
        batch all = {.session = session,
                     .tables = tables,
                     .shared = shared,
                     .sights = sights,
                     .questions = &questions};
        code = run(&all, (uint32_t)cw_options_number(options, "workers"), options->arguments[0]);
    }
    cw_path_tables_free(tables);
    cw_sights_free(sights);
    cw_questions_free(&questions);
    return code;
}
