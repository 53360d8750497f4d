/// What is around a place: the nearest wall, compared with brute force.
#include "query_world.h"
#include "test.h"

static void check_walls(query_world *world, cw_random *random) {
    for (int i = 0; i < 50; i++) {
        cw_vec3 point;
        if (!query_world_place(world, random, &point)) {
            return;
        }
        double distance;
        cw_vec2 nearest;
        assert_int_equal(cw_query_wall(world->query, point, &distance, &nearest), CW_OK);
        path_assert_near(distance, query_oracle_wall(&world->mesh, (cw_vec2){point.x, point.y}),
                         1e-9);
        path_assert_near(hypot(nearest.x - point.x, nearest.y - point.y), distance, 1e-8);
        assert_true(query_oracle_wall(&world->mesh, nearest) < 1e-8);
    }
}

TEST(the_nearest_wall_is_the_one_of_brute_force) {
    query_world_for_plans(check_walls, 100, 1);
}
