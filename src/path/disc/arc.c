/// How far an arc around a corner can be followed inside one cell.
///
/// The arc ends at the nearest of
///   - the normal of the corner's wall: from there on the wall itself is nearer than the radius;
///   - another circle or wall strip that it runs into, looked at only when the radius is more than
///     half the corner's gap;
///   - the border of the cell: through a portal it goes on in the next cell.
/// Turns are compared by cw_turn_measure from the ray where the arc starts.
#include "path/disc/disc_search.h"

/// Metres from a vertex at which an arc begins there: it came in up to CW_GRAZE beside an end of
/// its entry, and is followed as exactly as that.
#define AT_VERTEX (2 * CW_GRAZE)

/// The walk around one circle.
typedef struct follower {
    const cw_path_search *search;
    const cw_root *root;
    double radius; ///< not signed
    double hand;   ///< 1 when the circle is left of the path, else -1
    cw_vec2 place; ///< where it starts
    cw_vec2 start; ///< direction there
    double scale;  ///< 1 / signed radius
    double meets;  ///< a point of more power than this is farther than AT_VERTEX from the circle
    double slack;  ///< turns this close are the same
    double most;   ///< no turn is more
    double turn;   ///< of the nearest event so far
    cw_arc_end end;
} follower;

static inline double turn_to(const follower *walk, cw_vec2 along) {
    double turn =
        walk->hand > 0 ? cw_turn_measure(walk->start, along) : cw_turn_measure(along, walk->start);
    return turn > walk->most ? 0 : turn;
}

/// Direction of the path at a point of the circle.
static inline cw_vec2 along_at(const follower *walk, cw_vec2 point) {
    cw_vec2 left = {(walk->root->center.x - point.x) * walk->scale,
                    (walk->root->center.y - point.y) * walk->scale};
    return (cw_vec2){left.y, -left.x};
}

/// Ends the arc at an event, unless another one comes before. At the same turn a way out counts
/// more than an end: what ends the arc here ends it in the next cell too.
static inline void end_at(follower *walk, cw_vec2 at, cw_vec2 along, uint32_t exit) {
    double turn = turn_to(walk, along);
    if (exit != CW_NONE ? turn <= walk->turn + walk->slack : turn < walk->turn - walk->slack) {
        walk->turn = turn;
        walk->end = (cw_arc_end){{at, along}, exit};
    }
}

/// Ends the arc where it leaves in a direction.
static inline void end_at_normal(follower *walk, cw_vec2 along) {
    const cw_root *root = walk->root;
    end_at(walk, cw_tangent_leaving(root->center, root->signed_radius, along).at, along, CW_NONE);
}

/// The end of the corner's own cone of normals: where the end of its wall begins to reach across
/// the ray by more than CW_GRAZE.
static void end_at_wall(follower *walk, uint32_t cell) {
    const cw_clearance *clearance = walk->search->clearance;
    const cw_root *root = walk->root;
    const cw_mesh_cone *cone = &walk->search->mesh.cones[root->corner];
    if (cone->wide) {
        const cw_corner *corner = &clearance->corners[root->corner];
        uint32_t wall = walk->hand > 0 ? corner->incoming : corner->outgoing;
        if (clearance->mesh->edge_cell[wall] != cell) {
            return;
        }
    }
    if (!cone->snapped) {
        end_at_normal(walk, cone->last[walk->hand < 0]);
        return;
    }
    cw_vec2 ends[CW_SNAPPED_WALLS];
    uint32_t count =
        cw_corner_wall_ends(clearance, &clearance->corners[root->corner], walk->hand > 0, ends);
    for (uint32_t i = 0; i < count; i++) {
        if (CW_GRAZE < cw_vec2_length(ends[i])) {
            end_at_normal(walk, cw_last_along(ends[i], walk->hand));
            return; // the next walls end the arc where it comes too near to them
        }
    }
}

/// A circle that lies behind an edge, but within CW_GRAZE of it: what began there is out at once.
static void end_behind_border(follower *walk, uint32_t e, uint32_t entry, double s) {
    const cw_mesh_side *side = &walk->search->mesh.sides[e];
    if (side->twin != CW_NONE && s >= -CW_GRAZE && s <= side->length + CW_GRAZE) {
        const cw_root *root = walk->root;
        cw_vec2 at = cw_tangent_leaving(root->center, root->signed_radius, walk->start).at;
        end_at(walk, at, walk->start, e != entry || side->splits ? e : CW_NONE);
    }
}

/// An edge whose line the circle crosses elsewhere, or only touches; `off` is how far its center
/// lies in front of that. An arc that came in at a vertex may begin behind the other edge there, or
/// run along it: unless it gets in front of it from there on, it is out at once.
static void end_at_vertex(follower *walk, uint32_t e, uint32_t entry, double off) {
    const cw_mesh_side *side = &walk->search->mesh.sides[e];
    cw_vec2 v = cw_vec2_sub(walk->place, side->from);
    double into = cw_vec2_cross(side->along, v);
    if (fabs(into) > AT_VERTEX) {
        return;
    }
    double s = cw_vec2_dot(side->along, v);
    bool at_end = fabs(s) <= AT_VERTEX || fabs(s - side->length) <= AT_VERTEX;
    bool out = cw_vec2_cross(side->along, walk->start) < 0;
    double front = out ? into : off + walk->radius, behind = walk->radius - off;
    if (at_end && front <= CW_GRAZE && behind > CW_GRAZE && side->twin != CW_NONE && e != entry) {
        end_at(walk, walk->place, walk->start, e);
    }
}

/// A circle that touches the line of an edge from behind; `u` leads to its center from the start of
/// the edge.
static void end_at_touch(follower *walk, uint32_t e, uint32_t entry, cw_vec2 u, double off) {
    end_behind_border(walk, e, entry, cw_vec2_dot(u, walk->search->mesh.sides[e].along));
    end_at_vertex(walk, e, entry, off);
}

/// The border of the cell, for a circle: leaving through edge e. Of the two points where the circle
/// crosses the line of the edge, it goes out at the first one when it turns left.
static inline void end_at_border(follower *walk, uint32_t e, uint32_t entry) {
    const cw_mesh_side *side = &walk->search->mesh.sides[e];
    cw_vec2 u = cw_vec2_sub(walk->root->center, side->from);
    double off = cw_vec2_cross(side->along, u), square = walk->radius * walk->radius - off * off;
    if (square < 0) {
        if (off < 0 && -off - walk->radius <= CW_GRAZE) {
            end_at_touch(walk, e, entry, u, off);
        }
        return;
    }
    double middle = cw_vec2_dot(u, side->along), s = middle - walk->hand * sqrt(square);
    if ((s < -CW_GRAZE) | (s > side->length + CW_GRAZE)) {
        // Only a circle that all but meets an end of the edge can begin there.
        double rest = side->length - middle;
        if (side->twin != CW_NONE && ((fabs(middle * middle - square) <= walk->meets) |
                                      (fabs(rest * rest - square) <= walk->meets))) {
            end_at_vertex(walk, e, entry, off);
        }
        return;
    }
    cw_vec2 at = cw_vec2_along(side->from, s, side->along), direction = along_at(walk, at);
    if (!(cw_vec2_cross(side->along, direction) < 0)) {
        if (off < 0) {
            end_at_touch(walk, e, entry, u, off);
        }
        return;
    }
    // Where it came in, it does not go out again at once: the circle only touches the portal.
    if (!(e == entry && turn_to(walk, direction) <= walk->slack)) {
        bool open = side->twin != CW_NONE && (e != entry || side->splits);
        end_at(walk, at, direction, open ? e : CW_NONE);
    }
}

/// Running into the strip along a wall: the line at distance r from it, crossed towards it.
static void end_at_strip(follower *walk, const cw_near_wall *wall) {
    double length = cw_vec2_distance(wall->to, wall->from), meets[2];
    cw_vec2 along = wall->along;
    cw_vec2 a = cw_vec2_along(wall->from, walk->radius, cw_left(along));
    if (!cw_line_meets_circle(a, along, walk->root->center, walk->radius, meets)) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        cw_vec2 at = cw_vec2_along(a, meets[i], along);
        cw_vec2 direction = along_at(walk, at);
        if (meets[i] >= 0 && meets[i] <= length && cw_vec2_cross(along, direction) < 0) {
            end_at(walk, at, direction, CW_NONE);
        }
    }
}

/// Running into another circle of the same radius.
static void end_at_circle(follower *walk, cw_vec2 center) {
    cw_vec2 v = cw_vec2_sub(center, walk->root->center);
    double square = cw_vec2_dot(v, v), off = walk->radius * walk->radius - square / 4;
    if (square == 0 || off <= 0) {
        return;
    }
    // Of the two crossings the path enters at the one it comes to first: right of v when it turns
    // left.
    double scale = -walk->hand * sqrt(off / square);
    cw_vec2 at = {walk->root->center.x + v.x / 2 - scale * v.y,
                  walk->root->center.y + v.y / 2 + scale * v.x};
    end_at(walk, at, along_at(walk, at), CW_NONE);
}

/// The portals of the cell: all of its border that matters to an arc which meets no wall but its
/// own.
static inline void end_at_doors(follower *walk, uint32_t cell, uint32_t entry) {
    const cw_path_search *search = walk->search;
    for (uint32_t i = search->mesh.door_first[cell]; i < search->mesh.door_first[cell + 1]; i++) {
        end_at_border(walk, search->mesh.doors[i].edge, entry);
    }
}

/// What stands near the cell and leaves the corner too small a gap.
static void end_at_others(follower *walk, uint32_t cell) {
    const cw_clearance *clearance = walk->search->clearance;
    const cw_corner *corner = &clearance->corners[walk->root->corner];
    for (uint32_t i = clearance->near_wall_first[cell]; i < clearance->near_wall_first[cell + 1];
         i++) {
        const cw_near_wall *wall = &clearance->near_walls[i];
        if (wall->distance > walk->radius) {
            break;
        }
        if (wall->edge != corner->incoming && wall->edge != corner->outgoing) {
            end_at_strip(walk, wall);
        }
    }
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->distance > walk->radius) {
            break;
        }
        if (near->corner != walk->root->corner) {
            end_at_circle(walk, near->position);
        }
    }
}

/// Begins to follow the arc of a root from a ray on.
static inline follower begin(const cw_path_search *search, const cw_root *root,
                             const cw_tangent *from) {
    return (follower){.search = search,
                      .root = root,
                      .radius = search->radius,
                      .hand = root->hand,
                      .place = from->at,
                      .start = from->along,
                      .scale = 1 / root->signed_radius,
                      .meets = 4 * AT_VERTEX * search->radius,
                      .slack = search->disc.turn_slack,
                      .most = cw_turn_most(search->disc.turn_slack),
                      .turn = INFINITY,
                      .end = {*from, CW_NONE}};
}

/// Ends an arc no sooner than it starts: else rays would go all the way round.
static inline cw_arc_end finish(follower *walk) {
    if (walk->turn == 0) {
        walk->end.ray.along = walk->start;
    }
    return walk->end;
}

cw_arc_end cw_disc_arc(const cw_path_search *search, const cw_root *root, const cw_tangent *from,
                       uint32_t cell, uint32_t entry) {
    const cw_navmesh *mesh = search->clearance->mesh;
    const cw_mesh_cone *cone = &search->mesh.cones[root->corner];
    follower walk = begin(search, root, from);
    if (2 * walk.radius <= cone->gap && !cone->wide && !cone->snapped) {
        end_at_doors(&walk, cell, entry);
    } else {
        for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell);
             e++) {
            end_at_border(&walk, e, entry);
        }
        if (2 * walk.radius > cone->gap) {
            end_at_others(&walk, cell);
        }
    }
    end_at_wall(&walk, cell);
    return finish(&walk);
}

cw_arc_end cw_disc_arc_out(const cw_path_search *search, const cw_root *root,
                           const cw_tangent *from, cw_vec2 leaving, uint32_t cell, uint32_t entry) {
    follower walk = begin(search, root, from);
    walk.end.ray = cw_tangent_leaving(root->center, root->signed_radius, leaving);
    end_at_doors(&walk, cell, entry);
    return finish(&walk);
}
