/// Making sights, in three steps:
///   1. which corners and cells each corner sees (look.c);
///   2. for which radii two corners see each other (build.c);
///   3. which bends a path can come to first (lists.c).
#ifndef CW_PATH_SIGHTS_EXPLORE_H
#define CW_PATH_SIGHTS_EXPLORE_H

#include "path/sights/sights.h"

/// What corners see, one after the other.
typedef struct cw_explorer {
    cw_cells *cells;  ///< of each corner by number
    cw_cells doors;   ///< of each cell: the edge of it through which all is seen, or CW_NONE
    cw_cells corners; ///< of each corner in any order, each once, without itself
    uint32_t first;   ///< of `cells`: from there on they are those of the corner at hand
    uint32_t *noted;  ///< per corner: the last look that noted it
    uint32_t looks;
} cw_explorer;

/// Lists the opposites of the bends that see each cell. Doors are those of the cells that are seen
/// (lists.c).
cw_status cw_sights_list_openers(cw_sights *sights, const uint32_t *doors);

/// Lists the cells to which each corner matters (lists.c).
cw_status cw_sights_list_near(cw_sights *sights);

/// Copies what openers are chosen by (sights.c).
cw_status cw_sights_copy_faces(cw_sights *sights);

/// Finds what corners see of each other.
cw_status cw_sights_find_vistas(cw_path_search *search, cw_sights *sights);

/// Looks around from a corner, as a point, and adds what it sees; `all` is false when it sees too
/// much, or what it sees cannot be told (look.c).
cw_status cw_explorer_look_from(cw_path_search *search, uint32_t corner, cw_explorer *seen,
                                bool *all);

#endif
