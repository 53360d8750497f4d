/// The letters of pictures: a few strokes each, like those of a drawing template.
///
/// A font of its own makes pictures the same bytes on every machine, whatever fonts are installed,
/// and keeps them small. A letter is a string of strokes on a grid where digits are 20 high and
/// stand on 0: `M` moves, `L` draws a line, `H` a quarter of an ellipse that leaves horizontally,
/// `V` one that leaves vertically, each followed by its end; `Q` a curve that bends towards the
/// first of two points. Lines have round ends, so a very short one is a dot.
#include "picture.h"

/// Height of a digit, space between letters, and of a blank, on the grid.
enum { DIGIT_HEIGHT = 20, SPACING = 5, FIRST_LETTER = '!', LAST_LETTER = '~' };

/// How far the control points of a quarter ellipse reach: 4 / 3 (sqrt(2) - 1).
static const double QUARTER = 0.5522847498307936;

typedef struct letter {
    int width;
    const char *strokes;
} letter;

static const letter BLANK = {4, ""};

/// A box, for what is not in the table.
static const letter UNKNOWN = {10, "M0 0L10 0L10 20L0 20L0 0"};

static const letter LETTERS[] = {
    {0, "M0 20L0 6M0 0L0 1"},                                             // !
    {4, "M0 20L0 15M4 20L4 15"},                                          // "
    {14, "M4 0L6 20M9 0L11 20M1 6L13 6M2 14L14 14"},                      // #
    {12, "M12 16V6 20H0 15V6 10H12 5V6 0H0 4M6 23L6 -3"},                 // $
    {16, "M3 20H6 17V3 14H0 17V3 20M13 6H16 3V13 0H10 3V13 6M14 20L2 0"}, // %
    {14, "M14 9Q12 0 5 0H0 5Q0 9 5 11Q9 13 9 16V6 20H3 16Q3 13 14 0"},    // &
    {0, "M0 20L0 15"},                                                    // '
    {4, "M4 22Q0 17 0 9Q0 1 4 -4"},                                       // (
    {4, "M0 22Q4 17 4 9Q4 1 0 -4"},                                       // )
    {8, "M4 20L4 10M0 18L8 12M8 18L0 12"},                                // *
    {10, "M5 15L5 5M0 10L10 10"},                                         // +
    {2, "M2 1L0 -4"},                                                     // ,
    {8, "M0 8L8 8"},                                                      // -
    {0, "M0 0L0 1"},                                                      // .
    {8, "M0 -2L8 22"},                                                    // /
    {12, "M6 20H12 13L12 7V6 0H0 7L0 13V6 20"},                           // 0
    {8, "M1 16L6 20L6 0"},                                                // 1
    {12, "M0 15V6 20H12 14Q12 11 9 8L0 0L12 0"},                          // 2
    {12, "M0 16V6 20H11 15V6 11L4 11M6 11H12 5V6 0H0 4"},                 // 3
    {12, "M9 0L9 20L0 6L12 6"},                                           // 4
    {12, "M11 20L2 20L1 11Q3 13 6 13H12 6V6 0H0 4"},                      // 5
    {12, "M10 20Q0 15 0 7V6 0H12 7V6 13H0 7"},                            // 6
    {12, "M0 20L12 20L4 0"},                                              // 7
    {12, "M6 20H11 15V6 11H1 15V6 20M6 11H12 5V6 0H0 5V6 11"},            // 8
    {12, "M2 0Q12 5 12 13V6 20H0 13V6 7H12 13"},                          // 9
    {0, "M0 11L0 12M0 0L0 1"},                                            // :
    {2, "M2 11L2 12M2 1L0 -4"},                                           // ;
    {10, "M10 17L0 10L10 3"},                                             // <
    {10, "M0 13L10 13M0 7L10 7"},                                         // =
    {10, "M0 17L10 10L0 3"},                                              // >
    {10, "M0 16V5 20H10 15Q10 12 7 10Q5 9 5 6M5 0L5 1"},                  // ?
    {18, "M12 10V9 14H6 9V9 5H12 9L12 8V15 5H18 10V9 19H0 9V9 -1L12 -1"}, // @
    {14, "M0 0L7 20L14 0M2 7L12 7"},                                      // A
    {12, "M0 0L0 20L6 20H11 15V6 11L0 11M6 11H12 6V6 0L0 0"},             // B
    {13, "M13 16V7 20H0 13L0 7V7 0H13 4"},                                // C
    {13, "M0 0L0 20L5 20H13 12L13 8V5 0L0 0"},                            // D
    {11, "M11 20L0 20L0 0L11 0M0 10L9 10"},                               // E
    {10, "M10 20L0 20L0 0M0 10L8 10"},                                    // F
    {13, "M13 16V7 20H0 13L0 7V7 0H13 6L13 9L8 9"},                       // G
    {13, "M0 0L0 20M13 0L13 20M0 10L13 10"},                              // H
    {0, "M0 0L0 20"},                                                     // I
    {9, "M9 20L9 6V4 0H0 5"},                                             // J
    {12, "M0 0L0 20M12 20L0 8M4 12L12 0"},                                // K
    {10, "M0 20L0 0L10 0"},                                               // L
    {16, "M0 0L0 20L8 6L16 20L16 0"},                                     // M
    {13, "M0 0L0 20L13 0L13 20"},                                         // N
    {14, "M7 20H14 13L14 7V7 0H0 7L0 13V7 20"},                           // O
    {12, "M0 0L0 20L6 20H12 15V6 9L0 9"},                                 // P
    {14, "M7 20H14 13L14 7V7 0H0 7L0 13V7 20M9 5L14 0"},                  // Q
    {12, "M0 0L0 20L6 20H12 15V6 9L0 9M6 9L12 0"},                        // R
    {12, "M12 16V6 20H0 15V6 10H12 5V6 0H0 4"},                           // S
    {12, "M0 20L12 20M6 20L6 0"},                                         // T
    {13, "M0 20L0 7V7 0H13 7L13 20"},                                     // U
    {12, "M0 20L6 0L12 20"},                                              // V
    {18, "M0 20L4 0L9 15L14 0L18 20"},                                    // W
    {12, "M0 20L12 0M12 20L0 0"},                                         // X
    {12, "M0 20L6 10L12 20M6 10L6 0"},                                    // Y
    {12, "M0 20L12 20L0 0L12 0"},                                         // Z
    {4, "M4 22L0 22L0 -4L4 -4"},                                          // [
    {8, "M0 22L8 -2"},                                                    // backslash
    {4, "M0 22L4 22L4 -4L0 -4"},                                          // ]
    {8, "M0 14L4 20L8 14"},                                               // ^
    {10, "M0 -3L10 -3"},                                                  // _
    {3, "M0 20L3 16"},                                                    // `
    {10, "M10 14L10 0M10 8V5 14H0 7V5 0H10 6"},                           // a
    {10, "M0 20L0 0M0 8V5 14H10 7V5 0H0 6"},                              // b
    {9, "M9 11V5 14H0 8L0 6V5 0H9 3"},                                    // c
    {10, "M10 20L10 0M10 8V5 14H0 7V5 0H10 6"},                           // d
    {10, "M0 7L10 7L10 8V5 14H0 7V5 0H9 3"},                              // e
    {7, "M8 20H3 16L3 0M0 14L7 14"},                                      // f
    {10, "M10 14L10 -1V5 -6H1 -4M10 8V5 14H0 7V5 0H10 6"},                // g
    {10, "M0 20L0 0M0 8V5 14H10 9L10 0"},                                 // h
    {0, "M0 14L0 0M0 19L0 20"},                                           // i
    {3, "M3 14L3 -2V0 -6M3 19L3 20"},                                     // j
    {9, "M0 20L0 0M9 14L0 5M3 8L9 0"},                                    // k
    {0, "M0 20L0 0"},                                                     // l
    {16, "M0 14L0 0M0 9V4 14H8 9L8 0M8 9V12 14H16 9L16 0"},               // m
    {10, "M0 14L0 0M0 8V5 14H10 9L10 0"},                                 // n
    {10, "M5 14H10 7V5 0H0 7V5 14"},                                      // o
    {10, "M0 14L0 -6M0 8V5 14H10 7V5 0H0 6"},                             // p
    {10, "M10 14L10 -6M10 8V5 14H0 7V5 0H10 6"},                          // q
    {6, "M0 14L0 0M0 8V6 14"},                                            // r
    {9, "M9 11V5 14H0 10V5 7H9 4V5 0H0 3"},                               // s
    {7, "M3 19L3 4V7 0M0 14L7 14"},                                       // t
    {10, "M0 14L0 5V5 0H10 6M10 14L10 0"},                                // u
    {10, "M0 14L5 0L10 14"},                                              // v
    {14, "M0 14L3 0L7 10L11 0L14 14"},                                    // w
    {9, "M0 14L9 0M9 14L0 0"},                                            // x
    {10, "M0 14L5 0M10 14L3 -6"},                                         // y
    {9, "M0 14L9 14L0 0L9 0"},                                            // z
    {5, "M5 22H2 19L2 12V0 9M0 9H2 6L2 -1V5 -4"},                         // {
    {0, "M0 22L0 -4"},                                                    // |
    {5, "M0 22H3 19L3 12V5 9M5 9H3 6L3 -1V0 -4"},                         // }
    {12, "M0 8Q2 12 6 10Q10 8 12 12"},                                    // ~
};

_Static_assert(sizeof LETTERS / sizeof *LETTERS == LAST_LETTER - FIRST_LETTER + 1,
               "one entry for each printable ASCII character after the blank");

/// The next letter of a text; a character of several bytes counts once.
static letter next_letter(const char **text) {
    unsigned char first = (unsigned char)*(*text)++;
    while (first >= 0x80 && ((unsigned char)**text & 0xC0) == 0x80) {
        ++*text;
    }
    if (first == ' ') {
        return BLANK;
    }
    return first >= FIRST_LETTER && first <= LAST_LETTER ? LETTERS[first - FIRST_LETTER] : UNKNOWN;
}

/// Reads an integer of a stroke.
static double read_number(const char **strokes) {
    while (**strokes == ' ') {
        ++*strokes;
    }
    bool negative = **strokes == '-';
    *strokes += negative;
    int value = 0;
    while (**strokes >= '0' && **strokes <= '9') {
        value = value * 10 + (*(*strokes)++ - '0');
    }
    return negative ? -value : value;
}

/// Where the grid of a letter lies on the page.
typedef struct placement {
    double x, y, scale;
} placement;

static cw_vec2 read_point(const char **strokes, placement at) {
    double x = read_number(strokes);
    double y = read_number(strokes);
    return (cw_vec2){at.x + x * at.scale, at.y - y * at.scale};
}

static void draw_letter(cairo_t *cairo, const char *strokes, placement at) {
    cw_vec2 pen = {0, 0};
    while (*strokes != '\0') {
        char command = *strokes++;
        cw_vec2 to = read_point(&strokes, at);
        if (command == 'M') {
            cairo_move_to(cairo, to.x, to.y);
        } else if (command == 'L') {
            cairo_line_to(cairo, to.x, to.y);
        } else if (command == 'H') {
            cairo_curve_to(cairo, pen.x + (to.x - pen.x) * QUARTER, pen.y, to.x,
                           to.y + (pen.y - to.y) * QUARTER, to.x, to.y);
        } else if (command == 'V') {
            cairo_curve_to(cairo, pen.x, pen.y + (to.y - pen.y) * QUARTER,
                           to.x + (pen.x - to.x) * QUARTER, to.y, to.x, to.y);
        } else {
            cw_vec2 bend = to;
            to = read_point(&strokes, at);
            cairo_curve_to(cairo, pen.x + (bend.x - pen.x) * 2 / 3,
                           pen.y + (bend.y - pen.y) * 2 / 3, to.x + (bend.x - to.x) * 2 / 3,
                           to.y + (bend.y - to.y) * 2 / 3, to.x, to.y);
        }
        pen = to;
    }
}

double cw_picture_text_width(const char *text) {
    double width = 0;
    while (*text != '\0') {
        width += next_letter(&text).width + SPACING;
    }
    return width > 0 ? (width - SPACING) / DIGIT_HEIGHT : 0;
}

void cw_picture_text_path(cairo_t *cairo, double x, double y, double height, const char *text) {
    placement at = {x, y, height / DIGIT_HEIGHT};
    while (*text != '\0') {
        letter shape = next_letter(&text);
        draw_letter(cairo, shape.strokes, at);
        at.x += (shape.width + SPACING) * at.scale;
    }
}
