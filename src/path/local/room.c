/// Where a point that is asked for lies, how far the nearest wall is from there, and places with
/// room next to it.
#include "path/local/local.h"

/// The place of a point on the mesh; its cell is CW_NONE off it.
static inline cw_status find_place(const cw_query *query, cw_vec3 point, cw_place *place) {
    const cw_navmesh *mesh = query->clearance->mesh;
    if (!cw_vec3_is_finite(point)) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT, "the points have to be finite");
    }
    place->cell = cw_navmesh_locate(mesh, point);
    place->position = cw_clearance_local(mesh, (cw_vec2){point.x, point.y});
    return CW_OK;
}

cw_status cw_query_must_find_place(cw_query *query, cw_vec3 point, cw_place *place) {
    CW_TRY(find_place(query, point, place));
    return place->cell != CW_NONE
               ? CW_OK
               : cw_fail(query->context, CW_ERROR_INPUT, "the point is off the mesh");
}

cw_status cw_query_wall(cw_query *query, cw_vec3 point, double *distance, cw_vec2 *nearest) {
    CW_ASSERT(query != NULL && distance != NULL);
    *distance = 0;
    if (nearest != NULL) {
        *nearest = (cw_vec2){0, 0};
    }
    cw_place place;
    CW_TRY(cw_query_must_find_place(query, point, &place));
    cw_vec2 touched = place.position;
    *distance = cw_clearance_at(query->clearance, place.cell, place.position, &touched);
    if (nearest != NULL) {
        *nearest = cw_clearance_plan(query->clearance->mesh, touched);
    }
    return CW_OK;
}

/// A point on the floor of a cell.
static cw_vec3 on_floor(const cw_query *query, cw_vec3 point, uint32_t cell) {
    const cw_navmesh *mesh = query->clearance->mesh;
    if (query->search.mesh.flat) {
        point.z = mesh->positions[0].z;
    } else if (cell != CW_NONE) {
        point.z = cw_navmesh_height(mesh, cell, (cw_vec2){point.x, point.y});
    }
    return point;
}

/// The nearest place with room within a tiny distance of a point in plan, which lies in a cell, or
/// in none (CW_NONE); its height only chose the floor. Paths may come that much closer to a wall,
/// and can be asked for anew from anywhere on them; a point next to a wall may lie behind it by
/// rounding, and far from the origin a disc may lie closer to it than it should.
static cw_status nudge_to_room(cw_query *query, cw_vec3 point, uint32_t cell, double radius,
                               cw_nearest *nearest) {
    const cw_navmesh *mesh = query->clearance->mesh;
    point = on_floor(query, point, cell);
    double reach = CW_CLEARANCE_TOLERANCE + cw_vec3_rounding(point);
    if (cell == CW_NONE) { /* a point on a wall, which went to the lattice */
        reach = cw_most(reach, cw_most(CW_EXACT_FIT, mesh->lattice.step));
    }
    return cw_query_nearest(query, point, radius, reach, nearest);
}

cw_status cw_query_find_room(cw_query *query, cw_vec3 point, double least, double *radius,
                             cw_nearest *room, bool *on_mesh) {
    CW_TRY(find_place(query, point, &room->place));
    *on_mesh = room->place.cell != CW_NONE;
    if (!*on_mesh || !cw_query_has_room(query, room->place, *radius)) {
        cw_place place = room->place;
        CW_TRY(nudge_to_room(query, point, place.cell, *radius, room));
        if (room->place.cell != CW_NONE || !*on_mesh ||
            !cw_query_fits(query, place, least, radius)) {
            return CW_OK;
        }
        room->place = place;
    }
    room->point = on_floor(query, point, room->place.cell);
    room->distance = 0;
    return CW_OK;
}
