/// Checking runs; see run_check.h.
#include "run_check.h"
#include "check.h"
#include "made.h"
#include "plane.h"

#include "clearway/io.h"

/// Metres: what the crowd promises.
static const double MICROMETRE = 1e-6;

void run_world_make(run_world *world, cw_context *context, const double (*boxes)[4],
                    uint32_t box_count) {
    *world = (run_world){.context = context, .scenario = cw_scenario_default()};
    for (uint32_t i = 0; i < box_count; i++) {
        const double *b = boxes[i];
        cw_ring_kind kind = i == 0 ? CW_RING_OUTER : CW_RING_HOLE;
        put_box(context, &world->plan, kind, b[0], b[1], b[2], b[3]);
    }
    world->mesh = mesh_of_plan(context, &world->plan, NULL);
    assert_int_equal(cw_clearance_build(context, &world->mesh, &world->clearance), CW_OK);
}

void run_world_open(run_world *world, cw_context *context, const char *path) {
    *world = (run_world){.context = context};
    char *wkt;
    size_t size;
    cw_status status = cw_scenario_read(context, path, &world->scenario, &world->mesh, NULL);
    if (status != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    assert_int_equal(cw_clearance_build(context, &world->mesh, &world->clearance), CW_OK);
    assert_int_equal(cw_navmesh_wkt(context, &world->mesh, &wkt, &size), CW_OK);
    assert_ok(cw_plan_parse(context, CW_FILE_WKT, path, wkt, strlen(wkt), &world->plan));
    cw_context_release(context, wkt, size);
}

void run_world_free(run_world *world) {
    cw_scenario_free(world->context, &world->scenario);
    cw_clearance_free(world->context, &world->clearance);
    cw_navmesh_free(world->context, &world->mesh);
    cw_plan_free(world->context, &world->plan);
}

uint32_t run_world_region(run_world *world, const char *name, double x0, double y0, double x1,
                          double y1) {
    cw_vec3 corners[] = {{x0, y0, 0}, {x1, y0, 0}, {x1, y1, 0}, {x0, y1, 0}};
    assert_ok(cw_scenario_add_region(world->context, &world->scenario, name, CW_TARGET_REGION,
                                     corners, 4, 0));
    return world->scenario.region_count - 1;
}

/// Even-odd over all rings, and the distance to the nearest of them.
static bool on_floor(const cw_plan *plan, double x, double y, double *nearest) {
    bool inside = false;
    *nearest = INFINITY;
    for (uint32_t i = 0; i < plan->ring_count; i++) {
        const cw_ring *ring = &plan->rings[i];
        for (uint32_t k = 0; k < ring->count; k++) {
            cw_vec2 a = plan->points[ring->first + k];
            cw_vec2 b = plan->points[ring->first + (k + 1) % ring->count];
            *nearest = fmin(*nearest, plane_point_segment((cw_vec2){x, y}, a, b));
            if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x) {
                inside = !inside;
            }
        }
    }
    return inside;
}

static void check_speed(const cw_frame *before, const cw_track_point *point,
                        const cw_track_agent *agent, double fps) {
    for (uint32_t i = 0; before != NULL && i < before->count; i++) {
        const cw_track_point *old = &before->points[i];
        if (old->agent == point->agent) {
            double step =
                hypot(point->position.x - old->position.x, point->position.y - old->position.y);
            assert_true(step <= agent->max_speed / fps + MICROMETRE);
        }
    }
}

void run_check_frame(const cw_plan *plan, const cw_frame *frame, const cw_frame *before,
                     const cw_track_agent *agents, double fps, bool overlaps) {
    for (uint32_t i = 0; i < frame->count; i++) {
        const cw_track_point *point = &frame->points[i];
        double radius = agents[point->agent].radius, nearest;
        bool inside = on_floor(plan, point->position.x, point->position.y, &nearest);
        assert_true(inside && nearest >= radius - MICROMETRE);
        check_speed(before, point, &agents[point->agent], fps);
        assert_true(i == 0 || frame->points[i - 1].agent < point->agent);
        for (uint32_t k = 0; !overlaps && k < i; k++) {
            const cw_track_point *other = &frame->points[k];
            double apart =
                hypot(point->position.x - other->position.x, point->position.y - other->position.y);
            assert_true(apart >= radius + agents[other->agent].radius - MICROMETRE);
        }
    }
}

cw_metrics_summary run_world_run(run_world *world, cw_trajectory *trajectory) {
    cw_simulation *simulation = NULL;
    cw_metrics *metrics = NULL;
    cw_context *context = world->context;
    cw_trajectory kept = {.fps = world->scenario.fps, .level = true};
    bool soft = world->scenario.crowd.contact == CW_CONTACT_SOFT;
    cw_status status =
        cw_simulation_create(context, &world->scenario, &world->clearance, &simulation);
    if (status != CW_OK) {
        print_message("%s\n", cw_context_message(context));
    }
    assert_int_equal(status, CW_OK);
    assert_ok(cw_metrics_create(context, &world->scenario, &world->clearance, world->scenario.fps,
                                &metrics));
    cw_frame frame, before;
    uint32_t count = 0;
    const cw_track_agent *agents = cw_simulation_agents(simulation, &count);
    for (bool done = false; !done;) {
        assert_int_equal(cw_simulation_next(simulation, &frame, &done), CW_OK);
        if (!done) {
            if (kept.frame_count > 0) {
                before = cw_trajectory_frame(&kept, kept.frame_count - 1);
            }
            run_check_frame(&world->plan, &frame, kept.frame_count > 0 ? &before : NULL, agents,
                            kept.fps, soft);
            assert_int_equal(cw_metrics_add(metrics, &frame, agents, count), CW_OK);
            assert_int_equal(cw_trajectory_add(context, &kept, &frame), CW_OK);
        }
    }
    cw_metrics_summary sum;
    assert_int_equal(cw_metrics_result(metrics, agents, count, &sum), CW_OK);
    assert_ok(
        cw_trajectory_set_agents(context, &kept, &world->scenario.group_names, agents, count));
    cw_metrics_free(metrics);
    cw_simulation_free(simulation);
    sum.measures = NULL;
    sum.arrivals_per_second = sum.collisions_per_second = sum.present_per_second = NULL;
    if (trajectory != NULL) {
        *trajectory = kept;
    } else {
        cw_trajectory_free(context, &kept);
    }
    return sum;
}
