/// Discs that fit exactly.
///
/// A door of 0.8 m whose ends went to the lattice may be a hair narrower, and a disc of 0.4 m still
/// has to pass. What can close for a disc are the summits of portals and the gates of cells; their
/// radii are listed in ascending order. Where some lie below the radius that is asked for, by no
/// more than CW_EXACT_FIT allows, the search takes the least of them for its radius: it then passes
/// all of them, and keeps so much less from all walls. Where there are none, nothing changes.
///
/// Cost: the list is sorted once; a radius is looked up in logarithmic time.
#include "path/disc/fit.h"

#include "path/ready/tangent.h"

#include <stdlib.h>

_Static_assert(CW_SURE == CW_EXACT_FIT, "what fits exactly is what is sure");

static cw_status gather(cw_context *context, const cw_clearance *clearance, cw_fits *fits) {
    uint32_t gates = clearance->cell_gate_first[clearance->mesh->cell_count];
    CW_TRY(CW_ARRAY_RESERVE(context, fits, (size_t)clearance->summit_count + gates));
    for (uint32_t i = 0; i < clearance->summit_count; i++) {
        fits->items[fits->count++] = clearance->summits[i].clearance;
    }
    for (uint32_t i = 0; i < gates; i++) {
        fits->items[fits->count++] = clearance->cell_gates[i].gate.radius;
    }
    return CW_OK;
}

static int compare_numbers(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

cw_status cw_fits_list(cw_context *context, const cw_clearance *clearance, cw_fits *fits) {
    CW_TRY(gather(context, clearance, fits));
    if (fits->count > 0) {
        qsort(fits->items, fits->count, sizeof *fits->items, compare_numbers);
    }
    return CW_OK;
}

double cw_fit_least(const cw_navmesh *mesh, double asked) {
    double more = cw_most(CW_EXACT_FIT, mesh->lattice.step);
    return cw_most(asked - more, asked / 2);
}

double cw_fit_radius(const cw_fits *fits, const cw_navmesh *mesh, double asked) {
    double least = cw_fit_least(mesh, asked);
    uint32_t low = 0, high = fits->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (fits->items[middle] < least) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool closes = low < fits->count && fits->items[low] < asked - CW_FITS;
    return closes ? fits->items[low] : asked;
}
