/// Random numbers of scenarios: a hash of seed, agent, purpose and count, so that no draw depends
/// on what was drawn before.
#ifndef CW_SCENARIO_RANDOM_H
#define CW_SCENARIO_RANDOM_H

#include <stdint.h>

/// What a number is for. The order is part of what a seed means: append only.
typedef enum cw_purpose {
    CW_PURPOSE_RADIUS = 1,
    CW_PURPOSE_SPEED,
    CW_PURPOSE_MAX_SPEED,
    CW_PURPOSE_START,
    CW_PURPOSE_PLACE,
    CW_PURPOSE_WAIT, ///< plus the number of the goal
} cw_purpose;

/// A number in [0, 1), a multiple of 2^-53.
double cw_random_share(uint64_t seed, uint64_t agent, uint64_t purpose, uint64_t count);

#endif
