/// Junctions: where chains meet.
///
/// The ends of chains at one corner of a pixel are one vertex if they bound a common layer. Most
/// junctions are where a step or a seam ends at a wall. There the corner of the pixels is on the
/// wall or on its inner side, never on its outer one: left as it is, every stair would be a bit too
/// narrow. So the junction moves to the line through the sides of the wall around it.
#include "layers/fit.h"

#include "geom/order.h"

#include <math.h>

/// Sides of each wall that the line is laid through, at most.
enum { MOST_SIDES = 8 };
/// Pixels that a side may be off the line; where one is farther, the wall has a corner.
static const double MOST_OFF = 0.75;

/// The node in which a chain starts or ends, by an even or odd number.
static uint32_t end_node(const cw_outline *outline, uint32_t end) {
    const cw_chain *chain = &outline->chains.items[end / 2];
    return end % 2 == 0 ? chain->first : chain->first + chain->count - 1;
}

/// Joins the ends of one corner.
static void join_ends(cw_outline *outline, const cw_keyed *ends, uint32_t count) {
    cw_outline_node *nodes = outline->nodes.items;
    const cw_chain *chains = outline->chains.items;
    bool changed = true;
    while (changed) { /* two rings that share a layer become one */
        changed = false;
        for (uint32_t i = 1; i < count; i++) {
            for (uint32_t j = 0; j < i; j++) {
                uint32_t a = end_node(outline, ends[i].item), b = end_node(outline, ends[j].item);
                uint32_t at = nodes[a].same;
                while (at != a && at != b) {
                    at = nodes[at].same;
                }
                if (at != b &&
                    cw_chains_share(&chains[ends[i].item / 2], &chains[ends[j].item / 2])) {
                    uint32_t next = nodes[a].same;
                    nodes[a].same = nodes[b].same;
                    nodes[b].same = next;
                    changed = true;
                }
            }
        }
    }
}

cw_status cw_junctions_find(cw_context *context, cw_outline *outline) {
    cw_keyed *ends = NULL;
    uint32_t count = 2 * outline->chains.count;
    for (uint32_t n = 0; n < outline->nodes.count; n++) {
        outline->nodes.items[n].same = n;
    }
    CW_TRY(CW_ALLOCATE(context, ends, 2 * (size_t)count));
    for (uint32_t e = 0; e < count; e++) {
        const cw_outline_node *node = &outline->nodes.items[end_node(outline, e)];
        ends[e] = (cw_keyed){(uint64_t)node->j << 32 | node->i, e};
    }
    cw_keyed_sort_in_place(ends, count);
    for (uint32_t e = 0, last; e < count; e = last) {
        last = cw_keyed_run_end(ends, e, count);
        join_ends(outline, ends + e, last - e);
    }
    CW_RELEASE(context, ends, 2 * (size_t)count);
    return CW_OK;
}

static const cw_chain *node_chain(const cw_outline *outline, uint32_t node) {
    uint32_t low = 0, high = outline->chains.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (outline->chains.items[middle].first <= node) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &outline->chains.items[low];
}

/// The two ends of walls in the ring of a node; false unless there are exactly two.
static bool wall_ends(const cw_outline *outline, uint32_t node, uint32_t walls[2]) {
    uint32_t at = node, found = 0;
    do {
        if (node_chain(outline, at)->kind == CW_CHAIN_WALL) {
            if (found < 2) {
                walls[found] = at;
            }
            found++;
        }
        at = outline->nodes.items[at].same;
    } while (at != node);
    return found == 2;
}

/// The middle of the side that is so many sides away from the end of a chain, in pixels.
static cw_vec2 side_middle(const cw_outline *outline, uint32_t node, uint32_t away) {
    bool starts = node_chain(outline, node)->first == node;
    const cw_outline_node *a = &outline->nodes.items[starts ? node + away : node - away],
                          *b = starts ? a + 1 : a - 1;
    return (cw_vec2){0.5 * ((double)a->i + b->i), 0.5 * ((double)a->j + b->j)};
}

static uint32_t side_count(const cw_outline *outline, uint32_t node) {
    uint32_t sides = node_chain(outline, node)->count - 1;
    return sides < MOST_SIDES ? sides : MOST_SIDES;
}

/// The line through the sides of both walls; none where they make a corner. In steps.
static cw_fit_line wall_line(const cw_outline *outline, const uint32_t walls[2]) {
    const cw_layers *layers = outline->layers;
    cw_fit_sums sums = {0};
    cw_vec2 origin = {outline->nodes.items[walls[0]].i, outline->nodes.items[walls[0]].j};
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < side_count(outline, walls[k]); i++) {
            cw_vec2 p = side_middle(outline, walls[k], i);
            cw_fit_add(&sums, p.x - origin.x, p.y - origin.y);
        }
    }
    cw_fit_line line = cw_fit_solve(&sums);
    for (uint32_t k = 0; k < 2 && line.found; k++) {
        for (uint32_t i = 0; i < side_count(outline, walls[k]) && line.found; i++) {
            cw_vec2 p = side_middle(outline, walls[k], i);
            double x = p.x - origin.x - line.x, y = p.y - origin.y - line.y;
            line.found = fabs(x * line.dy - y * line.dx) <= MOST_OFF;
        }
    }
    line.x = (double)layers->x + (line.x + origin.x) * layers->pixel;
    line.y = (double)layers->y + (line.y + origin.y) * layers->pixel;
    return line;
}

/// The straight part that starts or ends in the end of a chain.
static cw_stretch end_stretch(const cw_outline *outline, uint32_t node) {
    const cw_chain *chain = node_chain(outline, node);
    uint32_t number = (uint32_t)(chain - outline->chains.items), to = node;
    bool starts = chain->first == node;
    do {
        to = starts ? to + 1 : to - 1;
    } while (!outline->nodes.items[to].kept);
    return (cw_stretch){number, starts ? node : to, starts ? to : node};
}

void cw_junctions_move(cw_outline *outline, const cw_scene_tree *rims) {
    for (uint32_t e = 0; e < 2 * outline->chains.count; e++) {
        uint32_t node = end_node(outline, e), walls[2];
        if (outline->chains.items[e / 2].round || !wall_ends(outline, node, walls) ||
            node != (walls[0] < walls[1] ? walls[0] : walls[1])) {
            continue;
        }
        cw_fit_line line = wall_line(outline, walls);
        if (line.found && outline->config.snap) {
            cw_stretch stretch = end_stretch(outline, walls[0]);
            line = cw_fit_rim(outline, rims, &stretch, line);
        }
        if (line.found) {
            cw_point corner = cw_node_corner(outline->layers, &outline->nodes.items[node]);
            cw_fit_move(outline, node,
                        cw_fit_project(&line, (cw_vec2){(double)corner.x, (double)corner.y}));
        }
    }
}
