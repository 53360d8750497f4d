/// Cases that were found, as data: tests/cases/path/*.txt. Every mesh of a plan gives the length of
/// the known way, there and back.
///
///   case NAME                 what it shows
///   outer|hole|obstacle|barrier X Y  X Y ...    a hole belongs to the outer ring before it
///   way X Y  X Y ...          the shortest way of the centre: start, bends, goal
///   radius R                  metres; 0 where it is left out
///   length M                  where the way does not tell, as its bends are arcs or not known
///   mesh ALPHA TAU TURN EFFORT    one more mesh, relaxed in this way
///
/// A blank line ends a case; # begins a comment.
#include "path_setup.h"
#include "test.h"

#include <dirent.h>

enum { MOST_MESHES = 5, MOST_PLACES = 64, MOST_LINE = 4096 };

static const char folder[] = CW_SOURCE_DIR "/tests/cases/path";
/// Metres by which lengths may differ: exactness ends at a micrometre.
static const double SAME_LENGTH = 1e-6;
static const double PI = 3.14159265358979323846;

typedef struct found_case {
    char name[256];
    cw_plan plan;
    uint32_t polygons;
    cw_vec2 from, to;
    double radius, length;
    cw_navmesh_config more; ///< of the mesh that the case names
    bool has_more;
} found_case;

static uint32_t read_numbers(const char *text, double *numbers, uint32_t most) {
    uint32_t count = 0;
    for (char *end = NULL; count < most; text = end) {
        double number = strtod(text, &end);
        if (end == text) {
            break;
        }
        numbers[count++] = number;
    }
    return count;
}

static void read_way(found_case *known, const double *numbers, uint32_t count) {
    assert_true(count >= 4 && count % 2 == 0);
    known->from = (cw_vec2){numbers[0], numbers[1]};
    known->to = (cw_vec2){numbers[count - 2], numbers[count - 1]};
    known->length = 0;
    for (uint32_t i = 2; i < count; i += 2) {
        known->length += hypot(numbers[i] - numbers[i - 2], numbers[i + 1] - numbers[i - 1]);
    }
}

static bool read_ring(found_case *known, const char *word, const double *numbers, uint32_t count) {
    static const char *const words[] = {"outer", "hole", "obstacle", "barrier"};
    static const cw_ring_kind kinds[] = {CW_RING_OUTER, CW_RING_HOLE, CW_RING_OBSTACLE,
                                         CW_RING_BARRIER};
    cw_vec2 points[MOST_PLACES];
    for (uint32_t i = 0; i < 4; i++) {
        if (strcmp(word, words[i]) != 0) {
            continue;
        }
        for (uint32_t k = 0; k < count / 2; k++) {
            points[k] = (cw_vec2){numbers[2 * k], numbers[2 * k + 1]};
        }
        known->polygons += kinds[i] == CW_RING_OUTER ? 1 : 0;
        assert_int_equal(cw_plan_add(path_context, &known->plan, kinds[i], known->polygons - 1,
                                     points, count / 2),
                         CW_OK);
        return true;
    }
    return false;
}

static void read_line(found_case *known, const char *line) {
    char word[16];
    int length = 0;
    double numbers[2 * MOST_PLACES];
    if (sscanf(line, "%15s%n", word, &length) != 1 || word[0] == '#') {
        return;
    }
    uint32_t count = read_numbers(line + length, numbers, 2 * MOST_PLACES);
    if (strcmp(word, "case") == 0) {
        (void)snprintf(known->name, sizeof known->name, "%.200s", line + length + 1);
    } else if (strcmp(word, "way") == 0) {
        read_way(known, numbers, count);
    } else if (strcmp(word, "radius") == 0) {
        known->radius = numbers[0];
    } else if (strcmp(word, "length") == 0) {
        known->length = numbers[0];
    } else if (strcmp(word, "mesh") == 0) {
        assert_int_equal(count, 4);
        known->has_more = true;
        known->more.alpha = numbers[0];
        known->more.tau = numbers[1];
        known->more.turn = numbers[2] > 0 ? numbers[2] : known->more.turn;
        known->more.effort = (uint32_t)numbers[3];
    } else if (!read_ring(known, word, numbers, count)) {
        fail_msg("%s: what is \"%s\"?", known->name, word);
    }
}

/// All efforts, relaxed to the utmost, and as the case asks.
static uint32_t list_meshes(const found_case *known, cw_navmesh_config *configs) {
    uint32_t count = 0;
    for (uint32_t effort = 0; effort < 3; effort++) {
        configs[count] = cw_navmesh_config_default();
        configs[count++].effort = effort;
    }
    configs[count] = cw_navmesh_config_default();
    configs[count].alpha = PI / 2;
    configs[count].turn = 2 * PI;
    configs[count++].tau = 1000;
    if (known->has_more) {
        configs[count++] = known->more;
    }
    return count;
}

static uint32_t check_way(path_world *world, const found_case *known, uint32_t mesh, bool back) {
    cw_vec3 start = {known->from.x, known->from.y, 0}, goal = {known->to.x, known->to.y, 0};
    cw_path path = path_world_find(world, back ? goal : start, back ? start : goal, known->radius);
    bool right = path.status == CW_PATH_FOUND && fabs(path.length - known->length) <= SAME_LENGTH;
    if (!right) {
        print_message("%s, mesh %u, %s: %s, %.12g m instead of %.12g m\n", known->name, mesh,
                      back ? "back" : "there", cw_path_status_string(path.status), path.length,
                      known->length);
    }
    return right ? 0 : 1;
}

static uint32_t check_case(const found_case *known) {
    cw_navmesh_config configs[MOST_MESHES];
    uint32_t count = list_meshes(known, configs), bad = 0;
    cw_surface surface;
    assert_int_equal(cw_surface_from_plan(path_context, &known->plan, NULL, &surface), CW_OK);
    for (uint32_t mesh = 0; mesh < count; mesh++) {
        cw_navmesh built;
        path_floor floor;
        path_world world;
        assert_int_equal(cw_navmesh_build(path_context, &surface, &configs[mesh], &built), CW_OK);
        path_floor_take(path_context, &built, true, &floor);
        path_world_make(&floor, &world);
        bad += check_way(&world, known, mesh, false) + check_way(&world, known, mesh, true);
        path_world_free(&world);
    }
    cw_surface_free(path_context, &surface);
    return bad;
}

/// Reads the next case of a file; false at its end.
static bool read_case(FILE *file, found_case *known) {
    char line[MOST_LINE];
    *known = (found_case){.more = cw_navmesh_config_default()};
    known->more.effort = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] == 0 && known->name[0] != 0) {
            break;
        }
        read_line(known, line);
    }
    return known->name[0] != 0;
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
        cw_plan_free(path_context, &known.plan);
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
    assert_true(cases > 25);
}

TEST_GROUP(path_set_up, path_tear_down);
