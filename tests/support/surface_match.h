/// How far a surface is from another one of the same scene: floors, borders, heights. Slow and
/// obvious.
#ifndef CW_TESTS_SURFACE_MATCH_H
#define CW_TESTS_SURFACE_MATCH_H

#include "clearway/clearway.h"

typedef struct surface_match {
    double area, other_area; ///< square metres
    /// Floors above a square metre and those of the other: more than there can be of the same, when
    /// a tenth more or less than a square metre may count either way.
    uint32_t parts, other_parts;
    bool same_parts;
    uint32_t mixed; ///< places whose floor has other places on two floors of the other
    double border;  ///< farthest from a border of one to one of the other, metres
    double border_x, border_y, border_z;
    double mean_border;                ///< mean distance of sampled borders to exact ones
    double height, height_x, height_y; ///< largest difference of heights in centres of pixels
    double between;                    ///< anywhere
    uint32_t asked, missing;           ///< places asked, and those with no floor in the other
} surface_match;

/// Compares the terrains of a sampled surface and an exact one. Floors below a square metre do not
/// count. Of the exact borders only those that a disc of the size of a pixel can touch: what is
/// narrower than two pixels may be lost. Borders are looked for within `step` of height. Heights
/// are asked at places that are farther than a pixel and a half from every border and step of both.
surface_match match_surfaces(const cw_surface *sampled, const cw_surface *exact, double pixel,
                             double step);

#endif
