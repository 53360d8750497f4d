/// Scenarios from files: the document, then the place it names, which becomes a mesh.
#include "clearway/io.h"

#include "jupedsim.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { PATH_SIZE = 4096 };

/// How far ahead of its walls a corner of the skeleton may run, as `clearway roadmap` has it.
static const double MITER = 1.2;

/// The skeleton of a surface, where it is asked for.
static cw_status build_skeleton(cw_context *context, const cw_surface *surface,
                                cw_skeleton *skeleton) {
    cw_skeleton_config config = {.miter = MITER};
    return skeleton == NULL ? CW_OK : cw_skeleton_build(context, surface, &config, skeleton);
}

static cw_status build_plan(cw_context *context, cw_plan *plan, cw_navmesh *mesh,
                            cw_skeleton *skeleton) {
    cw_surface surface = {0};
    cw_status status = cw_surface_from_plan(context, plan, NULL, &surface);
    status = status == CW_OK ? cw_navmesh_build(context, &surface, NULL, mesh) : status;
    status = status == CW_OK ? build_skeleton(context, &surface, skeleton) : status;
    cw_surface_free(context, &surface);
    return status;
}

static cw_status build_text(cw_context *context, const char *path, const char *wkt,
                            cw_navmesh *mesh, cw_skeleton *skeleton) {
    cw_plan plan = {0};
    char name[PATH_SIZE];
    (void)snprintf(name, sizeof name, "%s: place.wkt", path);
    cw_status status = cw_plan_parse(context, CW_FILE_WKT, name, wkt, strlen(wkt), &plan);
    if (status == CW_OK) {
        status = build_plan(context, &plan, mesh, skeleton);
        status = status != CW_OK ? cw_name_failure(context, name, status) : status;
    }
    cw_plan_free(context, &plan);
    return status;
}

/// A 3D scene with the defaults of `clearway build`.
static cw_status build_scene(cw_context *context, const char *path, cw_navmesh *mesh,
                             cw_skeleton *skeleton) {
    cw_scene scene = {0};
    cw_surface surface = {0};
    cw_navmesh_config shape = cw_navmesh_config_for_scenes();
    CW_IO_TRY(cw_scene_read(context, path, NULL, &scene));
    cw_status status = cw_surface_from_scene(context, &scene, NULL, &surface, NULL);
    if (status == CW_OK) {
        status = cw_navmesh_build(context, &surface, &shape, mesh);
    }
    status = status == CW_OK ? build_skeleton(context, &surface, skeleton) : status;
    cw_surface_free(context, &surface);
    cw_scene_free(context, &scene);
    return status != CW_OK ? cw_name_failure(context, path, status) : CW_OK;
}

static cw_status build_file(cw_context *context, const char *path, cw_navmesh *mesh,
                            cw_skeleton *skeleton) {
    cw_plan plan = {0};
    cw_status status = CW_OK;
    cw_file_kind kind = cw_file_kind_of(path);
    if (cw_file_is_scene(kind)) {
        return build_scene(context, path, mesh, skeleton);
    }
    switch (kind) {
    case CW_FILE_CWM:
    case CW_FILE_JSON:
    case CW_FILE_MESH: return cw_navmesh_read(context, path, mesh);
    case CW_FILE_WKT:
    case CW_FILE_GEOJSON:
    case CW_FILE_DAT:
    case CW_FILE_MAP:
    case CW_FILE_SVG:
    case CW_FILE_ROS: status = cw_plan_read(context, path, &plan); break;
    default:
        return cw_name_fail(context, path, CW_ERROR_INPUT,
                            "a place is a mesh (.cwm, .json, .mesh), a plan (.wkt, .geojson, "
                            ".dat, .map) or a 3D scene (.obj, .glb, ...)");
    }
    if (status == CW_OK) {
        status = build_plan(context, &plan, mesh, skeleton);
        status = status != CW_OK ? cw_name_failure(context, path, status) : status;
    }
    cw_plan_free(context, &plan);
    return status;
}

static cw_status open_place(cw_context *context, const char *path, const cw_scenario_place *place,
                            cw_navmesh *mesh, cw_skeleton *skeleton) {
    if (place->wkt != NULL) {
        return build_text(context, path, place->wkt, mesh, skeleton);
    }
    const char *slash = place->path[0] != '/' ? strrchr(path, '/') : NULL;
    int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    char full[PATH_SIZE];
    if (snprintf(full, sizeof full, "%.*s%s", folder, path, place->path) >= PATH_SIZE) {
        return cw_name_fail(context, path, CW_ERROR_IO, "place: the path is too long");
    }
    return build_file(context, full, mesh, skeleton);
}

static cw_status parse_file(cw_context *context, const char *path, cw_scenario *scenario,
                            cw_scenario_place *place) {
    uint8_t *bytes;
    size_t size;
    const char *dot = strrchr(path, '.');
    if (dot != NULL && strcasecmp(dot, ".zip") == 0) {
        return cw_scenario_read_zip(context, path, scenario, place);
    }
    CW_IO_TRY(cw_file_read(context, path, &bytes, &size));
    cw_status status = cw_scenario_parse(context, path, (const char *)bytes, size, scenario, place);
    cw_context_release(context, bytes, size);
    return status;
}

/// Opens the place of a scenario that was parsed; frees all where that, or parsing, failed.
static cw_status complete(cw_context *context, const char *path, cw_status status,
                          cw_scenario *scenario, cw_scenario_place *place, cw_navmesh *mesh,
                          char **title) {
    cw_skeleton *skeleton = scenario->route == CW_ROUTE_ROADMAP ? &scenario->skeleton : NULL;
    status = status == CW_OK ? open_place(context, path, place, mesh, skeleton) : status;
    if (status != CW_OK) {
        cw_navmesh_free(context, mesh);
    }
    if (title != NULL) {
        *title = status == CW_OK ? place->title : NULL;
        place->title = status == CW_OK ? NULL : place->title;
    }
    cw_scenario_place_free(context, place);
    if (status != CW_OK) {
        cw_scenario_free(context, scenario);
    }
    return status;
}

cw_status cw_scenario_read(cw_context *context, const char *path, cw_scenario *scenario,
                           cw_navmesh *mesh, char **title) {
    *mesh = (cw_navmesh){0};
    *scenario = (cw_scenario){0};
    cw_scenario_place place = {0};
    cw_status status = parse_file(context, path, scenario, &place);
    return complete(context, path, status, scenario, &place, mesh, title);
}

cw_status cw_scenario_open(cw_context *context, const char *name, const char *text, size_t size,
                           cw_scenario *scenario, cw_navmesh *mesh, char **title) {
    *mesh = (cw_navmesh){0};
    *scenario = (cw_scenario){0};
    cw_scenario_place place = {0};
    cw_status status = cw_scenario_parse(context, name, text, size, scenario, &place);
    return complete(context, name, status, scenario, &place, mesh, title);
}
