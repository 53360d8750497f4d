/// A mesh seen from the side and above.
///
/// Parallel projection: the plan is turned by the azimuth and tilted, so that (x, y, z) appears at
/// (x', y' cos tilt + z sin tilt). Phases: 1 facets: each flat cell, and each triangle of the
/// others; 2 risers: where two facets of a cell, or two cells, meet in plan at different heights; 3
/// rims: an upright strip on every wall; 4 painting: by levels (levels.c), as upper floors hide
/// lower ones from any place above, and inside a level from far to near; 5 links; 6 paths, sampled
/// along the floor.
///
/// Edges of facets are matched by their ends on the coarse lattice. Cost: linear except for
/// sorting.
#include "clearway/edges.h"
#include "draw/floors.h"
#include "draw/parts/coloring.h"
#include "draw/path/path.h"
#include "geom/angle.h"
#include "geom/lattice.h"
#include "geom/order.h"

#include <math.h>

/// Metres: heights that differ by less are joined without a riser.
static const double LEAST_RISER = 1e-3;
/// Metres between places of a path.
static const double PATH_STEP = 0.05;
/// Brightness of a floor that slopes away from the light by 45 degrees, and of risers.
static const double SLOPE_SHADE = 0.72;
static const double RISER_SHADE = 0.62;
/// How much of the rims of walls is seen.
static const double RIM_OPACITY = 0.28;
static const double RIM_LINE_OPACITY = 0.75;
/// Widths in millimetres: seams between facets, the edges of rims and risers, ways and their rims.
static const double SEAM_WIDTH = 0.1;
static const double EDGE_WIDTH = 0.16;
static const double WAY_WIDTH = 0.7;
static const double WAY_RIM = 0.3;
static const double END_DOT = 0.9;

/// Something with corners in space that is painted at once.
typedef struct panel {
    uint32_t first, count; ///< corners in slanting.corners
    uint32_t level;
    uint32_t rank; ///< at equal distance: floors, then risers, then rims, then portals
    double depth;  ///< of its farthest corner; more is nearer
    cw_draw_style style;
    bool upright; ///< its lines run along its lower and upper edge only
} panel;

/// An edge of a facet, found by its ends.
typedef struct facet_edge {
    cw_vec3 from, to;
    uint32_t cell;
} facet_edge;

typedef struct slanting {
    cw_context *context;
    const cw_navmesh *mesh;
    const cw_draw_view *view;
    const cw_draw_sink *sink;
    double cos_azimuth, sin_azimuth, cos_tilt, sin_tilt;
    cw_draw_net net;
    cw_draw_levels levels;
    uint32_t *colors;
    CW_ARRAY(cw_vec3) corners;
    CW_ARRAY(panel) panels;
    CW_ARRAY(facet_edge) edges; ///< of the current cell
    CW_ARRAY(cw_keyed) keys;
    CW_ARRAY(cw_vec2) points;
} slanting;

cw_draw_view cw_draw_view_default(void) {
    return (cw_draw_view){.azimuth = CW_PI / 6, .tilt = CW_PI * 5 / 18, .wall_height = 0.35};
}

static cw_vec2 project(const slanting *s, cw_vec3 p) {
    double x = p.x * s->cos_azimuth - p.y * s->sin_azimuth;
    double y = p.x * s->sin_azimuth + p.y * s->cos_azimuth;
    return (cw_vec2){x, y * s->cos_tilt + p.z * s->sin_tilt};
}

/// Grows towards the eye.
static double depth_of(const slanting *s, cw_vec3 p) {
    double y = p.x * s->sin_azimuth + p.y * s->cos_azimuth;
    return p.z * s->cos_tilt - y * s->sin_tilt;
}

static void set_view(slanting *s, const cw_draw_view *view) {
    s->view = view;
    s->cos_azimuth = cos(view->azimuth);
    s->sin_azimuth = sin(view->azimuth);
    s->cos_tilt = cos(view->tilt);
    s->sin_tilt = sin(view->tilt);
}

cw_draw_bounds cw_draw_slanted_bounds(const cw_navmesh *mesh, const cw_draw_view *view) {
    cw_draw_view chosen = view != NULL ? *view : cw_draw_view_default();
    slanting s = {.mesh = mesh};
    set_view(&s, &chosen);
    cw_draw_bounds bounds = {{0, 0}, {0, 0}};
    bool empty = true;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        cw_vec3 p = mesh->positions[i];
        cw_vec2 low = project(&s, p);
        p.z += chosen.wall_height;
        cw_vec2 high = project(&s, p);
        cw_draw_bounds_add(&bounds, &empty, low.x, low.y);
        cw_draw_bounds_add(&bounds, &empty, high.x, high.y);
    }
    return bounds;
}

// --- panels --------------------------------------------------------------------------------------

static cw_status add_panel(slanting *s, const cw_vec3 *corners, uint32_t count, uint32_t level,
                           uint32_t rank, cw_draw_style style) {
    panel added = {s->corners.count, count, level, rank, INFINITY, style, rank > 0};
    for (uint32_t i = 0; i < count; i++) {
        CW_TRY(CW_ARRAY_PUSH(s->context, &s->corners, corners[i]));
        added.depth = fmin(added.depth, depth_of(s, corners[i]));
    }
    return CW_ARRAY_PUSH(s->context, &s->panels, added);
}

static cw_color shaded(cw_color color, double shade) {
    return (cw_color){color.red * shade, color.green * shade, color.blue * shade, color.alpha};
}

/// The fill of a floor: darker where it slopes.
static cw_draw_style floor_style(const slanting *s, uint32_t cell, const cw_vec3 *corners,
                                 uint32_t count) {
    double x = 0, y = 0, z = 0; /* Newell's normal */
    for (uint32_t i = 0; i < count; i++) {
        cw_vec3 a = corners[i], b = corners[(i + 1) % count], o = corners[0];
        x += (a.y - b.y) * (a.z + b.z - 2 * o.z);
        y += (a.z - b.z) * (a.x + b.x - 2 * o.x);
        z += (a.x - b.x) * (a.y + b.y - 2 * o.y);
    }
    double length = sqrt(x * x + y * y + z * z);
    double steep = length > 0 ? 1 - z / length : 0; /* 0.29 at 45 degrees */
    double shade = 1 - (1 - SLOPE_SHADE) * fmin(steep / 0.29, 1);
    cw_draw_style style = cw_draw_fill(shaded(cw_draw_palette(s->colors[cell]), shade));
    style.stroke = style.fill;
    style.width = SEAM_WIDTH;
    return style;
}

static cw_status add_riser(slanting *s, uint32_t cell, cw_vec3 a, cw_vec3 b, double a_other,
                           double b_other) {
    if (fmax(fabs(a.z - a_other), fabs(b.z - b_other)) < LEAST_RISER) {
        return CW_OK;
    }
    const cw_vec3 corners[4] = {a, b, {b.x, b.y, b_other}, {a.x, a.y, a_other}};
    cw_draw_style style = cw_draw_fill(shaded(cw_draw_palette(s->colors[cell]), RISER_SHADE));
    style.stroke = cw_draw_faded(cw_draw_ink, RIM_LINE_OPACITY);
    style.width = EDGE_WIDTH / 2;
    return add_panel(s, corners, 4, s->levels.level[cell], 1, style);
}

static cw_status add_rim(slanting *s, uint32_t cell, cw_vec3 a, cw_vec3 b) {
    double rise = s->view->wall_height;
    const cw_vec3 corners[4] = {a, b, {b.x, b.y, b.z + rise}, {a.x, a.y, a.z + rise}};
    cw_draw_style style = cw_draw_fill(cw_draw_faded(cw_draw_ink, RIM_OPACITY));
    style.stroke = cw_draw_faded(cw_draw_ink, RIM_LINE_OPACITY);
    style.width = EDGE_WIDTH;
    return add_panel(s, corners, 4, s->levels.level[cell], 2, style);
}

// --- facets --------------------------------------------------------------------------------------

static cw_status add_facet(slanting *s, uint32_t cell, const uint32_t *vertices, uint32_t count) {
    uint32_t level = s->levels.level[cell], first = s->corners.count;
    const cw_vec3 *positions = s->mesh->positions;
    panel added = {first, count, level, 0, INFINITY, {{0, 0, 0, 0}, {0, 0, 0, 0}, 0, 0}, false};
    for (uint32_t i = 0; i < count; i++) {
        cw_vec3 p = positions[vertices[i]], q = positions[vertices[(i + 1) % count]];
        CW_TRY(CW_ARRAY_PUSH(s->context, &s->corners, p));
        CW_TRY(CW_ARRAY_PUSH(s->context, &s->edges, (facet_edge){p, q, cell}));
        added.depth = fmin(added.depth, depth_of(s, p));
    }
    added.style = floor_style(s, cell, s->corners.items + first, count);
    return CW_ARRAY_PUSH(s->context, &s->panels, added);
}

static cw_status add_facets(slanting *s, uint32_t cell) {
    const cw_navmesh *mesh = s->mesh;
    uint32_t first = 0, end = 0;
    if (mesh->cell_triangle_first != NULL) {
        first = mesh->cell_triangle_first[cell];
        end = mesh->cell_triangle_first[cell + 1];
    }
    for (uint32_t t = first; t < end; t++) {
        CW_TRY(add_facet(s, cell, &mesh->triangles[3 * (size_t)t], 3));
    }
    uint32_t edge = cw_navmesh_cell_begin(mesh, cell);
    return first < end
               ? CW_OK
               : add_facet(s, cell, &mesh->edge_vertex[edge], cw_navmesh_degree(mesh, cell));
}

/// A place on the coarse lattice as one number; places nearly a lattice apart may share it.
static uint64_t place_key(const slanting *s, cw_vec3 p) {
    const cw_lattice *lattice = &s->mesh->lattice;
    double x = floor((p.x - lattice->origin_x) / lattice->step + 0.5);
    double y = floor((p.y - lattice->origin_y) / lattice->step + 0.5);
    return (uint64_t)(int64_t)x << 32 | ((uint64_t)(int64_t)y & 0xffffffffu);
}

/// A number that is the same for an edge and the one that runs along it the other way.
static uint64_t edge_key(const slanting *s, const facet_edge *edge) {
    uint64_t a = place_key(s, edge->from), b = place_key(s, edge->to);
    return cw_mix(a < b ? a : b) ^ (a < b ? b : a);
}

static double distance_to_line(cw_vec3 a, cw_vec3 b, cw_vec3 p) {
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    return length > 0 ? fabs(x * (p.y - a.y) - y * (p.x - a.x)) / length : INFINITY;
}

/// The edge of a cell that a border edge of its facets runs along, in the same direction.
static uint32_t cell_edge_along(const slanting *s, const facet_edge *edge) {
    const cw_navmesh *mesh = s->mesh;
    double noise = 4 * mesh->lattice.step;
    uint32_t end = cw_navmesh_cell_end(mesh, edge->cell);
    for (uint32_t e = cw_navmesh_cell_begin(mesh, edge->cell); e < end; e++) {
        cw_vec3 a = mesh->positions[mesh->edge_vertex[e]];
        cw_vec3 b = mesh->positions[mesh->edge_vertex[cw_draw_net_next(&s->net, e)]];
        double along_x = b.x - a.x, along_y = b.y - a.y;
        double middle_x = 0.5 * (edge->from.x + edge->to.x) - a.x;
        double middle_y = 0.5 * (edge->from.y + edge->to.y) - a.y;
        double share = middle_x * along_x + middle_y * along_y;
        bool beside = share >= 0 && share <= along_x * along_x + along_y * along_y;
        bool same =
            (edge->to.x - edge->from.x) * along_x + (edge->to.y - edge->from.y) * along_y > 0;
        if (beside && same && distance_to_line(a, b, edge->from) <= noise &&
            distance_to_line(a, b, edge->to) <= noise) {
            return e;
        }
    }
    return CW_NONE;
}

/// A dashed line, over both of its cells.
static cw_status add_portal(slanting *s, const facet_edge *edge, uint32_t other) {
    if (!s->view->portals) {
        return CW_OK;
    }
    uint32_t own = s->levels.level[edge->cell], theirs = s->levels.level[other];
    const cw_vec3 ends[2] = {edge->from, edge->to};
    CW_TRY(add_panel(s, ends, 2, own > theirs ? own : theirs, 3,
                     cw_draw_stroke(cw_draw_faded(cw_draw_ink, 0.5), EDGE_WIDTH, 1)));
    panel *added = &s->panels.items[s->panels.count - 1];
    added->depth = INFINITY; /* nearest of its level */
    added->upright = false;
    return CW_OK;
}

/// An edge of a facet that no other facet of the cell has: a wall, or beside another cell.
static cw_status add_border(slanting *s, const facet_edge *edge) {
    const cw_navmesh *mesh = s->mesh;
    uint32_t e = cell_edge_along(s, edge);
    if (e == CW_NONE) {
        return CW_OK;
    }
    if (mesh->edge_twin[e] == CW_NONE) {
        return add_rim(s, edge->cell, edge->from, edge->to);
    }
    uint32_t other = mesh->edge_cell[mesh->edge_twin[e]];
    if (other < edge->cell) {
        return CW_OK; /* its own facets were looked at */
    }
    CW_TRY(add_portal(s, edge, other));
    double share = 0.02; /* steps may end at the corners: asked a little beside them */
    cw_vec2 a = {edge->from.x + share * (edge->to.x - edge->from.x),
                 edge->from.y + share * (edge->to.y - edge->from.y)};
    cw_vec2 b = {edge->to.x + share * (edge->from.x - edge->to.x),
                 edge->to.y + share * (edge->from.y - edge->to.y)};
    return add_riser(s, edge->cell, edge->from, edge->to, cw_navmesh_height(mesh, other, a),
                     cw_navmesh_height(mesh, other, b));
}

/// Matches the edges of the facets of one cell.
static cw_status match_edges(slanting *s) {
    uint32_t count = s->edges.count;
    s->keys.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(s->context, &s->keys, 2 * (size_t)count));
    for (uint32_t i = 0; i < count; i++) {
        s->keys.items[i] = (cw_keyed){edge_key(s, &s->edges.items[i]), i};
    }
    cw_keyed_sort_in_place(s->keys.items, count);
    for (uint32_t i = 0; i < count;) {
        const facet_edge *edge = &s->edges.items[s->keys.items[i].item];
        if (i + 1 < count && s->keys.items[i + 1].key == s->keys.items[i].key) {
            const facet_edge *other = &s->edges.items[s->keys.items[i + 1].item];
            CW_TRY(add_riser(s, edge->cell, edge->from, edge->to, other->to.z, other->from.z));
            i += 2;
        } else {
            CW_TRY(add_border(s, edge));
            i++;
        }
    }
    return CW_OK;
}

// --- painting ------------------------------------------------------------------------------------

/// From low to high, from far to near, then in the order of their making.
static uint64_t panel_key(const panel *p, double low, double scale) {
    double share = isfinite(p->depth) ? (p->depth - low) * scale : INFINITY;
    uint64_t depth = (uint64_t)fmin(fmax(share, 0), 1099511627775.0);
    return (uint64_t)p->level << 44 | depth << 2 | p->rank;
}

static cw_status sort_panels(slanting *s) {
    uint32_t count = s->panels.count;
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double depth = s->panels.items[i].depth;
        low = fmin(low, depth);
        high = isfinite(depth) ? fmax(high, depth) : high;
    }
    double scale = high > low ? 1099511627775.0 / (high - low) : 0; /* 2^40 - 1 */
    s->keys.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(s->context, &s->keys, 2 * (size_t)count));
    for (uint32_t i = 0; i < count; i++) {
        s->keys.items[i] = (cw_keyed){panel_key(&s->panels.items[i], low, scale), i};
    }
    cw_keyed_sort_in_place(s->keys.items, count);
    return CW_OK;
}

static cw_status paint_panels(slanting *s) {
    CW_TRY(sort_panels(s));
    for (uint32_t i = 0; i < s->panels.count; i++) {
        const panel *p = &s->panels.items[s->keys.items[i].item];
        s->points.count = 0;
        for (uint32_t k = 0; k < p->count; k++) {
            CW_TRY(
                CW_ARRAY_PUSH(s->context, &s->points, project(s, s->corners.items[p->first + k])));
        }
        cw_draw_style fill = p->style;
        if (p->count == 2) {
            cw_draw_segment(s->sink, s->points.items[0], s->points.items[1], &fill);
        } else if (p->upright) {
            cw_draw_style line = cw_draw_stroke(p->style.stroke, p->style.width, 0);
            fill.stroke.alpha = 0;
            cw_draw_polygon(s->sink, s->points.items, p->count, &fill);
            cw_draw_segment(s->sink, s->points.items[0], s->points.items[1], &line);
            cw_draw_segment(s->sink, s->points.items[2], s->points.items[3], &line);
        } else {
            cw_draw_polygon(s->sink, s->points.items, p->count, &fill);
        }
    }
    return CW_OK;
}

static void paint_links(const slanting *s) {
    cw_draw_style style = cw_draw_stroke(cw_draw_accent, EDGE_WIDTH * 2, 1);
    for (uint32_t i = 0; i < s->mesh->link_count; i++) {
        const cw_link *link = &s->mesh->links[i];
        for (int k = 0; k < 2; k++) {
            cw_draw_segment(s->sink, project(s, link->from_edge[k]), project(s, link->to_edge[k]),
                            &style);
        }
    }
}

// --- paths ---------------------------------------------------------------------------------------

/// Appends a place of the way, on the floor nearest to a height, which becomes that floor's.
static cw_status add_place(slanting *s, cw_vec2 at, double *height) {
    uint32_t cell = cw_navmesh_locate(s->mesh, (cw_vec3){at.x, at.y, *height});
    *height = cell != CW_NONE ? cw_navmesh_height(s->mesh, cell, at) : *height;
    return CW_ARRAY_PUSH(s->context, &s->points, project(s, (cw_vec3){at.x, at.y, *height}));
}

/// A place on a leg, from 0 to 1.
static cw_vec2 leg_place(const cw_path_leg *leg, double share) {
    if (!leg->arc) {
        return (cw_vec2){leg->from.x + share * (leg->to.x - leg->from.x),
                         leg->from.y + share * (leg->to.y - leg->from.y)};
    }
    double ax = leg->from.x - leg->center.x, ay = leg->from.y - leg->center.y;
    double bx = leg->to.x - leg->center.x, by = leg->to.y - leg->center.y;
    double angle = atan2(ax * by - ay * bx, ax * bx + ay * by);
    angle += leg->ccw && angle < 0 ? 2 * CW_PI : !leg->ccw && angle > 0 ? -2 * CW_PI : 0;
    double c = cos(share * angle), d = sin(share * angle);
    return (cw_vec2){leg->center.x + c * ax - d * ay, leg->center.y + d * ax + c * ay};
}

/// Draws a stretch of a way, and begins a new one.
static void paint_way(slanting *s, cw_color color, double dash) {
    cw_draw_style rim = cw_draw_stroke(cw_draw_paper, WAY_WIDTH + WAY_RIM, 0);
    cw_draw_style line = cw_draw_stroke(color, WAY_WIDTH, dash);
    if (s->points.count > 1) {
        cw_draw_line(s->sink, s->points.items, s->points.count, &rim);
        cw_draw_line(s->sink, s->points.items, s->points.count, &line);
    }
    s->points.count = 0;
}

/// Appends the places of a leg on the floor.
static cw_status add_leg(slanting *s, const cw_path_leg *leg, double *height) {
    double x = leg->to.x - leg->from.x, y = leg->to.y - leg->from.y;
    double length = sqrt(x * x + y * y) * (leg->arc ? 2 : 1);
    uint32_t parts = 1 + (uint32_t)fmin(length / PATH_STEP, 1e6);
    for (uint32_t k = 0; k <= parts; k++) {
        CW_TRY(add_place(s, leg_place(leg, (double)k / parts), height));
    }
    return CW_OK;
}

/// A way on the floor, dashed where it crosses links through the air.
static cw_status paint_path(slanting *s, const cw_path *path, cw_color color) {
    double height = path->leg_count > 0 ? path->legs[0].from.z : 0;
    cw_draw_style dot = cw_draw_fill(color);
    cw_vec2 first = {0, 0}, last = {0, 0};
    s->points.count = 0;
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *leg = &path->legs[i];
        if (leg->link) {
            paint_way(s, color, 0);
            CW_TRY(CW_ARRAY_PUSH(s->context, &s->points, project(s, leg->from)));
            CW_TRY(CW_ARRAY_PUSH(s->context, &s->points, project(s, leg->to)));
            height = leg->to.z;
        } else {
            CW_TRY(add_leg(s, leg, &height));
        }
        first = i == 0 ? s->points.items[0] : first;
        last = s->points.items[s->points.count - 1];
        if (leg->link) {
            paint_way(s, color, CW_DRAW_PROPOSED_DASH);
        }
    }
    paint_way(s, color, 0);
    if (path->leg_count > 0) {
        cw_draw_dot(s->sink, first, END_DOT, &dot);
        cw_draw_dot(s->sink, last, END_DOT, &dot);
    }
    return CW_OK;
}

// --- the drawing ---------------------------------------------------------------------------------

static cw_status draw(slanting *s, const cw_path *paths, uint32_t path_count) {
    CW_TRY(cw_draw_levels_make(s->context, &s->net, &s->levels));
    CW_TRY(CW_ALLOCATE(s->context, s->colors, s->mesh->cell_count));
    CW_TRY(cw_draw_color_faces(s->context, &s->net, s->colors));
    for (uint32_t cell = 0; cell < s->mesh->cell_count; cell++) {
        s->edges.count = 0;
        CW_TRY(add_facets(s, cell));
        CW_TRY(match_edges(s));
    }
    CW_TRY(paint_panels(s));
    paint_links(s);
    for (uint32_t i = 0; i < path_count; i++) {
        if (cw_draw_path_has_way(&paths[i])) {
            CW_TRY(paint_path(s, &paths[i], cw_draw_path_color(i)));
        }
    }
    return CW_OK;
}

cw_status cw_draw_slanted(cw_context *context, const cw_navmesh *mesh, const cw_path *paths,
                          uint32_t path_count, const cw_draw_view *view, const cw_draw_sink *sink) {
    cw_draw_view chosen = view != NULL ? *view : cw_draw_view_default();
    slanting s = {.context = context, .mesh = mesh, .sink = sink, .net = cw_draw_net_of_mesh(mesh)};
    set_view(&s, &chosen);
    cw_status status = draw(&s, paths, path_count);
    cw_draw_levels_free(context, &s.levels);
    CW_RELEASE(context, s.colors, mesh->cell_count);
    CW_ARRAY_FREE(context, &s.corners);
    CW_ARRAY_FREE(context, &s.panels);
    CW_ARRAY_FREE(context, &s.edges);
    CW_ARRAY_FREE(context, &s.keys);
    CW_ARRAY_FREE(context, &s.points);
    return status;
}
