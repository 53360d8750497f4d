/// The strip below a plan.
///
/// Nothing is known about the letters of a sink but that a text is centred. Widths are those of a
/// plain drawing font; they have to be right within a letter only.
#include "draw/parts/legend.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Units across a legend, and the share of the height that counts as width on tall plans.
static const double UNITS_ACROSS = 190;
static const double TALL_SHARE = 0.75;

/// Height of digits in units.
static const double TEXT_HEIGHT = 2.1;

static double unit_of(cw_draw_bounds plan) {
    double width = plan.high.x - plan.low.x, height = plan.high.y - plan.low.y;
    double across = fmax(width, TALL_SHARE * height);
    return across > 0 ? across / UNITS_ACROSS : 1;
}

cw_draw_bounds cw_draw_legend_bounds(cw_draw_bounds plan, double width, double height) {
    double unit = unit_of(plan);
    plan.low.y -= height * unit;
    plan.high.x = fmax(plan.high.x, plan.low.x + width * unit);
    return plan;
}

cw_draw_legend cw_draw_legend_make(cw_draw_bounds plan, double scale) {
    double unit = unit_of(plan);
    return (cw_draw_legend){
        .unit = unit,
        .left = plan.low.x,
        .top = plan.low.y,
        .width = plan.high.x - plan.low.x,
        .text_height = TEXT_HEIGHT * unit * scale,
        .units_across = (plan.high.x - plan.low.x) / unit,
    };
}

cw_vec2 cw_draw_legend_point(const cw_draw_legend *legend, double right, double down) {
    return (cw_vec2){legend->left + right * legend->unit, legend->top - down * legend->unit};
}

static double letter_width(char letter) {
    if (letter == ' ') {
        return 0.45;
    }
    if (strchr(".:il", letter) != NULL) {
        return 0.25;
    }
    if (strchr(",()ftr", letter) != NULL) {
        return 0.5;
    }
    return strchr("mw", letter) != NULL ? 1.0 : letter >= 'a' ? 0.74 : 0.85;
}

double cw_draw_text_width(const char *text) {
    double width = 0;
    for (; *text != '\0'; ++text) {
        width += letter_width(*text);
    }
    return width;
}

double cw_draw_legend_width(const char *text) {
    return cw_draw_text_width(text) * TEXT_HEIGHT;
}

void cw_draw_legend_text(const cw_draw_legend *legend, const cw_draw_sink *sink, cw_vec2 start,
                         const char *text) {
    double half = cw_draw_legend_width(text) * legend->unit / 2;
    cw_draw_text(sink, (cw_vec2){start.x + half, start.y}, legend->text_height, text, cw_draw_ink);
}

void cw_draw_metres(double length, char *text, size_t size) {
    if (length > 0 && length < 0.0995) {
        snprintf(text, size, "%.3g m", length);
        return;
    }
    char number[32];
    int count = snprintf(number, sizeof number, "%.3f", length);
    if (count > 0 && (size_t)count < sizeof number && number[count - 1] == '0') {
        number[count - 1] = '\0';
    }
    snprintf(text, size, "%s m", number);
}
