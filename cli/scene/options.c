/// Options of 3D scenes. Degrees end here; the library has radians.
#include "options.h"

#include "../command.h"
#include "../files.h"
#include "areas.h"
#include "links.h"

static const double radians_per_degree = 3.14159265358979323846 / 180;

const char *const cw_method_words[] = {"auto", "plan", "floor", "exact", "layers", "depth", NULL};
const char *const cw_up_words[] = {"y", "z", NULL};
const char *const cw_solid_words[] = {"auto", "off", NULL};
const char *const cw_switch_words[] = {"on", "off", NULL};

/// Options that only an extraction has.
static const char *const exact_options[] = {"height",    "step",     "slope",       "from",
                                            "gap",       "solid",    "small-rises", "min-island",
                                            "min-width", "min-hole", "both-sides"};
/// Options that only sampling has.
static const char *const sample_options[] = {"pixel", "pixel-error", "height-error", "snap",
                                             "ceiling"};
/// Options that only plans have.
static const char *const plan_options[] = {"degrees", "inset", "crossings"};
/// Options that every 3D file has.
static const char *const file_options[] = {"up", "include", "exclude", "area", "scale"};
enum { SCALE = 4 }; ///< the last: drawings have it too

/// Whether a command that has this option is to show layers.
static bool wants_layers(const cw_options *options) {
    const cw_option_value *value = cw_options_find(options, "layers");
    return value != NULL && value->given;
}

/// Whether a command that has this option is to show what was done to a scene.
static bool wants_marks(const cw_options *options) {
    const cw_option_value *value = cw_options_find(options, "report");
    return value != NULL && value->given;
}

cw_method cw_scene_method(const cw_options *options, const char *input) {
    cw_method chosen = (cw_method)cw_options_choice(options, "method");
    if (chosen != CW_METHOD_AUTO) {
        return chosen;
    }
    if (wants_layers(options)) {
        return CW_METHOD_LAYERS;
    }
    return cw_files_content(input) == CW_CONTENT_PLAN ? CW_METHOD_PLAN : CW_METHOD_EXACT;
}

static const char *first_given(const cw_options *options, const char *const *names,
                               uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (cw_options_given(options, names[i])) {
            return names[i];
        }
    }
    return NULL;
}

/// Whether a method finds out where one can walk.
static bool extracts(cw_method method) {
    return method == CW_METHOD_EXACT || method == CW_METHOD_LAYERS || method == CW_METHOD_DEPTH;
}

static bool refuses_method(const cw_options *options, cw_method method, bool plan) {
    if (plan != (method == CW_METHOD_PLAN)) {
        cw_options_complain(options->command, "--method %s is not offered for %s; it takes auto%s",
                            cw_method_words[method], plan ? "a floor plan" : "a 3D scene",
                            plan ? " or plan" : ", exact, layers, depth or floor");
        return true;
    }
    return false;
}

/// The step has to be less than half of the height: a floor could else be a step below two others.
static bool refuses_step(const cw_options *options, cw_method method) {
    double height = cw_options_number(options, "height");
    double step = cw_options_number(options, "step");
    if (extracts(method) && !(2 * step < height)) {
        cw_options_complain(options->command,
                            "--step %g is not less than half of --height %g, so that a floor could "
                            "be a step below two others",
                            step, height);
        return true;
    }
    return false;
}

/// A place to start from needs its height: floors may lie above each other.
static bool refuses_seeds(const cw_options *options) {
    for (uint32_t i = 0; i < cw_options_count(options, "from"); i++) {
        const cw_option_value *value = cw_options_repeat(options, "from", i);
        if (value->point_count != 3) {
            cw_options_complain(options->command, "--from takes x,y,z, not \"%.200s\"",
                                value->text);
            return true;
        }
    }
    return false;
}

/// Options of pixels belong to methods that have them. What auto takes is not known before the file
/// is read, so it has none.
static bool refuses_sampling(const cw_options *options, cw_method method) {
    const char *name = first_given(options, sample_options, CW_COUNT_OF(sample_options));
    if (name != NULL && method != CW_METHOD_LAYERS && method != CW_METHOD_DEPTH) {
        cw_options_complain(options->command,
                            "--%s has no meaning without --method layers or --method depth", name);
        return true;
    }
    if (cw_options_given(options, "ceiling") &&
        (method != CW_METHOD_DEPTH || cw_options_count(options, "from") > 0)) {
        cw_options_complain(options->command,
                            "--ceiling has no meaning without --method depth, nor beside --from");
        return true;
    }
    return false;
}

/// Area types of objects are known where faces are, not where samples are.
static bool refuses_areas(const cw_options *options, cw_method method) {
    cw_area_patterns areas;
    if (cw_options_given(options, "area") && method != CW_METHOD_EXACT) {
        cw_options_complain(options->command, "--area has no meaning without --method exact");
        return true;
    }
    return !cw_area_patterns_read(options, &areas);
}

/// Whether a plan is in units of its own: a drawing, or the squares of a grid.
static bool has_units(const char *input) {
    cw_file_kind kind = cw_file_kind_of(input);
    return kind == CW_FILE_SVG || kind == CW_FILE_MAP;
}

bool cw_scene_refuses(const cw_options *options, const char *input) {
    bool plan = cw_files_content(input) == CW_CONTENT_PLAN;
    cw_method method = cw_scene_method(options, input);
    if (refuses_method(options, method, plan)) {
        return true;
    }
    const char *name = NULL;
    if (plan) {
        name = first_given(options, file_options, CW_COUNT_OF(file_options));
        name = name != NULL && name == file_options[SCALE] && has_units(input) ? NULL : name;
    } else if ((name = first_given(options, plan_options, CW_COUNT_OF(plan_options))) != NULL) {
        cw_options_complain(options->command, "--%s has no meaning for a 3D scene", name);
        return true;
    }
    if (name == NULL && !extracts(method)) {
        name = first_given(options, exact_options, CW_COUNT_OF(exact_options));
    }
    if (name != NULL) {
        cw_options_complain(options->command, "--%s has no meaning for %s", name,
                            plan ? "a floor plan" : "triangles that are the floor");
        return true;
    }
    return refuses_areas(options, method) || refuses_sampling(options, method) ||
           refuses_seeds(options) || refuses_step(options, method);
}

bool cw_scene_unasked(const cw_options *options, const char *meaning) {
    const char *name = first_given(options, file_options, CW_COUNT_OF(file_options));
    name = name != NULL ? name : first_given(options, exact_options, CW_COUNT_OF(exact_options));
    name = name != NULL ? name : first_given(options, sample_options, CW_COUNT_OF(sample_options));
    name = name != NULL ? name : first_given(options, plan_options, CW_COUNT_OF(plan_options));
    if (name == NULL && cw_options_given(options, "method")) {
        name = "method";
    }
    if (name != NULL) {
        cw_options_complain(options->command, "--%s has no meaning here: it counts for %s", name,
                            meaning);
    }
    return name != NULL;
}

static uint32_t list_patterns(const cw_options *options, const char *name, const char **patterns) {
    uint32_t count = cw_options_count(options, name);
    for (uint32_t i = 0; i < count; i++) {
        patterns[i] = cw_options_repeat(options, name, i)->text;
    }
    return count;
}

static cw_status read_scene(cw_session *session, const cw_options *options, const char *input,
                            cw_scene *scene) {
    const char *include[CW_OPTION_MANY_LIMIT], *exclude[CW_OPTION_MANY_LIMIT];
    cw_area_patterns areas;
    cw_area_patterns_read(options, &areas); /* as checked before */
    cw_scene_read_config config = cw_scene_read_config_default();
    if (cw_options_given(options, "up")) {
        config.up = cw_options_choice(options, "up") == 0 ? CW_SCENE_UP_Y : CW_SCENE_UP_Z;
    }
    config.scale = cw_options_number(options, "scale");
    config.include = (cw_scene_patterns){include, list_patterns(options, "include", include)};
    config.exclude = (cw_scene_patterns){exclude, list_patterns(options, "exclude", exclude)};
    config.areas = (cw_scene_patterns){areas.patterns, areas.count};
    config.area_types = areas.types;
    return cw_scene_read(session->context, input, &config, scene);
}

static cw_extraction_config extraction_config(const cw_options *options, cw_vec3 *from) {
    cw_extraction_config config = cw_extraction_config_default();
    config.height = cw_options_number(options, "height");
    config.step = cw_options_number(options, "step");
    config.slope = cw_options_number(options, "slope") * radians_per_degree;
    config.gap = cw_options_number(options, "gap");
    config.min_island = cw_options_number(options, "min-island");
    config.min_width = cw_options_number(options, "min-width");
    config.min_hole = cw_options_number(options, "min-hole");
    config.solids = cw_options_choice(options, "solid") == 0;
    config.small_rises = cw_options_choice(options, "small-rises") == 0;
    config.both_sides = cw_options_given(options, "both-sides");
    config.from = from;
    config.from_count = cw_options_count(options, "from");
    for (uint32_t i = 0; i < config.from_count; i++) {
        const double *p = cw_options_repeat(options, "from", i)->point;
        from[i] = (cw_vec3){p[0], p[1], p[2]};
    }
    return config;
}

static cw_layers_config sampling_config(const cw_options *options, cw_method method) {
    cw_layers_config config = cw_layers_config_default();
    config.pixel = cw_options_number(options, "pixel");
    config.pixel_error = cw_options_number(options, "pixel-error");
    config.height_error = cw_options_number(options, "height-error");
    config.snap = cw_options_given(options, "snap");
    config.single = method == CW_METHOD_DEPTH;
    if (cw_options_given(options, "ceiling")) {
        config.ceiling = cw_options_number(options, "ceiling");
    }
    return config;
}

/// What auto comes to for a scene, said aloud where it is not the exact way. What only the exact
/// way knows, area types and marks, keeps it.
static cw_method settle_method(cw_session *session, const cw_options *options, const char *input,
                               const cw_scene *scene) {
    cw_method method = cw_scene_method(options, input);
    bool chosen = cw_options_choice(options, "method") != CW_METHOD_AUTO ||
                  cw_options_given(options, "area") || wants_marks(options);
    if (chosen || method != CW_METHOD_EXACT || scene->triangle_count <= CW_SCENE_EXACT_LIMIT) {
        return method;
    }
    cw_session_warn(session,
                    "%u triangles are more than the %u up to which --method auto is exact, so it "
                    "takes --method layers with --pixel %g: borders are within a pixel and a half; "
                    "--method exact insists",
                    scene->triangle_count, CW_SCENE_EXACT_LIMIT,
                    cw_options_number(options, "pixel"));
    return CW_METHOD_LAYERS;
}

static cw_status sample(cw_session *session, const cw_options *options, cw_method method,
                        const cw_scene *scene, cw_made_surface *made) {
    cw_vec3 from[CW_OPTION_MANY_LIMIT];
    cw_extraction_config config = extraction_config(options, from);
    cw_layers_config sampling = sampling_config(options, method);
    cw_layers layers = {0};
    cw_status status =
        cw_layers_from_scene(session->context, scene, &config, &sampling, &layers, &made->report);
    if (status == CW_OK && !made->wants_layers) {
        status = cw_surface_from_layers(session->context, &layers, &config, &sampling,
                                        &made->surface, &made->report);
    }
    made->sampled = true;
    made->pixel = sampling.pixel;
    made->layer_count = layers.layer_count;
    made->sample_count = layers.sample_count;
    if (made->wants_layers) {
        made->layers = layers;
    } else {
        cw_layers_free(session->context, &layers);
    }
    return status;
}

static cw_status extract(cw_session *session, const cw_options *options, cw_method method,
                         const cw_scene *scene, cw_made_surface *made) {
    cw_vec3 from[CW_OPTION_MANY_LIMIT];
    cw_extraction_config config = extraction_config(options, from);
    made->extracted = true;
    if (method != CW_METHOD_EXACT) {
        return sample(session, options, method, scene, made);
    }
    cw_status status =
        cw_surface_from_scene(session->context, scene, &config, &made->surface, &made->report);
    return status == CW_OK && wants_marks(options)
               ? cw_extraction_trace(session->context, scene, &config, &made->marks)
               : status;
}

/// Moves the triangles that count to the front.
static uint32_t keep_counted(cw_scene *scene) {
    uint32_t kept = 0;
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        uint32_t object = scene->triangle_object[t];
        if (object != CW_NONE && scene->objects[object].left_out) {
            continue;
        }
        for (uint32_t k = 0; k < 3; k++) {
            scene->corners[3 * (size_t)kept + k] = scene->corners[3 * (size_t)t + k];
        }
        kept++;
    }
    return kept;
}

static cw_exit surface_of_scene(cw_session *session, const cw_options *options, const char *input,
                                cw_made_surface *made) {
    cw_scene scene = {0};
    cw_status status = read_scene(session, options, input, &scene);
    double started = cw_session_clock();
    cw_method method =
        status == CW_OK ? settle_method(session, options, input, &scene) : CW_METHOD_FLOOR;
    if (status == CW_OK && method == CW_METHOD_FLOOR) {
        scene.triangle_count = keep_counted(&scene);
        cw_scene_warn_of_floor(session->context, input, &scene);
        status =
            cw_surface_from_triangles(session->context, scene.positions, scene.position_count,
                                      scene.corners, scene.triangle_count, NULL, &made->surface);
    } else if (status == CW_OK) {
        status = extract(session, options, method, &scene, made);
    }
    made->seconds = cw_session_clock() - started;
    made->object_count = scene.object_count;
    if (status == CW_OK && cw_links_wanted(options)) {
        made->scene = scene;
        scene = (cw_scene){0};
    }
    cw_scene_free(session->context, &scene);
    return cw_session_outcome(session, status, input);
}

static cw_surface_config plan_config(const cw_options *options) {
    cw_surface_config config = cw_surface_config_default();
    if (cw_options_given(options, "crossings")) {
        config.crossing_limit = (uint32_t)cw_options_number(options, "crossings");
    }
    return config;
}

/// Takes away the floor that is nearer to walls than a distance.
static cw_status inset(cw_context *context, double distance, const cw_surface_config *config,
                       cw_surface *surface) {
    cw_plan plan = {0};
    cw_status status = cw_plan_inset(context, surface, distance, &plan);
    cw_surface_free(context, surface);
    if (status == CW_OK) {
        status = cw_surface_from_plan(context, &plan, config, surface);
    }
    cw_plan_free(context, &plan);
    return status;
}

static cw_exit surface_of_plan(cw_session *session, const cw_options *options, const char *input,
                               cw_made_surface *made) {
    cw_plan plan = {0};
    cw_status status =
        cw_files_read_plan(session, input, cw_options_given(options, "degrees"), &plan);
    double started = cw_session_clock(), scale = cw_options_number(options, "scale");
    for (uint32_t i = 0; i < plan.point_count; i++) {
        plan.points[i] = (cw_vec2){plan.points[i].x * scale, plan.points[i].y * scale};
    }
    cw_surface_config config = plan_config(options);
    if (status == CW_OK) {
        status = cw_surface_from_plan(session->context, &plan, &config, &made->surface);
    }
    if (status == CW_OK && cw_options_given(options, "inset")) {
        status =
            inset(session->context, cw_options_number(options, "inset"), &config, &made->surface);
    }
    made->seconds = cw_session_clock() - started;
    cw_plan_free(session->context, &plan);
    return cw_session_outcome(session, status, input);
}

cw_exit cw_scene_surface(cw_session *session, const cw_options *options, const char *input,
                         cw_made_surface *made) {
    *made = (cw_made_surface){.wants_layers = wants_layers(options)};
    switch (cw_files_content(input)) {
    case CW_CONTENT_PLAN: return surface_of_plan(session, options, input, made);
    case CW_CONTENT_SCENE: return surface_of_scene(session, options, input, made);
    default: return cw_files_refuse_no_surface(session, input);
    }
}

void cw_made_surface_free(cw_session *session, cw_made_surface *made) {
    cw_surface_free(session->context, &made->surface);
    cw_scene_free(session->context, &made->scene);
}
