/// Grids of MovingAI: the floor is that of their free squares.
#include "io_meshes.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

enum { WIDTH = 13, HEIGHT = 9 };

/// How many floors squares make that share sides: a flood from each.
static uint32_t count_floors(const char *squares) {
    char left[WIDTH * HEIGHT];
    uint32_t floors = 0;
    memcpy(left, squares, sizeof left);
    for (int start = 0; start < WIDTH * HEIGHT; start++) {
        int stack[4 * WIDTH * HEIGHT], depth = 0;
        floors += left[start] == '.';
        stack[depth++] = start;
        while (depth > 0) {
            int s = stack[--depth], x = s % WIDTH, y = s / WIDTH;
            if (left[s] != '.') {
                continue;
            }
            left[s] = '@';
            if (x > 0) {
                stack[depth++] = s - 1;
            }
            if (x < WIDTH - 1) {
                stack[depth++] = s + 1;
            }
            if (y > 0) {
                stack[depth++] = s - WIDTH;
            }
            if (y < HEIGHT - 1) {
                stack[depth++] = s + WIDTH;
            }
        }
    }
    return floors;
}

static void write_map(const char *squares, char *text, size_t size) {
    int used = snprintf(text, size, "type octile\nheight %d\nwidth %d\nmap\n", HEIGHT, WIDTH);
    for (int y = 0; y < HEIGHT; y++) {
        used += snprintf(text + used, size - (size_t)used, "%.*s\n", WIDTH, squares + y * WIDTH);
    }
}

static void check_grid(const char *squares, uint32_t free_count) {
    char text[400];
    OWNED(cw_plan) plan;
    write_map(squares, text, sizeof text);
    assert_int_equal(cw_plan_parse(context, CW_FILE_MAP, "good", text, strlen(text), &plan), CW_OK);
    OWNED(cw_navmesh) mesh = mesh_of_plan(context, &plan, NULL);
    assert_true(mesh.stats.area == free_count);
    assert_int_equal(mesh.island_count, count_floors(squares));
    for (int s = 0; s < WIDTH * HEIGHT; s++) {
        cw_vec3 middle = {s % WIDTH + 0.5, HEIGHT - s / WIDTH - 0.5, 0};
        assert_int_equal(cw_navmesh_locate(&mesh, middle) != CW_NONE, squares[s] == '.');
    }
}

TEST(random_grids_become_the_floor_of_their_free_squares) {
    cw_random random = {3};
    for (int round = 0; round < 200; round++) {
        char squares[WIDTH * HEIGHT];
        uint32_t free_count = 0;
        double share = 0.2 + 0.15 * (round % 5);
        for (int s = 0; s < WIDTH * HEIGHT; s++) {
            squares[s] = cw_random_unit(&random) < share ? '.' : '@';
            free_count += squares[s] == '.';
        }
        if (free_count > 0) {
            check_grid(squares, free_count);
        }
    }
}

TEST(straight_sides_have_no_corners) {
    static const char text[] = "type octile\nheight 3\nwidth 4\nmap\n.GS.\n.@T.\n....\n";
    OWNED(cw_plan) plan;
    assert_int_equal(cw_plan_parse(context, CW_FILE_MAP, "good", text, strlen(text), &plan), CW_OK);
    assert_int_equal(plan.ring_count, 2);
    assert_int_equal(plan.point_count, 8);
    assert_int_equal(plan.rings[0].kind, CW_RING_OUTER);
    assert_int_equal(plan.rings[1].kind, CW_RING_HOLE);
    assert_int_equal(plan.rings[0].polygon, plan.rings[1].polygon);
}

static cw_status parse_small(cw_context *with, void *user) {
    cw_plan plan;
    cw_status status = cw_plan_parse(with, CW_FILE_MAP, "good", user, strlen(user), &plan);
    cw_plan_free(with, &plan);
    return status;
}

TEST(lack_of_memory_is_survived) {
    char text[] = "type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n";
    assert_true(cw_assert_survives(parse_small, text) > 4);
}

TEST_EACH(make_counted_context, free_counted_context);
