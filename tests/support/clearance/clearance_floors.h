/// Floors with their clearance tables, for tests: made from scenes, plans and cells, and checked
/// one after the other.
#ifndef CW_TESTS_CLEARANCE_FLOORS_H
#define CW_TESTS_CLEARANCE_FLOORS_H

#include "clearance_oracle.h"

/// Metres: two lattice steps of these plans; below, clearance is what rounding left of a wall.
#define FLOOR_NOISE 3e-7

typedef struct floor_tables {
    cw_context *context;
    cw_navmesh mesh;
    cw_clearance tables;
} floor_tables;

/// Make tables or fail the test; to be given back with floor_free().
void floor_make(floor_tables *f, cw_context *context, const cw_surface *surface, oracle_mesh kind);
/// Of a plan of one ring.
void floor_make_plan(floor_tables *f, cw_context *context, const cw_vec2 *ring, uint32_t count);
void floor_make_polygons(floor_tables *f, cw_context *context, const cw_polygons *polygons);
void floor_free(floor_tables *f);
#define floor_tables_drop floor_free

/// The widest way between two local positions.
cw_gate floor_widest(const floor_tables *f, cw_vec2 from, cw_vec2 to);

typedef void floor_check(const floor_tables *f, uint32_t index, oracle_mesh kind);
/// Runs a check on every family, with every kind of mesh.
void floor_on_all(cw_context *context, uint32_t scenes, uint32_t vertices, floor_check *check);
/// Runs a check on the small meshes (small_meshes.h); their kind is ORACLE_TRIANGLES.
void floor_on_small(cw_context *context, floor_check *check);

/// Samples a portal at a radius; points whose clearance is too near to the radius do not count.
void floor_sample_portal(const cw_clearance *tables, uint32_t edge, double radius);

#endif
