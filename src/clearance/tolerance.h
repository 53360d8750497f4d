/// The budget of lengths: what may be off by how much, from the input to the answer.
///
///     input ──► lattice ──► clearance, rays ──► turns, fits ──► answer
///     a coordinate  ends of free parts  a ray cuts a circle        keeps the radius
///     moves by half a step  CW_PLACED   CW_GRAZE, the disc         less CW_CLEARANCE_TOLERANCE;
///     (to 1 um)                         is smaller by CW_GIVE      fits up to CW_EXACT_FIT
///
/// Three lengths are chosen; every other tolerance in metres of clearance and path is one of them,
/// or a part of one. Each step may spend what is below the next one:
///
///     CW_ROUNDED < CW_PLACED < CW_APART < CW_FITS < CW_GIVE < CW_GRAZE < tolerance < CW_SURE
///        1e-12       1e-11      1e-10     3e-10     4e-10     5e-10       1e-9        1e-6 m
///
/// A ray cuts a circle by CW_GRAZE, which is smaller than the disc by CW_GIVE: together less than
/// CW_CLEARANCE_TOLERANCE, which paths promise. The gap between that and CW_SURE is never decided
/// by rounding: nothing that is meant is so small.
///
/// What belongs to no length stays where it is used: shares, angles, and bounds on work. The
/// validators (clearance/check/) have their own, so that they do not forgive what is wrong here.
#ifndef CW_CLEARANCE_TOLERANCE_H
#define CW_CLEARANCE_TOLERANCE_H

#include "clearway/clearance.h"

/// Metres: what doubles are off, up to some kilometres from the origin.
#define CW_ROUNDED 1e-12

/// Metres: far above all rounding, far below all that is meant; as CW_EXACT_FIT.
#define CW_SURE 1e-6

/// Metres by which a place may be off that was computed from two lines or circles.
#define CW_PLACED (10 * CW_ROUNDED)

/// Metres: lengths that differ by more do so beyond rounding.
#define CW_APART (CW_CLEARANCE_TOLERANCE / 10)

/// Metres by which a disc may be larger than its room and still fits: coordinates are rounded. Less
/// than CW_GIVE, so that the search finds a slit wherever a disc is said to fit.
#define CW_FITS (0.3 * CW_CLEARANCE_TOLERANCE)

/// Metres by which the search takes a radius to be less than it is. A disc that fits exactly
/// between two corners has circles there that touch: which of them a ray meets, and in which
/// direction it goes on, would be decided by the last bit of each number. Less by a hair, there is
/// a slit between them, which rays find.
#define CW_GIVE (CW_CLEARANCE_TOLERANCE * 2 / 5)

/// Metres by which a ray may cut a circle, or leave a cell, without counting: a row of corners in
/// line must not stop a ray that touches them all.
#define CW_GRAZE (CW_CLEARANCE_TOLERANCE / 2)

/// Sine of the angle between two directions that are the same, by rounding.
#define CW_PARALLEL 1e-12

#endif
