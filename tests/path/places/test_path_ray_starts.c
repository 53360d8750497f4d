/// Rays and discs that start exactly on a wall, a corner, a portal or a vertex of the mesh, or
/// touch one: inward, outward and along, worked out by hand in tests/cases/casts/starts.txt.
///
///   mesh NAME radius R   WHAT     a small mesh, and the disc of the rays that follow; 0: a point
///   X Y  X Y  free                from where to where, and nothing stops it
///   X Y  X Y  M  X Y              it is stopped after so many metres by a wall with that normal,
///                                 which is left out where two walls are as good
///
/// # begins a comment.
#include "query_world.h"
#include "test.h"

enum { MOST_LINE = 200 };

static const char file_name[] = CW_SOURCE_DIR "/tests/cases/casts/starts.txt";

/// A ray and what is true of it.
typedef struct known_ray {
    cw_vec2 from, to;
    double distance; ///< travelled
    cw_vec2 normal;  ///< of the wall that stops it; {0, 0} where two are as good
    bool stopped;
} known_ray;

/// Reads a ray; false where the line has none.
static bool read_ray(const char *line, known_ray *known) {
    int length;
    *known = (known_ray){.stopped = true};
    cw_vec2 *from = &known->from, *to = &known->to;
    if (sscanf(line, "%lf %lf %lf %lf %n", &from->x, &from->y, &to->x, &to->y, &length) != 4) {
        return false;
    }
    if (strncmp(line + length, "free", 4) == 0) {
        known->stopped = false;
        known->distance = hypot(to->x - from->x, to->y - from->y);
        return true;
    }
    int numbers =
        sscanf(line + length, "%lf %lf %lf", &known->distance, &known->normal.x, &known->normal.y);
    assert_true(numbers == 1 || numbers == 3);
    return true;
}

static void check_ray(query_world *world, const known_ray *known, double radius) {
    cw_ray ray =
        query_world_ray(world, (cw_vec3){known->from.x, known->from.y, 0}, known->to, radius);
    cw_vec2 way = plane_sub(known->to, known->from);
    double length = plane_length(way), distance = known->distance;
    if (ray.hit != known->stopped || !(fabs(ray.distance - distance) <= 1e-9)) {
        fail_msg("(%g, %g) to (%g, %g), radius %g: %s after %.12g m, expected %s after %.12g m",
                 known->from.x, known->from.y, known->to.x, known->to.y, radius,
                 ray.hit ? "stopped" : "free", ray.distance, known->stopped ? "stopped" : "free",
                 distance);
    }
    path_assert_near(ray.point.x, known->from.x + distance * way.x / length, 1e-9);
    path_assert_near(ray.point.y, known->from.y + distance * way.y / length, 1e-9);
    if (ray.hit) {
        path_assert_near(ray.touched.x, ray.point.x - radius * ray.normal.x, 1e-9);
        path_assert_near(ray.touched.y, ray.point.y - radius * ray.normal.y, 1e-9);
    }
    if (known->normal.x != 0 || known->normal.y != 0) {
        path_assert_near(ray.normal.x, known->normal.x, 1e-9);
        path_assert_near(ray.normal.y, known->normal.y, 1e-9);
    }
}

static small_mesh mesh_called(const char *name) {
    small_mesh kind = 0;
    while (strcmp(small_mesh_name(kind), name) != 0) {
        kind++;
        assert_true(kind < SMALL_MESH_COUNT);
    }
    return kind;
}

TEST(rays_from_walls_corners_and_portals_end_where_they_must) {
    FILE *file = fopen(file_name, "r");
    char line[MOST_LINE], name[20];
    query_world world = {0};
    double radius = 0;
    uint32_t rays = 0, meshes = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        known_ray known;
        if (sscanf(line, "mesh %19s radius %lf", name, &radius) == 2) {
            if (meshes++ > 0) {
                query_world_free(&world);
            }
            query_world_small(&world, mesh_called(name));
        } else if (read_ray(line, &known)) {
            check_ray(&world, &known, radius);
            rays++;
        } else {
            assert_true(line[0] == '#' || line[0] == '\n');
        }
    }
    query_world_free(&world);
    (void)fclose(file);
    assert_true(rays >= 190 && meshes >= 9);
}
