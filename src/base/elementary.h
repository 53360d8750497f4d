/// Elementary functions with the same bits on every machine, where those of libm differ.
#ifndef CW_BASE_ELEMENTARY_H
#define CW_BASE_ELEMENTARY_H

/// e to the x, within 4e-16 of its size; 0 and infinity beyond doubles.
double cw_exponential(double x);
/// The natural logarithm of x > 0, within 4e-16 or that share of its size.
double cw_logarithm(double x);
/// The cosine of a share of a full turn, [0, 1], within 4e-16.
double cw_cos_turn(double share);

#endif
