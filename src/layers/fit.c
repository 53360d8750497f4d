/// Borders between the pixels.
///
/// The sides of pixels along a slanted border are stairs whose middles lie around it, as often on
/// one side as on the other. So each straight part of an outline gets the line through the middles
/// that it passes over, by least squares, or, where snapping is asked for, that of an edge of the
/// scene nearby; and a vertex moves to where the lines of its two parts meet, by a pixel at most.
/// Moves that bring outlines into each other's way are taken back.
#include "layers/fit.h"

#include <math.h>

/// Two lines that meet at a smaller angle (its sine) have no corner.
static const double LEAST_TURN = 0.2;

/// Where a vertex between two parts belongs.
static cw_vec2 vertex_place(const cw_fit_line *before, const cw_fit_line *after, cw_vec2 place) {
    if (!before->found || !after->found) {
        return before->found  ? cw_fit_project(before, place)
               : after->found ? cw_fit_project(after, place)
                              : place;
    }
    double turn = before->dx * after->dy - before->dy * after->dx;
    if (fabs(turn) < LEAST_TURN) {
        cw_vec2 a = cw_fit_project(before, place), b = cw_fit_project(after, place);
        return (cw_vec2){0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
    }
    double along = ((after->x - before->x) * after->dy - (after->y - before->y) * after->dx) / turn;
    return (cw_vec2){before->x + along * before->dx, before->y + along * before->dy};
}

static void move_node(cw_outline *outline, uint32_t n, const cw_fit_line *before,
                      const cw_fit_line *after) {
    cw_point corner = cw_node_corner(outline->layers, &outline->nodes.items[n]);
    cw_fit_move(outline, n,
                vertex_place(before, after, (cw_vec2){(double)corner.x, (double)corner.y}));
}

/// Moves the vertices of one chain; its stretches are those from `begin` to before `end`.
static void move_chain(cw_outline *outline, const cw_scene_tree *rims, uint32_t begin,
                       uint32_t end) {
    const cw_stretch *stretches = outline->stretches.items;
    const cw_chain *chain = &outline->chains.items[stretches[begin].chain];
    bool snap = outline->config.snap && chain->kind == CW_CHAIN_WALL;
    cw_fit_line before = {.found = false}, first = {.found = false};
    for (uint32_t i = begin; i < end; i++) {
        cw_fit_line line = cw_fit_pixels(outline, &stretches[i]);
        line = snap ? cw_fit_rim(outline, rims, &stretches[i], line) : line;
        if (i > begin) {
            move_node(outline, stretches[i].from, &before, &line);
        } else {
            first = line;
        }
        before = line;
    }
    if (chain->round) {
        move_node(outline, chain->first, &before, &first);
    }
}

static bool is_moved(const cw_outline *outline, uint32_t n) {
    const cw_outline_node *node = &outline->nodes.items[n];
    return !cw_point_equal(node->place, cw_node_corner(outline->layers, node));
}

static bool in_triangle(cw_point p, cw_point a, cw_point b, cw_point c) {
    int u = cw_orient(a, b, p), v = cw_orient(b, c, p), w = cw_orient(c, a, p);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

/// Whether a moving stretch passes over a place that is not one of its ends.
static bool sweeps(const cw_outline *outline, const cw_stretch *stretch, cw_point p) {
    const cw_outline_node *from = &outline->nodes.items[stretch->from],
                          *to = &outline->nodes.items[stretch->to];
    cw_point a = cw_node_corner(outline->layers, from), b = cw_node_corner(outline->layers, to);
    if (cw_point_equal(p, from->place) || cw_point_equal(p, to->place) || cw_point_equal(p, a) ||
        cw_point_equal(p, b)) {
        return false;
    }
    return in_triangle(p, a, b, to->place) || in_triangle(p, a, to->place, from->place);
}

static void take_back(cw_outline *outline, uint32_t n, uint32_t *count) {
    cw_outline_node *nodes = outline->nodes.items;
    uint32_t at = n;
    *count += is_moved(outline, n);
    do {
        nodes[at].place = cw_node_corner(outline->layers, &nodes[at]);
        at = nodes[at].same;
    } while (at != n);
}

static void take_back_stretch(cw_outline *outline, const cw_stretch *stretch, uint32_t *count) {
    take_back(outline, stretch->from, count);
    take_back(outline, stretch->to, count);
}

/// Whether two stretches from one vertex, to nodes m and n, have changed sides, at an angle that is
/// not wide. A wide one may bend either way.
static bool have_swapped(const cw_outline *outline, uint32_t vertex, uint32_t m, uint32_t n) {
    const cw_outline_node *nodes = outline->nodes.items;
    cw_point v = nodes[vertex].place, a = nodes[m].place, b = nodes[n].place;
    int before = cw_orient(cw_node_corner(outline->layers, &nodes[vertex]),
                           cw_node_corner(outline->layers, &nodes[m]),
                           cw_node_corner(outline->layers, &nodes[n]));
    int after = cw_orient(v, a, b);
    return before != after && cw_dot(cw_point_sub(a, v), cw_point_sub(b, v)) > 0;
}

/// Whether two stretches have changed sides, whichever ends they share.
static bool do_swap(const cw_outline *outline, const cw_stretch *own, const cw_stretch *other) {
    const uint32_t mine[2] = {own->from, own->to}, theirs[2] = {other->from, other->to};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            if (cw_point_equal(outline->nodes.items[mine[i]].place,
                               outline->nodes.items[theirs[j]].place) &&
                have_swapped(outline, mine[i], mine[1 - i], theirs[1 - j])) {
                return true;
            }
        }
    }
    return false;
}

static void check_stretch(cw_outline *outline, const cw_scene_tree *tree, uint32_t index,
                          uint32_t *count) {
    const cw_stretch *own = &outline->stretches.items[index];
    if (!is_moved(outline, own->from) && !is_moved(outline, own->to)) {
        return;
    }
    cw_scene_walk walk = cw_scene_walk_begin(tree, cw_stretch_box(outline, own, true));
    while (cw_scene_walk_next(&walk)) {
        const cw_stretch *other = &outline->stretches.items[walk.item];
        if (walk.item == index || !cw_stretches_clash(outline, own, other)) {
            continue;
        }
        if (cw_stretches_meet(outline, own, other) ||
            sweeps(outline, own, outline->nodes.items[other->from].place) ||
            sweeps(outline, own, outline->nodes.items[other->to].place) ||
            do_swap(outline, own, other)) {
            take_back_stretch(outline, own, count);
            take_back_stretch(outline, other, count);
        }
    }
}

/// Takes moves back until nothing is in the way. The tree holds wherever vertices may be.
static cw_status settle(cw_context *context, cw_outline *outline) {
    cw_scene_tree tree = {0};
    double far = 2 * cw_fit_reach(outline);
    cw_status status = cw_stretches_index(context, outline, (int32_t)far, &tree);
    for (uint32_t count = 1; count > 0 && status == CW_OK;) {
        count = 0;
        for (uint32_t i = 0; i < outline->stretches.count; i++) {
            check_stretch(outline, &tree, i, &count);
        }
    }
    cw_scene_tree_free(context, &tree);
    return status;
}

/// Heights follow the move along the slope of the floor beside.
static void follow_slopes(cw_outline *outline) {
    for (uint32_t n = 0; n < outline->nodes.count; n++) {
        cw_outline_node *node = &outline->nodes.items[n];
        cw_point corner = cw_node_corner(outline->layers, node);
        double dx = (double)(node->place.x - corner.x), dy = (double)(node->place.y - corner.y);
        const cw_sample *left = &outline->layers->samples[node->sample];
        double rise = dx * (double)left->slope_x + dy * (double)left->slope_y;
        node->left = (int32_t)fmax(0, floor(node->left + rise + 0.5));
        if (node->opposite != CW_NONE) {
            const cw_sample *right = &outline->layers->samples[node->opposite];
            rise = dx * (double)right->slope_x + dy * (double)right->slope_y;
            node->right = (int32_t)fmax(0, floor(node->right + rise + 0.5));
        }
    }
}

static void move_chains(cw_outline *outline, const cw_scene_tree *rims) {
    const cw_stretch *stretches = outline->stretches.items;
    for (uint32_t i = 0, end; i < outline->stretches.count; i = end) {
        for (end = i + 1;
             end < outline->stretches.count && stretches[end].chain == stretches[i].chain;) {
            end++;
        }
        move_chain(outline, rims, i, end);
    }
    cw_junctions_move(outline, rims);
}

cw_status cw_outline_fit(cw_context *context, cw_outline *outline) {
    cw_scene_tree rims = {0};
    CW_TRY(cw_progress(context, "fitting outlines", 0));
    CW_TRY(cw_outline_list(context, outline));
    CW_TRY(cw_junctions_find(context, outline));
    cw_status status = cw_rims_index(context, outline->layers, &rims);
    if (status == CW_OK) {
        move_chains(outline, &rims);
        status = settle(context, outline);
        follow_slopes(outline);
    }
    cw_scene_tree_free(context, &rims);
    return status;
}
