/// Drawing paths over their mesh.
///
/// Phases: the mesh, pale; of each path, from the largest disc to the smallest, the swept area;
/// the usable part of each portal; the ways, each with a rim of paper that keeps them apart; the
/// discs at both ends, and crosses where ends were asked for that lie elsewhere (path_asked.c); the
/// gaps that blocked a query (path_gap.c); the legend (path_legend.c).
#include "draw/path/path.h"

#include <math.h>

/// Millimetres on the picture: widths of the rim of the swept area, of a usable portal; chord
/// error.
static const double SWEPT_RIM = 0.14;
static const double PORTAL_WIDTH = 0.42;
static const double CHORD_ERROR = 0.01;

static const double PORTAL_OPACITY = 0.5;

cw_draw_path_config cw_draw_path_config_default(void) {
    return (cw_draw_path_config){.cells = true, .swept = true, .portals = true, .legend = true};
}

static cw_status sort_paths(cw_path_drawing *drawing) {
    CW_TRY(CW_ALLOCATE(drawing->context, drawing->order, drawing->path_count));
    for (uint32_t i = 0; i < drawing->path_count; ++i) {
        uint32_t at = i;
        for (; at > 0 && drawing->paths[drawing->order[at - 1]].radius < drawing->paths[i].radius;
             --at) {
            drawing->order[at] = drawing->order[at - 1];
        }
        drawing->order[at] = i;
    }
    return CW_OK;
}

static cw_status draw_ground(const cw_path_drawing *drawing) {
    cw_draw_config config = cw_draw_config_default();
    config.cells = drawing->config->cells;
    config.portals = drawing->config->cells;
    config.pale = true;
    return cw_draw_navmesh(drawing->context, drawing->mesh, &config, drawing->sink);
}

static void draw_curve(const cw_path_drawing *drawing, const cw_draw_curve *curve,
                       const cw_draw_style *style) {
    if (curve->count > 1) {
        cw_draw_line(drawing->sink, curve->items, curve->count, style);
    }
}

static cw_status draw_swept_part(cw_path_drawing *drawing, const cw_path *part,
                                 const cw_draw_style *fill, const cw_draw_style *rim) {
    cw_draw_sweep *sweep = &drawing->sweep;
    CW_TRY(cw_draw_sweep_make(drawing->context, part, drawing->error, sweep));
    CW_TRY(cw_draw_sweep_fill(drawing->context, sweep, part->radius, drawing->sink, fill));
    draw_curve(drawing, &sweep->left, rim);
    draw_curve(drawing, &sweep->right, rim);
    return CW_OK;
}

static cw_status draw_swept(cw_path_drawing *drawing, uint32_t index) {
    const cw_path *path = &drawing->paths[index];
    if (!cw_draw_path_has_way(path) || !(path->radius > 0)) {
        return CW_OK;
    }
    cw_draw_style fill =
        cw_draw_fill(cw_draw_faded(cw_draw_path_color(index), CW_DRAW_SWEPT_OPACITY));
    cw_draw_style rim = cw_draw_stroke(cw_draw_path_color(index), SWEPT_RIM, 0);
    uint32_t first = 0;
    for (uint32_t i = 0; i <= path->leg_count; ++i) {
        if (i < path->leg_count && !path->legs[i].link) {
            continue;
        }
        // Up to a link, or to the end: nothing is swept in the air.
        cw_path part = *path;
        part.legs = path->leg_count > 0 ? &path->legs[first] : NULL;
        part.leg_count = i - first;
        part.start = first > 0 ? path->legs[first - 1].to : path->start;
        part.goal = i < path->leg_count ? path->legs[i].from : path->goal;
        CW_TRY(draw_swept_part(drawing, &part, &fill, &rim));
        first = i + 1;
    }
    return CW_OK;
}

static void draw_portals(const cw_path_drawing *drawing, uint32_t index) {
    const cw_path *path = &drawing->paths[index];
    cw_draw_style style =
        cw_draw_stroke(cw_draw_faded(cw_draw_path_color(index), PORTAL_OPACITY), PORTAL_WIDTH, 0);
    for (uint32_t i = 0; cw_draw_path_has_way(path) && i < path->portal_count; ++i) {
        cw_draw_segment(drawing->sink, cw_draw_plan_of(path->portals[i].usable[0]),
                        cw_draw_plan_of(path->portals[i].usable[1]), &style);
    }
}

/// The way up to here, which begins anew behind a link.
static void draw_stretch(cw_path_drawing *drawing, uint32_t index) {
    cw_draw_style rim = cw_draw_stroke(cw_draw_faded(cw_draw_paper, 0.8),
                                       CW_DRAW_WAY_WIDTH + 2 * CW_DRAW_WAY_RIM, 0);
    cw_draw_style way = cw_draw_stroke(cw_draw_path_color(index), CW_DRAW_WAY_WIDTH, 0);
    draw_curve(drawing, &drawing->curve, &rim);
    draw_curve(drawing, &drawing->curve, &way);
    drawing->curve.count = 0;
}

/// A crossing off the floor: dashed, with a dot where it lands.
static void draw_link(const cw_path_drawing *drawing, uint32_t index, const cw_path_leg *leg) {
    cw_color color = cw_draw_path_color(index);
    cw_vec2 ends[2] = {cw_draw_plan_of(leg->from), cw_draw_plan_of(leg->to)};
    cw_draw_style rim = cw_draw_stroke(cw_draw_faded(cw_draw_paper, 0.8),
                                       CW_DRAW_WAY_WIDTH + 2 * CW_DRAW_WAY_RIM, 0);
    cw_draw_style dashed = cw_draw_stroke(color, CW_DRAW_WAY_WIDTH, CW_DRAW_PROPOSED_DASH);
    cw_draw_style dot = cw_draw_fill(color);
    cw_draw_line(drawing->sink, ends, 2, &rim);
    cw_draw_line(drawing->sink, ends, 2, &dashed);
    cw_draw_dot(drawing->sink, ends[1], CW_DRAW_END_DOT * 0.7, &dot);
}

static cw_status draw_way(cw_path_drawing *drawing, uint32_t index) {
    const cw_path *path = &drawing->paths[index];
    if (!cw_draw_path_has_way(path)) {
        return CW_OK;
    }
    drawing->curve.count = 0;
    for (uint32_t i = 0; i < path->leg_count; ++i) {
        const cw_path_leg *leg = &path->legs[i];
        if (leg->link) {
            draw_stretch(drawing, index);
            draw_link(drawing, index, leg);
            continue;
        }
        // Legs share their ends.
        drawing->curve.count -= drawing->curve.count > 0 ? 1 : 0;
        CW_TRY(cw_draw_curve_leg(drawing->context, &drawing->curve, leg, drawing->error));
    }
    draw_stretch(drawing, index);
    return CW_OK;
}

static bool is_drawable(cw_vec3 point) {
    return isfinite(point.x) && isfinite(point.y);
}

/// The disc at one end: a ring around a dot, hollow at the start and solid at the goal. A place
/// that is only proposed has a dashed ring and nothing in it.
static cw_status draw_end(cw_path_drawing *drawing, uint32_t index, cw_vec3 end, bool goal,
                          bool proposed) {
    const cw_path *path = &drawing->paths[index];
    if (!is_drawable(end)) {
        return CW_OK;
    }
    cw_color color = cw_draw_path_color(index);
    if (proposed) {
        cw_draw_style ring = cw_draw_stroke(color, CW_DRAW_WAY_WIDTH, CW_DRAW_PROPOSED_DASH);
        double least = 2 * CW_DRAW_CROSS / drawing->scale;
        return cw_draw_path_circle(drawing, cw_draw_plan_of(end), fmax(path->radius, least), &ring);
    }
    if (path->radius > 0) {
        cw_draw_style ring = cw_draw_fill(
            cw_draw_faded(color, cw_draw_path_has_way(path) ? 0 : CW_DRAW_SWEPT_OPACITY));
        ring.stroke = color;
        ring.width = CW_DRAW_WAY_WIDTH / 2;
        CW_TRY(cw_draw_path_circle(drawing, cw_draw_plan_of(end), path->radius, &ring));
    }
    cw_draw_style dot = cw_draw_fill(goal ? color : cw_draw_paper);
    dot.stroke = goal ? cw_draw_paper : color;
    dot.width = CW_DRAW_WAY_RIM;
    cw_draw_dot(drawing->sink, cw_draw_plan_of(end), CW_DRAW_END_DOT, &dot);
    return CW_OK;
}

static cw_status draw_ends(cw_path_drawing *drawing, uint32_t index) {
    const cw_path *path = &drawing->paths[index];
    bool way = cw_draw_path_has_way(path);
    CW_TRY(draw_end(drawing, index, path->start, false, path->start_moved && !way));
    CW_TRY(draw_end(drawing, index, path->goal, true, path->goal_moved && !way));
    cw_draw_path_asked(drawing, index);
    return CW_OK;
}

static cw_status draw(cw_path_drawing *drawing) {
    CW_TRY(sort_paths(drawing));
    CW_TRY(draw_ground(drawing));
    for (uint32_t i = 0; drawing->config->swept && i < drawing->path_count; ++i) {
        CW_TRY(draw_swept(drawing, drawing->order[i]));
    }
    for (uint32_t i = 0; drawing->config->portals && i < drawing->path_count; ++i) {
        draw_portals(drawing, drawing->order[i]);
    }
    for (uint32_t i = 0; i < drawing->path_count; ++i) {
        CW_TRY(draw_way(drawing, drawing->order[i]));
    }
    for (uint32_t i = 0; i < drawing->path_count; ++i) {
        CW_TRY(draw_ends(drawing, drawing->order[i]));
    }
    for (uint32_t i = 0; i < drawing->path_count; ++i) {
        CW_TRY(cw_draw_path_gap(drawing, drawing->order[i]));
    }
    return drawing->config->legend ? cw_draw_path_legend(drawing) : CW_OK;
}

cw_status cw_draw_path(cw_context *context, const cw_navmesh *mesh, const cw_path *paths,
                       uint32_t path_count, const cw_draw_path_config *config,
                       const cw_draw_sink *sink) {
    CW_ASSERT(context != NULL && mesh != NULL && sink != NULL);
    CW_ASSERT(paths != NULL || path_count == 0);
    cw_draw_path_config chosen = config != NULL ? *config : cw_draw_path_config_default();
    cw_path_drawing drawing = {
        .context = context,
        .mesh = mesh,
        .paths = paths,
        .path_count = path_count,
        .config = &chosen,
        .sink = sink,
        .plan = cw_draw_path_plan(mesh, paths, path_count),
    };
    drawing.scale = cw_draw_pen_make(sink, drawing.plan, 0).scale;
    drawing.error = CHORD_ERROR / drawing.scale;
    cw_status status = draw(&drawing);
    CW_RELEASE(context, drawing.order, path_count);
    CW_ARRAY_FREE(context, &drawing.curve);
    cw_draw_sweep_free(context, &drawing.sweep);
    return status;
}
