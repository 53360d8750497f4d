/// Questions of path research (MovingAI): Sturtevant, "Benchmarks for grid-based pathfinding",
/// 2012.
///
///   version 1
///   bucket map width height start-x start-y goal-x goal-y optimal-length
///
/// Squares are counted from the top left corner; here a square is a metre and y points up, as in
/// the plan of a `.map`. The optimum is that of steps between the middles of squares, at right
/// angles or diagonal past free squares only: no shortest path of a point is longer.
#include "scen.h"

#include "../text.h"

#include <string.h>

/// Words of a row at least: the name of the map may have blanks, so numbers are counted from the
/// end.
enum { FEWEST_WORDS = 9, MOST_WORDS = 64, NUMBERS = 7 };
enum { WIDTH, HEIGHT, START_X, START_Y, GOAL_X, GOAL_Y, OPTIMUM };

bool cw_scen_begins(const char *line) {
    return strncmp(line, "version", 7) == 0 && (line[7] == ' ' || line[7] == '\t');
}

const char *cw_scen_header(const char *line) {
    double version;
    char word[32];
    line += 7 + strspn(line + 7, " \t");
    size_t size = strcspn(line, " \t\r");
    if (size < sizeof word) {
        memcpy(word, line, size);
        word[size] = '\0';
        if (cw_cli_text_number(word, &version) && version == 1) {
            return NULL;
        }
    }
    return "a .scen of this version is not read; version 1 is";
}

/// Whether numbers are whole and those of squares of the grid.
static bool are_squares(const double *v) {
    for (int i = WIDTH; i < OPTIMUM; i++) {
        if (!(v[i] >= 0 && v[i] <= CW_COORDINATE_LIMIT) || v[i] != (double)(int64_t)v[i]) {
            return false;
        }
    }
    return v[START_X] < v[WIDTH] && v[GOAL_X] < v[WIDTH] && v[START_Y] < v[HEIGHT] &&
           v[GOAL_Y] < v[HEIGHT];
}

const char *cw_scen_row(char *line, cw_question *question) {
    char *words[MOST_WORDS], *next = NULL;
    double v[NUMBERS];
    int count = 0;
    for (char *word = strtok_r(line, " \t\r", &next); word != NULL && count < MOST_WORDS;
         word = strtok_r(NULL, " \t\r", &next)) {
        words[count++] = word;
    }
    if (count < FEWEST_WORDS) {
        return "it needs bucket, map, width, height, start x and y, goal x and y, and the optimum";
    }
    for (int i = 0; i < NUMBERS; i++) {
        if (!cw_cli_text_number(words[count - NUMBERS + i], &v[i])) {
            return "width, height, start, goal and optimum have to be numbers";
        }
    }
    if (!are_squares(v) || !(v[OPTIMUM] >= 0)) {
        return "start and goal have to be squares of the grid, and the optimum 0 or more";
    }
    question->from = (cw_vec3){v[START_X] + 0.5, v[HEIGHT] - v[START_Y] - 0.5, 0};
    question->to = (cw_vec3){v[GOAL_X] + 0.5, v[HEIGHT] - v[GOAL_Y] - 0.5, 0};
    question->optimum = v[OPTIMUM];
    question->rows = v[HEIGHT];
    question->id = strdup(words[0]);
    return question->id != NULL ? NULL : "out of memory";
}

static uint32_t count_on_mesh(const cw_navmesh *mesh, const cw_questions *questions, bool down) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < questions->count; i++) {
        const cw_question *q = &questions->items[i];
        double from = down ? q->rows - q->from.y : q->from.y;
        double to = down ? q->rows - q->to.y : q->to.y;
        count +=
            cw_navmesh_locate(mesh, (cw_vec3){q->from.x, from, -CW_COORDINATE_LIMIT}) != CW_NONE;
        count += cw_navmesh_locate(mesh, (cw_vec3){q->to.x, to, -CW_COORDINATE_LIMIT}) != CW_NONE;
    }
    return count;
}

void cw_scen_place(const cw_navmesh *mesh, cw_questions *questions) {
    bool down = count_on_mesh(mesh, questions, true) > count_on_mesh(mesh, questions, false);
    for (uint32_t i = 0; i < questions->count; i++) {
        cw_question *q = &questions->items[i];
        q->from.y = down ? q->rows - q->from.y : q->from.y;
        q->to.y = down ? q->rows - q->to.y : q->to.y;
        q->from.z = cw_navmesh_lowest(mesh, (cw_vec2){q->from.x, q->from.y});
        q->to.z = cw_navmesh_lowest(mesh, (cw_vec2){q->to.x, q->to.y});
    }
}
