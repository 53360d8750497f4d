/// A trajectory being read: rows in order of frames and ids become frames and agents.
#ifndef CW_IO_TRAJECTORY_READ_H
#define CW_IO_TRAJECTORY_READ_H

#include "clearway/io.h"
#include "grow.h"
#include "source.h"

/// One row of a file.
typedef struct cw_trajectory_row {
    int64_t frame, id;
    cw_vec3 position;
    cw_vec2 velocity;
    double radius;
    uint32_t group;
} cw_trajectory_row;

/// Rows that grow. Start from {.context = context, .name = path}.
typedef struct cw_trajectory_rows {
    cw_context *context;
    const char *name;
    cw_trajectory_row *items;
    size_t count, capacity;
    double fps;
    bool has_velocity;
    int64_t frame_count; ///< at least; frames may be empty
    cw_names groups;
    cw_track_agent *agents; ///< what a file knows about agents, in order of ids; may be NULL
    size_t agent_count, agent_capacity;
} cw_trajectory_rows;

cw_status cw_trajectory_rows_add(cw_trajectory_rows *rows, const cw_trajectory_row *row);

/// The formats. `wkt` receives a block of its own, or NULL.
cw_status cw_trajectory_read_sqlite(cw_trajectory_rows *rows, const char *path, char **wkt);
cw_status cw_trajectory_read_csv(cw_trajectory_rows *rows, const cw_source *source);
cw_status cw_trajectory_read_txt(cw_trajectory_rows *rows, const cw_source *source, char **wkt);

/// A copy of a text with its final NUL, from the context.
cw_status cw_trajectory_copy_text(cw_context *context, const char *text, size_t size, char **copy);

#endif
