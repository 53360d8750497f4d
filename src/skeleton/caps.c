/// Caps: walls of no length that round a corner, so that it does not run far ahead of its walls.
///
/// A corner that turns by w between its walls runs 1 / cos(w / 2) times as fast as they do. k caps
/// in equal turns make k + 1 corners of w / (k + 1). Ends of barriers (half a turn) and axes of
/// spirals (more) have no speed at all and are capped in any case. Each cap brings a triangle of no
/// area, cut in at the spoke of the corner that is nearest to the cap's direction; that spoke is
/// less than a right angle off, because neighbouring spokes are less than two right angles apart
/// and the walls a right angle or more away.
#include "skeleton/kinetic.h"

#include "geom/angle.h"

/// Size of the integer directions of caps.
#define CAP_SIZE 1073741824.0
/// Largest turn of a corner where caps are needed but none are asked for, in radians.
#define CAP_TURN (CW_PI / 2 + 1e-9)
/// Turns within this of what the miter allows, in radians, need no further cap: rounding.
#define TURN_SLACK 1e-9

/// The cosine and sine of an angle in [0, pi / 2], by their series: the same bytes everywhere.
static cw_vec2 unit_vector(double angle) {
    double square = angle * angle, term = 1, cosine = 0, sine = 0;
    for (int i = 0; i < 14; i++) {
        cosine += term;
        double odd = term * angle / (2 * i + 1);
        sine += odd;
        term = -term * square / ((2 * i + 1) * (2 * i + 2));
    }
    return (cw_vec2){cosine, sine};
}

/// A direction turned to the right by an angle of at most half a turn, in integers of CAP_SIZE.
static cw_point turned_right(cw_point direction, double angle) {
    cw_vec2 turn = unit_vector(angle / 2);
    cw_vec2 twice = {turn.x * turn.x - turn.y * turn.y, 2 * turn.x * turn.y};
    double x = (double)direction.x, y = (double)direction.y, scale = CAP_SIZE / sqrt(x * x + y * y);
    return (cw_point){(int64_t)floor((x * twice.x + y * twice.y) * scale + 0.5),
                      (int64_t)floor((y * twice.x - x * twice.y) * scale + 0.5)};
}

static cw_point spoke_direction(const cw_kinetic *kinetic, uint32_t from, uint32_t to) {
    const cw_kinetic_node *a = &kinetic->nodes.items[kinetic->movers.items[from].node];
    const cw_kinetic_node *b = &kinetic->nodes.items[kinetic->movers.items[to].node];
    return (cw_point){(int64_t)(b->x - a->x), (int64_t)(b->y - a->y)};
}

/// The inner angle of a corner: what its fan covers, from the outgoing wall on.
static double fan_angle(const cw_kinetic *kinetic, uint32_t corner) {
    double angle = 0;
    for (uint32_t h = cw_mover_outgoing(kinetic, corner);;) {
        uint32_t next = cw_edge_origin(kinetic, cw_next(h));
        uint32_t previous = cw_edge_origin(kinetic, cw_previous(h));
        angle += cw_turn_angle(spoke_direction(kinetic, corner, next),
                               spoke_direction(kinetic, corner, previous));
        if (cw_edge_wall(kinetic, cw_previous(h)) != CW_NONE) {
            return angle;
        }
        h = cw_kinetic_twin(kinetic, cw_previous(h));
    }
}

/// How many caps a corner needs; `turn` receives how far its walls turn away from the floor.
static uint32_t cap_count(const cw_kinetic *kinetic, uint32_t corner, double miter, double *turn) {
    const cw_mover *mover = &kinetic->movers.items[corner];
    *turn = fan_angle(kinetic, corner) - CW_PI;
    bool left = cw_front_cross(kinetic, mover->a, mover->b) > 0;
    bool needed = mover->endless || *turn > 1.5 * CW_PI || (*turn > 0.5 * CW_PI && left);
    bool wanted = miter != 0 && mover->speed > miter;
    if (*turn <= 0 || (!needed && !wanted)) {
        return 0;
    }
    double allowed = CAP_TURN;
    if (miter != 0) {
        double most = 2 * cw_angle(1, sqrt(miter * miter - 1)) + TURN_SLACK;
        allowed = most < allowed || !needed ? most : allowed;
    }
    uint32_t corners = (uint32_t)ceil(*turn / allowed);
    return corners > 1 ? corners - 1 : 0;
}

/// Cuts the cap `wall` in at spoke h: the vertex keeps what is right of it, `other` gets what is
/// left, the spoke's own triangle first.
static cw_status cut_in(cw_kinetic *kinetic, uint32_t h, uint32_t wall, uint32_t other) {
    uint32_t corner = cw_edge_origin(kinetic, h), end = cw_edge_origin(kinetic, cw_next(h));
    uint32_t twin = cw_kinetic_twin(kinetic, h), triangle = kinetic->triangles.count;
    for (uint32_t spoke = h;;) {
        kinetic->triangles.items[spoke / 3].corner[spoke % 3] = other;
        if (cw_edge_wall(kinetic, cw_previous(spoke)) != CW_NONE) {
            break;
        }
        spoke = cw_kinetic_twin(kinetic, cw_previous(spoke));
    }
    cw_kinetic_triangle made = {.corner = {other, corner, end},
                                .twin = {CW_NONE, twin, h},
                                .wall = {wall, CW_NONE, CW_NONE}};
    kinetic->triangles.items[twin / 3].twin[twin % 3] = 3 * triangle + 1;
    kinetic->triangles.items[h / 3].twin[h % 3] = 3 * triangle + 2;
    kinetic->movers.items[corner].spoke = 3 * triangle + 1;
    kinetic->movers.items[other].spoke = h;
    return CW_ARRAY_PUSH(kinetic->context, &kinetic->triangles, made);
}

/// A spoke and its angle from the outgoing wall of the corner.
typedef struct spoke {
    uint32_t half_edge;
    double angle;
} spoke;

/// The spoke to the left of a spoke, which may be the incoming wall's: then half_edge is CW_NONE.
static spoke left_of(const cw_kinetic *kinetic, spoke from) {
    uint32_t h = from.half_edge, corner = cw_edge_origin(kinetic, h);
    uint32_t next = cw_edge_origin(kinetic, cw_next(h));
    uint32_t previous = cw_edge_origin(kinetic, cw_previous(h));
    double angle = from.angle + cw_turn_angle(spoke_direction(kinetic, corner, next),
                                              spoke_direction(kinetic, corner, previous));
    return (spoke){cw_kinetic_twin(kinetic, cw_previous(h)), angle};
}

/// The fronts of the caps, from the outgoing wall on.
static cw_status add_fronts(cw_kinetic *kinetic, const cw_mover *corner, uint32_t count,
                            double turn) {
    cw_point first = kinetic->fronts.items[corner->a].direction;
    uint32_t vertex = kinetic->nodes.items[corner->node].vertex;
    for (uint32_t i = 0; i < count; i++) {
        double right = turn * (count - i) / (count + 1);
        cw_point direction = first;
        for (; right > CW_PI; right -= CW_PI) {
            direction = (cw_point){-direction.x, -direction.y};
        }
        bool square = corner->endless && count == 1;
        direction = square ? (cw_point){first.y, -first.x} : turned_right(direction, right);
        CW_TRY(cw_front_add(kinetic, corner->start, direction, vertex, true));
    }
    return CW_OK;
}

/// Puts `count` caps at a corner. Its vertex stays at the outgoing wall; each cap brings a vertex
/// at its incoming side.
static cw_status cap_corner(cw_kinetic *kinetic, uint32_t corner, uint32_t count, double turn) {
    cw_mover old = kinetic->movers.items[corner];
    cw_birth birth = {old.node, old.start, old.start_time};
    uint32_t first = kinetic->fronts.count;
    CW_TRY(add_fronts(kinetic, &old, count, turn));
    spoke at = left_of(kinetic, (spoke){cw_mover_outgoing(kinetic, corner), 0});
    for (uint32_t i = 0; i < count; i++) {
        double wanted = CW_PI / 2 + turn * (i + 1) / (count + 1);
        // Spokes to the caps of one corner have equal angles: go on past them.
        for (spoke next; (next = left_of(kinetic, at)).half_edge != CW_NONE &&
                         fabs(next.angle - wanted) <= fabs(at.angle - wanted);) {
            at = next;
        }
        uint32_t incoming = i + 1 < count ? first + i + 1 : old.a;
        CW_TRY(cw_mover_add(kinetic, incoming, first + i, birth, false));
        CW_TRY(cut_in(kinetic, at.half_edge, first + i, kinetic->movers.count - 1));
    }
    CW_TRY(cw_mover_add(kinetic, first, old.b, birth, false));
    cw_mover *kept = &kinetic->movers.items[--kinetic->movers.count];
    kept->spoke = kinetic->movers.items[corner].spoke;
    kinetic->movers.items[corner] = *kept;
    return CW_OK;
}

cw_status cw_kinetic_cap(cw_kinetic *kinetic, double miter) {
    uint32_t corners = kinetic->movers.count;
    for (uint32_t i = 0; i < corners; i++) {
        double turn;
        uint32_t count = cap_count(kinetic, i, miter, &turn);
        if (count > 0) {
            CW_TRY(cap_corner(kinetic, i, count, turn));
        }
    }
    return CW_OK;
}
