/// Levels of other people against the definition, and against areas measured with another program.
#include "scene_checks.h"
#include "test.h"
#include "test_owned.h"

typedef struct level {
    const char *name;
    double scale;
    double area;        ///< square metres, without solids
    double solids_area; ///< with them; 0 where not known
} level;

static const level levels[] = {
    {"nav_test", 1, 5359.639, 5173.308},        {"dungeon", 1, 2031.780, 2029.595},
    {"undulating", 1, 9655.987, 9591.353},      {"maps/tesseract-complex", 0.125, 18776.033, 0},
    {"maps/tesseract-ot", 0.125, 17349.866, 0}, {"maps/tesseract-turbine", 0.125, 2784.312, 0},
};

static void check_level(const cw_scene *scene, const level *expected, bool solids, bool rises) {
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = strict_config();
    config.step = 0.9;
    config.solids = solids;
    config.small_rises = rises;
    extract_and_validate(scene, &config, &surface, &report);
    double area = solids ? expected->solids_area : expected->area;
    if (!rises && area > 0 && fabs(report.area - area) > 6e-4) {
        fail_msg("%s: %.4f of %.3f square metres", expected->name, report.area, area);
    }
    assert_as_defined(scene, &config, &surface, 4000, 2500);
}

TEST(levels_are_walkable_where_the_definition_says) {
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        char path[512];
        OWNED(cw_scene) scene = {0};
        snprintf(path, sizeof path, "%s/meshes/%s.obj", CW_SHARED_DATA, levels[i].name);
        if (!read_level(path, levels[i].scale, &scene)) {
            print_message("skipped: %s is not here\n", path);
            continue;
        }
        check_level(&scene, &levels[i], false, false);
        check_level(&scene, &levels[i], true, true);
        if (levels[i].solids_area > 0) {
            check_level(&scene, &levels[i], true, false);
        }
    }
}

TEST_GROUP(make_context, free_context);
TEST_NEEDS(CW_SHARED_DATA "/meshes/nav_test.obj");
