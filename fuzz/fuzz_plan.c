/// Fuzzes the readers of floor plans. The first byte chooses the format (0 WKT, 1 GeoJSON, 2 .dat,
/// 3 .map, 4 and 5 .svg, by its remainder), the rest is the text. Whatever the text, the reader
/// says why it refuses it, or gives rings of finite points in range.
#include "clearway/io.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static void check_plan(const cw_plan *plan) {
    require(plan->ring_count > 0);
    for (uint32_t i = 0; i < plan->ring_count; i++) {
        const cw_ring *ring = &plan->rings[i];
        require(ring->count >= 2 && ring->first <= plan->point_count &&
                ring->count <= plan->point_count - ring->first);
    }
    for (uint32_t i = 0; i < plan->point_count; i++) {
        require(fabs(plan->points[i].x) <= CW_COORDINATE_LIMIT);
        require(fabs(plan->points[i].y) <= CW_COORDINATE_LIMIT);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const cw_file_kind kinds[] = {CW_FILE_WKT, CW_FILE_GEOJSON, CW_FILE_DAT,
                                         CW_FILE_MAP, CW_FILE_SVG,     CW_FILE_SVG};
    cw_context *context;
    if (size == 0 || cw_context_create(NULL, &context) != CW_OK) {
        return 0;
    }
    cw_plan plan;
    cw_status status =
        cw_plan_parse(context, kinds[data[0] % 6], "fuzz", (const char *)data + 1, size - 1, &plan);
    if (status == CW_OK) {
        check_plan(&plan);
    } else {
        require(strncmp(cw_context_message(context), "fuzz:", 5) == 0);
        require(status != CW_ERROR_INTERNAL && plan.points == NULL && plan.ring_count == 0);
    }
    cw_plan_free(context, &plan);
    cw_context_free(context);
    return 0;
}
