/// What the Python package asks for many points in one call. cffi lets other threads of Python run
/// meanwhile, so several queries work side by side.
#include "native.h"

#include <math.h>

void cw_native_heights(const cw_navmesh *mesh, cw_vec3 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        points[i].z = cw_navmesh_lowest(mesh, (cw_vec2){points[i].x, points[i].y});
    }
}

void cw_native_drape(const cw_navmesh *mesh, cw_vec3 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell = cw_navmesh_locate(mesh, points[i]);
        if (cell != CW_NONE) {
            points[i].z = cw_navmesh_height(mesh, cell, (cw_vec2){points[i].x, points[i].y});
        }
    }
}

void cw_native_locate(const cw_navmesh *mesh, const cw_vec3 *points, uint32_t count,
                      int64_t *cells) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell = cw_navmesh_locate(mesh, points[i]);
        cells[i] = cell != CW_NONE ? (int64_t)cell : -1;
    }
}

cw_status cw_native_clearance(cw_query *query, const cw_navmesh *mesh, const cw_vec3 *points,
                              uint32_t count, double *distances) {
    for (uint32_t i = 0; i < count; i++) {
        distances[i] = NAN;
        if (cw_navmesh_locate(mesh, points[i]) == CW_NONE) {
            continue;
        }
        cw_vec2 nearest;
        cw_status status = cw_query_wall(query, points[i], &distances[i], &nearest);
        if (status != CW_OK) {
            return status;
        }
    }
    return CW_OK;
}

cw_status cw_native_lengths(cw_query *query, const cw_vec3 *starts, const cw_vec3 *goals,
                            const double *radii, uint32_t count, double reach, double *lengths) {
    cw_path_request request = cw_path_request_default();
    request.goal_count = 1;
    request.reach = reach;
    request.length_only = true;
    for (uint32_t i = 0; i < count; i++) {
        cw_path path;
        request.start = starts[i];
        request.goals = &goals[i];
        request.radius = radii[i];
        cw_status status = cw_query_find(query, &request, &path);
        if (status != CW_OK) {
            return status;
        }
        lengths[i] = path.status == CW_PATH_FOUND ? path.length : NAN;
    }
    return CW_OK;
}

cw_status cw_native_sample(cw_query *query, uint64_t *seed, double radius, cw_vec3 *points,
                           uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        cw_status status = cw_query_random(query, seed, radius, &points[i]);
        if (status != CW_OK) {
            return status;
        }
    }
    return CW_OK;
}

uint32_t cw_native_crowd_state(cw_crowd *crowd, uint32_t count, cw_vec3 *positions,
                               cw_vec2 *velocities, uint64_t *serials, uint8_t *states) {
    cw_crowd_agents agents;
    cw_crowd_view(crowd, &agents);
    for (uint32_t i = 0; i < agents.count && i < count; i++) {
        positions[i] = cw_crowd_position(crowd, i);
        velocities[i] = (cw_vec2){agents.vx[i], agents.vy[i]};
        serials[i] = agents.serial[i];
        states[i] = agents.state[i];
    }
    return agents.count;
}
