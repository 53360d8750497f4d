/// T-junctions: a corner of one triangle inside the side of another.
///
/// Looked at are walls, the sides that found no partner. A wall that runs back along another one,
/// and has an end inside it, would be joined with it if that one had a corner there. Walls are
/// found in a tree: ordered along the Hilbert curve by their middles, the middle one of a range is
/// the root of the range, and has the box of all of it. O(n log n) on usual floors.
#include "surface/junctions.h"
#include "geom/order.h"

#include <math.h>

/// How far from a side a corner may lie and still be meant to be on it, as a part of the size of
/// the floor: files have six or seven digits.
static const double JUNCTION_GAP = 1e-6;

typedef struct box {
    cw_vec3 low, high;
} box;

typedef struct junction_search {
    const cw_assembly *assembly;
    double gap; ///< metres
    cw_keyed *walls, *scratch;
    box *boxes;  ///< per wall: of the range that it is the middle of
    bool *found; ///< per vertex
    uint32_t wall_count;
} junction_search;

static cw_vec3 from_of(const junction_search *s, uint32_t h) {
    return s->assembly->positions[cw_origin(&s->assembly->mesh, h)];
}

static cw_vec3 to_of(const junction_search *s, uint32_t h) {
    return s->assembly->positions[cw_target(&s->assembly->mesh, h)];
}

static void include_place(box *b, cw_vec3 p) {
    b->low = (cw_vec3){fmin(b->low.x, p.x), fmin(b->low.y, p.y), fmin(b->low.z, p.z)};
    b->high = (cw_vec3){fmax(b->high.x, p.x), fmax(b->high.y, p.y), fmax(b->high.z, p.z)};
}

/// Fills in the boxes of a range that is not empty; the box of all of it.
static box make_boxes(junction_search *s, uint32_t begin, uint32_t end) {
    uint32_t middle = begin + (end - begin) / 2;
    cw_vec3 from = from_of(s, s->walls[middle].item);
    box b = {from, from};
    include_place(&b, to_of(s, s->walls[middle].item));
    uint32_t halves[2][2] = {{begin, middle}, {middle + 1, end}};
    for (int i = 0; i < 2; i++) {
        if (halves[i][0] < halves[i][1]) {
            box half = make_boxes(s, halves[i][0], halves[i][1]);
            include_place(&b, half.low);
            include_place(&b, half.high);
        }
    }
    return s->boxes[middle] = b;
}

static bool is_in(const box *b, cw_vec3 p, double gap) {
    return p.x >= b->low.x - gap && p.x <= b->high.x + gap && p.y >= b->low.y - gap &&
           p.y <= b->high.y + gap && p.z >= b->low.z - gap && p.z <= b->high.z + gap;
}

/// True when a corner lies inside a wall, and the wall from the corner to `other`, or from there to
/// the corner, lies on the same line.
static bool meets(const junction_search *s, uint32_t wall, cw_vec3 corner, cw_vec3 other) {
    cw_vec3 a = from_of(s, wall), b = to_of(s, wall);
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    double along = ((corner.x - a.x) * x + (corner.y - a.y) * y) / length;
    double aside = ((corner.y - a.y) * x - (corner.x - a.x) * y) / length;
    double other_aside = ((other.y - a.y) * x - (other.x - a.x) * y) / length;
    double height = a.z + (b.z - a.z) * along / length;
    return along > s->gap && along < length - s->gap && fabs(aside) <= s->gap &&
           fabs(other_aside) <= s->gap && fabs(corner.z - height) <= s->gap;
}

/// Whether two walls run in opposite directions.
static bool runs_back(const junction_search *s, uint32_t wall, uint32_t other) {
    cw_vec3 a = from_of(s, wall), b = to_of(s, wall);
    cw_vec3 c = from_of(s, other), d = to_of(s, other);
    return (b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y) < 0;
}

/// Whether an end of a wall (its start, or not) lies inside one of a range that it runs along.
static bool end_meets_range(const junction_search *s, uint32_t wall, bool start, uint32_t begin,
                            uint32_t end) {
    cw_vec3 corner = start ? from_of(s, wall) : to_of(s, wall);
    cw_vec3 other = start ? to_of(s, wall) : from_of(s, wall);
    uint32_t middle = begin + (end - begin) / 2;
    if (begin == end || !is_in(&s->boxes[middle], corner, s->gap)) {
        return false;
    }
    uint32_t candidate = s->walls[middle].item;
    return (runs_back(s, candidate, wall) && meets(s, candidate, corner, other)) ||
           end_meets_range(s, wall, start, begin, middle) ||
           end_meets_range(s, wall, start, middle + 1, end);
}

static void list_walls(junction_search *s) {
    const cw_trimesh *mesh = &s->assembly->mesh;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (mesh->twins[h] == CW_NONE) {
            cw_point a = mesh->points[cw_origin(mesh, h)], b = mesh->points[cw_target(mesh, h)];
            cw_point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
            s->walls[s->wall_count++] = (cw_keyed){cw_hilbert_key(middle), h};
        }
    }
    cw_keyed_sort(s->walls, s->scratch, s->wall_count);
}

static void find_junctions(junction_search *s) {
    const cw_trimesh *mesh = &s->assembly->mesh;
    if (s->wall_count > 0) {
        box all = make_boxes(s, 0, s->wall_count);
        s->gap = JUNCTION_GAP * fmax(all.high.x - all.low.x, all.high.y - all.low.y);
    }
    for (uint32_t i = 0; i < s->wall_count; i++) {
        uint32_t wall = s->walls[i].item;
        for (int start = 0; start < 2; start++) {
            uint32_t vertex = start ? cw_origin(mesh, wall) : cw_target(mesh, wall);
            s->found[vertex] =
                s->found[vertex] || end_meets_range(s, wall, start, 0, s->wall_count);
        }
    }
}

static void tell_junctions(cw_context *context, const junction_search *s) {
    uint32_t count = 0, first = CW_NONE;
    for (uint32_t v = 0; v < s->assembly->mesh.vertex_count; v++) {
        first = s->found[v] && first == CW_NONE ? v : first;
        count += s->found[v];
    }
    if (count > 0) {
        cw_vec3 place = s->assembly->positions[first];
        cw_log(context,
               count == 1 ? "%u corner lies inside the side of another face, at (%.9g, %.9g, "
                            "%.9g); the floor is not joined there"
                          : "%u corners lie inside sides of other faces, the first at (%.9g, %.9g, "
                            "%.9g); the floor is not joined there",
               count, place.x, place.y, place.z);
    }
}

cw_status cw_junctions_warn(cw_context *context, const cw_assembly *assembly) {
    size_t half_edges = (size_t)3 * assembly->mesh.triangle_count;
    junction_search s = {.assembly = assembly};
    cw_status status = CW_ALLOCATE(context, s.walls, half_edges);
    status = status != CW_OK ? status : CW_ALLOCATE(context, s.scratch, half_edges);
    status = status != CW_OK ? status : CW_ALLOCATE(context, s.boxes, half_edges);
    status = status != CW_OK ? status : CW_ALLOCATE(context, s.found, assembly->mesh.vertex_count);
    if (status == CW_OK) {
        list_walls(&s);
        find_junctions(&s);
        tell_junctions(context, &s);
    }
    CW_RELEASE(context, s.walls, half_edges);
    CW_RELEASE(context, s.scratch, half_edges);
    CW_RELEASE(context, s.boxes, half_edges);
    CW_RELEASE(context, s.found, assembly->mesh.vertex_count);
    return status;
}
