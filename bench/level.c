/// Levels of games: only `v` and `f` lines of an `.obj` file count.
#include "level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A longer line loses its end.
enum { LONGEST_LINE = 1024 };

/// Makes room for one more item of three in an array that doubles when it is full.
static void *grow(void *items, uint32_t count, size_t item_size) {
    bool full = count == 0 || (count & (count - 1)) == 0;
    return full ? realloc(items, 2 * ((size_t)count + 1) * 3 * item_size) : items;
}

static bool add_vertex(cw_recast_level *level, const char *line) {
    float *grown = grow(level->positions, level->vertex_count, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    level->positions = grown;
    float *place = grown + 3 * (size_t)level->vertex_count;
    bool good = sscanf(line, "%f %f %f", &place[0], &place[1], &place[2]) == 3;
    level->vertex_count += good ? 1 : 0;
    return good;
}

static bool add_triangle(cw_recast_level *level, int a, int b, int c) {
    int *grown = grow(level->corners, level->triangle_count, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    level->corners = grown;
    int *corner = grown + 3 * (size_t)level->triangle_count++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    return true;
}

/// The vertex that a word of a face names: from 1, or backwards from the last.
static int vertex_of(const cw_recast_level *level, const char *word) {
    long index = strtol(word, NULL, 10);
    long vertex = index > 0 ? index - 1 : (long)level->vertex_count + index;
    return vertex >= 0 && vertex < (long)level->vertex_count ? (int)vertex : -1;
}

static bool add_face(cw_recast_level *level, char *line) {
    int first = -1, last = -1;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r\n", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r\n", &rest)) {
        int vertex = vertex_of(level, word);
        if (vertex < 0 || (first >= 0 && last >= 0 && !add_triangle(level, first, last, vertex))) {
            return false;
        }
        if (first < 0) {
            first = vertex;
        } else {
            last = vertex;
        }
    }
    return true;
}

bool cw_bench_level_read(const char *path, cw_recast_level *level) {
    *level = (cw_recast_level){0};
    FILE *file = fopen(path, "r");
    bool good = file != NULL;
    char line[LONGEST_LINE];
    while (good && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "v ", 2) == 0) {
            good = add_vertex(level, line + 2);
        } else if (strncmp(line, "f ", 2) == 0) {
            good = add_face(level, line + 2);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return good && level->triangle_count > 0;
}

void cw_bench_level_free(cw_recast_level *level) {
    free(level->positions);
    free(level->corners);
    *level = (cw_recast_level){0};
}
