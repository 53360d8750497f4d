/// Lengths and radii of answers as people read them.
///
/// What is said about a radius that does not fit has to hold when it is tried: the widest radius is
/// rounded down.
#include "answer.h"

#include <math.h>
#include <stdlib.h>

/// Decimals of lengths: a centimetre, and at most the tolerance of the answers.
enum { FEWEST_DECIMALS = 2, MOST_DECIMALS = 9 };

/// Share of the last decimal by which a printed number may exceed the true one.
#define MOST_SLACK 0.1

int cw_answer_decimals(const cw_navmesh *mesh) {
    double size = 0;
    for (uint32_t i = 1; i < mesh->vertex_count; i++) {
        size = fmax(size, fabs(mesh->positions[i].x - mesh->positions[0].x));
        size = fmax(size, fabs(mesh->positions[i].y - mesh->positions[0].y));
    }
    int decimals = FEWEST_DECIMALS;
    for (; decimals < MOST_DECIMALS && size < 1; decimals++) {
        size *= 10;
    }
    return decimals;
}

/// Fewest decimals that give the number back.
static int decimals_of(double value) {
    char text[64];
    int decimals = FEWEST_DECIMALS;
    for (; decimals < MOST_DECIMALS; decimals++) {
        snprintf(text, sizeof text, "%.*f", decimals, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    return decimals;
}

void cw_answer_metres(double length, char *text, size_t size) {
    if (length > 0 && length < pow(10, -MOST_DECIMALS)) {
        snprintf(text, size, "%.3g m", length);
    } else {
        snprintf(text, size, "%.*f m", decimals_of(length), length);
    }
}

void cw_answer_length(const cw_answer *answer, double length, char *text, size_t size) {
    if (length > 0 && length < pow(10, -answer->decimals)) {
        snprintf(text, size, "%.3g m", length);
    } else {
        snprintf(text, size, "%.*f m", answer->decimals, length);
    }
}

/// A length rounded down to a number of decimals, where `slack` more counts as reached.
static double round_down(double length, double slack, int decimals) {
    double unit = pow(10, decimals);
    return floor((length + slack) * unit) / unit;
}

/// Whether a rounded length tells what fits: less than what was refused, and no more below what
/// fits than that is below what was refused.
static bool tells_what_fits(double rounded, double fitting, double refused) {
    return rounded > 0 && rounded < refused && fitting - rounded <= refused - fitting;
}

/// Walls stand on the lattice, so a door of 0.9 m may be a step narrower, and 0.45 m is what people
/// expect to read; where that very radius was refused, or nothing is left of it, there are more
/// decimals.
void cw_answer_fitting(const cw_answer *answer, double fitting, char *text, size_t size) {
    double refused = answer->request.radius;
    int decimals = decimals_of(refused) + 1;
    double slack = fmin(2 * answer->mesh->lattice.step + CW_CLEARANCE_TOLERANCE,
                        MOST_SLACK * pow(10, -decimals));
    double rounded = round_down(fitting, slack, decimals);
    for (; decimals <= MOST_DECIMALS && !tells_what_fits(rounded, fitting, refused); decimals++) {
        rounded = round_down(fitting, 0, decimals);
    }
    cw_answer_metres(rounded > 0 && rounded < refused ? rounded : fitting, text, size);
}
