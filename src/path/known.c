/// Leaving out what is known to be longer.
///
/// Where a path of length u to a point p of a portal is known, every other point x of the portal is
/// reached in u + |px|, along the portal, which is free as long as it does not split. A fan that
/// reaches the portal later, in more than that, is of no use for x. The length of its paths to x
/// changes by no more than |xy| from x to y, so it is enough to compare at the two ends of its
/// part: if both are reached in less by way of p, so is all between.
///
/// Without this, every corner of a round pillar sends a fan over the floor that other fans have
/// covered before.
#include "path/taut.h"

/// Metres, and share of the length, by which a way has to be shorter: rounding must not make two
/// equal ways leave each other out.
#define SHORTER 1e-9
#define SHORTER_SHARE 1e-12

/// Makes a point known. Points that it makes needless go; the longest way makes room.
static void learn(cw_taut_known *known, double s, double length) {
    uint32_t kept = 0, longest = 0;
    for (uint32_t i = 0; i < known->count; i++) {
        double way = fabs(known->s[i] - s);
        if (length >= known->length[i] + way) {
            return;
        }
        if (known->length[i] < length + way) {
            known->s[kept] = known->s[i];
            known->length[kept++] = known->length[i];
        }
    }
    known->count = kept;
    for (uint32_t i = 1; i < kept; i++) {
        longest = known->length[i] > known->length[longest] ? i : longest;
    }
    uint32_t at = kept < CW_KNOWN_POINTS ? known->count++ : longest;
    known->s[at] = s;
    known->length[at] = length;
}

bool cw_taut_is_covered(cw_taut *search, uint32_t edge, const cw_taut_reach *reach) {
    const cw_taut_known *known = &search->known[edge];
    for (uint32_t i = 0; known->stamp == search->stamp && i < known->count; i++) {
        double slack = SHORTER + SHORTER_SHARE * known->length[i];
        if (reach->least[0] > known->length[i] + fabs(reach->s[0] - known->s[i]) + slack &&
            reach->least[1] > known->length[i] + fabs(reach->s[1] - known->s[i]) + slack) {
            return true;
        }
    }
    return false;
}

void cw_taut_learn(cw_taut *search, uint32_t edge, const cw_taut_reach *reach) {
    cw_taut_known *known = &search->known[edge];
    if (known->stamp != search->stamp) {
        *known = (cw_taut_known){.stamp = search->stamp};
    }
    learn(known, reach->s[0], reach->most[0]);
    learn(known, reach->s[1], reach->most[1]);
}
