/// The shape of a region: a cell, or a part of one. What lies in it, how far a point is outside,
/// and the region of a whole cell with the features that are its own.
#include "clearance/ways/region.h"
#include "clearance/portals/portal.h"

/// How much larger the square of a distance is taken for boxes than for sides; far above rounding.
#define BOX_SLACK 100

/// Whether a side crosses the line from a point to the right.
static inline bool is_crossed(const cw_side *side, cw_vec2 point) {
    cw_vec2 a = side->from, b = side->to;
    if ((a.y > point.y) == (b.y > point.y)) {
        return false;
    }
    double turn = cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(point, a));
    return (turn > 0) == (b.y > a.y);
}

/// True for points inside; points on the border may be taken either way.
static bool contains(const cw_region *region, cw_vec2 point) {
    bool inside = false;
    for (uint32_t i = 0; i < region->sides.count; i++) {
        inside ^= is_crossed(&region->sides.items[i], point);
    }
    return inside;
}

static double side_square(const cw_side *side, cw_vec2 point) {
    return cw_segment_square(point, side->from, side->to);
}

double cw_region_outside(const cw_region *region, cw_vec2 point) {
    double least = contains(region, point) ? 0 : INFINITY;
    for (uint32_t i = 0; i < region->sides.count && least > 0; i++) {
        least = cw_least(least, side_square(&region->sides.items[i], point));
    }
    return least;
}

/// As contains(), by the boxes of the sides.
static bool boxes_contain(const cw_region *region, const cw_box_tree *tree, cw_vec2 point) {
    bool inside = false;
    for (uint32_t i = 0; i < tree->nodes.count;) {
        const cw_box_node *node = &tree->nodes.items[i];
        if (point.y < node->box.low.y || point.y >= node->box.high.y) {
            i = node->skip; /* nothing here crosses the line to the right of the point */
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; k++) {
            inside ^= is_crossed(&region->sides.items[k], point);
        }
        i++;
    }
    return inside;
}

bool cw_region_touches(const cw_region *region, const cw_box_tree *tree, cw_vec2 point,
                       double slack) {
    if (tree->nodes.count == 0) {
        return cw_region_outside(region, point) <= slack * slack;
    }
    bool touches = boxes_contain(region, tree, point);
    for (uint32_t i = 0; i < tree->nodes.count && !touches;) {
        const cw_box_node *node = &tree->nodes.items[i];
        if (cw_box_square(&node->box, point) > BOX_SLACK * slack * slack) {
            i = node->skip;
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; k++) {
            touches = touches || side_square(&region->sides.items[k], point) <= slack * slack;
        }
        i++;
    }
    return touches;
}

cw_status cw_region_index(cw_context *context, const cw_region *region, cw_workshop *workshop) {
    workshop->side_tree.nodes.count = 0;
    if (region->sides.count < CW_MANY_FEATURES) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &workshop->boxes, region->sides.count));
    for (uint32_t i = 0; i < region->sides.count; i++) {
        workshop->boxes.items[i] =
            cw_box_of(region->sides.items[i].from, region->sides.items[i].to);
    }
    return cw_box_tree_chain(context, workshop->boxes.items, region->sides.count,
                             &workshop->side_tree);
}

/// The side of a cell that starts at a corner of its own: around the corner, cell by cell.
static uint32_t side_at_corner(const cw_navmesh *mesh, uint32_t cell, const cw_corner *corner) {
    uint32_t edge = corner->outgoing;
    while (edge != CW_NONE && mesh->edge_cell[edge] != cell) {
        edge = mesh->edge_twin[cw_navmesh_previous(mesh, mesh->edge_cell[edge], edge)];
    }
    return edge == CW_NONE ? CW_NONE : edge - cw_navmesh_cell_begin(mesh, cell);
}

/// Tells the sides of a cell which features are their own.
static void own_features(const cw_clearance *clearance, const cw_features *features,
                         cw_region *region) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cell = features->cell, first = cw_navmesh_cell_begin(mesh, cell);
    for (uint32_t i = 0; i < features->corner_count; i++) {
        const cw_near_corner *near =
            &clearance->near_corners[clearance->near_corner_first[cell] + i];
        if (near->entry == CW_NONE) {
            uint32_t side = side_at_corner(mesh, cell, &clearance->corners[near->corner]);
            if (side < region->sides.count) {
                region->sides.items[side].corner = i;
            }
        }
    }
    for (uint32_t i = 0; i < features->wall_count; i++) {
        const cw_near_wall *near = &clearance->near_walls[clearance->near_wall_first[cell] + i];
        if (near->entry == CW_NONE && mesh->edge_cell[near->edge] == cell) {
            region->sides.items[near->edge - first].wall = features->corner_count + i;
        }
    }
}

cw_status cw_region_of_cell(cw_context *context, const cw_clearance *clearance,
                            const cw_features *features, cw_region *region) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t first = cw_navmesh_cell_begin(mesh, features->cell),
             end = cw_navmesh_cell_end(mesh, features->cell);
    region->sides.count = region->cuts.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(context, &region->sides, end - first));
    for (uint32_t e = first; e < end; e++) {
        cw_side side = {.from = cw_clearance_from(clearance, e),
                        .to = cw_clearance_to(clearance, e),
                        .wall = CW_NONE,
                        .corner = CW_NONE,
                        .open = mesh->edge_twin[e] != CW_NONE,
                        .highest = clearance->portals[e].highest,
                        .line = CW_NONE,
                        .cut_first = region->cuts.count};
        if (side.open) {
            cw_summit_range range = cw_summits_of_edge(clearance, e);
            for (uint32_t n = 0; n < range.count; n++) {
                uint32_t summit = cw_summit_along(range, n);
                double at = cw_vec2_distance(side.from, clearance->summits[summit].position);
                CW_TRY(CW_ARRAY_PUSH(context, &region->cuts, (cw_cut){at, summit}));
            }
            side.cut_count = range.count;
        }
        region->sides.items[region->sides.count++] = side;
    }
    own_features(clearance, features, region);
    return CW_OK;
}
