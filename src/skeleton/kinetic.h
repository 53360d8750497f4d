/// The kinetic triangulation: what moves while the walls of one part of a surface shrink inwards.
/// Inside src/skeleton/ only.
///
/// Lengths are coarse lattice steps from the origin of the part, times are distances from the
/// walls. Half-edge 3t+k runs from corner k of triangle t to corner k+1, with the triangle on its
/// left; it is a piece of a wall's front (wall is not CW_NONE) or has a twin. Every living vertex
/// has one fan of triangles, from the front of its outgoing wall counter-clockwise to that of its
/// incoming wall.
#ifndef CW_SKELETON_KINETIC_H
#define CW_SKELETON_KINETIC_H

#include "base/memory.h"
#include "clearway/skeleton.h"
#include "geom/trimesh.h"
#include "skeleton/dd.h"

/// Steps, and per step of extent: two vertices this close have met. A double root is known to the
/// root of the precision only, which is 1e-16 of the coordinates.
#define CW_FRONT_MEET 1e-9
#define CW_FRONT_MEET_SHARE 1e-16
/// Of that: a triangle of less height is flat.
#define CW_FRONT_FLAT 1e-3
/// Of that: what is closer than this to a new vertex ends in the same node.
#define CW_FRONT_EQUAL 10
/// What a fast vertex may be off by, per step of extent and per speed: a little more than the
/// precision of cw_dd.
#define CW_FRONT_NOISE 1e-31
/// Sine of the angle below which fronts that run apart after they met are taken as parallel: a
/// strip that rounding has closed too far.
#define CW_FRONT_PARALLEL 1e-3
/// Least determinant of three fronts from which the time of a node is computed anew.
#define CW_FRONT_DETERMINANT 1e-6
/// Events per triangle before the builder gives up.
#define CW_FRONT_GUARD 400

/// A wall and its front: all x with normal . (x - point) = t.
typedef struct cw_front {
    cw_point direction; ///< integers below 2^32
    cw_dd length;       ///< of the direction
    cw_dd2 along, normal;
    cw_dd2 point;
    uint32_t vertex; ///< surface vertex where the wall starts
    bool cap;
} cw_front;

/// A vertex between the incoming front a and the outgoing front b.
typedef struct cw_mover {
    cw_dd2 start;
    cw_dd start_time;
    cw_dd2 velocity; ///< zero where it is endless
    double speed;
    uint32_t a, b;
    uint32_t node;  ///< where it began
    uint32_t spoke; ///< a half-edge that leaves it
    bool endless;   ///< its fronts coincide: it would run at any speed
    bool ended;
} cw_mover;

typedef struct cw_kinetic_triangle {
    uint32_t corner[3], twin[3], wall[3];
    bool gone;
    bool touched; ///< on the list of triangles to look at anew
} cw_kinetic_triangle;

/// What happens to a triangle, in the order in which it happens at equal times.
typedef enum cw_event_class {
    CW_EVENT_EDGE = 0,
    CW_EVENT_SPLIT,
    CW_EVENT_FLIP,
    CW_EVENT_ENDLESS,
    CW_EVENT_NONE,
} cw_event_class;

typedef struct cw_event {
    cw_dd time;
    double length;  ///< of the edge to flip
    uint8_t kind;   ///< cw_event_class
    uint8_t corner; ///< the half-edge it happens to, 0 to 2; of endless ones the corner
} cw_event;

/// A place in the queue; the time is what most comparisons need, so it stands beside.
typedef struct cw_queued {
    double time; ///< the higher part
    uint32_t triangle;
} cw_queued;

/// A node while it is being made.
typedef struct cw_kinetic_node {
    double x, y, time; ///< steps from the origin of the part
    uint32_t vertex;   ///< surface vertex of a corner, or CW_NONE
} cw_kinetic_node;

/// Where and when new vertices begin.
typedef struct cw_birth {
    uint32_t node;
    cw_dd2 position;
    cw_dd time;
} cw_birth;

typedef struct cw_kinetic {
    cw_context *context;
    const cw_surface *surface;
    cw_point origin; ///< coarse steps
    double extent;   ///< steps
    double meet;     ///< steps: two vertices this close have met
    cw_dd now;
    CW_ARRAY(cw_front) fronts;
    CW_ARRAY(cw_mover) movers;
    CW_ARRAY(cw_kinetic_triangle) triangles;
    CW_ARRAY(cw_event) events; ///< per triangle
    CW_ARRAY(cw_queued) heap;  ///< triangles that have an event, the next first
    CW_ARRAY(uint32_t) places; ///< per triangle: its place in the heap, or CW_NONE
    CW_ARRAY(cw_kinetic_node) nodes;
    CW_ARRAY(cw_skeleton_arc) arcs;
    CW_ARRAY(uint32_t) newborn; ///< vertices made by the event that is being handled
    CW_ARRAY(uint32_t) touched; ///< triangles to look at anew
} cw_kinetic;

static inline uint32_t cw_edge_origin(const cw_kinetic *kinetic, uint32_t h) {
    return kinetic->triangles.items[h / 3].corner[h % 3];
}

static inline uint32_t cw_kinetic_twin(const cw_kinetic *kinetic, uint32_t h) {
    return kinetic->triangles.items[h / 3].twin[h % 3];
}

static inline uint32_t cw_edge_wall(const cw_kinetic *kinetic, uint32_t h) {
    return kinetic->triangles.items[h / 3].wall[h % 3];
}

/// Where a vertex is at a time.
static inline cw_dd2 cw_mover_at(const cw_mover *mover, cw_dd time) {
    bool just_born = time.hi == mover->start_time.hi && time.lo == mover->start_time.lo;
    if (mover->endless || just_born) {
        return mover->start;
    }
    return cw_dd2_add(mover->start,
                      cw_dd2_scale(mover->velocity, cw_dd_sub(time, mover->start_time)));
}

static inline cw_dd2 cw_mover_now(const cw_kinetic *kinetic, uint32_t mover) {
    return cw_mover_at(&kinetic->movers.items[mover], kinetic->now);
}

/// How close two vertices have to be to have met.
static inline double cw_meeting_distance(const cw_kinetic *kinetic, uint32_t u, uint32_t v) {
    double speed = kinetic->movers.items[u].speed + kinetic->movers.items[v].speed;
    return kinetic->meet + CW_FRONT_NOISE * kinetic->extent * speed;
}

/// The spoke of a vertex that is its outgoing front, and the half-edge of its incoming front.
uint32_t cw_mover_outgoing(const cw_kinetic *kinetic, uint32_t mover);
uint32_t cw_mover_incoming(const cw_kinetic *kinetic, uint32_t mover);

/// Makes the front of a wall from `point` (steps from the origin) in an integer direction.
cw_status cw_front_add(cw_kinetic *kinetic, cw_dd2 point, cw_point direction, uint32_t vertex,
                       bool cap);
/// Exact cross and dot of the directions of two fronts.
static inline cw_wide cw_front_cross(const cw_kinetic *kinetic, uint32_t a, uint32_t b) {
    return cw_cross(kinetic->fronts.items[a].direction, kinetic->fronts.items[b].direction);
}

/// Makes the vertex between fronts a and b; `born` tells that it comes from an event.
cw_status cw_mover_add(cw_kinetic *kinetic, uint32_t a, uint32_t b, cw_birth birth, bool born);
/// Ends a vertex in a node: its arc, unless it began there.
cw_status cw_mover_end(cw_kinetic *kinetic, uint32_t mover, uint32_t node);
/// The node where three fronts meet, near `guess`; `birth` receives its exact place and time.
cw_status cw_node_add(cw_kinetic *kinetic, const uint32_t walls[3], cw_dd2 guess, cw_birth *birth);

/// A connected part of a surface.
typedef struct cw_part {
    const uint32_t *triangles;
    uint32_t count;
    uint32_t *triangle_slots; ///< scratch per triangle of the surface
    uint32_t *vertex_slots;   ///< scratch per vertex of the surface
} cw_part;

/// Copies a part.
cw_status cw_kinetic_load(cw_kinetic *kinetic, const cw_part *part);
/// Cuts caps into corners that turn by more than `miter` allows, 0 for those that need one alone.
cw_status cw_kinetic_cap(cw_kinetic *kinetic, double miter);

/// Computes the event of a triangle anew and puts it into its place.
void cw_event_update(cw_kinetic *kinetic, uint32_t triangle);
/// Makes room for the events of all triangles and computes them.
cw_status cw_events_begin(cw_kinetic *kinetic);
/// The triangle whose event is next, or CW_NONE.
uint32_t cw_event_next(const cw_kinetic *kinetic);
/// Takes a triangle out of the queue.
void cw_event_drop(cw_kinetic *kinetic, uint32_t triangle);

/// Shrinks the part until nothing is left.
cw_status cw_kinetic_run(cw_kinetic *kinetic);

#endif
