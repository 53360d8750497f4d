/// The shortest ways of three discs between two rooms, and what stops the largest.
///
///   cc find_path.c $(pkg-config --cflags --libs clearway) && ./a.out
#include <clearway/clearway.h>

#include <stdio.h>

static const cw_vec2 FLOOR[] = {{0, 0}, {12, 0}, {12, 8}, {0, 8}};
static const cw_vec2 WALL[] = {{5, 1}, {7, 1}, {7, 6}, {5, 6}}; // 1 m below it, 2 m above

static void print_path(cw_query *query, double radius) {
    const cw_vec3 goal = {10, 2, 0};
    cw_path_request request = cw_path_request_default();
    request.start = (cw_vec3){2, 2, 0};
    request.goals = &goal;
    request.goal_count = 1;
    request.radius = radius;
    cw_path path;
    if (cw_query_find(query, &request, &path) != CW_OK) {
        return;
    }
    printf("radius %.1f: %s", radius, cw_path_status_string(path.status));
    if (path.status == CW_PATH_FOUND) {
        printf(", %.3f m in %u legs\n", path.length, path.leg_count);
    } else {
        printf("; %.2f would\n", path.gate.radius);
    }
}

int main(void) {
    cw_context *context;
    if (cw_context_create(NULL, &context) != CW_OK) {
        return 1;
    }
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    cw_clearance clearance = {0};
    cw_query *query = NULL;
    bool made = cw_plan_add(context, &plan, CW_RING_OUTER, 0, FLOOR, 4) == CW_OK &&
                cw_plan_add(context, &plan, CW_RING_OBSTACLE, 0, WALL, 4) == CW_OK &&
                cw_surface_from_plan(context, &plan, NULL, &surface) == CW_OK &&
                cw_navmesh_build(context, &surface, NULL, &mesh) == CW_OK &&
                cw_clearance_build(context, &mesh, &clearance) == CW_OK &&
                cw_query_create(context, &clearance, &query) == CW_OK;
    for (int i = 0; i < 3 && made; i++) {
        print_path(query, 0.4 * (i + 1));
    }
    cw_query_free(query);
    cw_clearance_free(context, &clearance);
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    cw_context_free(context);
    return made ? 0 : 1;
}
