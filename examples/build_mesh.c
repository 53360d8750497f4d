/// A floor with a pillar, made in code, becomes a navigation mesh; its cells are printed.
///
///   cc build_mesh.c $(pkg-config --cflags --libs clearway) && ./a.out
#include <clearway/clearway.h>

#include <stdio.h>

static const cw_vec2 FLOOR[] = {{0, 0}, {10, 0}, {10, 4}, {6, 4}, {6, 8}, {0, 8}};
static const cw_vec2 PILLAR[] = {{2, 2}, {4, 2}, {4, 4}, {2, 4}};

static cw_status make_mesh(cw_context *context, cw_plan *plan, cw_surface *surface,
                           cw_navmesh *mesh) {
    cw_status status = cw_plan_add(context, plan, CW_RING_OUTER, 0, FLOOR, 6);
    if (status == CW_OK) {
        status = cw_plan_add(context, plan, CW_RING_OBSTACLE, 0, PILLAR, 4);
    }
    if (status == CW_OK) {
        status = cw_surface_from_plan(context, plan, NULL, surface);
    }
    return status == CW_OK ? cw_navmesh_build(context, surface, NULL, mesh) : status;
}

static void print_mesh(const cw_navmesh *mesh) {
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        printf("cell %u:", cell);
        for (uint32_t edge = cw_navmesh_cell_begin(mesh, cell);
             edge < cw_navmesh_cell_end(mesh, cell); edge++) {
            cw_vec3 corner = mesh->positions[mesh->edge_vertex[edge]];
            printf(" (%g, %g)", corner.x, corner.y);
        }
        printf("\n");
    }
    uint32_t inside = cw_navmesh_locate(mesh, (cw_vec3){1, 1, 0});
    uint32_t pillar = cw_navmesh_locate(mesh, (cw_vec3){3, 3, 0});
    printf("(1, 1) is in cell %u; (3, 3) is %s\n", inside, pillar == CW_NONE ? "a wall" : "floor");
}

int main(void) {
    cw_context *context;
    if (cw_context_create(NULL, &context) != CW_OK) {
        return 1;
    }
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    cw_status status = make_mesh(context, &plan, &surface, &mesh);
    if (status == CW_OK) {
        print_mesh(&mesh);
    } else {
        fprintf(stderr, "%s: %s\n", cw_status_string(status), cw_context_message(context));
    }
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    cw_context_free(context);
    return status == CW_OK ? 0 : 1;
}
