/// T-junctions: a corner of one triangle inside the side of another; and corners next to others.
///
/// Looked at are walls, the sides that found no partner. A wall that runs back along another one,
/// and has an end inside it, would be joined with it if that one had a corner there; one whose ends
/// lie next to those of the other, if they lay on them. Walls are found in a tree of boxes. O(n log
/// n) on usual floors.
#include "surface/junctions.h"
#include "geom/boxes.h"

#include <math.h>
#include <string.h>

/// How far from a side or another corner a corner may lie and still be meant to be on it, as a part
/// of the size of the floor: files have six or seven digits.
static const double JUNCTION_GAP = 1e-6;

typedef struct junction_search {
    const cw_assembly *assembly;
    double gap; ///< metres
    CW_ARRAY(uint32_t) walls;
    cw_box_tree tree; ///< of the walls
    bool *found;      ///< per vertex
} junction_search;

static cw_vec3 from_of(const junction_search *s, uint32_t h) {
    return s->assembly->positions[cw_origin(&s->assembly->mesh, h)];
}

static cw_vec3 to_of(const junction_search *s, uint32_t h) {
    return s->assembly->positions[cw_target(&s->assembly->mesh, h)];
}

static bool is_close(const junction_search *s, cw_vec3 a, cw_vec3 b) {
    return fabs(a.x - b.x) <= s->gap && fabs(a.y - b.y) <= s->gap && fabs(a.z - b.z) <= s->gap;
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

/// Whether an end of a wall (its start, or not) meets another one that it runs along.
static bool end_meets(const junction_search *s, meeting *meets, uint32_t wall, bool start) {
    cw_vec3 end = end_of(s, wall, start);
    for (uint32_t i = 0; i < s->tree.nodes.count;) {
        const cw_box_node *node = &s->tree.nodes.items[i];
        if (cw_box_square(&node->box, (cw_vec2){end.x, end.y}) > 4 * s->gap * s->gap) {
            i = node->skip;
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; k++) {
            uint32_t other = s->walls.items[s->tree.items.items[k].item];
            if (runs_back(s, other, wall) && meets(s, wall, start, other)) {
                return true;
            }
        }
        i++;
    }
    return false;
}

/// Lists the walls and puts them into the tree.
static cw_status list_walls(cw_context *context, junction_search *s) {
    const cw_trimesh *mesh = &s->assembly->mesh;
    CW_ARRAY(cw_box) boxes = {0};
    cw_status status = CW_OK;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count && status == CW_OK; h++) {
        if (mesh->twins[h] == CW_NONE) {
            cw_vec3 a = from_of(s, h), b = to_of(s, h);
            cw_box box = cw_box_of((cw_vec2){a.x, a.y}, (cw_vec2){b.x, b.y});
            status = CW_ARRAY_PUSH(context, &s->walls, h);
            if (status == CW_OK) {
                status = CW_ARRAY_PUSH(context, &boxes, box);
            }
        }
    }
    status =
        status != CW_OK ? status : cw_box_tree_sort(context, boxes.items, boxes.count, &s->tree);
    CW_ARRAY_FREE(context, &boxes);
    return status;
}

/// Finds the corners at which walls meet in one way.
static void find_junctions(junction_search *s, meeting *meets) {
    const cw_trimesh *mesh = &s->assembly->mesh;
    memset(s->found, 0, mesh->vertex_count * sizeof *s->found);
    for (uint32_t i = 0; i < s->walls.count; i++) {
        uint32_t wall = s->walls.items[i];
        for (int start = 0; start < 2; start++) {
            uint32_t vertex = start ? cw_origin(mesh, wall) : cw_target(mesh, wall);
            s->found[vertex] = s->found[vertex] || end_meets(s, meets, wall, start);
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
    cw_box all = s->tree.nodes.items[0].box;
    s->gap = JUNCTION_GAP * fmax(all.high.x - all.low.x, all.high.y - all.low.y);
    find_junctions(s, is_inside);
    tell_junctions(context, s, "corner lies inside the side of another face, at",
                   "corners lie inside sides of other faces, the first at");
    find_junctions(s, is_beside);
    const char *several = "corners lie next to those of other faces, but not on them, the first at";
    tell_junctions(context, s, several, several); /* a corner and what it is next to are two */
}

cw_status cw_junctions_warn(cw_context *context, const cw_assembly *assembly) {
    junction_search s = {.assembly = assembly};
    cw_status status = CW_ALLOCATE(context, s.found, assembly->mesh.vertex_count);
    status = status != CW_OK ? status : list_walls(context, &s);
    if (status == CW_OK && s.walls.count > 0) {
        warn(context, &s);
    }
    CW_ARRAY_FREE(context, &s.walls);
    cw_box_tree_free(context, &s.tree);
    CW_RELEASE(context, s.found, assembly->mesh.vertex_count);
    return status;
}
