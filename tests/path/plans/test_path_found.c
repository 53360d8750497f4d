/// Cases that were found, as data: tests/cases/path/*.txt. Every mesh of a floor gives the length
/// of the known way, there and back, of discs with sights too; and but for points on walls, the
/// length is that of brute force.
///
///   case NAME                 what it shows
///   outer|hole|obstacle|barrier X Y  X Y ...    a hole belongs to the outer ring before it
///   scene FAMILY VERTICES SEED ROTATION         or a plan made by cw_scene_make()
///   points X Y Z  X Y Z ...   or a floor of triangles; lines add to each other
///   triangles A B C  A B C ...    three points each, counted from 0
///   way X Y  X Y ...          the shortest way of the centre: start, bends, goal
///   climb X Y Z  X Y Z        the same on triangles: start, goal
///   radius R                  metres; 0 where it is left out
///   length M                  where the way does not tell, as its bends are arcs or not known;
///                             -1 where there is none
///   mesh ALPHA TAU TURN EFFORT    one more mesh, relaxed in this way
///
/// A blank line ends a case; # begins a comment.
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

#include <dirent.h>

enum { MOST_MESHES = 7, MOST_NUMBERS = 160, MOST_LINE = 4096, MOST_SPOTS = 128 };

static const char folder[] = CW_SOURCE_DIR "/tests/cases/path";
/// Metres by which lengths may differ: exactness ends at a micrometre.
static const double SAME_LENGTH = 1e-6;

typedef struct found_case {
    char name[256];
    cw_plan plan;
    uint32_t polygons;
    cw_vec3 points[MOST_SPOTS]; ///< of a floor of triangles
    uint32_t corners[3 * MOST_SPOTS], point_count, corner_count;
    cw_vec3 from, to;
    double radius, length;
    cw_navmesh_config meshes[MOST_MESHES];
    uint32_t mesh_count;
} found_case;

static uint32_t read_numbers(const char *text, double *numbers) {
    uint32_t count = 0;
    for (char *end = NULL;; text = end) {
        double number = strtod(text, &end);
        if (end == text) {
            return count;
        }
        assert_true(count < MOST_NUMBERS);
        numbers[count++] = number;
    }
}

static void read_way(found_case *known, const double *numbers, uint32_t count) {
    assert_true(count >= 4 && count % 2 == 0);
    known->from = (cw_vec3){numbers[0], numbers[1], 0};
    known->to = (cw_vec3){numbers[count - 2], numbers[count - 1], 0};
    known->length = 0;
    for (uint32_t i = 2; i < count; i += 2) {
        known->length += hypot(numbers[i] - numbers[i - 2], numbers[i + 1] - numbers[i - 1]);
    }
}

static bool read_ring(found_case *known, const char *word, const double *numbers, uint32_t count) {
    static const char *const words[] = {"outer", "hole", "obstacle", "barrier"};
    static const cw_ring_kind kinds[] = {CW_RING_OUTER, CW_RING_HOLE, CW_RING_OBSTACLE,
                                         CW_RING_BARRIER};
    cw_vec2 points[MOST_NUMBERS / 2];
    for (uint32_t i = 0; i < 4; i++) {
        if (strcmp(word, words[i]) != 0) {
            continue;
        }
        for (uint32_t k = 0; k < count / 2; k++) {
            points[k] = (cw_vec2){numbers[2 * k], numbers[2 * k + 1]};
        }
        known->polygons += kinds[i] == CW_RING_OUTER ? 1 : 0;
        assert_ok(
            cw_plan_add(context, &known->plan, kinds[i], known->polygons - 1, points, count / 2));
        return true;
    }
    return false;
}

static void read_scene(found_case *known, const char *text) {
    cw_scene_config scene = cw_scene_config_default();
    char family[16];
    unsigned seed;
    assert_int_equal(
        sscanf(text, "%15s %u %u %lf", family, &scene.vertices, &seed, &scene.rotation), 4);
    scene.seed = seed;
    scene.family = 0;
    while (strcmp(family, cw_scene_family_name(scene.family)) != 0) {
        scene.family++;
        assert_true(scene.family < CW_SCENE_FAMILY_COUNT);
    }
    assert_int_equal(cw_scene_make(context, &scene, &known->plan), CW_OK);
}

static bool read_triangles(found_case *known, const char *word, const double *numbers,
                           uint32_t count) {
    bool points = strcmp(word, "points") == 0;
    assert_true(count % 3 == 0);
    for (uint32_t i = 0; i < count; i += 3) {
        assert_true(known->point_count < MOST_SPOTS && known->corner_count < 3 * MOST_SPOTS);
        if (points) {
            known->points[known->point_count++] =
                (cw_vec3){numbers[i], numbers[i + 1], numbers[i + 2]};
        }
        for (uint32_t k = 0; k < 3 && !points; k++) {
            known->corners[known->corner_count++] = (uint32_t)numbers[i + k];
        }
    }
    return points || strcmp(word, "triangles") == 0;
}

static void read_mesh(found_case *known, const double *numbers, uint32_t count) {
    assert_true(count == 4 && known->mesh_count < MOST_MESHES);
    cw_navmesh_config *config = &known->meshes[known->mesh_count++];
    config->alpha = numbers[0];
    config->tau = numbers[1];
    config->turn = numbers[2] > 0 ? numbers[2] : config->turn;
    config->effort = (uint32_t)numbers[3];
}

static void read_line(found_case *known, const char *line) {
    char word[16];
    int length = 0;
    double numbers[MOST_NUMBERS];
    if (sscanf(line, "%15s%n", word, &length) != 1 || word[0] == '#') {
        return;
    }
    uint32_t count = read_numbers(line + length, numbers);
    if (strcmp(word, "case") == 0) {
        (void)snprintf(known->name, sizeof known->name, "%.200s", line + length + 1);
    } else if (strcmp(word, "scene") == 0) {
        read_scene(known, line + length);
    } else if (strcmp(word, "way") == 0) {
        read_way(known, numbers, count);
    } else if (strcmp(word, "climb") == 0) {
        assert_int_equal(count, 6);
        known->from = (cw_vec3){numbers[0], numbers[1], numbers[2]};
        known->to = (cw_vec3){numbers[3], numbers[4], numbers[5]};
    } else if (strcmp(word, "radius") == 0) {
        known->radius = numbers[0];
    } else if (strcmp(word, "length") == 0) {
        known->length = numbers[0];
    } else if (strcmp(word, "mesh") == 0) {
        read_mesh(known, numbers, count);
    } else if (!read_ring(known, word, numbers, count) &&
               !read_triangles(known, word, numbers, count)) {
        fail_msg("%s: what is \"%s\"?", known->name, word);
    }
}

/// Reads the next case of a file; false at its end. It has meshes of all efforts, and one that is
/// relaxed to the utmost.
static bool read_case(FILE *file, found_case *known) {
    char line[MOST_LINE];
    *known = (found_case){.mesh_count = 4};
    for (uint32_t i = 0; i < MOST_MESHES; i++) {
        known->meshes[i] = cw_navmesh_config_default();
    }
    known->meshes[0].effort = 0;
    known->meshes[2].effort = 2;
    known->meshes[3].alpha = PI / 2;
    known->meshes[3].turn = 2 * PI;
    known->meshes[3].tau = 1000;
    while (fgets(line, sizeof line, file) != NULL) {
        assert_non_null(strchr(line, '\n'));
        line[strcspn(line, "\n")] = 0;
        if (line[0] == 0 && known->name[0] != 0) {
            break;
        }
        read_line(known, line);
    }
    return known->name[0] != 0;
}

static uint32_t check_length(const found_case *known, const char *mesh, const char *way,
                             double length) {
    bool right = fabs(length - known->length) <= SAME_LENGTH;
    if (!right) {
        print_message("%s, %s, %s: %.12g m instead of %.12g m\n", known->name, mesh, way, length,
                      known->length);
    }
    return right ? 0 : 1;
}

/// One way, there or back; a path that is found is good in all else too. (Far from the origin, ends
/// are rounded by more than the check of a path allows.)
static uint32_t check_way(path_world *world, const found_case *known, cw_vec3 from, cw_vec3 to,
                          const char *way) {
    cw_path path = path_world_find(world, from, to, known->radius);
    bool found = path.status == CW_PATH_FOUND;
    uint32_t bad = check_length(known, world->floor.name, way, found ? path.length : -1);
    if (found && fabs(from.x) < 1e5) {
        path_spot start = path_spot_at(&world->floor, from);
        const char *wrong = path_check(&world->floor, &path, &start, to);
        if (wrong != NULL) {
            print_message("%s, %s, %s: %s\n", known->name, world->floor.name, way, wrong);
            bad++;
        }
    }
    return bad;
}

/// What brute force says; it knows no points on walls.
static uint32_t check_oracle(path_world *world, const found_case *known) {
    path_spot a = path_spot_at(&world->floor, known->from);
    path_spot b = path_spot_at(&world->floor, known->to);
    if (known->radius == 0 && fmin(path_floor_wall_distance(&world->floor, &a),
                                   path_floor_wall_distance(&world->floor, &b)) < SAME_LENGTH) {
        return 0;
    }
    double length = path_floor_shortest(&world->floor, known->radius, &a, &b);
    return check_length(known, world->floor.name, "brute force", isfinite(length) ? length : -1);
}

static uint32_t check_floor(path_floor *floor, const found_case *known, bool judge) {
    OWNED(path_world) world;
    path_world_make(floor, &world);
    uint32_t bad = judge ? check_oracle(&world, known) : 0;
    bad += check_way(&world, known, known->from, known->to, "there") +
           check_way(&world, known, known->to, known->from, "back");
    if (known->radius > 0) {
        OWNED_HANDLE(cw_sights) sights = sights_of(context, &world.clearance);
        const cw_sights *used = sights;
        assert_int_equal(cw_query_use_sights(world.query, &used, 1), CW_OK);
        bad += check_way(&world, known, known->from, known->to, "there with sights") +
               check_way(&world, known, known->to, known->from, "back with sights");
        assert_int_equal(cw_query_use_sights(world.query, NULL, 0), CW_OK);
    }
    return bad;
}

/// Each mesh, and its cells cut into triangles.
static uint32_t check_case(const found_case *known) {
    uint32_t bad = 0;
    bool flat = known->point_count == 0;
    OWNED(cw_surface) surface;
    cw_status status =
        flat ? cw_surface_from_plan(context, &known->plan, NULL, &surface)
             : cw_surface_from_triangles(context, known->points, known->point_count, known->corners,
                                         known->corner_count / 3, NULL, &surface);
    assert_int_equal(status, CW_OK);
    for (uint32_t mesh = 0; mesh < known->mesh_count; mesh++) {
        cw_navmesh built;
        path_floor floor, triangles;
        assert_int_equal(cw_navmesh_build(context, &surface, &known->meshes[mesh], &built), CW_OK);
        path_floor_take(context, &built, flat, &floor);
        (void)snprintf(floor.name, sizeof floor.name, "mesh %u", mesh);
        path_floor_triangulated(&floor, &triangles);
        bad += check_floor(&floor, known, mesh == 0) + check_floor(&triangles, known, false);
    }
    return bad;
}

static uint32_t check_file(const char *name, uint32_t *cases) {
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    found_case known;
    uint32_t bad = 0;
    while (read_case(file, &known)) {
        bad += check_case(&known);
        (*cases)++;
        cw_plan_free(context, &known.plan);
    }
    (void)fclose(file);
    return bad;
}

TEST(every_mesh_of_a_plan_gives_the_known_length) {
    uint32_t bad = 0, cases = 0;
    DIR *opened = opendir(folder);
    assert_non_null(opened);
    for (struct dirent *entry = readdir(opened); entry != NULL; entry = readdir(opened)) {
        if (strstr(entry->d_name, ".txt") != NULL) {
            bad += check_file(entry->d_name, &cases);
        }
    }
    (void)closedir(opened);
    assert_int_equal(bad, 0);
    assert_true(cases > 55);
}

TEST_GROUP(make_context, free_context);
