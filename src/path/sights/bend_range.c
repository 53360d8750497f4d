/// How far round a bend goes, and the part of it that a disc can walk along.
#include "path/sights/explore.h"

cw_outlook cw_bend_outlook(const cw_path_search *search, uint32_t bend) {
    const cw_mesh_cone *cone = &search->mesh.cones[bend / 2];
    cw_vec2 out = cw_unit(cone->out), back = cw_unit(cone->back);
    cw_vec2 from = bend % 2 == 0 ? out : back, to = bend % 2 == 0 ? back : out;
    double before = CW_GRAZE / cw_vec2_length(cone->out);
    double behind = CW_GRAZE / cw_vec2_length(cone->back);
    cw_outlook outlook = {.first = {-from.x, -from.y},
                          .first_slack = bend % 2 == 0 ? before : behind,
                          .last_slack = bend % 2 == 0 ? behind : before,
                          .reach = INFINITY};
    outlook.whole = cw_bend_turn(&outlook, bend, to);
    return outlook;
}

/// The root of a path that comes to a bend on a ray.
static cw_root bend_root(const cw_path_search *search, uint32_t bend, const cw_tangent *ray) {
    double hand = cw_bend_hand(bend);
    return (cw_root){.center = search->clearance->corners[bend / 2].position,
                     .hand = hand,
                     .signed_radius = hand * search->radius,
                     .at = ray->at,
                     .along = ray->along,
                     .from = ray->at,
                     .corner = bend / 2,
                     .parent = CW_NONE};
}

/// Follows the arc of a root from a cell as far as it goes.
static void follow_arc(const cw_path_search *search, const cw_root *root, uint32_t *cell,
                       cw_tangent *ray) {
    uint32_t entry = CW_NONE;
    for (uint32_t i = 0; i < search->clearance->mesh->cell_count; i++) {
        cw_arc_end end = cw_disc_arc(search, root, ray, *cell, entry);
        *ray = end.ray;
        if (end.exit == CW_NONE) {
            return;
        }
        entry = search->mesh.sides[end.exit].twin;
        *cell = search->mesh.sides[end.exit].behind;
    }
}

cw_tangent cw_arc_follow(const cw_path_search *search, uint32_t bend, uint32_t cell,
                         const cw_tangent *first) {
    cw_tangent ray = *first;
    cw_root root = bend_root(search, bend, &ray);
    follow_arc(search, &root, &cell, &ray);
    return ray;
}
