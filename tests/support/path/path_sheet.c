/// Cutting cells into triangles, walking straight over them, and what can be seen from a place.
#include "check.h"
#include "path_sheet_parts.h"

/// Metres: nearer than this a place counts as on a line.
#define ON_LINE 1e-11
/// Metres: walls that are touched by design do not let a flood pass.
#define CONTACT 2e-10

__extension__ typedef __int128 wide;

// --- Triangles -----------------------------------------------------------------------------------

static int turn_of(cw_point a, cw_point b, cw_point c) {
    wide left = (wide)(b.x - a.x) * (c.y - a.y), right = (wide)(b.y - a.y) * (c.x - a.x);
    return (left > right) - (left < right);
}

static bool same_point(cw_point a, cw_point b) {
    return a.x == b.x && a.y == b.y;
}

/// A cell that is being cut: the edges left, each by its start; `mesh_edge` is CW_NONE for a cut.
typedef struct ring {
    uint32_t *vertices, *edges; ///< edge i leaves vertex i; a mesh edge, or CUT + a half-edge
    uint32_t count;
} ring;

#define CUT 0x80000000u

static bool is_ear(const cw_navmesh *mesh, const ring *left, uint32_t i) {
    uint32_t before = (i + left->count - 1) % left->count, after = (i + 1) % left->count;
    cw_point a = mesh->points[left->vertices[before]], b = mesh->points[left->vertices[i]];
    cw_point c = mesh->points[left->vertices[after]];
    if (turn_of(a, b, c) <= 0) {
        return false;
    }
    for (uint32_t k = 0; k < left->count; k++) {
        cw_point x = mesh->points[left->vertices[k]];
        if (same_point(x, a) || same_point(x, b) || same_point(x, c)) {
            continue;
        }
        if (turn_of(a, b, x) >= 0 && turn_of(b, c, x) >= 0 && turn_of(c, a, x) >= 0) {
            return false;
        }
    }
    return true;
}

/// Joins half-edge h with what lies behind: a cut made before, or a mesh edge, noted in `made_of`.
static void join(sheet *made, uint32_t *edge_half, uint32_t h, uint32_t edge) {
    made->twins[h] = CW_NONE;
    if (edge >= CUT) {
        made->twins[h] = edge - CUT;
        made->twins[edge - CUT] = h;
    } else {
        edge_half[edge] = h;
    }
}

static void cut_cell(const cw_navmesh *mesh, uint32_t cell, sheet *made, uint32_t *edge_half) {
    uint32_t first = mesh->cell_first[cell], count = mesh->cell_first[cell + 1] - first;
    ring left = {malloc(count * sizeof(uint32_t)), malloc(count * sizeof(uint32_t)), count};
    assert_true(left.vertices != NULL && left.edges != NULL);
    for (uint32_t i = 0; i < count; i++) {
        left.vertices[i] = mesh->edge_vertex[first + i];
        left.edges[i] = first + i;
    }
    while (left.count >= 3) {
        uint32_t ear = 0;
        while (ear < left.count && !is_ear(mesh, &left, ear)) {
            ear++;
        }
        if (ear == left.count) {
            fail_msg("cell %u cannot be cut into triangles", cell);
        }
        uint32_t before = (ear + left.count - 1) % left.count, after = (ear + 1) % left.count;
        uint32_t h = 3 * made->triangle_count;
        made->cells[made->triangle_count++] = cell;
        made->corners[h] = left.vertices[before];
        made->corners[h + 1] = left.vertices[ear];
        made->corners[h + 2] = left.vertices[after];
        join(made, edge_half, h, left.edges[before]);
        join(made, edge_half, h + 1, left.edges[ear]);
        made->twins[h + 2] = CW_NONE;
        if (left.count == 3) {
            join(made, edge_half, h + 2, left.edges[after]);
            break;
        }
        left.edges[before] = CUT + h + 2;
        left.count--;
        size_t moved = (left.count - ear) * sizeof(uint32_t);
        memmove(left.vertices + ear, left.vertices + ear + 1, moved);
        memmove(left.edges + ear, left.edges + ear + 1, moved);
    }
    free(left.vertices);
    free(left.edges);
}

/// Tells which vertices are on walls, and how much floor is around each.
static void survey_vertices(sheet *made) {
    for (uint32_t h = 0; h < 3 * made->triangle_count; h++) {
        uint32_t vertex = made->corners[h], next = made->corners[sheet_next(h)];
        cw_vec2 out = plane_sub(made->points[next], made->points[vertex]);
        cw_vec2 back = plane_sub(sheet_from(made, sheet_previous(h)), made->points[vertex]);
        made->around[vertex] += atan2(plane_cross(out, back), plane_dot(out, back));
        if (made->twins[h] == CW_NONE) {
            made->on_wall[vertex] = made->on_wall[next] = true;
        }
    }
}

void sheet_make(const cw_navmesh *mesh, sheet *made) {
    size_t most = mesh->edge_count;
    *made = (sheet){.vertex_count = mesh->vertex_count,
                    .points = malloc((mesh->vertex_count + 1) * sizeof(cw_vec2)),
                    .on_wall = calloc(mesh->vertex_count + 1, sizeof(bool)),
                    .around = calloc(mesh->vertex_count + 1, sizeof(double)),
                    .corners = malloc((3 * most + 1) * sizeof(uint32_t)),
                    .twins = malloc((3 * most + 1) * sizeof(uint32_t)),
                    .cells = malloc((most + 1) * sizeof(uint32_t)),
                    .stamps = calloc(most + 1, sizeof(uint32_t))};
    uint32_t *edge_half = malloc((most + 1) * sizeof *edge_half);
    assert_true(made->points != NULL && made->corners != NULL && made->twins != NULL);
    assert_true(made->on_wall != NULL && made->around != NULL);
    assert_true(made->cells != NULL && made->stamps != NULL && edge_half != NULL);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        made->points[v] = oracle_local(&mesh->lattice, mesh->points[v]);
    }
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        cut_cell(mesh, cell, made, edge_half);
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] != CW_NONE) {
            made->twins[edge_half[e]] = edge_half[mesh->edge_twin[e]];
        }
    }
    free(edge_half);
    survey_vertices(made);
}

void sheet_free(sheet *made) {
    free(made->points);
    free(made->on_wall);
    free(made->around);
    free(made->corners);
    free(made->twins);
    free(made->cells);
    free(made->stamps);
    *made = (sheet){0};
}

cw_vec2 sheet_from(const sheet *floor, uint32_t h) {
    return floor->points[floor->corners[h]];
}

uint32_t sheet_next(uint32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

uint32_t sheet_previous(uint32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}

double sheet_side(const sheet *floor, uint32_t h, cw_vec2 x) {
    cw_vec2 a = sheet_from(floor, h), along = plane_sub(sheet_from(floor, sheet_next(h)), a);
    return plane_cross(along, plane_sub(x, a)) / plane_length(along);
}

uint32_t sheet_locate(const sheet *floor, uint32_t cell, cw_vec2 place) {
    uint32_t best = CW_NONE;
    double depth = -1e-7; // of the best so far: a place on the border may be rounded to outside
    for (uint32_t t = 0; t < floor->triangle_count; t++) {
        if (floor->cells[t] == cell) {
            double least =
                fmin(fmin(sheet_side(floor, 3 * t, place), sheet_side(floor, 3 * t + 1, place)),
                     sheet_side(floor, 3 * t + 2, place));
            if (least > depth) {
                depth = least;
                best = t;
            }
        }
    }
    return best;
}

// --- Walking -------------------------------------------------------------------------------------

/// The half-edge through which the way to `to` leaves a triangle, or CW_NONE when it ends there.
static uint32_t way_out(const sheet *floor, uint32_t triangle, cw_vec2 from, cw_vec2 to,
                        uint32_t entry) {
    uint32_t out = CW_NONE;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        if (h == entry || sheet_side(floor, h, to) >= -ON_LINE) {
            continue;
        }
        if (out == CW_NONE) {
            out = h;
            continue;
        }
        // Behind two edges: the corner between them tells which.
        uint32_t first = sheet_next(out) == h ? out : h, second = first == out ? h : out;
        cw_vec2 corner = sheet_from(floor, second);
        bool left = plane_cross(plane_sub(to, from), plane_sub(corner, from)) > 0;
        out = left ? first : second;
    }
    return out;
}

bool sheet_walk(const sheet *floor, uint32_t *triangle, cw_vec2 from, cw_vec2 to,
                sheet_trail *trail) {
    uint32_t entry = CW_NONE;
    for (uint32_t steps = 0; steps < 4 * floor->triangle_count + 16; steps++) {
        sheet_trail_add(trail, *triangle);
        uint32_t out = way_out(floor, *triangle, from, to, entry);
        if (out == CW_NONE) {
            return true;
        }
        entry = floor->twins[out];
        if (entry == CW_NONE) {
            return false;
        }
        *triangle = entry / 3;
    }
    fail_msg("a straight walk does not end");
    return false;
}

void sheet_trail_add(sheet_trail *trail, uint32_t triangle) {
    if (trail == NULL) {
        return;
    }
    if (trail->count == trail->capacity) {
        trail->capacity = 2 * trail->capacity + 64;
        trail->triangles = realloc(trail->triangles, trail->capacity * sizeof *trail->triangles);
        assert_non_null(trail->triangles);
    }
    trail->triangles[trail->count++] = triangle;
}

double sheet_clearance(sheet *floor, const sheet_trail *trail, const plane_piece *piece,
                       double enough) {
    sheet_trail stack = {0};
    double least = enough;
    floor->stamp++;
    for (uint32_t i = 0; i < trail->count; i++) {
        if (floor->stamps[trail->triangles[i]] != floor->stamp) {
            floor->stamps[trail->triangles[i]] = floor->stamp;
            sheet_trail_add(&stack, trail->triangles[i]);
        }
    }
    while (stack.count > 0) {
        uint32_t triangle = stack.triangles[--stack.count];
        for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
            double distance =
                plane_piece_distance(piece, sheet_from(floor, h), sheet_from(floor, sheet_next(h)));
            uint32_t twin = floor->twins[h];
            if (twin == CW_NONE) {
                least = fmin(least, distance);
            } else if (distance < enough - CONTACT && floor->stamps[twin / 3] != floor->stamp) {
                floor->stamps[twin / 3] = floor->stamp;
                sheet_trail_add(&stack, twin / 3);
            }
        }
    }
    free(stack.triangles);
    return least;
}

// --- Seeing --------------------------------------------------------------------------------------

/// What is still seen: between the directions `right` and `left`, through half-edge h.
typedef struct view {
    uint32_t h;
    cw_vec2 right, left;
} view;

static double sine(cw_vec2 a, cw_vec2 b) {
    return plane_cross(a, b) / (plane_length(a) * plane_length(b));
}

/// The place where the ray from `eye` meets the line of half-edge h.
static cw_vec2 meet(const sheet *floor, uint32_t h, cw_vec2 eye, cw_vec2 ray) {
    cw_vec2 a = sheet_from(floor, h), along = plane_sub(sheet_from(floor, sheet_next(h)), a);
    double across = plane_cross(ray, along);
    double share = across != 0 ? plane_cross(plane_sub(eye, a), ray) / -across : 0;
    return plane_add(a, plane_scale(along, fmin(1, fmax(0, share))));
}

/// Narrows a view to half-edge h; false when nothing is left but a line.
static bool narrow(const sheet *floor, cw_vec2 eye, view *seen, uint32_t h) {
    cw_vec2 right = plane_sub(sheet_from(floor, h), eye);
    cw_vec2 left = plane_sub(sheet_from(floor, sheet_next(h)), eye);
    seen->h = h;
    if (sine(seen->right, right) > 0) {
        seen->right = right;
    }
    if (sine(left, seen->left) > 0) {
        seen->left = left;
    }
    return sine(seen->right, seen->left) > 1e-13;
}

static void look(const sheet *floor, const sheet_eye *eye, view seen) {
    cw_vec2 from = sheet_from(floor, seen.h), to = sheet_from(floor, sheet_next(seen.h));
    if (plane_point_segment(eye->position, from, to) >= eye->range) {
        return;
    }
    uint32_t entry = floor->twins[seen.h];
    if (entry == CW_NONE) {
        if (eye->wall != NULL) {
            eye->wall(eye->user, meet(floor, seen.h, eye->position, seen.right),
                      meet(floor, seen.h, eye->position, seen.left));
        }
        return;
    }
    if (eye->triangle != NULL) {
        eye->triangle(eye->user, entry, seen.right, seen.left);
    }
    uint32_t behind = sheet_previous(entry);
    cw_vec2 apex = plane_sub(sheet_from(floor, behind), eye->position);
    double reach = 1e-11 / plane_length(apex);
    if (eye->vertex != NULL && sine(seen.right, apex) >= -reach &&
        sine(apex, seen.left) >= -reach) {
        eye->vertex(eye->user, behind);
    }
    // The entry runs from the left of the view to its right, as seen from the eye.
    view right = seen, left = seen;
    if (narrow(floor, eye->position, &right, sheet_next(entry))) {
        look(floor, eye, right);
    }
    if (narrow(floor, eye->position, &left, behind)) {
        look(floor, eye, left);
    }
}

void sheet_look(const sheet *floor, const sheet_eye *eye, uint32_t h) {
    view seen = {h, plane_sub(sheet_from(floor, h), eye->position),
                 plane_sub(sheet_from(floor, sheet_next(h)), eye->position)};
    look(floor, eye, seen);
}

typedef struct nearest_wall {
    const sheet *floor;
    cw_vec2 place;
    double distance;
} nearest_wall;

static void measure_wall(void *user, cw_vec2 from, cw_vec2 to) {
    nearest_wall *nearest = user;
    nearest->distance = fmin(nearest->distance, plane_point_segment(nearest->place, from, to));
}

/// The start of a half-edge, where it is on a wall: where floors part, both walls may be hidden.
static void measure_vertex(void *user, uint32_t h) {
    nearest_wall *nearest = user;
    if (nearest->floor->on_wall[nearest->floor->corners[h]]) {
        cw_vec2 at = sheet_from(nearest->floor, h);
        nearest->distance = fmin(nearest->distance, plane_distance(nearest->place, at));
    }
}

double sheet_wall_distance(const sheet *floor, uint32_t triangle, cw_vec2 place) {
    nearest_wall nearest = {floor, place, INFINITY};
    sheet_eye eye = {.position = place,
                     .range = INFINITY,
                     .user = &nearest,
                     .wall = measure_wall,
                     .vertex = measure_vertex};
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        measure_vertex(&nearest, h);
        cw_vec2 from = sheet_from(floor, h), to = sheet_from(floor, sheet_next(h));
        if (floor->twins[h] == CW_NONE) {
            measure_wall(&nearest, from, to);
        } else {
            sheet_look(floor, &eye, h);
        }
    }
    return nearest.distance;
}

// --- Following -----------------------------------------------------------------------------------

/// A way whose room is looked for place by place.
typedef struct sampled {
    const sheet *floor;
    const plane_piece *piece;
    uint32_t triangle; ///< of its start
} sampled;

/// The distance to the nearest wall from a place of the way.
static double room_at(const sampled *way, double share) {
    uint32_t triangle = way->triangle;
    cw_vec2 place = plane_piece_at(way->piece, share);
    return sheet_walk(way->floor, &triangle, way->piece->from, place, NULL)
               ? sheet_wall_distance(way->floor, triangle, place)
               : -1;
}

/// The room along a way on a floor that lies above itself, by looking around from place to place: a
/// flood of triangles near the way comes to floors that the way does not see. Between two places as
/// far apart as there is room to spare there is enough; no more than STEP apart, a millionth of a
/// metre may be missed.
static double look_along(const sampled *way, double enough) {
    const double STEP = 0.002;
    double length = plane_piece_length(way->piece), least = enough;
    for (double s = 0; s <= length && least > enough - 1e-6;) {
        double room = room_at(way, length > 0 ? s / length : 0);
        least = fmin(least, room);
        s += fmax(room - enough, s < length ? fmin(STEP, length - s) : STEP);
    }
    return least;
}

double sheet_follow(sheet *floor, uint32_t *triangle, const plane_piece *piece, double enough) {
    sheet_trail trail = {0};
    sampled way = {floor, piece, *triangle};
    double clearance = -1;
    if (sheet_walk(floor, triangle, piece->from, piece->to, &trail)) {
        clearance = sheet_clearance(floor, &trail, piece, enough);
        if (floor->stacked && clearance < enough - CONTACT) {
            clearance = look_along(&way, enough);
        }
    }
    free(trail.triangles);
    return clearance;
}
