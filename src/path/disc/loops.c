/// Paths that come back to where they have been.
///
/// With a slack, the first goal that is found may be seen at the end of a path that goes around an
/// obstacle and back, within its bound. Without the way around it is shorter, so such a path is
/// never the shortest: it is passed over, and the search goes on to another one.
///
/// A path crosses itself with its straight legs only: neither these nor arcs go into the disc of a
/// corner, which an arc goes around. Or it comes to a corner for the second time.
#include "path/disc/disc_search.h"

/// A straight leg of a path.
typedef struct leg {
    cw_vec2 from, to;
} leg;

/// Whether two points lie on the two sides of a leg, each by more than rounding.
static bool divides(const leg *one, cw_vec2 a, cw_vec2 b) {
    cw_vec2 along = cw_vec2_sub(one->to, one->from);
    double least = CW_GRAZE * cw_vec2_length(along);
    double of_a = cw_vec2_cross(along, cw_vec2_sub(a, one->from));
    double of_b = cw_vec2_cross(along, cw_vec2_sub(b, one->from));
    return cw_least(of_a, of_b) < -least && cw_most(of_a, of_b) > least;
}

/// Whether a leg crosses one of those that lead to a root. In a mesh with heights, legs that cross
/// in plan may lie above each other.
static bool crosses_before(const cw_path_search *search, const leg *one, uint32_t root) {
    if (!search->mesh.flat) {
        return false;
    }
    for (uint32_t i = root; search->disc.roots.items[i].parent != CW_NONE;
         i = search->disc.roots.items[i].parent) {
        const leg other = {search->disc.roots.items[i].from, search->disc.roots.items[i].at};
        if (divides(one, other.from, other.to) && divides(&other, one->from, one->to)) {
            return true;
        }
    }
    return false;
}

/// Whether a path has come to the corner of a root before. Where a disc cannot go all the way round
/// the corner, it may have to come from two sides.
static bool came_before(const cw_path_search *search, const cw_root *root) {
    const cw_mesh_cone *cone = &search->mesh.cones[root->corner];
    if (cone->wide || 2 * search->radius > cone->gap) {
        return false;
    }
    for (uint32_t i = root->parent; i != CW_NONE; i = search->disc.roots.items[i].parent) {
        if (search->disc.roots.items[i].corner == root->corner) {
            return true;
        }
    }
    return false;
}

bool cw_disc_loops(const cw_path_search *search, const cw_node *goal) {
    const cw_root *root = &search->disc.roots.items[goal->root];
    leg last = {cw_tangent_leaving(root->center, root->signed_radius, goal->right).at, goal->low};
    bool loops = crosses_before(search, &last, goal->root);
    for (; root->parent != CW_NONE && !loops; root = &search->disc.roots.items[root->parent]) {
        last = (leg){root->from, root->at};
        loops = came_before(search, root) || crosses_before(search, &last, root->parent);
    }
    return loops;
}
