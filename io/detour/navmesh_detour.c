/// Navigation meshes for Detour, as a set of one tile: the file that Recast's demo writes and that
/// recast-navigation-js, DotRecast and others import (`.bin`, "MSET", version 1).
///
///   set header; tile header; of the tile (version 7): its header, vertices, polygons, room for
///   links, heights of polygons (a fan each), the bounding tree, jumps (off-mesh connections).
///
/// Detour has y up: (x, y, z) becomes (x, z, -y), and polygons stay counter-clockwise in plan.
/// Numbers are single precision, the lowest byte first; references have 32 bits. The vertices are
/// not rounded to a grid, as Detour's own builder would. Links of the mesh become jumps between the
/// middles of their edges. Height triangles are not in the file: the floor of a polygon is that of
/// its corners.
#include "../source.h"
#include "boxes.h"
#include "pieces.h"

#include <math.h>
#include <string.h>

/// Room for the character, metres: what Detour's own meshes say unless told otherwise.
static const float walkable_height = 2.0f, walkable_climb = 0.5f;
/// Metres around the ends of a jump in which Detour looks for their polygons.
static const float jump_radius = 0.5f;
/// Steps of the bounding tree along its longest side; they are counted in 16 bits.
static const double tree_steps = 65000;

enum {
    SET_MAGIC = 'M' << 24 | 'S' << 16 | 'E' << 8 | 'T',
    SET_VERSION = 1,
    TILE_MAGIC = 'D' << 24 | 'N' << 16 | 'A' << 8 | 'V',
    TILE_VERSION = 7,
    TILE_HEADER_SIZE = 100,
    VERTEX_SIZE = 12,
    POLYGON_SIZE = 32,
    LINK_SIZE = 12,
    DETAIL_SIZE = 12,
    DETAIL_TRIANGLE_SIZE = 4,
    NODE_SIZE = 16,
    JUMP_SIZE = 36,
    VERTEX_LIMIT = 65535,  ///< an index has 16 bits
    POLYGON_LIMIT = 32766, ///< a neighbour has 15, and 0 means none
    WALKABLE_FLAG = 1,
    JUMP_POLYGON = 1 << 6, ///< type of a polygon that is a jump, beside its area 0
    JUMP_BOTH_WAYS = 1,
    JUMP_INSIDE = 0xff, ///< a jump that ends in its own tile
};

/// A mesh being written.
typedef struct writing {
    const cw_navmesh *mesh;
    cw_text *text;
    cw_corners corners;
    cw_detour_pieces pieces;
    cw_detour_node *leaves, *nodes;
    uint32_t side_count; ///< of all polygons
    float low[3], high[3];
    float steps_per_metre;
} writing;

static void put(cw_text *text, uint32_t value, int bytes) {
    char buffer[4];
    for (int i = 0; i < bytes; i++) {
        buffer[i] = (char)(value >> 8 * i & 0xff);
    }
    cw_text_bytes(text, buffer, (size_t)bytes);
}

static void put_float(cw_text *text, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(text, bits, 4);
}

static void put_vector(cw_text *text, const float vector[3]) {
    for (int i = 0; i < 3; i++) {
        put_float(text, vector[i]);
    }
}

/// As Detour has it; 0 - y, so that 0 does not become -0.
static void turn(cw_vec3 position, float turned[3]) {
    turned[0] = (float)position.x;
    turned[1] = (float)position.z;
    turned[2] = (float)(0.0 - position.y);
}

static void corner_position(const writing *w, uint32_t corner, float turned[3]) {
    uint32_t vertex = w->corners.vertex[corner];
    cw_vec2 plan = cw_vertex_plan(w->mesh, vertex);
    turn((cw_vec3){plan.x, plan.y, w->mesh->positions[vertex].z}, turned);
}

static void extend(writing *w, const float position[3]) {
    for (int k = 0; k < 3; k++) {
        w->low[k] = fminf(w->low[k], position[k]);
        w->high[k] = fmaxf(w->high[k], position[k]);
    }
}

static void find_bounds(writing *w) {
    float position[3];
    corner_position(w, 0, w->low);
    memcpy(w->high, w->low, sizeof w->high);
    for (uint32_t i = 0; i < w->corners.vertex_count; i++) {
        corner_position(w, i, position);
        extend(w, position);
    }
    double longest = 0;
    for (int k = 0; k < 3; k++) {
        longest = fmax(longest, (double)w->high[k] - (double)w->low[k]);
    }
    w->steps_per_metre = (float)(tree_steps / longest);
}

// --- the bounding tree ---------------------------------------------------------------------------

static cw_detour_node leaf_of(const writing *w, uint32_t piece) {
    float low[3], high[3], position[3];
    corner_position(w, w->pieces.items[piece].corner[0], low);
    memcpy(high, low, sizeof high);
    for (uint32_t i = 1; i < w->pieces.items[piece].count; i++) {
        corner_position(w, w->pieces.items[piece].corner[i], position);
        for (int k = 0; k < 3; k++) {
            low[k] = fminf(low[k], position[k]);
            high[k] = fmaxf(high[k], position[k]);
        }
    }
    cw_detour_node leaf = {.index = (int32_t)piece};
    for (int k = 0; k < 3; k++) {
        leaf.low[k] = (uint16_t)floorf((low[k] - w->low[k]) * w->steps_per_metre);
        leaf.high[k] = (uint16_t)ceilf((high[k] - w->low[k]) * w->steps_per_metre);
    }
    return leaf;
}

static void write_tree(writing *w) {
    for (uint32_t i = 0; i < w->pieces.count; i++) {
        w->leaves[i] = leaf_of(w, i);
    }
    cw_detour_tree(w->leaves, w->pieces.count, w->nodes);
    for (uint32_t i = 0; i < 2 * w->pieces.count - 1; i++) {
        for (int k = 0; k < 6; k++) {
            put(w->text, k < 3 ? w->nodes[i].low[k] : w->nodes[i].high[k - 3], 2);
        }
        put(w->text, (uint32_t)w->nodes[i].index, 4);
    }
}

// --- the parts of a tile -------------------------------------------------------------------------

static cw_vec3 middle(const cw_vec3 edge[2]) {
    return (cw_vec3){(edge[0].x + edge[1].x) / 2, (edge[0].y + edge[1].y) / 2,
                     (edge[0].z + edge[1].z) / 2};
}

static void jump_ends(const cw_link *link, float from[3], float to[3]) {
    turn(middle(link->from_edge), from);
    turn(middle(link->to_edge), to);
}

static void write_vertices(const writing *w) {
    float from[3], to[3];
    for (uint32_t i = 0; i < w->corners.vertex_count; i++) {
        corner_position(w, i, from);
        put_vector(w->text, from);
    }
    for (uint32_t i = 0; i < w->mesh->link_count; i++) {
        jump_ends(&w->mesh->links[i], from, to);
        put_vector(w->text, from);
        put_vector(w->text, to);
    }
}

static void write_polygon(const writing *w, const cw_detour_piece *piece, uint32_t kind) {
    put(w->text, 0, 4); // the first link, made when the tile is added
    for (uint32_t k = 0; k < CW_DETOUR_CORNERS; k++) {
        put(w->text, k < piece->count ? piece->corner[k] : 0, 2);
    }
    for (uint32_t k = 0; k < CW_DETOUR_CORNERS; k++) {
        bool joined = k < piece->count && piece->neighbor[k] != CW_NONE;
        put(w->text, joined ? piece->neighbor[k] + 1 : 0, 2);
    }
    put(w->text, WALKABLE_FLAG, 2);
    put(w->text, piece->count, 1);
    put(w->text, kind, 1);
}

static void write_polygons(const writing *w) {
    for (uint32_t i = 0; i < w->pieces.count; i++) {
        write_polygon(w, &w->pieces.items[i], 0);
    }
    for (uint32_t i = 0; i < w->mesh->link_count; i++) {
        uint32_t vertex = w->corners.vertex_count + 2 * i;
        cw_detour_piece jump = {
            .count = 2, .corner = {vertex, vertex + 1}, .neighbor = {CW_NONE, CW_NONE}};
        write_polygon(w, &jump, JUMP_POLYGON);
    }
}

/// Where the triangles of a polygon's fan are: it has no vertices of its own.
static void write_details(const writing *w) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < w->pieces.count; i++) {
        uint32_t triangles = w->pieces.items[i].count - 2;
        put(w->text, 0, 4);
        put(w->text, first, 4);
        put(w->text, 0, 1);
        put(w->text, triangles, 1);
        put(w->text, 0, 2);
        first += triangles;
    }
}

/// Corners 0, k, k + 1, and which of its sides are sides of the polygon, two bits each.
static void write_detail_triangles(const writing *w) {
    for (uint32_t i = 0; i < w->pieces.count; i++) {
        uint32_t count = w->pieces.items[i].count;
        for (uint32_t k = 1; k + 1 < count; k++) {
            uint32_t sides = 1u << 2 | (k == 1 ? 1u : 0) | (k + 2 == count ? 1u << 4 : 0);
            put(w->text, 0, 1);
            put(w->text, k, 1);
            put(w->text, k + 1, 1);
            put(w->text, sides, 1);
        }
    }
}

static void write_jumps(const writing *w) {
    float from[3], to[3];
    for (uint32_t i = 0; i < w->mesh->link_count; i++) {
        jump_ends(&w->mesh->links[i], from, to);
        put_vector(w->text, from);
        put_vector(w->text, to);
        put_float(w->text, jump_radius);
        put(w->text, w->pieces.count + i, 2);
        put(w->text, w->mesh->links[i].kind == CW_LINK_STEP ? JUMP_BOTH_WAYS : 0, 1);
        put(w->text, JUMP_INSIDE, 1);
        put(w->text, i, 4);
    }
}

// --- headers -------------------------------------------------------------------------------------

static uint32_t polygon_total(const writing *w) {
    return w->pieces.count + w->mesh->link_count;
}

static uint32_t vertex_total(const writing *w) {
    return w->corners.vertex_count + 2 * w->mesh->link_count;
}

/// A link for each side, and two for both directions of each end of a jump.
static uint32_t link_total(const writing *w) {
    return w->side_count + 4 * w->mesh->link_count;
}

static uint32_t detail_total(const writing *w) {
    return w->side_count - 2 * w->pieces.count;
}

static size_t tile_size(const writing *w) {
    return TILE_HEADER_SIZE + (size_t)VERTEX_SIZE * vertex_total(w) +
           (size_t)POLYGON_SIZE * polygon_total(w) + (size_t)LINK_SIZE * link_total(w) +
           (size_t)DETAIL_SIZE * w->pieces.count + (size_t)DETAIL_TRIANGLE_SIZE * detail_total(w) +
           (size_t)NODE_SIZE * (2 * w->pieces.count - 1) + (size_t)JUMP_SIZE * w->mesh->link_count;
}

/// The least power of two that is at least a number, as Detour counts the bits of references.
static uint32_t power_above(uint32_t number) {
    uint32_t power = 1;
    while (power < number) {
        power *= 2;
    }
    return power;
}

static void write_set_header(const writing *w) {
    put(w->text, SET_MAGIC, 4);
    put(w->text, SET_VERSION, 4);
    put(w->text, 1, 4);
    put_vector(w->text, w->low);
    put_float(w->text, w->high[0] - w->low[0]);
    put_float(w->text, w->high[2] - w->low[2]);
    put(w->text, 1, 4);
    put(w->text, polygon_total(w), 4);
    // The tile's reference: its first generation, above the bits of its polygons.
    put(w->text, power_above(polygon_total(w)), 4);
    put(w->text, (uint32_t)tile_size(w), 4);
}

static void write_tile_header(const writing *w) {
    const uint32_t numbers[] = {
        TILE_MAGIC,
        TILE_VERSION,
        0, // x, y and layer in the grid of tiles
        0,
        0,
        0, // no id of the user
        polygon_total(w),
        vertex_total(w),
        link_total(w),
        w->pieces.count,
        0, // no vertices of details
        detail_total(w),
        2 * w->pieces.count - 1,
        w->mesh->link_count,
        w->pieces.count,
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        put(w->text, numbers[i], 4);
    }
    put_float(w->text, walkable_height);
    put_float(w->text, 0); // the radius that the mesh was made for: none
    put_float(w->text, walkable_climb);
    put_vector(w->text, w->low);
    put_vector(w->text, w->high);
    put_float(w->text, w->steps_per_metre);
}

static void write_links(const writing *w) {
    static const char empty[LINK_SIZE] = {0};
    for (uint32_t i = 0; i < link_total(w); i++) {
        cw_text_bytes(w->text, empty, sizeof empty);
    }
}

static void write_all(writing *w) {
    find_bounds(w);
    write_set_header(w);
    write_tile_header(w);
    write_vertices(w);
    write_polygons(w);
    write_links(w);
    write_details(w);
    write_detail_triangles(w);
    write_tree(w);
    write_jumps(w);
}

static cw_status check_limits(const writing *w, cw_context *context) {
    if (vertex_total(w) > VERTEX_LIMIT) {
        return cw_context_fail(context, CW_ERROR_LIMIT,
                               "a tile of Detour holds at most %d vertices; there are %u",
                               VERTEX_LIMIT, vertex_total(w));
    }
    if (polygon_total(w) > POLYGON_LIMIT) {
        return cw_context_fail(context, CW_ERROR_LIMIT,
                               "a tile of Detour holds at most %d polygons; there are %u",
                               POLYGON_LIMIT, polygon_total(w));
    }
    return CW_OK;
}

static cw_status prepare(writing *w, cw_context *context) {
    CW_IO_TRY(cw_corners_make(context, w->mesh, &w->corners));
    CW_IO_TRY(cw_detour_pieces_make(context, w->mesh, &w->corners, &w->pieces));
    CW_IO_TRY(check_limits(w, context));
    for (uint32_t i = 0; i < w->pieces.count; i++) {
        w->side_count += w->pieces.items[i].count;
    }
    size_t count = w->pieces.count;
    w->leaves = cw_context_resize(context, NULL, 0, count * sizeof *w->leaves);
    w->nodes = cw_context_resize(context, NULL, 0, 2 * count * sizeof *w->nodes);
    return w->leaves != NULL && w->nodes != NULL
               ? CW_OK
               : cw_context_fail(context, CW_ERROR_MEMORY, "out of memory");
}

void cw_navmesh_write_detour(const cw_navmesh *mesh, cw_text *text) {
    cw_context *context = text->context;
    writing w = {.mesh = mesh, .text = text};
    text->status = prepare(&w, context);
    if (text->status == CW_OK) {
        write_all(&w);
    }
    cw_context_release(context, w.leaves, w.pieces.count * sizeof *w.leaves);
    cw_context_release(context, w.nodes, 2 * (size_t)w.pieces.count * sizeof *w.nodes);
    cw_detour_pieces_free(context, &w.pieces);
    cw_corners_free(context, &w.corners);
}
