/// Where agents go: targets, journeys, the places that a search may lead to, and arrival.
///
/// A search needs points. A target offers up to MOST_SAMPLES of them: its point, places along its
/// segment, or places spread over its region, each moved to where a disc of the agent's size can
/// stand. They are kept by target and by radius in classes, so that they are found once.
#include "crowd/crowd.h"

/// Metres: radii in one class share their places, which have room for the largest of them.
static const double RADIUS_CLASS = 0.01;
/// Metres from a point target within which one has arrived, if it says nothing itself.
static const double POINT_REACH = 0.5;
/// Metres by which the body may miss a segment that the center cannot reach, and by which it has to
/// get beyond one to cross it.
static const double TOUCH = 0.05, BEYOND = 1e-3;
/// Places along a segment, and across a region in each direction at the coarsest and finest.
enum { SEGMENT_SAMPLES = 9, FEWEST_ACROSS = 3, MOST_ACROSS = 65 };

static cw_status check_target(cw_context *context, const cw_crowd_target *target) {
    static const uint32_t fewest[] = {1, 2, 3}, most[] = {1, 2, UINT32_MAX};
    if ((unsigned)target->kind > CW_TARGET_REGION) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "a target is a point, a segment or a region");
    }
    if (target->point_count < fewest[target->kind] || target->point_count > most[target->kind]) {
        return cw_fail(context, CW_ERROR_ARGUMENT,
                       "a target of %u points: a point has 1, a segment 2, a region 3 or more",
                       target->point_count);
    }
    for (uint32_t i = 0; i < target->point_count; i++) {
        cw_vec3 p = target->points[i];
        if (!(fabs(p.x) <= CW_COORDINATE_LIMIT && fabs(p.y) <= CW_COORDINATE_LIMIT &&
              fabs(p.z) <= CW_COORDINATE_LIMIT)) {
            return cw_fail(context, CW_ERROR_ARGUMENT, "point %u of a target is out of range", i);
        }
    }
    if (!(target->radius >= 0 && target->radius <= CW_COORDINATE_LIMIT)) {
        return cw_fail(context, CW_ERROR_ARGUMENT,
                       "the radius of a target is negative or no number");
    }
    return CW_OK;
}

static double point_reach(const cw_aim_target *target, double radius) {
    double reach = target->radius > 0 ? target->radius : POINT_REACH;
    return reach > radius ? reach : radius;
}

/// Adds the place nearest to a point, if there is one within reach.
static cw_status add_near(cw_crowd *crowd, cw_vec3 point, double radius, double reach,
                          cw_aim_places *places) {
    cw_nearest nearest;
    CW_TRY(cw_query_nearest(crowd->query, point, radius, reach, &nearest));
    if (nearest.place.cell == CW_NONE) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_PUSH(crowd->context, &crowd->place_points, nearest.point));
    places->count++;
    return CW_OK;
}

static cw_status sample_segment(cw_crowd *crowd, const cw_vec3 *ends, double radius,
                                cw_aim_places *places) {
    cw_vec3 way = {ends[1].x - ends[0].x, ends[1].y - ends[0].y, ends[1].z - ends[0].z};
    double length = sqrt(way.x * way.x + way.y * way.y);
    double margin = length > 2 * radius ? radius / length : 0.5; // of a short one only the middle
    for (int i = 0; i < SEGMENT_SAMPLES; i++) {
        double t = margin + (1 - 2 * margin) * i / (SEGMENT_SAMPLES - 1);
        cw_vec3 at = {ends[0].x + t * way.x, ends[0].y + t * way.y, ends[0].z + t * way.z};
        CW_TRY(add_near(crowd, at, radius, radius + TOUCH, places));
        if (margin == 0.5) {
            break;
        }
    }
    return CW_OK;
}

static bool inside(const cw_vec3 *ring, uint32_t count, cw_vec2 at) {
    bool odd = false;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        cw_vec2 a = cw_crowd_flat(ring[i]), b = cw_crowd_flat(ring[j]);
        if ((a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x) {
            odd = !odd;
        }
    }
    return odd;
}

/// Adds the places of a grid over a region that have room.
static cw_status sample_grid(cw_crowd *crowd, const cw_vec3 *ring, uint32_t count, int across,
                             double radius, cw_aim_places *places) {
    cw_vec3 low = ring[0], high = ring[0];
    for (uint32_t i = 1; i < count; i++) {
        low = (cw_vec3){fmin(low.x, ring[i].x), fmin(low.y, ring[i].y), fmin(low.z, ring[i].z)};
        high = (cw_vec3){fmax(high.x, ring[i].x), fmax(high.y, ring[i].y), fmax(high.z, ring[i].z)};
    }
    for (int i = 0; i < across * across; i++) {
        double s = (i % across + 0.5) / across, t = ((double)(i / across) + 0.5) / across;
        cw_vec3 at = {low.x + s * (high.x - low.x), low.y + t * (high.y - low.y),
                      (low.z + high.z) / 2};
        uint32_t cell =
            inside(ring, count, cw_crowd_flat(at)) ? cw_navmesh_locate(&crowd->mesh, at) : CW_NONE;
        if (cell == CW_NONE ||
            !cw_clearance_has_room(&crowd->clearance, cell, cw_crowd_flat(at), radius)) {
            continue;
        }
        at.z = cw_crowd_height(crowd, cell, cw_crowd_flat(at));
        CW_TRY(CW_ARRAY_PUSH(crowd->context, &crowd->place_points, at));
        places->count++;
    }
    return CW_OK;
}

/// A coarse grid is enough for a hall; a narrow region needs a finer one.
static cw_status sample_region(cw_crowd *crowd, const cw_aim_target *target, double radius,
                               cw_aim_places *places) {
    const cw_vec3 *ring = crowd->target_points.items + target->first;
    for (int across = FEWEST_ACROSS; across <= MOST_ACROSS && places->count == 0;
         across = 2 * across - 1) {
        CW_TRY(sample_grid(crowd, ring, target->count, across, radius, places));
    }
    return CW_OK;
}

static cw_status sample(cw_crowd *crowd, uint32_t index, double radius, cw_aim_places *places) {
    const cw_aim_target *target = &crowd->targets.items[index];
    const cw_vec3 *points = crowd->target_points.items + target->first;
    *places =
        (cw_aim_places){.target = index, .first = crowd->place_points.count, .radius = radius};
    switch (target->kind) {
    case CW_TARGET_POINT:
        return add_near(crowd, points[0], radius, point_reach(target, radius), places);
    case CW_TARGET_SEGMENT: return sample_segment(crowd, points, radius, places);
    default: return sample_region(crowd, target, radius, places);
    }
}

/// The places for exactly a radius, made where they are not there yet.
static cw_status places_for(cw_crowd *crowd, uint32_t target, double radius,
                            cw_aim_places *places) {
    for (uint32_t i = 0; i < crowd->places.count; i++) {
        const cw_aim_places *known = &crowd->places.items[i];
        if (known->target == target && known->radius == radius) {
            *places = *known;
            return CW_OK;
        }
    }
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &crowd->places, (size_t)crowd->places.count + 1));
    cw_status status = sample(crowd, target, radius, places);
    if (status != CW_OK) {
        crowd->place_points.count = places->first;
        return status;
    }
    crowd->places.items[crowd->places.count++] = *places;
    return CW_OK;
}

cw_status cw_crowd_find_places(cw_crowd *crowd, uint32_t target, double radius,
                               cw_aim_places *places) {
    double larger = ceil(radius / RADIUS_CLASS) * RADIUS_CLASS;
    CW_TRY(places_for(crowd, target, larger > radius ? larger : radius, places));
    return places->count > 0 || larger <= radius ? CW_OK
                                                 : places_for(crowd, target, radius, places);
}

cw_status cw_crowd_add_target(cw_crowd *crowd, const cw_crowd_target *target, uint32_t *index) {
    CW_ASSERT(crowd != NULL && target != NULL && index != NULL);
    *index = CW_NONE;
    CW_TRY(check_target(crowd->context, target));
    uint32_t first = crowd->target_points.count;
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &crowd->target_points,
                            (size_t)first + target->point_count));
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &crowd->targets, (size_t)crowd->targets.count + 1));
    for (uint32_t i = 0; i < target->point_count; i++) {
        crowd->target_points.items[first + i] = cw_crowd_local(crowd, target->points[i]);
    }
    crowd->target_points.count += target->point_count;
    crowd->targets.items[crowd->targets.count++] =
        (cw_aim_target){target->kind, target->radius, first, target->point_count};
    cw_aim_places places;
    cw_status status = places_for(crowd, crowd->targets.count - 1, 0, &places);
    if (status == CW_OK && places.count == 0) {
        crowd->places.count--;
        status = cw_fail(crowd->context, CW_ERROR_INPUT, "the target at (%g, %g) is off the mesh",
                         target->points[0].x, target->points[0].y);
    }
    if (status != CW_OK) {
        crowd->targets.count--;
        crowd->target_points.count = first;
        return status;
    }
    *index = crowd->targets.count - 1;
    return CW_OK;
}

static cw_status check_goals(const cw_crowd *crowd, const cw_crowd_goal *goals, uint32_t count,
                             size_t *targets) {
    *targets = 0;
    if (count == 0) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "a journey has at least one goal");
    }
    for (uint32_t i = 0; i < count; i++) {
        if (goals[i].target_count == 0 || !(goals[i].wait >= 0 && goals[i].wait <= 1e9)) {
            return cw_fail(crowd->context, CW_ERROR_ARGUMENT,
                           "goal %u has no target, or its wait is negative or no number", i);
        }
        for (uint32_t k = 0; k < goals[i].target_count; k++) {
            if (goals[i].targets[k] >= crowd->targets.count) {
                return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "goal %u: there is no target %u",
                               i, goals[i].targets[k]);
            }
        }
        *targets += goals[i].target_count;
    }
    return CW_OK;
}

cw_status cw_crowd_add_journey(cw_crowd *crowd, const cw_crowd_goal *goals, uint32_t goal_count,
                               uint32_t *journey) {
    CW_ASSERT(crowd != NULL && (goals != NULL || goal_count == 0) && journey != NULL);
    *journey = CW_NONE;
    cw_context *context = crowd->context;
    size_t targets;
    CW_TRY(check_goals(crowd, goals, goal_count, &targets));
    CW_TRY(CW_ARRAY_RESERVE(context, &crowd->stops, (size_t)crowd->stops.count + goal_count));
    CW_TRY(CW_ARRAY_RESERVE(context, &crowd->stop_targets, crowd->stop_targets.count + targets));
    CW_TRY(CW_ARRAY_PUSH(context, &crowd->journeys, (cw_journey){crowd->stops.count, goal_count}));
    for (uint32_t i = 0; i < goal_count; i++) {
        crowd->choices |= goals[i].target_count > 1;
        crowd->stops.items[crowd->stops.count++] =
            (cw_stop){crowd->stop_targets.count, goals[i].target_count, goals[i].wait};
        for (uint32_t k = 0; k < goals[i].target_count; k++) {
            crowd->stop_targets.items[crowd->stop_targets.count++] = goals[i].targets[k];
        }
    }
    *journey = crowd->journeys.count - 1;
    return CW_OK;
}

/// Whether the way from `before` to `at` goes over a segment; its ends and being on it count.
static bool crosses(const cw_vec3 *ends, cw_vec2 before, cw_vec2 at) {
    cw_vec2 a = cw_crowd_flat(ends[0]), side = cw_vec2_sub(cw_crowd_flat(ends[1]), a);
    double from = cw_vec2_cross(side, cw_vec2_sub(before, a));
    double to = cw_vec2_cross(side, cw_vec2_sub(at, a));
    if ((from > 0 && to > 0) || (from < 0 && to < 0) || from == to) {
        return false;
    }
    cw_vec2 cut = cw_vec2_along(before, from / (from - to), cw_vec2_sub(at, before));
    double along = cw_vec2_dot(side, cw_vec2_sub(cut, a));
    return along >= 0 && along <= cw_vec2_dot(side, side);
}

/// Whether a body touches a segment where its center cannot go.
static bool touches(const cw_crowd *crowd, const cw_vec3 *ends, cw_vec2 at, double radius,
                    double z) {
    cw_vec2 a = cw_crowd_flat(ends[0]), side = cw_vec2_sub(cw_crowd_flat(ends[1]), a);
    double square = cw_vec2_dot(side, side);
    double t = square > 0 ? cw_vec2_dot(side, cw_vec2_sub(at, a)) / square : 0;
    cw_vec2 foot = cw_vec2_along(a, fmin(fmax(t, 0), 1), side);
    if (cw_vec2_distance(foot, at) > radius + TOUCH) {
        return false;
    }
    uint32_t cell = cw_navmesh_locate(&crowd->mesh, (cw_vec3){foot.x, foot.y, z});
    return cell == CW_NONE ||
           cw_clearance_at(&crowd->clearance, cell, foot, NULL) < radius + BEYOND;
}

bool cw_crowd_is_there(const cw_crowd *crowd, uint32_t target, uint32_t index, cw_vec2 before) {
    const cw_aim_target *aim = &crowd->targets.items[target];
    const cw_vec3 *points = crowd->target_points.items + aim->first;
    cw_vec2 at = cw_crowd_at(crowd, index);
    double radius = crowd->agents.radius[index], z = crowd->agents.z[index];
    if (!crowd->level && !(fabs(points[0].z - z) < crowd->config.body_height)) {
        return false;
    }
    switch (aim->kind) {
    case CW_TARGET_POINT:
        return cw_vec2_distance(cw_crowd_flat(points[0]), at) <= point_reach(aim, radius);
    case CW_TARGET_SEGMENT:
        return crosses(points, before, at) || touches(crowd, points, at, radius, z);
    default: return inside(points, aim->count, at);
    }
}
