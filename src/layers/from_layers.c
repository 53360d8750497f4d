/// The walkable surface of a scene by sampling.
///
/// After Oliva and Pelechano, "NEOGEN: near optimal generator of navigation meshes for 3D
/// multi-layered environments" (2013), chapters 4 and 5 of Oliva's thesis, with sorted columns for
/// voxels and depth maps.
///
/// Phases: 1 vertices, kinds and small rises (triangles.c), shells (shells.c); 2 columns in bands
/// of rows (bands.c, columns.c, column.c) and links between them (links.c); 3 what stays (reach.c),
/// and layers (flood.c); 4 outlines (outline.c), simplified (simplify.c) and fitted (fit.c,
/// snap.c), with points for heights (points.c); 5 layers are triangulated by themselves
/// (triangulate.c, mesh.c, heights.c), joined along seams, and handed to the assembly of surfaces,
/// in which layers vanish (surface.c). Cost: area / pixel^2 and the number of faces.
#include "layers/sampling.h"

#include <string.h>

void cw_layers_free(cw_context *context, cw_layers *layers) {
    size_t columns = (size_t)layers->width * layers->height;
    CW_RELEASE(context, layers->column_first, columns + 1);
    CW_RELEASE(context, layers->samples, layers->sample_count);
    CW_RELEASE(context, layers->layer_samples, layers->layer_count);
    CW_RELEASE(context, layers->rims, layers->rim_capacity);
    memset(layers, 0, sizeof *layers);
}

static void free_sampling(cw_context *context, cw_sampling *work) {
    CW_RELEASE(context, work->vertex_of, work->scene->position_count);
    CW_RELEASE(context, work->bits, work->scene->triangle_count);
    cw_bands_free(context, &work->bands);
    cw_extraction_free(context, &work->soup);
}

/// Phases 1 to 3.
static cw_status sample_scene(cw_context *context, cw_sampling *work) {
    CW_TRY(cw_progress(context, "preparing faces", 0));
    CW_TRY(cw_sampling_prepare(context, work));
    CW_TRY(cw_sampling_link(context, work));
    CW_TRY(cw_sampling_lay_out(context, work));
    CW_TRY(cw_sampling_sample(context, work));
    CW_TRY(cw_sampling_join(context, work));
    if (work->config.snap) {
        CW_TRY(cw_sampling_keep_rims(context, work));
    }
    CW_TRY(cw_layers_filter(context, work));
    return CW_OK;
}

cw_status cw_layers_from_scene(cw_context *context, const cw_scene *scene,
                               const cw_extraction_config *extraction,
                               const cw_layers_config *config, cw_layers *layers,
                               cw_extraction_report *report) {
    memset(layers, 0, sizeof *layers);
    cw_extraction_report own = {0};
    cw_sampling work = {.scene = scene, .layers = layers};
    work.config = config != NULL ? *config : cw_layers_config_default();
    work.soup.config = extraction != NULL ? *extraction : cw_extraction_config_default();
    work.soup.report = &own;
    work.soup.margin = 4 * work.config.pixel;
    cw_status status = cw_scene_check(context, &work.soup.config);
    status = status != CW_OK ? status : cw_layers_check(context, &work.config);
    status = status != CW_OK ? status : sample_scene(context, &work);
    free_sampling(context, &work);
    status = status != CW_OK ? status : cw_layers_flood(context, layers);
    if (report != NULL) {
        *report = own;
    }
    if (status != CW_OK) {
        cw_layers_free(context, layers);
    }
    return status;
}

cw_status cw_surface_sample_scene(cw_context *context, const cw_scene *scene,
                                  const cw_extraction_config *extraction,
                                  const cw_layers_config *config, cw_surface *surface,
                                  cw_extraction_report *report) {
    cw_layers layers = {0};
    memset(surface, 0, sizeof *surface);
    cw_status status = cw_layers_from_scene(context, scene, extraction, config, &layers, report);
    if (status == CW_OK) {
        status = cw_surface_from_layers(context, &layers, extraction, config, surface, report);
    }
    cw_layers_free(context, &layers);
    return status;
}
