/// Widest ways between places: cells divided by points (divide.c), the ways in them (attach.c),
/// what limits a way (widest.c), and whether a disc can go it (reach.c).
#ifndef CW_CLEARANCE_WAYS_WIDEST_H
#define CW_CLEARANCE_WAYS_WIDEST_H

#include "clearance/portals/portal.h"
#include "clearance/ways/region.h"

/// Makes the table that tells the narrowest of a range of straits (straits.c).
cw_status cw_straits_index(cw_context *context, cw_clearance *clearance);
/// The strait that limits the way between two different summits; constant time.
uint32_t cw_clearance_strait(const cw_clearance *clearance, uint32_t summit, uint32_t other);

/// A way in the graph of a cell with extra points (attach.c).
typedef struct cw_cell_way {
    cw_gate gate;
    uint32_t nodes[2];
} cw_cell_way;

/// A summit to which a place is attached, and what limits the way there.
typedef struct cw_attachment {
    uint32_t summit;
    cw_gate gate;
} cw_attachment;

enum { CW_MOST_POINTS = 2 };

/// Memory of widest queries; all zero at first, and reusable.
typedef struct cw_widest_scratch {
    cw_workshop shop;
    CW_ARRAY(cw_region) regions; ///< all that there is memory for
    uint32_t region_count;       ///< of these in use; those without sides have been divided
    cw_positions positions;
    CW_ARRAY(cw_cut) cuts;
    CW_ARRAY(cw_tree_edge) tree;
    CW_ARRAY(uint32_t) summits; ///< per node: the summit it is, or CW_NONE
    CW_ARRAY(cw_cell_way) ways;
    CW_ARRAY(double) widths;   ///< per node
    CW_ARRAY(uint32_t) limits; ///< per node: the way that limits its width, or CW_NONE
    CW_ARRAY(cw_attachment) attachments[CW_MOST_POINTS]; ///< of each place, equally wide
} cw_widest_scratch;

void cw_widest_scratch_free(cw_context *context, cw_widest_scratch *scratch);
size_t cw_widest_scratch_bytes(const cw_widest_scratch *scratch);
/// Makes room for cells that have so many features, edges and summits all in all: what hangs on
/// their number gets enough for any such cell, what hangs on their shape for all that are not odd.
cw_status cw_widest_scratch_reserve(cw_context *context, uint32_t parts,
                                    cw_widest_scratch *scratch);

/// Adds regions (divide.c).
cw_status cw_regions_add(cw_context *context, cw_widest_scratch *scratch, uint32_t count);
/// Divides the region that a point lies in by a line through the point, which is node `node`.
cw_status cw_regions_divide(cw_context *context, cw_widest_scratch *scratch, cw_vec2 point,
                            uint32_t node);

/// Makes the graph of a cell with points inside it: nodes 0 .. count - 1 are the points.
cw_status cw_attach_points(cw_context *context, const cw_clearance *clearance, uint32_t cell,
                           const cw_vec2 *points, uint32_t count, cw_widest_scratch *scratch);
/// The width of the widest way from a node to every other one inside the cell, into `widths`.
cw_status cw_attach_spread(cw_context *context, uint32_t node, cw_widest_scratch *scratch);

/// As cw_clearance_widest, with memory that is kept.
cw_status cw_clearance_widest_using(cw_context *context, const cw_clearance *clearance,
                                    cw_widest_scratch *scratch, cw_place from, cw_place to,
                                    cw_gate *gate);

/// Metres: what a straight line may come nearer to a wall than the clearance of its ends, and by
/// which ways are equally wide; rounding.
#define CW_STRAIGHT_SLACK CW_PLACED

static inline double cw_straight_slack(const cw_clearance *clearance) {
    return CW_STRAIGHT_SLACK * clearance->coarseness;
}

/// True when the straight line between two points of a cell keeps a radius from every wall.
bool cw_clearance_is_straight(const cw_clearance *clearance, uint32_t cell, cw_vec2 a, cw_vec2 b,
                              double radius);

/// What is known of a place at a radius.
typedef enum cw_attached {
    CW_ATTACHED_NOT_KNOWN,
    CW_ATTACHED,         ///< it is joined with a summit of its cell
    CW_ATTACHED_NOWHERE, ///< no summit of its cell has the room
} cw_attached;

/// Joins a place with a summit of its cell by a way of one or two straight lines that keeps a
/// radius from every wall, if one is found soon.
cw_attached cw_clearance_attach(const cw_clearance *clearance, cw_place place, double radius,
                                uint32_t *summit);

/// Joins a place with a summit of its cell for certain: where straight lines do not decide, the
/// cell is divided. `summit` is CW_NONE when no summit can be reached inside the cell.
cw_status cw_clearance_attach_using(cw_context *context, const cw_clearance *clearance,
                                    cw_widest_scratch *scratch, cw_place place, double radius,
                                    uint32_t *summit);

/// Whether a disc of this radius can go between two places of an island, where straight lines to
/// summits tell; false when they do not.
bool cw_clearance_decide(const cw_clearance *clearance, cw_place from, cw_place to, double radius,
                         bool *reaches);

/// Whether a disc of this radius can go between two places: whether the widest way is at least as
/// wide. Where not, `gate` (may be NULL) receives what cw_clearance_widest gives. At radius 0 and
/// below, places of one island reach each other.
cw_status cw_clearance_reaches_using(cw_context *context, const cw_clearance *clearance,
                                     cw_widest_scratch *scratch, cw_place from, cw_place to,
                                     double radius, bool *reaches, cw_gate *gate);

#endif
