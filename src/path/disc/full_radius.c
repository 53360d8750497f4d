/// The path that a search found, as wide as the disc. The search takes the radius for a hair less
/// than it is (CW_GIVE); around the same corners, on the same hands, the path of the disc itself
/// keeps the whole radius from walls, and where it is asked for anew from a position on it, there
/// is room. Only where the circles of two corners overlap by a hair, at an exact fit, is it the
/// path of a disc that is less by LESS.
#include "path/disc/nodes.h"
#include "path/ready/angle.h"

/// Metres by which a disc is less that fits exactly: less than CW_FITS, so that paths start and end
/// anywhere on its path.
#define LESS (CW_FITS / 2)

/// Whether there is a ray between two circles of signed radii whose difference is k. A point, the
/// start or the goal, may lie inside a circle by rounding.
static bool has_ray(cw_vec2 from, cw_vec2 to, double k, bool point) {
    cw_vec2 v = cw_vec2_sub(to, from);
    double square = cw_vec2_dot(v, v), slack = point ? 4 * CW_GRAZE * fabs(k) : 0;
    return square > 0 && square >= k * k - slack;
}

/// Whether the arc of a root only goes on around the corner of the one before: the search takes it
/// up anew where it has gone round a good part of a corner with more than a full turn of floor.
static bool goes_on(const cw_root *before, const cw_root *root) {
    return root->corner == before->corner && root->hand == before->hand;
}

/// Whether a disc of a radius can take the path that was found.
static bool fits(const cw_path_search *search, const cw_node *goal, double radius) {
    const cw_root *root = &search->disc.roots.items[goal->root];
    bool open = has_ray(root->center, goal->low, root->hand * radius, true);
    while (root->parent != CW_NONE && open) {
        const cw_root *before = &search->disc.roots.items[root->parent];
        open = goes_on(before, root) ||
               has_ray(before->center, root->center, (root->hand - before->hand) * radius,
                       before->corner == CW_NONE);
        root = before;
    }
    return open;
}

/// The ray from a root to the next one, for a disc of a radius, and its length. Where the arc only
/// goes on, that is none, in the direction it has there; or in the one in which the path leaves,
/// where that lies before.
static cw_tangent ray_between(const cw_root *before, const cw_root *root, double radius,
                              const cw_tangent *out, double *length) {
    cw_tangent in = *out;
    *length = 0;
    if (!goes_on(before, root)) {
        cw_tangent_between(before->center, before->hand * radius, root->center, root->hand * radius,
                           &in, length);
    } else if (cw_turn_between(root->along, out->along, root->hand) > 0) {
        in = cw_tangent_leaving(root->center, root->hand * radius, root->along);
    }
    return in;
}

/// Moves the path out to a radius, from the goal back to the start.
static void move_out(cw_path_search *search, cw_node *goal, double radius) {
    cw_root *root = &search->disc.roots.items[goal->root];
    cw_tangent out;
    double length = 0, total = 0;
    cw_tangent_between(root->center, root->hand * radius, goal->low, 0, &out, &total);
    goal->right = out.along;
    while (root->parent != CW_NONE) {
        cw_root *before = &search->disc.roots.items[root->parent];
        cw_tangent in = ray_between(before, root, radius, &out, &length);
        double turn = cw_turn_between(in.along, out.along, root->hand);
        root->signed_radius = root->hand * radius;
        root->along = in.along;
        root->from = in.at;
        root->at =
            turn > 0 ? cw_tangent_leaving(root->center, root->signed_radius, in.along).at : out.at;
        total += radius * turn + length;
        root = before;
        out = in;
    }
    goal->estimate = total;
    cw_path_search_set_radius(search, radius);
}

void cw_disc_widen(cw_path_search *search, double radius) {
    cw_node *goal = &search->disc.nodes.items[search->found];
    if (radius == 0 || search->disc.roots.items[goal->root].parent == CW_NONE) {
        return;
    }
    if (fits(search, goal, radius)) {
        move_out(search, goal, radius);
    } else if (fits(search, goal, radius - LESS)) {
        move_out(search, goal, radius - LESS);
    }
}
