/// Roadmaps as text: one writer per format.
#ifndef CW_IO_ROADMAP_WRITER_H
#define CW_IO_ROADMAP_WRITER_H

#include "clearway/io.h"
#include "text.h"

void cw_roadmap_write_json(const cw_roadmap *roadmap, bool faces, cw_text *text);
void cw_roadmap_write_graphml(const cw_roadmap *roadmap, cw_text *text);
void cw_roadmap_write_geojson(const cw_roadmap *roadmap, cw_text *text);
void cw_roadmap_write_dot(const cw_roadmap *roadmap, cw_text *text);
void cw_roadmap_write_menge(const cw_roadmap *roadmap, cw_text *text);

/// Writes `key` and a number.
void cw_roadmap_write_number(cw_text *text, const char *key, double value);
/// Writes `key` and an index, -1 for CW_NONE.
void cw_roadmap_write_index(cw_text *text, const char *key, uint32_t value);

#endif
