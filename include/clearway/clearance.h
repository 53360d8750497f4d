/// \file clearance.h
/// How much room there is: which walls matter to a cell, the part of a portal that a disc can use,
/// how wide a disc can cross a cell, and the widest way between two points. Nothing here is made
/// for one radius.
///
/// A disc of radius r may stand where the nearest wall, along the surface, is r away or more. Walls
/// of another floor never count. Decisions hold for radii that are not within
/// CW_CLEARANCE_TOLERANCE of a critical value; for paths (path.h), a disc of exactly the critical
/// radius fits.
#ifndef CLEARWAY_CLEARANCE_H
#define CLEARWAY_CLEARANCE_H

#include "clearway/navmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Metres: a radius this close to a critical value may be answered either way, for paths if it is
/// above that value; and a disc may come this much closer to a wall of the mesh than its radius.
/// Walls of a plan whose coordinates are not on the lattice of the mesh lie where rounding put
/// them, see cw_lattice.
#define CW_CLEARANCE_TOLERANCE 1e-9

/// Metres from the origin of a mesh's lattice up to which that holds. Doubles that stand for larger
/// numbers are coarser, and with them positions and all that follows from them: in meshes that
/// reach further, the tolerance is cw_clearance.coarseness times as large.
#define CW_CLEARANCE_REACH 16384.0

/// Plan positions in this header and in cw_clearance are local: metres from the origin of the
/// mesh's lattice. So a plan that is moved gives the same numbers.
CW_API cw_vec2 cw_clearance_local(const cw_navmesh *mesh, cw_vec2 plan);
/// The plan position of a local one.
CW_API cw_vec2 cw_clearance_plan(const cw_navmesh *mesh, cw_vec2 local);

/// A corner of the walls of more than 180 degrees: what discs turn around. Where floors touch in a
/// point, each of them has its own corner there.
typedef struct cw_corner {
    cw_vec2 position;  ///< local
    uint32_t vertex;   ///< of the mesh
    uint32_t incoming; ///< the wall edge that ends here
    uint32_t outgoing; ///< the wall edge that starts here; the floor is left of both
    bool wide;         ///< the floor around it takes more than a full turn
} cw_corner;

/// A corner that is, somewhere in a cell, the nearest of all walls or nearly so.
typedef struct cw_near_corner {
    cw_vec2 position; ///< local
    double distance;  ///< to the part of the cell that sees it, in metres; 0 for its own alone
    uint32_t corner;
    uint32_t entry; ///< the edge of the cell through which it is seen; CW_NONE for its own
} cw_near_corner;

/// Where in a cell a near corner counts: between two rays from the corner. Both are zero where it
/// counts everywhere.
typedef struct cw_near_view {
    cw_vec2 right, left; ///< unit vectors, or zero
} cw_near_view;

/// A wall edge that is, somewhere in a cell, the nearest of all walls or nearly so, at a point
/// inside the edge. It counts for the points of the cell whose foot on the wall's line lies between
/// `from` and `to`: the ends of the wall, which count as corners. Where floors lie above each
/// other, what of a wall is seen through `entry` may be less than all of it.
typedef struct cw_near_wall {
    cw_vec2 from, to; ///< local; the floor is on the left
    cw_vec2 along;    ///< unit vector from `from` to `to`, exact even where the wall is very short
    double distance;  ///< to the part of the cell that sees it, in metres; 0 for its own alone
    uint32_t edge;    ///< of the mesh
    uint32_t entry;   ///< the edge of the cell through which it is seen; CW_NONE for its own
} cw_near_wall;

/// A place on a portal where the clearance is largest for some way around it. Most portals have
/// one; a portal that splits for some radius has one for each part.
typedef struct cw_summit {
    cw_vec2 position; ///< local
    double clearance; ///< distance to the nearest wall, in metres
    uint32_t edge;    ///< the portal: the lower of the two edges
} cw_summit;

/// How the clearance rises or falls along a portal where one corner or wall is the nearest of all.
/// With x in metres from the start of the portal's lower edge, the clearance is r at
/// x = a + s sqrt((r - |b|) (r + b)). Of a corner, a is its foot on the portal, b its distance from
/// it, and s = 1 or -1; of a wall, a is the lower end of the piece, -b the clearance there, and
/// 1 / s its slope.
typedef struct cw_slope {
    double a, b;
    double s; ///< above 0 where the clearance rises, below where it falls, 0 where it does neither
} cw_slope;

/// A part of a portal to which one corner or wall is the nearest of all, and along which the
/// clearance rises or falls all the way.
typedef struct cw_portal_piece {
    double to;     ///< where it ends; it begins where the one before it ends
    double height; ///< the clearance at its end
    cw_slope slope;
} cw_portal_piece;

/// Radii for which a portal has one free part, from where the clearance has risen to the radius on
/// one piece to where it falls to it on another.
typedef struct cw_portal_band {
    double low, high;  ///< metres: for radii above `low`, up to `high`
    cw_slope sides[2]; ///< of the piece where the free part begins, and of that where it ends
} cw_portal_band;

/// What is known of an edge without a look at its pieces.
typedef struct cw_portal {
    double length; ///< metres
    /// The largest radius up to which only the ends of the portal matter: its free part is then the
    /// portal less `radius` at each end that is a wall. 0 for walls.
    double critical;
    double highest; ///< the clearance of its highest summit: nothing larger can stand on it
    /// Radii for which a formula gives its free part: portal_bands[band_first] .. [band_first +
    /// band_count - 1], the largest first, along the lower of the two edges.
    uint32_t band_first;
    uint32_t band_count : 28;
    uint32_t wall_from : 1; ///< the start of the edge lies on a wall
    uint32_t wall_to : 1;   ///< its end does
    uint32_t single : 1;    ///< it has one summit, and so at most one free part
    uint32_t reversed : 1;  ///< this is the higher of the two edges
} cw_portal;

/// A place where two walls come close. A disc of more than `radius` does not pass between them.
typedef struct cw_gate {
    double radius;     ///< metres
    cw_vec2 position;  ///< local: where the disc gets stuck
    uint32_t cell;     ///< a cell there
    uint32_t walls[2]; ///< wall edges on its two sides, CW_NONE where not known
} cw_gate;

/// A gate inside a cell, between two arcs of its border. The summits on the border of a cell, in
/// counter-clockwise order from its first edge, cut the border into arcs; arc i follows summit i.
typedef struct cw_cell_gate {
    cw_gate gate;
    uint32_t arcs[2];
} cw_cell_gate;

/// The clearance tables of a mesh. The mesh must outlive them and stay as it is.
typedef struct cw_clearance {
    const cw_navmesh *mesh;
    /// How coarse positions are: 1 within CW_CLEARANCE_REACH of the lattice's origin; the least
    /// power of two times that reach which holds all of a larger mesh.
    double coarseness;
    cw_vec2 *points;    ///< local position of each vertex of the mesh
    cw_portal *portals; ///< per edge of the mesh

    cw_corner *corners;
    uint32_t corner_count;

    /// What matters to cell c: near_corners[near_corner_first[c]] .. [near_corner_first[c + 1] - 1]
    /// and the same for walls, each in the order of `distance`. The nearest wall of any point of a
    /// cell is in its lists.
    uint32_t *near_corner_first;
    cw_near_corner *near_corners;
    cw_near_view *near_views; ///< per near corner, or NULL where each counts in all of its cell
    uint32_t *near_wall_first;
    cw_near_wall *near_walls;

    /// Summits of edge e: edge_summit_first[e] .. edge_summit_first[e + 1] - 1, along the edge;
    /// none for walls and for the higher edge of a portal.
    uint32_t *edge_summit_first;
    cw_summit *summits;
    uint32_t summit_count;

    /// Nearest walls along edge e: portal_pieces[edge_piece_first[e]] .. [edge_piece_first[e + 1] -
    /// 1]; none for walls and for the higher edge of a portal.
    uint32_t *edge_piece_first;
    cw_portal_piece *portal_pieces;
    cw_portal_band *portal_bands; ///< see cw_portal
    uint32_t portal_band_count;

    /// Gates of cell c: cell_gate_first[c] .. cell_gate_first[c + 1] - 1, narrowest first.
    uint32_t *cell_gate_first;
    cw_cell_gate *cell_gates;

    /// The merge tree, laid out so that the widest way between two summits is limited by the
    /// narrowest of the straits between their places in `summit_place`; straits[i] lies between the
    /// places i and i + 1.
    uint32_t *summit_place;
    cw_gate *straits;
    /// Per strait: its rank from the widest to the narrowest, 0 first. Of equally narrow straits
    /// between two places the one with the highest rank is on the way.
    uint32_t *strait_rank;
    uint32_t *strait_table; ///< sparse table over blocks of straits for constant-time minima
    uint32_t strait_table_count;
} cw_clearance;

/// Makes the tables of a mesh; CW_ERROR_INPUT when it has no cells.
CW_API cw_status cw_clearance_build(cw_context *context, const cw_navmesh *mesh,
                                    cw_clearance *clearance);

/// Memory held by the tables, in bytes.
CW_API size_t cw_clearance_bytes(const cw_clearance *clearance);

/// A 64-bit hash of everything in the tables: equal tables have equal hashes, on every machine and
/// for any number of workers.
CW_API uint64_t cw_clearance_hash(const cw_clearance *clearance);

/// Saves the tables as bytes, to be kept beside the mesh as a section of a `.cwm`,
/// CW_SECTION_CLEARANCE (cw_navmesh_save_with()). To be given back with cw_context_release(context,
/// *bytes, *size).
CW_API cw_status cw_clearance_save(cw_context *context, const cw_clearance *clearance,
                                   uint8_t **bytes, size_t *size);

/// Loads tables that were saved: the same, to the bit, as cw_clearance_build() makes of the mesh,
/// in a fraction of the time. Any bytes are safe to load. CW_ERROR_FORMAT or CW_ERROR_INVALID where
/// they are no tables, or not those of this mesh, or damaged; CW_ERROR_INPUT where there are none,
/// or of a version that is not known.
CW_API cw_status cw_clearance_load(cw_context *context, const cw_navmesh *mesh,
                                   const uint8_t *bytes, size_t size, cw_clearance *clearance);

/// Checks the tables against the mesh without the builder's code. Every wall that is nearest to a
/// sample point has to be listed. Summits and gates have to be where they say. The tree has to
/// agree with a search, and ways in cells with dents with chains of walls.
CW_API cw_status cw_clearance_validate(cw_context *context, const cw_clearance *clearance);

/// Frees the tables; safe on a zeroed struct and safe twice.
CW_API void cw_clearance_free(cw_context *context, cw_clearance *clearance);

/// Distance from a point of a cell to the nearest wall along the surface, in metres; `nearest` (may
/// be NULL) receives the point of the wall. Both positions are local.
CW_API double cw_clearance_at(const cw_clearance *clearance, uint32_t cell, cw_vec2 position,
                              cw_vec2 *nearest);

/// A part of an edge, in metres from its start.
typedef struct cw_interval {
    double from, to;
} cw_interval;

/// The parts of a portal where a disc may stand, in order along the edge. Writes at most `capacity`
/// of them and returns how many there are. Does not depend on any path.
CW_API uint32_t cw_clearance_portal(const cw_clearance *clearance, uint32_t edge, double radius,
                                    cw_interval *intervals, uint32_t capacity);

/// The critical radius of a cell cross: the largest disc that can go from somewhere on the portal
/// `entry` to somewhere on the portal `exit` without leaving their common cell. `gate` (may be
/// NULL) receives what limits it.
CW_API double cw_clearance_cross(const cw_clearance *clearance, uint32_t entry, uint32_t exit,
                                 cw_gate *gate);

/// The free parts of the portals of a cell, and which of them are joined inside the cell.
typedef struct cw_joined_interval {
    uint32_t edge;
    cw_interval part;
    uint32_t group; ///< equal for parts that a disc can go between inside the cell
} cw_joined_interval;

/// Writes at most `capacity` free parts of the portals of a cell for a radius, edge by edge, and
/// returns how many there are. Groups are numbered from 0 in the order of their first part.
CW_API uint32_t cw_clearance_joined(const cw_clearance *clearance, uint32_t cell, double radius,
                                    cw_joined_interval *parts, uint32_t capacity);

/// A place on the mesh.
typedef struct cw_place {
    uint32_t cell;    ///< CW_NONE: off the mesh
    cw_vec2 position; ///< local
} cw_place;

/// The largest disc that can go between two places, 0 when nothing can (radius -1 when they are on
/// different islands), and the gate that limits it; where one of the places itself is the limit,
/// the gate lies there. Constant time in the size of the mesh: no search is made.
CW_API cw_status cw_clearance_widest(cw_context *context, const cw_clearance *clearance,
                                     cw_place from, cw_place to, cw_gate *gate);

#ifdef __cplusplus
}
#endif

#endif
