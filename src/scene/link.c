/// What the faces are: kinds, edges, shells.
///
/// Phases: 1 edges, from the sorted sides of all faces; 2 shells: faces joined by edges, closed
/// when each edge is used as often in one direction as in the other; 3 kinds, planes and boxes;
/// corners then run counter-clockwise in plan; 4 inner edges; 5 small rises (rises.c).
#include "scene/rules.h"

#include "base/sets.h"
#include "geom/order.h"

#include <math.h>
#include <string.h>

static cw_status number_edges(cw_context *context, cw_extraction *work, const cw_keyed *order) {
    uint32_t sides = 3 * work->face_count;
    for (uint32_t i = 0; i < sides; i++) {
        work->edge_count += i == 0 || order[i].key != order[i - 1].key;
    }
    work->edge_capacity = work->linked_count = work->edge_count;
    work->side_count = sides;
    CW_TRY(CW_ALLOCATE(context, work->edges, work->edge_count));
    CW_TRY(CW_ALLOCATE(context, work->edge_first, (size_t)work->edge_count + 1));
    CW_TRY(CW_ALLOCATE(context, work->edge_faces, sides));
    uint32_t edge = 0;
    for (uint32_t i = 0; i < sides; i++) {
        if (i > 0 && order[i].key != order[i - 1].key) {
            edge++;
        }
        if (i == 0 || order[i].key != order[i - 1].key) {
            work->edges[edge] = (cw_soup_edge){(uint32_t)(order[i].key >> 32),
                                               (uint32_t)order[i].key, CW_NONE, false, true};
            work->edge_first[edge] = i;
        }
        work->edge_faces[i] = order[i].item / 3;
        work->faces[order[i].item / 3].edges[order[i].item % 3] = edge;
    }
    work->edge_first[work->edge_count] = sides;
    return CW_OK;
}

/// Phase 1.
static cw_status make_edges(cw_context *context, cw_extraction *work) {
    uint32_t sides = 3 * work->face_count;
    cw_keyed *order = NULL;
    cw_status status = CW_ALLOCATE(context, order, 2 * (size_t)sides);
    if (status == CW_OK) {
        for (uint32_t i = 0; i < sides; i++) {
            const uint32_t *corners = work->faces[i / 3].corners;
            uint64_t a = corners[i % 3], b = corners[(i + 1) % 3];
            order[i] = (cw_keyed){a < b ? a << 32 | b : b << 32 | a, i};
        }
        cw_keyed_sort_in_place(order, sides);
        status = number_edges(context, work, order);
    }
    CW_RELEASE(context, order, 2 * (size_t)sides);
    return status;
}

/// How often an edge is used from its lower to its higher vertex, less how often the other way.
static int net_uses(const cw_extraction *work, uint32_t e) {
    int net = 0;
    for (uint32_t i = work->edge_first[e]; i < work->edge_first[e + 1]; i++) {
        const cw_face *face = &work->faces[work->edge_faces[i]];
        for (uint32_t k = 0; k < 3; k++) {
            if (face->edges[k] == e) {
                net += face->corners[k] == work->edges[e].low ? 1 : -1;
            }
        }
    }
    return net;
}

void cw_scene_find_shells(cw_extraction *work, uint32_t *parents) {
    for (uint32_t f = 0; f < work->face_count; f++) {
        parents[f] = f;
        work->faces[f].closed = true;
    }
    for (uint32_t e = 0; e < work->edge_count; e++) {
        uint32_t first = cw_find_root(parents, work->edge_faces[work->edge_first[e]]);
        for (uint32_t i = work->edge_first[e] + 1; i < work->edge_first[e + 1]; i++) {
            uint32_t other = cw_find_root(parents, work->edge_faces[i]);
            uint32_t low = first < other ? first : other;
            parents[first] = parents[other] = low;
            first = low;
        }
    }
    for (uint32_t e = 0; e < work->edge_count; e++) {
        if (net_uses(work, e) != 0) {
            work->faces[cw_find_root(parents, work->edge_faces[work->edge_first[e]])].closed =
                false;
        }
    }
    for (uint32_t f = 0; f < work->face_count; f++) {
        uint32_t root = cw_find_root(parents, f);
        work->faces[f].closed = work->faces[root].closed;
        work->report->closed_shell_count += root == f && work->faces[f].closed;
        work->report->open_shell_count += root == f && !work->faces[f].closed;
    }
}

static void swap(uint32_t *a, uint32_t *b) {
    uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

/// Sorts the corners of an upright face, so that the first and the last are the ends of its longest
/// side in plan, the lower one first; its edges follow.
static void sort_corners(const cw_extraction *work, cw_face *face) {
    uint32_t *c = face->corners, edges[3];
    const cw_spot *spots = work->spots;
    for (int i = 0; i < 3; i++) {
        int k = i == 1 ? 1 : 0;
        if (c[k] > c[k + 1]) {
            swap(&c[k], &c[k + 1]);
        }
    }
    if (cw_side_is_longest(spots[c[0]], spots[c[1]], spots[c[2]])) {
        swap(&c[1], &c[2]);
    } else if (cw_side_is_longest(spots[c[1]], spots[c[2]], spots[c[0]])) {
        swap(&c[0], &c[1]);
    }
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t a = c[k], b = c[(k + 1) % 3], low = a < b ? a : b, high = a < b ? b : a;
        for (uint32_t j = 0; j < 3; j++) {
            const cw_soup_edge *edge = &work->edges[face->edges[j]];
            edges[k] = edge->low == low && edge->high == high ? face->edges[j] : edges[k];
        }
    }
    memcpy(face->edges, edges, sizeof edges);
}

void cw_face_bound(cw_face *face, const cw_spot corners[3]) {
    for (uint32_t k = 0; k < 3; k++) {
        int32_t place[3] = {corners[k].x, corners[k].y, corners[k].z};
        for (int axis = 0; axis < 3; axis++) {
            int32_t *low = &face->box.low[axis], *high = &face->box.high[axis];
            *low = k == 0 || place[axis] < *low ? place[axis] : *low;
            *high = k == 0 || place[axis] > *high ? place[axis] : *high;
        }
    }
}

/// Phase 3 for one face. `flat` is that of cw_flat_of().
static void tell_kind(cw_extraction *work, uint32_t f, double flat) {
    cw_face *face = &work->faces[f];
    cw_spot c[3] = {work->spots[face->corners[0]], work->spots[face->corners[1]],
                    work->spots[face->corners[2]]};
    cw_slant slant = cw_slant_of(c[0], c[1], c[2], flat);
    face->plane = f;
    face->up = slant.up;
    face->kind = (uint8_t)slant.kind;
    cw_face_bound(face, c);
    if (slant.kind == CW_FACE_UPRIGHT) {
        sort_corners(work, face);
        return;
    }
    face->walkable = cw_slant_carries(slant, work->config.both_sides);
    face->slope_x = slant.slope_x;
    face->slope_y = slant.slope_y;
    if (slant.kind == CW_FACE_CEILING) {
        swap(&face->corners[1], &face->corners[2]);
        swap(&face->edges[0], &face->edges[2]);
    }
}

/// +1 when a face with area lies left of its edge, from lower to higher vertex, -1 when right.
static int side_of(const cw_extraction *work, uint32_t f, uint32_t e) {
    const cw_face *face = &work->faces[f];
    for (uint32_t k = 0; k < 3; k++) {
        if (face->edges[k] == e) {
            return face->corners[k] == work->edges[e].low ? 1 : -1;
        }
    }
    return 0;
}

/// Phase 4.
static void find_inner(cw_extraction *work) {
    for (uint32_t e = 0; e < work->edge_count; e++) {
        const uint32_t *faces = work->edge_faces + work->edge_first[e];
        work->edges[e].inner = work->edge_first[e + 1] - work->edge_first[e] == 2 &&
                               work->faces[faces[0]].kind != CW_FACE_UPRIGHT &&
                               work->faces[faces[1]].kind != CW_FACE_UPRIGHT &&
                               side_of(work, faces[0], e) + side_of(work, faces[1], e) == 0;
        work->edges[e].rim = !work->edges[e].inner ||
                             cw_face_is_sliver(work, &work->faces[faces[0]]) ||
                             cw_face_is_sliver(work, &work->faces[faces[1]]);
    }
}

static void count_kinds(const cw_extraction *work) {
    cw_extraction_report *report = work->report;
    report->face_count = work->face_count;
    for (uint32_t f = 0; f < work->face_count; f++) {
        uint8_t kind = work->faces[f].kind;
        report->floor_count += kind == CW_FACE_FLOOR;
        report->steep_count += kind == CW_FACE_STEEP;
        report->ceiling_count += kind == CW_FACE_CEILING;
        report->upright_count += kind == CW_FACE_UPRIGHT;
    }
}

cw_status cw_scene_link(cw_context *context, cw_extraction *work) {
    CW_TRY(make_edges(context, work));
    uint32_t *parents = NULL;
    CW_TRY(CW_ALLOCATE(context, parents, work->face_count));
    cw_scene_find_shells(work, parents);
    CW_RELEASE(context, parents, work->face_count);
    double flat = cw_flat_of(work->config.slope);
    for (uint32_t f = 0; f < work->face_count; f++) {
        tell_kind(work, f, flat);
    }
    find_inner(work);
    count_kinds(work);
    if (work->config.small_rises) {
        cw_scene_find_rises(work);
    }
    return CW_OK;
}

cw_status cw_scene_index(cw_context *context, cw_extraction *work) {
    cw_box3 *boxes = NULL;
    CW_TRY(CW_ALLOCATE(context, boxes, work->face_count));
    for (uint32_t f = 0; f < work->face_count; f++) {
        boxes[f] = work->faces[f].box;
    }
    cw_status status = cw_scene_tree_build(context, boxes, work->face_count, &work->tree);
    CW_RELEASE(context, boxes, work->face_count);
    return status;
}
