/// Insets against the mitred buffers of GEOS, insets around barriers, and roofs as files: planar
/// faces that close.
#include "clearway/io.h"
#include "made.h"
#include "plan_geos.h"
#include "test.h"
#include "test_owned.h"

#include <unistd.h>

static cw_skeleton build(const cw_plan *plan) {
    cw_skeleton skeleton = {0};
    OWNED(cw_surface) surface = surface_of_plan(context, plan);
    assert_ok(cw_skeleton_build(context, &surface, NULL, &skeleton));
    return skeleton;
}

/// All polygons of an inset.
static GEOSGeometry *inset_shape(const cw_skeleton *skeleton, double distance) {
    OWNED(cw_plan) rest = {0};
    GEOSGeometry *all = GEOSGeom_createEmptyCollection_r(geos, GEOS_MULTIPOLYGON);
    assert_ok(cw_skeleton_offset(context, skeleton, distance, &rest));
    uint32_t polygons = 0;
    for (uint32_t i = 0; i < rest.ring_count; i++) {
        polygons = rest.rings[i].polygon >= polygons ? rest.rings[i].polygon + 1 : polygons;
    }
    for (uint32_t i = 0; i < polygons; i++) {
        GEOSGeometry *one = plan_polygon(geos, &rest, i), *both;
        assert_int_equal(GEOSisValid_r(geos, one), 1);
        both = GEOSUnion_r(geos, all, one);
        GEOSGeom_destroy_r(geos, all);
        GEOSGeom_destroy_r(geos, one);
        all = both;
    }
    return all;
}

static double area_of(const GEOSGeometry *shape) {
    double area = 0;
    assert_int_equal(GEOSArea_r(geos, shape, &area), 1);
    return area;
}

/// The floor without its solids, and its buffer by GEOS.
static GEOSGeometry *geos_inset(const cw_plan *plan, double distance) {
    GEOSGeometry *outer = plan_ring_polygon(geos, plan, 0), *solids = plan_solids(geos, plan);
    GEOSGeometry *floor = GEOSDifference_r(geos, outer, solids);
    GEOSGeometry *rest =
        GEOSBufferWithStyle_r(geos, floor, -distance, 8, GEOSBUF_CAP_FLAT, GEOSBUF_JOIN_MITRE, 1e6);
    GEOSGeom_destroy_r(geos, outer);
    GEOSGeom_destroy_r(geos, solids);
    GEOSGeom_destroy_r(geos, floor);
    return rest;
}

/// The inset of a plan as far as GEOS has it. Where corners are sharp, its spikes go on through
/// walls: then it has less, but nothing that is not left. The lattice moves walls by a hair.
static void compare_inset(const cw_plan *plan, const cw_skeleton *skeleton, double distance,
                          bool sharp, const char *name) {
    GEOSGeometry *ours = inset_shape(skeleton, distance), *theirs = geos_inset(plan, distance);
    GEOSGeometry *apart =
        sharp ? GEOSDifference_r(geos, theirs, ours) : GEOSSymDifference_r(geos, ours, theirs);
    if (!(area_of(apart) < 1e-3)) {
        fail_msg("%s by %.17g m: %.9g m2, GEOS %.9g, apart %g", name, distance, area_of(ours),
                 area_of(theirs), area_of(apart));
    }
    GEOSGeom_destroy_r(geos, apart);
    GEOSGeom_destroy_r(geos, ours);
    GEOSGeom_destroy_r(geos, theirs);
}

/// Distances: tiny, usual, just those at which fronts meet, the last of all, and more.
static uint32_t list_distances(const cw_skeleton *skeleton, double *distances) {
    double top = 0;
    uint32_t count = 0, stride = skeleton->arc_count / 5 + 1;
    distances[count++] = 1e-6;
    distances[count++] = 0.3;
    for (uint32_t i = 0; i < skeleton->arc_count; i++) {
        double offset = skeleton->nodes[skeleton->arcs[i].to].offset;
        top = fmax(top, offset);
        if (i % stride == 0 && offset > 0) {
            distances[count++] = offset;
        }
    }
    distances[count++] = top;
    distances[count++] = top + 1;
    return count;
}

TEST(insets_are_the_mitred_buffers_of_geos) {
    static const double angles[] = {0, 0.785398163397448310, 0.643501108793284387, 1.234567};
    for (uint32_t i = 0; i < 4 * CW_SCENE_TANGLE; i++) {
        cw_scene_config config = cw_scene_config_default();
        config.family = (cw_scene_family)(i / 4);
        config.vertices = 60;
        config.seed = 300 + i;
        config.rotation = angles[i % 4];
        OWNED(cw_plan) plan = plan_of_scene(context, &config);
        OWNED(cw_skeleton) skeleton = build(&plan);
        bool sharp = config.family == CW_SCENE_MIX || config.family == CW_SCENE_STAR ||
                     config.family == CW_SCENE_SIMPLE;
        double distances[9];
        uint32_t count = list_distances(&skeleton, distances);
        for (uint32_t k = 0; k < count; k++) {
            compare_inset(&plan, &skeleton, distances[k], sharp,
                          cw_scene_family_name(config.family));
        }
    }
}

TEST(what_shrinks_to_a_line_is_not_left) {
    cw_vec2 rooms[] = {{0, 0},  {6, 0},  {6, 2},  {10, 2}, {10, 0}, {16, 0},
                       {16, 6}, {10, 6}, {10, 4}, {6, 4},  {6, 6},  {0, 6}};
    OWNED(cw_plan) plan = {0}, rest = {0};
    assert_ok(cw_plan_add(context, &plan, CW_RING_OUTER, 0, rooms, 12));
    OWNED(cw_skeleton) skeleton = build(&plan);
    assert_ok(cw_skeleton_offset(context, &skeleton, 1, &rest)); // the corridor is 2 m wide
    assert_int_equal(rest.ring_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        GEOSGeometry *room = plan_polygon(geos, &rest, i);
        assert_int_equal(GEOSisValid_r(geos, room), 1);
        assert_true(fabs(area_of(room) - 16) < 1e-6);
        GEOSGeom_destroy_r(geos, room);
    }
    cw_plan_free(context, &rest);
    assert_ok(cw_skeleton_offset(context, &skeleton, 3, &rest));
    assert_int_equal(rest.ring_count, 0);
}

TEST(barriers_get_room_on_both_sides) {
    OWNED(cw_plan) plan = {0};
    cw_vec2 hall[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}}, wall[] = {{6, 5}, {14, 5}};
    assert_ok(cw_plan_add(context, &plan, CW_RING_OUTER, 0, hall, 4));
    assert_ok(cw_plan_add(context, &plan, CW_RING_BARRIER, 0, wall, 2));
    OWNED(cw_skeleton) skeleton = build(&plan);
    for (double d = 1e-6; d < 2; d = d < 0.1 ? d * 10 : d + 0.3) {
        GEOSGeometry *rest = inset_shape(&skeleton, d);
        double area = (20 - 2 * d) * (10 - 2 * d) - (8 + 2 * d) * 2 * d;
        assert_true(fabs(area_of(rest) - area) < 1e-6);
        GEOSGeom_destroy_r(geos, rest);
    }
}

/// A roof read back from its file.
typedef struct roof {
    double points[4096][3];
    uint32_t point_count;
    uint32_t sides[16384][2]; ///< of all faces
    uint32_t side_count;
    double worst; ///< metres that a point is off the plane of its face
} roof;

/// The height of a face over its wall rises by `rise` per metre: the first two corners are the
/// wall.
static void check_plane(roof *r, const uint32_t *corners, uint32_t count, double rise) {
    const double *a = r->points[corners[0]], *b = r->points[corners[1]];
    double x = b[0] - a[0], z = b[2] - a[2], length = hypot(x, z);
    for (uint32_t i = 0; i < count; i++) {
        const double *p = r->points[corners[i]];
        double away = fabs((p[0] - a[0]) * z - (p[2] - a[2]) * x) / length;
        r->worst = fmax(r->worst, fabs(p[1] - a[1] - rise * away));
    }
}

static void read_roof(const char *path, double rise, roof *r) {
    char line[4096];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        double *p = r->points[r->point_count];
        if (line[0] == 'v') {
            assert_int_equal(sscanf(line, "v %lf %lf %lf", &p[0], &p[1], &p[2]), 3);
            r->point_count++;
        } else if (line[0] == 'f') {
            uint32_t corners[256], count = 0;
            for (char *at = line + 1, *end; (corners[count] = (uint32_t)strtoul(at, &end, 10)) > 0;
                 at = end) {
                corners[count++]--;
            }
            for (uint32_t i = 0; i < count; i++) {
                r->sides[r->side_count][0] = corners[i];
                r->sides[r->side_count++][1] = corners[(i + 1) % count];
            }
            check_plane(r, corners, count, rise);
        }
    }
    fclose(file);
}

TEST(roofs_have_plane_faces_that_close) {
    static roof r;
    char path[64];
    OWNED(cw_plan) plan = {0};
    assert_ok(cw_scene_office(context, &plan));
    OWNED(cw_skeleton) skeleton = build(&plan);
    snprintf(path, sizeof path, "/tmp/clearway-roof-%ld.obj", (long)getpid());
    assert_ok(cw_skeleton_write_roof(context, &skeleton, 0.7, path));
    read_roof(path, 0.7, &r);
    remove(path);
    assert_true(r.worst < 1e-6);
    uint32_t eaves = 0;
    for (uint32_t i = 0; i < r.side_count; i++) {
        uint32_t back = 0, same = 0;
        for (uint32_t k = 0; k < r.side_count; k++) {
            back += r.sides[k][0] == r.sides[i][1] && r.sides[k][1] == r.sides[i][0];
            same += r.sides[k][0] == r.sides[i][0] && r.sides[k][1] == r.sides[i][1];
        }
        bool low =
            fabs(r.points[r.sides[i][0]][1]) < 1e-9 && fabs(r.points[r.sides[i][1]][1]) < 1e-9;
        assert_int_equal(same, 1);
        assert_int_equal(back, low ? 0 : 1);
        eaves += low;
    }
    assert_int_equal(eaves, skeleton.wall_count);
}

TEST_GROUP(make_geos, free_geos);
