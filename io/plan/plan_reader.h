/// What the readers of floor plans share: collecting the points of one ring, and the limits.
#ifndef CW_IO_PLAN_READER_H
#define CW_IO_PLAN_READER_H

#include "clearway/io.h"
#include "grow.h"
#include "source.h"

/// A plan being read. Start from {.source = source, .plan = plan}.
typedef struct cw_plan_reader {
    const cw_source *source;
    cw_plan *plan;
    uint32_t polygon_count; ///< holes belong to the last polygon
    uint32_t area;          ///< type of the zones to come
    cw_vec2 *points;        ///< of the ring being read
    uint32_t point_count;
    size_t point_capacity;
} cw_plan_reader;

/// Makes room for points of the ring being read. On failure *reason says why, in words.
cw_status cw_plan_reader_reserve(cw_plan_reader *reader, size_t needed, const char **reason);

/// Adds the points collected so far to the plan as one ring and forgets them. An outer ring starts
/// a polygon. The closing point of a ring is left out. On failure *reason says why, in words.
cw_status cw_plan_reader_add(cw_plan_reader *reader, cw_ring_kind kind, const char **reason);

/// Frees what the reader holds, not the plan.
void cw_plan_reader_free(cw_plan_reader *reader);

/// The formats. Each leaves a complete message; the plan is freed by the caller on failure.
cw_status cw_plan_read_wkt(const cw_source *source, cw_plan *plan);
cw_status cw_plan_read_geojson(const cw_source *source, cw_plan *plan);
cw_status cw_plan_read_dat(const cw_source *source, cw_plan *plan);
cw_status cw_plan_read_map(const cw_source *source, cw_plan *plan);
cw_status cw_plan_read_svg(const cw_source *source, cw_plan *plan);
/// The name of the source is the path of the file: the image lies beside it.
cw_status cw_plan_read_ros(const cw_source *source, cw_plan *plan);

#endif
