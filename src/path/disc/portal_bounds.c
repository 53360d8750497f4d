/// Leaving out what is known to be longer.
///
/// Where a path of length u to a point p of a portal is known, a fan that reaches p in more is of
/// no use there: whatever goes on from p goes on from the known path too. Any other point x of the
/// portal is reached from p in |px| more, where the portal is free between them.
///
/// A ray may come too close to the inside of a wall, where no disc can be (disc_search.h). Such a
/// ray leads to no place that counts, so comparing at the same point needs no care; walking along
/// the portal has to start where a disc can stand.
///
/// The length of the paths of a fan is a convex function along the portal, since its rays do not
/// cross. So a known stretch lies below its chord, and a fan at hand above its tangents at its two
/// ends: comparing them is comparing straight lines, and errs on the safe side only.
///
/// Without this, every way around a pillar sends a fan over the floor that other fans have covered.
#include "path/disc/disc_search.h"

/// Metres, and share of the length, by which a way has to be shorter. Rays may cut corners by
/// CW_GRAZE, and at each turn of a path some of that counts; equal ways must not leave each other
/// out.
#define SHORTER (CW_SURE / 10)
#define SHORTER_SHARE 1e-10

/// Share of a portal part that has to be needless before it is cut.
#define WORTH_CUTTING 0.1

/// A part of a portal that a fan reaches, and how the length of its paths grows along the portal at
/// the two ends: by the cosine between ray and portal.
typedef struct portal_reach {
    cw_stretch part;
    double slope[2];
} portal_reach;

/// Two convex lengths along a portal: of the fan at hand, and a known one.
typedef struct rivals {
    const portal_reach *fan;
    const cw_stretch *known;
    double slack; ///< by which the known one has to be shorter
    bool walks;   ///< the portal can be walked along
} rivals;

/// No less than the known length at a point of the portal.
static inline double most_at(const cw_stretch *known, double s, bool walks) {
    if (s < known->s[0]) {
        return walks ? known->length[0] + (known->s[0] - s) : INFINITY;
    }
    if (s > known->s[1]) {
        return walks ? known->length[1] + (s - known->s[1]) : INFINITY;
    }
    return known->length[0] + known->rise * (s - known->s[0]);
}

/// By how much the fan at hand is surely longer at a point of the portal.
static inline double excess(const rivals *both, double s) {
    const cw_stretch *part = &both->fan->part;
    double by_low = part->length[0] + both->fan->slope[0] * (s - part->s[0]);
    double by_high = part->length[1] - both->fan->slope[1] * (part->s[1] - s);
    return cw_most(by_low, by_high) - most_at(both->known, s, both->walks) - both->slack;
}

/// Where the two tangents of a fan meet.
static double find_kink(const portal_reach *fan) {
    const cw_stretch *part = &fan->part;
    double bend = fan->slope[1] - fan->slope[0];
    double drop = part->length[0] - part->length[1] + fan->slope[1] * (part->s[1] - part->s[0]);
    return bend > 0 ? part->s[0] + drop / bend : part->s[0];
}

/// The straight pieces of two rivals between two points, by their ends.
#define PIECE_ENDS 5

static void find_pieces(const rivals *both, double low, double high, double ends[PIECE_ENDS]) {
    const double inner[3] = {find_kink(both->fan), both->known->s[0], both->known->s[1]};
    ends[0] = low;
    ends[PIECE_ENDS - 1] = high;
    for (int i = 1; i < PIECE_ENDS - 1; i++) {
        double end = cw_least(cw_most(inner[i - 1], low), high);
        int at = i;
        for (; at > 1 && end < ends[at - 1]; at--) {
            ends[at] = ends[at - 1];
        }
        ends[at] = end;
    }
}

/// How far from one end on the fan at hand is longer everywhere.
static double find_cut(const rivals *both, const double ends[PIECE_ENDS], bool from_high) {
    double at = ends[from_high ? PIECE_ENDS - 1 : 0], before = excess(both, at);
    for (int i = 1; i < PIECE_ENDS; i++) {
        double next = ends[from_high ? PIECE_ENDS - 1 - i : i], here = excess(both, next);
        if (!(here > 0)) {
            // Where the portal cannot be walked along, what is known ends abruptly.
            return isfinite(here) ? at + (next - at) * (before / (before - here)) : at;
        }
        at = next;
        before = here;
    }
    return at;
}

/// Moves the ends of a part to where a known stretch is no longer surely shorter; false when
/// nothing is left.
static inline bool trim_by(const rivals *both, double s[2]) {
    bool low_longer = excess(both, s[0]) > 0, high_longer = excess(both, s[1]) > 0;
    if (!low_longer && !high_longer) {
        return true;
    }
    double ends[PIECE_ENDS];
    find_pieces(both, s[0], s[1], ends);
    double low = low_longer ? find_cut(both, ends, false) : s[0];
    double high = high_longer ? find_cut(both, ends, true) : s[1];
    s[0] = low;
    s[1] = high;
    return low < high;
}

/// Whether a portal is free but for its ends, so that a disc can walk along it.
static inline bool can_walk(const cw_path_search *search, uint32_t edge) {
    return search->radius <= search->clearance->portals[edge].critical;
}

/// Cuts a part down to where a disc can stand; false when nothing is left.
static bool keep_free(const cw_path_search *search, uint32_t edge, cw_stretch *part) {
    const cw_portal *portal = &search->clearance->portals[edge];
    double low = portal->wall_from ? search->radius : 0;
    double high = search->mesh.sides[edge].length - (portal->wall_to ? search->radius : 0);
    cw_stretch whole = *part;
    part->s[0] = cw_most(part->s[0], low);
    part->s[1] = cw_least(part->s[1], high);
    part->length[0] = most_at(&whole, part->s[0], true);
    part->length[1] = most_at(&whole, part->s[1], true);
    return part->s[0] <= part->s[1];
}

/// Moves the ends s of a part that a fan reaches to where no known path is surely shorter. False
/// when nothing is left.
static bool trim(const cw_path_search *search, uint32_t edge, const portal_reach *fan,
                 double s[2]) {
    const cw_known_slot *slot = &search->disc.known_slots[edge];
    if (slot->stamp != search->stamp) {
        return true;
    }
    const cw_portal_known *known = &search->disc.known.items[slot->index];
    rivals both = {.fan = fan,
                   .slack = SHORTER + SHORTER_SHARE * fan->part.length[0],
                   .walks = can_walk(search, edge)};
    for (uint32_t i = 0; i < known->count; i++) {
        both.known = &known->stretches[i];
        if (!trim_by(&both, s)) {
            return false;
        }
    }
    return true;
}

/// Whether one stretch tells all that another one does: it is below it at both ends, hence in
/// between and, walking, beyond.
static inline bool tells_all(const cw_stretch *one, const cw_stretch *other, bool walks) {
    return most_at(one, other->s[0], walks) <= other->length[0] &&
           most_at(one, other->s[1], walks) <= other->length[1];
}

/// What is known of a portal, made when there is nothing yet.
static cw_portal_known *known_of(cw_path_search *search, uint32_t edge) {
    cw_known_slot *slot = &search->disc.known_slots[edge];
    if (slot->stamp == search->stamp) {
        return &search->disc.known.items[slot->index];
    }
    *slot = (cw_known_slot){search->stamp, search->disc.known.count};
    cw_portal_known *known = &search->disc.known.items[search->disc.known.count++];
    known->count = 0;
    return known;
}

/// Makes a part known, whose rise is not asked.
static void learn(cw_path_search *search, uint32_t edge, const cw_stretch *reached) {
    cw_portal_known *known = known_of(search, edge);
    cw_stretch part = *reached;
    double width = part.s[1] - part.s[0];
    part.rise = width > 0 ? (part.length[1] - part.length[0]) / width : 0;
    bool walks = can_walk(search, edge);
    if (walks && !keep_free(search, edge, &part)) {
        return;
    }
    uint32_t kept = 0, longest = 0;
    for (uint32_t i = 0; i < known->count; i++) {
        const cw_stretch *stretch = &known->stretches[i];
        if (tells_all(stretch, &part, walks)) {
            return;
        }
        if (!tells_all(&part, stretch, walks)) {
            known->stretches[kept++] = *stretch;
        }
    }
    for (uint32_t i = 1; i < kept; i++) {
        longest = known->stretches[i].length[0] > known->stretches[longest].length[0] ? i : longest;
    }
    known->count = kept < CW_KNOWN_STRETCHES ? kept + 1 : kept;
    known->stretches[kept < CW_KNOWN_STRETCHES ? kept : longest] = part;
}

/// The portal through which an edge node comes, as it was left.
static const cw_mesh_side *exit_of(const cw_path_search *search, const cw_node *node) {
    return &search->mesh.sides[search->mesh.sides[node->entry].twin];
}

/// How far the paths of an edge node reach along its portal.
static inline portal_reach reach_of(const cw_node *node, const cw_mesh_side *exit) {
    return (portal_reach){
        .part = {.s = {cw_vec2_dot(cw_vec2_sub(node->low, exit->from), exit->along),
                       cw_vec2_dot(cw_vec2_sub(node->high, exit->from), exit->along)},
                 .length = {node->low_length, node->high_length}},
        .slope = {cw_vec2_dot(node->right, exit->along), cw_vec2_dot(node->left, exit->along)}};
}

/// Moves one end of an edge node along its portal, and its ray with it.
static void move_end(const cw_root *root, cw_node *node, const cw_mesh_side *exit, bool high,
                     double s, portal_reach *reach) {
    cw_vec2 point = cw_vec2_along(exit->from, s, exit->along);
    cw_tangent ray;
    double length;
    if (!cw_tangent_between(root->center, root->signed_radius, point, 0, &ray, &length) ||
        length < CW_NEXT_TO_ROOT) {
        return;
    }
    double start = cw_disc_length(root, ray.along, 0);
    if (high) {
        node->high = point;
        node->left = ray.along;
        node->left_start = start;
    } else {
        node->low = point;
        node->right = ray.along;
        node->right_start = start;
    }
    reach->part.s[high] = s;
    reach->slope[high] = cw_vec2_dot(ray.along, exit->along);
    // An arc that goes out at this end is reached on a shorter path too.
    node->arc = node->arc && (root->hand > 0) != high;
}

/// Cuts an edge node down to where no known path is surely shorter; false when nothing is left.
static bool narrow(const cw_path_search *search, cw_node *node, const cw_mesh_side *exit,
                   portal_reach *reach) {
    double s[2] = {reach->part.s[0], reach->part.s[1]};
    if (!trim(search, (uint32_t)(exit - search->mesh.sides), reach, s)) {
        return false;
    }
    double worth = WORTH_CUTTING * (reach->part.s[1] - reach->part.s[0]);
    bool low = s[0] > reach->part.s[0] + worth, high = s[1] < reach->part.s[1] - worth;
    const cw_root *root = &search->disc.roots.items[node->root];
    if (low) {
        move_end(root, node, exit, false, s[0], reach);
    }
    if (high) {
        move_end(root, node, exit, true, s[1], reach);
    }
    if (low || high) {
        cw_node_measure(node, cw_tangent_leaving(root->center, root->signed_radius, node->right).at,
                        cw_tangent_leaving(root->center, root->signed_radius, node->left).at);
        reach->part.length[0] = node->low_length;
        reach->part.length[1] = node->high_length;
    }
    return true;
}

bool cw_disc_compare(cw_path_search *search, cw_node *node) {
    if (search->in_corridor || !node->sound) {
        return true;
    }
    const cw_mesh_side *exit = exit_of(search, node);
    portal_reach reach = reach_of(node, exit);
    if (reach.part.s[0] > reach.part.s[1]) {
        return true;
    }
    if (!narrow(search, node, exit, &reach)) {
        return false;
    }
    if (node->sound && reach.part.s[0] <= reach.part.s[1]) {
        learn(search, (uint32_t)(exit - search->mesh.sides), &reach.part);
    }
    return true;
}
