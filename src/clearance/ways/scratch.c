/// The memory that dividing cells and finding gates takes: giving it back, measuring it, and making
/// room before any is needed.
#include "clearance/ways/widest.h"

enum {
    CONTACTS_PER_PART = 4, /* room for pairs of features that meet, for each of them */
    PIECES_PER_PART = 4,   /* two, in blocks that are half empty */
    BLOCKS_AT_ONCE = 5,    /* what comes of one when a feature cuts each of its pieces */
    EXTRA_PARTS = 16,      /* that dividing lines add */
    REGIONS = 8            /* of a cell that two points divide: five, or more with dents */
};

static void free_region(cw_context *context, cw_region *region) {
    CW_ARRAY_FREE(context, &region->sides);
    CW_ARRAY_FREE(context, &region->cuts);
}

void cw_workshop_free(cw_context *context, cw_workshop *workshop) {
    cw_features_free(context, &workshop->features);
    free_region(context, &workshop->region);
    cw_envelope_free(context, &workshop->envelope);
    CW_ARRAY_FREE(context, &workshop->contacts);
    CW_ARRAY_FREE(context, &workshop->gates);
    CW_ARRAY_FREE(context, &workshop->active);
    CW_ARRAY_FREE(context, &workshop->boxes);
    CW_ARRAY_FREE(context, &workshop->partners);
    CW_ARRAY_FREE(context, &workshop->places);
    cw_box_tree_free(context, &workshop->side_tree);
    cw_box_tree_free(context, &workshop->corner_tree);
    cw_box_tree_free(context, &workshop->wall_tree);
    CW_ARRAY_FREE(context, &workshop->parents);
    CW_ARRAY_FREE(context, &workshop->arcs);
    CW_ARRAY_FREE(context, &workshop->order);
    CW_ARRAY_FREE(context, &workshop->keyed);
    CW_ARRAY_FREE(context, &workshop->groups);
}

static size_t region_bytes(const cw_region *region) {
    return CW_ARRAY_BYTES(&region->sides) + CW_ARRAY_BYTES(&region->cuts);
}

static size_t workshop_bytes(const cw_workshop *workshop) {
    return cw_features_bytes(&workshop->features) + region_bytes(&workshop->region) +
           cw_envelope_bytes(&workshop->envelope) + CW_ARRAY_BYTES(&workshop->contacts) +
           CW_ARRAY_BYTES(&workshop->gates) + CW_ARRAY_BYTES(&workshop->active) +
           CW_ARRAY_BYTES(&workshop->boxes) + CW_ARRAY_BYTES(&workshop->partners) +
           CW_ARRAY_BYTES(&workshop->places) + cw_box_tree_bytes(&workshop->side_tree) +
           cw_box_tree_bytes(&workshop->corner_tree) + cw_box_tree_bytes(&workshop->wall_tree) +
           CW_ARRAY_BYTES(&workshop->parents) + CW_ARRAY_BYTES(&workshop->arcs) +
           CW_ARRAY_BYTES(&workshop->order) + CW_ARRAY_BYTES(&workshop->keyed) +
           CW_ARRAY_BYTES(&workshop->groups);
}

void cw_widest_scratch_free(cw_context *context, cw_widest_scratch *scratch) {
    cw_workshop_free(context, &scratch->shop);
    for (uint32_t i = 0; i < scratch->regions.count; i++) {
        free_region(context, &scratch->regions.items[i]);
    }
    CW_ARRAY_FREE(context, &scratch->regions);
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
    size_t bytes = workshop_bytes(&scratch->shop) + CW_ARRAY_BYTES(&scratch->regions);
    for (uint32_t i = 0; i < scratch->regions.count; i++) {
        bytes += region_bytes(&scratch->regions.items[i]);
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
    size_t pieces = BLOCKS_AT_ONCE * CW_PIECE_BLOCK + PIECES_PER_PART * parts;
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->pieces, pieces));
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->spare, pieces));
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
    return CW_ARRAY_RESERVE(context, &shop->groups, CW_GATES_SCRATCH * parts);
}

cw_status cw_widest_scratch_reserve(cw_context *context, uint32_t parts,
                                    cw_widest_scratch *scratch) {
    size_t room = 2 * (size_t)parts + EXTRA_PARTS;
    CW_TRY(reserve_workshop(context, room, &scratch->shop));
    scratch->region_count = 0;
    CW_TRY(cw_regions_add(context, scratch, REGIONS));
    for (uint32_t i = 0; i < REGIONS; i++) {
        CW_TRY(reserve_region(context, room, &scratch->regions.items[i]));
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
