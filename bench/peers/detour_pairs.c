/// Drawing the questions that Detour and Clearway are both asked.
#include "detour_pairs.h"

#include <math.h>
#include <stdlib.h>

/// Draws for each pair that is wanted.
enum { DRAWS_PER_PAIR = 20 };

static cw_vec3 to_metres(const cw_detour_frame *frame, cw_vec3 at) {
    return (cw_vec3){frame->origin.x + frame->scale * at.x, frame->origin.y + frame->scale * at.y,
                     frame->origin.z + frame->scale * at.z};
}

static cw_vec3 from_metres(const cw_detour_frame *frame, cw_vec3 at) {
    return (cw_vec3){(at.x - frame->origin.x) / frame->scale,
                     (at.y - frame->origin.y) / frame->scale,
                     (at.z - frame->origin.z) / frame->scale};
}

static bool allocate(cw_detour_pairs *made, uint32_t capacity) {
    *made = (cw_detour_pairs){.capacity = capacity};
    made->asked = malloc(capacity * sizeof *made->asked);
    made->framed = malloc(capacity * sizeof *made->framed);
    made->places = malloc(capacity * sizeof *made->places);
    made->lengths = malloc(capacity * sizeof *made->lengths);
    return made->asked != NULL && made->framed != NULL && made->places != NULL &&
           made->lengths != NULL;
}

/// Keeps a pair if both join it. `drawn` is in the frame of the mesh that the query is of.
static void try_pair(cw_recast *baked, cw_query *query, double radius, const cw_bench_pair *drawn,
                     const cw_detour_frame *drawn_in, const cw_detour_frame *polygons,
                     cw_detour_pairs *made) {
    uint32_t i = made->count;
    cw_bench_pair *asked = &made->asked[i], *framed = &made->framed[i];
    asked->start = to_metres(drawn_in, drawn->start);
    asked->goal = to_metres(drawn_in, drawn->goal);
    if (!cw_recast_locate(baked, asked->start, &made->places[i][0]) ||
        !cw_recast_locate(baked, asked->goal, &made->places[i][1])) {
        made->off_detour++;
        return;
    }
    framed->start = from_metres(polygons, asked->start);
    framed->goal = from_metres(polygons, asked->goal);
    cw_bench_asker asker = cw_bench_asker_make(query, radius, drawn);
    made->lengths[i] = cw_recast_find(baked, &made->places[i][0], &made->places[i][1]);
    bool theirs = isfinite(made->lengths[i]), ours = isfinite(cw_bench_asker_find(&asker, 0));
    made->only_ours += ours && !theirs ? 1 : 0;
    made->only_detour += theirs && !ours ? 1 : 0;
    made->count += ours && theirs ? 1 : 0;
}

cw_status cw_detour_pairs_draw(cw_recast *baked, cw_query *query, double radius,
                               const cw_detour_frame *drawn_in, const cw_detour_frame *polygons,
                               uint32_t wanted, cw_detour_pairs *made) {
    cw_status status = allocate(made, wanted) ? CW_OK : CW_ERROR_MEMORY;
    uint64_t seed = 1;
    for (uint32_t tries = 0; status == CW_OK && made->count < wanted; tries++) {
        cw_bench_pair drawn;
        if (tries == DRAWS_PER_PAIR * wanted) {
            break;
        }
        status = cw_query_random(query, &seed, radius, &drawn.start);
        if (status == CW_OK) {
            status = cw_query_random(query, &seed, radius, &drawn.goal);
        }
        if (status == CW_OK) {
            try_pair(baked, query, radius, &drawn, drawn_in, polygons, made);
        }
    }
    return status;
}

void cw_detour_pairs_free(cw_detour_pairs *made) {
    free(made->asked);
    free(made->framed);
    free(made->places);
    free(made->lengths);
    *made = (cw_detour_pairs){0};
}
