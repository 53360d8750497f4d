/// Tables of large plans, where doubles are coarser than in small ones.
#include "clearance_floors.h"
#include "test_context.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/// A portal of 434 m from a corner above down to a wall, 0.3 micrometres beside the end of the wall
/// and all but at right angles to it:
///
///       0  +-------------------+
///          |         :         |        Halfway up, the wall and the corner at its end are as near
///    -434  +---------.+........+        as rounding can tell; at the end of the portal the wall is
///                    |         |        at hand, and the corner is 0.3 micrometres away.
///    -800            +---------+
///       -500         0        400
static void a_portal_ends_on_the_wall_that_ends_beside_it(void **state) {
    (void)state;
    const double beside = 3.37e-7, tilt = 2.1e-6;
    const cw_vec3 positions[] = {{-500, -434, 0}, {0, -434, 0},      {tilt, 0, 0},
                                 {-500, 0, 0},    {beside, -434, 0}, {400, -434, 0},
                                 {400, 0, 0},     {beside, -800, 0}, {400, -800, 0}};
    const uint32_t first[] = {0, 5, 9, 13};
    const uint32_t vertices[] = {1, 4, 5, 6, 2, 0, 1, 2, 3, 7, 8, 5, 4};
    cw_polygons polygons = {.vertex_count = 9,
                            .positions = positions,
                            .cell_count = 3,
                            .cell_first = first,
                            .edge_vertex = vertices};
    floor_tables f;
    floor_make_polygons(&f, context, &polygons);
    if (cw_clearance_validate(context, &f.tables) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    enum { PORTAL = 4 }; /* down to the wall */
    double length = f.tables.portals[PORTAL].length;
    for (double radius = 5e-7; radius < 200; radius *= 2) {
        cw_interval part;
        assert_int_equal(cw_clearance_portal(&f.tables, PORTAL, radius, &part, 1), 1);
        assert_true(fabs(length - part.to - radius) < CW_CLEARANCE_TOLERANCE);
    }
    floor_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_portal_ends_on_the_wall_that_ends_beside_it),
    };
    return cmocka_run_group_tests_name("clearance_vast", tests, make_context, free_context);
}
