/// Trees of boxes, by the name under which the sources of paths know them.
#ifndef CW_CLEARANCE_NEAR_BOXES_H
#define CW_CLEARANCE_NEAR_BOXES_H

#include "clearance/clearance.h"
#include "geom/boxes.h"

#endif
