/// Sending the rays of one bend out without a goal, while sights are made (sights.c).
#ifndef CW_PATH_EXPLORE_H
#define CW_PATH_EXPLORE_H

#include "path/sights.h"

/// What is seen so far.
typedef struct cw_explorer {
    CW_ARRAY(cw_sight) found;
    cw_cells cells;  ///< by number
    cw_cells around; ///< where the rays start
} cw_explorer;

/// Notes a circle that the rays touch.
cw_status cw_explorer_note(cw_taut *search, const cw_sight *sight);

#endif
