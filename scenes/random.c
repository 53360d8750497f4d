/// Random numbers: splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014). One multiply-and-shift chain per number, any state is a good state.
#include "scenes.h"

uint64_t cw_random_next(cw_random *random) {
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t mixed = random->state;
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ (mixed >> 31);
}

double cw_random_unit(cw_random *random) {
    return (double)(cw_random_next(random) >> 11) / 9007199254740992.0;
}

double cw_random_range(cw_random *random, double low, double high) {
    double value = low + (high - low) * cw_random_unit(random);
    return value < high ? value : low; // the sum may round up to the end that is left out
}

uint32_t cw_random_below(cw_random *random, uint32_t count) {
    return (uint32_t)(((cw_random_next(random) >> 32) * count) >> 32);
}
