/// Room for dividing cells, made before any is divided (attach.c).
#include "clearance/gates.h"

enum {
    CONTACTS_PER_PART = 4, /* room for pairs of features that meet, for each of them */
    PIECES_PER_PART = 4,   /* two, in blocks that are half empty */
    BLOCKS_AT_ONCE = 5,    /* what comes of one when a feature cuts each of its pieces */
    EXTRA_PARTS = 16,      /* that dividing lines add */
    REGIONS = 8            /* of a cell that two points divide: five, or more with dents */
};

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
    return CW_ARRAY_RESERVE(context, &shop->groups, 2 * parts);
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
