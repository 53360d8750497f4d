#include "wall_ends.h"

#include "geom/lattice.h"
#include "geom/predicates.h"

#include <stdlib.h>

typedef struct polygon {
    const cw_point *corners;
    uint32_t count;
} polygon;

/// A corner by its number, which may be one below the first or beyond the last.
static cw_point at(const polygon *p, uint32_t corner) {
    return p->corners[corner % p->count];
}

static cw_point before(const polygon *p, uint32_t corner) {
    return at(p, corner + p->count - 1);
}

static bool is_reflex(const polygon *p, uint32_t corner) {
    return cw_orient(before(p, corner), at(p, corner), at(p, corner + 1)) < 0;
}

/// True when a direction from a reflex corner leads into the floor, not along a wall.
static bool leads_inside(const polygon *p, uint32_t corner, cw_point direction) {
    cw_point next = cw_point_sub(at(p, corner + 1), at(p, corner));
    cw_point back = cw_point_sub(before(p, corner), at(p, corner));
    return cw_turn(next, direction) > 0 || cw_turn(direction, back) > 0;
}

/// True when two closed segments have a point in common.
static bool segments_meet(cw_point a, cw_point b, cw_point c, cw_point d) {
    return cw_orient(a, b, c) * cw_orient(a, b, d) <= 0 &&
           cw_orient(c, d, a) * cw_orient(c, d, b) <= 0;
}

static bool is_end_of_wall(const polygon *p, uint32_t corner, uint32_t wall) {
    return wall == corner || (wall + 1) % p->count == corner;
}

/// True when a reflex corner sees another corner, or is joined to it by a wall.
static bool sees(const polygon *p, uint32_t corner, uint32_t target) {
    if ((target + 1) % p->count == corner || (corner + 1) % p->count == target) {
        return true;
    }
    if (target == corner || !leads_inside(p, corner, cw_point_sub(at(p, target), at(p, corner)))) {
        return false;
    }
    for (uint32_t wall = 0; wall < p->count; wall++) {
        if (!is_end_of_wall(p, corner, wall) && !is_end_of_wall(p, target, wall) &&
            segments_meet(at(p, corner), at(p, target), at(p, wall), at(p, wall + 1))) {
            return false;
        }
    }
    return true;
}

/// Where a ray meets a wall; all three in the same unit, which is positive.
typedef struct hit {
    cw_wide unit;
    cw_wide along_ray;  ///< of the direction
    cw_wide along_wall; ///< of the wall
    uint32_t wall;
} hit;

/// The first wall that a ray from a corner meets; inside the floor there is one.
static hit first_hit(const polygon *p, uint32_t corner, cw_point direction) {
    hit first = {.wall = CW_NONE};
    for (uint32_t wall = 0; wall < p->count; wall++) {
        cw_point way = cw_point_sub(at(p, wall + 1), at(p, wall));
        cw_point base = cw_point_sub(at(p, wall), at(p, corner));
        hit here = {cw_cross(direction, way), cw_cross(base, way), cw_cross(base, direction), wall};
        if (here.unit <= 0 || here.along_ray <= 0 || here.along_wall < 0 ||
            here.along_wall > here.unit) {
            continue;
        }
        if (first.wall == CW_NONE || here.along_ray * first.unit < first.along_ray * here.unit) {
            first = here;
        }
    }
    return first;
}

/// Adds where the line from one corner through a reflex one goes on to, unless that is a corner.
static void add_end(wall_ends *ends, const polygon *p, uint32_t from, uint32_t through) {
    cw_point direction = cw_point_sub(at(p, through), at(p, from));
    if (!leads_inside(p, through, direction)) {
        return;
    }
    hit wall = first_hit(p, through, direction);
    if (wall.along_wall == 0 || wall.along_wall == wall.unit) {
        return;
    }
    if (ends->count == WALL_END_LIMIT) {
        abort();
    }
    cw_wide scaled = wall.along_wall * CW_COARSE_UNIT;
    ends->items[ends->count++] =
        (wall_end){.wall = wall.wall,
                   .part = (int64_t)(scaled / wall.unit),
                   .exact = scaled % wall.unit == 0,
                   .begins = cw_orient(at(p, through), at(p, through + 1), at(p, from)) < 0};
}

static int compare_ends(const void *left, const void *right) {
    const wall_end *a = left, *b = right;
    if (a->wall != b->wall) {
        return a->wall < b->wall ? -1 : 1;
    }
    return (a->part > b->part) - (a->part < b->part);
}

void wall_ends_find(wall_ends *ends, const cw_point *corners, uint32_t count) {
    polygon p = {corners, count};
    ends->count = 0;
    for (uint32_t through = 0; through < count; through++) {
        for (uint32_t from = 0; from < count && is_reflex(&p, through); from++) {
            if (sees(&p, through, from)) {
                add_end(ends, &p, from, through);
            }
        }
    }
    qsort(ends->items, ends->count, sizeof *ends->items, compare_ends);
}

bool wall_ends_have_room(const wall_ends *ends) {
    for (uint32_t i = 0; i < ends->count; i++) {
        const wall_end *end = &ends->items[i];
        bool moves = end->begins && !end->exact;
        if (moves && end->part + 1 == CW_COARSE_UNIT) {
            return false;
        }
        for (uint32_t k = 0; k < ends->count && moves; k++) {
            const wall_end *other = &ends->items[k];
            if (!other->begins && other->wall == end->wall && other->part == end->part) {
                return false;
            }
        }
    }
    return true;
}

static int compare_parts(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/// Lists where points lie along one wall, in order; some may come twice.
static uint32_t list_parts(const wall_ends *ends, uint32_t wall, uint32_t parts, int64_t *list) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < parts; i++) {
        list[count++] = CW_COARSE_UNIT / parts * i;
    }
    for (uint32_t i = 0; i < ends->count; i++) {
        const wall_end *end = &ends->items[i];
        if (end->begins && end->wall == wall) {
            list[count++] = end->part + (end->exact ? 0 : 1);
        }
    }
    qsort(list, count, sizeof *list, compare_parts);
    return count;
}

/// Puts the points of one wall on it, the last one first.
static void split_wall(const wall_ends *ends, const polygon *p, uint32_t wall, uint32_t parts,
                       partition_shape *shape) {
    static int64_t list[WALL_END_LIMIT + SHAPE_CORNER_LIMIT];
    cw_point from = at(p, wall), way = cw_point_sub(at(p, wall + 1), from);
    for (uint32_t i = list_parts(ends, wall, parts, list), end = i; i-- > 0;) {
        bool twice = i + 1 < end && list[i] == list[i + 1];
        if (!twice && list[i] < CW_COARSE_UNIT) {
            cw_point point = {from.x * CW_COARSE_UNIT + way.x * list[i],
                              from.y * CW_COARSE_UNIT + way.y * list[i]};
            partition_shape_split_wall(shape, wall,
                                       (cw_partition_corner){point, CW_CORNER_STEINER});
        }
    }
}

uint32_t wall_ends_apply(const wall_ends *ends, const cw_point *corners, uint32_t count,
                         uint32_t parts, partition_shape *shape) {
    static cw_point fine[SHAPE_CORNER_LIMIT];
    polygon p = {corners, count};
    for (uint32_t i = 0; i < count; i++) {
        fine[i] = (cw_point){corners[i].x * CW_COARSE_UNIT, corners[i].y * CW_COARSE_UNIT};
    }
    if (!partition_shape_clip_ears(shape, fine, count)) {
        abort();
    }
    for (uint32_t wall = count; wall-- > 0;) {
        split_wall(ends, &p, wall, parts, shape);
    }
    return shape->corner_count - count;
}
