/// Cells in which corners or edges throng, as along a fence or a comb: what a ray may meet there is
/// found by trees (box_tree.h), so that the work of an expansion does not grow with the square of
/// what the cell has. What is found is then looked at as in any other cell, in the same order:
/// answers are the same. In cells with dents the walls of the cell itself are obstacles too, and
/// have a tree of their own; what needs a convex border is left out there.
#ifndef CW_PATH_READY_CROWDED_CELL_H
#define CW_PATH_READY_CROWDED_CELL_H

#include "path/ready/box_tree.h"
#include "path/ready/search.h"

/// Corners or edges of a cell, and obstacles of a fan, from which on it pays.
#define CW_CROWDED 64

/// Metres: a wall, or a corner in the way of a point, that is farther from a ray does not stop it;
/// twice the IN_NOOK of turns.c.
#define CW_WALL_REACH (4 * CW_GRAZE)

typedef struct cw_crowded_cell {
    cw_obb_tree corners; ///< near the cell, by their places in its list
    cw_obb_tree walls;   ///< the same
    cw_obb_tree own;     ///< of a cell with dents: its own walls, in the order of its edges
    cw_vec2 middle;      ///< of the cell
    double *bearings; ///< per vertex: how far round it is seen from the middle, from the first one
    bool in_order;    ///< they grow from vertex to vertex, in spite of rounding
    uint32_t *lines;  ///< the edges that do not go on straight from the one before
    uint32_t edge_count, line_count;
} cw_crowded_cell;

/// Makes the throngs of a search.
cw_status cw_crowded_cells_create(cw_mesh_tables *tables);
void cw_crowded_cells_free(cw_mesh_tables *tables);
size_t cw_crowded_cells_bytes(const cw_mesh_tables *tables);
/// Makes room for what is found, in a search that has throngs.
cw_status cw_crowded_cells_make_room(cw_path_search *search);
void cw_crowded_cells_leave_room(cw_path_search *search);
size_t cw_crowded_cells_room_bytes(const cw_path_search *search);

/// What is kept of a crowded cell, with dents or without; else NULL.
static inline const cw_crowded_cell *cw_crowded_in(const cw_path_search *search, uint32_t cell) {
    return search->mesh.crowded_count == 0 || search->mesh.crowded_of[cell] == CW_NONE
               ? NULL
               : &search->mesh.crowded_cells[search->mesh.crowded_of[cell]];
}

/// What is kept of a crowded cell without dents; else NULL.
static inline const cw_crowded_cell *cw_crowded_of(const cw_path_search *search, uint32_t cell) {
    return search->mesh.dented[cell] ? NULL : cw_crowded_in(search, cell);
}

/// What lies no farther than `reach` from a ray between two depths. The first slab is along the
/// ray.
cw_area cw_area_beside(const cw_tangent *ray, double reach, double from, double to);

/// Whether a point lies behind no edge of a cell by more than CW_GRAZE; `told` is false when it is
/// too near to the border to be told.
bool cw_crowded_contains(const cw_path_search *search, uint32_t cell, cw_vec2 point, bool *told);

/// The edge through which a ray that starts in a cell leaves it, or CW_NONE when that is not clear.
uint32_t cw_crowded_way_out(const cw_path_search *search, const cw_crowded_cell *crowded,
                            uint32_t cell, const cw_tangent *ray);

/// Whether a place in a cell is nearer to a wall than a distance.
bool cw_crowded_is_near(const cw_path_search *search, const cw_crowded_cell *crowded, uint32_t cell,
                        cw_vec2 place, double distance);

#endif
