/// Picture files: the page, the scale bar, and the file at the end.
///
/// A page has the box of the plan between its margins and a scale bar below it. It is drawn by
/// cairo into memory and written when it is complete, so a picture that is dropped, or that fails,
/// leaves nothing behind. The same calls give the same bytes: there are no dates in a PDF, and the
/// number that cairo gives each SVG surface of a process is taken out.
#include "picture.h"

#include "source.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Ranges of a config, millimetres and pixels per millimetre.
static const double SMALLEST_WIDTH = 20, LARGEST_WIDTH = 2000;
static const double SMALLEST_RESOLUTION = 1, LARGEST_RESOLUTION = 40;
static const double LARGEST_MARGIN_SHARE = 0.25;

/// Height of the plan's part of the page, per width: a tower is drawn smaller rather than as a
/// strip of any length, and a wall keeps some air.
static const double TALLEST = 2, FLATTEST = 0.05;

/// Largest PNG: cairo's limit for each side, and half a gigabyte of memory in all.
static const double LARGEST_SIDE = 32767;
static const double LARGEST_PIXEL_COUNT = 1 << 27;

/// Points of 1/72 inch, the unit of SVG and PDF pages here, per millimetre.
static const double POINTS_PER_MILLIMETRE = 72 / 25.4;

/// The scale bar on a page 200 mm wide, in millimetres; it grows and shrinks with the page, but
/// less, so that its text stays legible.
static const double PAGE_WIDTH_OF_SIZES = 200;
static const double BAR_GAP = 3.2;
static const double BAR_TEXT = 2;
static const double BAR_LINE = 0.25;
static const double BAR_TICK = 1.3;
static const double LONGEST_BAR_SHARE = 0.22;
static const cw_color BAR_COLOR = {0.35, 0.37, 0.42, 1};

cw_picture_config cw_picture_config_default(void) {
    return (cw_picture_config){.width = 200, .margin = 5, .resolution = 8};
}

static cw_status check_range(cw_context *context, const char *path, const char *field, double value,
                             double low, double high) {
    if (value >= low && value <= high) {
        return CW_OK;
    }
    return cw_name_fail(context, path, CW_ERROR_ARGUMENT, "picture %s %g is not within %g to %g",
                        field, value, low, high);
}

static cw_status check_config(cw_context *context, const char *path,
                              const cw_picture_config *config) {
    cw_status status =
        check_range(context, path, "width", config->width, SMALLEST_WIDTH, LARGEST_WIDTH);
    if (status == CW_OK) {
        status = check_range(context, path, "margin", config->margin, 0,
                             LARGEST_MARGIN_SHARE * config->width);
    }
    if (status == CW_OK) {
        status = check_range(context, path, "resolution", config->resolution, SMALLEST_RESOLUTION,
                             LARGEST_RESOLUTION);
    }
    return status;
}

static cw_status check_bounds(cw_context *context, const char *path, cw_draw_bounds bounds) {
    double width = bounds.high.x - bounds.low.x, height = bounds.high.y - bounds.low.y;
    if (width >= 0 && height >= 0 && isfinite(width) && isfinite(height)) {
        return CW_OK;
    }
    return cw_name_fail(context, path, CW_ERROR_ARGUMENT,
                        "bounds from (%g, %g) to (%g, %g) are not a box", bounds.low.x,
                        bounds.low.y, bounds.high.x, bounds.high.y);
}

// --- the page ------------------------------------------------------------------------------------

static double bar_scale(const cw_picture *picture) {
    return sqrt(picture->page_width / PAGE_WIDTH_OF_SIZES);
}

/// Chooses scale, height and origin of the page.
static void lay_out(cw_picture *picture, cw_draw_bounds bounds, const cw_picture_config *config) {
    double room = config->width - 2 * config->margin;
    double width = bounds.high.x - bounds.low.x, height = bounds.high.y - bounds.low.y;
    picture->page_width = config->width;
    picture->margin = config->margin;
    picture->scale = fmin(room / width, room * TALLEST / height);
    if (!isfinite(picture->scale)) {
        // A box of no size, or one too small for numbers: a metre across the page.
        picture->scale = room;
        width = height = 0;
    }
    double drawn = fmax(height * picture->scale, room * FLATTEST);
    picture->scale_bar = !config->no_scale_bar;
    double bar = picture->scale_bar ? (BAR_GAP + BAR_TEXT) * bar_scale(picture) : 0;
    double below = config->margin + bar;
    picture->page_height = below + drawn + config->margin;
    picture->plan_origin = bounds.low;
    picture->page_origin.x = (config->width - width * picture->scale) / 2;
    picture->page_origin.y = below + (drawn - height * picture->scale) / 2;
}

static void choose_window(cw_picture *picture) {
    double width = picture->page_width * picture->unit;
    double height = picture->page_height * picture->unit;
    picture->window = (cw_picture_window){{-width, -height}, {2 * width, 2 * height}};
}

static cairo_status_t write_bytes(void *user, const unsigned char *bytes, unsigned int size) {
    cw_picture *picture = user;
    cw_text_bytes(&picture->bytes, (const char *)bytes, size);
    return picture->bytes.status == CW_OK ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cw_status create_image(cw_picture *picture, double resolution) {
    double width = ceil(picture->page_width * resolution);
    double height = ceil(picture->page_height * resolution);
    if (width > LARGEST_SIDE || height > LARGEST_SIDE || width * height > LARGEST_PIXEL_COUNT) {
        return cw_name_fail(picture->context, picture->path, CW_ERROR_LIMIT,
                            "a picture of %.0f x %.0f pixels is larger than the limit of %.0f on a "
                            "side and %.0f in all; take a lower resolution",
                            width, height, LARGEST_SIDE, LARGEST_PIXEL_COUNT);
    }
    picture->unit = resolution;
    picture->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    return CW_OK;
}

static cw_status create_surface(cw_picture *picture, double resolution) {
    if (picture->kind == CW_FILE_PNG) {
        return create_image(picture, resolution);
    }
    picture->unit = POINTS_PER_MILLIMETRE;
    double width = picture->page_width * picture->unit;
    double height = picture->page_height * picture->unit;
    if (picture->kind == CW_FILE_SVG) {
        picture->surface = cairo_svg_surface_create_for_stream(write_bytes, picture, width, height);
    } else {
        picture->surface = cairo_pdf_surface_create_for_stream(write_bytes, picture, width, height);
        cairo_pdf_surface_set_metadata(picture->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    }
    return CW_OK;
}

/// Cairo's state as a status of ours.
static cw_status drawing_status(cw_picture *picture, cairo_status_t status) {
    if (status == CAIRO_STATUS_SUCCESS) {
        return CW_OK;
    }
    if (picture->bytes.status != CW_OK) {
        return cw_name_fail(picture->context, picture->path, CW_ERROR_MEMORY,
                            "out of memory: the picture is larger than %zu bytes",
                            picture->bytes.size);
    }
    cw_status kind = status == CAIRO_STATUS_NO_MEMORY ? CW_ERROR_MEMORY : CW_ERROR_INTERNAL;
    return cw_name_fail(picture->context, picture->path, kind, "%s",
                        cairo_status_to_string(status));
}

static cw_status open_page(cw_picture *picture, cw_draw_bounds bounds,
                           const cw_picture_config *config) {
    lay_out(picture, bounds, config);
    CW_IO_TRY(create_surface(picture, config->resolution));
    choose_window(picture);
    picture->cairo = cairo_create(picture->surface);
    cairo_set_source_rgb(picture->cairo, 1, 1, 1);
    cairo_paint(picture->cairo);
    return drawing_status(picture, cairo_status(picture->cairo));
}

// --- the scale bar -------------------------------------------------------------------------------

/// The largest 1, 2 or 5 times a power of ten that is not above `limit`.
static double round_length(double limit) {
    double power = pow(10, floor(log10(limit)));
    if (5 * power <= limit) {
        return 5 * power;
    }
    return 2 * power <= limit ? 2 * power : power;
}

/// A length in the unit a reader would choose.
static void print_length(double length, char *text, size_t size) {
    // A tenth more than the limit, as a power of ten need not be exact.
    double at_least = length * 1.1;
    if (at_least >= 1000) {
        snprintf(text, size, "%.10g km", length / 1000);
    } else if (at_least >= 1) {
        snprintf(text, size, "%.10g m", length);
    } else if (at_least >= 0.01) {
        snprintf(text, size, "%.10g cm", length * 100);
    } else if (at_least >= 0.001) {
        snprintf(text, size, "%.10g mm", length * 1000);
    } else {
        snprintf(text, size, "%.3g m", length);
    }
}

static void draw_scale_bar(cw_picture *picture) {
    double size = bar_scale(picture);
    double room = picture->page_width - 2 * picture->margin;
    double length = round_length(room * LONGEST_BAR_SHARE / picture->scale);
    double left = picture->margin, right = left + length * picture->scale;
    double base = picture->margin + BAR_TEXT * size / 2 - BAR_TICK * size / 2;
    double top = base + BAR_TICK * size, middle = (left + right) / 2;
    cw_vec2 bar[] = {{left, top}, {left, base}, {right, base}, {right, top}};
    cw_vec2 half[] = {{middle, base}, {middle, base + BAR_TICK * size / 2}};
    cw_picture_page_line(picture, bar, 4, BAR_COLOR, BAR_LINE * size);
    cw_picture_page_line(picture, half, 2, BAR_COLOR, BAR_LINE * size);
    char text[32];
    print_length(length, text, sizeof text);
    double height = BAR_TEXT * size;
    cw_vec2 center = {right + height * (1 + cw_picture_text_width(text) / 2),
                      picture->margin + height / 2};
    cw_picture_page_text(picture, center, height, text, BAR_COLOR);
}

// --- the file ------------------------------------------------------------------------------------

static cw_status finish(cw_picture *picture) {
    cw_picture_flush(picture);
    if (picture->scale_bar) {
        draw_scale_bar(picture);
        cw_picture_flush(picture);
    }
    if (picture->status != CW_OK) {
        return picture->status;
    }
    cairo_status_t status = cairo_status(picture->cairo);
    if (status == CAIRO_STATUS_SUCCESS && picture->kind == CW_FILE_PNG) {
        status = cairo_surface_write_to_png_stream(picture->surface, write_bytes, picture);
    }
    cairo_surface_finish(picture->surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        status = cairo_surface_status(picture->surface);
    }
    cw_status result = drawing_status(picture, status);
    if (result != CW_OK) {
        return result;
    }
    if (picture->kind == CW_FILE_SVG) {
        cw_picture_shorten_svg(&picture->bytes);
    }
    return cw_text_save(&picture->bytes, picture->path);
}

static void free_picture(cw_picture *picture) {
    cw_context *context = picture->context;
    cairo_destroy(picture->cairo);
    cairo_surface_destroy(picture->surface);
    cw_context_release(context, picture->bytes.bytes, picture->bytes.capacity);
    cw_context_release(context, picture->loop.items,
                       picture->loop.capacity * sizeof *picture->loop.items);
    cw_context_release(context, picture->other.items,
                       picture->other.capacity * sizeof *picture->other.items);
    cw_context_release(context, picture->path, picture->path_size);
    cw_context_release(context, picture, sizeof *picture);
}

static cw_status create(cw_context *context, const char *path, cw_file_kind kind,
                        cw_picture **picture) {
    size_t path_size = strlen(path) + 1;
    cw_picture *made = cw_context_resize(context, NULL, 0, sizeof *made);
    char *copy = cw_context_resize(context, NULL, 0, path_size);
    if (made == NULL || copy == NULL) {
        cw_context_release(context, made, sizeof *made);
        cw_context_release(context, copy, path_size);
        return cw_name_fail(context, path, CW_ERROR_MEMORY, "out of memory");
    }
    memcpy(copy, path, path_size);
    *made = (cw_picture){
        .context = context,
        .path = copy,
        .path_size = path_size,
        .kind = kind,
        .bytes = {.context = context},
    };
    *picture = made;
    return CW_OK;
}

static cw_status check_kind(cw_context *context, const char *path, cw_file_kind kind) {
    if (kind == CW_FILE_SVG || kind == CW_FILE_PNG || kind == CW_FILE_PDF) {
        return CW_OK;
    }
    return cw_name_fail(context, path, CW_ERROR_ARGUMENT, "a picture is .svg, .png or .pdf");
}

cw_status cw_picture_begin(cw_context *context, const char *path, cw_draw_bounds bounds,
                           const cw_picture_config *config, cw_picture **picture,
                           cw_draw_sink *sink) {
    *picture = NULL;
    *sink = (cw_draw_sink){0};
    cw_picture_config chosen = config != NULL ? *config : cw_picture_config_default();
    cw_file_kind kind = cw_file_kind_of(path);
    cw_status status = check_kind(context, path, kind);
    if (status == CW_OK) {
        status = check_config(context, path, &chosen);
    }
    if (status == CW_OK) {
        status = check_bounds(context, path, bounds);
    }
    if (status == CW_OK) {
        status = create(context, path, kind, picture);
    }
    if (status == CW_OK) {
        status = open_page(*picture, bounds, &chosen);
        if (status != CW_OK) {
            cw_picture_abort(context, *picture);
            *picture = NULL;
            return status;
        }
        cw_picture_fill_sink(*picture, sink);
    }
    return status;
}

cw_status cw_picture_end(cw_context *context, cw_picture *picture) {
    (void)context;
    cw_status status = finish(picture);
    free_picture(picture);
    return status;
}

void cw_picture_abort(cw_context *context, cw_picture *picture) {
    (void)context;
    if (picture != NULL) {
        free_picture(picture);
    }
}
