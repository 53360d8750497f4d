/// Floor plans as GeoJSON (RFC 7946).
///
/// jansson parses the text and this file walks its tree. GEOS could turn the text into geometries
/// too, but it drops the properties that say what a feature means, and does not say where in the
/// document an error is. Features, collections of both kinds and bare geometries are taken.
///
/// The property "kind" of a feature tells what its polygons or lines mean:
///   "floor"     polygons are floor (the default for polygons)
///   "hole"      polygons without holes cut the floor polygon before them, and only that
///   "obstacle"  polygons without holes cut every floor
///   "barrier"   lines, and rings of polygons, are walls without thickness (the default for lines)
///   "zone"      polygons without holes give what floor is inside the "name" of the feature
///   "room"      polygons are floor, and zones
/// Heights are dropped. A ring that does not end where it starts is closed.
#include "json.h"
#include "plan_reader.h"

#include <string.h>

/// What the feature around a geometry says about it.
typedef enum meaning {
    MEANING_NONE,
    MEANING_FLOOR,
    MEANING_HOLE,
    MEANING_OBSTACLE,
    MEANING_BARRIER,
    MEANING_ZONE,
    MEANING_ROOM
} meaning;

static cw_status fail(const cw_plan_reader *reader, const cw_json_place *place,
                      const char *reason) {
    return cw_json_fail(reader->source, place, CW_ERROR_FORMAT, "%s", reason);
}

/// Reads [x, y, ...] into the ring being read.
static cw_status read_position(cw_plan_reader *reader, const cw_json_place *place,
                               const json_t *position) {
    size_t count = json_array_size(position);
    if (!json_is_array(position) || count < 2) {
        return fail(reader, place, "a position needs at least 2 numbers");
    }
    double numbers[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        cw_json_place inner = {.parent = place, .index = i};
        const json_t *value = json_array_get(position, i);
        double ignored;
        CW_IO_TRY(i < 2 ? cw_json_coordinate(reader->source, &inner, value, &numbers[i])
                        : cw_json_number(reader->source, &inner, value, &ignored));
    }
    reader->points[reader->point_count++] = (cw_vec2){numbers[0], numbers[1]};
    return CW_OK;
}

/// Reads an array of positions as one ring or, with `open`, as a line. An empty one is skipped.
static cw_status read_ring(cw_plan_reader *reader, const cw_json_place *place, const json_t *ring,
                           cw_ring_kind kind, bool open) {
    if (!json_is_array(ring)) {
        return fail(reader, place, "not an array of positions");
    }
    size_t count = json_array_size(ring);
    if (count == 0) {
        return CW_OK;
    }
    const char *reason;
    cw_status status = cw_plan_reader_reserve(reader, count + 1, &reason);
    if (status != CW_OK) {
        return cw_json_fail(reader->source, place, status, "%s", reason);
    }
    reader->point_count = 0;
    for (size_t i = 0; i < count; i++) {
        cw_json_place inner = {.parent = place, .index = i};
        status = read_position(reader, &inner, json_array_get(ring, i));
        if (status != CW_OK) {
            return status;
        }
    }
    cw_vec2 first = reader->points[0], last = reader->points[count - 1];
    if (!open && (first.x != last.x || first.y != last.y)) {
        reader->points[reader->point_count++] = first;
    }
    bool few = reader->point_count < (open ? 2 : 4); /* rings are closed by now */
    status = cw_plan_reader_add(reader, kind, &reason);
    if (status == CW_OK) {
        return CW_OK;
    }
    cw_json_fail(reader->source, place, status, "%s", reason);
    if (few && status == CW_ERROR_INPUT) {
        cw_source_skip(reader->source);
        return CW_OK;
    }
    return status;
}

/// Why a polygon may not have holes; NULL where it may.
static const char *holes_refused(meaning means) {
    switch (means) {
    case MEANING_OBSTACLE:
        return "an obstacle has holes; give it as a hole of the floor, and the floor inside as a "
               "polygon";
    case MEANING_HOLE: return "a hole has holes";
    case MEANING_ZONE: return "a zone has holes; give what is in them as zones of another name";
    default: return NULL;
    }
}

static cw_ring_kind kind_of(meaning means, size_t ring) {
    switch (means) {
    case MEANING_OBSTACLE: return CW_RING_OBSTACLE;
    case MEANING_BARRIER: return CW_RING_BARRIER;
    case MEANING_HOLE: return CW_RING_HOLE;
    case MEANING_ZONE: return CW_RING_ZONE;
    default: return ring == 0 ? CW_RING_OUTER : CW_RING_HOLE;
    }
}

static cw_status read_polygon(cw_plan_reader *reader, const cw_json_place *place,
                              const json_t *rings, meaning means) {
    if (!json_is_array(rings)) {
        return fail(reader, place, "not an array of rings");
    }
    size_t count = json_array_size(rings);
    if (count > 1 && holes_refused(means) != NULL) {
        return fail(reader, place, holes_refused(means));
    }
    // Without an outer ring there is nothing to cut.
    bool empty = count > 0 && json_array_size(json_array_get(rings, 0)) == 0 &&
                 json_is_array(json_array_get(rings, 0));
    for (size_t i = 0; i < count && !empty; i++) {
        uint32_t rings_before = reader->plan->ring_count;
        cw_json_place inner = {.parent = place, .index = i};
        const json_t *ring = json_array_get(rings, i);
        CW_IO_TRY(read_ring(reader, &inner, ring, kind_of(means, i), false));
        empty = i == 0 && reader->plan->ring_count == rings_before;
        if (means == MEANING_ROOM && i == 0 && !empty) {
            CW_IO_TRY(read_ring(reader, &inner, ring, CW_RING_ZONE, false));
        }
    }
    return CW_OK;
}

static cw_status read_line(cw_plan_reader *reader, const cw_json_place *place, const json_t *line,
                           meaning means) {
    if (means != MEANING_NONE && means != MEANING_BARRIER) {
        return fail(reader, place, "a line can only be a barrier");
    }
    return read_ring(reader, place, line, CW_RING_BARRIER, true);
}

typedef cw_status part_reader(cw_plan_reader *reader, const cw_json_place *place,
                              const json_t *part, meaning means);

static cw_status read_parts(cw_plan_reader *reader, const cw_json_place *place, const json_t *parts,
                            meaning means, part_reader *read_part) {
    if (!json_is_array(parts)) {
        return fail(reader, place, "not an array");
    }
    for (size_t i = 0; i < json_array_size(parts); i++) {
        cw_json_place inner = {.parent = place, .index = i};
        CW_IO_TRY(read_part(reader, &inner, json_array_get(parts, i), means));
    }
    return CW_OK;
}

static cw_status read_object(cw_plan_reader *reader, const cw_json_place *place,
                             const json_t *object, meaning means);

/// Finds the area type that the name of a room or zone stands for.
static cw_status read_name(cw_plan_reader *reader, const cw_json_place *properties,
                           const json_t *feature) {
    const json_t *value = json_object_get(json_object_get(feature, "properties"), "name");
    cw_json_place place = {.parent = properties, .key = "name"};
    if (!json_is_string(value)) {
        return fail(reader, &place, "a room or zone needs a name");
    }
    cw_context *context = reader->source->context;
    cw_status status = cw_plan_name(context, reader->plan, json_string_value(value), &reader->area);
    return status == CW_OK ? CW_OK
                           : cw_json_fail(reader->source, &place, status, "%s",
                                          status == CW_ERROR_LIMIT    ? "more than 255 names"
                                          : status == CW_ERROR_MEMORY ? "out of memory"
                                                                      : "a name has 1 to 63 bytes");
}

/// A feature without geometry is allowed and holds nothing.
static cw_status read_feature(cw_plan_reader *reader, const cw_json_place *place,
                              const json_t *feature, meaning means) {
    static const char *const words[] = {"floor", "hole", "obstacle", "barrier", "zone", "room"};
    const json_t *kind = json_object_get(json_object_get(feature, "properties"), "kind");
    if (kind != NULL && !json_is_null(kind)) {
        const char *word = json_string_value(kind);
        means = MEANING_NONE;
        for (size_t i = 0; word != NULL && i < sizeof words / sizeof words[0]; i++) {
            means = strcmp(word, words[i]) == 0 ? (meaning)(MEANING_FLOOR + i) : means;
        }
        cw_json_place properties = {.parent = place, .key = "properties"};
        if (means == MEANING_NONE) {
            cw_json_place inner = {.parent = &properties, .key = "kind"};
            return fail(reader, &inner, "not one of floor, hole, obstacle, barrier, zone, room");
        }
        if (means == MEANING_ZONE || means == MEANING_ROOM) {
            CW_IO_TRY(read_name(reader, &properties, feature));
        }
    }
    const json_t *geometry = json_object_get(feature, "geometry");
    if (geometry == NULL || json_is_null(geometry)) {
        return CW_OK;
    }
    cw_json_place inner = {.parent = place, .key = "geometry"};
    return read_object(reader, &inner, geometry, means);
}

/// What a GeoJSON type is made of.
typedef struct type_rule {
    const char *name;
    const char *member; ///< that holds its contents; NULL for a feature
    bool several;       ///< whether that member is a list of parts
    part_reader *read;
} type_rule;

static const type_rule rules[] = {
    {"Polygon", "coordinates", false, read_polygon},
    {"MultiPolygon", "coordinates", true, read_polygon},
    {"LineString", "coordinates", false, read_line},
    {"MultiLineString", "coordinates", true, read_line},
    {"GeometryCollection", "geometries", true, read_object},
    {"FeatureCollection", "features", true, read_object},
    {"Feature", NULL, false, read_feature},
};

/// Reads any GeoJSON object. Recursion is bounded by the depth of the document.
static cw_status read_object(cw_plan_reader *reader, const cw_json_place *place,
                             const json_t *object, meaning means) {
    const char *type = json_string_value(json_object_get(object, "type"));
    if (type == NULL) {
        return fail(reader, place, "not a GeoJSON object: no member \"type\" with a word");
    }
    CW_IO_TRY(cw_context_progress(reader->source->context, "reading", 0.5));
    if (strcmp(type, "Point") == 0 || strcmp(type, "MultiPoint") == 0) {
        cw_json_fail(reader->source, place, CW_ERROR_INPUT,
                     "a %s is neither floor nor wall; a plan takes polygons and lines", type);
        cw_source_skip(reader->source);
        return CW_OK;
    }
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const type_rule *rule = &rules[i];
        if (strcmp(type, rule->name) != 0) {
            continue;
        }
        if (rule->member == NULL) {
            return rule->read(reader, place, object, means);
        }
        const json_t *contents;
        cw_json_place inner = {.parent = place, .key = rule->member};
        CW_IO_TRY(cw_json_array(reader->source, place, object, rule->member, &contents));
        return rule->several ? read_parts(reader, &inner, contents, means, rule->read)
                             : rule->read(reader, &inner, contents, means);
    }
    cw_span word = {type, strlen(type)};
    return cw_json_fail(reader->source, place, CW_ERROR_FORMAT, "unknown type '%s'",
                        cw_span_quote(word).text);
}

cw_status cw_plan_read_geojson(const cw_source *source, cw_plan *plan) {
    json_t *root;
    CW_IO_TRY(cw_json_load(source, &root));
    cw_plan_reader reader = {.source = source, .plan = plan};
    cw_json_place place = {0};
    cw_status status = read_object(&reader, &place, root, MEANING_NONE);
    cw_plan_reader_free(&reader);
    json_decref(root);
    return status;
}
