/// The widest ways between points inside a cell and the summits on its border.
///
/// Each point divides the cell, or the part of it that it lies in, by a chord through it. The
/// summits of the clearance along the chord, and the point itself, are cuts on the border of both
/// parts; so the gates of the parts (region.c) give the widest ways between points and summits: a
/// small graph, in which widths spread from a node. Chords go towards the middle of the region;
/// where one would only touch it, across.
#include "clearance/gates.h"

/// Metres by which a point may lie outside its region.
#define BORDER_SLACK 1e-6

enum {
    CONTACTS_PER_PART = 4, /* room for pairs of features that meet, for each of them */
    EXTRA_PARTS = 16       /* that chords add */
};

/// A chord: where it enters and leaves a region.
typedef struct chord {
    uint32_t sides[2];
    cw_vec2 ends[2];
    double at[2]; ///< metres from the start of the side
    cw_vec2 point, direction;
    uint32_t node; ///< of the point
} chord;

void cw_widest_scratch_free(cw_context *context, cw_widest_scratch *scratch) {
    cw_workshop_free(context, &scratch->shop);
    for (uint32_t i = 0; i < 2 * CW_MOST_POINTS + 1; i++) {
        cw_region_free(context, &scratch->regions[i]);
    }
    CW_ARRAY_FREE(context, &scratch->positions);
    CW_ARRAY_FREE(context, &scratch->cuts);
    CW_ARRAY_FREE(context, &scratch->tree);
    CW_ARRAY_FREE(context, &scratch->summits);
    CW_ARRAY_FREE(context, &scratch->ways);
    CW_ARRAY_FREE(context, &scratch->widths);
    CW_ARRAY_FREE(context, &scratch->limits);
    for (uint32_t i = 0; i < CW_MOST_POINTS; i++) {
        CW_ARRAY_FREE(context, &scratch->attachments[i]);
    }
}

size_t cw_widest_scratch_bytes(const cw_widest_scratch *scratch) {
    size_t bytes = cw_workshop_bytes(&scratch->shop);
    for (uint32_t i = 0; i < 2 * CW_MOST_POINTS + 1; i++) {
        bytes += cw_region_bytes(&scratch->regions[i]);
    }
    for (uint32_t i = 0; i < CW_MOST_POINTS; i++) {
        bytes += CW_ARRAY_BYTES(&scratch->attachments[i]);
    }
    return bytes + CW_ARRAY_BYTES(&scratch->positions) + CW_ARRAY_BYTES(&scratch->cuts) +
           CW_ARRAY_BYTES(&scratch->tree) + CW_ARRAY_BYTES(&scratch->summits) +
           CW_ARRAY_BYTES(&scratch->ways) + CW_ARRAY_BYTES(&scratch->widths) +
           CW_ARRAY_BYTES(&scratch->limits);
}

static cw_status reserve_region(cw_context *context, size_t parts, cw_region *region) {
    CW_TRY(CW_ARRAY_RESERVE(context, &region->sides, parts));
    return CW_ARRAY_RESERVE(context, &region->cuts, parts);
}

static cw_status reserve_envelope(cw_context *context, size_t parts, cw_envelope *envelope) {
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->curves, parts));
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->pieces, 2 * parts));
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->spare, 2 * parts));
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->blocks, parts));
    return CW_ARRAY_RESERVE(context, &envelope->near, parts);
}

static cw_status reserve_workshop(cw_context *context, size_t parts, cw_workshop *shop) {
    size_t contacts = CONTACTS_PER_PART * parts;
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->features.list, parts));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->features.boxes, parts));
    CW_TRY(reserve_region(context, parts, &shop->region));
    CW_TRY(reserve_envelope(context, parts, &shop->envelope));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->contacts, contacts));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->order, contacts));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->keyed, contacts));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->partners, contacts));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->gates, parts));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->active, parts));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->boxes, parts));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->places, parts));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->parents, 2 * parts));
    CW_TRY(CW_ARRAY_RESERVE(context, &shop->arcs, parts));
    return CW_ARRAY_RESERVE(context, &shop->groups, 2 * parts);
}

cw_status cw_widest_scratch_reserve(cw_context *context, uint32_t parts,
                                    cw_widest_scratch *scratch) {
    size_t room = 2 * (size_t)parts + EXTRA_PARTS;
    CW_TRY(reserve_workshop(context, room, &scratch->shop));
    for (uint32_t i = 0; i < 2 * CW_MOST_POINTS + 1; i++) {
        CW_TRY(reserve_region(context, room, &scratch->regions[i]));
    }
    for (uint32_t i = 0; i < CW_MOST_POINTS; i++) {
        CW_TRY(CW_ARRAY_RESERVE(context, &scratch->attachments[i], room));
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->positions, room));
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->cuts, room));
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->tree, room));
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->summits, room));
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->ways, 2 * room));
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->widths, room));
    return CW_ARRAY_RESERVE(context, &scratch->limits, room);
}

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
    *cut = (chord){.point = point, .direction = direction, .node = node};
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

/// The cuts of a chord: the summits along it and the point.
static cw_status cut_chord(cw_context *context, cw_widest_scratch *scratch, const chord *cut) {
    cw_envelope *envelope = &scratch->shop.envelope;
    CW_TRY(cw_envelope_build(context, &scratch->shop.features, cut->ends[0], cut->ends[1], INFINITY,
                             envelope));
    CW_TRY(cw_envelope_summits(context, envelope, &scratch->positions));
    double at = fmin(cw_vec2_distance(cut->ends[0], cut->point), envelope->length);
    scratch->cuts.count = 0;
    bool placed = false;
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

/// The region that a point lies in: the only one, or the one that it is least outside of.
static uint32_t find_region(const cw_widest_scratch *scratch, cw_vec2 point) {
    if (scratch->region_count == 1) {
        return 0;
    }
    return cw_region_outside(&scratch->regions[1], point) <=
                   cw_region_outside(&scratch->regions[2], point)
               ? 1
               : 2;
}

/// Divides the region of a point by a chord through it.
static cw_status divide(cw_context *context, cw_widest_scratch *scratch, cw_vec2 point,
                        uint32_t node) {
    cw_region *source = &scratch->regions[find_region(scratch, point)];
    chord cut;
    if (!choose_chord(source, point, node, &cut)) {
        return CW_OK; /* the point stays alone: no way to it is known */
    }
    CW_TRY(cut_chord(context, scratch, &cut));
    double length = scratch->shop.envelope.length;
    for (uint32_t i = 0; i < 2; i++) {
        CW_TRY(make_part(context, scratch, source, &cut, i == 1, length,
                         &scratch->regions[scratch->region_count + i]));
    }
    scratch->region_count += 2;
    source->sides.count = source->cuts.count = 0;
    return CW_OK;
}

/// Adds the ways between the cuts of a region.
static cw_status add_ways(cw_context *context, cw_widest_scratch *scratch,
                          const cw_region *region) {
    CW_TRY(cw_region_gates(context, &scratch->shop, region));
    uint32_t count = scratch->shop.gates.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->shop.groups, 2 * ((size_t)count + 1)));
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->tree, count));
    cw_gates_tree(scratch->shop.gates.items, count, scratch->shop.groups.items,
                  scratch->tree.items);
    for (uint32_t i = 0; i < count; i++) {
        const cw_tree_edge *edge = &scratch->tree.items[i];
        cw_cell_way way = {
            scratch->shop.gates.items[edge->gate].gate,
            {region->cuts.items[edge->nodes[0]].node, region->cuts.items[edge->nodes[1]].node}};
        CW_TRY(CW_ARRAY_PUSH(context, &scratch->ways, way));
    }
    return CW_OK;
}

cw_status cw_attach_points(cw_context *context, const cw_clearance *clearance, uint32_t cell,
                           const cw_vec2 *points, uint32_t count, cw_widest_scratch *scratch) {
    CW_TRY(cw_features_of_cell(context, clearance, cell, &scratch->shop.features));
    cw_region *whole = &scratch->regions[0];
    CW_TRY(cw_region_of_cell(context, clearance, &scratch->shop.features, whole));
    scratch->summits.count = scratch->ways.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &scratch->summits, CW_NONE));
    }
    for (uint32_t i = 0; i < whole->cuts.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &scratch->summits, whole->cuts.items[i].node));
        whole->cuts.items[i].node = scratch->summits.count - 1;
    }
    scratch->region_count = 1;
    for (uint32_t i = 0; i < count; i++) {
        CW_TRY(divide(context, scratch, points[i], i));
    }
    for (uint32_t i = 0; i < scratch->region_count; i++) {
        CW_TRY(add_ways(context, scratch, &scratch->regions[i]));
    }
    return CW_OK;
}

cw_status cw_attach_spread(cw_context *context, uint32_t node, cw_widest_scratch *scratch) {
    uint32_t count = scratch->summits.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->widths, count));
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->limits, count));
    double *widths = scratch->widths.items;
    for (uint32_t i = 0; i < count; i++) {
        widths[i] = i == node ? INFINITY : -1;
        scratch->limits.items[i] = CW_NONE;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < 2 * scratch->ways.count; i++) {
            const cw_cell_way *way = &scratch->ways.items[i / 2];
            uint32_t from = way->nodes[i % 2], to = way->nodes[1 - i % 2];
            double width = fmin(widths[from], way->gate.radius);
            if (width > widths[to]) {
                widths[to] = width;
                scratch->limits.items[to] =
                    way->gate.radius < widths[from] ? i / 2 : scratch->limits.items[from];
                changed = true;
            }
        }
    }
    return CW_OK;
}
