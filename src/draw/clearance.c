/// Drawing the clearance of every cell cross.
///
/// A cross is a band from the summit of one portal to that of another. It leaves both at right
/// angles, so that the bands of neighbouring cells join into smooth ways. Colour and width tell the
/// critical radius; wide bands are painted first, so that what is narrow stays on top. Phases: all
/// crosses; their order; the range of the scale; the floor; bands; the scale with its numbers.
/// Cost: the number of crosses, n log n for their order.
#include "clearway/edges.h"
#include "draw/parts/curve.h"
#include "draw/parts/legend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Colours of the scale from no room to the most: lightness grows all the way, so that the order
/// holds in grey too.
static const cw_color SCALE[] = {
    {0.27, 0.03, 0.18, 1}, {0.58, 0.09, 0.22, 1}, {0.83, 0.30, 0.17, 1}, {0.93, 0.55, 0.25, 1},
    {0.95, 0.77, 0.43, 1}, {0.86, 0.90, 0.66, 1}, {0.80, 0.94, 0.88, 1},
};
enum { SCALE_LAST = sizeof SCALE / sizeof *SCALE - 1 };

/// The range ends at a round number above the radius of this share of the crosses; few wide halls
/// must not make everything else dark.
static const double RANGE_SHARE = 0.92;

/// Widths of bands: share of what a disc of the critical radius covers, and limits in millimetres.
static const double BAND_SHARE = 0.45;
static const double THINNEST = 0.3;
static const double THICKEST = 3.2;

/// How far the ends of a band go straight: per distance of the two portals, and at most per
/// distance to the other side of the cell, so that bands stay in their cells.
static const double HANDLE = 0.4;
static const double HANDLE_ROOM = 0.5;

/// Of a cell with more portals than this only the crosses of neighbouring portals are drawn:
/// others would cover them.
enum { MANY_PORTALS = 48 };

/// The scale: units of the legend, steps of colour, and numbers.
enum { BAR_STEPS = 60, BAR_TICKS = 4 };
static const double BAR_LENGTH = 80;
static const double BAR_HEIGHT = 3;
static const double BAR_DOWN = 5;
static const double LEGEND_HEIGHT = 15;
static const double LEGEND_GAP = 4;
static const double NUMBER_GAP = 2;
static const char MEANING[] = "m, the largest radius that can cross";

typedef struct cross {
    uint32_t entry, exit; ///< edges of one cell
    double radius;        ///< metres
} cross;

typedef struct clearance_drawing {
    cw_context *context;
    const cw_clearance *clearance;
    const cw_navmesh *mesh;
    const cw_draw_sink *sink;
    double scale; ///< millimetres per metre
    double range; ///< the radius at the end of the scale
    CW_ARRAY(cross) crosses;
    cw_draw_curve curve, band;
} clearance_drawing;

cw_draw_bounds cw_draw_clearance_bounds(const cw_navmesh *mesh) {
    double width = BAR_LENGTH + LEGEND_GAP + cw_draw_legend_width(MEANING);
    return cw_draw_legend_bounds(cw_draw_navmesh_bounds(mesh), width, LEGEND_HEIGHT);
}

static cw_status add_cross(clearance_drawing *drawing, uint32_t entry, uint32_t exit) {
    cross made = {entry, exit, cw_clearance_cross(drawing->clearance, entry, exit, NULL)};
    return made.radius > 0 ? CW_ARRAY_PUSH(drawing->context, &drawing->crosses, made) : CW_OK;
}

static uint32_t portal_count(const cw_navmesh *mesh, uint32_t cell) {
    uint32_t count = 0;
    for (uint32_t edge = cw_navmesh_cell_begin(mesh, cell); edge < cw_navmesh_cell_end(mesh, cell);
         ++edge) {
        count += mesh->edge_twin[edge] != CW_NONE ? 1 : 0;
    }
    return count;
}

static cw_status collect_cell(clearance_drawing *drawing, uint32_t cell) {
    const cw_navmesh *mesh = drawing->mesh;
    uint32_t end = cw_navmesh_cell_end(mesh, cell);
    bool many = portal_count(mesh, cell) > MANY_PORTALS;
    for (uint32_t entry = cw_navmesh_cell_begin(mesh, cell); entry < end; ++entry) {
        bool more = mesh->edge_twin[entry] != CW_NONE;
        for (uint32_t exit = entry + 1; more && exit < end; ++exit) {
            if (mesh->edge_twin[exit] != CW_NONE) {
                CW_TRY(add_cross(drawing, entry, exit));
                more = !many;
            }
        }
    }
    return CW_OK;
}

/// Wide before narrow; equal ones by number, so that pictures are the same everywhere.
static int compare(const void *a, const void *b) {
    const cross *x = a, *y = b;
    if (x->radius != y->radius) {
        return x->radius > y->radius ? -1 : 1;
    }
    if (x->entry != y->entry) {
        return x->entry < y->entry ? -1 : 1;
    }
    return x->exit < y->exit ? -1 : x->exit > y->exit;
}

/// A round number of at least `value`: 1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6 or 8 times a power of ten, so
/// that its quarters are short too.
static double round_up(double value) {
    static const double steps[] = {1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10};
    double power = 1;
    for (; power > value; power /= 10) {
    }
    for (; power * 10 <= value; power *= 10) {
    }
    uint32_t at = 0;
    while (at + 1 < sizeof steps / sizeof *steps && steps[at] * power < value) {
        ++at;
    }
    return steps[at] * power;
}

static void choose_range(clearance_drawing *drawing) {
    uint32_t count = drawing->crosses.count;
    uint32_t at = (uint32_t)((1 - RANGE_SHARE) * count);
    drawing->range = count > 0 ? round_up(drawing->crosses.items[at].radius) : 1;
}

/// The colour at a share of the range; small radii get more of the scale than large ones.
static cw_color color_at(double share) {
    return cw_draw_on_scale(SCALE, SCALE_LAST, sqrt(fmin(1, fmax(0, share))));
}

/// Plan position of the widest place of a portal.
static cw_vec2 summit_of(const clearance_drawing *drawing, uint32_t edge) {
    const cw_clearance *clearance = drawing->clearance;
    uint32_t twin = drawing->mesh->edge_twin[edge], lower = edge < twin ? edge : twin;
    uint32_t best = CW_NONE;
    for (uint32_t i = clearance->edge_summit_first[lower];
         i < clearance->edge_summit_first[lower + 1]; ++i) {
        bool wider =
            best == CW_NONE || clearance->summits[i].clearance > clearance->summits[best].clearance;
        best = wider ? i : best;
    }
    if (best != CW_NONE) {
        return cw_clearance_plan(drawing->mesh, clearance->summits[best].position);
    }
    cw_draw_net net = cw_draw_net_of_mesh(drawing->mesh);
    cw_vec2 from = cw_draw_net_start(&net, edge), to = cw_draw_net_end(&net, edge);
    return (cw_vec2){(from.x + to.x) / 2, (from.y + to.y) / 2};
}

/// How far a cell reaches from a point of its border in a direction.
static double room_along(const cw_draw_net *net, uint32_t edge, cw_vec2 from, cw_vec2 way) {
    uint32_t cell = cw_draw_net_face(net, edge), end = cw_draw_net_first(net, cell + 1);
    double room = INFINITY;
    for (uint32_t other = cw_draw_net_first(net, cell); other < end; ++other) {
        cw_vec2 a = cw_draw_net_start(net, other), b = cw_draw_net_end(net, other);
        cw_vec2 inward = {-(b.y - a.y), b.x - a.x};
        double speed = way.x * inward.x + way.y * inward.y;
        double distance = (from.x - a.x) * inward.x + (from.y - a.y) * inward.y;
        if (other != edge && speed < 0) {
            room = fmin(room, fmax(0, distance) / -speed);
        }
    }
    return room;
}

/// Where a band goes from a summit: into the cell, at right angles to the portal.
static cw_vec2 handle_of(const clearance_drawing *drawing, uint32_t edge, cw_vec2 summit,
                         double length) {
    cw_draw_net net = cw_draw_net_of_mesh(drawing->mesh);
    cw_vec2 along =
        cw_draw_direction(cw_draw_net_start(&net, edge), cw_draw_net_end(&net, edge), NULL);
    cw_vec2 inward = {-along.y, along.x};
    double room = room_along(&net, edge, summit, inward);
    return cw_vec2_along(summit, fmin(HANDLE * length, HANDLE_ROOM * room), inward);
}

/// The band of a curve: its left side forth, its right side back.
static cw_status widen(clearance_drawing *drawing, double half_width) {
    const cw_draw_curve *curve = &drawing->curve;
    CW_TRY(CW_ARRAY_RESERVE(drawing->context, &drawing->band, 2 * (size_t)curve->count));
    drawing->band.count = 2 * curve->count;
    for (uint32_t i = 0; i < curve->count; ++i) {
        cw_vec2 before = curve->items[i > 0 ? i - 1 : 0];
        cw_vec2 after = curve->items[i + 1 < curve->count ? i + 1 : i];
        cw_vec2 way = cw_draw_direction(before, after, NULL);
        cw_vec2 normal = {-way.y, way.x};
        drawing->band.items[i] = cw_vec2_along(curve->items[i], half_width, normal);
        drawing->band.items[drawing->band.count - 1 - i] =
            cw_vec2_along(curve->items[i], -half_width, normal);
    }
    return CW_OK;
}

static cw_status draw_band(clearance_drawing *drawing, const cross *drawn) {
    cw_vec2 from = summit_of(drawing, drawn->entry), to = summit_of(drawing, drawn->exit);
    double length;
    cw_draw_direction(from, to, &length);
    cw_vec2 control[4] = {from, handle_of(drawing, drawn->entry, from, length),
                          handle_of(drawing, drawn->exit, to, length), to};
    drawing->curve.count = 0;
    CW_TRY(cw_draw_curve_bezier(drawing->context, &drawing->curve, control));
    double covered = 2 * drawn->radius * drawing->scale;
    double width = fmin(THICKEST, fmax(THINNEST, BAND_SHARE * covered));
    CW_TRY(widen(drawing, width / drawing->scale / 2));
    cw_draw_style style = cw_draw_fill(color_at(drawn->radius / drawing->range));
    cw_draw_polygon(drawing->sink, drawing->band.items, drawing->band.count, &style);
    return CW_OK;
}

static cw_status draw_ground(const clearance_drawing *drawing) {
    cw_draw_config config = cw_draw_config_default();
    config.cells = false;
    config.pale = true;
    return cw_draw_navmesh(drawing->context, drawing->mesh, &config, drawing->sink);
}

static void draw_bar(const clearance_drawing *drawing, const cw_draw_legend *legend) {
    double step = BAR_LENGTH / BAR_STEPS;
    for (uint32_t i = 0; i < BAR_STEPS; ++i) {
        cw_vec2 box[4] = {
            cw_draw_legend_point(legend, i * step, BAR_DOWN + BAR_HEIGHT),
            cw_draw_legend_point(legend, (i + 1) * step, BAR_DOWN + BAR_HEIGHT),
            cw_draw_legend_point(legend, (i + 1) * step, BAR_DOWN),
            cw_draw_legend_point(legend, i * step, BAR_DOWN),
        };
        double at = (i + 0.5) / BAR_STEPS;
        cw_draw_style style = cw_draw_fill(color_at(at * at));
        // A line of the same colour covers the seam.
        style.stroke = style.fill;
        style.width = 0.1;
        cw_draw_polygon(drawing->sink, box, 4, &style);
    }
}

/// The numbers of the scale, from the largest; one that would run into the last is left out.
static void draw_numbers(const clearance_drawing *drawing, const cw_draw_legend *legend) {
    cw_draw_style style = cw_draw_stroke(cw_draw_ink, 0.15, 0);
    double room = INFINITY; /* from the left up to the number on the right, which is there */
    for (uint32_t tick = 0; tick <= BAR_TICKS; ++tick) {
        double share = (double)(BAR_TICKS - tick) / BAR_TICKS, at = sqrt(share) * BAR_LENGTH;
        double base = BAR_DOWN + BAR_HEIGHT;
        cw_draw_segment(drawing->sink, cw_draw_legend_point(legend, at, base),
                        cw_draw_legend_point(legend, at, base + 0.9), &style);
        char number[32];
        snprintf(number, sizeof number, "%.3g", share * drawing->range);
        double half = cw_draw_legend_width(number) / 2;
        if (at + half + NUMBER_GAP <= room) {
            cw_draw_text(drawing->sink, cw_draw_legend_point(legend, at, base + 3),
                         legend->text_height, number, cw_draw_ink);
            room = at - half;
        }
    }
    cw_draw_legend_text(
        legend, drawing->sink,
        cw_draw_legend_point(legend, BAR_LENGTH + LEGEND_GAP, BAR_DOWN + BAR_HEIGHT / 2), MEANING);
}

static cw_status draw(clearance_drawing *drawing) {
    for (uint32_t cell = 0; cell < drawing->mesh->cell_count; ++cell) {
        CW_TRY(collect_cell(drawing, cell));
    }
    if (drawing->crosses.count > 0) {
        qsort(drawing->crosses.items, drawing->crosses.count, sizeof *drawing->crosses.items,
              compare);
    }
    choose_range(drawing);
    CW_TRY(draw_ground(drawing));
    for (uint32_t i = 0; i < drawing->crosses.count; ++i) {
        CW_TRY(draw_band(drawing, &drawing->crosses.items[i]));
    }
    cw_draw_legend legend =
        cw_draw_legend_make(cw_draw_navmesh_bounds(drawing->mesh), drawing->scale);
    draw_bar(drawing, &legend);
    draw_numbers(drawing, &legend);
    return CW_OK;
}

cw_status cw_draw_clearance(cw_context *context, const cw_clearance *clearance,
                            const cw_draw_sink *sink) {
    CW_ASSERT(context != NULL && clearance != NULL && sink != NULL);
    clearance_drawing drawing = {
        .context = context,
        .clearance = clearance,
        .mesh = clearance->mesh,
        .sink = sink,
        .scale = cw_draw_pen_make(sink, cw_draw_navmesh_bounds(clearance->mesh), 0).scale,
    };
    cw_status status = draw(&drawing);
    CW_ARRAY_FREE(context, &drawing.crosses);
    CW_ARRAY_FREE(context, &drawing.curve);
    CW_ARRAY_FREE(context, &drawing.band);
    return status;
}
