#include "visibility.h"
#include "check.h"

void visible_lengths(const cw_vec2 *points, uint32_t count, uint32_t from, visibility *sees,
                     const void *user, double *lengths) {
    bool *done = calloc(count, sizeof *done);
    assert_non_null(done);
    for (uint32_t i = 0; i < count; i++) {
        lengths[i] = i == from ? 0 : INFINITY;
    }
    for (uint32_t best = from; best != CW_NONE;) {
        done[best] = true;
        for (uint32_t i = 0; i < count; i++) {
            double way =
                lengths[best] + hypot(points[i].x - points[best].x, points[i].y - points[best].y);
            if (!done[i] && way < lengths[i] && sees(user, best, i)) {
                lengths[i] = way;
            }
        }
        best = CW_NONE;
        for (uint32_t i = 0; i < count; i++) {
            if (!done[i] && isfinite(lengths[i]) &&
                (best == CW_NONE || lengths[i] < lengths[best])) {
                best = i;
            }
        }
    }
    free(done);
}
