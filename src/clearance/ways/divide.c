/// Divides the parts of a cell by lines through points.
///
/// What is blocked around a feature is convex, and so is one side of a line in the hull of a cell;
/// a relaxed cell is its hull without pockets of walls, which are blocked themselves. Hence what a
/// feature blocks of a part of the cell hangs together, or is held together by walls, as long as
/// the part lies on one side of each line: there a feature is one node for the gates
/// (region_gates.c). Where a line ends in a pocket and comes out of it again, the part beside it
/// would reach around the pocket to the other side of the line. A wall that is seen on both sides
/// of the pocket would seem to close the gap between them. So each line divides all of the part
/// that it passes through: by a chord through the point, and by further chords until no part
/// reaches over the line. In a convex part there is one chord.
///
/// The chord through the point goes towards the middle of the part; where it would only touch it,
/// across.
#include "clearance/ways/widest.h"

/// Metres by which a point may lie outside its region.
#define BORDER_SLACK CW_SURE

/// A chord: where it enters and leaves a region.
typedef struct chord {
    uint32_t sides[2];
    cw_vec2 ends[2];
    double at[2]; ///< metres from the start of the side
    cw_vec2 point, direction;
    uint32_t node; ///< of the point; CW_NONE where the point lies on another chord of the line
    uint32_t line; ///< its number
} chord;

/// Finds the part of the chord's line around its point that lies in the region; false when the line
/// only touches it.
static bool find_ends(const cw_region *region, chord *cut) {
    double reach[2] = {-INFINITY, INFINITY};
    for (uint32_t i = 0; i < region->sides.count; i++) {
        const cw_side *side = &region->sides.items[i];
        double a = cw_vec2_cross(cut->direction, cw_vec2_sub(side->from, cut->point));
        double b = cw_vec2_cross(cut->direction, cw_vec2_sub(side->to, cut->point));
        if ((a > 0) == (b > 0)) {
            continue;
        }
        cw_vec2 along = cw_vec2_sub(side->to, side->from);
        double share = a / (a - b);
        cw_vec2 end = cw_vec2_along(side->from, share, along);
        double t = cw_vec2_dot(cut->direction, cw_vec2_sub(end, cut->point));
        uint32_t which = a > 0 ? 0 : 1; /* the border passes to the right where the line enters */
        if (which == 0 ? t <= BORDER_SLACK && t > reach[0] : t >= -BORDER_SLACK && t < reach[1]) {
            reach[which] = t;
            cut->sides[which] = i;
            cut->ends[which] = end;
            cut->at[which] = share * cw_vec2_length(along);
        }
    }
    return reach[0] > -INFINITY && reach[1] < INFINITY && reach[0] < reach[1] &&
           cut->sides[0] != cut->sides[1];
}

/// Chooses a chord through a point.
static bool choose_chord(const cw_region *region, cw_vec2 point, uint32_t node, chord *cut) {
    cw_vec2 middle = {0, 0};
    for (uint32_t i = 0; i < region->sides.count; i++) {
        middle = cw_vec2_add(middle, region->sides.items[i].from);
    }
    double share = 1.0 / region->sides.count;
    cw_vec2 towards = cw_vec2_sub((cw_vec2){middle.x * share, middle.y * share}, point);
    double length = cw_vec2_length(towards);
    cw_vec2 direction =
        length > BORDER_SLACK ? (cw_vec2){towards.x / length, towards.y / length} : (cw_vec2){1, 0};
    *cut = (chord){.point = point, .direction = direction, .node = node, .line = node};
    for (uint32_t attempt = 0; attempt < 4; attempt++) {
        if (find_ends(region, cut)) {
            return true;
        }
        /* turn by about 53 degrees: never the same line twice */
        cut->direction = (cw_vec2){0.6 * cut->direction.x - 0.8 * cut->direction.y,
                                   0.8 * cut->direction.x + 0.6 * cut->direction.y};
    }
    return false;
}

/// Appends the part of a side between two positions along it, with the cuts there.
static cw_status push_part(cw_context *context, const cw_region *source, uint32_t index,
                           const cw_vec2 *from, const cw_vec2 *to, double low, double high,
                           cw_region *target) {
    cw_side side = source->sides.items[index];
    uint32_t first = side.cut_first, end = first + side.cut_count;
    side.cut_first = target->cuts.count;
    for (uint32_t i = first; i < end; i++) {
        cw_cut cut = source->cuts.items[i];
        if (cut.at >= low && cut.at < high) {
            cut.at -= from != NULL ? low : 0;
            CW_TRY(CW_ARRAY_PUSH(context, &target->cuts, cut));
        }
    }
    side.cut_count = target->cuts.count - side.cut_first;
    if (from != NULL) {
        side.from = *from;
        side.corner = CW_NONE;
    }
    side.to = to != NULL ? *to : side.to;
    return CW_ARRAY_PUSH(context, &target->sides, side);
}

/// Appends the chord itself, forwards or backwards.
static cw_status push_chord(cw_context *context, const cw_widest_scratch *scratch, const chord *cut,
                            bool backwards, double length, cw_region *target) {
    cw_side side = {.from = cut->ends[backwards],
                    .to = cut->ends[!backwards],
                    .wall = CW_NONE,
                    .corner = CW_NONE,
                    .open = true,
                    .highest = INFINITY,
                    .line = cut->line,
                    .cut_first = target->cuts.count,
                    .cut_count = scratch->cuts.count};
    for (uint32_t i = 0; i < scratch->cuts.count; i++) {
        cw_cut item = scratch->cuts.items[backwards ? scratch->cuts.count - 1 - i : i];
        item.at = backwards ? length - item.at : item.at;
        CW_TRY(CW_ARRAY_PUSH(context, &target->cuts, item));
    }
    return CW_ARRAY_PUSH(context, &target->sides, side);
}

/// The part of a region on one side of a chord: left of it, or with `backwards` right of it.
static cw_status make_part(cw_context *context, const cw_widest_scratch *scratch,
                           const cw_region *source, const chord *cut, bool backwards, double length,
                           cw_region *target) {
    target->sides.count = target->cuts.count = 0;
    uint32_t start = cut->sides[!backwards], end = cut->sides[backwards];
    CW_TRY(push_chord(context, scratch, cut, backwards, length, target));
    CW_TRY(push_part(context, source, start, &cut->ends[!backwards], NULL, cut->at[!backwards],
                     INFINITY, target));
    for (uint32_t i = (start + 1) % source->sides.count; i != end;
         i = (i + 1) % source->sides.count) {
        CW_TRY(push_part(context, source, i, NULL, NULL, 0, INFINITY, target));
    }
    return push_part(context, source, end, NULL, &cut->ends[backwards], 0, cut->at[backwards],
                     target);
}

/// The cuts of a chord: the summits along it and the point, if it lies there.
static cw_status cut_chord(cw_context *context, cw_widest_scratch *scratch, const chord *cut) {
    cw_envelope *envelope = &scratch->shop.envelope;
    CW_TRY(cw_envelope_build(context, &scratch->shop.features, cut->ends[0], cut->ends[1], INFINITY,
                             envelope));
    CW_TRY(cw_envelope_summits(context, envelope, &scratch->positions));
    double at = fmin(cw_vec2_distance(cut->ends[0], cut->point), envelope->length);
    scratch->cuts.count = 0;
    bool placed = cut->node == CW_NONE;
    for (uint32_t i = 0; i <= scratch->positions.count; i++) {
        bool over = i == scratch->positions.count;
        if (!placed && (over || scratch->positions.items[i] >= at)) {
            CW_TRY(CW_ARRAY_PUSH(context, &scratch->cuts, (cw_cut){at, cut->node}));
            placed = true;
        }
        if (!over) {
            cw_cut item = {scratch->positions.items[i], scratch->summits.count};
            CW_TRY(CW_ARRAY_PUSH(context, &scratch->summits, CW_NONE));
            CW_TRY(CW_ARRAY_PUSH(context, &scratch->cuts, item));
        }
    }
    return CW_OK;
}

cw_status cw_regions_add(cw_context *context, cw_widest_scratch *scratch, uint32_t count) {
    uint32_t needed = scratch->region_count + count;
    while (scratch->regions.count < needed) {
        CW_TRY(CW_ARRAY_PUSH(context, &scratch->regions, (cw_region){0}));
    }
    scratch->region_count = needed;
    return CW_OK;
}

/// Divides a region by a chord; the last two regions are then its parts, the left one first.
static cw_status divide(cw_context *context, cw_widest_scratch *scratch, uint32_t index,
                        const chord *cut) {
    uint32_t first = scratch->region_count;
    CW_TRY(cw_regions_add(context, scratch, 2));
    CW_TRY(cut_chord(context, scratch, cut));
    double length = scratch->shop.envelope.length;
    cw_region *source = &scratch->regions.items[index];
    for (uint32_t i = 0; i < 2; i++) {
        CW_TRY(make_part(context, scratch, source, cut, i == 1, length,
                         &scratch->regions.items[first + i]));
    }
    source->sides.count = source->cuts.count = 0;
    return CW_OK;
}

/// How far left of a line the start of a side lies. The ends of its chords lie on it, whatever
/// rounding says.
static double left_of_line(const cw_region *region, uint32_t side, const chord *line) {
    const cw_side *sides = region->sides.items;
    uint32_t before = side > 0 ? side - 1 : region->sides.count - 1;
    if (sides[side].line == line->line || sides[before].line == line->line) {
        return 0;
    }
    return cw_vec2_cross(line->direction, cw_vec2_sub(sides[side].from, line->point));
}

/// Where the border of a part that should lie on one side of a line crosses it.
typedef struct crossing {
    cw_vec2 end;
    double at; ///< metres from the start of the side
    double t;  ///< metres along the line
    bool enters;
} crossing;

/// Whether a side of a part crosses a line; the part should lie left of it, or right of it.
static bool crosses_line(const cw_region *region, uint32_t index, const chord *line, bool left,
                         crossing *found) {
    double a = left_of_line(region, index, line);
    double b = left_of_line(region, (index + 1) % region->sides.count, line);
    bool beyond_a = left ? a < 0 : a > 0, beyond_b = left ? b < 0 : b > 0;
    if (beyond_a == beyond_b) {
        return false;
    }
    const cw_side *side = &region->sides.items[index];
    cw_vec2 along = cw_vec2_sub(side->to, side->from);
    double share = a / (a - b);
    cw_vec2 end = cw_vec2_along(side->from, share, along);
    *found = (crossing){.end = end,
                        .at = share * cw_vec2_length(along),
                        .t = cw_vec2_dot(line->direction, cw_vec2_sub(end, line->point)),
                        .enters = left == beyond_b};
    return true;
}

/// The nearest crossing behind `enter` where the line leaves the part, as the end of a chord.
static bool find_exit(const cw_region *region, const chord *line, bool left, const crossing *enter,
                      chord *cut) {
    double nearest = INFINITY;
    for (uint32_t i = 0; i < region->sides.count; i++) {
        crossing found;
        if (crosses_line(region, i, line, left, &found) && !found.enters && found.t >= enter->t &&
            found.t < nearest) {
            nearest = found.t;
            cut->sides[1] = i;
            cut->ends[1] = found.end;
            cut->at[1] = found.at;
        }
    }
    return nearest < INFINITY;
}

/// Finds a chord of a line through a part that reaches over it; false when it does not.
static bool find_chord(const cw_region *region, const chord *line, bool left, chord *cut) {
    *cut = *line;
    cut->node = CW_NONE;
    for (uint32_t i = 0; i < region->sides.count; i++) {
        crossing found;
        if (crosses_line(region, i, line, left, &found) && found.enters &&
            find_exit(region, line, left, &found, cut)) {
            cut->sides[0] = i;
            cut->ends[0] = found.end;
            cut->at[0] = found.at;
            return true;
        }
    }
    return false;
}

/// The region that a point lies in: the one that it is least outside of.
static uint32_t find_region(const cw_widest_scratch *scratch, cw_vec2 point) {
    uint32_t best = 0;
    double least = INFINITY;
    for (uint32_t i = 0; i < scratch->region_count && least > 0; i++) {
        double outside =
            scratch->region_count == 1 ? 0 : cw_region_outside(&scratch->regions.items[i], point);
        best = outside < least ? i : best;
        least = cw_least(outside, least);
    }
    return best;
}

cw_status cw_regions_divide(cw_context *context, cw_widest_scratch *scratch, cw_vec2 point,
                            uint32_t node) {
    uint32_t index = find_region(scratch, point), first = scratch->region_count;
    chord line, cut;
    if (!choose_chord(&scratch->regions.items[index], point, node, &line)) {
        return CW_OK; /* the point stays alone: no way to it is known */
    }
    CW_TRY(divide(context, scratch, index, &line));
    for (uint32_t i = first; i < scratch->region_count; i++) {
        bool left = (i - first) % 2 == 0;
        if (find_chord(&scratch->regions.items[i], &line, left, &cut)) {
            CW_TRY(divide(context, scratch, i, &cut));
        }
    }
    return CW_OK;
}
