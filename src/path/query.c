/// The query object: making it, giving it back, and the answers that need no search.
#include "path/query.h"
#include "path/throng.h"
#include "path/views.h"

cw_status cw_query_create(cw_context *context, const cw_clearance *clearance, cw_query **query) {
    CW_ASSERT(context != NULL && clearance != NULL && query != NULL);
    *query = NULL;
    cw_query *made;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->context = context;
    made->clearance = clearance;
    cw_walk_init(&made->walk);
    cw_walk_init(&made->stand_in_walk);
    cw_status status = cw_taut_create(context, clearance, &made->taut);
    if (status != CW_OK) {
        cw_query_free(made);
        return status;
    }
    *query = made;
    return CW_OK;
}

void cw_query_free(cw_query *query) {
    if (query == NULL) {
        return;
    }
    cw_context *context = query->context;
    cw_walk_free(context, &query->walk);
    cw_walk_free(context, &query->stand_in_walk);
    cw_taut_free_shared(&query->flood);
    CW_RELEASE(context, query->ways, query->ways == NULL ? 0 : query->clearance->mesh->cell_count);
    CW_ARRAY_FREE(context, &query->entered);
    CW_ARRAY_FREE(context, &query->queue);
    cw_taut_free(&query->taut);
    cw_corridor_free(context, &query->corridor);
    cw_corridor_free(context, &query->widths);
    cw_widest_scratch_free(context, &query->widest);
    CW_ARRAY_FREE(context, &query->around);
    CW_ARRAY_FREE(context, &query->sights);
    CW_ARRAY_FREE(context, &query->trace.steps);
    CW_ARRAY_FREE(context, &query->trace.ends);
    CW_ARRAY_FREE(context, &query->trace.roots);
    CW_ARRAY_FREE(context, &query->knots);
    CW_ARRAY_FREE(context, &query->cells);
    CW_ARRAY_FREE(context, &query->portals);
    CW_ARRAY_FREE(context, &query->portal_legs);
    CW_ARRAY_FREE(context, &query->legs);
    CW_ARRAY_FREE(context, &query->kept.cells);
    CW_ARRAY_FREE(context, &query->kept.portals);
    CW_ARRAY_FREE(context, &query->kept.legs);
    CW_RELEASE(context, query, 1);
}

cw_status cw_query_use_sights(cw_query *query, const cw_sights *const *sights, uint32_t count) {
    CW_ASSERT(query != NULL && (sights != NULL || count == 0));
    cw_taut *taut = &query->taut;
    query->phase = CW_QUERY_IDLE;
    for (uint32_t i = 0; i < count; i++) {
        if (sights[i]->clearance != query->clearance) {
            return cw_fail(query->context, CW_ERROR_ARGUMENT,
                           "the sights were made from other clearance tables");
        }
    }
    if (count > 0 && taut->lasts == NULL) {
        CW_TRY(CW_ALLOCATE(query->context, taut->lasts, taut->arrival_count));
    }
    query->sights.count = 0;
    taut->views.source = NULL; /* others may come to lie where those were */
    for (uint32_t i = 0; i < count; i++) {
        CW_TRY(CW_ARRAY_PUSH(query->context, &query->sights, sights[i]));
    }
    return CW_OK;
}

/// Memory of a search for shortest paths, but for what it knows of the mesh.
static size_t state_bytes(const cw_taut *taut) {
    if (taut->clearance == NULL) {
        return 0;
    }
    return CW_ARRAY_BYTES(&taut->goals) + CW_ARRAY_BYTES(&taut->nodes) +
           CW_ARRAY_BYTES(&taut->roots) + CW_ARRAY_BYTES(&taut->heap) + CW_ARRAY_BYTES(&taut->far) +
           CW_ARRAY_BYTES(&taut->around) + cw_points_bytes(taut) + CW_ARRAY_BYTES(&taut->bends) +
           CW_ARRAY_BYTES(&taut->own_sights) + cw_views_bytes(taut) +
           (taut->lasts == NULL ? 0 : taut->arrival_count * sizeof *taut->lasts) +
           CW_ARRAY_BYTES(&taut->obstacles) + CW_ARRAY_BYTES(&taut->shadows) +
           cw_throngs_room_bytes(taut) + taut->arrival_count * sizeof *taut->arrivals +
           taut->clearance->mesh->edge_count * sizeof *taut->known;
}

/// Memory of what the search knows of the mesh.
static size_t ready_bytes(const cw_taut *taut) {
    const cw_navmesh *mesh = taut->clearance->mesh;
    return taut->clearance->corner_count * sizeof *taut->cones +
           mesh->cell_count * sizeof *taut->times + cw_taut_hulls_bytes(taut) +
           mesh->edge_count * sizeof *taut->sides + cw_throngs_bytes(taut) +
           (mesh->cell_count + (size_t)1) * sizeof *taut->door_first +
           taut->door_first[mesh->cell_count] * sizeof *taut->doors;
}

static size_t corridor_bytes(const cw_corridor *corridor) {
    return corridor->crossing_count * sizeof *corridor->crossings +
           CW_ARRAY_BYTES(&corridor->heap) + CW_ARRAY_BYTES(&corridor->landings) +
           CW_ARRAY_BYTES(&corridor->joined) + CW_ARRAY_BYTES(&corridor->edges) +
           CW_ARRAY_BYTES(&corridor->places) +
           corridor->row_count * (sizeof *corridor->rows + CW_POSTS * sizeof *corridor->posts) +
           CW_ARRAY_BYTES(&corridor->beads) + CW_ARRAY_BYTES(&corridor->goal_ways);
}

size_t cw_query_bytes(const cw_query *query) {
    return sizeof *query + cw_walk_bytes(&query->walk) + cw_walk_bytes(&query->stand_in_walk) +
           ready_bytes(&query->taut) + state_bytes(&query->taut) + state_bytes(&query->flood) +
           corridor_bytes(&query->corridor) + corridor_bytes(&query->widths) +
           (query->ways == NULL ? 0 : query->clearance->mesh->cell_count * sizeof *query->ways) +
           CW_ARRAY_BYTES(&query->entered) + CW_ARRAY_BYTES(&query->queue) +
           CW_ARRAY_BYTES(&query->knots) + cw_widest_scratch_bytes(&query->widest) +
           CW_ARRAY_BYTES(&query->around) + CW_ARRAY_BYTES(&query->sights) +
           CW_ARRAY_BYTES(&query->trace.steps) + CW_ARRAY_BYTES(&query->trace.ends) +
           CW_ARRAY_BYTES(&query->trace.roots) + CW_ARRAY_BYTES(&query->cells) +
           CW_ARRAY_BYTES(&query->portals) + CW_ARRAY_BYTES(&query->portal_legs) +
           CW_ARRAY_BYTES(&query->legs) + CW_ARRAY_BYTES(&query->kept.cells) +
           CW_ARRAY_BYTES(&query->kept.portals) + CW_ARRAY_BYTES(&query->kept.legs);
}

const char *cw_path_status_string(cw_path_status status) {
    switch (status) {
    case CW_PATH_FOUND: return "found";
    case CW_PATH_PARTIAL:
        return "the goal cannot be reached; the path ends as near to it as possible";
    case CW_PATH_RUNNING: return "not finished";
    case CW_PATH_START_OFF_MESH: return "the start is off the mesh";
    case CW_PATH_GOAL_OFF_MESH: return "the goal is off the mesh";
    case CW_PATH_START_TOO_TIGHT: return "the start is too close to a wall";
    case CW_PATH_GOAL_TOO_TIGHT: return "the goal is too close to a wall";
    case CW_PATH_DISCONNECTED: return "no way leads there";
    case CW_PATH_BLOCKED: return "the radius does not fit";
    case CW_PATH_FAILED: return "there is no answer";
    }
    return "unknown";
}

cw_status cw_query_find_place(cw_query *query, cw_vec3 point, cw_place *place) {
    const cw_navmesh *mesh = query->clearance->mesh;
    if (!cw_walk_finite(point)) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT, "the points have to be finite");
    }
    place->cell = cw_navmesh_locate(mesh, point);
    place->position = cw_clearance_local(mesh, (cw_vec2){point.x, point.y});
    return CW_OK;
}

cw_status cw_query_widest(cw_query *query, cw_vec3 from, cw_vec3 to, cw_gate *gate) {
    CW_ASSERT(query != NULL && gate != NULL);
    cw_place a = {.cell = CW_NONE}, b = {.cell = CW_NONE};
    *gate = (cw_gate){.radius = -1, .cell = CW_NONE, .walls = {CW_NONE, CW_NONE}};
    CW_TRY(cw_query_find_place(query, from, &a));
    CW_TRY(cw_query_find_place(query, to, &b));
    if (a.cell == CW_NONE || b.cell == CW_NONE) {
        return CW_OK;
    }
    return cw_clearance_widest_using(query->context, query->clearance, &query->widest, a, b, gate);
}

cw_status cw_query_nudge_to_room(cw_query *query, cw_vec3 point, uint32_t cell, double radius,
                                 cw_nearest *nearest) {
    const cw_navmesh *mesh = query->clearance->mesh;
    if (query->taut.flat) {
        point.z = mesh->positions[0].z;
    } else if (cell != CW_NONE) {
        point.z = cw_navmesh_height(mesh, cell, (cw_vec2){point.x, point.y});
    }
    return cw_query_nearest(query, point, radius, cw_query_nudge(point), nearest);
}

/// The place where a disc stands at a point, or right next to it by rounding; its cell is CW_NONE
/// where there is no room.
static cw_status find_room(cw_query *query, cw_vec3 point, double radius, cw_place *place) {
    CW_TRY(cw_query_find_place(query, point, place));
    if (place->cell != CW_NONE && cw_query_has_room(query, *place, radius)) {
        return CW_OK;
    }
    cw_nearest nearest;
    CW_TRY(cw_query_nudge_to_room(query, point, place->cell, radius, &nearest));
    *place = nearest.place;
    return CW_OK;
}

cw_status cw_query_reachable(cw_query *query, cw_vec3 from, cw_vec3 to, double radius,
                             bool *reachable) {
    CW_ASSERT(query != NULL && reachable != NULL);
    *reachable = false;
    if (!isfinite(radius) || radius < 0) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT,
                       "the radius has to be finite and not negative");
    }
    cw_place a, b;
    radius = radius < CW_SMALLEST_RADIUS ? 0 : radius;
    CW_TRY(find_room(query, from, radius, &a));
    CW_TRY(find_room(query, to, radius, &b));
    if (a.cell == CW_NONE || b.cell == CW_NONE) {
        return CW_OK;
    }
    return cw_clearance_reaches_using(query->context, query->clearance, &query->widest, a, b,
                                      radius - CW_FITS, reachable, NULL);
}
