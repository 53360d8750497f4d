/// Cells in which corners or edges throng, as along a fence or a comb: what a ray may meet there is
/// found by a tree of boxes, so that the work of an expansion does not grow with the square of what
/// the cell has. What is found is then looked at as in any other cell: answers are the same. In
/// cells with dents the walls of the cell itself are obstacles too; what needs a convex border is
/// left out there.
#ifndef CW_PATH_READY_CROWDED_CELL_H
#define CW_PATH_READY_CROWDED_CELL_H

#include "geom/boxes.h"
#include "path/ready/search.h"

/// Corners or edges of a cell, and obstacles of a fan, from which on it pays.
#define CW_CROWDED 64

/// Metres: a wall that is farther from a ray does not stop it; twice the IN_NOOK of stops.c.
#define CW_WALL_REACH (4 * CW_GRAZE)

/// Boxes are turned the way the cell lies: a row in line then has boxes without width, and a ray
/// that runs beside it passes the whole row at once.
typedef struct cw_crowded_cell {
    cw_vec2 middle;      ///< of the cell, and of the frame of the boxes
    cw_vec2 axis;        ///< of the frame: unit, along the longest line of the border
    cw_box_tree corners; ///< near the cell, by their places in its list
    cw_box_tree walls;   ///< near the cell, by their places in its list
    cw_box_tree own;     ///< of a cell with dents: its own walls, in the order of its edges
    uint32_t *lines;     ///< the edges that do not go on straight from the one before
    uint32_t edge_count, line_count;
} cw_crowded_cell;

cw_status cw_crowded_cells_create(cw_mesh_tables *tables);
void cw_crowded_cells_free(cw_mesh_tables *tables);
size_t cw_crowded_cells_bytes(const cw_mesh_tables *tables);

/// What is kept of a cell that is crowded, else NULL.
static inline const cw_crowded_cell *cw_crowded_in(const cw_path_search *search, uint32_t cell) {
    return search->mesh.crowded_count == 0 || search->mesh.crowded_of[cell] == CW_NONE
               ? NULL
               : &search->mesh.crowded_cells[search->mesh.crowded_of[cell]];
}

/// What lies beside a ray, in the frame of a crowded cell.
typedef struct cw_strip {
    cw_tangent ray;
    double right, left; ///< metres left of the ray from which, and up to which
    double from, to;    ///< depths
} cw_strip;

/// What lies no farther than `reach` from a ray between two depths.
cw_strip cw_crowded_beside(const cw_crowded_cell *crowded, const cw_tangent *ray, double reach,
                           double from, double to);

/// The next leaf of a tree, from node `at` on, that may meet a strip; NULL for none.
const cw_box_node *cw_crowded_next(const cw_box_tree *tree, const cw_strip *strip, uint32_t *at);

/// The edge through which a ray that starts in a cell leaves it, or CW_NONE when that is not clear.
uint32_t cw_crowded_way_out(const cw_path_search *search, const cw_crowded_cell *crowded,
                            uint32_t cell, const cw_tangent *ray);

/// Whether a place in a cell is nearer to a wall than a distance.
bool cw_crowded_is_near(const cw_path_search *search, const cw_crowded_cell *crowded, uint32_t cell,
                        cw_vec2 place, double distance);

#endif
