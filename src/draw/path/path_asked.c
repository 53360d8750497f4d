/// Ends that were asked for elsewhere than they are: a cross there and a thread to it.
///
/// A cross that lies beside the plan, but near it, widens the picture, so that it is seen and keeps
/// out of the legend. One far away would shrink the plan to a speck: of it, the thread is drawn to
/// the edge of the picture and shows which way it lies. The legend tells of what is drawn only.
#include "draw/path/path.h"

#include <math.h>

/// How far a place beside the plan may lie to be shown, per longer side of the plan.
static const double NEAR_SHARE = 0.25;

static bool is_drawable(cw_vec3 point) {
    return isfinite(point.x) && isfinite(point.y);
}

static bool is_within(cw_draw_bounds box, cw_vec2 point, double beside) {
    return point.x >= box.low.x - beside && point.x <= box.high.x + beside &&
           point.y >= box.low.y - beside && point.y <= box.high.y + beside;
}

/// The ends of a path that were asked for elsewhere, at most 2, with where they are.
static uint32_t moved_ends(const cw_path *path, cw_vec2 asked[2], cw_vec2 ends[2]) {
    uint32_t count = 0;
    if (path->start_moved && is_drawable(path->asked_start) && is_drawable(path->start)) {
        asked[count] = cw_draw_plan_of(path->asked_start);
        ends[count++] = cw_draw_plan_of(path->start);
    }
    if (path->goal_moved && is_drawable(path->asked_goal) && is_drawable(path->goal)) {
        asked[count] = cw_draw_plan_of(path->asked_goal);
        ends[count++] = cw_draw_plan_of(path->goal);
    }
    return count;
}

cw_draw_bounds cw_draw_path_plan(const cw_navmesh *mesh, const cw_path *paths,
                                 uint32_t path_count) {
    cw_draw_bounds floor = cw_draw_navmesh_bounds(mesh), plan = floor;
    double beside = NEAR_SHARE * fmax(floor.high.x - floor.low.x, floor.high.y - floor.low.y);
    bool empty = false;
    for (uint32_t i = 0; i < path_count; ++i) {
        cw_vec2 asked[2], ends[2];
        uint32_t count = moved_ends(&paths[i], asked, ends);
        for (uint32_t k = 0; k < count; ++k) {
            if (is_within(floor, asked[k], beside)) {
                cw_draw_bounds_add(&plan, &empty, asked[k].x, asked[k].y);
            }
        }
    }
    return plan;
}

bool cw_draw_path_has_asked(cw_draw_bounds plan, const cw_path *paths, uint32_t path_count,
                            bool within) {
    bool found = false;
    for (uint32_t i = 0; i < path_count; ++i) {
        cw_vec2 asked[2], ends[2];
        uint32_t count = moved_ends(&paths[i], asked, ends);
        for (uint32_t k = 0; k < count; ++k) {
            found = found || is_within(plan, asked[k], 0) == within;
        }
    }
    return found;
}

/// Where the line from a place in a box leaves it; its end when it does not.
static cw_vec2 cut(cw_draw_bounds box, cw_vec2 from, cw_vec2 to) {
    double x = to.x > box.high.x ? box.high.x : box.low.x;
    double y = to.y > box.high.y ? box.high.y : box.low.y;
    bool beside_x = to.x > box.high.x || to.x < box.low.x;
    bool beside_y = to.y > box.high.y || to.y < box.low.y;
    double share = fmin(beside_x ? (x - from.x) / (to.x - from.x) : 1,
                        beside_y ? (y - from.y) / (to.y - from.y) : 1);
    return (cw_vec2){from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

void cw_draw_path_thread(const cw_path_drawing *drawing, cw_vec2 from, cw_vec2 to, cw_color color) {
    cw_draw_style thread = cw_draw_stroke(color, CW_DRAW_WAY_WIDTH / 2, CW_DRAW_PROPOSED_DASH);
    cw_draw_segment(drawing->sink, from, to, &thread);
}

void cw_draw_path_asked(const cw_path_drawing *drawing, uint32_t index) {
    cw_color color = cw_draw_path_color(index);
    cw_vec2 asked[2], ends[2];
    uint32_t count = moved_ends(&drawing->paths[index], asked, ends);
    for (uint32_t k = 0; k < count; ++k) {
        bool shown = is_within(drawing->plan, asked[k], 0);
        cw_vec2 to = shown ? asked[k] : cut(drawing->plan, ends[k], asked[k]);
        cw_draw_path_thread(drawing, to, ends[k], color);
        if (shown) {
            cw_draw_path_cross(drawing, asked[k], color);
        }
    }
}
