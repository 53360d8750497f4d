/// A look at Well-Known Text before GEOS sees it: finds where each geometry ends, checks grammar,
/// numbers and limits, and says line and column of what is wrong.
#ifndef CW_IO_WKT_SCAN_H
#define CW_IO_WKT_SCAN_H

#include "source.h"

/// Position and totals of a scan. Start from {.source = source, .at = source->text}.
typedef struct cw_wkt_scan {
    const cw_source *source;
    char *copy; ///< of the text: what is skipped is written over in it
    const char *at;
    uint64_t points, rings; ///< so far, over all geometries
} cw_wkt_scan;

/// Finds the next geometry; `geometry` is empty at the end of the text.
cw_status cw_wkt_scan_next(cw_wkt_scan *scan, cw_span *geometry);

#endif
