/// Whether a walker can stand somewhere: headroom (W2) and solids (W3) over one place of a face.
///
/// Asked once per region of an arranged face, at a place well inside of it, in doubles: no line is
/// near, so nothing that rounding moves changes the answer.
#include "scene/rules.h"

static double turn(cw_point a, cw_point b, double x, double y) {
    return ((double)b.x - (double)a.x) * (y - (double)a.y) -
           ((double)b.y - (double)a.y) * (x - (double)a.x);
}

/// Whether a place in plan is on the left of an edge of a face, or on it. An edge is where its
/// chain is: what lies between both is on the same side for all faces.
static bool is_inside(const cw_extraction *work, const cw_face *face, uint32_t k, double x,
                      double y) {
    const cw_soup_edge *edge = &work->edges[face->edges[k]];
    cw_point from = cw_spot_plan(work->spots[edge->low]),
             to = cw_spot_plan(work->spots[edge->high]);
    if (edge->carrier != CW_NONE) {
        cw_chain_segment(work, &work->carriers.items[edge->carrier], x, y, &from, &to);
    }
    double left = turn(from, to, x, y);
    return face->corners[k] == edge->low ? left >= 0 : left <= 0;
}

/// Whether a place in plan is inside a face with area.
static bool covers(const cw_extraction *work, const cw_face *face, double x, double y) {
    return is_inside(work, face, 0, x, y) && is_inside(work, face, 1, x, y) &&
           is_inside(work, face, 2, x, y);
}

/// Whether the face with number `other` keeps a walker off `face` where it is `above` it. The
/// answer for the other way round fits wherever in a region both are asked: planes count as a
/// whole, and faces of two planes have a seam between them.
static bool hides(const cw_extraction *work, uint32_t face, uint32_t other, double above) {
    const cw_face *own = &work->faces[face], *cover = &work->faces[other];
    if (cover->walkable && (cover->bridge || own->bridge)) {
        if (above == 0 || cw_faces_share_plane(work, face, other)) {
            return own->bridge && (!cover->bridge || other < face); /* real floors stay */
        }
    } else if (cover->walkable && (cover->plane == own->plane || above == 0)) {
        return cover->area != own->area ? cover->area > own->area : other < face;
    }
    return cw_cover_hides(cover->walkable, above, (double)work->height);
}

bool cw_face_is_free(const cw_extraction *work, uint32_t face, double x, double y) {
    const cw_face *own = &work->faces[face];
    double z = cw_face_height(work, own, x, y);
    bool solids = work->config.solids && work->report->closed_shell_count > 0;
    double most = solids ? INT32_MAX : z + (double)work->height;
    int32_t low = (int32_t)z - CW_LEVEL_STEPS;
    cw_box3 column = {
        {(int32_t)x, (int32_t)y, low},
        {(int32_t)x + 1, (int32_t)y + 1, most < INT32_MAX ? (int32_t)most : INT32_MAX}};
    int inside = 0;
    cw_scene_walk walk = cw_scene_walk_begin(&work->tree, column);
    while (cw_scene_walk_next(&walk)) {
        const cw_face *other = &work->faces[walk.item];
        if (walk.item == face || other->kind == CW_FACE_UPRIGHT || !covers(work, other, x, y)) {
            continue;
        }
        double above = cw_face_height(work, other, x, y) - z;
        if (hides(work, face, walk.item, above)) {
            return false;
        }
        if (other->closed && cw_cover_encloses(above)) {
            inside += other->up ? 1 : -1;
        }
    }
    return !solids || inside <= 0;
}
