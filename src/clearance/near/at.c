/// The distance of a point to the nearest wall: the least over the corners and walls that matter to
/// its cell. Both lists are sorted by their distance to the cell, so the search ends where that
/// exceeds the best so far. Whether a disc has room is decided without the least, and without
/// branches that could not be foreseen.
#include "clearance/near/features.h"

/// Lowers `best` (squared) to the distance of a near corner, given by its index, where that counts;
/// false when the corner is not nearer.
static inline bool lower_to_corner(const cw_clearance *clearance, uint32_t near, cw_vec2 position,
                                   double *best) {
    cw_vec2 offset = cw_vec2_sub(position, clearance->near_corners[near].position);
    double square = cw_vec2_dot(offset, offset);
    bool nearer = square < *best &&
                  (clearance->near_views == NULL ||
                   cw_in_view(&clearance->near_views[near], offset, cw_view_slack(clearance)));
    *best = nearer ? square : *best;
    return nearer;
}

/// Whether a wall is nearer than `best` (not squared), which then becomes its distance.
static inline bool lower_to_wall(const cw_near_wall *near, cw_vec2 position, double behind,
                                 double slack, double *best) {
    cw_vec2 offset = cw_vec2_sub(position, near->from);
    double height = cw_vec2_cross(near->along, offset);
    if (fabs(height) >= *best || height < behind || cw_vec2_dot(near->along, offset) < -slack ||
        cw_vec2_dot(near->along, cw_vec2_sub(position, near->to)) > slack) {
        return false;
    }
    *best = fabs(height);
    return true;
}

/// The nearest corner of a list of a cell, if nearer than `best` (squared), or NULL.
static const cw_near_corner *nearest_corner(const cw_clearance *clearance, uint32_t cell,
                                            cw_vec2 position, double *best) {
    const cw_near_corner *found = NULL;
    uint32_t end = clearance->near_corner_first[cell + 1];
    for (uint32_t i = clearance->near_corner_first[cell]; i < end; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->distance * near->distance > *best) {
            break;
        }
        found = lower_to_corner(clearance, i, position, best) ? near : found;
    }
    return found;
}

/// The nearest wall of a list of a cell, if nearer than `best` (not squared), or NULL.
static const cw_near_wall *nearest_wall(const cw_clearance *clearance, uint32_t cell,
                                        cw_vec2 position, double *best) {
    const cw_near_wall *found = NULL;
    uint32_t end = clearance->near_wall_first[cell + 1];
    double behind = -cw_behind_slack(clearance), slack = cw_slab_slack(clearance);
    for (uint32_t i = clearance->near_wall_first[cell]; i < end; i++) {
        const cw_near_wall *near = &clearance->near_walls[i];
        if (near->distance > *best) {
            break;
        }
        found = lower_to_wall(near, position, behind, slack, best) ? near : found;
    }
    return found;
}

double cw_clearance_at_some(const cw_clearance *clearance, const cw_features *features,
                            const cw_indices *some, cw_vec2 position) {
    uint32_t first = clearance->near_corner_first[features->cell];
    const cw_near_wall *walls = clearance->near_walls + clearance->near_wall_first[features->cell];
    uint32_t corner_count = cw_features_corners_of(features, some);
    double best = INFINITY, slack = cw_slab_slack(clearance);
    for (uint32_t i = 0; i < corner_count; i++) {
        uint32_t near = first + some->items[i];
        double distance = clearance->near_corners[near].distance;
        if (distance * distance > best) {
            break;
        }
        lower_to_corner(clearance, near, position, &best);
    }
    best = sqrt(best);
    for (uint32_t i = corner_count; i < some->count; i++) {
        const cw_near_wall *near = &walls[some->items[i] - features->corner_count];
        if (near->distance > best) {
            break;
        }
        lower_to_wall(near, position, -features->behind, slack, &best);
    }
    return best;
}

double cw_clearance_nearest(const cw_clearance *clearance, uint32_t cell, cw_vec2 position,
                            cw_vec2 *nearest, uint32_t *edge) {
    double best = INFINITY;
    const cw_near_corner *corner = nearest_corner(clearance, cell, position, &best);
    best = sqrt(best);
    const cw_near_wall *wall = nearest_wall(clearance, cell, position, &best);
    if (nearest != NULL) {
        *nearest = position;
        if (wall != NULL) {
            double foot = cw_vec2_dot(wall->along, cw_vec2_sub(position, wall->from));
            *nearest = cw_vec2_along(wall->from, foot, wall->along);
        } else if (corner != NULL) {
            *nearest = corner->position;
        }
    }
    if (edge != NULL) {
        *edge = wall != NULL     ? wall->edge
                : corner != NULL ? clearance->corners[corner->corner].outgoing
                                 : CW_NONE;
    }
    return best;
}

double cw_clearance_at(const cw_clearance *clearance, uint32_t cell, cw_vec2 position,
                       cw_vec2 *nearest) {
    CW_ASSERT(cell < clearance->mesh->cell_count);
    return cw_clearance_nearest(clearance, cell, position, nearest, NULL);
}

bool cw_clearance_has_room(const cw_clearance *clearance, uint32_t cell, cw_vec2 position,
                           double radius) {
    double behind = -cw_behind_slack(clearance), slack = cw_slab_slack(clearance);
    bool room = true;
    uint32_t end = clearance->near_corner_first[cell + 1];
    for (uint32_t i = clearance->near_corner_first[cell]; i < end; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->distance > radius) {
            break;
        }
        cw_vec2 offset = cw_vec2_sub(position, near->position);
        bool reaches = cw_vec2_dot(offset, offset) < radius * radius;
        room &= !reaches || !cw_corner_counts(clearance, i, position);
    }
    end = clearance->near_wall_first[cell + 1];
    for (uint32_t i = clearance->near_wall_first[cell]; i < end; i++) {
        const cw_near_wall *near = &clearance->near_walls[i];
        if (near->distance > radius) {
            break;
        }
        cw_vec2 offset = cw_vec2_sub(position, near->from);
        double height = cw_vec2_cross(near->along, offset);
        double over = cw_vec2_dot(near->along, cw_vec2_sub(position, near->to));
        bool reaches = (fabs(height) < radius) & (height >= behind) & (over <= slack) &
                       (cw_vec2_dot(near->along, offset) >= -slack);
        room &= !reaches;
    }
    return room;
}
