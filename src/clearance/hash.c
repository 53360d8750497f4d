/// A hash of the tables, number by number, so that neither the space between fields nor the order
/// of bytes on a machine matters.
#include "clearance/portals/portal.h"
#include "geom/order.h"

#include <string.h>

static void mix(uint64_t *hash, uint64_t value) {
    *hash = cw_mix(*hash ^ value);
}

static void mix_number(uint64_t *hash, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    mix(hash, bits);
}

static void mix_position(uint64_t *hash, cw_vec2 position) {
    mix_number(hash, position.x);
    mix_number(hash, position.y);
}

static void mix_corners(uint64_t *hash, const cw_clearance *clearance) {
    mix(hash, clearance->corner_count);
    for (uint32_t i = 0; i < clearance->corner_count; i++) {
        const cw_corner *corner = &clearance->corners[i];
        mix_position(hash, corner->position);
        mix(hash, corner->vertex);
        mix(hash, corner->incoming);
        mix(hash, corner->outgoing);
        mix(hash, corner->wide);
    }
}

static void mix_near(uint64_t *hash, const cw_clearance *clearance, uint32_t cell) {
    mix(hash, clearance->near_corner_first[cell + 1]);
    mix(hash, clearance->near_wall_first[cell + 1]);
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        mix_position(hash, near->position);
        mix_number(hash, near->distance);
        mix(hash, near->corner);
        mix(hash, near->entry);
        if (clearance->near_views != NULL) {
            mix_position(hash, clearance->near_views[i].right);
            mix_position(hash, clearance->near_views[i].left);
        }
    }
    for (uint32_t i = clearance->near_wall_first[cell]; i < clearance->near_wall_first[cell + 1];
         i++) {
        const cw_near_wall *near = &clearance->near_walls[i];
        mix_position(hash, near->from);
        mix_position(hash, near->to);
        mix_position(hash, near->along);
        mix_number(hash, near->distance);
        mix(hash, near->edge);
        mix(hash, near->entry);
    }
}

static void mix_slope(uint64_t *hash, const cw_slope *slope) {
    mix_number(hash, slope->a);
    mix_number(hash, slope->b);
    mix_number(hash, slope->s);
}

static void mix_edge(uint64_t *hash, const cw_clearance *clearance, uint32_t edge) {
    const cw_portal *portal = &clearance->portals[edge];
    mix_number(hash, portal->length);
    mix_number(hash, portal->critical);
    mix_number(hash, portal->highest);
    mix(hash, portal->wall_from);
    mix(hash, portal->wall_to);
    mix(hash, portal->single);
    mix(hash, portal->reversed);
    cw_piece_range pieces = {0};
    if (clearance->mesh->edge_twin[edge] != CW_NONE) {
        pieces = cw_pieces_of_edge(clearance, edge);
    }
    mix(hash, pieces.count);
    for (uint32_t i = 0; i < pieces.count; i++) {
        mix_number(hash, pieces.items[i].to);
        mix_number(hash, pieces.items[i].height);
        mix_slope(hash, &pieces.items[i].slope);
    }
    mix(hash, portal->band_count);
    for (uint32_t i = 0; i < portal->band_count; i++) {
        const cw_portal_band *band = &clearance->portal_bands[portal->band_first + i];
        mix_number(hash, band->low);
        mix_number(hash, band->high);
        mix_slope(hash, &band->sides[0]);
        mix_slope(hash, &band->sides[1]);
    }
    mix(hash, clearance->edge_summit_first[edge + 1]);
}

static void mix_gate(uint64_t *hash, const cw_gate *gate) {
    mix_number(hash, gate->radius);
    mix_position(hash, gate->position);
    mix(hash, gate->cell);
    mix(hash, gate->walls[0]);
    mix(hash, gate->walls[1]);
}

static void mix_gates(uint64_t *hash, const cw_clearance *clearance, uint32_t cell) {
    mix(hash, clearance->cell_gate_first[cell + 1]);
    for (uint32_t i = clearance->cell_gate_first[cell]; i < clearance->cell_gate_first[cell + 1];
         i++) {
        mix_gate(hash, &clearance->cell_gates[i].gate);
        mix(hash, clearance->cell_gates[i].arcs[0]);
        mix(hash, clearance->cell_gates[i].arcs[1]);
    }
}

static void mix_tree(uint64_t *hash, const cw_clearance *clearance) {
    for (uint32_t i = 0; i < clearance->summit_count; i++) {
        mix_position(hash, clearance->summits[i].position);
        mix_number(hash, clearance->summits[i].clearance);
        mix(hash, clearance->summits[i].edge);
        mix(hash, clearance->summit_place[i]);
    }
    for (uint32_t i = 0; i + 1 < clearance->summit_count; i++) {
        mix_gate(hash, &clearance->straits[i]);
        mix(hash, clearance->strait_rank[i]);
    }
    for (uint32_t i = 0; i < clearance->strait_table_count; i++) {
        mix(hash, clearance->strait_table[i]);
    }
}

uint64_t cw_clearance_hash(const cw_clearance *clearance) {
    CW_ASSERT(clearance != NULL && clearance->mesh != NULL);
    const cw_navmesh *mesh = clearance->mesh;
    uint64_t hash = 0;
    mix_corners(&hash, clearance);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        mix_position(&hash, clearance->points[v]);
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        mix_edge(&hash, clearance, e);
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        mix_near(&hash, clearance, c);
        mix_gates(&hash, clearance, c);
    }
    mix_tree(&hash, clearance);
    return hash;
}
