/// What the sides of pixels are: walls, steps inside a layer, seams, walls with another layer
/// behind.
///
/// A wall with a floor of another layer behind it is one chain for both, as a seam is, so that
/// floors which touch there fit. Which one that is has to look the same from both sides: the
/// nearest in height, and nearest back. Floors of other storeys, a walker's height away or more,
/// are not behind a wall: they do not get in its way. Where both floors of a wall inside a layer
/// are storeys apart, a third one, of another layer, may end below the upper of them: two chains
/// then run along the same sides and have the same junctions, so that they stay the same line.
#include "layers/outline.h"

#include <math.h>

/// The sample over a side that is nearest in height among those that end there too, or CW_NONE.
static uint32_t nearest_behind(const cw_outline *outline, uint32_t sample, uint32_t side) {
    const cw_layers *layers = outline->layers;
    uint32_t column;
    uint32_t found = CW_NONE;
    double best = (double)outline->height;
    if (!cw_column_beside(layers, layers->samples[sample].column, side, &column)) {
        return CW_NONE;
    }
    for (uint32_t s = layers->column_first[column]; s < layers->column_first[column + 1]; s++) {
        const cw_sample *other = &layers->samples[s];
        double apart = fabs((double)other->z - layers->samples[sample].z);
        if (other->layer != CW_NONE && cw_sample_next(layers, s, (side + 2) % 4) == CW_NONE &&
            apart < best) {
            best = apart;
            found = s;
        }
    }
    return found;
}

/// The sample of the same layer over a side, or CW_NONE.
static uint32_t same_layer_behind(const cw_layers *layers, uint32_t sample, uint32_t side) {
    uint32_t column;
    return cw_column_beside(layers, layers->samples[sample].column, side, &column)
               ? cw_column_sample(layers, layers->samples[sample].layer, column)
               : CW_NONE;
}

/// The sample behind a wall: of the same layer, or of another one that sees it the same way.
static uint32_t behind(const cw_outline *outline, uint32_t sample, uint32_t side) {
    const cw_layers *layers = outline->layers;
    uint32_t same = same_layer_behind(layers, sample, side), back = (side + 2) % 4;
    uint32_t other = same != CW_NONE ? CW_NONE : nearest_behind(outline, sample, side);
    bool mutual = other != CW_NONE && nearest_behind(outline, other, back) == sample &&
                  same_layer_behind(layers, other, back) == CW_NONE;
    return same != CW_NONE ? same : mutual ? other : CW_NONE;
}

/// Three floors at a side: two of one layer that are storeys apart, with a wall between them, and a
/// third one of another layer that ends below the upper one.
typedef struct three_floors {
    uint32_t upper, low, third; ///< samples; `upper` is CW_NONE where there are not three
} three_floors;

static three_floors find_three(const cw_outline *outline, uint32_t sample, uint32_t side) {
    const cw_layers *layers = outline->layers;
    const cw_sample *samples = layers->samples;
    uint32_t same = same_layer_behind(layers, sample, side), back = (side + 2) % 4;
    three_floors all = {sample, same, sample};
    if (same == CW_NONE) { /* the third, if any */
        all.low = nearest_behind(outline, sample, side);
        all.upper = all.low != CW_NONE ? same_layer_behind(layers, all.low, back) : CW_NONE;
    } else if (samples[same].z > samples[sample].z) {
        all = (three_floors){same, sample, sample};
        back = side;
    }
    bool apart = all.upper != CW_NONE &&
                 (double)samples[all.upper].z - samples[all.low].z >= (double)outline->height;
    uint32_t third = apart ? nearest_behind(outline, all.low, back) : CW_NONE;
    bool found = third != CW_NONE && (same != CW_NONE || third == sample) &&
                 nearest_behind(outline, third, (back + 2) % 4) == all.low &&
                 same_layer_behind(layers, third, (back + 2) % 4) == CW_NONE;
    all.third = third;
    all.upper = found ? all.upper : CW_NONE;
    return all;
}

bool cw_side_follows(const cw_outline *outline, uint32_t sample, uint32_t side) {
    if (cw_sample_next(outline->layers, sample, side) != CW_NONE) {
        return false;
    }
    three_floors three = find_three(outline, sample, side);
    return three.upper != CW_NONE && three.low == sample;
}

uint32_t cw_side_opposite(const cw_outline *outline, uint32_t sample, uint32_t side) {
    uint32_t next = cw_sample_next(outline->layers, sample, side);
    return next != CW_NONE ? next : behind(outline, sample, side);
}

uint32_t cw_side_kind(const cw_outline *outline, uint32_t sample, uint32_t side) {
    const cw_layers *layers = outline->layers;
    uint32_t next = cw_sample_next(layers, sample, side), own = layers->samples[sample].layer;
    if (next != CW_NONE) {
        uint32_t layer = layers->samples[next].layer;
        return layer == own ? CW_CHAIN_JUMP : CW_CHAIN_SEAM + 3 * layer;
    }
    uint32_t other = behind(outline, sample, side);
    if (other != CW_NONE && layers->samples[other].layer != own) {
        return CW_CHAIN_SEAM + 3 * layers->samples[other].layer + 1;
    }
    three_floors three = find_three(outline, sample, side);
    if (three.upper == CW_NONE) {
        return CW_CHAIN_WALL;
    }
    uint32_t along = three.third == sample ? three.upper : three.third;
    return CW_CHAIN_SEAM + 3 * layers->samples[along].layer + 2;
}

static bool jumps(const cw_layers *layers, uint32_t sample, uint32_t side, uint32_t next) {
    uint32_t owner = side == 1 || side == 2 ? sample : next;
    uint32_t bit = side % 2 == 1 ? CW_SAMPLE_JUMP_RIGHT : CW_SAMPLE_JUMP_UP;
    return (layers->samples[owner].flags & bit) != 0;
}

/// Marks the sides of all samples that are on outlines.
static void mark_sides(cw_layers *layers) {
    for (uint32_t s = 0; s < layers->sample_count; s++) {
        cw_sample *sample = &layers->samples[s];
        sample->flags &= CW_SAMPLE_JUMP_RIGHT | CW_SAMPLE_JUMP_UP;
        for (uint32_t side = 0; side < 4 && sample->layer != CW_NONE; side++) {
            uint32_t next = cw_sample_next(layers, s, side);
            if (next == CW_NONE || layers->samples[next].layer != sample->layer ||
                jumps(layers, s, side, next)) {
                sample->flags |= (uint32_t)CW_SAMPLE_SIDE << side;
            }
        }
    }
}

/// The kind of the side between two pixels of a layer, seen from whichever is there, or CW_NONE
/// where it is on no outline.
static uint32_t edge_kind(const cw_outline *outline, uint32_t a, uint32_t a_side, uint32_t b,
                          uint32_t b_side) {
    if (a != CW_NONE && cw_is_outline(outline->layers, a, a_side)) {
        return cw_side_kind(outline, a, a_side);
    }
    if (b != CW_NONE && cw_is_outline(outline->layers, b, b_side)) {
        return cw_side_kind(outline, b, b_side);
    }
    return CW_NONE;
}

/// How many sides of a layer meet in a corner; *kind receives the kind of one of them, and *mixed
/// whether there are several.
static uint32_t corner_degree(const cw_outline *outline, uint32_t layer, int64_t i, int64_t j,
                              uint32_t *kind, bool *mixed) {
    const cw_layers *layers = outline->layers;
    uint32_t low_left = cw_layer_sample(layers, layer, i - 1, j - 1),
             low_right = cw_layer_sample(layers, layer, i, j - 1),
             high_right = cw_layer_sample(layers, layer, i, j),
             high_left = cw_layer_sample(layers, layer, i - 1, j);
    uint32_t kinds[4] = {edge_kind(outline, low_left, 1, low_right, 3),
                         edge_kind(outline, low_right, 2, high_right, 0),
                         edge_kind(outline, high_right, 3, high_left, 1),
                         edge_kind(outline, high_left, 0, low_left, 2)};
    uint32_t degree = 0;
    *mixed = false;
    *kind = CW_NONE;
    for (uint32_t k = 0; k < 4; k++) {
        if (kinds[k] != CW_NONE) {
            *mixed = *mixed || (*kind != CW_NONE && *kind != kinds[k]);
            *kind = kinds[k];
            degree++;
        }
    }
    return degree;
}

/// Whether not exactly two sides of one kind meet in a corner of a layer; *kind receives the kind
/// of one of them.
static bool is_own_junction(const cw_outline *outline, uint32_t layer, int64_t i, int64_t j,
                            uint32_t *kind) {
    bool mixed;
    return corner_degree(outline, layer, i, j, kind, &mixed) != 2 || mixed;
}

bool cw_is_junction(const cw_outline *outline, uint32_t layer, uint32_t i, uint32_t j) {
    uint32_t kind, other;
    if (is_own_junction(outline, layer, i, j, &kind)) {
        return true;
    }
    return kind != CW_NONE && kind >= CW_CHAIN_SEAM &&
           is_own_junction(outline, (kind - CW_CHAIN_SEAM) / 3, i, j, &other);
}

/// Whether the side between two samples of a layer is a thin wall that starts at another wall and
/// ends after one pixel.
static bool is_spur(const cw_outline *outline, uint32_t sample, uint32_t side) {
    const cw_layers *layers = outline->layers;
    uint32_t degree[2], kind, i, j, layer = layers->samples[sample].layer;
    bool mixed;
    for (uint32_t k = 0; k < 2; k++) {
        cw_corner_of(layers, sample, (side + k) % 4, &i, &j);
        degree[k] = corner_degree(outline, layer, i, j, &kind, &mixed);
    }
    return (degree[0] == 1 && degree[1] > 2) || (degree[1] == 1 && degree[0] > 2);
}

/// Where the corner of an obstacle reaches between two centres, but not over one, it bars a single
/// link. One walks around it within a pixel, so it is left out, and the wall is straight there.
static void drop_spurs(cw_outline *outline) {
    cw_layers *layers = outline->layers;
    double most = 2 * outline->config.height_error / layers->lattice.step;
    for (uint32_t s = 0; s < layers->sample_count; s++) {
        cw_sample *sample = &layers->samples[s];
        for (uint32_t side = 1; side <= 2 && sample->layer != CW_NONE; side++) {
            uint32_t back = (side + 2) % 4;
            uint32_t other =
                sample->next[side] == CW_NONE ? same_layer_behind(layers, s, side) : CW_NONE;
            if (other != CW_NONE && fabs((double)layers->samples[other].z - sample->z) <= most &&
                is_spur(outline, s, side)) {
                sample->next[side] = other;
                layers->samples[other].next[back] = s;
                sample->flags &= ~((uint32_t)CW_SAMPLE_SIDE << side);
                layers->samples[other].flags &= ~((uint32_t)CW_SAMPLE_SIDE << back);
            }
        }
    }
}

void cw_sides_mark(cw_outline *outline) {
    mark_sides(outline->layers);
    drop_spurs(outline);
}
