/// Plans in degrees of longitude and latitude.
#ifndef CW_IO_GEO_DEGREES_H
#define CW_IO_GEO_DEGREES_H

#include "../source.h"
#include "clearway/plan.h"

/// Refuses a plan of metres whose numbers can only be degrees; see degrees.c.
cw_status cw_degrees_refuse(const cw_source *source, const cw_plan *plan);

/// Projects a plan of degrees; the message of a failure names the file.
cw_status cw_degrees_project(const cw_source *source, cw_plan *plan);

#endif
