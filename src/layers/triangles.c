/// What is known about each triangle: its kind (W1), and whether it is a small rise (W4).
///
/// Nothing is kept per triangle but a few bits, so that scans of many millions fit: corners are
/// looked up in the scene, planes are computed when they are needed. Steep triangles are handed to
/// the code of the exact extraction, which follows their fall lines.
#include "layers/sampling.h"

#include <string.h>

static void tell_triangle(cw_sampling *work, uint32_t t) {
    cw_extraction_report *report = work->soup.report;
    uint32_t object = work->scene->triangle_object[t];
    cw_spot c[3];
    work->bits[t] = CW_TRIANGLE_DEAD;
    if (object < work->scene->object_count && work->scene->objects[object].left_out) {
        return; /* counted by the weld */
    }
    cw_triangle_spots(work, t, c);
    if (!cw_spots_span(c[0], c[1], c[2])) {
        report->degenerate_count++;
        return;
    }
    cw_slant slant = cw_slant_of(c[0], c[1], c[2], work->flat);
    bool walkable = cw_slant_carries(slant, work->soup.config.both_sides);
    work->bits[t] =
        (uint16_t)((uint32_t)slant.kind | (walkable ? CW_TRIANGLE_WALKABLE : 0) |
                   (slant.up ? CW_TRIANGLE_UP : 0) | (slant.gentle ? 0 : CW_TRIANGLE_BAR));
    report->face_count++;
    report->floor_count += slant.kind == CW_FACE_FLOOR;
    report->steep_count += slant.kind == CW_FACE_STEEP;
    report->ceiling_count += slant.kind == CW_FACE_CEILING;
    report->upright_count += slant.kind == CW_FACE_UPRIGHT;
}

static bool is_steep(const cw_sampling *work, uint32_t t) {
    return (work->bits[t] & (CW_TRIANGLE_KIND | CW_TRIANGLE_DEAD)) == CW_FACE_STEEP;
}

/// An extraction that has the steep triangles as faces, and borrows the vertices.
static cw_status gather_steep(cw_context *context, const cw_sampling *work, cw_extraction *steep) {
    steep->face_capacity = work->soup.report->steep_count;
    CW_TRY(CW_ALLOCATE(context, steep->faces, steep->face_capacity));
    for (uint32_t t = 0; t < work->scene->triangle_count; t++) {
        if (is_steep(work, t)) {
            cw_face *face = &steep->faces[steep->face_count++];
            for (uint32_t k = 0; k < 3; k++) {
                face->corners[k] = work->vertex_of[work->scene->corners[(size_t)3 * t + k]];
            }
        }
    }
    return CW_OK;
}

static cw_status find_rises(cw_context *context, cw_sampling *work) {
    cw_extraction_report report = {0};
    cw_extraction steep = {.config = work->soup.config, .report = &report};
    steep.height = work->soup.height;
    steep.step = work->soup.step;
    steep.spots = work->soup.spots;
    steep.spot_count = work->soup.spot_count;
    cw_status status = gather_steep(context, work, &steep);
    status = status != CW_OK ? status : cw_scene_link(context, &steep);
    for (uint32_t t = 0, f = 0; t < work->scene->triangle_count && status == CW_OK; t++) {
        if (is_steep(work, t) && steep.faces[f++].walkable) {
            work->bits[t] = (uint16_t)((work->bits[t] | CW_TRIANGLE_WALKABLE) & ~CW_TRIANGLE_BAR);
        }
    }
    work->soup.report->small_rise_count = report.small_rise_count;
    steep.spots = NULL;
    steep.spot_capacity = 0;
    cw_extraction_free(context, &steep);
    return status;
}

cw_status cw_sampling_prepare(cw_context *context, cw_sampling *work) {
    const cw_scene *scene = work->scene;
    CW_TRY(CW_ALLOCATE(context, work->vertex_of, scene->position_count));
    CW_TRY(cw_scene_weld(context, scene, &work->soup, work->vertex_of));
    CW_RELEASE(context, work->soup.places, work->soup.spot_capacity);
    CW_TRY(cw_progress(context, "telling faces", 0));
    CW_TRY(CW_ALLOCATE(context, work->bits, scene->triangle_count));
    work->flat = cw_flat_of(work->soup.config.slope);
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        tell_triangle(work, t);
    }
    if (work->soup.config.small_rises && work->soup.report->steep_count > 0) {
        CW_TRY(find_rises(context, work));
    }
    return cw_progress(context, "telling faces", 1);
}
