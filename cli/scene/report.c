/// The report of an extraction.
#include "report.h"

#include "../summary.h"
#include "../text.h"

void cw_scene_report_print(FILE *stream, const cw_made_surface *made) {
    const cw_extraction_report *r = &made->report;
    cw_summary_line(stream, "objects", "%u", made->object_count);
    cw_summary_line(stream, "faces", "%u: %u floor, %u steep, %u ceiling, %u upright",
                    r->face_count, r->floor_count, r->steep_count, r->ceiling_count,
                    r->upright_count);
    if (r->doubled_count + r->degenerate_count + r->left_out_count > 0) {
        cw_summary_line(stream, "faces left out", "%u doubled, %u without area, %u of objects",
                        r->doubled_count, r->degenerate_count, r->left_out_count);
    }
    if (made->sampled) {
        cw_summary_line(stream, "samples", "%u in %u layers", made->sample_count,
                        made->layer_count);
    }
    cw_summary_line(stream, "shells", "%u closed, %u open", r->closed_shell_count,
                    r->open_shell_count);
    cw_summary_line(stream, "small rises", "%u faces, %.6g m2", r->small_rise_count,
                    r->small_rise_area);
    cw_summary_line(stream, "steps joined", "%u, %.6g m", r->step_count, r->step_length);
    cw_summary_line(stream, "barriers", "%.6g m", r->barrier_length);
    cw_summary_line(stream, "cracks bridged", "%u", r->bridge_count);
    if (r->filled_count > 0) {
        cw_summary_line(stream, "holes filled", "%u, %.6g m2", r->filled_count, r->filled_area);
    }
    cw_summary_line(stream, "floors kept", "%u", r->component_count);
    cw_summary_line(stream, "floors dropped", "%u, %.6g m2 (too small or narrow)", r->dropped_count,
                    r->dropped_area);
    if (r->unreached_count > 0) {
        cw_summary_line(stream, "floors unreached", "%u, %.6g m2", r->unreached_count,
                        r->unreached_area);
    }
}

void cw_scene_report_warn(cw_session *session, const cw_options *options,
                          const cw_made_surface *made) {
    const cw_extraction_report *r = &made->report;
    bool solids = cw_options_choice(options, "solid") == 0;
    if (solids && r->closed_shell_count == 0) {
        cw_session_warn(session, "no closed shells, so floors inside solids stay");
    }
    if (r->component_count > 1 && cw_options_count(options, "from") == 0) {
        cw_session_warn(session,
                        "%u floors have no connection to each other; --from x,y,z keeps only what "
                        "can be reached from there",
                        r->component_count);
    }
}

void cw_scene_report_json(cw_cli_json *json, const cw_made_surface *made) {
    const cw_extraction_report *r = &made->report;
    cw_cli_json_open_object(json, "scene");
    cw_cli_json_count(json, "objects", made->object_count);
    cw_cli_json_count(json, "faces", r->face_count);
    cw_cli_json_count(json, "floor", r->floor_count);
    cw_cli_json_count(json, "steep", r->steep_count);
    cw_cli_json_count(json, "ceiling", r->ceiling_count);
    cw_cli_json_count(json, "upright", r->upright_count);
    cw_cli_json_count(json, "left_out", r->left_out_count);
    cw_cli_json_count(json, "doubled", r->doubled_count);
    cw_cli_json_count(json, "degenerate", r->degenerate_count);
    cw_cli_json_count(json, "small_rises", r->small_rise_count);
    cw_cli_json_number(json, "small_rise_area", r->small_rise_area);
    if (made->sampled) {
        cw_cli_json_count(json, "samples", made->sample_count);
        cw_cli_json_count(json, "layers", made->layer_count);
    }
    cw_cli_json_count(json, "closed_shells", r->closed_shell_count);
    cw_cli_json_count(json, "open_shells", r->open_shell_count);
    cw_cli_json_count(json, "bridges", r->bridge_count);
    cw_cli_json_count(json, "steps", r->step_count);
    cw_cli_json_number(json, "step_length", r->step_length);
    cw_cli_json_number(json, "barrier_length", r->barrier_length);
    cw_cli_json_count(json, "components", r->component_count);
    cw_cli_json_count(json, "dropped", r->dropped_count);
    cw_cli_json_number(json, "dropped_area", r->dropped_area);
    cw_cli_json_count(json, "unreached", r->unreached_count);
    cw_cli_json_number(json, "unreached_area", r->unreached_area);
    cw_cli_json_count(json, "filled", r->filled_count);
    cw_cli_json_number(json, "filled_area", r->filled_area);
    cw_cli_json_number(json, "area", r->area);
    cw_cli_json_close_object(json);
}
