/// The walkable surface of a scene.
///
/// After Oliva and Pelechano, "NEOGEN: near optimal generator of navigation meshes for 3D
/// multi-layered environments" (2013), chapter 6 of Oliva's thesis, where faces are cut by what is
/// above them; the rules for steps, solids, small rises and barriers are our own (docs/scene.md).
///
/// Phases: 1 vertices and faces on the lattice (prepare.c), their edges, shells and kinds (link.c,
/// rises.c), bridges over cracks (bridge.c), an index over all (scene_tree.c); 2 what close faces
/// leave on each other as lines and nodes (cut.c, lines.c, walls.c); 3 every line goes through the
/// nodes it meets (nodes.c, route.c); 4 each face is arranged by itself, and its free parts kept
/// (arrange.c, arrange_face.c, label.c); 5 parts are joined (join.c), filtered (filter.c) and
/// handed over (hand_over.c). There is no arrangement of everything: faces only meet what is within
/// a walker's height.
#include "scene/join.h"

#include <math.h>
#include <string.h>

/// Largest width of cracks that are bridged, metres.
static const double MOST_GAP = 0.05;
/// A right angle, radians.
static const double RIGHT_ANGLE = 1.5707963267948966;

cw_extraction_config cw_extraction_config_default(void) {
    return (cw_extraction_config){.height = 2.0,
                                  .step = 0.4,
                                  .slope = RIGHT_ANGLE / 2,
                                  .gap = 0.001,
                                  .min_island = 0.5,
                                  .min_width = 0.1,
                                  .solids = true,
                                  .small_rises = true};
}

static cw_status check_range(cw_context *context, const char *name, double value, double low,
                             double high) {
    return value >= low && value <= high
               ? CW_OK
               : cw_fail(context, CW_ERROR_ARGUMENT, "%s is %g and has to be within %g and %g",
                         name, value, low, high);
}

cw_status cw_scene_check(cw_context *context, const cw_extraction_config *config) {
    if (!(config->height > 0 && config->height <= CW_COORDINATE_LIMIT)) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "height is %g m and has to be above 0",
                       config->height);
    }
    if (!(config->step >= 0 && 2 * config->step < config->height)) {
        return cw_fail(context, CW_ERROR_ARGUMENT,
                       "step is %g m and has to be at least 0 and less than half of the height, "
                       "%g m: otherwise a floor could be a step away from two others at once",
                       config->step, config->height);
    }
    if (!(config->slope >= 0 && config->slope < RIGHT_ANGLE)) {
        return cw_fail(context, CW_ERROR_ARGUMENT,
                       "slope is %g and has to be at least 0 and less than a right angle, %g",
                       config->slope, RIGHT_ANGLE);
    }
    CW_TRY(check_range(context, "gap", config->gap, 0, MOST_GAP));
    CW_TRY(check_range(context, "min_island", config->min_island, 0, HUGE_VAL));
    CW_TRY(check_range(context, "min_width", config->min_width, 0, HUGE_VAL));
    CW_TRY(check_range(context, "min_hole", config->min_hole, 0, HUGE_VAL));
    if (config->from_count > 0 && config->from == NULL) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "from is NULL and from_count is %u",
                       config->from_count);
    }
    return CW_OK;
}

void cw_extraction_free(cw_context *context, cw_extraction *work) {
    CW_RELEASE(context, work->spots, work->spot_capacity);
    CW_RELEASE(context, work->places, work->spot_capacity);
    CW_RELEASE(context, work->spot_node, work->spot_capacity);
    CW_RELEASE(context, work->wall_carrier, work->face_capacity);
    CW_RELEASE(context, work->patches, work->face_capacity);
    CW_RELEASE(context, work->edge_faces, work->side_count);
    CW_RELEASE(context, work->edges, work->edge_capacity);
    CW_RELEASE(context, work->edge_first, (size_t)work->linked_count + 1);
    CW_RELEASE(context, work->faces, work->face_capacity);
    CW_RELEASE(context, work->node_table, work->node_table_size);
    cw_scene_tree_free(context, &work->tree);
    CW_ARRAY_FREE(context, &work->nodes);
    CW_ARRAY_FREE(context, &work->heights);
    CW_ARRAY_FREE(context, &work->carriers);
    CW_ARRAY_FREE(context, &work->chain_nodes);
    CW_ARRAY_FREE(context, &work->hits);
    CW_ARRAY_FREE(context, &work->active);
    CW_ARRAY_FREE(context, &work->dirty);
    CW_ARRAY_FREE(context, &work->lines);
    CW_ARRAY_FREE(context, &work->pieces);
}

/// Phases 1 to 4.
static cw_status extract(cw_context *context, const cw_scene *scene, cw_extraction *work) {
    CW_TRY(cw_progress(context, "preparing faces", 0));
    CW_TRY(cw_scene_prepare(context, scene, work));
    CW_TRY(cw_scene_link(context, work));
    CW_TRY(cw_scene_lay_bridges(context, work));
    CW_TRY(cw_scene_index(context, work));
    CW_TRY(cw_scene_cut(context, work));
    CW_TRY(cw_scene_route(context, work));
    return cw_scene_arrange(context, work);
}

/// Phase 5.
static cw_status finish(cw_context *context, cw_extraction *work, cw_surface *surface) {
    cw_free_floor floor = {0};
    cw_status status = cw_progress(context, "joining floors", 0);
    status = status != CW_OK ? status : cw_free_floor_join(context, work, &floor);
    status = status != CW_OK ? status : cw_free_floor_filter(context, work, &floor);
    status = status != CW_OK ? status : cw_free_floor_fill(context, work, &floor);
    status = status != CW_OK ? status : cw_mark_floor(context, work, &floor);
    status = status != CW_OK ? status : cw_free_floor_hand_over(context, work, &floor, surface);
    cw_free_floor_free(context, &floor);
    return status;
}

static cw_status make_surface(cw_context *context, const cw_scene *scene,
                              const cw_extraction_config *config, cw_surface *surface,
                              cw_extraction_report *report, cw_extraction_marks *marks) {
    memset(surface, 0, sizeof *surface);
    cw_extraction_report own = {0};
    cw_extraction work = {.report = &own, .marks = marks};
    work.config = config != NULL ? *config : cw_extraction_config_default();
    cw_status status = cw_scene_check(context, &work.config);
    status = status != CW_OK ? status : extract(context, scene, &work);
    status = status != CW_OK ? status : finish(context, &work, surface);
    cw_extraction_free(context, &work);
    if (report != NULL) {
        *report = own;
    }
    return status;
}

cw_status cw_surface_from_scene(cw_context *context, const cw_scene *scene,
                                const cw_extraction_config *config, cw_surface *surface,
                                cw_extraction_report *report) {
    return make_surface(context, scene, config, surface, report, NULL);
}

cw_status cw_extraction_trace(cw_context *context, const cw_scene *scene,
                              const cw_extraction_config *config, cw_extraction_marks *marks) {
    cw_surface surface;
    memset(marks, 0, sizeof *marks);
    cw_status status = make_surface(context, scene, config, &surface, NULL, marks);
    cw_surface_free(context, &surface);
    if (status != CW_OK) {
        cw_extraction_marks_free(context, marks);
    }
    return status;
}

void cw_extraction_marks_free(cw_context *context, cw_extraction_marks *marks) {
    CW_ARRAY_FREE(context, marks);
}
