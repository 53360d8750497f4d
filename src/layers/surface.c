/// From layers to a surface: outlines, triangles, seams, assembly. See from_layers.c.
#include "layers/mesh.h"

#include "geom/order.h"
#include "scene/join.h"

#include <math.h>
#include <string.h>

typedef struct surface_work {
    cw_outline outline;
    uint32_t *chain_first; ///< per layer, and one more: offsets into `chains`
    uint32_t *chains;
    uint32_t chain_entries;
    uint32_t *sample_first; ///< per layer, and one more: offsets into `samples`
    uint32_t *samples;
    uint32_t *halves; ///< per side of each segment: half-edge of its layer's mesh
    cw_layer_mesh *meshes;
    cw_extraction work; ///< what the assembly needs
    cw_free_floor floor;
} surface_work;

/// Marks samples next to an outline.
static void mark_borders(cw_layers *layers) {
    for (uint32_t s = 0; s < layers->sample_count; s++) {
        if ((layers->samples[s].flags & 15 * CW_SAMPLE_SIDE) == 0) {
            continue;
        }
        layers->samples[s].flags |= CW_SAMPLE_BORDER;
        for (uint32_t side = 0; side < 4; side++) {
            uint32_t next = cw_sample_next(layers, s, side);
            if (next != CW_NONE) {
                layers->samples[next].flags |= CW_SAMPLE_BORDER;
            }
        }
    }
}

/// Chains by the layers they bound.
static cw_status sort_chains(cw_context *context, surface_work *all) {
    const cw_outline *outline = &all->outline;
    uint32_t count = outline->layers->layer_count;
    CW_TRY(CW_ALLOCATE(context, all->chain_first, (size_t)count + 2));
    uint32_t *first = all->chain_first;
    for (uint32_t c = 0; c < outline->chains.count; c++) {
        const cw_chain *chain = &outline->chains.items[c];
        first[chain->left + 2]++;
        if (chain->right != CW_NONE && chain->right != chain->left) {
            first[chain->right + 2]++;
        }
    }
    for (uint32_t l = 2; l < count + 2; l++) {
        first[l] += first[l - 1];
    }
    all->chain_entries = first[count + 1];
    CW_TRY(CW_ALLOCATE(context, all->chains, all->chain_entries));
    for (uint32_t c = 0; c < outline->chains.count; c++) {
        const cw_chain *chain = &outline->chains.items[c];
        all->chains[first[chain->left + 1]++] = c;
        if (chain->right != CW_NONE && chain->right != chain->left) {
            all->chains[first[chain->right + 1]++] = c;
        }
    }
    return CW_OK;
}

/// Samples by their layer.
static cw_status sort_samples(cw_context *context, surface_work *all) {
    const cw_layers *layers = all->outline.layers;
    CW_TRY(CW_ALLOCATE(context, all->sample_first, (size_t)layers->layer_count + 1));
    CW_TRY(CW_ALLOCATE(context, all->samples, layers->sample_count));
    uint32_t *first = all->sample_first, sum = 0;
    for (uint32_t l = 0; l < layers->layer_count; l++) {
        first[l] = sum;
        sum += layers->layer_samples[l];
    }
    for (uint32_t s = 0; s < layers->sample_count; s++) {
        if (layers->samples[s].layer != CW_NONE) {
            all->samples[first[layers->samples[s].layer]++] = s;
        }
    }
    for (uint32_t l = layers->layer_count; l > 0; l--) {
        first[l] = first[l - 1];
    }
    first[0] = 0;
    return CW_OK;
}

static cw_status triangulate_layers(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    surface_work *all = user;
    for (uint32_t l = begin; l < end; l++) {
        cw_layer_work work = {.context = context,
                              .outline = &all->outline,
                              .layer = l,
                              .chains = all->chains + all->chain_first[l],
                              .chain_count = all->chain_first[l + 1] - all->chain_first[l],
                              .samples = all->samples + all->sample_first[l],
                              .sample_count = all->sample_first[l + 1] - all->sample_first[l]};
        CW_TRY(cw_layer_triangulate(&work, all->halves, &all->meshes[l]));
    }
    return CW_OK;
}

/// Puts the triangles of all layers together. Nodes are per layer still.
static cw_status gather(cw_context *context, surface_work *all) {
    cw_free_floor *floor = &all->floor;
    uint32_t layers = all->outline.layers->layer_count, vertices = 0;
    size_t count = 0, nodes = 0;
    for (uint32_t l = 0; l < layers; l++) {
        count += all->meshes[l].triangle_count;
        nodes += all->meshes[l].vertex_count;
    }
    if (count > CW_NONE / 3 || nodes > CW_NONE) {
        return cw_fail(context, CW_ERROR_LIMIT, "more than %u triangles", CW_NONE / 3);
    }
    floor->capacity = (uint32_t)count;
    floor->height_capacity = (uint32_t)(3 * count);
    CW_TRY(CW_ALLOCATE(context, floor->faces, count));
    CW_TRY(CW_ALLOCATE(context, floor->nodes, 3 * count));
    CW_TRY(CW_ALLOCATE(context, floor->twins, 3 * count));
    CW_TRY(CW_ALLOCATE(context, floor->heights, 3 * count));
    CW_TRY(CW_ARRAY_RESERVE(context, &all->work.nodes, nodes));
    memset(floor->faces, 0xff, count * sizeof *floor->faces);
    for (uint32_t l = 0; l < layers; l++) {
        cw_layer_mesh *mesh = &all->meshes[l];
        uint32_t first = 3 * floor->count;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            all->work.nodes.items[all->work.nodes.count++] =
                (cw_node){(int32_t)mesh->places[v].x, (int32_t)mesh->places[v].y, CW_NONE, false};
        }
        for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
            floor->nodes[first + h] = vertices + mesh->corners[h];
            floor->twins[first + h] = mesh->twins[h] == CW_NONE ? CW_NONE : first + mesh->twins[h];
            floor->heights[first + h] = mesh->heights[h];
        }
        floor->count += mesh->triangle_count;
        vertices += mesh->vertex_count;
    }
    return CW_OK;
}

/// Joins the two sides of every segment on a seam.
static cw_status join_seams(cw_context *context, surface_work *all) {
    uint32_t *first = NULL, layers = all->outline.layers->layer_count, sum = 0;
    CW_TRY(CW_ALLOCATE(context, first, layers));
    for (uint32_t l = 0; l < layers; l++) {
        first[l] = 3 * sum;
        sum += all->meshes[l].triangle_count;
    }
    cw_status status = CW_OK;
    for (uint32_t c = 0; c < all->outline.chains.count && status == CW_OK; c++) {
        const cw_chain *chain = &all->outline.chains.items[c];
        for (uint32_t k = 0; k + 1 < chain->point_count && chain->kind == CW_CHAIN_SEAM; k++) {
            const uint32_t *half = all->halves + 2 * (size_t)(chain->first_point + k);
            if (half[0] == CW_NONE || half[1] == CW_NONE) {
                status =
                    cw_fail(context, CW_ERROR_INTERNAL, "a seam of layers %u and %u has one side",
                            chain->left, chain->right);
                break;
            }
            uint32_t left = first[chain->left] + half[0], right = first[chain->right] + half[1];
            all->floor.twins[left] = right;
            all->floor.twins[right] = left;
        }
    }
    CW_RELEASE(context, first, layers);
    return status;
}

/// One node for all vertices at the same place.
static cw_status weld_nodes(cw_context *context, surface_work *all) {
    uint32_t count = all->work.nodes.count, *number = NULL;
    cw_keyed *order = NULL;
    cw_status status = CW_ALLOCATE(context, order, 2 * (size_t)count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, number, count);
    if (status == CW_OK) {
        const cw_node *nodes = all->work.nodes.items;
        for (uint32_t n = 0; n < count; n++) {
            uint64_t key = (uint64_t)nodes[n].x << CW_LATTICE_COARSE_BITS | (uint64_t)nodes[n].y;
            order[n] = (cw_keyed){key, n};
        }
        cw_keyed_sort_in_place(order, count);
        for (uint32_t i = 0; i < count; i++) {
            bool same = i > 0 && order[i].key == order[i - 1].key;
            number[order[i].item] = same ? number[order[i - 1].item] : order[i].item;
        }
        for (uint32_t h = 0; h < 3 * all->floor.count; h++) {
            all->floor.nodes[h] = number[all->floor.nodes[h]];
        }
    }
    CW_RELEASE(context, order, 2 * (size_t)count);
    CW_RELEASE(context, number, count);
    return status;
}

static double side_length(const surface_work *all, uint32_t h) {
    cw_point a = cw_node_plan(&all->work, all->floor.nodes[h]),
             b = cw_node_plan(&all->work, all->floor.nodes[cw_next(h)]);
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    return sqrt(x * x + y * y) * all->work.lattice.step;
}

/// The highest jump between two sides; tells the report of all.
static double measure_jumps(const surface_work *all) {
    const cw_free_floor *floor = &all->floor;
    cw_extraction_report *report = all->work.report;
    double most = 0;
    report->step_count = 0;
    report->step_length = 0;
    for (uint32_t h = 0; h < 3 * floor->count; h++) {
        uint32_t twin = floor->twins[h];
        if (twin == CW_NONE || twin > h) {
            continue;
        }
        double jump = fmax(fabs(floor->heights[h] - floor->heights[cw_next(twin)]),
                           fabs(floor->heights[cw_next(h)] - floor->heights[twin]));
        if (jump > CW_LEVEL_STEPS) {
            report->step_count++;
            report->step_length += side_length(all, h);
        }
        most = fmax(most, jump);
    }
    return most;
}

static double floor_area(const surface_work *all) {
    double sum = 0, unit = all->work.lattice.step;
    for (uint32_t t = 0; t < all->floor.count; t++) {
        cw_point a = cw_node_plan(&all->work, all->floor.nodes[3 * t]),
                 b = cw_node_plan(&all->work, all->floor.nodes[3 * t + 1]),
                 c = cw_node_plan(&all->work, all->floor.nodes[3 * t + 2]);
        sum += 0.5 * (double)((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    }
    return sum * unit * unit;
}

static cw_status make_triangles(cw_context *context, surface_work *all) {
    cw_outline *outline = &all->outline;
    CW_TRY(cw_outline_trace(context, outline));
    CW_TRY(cw_outline_simplify(context, outline));
    CW_TRY(cw_outline_fit(context, outline));
    CW_TRY(cw_outline_finish(context, outline));
    mark_borders(outline->layers);
    CW_TRY(sort_chains(context, all));
    CW_TRY(sort_samples(context, all));
    size_t sides = (size_t)2 * outline->points.count;
    CW_TRY(CW_ALLOCATE(context, all->halves, sides));
    memset(all->halves, 0xff, sides * sizeof *all->halves);
    CW_TRY(CW_ALLOCATE(context, all->meshes, outline->layers->layer_count));
    CW_TRY(cw_parallel_for(context, "triangulating layers", outline->layers->layer_count, 1,
                           triangulate_layers, all));
    CW_TRY(gather(context, all));
    CW_TRY(join_seams(context, all));
    return weld_nodes(context, all);
}

static cw_status make_surface(cw_context *context, surface_work *all, cw_surface *surface) {
    CW_TRY(make_triangles(context, all));
    all->work.report->area = floor_area(all);
    CW_TRY(cw_free_floor_fill(context, &all->work, &all->floor));
    double most = measure_jumps(all);
    all->work.step = most > (double)all->work.step ? (int64_t)ceil(most) : all->work.step;
    CW_TRY(cw_progress(context, "assembling the surface", 0));
    return cw_free_floor_hand_over(context, &all->work, &all->floor, surface);
}

static void free_work(cw_context *context, surface_work *all) {
    uint32_t layers = all->outline.layers->layer_count;
    for (uint32_t l = 0; l < layers && all->meshes != NULL; l++) {
        cw_layer_mesh_free(context, &all->meshes[l]);
    }
    CW_RELEASE(context, all->meshes, layers);
    CW_RELEASE(context, all->halves, (size_t)2 * all->outline.points.count);
    CW_RELEASE(context, all->chain_first, (size_t)layers + 2);
    CW_RELEASE(context, all->chains, all->chain_entries);
    CW_RELEASE(context, all->sample_first, (size_t)layers + 1);
    CW_RELEASE(context, all->samples, all->outline.layers->sample_count);
    cw_outline_free(context, &all->outline);
    cw_free_floor_free(context, &all->floor);
    cw_extraction_free(context, &all->work);
}

cw_status cw_surface_from_layers(cw_context *context, cw_layers *layers,
                                 const cw_extraction_config *extraction,
                                 const cw_layers_config *config, cw_surface *surface,
                                 cw_extraction_report *report) {
    cw_extraction_report own = {0};
    memset(surface, 0, sizeof *surface);
    surface_work all = {.outline = {.layers = layers}};
    all.outline.config = config != NULL ? *config : cw_layers_config_default();
    all.work.config = extraction != NULL ? *extraction : cw_extraction_config_default();
    all.work.report = report != NULL ? report : &own;
    CW_TRY(cw_scene_check(context, &all.work.config));
    CW_TRY(cw_layers_check(context, &all.outline.config));
    all.work.lattice = layers->lattice;
    all.work.origin_z = layers->origin_z;
    all.work.height = (int64_t)floor(all.work.config.height / layers->lattice.step + 0.5);
    all.work.step = (int64_t)floor(all.work.config.step / layers->lattice.step + 0.5);
    all.outline.height = all.work.height;
    all.outline.step = all.work.step;
    cw_status status = make_surface(context, &all, surface);
    free_work(context, &all);
    return status;
}
