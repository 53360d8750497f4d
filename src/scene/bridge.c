/// Bridges over cracks.
///
/// Phases: 1 rims: edges with walkable faces on one side only, turned so that these are on the
/// left; 2 for every two rims that face each other, the stretch along which they are at most the
/// gap apart in plan and a step in height; 3 a quadrilateral over the stretch, as two more faces,
/// marked as bridge: it carries, hides what is below it as any floor does, and gives way to real
/// floors in its own plane (label.c).
/// Everything after this treats them as faces like others.
#include "scene/extract.h"

#include <math.h>
#include <string.h>

/// Rims closer than this, in steps, need no bridge: they go through the same nodes (route.c).
static const double LEAST_GAP = 1.5;
/// Metres by which a crack may be wider than asked for: so much a file with single precision puts
/// two corners apart, at 64 m.
static const double GAP_SLACK = 1e-5;

typedef struct rim {
    uint32_t from, to; ///< vertices; the floor is on the left
    uint32_t edge;
    uint8_t area; ///< area type of the floor
} rim;

typedef struct bridging {
    cw_extraction *work;
    CW_ARRAY(rim) rims;
    cw_scene_tree tree;
    double gap;                   ///< in steps
    CW_ARRAY(cw_spot) spots;      ///< new vertices
    CW_ARRAY(cw_face) faces;      ///< new faces
    CW_ARRAY(cw_soup_edge) edges; ///< new edges
} bridging;

/// Phase 1.
static cw_status list_rims(cw_context *context, bridging *all) {
    const cw_extraction *work = all->work;
    for (uint32_t e = 0; e < work->edge_count; e++) {
        bool left = false, right = false;
        uint8_t area = 0;
        for (uint32_t i = work->edge_first[e]; i < work->edge_first[e + 1]; i++) {
            const cw_face *face = &work->faces[work->edge_faces[i]];
            for (uint32_t k = 0; k < 3 && face->walkable; k++) {
                bool up = face->corners[k] == work->edges[e].low;
                left = left || (face->edges[k] == e && up);
                right = right || (face->edges[k] == e && !up);
                area = face->edges[k] == e && face->area > area ? face->area : area;
            }
        }
        if (left != right) {
            uint32_t low = work->edges[e].low, high = work->edges[e].high;
            CW_TRY(CW_ARRAY_PUSH(context, &all->rims,
                                 (rim){left ? low : high, left ? high : low, e, area}));
        }
    }
    return CW_OK;
}

static cw_status index_rims(cw_context *context, bridging *all) {
    uint32_t count = all->rims.count;
    cw_box3 *boxes = NULL;
    CW_TRY(CW_ALLOCATE(context, boxes, count));
    for (uint32_t i = 0; i < count; i++) {
        cw_spot a = all->work->spots[all->rims.items[i].from],
                b = all->work->spots[all->rims.items[i].to];
        boxes[i] = (cw_box3){{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z},
                             {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z}};
    }
    cw_status status = cw_scene_tree_build(context, boxes, count, &all->tree);
    CW_RELEASE(context, boxes, count);
    return status;
}

/// A common stretch of two rims: shares of the way along the first, and of the second beside them.
typedef struct stretch {
    double from, to;
    double beside_from, beside_to;
} stretch;

static double plan_distance(cw_spot a, double x, double y, double dx, double dy) {
    return (dy * (a.x - x) - dx * (a.y - y)) / sqrt(dx * dx + dy * dy);
}

/// Narrows a stretch to where a value, which goes straight from `at_low` at the share `low` to
/// `at_high` at `high`, is not negative; false where nothing is left.
static bool narrow(stretch *over, double low, double high, double at_low, double at_high) {
    double slope = (at_high - at_low) / (high - low);
    double near = at_low + (over->from - low) * slope, far = at_low + (over->to - low) * slope;
    double zero = over->from + (over->to - over->from) * near / (near - far);
    if (near < 0) {
        over->from = zero;
    } else if (far < 0) {
        over->to = zero;
    }
    return (near >= 0 || far >= 0) && over->from < over->to;
}

/// Phase 2: the part of rim (a, b) that lies within the gap and a step of rim (c, d), which runs
/// against it, at less than 45 degrees. Rims that cross have it on one side of the crossing. Where
/// most of it is too wide, there is a notch and no crack.
static bool find_stretch(const bridging *all, cw_spot a, cw_spot b, cw_spot c, cw_spot d,
                         stretch *over) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y, dz = (double)b.z - a.z;
    double length = dx * dx + dy * dy, ex = (double)d.x - c.x, ey = (double)d.y - c.y;
    if (length == 0 || -(ex * dx + ey * dy) <= fabs(ex * dy - ey * dx)) {
        return false;
    }
    /* Shares of d and c along a-b; there, how far they are on its right side and below it. */
    double low = (((double)d.x - a.x) * dx + ((double)d.y - a.y) * dy) / length;
    double high = (((double)c.x - a.x) * dx + ((double)c.y - a.y) * dy) / length;
    double at_low = plan_distance(d, a.x, a.y, dx, dy),
           at_high = plan_distance(c, a.x, a.y, dx, dy);
    double fall_low = a.z + low * dz - d.z, fall_high = a.z + high * dz - c.z;
    double gap = all->gap, step = (double)(all->work->step + CW_LEVEL_STEPS);
    *over = (stretch){.from = fmax(low, 0), .to = fmin(high, 1)};
    if (!(over->from < over->to) || !narrow(over, low, high, at_low, at_high) ||
        !narrow(over, low, high, step - fall_low, step - fall_high) ||
        !narrow(over, low, high, step + fall_low, step + fall_high)) {
        return false;
    }
    double most = over->to - over->from;
    if (!narrow(over, low, high, gap - at_low, gap - at_high) || over->to - over->from < most / 2) {
        return false;
    }
    over->beside_from = (high - over->from) / (high - low);
    over->beside_to = (high - over->to) / (high - low);
    double near = at_low * over->beside_from + at_high * (1 - over->beside_from);
    double far = at_low * over->beside_to + at_high * (1 - over->beside_to);
    return fmax(near, far) * sqrt(length) > LEAST_GAP * (fabs(dx) + fabs(dy));
}

/// The vertex at a share of the way along a rim; its ends are themselves.
static cw_status vertex_along(cw_context *context, bridging *all, uint32_t from, uint32_t to,
                              double share, uint32_t *vertex) {
    cw_spot a = all->work->spots[from], b = all->work->spots[to];
    if (share <= 0 || share >= 1) {
        *vertex = share <= 0 ? from : to;
        return CW_OK;
    }
    *vertex = all->work->spot_count + all->spots.count;
    return CW_ARRAY_PUSH(context, &all->spots,
                         (cw_spot){(int32_t)floor(a.x + share * ((double)b.x - a.x) + 0.5),
                                   (int32_t)floor(a.y + share * ((double)b.y - a.y) + 0.5),
                                   (int32_t)floor(a.z + share * ((double)b.z - a.z) + 0.5)});
}

static cw_spot spot_of(const bridging *all, uint32_t vertex) {
    uint32_t given = all->work->spot_count;
    return vertex < given ? all->work->spots[vertex] : all->spots.items[vertex - given];
}

static cw_status add_edge(cw_context *context, bridging *all, uint32_t a, uint32_t b,
                          uint32_t *edge) {
    *edge = all->work->edge_count + all->edges.count;
    return CW_ARRAY_PUSH(context, &all->edges,
                         (cw_soup_edge){a < b ? a : b, a < b ? b : a, CW_NONE, false, true});
}

/// Adds a triangle of a bridge, unless it has no area in plan.
static cw_status add_face(cw_context *context, bridging *all, const uint32_t corners[3],
                          uint8_t type) {
    cw_spot p[3] = {spot_of(all, corners[0]), spot_of(all, corners[1]), spot_of(all, corners[2])};
    int64_t ux = (int64_t)p[1].x - p[0].x, uy = (int64_t)p[1].y - p[0].y;
    int64_t vx = (int64_t)p[2].x - p[0].x, vy = (int64_t)p[2].y - p[0].y;
    int64_t uz = (int64_t)p[1].z - p[0].z, vz = (int64_t)p[2].z - p[0].z;
    int64_t area = ux * vy - uy * vx;
    if (area <= 0) {
        return CW_OK;
    }
    uint32_t number = all->work->face_count + all->faces.count;
    cw_face face = {
        .kind = CW_FACE_FLOOR, .area = type, .walkable = true, .up = true, .bridge = true};
    face.plane = number;
    face.slope_x = -(double)(uy * vz - uz * vy) / (double)area;
    face.slope_y = -(double)(uz * vx - ux * vz) / (double)area;
    for (uint32_t k = 0; k < 3; k++) {
        face.corners[k] = corners[k];
        CW_TRY(add_edge(context, all, corners[k], corners[(k + 1) % 3], &face.edges[k]));
    }
    cw_face_bound(&face, p);
    return CW_ARRAY_PUSH(context, &all->faces, face);
}

/// Phase 3.
static cw_status lay_bridge(cw_context *context, bridging *all, rim first, rim second,
                            const stretch *over) {
    uint32_t a, b, c, d;
    CW_TRY(vertex_along(context, all, first.from, first.to, over->from, &a));
    CW_TRY(vertex_along(context, all, first.from, first.to, over->to, &b));
    CW_TRY(vertex_along(context, all, second.from, second.to, over->beside_to, &c));
    CW_TRY(vertex_along(context, all, second.from, second.to, over->beside_from, &d));
    CW_TRY(add_face(context, all, (uint32_t[3]){d, c, b}, first.area));
    CW_TRY(add_face(context, all, (uint32_t[3]){d, b, a}, first.area));
    all->work->report->bridge_count++;
    return CW_OK;
}

static cw_status bridge_rims(cw_context *context, bridging *all) {
    const cw_extraction *work = all->work;
    int32_t reach = (int32_t)all->gap + 1, rise = (int32_t)work->step + CW_LEVEL_STEPS;
    for (uint32_t i = 0; i < all->rims.count; i++) {
        rim first = all->rims.items[i];
        cw_spot a = work->spots[first.from], b = work->spots[first.to];
        cw_box3 box = {{(a.x < b.x ? a.x : b.x) - reach, (a.y < b.y ? a.y : b.y) - reach,
                        (a.z < b.z ? a.z : b.z) - rise},
                       {(a.x > b.x ? a.x : b.x) + reach, (a.y > b.y ? a.y : b.y) + reach,
                        (a.z > b.z ? a.z : b.z) + rise}};
        cw_scene_walk walk = cw_scene_walk_begin(&all->tree, box);
        while (cw_scene_walk_next(&walk)) {
            rim second = all->rims.items[walk.item];
            stretch over;
            if (walk.item > i &&
                find_stretch(all, a, b, work->spots[second.from], work->spots[second.to], &over)) {
                CW_TRY(lay_bridge(context, all, first, second, &over));
            }
        }
    }
    return CW_OK;
}

/// Appends what was made to the arrays of the extraction.
static cw_status append(cw_context *context, bridging *all) {
    cw_extraction *work = all->work;
    size_t spots = (size_t)work->spot_count + all->spots.count;
    size_t faces = (size_t)work->face_count + all->faces.count;
    size_t edges = (size_t)work->edge_count + all->edges.count;
    if (spots >= CW_NONE || faces >= CW_NONE / 3 || edges >= CW_NONE) {
        return cw_fail(context, CW_ERROR_LIMIT, "too many cracks to bridge");
    }
    CW_TRY(CW_RESIZE(context, work->edges, work->edge_capacity, edges));
    work->edge_capacity = (uint32_t)edges;
    cw_vec3 *places = NULL;
    CW_TRY(CW_ALLOCATE(context, places, spots));
    cw_status status = CW_RESIZE(context, work->spots, work->spot_capacity, spots);
    if (status != CW_OK) {
        CW_RELEASE(context, places, spots);
        return status;
    }
    memcpy(places, work->places, work->spot_count * sizeof *places);
    CW_RELEASE(context, work->places, work->spot_capacity);
    work->places = places;
    work->spot_capacity = (uint32_t)spots;
    CW_TRY(CW_RESIZE(context, work->faces, work->face_capacity, faces));
    work->face_capacity = (uint32_t)faces;
    for (uint32_t i = 0; i < all->spots.count; i++) {
        cw_spot spot = all->spots.items[i];
        const cw_lattice *lattice = &work->lattice;
        work->spots[work->spot_count] = spot;
        work->places[work->spot_count++] = (cw_vec3){lattice->origin_x + spot.x * lattice->step,
                                                     lattice->origin_y + spot.y * lattice->step,
                                                     work->origin_z + spot.z * lattice->step};
    }
    for (uint32_t i = 0; i < all->edges.count; i++) {
        work->edges[work->edge_count++] = all->edges.items[i];
    }
    for (uint32_t i = 0; i < all->faces.count; i++) {
        work->faces[work->face_count++] = all->faces.items[i];
    }
    return CW_OK;
}

cw_status cw_scene_lay_bridges(cw_context *context, cw_extraction *work) {
    bridging all = {.work = work, .gap = (work->config.gap + GAP_SLACK) / work->lattice.step};
    if (work->config.gap == 0) {
        return CW_OK;
    }
    cw_status status = list_rims(context, &all);
    status = status != CW_OK ? status : index_rims(context, &all);
    status = status != CW_OK ? status : bridge_rims(context, &all);
    if (status == CW_OK && all.faces.count > 0) {
        status = append(context, &all);
    }
    cw_scene_tree_free(context, &all.tree);
    CW_ARRAY_FREE(context, &all.rims);
    CW_ARRAY_FREE(context, &all.spots);
    CW_ARRAY_FREE(context, &all.faces);
    CW_ARRAY_FREE(context, &all.edges);
    return status;
}
