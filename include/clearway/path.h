/// \file path.h
/// Paths for any radius, and the other questions one asks a navigation mesh.
#ifndef CLEARWAY_PATH_H
#define CLEARWAY_PATH_H

#include "clearway/clearance.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Metres: a disc fits where its radius exceeds the room by at most this, or by the coarse step of
/// the mesh's lattice where that is more, but never by more than half of it. So a radius
/// of 0.4 m passes a door of 0.8 m wherever the lattice has put its ends, and a disc may start and
/// end 0.4 m from a wall. Its path keeps a radius that is as much less, see cw_path.radius. The
/// rule holds for paths, cw_query_reachable, cw_query_cells_within and cw_query_ray; the others
/// report the room as it is. Likewise, ends of points may lie that far off the mesh.
#define CW_EXACT_FIT 1e-6

/// What searches need of a mesh besides its clearance: constant, made once. Any number of queries,
/// in any threads, read the same tables.
typedef struct cw_path_tables cw_path_tables;

/// Makes the tables of a mesh; the clearance must outlive them, and so must the context, which is
/// used only for memory and messages. It takes far less time than to make the clearance.
/// CW_ERROR_INPUT for an empty one.
CW_API cw_status cw_path_tables_create(cw_context *context, const cw_clearance *clearance,
                                       cw_path_tables **tables);
/// Frees tables, after all queries that read them; NULL is fine.
CW_API void cw_path_tables_free(cw_path_tables *tables);
/// Memory held by tables, in bytes.
CW_API size_t cw_path_tables_bytes(const cw_path_tables *tables);

/// Scratch memory for queries: one per thread. The tables are only read. What was needed once is
/// kept: memory is allocated only for a search that is larger than all before it, see
/// cw_query_reserve().
typedef struct cw_query cw_query;

/// Makes a query object that reads tables, which must outlive it, and so must the context, which is
/// used only for memory and messages. This is how to make several queries for one mesh: each holds
/// only its search.
CW_API cw_status cw_query_create_with(cw_context *context, const cw_path_tables *tables,
                                      cw_query **query);
/// Makes a query object with tables of its own: the short way where one is enough.
CW_API cw_status cw_query_create(cw_context *context, const cw_clearance *clearance,
                                 cw_query **query);
/// Frees a query object; NULL is fine.
CW_API void cw_query_free(cw_query *query);
/// Makes room in advance for searches of up to so many nodes, and for all else that questions need.
/// 0 makes room for four nodes per edge of the mesh, more than nearly all random paths take. From
/// then on only three things allocate: larger searches, the first cw_query_cells_within, and the
/// first cw_query_random of each radius. Call it after cw_query_use_sights for searches over sights
/// too. Ends a search that is under way.
CW_API cw_status cw_query_reserve(cw_query *query, uint32_t nodes);
/// Memory held by a query object, in bytes; with its tables, where they are its own.
CW_API size_t cw_query_bytes(const cw_query *query);

/// What a path may call itself.
typedef enum cw_path_guarantee {
    /// The shortest of all paths that keep the radius from every wall.
    CW_PATH_SHORTEST = 0,
    /// With costs: a path through a corridor of cheap cells. It costs no more than the shortest
    /// one that enters no forbidden area, to the nearest goal by length. It need not be the
    /// cheapest of all.
    CW_PATH_CORRIDOR,
} cw_path_guarantee;

/// The result of a path query.
typedef enum cw_path_status {
    CW_PATH_FOUND = 0,
    CW_PATH_PARTIAL,        ///< does not reach the goal, but the place nearest to it that can be
                            ///< reached; only when partial paths were asked for
    CW_PATH_RUNNING,        ///< the budget is used up; call cw_query_step again
    CW_PATH_START_OFF_MESH, ///< see cw_path.start for the nearest valid point
    CW_PATH_GOAL_OFF_MESH,
    CW_PATH_START_TOO_TIGHT, ///< closer to a wall than the radius
    CW_PATH_GOAL_TOO_TIGHT,
    CW_PATH_DISCONNECTED, ///< not even a point can go there
    CW_PATH_BLOCKED,      ///< the radius does not fit; see cw_path.gate
    CW_PATH_FAILED,       ///< the call itself failed, see its cw_status: no path, no reason
} cw_path_status;

/// In words, never NULL.
CW_API const char *cw_path_status_string(cw_path_status status);

/// One piece of a path: a segment, or an arc around a corner of the walls.
typedef struct cw_path_leg {
    cw_vec3 from, to; ///< metres
    bool arc;
    bool ccw;       ///< of an arc: counter-clockwise around the center
    bool link;      ///< crosses a link, straight and off the floor: the next of cw_path.links
    cw_vec2 center; ///< of an arc
} cw_path_leg;

/// A link that a path crosses.
typedef struct cw_path_link {
    uint32_t link;   ///< of the mesh
    uint32_t leg;    ///< of the path, from the take-off to the landing
    uint32_t portal; ///< of the path
    bool backward;   ///< from its second edge to its first
    double cost;     ///< metres of way that the crossing counts as
} cw_path_link;

/// A portal on the way.
typedef struct cw_path_portal {
    uint32_t edge;       ///< of the mesh, on the side of the cell that is left; CW_NONE for a link,
                         ///< where the ends are those of its edge, and usable is one place
    cw_vec3 right, left; ///< its ends as seen on the way
    cw_vec3 usable[2];   ///< the part that this radius can use around the path, right end first
} cw_path_portal;

/// A path. The arrays belong to the query, and hold until cw_query_find(), cw_query_begin(),
/// cw_query_step() or cw_query_reserve() is called; other questions leave them as they are.
typedef struct cw_path {
    cw_path_status status;
    cw_path_guarantee guarantee; ///< CW_PATH_SHORTEST: no path of this radius is shorter, or with a
                                 ///< slack, it is no longer than (1 + slack) times the shortest
    double radius;               ///< metres: as asked for, or less by up to CW_EXACT_FIT
    double length;               ///< metres in plan
    double cost; ///< what it counts as: the length on the floor, weighted by the costs of areas,
                 ///< and the costs of links; the length without either
    const uint32_t *cells; ///< in walking order; a cell may come twice
    uint32_t cell_count;
    const cw_path_portal *portals; ///< cell_count - 1 of them
    uint32_t portal_count;
    const cw_path_leg *legs;
    uint32_t leg_count;
    uint32_t goal_index; ///< which of the goals was reached
    cw_vec3 start, goal; ///< where the path starts and ends; after an error, the nearest valid
                         ///< points
    cw_gate gate;        ///< CW_PATH_BLOCKED: what is in the way; its radius is the widest that
                         ///< could go. Its position is one of the plan, not local.
    uint32_t expansions; ///< work done: nodes of the search, and cells that were looked at for
                         ///< valid places
    double slack;        ///< as asked for; 0 for other guarantees than CW_PATH_SHORTEST
    cw_vec3 asked_start, asked_goal; ///< as in the request: the goal that was reached, or the first
    bool start_moved, goal_moved;    ///< `start` and `goal` lie elsewhere in plan
    const cw_path_link *links;       ///< that are crossed, in walking order
    uint32_t link_count;
    double link_cost;      ///< of all of them, a part of `cost`
    uint64_t mesh_version; ///< cw_navmesh_hash() of the mesh that it was found on: cells and edges
                           ///< mean nothing on another one
} cw_path;

/// Metres: paths for a smaller radius are those of a point. It is far below any body, and far above
/// the rounding of positions.
#define CW_SMALLEST_RADIUS 1e-8

/// What is asked. Start from cw_path_request_default().
typedef struct cw_path_request {
    cw_vec3 start;        ///< metres
    const cw_vec3 *goals; ///< one or more; the nearest by way is taken, with costs the
                          ///< cheapest, nearly
    uint32_t goal_count;
    double radius; ///< metres, >= 0; below CW_SMALLEST_RADIUS it counts as 0
    bool partial;  ///< where the goal cannot be reached, go as near as possible
    /// Metres by which the start and the goals may be moved to a valid place, >= 0.
    double reach;
    /// Per cell: its area type; NULL for those of the mesh. With types and costs the path is the
    /// cheapest, nearly.
    const uint8_t *cell_area;
    /// Cost per metre of each area type, >= 1; infinite for areas that may not be entered by the
    /// center of the disc, which may reach over their borders. The start's own cell may be left in
    /// any case.
    const double *area_cost;
    uint32_t area_count;
    /// Only the length is wanted: legs, cells and portals are not filled.
    bool length_only;
    /// How much longer than the shortest the path may be, as a share of its length, >= 0; more than
    /// 0 makes the search for a disc quicker; a point is given the shortest. Not used with costs.
    double slack;
    /// The kinds of links that may be crossed: bits CW_LINK_BIT(kind). A path over links is the
    /// cheapest over all sequences of them, and none is cheaper without. Links are crossed at a few
    /// places each, see CW_LINK_SPACING. Partial paths cross none.
    uint32_t links;
} cw_path_request;

/// Metres: a disc crosses a link at places no farther than this from each other, on the part of its
/// edges that has room for it. The ends of that part count, and up to CW_LINK_PLACES in all. It
/// takes off and lands where it touches the edge, at most its radius from it in plan.
#define CW_LINK_SPACING 0.5
#define CW_LINK_PLACES 9
#define CW_LINK_BIT(kind) (1u << (kind))
#define CW_LINKS_NONE 0u
#define CW_LINKS_ALL \
    (CW_LINK_BIT(CW_LINK_STEP) | CW_LINK_BIT(CW_LINK_DROP) | CW_LINK_BIT(CW_LINK_JUMP))

/// Radius 0, the shortest path, no reach, no costs, all links.
CW_API cw_path_request cw_path_request_default(void);

/// Finds a path. CW_ERROR_ARGUMENT for numbers out of range; everything else is reported by
/// path->status, which is CW_PATH_FAILED where the call fails.
CW_API cw_status cw_query_find(cw_query *query, const cw_path_request *request, cw_path *path);

/// Finds a path in slices: begin, then step with a budget of expansions until the status is no
/// longer CW_PATH_RUNNING. The end of a partial path, and the valid point nearest to an end that
/// has none, take slices too; until they are known, path->start and path->goal are those of the
/// request. To begin again, to free the query or to call cw_query_use_sights cancels the search.
/// The request's arrays must live until then. The other questions below may come in between. A step
/// after the end gives the same path again; CW_ERROR_ARGUMENT without a search that has begun.
CW_API cw_status cw_query_begin(cw_query *query, const cw_path_request *request, cw_path *path);
CW_API cw_status cw_query_step(cw_query *query, uint32_t budget, cw_path *path);

/// The dynamic way point: where to head from a position on the way to portal `index` of a path. It
/// is the goal when visible, else the projection on the portal's usable part, else its far end.
/// `index` == portal_count asks for the goal itself. It is a direction only: on the straight way
/// there, walls beside the portals may come nearer than the radius. Cast the disc for each step
/// with cw_query_ray, or follow the legs instead.
CW_API cw_vec3 cw_path_way_point(const cw_path *path, uint32_t index, cw_vec3 position);

/// The point of the mesh nearest in space to a point and at least `radius` away from every wall.
typedef struct cw_nearest {
    cw_place place; ///< cell CW_NONE when there is none within reach
    cw_vec3 point;
    double distance;
} cw_nearest;
CW_API cw_status cw_query_nearest(cw_query *query, cw_vec3 point, double radius, double reach,
                                  cw_nearest *nearest);

/// How far a disc gets in a straight line along the surface.
typedef struct cw_ray {
    bool hit;
    double distance; ///< travelled, in metres in plan
    cw_vec3 point;   ///< the center where it stops
    uint32_t cell;   ///< where it stops
    cw_vec2 touched; ///< the point of the wall, when hit
    cw_vec2 normal;  ///< unit, from the wall to the center, when hit
    uint32_t wall;   ///< the wall edge, when hit
} cw_ray;
/// Walks from `from` towards the plan position of `to`. CW_ERROR_INPUT when `from` is off the mesh.
/// A disc that starts closer to a wall than its radius stops at once.
CW_API cw_status cw_query_ray(cw_query *query, cw_vec3 from, cw_vec2 to, double radius,
                              cw_ray *ray);

/// Distance to the nearest wall along the surface; CW_ERROR_INPUT off the mesh.
CW_API cw_status cw_query_wall(cw_query *query, cw_vec3 point, double *distance, cw_vec2 *nearest);

/// The cells that the center of a disc can enter by a walk of at most `distance` metres from a
/// point: exactly those, nearest first. Writes at most `capacity` and gives how many there are.
/// CW_ERROR_INPUT when the point is off the mesh or too close to a wall.
CW_API cw_status cw_query_cells_within(cw_query *query, cw_vec3 point, double radius,
                                       double distance, uint32_t *cells, uint32_t capacity,
                                       uint32_t *count);

/// A random point of the mesh, uniform by plan area, at least `radius` away from every wall. `seed`
/// is read and advanced. CW_ERROR_LIMIT when no such point was found.
CW_API cw_status cw_query_random(cw_query *query, uint64_t *seed, double radius, cw_vec3 *point);

/// Whether a disc can go between two points: constant time, no search. Agrees with cw_query_find
/// without links; exactly what cw_query_widest reports can.
CW_API cw_status cw_query_reachable(cw_query *query, cw_vec3 from, cw_vec3 to, double radius,
                                    bool *reachable);

/// The largest disc that can go between two points, without a search, and what limits it; the
/// position of the gate is one of the plan, not local.
CW_API cw_status cw_query_widest(cw_query *query, cw_vec3 from, cw_vec3 to, cw_gate *gate);

#ifdef __cplusplus
}
#endif

#endif
