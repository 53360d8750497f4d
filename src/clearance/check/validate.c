/// Every promise of the clearance tables, checked without any of the code that builds them.
///
/// Stages, in this order, since each relies on those before it:
///   1. offsets, indices, order, copies (validate_indices.c);
///   2. the nearest wall of sample points is listed (validate_near.c), as seen by looking around
///      from the point (validate_eye.c);
///   3. summits and critical radii, by samples (validate_summits.c);
///   4. pieces, bands and free parts of portals, by samples (validate_portals.c);
///   5. gates lie where they say (validate_gates.c);
///   6. the tree agrees with a search over all gates (validate_tree.c);
///   7. ways inside cells with dents, by chains of walls (validate_ways.c).
///
/// Cost: near linear; some hundred samples per cell.
#include "clearance/check/validate.h"

static cw_status check(cw_context *context, const cw_clearance *clearance, cw_eye *eye) {
    CW_TRY(cw_eye_init(context, clearance, eye));
    CW_TRY(cw_validate_near(context, eye));
    CW_TRY(cw_validate_summits(context, eye));
    CW_TRY(cw_validate_portals(context, eye));
    CW_TRY(cw_validate_gates(context, eye));
    CW_TRY(cw_validate_tree(context, clearance));
    return cw_validate_ways(context, eye);
}

cw_status cw_clearance_validate(cw_context *context, const cw_clearance *clearance) {
    CW_ASSERT(context != NULL && clearance != NULL);
    if (clearance->mesh == NULL) {
        return cw_fail(context, CW_ERROR_INVALID, "invariant tables violated: there is no mesh");
    }
    CW_TRY(cw_validate_clearance_indices(context, clearance));
    cw_eye eye;
    cw_status status = check(context, clearance, &eye);
    cw_eye_free(context, &eye);
    return status;
}
