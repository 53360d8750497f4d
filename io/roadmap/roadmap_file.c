/// Roadmaps in files, by extension.
#include "roadmap_writer.h"

#include <string.h>
#include <strings.h>

typedef enum format { FORMAT_NONE, JSON, GRAPHML, GEOJSON, DOT, MENGE } format;

static format format_of(const char *path) {
    static const struct {
        const char *extension;
        format format;
    } formats[] = {{".json", JSON},
                   {".graphml", GRAPHML},
                   {".geojson", GEOJSON},
                   {".dot", DOT},
                   {".txt", MENGE}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof formats / sizeof *formats; i++) {
        if (strcasecmp(dot, formats[i].extension) == 0) {
            return formats[i].format;
        }
    }
    return FORMAT_NONE;
}

bool cw_roadmap_writable(const char *path) {
    return format_of(path) != FORMAT_NONE;
}

cw_status cw_roadmap_write(cw_context *context, const cw_roadmap *roadmap, bool faces,
                           const char *path) {
    cw_text text = {.context = context};
    switch (format_of(path)) {
    case JSON: cw_roadmap_write_json(roadmap, faces, &text); break;
    case GRAPHML: cw_roadmap_write_graphml(roadmap, &text); break;
    case GEOJSON: cw_roadmap_write_geojson(roadmap, &text); break;
    case DOT: cw_roadmap_write_dot(roadmap, &text); break;
    case MENGE: cw_roadmap_write_menge(roadmap, &text); break;
    case FORMAT_NONE:
        return cw_context_fail(context, CW_ERROR_ARGUMENT,
                               "%s: error: a roadmap becomes .json, .graphml, .geojson, .dot or "
                               ".txt (Menge)",
                               path);
    }
    return cw_text_save(&text, path);
}
