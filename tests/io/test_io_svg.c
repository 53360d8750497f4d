/// Drawings: what their shapes mean, how they are placed, and what is refused.
#include "io_meshes.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

#define PAGE "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'>"

static void parse_good(const char *text, cw_plan *plan) {
    cw_status status = cw_plan_parse(context, CW_FILE_SVG, "good", text, strlen(text), plan);
    if (status != CW_OK) {
        fail_msg("%s: %s", text, cw_context_message(context));
    }
}

/// The area of the floor of a drawing.
static double area_of(const char *text) {
    OWNED(cw_plan) plan;
    parse_good(text, &plan);
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    return cw_surface_area(&surface);
}

TEST(every_way_to_draw_a_square_is_the_same_square) {
    static const char *const shapes[] = {
        "<rect x='2' y='3' width='4' height='4'/>",
        "<polygon points='2,3 6,3 6,7 2,7'/>",
        "<polyline class='floor' points='2 3,6 3 6 7 2 7 2 3'/>",
        "<path d='M2 3L6 3 6 7 2 7Z'/>",
        "<path d='m2,3h4v4h-4z'/>",
        "<path d='M2 3 H6 V7 H2 z'/>",
        "<g transform='translate(2 3)'><rect width='4' height='4'/></g>",
        "<g transform='matrix(2 0 0 2 1 1)'><rect x='.5' y='1' width='2' height='2'/></g>",
        "<rect x='-2' y='-2' width='4' height='4' transform='translate(4,5) rotate(90)'/>",
        "<rect x='1' y='1.5' width='2' height='2' transform='scale(2)'/>",
        "<svg:rect xmlns:svg='http://www.w3.org/2000/svg' x='2' y='3' width='4' height='4'/>",
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        OWNED_HANDLE(char) text = cw_repeat(PAGE, shapes[i], 1, "</svg>");
        OWNED(cw_plan) plan;
        parse_good(text, &plan);
        assert_int_equal(plan.ring_count, 1);
        assert_int_equal(plan.point_count, 4);
        for (uint32_t k = 0; k < 4; k++) { // y is up: 3 becomes 7, and 7 becomes 3
            cw_vec2 p = plan.points[k];
            assert_true(fabs(fabs(p.x - 4) - 2) < 1e-12 && fabs(fabs(p.y - 5) - 2) < 1e-12);
        }
    }
}

TEST(round_shapes_are_round_to_a_centimetre) {
    static const double pi = 3.14159265358979323846;
    assert_true(fabs(area_of(PAGE "<circle cx='10' cy='5' r='4'/></svg>") - 16 * pi) < 0.2);
    assert_true(fabs(area_of(PAGE "<ellipse cx='10' cy='5' rx='8' ry='3'/></svg>") - 24 * pi) <
                0.3);
    assert_true(fabs(area_of(PAGE "<rect x='1' y='1' width='8' height='6' rx='2'/></svg>") -
                     (48 - 16 + 4 * pi)) < 0.1);
    assert_true(fabs(area_of(PAGE "<path d='M6 5a4 4 0 108 0 4 4 0 10-8 0z'/></svg>") - 16 * pi) <
                0.2);
    assert_true(fabs(area_of(PAGE "<path d='M6 5A4 4 0 0 1 14 5z'/></svg>") - 8 * pi) < 0.1);
    // Below a parabola of height 4 over 8 lie two thirds of the box around it.
    assert_true(fabs(area_of(PAGE "<path d='M2 2Q6 10 10 2z'/></svg>") - 32 * 2 / 3.0) < 0.1);
    assert_true(fabs(area_of(PAGE "<path d='M2 2q4 8 8 0t8 0v7h-16z'/></svg>") -
                     (16 * 7 - 32 * 2 / 3.0 + 32 * 2 / 3.0)) < 0.2);
    assert_true(fabs(area_of(PAGE "<path d='M2 5C2 3 5 3 5 5S8 7 8 5V9H2z'/></svg>") - 24) < 0.1);
}

TEST(an_obstacle_has_holes_like_a_floor) {
    // 200 of floor; walls of a building around a court of 36, in which a pillar of 4 stands.
    const char *page = PAGE "<rect width='20' height='10'/>"
                            "<path class='wall' d='M1 1h8v8h-8z%s M4 4h2v2h-2z'/></svg>";
    static const char *const courts[] = {"M2 2h6v6h-6z", "M2 2v6h6v-6z", "M8 5v3h-6v-6h6v3"};
    for (size_t i = 0; i < sizeof courts / sizeof *courts; i++) {
        char text[400];
        snprintf(text, sizeof text, page, courts[i]);
        assert_true(fabs(area_of(text) - (200 - 64 + 36 - 4)) < 1e-6);
    }
    // Four courts in one obstacle: slits lead from hole to hole.
    assert_true(
        fabs(area_of(PAGE "<rect width='20' height='10'/><path id='obstacle-1' d='M0 2h18v3"
                          "h-18zM1 3h3v1h-3zM5 3v1h3v-1zM9 3h3v1h-3zM13 3v1h3v-1z'/></svg>") -
             (200 - 54 + 12)) < 1e-6);
}

TEST(a_straight_line_is_a_wall_without_a_fill_that_says_so) {
    static const char *const lines[] = {
        "<line x1='4' y1='0' x2='4' y2='7' stroke='black'/>", "<path d='M4 0V7' stroke='black'/>",
        "<polyline points='4,0 4,7' style='stroke:#000'/>",   "<path class='wall' d='M4 0V7'/>",
        "<line class='wall' x1='4' y1='0' x2='4' y2='7'/>",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *before = PAGE "<rect width='9' height='9'/>";
        OWNED_HANDLE(char) text = cw_repeat(before, lines[i], 1, "</svg>");
        OWNED(cw_plan) plan;
        parse_good(text, &plan);
        assert_int_equal(plan.ring_count, 2);
        assert_int_equal(plan.rings[1].kind, CW_RING_BARRIER);
        assert_int_equal(plan.rings[1].count, 2);
    }
}

TEST(words_and_fill_tell_what_a_shape_means) {
    static const struct {
        const char *shape;
        cw_ring_kind kind;
    } cases[] = {
        {"<rect class='obstacle' width='1' height='1'/>", CW_RING_OBSTACLE},
        {"<rect id='Obstacle-7' width='1' height='1'/>", CW_RING_OBSTACLE},
        {"<g id='obstacles'><rect width='1' height='1'/></g>", CW_RING_OBSTACLE},
        {"<rect data-kind='hole' width='1' height='1'/>", CW_RING_OBSTACLE},
        {"<rect class='big wall' width='1' height='1'/>", CW_RING_OBSTACLE},
        {"<rect class='wall' fill='none' width='1' height='1'/>", CW_RING_BARRIER},
        {"<rect style='stroke:red; fill : none' width='1' height='1'/>", CW_RING_BARRIER},
        {"<g fill='none'><line x1='1' y1='1' x2='2' y2='2'/></g>", CW_RING_BARRIER},
        {"<line class='barrier' x1='1' x2='2'/>", CW_RING_BARRIER},
        {"<rect id='wallpaper' width='1' height='1'/>", CW_RING_OUTER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = cw_repeat(PAGE "<rect class='floor' width='9' height='9'/>", cases[i].shape, 1,
                               "</svg>");
        OWNED(cw_plan) plan;
        parse_good(text, &plan);
        assert_int_equal(plan.ring_count, 2);
        assert_int_equal(plan.rings[0].kind, CW_RING_OUTER);
        assert_int_equal(plan.rings[1].kind, cases[i].kind);
        free(text);
    }
}

/// As Illustrator writes: how a shape looks is told by its class.
TEST(style_sheets_tell_what_is_filled) {
    static const char *const sheets[] = {
        "<style>.cls-1{fill:#fff;}.cls-2{fill:none;stroke:#231f20;}</style>",
        ("<defs><style type='text/css'><![CDATA[\n\t.cls-1 { fill : white }\n\t.cls-3,\n"
         ".cls-2 {\nstroke:red; fill :none }]]></style></defs>"),
        "<style>/* .a{fill:red} */ .cls-2, b{fill:blue} polyline{fill:none}</style>",
        "<style>#p2{fill:transparent}</style>",
        "<style>polyline.cls-2.cls-2#p2{fill:none}rect.cls-2,polyline.none,g "
        "polyline{fill:red}</style>",
    };
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++) {
        char *text = cw_repeat(PAGE, sheets[i], 1,
                               "<rect class='cls-1' width='9' height='9'/>"
                               "<polyline id='p2' class='big cls-2' points='1 1 4 1 4 4'/></svg>");
        OWNED(cw_plan) plan = {0};
        parse_good(text, &plan);
        assert_int_equal(plan.ring_count, 2);
        assert_int_equal(plan.rings[0].kind, CW_RING_OUTER);
        assert_int_equal(plan.rings[1].kind, CW_RING_BARRIER);
        free(text);
    }
    assert_true(area_of(PAGE "<style>.a{display:none}.b{fill:none}</style>"
                             "<g class='a'><rect width='9' height='9'/></g>"
                             "<rect class='b' style='fill:red' width='2' height='2'/></svg>") == 4);
}

TEST(percentages_are_of_the_page) {
    assert_true(area_of(PAGE "<rect width='100%' height='100%'/></svg>") == 200);
    assert_true(area_of(PAGE "<rect x='25%' y='10%' width='50%' height='2'/></svg>") == 20);
}

TEST(outlines_inside_each_other_are_holes_and_floors_in_turn) {
    assert_true(
        area_of(PAGE "<path d='M0 0h9v9h-9z M1 1h7v7h-7z M2 2h3v3h-3z M6 6h1v1h-1z'/></svg>") ==
        81 - 49 + 9 + 1);
}

TEST(what_is_not_on_the_page_is_left_out) {
    assert_true(area_of(PAGE "<defs><rect width='99' height='99'/></defs>"
                             "<rect display='none' width='50' height='50'/>"
                             "<g style='display:none'><rect width='50' height='50'/></g>"
                             "<clipPath><rect width='50' height='50'/></clipPath>"
                             "<text x='1'>floor</text><rect width='2' height='2'/>"
                             "<rect width='0' height='7'/><circle r='-1'/></svg>") == 4);
}

TEST(depth_and_entities_are_bounded) {
    char *deep = cw_repeat(PAGE, "<g>", 300, "");
    cw_refuse_plan(CW_FILE_SVG, deep, strlen(deep), "more than 256 elements inside each other");
    free(deep);
    static const char laughs[] =
        "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'>"
        "<!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
        "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>"
        "<!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>"
        "<!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'>"
        "]><svg>&e;&e;&e;&e;&e;&e;&e;&e;</svg>";
    cw_refuse_plan(CW_FILE_SVG, laughs, strlen(laughs), "amplification");
    char *outlines = cw_repeat(PAGE "<path d='", "M0 0h1v1h-1z", 8000, "'/></svg>");
    cw_refuse_plan(CW_FILE_SVG, outlines, strlen(outlines), "too many outlines");
    free(outlines);
    static const char arc[] = PAGE "<path d='M0 0A1e200 1e200 0 0 1 2 0'/></svg>";
    cw_refuse_plan(CW_FILE_SVG, arc, strlen(arc), "a coordinate is farther than 21,000 km");
}

static cw_status parse_small(cw_context *with, void *user) {
    cw_plan plan;
    cw_status status = cw_plan_parse(with, CW_FILE_SVG, "good", user, strlen(user), &plan);
    cw_plan_free(with, &plan);
    return status;
}

TEST(lack_of_memory_is_survived) {
    char text[] =
        PAGE "<path d='M0 0h9v9h-9z M1 1h7v7h-7z'/><circle class='obstacle' r='1'/></svg>";
    assert_true(cw_assert_survives(parse_small, text) > 4);
}

TEST_EACH(make_counted_context, free_counted_context);
