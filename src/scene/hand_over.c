/// From the free floor to a surface.
///
/// Corners at one node whose heights are the same but for rounding become one vertex; the two sides
/// of a step keep one each. The triangles with their twins are kept as terrain, and assembled into
/// a surface whose vertices all touch walls.
#include "scene/join.h"

#include "geom/order.h"
#include "surface/assemble.h"

#include <math.h>
#include <string.h>

/// The vertex of the soup that a corner is, or CW_NONE.
static uint32_t spot_at(const cw_extraction *work, const cw_free_floor *floor, uint32_t corner) {
    if (floor->faces[corner / 3] == CW_NONE) {
        return CW_NONE;
    }
    const cw_face *face = &work->faces[floor->faces[corner / 3]];
    for (uint32_t k = 0; k < 3; k++) {
        if (work->spot_node[face->corners[k]] == floor->nodes[corner]) {
            return face->corners[k];
        }
    }
    return CW_NONE;
}

static cw_vec3 corner_place(const cw_extraction *work, const cw_free_floor *floor,
                            uint32_t corner) {
    const cw_lattice *lattice = &work->lattice;
    cw_point plan = cw_node_plan(work, floor->nodes[corner]);
    return (cw_vec3){lattice->origin_x + (double)plan.x * lattice->step,
                     lattice->origin_y + (double)plan.y * lattice->step,
                     work->origin_z + cw_corner_height(work, floor, corner) * lattice->step};
}

/// One vertex for a run of corners; it has the caller's place if a vertex of the soup is there.
static void add_vertex(const cw_extraction *work, const cw_free_floor *floor, const cw_keyed *run,
                       uint32_t count, cw_assembly *assembly) {
    cw_trimesh *mesh = &assembly->mesh;
    uint32_t spot = CW_NONE, vertex = mesh->vertex_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = spot_at(work, floor, run[i].item);
        spot = other < spot ? other : spot;
        mesh->corners[run[i].item] = vertex;
    }
    cw_trimesh_add_vertex(mesh, cw_node_plan(work, floor->nodes[run[0].item]));
    assembly->positions[vertex] =
        spot != CW_NONE ? work->places[spot] : corner_place(work, floor, run[0].item);
}

/// Groups the sorted corners of all triangles into vertices.
static void weld_corners(const cw_extraction *work, const cw_free_floor *floor,
                         const cw_keyed *order, cw_assembly *assembly) {
    uint32_t corners = 3 * floor->count;
    for (uint32_t i = 0, end; i < corners; i = end) {
        for (end = i + 1; end < corners && order[end].key <= order[i].key + CW_LEVEL_STEPS &&
                          order[end].key >> 32 == order[i].key >> 32;) {
            end++;
        }
        add_vertex(work, floor, order + i, end - i, assembly);
    }
}

/// Sorts all corners by node and height.
static void sort_corners(const cw_extraction *work, const cw_free_floor *floor, cw_keyed *order) {
    uint32_t corners = 3 * floor->count;
    for (uint32_t c = 0; c < corners; c++) {
        uint32_t height = (uint32_t)(cw_corner_height(work, floor, c) + 0.5);
        order[c] = (cw_keyed){(uint64_t)floor->nodes[c] << 32 | height, c};
    }
    cw_keyed_sort_in_place(order, corners);
}

static cw_status fill_assembly(cw_context *context, const cw_extraction *work,
                               const cw_free_floor *floor, cw_assembly *assembly) {
    cw_trimesh *mesh = &assembly->mesh;
    uint32_t corners = 3 * floor->count;
    assembly->lattice = work->lattice;
    assembly->source_count = corners;
    CW_TRY(CW_ALLOCATE(context, assembly->positions, corners));
    CW_TRY(cw_trimesh_reserve(context, mesh, corners, floor->count));
    mesh->flip_test = cw_inside_circle;
    mesh->triangle_count = floor->count;
    memcpy(mesh->twins, floor->twins, corners * sizeof *mesh->twins);
    memset(mesh->edges, 0, corners * sizeof *mesh->edges);
    cw_keyed *order = NULL;
    CW_TRY(CW_ALLOCATE(context, order, 2 * (size_t)corners));
    sort_corners(work, floor, order);
    weld_corners(work, floor, order, assembly);
    CW_RELEASE(context, order, 2 * (size_t)corners);
    return CW_OK;
}

/// The area type of a floor triangle; what was filled takes that of the floor around it.
static uint8_t area_of(const cw_extraction *work, const cw_free_floor *floor, const uint8_t *areas,
                       uint32_t t) {
    if (floor->faces[t] != CW_NONE) {
        return work->faces[floor->faces[t]].area;
    }
    uint8_t highest = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t twin = floor->twins[3 * t + k];
        bool known = twin != CW_NONE && (twin / 3 < t || floor->faces[twin / 3] != CW_NONE);
        uint8_t area = !known ? 0
                       : floor->faces[twin / 3] != CW_NONE
                           ? work->faces[floor->faces[twin / 3]].area
                           : areas[twin / 3];
        highest = area > highest ? area : highest;
    }
    return highest;
}

/// Area types of the terrain, where there is any but 0.
static cw_status keep_areas(cw_context *context, const cw_extraction *work,
                            const cw_free_floor *floor, cw_terrain *terrain) {
    uint8_t *areas = NULL, any = 0;
    CW_TRY(CW_ALLOCATE(context, areas, floor->count));
    for (uint32_t t = 0; t < floor->count; t++) {
        areas[t] = area_of(work, floor, areas, t);
        any |= areas[t];
    }
    if (any == 0) {
        CW_RELEASE(context, areas, floor->count);
    }
    terrain->areas = areas;
    return CW_OK;
}

static cw_status keep_terrain(cw_context *context, const cw_extraction *work,
                              const cw_assembly *assembly, cw_terrain *terrain) {
    const cw_trimesh *mesh = &assembly->mesh;
    size_t half_edges = (size_t)3 * mesh->triangle_count;
    terrain->vertex_count = mesh->vertex_count;
    terrain->triangle_count = mesh->triangle_count;
    terrain->step = (double)(work->step + CW_LEVEL_STEPS) * work->lattice.step;
    CW_TRY(CW_ALLOCATE(context, terrain->positions, mesh->vertex_count));
    CW_TRY(CW_ALLOCATE(context, terrain->corners, half_edges));
    CW_TRY(CW_ALLOCATE(context, terrain->twins, half_edges));
    memcpy(terrain->positions, assembly->positions,
           mesh->vertex_count * sizeof *terrain->positions);
    memcpy(terrain->corners, mesh->corners, half_edges * sizeof *terrain->corners);
    memcpy(terrain->twins, mesh->twins, half_edges * sizeof *terrain->twins);
    return CW_OK;
}

cw_status cw_free_floor_hand_over(cw_context *context, cw_extraction *work,
                                  const cw_free_floor *floor, cw_surface *surface) {
    cw_assembly assembly = {.keep_walls = true};
    cw_terrain terrain = {0};
    cw_status status = fill_assembly(context, work, floor, &assembly);
    status = status != CW_OK ? status : keep_terrain(context, work, &assembly, &terrain);
    status = status != CW_OK ? status : keep_areas(context, work, floor, &terrain);
    status = status != CW_OK ? status : cw_assemble(context, &assembly, surface);
    surface->terrain = terrain;
    cw_assembly_free(context, &assembly);
    if (status != CW_OK) {
        cw_surface_free(context, surface);
    }
    return status;
}
