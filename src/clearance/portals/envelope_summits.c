/// Summits of an envelope: its local maxima. A dip of less than SUMMIT_DIP does not divide one; a
/// plateau counts once, in its middle.
#include "clearance/portals/envelope.h"

/// Metres: dips that are rounding, not shape; below CW_CLEARANCE_TOLERANCE.
#define SUMMIT_DIP CW_APART

/// A walk along the envelope that looks for tops and bottoms in turn.
typedef struct climb {
    double dip;      ///< what does not count as one
    bool up;         ///< looking for a top
    double value;    ///< highest since the last bottom, or lowest since the last top
    double from, to; ///< where it was highest
} climb;

static cw_status climb_to(cw_context *context, climb *state, double x, double value,
                          cw_positions *positions) {
    if (!state->up) {
        if (value > state->value + state->dip) {
            *state = (climb){state->dip, true, value, x, x};
        } else {
            state->value = fmin(value, state->value);
        }
    } else if (value > state->value + state->dip) {
        *state = (climb){state->dip, true, value, x, x};
    } else if (value >= state->value - state->dip) {
        state->value = fmax(value, state->value);
        state->to = x;
    } else {
        CW_TRY(CW_ARRAY_PUSH(context, positions, state->from + (state->to - state->from) / 2));
        *state = (climb){state->dip, false, value, 0, 0};
    }
    return CW_OK;
}

cw_status cw_envelope_summits(cw_context *context, const cw_envelope *envelope,
                              cw_positions *positions) {
    positions->count = 0;
    climb state = {SUMMIT_DIP * envelope->coarseness, true, -1, 0, 0};
    for (uint32_t i = 0; i < envelope->pieces.count; i++) {
        const cw_piece *piece = &envelope->pieces.items[i];
        if (piece->curve == CW_NONE) {
            continue;
        }
        const cw_curve *curve = &envelope->curves.items[piece->curve];
        double low = cw_curve_lowest(curve, piece->from, piece->to);
        CW_TRY(climb_to(context, &state, piece->from, sqrt(cw_curve_at(curve, piece->from)),
                        positions));
        CW_TRY(climb_to(context, &state, low, sqrt(cw_curve_at(curve, low)), positions));
        CW_TRY(
            climb_to(context, &state, piece->to, sqrt(cw_curve_at(curve, piece->to)), positions));
    }
    if (state.up) {
        CW_TRY(CW_ARRAY_PUSH(context, positions, state.from + (state.to - state.from) / 2));
    }
    return CW_OK;
}
