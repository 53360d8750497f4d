/// Drops and jumps, found in a scene.
///
/// Phases: each wall is cut into pieces of at most SPACING; from the middle of each one looks
/// straight outwards, up to the widest gap, for the first level floor, and for the first lower one;
/// the air on the way there has to be free. Pieces beside each other whose landings lie on one line
/// become one link. Floors are asked for at steps of STRIDE, and the place where one begins is then
/// found by halving.
///
/// Cost: the length of the walls over SPACING, times the widest gap over STRIDE.
#include "navmesh/links/links.h"

#include <math.h>

/// Metres: length of the pieces of walls; steps on the way outwards; how exactly the place where a
/// floor begins is found.
static const double SPACING = 0.25, STRIDE = 0.05, EXACTLY = 1e-7;
/// Metres by which links keep inside the floors at both ends, so that both are surely on them; and
/// by which a gap or a drop may exceed what was asked for, since files and the lattice round.
static const double INSIDE = 1e-4;
/// Metres: how far off a drop may land in plan; where it lands when the floor below goes on under
/// the edge.
static const double DROP_REACH = 0.5, CLEAR_OF_EDGE = 0.3;
/// Metres between heights at which floors below are asked for. Floors above each other are at least
/// the height of a walker apart, so none is passed over.
static const double PROBE = 0.5;
/// Metres by which landings of one link may be off the line, and the column of air over a landing.
static const double OFF_LINE = 0.01, COLUMN = 0.05;
/// Metres: the deepest drops and the widest jumps on offer; nobody survives more.
static const double DEEPEST = 1000, WIDEST = 100;
/// How much a straight row of walls may turn, as a sine: what rounding makes of it.
static const double STRAIGHT = 1e-6;
/// Most pieces of one wall; those of more than 250 km are longer.
static const double MOST_PIECES = 1e6;
/// Edges between two words of progress.
enum { PROGRESS = 256 };

typedef struct finder {
    cw_context *context;
    const cw_navmesh *mesh;
    const cw_link_config *config;
    cw_air *air;
    cw_link_list found;
    cw_link_report report;
} finder;

/// A place from which one looks outwards, and what is there.
typedef struct outlook {
    cw_vec3 at;    ///< on the floor
    cw_vec2 out;   ///< unit, outwards
    bool lands;    ///< there is a link
    cw_vec3 there; ///< where it ends
    cw_link_kind kind;
    uint32_t from, cell; ///< here and there
} outlook;

typedef CW_ARRAY(outlook) outlooks;

/// How far below one looks for floors, in metres, and how far off.
typedef struct range {
    double shallowest, deepest, farthest;
} range;

static cw_vec3 along(const outlook *look, double distance) {
    return (cw_vec3){look->at.x + distance * look->out.x, look->at.y + distance * look->out.y,
                     look->at.z};
}

/// The highest floor at a distance whose height is in the range; CW_NONE for none.
static uint32_t floor_at(const finder *f, const outlook *look, const range *r, double distance,
                         double *height) {
    cw_vec3 place = along(look, distance);
    double high = look->at.z - r->shallowest, low = look->at.z - r->deepest;
    for (double below = 0; below <= r->deepest - r->shallowest + PROBE; below += PROBE) {
        place.z = high - below;
        uint32_t cell = cw_navmesh_locate(f->mesh, place);
        if (cell == CW_NONE) {
            return CW_NONE;
        }
        *height = cw_navmesh_height(f->mesh, cell, (cw_vec2){place.x, place.y});
        if (*height <= high && *height >= low) {
            return cell;
        }
    }
    return CW_NONE;
}

/// Whether a body can go from one place to the other: over the edge, and down at the landing.
static bool is_free(const finder *f, const outlook *look) {
    double top = fmax(look->at.z, look->there.z);
    cw_vec2 from = {look->at.x, look->at.y}, to = {look->there.x, look->there.y};
    double x = to.x - from.x, y = to.y - from.y, length = sqrt(x * x + y * y);
    double back = fmin(length / 2, COLUMN) / length;
    cw_vec2 before = {to.x - back * x, to.y - back * y};
    return cw_air_is_free(f->air, from, to, top + f->config->step, top + f->config->height) &&
           cw_air_is_free(f->air, before, to, look->there.z + f->config->step,
                          top + f->config->height);
}

/// Where the floor begins that was found at a distance, and not a stride before.
static double begin_of(const finder *f, const outlook *look, const range *r, double distance) {
    double low = fmax(distance - STRIDE, 0), high = distance, height;
    while (high - low > EXACTLY) {
        double middle = (low + high) / 2;
        if (floor_at(f, look, r, middle, &height) != CW_NONE) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high + INSIDE;
}

/// Where one lands that looks onto a floor at a distance.
static double landing(const finder *f, const outlook *look, const range *r, double distance) {
    double height, under;
    if (distance > INSIDE + STRIDE / 2) {
        return begin_of(f, look, r, distance);
    }
    /* The floor begins at the wall, or goes on below it: then one lands clear of the edge. */
    cw_vec3 inside = along(look, -2 * INSIDE);
    floor_at(f, look, r, distance, &height);
    inside.z = height;
    uint32_t cell = cw_navmesh_locate(f->mesh, inside);
    under = cell == CW_NONE ? INFINITY
                            : cw_navmesh_height(f->mesh, cell, (cw_vec2){inside.x, inside.y});
    if (fabs(under - height) < f->config->step &&
        floor_at(f, look, r, CLEAR_OF_EDGE, &under) != CW_NONE &&
        fabs(under - height) < f->config->step) {
        return CLEAR_OF_EDGE;
    }
    return distance;
}

/// Looks outwards for a floor to land on.
static void look_out(const finder *f, const range *r, outlook *look) {
    double height, farthest = r->farthest + 3 * INSIDE;
    uint32_t strides = (uint32_t)ceil((farthest - 2 * INSIDE) / STRIDE);
    look->lands = false;
    for (uint32_t i = 0; i <= strides; i++) {
        double distance = fmin(2 * INSIDE + i * STRIDE, farthest);
        if (floor_at(f, look, r, distance, &height) == CW_NONE) {
            continue;
        }
        if (distance < STRIDE && fabs(height - look->at.z) <= f->config->step) {
            return; /* the other side of a wall without thickness */
        }
        double there = landing(f, look, r, distance);
        look->cell = floor_at(f, look, r, there, &height);
        look->there = along(look, there);
        look->there.z = height;
        bool drops = r->shallowest > 0 && there <= DROP_REACH + 3 * INSIDE;
        look->kind = drops ? CW_LINK_DROP : CW_LINK_JUMP;
        look->lands = look->cell != CW_NONE && look->cell != look->from &&
                      (drops || there <= f->config->jump + 3 * INSIDE) && is_free(f, look);
        return;
    }
}

/// The place in the middle of a piece of a wall, a hair inside.
static outlook stand_at(const finder *f, uint32_t cell, cw_vec3 a, cw_vec3 b, double share) {
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    outlook look = {.out = {y / length, -x / length}, .from = cell};
    look.at =
        (cw_vec3){a.x + share * x - INSIDE * look.out.x, a.y + share * y - INSIDE * look.out.y, 0};
    look.at.z = cw_navmesh_height(f->mesh, cell, (cw_vec2){look.at.x, look.at.y});
    return look;
}

/// Whether a landing goes on with a run of pieces: the same kind, and on the line of its first two.
static bool goes_on(const outlook *looks, uint32_t first, uint32_t at) {
    if (!looks[first].lands || !looks[at].lands || looks[at].kind != looks[first].kind) {
        return false;
    }
    if (at < first + 2) {
        return true;
    }
    double share = (double)(at - first);
    cw_vec3 a = looks[first].there, b = looks[first + 1].there, c = looks[at].there;
    return fabs(a.x + share * (b.x - a.x) - c.x) < OFF_LINE &&
           fabs(a.y + share * (b.y - a.y) - c.y) < OFF_LINE &&
           fabs(a.z + share * (b.z - a.z) - c.z) < OFF_LINE;
}

/// The ends of a run: half a piece beyond the middles of the first and the last.
static void ends_of(cw_vec3 first, cw_vec3 last, uint32_t count, cw_vec3 piece, cw_vec3 ends[2]) {
    double beyond = count > 1 ? 0.5 / (count - 1) : 0;
    cw_vec3 d = {(last.x - first.x) * beyond, (last.y - first.y) * beyond,
                 (last.z - first.z) * beyond};
    if (count == 1) {
        d = (cw_vec3){piece.x / 2, piece.y / 2, piece.z / 2};
    }
    ends[0] = (cw_vec3){first.x - d.x, first.y - d.y, first.z - d.z};
    ends[1] = (cw_vec3){last.x + d.x, last.y + d.y, last.z + d.z};
}

static cw_status add_run(finder *f, const outlook *looks, uint32_t first, uint32_t end,
                         cw_vec3 piece) {
    uint32_t count = end - first;
    double width = sqrt(piece.x * piece.x + piece.y * piece.y) * count;
    if (width < f->config->width) {
        return CW_OK;
    }
    const outlook *middle = &looks[first + count / 2];
    cw_link link = {.kind = middle->kind, .from = middle->from, .to = middle->cell};
    ends_of(looks[first].at, looks[end - 1].at, count, piece, link.from_edge);
    ends_of(looks[first].there, looks[end - 1].there, count, piece, link.to_edge);
    bool drops = link.kind == CW_LINK_DROP;
    *(drops ? &f->report.drop_count : &f->report.jump_count) += 1;
    *(drops ? &f->report.drop_width : &f->report.jump_width) += width;
    return CW_ARRAY_PUSH(f->context, &f->found, link);
}

static cw_vec3 wall_end(const cw_navmesh *mesh, uint32_t wall, bool last) {
    uint32_t edge = last ? cw_navmesh_next(mesh, mesh->edge_cell[wall], wall) : wall;
    return mesh->positions[mesh->edge_vertex[edge]];
}

/// Whether one wall goes straight on with the next.
static bool is_straight(const cw_navmesh *mesh, uint32_t wall, uint32_t next) {
    cw_vec3 a = wall_end(mesh, wall, false), b = wall_end(mesh, wall, true);
    cw_vec3 c = wall_end(mesh, next, true);
    double x = b.x - a.x, y = b.y - a.y, u = c.x - b.x, v = c.y - b.y;
    return x * u + y * v > 0 && fabs(x * v - y * u) < STRAIGHT * (x * u + y * v);
}

/// The end of the straight row of walls that begins with one.
static cw_vec3 end_of_row(const cw_navmesh *mesh, uint32_t first) {
    uint32_t wall = first, next = cw_navmesh_next_wall(mesh, first);
    for (uint32_t i = 0; i < mesh->edge_count && next != first; i++) {
        if (!is_straight(mesh, wall, next)) {
            break;
        }
        wall = next;
        next = cw_navmesh_next_wall(mesh, wall);
    }
    return wall_end(mesh, wall, true);
}

/// Looks out from all pieces of a straight row of walls.
static cw_status look_from_row(finder *f, uint32_t first, cw_vec3 end, uint32_t count,
                               const range *r, outlooks *looks) {
    const cw_navmesh *mesh = f->mesh;
    cw_vec3 a = wall_end(mesh, first, false);
    uint32_t wall = first;
    looks->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        double share = (i + 0.5) / count;
        cw_vec3 here = {a.x + share * (end.x - a.x), a.y + share * (end.y - a.y), 0};
        cw_vec3 last = wall_end(mesh, wall, true);
        while ((last.x - here.x) * (end.x - a.x) + (last.y - here.y) * (end.y - a.y) < 0) {
            wall = cw_navmesh_next_wall(mesh, wall);
            last = wall_end(mesh, wall, true);
        }
        outlook look = stand_at(f, mesh->edge_cell[wall], a, end, share);
        look_out(f, r, &look);
        CW_TRY(CW_ARRAY_PUSH(f->context, looks, look));
    }
    return CW_OK;
}

/// Looks out from the row of walls that begins with one, and joins what lies beside each other.
static cw_status look_from_wall(finder *f, uint32_t first, const range *r, outlooks *looks) {
    cw_vec3 a = wall_end(f->mesh, first, false), b = end_of_row(f->mesh, first);
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    if (length < f->config->width) {
        return CW_OK;
    }
    uint32_t count = (uint32_t)fmin(ceil(length / SPACING), MOST_PIECES);
    cw_vec3 piece = {x / count, y / count, 0};
    CW_TRY(look_from_row(f, first, b, count, r, looks));
    for (uint32_t at = 0, end; at < count; at = end) {
        for (end = at + 1; end < count && goes_on(looks->items, at, end); end++) {
        }
        if (looks->items[at].lands) {
            CW_TRY(add_run(f, looks->items, at, end, piece));
        }
    }
    return CW_OK;
}

/// Looks from a row of walls for floors that are level, and for lower ones.
static cw_status look_both_ways(finder *f, uint32_t first, outlooks *looks) {
    const cw_link_config *c = f->config;
    if (c->jump > 0) {
        range level = {-c->step, c->step, c->jump};
        CW_TRY(look_from_wall(f, first, &level, looks));
    }
    if (c->drop > c->step) {
        double above = nextafter(c->step, INFINITY);
        range down = {above, c->drop + INSIDE, fmax(c->jump, DROP_REACH)};
        CW_TRY(look_from_wall(f, first, &down, looks));
    }
    return CW_OK;
}

/// Whether a wall begins a straight row.
static bool begins_row(const cw_navmesh *mesh, uint32_t wall) {
    return mesh->edge_twin[wall] == CW_NONE &&
           !is_straight(mesh, cw_navmesh_previous_wall(mesh, wall), wall);
}

static cw_status look_from_walls(finder *f) {
    outlooks looks = {0};
    cw_status status = CW_OK;
    for (uint32_t edge = 0; edge < f->mesh->edge_count && status == CW_OK; edge++) {
        if (begins_row(f->mesh, edge)) {
            status = look_both_ways(f, edge, &looks);
        }
        if (edge % PROGRESS == 0 && status == CW_OK) {
            status = cw_progress(f->context, "links", (double)edge / f->mesh->edge_count);
        }
    }
    CW_ARRAY_FREE(f->context, &looks);
    return status;
}

cw_link_config cw_link_config_default(void) {
    return (cw_link_config){.height = 2, .step = 0.4, .width = 0.5};
}

static cw_status check_config(cw_context *context, const cw_link_config *config) {
    const struct {
        const char *name;
        double value, low, high;
    } fields[] = {
        {"drop", config->drop, 0, DEEPEST},
        {"jump", config->jump, 0, WIDEST},
        {"height", config->height, EXACTLY, CW_COORDINATE_LIMIT},
        {"step", config->step, 0, CW_COORDINATE_LIMIT},
        {"width", config->width, STRIDE, CW_COORDINATE_LIMIT},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!(fields[i].value >= fields[i].low && fields[i].value <= fields[i].high)) {
            return cw_fail(context, CW_ERROR_ARGUMENT, "%s has to be between %g and %g metres",
                           fields[i].name, fields[i].low, fields[i].high);
        }
    }
    return CW_OK;
}

cw_status cw_navmesh_find_links(cw_context *context, cw_navmesh *mesh, const cw_scene *scene,
                                const cw_link_config *config, cw_link_report *report) {
    CW_ASSERT(context != NULL && mesh != NULL);
    cw_link_config chosen = config != NULL ? *config : cw_link_config_default();
    finder f = {.context = context, .mesh = mesh, .config = &chosen};
    cw_status status = check_config(context, &chosen);
    bool asked = chosen.drop > 0 || chosen.jump > 0;
    if (status == CW_OK && asked) {
        status = cw_air_create(context, scene, &f.air);
        status = status == CW_OK ? look_from_walls(&f) : status;
    }
    if (status == CW_OK && f.found.count > 0) {
        status = cw_links_append(context, mesh, f.found.items, f.found.count);
    }
    if (report != NULL) {
        *report = status == CW_OK ? f.report : (cw_link_report){0};
    }
    cw_air_free(context, f.air);
    CW_ARRAY_FREE(context, &f.found);
    return status;
}
