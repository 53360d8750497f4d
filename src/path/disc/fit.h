/// Discs that fit exactly, see CW_EXACT_FIT.
#ifndef CW_PATH_DISC_FIT_H
#define CW_PATH_DISC_FIT_H

#include "base/memory.h"
#include "clearway/path.h"

/// The radii at which something of a mesh closes, ascending.
typedef CW_ARRAY(double) cw_fits;

cw_status cw_fits_list(cw_context *context, const cw_clearance *clearance, cw_fits *fits);

/// The least radius that counts as the one that is asked for.
double cw_fit_least(const cw_navmesh *mesh, double asked);

/// The radius with which a search passes whatever a disc fits through exactly: the one that is
/// asked for, or the least radius of the list that counts as it.
double cw_fit_radius(const cw_fits *fits, const cw_navmesh *mesh, double asked);

#endif
