/// The parts behind drawings: colours, levels, labels, cones, and line widths.
#include "draw/levels.h"
#include "draw/parts/coloring.h"
#include "draw/parts/cone.h"
#include "draw/parts/label.h"
#include "draw/parts/pen.h"
#include "failing_allocator.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

// --- colours -------------------------------------------------------------------------------------

TEST(every_colour_number_is_another_colour) {
    for (uint32_t a = 0; a < 40; ++a) {
        cw_color first = cw_draw_palette(a);
        assert_true(first.red > 0 && first.red <= 1 && first.alpha == 1);
        for (uint32_t b = 0; b < a; ++b) {
            cw_color second = cw_draw_palette(b);
            double difference = fabs(first.red - second.red) + fabs(first.green - second.green) +
                                fabs(first.blue - second.blue);
            assert_true(difference > 0.01);
        }
    }
}

/// A net in which each of FACES faces shares an edge with each other one.
TEST(faces_that_all_touch_get_colours_of_their_own) {
    enum { FACES = 12, DEGREE = FACES - 1 };
    uint32_t first[FACES + 1], face_of[FACES * DEGREE], twin[FACES * DEGREE];
    uint32_t origin[FACES * DEGREE] = {0};
    cw_vec3 position = {0, 0, 0};
    for (uint32_t face = 0; face <= FACES; ++face) {
        first[face] = face * DEGREE;
    }
    for (uint32_t a = 0; a < FACES; ++a) {
        for (uint32_t k = 0; k < DEGREE; ++k) {
            uint32_t b = k < a ? k : k + 1;
            face_of[a * DEGREE + k] = a;
            twin[a * DEGREE + k] = b * DEGREE + (a < b ? a : a - 1);
        }
    }
    cw_draw_net net = {.face_count = FACES,
                       .edge_count = FACES * DEGREE,
                       .face_first = first,
                       .edge_face = face_of,
                       .origin = origin,
                       .twin = twin,
                       .positions = &position};
    uint32_t colors[FACES];
    assert_int_equal(cw_draw_color_faces(context, &net, colors), CW_OK);
    for (uint32_t a = 0; a < FACES; ++a) {
        assert_true(colors[a] < FACES);
        for (uint32_t b = 0; b < a; ++b) {
            assert_int_not_equal(colors[a], colors[b]);
        }
    }
}

TEST(a_planar_mesh_stays_within_the_palette) {
    for (cw_scene_family family = 0; family < CW_SCENE_FAMILY_COUNT; ++family) {
        cw_scene_config config = cw_scene_config_default();
        config.family = family;
        OWNED(cw_plan) plan = plan_of_scene(context, &config);
        OWNED(cw_surface) surface = surface_of_plan(context, &plan);
        cw_draw_net net = cw_draw_net_of_surface(&surface);
        uint32_t *colors = calloc(net.face_count, sizeof *colors);
        assert_int_equal(cw_draw_color_faces(context, &net, colors), CW_OK);
        for (uint32_t edge = 0; edge < net.edge_count; ++edge) {
            assert_true(colors[edge / 3] < CW_DRAW_PALETTE_SIZE);
            if (net.twin[edge] != CW_NONE) {
                assert_int_not_equal(colors[edge / 3], colors[net.twin[edge] / 3]);
            }
        }
        free(colors);
    }
}

// --- levels --------------------------------------------------------------------------------------

enum { MAX_QUADS = 400 };

/// Rectangles that stand for themselves: no two are joined.
typedef struct quads {
    uint32_t count;
    cw_vec3 positions[4 * MAX_QUADS];
    uint32_t first[MAX_QUADS + 1], face[4 * MAX_QUADS];
    uint32_t origin[4 * MAX_QUADS], twin[4 * MAX_QUADS];
} quads;

/// A rectangle whose height goes from `left` to `right` along x.
static void add_quad(quads *all, double x0, double y0, double x1, double y1, double left,
                     double right) {
    cw_vec3 corners[4] = {{x0, y0, left}, {x1, y0, right}, {x1, y1, right}, {x0, y1, left}};
    for (uint32_t k = 0; k < 4; ++k) {
        uint32_t edge = 4 * all->count + k;
        all->positions[edge] = corners[k];
        all->origin[edge] = edge;
        all->twin[edge] = CW_NONE;
        all->face[edge] = all->count;
    }
    ++all->count;
    all->first[all->count] = 4 * all->count;
}

static double quad_height(const void *owner, uint32_t face, cw_vec2 position) {
    const quads *all = owner;
    cw_vec3 a = all->positions[4 * face], b = all->positions[4 * face + 1];
    return a.z + (b.z - a.z) * (position.x - a.x) / (b.x - a.x);
}

static cw_draw_net net_of_quads(const quads *all) {
    return (cw_draw_net){.face_count = all->count,
                         .edge_count = 4 * all->count,
                         .face_first = all->first,
                         .edge_face = all->face,
                         .origin = all->origin,
                         .twin = all->twin,
                         .positions = all->positions,
                         .owner = all,
                         .height = quad_height};
}

static cw_draw_levels levels_of(const quads *all) {
    cw_draw_net net = net_of_quads(all);
    cw_draw_levels levels;
    assert_int_equal(cw_draw_levels_make(context, &net, &levels), CW_OK);
    assert_int_equal(levels.first[levels.level_count], all->count);
    return levels;
}

TEST(floors_side_by_side_are_one_level) {
    static quads all;
    all = (quads){0};
    for (int i = 0; i < 20; ++i) {
        // Steps that share their edges, and hills: nothing lies over anything.
        add_quad(&all, i, 0, i + 1, 2, i * 0.3, i * 0.3);
        add_quad(&all, i, 2, i + 1, 5, i % 3, (i + 1) % 3);
    }
    cw_draw_levels levels = levels_of(&all);
    assert_int_equal(levels.level_count, 1);
    cw_draw_levels_free(context, &levels);
}

TEST(a_slope_lies_over_what_is_below_its_high_end) {
    static quads all;
    all = (quads){0};
    add_quad(&all, 0, 0, 10, 2, 0, 10); // on the mean lower than the table, but not above it
    add_quad(&all, 8, 0, 10, 2, 7, 7);
    add_quad(&all, 0, 0, 1, 2, 4, 4); // over the low end
    cw_draw_levels levels = levels_of(&all);
    assert_int_equal(levels.level[1], 0);
    assert_int_equal(levels.level[0], 1);
    assert_int_equal(levels.level[2], 2);
    assert_int_equal(levels.level_count, 3);
    cw_draw_levels_free(context, &levels);
}

TEST(many_storeys_are_as_many_levels) {
    static quads all;
    all = (quads){0};
    for (int i = 0; i < 300; ++i) {
        int storey = i * 7 % 300; // in no order
        add_quad(&all, 0, 0, 5, 5, 2.1 * storey, 2.1 * storey);
    }
    cw_draw_levels levels = levels_of(&all);
    assert_int_equal(levels.level_count, 300);
    for (uint32_t i = 0; i < 300; ++i) {
        assert_int_equal(levels.level[i], i * 7 % 300);
    }
    cw_draw_levels_free(context, &levels);
}

/// Whether two rectangles have a common part, and a point in it.
static bool quads_overlap(const quads *all, uint32_t a, uint32_t b, cw_vec2 *inside) {
    const cw_vec3 *p = &all->positions[4 * a], *q = &all->positions[4 * b];
    double x0 = fmax(p[0].x, q[0].x), x1 = fmin(p[2].x, q[2].x);
    double y0 = fmax(p[0].y, q[0].y), y1 = fmin(p[2].y, q[2].y);
    *inside = (cw_vec2){(x0 + x1) / 2, (y0 + y1) / 2};
    return x0 < x1 && y0 < y1;
}

TEST(whatever_covers_something_has_a_higher_level) {
    static quads all;
    cw_random random = {5};
    for (int round = 0; round < 20; ++round) {
        all = (quads){0};
        for (int i = 0; i < 150; ++i) {
            double x = cw_random_range(&random, 0, 40), y = cw_random_range(&random, 0, 40);
            double z = 3.0 * cw_random_below(&random, 8);
            double rise = cw_random_below(&random, 4) == 0 ? 2 : 0;
            add_quad(&all, x, y, x + cw_random_range(&random, 0.5, 9),
                     y + cw_random_range(&random, 0.5, 9), z, z + rise);
        }
        cw_draw_levels levels = levels_of(&all);
        for (uint32_t a = 0; a < all.count; ++a) {
            for (uint32_t b = 0; b < all.count; ++b) {
                cw_vec2 p;
                if (quads_overlap(&all, a, b, &p) &&
                    quad_height(&all, a, p) + 0.1 < quad_height(&all, b, p)) {
                    assert_true(levels.level[a] < levels.level[b]);
                }
            }
        }
        cw_draw_levels_free(context, &levels);
    }
}

TEST(slopes_that_cover_each_other_in_a_circle_come_to_an_end) {
    static quads all;
    all = (quads){0};
    add_quad(&all, 0, 0, 10, 2, 0, 10); // over the next with its high end
    add_quad(&all, 8, 0, 20, 4, 5, 5);  // over the next
    add_quad(&all, -5, 2, 20, 4, 4, 4); // over the next
    add_quad(&all, -5, 0, 1, 4, 3, 3);  // over the low end of the first
    cw_draw_levels levels = levels_of(&all);
    assert_true(levels.level_count > 1);
    cw_draw_levels_free(context, &levels);
}

TEST(levels_survive_a_lack_of_memory) {
    static quads all;
    all = (quads){0};
    for (int i = 0; i < 30; ++i) {
        add_quad(&all, i % 3, 0, i % 3 + 2, 2, i, i);
    }
    cw_draw_net net = net_of_quads(&all);
    tight_memory tight;
    tight_open(&tight);
    while (tight_next(&tight)) {
        cw_draw_levels levels;
        cw_status status = cw_draw_levels_make(tight.context, &net, &levels);
        assert_true(status == CW_OK || (levels.level == NULL && levels.level_count == 0));
        cw_draw_levels_free(tight.context, &levels);
        tight_tried(&tight, status);
    }
    tight_close(&tight, 1);
}

// --- labels --------------------------------------------------------------------------------------

/// Places a label of three digits in a rectangle at 1 mm per metre.
static double place_label(double width, double height, cw_vec2 *center) {
    static quads all;
    all = (quads){0};
    add_quad(&all, 100, 200, 100 + width, 200 + height, 0, 0);
    cw_draw_net net = net_of_quads(&all);
    cw_draw_pen pen = {.scale = 1};
    cw_draw_labeler labeler = {0};
    double size;
    assert_ok(cw_draw_label_place(context, &net, 0, 3, &pen, &labeler, center, &size));
    cw_draw_labeler_free(context, &labeler);
    return size;
}

TEST(a_label_stands_in_the_middle_of_a_corridor) {
    cw_vec2 center;
    assert_true(place_label(60, 2, &center) > 0);
    assert_true(fabs(center.x - 130) < 1e-6 && fabs(center.y - 201) < 1e-6);
    assert_true(place_label(4, 60, &center) > 0);
    assert_true(fabs(center.x - 102) < 1e-6 && fabs(center.y - 230) < 1e-6);
}

TEST(labels_grow_with_their_cells_up_to_a_size) {
    cw_vec2 center;
    assert_true(place_label(1, 1, &center) == 0);
    assert_true(place_label(20, 0.5, &center) == 0);
    double small = place_label(3.2, 2, &center), large = place_label(50, 50, &center);
    assert_true(small > 0 && small < large);
    assert_true(large == place_label(500, 500, &center));
}

TEST(a_label_moves_to_where_a_wedge_is_wide) {
    cw_vec3 positions[] = {{0, 0, 0}, {30, -3, 0}, {30, 3, 0}};
    uint32_t origin[] = {0, 1, 2}, twin[] = {CW_NONE, CW_NONE, CW_NONE};
    cw_draw_net net = {
        .face_count = 1, .edge_count = 3, .origin = origin, .twin = twin, .positions = positions};
    cw_draw_pen pen = {.scale = 1};
    cw_draw_labeler labeler = {0};
    cw_vec2 center;
    double size;
    assert_ok(cw_draw_label_place(context, &net, 0, 2, &pen, &labeler, &center, &size));
    assert_true(size > 0);
    assert_true(center.x > 15 && center.x < 30 && fabs(center.y) < 1e-3);
    cw_draw_labeler_free(context, &labeler);
}

// --- cones and widths ----------------------------------------------------------------------------

/// A square room of 2 m with one triangle less: an L, made of two triangles around a notch.
TEST(a_cone_is_cut_by_walls_and_by_its_reach) {
    cw_vec2 room[] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    OWNED(cw_plan) plan = {0};
    put_ring(context, &plan, CW_RING_OUTER, room, 6);
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    uint32_t vertex = 0;
    while (surface.positions[vertex].x != 1 || surface.positions[vertex].y != 1) {
        ++vertex;
    }
    cw_notch notch = {vertex, 4.712, {-1, 0}, {0, -1}};
    cw_draw_cone cone = {0};
    double reaches[] = {0.5, 1.2, 9};
    for (int i = 0; i < 3; ++i) {
        assert_ok(cw_draw_cone_make(context, &surface, &notch, reaches[i], 1e-4, &cone));
        double area = 0;
        for (uint32_t k = 2; k < cone.points.count; ++k) {
            cw_vec2 o = cone.points.items[0];
            cw_vec2 a = cone.points.items[k - 1], b = cone.points.items[k];
            area += ((a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)) / 2;
            assert_true(hypot(b.x - o.x, b.y - o.y) < reaches[i] + 1e-9);
            assert_true(b.x >= -1e-12 && b.y >= -1e-12);
        }
        // A quarter of a disc, then the same cut by the unit square, then the square.
        double beyond = 2 * (1.44 * acos(1 / 1.2) - sqrt(0.44)) / 2;
        double expected[] = {PI / 16, PI * 1.44 / 4 - beyond, 1};
        assert_true(fabs(area - expected[i]) < 1e-3);
    }
    notch.left = notch.right = (cw_vec2){0, 0};
    assert_int_equal(cw_draw_cone_make(context, &surface, &notch, 1, 1e-4, &cone), CW_OK);
    assert_int_equal(cone.points.count, 0);
    cw_draw_cone_free(context, &cone);
}

TEST(heights_of_surfaces_follow_their_triangles) {
    cw_vec3 positions[] = {{0, 0, 1}, {4, 0, 5}, {0, 4, 3}, {1, 1, 7}, {2, 2, 7}, {3, 3, 7}};
    uint32_t corners[] = {0, 1, 2, 3, 4, 5};
    cw_surface surface = {.positions = positions, .triangle_count = 2, .corners = corners};
    cw_draw_net net = cw_draw_net_of_surface(&surface);
    assert_true(fabs(net.height(net.owner, 0, (cw_vec2){1, 2}) - 3) < 1e-12);
    assert_true(net.height(net.owner, 1, (cw_vec2){1, 2}) == 7); // no area
}

TEST(widths_follow_the_scale_and_the_amount_of_lines) {
    cw_draw_sink sink = {.scale = 10};
    cw_draw_bounds box = {{0, 0}, {20, 10}};
    cw_draw_pen few = cw_draw_pen_make(&sink, box, 60);
    cw_draw_pen many = cw_draw_pen_make(&sink, box, 6000);
    cw_draw_pen countless = cw_draw_pen_make(&sink, box, 6e9);
    assert_true(few.wall > many.wall && many.wall > countless.wall && countless.wall > 0);
    assert_true(few.wall > few.portal && few.portal > few.hairline);
    sink.scale = 0;
    assert_true(cw_draw_pen_make(&sink, box, 60).scale == 190.0 / 20);
    cw_draw_bounds line = {{3, 0}, {3, 10}}, point = {{3, 3}, {3, 3}};
    assert_true(cw_draw_pen_make(&sink, line, 10).scale == 190.0 / 10);
    assert_true(cw_draw_pen_make(&sink, line, 10).wall > 0);
    assert_true(cw_draw_pen_make(&sink, point, 0).wall > 0);
}

TEST_GROUP(make_context, free_context);
