/// A substep in pieces: a crowd that is spread over two gives the bytes of one.
#include "crowd_world.h"
#include "test.h"
#include "test_owned.h"

enum { MOST = 400, STEPS = 500 };
/// Metres: the border between the halves.
static const double BORDER = 20;

/// A hall with boxes.
static void make_hall(crowd_world *world, bool shared) {
    *world = (crowd_world){.context = context};
    crowd_rectangle(world, CW_RING_OUTER, 0, 0, 40, 16);
    for (int i = 0; i < 8; i++) {
        double x = 7 + 7 * (i % 4), y = 4 + 6.5 * (double)(i / 4);
        crowd_rectangle(world, CW_RING_OBSTACLE, x, y, x + 2.5, y + 1.75);
    }
    cw_crowd_config config = cw_crowd_config_default();
    config.path_budget = 10000000; // all searches end in their substep
    config.shared_routes = shared;
    crowd_build(world, &config);
}

/// Adds the agents of a half, or all for -1; their serial numbers do not follow the place.
static void add_agents(crowd_world *world, int half) {
    uint32_t east = crowd_journey_over(world, (cw_vec2){39, 0}, (cw_vec2){39, 16});
    uint32_t west = crowd_journey_to_point(world, 2, 8, 2);
    for (int i = 0; i < 240; i++) {
        cw_agent_config agent = cw_agent_config_default();
        agent.serial = (uint64_t)(i * 7 % 240 + 1);
        agent.model = (cw_model)(i % 4);
        agent.radius = 0.15 + 0.01 * (i % 11);
        agent.speed = 1 + 0.05 * (i % 13);
        agent.spread = i % 3 ? 0 : 0.5;
        agent.time_gap = i % 5 ? 0 : 0.5;
        agent.start_time = i % 6 ? 0 : 2;
        agent.journey = i % 2 ? east : west;
        agent.at_end = i % 3 ? CW_AT_END_LEAVE : CW_AT_END_STAY;
        agent.position = (cw_vec3){0.75 + 1.25 * (i % 31), 0.75 + 1.5 * (i / 31), 0};
        cw_agent handle;
        if (half < 0 || half == (agent.position.x >= BORDER)) {
            (void)cw_crowd_add(world->crowd, &agent, &handle); // those in a box are refused
        }
    }
}

/// What a half sends to the other: all within sight of the border, and as far as moves reach.
static uint32_t send(const cw_crowd *crowd, int half, double border, cw_crowd_body *bodies) {
    const double halo = 6;
    cw_vec2 low = {half == 0 ? border - halo : -100, -100};
    cw_vec2 high = {half == 0 ? 100 : border + halo, 100};
    uint32_t count;
    assert_int_equal(cw_crowd_export(crowd, low, high, bodies, MOST, &count), CW_OK);
    assert_true(count <= MOST);
    return count;
}

/// Agents that have crossed the border change hands.
static uint32_t change_hands(crowd_world halves[2], double side, double column) {
    static uint8_t bytes[100000];
    uint32_t changed = 0;
    for (int half = 0; half < 2; half++) {
        cw_crowd_agents view = crowd_view(halves[half].crowd);
        for (uint32_t i = 0; i < view.count; i++) {
            if ((floor(view.x[i] * (1 / side)) >= column) == half) {
                continue;
            }
            size_t size, none;
            cw_agent agent = view.agent[i], given;
            assert_int_equal(cw_crowd_take(halves[half].crowd, agent, bytes, 8, &none),
                             CW_ERROR_LIMIT);
            assert_ok(cw_crowd_take(halves[half].crowd, agent, bytes, sizeof bytes, &size));
            assert_int_equal(size, none);
            assert_int_equal(cw_crowd_give(halves[1 - half].crowd, bytes, size, &given), CW_OK);
            assert_int_equal(cw_crowd_find(halves[half].crowd, agent), CW_NONE);
            cw_crowd_view(halves[half].crowd, &view);
            i--;
            changed++;
        }
    }
    return changed;
}

/// One substep of both, with the border exchanged after each color.
static uint32_t step_halves(crowd_world halves[2], double dt) {
    static cw_crowd_body sent[2][MOST];
    cw_crowd_survey survey[2];
    uint32_t count[2];
    for (int h = 0; h < 2; h++) {
        assert_int_equal(cw_crowd_begin(halves[h].crowd, dt, &survey[h]), CW_OK);
    }
    cw_crowd_merge_surveys(&survey[0], &survey[1]);
    double side = cw_crowd_cell_side(halves[0].crowd, &survey[0]);
    double column = ceil(cw_clearance_local(&halves[0].mesh, (cw_vec2){BORDER, 0}).x / side);
    uint32_t changed = change_hands(halves, side, column);
    for (int h = 0; h < 2; h++) {
        count[h] = send(halves[h].crowd, h, column * side, sent[h]);
    }
    for (int h = 0; h < 2; h++) {
        cw_crowd *crowd = halves[h].crowd;
        assert_int_equal(cw_crowd_import_ghosts(crowd, sent[1 - h], count[1 - h]), CW_OK);
        assert_int_equal(cw_crowd_decide(crowd, &survey[0]), CW_OK);
    }
    for (uint32_t turn = 0; turn < 4; turn++) {
        for (int h = 0; h < 2; h++) {
            assert_int_equal(cw_crowd_move_color(halves[h].crowd, turn), CW_OK);
            assert_int_equal(send(halves[h].crowd, h, column * side, sent[h]), count[h]);
        }
        for (int h = 0; h < 2; h++) {
            assert_ok(cw_crowd_update_ghosts(halves[h].crowd, sent[1 - h], count[1 - h]));
        }
    }
    for (int h = 0; h < 2; h++) {
        assert_int_equal(cw_crowd_finish(halves[h].crowd), CW_OK);
    }
    return changed;
}

/// Every agent of the whole is in one of the halves, and the same to the last bit.
static void compare(cw_crowd *whole, crowd_world halves[2], int step) {
    cw_crowd_agents all, parts[2];
    cw_crowd_view(whole, &all);
    cw_crowd_view(halves[0].crowd, &parts[0]);
    cw_crowd_view(halves[1].crowd, &parts[1]);
    uint32_t at[2] = {0, 0};
    assert_int_equal(all.count, parts[0].count + parts[1].count);
    for (uint32_t i = 0; i < all.count; i++) {
        int h = at[0] < parts[0].count && parts[0].serial[at[0]] == all.serial[i] ? 0 : 1;
        uint32_t k = at[h]++;
        const cw_crowd_agents *p = &parts[h];
        assert_true(k < p->count && p->serial[k] == all.serial[i]);
        const double a[] = {all.x[i],         all.y[i],      all.vx[i],     all.vy[i],
                            all.remaining[i], all.walked[i], all.wish_x[i], all.wish_y[i]};
        const double b[] = {p->x[k],         p->y[k],      p->vx[k],     p->vy[k],
                            p->remaining[k], p->walked[k], p->wish_x[k], p->wish_y[k]};
        if (memcmp(a, b, sizeof a) != 0 || all.state[i] != p->state[k] ||
            all.cell[i] != p->cell[k] || all.goal[i] != p->goal[k]) {
            fail_msg("step %d: agent %llu is at (%.17g, %.17g), in half %d at (%.17g, %.17g)", step,
                     (unsigned long long)all.serial[i], all.x[i], all.y[i], h, p->x[k], p->y[k]);
        }
    }
}

static void check_halves(bool shared) {
    crowd_world whole, halves[2];
    make_hall(&whole, shared);
    add_agents(&whole, -1);
    for (int h = 0; h < 2; h++) {
        make_hall(&halves[h], shared);
        add_agents(&halves[h], h);
    }
    uint32_t changed = 0;
    for (int step = 0; step < STEPS; step++) {
        assert_int_equal(cw_crowd_step(whole.crowd, 0.05), CW_OK);
        changed += step_halves(halves, 0.05);
        compare(whole.crowd, halves, step);
    }
    printf("%u changed hands\n", changed);
    assert_true(changed > 100);
    crowd_free(&whole);
    crowd_free(&halves[0]);
    crowd_free(&halves[1]);
}

TEST(two_halves_give_the_bytes_of_one_crowd) {
    check_halves(false);
}

TEST(halves_share_routes) {
    check_halves(true);
}

TEST(pieces_have_an_order) {
    OWNED(crowd_world) world;
    make_hall(&world, false);
    add_agents(&world, 0);
    cw_crowd *crowd = world.crowd;
    cw_crowd_survey survey;
    cw_crowd_body body;
    uint8_t bytes[8];
    size_t size;
    uint32_t count;
    cw_crowd_agents view = crowd_view(crowd);
    cw_agent agent = view.agent[0];
    assert_int_equal(cw_crowd_decide(crowd, &survey), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_move_color(crowd, 0), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_finish(crowd), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_import_ghosts(crowd, NULL, 0), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_update_ghosts(crowd, NULL, 0), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_export(crowd, (cw_vec2){0, 0}, (cw_vec2){9, 9}, NULL, 0, &count),
                     CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_begin(crowd, 0, &survey), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_begin(crowd, 1, &survey), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_begin(crowd, 0.05, &survey), CW_OK);
    body = (cw_crowd_body){.x = NAN, .radius = 1, .state = CW_AGENT_LED, .serial = 1};
    assert_int_equal(cw_crowd_import_ghosts(crowd, &body, 1), CW_ERROR_INPUT);
    assert_int_equal(cw_crowd_decide(crowd, &survey), CW_OK);
    assert_int_equal(cw_crowd_take(crowd, agent, bytes, sizeof bytes, &size), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_step(crowd, 0.05), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_finish(crowd), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_move_color(crowd, 1), CW_ERROR_ARGUMENT);
    for (uint32_t turn = 0; turn < 4; turn++) {
        assert_int_equal(cw_crowd_move_color(crowd, turn), CW_OK);
    }
    assert_int_equal(cw_crowd_move_color(crowd, 4), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_finish(crowd), CW_OK);
    assert_int_equal(cw_crowd_step(crowd, 0.05), CW_OK);
}

TEST(a_parcel_that_does_not_fit_is_refused) {
    OWNED(crowd_world) from, to;
    make_hall(&from, true);
    make_hall(&to, true);
    add_agents(&from, -1);
    assert_int_equal(cw_crowd_step(from.crowd, 0.5), CW_OK);
    uint8_t bytes[4096];
    size_t size;
    cw_crowd_agents view = crowd_view(from.crowd);
    uint32_t count = view.count;
    cw_agent given;
    assert_int_equal(cw_crowd_take(from.crowd, view.agent[1], bytes, sizeof bytes, &size), CW_OK);
    assert_int_equal(cw_crowd_take(from.crowd, (cw_agent){0}, bytes, sizeof bytes, &size),
                     CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_take(from.crowd, view.agent[1], bytes, sizeof bytes, &size), CW_OK);
    // No journeys there; cut short; twice.
    assert_int_equal(cw_crowd_give(to.crowd, bytes, size, &given), CW_ERROR_INPUT);
    assert_int_equal(cw_crowd_give(from.crowd, bytes, size - 1, &given), CW_ERROR_INPUT);
    assert_int_equal(cw_crowd_give(from.crowd, bytes, 3, &given), CW_ERROR_INPUT);
    assert_int_equal(cw_crowd_give(from.crowd, bytes, size, &given), CW_OK);
    assert_int_equal(cw_crowd_give(from.crowd, bytes, size, &given), CW_ERROR_ARGUMENT);
    cw_crowd_view(from.crowd, &view);
    assert_int_equal(view.count, count - 1);
    assert_int_equal(cw_crowd_validate(context, from.crowd, false), CW_OK);
}

TEST_GROUP(make_context, free_context);
