/// Writing floor plans.
///
/// A plan's floor is the union over polygons of (outer rings minus holes), minus every obstacle,
/// cut by barriers. The formats know polygons of one outer ring with holes, so a polygon of several
/// outer rings is written as several polygons that each have all its holes: the same floor. Rings
/// are closed in WKT and GeoJSON and open in `.dat`, as is usual there.
///
/// WKT cannot say "obstacle": there each obstacle becomes a hole of every polygon, the same floor
/// again. GeoJSON says it with the property "kind" that the reader understands. Zones are in
/// GeoJSON only.
///
/// Rings of fewer than three points and lines of fewer than two are left out.
#include "clearway/io.h"

#include "source.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>

/// A ring of a polygon.
typedef struct member {
    uint32_t polygon, kind, ring;
} member;

/// A plan being written.
typedef struct writing {
    cw_text text;
    const cw_plan *plan;
    const char *path;
    member *members; ///< sorted by polygon, outer rings before holes
    uint32_t member_count;
    uint32_t pieces; ///< geometries written so far
} writing;

static bool is_closed(const cw_plan *plan, const cw_ring *ring) {
    const cw_vec2 *points = plan->points + ring->first;
    uint32_t last = ring->count > 0 ? ring->count - 1 : 0;
    return last > 0 && points[0].x == points[last].x && points[0].y == points[last].y;
}

/// Whether a ring is of a kind and has enough points to be read back. What has fewer encloses
/// nothing and stops nobody.
static bool is_written(const cw_plan *plan, const cw_ring *ring, cw_ring_kind kind) {
    bool open = kind == CW_RING_BARRIER;
    uint32_t repeated = !open && is_closed(plan, ring) ? 1 : 0;
    return ring->kind == kind && ring->count >= (open ? 2 : 3) + repeated;
}

static int compare_members(const void *left, const void *right) {
    const member *a = left, *b = right;
    if (a->polygon != b->polygon) {
        return a->polygon < b->polygon ? -1 : 1;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    return a->ring < b->ring ? -1 : 1;
}

static cw_status sort_by_polygon(writing *w) {
    const cw_plan *plan = w->plan;
    if (plan->ring_count == 0) {
        return CW_OK;
    }
    w->members = cw_context_resize(w->text.context, NULL, 0, plan->ring_count * sizeof *w->members);
    if (w->members == NULL) {
        return cw_name_fail(w->text.context, w->path, CW_ERROR_MEMORY, "out of memory");
    }
    for (uint32_t i = 0; i < plan->ring_count; i++) {
        const cw_ring *ring = &plan->rings[i];
        if (is_written(plan, ring, CW_RING_OUTER) || is_written(plan, ring, CW_RING_HOLE)) {
            w->members[w->member_count++] = (member){ring->polygon, ring->kind, i};
        }
    }
    qsort(w->members, w->member_count, sizeof *w->members, compare_members);
    return CW_OK;
}

/// How a format spells points and rings.
typedef struct spelling {
    const char *ring_open, *ring_close, *point_open, *between, *point_close, *separator;
} spelling;

static const spelling wkt = {"(", ")", "", " ", "", ", "};
static const spelling geojson = {"[", "]", "[", ",", "]", ","};

static void write_point(cw_text *text, const spelling *s, cw_vec2 point) {
    cw_text_string(text, s->point_open);
    cw_text_number(text, point.x);
    cw_text_string(text, s->between);
    cw_text_number(text, point.y);
    cw_text_string(text, s->point_close);
}

static void write_ring(writing *w, const spelling *s, const cw_ring *ring) {
    const cw_vec2 *points = w->plan->points + ring->first;
    uint32_t count = ring->count;
    cw_text_string(&w->text, s->ring_open);
    for (uint32_t i = 0; i < count; i++) {
        cw_text_string(&w->text, i > 0 ? s->separator : "");
        write_point(&w->text, s, points[i]);
    }
    if (ring->kind != CW_RING_BARRIER && !is_closed(w->plan, ring)) {
        cw_text_string(&w->text, s->separator);
        write_point(&w->text, s, points[0]);
    }
    cw_text_string(&w->text, s->ring_close);
}

/// Writes an outer ring, the holes of its polygon and, in WKT, the obstacles.
static void write_polygon(writing *w, const spelling *s, uint32_t outer, uint32_t first_hole,
                          uint32_t end) {
    const cw_ring *rings = w->plan->rings;
    cw_text_string(&w->text, s->ring_open);
    write_ring(w, s, &rings[w->members[outer].ring]);
    for (uint32_t i = first_hole; i < end; i++) {
        cw_text_string(&w->text, s->separator);
        write_ring(w, s, &rings[w->members[i].ring]);
    }
    for (uint32_t i = 0; i < w->plan->ring_count && s == &wkt; i++) {
        if (is_written(w->plan, &rings[i], CW_RING_OBSTACLE)) {
            cw_text_string(&w->text, s->separator);
            write_ring(w, s, &rings[i]);
        }
    }
    cw_text_string(&w->text, s->ring_close);
}

typedef void polygon_writer(writing *w, uint32_t outer, uint32_t first_hole, uint32_t end);

/// Calls `write` for every outer ring with the holes of its polygon.
static void for_each_polygon(writing *w, polygon_writer *write) {
    const member *members = w->members;
    for (uint32_t start = 0; start < w->member_count && w->text.status == CW_OK;) {
        uint32_t polygon = members[start].polygon, holes = start;
        while (holes < w->member_count && members[holes].polygon == polygon &&
               members[holes].kind == CW_RING_OUTER) {
            holes++;
        }
        uint32_t end = holes;
        while (end < w->member_count && members[end].polygon == polygon) {
            end++;
        }
        for (uint32_t i = start; i < holes && w->text.status == CW_OK; i++) {
            write(w, i, holes, end);
        }
        start = end;
    }
}

static uint32_t count_kind(const cw_plan *plan, cw_ring_kind kind) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->ring_count; i++) {
        count += is_written(plan, &plan->rings[i], kind) ? 1 : 0;
    }
    return count;
}

// --- the formats ---------------------------------------------------------------------------------

static void write_wkt_part(writing *w, uint32_t outer, uint32_t first_hole, uint32_t end) {
    cw_text_string(&w->text, w->pieces++ > 0 ? ",\n" : "");
    write_polygon(w, &wkt, outer, first_hole, end);
}

static void write_wkt_member(writing *w, uint32_t outer, uint32_t first_hole, uint32_t end) {
    cw_text_string(&w->text, w->pieces++ > 0 ? ",\nPOLYGON " : "POLYGON ");
    write_polygon(w, &wkt, outer, first_hole, end);
}

/// One POLYGON; several as one MULTIPOLYGON; with barriers a GEOMETRYCOLLECTION: always a single
/// geometry, since few tools read more than the first of a file.
static void write_wkt(writing *w) {
    const cw_plan *plan = w->plan;
    if (count_kind(plan, CW_RING_BARRIER) > 0) {
        cw_text_string(&w->text, "GEOMETRYCOLLECTION (");
        for_each_polygon(w, write_wkt_member);
        for (uint32_t i = 0; i < plan->ring_count; i++) {
            if (is_written(plan, &plan->rings[i], CW_RING_BARRIER)) {
                cw_text_string(&w->text, w->pieces++ > 0 ? ",\nLINESTRING " : "LINESTRING ");
                write_ring(w, &wkt, &plan->rings[i]);
            }
        }
        cw_text_string(&w->text, ")\n");
    } else if (count_kind(plan, CW_RING_OUTER) == 1) {
        cw_text_string(&w->text, "POLYGON ");
        for_each_polygon(w, write_wkt_part);
        cw_text_string(&w->text, "\n");
    } else {
        cw_text_string(&w->text, "MULTIPOLYGON (");
        for_each_polygon(w, write_wkt_part);
        cw_text_string(&w->text, ")\n");
    }
}

static void begin_feature(writing *w, const char *kind, const char *type) {
    cw_text_string(&w->text, w->pieces++ > 0 ? ",\n" : "\n");
    cw_text_string(&w->text, "{\"type\":\"Feature\",\"properties\":{\"kind\":\"");
    cw_text_string(&w->text, kind);
    cw_text_string(&w->text, "\"},\"geometry\":{\"type\":\"");
    cw_text_string(&w->text, type);
    cw_text_string(&w->text, "\",\"coordinates\":");
}

static void write_floor_feature(writing *w, uint32_t outer, uint32_t first_hole, uint32_t end) {
    begin_feature(w, "floor", "Polygon");
    write_polygon(w, &geojson, outer, first_hole, end);
    cw_text_string(&w->text, "}}");
}

/// A zone without a name gets its number as one.
static void write_zone(writing *w, const cw_ring *ring) {
    char number[16];
    bool named = ring->polygon >= 1 && ring->polygon <= w->plan->name_count;
    snprintf(number, sizeof number, "%u", ring->polygon);
    cw_text_string(&w->text, w->pieces++ > 0 ? ",\n" : "\n");
    cw_text_string(&w->text, "{\"type\":\"Feature\",\"properties\":{\"kind\":\"zone\",\"name\":");
    cw_text_quoted(&w->text, named ? w->plan->names[ring->polygon - 1].text : number);
    cw_text_string(&w->text, "},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[");
    write_ring(w, &geojson, ring);
    cw_text_string(&w->text, "]}}");
}

static void write_geojson(writing *w) {
    const cw_plan *plan = w->plan;
    cw_text_string(&w->text, "{\"type\":\"FeatureCollection\",\"features\":[");
    for_each_polygon(w, write_floor_feature);
    for (uint32_t i = 0; i < plan->ring_count; i++) {
        const cw_ring *ring = &plan->rings[i];
        if (is_written(plan, ring, CW_RING_OBSTACLE)) {
            begin_feature(w, "obstacle", "Polygon");
            cw_text_string(&w->text, "[");
            write_ring(w, &geojson, ring);
            cw_text_string(&w->text, "]}}");
        } else if (is_written(plan, ring, CW_RING_BARRIER)) {
            begin_feature(w, "barrier", "LineString");
            write_ring(w, &geojson, ring);
            cw_text_string(&w->text, "}}");
        } else if (is_written(plan, ring, CW_RING_ZONE)) {
            write_zone(w, ring);
        }
    }
    cw_text_string(&w->text, "\n]}\n");
}

static void write_dat(writing *w) {
    const cw_ring *ring = &w->plan->rings[0];
    for (uint32_t i = 0; i < ring->count; i++) {
        cw_vec2 point = w->plan->points[ring->first + i];
        cw_text_number(&w->text, point.x);
        cw_text_string(&w->text, " ");
        cw_text_number(&w->text, point.y);
        cw_text_string(&w->text, "\n");
    }
}

/// Rings that the file will hold. Holes are repeated for every outer ring of their polygon, and in
/// WKT obstacles for every polygon, so this can be much more than the plan has.
static uint64_t rings_to_write(const writing *w, cw_file_kind kind) {
    uint64_t total = 0;
    uint64_t obstacles = kind == CW_FILE_WKT ? count_kind(w->plan, CW_RING_OBSTACLE) : 0;
    for (uint32_t i = 0; i < w->member_count;) {
        uint64_t outers = 0, holes = 0;
        uint32_t polygon = w->members[i].polygon;
        for (; i < w->member_count && w->members[i].polygon == polygon; i++) {
            *(w->members[i].kind == CW_RING_OUTER ? &outers : &holes) += 1;
        }
        total += outers * (1 + holes + obstacles);
    }
    return total;
}

static cw_status check_writable(const writing *w, cw_file_kind kind) {
    const cw_plan *plan = w->plan;
    cw_context *context = w->text.context;
    if (count_kind(plan, CW_RING_OUTER) == 0) {
        return cw_name_fail(context, w->path, CW_ERROR_INPUT, "the plan has no floor");
    }
    if (kind == CW_FILE_DAT && (plan->ring_count != 1 || plan->rings[0].kind != CW_RING_OUTER)) {
        return cw_name_fail(context, w->path, CW_ERROR_INPUT,
                            "a .dat holds one outer ring and nothing else; this plan has %u rings",
                            plan->ring_count);
    }
    if (rings_to_write(w, kind) > CW_IO_RING_LIMIT) {
        return cw_name_fail(context, w->path, CW_ERROR_LIMIT,
                            "the format would need more than %u rings", CW_IO_RING_LIMIT);
    }
    return CW_OK;
}

cw_status cw_plan_write(cw_context *context, const cw_plan *plan, const char *path) {
    cw_file_kind kind = cw_file_kind_of(path);
    if (kind != CW_FILE_WKT && kind != CW_FILE_GEOJSON && kind != CW_FILE_DAT) {
        return cw_name_fail(context, path, CW_ERROR_ARGUMENT,
                            "a plan is written as .wkt, .geojson or .dat");
    }
    writing w = {.text = {.context = context}, .plan = plan, .path = path};
    cw_status status = sort_by_polygon(&w);
    if (status == CW_OK) {
        status = check_writable(&w, kind);
    }
    if (status == CW_OK) {
        if (kind == CW_FILE_WKT) {
            write_wkt(&w);
        } else if (kind == CW_FILE_GEOJSON) {
            write_geojson(&w);
        } else {
            write_dat(&w);
        }
        status = cw_text_save(&w.text, path);
    }
    cw_context_release(context, w.members, plan->ring_count * sizeof *w.members);
    return status;
}
