/// The nearest feature along a segment: the lower envelope of the features' distances (curve.c).
///
/// Features are laid into a list of pieces one by one, nearest to the cell first; in each piece the
/// new one wins where it is strictly nearer, so that pieces always cover the segment and never
/// overlap, whatever rounding does. The search ends at features that are further from the cell than
/// the highest point of the envelope, and features that are further from the segment than that are
/// passed over; where it is known beforehand how high the envelope can be at most, nearly all are.
/// Pieces are in blocks, and each piece and each block knows how high it is, so a feature is
/// compared with the few pieces that it may undercut, and pieces that are cut in two move no others
/// than those of their block. Cost: features, and those within reach times blocks of pieces.
#include "clearance/portals/envelope.h"

#include <string.h>

/// Metres by which features may be further away than anything along the segment is from the walls,
/// and still count; far above rounding.
#define BOUND_SLACK CW_SURE

/// Share by which squares of distances differ that are clearly different; far above rounding.
#define ALIKE 1e-9

/// Metres: what is nearer by more is so beyond rounding; below CW_CLEARANCE_TOLERANCE.
#define LEAST_LEAD CW_APART

/// Pieces up to which it is not worth while to tell beforehand which of them change.
enum { FEW_PIECES = 6, HALF_BLOCK = CW_PIECE_BLOCK / 2 };

/// The highest squared distance on a part of a curve. Rounded sums and products never give less for
/// more, so nothing between the ends is higher, to the last bit.
static inline double highest_of(const cw_envelope *envelope, uint32_t curve, double from,
                                double to) {
    if (curve == CW_NONE) {
        return INFINITY;
    }
    const cw_curve *shape = &envelope->curves.items[curve];
    return cw_most(cw_curve_at(shape, from), cw_curve_at(shape, to));
}

static inline void append(cw_envelope *envelope, double from, double to, uint32_t curve) {
    uint32_t count = envelope->spare.count;
    if (count > 0 && envelope->spare.items[count - 1].curve == curve) {
        envelope->spare.items[count - 1].to = to;
    } else if (to > from) {
        envelope->spare.items[envelope->spare.count++] =
            (cw_piece){.from = from, .to = to, .curve = curve};
    }
}

/// By how much nearer, in metres, a curve is than another at a place.
static double lead(const cw_curve *curve, const cw_curve *other, double at) {
    return sqrt(cw_curve_at(other, at)) - sqrt(cw_curve_at(curve, at));
}

/// Whether a curve is nearer than another between two places, where they do not cross in between.
/// In the middle they may be as near as rounding can tell, such as a wall and its corner along a
/// portal at right angles to the wall: many metres away the corner is no further, next to it it is.
/// So where they are alike in the middle, the end counts at which one of them is clearly nearer.
static bool is_nearer(const cw_envelope *envelope, const cw_curve *curve, const cw_curve *other,
                      double from, double to) {
    double middle = from + (to - from) / 2;
    double own = cw_curve_at(curve, middle), others = cw_curve_at(other, middle);
    if (fabs(own - others) > ALIKE * others) {
        return own < others;
    }
    double first = lead(curve, other, from), last = lead(curve, other, to);
    double most = fabs(first) > fabs(last) ? first : last;
    return fabs(most) > LEAST_LEAD * envelope->coarseness ? most > 0 : own < others;
}

/// Divides from .. to, inside a piece, between the piece's feature and a new one.
static void contest(cw_envelope *envelope, const cw_piece *piece, double from, double to,
                    uint32_t index) {
    if (piece->curve == CW_NONE) {
        append(envelope, from, to, index);
        return;
    }
    const cw_curve *old = &envelope->curves.items[piece->curve];
    const cw_curve *curve = &envelope->curves.items[index];
    double high = highest_of(envelope, piece->curve, from, to);
    if (cw_curve_at(curve, cw_curve_lowest(curve, from, to)) >= high) {
        append(envelope, from, to, piece->curve);
        return;
    }
    double roots[2];
    uint32_t count = cw_curves_cross(old, curve, roots);
    if (count == 2 && roots[0] > roots[1]) {
        double swap = roots[0];
        roots[0] = roots[1];
        roots[1] = swap;
    }
    double start = from;
    for (uint32_t i = 0; i <= count; i++) {
        double end = i < count && !(roots[i] > to) ? roots[i] : to;
        if (end > start) { /* not so where a root lies before it, or is no number */
            bool wins = is_nearer(envelope, curve, old, start, end);
            append(envelope, start, end, wins ? index : piece->curve);
            start = end;
        }
    }
}

/// Whether a curve may be below something no higher than `high` between two places.
static bool may_win(const cw_curve *curve, double from, double to, double high) {
    from = cw_most(from, curve->from);
    to = cw_least(to, curve->to);
    return from < to && cw_curve_at(curve, cw_curve_lowest(curve, from, to)) < high;
}

/// The pieces of a block that a curve may change: begin .. end - 1.
typedef struct piece_run {
    uint32_t begin, end;
} piece_run;

static double block_end(const cw_envelope *envelope, uint32_t block) {
    return block + 1 < envelope->blocks.count ? envelope->blocks.items[block + 1].from
                                              : envelope->length;
}

/// Whether a curve may be nearer somewhere in a block; a single one is not worth the question.
static bool may_change(const cw_envelope *envelope, uint32_t block, const cw_curve *curve) {
    const cw_piece_block *found = &envelope->blocks.items[block];
    return envelope->blocks.count == 1 ||
           may_win(curve, found->from, block_end(envelope, block), found->high);
}

/// Whether a corner is nowhere nearer than that of a piece: the difference of their squared
/// distances is linear.
static bool is_above(const cw_envelope *envelope, const cw_curve *curve, const cw_piece *piece) {
    if (curve->is_wall || piece->curve == CW_NONE) {
        return false;
    }
    const cw_curve *old = &envelope->curves.items[piece->curve];
    return !old->is_wall && cw_curve_at(curve, piece->from) >= cw_curve_at(old, piece->from) &&
           cw_curve_at(curve, piece->to) >= cw_curve_at(old, piece->to);
}

/// Passes over pieces where the curve is nowhere nearer. Of few pieces, all may change.
static piece_run find_run(const cw_envelope *envelope, uint32_t block, const cw_curve *curve) {
    const cw_piece_block *found = &envelope->blocks.items[block];
    const cw_piece *pieces = envelope->pieces.items + found->first;
    if (found->count <= FEW_PIECES) {
        return (piece_run){0, found->count};
    }
    piece_run run = {found->count, 0};
    for (uint32_t i = 0; i < found->count; i++) {
        if (may_win(curve, pieces[i].from, pieces[i].to, pieces[i].high) &&
            !is_above(envelope, curve, &pieces[i])) {
            run.begin = run.begin < i ? run.begin : i;
            run.end = i + 1;
        }
    }
    return run;
}

/// Puts pieces into a block: the spare ones from `begin` to `end` - 1.
static void fill_block(cw_envelope *envelope, uint32_t block, uint32_t begin, uint32_t end) {
    cw_piece_block *filled = &envelope->blocks.items[block];
    const cw_piece *spare = envelope->spare.items;
    filled->from = spare[begin].from;
    filled->count = end - begin;
    filled->high = 0;
    for (uint32_t i = begin; i < end; i++) {
        filled->high = cw_most(filled->high, spare[i].high);
    }
    memcpy(envelope->pieces.items + filled->first, spare + begin, filled->count * sizeof *spare);
}

/// Adds empty blocks behind one.
static cw_status add_blocks(cw_context *context, cw_envelope *envelope, uint32_t block,
                            uint32_t added) {
    uint32_t count = envelope->blocks.count, behind = count - block - 1;
    uint32_t room = envelope->pieces.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->blocks, (size_t)count + added));
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->pieces, room + (size_t)added * CW_PIECE_BLOCK));
    cw_piece_block *next = envelope->blocks.items + block + 1;
    memmove(next + added, next, behind * sizeof *next);
    for (uint32_t i = 0; i < added; i++) {
        next[i] = (cw_piece_block){.first = room + i * CW_PIECE_BLOCK};
    }
    envelope->blocks.count = count + added;
    envelope->pieces.count = room + added * CW_PIECE_BLOCK;
    return CW_OK;
}

static void remove_block(cw_envelope *envelope, uint32_t block) {
    cw_piece_block *removed = envelope->blocks.items + block;
    uint32_t behind = --envelope->blocks.count - block;
    memmove(removed, removed + 1, behind * sizeof *removed);
}

static void swap_pieces(cw_envelope *envelope) {
    cw_piece *items = envelope->pieces.items;
    uint32_t capacity = envelope->pieces.capacity;
    envelope->pieces.items = envelope->spare.items;
    envelope->pieces.capacity = envelope->spare.capacity;
    envelope->spare.items = items;
    envelope->spare.capacity = capacity;
}

/// Lets the last piece of the block before grow over the first spare piece where both are of one
/// curve; returns how many spare pieces are then used up.
static uint32_t join_with_last(cw_envelope *envelope, uint32_t block) {
    if (block == 0) {
        return 0;
    }
    cw_piece_block *before = &envelope->blocks.items[block - 1];
    cw_piece *last = &envelope->pieces.items[before->first + before->count - 1];
    const cw_piece *first = &envelope->spare.items[0];
    if (last->curve != first->curve) {
        return 0;
    }
    last->to = first->to;
    last->high = highest_of(envelope, last->curve, last->from, last->to);
    before->high = cw_most(before->high, last->high);
    return 1;
}

/// Puts the spare pieces in the place of those of a block; more than fit get blocks of their own.
/// Returns the block behind them.
static cw_status replace_block(cw_context *context, cw_envelope *envelope, uint32_t block,
                               uint32_t *next) {
    uint32_t begin = join_with_last(envelope, block), count = envelope->spare.count - begin;
    uint32_t parts = count <= CW_PIECE_BLOCK ? 1 : (count + HALF_BLOCK - 1) / HALF_BLOCK;
    *next = block + parts;
    if (count == 0) {
        *next = block;
        remove_block(envelope, block);
        return CW_OK;
    }
    if (parts > 1) {
        CW_TRY(add_blocks(context, envelope, block, parts - 1));
    }
    for (uint32_t i = 0; i < parts; i++) {
        fill_block(envelope, block + i, begin + count * i / parts, begin + count * (i + 1) / parts);
    }
    return CW_OK;
}

/// Appends a run of pieces to the spare ones, divided between their features and a new one.
static void contest_run(cw_envelope *envelope, const cw_piece *pieces, piece_run run,
                        uint32_t index) {
    const cw_curve *curve = &envelope->curves.items[index];
    for (uint32_t i = run.begin; i < run.end; i++) {
        double from = cw_most(pieces[i].from, curve->from);
        double to = cw_least(pieces[i].to, curve->to);
        if (from >= to) {
            append(envelope, pieces[i].from, pieces[i].to, pieces[i].curve);
            continue;
        }
        append(envelope, pieces[i].from, from, pieces[i].curve);
        contest(envelope, &pieces[i], from, to, index);
        append(envelope, to, pieces[i].to, pieces[i].curve);
    }
    cw_piece *spare = envelope->spare.items;
    for (uint32_t i = run.begin; i < envelope->spare.count; i++) {
        spare[i].high = highest_of(envelope, spare[i].curve, spare[i].from, spare[i].to);
    }
}

/// Lays a curve into the pieces of a block; `next` receives the block behind them.
static cw_status insert_into(cw_context *context, cw_envelope *envelope, uint32_t block,
                             uint32_t index, uint32_t *next) {
    const cw_piece_block *old = &envelope->blocks.items[block];
    const cw_piece *pieces = envelope->pieces.items + old->first;
    piece_run run = find_run(envelope, block, &envelope->curves.items[index]);
    envelope->steps += old->count;
    *next = block + 1;
    if (run.begin >= run.end) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->spare, 5 * CW_PIECE_BLOCK));
    cw_piece *spare = envelope->spare.items;
    memcpy(spare, pieces, run.begin * sizeof *spare);
    envelope->spare.count = run.begin;
    contest_run(envelope, pieces, run, index);
    memcpy(spare + envelope->spare.count, pieces + run.end, (old->count - run.end) * sizeof *spare);
    envelope->spare.count += old->count - run.end;
    return replace_block(context, envelope, block, next);
}

/// The last block that begins at a place or before it.
static uint32_t find_block(const cw_envelope *envelope, double from) {
    uint32_t low = 0, high = envelope->blocks.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (envelope->blocks.items[middle].from <= from) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Lays the last curve of the list into the pieces. Whole blocks of pieces are passed over where
/// the curve is nowhere nearer.
static cw_status insert(cw_context *context, cw_envelope *envelope) {
    uint32_t index = envelope->curves.count - 1;
    const cw_curve *curve = &envelope->curves.items[index];
    if (!(envelope->length > 0)) {
        envelope->blocks.items[0] = (cw_piece_block){0}; /* a point has no pieces */
        return CW_OK;
    }
    uint32_t block = find_block(envelope, curve->from);
    while (block < envelope->blocks.count && envelope->blocks.items[block].from < curve->to) {
        envelope->steps++;
        if (may_change(envelope, block, curve)) {
            CW_TRY(insert_into(context, envelope, block, index, &block));
        } else {
            block++;
        }
    }
    return CW_OK;
}

/// The highest point of the envelope, squared.
static double top(const cw_envelope *envelope) {
    double high = 0;
    for (uint32_t i = 0; i < envelope->blocks.count; i++) {
        high = cw_most(high, envelope->blocks.items[i].high);
    }
    return high;
}

/// Puts the pieces of all blocks one behind the other.
static cw_status line_up(cw_context *context, cw_envelope *envelope) {
    const cw_piece_block *blocks = envelope->blocks.items;
    uint32_t count = 0, filled = 0;
    for (uint32_t i = 0; i < envelope->blocks.count; i++) {
        count += blocks[i].count;
    }
    envelope->pieces.count = count;
    if (envelope->blocks.count == 1) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->spare, count));
    for (uint32_t i = 0; i < envelope->blocks.count; i++) {
        memcpy(envelope->spare.items + filled, envelope->pieces.items + blocks[i].first,
               blocks[i].count * sizeof *envelope->spare.items);
        filled += blocks[i].count;
    }
    swap_pieces(envelope);
    return CW_OK;
}

/// Lays in features begin .. end - 1 of a list, or where there is a list of `some`, those.
static cw_status insert_list(cw_context *context, const cw_features *features, const uint32_t *some,
                             uint32_t begin, uint32_t end, double bound, cw_envelope *envelope) {
    double high = cw_least(top(envelope), bound);
    envelope->steps += end - begin;
    for (uint32_t n = begin; n < end; n++) {
        uint32_t i = some != NULL ? some[n] : n;
        double distance = features->list.items[i].distance;
        if (distance * distance > high) {
            break;
        }
        cw_curve curves[2];
        uint32_t count = cw_curves_make(envelope, features, i, curves);
        for (uint32_t k = 0; k < count; k++) {
            double lowest = cw_curve_lowest(&curves[k], curves[k].from, curves[k].to);
            if (cw_curve_at(&curves[k], lowest) < high) {
                CW_TRY(CW_ARRAY_PUSH(context, &envelope->curves, curves[k]));
                CW_TRY(insert(context, envelope));
                high = cw_least(top(envelope), bound);
            }
        }
    }
    return CW_OK;
}

/// One piece along which no feature counts.
static cw_status begin_with_nothing(cw_context *context, cw_envelope *envelope) {
    envelope->curves.count = envelope->blocks.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(context, &envelope->pieces, CW_PIECE_BLOCK));
    envelope->pieces.items[0] = (cw_piece){0, envelope->length, INFINITY, CW_NONE};
    envelope->pieces.count = CW_PIECE_BLOCK;
    cw_piece_block all = {.high = INFINITY, .count = 1};
    return CW_ARRAY_PUSH(context, &envelope->blocks, all);
}

cw_status cw_envelope_build(cw_context *context, const cw_features *features, cw_vec2 from,
                            cw_vec2 to, double bound, cw_envelope *envelope) {
    cw_vec2 along = cw_vec2_sub(to, from);
    envelope->length = cw_vec2_length(along);
    envelope->origin = from;
    envelope->coarseness = features->clearance->coarseness;
    envelope->direction = envelope->length > 0
                              ? (cw_vec2){along.x / envelope->length, along.y / envelope->length}
                              : (cw_vec2){1, 0};
    CW_TRY(begin_with_nothing(context, envelope));
    const uint32_t *some = NULL;
    uint32_t corners = features->corner_count, count = features->list.count;
    envelope->near.count = 0;
    envelope->restricted = features->tree.nodes.count > 0 && bound < INFINITY;
    if (envelope->restricted) {
        CW_TRY(cw_features_near(context, features, from, to, bound + 2 * BOUND_SLACK,
                                &envelope->near));
        some = envelope->near.items;
        count = envelope->near.count;
        corners = cw_features_corners_of(features, &envelope->near);
    }
    bound = (bound + BOUND_SLACK) * (bound + BOUND_SLACK);
    CW_TRY(insert_list(context, features, some, 0, corners, bound, envelope));
    CW_TRY(insert_list(context, features, some, corners, count, bound, envelope));
    return line_up(context, envelope);
}

void cw_envelope_free(cw_context *context, cw_envelope *envelope) {
    CW_ARRAY_FREE(context, &envelope->curves);
    CW_ARRAY_FREE(context, &envelope->pieces);
    CW_ARRAY_FREE(context, &envelope->blocks);
    CW_ARRAY_FREE(context, &envelope->near);
    CW_ARRAY_FREE(context, &envelope->spare);
}

size_t cw_envelope_bytes(const cw_envelope *envelope) {
    return CW_ARRAY_BYTES(&envelope->curves) + CW_ARRAY_BYTES(&envelope->pieces) +
           CW_ARRAY_BYTES(&envelope->blocks) + CW_ARRAY_BYTES(&envelope->near) +
           CW_ARRAY_BYTES(&envelope->spare);
}
