/// Walkable triangles from `.obj`: what is read, how faces are cut, what is refused and in which
/// words.
#include "io_cases.h"
#include "io_files.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// Parses a text that must be good, z up, and checks the area of the floor.
static void accept(const char *text, double area) {
    OWNED(cw_surface) surface;
    cw_status status =
        cw_surface_parse_obj(context, "good.obj", text, strlen(text), false, NULL, &surface);
    assert_ok(status);
    assert_int_equal(cw_surface_validate(context, &surface), CW_OK);
    assert_true(fabs(cw_surface_area(&surface) - area) < 1e-8 + 1e-7 * area);
}

static void refuse_bytes(const char *text, size_t size, const char *part) {
    cw_surface surface;
    memset(&surface, 1, sizeof surface);
    if (cw_surface_parse_obj(context, "bad", text, size, true, NULL, &surface) == CW_OK) {
        fail_msg("accepted \"%.60s\", expected \"%s\"", text, part);
    }
    assert_null(surface.points);
    assert_memory_equal(cw_context_message(context), "bad:", 4);
    cw_assert_contains(cw_context_message(context), ": error: ");
    cw_assert_contains(cw_context_message(context), part);
}

static void refuse(const char *text, const char *part) {
    refuse_bytes(text, strlen(text), part);
}

#define SQUARE "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\n"

TEST(faces_become_floor) {
    accept(SQUARE "f 1 2 3\nf 1 3 4\n", 16);
    accept(SQUARE "f 1 2 3 4\n", 16);
    accept(SQUARE "f -4 -3 -2 -1\n", 16);
    accept(
        "\xef\xbb\xbf# y\r\nmtllib ../../etc/passwd\r\no a b\r\ng\r\nvn 0 0 1\r\nvt 0 0\r\n" SQUARE
        "usemtl |sh\r\ns off\r\nf 1/1 2/1 3/1 # comment\r\nf 1//1 3//1 4//1\r\nl 1 2\r\n",
        16);
    accept("v 0 0 0 1.0\nv 4 0 0 1 0 0\nv 4 4 0\nf 1/1/1 2/-1/1 3/1/-1\n", 8);
    accept(SQUARE "f 1 1 2\nf 1 2 3\n", 8);
}

TEST(a_y_up_file_is_turned) {
    static const char text[] = "v 0 2 0\nv 4 2 0\nv 4 2 -4\nv 0 2 -4\nf 1 2 3 4\n";
    OWNED(cw_surface) surface;
    assert_ok(cw_surface_parse_obj(context, "y", text, strlen(text), true, NULL, &surface));
    assert_true(fabs(cw_surface_area(&surface) - 16) < 1e-5);
    for (uint32_t v = 0; v < surface.vertex_count; v++) {
        assert_true(surface.positions[v].z == 2 && surface.positions[v].y >= 0);
    }
}

/// Faces of any simple shape keep their area; fans around the first corner would not.
TEST(faces_of_many_corners_are_cut) {
    // A dart whose first corner does not see the others.
    accept("v 4 0 0\nv 1 1 0\nv 0 4 0\nv 0 0 0\nf 1 2 3 4\n", 4);
    // A comb with three teeth.
    accept(
        "v 0 0 0\nv 7 0 0\nv 7 3 0\nv 6 3 0\nv 6 1 0\nv 4 1 0\nv 4 3 0\nv 3 3 0\nv 3 1 0\nv 1 1 0\n"
        "v 1 3 0\nv 0 3 0\nf 1 2 3 4 5 6 7 8 9 10 11 12\n",
        13);
    // Corners in the middle of straight sides, at the start of the list too.
    accept("v 2 0 0\nv 4 0 0\nv 4 2 0\nv 4 4 0\nv 2 4 0\nv 0 4 0\nv 0 0 0\nv 1 0 0\nf 1 2 3 4 5 6 "
           "7 8\n",
           16);
    // A steep face crosses itself seen from above, but not in its own plane.
    accept(SQUARE "v 0 6 5\nv 4 6.1 5\nv 4 6 9\nv 0 6.1 9\nf 1 2 3 4\nf 5 6 7 8\n", 16.4);
}

TEST(sides_with_corners_in_them_stay_joined) {
    static const char text[] = "v 0 0 0\nv 2 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 2 -4 0\n"
                               "f 1 2 3 4 5\nf 1 6 2\nf 2 6 3\n";
    OWNED(cw_surface) surface;
    assert_ok(cw_surface_parse_obj(context, "t", text, strlen(text), false, NULL, &surface));
    // Sides 4, 4, 4 of the square and the two long sides of the triangle.
    assert_true(fabs(cw_surface_wall_length(&surface) - (12 + 2 * sqrt(20))) < 1e-5);
}

/// A face of `count` corners on a circle, with every second one at `inner` of the radius.
static char *round_face(int count, double inner) {
    char *text = malloc((size_t)count * 60 + 16), *at = text;
    for (int i = 0; i < count; i++) {
        double angle = 2 * 3.14159265358979 * i / count, radius = i % 2 == 0 ? 100 : 100 * inner;
        at += sprintf(at, "v %.9f %.9f 0\n", radius * cos(angle), radius * sin(angle));
    }
    *at++ = 'f';
    for (int i = 1; i <= count; i++) {
        at += sprintf(at, " %d", i);
    }
    strcpy(at, "\n");
    return text;
}

TEST(large_faces_are_cut_or_refused) {
    char *text = round_face(5000, 1);
    accept(text, 2500 * 1e4 * sin(3.14159265358979 / 2500));
    free(text);
    text = round_face(256, 0.5);
    accept(text, 128 * 5000 * sin(3.14159265358979 / 128));
    free(text);
    text = round_face(258, 0.5);
    refuse(text, "bad:259: error: a face of more than 256 corners that is not convex");
    free(text);
    OWNED_HANDLE(char) face = cw_repeat("v 0 0 0\nv 1 0 0\nv 0 0 1\nf", " 1 2 3", 1000000, "\n");
    refuse(face, "bad:4: error: line longer than 65536 bytes");
}

TEST(bad_statements_are_refused_with_their_line) {
    io_cases cases = io_cases_open("obj");
    while (io_cases_next(&cases)) {
        refuse(cases.fields[0], cases.fields[1]);
    }
    refuse_bytes("v 0 0 0\n\0\n", 10, "bad:2: error: the text contains a NUL byte");
    refuse_bytes("\xff\xfev\0", 4, "UTF-16");
    OWNED_HANDLE(char) line = cw_repeat("v 0 0 0\n#", "x", 100000000, "");
    refuse(line, "bad:2: error: line longer than 65536 bytes");
}

/// All three corners on one line, all in one point, all twice: no floor, or the floor once.
TEST(what_has_no_area_is_no_floor) {
    refuse("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "bad: error: ");
    refuse("v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n", "bad: error: ");
    refuse("v 0 0 0\nv 0 1 0\nv 1 1 0\nv 1 0 0\nf 1 2 3 4\n", "bad: error: ");
}

TEST(files_are_read) {
    OWNED(cw_surface) surface;
    assert_int_equal(cw_surface_read_obj(context, "/nowhere/a.obj", true, NULL, &surface),
                     CW_ERROR_IO);
    cw_assert_contains(cw_context_message(context), "/nowhere/a.obj: error: cannot open");
    char path[1024];
    snprintf(path, sizeof path, "%s/meshes/undulating.obj", CW_SHARED_DATA);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        print_message("%s is missing\n", path);
        skip();
        return;
    }
    fclose(file);
    assert_ok(cw_surface_read_obj(context, path, true, NULL, &surface));
    assert_int_equal(cw_surface_validate(context, &surface), CW_OK);
}

static cw_status parse_task(cw_context *with, void *user) {
    cw_surface surface;
    cw_status status = cw_surface_parse_obj(with, "m", user, strlen(user), false, NULL, &surface);
    cw_surface_free(with, &surface);
    return status;
}

/// Whole game levels, walls and all, taken as floor: every face that has area in plan. What is
/// decomposed is valid, with its heights.
TEST(scenes_of_others_become_meshes) {
    static const char *const NAMES[] = {"nav_test", "undulating"};
    for (int i = 0; i < 2; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/meshes/%s.obj", CW_SHARED_DATA, NAMES[i]);
        FILE *file = fopen(path, "r");
        if (file == NULL) {
            print_message("%s is not there: skipped\n", path);
            skip();
        }
        fclose(file);
        OWNED(cw_surface) surface;
        assert_int_equal(cw_surface_read_obj(context, path, true, NULL, &surface), CW_OK);
        OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, NULL);
        if (cw_navmesh_validate(context, &mesh) != CW_OK ||
            cw_navmesh_validate_against(context, &mesh, &surface) != CW_OK) {
            fail_msg("%s: %s", NAMES[i], cw_context_message(context));
        }
    }
}

TEST(a_lack_of_memory_is_survived) {
    char text[] = SQUARE "f 1 2 3 4\n";
    assert_true(cw_assert_survives(parse_task, text) >= 5);
}

TEST_EACH(make_counted_context, free_counted_context);
