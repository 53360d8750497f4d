/// Small rises: bevels, thresholds, rounded nosings, risers that lean.
///
/// A steep face is floor if the fall line through its centroid, followed up and down over steep
/// faces across shared edges, rises at most a step in all. Asking each face alone would make a
/// finely cut rock walkable; asking whole connected parts would lose a kerb that rises with its
/// road.
#include "scene/extract.h"

#include <math.h>

/// A fall line over more faces than this is no small rise.
enum { MOST_FACES = 4096 };

typedef struct fall_line {
    double x, y;    ///< where it is
    uint32_t face;  ///< and on which face
    uint32_t entry; ///< the edge by which it came, or CW_NONE
} fall_line;

/// Follows the line to the border of its face; `way` is +1 up or -1 down. Returns by how much it
/// rose or fell; *exit receives the edge.
static double leave_face(const cw_extraction *work, fall_line *line, double way, uint32_t *exit) {
    const cw_face *face = &work->faces[line->face];
    double dx = way * face->slope_x, dy = way * face->slope_y, best = INFINITY;
    *exit = CW_NONE;
    for (uint32_t k = 0; k < 3; k++) {
        cw_spot a = work->spots[face->corners[k]], b = work->spots[face->corners[(k + 1) % 3]];
        double ex = (double)b.x - a.x, ey = (double)b.y - a.y;
        double across = ex * dy - ey * dx; /* below 0: towards the outside */
        double inside = ex * (line->y - a.y) - ey * (line->x - a.x);
        if (face->edges[k] != line->entry && across < 0) {
            double far = inside > 0 ? inside / -across : 0;
            if (far < best) {
                best = far;
                *exit = face->edges[k];
            }
        }
    }
    if (*exit == CW_NONE) {
        return 0;
    }
    line->x += best * dx;
    line->y += best * dy;
    return best * (dx * dx + dy * dy);
}

/// The steep face on the other side of an edge on which the line goes on, or CW_NONE.
static uint32_t next_face(const cw_extraction *work, const fall_line *line, uint32_t edge,
                          double way) {
    for (uint32_t i = work->edge_first[edge]; i < work->edge_first[edge + 1]; i++) {
        const cw_face *face = &work->faces[work->edge_faces[i]];
        if (work->edge_faces[i] == line->face || face->kind != CW_FACE_STEEP) {
            continue;
        }
        for (uint32_t k = 0; k < 3; k++) {
            cw_spot a = work->spots[face->corners[k]], b = work->spots[face->corners[(k + 1) % 3]];
            double ex = (double)b.x - a.x, ey = (double)b.y - a.y;
            if (face->edges[k] == edge && way * (ex * face->slope_y - ey * face->slope_x) > 0) {
                return work->edge_faces[i];
            }
        }
    }
    return CW_NONE;
}

/// How far the line rises (or falls) in all; stops counting above `most`.
static double follow(const cw_extraction *work, fall_line line, double way, double most) {
    double sum = 0;
    for (int faces = 0; faces < MOST_FACES && sum <= most; faces++) {
        uint32_t exit;
        sum += leave_face(work, &line, way, &exit);
        uint32_t next = exit != CW_NONE ? next_face(work, &line, exit, way) : CW_NONE;
        if (next == CW_NONE) {
            return sum;
        }
        line.face = next;
        line.entry = exit;
    }
    return INFINITY;
}

void cw_scene_find_rises(cw_extraction *work) {
    double most = (double)(work->step + CW_LEVEL_STEPS);
    for (uint32_t f = 0; f < work->face_count; f++) {
        cw_face *face = &work->faces[f];
        if (face->kind != CW_FACE_STEEP) {
            continue;
        }
        cw_spot a = work->spots[face->corners[0]], b = work->spots[face->corners[1]],
                c = work->spots[face->corners[2]];
        fall_line line = {((double)a.x + b.x + c.x) / 3, ((double)a.y + b.y + c.y) / 3, f, CW_NONE};
        double up = follow(work, line, 1, most);
        face->walkable = up <= most && up + follow(work, line, -1, most) <= most;
        work->report->small_rise_count += face->walkable;
    }
}
