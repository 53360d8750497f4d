/// Arranging: each walkable face is cut along its lines, and its free parts are kept.
///
/// Faces without lines and with unbroken borders are taken whole. All others are arranged on the
/// lattice (geom/arrangement.c): the chains of the border and the parts of chains that are lines on
/// the face. Where the arrangement puts a vertex on a chain that the carrier does not know, new or
/// old, the carrier gets it, and all faces with that carrier are arranged anew: otherwise one side
/// of an edge would have two edges where the other has one, and between them a wall. Repeated until
/// nothing is new.
///
/// What is inside is found by the winding of the border, starting at the box around all. Regions
/// are parted by lines; each is asked once whether a walker can stand there, in the middle of its
/// fattest triangle, so that slivers along bent chains share the answer of what they belong to.
#include "scene/arrange.h"

#include <math.h>
#include <string.h>

/// Faces that one task takes.
enum { GRAIN = 64 };
/// Rounds after which faces are taken as they are.
enum { MOST_ROUNDS = 32 };

typedef struct fresh_hit {
    uint32_t carrier;
    int32_t x, y;
} fresh_hit;

/// What a range of faces came to.
typedef struct range_result {
    CW_ARRAY(cw_piece) pieces;
    CW_ARRAY(cw_patch) patches; ///< `first` counts from the pieces of the range
    CW_ARRAY(fresh_hit) fresh;
    uint32_t touched;
} range_result;

typedef struct arranging {
    cw_extraction *work;
    const uint32_t *line_first; ///< per face, one more than faces
    const uint32_t *faces;      ///< to be arranged
    range_result *results;      ///< per range
} arranging;

/// Adds the part of a carrier's chain between two nodes as segments.
static cw_status add_chain(cw_context *context, cw_face_arrangement *own, const cw_extraction *work,
                           uint32_t c, uint32_t from, uint32_t to) {
    const cw_carrier *carrier = &work->carriers.items[c];
    uint32_t i = cw_chain_find(work, carrier, from), end = cw_chain_find(work, carrier, to);
    if (i == CW_NONE || end == CW_NONE) {
        return cw_fail(context, CW_ERROR_INTERNAL, "a line ends beside its chain");
    }
    CW_TRY(CW_ARRAY_PUSH(context, &own->parts, (cw_chain_part){c, own->points.count}));
    for (int way = i <= end ? 1 : -1;; i = (uint32_t)((int64_t)i + way)) {
        uint32_t node = work->chain_nodes.items[carrier->first + i];
        CW_TRY(CW_ARRAY_PUSH(context, &own->points, cw_node_plan(work, node)));
        CW_TRY(CW_ARRAY_PUSH(context, &own->point_node, node));
        if (i == end) {
            break;
        }
    }
    return CW_OK;
}

/// The chains of the border, counter-clockwise, then the lines.
static cw_status gather(cw_context *context, cw_face_arrangement *own, const arranging *all,
                        uint32_t f) {
    const cw_extraction *work = all->work;
    const cw_face *face = &work->faces[f];
    own->points.count = own->point_node.count = own->parts.count = 0;
    for (uint32_t k = 0; k < 3; k++) {
        CW_TRY(add_chain(context, own, work, work->edges[face->edges[k]].carrier,
                         work->spot_node[face->corners[k]],
                         work->spot_node[face->corners[(k + 1) % 3]]));
    }
    for (uint32_t i = all->line_first[f]; i < all->line_first[f + 1]; i++) {
        const cw_scene_line *line = &work->lines.items[i];
        CW_TRY(add_chain(context, own, work, line->carrier, line->from, line->to));
    }
    return CW_OK;
}

/// Whether nothing cuts a face: it has no lines, and its border no nodes but its corners.
static bool is_whole(const arranging *all, uint32_t f) {
    const cw_extraction *work = all->work;
    bool whole = all->line_first[f] == all->line_first[f + 1];
    for (uint32_t k = 0; k < 3 && whole; k++) {
        uint32_t carrier = work->edges[work->faces[f].edges[k]].carrier;
        whole = work->carriers.items[carrier].count == 2;
    }
    return whole;
}

/// Takes a face that nothing cuts.
static cw_status take_whole(cw_context *context, const cw_extraction *work, uint32_t f,
                            range_result *result) {
    const cw_face *face = &work->faces[f];
    double x = 0, y = 0;
    cw_piece piece;
    for (uint32_t k = 0; k < 3; k++) {
        cw_spot spot = work->spots[face->corners[k]];
        x += spot.x / 3.0;
        y += spot.y / 3.0;
        piece.nodes[k] = work->spot_node[face->corners[k]];
        piece.sides[k] = CW_NONE;
    }
    if (!cw_face_is_free(work, f, x, y)) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_PUSH(context, &result->patches, (cw_patch){f, result->pieces.count, 1}));
    return CW_ARRAY_PUSH(context, &result->pieces, piece);
}

/// Whether the chain of a carrier goes through a vertex already, if only elsewhere: chains bend.
static bool knows(const cw_extraction *work, const cw_face_arrangement *own, uint32_t carrier,
                  uint32_t vertex) {
    uint32_t node = own->vertex_node.items[vertex];
    return node != CW_NONE && cw_chain_find(work, &work->carriers.items[carrier], node) != CW_NONE;
}

static cw_status note_fresh(cw_context *context, const cw_face_arrangement *own, uint32_t carrier,
                            uint32_t vertex, range_result *result) {
    cw_point place = own->arrangement.mesh.points[vertex];
    return CW_ARRAY_PUSH(context, &result->fresh,
                         (fresh_hit){carrier, (int32_t)place.x, (int32_t)place.y});
}

/// Finds the vertices on labelled edges that their carriers do not know.
static cw_status find_fresh(cw_context *context, const cw_extraction *work,
                            const cw_face_arrangement *own, range_result *result) {
    const cw_arrangement *laid = &own->arrangement;
    const cw_trimesh *mesh = &laid->mesh;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (mesh->edges[h] == 0 || (mesh->twins[h] != CW_NONE && mesh->twins[h] < h)) {
            continue;
        }
        uint32_t ends[2] = {cw_origin(mesh, h), cw_target(mesh, h)};
        for (uint32_t i = laid->edges.items[mesh->edges[h] - 1]; i != CW_NONE;
             i = laid->contributions.items[i].next) {
            const cw_contribution *item = &laid->contributions.items[i];
            uint32_t a = own->vertex_of.items[item->side], b = own->vertex_of.items[item->side + 1];
            uint32_t carrier = own->parts.items[item->ring].carrier;
            for (int k = 0; k < 2; k++) {
                if (ends[k] != a && ends[k] != b && !knows(work, own, carrier, ends[k])) {
                    CW_TRY(note_fresh(context, own, carrier, ends[k], result));
                }
            }
        }
    }
    return CW_OK;
}

static cw_status arrange_face(cw_context *context, cw_face_arrangement *own, const arranging *all,
                              uint32_t f, range_result *result) {
    if (is_whole(all, f)) {
        return take_whole(context, all->work, f, result);
    }
    result->touched++;
    CW_TRY(gather(context, own, all, f));
    CW_TRY(cw_face_arrangement_settle(context, own, all->work));
    uint32_t before = result->fresh.count;
    CW_TRY(find_fresh(context, all->work, own, result));
    if (result->fresh.count > before) {
        return CW_OK; /* it will be arranged again */
    }
    uint32_t first = result->pieces.count;
    CW_TRY(cw_face_arrangement_label(context, own, all->work, f));
    if (own->free_count == 0) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &result->pieces, (size_t)first + own->free_count));
    cw_face_arrangement_pieces(own, result->pieces.items + first);
    result->pieces.count += own->free_count;
    return CW_ARRAY_PUSH(context, &result->patches, (cw_patch){f, first, own->free_count});
}

static cw_status arrange_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    arranging *all = user;
    cw_face_arrangement own = {0};
    cw_status status = CW_OK;
    for (uint32_t i = begin; i < end && status == CW_OK; i++) {
        status = arrange_face(context, &own, all, all->faces[i], &all->results[begin / GRAIN]);
    }
    cw_face_arrangement_free(context, &own);
    return status;
}

/// Takes the pieces of a range over, and its hits.
static cw_status take_result(cw_context *context, cw_extraction *work, const range_result *result) {
    uint32_t first = work->pieces.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &work->pieces, (size_t)first + result->pieces.count));
    if (result->pieces.count > 0) {
        memcpy(work->pieces.items + first, result->pieces.items,
               result->pieces.count * sizeof *result->pieces.items);
    }
    work->pieces.count += result->pieces.count;
    for (uint32_t i = 0; i < result->patches.count; i++) {
        cw_patch patch = result->patches.items[i];
        patch.first += first;
        work->patches[patch.face] = patch;
    }
    for (uint32_t i = 0; i < result->fresh.count; i++) {
        fresh_hit fresh = result->fresh.items[i];
        cw_hit hit = {.carrier = fresh.carrier};
        double low, high;
        cw_carrier_heights(work, &work->carriers.items[hit.carrier], (cw_point){fresh.x, fresh.y},
                           &low, &high);
        CW_TRY(cw_node_at(context, work, fresh.x, fresh.y, &hit.node));
        CW_TRY(cw_node_raise(context, work, hit.node, low));
        CW_TRY(CW_ARRAY_PUSH(context, &work->hits, hit));
    }
    return CW_OK;
}

static cw_status run_round(cw_context *context, arranging *all, uint32_t count) {
    uint32_t ranges = (count + GRAIN - 1) / GRAIN;
    CW_TRY(CW_ALLOCATE(context, all->results, ranges));
    cw_status status =
        cw_parallel_for(context, "arranging floors", count, GRAIN, arrange_range, all);
    for (uint32_t r = 0; r < ranges; r++) {
        range_result *result = &all->results[r];
        status = status != CW_OK ? status : take_result(context, all->work, result);
        all->work->report->touched_count += result->touched;
        CW_ARRAY_FREE(context, &result->pieces);
        CW_ARRAY_FREE(context, &result->patches);
        CW_ARRAY_FREE(context, &result->fresh);
    }
    CW_RELEASE(context, all->results, ranges);
    return status;
}

/// Lists the faces with a carrier that has changed, in the first round all; takes their old pieces
/// away.
static uint32_t list_faces(const arranging *all, uint32_t *faces) {
    cw_extraction *work = all->work;
    uint32_t count = 0;
    for (uint32_t f = 0; f < work->face_count; f++) {
        const cw_face *face = &work->faces[f];
        bool changed = false;
        for (uint32_t k = 0; k < 3 && face->walkable; k++) {
            changed = changed || work->dirty.items[work->edges[face->edges[k]].carrier];
        }
        for (uint32_t i = all->line_first[f]; i < all->line_first[f + 1]; i++) {
            changed = changed || work->dirty.items[work->lines.items[i].carrier];
        }
        if (changed && face->walkable) {
            faces[count++] = f;
            work->patches[f] = (cw_patch){f, 0, 0};
        }
    }
    for (uint32_t i = 0; i < work->dirty.count; i++) {
        work->dirty.items[i] = 0;
    }
    return count;
}

static void find_lines(const cw_extraction *work, uint32_t *line_first) {
    uint32_t i = 0;
    for (uint32_t f = 0; f <= work->face_count; f++) {
        while (i < work->lines.count && work->lines.items[i].face < f) {
            i++;
        }
        line_first[f] = i;
    }
}

static cw_status run_rounds(cw_context *context, arranging *all, uint32_t *faces) {
    cw_extraction *work = all->work;
    for (uint32_t round = 0;; round++) {
        uint32_t count = list_faces(all, faces);
        if (count == 0) {
            return CW_OK;
        }
        if (round >= MOST_ROUNDS) {
            cw_spot spot = work->spots[work->faces[faces[0]].corners[0]];
            return cw_fail(context, CW_ERROR_INPUT,
                           "too many faces almost coincide next to (%g, %g, %g): a coarser lattice "
                           "may help",
                           work->lattice.origin_x + spot.x * work->lattice.step,
                           work->lattice.origin_y + spot.y * work->lattice.step,
                           work->origin_z + spot.z * work->lattice.step);
        }
        work->report->touched_count = round == 0 ? 0 : work->report->touched_count;
        uint32_t touched = work->report->touched_count;
        CW_TRY(run_round(context, all, count));
        work->report->touched_count = round == 0 ? work->report->touched_count : touched;
        work->report->round_count = round + 1;
        CW_TRY(cw_scene_route(context, work));
    }
}

cw_status cw_scene_arrange(cw_context *context, cw_extraction *work) {
    uint32_t *line_first = NULL, *faces = NULL;
    arranging all = {.work = work};
    cw_status status = CW_ALLOCATE(context, work->patches, work->face_capacity);
    status =
        status != CW_OK ? status : CW_ALLOCATE(context, line_first, (size_t)work->face_count + 1);
    status = status != CW_OK ? status : CW_ALLOCATE(context, faces, work->face_count);
    if (status == CW_OK) {
        find_lines(work, line_first);
        all.line_first = line_first;
        all.faces = faces;
        status = run_rounds(context, &all, faces);
    }
    CW_RELEASE(context, line_first, (size_t)work->face_count + 1);
    CW_RELEASE(context, faces, work->face_count);
    return status;
}
