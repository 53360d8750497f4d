/// One column of hits: who is free, and whether a crack is bridged.
#ifndef CW_LAYERS_COLUMNS_H
#define CW_LAYERS_COLUMNS_H

#include "layers/sampling.h"

/// Bit of cw_hit_sample.bits beside those of triangles: a walker can stand here.
enum { CW_HIT_FREE = 1 << 15 };

/// A face over the centre of a pixel.
typedef struct cw_hit_sample {
    double z;
    float slope_x, slope_y;
    uint32_t column; ///< of the band
    uint16_t bits;   ///< of the triangle
} cw_hit_sample;

/// A centre beside the rim of a floor.
typedef struct cw_beside {
    double z;                     ///< of the rim
    float outwards_x, outwards_y; ///< unit vector away from the floor
    uint32_t column;
} cw_beside;

typedef struct cw_band_samples {
    CW_ARRAY(cw_sample) samples;
} cw_band_samples;

/// Sorts the hits of a column by height; equal ones by what they are, never by their number.
void cw_column_sort(cw_hit_sample *hits, uint32_t count);

/// W2 and W3: sets CW_HIT_FREE where a walker of that height, in steps, can stand.
void cw_column_free(cw_hit_sample *hits, uint32_t count, double height, bool solids);

/// Whether a column without floor lies in a crack between two floors; *z receives the height there.
bool cw_column_bridge(const cw_beside *beside, uint32_t beside_count, const cw_hit_sample *hits,
                      uint32_t count, const cw_extraction *soup, double *z);

/// Where the line at y cuts the strip spanned by (dx, dy) and (sx, sy) from the origin.
bool cw_strip_range(double dx, double dy, double sx, double sy, double y, double *low,
                    double *high);

#endif
