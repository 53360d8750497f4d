/// Floors with steps made by hand.
#include "stepped_floors.h"
#include "check.h"

#include "surface/assemble.h"
#include "test_context.h"

static const double LATTICE_STEP = 0x1p-13;

static void require(cw_status status) {
    assert_ok(status);
}

static cw_point coarse_of(const cw_lattice *lattice, cw_vec3 p) {
    return (cw_point){llround((p.x - lattice->origin_x) / lattice->step),
                      llround((p.y - lattice->origin_y) / lattice->step)};
}

static void add_quads(cw_assembly *assembly, const stepped_quad *quads, uint32_t count) {
    static const uint32_t halves[6] = {0, 1, 2, 0, 2, 3};
    cw_trimesh *mesh = &assembly->mesh;
    assembly->source_count = 4 * count;
    require(CW_ALLOCATE(context, assembly->positions, 4 * (size_t)count));
    require(cw_trimesh_reserve(context, mesh, 4 * (size_t)count, 2 * (size_t)count));
    mesh->flip_test = cw_inside_circle;
    for (uint32_t i = 0; i < 4 * count; i++) {
        cw_vec3 p = quads[i / 4].corners[i % 4];
        cw_point coarse = coarse_of(&assembly->lattice, p);
        cw_trimesh_add_vertex(mesh, coarse);
        assembly->positions[i] = p;
    }
    for (uint32_t i = 0; i < 6 * count; i++) {
        mesh->corners[i] = 4 * (i / 6) + halves[i % 6];
        mesh->twins[i] = CW_NONE;
        mesh->edges[i] = 0;
    }
    mesh->triangle_count = 2 * count;
}

static bool is_joined(const cw_assembly *assembly, uint32_t h, uint32_t other, double step) {
    const cw_trimesh *mesh = &assembly->mesh;
    uint32_t a = cw_origin(mesh, h), b = cw_target(mesh, h);
    uint32_t c = cw_target(mesh, other), d = cw_origin(mesh, other);
    return cw_point_equal(mesh->points[a], mesh->points[c]) &&
           cw_point_equal(mesh->points[b], mesh->points[d]) &&
           fabs(assembly->positions[a].z - assembly->positions[c].z) <= step &&
           fabs(assembly->positions[b].z - assembly->positions[d].z) <= step;
}

static void join_quads(cw_assembly *assembly, double step) {
    cw_trimesh *mesh = &assembly->mesh;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        for (uint32_t other = 0; other < h && mesh->twins[h] == CW_NONE; other++) {
            if (mesh->twins[other] == CW_NONE && is_joined(assembly, h, other, step)) {
                mesh->twins[h] = other;
                mesh->twins[other] = h;
            }
        }
    }
}

static void keep_terrain(const cw_assembly *assembly, double step, cw_terrain *terrain) {
    const cw_trimesh *mesh = &assembly->mesh;
    size_t half_edges = (size_t)3 * mesh->triangle_count;
    *terrain = (cw_terrain){
        .vertex_count = mesh->vertex_count, .triangle_count = mesh->triangle_count, .step = step};
    require(CW_ALLOCATE(context, terrain->positions, mesh->vertex_count));
    require(CW_ALLOCATE(context, terrain->corners, half_edges));
    require(CW_ALLOCATE(context, terrain->twins, half_edges));
    memcpy(terrain->positions, assembly->positions,
           mesh->vertex_count * sizeof *terrain->positions);
    memcpy(terrain->corners, mesh->corners, half_edges * sizeof *terrain->corners);
    memcpy(terrain->twins, mesh->twins, half_edges * sizeof *terrain->twins);
}

cw_surface make_stepped(const stepped_quad *quads, uint32_t count, double step) {
    cw_assembly assembly = {.lattice = {-64, -64, LATTICE_STEP}, .keep_walls = true};
    cw_surface surface = {0};
    cw_terrain terrain;
    add_quads(&assembly, quads, count);
    join_quads(&assembly, step);
    keep_terrain(&assembly, step, &terrain);
    require(cw_assemble(context, &assembly, &surface));
    surface.terrain = terrain;
    cw_assembly_free(context, &assembly);
    return surface;
}

void list_stair(stepped_quad *quads, uint32_t treads, double width) {
    double x = 0;
    for (uint32_t i = 0; i < treads + 2; i++) {
        double end = x + (i == 0 || i == treads + 1 ? 2 : 0.3), z = 0.17 * i;
        quads[i] = (stepped_quad){{{x, 0, z}, {end, 0, z}, {end, width, z}, {x, width, z}}};
        x = end;
    }
}
