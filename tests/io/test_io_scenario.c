/// Scenario files: a good one is read as it is meant; a wrong one names the field and what is
/// allowed.
#include "io_cases.h"
#include "io_files.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

#include <zip.h>

/// A scenario with everything in it; parts are replaced by the tests.
static const char good[] =
    "{ \"clearway_scenario\": 1, \"title\": \"T\", \"place\": {\"wkt\": \"POLYGON((0 0, 20 0, 20 "
    "8, 0 8, 0 0))\"},"
    " \"seed\": 5, \"step\": 0.04, \"duration\": 30, \"record\": {\"fps\": 5},"
    " \"crowd\": {\"contact\": \"soft\", \"side\": \"left\", \"routes\": \"shared\", \"sight\": 4},"
    " \"regions\": {\"hall\": {\"polygon\": [[0,0],[8,0],[8,8],[0,8]]}, \"exit\": {\"segment\": "
    "[[19,2],[19,4]]},"
    "  \"kiosk\": {\"point\": [12,5,1], \"radius\": 1}},"
    " \"models\": {\"people\": {\"type\": \"way-points\", \"time_gap\": 0.5, \"spread\": 0.25, "
    "\"goal\": \"portal-centers\"}},"
    " \"groups\": [{\"name\": \"visitors\", \"count\": 12, \"region\": \"hall\", \"model\": "
    "\"people\","
    "   \"radius\": {\"normal\": [0.18, 0.01], \"min\": 0.15, \"max\": 0.22}, \"speed\": 1.2,"
    "   \"max_speed\": {\"factor\": 1.5}, \"start\": {\"uniform\": [0, 6]},"
    "   \"goals\": [\"kiosk\", {\"nearest\": [\"exit\", \"kiosk\"]}], \"wait\": {\"constant\": 5}, "
    "\"at_goal\": \"stay\"},"
    "  {\"name\": \"late\", \"positions\": [[1,1],[2,1]], \"rate\": 0.5, \"count\": 5, "
    "\"max_speed\": 2, \"goals\": [\"exit\"]}],"
    " \"measure\": [{\"name\": \"door\", \"line\": [[10,2],[10,4]]}, {\"name\": \"square\", "
    "\"region\": \"hall\"}] }";

TEST(a_good_scenario_is_read_as_it_is_meant) {
    cw_scenario s;
    cw_scenario_place place;
    cw_status status = cw_scenario_parse(context, "good.json", good, strlen(good), &s, &place);
    assert_ok(status);
    assert_true(s.seed == 5 && s.step == 0.04 && s.duration == 30 && s.fps == 5);
    assert_true(s.crowd.contact == CW_CONTACT_SOFT && s.crowd.side == CW_SIDE_LEFT);
    assert_true(s.crowd.shared_routes && s.crowd.sight == 4);
    assert_string_equal(place.title, "T");
    assert_true(place.path == NULL && strncmp(place.wkt, "POLYGON", 7) == 0);
    assert_int_equal(s.region_count, 3);
    assert_int_equal(s.group_count, 2);
    const cw_scenario_group *first = &s.groups[0], *second = &s.groups[1];
    assert_int_equal(s.models[first->model].type, CW_MODEL_WAY_POINTS);
    assert_int_equal(s.models[first->model].goal_rule, CW_GOAL_PORTAL_CENTERS);
    assert_true(s.models[first->model].spread == 0.25);
    assert_int_equal(first->radius.kind, CW_DISTRIBUTION_NORMAL);
    assert_true(first->radius.low == 0.15 && first->radius.b == 0.01);
    assert_true(first->max_speed_is_factor && first->max_speed.a == 1.5);
    assert_true(first->goal_count == 2 && s.goals[1].region_count == 2);
    assert_true(first->at_end == CW_AT_END_STAY && first->wait.a == 5);
    assert_true(second->region == CW_NONE && second->position_count == 2 && second->count == 5);
    assert_true(!second->max_speed_is_factor && second->rate == 0.5);
    assert_int_equal(s.models[second->model].type, CW_MODEL_WAY_PORTALS);
    assert_true(s.measure_count == 2 && s.measures[0].is_line && s.measures[1].region == 0);
    cw_scenario_free(context, &s);
    cw_scenario_place_free(context, &place);
}

/// The good scenario with one piece of its text replaced.
static void check_wrong(const char *from, const char *to, const char *says) {
    const char *at = strstr(good, from);
    assert_non_null(at);
    char text[4096];
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
    cw_scenario scenario;
    cw_scenario_place place;
    cw_status status = cw_scenario_parse(context, "s.json", text, strlen(text), &scenario, &place);
    const char *message = cw_context_message(context);
    if (status == CW_OK || strstr(message, says) == NULL) {
        fail_msg("\"%s\" instead of \"%s\": \"%s\" does not say \"%s\"", to, from, message, says);
    }
    assert_int_equal(strncmp(message, "s.json: error: ", 15), 0);
}

TEST(every_wrong_field_is_named) {
    io_cases cases = io_cases_open("scenario");
    while (io_cases_next(&cases)) {
        check_wrong(cases.fields[0], cases.fields[1], cases.fields[2]);
    }
}

/// Square metres of a floor as text.
static double area_of(const char *wkt) {
    OWNED(cw_plan) plan = {0};
    assert_int_equal(cw_plan_parse(context, CW_FILE_WKT, "floor", wkt, strlen(wkt), &plan), CW_OK);
    double area = 0;
    for (uint32_t i = 0; i < plan.ring_count; i++) {
        const cw_vec2 *points = plan.points + plan.rings[i].first;
        double twice = 0;
        for (uint32_t k = 0; k < plan.rings[i].count; k++) {
            cw_vec2 a = points[k], b = points[(k + 1) % plan.rings[i].count];
            twice += a.x * b.y - b.x * a.y;
        }
        area += (plan.rings[i].kind == CW_RING_OUTER ? 0.5 : -0.5) * fabs(twice);
    }
    return area;
}

TEST(a_floor_with_cells_that_are_narrower_than_rounding_is_written) {
    static const char floor[] =
        "POLYGON((-0.5917 -2.6107, -0.9836 -2.4688, -0.9459 -2.6754, -1.1457 -2.7119, -4.5025 "
        "-4.759, -3.9754 -1.7941, -5.1981 -0.949, -3.7735 -0.8954, -1.9798 -2.8641, -1.1346 "
        "-1.6415, -1.0969 -1.8481, -0.7428 -1.7834, -1.0339 -0.1888, 0 0, -0.5917 -2.6107))";
    OWNED(cw_plan) plan = {0};
    char *wkt;
    size_t size;
    assert_ok(cw_plan_parse(context, CW_FILE_WKT, "floor", floor, strlen(floor), &plan));
    OWNED(cw_navmesh) mesh = mesh_of_plan(context, &plan, NULL);
    assert_int_equal(cw_navmesh_wkt(context, &mesh, &wkt, &size), CW_OK);
    assert_true(fabs(area_of(wkt) - mesh.stats.area) < 1e-6);
    cw_context_release(context, wkt, size);
}

TEST(the_example_is_read_with_its_place) {
    cw_scenario scenario;
    OWNED(cw_navmesh) mesh;
    char *title = NULL;
    cw_status status = cw_scenario_read(context, CW_SOURCE_DIR "/examples/office-exit.json",
                                        &scenario, &mesh, &title);
    assert_ok(status);
    assert_true(mesh.cell_count > 50 && scenario.group_count == 2 && title != NULL);
    char *wkt;
    size_t size;
    assert_int_equal(cw_navmesh_wkt(context, &mesh, &wkt, &size), CW_OK);
    assert_int_equal(strlen(wkt) + 1, size);
    assert_int_equal(strncmp(wkt, "POLYGON ((", 10), 0);
    // The walkable area is the plan: the same area, and no corner that the plan has not.
    assert_true(fabs(area_of(wkt) - mesh.stats.area) < 1e-4);
    cw_context_release(context, wkt, size);
    cw_context_release(context, title, strlen(title) + 1);
    cw_scenario_free(context, &scenario);
}

TEST(a_place_that_is_not_there_is_named) {
    static const char *const places[][2] = {{"\"nowhere.wkt\"", "nowhere.wkt: error"},
                                            {"\"picture.png\"", "a place is a mesh"},
                                            {"{\"wkt\": \"POLYGON((0 0\"}", "error"}};
    char text[512];
    const char *path = cw_test_path("s.json");
    for (size_t i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "{\"clearway_scenario\": 1, \"place\": %s, \"groups\": []}",
                 places[i][0]);
        cw_raw_write(path, text, strlen(text));
        cw_scenario scenario;
        cw_navmesh mesh;
        assert_int_not_equal(cw_scenario_read(context, path, &scenario, &mesh, NULL), CW_OK);
        if (strstr(cw_context_message(context), places[i][1]) == NULL) {
            fail_msg("said \"%s\"", cw_context_message(context));
        }
    }
}

static const char jupedsim[] =
    "{\"project_version\":\"2.0\",\"config\":{\"simulation_settings\":{\"baseSeed\":42,"
    "\"simulationParams\":"
    "{\"model_type\":\"CollisionFreeSpeedModel\",\"max_simulation_time\":120}}},"
    "\"exits\":{\"e0\":{\"coordinates\":[[11,0],[12,0],[12,6],[11,6],[11,0]]},"
    "\"e1\":{\"coordinates\":[[0,5],[1,5],[1,6],[0,6],[0,5]]}},"
    "\"distributions\":{\"d0\":{\"coordinates\":[[2,0],[8,0],[8,6],[2,6],[2,0]],\"parameters\":{"
    "\"number\":20,"
    "\"radius\":0.15,\"v0\":1.2,\"v0_distribution\":\"gaussian\",\"v0_std\":0.1,\"use_"
    "premovement\":true,"
    "\"premovement_distribution\":\"weibull\",\"premovement_param_a\":null,"
    "\"premovement_param_b\":null},"
    "\"journey_weights\":[{\"journey_id\":\"j0\",\"weight\":75},{\"journey_id\":\"j1\",\"weight\":"
    "25}]},"
    "\"d1\":{\"coordinates\":[[9,0],[10,0],[10,6],[9,6]],\"parameters\":{\"number\":3,\"use_flow_"
    "spawning\":true,"
    "\"flow_start_time\":2,\"flow_end_time\":8}}},"
    "\"checkpoints\":{\"c0\":{\"coordinates\":[[8,1],[9,1],[9,2],[8,1]],\"waiting_time\":4}},"
    "\"journeys_v2\":[{\"id\":\"j0\",\"sequence\":[\"d0\",\"c0\",\"e0\"]},{\"id\":"
    "\"j1\",\"sequence\":[\"e1\"]}]}";

static void make_zip(const char *path, const char *config, const char *wkt) {
    zip_t *archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, NULL);
    assert_non_null(archive);
    const char *texts[] = {config, wkt}, *names[] = {"case/config.json", "case/geometry.wkt"};
    for (int i = 0; i < 2; i++) {
        if (texts[i] != NULL) {
            zip_source_t *source = zip_source_buffer(archive, texts[i], strlen(texts[i]), 0);
            assert_true(zip_file_add(archive, names[i], source, 0) >= 0);
        }
    }
    assert_int_equal(zip_close(archive), 0);
}

TEST(a_scenario_of_jupedsim_is_translated) {
    const char *path = cw_test_path("s.zip");
    make_zip(path, jupedsim, "POLYGON((0 0, 12 0, 12 6, 0 6, 0 0))");
    cw_scenario s;
    cw_navmesh mesh;
    cw_status status = cw_scenario_read(context, path, &s, &mesh, NULL);
    assert_ok(status);
    assert_true(s.seed == 42 && s.duration == 120 && mesh.cell_count == 1);
    assert_int_equal(s.models[0].type, CW_MODEL_COLLISION_FREE_SPEED);
    assert_int_equal(s.group_count, 3);
    assert_true(s.groups[0].count == 15 && s.groups[1].count == 5 && s.groups[2].count == 3);
    assert_true(s.groups[0].goal_count == 3 && s.groups[2].goal_count == 1);
    const cw_scenario_goal *goals = s.goals + s.groups[0].goal_first;
    // Premovement only where they start; their Weibull distribution has its scale first.
    assert_true(goals[0].own_wait && goals[0].wait.kind == CW_DISTRIBUTION_WEIBULL);
    assert_true(goals[0].wait.a == 1.195 && goals[0].wait.b == 139.285);
    assert_true(goals[1].own_wait && goals[1].wait.kind == CW_DISTRIBUTION_CONSTANT);
    assert_true(goals[1].wait.a == 4 && goals[2].wait.a == 0);
    assert_true(s.groups[0].speed.kind == CW_DISTRIBUTION_NORMAL && s.groups[0].radius.a == 0.15);
    assert_true(s.groups[2].rate == 0.5 && s.groups[2].start.a == 2);
    assert_int_equal(s.goals[s.groups[2].goal_first].region_count, 2);
    cw_navmesh_free(context, &mesh);
    cw_scenario_free(context, &s);
    make_zip(path, NULL, "POLYGON((0 0, 12 0, 12 6, 0 6, 0 0))");
    assert_refused(cw_scenario_read(context, path, &s, &mesh, NULL), CW_ERROR_FORMAT,
                   "no config.json");
    make_zip(path, jupedsim, NULL);
    assert_refused(cw_scenario_read(context, path, &s, &mesh, NULL), CW_ERROR_INPUT,
                   "no geometry.wkt");
    cw_raw_write(path, "PK", 2);
    assert_int_equal(cw_scenario_read(context, path, &s, &mesh, NULL), CW_ERROR_FORMAT);
}

TEST_GROUP(cw_test_folder_make, cw_test_folder_remove);
TEST_EACH(make_counted_context, free_counted_context);
