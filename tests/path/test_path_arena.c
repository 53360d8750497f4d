/// Somebody else's place and questions, from ../shared/data: the arena as triangles, as merged
/// polygons and as our own mesh of its walls gives the same lengths, and none is longer than the
/// way over the grid that the questions come with.
#include "clearway/io.h"
#include "made.h"
#include "path_world.h"
#include "test.h"
#include "test_owned.h"

#define TRIANGLES CW_SHARED_DATA "/navmeshes/arena.mesh"
#define MERGED CW_SHARED_DATA "/navmeshes/arena-merged.mesh"
#define QUESTIONS CW_SHARED_DATA "/queries/arena.scen"

/// Questions name squares of the grid. Their middles keep off the walls; their corners, which
/// others take, are partly on walls and on corners of the mesh. Lengths do not exceed the grid's
/// for either.
static const double offsets[] = {0.5, 0};

enum { MOST = 400 };

static path_world worlds[3];
static const char *const names[] = {"triangles", "merged", "our own"};

typedef struct question {
    cw_vec3 start, goal;
    double grid; ///< length over the grid in eight directions, rounded to six digits
} question;

static question questions[MOST];
static uint32_t question_count;

static void read_questions(void) {
    FILE *file = fopen(QUESTIONS, "r");
    char line[512];
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL && question_count < MOST) {
        int x0, y0, x1, y1;
        double grid;
        if (sscanf(line, "%*d %*s %*d %*d %d %d %d %d %lf", &x0, &y0, &x1, &y1, &grid) == 5) {
            questions[question_count++] = (question){{x0, y0, 0}, {x1, y1, 0}, grid};
        }
    }
    fclose(file);
}

static uint32_t next_edge(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t cell = mesh->edge_cell[edge];
    return cw_navmesh_next(mesh, cell, edge);
}

/// The wall that follows a wall: round its end vertex, through the portals.
static uint32_t next_wall(const cw_navmesh *mesh, uint32_t wall) {
    uint32_t edge = next_edge(mesh, wall);
    while (mesh->edge_twin[edge] != CW_NONE) {
        edge = next_edge(mesh, mesh->edge_twin[edge]);
    }
    return edge;
}

/// The walls of a mesh as rings; those that run clockwise go round holes.
static cw_plan plan_of_walls(const cw_navmesh *mesh) {
    cw_plan plan = {0};
    uint8_t *done = calloc(mesh->edge_count, 1);
    cw_vec2 *ring = malloc(mesh->edge_count * sizeof *ring);
    assert_true(done != NULL && ring != NULL);
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] != CW_NONE || done[e]) {
            continue;
        }
        uint32_t count = 0;
        double area = 0;
        for (uint32_t wall = e; !done[wall]; wall = next_wall(mesh, wall)) {
            cw_vec3 at = mesh->positions[mesh->edge_vertex[wall]];
            done[wall] = 1;
            ring[count++] = (cw_vec2){at.x, at.y};
        }
        for (uint32_t i = 0; i < count; i++) {
            area += plane_cross(ring[i], ring[(i + 1) % count]);
        }
        cw_ring_kind kind = area > 0 ? CW_RING_OUTER : CW_RING_HOLE;
        put_ring(context, &plan, kind, ring, count);
    }
    free(done);
    free(ring);
    return plan;
}

static void take(uint32_t which, cw_navmesh *mesh) {
    path_floor floor;
    path_floor_take(context, mesh, true, &floor);
    snprintf(floor.name, sizeof floor.name, "arena, %s", names[which]);
    path_world_make(&floor, &worlds[which]);
}

static int set_up(void **state) {
    (void)state;
    if (cw_context_create(NULL, &context) != CW_OK) {
        return -1;
    }
    const char *paths[] = {TRIANGLES, MERGED};
    for (uint32_t i = 0; i < 2; i++) {
        cw_navmesh mesh;
        if (cw_navmesh_read(context, paths[i], &mesh) != CW_OK) {
            print_error("%s\n", cw_context_message(context));
            return -1;
        }
        take(i, &mesh);
    }
    cw_plan plan = plan_of_walls(&worlds[0].floor.mesh);
    cw_surface surface;
    cw_navmesh mesh;
    if (cw_surface_from_plan(context, &plan, NULL, &surface) != CW_OK ||
        cw_navmesh_build(context, &surface, NULL, &mesh) != CW_OK) {
        return -1;
    }
    cw_plan_free(context, &plan);
    cw_surface_free(context, &surface);
    take(2, &mesh);
    read_questions();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        path_world_free(&worlds[i]);
    }
    cw_context_free(context);
    return 0;
}

TEST(the_three_meshes_are_of_the_same_place) {
    assert_int_equal(question_count, 160);
    for (uint32_t i = 1; i < 3; i++) {
        path_assert_near(worlds[i].floor.mesh.stats.area, worlds[0].floor.mesh.stats.area, 1e-9);
        path_assert_near(worlds[i].floor.mesh.stats.wall_length,
                         worlds[0].floor.mesh.stats.wall_length, 1e-9);
        assert_int_equal(worlds[i].floor.mesh.stats.holes, worlds[0].floor.mesh.stats.holes);
    }
    print_message("%u, %u and %u cells\n", worlds[0].floor.mesh.cell_count,
                  worlds[1].floor.mesh.cell_count, worlds[2].floor.mesh.cell_count);
}

static question moved(const question *asked, double by) {
    return (question){{asked->start.x + by, asked->start.y + by, 0},
                      {asked->goal.x + by, asked->goal.y + by, 0},
                      asked->grid};
}

/// Asks one question of all three meshes and checks each path.
static void ask(const question *asked, double radius, double lengths[3], cw_path_status status[3]) {
    for (uint32_t i = 0; i < 3; i++) {
        cw_path path = path_world_find(&worlds[i], asked->start, asked->goal, radius);
        lengths[i] = path.length;
        status[i] = path.status;
        path_spot start = path_spot_at(&worlds[i].floor, asked->start);
        const char *wrong = path.status == CW_PATH_FOUND
                                ? path_check(&worlds[i].floor, &path, &start, asked->goal)
                                : NULL;
        if (wrong != NULL || status[i] != status[0] || fabs(lengths[i] - lengths[0]) > 1e-9) {
            fail_msg("%s, radius %g, (%g, %g) to (%g, %g): %s %.12f m, first mesh %s %.12f m: %s",
                     names[i], radius, asked->start.x, asked->start.y, asked->goal.x, asked->goal.y,
                     cw_path_status_string(status[i]), lengths[i], cw_path_status_string(status[0]),
                     lengths[0], wrong != NULL ? wrong : "differ");
        }
    }
}

TEST(lengths_are_equal_on_all_meshes_and_never_above_the_grid) {
    for (int k = 0; k < 2; k++) {
        double shorter = 0;
        for (uint32_t q = 0; q < question_count; q++) {
            double lengths[3];
            cw_path_status status[3];
            question asked = moved(&questions[q], offsets[k]);
            double rounding = 0.501 * pow(10, floor(log10(asked.grid)) - 5);
            ask(&asked, 0, lengths, status);
            assert_int_equal(status[0], CW_PATH_FOUND);
            if (lengths[0] > asked.grid + rounding) {
                fail_msg("question %u: %.9f m, over the grid %.9f m", q, lengths[0], asked.grid);
            }
            shorter += asked.grid - lengths[0];
        }
        print_message("offset %g: %.2f m shorter than the grid in all\n", offsets[k], shorter);
    }
}

TEST(lengths_with_a_radius_are_those_of_brute_force) {
    static const double radii[] = {0.2, 0.4375, 0.49};
    for (int r = 0; r < 3; r++) {
        OWNED(path_judge) judge;
        uint32_t found = 0;
        path_judge_make(&worlds[0].floor, radii[r], &judge);
        for (uint32_t q = 0; q < question_count; q++) {
            double lengths[3];
            cw_path_status status[3];
            question asked = moved(&questions[q], offsets[0]);
            ask(&asked, radii[r], lengths, status);
            if (status[0] == CW_PATH_FOUND) {
                path_spot start = path_spot_at(&worlds[0].floor, asked.start);
                path_spot goal = path_spot_at(&worlds[0].floor, asked.goal);
                path_assert_near(lengths[0], path_judge_shortest(&judge, &start, &goal), 1e-9);
                found++;
            }
        }
        print_message("radius %g: %u of %u found\n", radii[r], found, question_count);
        assert_true(found > question_count / 2);
    }
}

TEST_GROUP(set_up, tear_down);
TEST_NEEDS(QUESTIONS);
