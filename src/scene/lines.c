/// The lines that two faces with area in plan make on each other.
///
/// On a face that is walked on, another one leaves: its edges, where they are inside in plan and at
/// most a walker's height above; the seam where both are level; the seam where it is exactly the
/// walker's height above. Nodes of one kind are computed in one way, whichever face asks: crossings
/// of two edges from the lower-numbered one, levels from the edge's lower to its higher vertex. All
/// signs are exact, so that the lines around a covered part always close.
#include "scene/cut.h"

/// One face of a pair on which the other one leaves lines.
typedef struct view {
    const cw_pair *pair;
    uint32_t base, other;        ///< faces
    const int64_t (*sides)[3];   ///< of the base's edges, per corner of the other
    const int64_t (*back)[3];    ///< of the other's edges, per corner of the base
    const cw_wide *over, *under; ///< the other's corners over the base; the base's over the other
    const cw_level *level, *other_level;
} view;

/// An edge of the other face, from its lower to its higher vertex.
typedef struct side {
    uint32_t edge;
    uint32_t low, high;               ///< vertices
    uint32_t low_corner, high_corner; ///< corners of the face
} side;

static side side_of(const cw_face *face, uint32_t j) {
    uint32_t k = (j + 1) % 3;
    bool up = face->corners[j] < face->corners[k];
    uint32_t low = up ? j : k, high = up ? k : j;
    return (side){face->edges[j], face->corners[low], face->corners[high], low, high};
}

static bool clip_side(const int64_t (*sides)[3], side s, cw_clip *clip) {
    int64_t low[3], high[3];
    for (uint32_t k = 0; k < 3; k++) {
        low[k] = sides[k][s.low_corner];
        high[k] = sides[k][s.high_corner];
    }
    clip->low = s.low;
    clip->high = s.high;
    return cw_clip_sides(clip, low, high);
}

static double height_along(const cw_extraction *work, side s, cw_share share) {
    double low = work->spots[s.low].z, high = work->spots[s.high].z;
    return low + share.value * (high - low);
}

static cw_status mark(cw_context *context, const cw_pair *pair, uint32_t edge, cw_point place,
                      double z) {
    return CW_ARRAY_PUSH(context, &pair->findings->marks,
                         (cw_mark){{CW_OWNER_EDGE, edge}, (int32_t)place.x, (int32_t)place.y, z});
}

/// The node at one end of a clipped side; crossings also belong to the edge that is crossed.
static cw_status end_node(cw_context *context, const view *v, side s, cw_share share,
                          uint32_t source, cw_point *node) {
    const cw_extraction *work = v->pair->work;
    cw_spot low = work->spots[s.low], high = work->spots[s.high];
    if (source == CW_CLIP_END) {
        *node = cw_spot_plan(share.part == 0 ? low : high);
    } else if (source == CW_CLIP_LEVEL) {
        *node = cw_share_place(share, low, high);
    } else {
        const cw_face *base = &work->faces[v->base];
        side crossed = side_of(base, source);
        cw_point a = cw_spot_plan(low), b = cw_spot_plan(high);
        cw_point c = cw_spot_plan(work->spots[crossed.low]),
                 d = cw_spot_plan(work->spots[crossed.high]);
        *node =
            s.edge < crossed.edge ? cw_round_crossing(a, b, c, d) : cw_round_crossing(c, d, a, b);
        CW_TRY(mark(context, v->pair, crossed.edge, *node,
                    cw_face_height(work, base, (double)node->x, (double)node->y)));
    }
    return mark(context, v->pair, s.edge, *node, height_along(work, s, share));
}

static cw_status lay_line(cw_context *context, const cw_pair *pair, uint32_t face, cw_owner owner,
                          cw_point from, cw_point to) {
    return CW_ARRAY_PUSH(context, &pair->findings->lines,
                         (cw_found_line){face, owner, (int32_t)from.x, (int32_t)from.y,
                                         (int32_t)to.x, (int32_t)to.y});
}

/// The part of one edge of the other face that is a line on the base.
static cw_status lay_side(cw_context *context, const view *v, side s, bool near_plane) {
    cw_clip clip;
    if (!clip_side(v->sides, s, &clip) || clip.along) {
        return CW_OK;
    }
    const cw_extraction *work = v->pair->work;
    cw_wide area = v->level->area, low = v->over[s.low_corner], high = v->over[s.high_corner];
    cw_wide floor = near_plane ? -CW_LEVEL_STEPS * area : 0, roof = work->height * area;
    if (!cw_clip_value(&clip, low - floor, high - floor, CW_CLIP_LEVEL) ||
        !cw_clip_value(&clip, roof - low, roof - high, CW_CLIP_LEVEL) ||
        cw_share_compare(&clip.from, &clip.to) == 0) {
        return CW_OK;
    }
    cw_point from, to;
    CW_TRY(end_node(context, v, s, clip.from, clip.from_source, &from));
    CW_TRY(end_node(context, v, s, clip.to, clip.to_source, &to));
    return lay_line(context, v->pair, v->base, (cw_owner){CW_OWNER_EDGE, s.edge}, from, to);
}

static bool is_edge_of(const cw_face *face, uint32_t edge) {
    return face->edges[0] == edge || face->edges[1] == edge || face->edges[2] == edge;
}

/// The edges of the other face. Where two faces go on across an edge, what is below is covered on
/// both sides of it; only faces in one plane, of which the lower number stays, need it still.
static cw_status lay_sides(cw_context *context, const view *v) {
    const cw_extraction *work = v->pair->work;
    const cw_face *other = &work->faces[v->other];
    for (uint32_t j = 0; j < 3; j++) {
        side s = side_of(other, j);
        if ((!work->edges[s.edge].inner || v->pair->near_plane) &&
            !is_edge_of(&work->faces[v->base], s.edge)) {
            CW_TRY(lay_side(context, v, s, v->pair->near_plane));
        }
    }
    return CW_OK;
}

/// Candidates for the ends of a seam.
typedef struct seam_ends {
    cw_point places[12];
    uint32_t count;
} seam_ends;

/// Adds where the edges of `other` are at a level over `base`, inside of it. Sets marks on edges
/// that are chains of walkable faces or end a face.
static cw_status add_ends(cw_context *context, const view *v, int64_t height, seam_ends *ends) {
    const cw_extraction *work = v->pair->work;
    const cw_face *other = &work->faces[v->other];
    cw_wide level = (cw_wide)height * v->level->area;
    for (uint32_t j = 0; j < 3; j++) {
        side s = side_of(other, j);
        cw_wide low = v->over[s.low_corner] - level, high = v->over[s.high_corner] - level;
        cw_clip clip;
        if ((low < 0) == (high < 0) && low != 0 && high != 0) {
            continue;
        }
        if (low == 0 && high == 0) {
            continue; /* its ends come with the other two edges */
        }
        if (!clip_side(v->sides, s, &clip)) {
            continue;
        }
        cw_share share = cw_share_zero(low, high);
        if (cw_share_compare(&share, &clip.from) < 0 || cw_share_compare(&share, &clip.to) > 0) {
            continue;
        }
        cw_point place = cw_share_place(share, work->spots[s.low], work->spots[s.high]);
        ends->places[ends->count++] = place;
        if (other->walkable || !work->edges[s.edge].inner) {
            CW_TRY(mark(context, v->pair, s.edge, place, height_along(work, s, share)));
        }
    }
    return CW_OK;
}

static int64_t distance(cw_point a, cw_point b) {
    int64_t x = a.x - b.x, y = a.y - b.y;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

static cw_point farthest(const seam_ends *ends, cw_point from) {
    cw_point best = from;
    for (uint32_t i = 0; i < ends->count; i++) {
        if (distance(ends->places[i], from) > distance(best, from)) {
            best = ends->places[i];
        }
    }
    return best;
}

/// A seam along an edge is part of the edge: two chains a hair apart would leave a slit.
static cw_status lay_along(cw_context *context, const view *v, uint32_t edge, cw_point from,
                           cw_point to, bool both) {
    const cw_extraction *work = v->pair->work;
    const cw_soup_edge *e = &work->edges[edge];
    cw_spot low = work->spots[e->low], high = work->spots[e->high];
    double dx = (double)high.x - low.x, dy = (double)high.y - low.y;
    cw_point ends[2] = {from, to};
    for (int i = 0; i < 2; i++) {
        double share = ((double)(ends[i].x - low.x) * dx + (double)(ends[i].y - low.y) * dy) /
                       (dx * dx + dy * dy);
        CW_TRY(mark(context, v->pair, edge, ends[i], low.z + share * ((double)high.z - low.z)));
    }
    cw_owner owner = {CW_OWNER_EDGE, edge};
    if (!is_edge_of(&work->faces[v->base], edge)) {
        CW_TRY(lay_line(context, v->pair, v->base, owner, from, to));
    }
    if (both && !is_edge_of(&work->faces[v->other], edge)) {
        CW_TRY(lay_line(context, v->pair, v->other, owner, from, to));
    }
    return CW_OK;
}

/// The seam where the other face is `height` above the base, on the base and, if `both`, on the
/// other face too.
static cw_status lay_seam(cw_context *context, const view *v, const view *turned, int64_t height,
                          bool both) {
    const cw_extraction *work = v->pair->work;
    cw_findings *findings = v->pair->findings;
    seam_ends ends = {.count = 0};
    CW_TRY(add_ends(context, v, height, &ends));
    CW_TRY(add_ends(context, turned, -height, &ends));
    if (ends.count < 2) {
        return CW_OK;
    }
    cw_point from = farthest(&ends, ends.places[0]), to = farthest(&ends, from);
    if (cw_point_equal(from, to)) {
        return CW_OK;
    }
    const cw_face *base = &work->faces[v->base];
    uint32_t edge = cw_edge_along(work, base, from, to);
    edge = edge != CW_NONE ? edge : cw_edge_along(work, &work->faces[v->other], from, to);
    if (edge != CW_NONE) {
        return lay_along(context, v, edge, from, to, both);
    }
    cw_owner owner = {CW_OWNER_SEAM, findings->seams.count};
    CW_TRY(CW_ARRAY_PUSH(context, &findings->seams,
                         (cw_seam){(int32_t)from.x, (int32_t)from.y, (int32_t)to.x, (int32_t)to.y,
                                   cw_face_height(work, base, (double)from.x, (double)from.y),
                                   cw_face_height(work, base, (double)to.x, (double)to.y)}));
    CW_TRY(lay_line(context, v->pair, v->base, owner, from, to));
    return both ? lay_line(context, v->pair, v->other, owner, from, to) : CW_OK;
}

/// Where a join begins or ends: the other's outline is a step above or below the base.
static cw_status mark_steps(cw_context *context, const view *v) {
    const cw_extraction *work = v->pair->work;
    for (uint32_t i = 0; i < 6; i++) {
        if (!work->edges[work->faces[v->other].edges[i % 3]].rim) {
            continue;
        }
        side s = side_of(&work->faces[v->other], i % 3);
        cw_wide level = (cw_wide)(i < 3 ? work->step : -work->step) * v->level->area;
        cw_wide low = v->over[s.low_corner] - level, high = v->over[s.high_corner] - level;
        if (low == 0 || high == 0 || (low < 0) == (high < 0)) {
            continue;
        }
        cw_share share = cw_share_zero(low, high);
        cw_point place = cw_share_place(share, work->spots[s.low], work->spots[s.high]);
        if (cw_is_near(work, v->level->face, place)) {
            CW_TRY(mark(context, v->pair, s.edge, place, height_along(work, s, share)));
        }
    }
    return CW_OK;
}

cw_status cw_pair_lines(cw_context *context, const cw_pair *pair) {
    const cw_extraction *work = pair->work;
    view v = {pair,
              pair->first,
              pair->second,
              pair->first_sides,
              pair->second_sides,
              pair->second_over,
              pair->first_over,
              &pair->first_level,
              &pair->second_level};
    view turned = {pair,
                   pair->second,
                   pair->first,
                   pair->second_sides,
                   pair->first_sides,
                   pair->first_over,
                   pair->second_over,
                   &pair->second_level,
                   &pair->first_level};
    bool both = work->faces[pair->second].walkable;
    if (both) {
        CW_TRY(mark_steps(context, &v));
        CW_TRY(mark_steps(context, &turned));
    }
    if (!pair->overlap) {
        return CW_OK;
    }
    CW_TRY(lay_sides(context, &v));
    if (!pair->same_plane) {
        CW_TRY(lay_seam(context, &v, &turned, 0, both));
    }
    CW_TRY(lay_seam(context, &v, &turned, work->height, false));
    if (!both) {
        return CW_OK;
    }
    CW_TRY(lay_sides(context, &turned));
    CW_TRY(lay_seam(context, &turned, &v, work->height, false));
    /* A bridge is too narrow to tell planes apart: it is asked pair by pair (label.c). */
    if (pair->same_plane && !work->faces[pair->first].bridge && !work->faces[pair->second].bridge) {
        return CW_ARRAY_PUSH(context, &pair->findings->planes, (cw_hit){pair->first, pair->second});
    }
    return CW_OK;
}
