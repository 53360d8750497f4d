/// `clearway info`: the figures of a mesh.
#include "command.h"

#include "files.h"
#include "scene/areas.h"
#include "summary.h"
#include "text.h"

#include <inttypes.h>

static const cw_option options_table[] = {
    {.name = "clearance",
     .type = CW_OPTION_FLAG,
     .help = "also the tables that paths for any radius need: their size, the widest portal"},
    CW_JSON_OPTION("figures as JSON on stdout"),
};

static const cw_example examples[] = {
    {"clearway info office.cwm", "cells, portals, notches, holes, islands, size"},
    {"clearway info office.cwm --clearance", "how much memory the clearance tables take"},
    {"clearway info office.cwm --json | jq .cells", "one figure for a script"},
};

/// Figures of the clearance tables.
typedef struct clearance_figures {
    bool known;
    double bytes;
    uint32_t corners, summits, split; ///< split: portals with several free parts for some radius
    double widest;                    ///< largest radius that fits through a portal, in metres
} clearance_figures;

static cw_status measure_clearance(cw_session *session, const cw_navmesh *mesh,
                                   clearance_figures *figures) {
    cw_clearance clearance;
    cw_status status = cw_clearance_build(session->context, mesh, &clearance);
    if (status != CW_OK) {
        return status;
    }
    figures->known = true;
    figures->bytes = (double)cw_clearance_bytes(&clearance);
    figures->corners = clearance.corner_count;
    figures->summits = clearance.summit_count;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        figures->split += clearance.edge_summit_first[e + 1] - clearance.edge_summit_first[e] > 1;
    }
    for (uint32_t i = 0; i < clearance.summit_count; i++) {
        double radius = clearance.summits[i].clearance;
        figures->widest = radius > figures->widest ? radius : figures->widest;
    }
    cw_clearance_free(session->context, &clearance);
    return CW_OK;
}

/// The box around all vertices, metres.
typedef struct box {
    cw_vec3 low, high;
} box;

static box box_of(const cw_navmesh *mesh) {
    box bounds = {0};
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        cw_vec3 p = mesh->positions[i];
        if (i == 0) {
            bounds = (box){p, p};
        }
        bounds.low.x = p.x < bounds.low.x ? p.x : bounds.low.x;
        bounds.low.y = p.y < bounds.low.y ? p.y : bounds.low.y;
        bounds.low.z = p.z < bounds.low.z ? p.z : bounds.low.z;
        bounds.high.x = p.x > bounds.high.x ? p.x : bounds.high.x;
        bounds.high.y = p.y > bounds.high.y ? p.y : bounds.high.y;
        bounds.high.z = p.z > bounds.high.z ? p.z : bounds.high.z;
    }
    return bounds;
}

static void write_point(cw_cli_json *json, const char *key, cw_vec3 point) {
    cw_cli_json_open_array(json, key);
    cw_cli_json_number(json, NULL, point.x);
    cw_cli_json_number(json, NULL, point.y);
    cw_cli_json_number(json, NULL, point.z);
    cw_cli_json_close_array(json);
}

static void tell_json(const char *path, const cw_navmesh *mesh, const cw_summary *summary,
                      const clearance_figures *clearance) {
    box bounds = box_of(mesh);
    cw_cli_json json = {.stream = stdout};
    cw_cli_json_open_object(&json, NULL);
    cw_cli_json_text(&json, "file", path);
    cw_summary_json(&json, mesh, summary);
    cw_cli_json_count(&json, "height_triangles", mesh->triangle_count);
    cw_cli_json_open_object(&json, "bounds");
    write_point(&json, "low", bounds.low);
    write_point(&json, "high", bounds.high);
    cw_cli_json_close_object(&json);
    cw_cli_json_number(&json, "seconds", mesh->stats.seconds);
    cw_areas_json(&json, mesh);
    if (clearance->known) {
        cw_cli_json_open_object(&json, "clearance");
        cw_cli_json_number(&json, "bytes", clearance->bytes);
        cw_cli_json_count(&json, "corners", clearance->corners);
        cw_cli_json_count(&json, "summits", clearance->summits);
        cw_cli_json_count(&json, "portals_that_split", clearance->split);
        cw_cli_json_number(&json, "widest_portal", clearance->widest);
        cw_cli_json_close_object(&json);
    }
    cw_cli_json_close_object(&json);
    cw_cli_json_finish(&json);
}

static void tell_words(const char *path, const cw_navmesh *mesh, const cw_summary *summary,
                       const clearance_figures *clearance) {
    box bounds = box_of(mesh);
    cw_cli_text_print(stdout, path);
    putc('\n', stdout);
    cw_summary_print(stdout, mesh, summary);
    cw_areas_print(stdout, mesh);
    cw_summary_line(stdout, "vertices", "%u", mesh->vertex_count);
    cw_summary_line(stdout, "from", "%.9g, %.9g, %.9g", bounds.low.x, bounds.low.y, bounds.low.z);
    cw_summary_line(stdout, "to", "%.9g, %.9g, %.9g", bounds.high.x, bounds.high.y, bounds.high.z);
    if (mesh->triangle_count > 0) {
        cw_summary_line(stdout, "height triangles", "%u", mesh->triangle_count);
    }
    if (mesh->link_count > 0) {
        cw_summary_line(stdout, "links", "%u", mesh->link_count);
    }
    cw_summary_line(stdout, "hash", "%016" PRIx64, cw_navmesh_hash(mesh));
    if (clearance->known) {
        cw_summary_line(stdout, "clearance", "%.0f bytes of tables; %u corners, %u summits",
                        clearance->bytes, clearance->corners, clearance->summits);
        cw_summary_line(stdout, "split portals", "%u have several free parts for some radius",
                        clearance->split);
    }
    if (clearance->known && clearance->summits > 0) {
        cw_summary_line(stdout, "widest portal", "lets a radius of %.9g m through",
                        clearance->widest);
    }
}

static cw_exit run(cw_session *session, const cw_options *options) {
    const char *path = options->arguments[0];
    cw_navmesh mesh = {0};
    cw_summary summary = {0};
    clearance_figures clearance = {0};
    cw_exit code = cw_files_read_mesh(session, path, &mesh);
    if (code == CW_EXIT_DONE) {
        cw_status status = cw_summary_make(&mesh, &summary);
        if (status == CW_OK && cw_options_given(options, "clearance")) {
            status = measure_clearance(session, &mesh, &clearance);
        }
        code = cw_session_outcome(session, status, path);
    }
    if (code == CW_EXIT_DONE && cw_options_given(options, "json")) {
        tell_json(path, &mesh, &summary, &clearance);
    } else if (code == CW_EXIT_DONE) {
        tell_words(path, &mesh, &summary, &clearance);
    }
    cw_navmesh_free(session->context, &mesh);
    return code;
}

const cw_command cw_command_info = {
    .name = "info",
    .arguments = "MESH [--clearance] [--json]",
    .summary = "show the figures of a mesh",
    .details =
        "Shows what a mesh (.cwm, .json, .mesh) is made of: cells, portals, notches, holes,\n"
        "islands, its area and extent, and a hash that is equal for equal meshes.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 1,
    .argument_high = 1,
    .run = run,
};
