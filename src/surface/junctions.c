/// T-junctions: a corner of one triangle inside the side of another; and corners next to others.
///
/// Looked at are walls, the sides that found no partner. A wall that runs back along another one,
/// and has an end inside it, would be joined with it if that one had a corner there; one whose ends
/// lie next to those of the other, if they lay on them. Walls are found in a tree: ordered along
/// the Hilbert curve by their middles, the middle one of a range is the root of the range, and has
/// the box of all of it. O(n log n) on usual floors.
#include "surface/junctions.h"
#include "geom/order.h"

#include <math.h>
#include <string.h>

/// How far from a side or another corner a corner may lie and still be meant to be on it, as a part
/// of the size of the floor: files have six or seven digits.
static const double JUNCTION_GAP = 1e-6;

typedef struct box {
    cw_vec3 low, high;
} box;

typedef struct junction_search {
    const cw_assembly *assembly;
    double gap;      ///< metres
    cw_keyed *walls; ///< with room for as many to sort
    box *boxes;      ///< per wall: of the range that it is the middle of
    bool *found;     ///< per vertex
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

static bool is_close(const junction_search *s, cw_vec3 a, cw_vec3 b) {
    return is_in(&(box){a, a}, b, s->gap);
}

/// An end of a wall: its start, or not.
static cw_vec3 end_of(const junction_search *s, uint32_t wall, bool start) {
    return start ? from_of(s, wall) : to_of(s, wall);
}

/// How an end of a wall may meet another wall that runs back along it.
typedef bool meeting(const junction_search *s, uint32_t wall, bool start, uint32_t other);

/// True when an end of a wall lies inside another wall, and its other end on the same line.
static bool is_inside(const junction_search *s, uint32_t wall, bool start, uint32_t other) {
    cw_vec3 corner = end_of(s, wall, start), far_end = end_of(s, wall, !start);
    cw_vec3 a = from_of(s, other), b = to_of(s, other);
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    double along = ((corner.x - a.x) * x + (corner.y - a.y) * y) / length;
    double aside = ((corner.y - a.y) * x - (corner.x - a.x) * y) / length;
    double far_aside = ((far_end.y - a.y) * x - (far_end.x - a.x) * y) / length;
    double height = a.z + (b.z - a.z) * along / length;
    return along > s->gap && along < length - s->gap && fabs(aside) <= s->gap &&
           fabs(far_aside) <= s->gap && fabs(corner.z - height) <= s->gap;
}

/// True when an end of a wall lies next to one of another wall, and their other ends do, or are
/// one.
static bool is_beside(const junction_search *s, uint32_t wall, bool start, uint32_t other) {
    const cw_trimesh *mesh = &s->assembly->mesh;
    uint32_t corner = start ? cw_origin(mesh, wall) : cw_target(mesh, wall);
    uint32_t next = start ? cw_target(mesh, other) : cw_origin(mesh, other);
    cw_vec3 from = from_of(s, wall), to = to_of(s, wall);
    return corner != next && !is_close(s, from, to) && is_close(s, from, to_of(s, other)) &&
           is_close(s, to, from_of(s, other));
}

/// Whether two walls run in opposite directions.
static bool runs_back(const junction_search *s, uint32_t wall, uint32_t other) {
    cw_vec3 a = from_of(s, wall), b = to_of(s, wall);
    cw_vec3 c = from_of(s, other), d = to_of(s, other);
    return (b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y) < 0;
}

/// Whether an end of a wall (its start, or not) meets one of a range that it runs along.
static bool end_meets_range(const junction_search *s, meeting *meets, uint32_t wall, bool start,
                            uint32_t begin, uint32_t end) {
    uint32_t middle = begin + (end - begin) / 2;
    if (begin == end || !is_in(&s->boxes[middle], end_of(s, wall, start), s->gap)) {
        return false;
    }
    uint32_t candidate = s->walls[middle].item;
    return (runs_back(s, candidate, wall) && meets(s, wall, start, candidate)) ||
           end_meets_range(s, meets, wall, start, begin, middle) ||
           end_meets_range(s, meets, wall, start, middle + 1, end);
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
    cw_keyed_sort_in_place(s->walls, s->wall_count);
}

/// Finds the corners at which walls meet in one way.
static void find_junctions(junction_search *s, meeting *meets) {
    const cw_trimesh *mesh = &s->assembly->mesh;
    memset(s->found, 0, mesh->vertex_count * sizeof *s->found);
    for (uint32_t i = 0; i < s->wall_count; i++) {
        uint32_t wall = s->walls[i].item;
        for (int start = 0; start < 2; start++) {
            uint32_t vertex = start ? cw_origin(mesh, wall) : cw_target(mesh, wall);
            s->found[vertex] =
                s->found[vertex] || end_meets_range(s, meets, wall, start, 0, s->wall_count);
        }
    }
}

/// Warns of the corners that were found: of one, or of several.
static void tell_junctions(cw_context *context, const junction_search *s, const char *one,
                           const char *several) {
    uint32_t count = 0, first = CW_NONE;
    for (uint32_t v = 0; v < s->assembly->mesh.vertex_count; v++) {
        first = s->found[v] && first == CW_NONE ? v : first;
        count += s->found[v];
    }
    if (count > 0) {
        cw_vec3 place = s->assembly->positions[first];
        cw_log(context, "%u %s (%.9g, %.9g, %.9g); the floor is not joined there", count,
               count == 1 ? one : several, place.x, place.y, place.z);
    }
}

static void warn(cw_context *context, junction_search *s) {
    list_walls(s);
    if (s->wall_count == 0) {
        return;
    }
    box all = make_boxes(s, 0, s->wall_count);
    s->gap = JUNCTION_GAP * fmax(all.high.x - all.low.x, all.high.y - all.low.y);
    find_junctions(s, is_inside);
    tell_junctions(context, s, "corner lies inside the side of another face, at",
                   "corners lie inside sides of other faces, the first at");
    find_junctions(s, is_beside);
    const char *several = "corners lie next to those of other faces, but not on them, the first at";
    tell_junctions(context, s, several, several); /* a corner and what it is next to are two */
}

cw_status cw_junctions_warn(cw_context *context, const cw_assembly *assembly) {
    size_t half_edges = (size_t)3 * assembly->mesh.triangle_count;
    junction_search s = {.assembly = assembly};
    cw_status status = CW_ALLOCATE(context, s.walls, 2 * half_edges);
    status = status != CW_OK ? status : CW_ALLOCATE(context, s.boxes, half_edges);
    status = status != CW_OK ? status : CW_ALLOCATE(context, s.found, assembly->mesh.vertex_count);
    if (status == CW_OK) {
        warn(context, &s);
    }
    CW_RELEASE(context, s.walls, 2 * half_edges);
    CW_RELEASE(context, s.boxes, half_edges);
    CW_RELEASE(context, s.found, assembly->mesh.vertex_count);
    return status;
}
