/// The layers of a sampled scene, each by itself: its pixels, filled, and how many there are.
#include "base/memory.h"
#include "draw/parts/legend.h"
#include "draw/parts/pen.h"

#include "clearway/layers.h"

#include <math.h>
#include <stdio.h>

/// Between two layers, and above each for its words, as a share of the longer side of one.
static const double GAP_SHARE = 0.06, WORDS_SHARE = 0.11;
/// Height of the words, as a share of their room.
static const double TEXT_SHARE = 0.35;

/// How layers are spread over the picture.
typedef struct sheet {
    double width, height; ///< of a layer, metres
    double gap, words;    ///< metres
    double left, low;     ///< of the scene, metres
    uint32_t columns, rows, count;
    double pixel; ///< metres
} sheet;

/// A rectangle of pixels: columns from `begin` to before `end`, from `row` on.
typedef struct pixel_block {
    uint32_t begin, end, row;
} pixel_block;

typedef struct layer_shape {
    cw_context *context;
    const cw_layers *layers;
    CW_ARRAY(pixel_block) open; ///< blocks that the row before ended with
    CW_ARRAY(pixel_block) next; ///< those of this row
    CW_ARRAY(cw_vec2) points;
    CW_ARRAY(uint32_t) first;
    const sheet *sheet;
    cw_vec2 corner; ///< lower left of the layer on the picture
} layer_shape;

static sheet sheet_of(const cw_layers *layers) {
    sheet own = {.pixel = layers->pixel * layers->lattice.step};
    own.width = layers->width * own.pixel;
    own.height = layers->height * own.pixel;
    own.left = layers->lattice.origin_x + (double)layers->x * layers->lattice.step;
    own.low = layers->lattice.origin_y + (double)layers->y * layers->lattice.step;
    double side = fmax(own.width, own.height);
    own.gap = GAP_SHARE * side;
    own.words = WORDS_SHARE * side;
    own.count =
        layers->layer_count < CW_DRAW_LAYERS_LIMIT ? layers->layer_count : CW_DRAW_LAYERS_LIMIT;
    double across = sqrt(own.count * (own.height + own.words) / own.width);
    own.columns = across < 1 ? 1 : (uint32_t)ceil(across);
    own.columns = own.columns > own.count ? own.count : own.columns;
    own.rows = (own.count + own.columns - 1) / own.columns;
    return own;
}

cw_draw_bounds cw_draw_layers_bounds(const cw_layers *layers) {
    sheet own = sheet_of(layers);
    return (cw_draw_bounds){{own.left, own.low},
                            {own.left + own.columns * (own.width + own.gap) - own.gap,
                             own.low + own.rows * (own.height + own.gap + own.words) - own.gap}};
}

/// Lower left corner of a layer on the picture; the first is at the top left.
static cw_vec2 layer_corner(const sheet *own, uint32_t layer) {
    uint32_t column = layer % own->columns, row = own->rows - 1 - layer / own->columns;
    return (cw_vec2){own->left + column * (own->width + own->gap),
                     own->low + row * (own->height + own->gap + own->words)};
}

static bool has_sample(const cw_layers *layers, uint32_t layer, size_t column) {
    for (uint32_t s = layers->column_first[column]; s < layers->column_first[column + 1]; s++) {
        if (layers->samples[s].layer == layer) {
            return true;
        }
    }
    return false;
}

/// Adds a block that ends before a row as a loop.
static cw_status close_block(layer_shape *shape, pixel_block block, uint32_t end) {
    double pixel = shape->sheet->pixel;
    double low_x = shape->corner.x + block.begin * pixel,
           high_x = shape->corner.x + block.end * pixel;
    double low_y = shape->corner.y + block.row * pixel, high_y = shape->corner.y + end * pixel;
    const cw_vec2 loop[4] = {{low_x, low_y}, {high_x, low_y}, {high_x, high_y}, {low_x, high_y}};
    for (int k = 0; k < 4; k++) {
        CW_TRY(CW_ARRAY_PUSH(shape->context, &shape->points, loop[k]));
    }
    return CW_ARRAY_PUSH(shape->context, &shape->first, shape->points.count);
}

/// Goes on with the blocks of the row before where a row has the same run of pixels.
static cw_status add_row(layer_shape *shape, uint32_t layer, uint32_t row) {
    const cw_layers *layers = shape->layers;
    size_t base = (size_t)row * layers->width;
    uint32_t at = 0;
    shape->next.count = 0;
    for (uint32_t x = 0; row < layers->height && x < layers->width; x++) {
        if (!has_sample(layers, layer, base + x)) {
            continue;
        }
        pixel_block block = {x, x, row};
        while (block.end < layers->width && has_sample(layers, layer, base + block.end)) {
            block.end++;
        }
        while (at < shape->open.count && shape->open.items[at].begin < block.begin) {
            CW_TRY(close_block(shape, shape->open.items[at++], row));
        }
        if (at < shape->open.count && shape->open.items[at].begin == block.begin &&
            shape->open.items[at].end == block.end) {
            block.row = shape->open.items[at++].row;
        }
        CW_TRY(CW_ARRAY_PUSH(shape->context, &shape->next, block));
        x = block.end;
    }
    while (at < shape->open.count) {
        CW_TRY(close_block(shape, shape->open.items[at++], row));
    }
    shape->open.count = 0;
    for (uint32_t i = 0; i < shape->next.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(shape->context, &shape->open, shape->next.items[i]));
    }
    return CW_OK;
}

/// The frame of a layer, and its words.
static void draw_frame(const sheet *own, const cw_layers *layers, uint32_t layer, cw_vec2 corner,
                       const cw_draw_sink *sink) {
    double scale = sink->scale;
    if (!(scale > 0)) {
        cw_draw_bounds bounds = cw_draw_layers_bounds(layers);
        scale = 190 / (bounds.high.x - bounds.low.x);
    }
    cw_vec2 frame[5] = {corner,
                        {corner.x + own->width, corner.y},
                        {corner.x + own->width, corner.y + own->height},
                        {corner.x, corner.y + own->height},
                        corner};
    cw_draw_style line = cw_draw_stroke(cw_draw_faded(cw_draw_ink, 0.35), 0.1, 0);
    cw_draw_line(sink, frame, 5, &line);
    char words[96];
    double area = layers->layer_samples[layer] * own->pixel * own->pixel;
    snprintf(words, sizeof words, "%u: %u pixels, %.1f m2", layer + 1, layers->layer_samples[layer],
             area);
    double height = TEXT_SHARE * own->words * scale,
           fitting = own->width * scale / (cw_draw_text_width(words));
    cw_draw_text(sink,
                 (cw_vec2){corner.x + own->width / 2, corner.y + own->height + own->words / 2},
                 fmin(height, fitting), words, cw_draw_ink);
}

static cw_status draw_layer(layer_shape *shape, uint32_t layer, const cw_draw_sink *sink) {
    shape->points.count = 0;
    shape->first.count = 0;
    shape->open.count = 0;
    shape->corner = layer_corner(shape->sheet, layer);
    CW_TRY(CW_ARRAY_PUSH(shape->context, &shape->first, 0));
    for (uint32_t row = 0; row <= shape->layers->height; row++) {
        CW_TRY(add_row(shape, layer, row));
    }
    cw_draw_style fill = cw_draw_fill(cw_draw_palette(layer));
    cw_draw_area(sink, shape->points.items, shape->first.items, shape->first.count - 1, &fill);
    draw_frame(shape->sheet, shape->layers, layer, shape->corner, sink);
    return CW_OK;
}

cw_status cw_draw_layers(cw_context *context, const cw_layers *layers, const cw_draw_sink *sink) {
    sheet own = sheet_of(layers);
    layer_shape shape = {.context = context, .layers = layers, .sheet = &own};
    cw_status status = CW_OK;
    for (uint32_t layer = 0; layer < own.count && status == CW_OK; layer++) {
        status = draw_layer(&shape, layer, sink);
    }
    CW_ARRAY_FREE(context, &shape.open);
    CW_ARRAY_FREE(context, &shape.next);
    CW_ARRAY_FREE(context, &shape.points);
    CW_ARRAY_FREE(context, &shape.first);
    return status;
}
