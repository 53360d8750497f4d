/// Floors that lie above and below each other right beside the portals of one cell, and corners of
/// several floors in one place: what is seen through one portal is not there for what looks through
/// another. Every answer is compared with what is seen along straight lines over the triangles.
#include "made.h"
#include "path_setup.h"
#include "sample.h"
#include "test.h"
#include "test_owned.h"

enum { MOST_VERTICES = 400, MOST_EDGES = 800, MOST_CELLS = 200, MOST_RAMPS = 4 };

/// Cells that are put together one by one.
typedef struct builder {
    cw_vec3 positions[MOST_VERTICES];
    uint32_t vertex_count;
    uint32_t first[MOST_CELLS + 1], cell_count;
    uint32_t vertices[MOST_EDGES];
    uint32_t grid[MOST_VERTICES]; ///< of a tower: 1 + vertex
    cw_random random;
} builder;

static uint32_t add_vertex(builder *b, double x, double y, double z) {
    assert_true(b->vertex_count < MOST_VERTICES);
    b->positions[b->vertex_count] = (cw_vec3){x, y, z};
    return b->vertex_count++;
}

static void add_to_cell(builder *b, uint32_t vertex) {
    assert_true(b->first[b->cell_count] < MOST_EDGES);
    b->vertices[b->first[b->cell_count]++] = vertex;
}

static void end_cell(builder *b) {
    assert_true(b->cell_count + 1 < MOST_CELLS);
    b->first[b->cell_count + 1] = b->first[b->cell_count];
    b->cell_count++;
}

/// Where ramps begin along a line: two vertices each.
typedef struct openings {
    uint32_t from[MOST_RAMPS], to[MOST_RAMPS];
    uint32_t count;
} openings;

/// Divides a line from x0 to x1 at y into walls and openings, wide and narrow ones, and adds the
/// vertices between its ends to a cell.
static openings open_line(builder *b, double x0, double x1, double y, double z) {
    openings made = {0};
    uint32_t parts = 1 + cw_random_below(&b->random, MOST_RAMPS);
    double shares[MOST_RAMPS + 1] = {0.02};
    for (uint32_t i = 0; i < parts; i++) {
        double share = cw_random_unit(&b->random);
        shares[i + 1] = shares[i] + 0.1 + share * share * share * 4;
    }
    double scale = (x1 - x0) / (shares[parts] + 0.02);
    uint32_t last = add_vertex(b, x0 + scale * shares[0], y, z);
    add_to_cell(b, last);
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t next = add_vertex(b, x0 + scale * shares[i + 1], y, z);
        add_to_cell(b, next);
        if (cw_random_below(&b->random, 5) > 0) {
            made.from[made.count] = last;
            made.to[made.count++] = next;
        }
        last = next;
    }
    return made;
}

/// A ramp away from an opening, up or down, and more behind it. `way` is -1 for openings at the
/// lower side of a cell, along which x grows, and 1 for those at the upper side.
static void add_ramps(builder *b, const openings *at, double way, uint32_t depth) {
    for (uint32_t i = 0; i < at->count; i++) {
        cw_vec3 from = b->positions[at->from[i]], to = b->positions[at->to[i]];
        double y = from.y + way * cw_random_range(&b->random, 0.8, 5);
        double z = from.z + cw_random_range(&b->random, 1.5, 6) * (i % 2 == 0 ? 1 : -1);
        double lean = cw_random_range(&b->random, -8, 8);
        double wider = cw_random_range(&b->random, -0.5, 3);
        double x0 = from.x + lean + way * wider, x1 = to.x + lean - way * wider;
        if (fabs(x1 - x0) < 0.3 || (x1 > x0) != (to.x > from.x)) {
            x0 = from.x + lean;
            x1 = to.x + lean;
        }
        openings next = {0};
        add_to_cell(b, at->to[i]);
        add_to_cell(b, at->from[i]);
        add_to_cell(b, add_vertex(b, x0, y, z));
        if (depth > 0) {
            next = open_line(b, x0, x1, y, z);
        }
        add_to_cell(b, add_vertex(b, x1, y, z));
        end_cell(b);
        add_ramps(b, &next, way, depth - (depth > 0));
    }
}

/// A hall with ramps at its two long sides.
static void make_hall(uint64_t seed, builder *b) {
    *b = (builder){.random = {seed}};
    double width = cw_random_range(&b->random, 6, 12), height = cw_random_range(&b->random, 2, 8);
    add_to_cell(b, add_vertex(b, 0, 0, 0));
    openings low = open_line(b, 0, width, 0, 0), high = {0};
    add_to_cell(b, add_vertex(b, width, 0, 0));
    add_to_cell(b, add_vertex(b, width, height, 0));
    if (seed % 2 == 1) {
        high = open_line(b, width, 0, height, 0);
    }
    add_to_cell(b, add_vertex(b, 0, height, 0));
    end_cell(b);
    add_ramps(b, &low, -1, (uint32_t)(seed % 3));
    add_ramps(b, &high, 1, (uint32_t)(seed / 2 % 2));
}

/// The vertex of a corner of a tower's grid; added when it is asked for the first time.
static uint32_t tower_vertex(builder *b, uint32_t number, double x, double y, double z) {
    uint32_t *known = &b->grid[number];
    *known = *known == 0 ? 1 + add_vertex(b, x, y, z) : *known;
    return *known - 1;
}

enum { TOWER_SIDE = 5, TOWER_LEVELS = 3, TOWER_RAMPS = 3 };

/// What there is above each square of a tower.
typedef struct tower {
    double x[TOWER_SIDE + 1], y[TOWER_SIDE + 1];
    bool floor[TOWER_LEVELS][TOWER_SIDE][TOWER_SIDE];
    /// Ramps to the level above: 1 to 4 for the side where they are high.
    uint8_t ramp[TOWER_LEVELS][TOWER_SIDE][TOWER_SIDE];
} tower;

/// Puts a ramp on a square inside, between floors at its two ends.
static void tower_ramp(cw_random *random, tower *made) {
    static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint32_t level = cw_random_below(random, TOWER_LEVELS - 1);
    uint32_t i = 1 + cw_random_below(random, TOWER_SIDE - 2);
    uint32_t j = 1 + cw_random_below(random, TOWER_SIDE - 2), way = cw_random_below(random, 4);
    if (made->ramp[level][i][j] != 0 || (level > 0 && made->ramp[level - 1][i][j] != 0) ||
        made->ramp[level + 1][i][j] != 0) {
        return;
    }
    made->ramp[level][i][j] = (uint8_t)(way + 1);
    made->floor[level][i][j] = made->floor[level + 1][i][j] = false;
    made->floor[level][(int)i - ways[way][0]][(int)j - ways[way][1]] = true;
    made->floor[level + 1][(int)i + ways[way][0]][(int)j + ways[way][1]] = true;
}

/// Adds a square, whose corners are at the heights of one level or of two.
static void tower_square(builder *b, const tower *from, uint32_t level, uint32_t i, uint32_t j,
                         uint8_t ramp) {
    static const uint32_t corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const bool high[5][4] = {{0}, {0, 1, 1, 0}, {0, 0, 1, 1}, {1, 0, 0, 1}, {1, 1, 0, 0}};
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t x = i + corners[k][0], y = j + corners[k][1], z = level + high[ramp][k];
        uint32_t number = (z * (TOWER_SIDE + 1) + x) * (TOWER_SIDE + 1) + y;
        add_to_cell(b, tower_vertex(b, number, from->x[x], from->y[y], 4.0 * z));
    }
    end_cell(b);
}

/// Floors of squares above each other, with ramps between: corners of several floors stand in one
/// place, and floors wind around them.
static void make_tower(uint64_t seed, builder *b) {
    *b = (builder){.random = {seed}};
    tower made = {{0}, {0}, {{{0}}}, {{{0}}}};
    for (uint32_t i = 0; i < TOWER_SIDE; i++) {
        made.x[i + 1] = made.x[i] + cw_random_range(&b->random, 1, 4);
        made.y[i + 1] = made.y[i] + cw_random_range(&b->random, 1, 4);
    }
    uint32_t squares = TOWER_SIDE * TOWER_SIDE;
    for (uint32_t n = 0; n < TOWER_LEVELS * squares; n++) {
        made.floor[n / squares][n % squares / TOWER_SIDE][n % TOWER_SIDE] =
            cw_random_below(&b->random, 3) > 0;
    }
    for (uint32_t i = 0; i < TOWER_RAMPS; i++) {
        tower_ramp(&b->random, &made);
    }
    for (uint32_t n = 0; n < TOWER_LEVELS * squares; n++) {
        uint32_t level = n / squares, i = n % squares / TOWER_SIDE, j = n % TOWER_SIDE;
        if (made.floor[level][i][j] || made.ramp[level][i][j] != 0) {
            tower_square(b, &made, level, i, j, made.ramp[level][i][j]);
        }
    }
}

/// The floor of the cells that were put together, as they are. False where two overlap at one
/// height, three have one edge, or one is folded under the next.
static bool take_cells(builder *b, path_floor *made) {
    cw_navmesh mesh;
    uint32_t first[MOST_CELLS + 1] = {0};
    memcpy(first + 1, b->first, b->cell_count * sizeof *first);
    cw_polygons polygons =
        polygons_of(b->vertex_count, b->positions, b->cell_count, first, b->vertices);
    if (cw_navmesh_from_polygons(context, &polygons, &mesh) != CW_OK) {
        const char *message = cw_context_message(context);
        assert_true(strstr(message, "overlap") != NULL ||
                    strstr(message, "more than two") != NULL ||
                    strstr(message, "on the same side") != NULL);
        return false;
    }
    path_floor_take(context, &mesh, false, made);
    return true;
}

/// The same floor with other cells: cut into triangles, or as few cells as possible.
static void divide_anew(path_floor *floor, bool triangles) {
    path_floor other;
    cw_navmesh mesh;
    if (triangles) {
        path_floor_triangulated(floor, &other);
    } else {
        const sheet *from = &floor->sheet;
        mesh = mesh_of_triangles(context, floor->mesh.positions, floor->mesh.vertex_count,
                                 from->corners, from->triangle_count, NULL);
        path_floor_take(context, &mesh, false, &other);
    }
    path_floor_free(floor);
    *floor = other;
}

typedef void floor_maker(uint64_t seed, builder *b);
typedef void floor_check(path_world *world, cw_random *random);

/// Calls a check with floors, as they are and with other cells; CW_HALLS is how many.
static void on_floors(const char *name, floor_maker *make, uint32_t kinds, uint64_t count,
                      floor_check *check) {
    count = path_number_from("CW_HALLS", count);
    uint32_t made = 0;
    for (uint64_t i = 0; i < kinds * count; i++) {
        path_floor floor;
        builder b;
        make(i / kinds, &b);
        if (take_cells(&b, &floor)) {
            OWNED(path_world) world;
            cw_random random = {i + 1};
            if (i % kinds > 0) {
                divide_anew(&floor, i % kinds == 1);
            }
            snprintf(floor.name, sizeof floor.name, "%s %" PRIu64 " of kind %" PRIu64, name,
                     i / kinds, i % kinds);
            path_world_make(&floor, &world);
            check(&world, &random);
            made++;
        }
    }
    assert_true(made > count);
}

static void on_halls(uint64_t count, floor_check *check) {
    on_floors("hall", make_hall, 2, sample_of(count), check);
}

static void on_towers(uint64_t count, floor_check *check) {
    on_floors("tower", make_tower, 3, sample_of(count), check);
}

static void check_nearest_wall(path_world *world, cw_random *random) {
    if (cw_clearance_validate(context, &world->clearance) != CW_OK) {
        fail_msg("%s: %s", world->floor.name, cw_context_message(context));
    }
    for (uint32_t i = 0; i < 100; i++) {
        path_spot spot = path_spot_random(&world->floor, random);
        double truth = path_floor_wall_distance(&world->floor, &spot);
        double told = cw_clearance_at(&world->clearance, spot.cell, spot.local, NULL);
        if (fabs(truth - told) > 1e-9) {
            fail_msg("%s: %.12g m at (%.17g, %.17g, %.17g), where a wall is %.12g m away",
                     world->floor.name, told, spot.world.x, spot.world.y, spot.world.z, truth);
        }
    }
}

TEST(the_nearest_wall_is_one_that_is_seen) {
    on_halls(60, check_nearest_wall);
    on_towers(20, check_nearest_wall);
}

/// Samples of portals: free parts are where the walls that are seen leave room.
static void check_portals(path_world *world, cw_random *random) {
    const cw_navmesh *mesh = &world->floor.mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            continue;
        }
        enum { MOST = 32 };
        cw_interval parts[MOST];
        double radius = cw_random_range(random, 0.05, 2),
               length = world->clearance.portals[e].length;
        uint32_t count = cw_clearance_portal(&world->clearance, e, radius, parts, MOST);
        cw_vec2 from = world->clearance.points[mesh->edge_vertex[e]];
        uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[e], e);
        cw_vec2 along = plane_sub(world->clearance.points[mesh->edge_vertex[next]], from);
        for (uint32_t i = 0; i < 20; i++) {
            double share = cw_random_unit(random), x = share * length;
            // A little into the cell, so that it is in one triangle.
            cw_vec2 inside = plane_scale((cw_vec2){-along.y, along.x}, 1e-9 / length);
            cw_vec2 place = plane_add(plane_add(from, plane_scale(along, share)), inside);
            uint32_t triangle = sheet_locate(&world->floor.sheet, mesh->edge_cell[e], place);
            double room = sheet_wall_distance(&world->floor.sheet, triangle, place);
            bool free = false;
            for (uint32_t k = 0; k < count; k++) {
                free |= x >= parts[k].from && x <= parts[k].to;
            }
            if (free != (room >= radius) && fabs(room - radius) > 1e-7) {
                fail_msg("%s: edge %u, %.12g m from its start: %.12g m of room for %.12g",
                         world->floor.name, e, x, room, radius);
            }
        }
    }
}

TEST(portals_are_free_where_seen_walls_leave_room) {
    on_halls(60, check_portals);
    on_towers(20, check_portals);
}

/// Paths of discs and points.
static void check_paths(path_world *world, cw_random *random) {
    for (uint32_t k = 0; k < 2; k++) {
        double radius = cw_random_below(random, 3) == 0 ? 0 : cw_random_range(random, 0.1, 2);
        path_must_pass_trials(world, radius, random, 16);
    }
}

TEST(paths_are_stopped_by_walls_that_are_seen) {
    on_halls(40, check_paths);
    on_towers(13, check_paths);
}

static void check_widest(path_world *world, cw_random *random) {
    for (uint32_t i = 0; i < 3; i++) {
        path_spot start = path_spot_random(&world->floor, random);
        path_spot goal = path_spot_random(&world->floor, random);
        const char *wrong = path_trial_widest(world, &start, &goal);
        if (wrong != NULL) {
            path_describe(world, 0, &start, &goal, wrong);
            fail();
        }
    }
}

TEST(gates_are_between_walls_that_are_seen) {
    on_halls(40, check_widest);
    on_towers(13, check_widest);
}

/// Discs that are cast come as far as they have room.
static void check_rays(path_world *world, cw_random *random) {
    for (uint32_t i = 0; i < 40; i++) {
        path_spot start = path_spot_random(&world->floor, random);
        double room = path_floor_wall_distance(&world->floor, &start);
        double radius = room * cw_random_range(random, 0.3, 0.99);
        cw_vec2 to = plane_polar((cw_vec2){start.world.x, start.world.y},
                                 cw_random_range(random, 0.1, 6), cw_random_range(random, 0, 6.3));
        cw_ray ray = ray_of(world->query, start.world, to, radius);
        cw_vec2 end = oracle_to_local(&world->floor.mesh, ray.point);
        cw_vec2 unit = plane_sub(to, (cw_vec2){start.world.x, start.world.y});
        unit = plane_scale(unit, 1 / plane_length(unit));
        uint32_t triangle = start.triangle;
        plane_piece way = plane_piece_segment(start.local, end);
        double along = sheet_follow(&world->floor.sheet, &triangle, &way, radius);
        triangle = start.triangle;
        way = plane_piece_segment(start.local, plane_add(end, plane_scale(unit, 1e-4)));
        double beyond = sheet_follow(&world->floor.sheet, &triangle, &way, radius);
        if (along < radius - 1.1e-6 || (ray.hit && beyond >= radius)) {
            fail_msg("%s: radius %.17g from (%.17g, %.17g, %.17g) to (%.17g, %.17g): %.12g m with "
                     "%.12g m of room, and %.12g beyond",
                     world->floor.name, radius, start.world.x, start.world.y, start.world.z, to.x,
                     to.y, ray.distance, along, beyond);
        }
    }
}

TEST(casts_end_at_walls_that_are_seen) {
    on_halls(60, check_rays);
    on_towers(20, check_rays);
}

/// A place that has the room is its own nearest place.
static void check_nearest_place(path_world *world, cw_random *random) {
    for (uint32_t i = 0; i < 30; i++) {
        path_spot spot = path_spot_random(&world->floor, random);
        double room = path_floor_wall_distance(&world->floor, &spot);
        double radius = room * cw_random_range(random, 0.7, 1.3);
        cw_nearest nearest = nearest_of(world->query, spot.world, radius, 5);
        if (room > radius + 1e-9) {
            assert_true(nearest.place.cell != CW_NONE && nearest.distance < 1e-9);
        } else if (nearest.place.cell != CW_NONE && room < radius - 1e-9) {
            uint32_t triangle =
                sheet_locate(&world->floor.sheet, nearest.place.cell, nearest.place.position);
            double there =
                sheet_wall_distance(&world->floor.sheet, triangle, nearest.place.position);
            assert_true(nearest.distance > 0 && there >= radius - 2e-9);
        }
    }
}

TEST(nearest_places_have_the_room_that_is_seen) {
    on_halls(40, check_nearest_place);
    on_towers(13, check_nearest_place);
}

/// Paths are the same with sights, for one radius and for any.
static void check_sights(path_world *world, cw_random *random) {
    enum { PAIRS = 12 };
    double radius = cw_random_range(random, 0.1, 1), lengths[PAIRS];
    cw_vec3 ends[PAIRS][2];
    for (uint32_t i = 0; i < PAIRS; i++) {
        ends[i][0] = path_spot_random(&world->floor, random).world;
        ends[i][1] = path_spot_random(&world->floor, random).world;
        cw_path path = path_world_find(world, ends[i][0], ends[i][1], radius);
        lengths[i] = path.status == CW_PATH_FOUND ? path.length : -1;
    }
    OWNED_HANDLE(cw_sights) made = sights_of(context, &world->clearance);
    const cw_sights *used = made;
    assert_int_equal(cw_query_use_sights(world->query, &used, 1), CW_OK);
    for (uint32_t i = 0; i < PAIRS; i++) {
        cw_path path = path_world_find(world, ends[i][0], ends[i][1], radius);
        double length = path.status == CW_PATH_FOUND ? path.length : -1;
        if (fabs(length - lengths[i]) > 1e-9) {
            fail_msg("%s: radius %.17g from (%.17g, %.17g, %.17g) to (%.17g, %.17g, %.17g): "
                     "%.12g m with sights, %.12g m without",
                     world->floor.name, radius, ends[i][0].x, ends[i][0].y, ends[i][0].z,
                     ends[i][1].x, ends[i][1].y, ends[i][1].z, length, lengths[i]);
        }
    }
    assert_int_equal(cw_query_use_sights(world->query, NULL, 0), CW_OK);
}

TEST(paths_with_sights_are_the_same) {
    on_halls(30, check_sights);
    on_towers(10, check_sights);
}

/// A gallery above a stair: the stair's wall runs under the gallery, a metre from the middle of the
/// hall's edge to it.
TEST(a_stair_below_does_not_narrow_a_gallery) {
    static const cw_vec3 positions[] = {{0, 0, 0}, {9, 0, 0},  {10, 0, 0}, {10, 5, 0},
                                        {0, 5, 0}, {0, -4, 4}, {9, -4, 4}, {1, -1.6, -4}};
    static const uint32_t first[] = {0, 5, 9, 12};
    static const uint32_t vertices[] = {0, 1, 2, 3, 4, 5, 6, 1, 0, 1, 7, 2};
    const cw_polygons polygons = polygons_of(8, positions, 3, first, vertices);
    path_floor floor;
    OWNED(path_world) world;
    cw_navmesh mesh = mesh_of_polygons(context, &polygons);
    path_floor_take(context, &mesh, false, &floor);
    path_world_make(&floor, &world);
    const cw_vec3 places[] = {{5, 2.5, 0}, {5, 0.1, 0}, {5, -1.5, 1.5}};
    double room;
    assert_int_equal(cw_query_wall(world.query, places[1], &room, NULL), CW_OK);
    path_assert_near(room, hypot(4, 0.1), 1e-9); /* the corner of gallery and stair */
    for (int i = 1; i < 3; i++) {
        cw_path path = path_world_find(&world, places[0], places[i], 1.2);
        assert_int_equal(path.status, CW_PATH_FOUND);
        path_assert_near(path.length, 2.5 - places[i].y, 1e-9);
    }
}

TEST_GROUP(make_context, free_context);
