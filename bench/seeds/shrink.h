/// Shrunk portals and the clearance of cell crosses as the seeds of this library have them (Oliva
/// and Pelechano, "A generalized exact arbitrary clearance technique for navigation meshes", 2013;
/// Oliva's thesis, chapter 7): SimpleShrink, ExactShrink, and the clearance of a cross.
///
/// They are here to be compared with. They are NOT exact: docs/clearance.md shows for each of their
/// defects what they give and what is true. For the truth ask cw_clearance_portal() and
/// cw_clearance_cross().
#ifndef CW_BENCH_SEEDS_SHRINK_H
#define CW_BENCH_SEEDS_SHRINK_H

#include <clearway/clearance.h>

/// SimpleShrink: both ends of a portal are moved by the radius towards its middle, and nothing else
/// is looked at. Gives the part that is left, in metres from the start of the edge; false and a
/// part of length 0 where nothing is.
bool cw_shrink_simple(const cw_navmesh *mesh, uint32_t edge, double radius, cw_interval *part);

/// ExactShrink: the part of the portal path[index] that is left for a radius after the three cases
/// of the thesis: the portal's own ends, the ends of the portals that the path crosses after and
/// before it, and the walls that lean over it. `path` holds the portals of a path in walking order,
/// each as the edge of the cell that is left; a path of one portal goes from a start in the cell
/// before it to a goal in the cell behind it. Metres from the start of the edge path[index]; false
/// and a part of length 0 where nothing is left.
bool cw_shrink_exact(const cw_navmesh *mesh, const uint32_t *path, uint32_t path_count,
                     uint32_t index, double radius, cw_interval *part);

/// The seed's critical radius of a portal: up to it SimpleShrink is taken for ExactShrink. The
/// distance to the nearest wall that leans over the portal, in metres; infinite where none does.
double cw_shrink_critical(const cw_navmesh *mesh, uint32_t edge);

/// The seed's clearance of the cell cross between two portals of one cell, in metres: a width, to
/// be compared with twice a radius.
double cw_shrink_cross(const cw_navmesh *mesh, uint32_t entry, uint32_t exit);

/// One portal shrunk for one radius, as the seed keeps it.
typedef struct cw_shrink_entry {
    double radius;
    cw_interval part;
    uint32_t edge; ///< CW_NONE: the place is free
    bool open;     ///< what the call gave back
} cw_shrink_entry;

/// The seed's table of shrunk portals, by portal and radius: the "(+)" variants of its experiments.
/// It does not know for which path a portal was shrunk. Start from a zeroed struct.
typedef struct cw_shrink_table {
    cw_shrink_entry *entries;
    uint32_t count, capacity;
    uint64_t hits; ///< calls that were answered by the table
} cw_shrink_table;

/// SimpleShrink (+): as cw_shrink_simple(), through a table; `open` receives what that gives back.
cw_status cw_shrink_table_simple(cw_shrink_table *table, const cw_navmesh *mesh, uint32_t edge,
                                 double radius, cw_interval *part, bool *open);

/// ExactShrink (+): as cw_shrink_exact(), through a table.
cw_status cw_shrink_table_exact(cw_shrink_table *table, const cw_navmesh *mesh,
                                const uint32_t *path, uint32_t path_count, uint32_t index,
                                double radius, cw_interval *part, bool *open);

/// Frees a table; safe on a zeroed struct and safe twice.
void cw_shrink_table_free(cw_shrink_table *table);

#endif
