/// One HTML file that plays a trajectory: the page of io/player with the run put into it.
///
/// The run is a JSON header (plan, groups, agents) and the positions as base64 of 16-bit numbers
/// scaled to the box, agent by agent: x and y of each frame from its first to its last. Where an
/// agent is missing in between, it stands. Frames are thinned out until the positions fit.
#include "clearway/io.h"

#include "source.h"
#include "text.h"

#include <string.h>

extern const char cw_player_page[];
extern const size_t cw_player_page_size;

static const char marker[] = "<!--clearway-run-->";

/// Bytes of positions in base64 that a file may have, and what one position takes.
static const double POSITIONS_LIMIT = 48e6;
static const double BYTES_PER_POSITION = 4 * 4.0 / 3.0;
/// Largest 16-bit number.
static const double FULL = 65535;

/// One agent over the frames that are kept.
typedef struct course {
    uint32_t first, last; ///< frames; CW_NONE for an agent that never comes
    size_t offset;        ///< of its first number
    size_t filled;        ///< frames that have their numbers
} course;

typedef struct page {
    cw_context *context;
    const cw_trajectory *run;
    const char *path;
    cw_text text;
    cw_plan plan;
    cw_draw_bounds box;
    uint32_t every, frames; ///< frames that are kept: 0, every, 2 every, ...
    course *courses;
    uint16_t *numbers;
    size_t number_count;
} page;

static cw_status no_memory(const page *p) {
    return cw_name_fail(p->context, p->path, CW_ERROR_MEMORY, "out of memory");
}

static void put_ring(page *p, const cw_ring *ring) {
    cw_text_string(&p->text, "[");
    for (uint32_t i = 0; i < ring->count; i++) {
        cw_text_string(&p->text, i > 0 ? "," : "");
        cw_text_number(&p->text, p->plan.points[ring->first + i].x);
        cw_text_string(&p->text, ",");
        cw_text_number(&p->text, p->plan.points[ring->first + i].y);
    }
    cw_text_string(&p->text, "]");
}

/// The plan as polygons of rings; outer rings begin a polygon.
static void put_plan(page *p) {
    cw_text_string(&p->text, ",\"plan\":[");
    for (uint32_t i = 0, open = 0; i < p->plan.ring_count; i++) {
        const cw_ring *ring = &p->plan.rings[i];
        if (ring->kind == CW_RING_BARRIER || ring->kind == CW_RING_ZONE) {
            continue;
        }
        bool begins = open == 0 || ring->kind == CW_RING_OUTER;
        cw_text_string(&p->text, begins ? (open > 0 ? "],[" : "[") : ",");
        put_ring(p, ring);
        open = 1;
        if (i + 1 == p->plan.ring_count) {
            cw_text_string(&p->text, "]");
        }
    }
    cw_text_string(&p->text, "]");
}

static void put_numbers(page *p, const char *key, const double *values, size_t count) {
    cw_text_string(&p->text, key);
    for (size_t i = 0; i < count; i++) {
        cw_text_string(&p->text, i > 0 ? "," : "[");
        cw_text_number(&p->text, values[i]);
    }
    cw_text_string(&p->text, "]");
}

static void put_agents(page *p) {
    cw_text_string(&p->text, ",\"agents\":[");
    bool any = false;
    for (uint32_t i = 0; i < p->run->agent_count; i++) {
        const course *own = &p->courses[i];
        const cw_track_agent *agent = &p->run->agents[i];
        if (own->first == CW_NONE) {
            continue;
        }
        const double values[] = {agent->id,
                                 agent->radius,
                                 agent->group,
                                 own->first,
                                 (double)(own->last - own->first + 1),
                                 (double)own->offset,
                                 agent->speed};
        put_numbers(p, any ? "," : "", values, sizeof values / sizeof values[0]);
        any = true;
    }
    cw_text_string(&p->text, "]");
}

static void put_header(page *p, const char *title) {
    cw_text *text = &p->text;
    cw_text_string(text, "<script type=\"application/json\" id=\"run\">{\"title\":");
    cw_text_quoted(text, title != NULL ? title : "");
    const double facts[] = {p->run->fps / p->every, p->frames, p->every};
    static const char *const keys[] = {",\"fps\":", ",\"frames\":", ",\"every\":"};
    for (int i = 0; i < 3; i++) {
        cw_text_string(text, keys[i]);
        cw_text_number(text, facts[i]);
    }
    const double box[] = {p->box.low.x, p->box.low.y, p->box.high.x, p->box.high.y};
    put_numbers(p, ",\"box\":", box, 4);
    cw_text_string(text, ",\"groups\":[");
    for (uint32_t i = 0; i < p->run->groups.count; i++) {
        cw_text_string(text, i > 0 ? "," : "");
        cw_text_quoted(text, cw_names_get(&p->run->groups, i));
    }
    cw_text_string(text, "]");
    put_agents(p);
    put_plan(p);
    cw_text_string(text, "}</script>\n");
}

static void put_base64(page *p) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t size = p->number_count * 2;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) {
            size_t at = i + k;
            uint32_t number = at < size ? p->numbers[at / 2] : 0;
            uint32_t byte = number >> (8 * (at % 2)) & 255u;
            bits |= byte << (16 - 8 * k);
        }
        char code[4] = {digits[bits >> 18], digits[bits >> 12 & 63], digits[bits >> 6 & 63],
                        digits[bits & 63]};
        code[2] = i + 1 < size ? code[2] : '=';
        code[3] = i + 2 < size ? code[3] : '=';
        cw_text_bytes(&p->text, code, 4);
    }
}

// --- what goes into the page ---------------------------------------------------------------------

static void grow_box(page *p, cw_vec2 point, bool *empty) {
    if (*empty) {
        p->box = (cw_draw_bounds){point, point};
        *empty = false;
    }
    p->box.low.x = point.x < p->box.low.x ? point.x : p->box.low.x;
    p->box.low.y = point.y < p->box.low.y ? point.y : p->box.low.y;
    p->box.high.x = point.x > p->box.high.x ? point.x : p->box.high.x;
    p->box.high.y = point.y > p->box.high.y ? point.y : p->box.high.y;
}

static void measure_box(page *p) {
    bool empty = true;
    for (uint32_t i = 0; i < p->plan.point_count; i++) {
        grow_box(p, p->plan.points[i], &empty);
    }
    for (uint32_t i = 0; i < p->run->point_count; i++) {
        const cw_vec3 *at = &p->run->points[i].position;
        grow_box(p, (cw_vec2){at->x, at->y}, &empty);
    }
}

/// Frames of each agent, and where its numbers begin.
static cw_status lay_out(page *p) {
    const cw_trajectory *run = p->run;
    double bytes = run->point_count * BYTES_PER_POSITION;
    p->every = bytes > POSITIONS_LIMIT ? (uint32_t)(bytes / POSITIONS_LIMIT) + 1 : 1;
    p->frames = run->frame_count > 0 ? (run->frame_count - 1) / p->every + 1 : 0;
    p->courses = cw_context_resize(p->context, NULL, 0, (run->agent_count + 1) * sizeof(course));
    if (p->courses == NULL) {
        return no_memory(p);
    }
    for (uint32_t i = 0; i < run->agent_count; i++) {
        p->courses[i] = (course){.first = CW_NONE};
    }
    for (uint32_t frame = 0; frame < p->frames; frame++) {
        cw_frame all = cw_trajectory_frame(run, frame * p->every);
        for (uint32_t i = 0; i < all.count; i++) {
            course *own = &p->courses[all.points[i].agent];
            own->first = own->first == CW_NONE ? frame : own->first;
            own->last = frame;
        }
    }
    for (uint32_t i = 0; i < run->agent_count; i++) {
        course *own = &p->courses[i];
        own->offset = p->number_count;
        p->number_count += own->first != CW_NONE ? 2 * (size_t)(own->last - own->first + 1) : 0;
    }
    return CW_OK;
}

static uint16_t scaled(double value, double low, double high) {
    double share = high > low ? (value - low) / (high - low) : 0;
    return (uint16_t)(share * FULL + 0.5);
}

static cw_status fill_numbers(page *p) {
    p->numbers = cw_context_resize(p->context, NULL, 0, (p->number_count + 1) * sizeof(uint16_t));
    if (p->numbers == NULL) {
        return no_memory(p);
    }
    for (uint32_t frame = 0; frame < p->frames; frame++) {
        cw_frame all = cw_trajectory_frame(p->run, frame * p->every);
        for (uint32_t i = 0; i < all.count; i++) {
            course *own = &p->courses[all.points[i].agent];
            uint16_t x = scaled(all.points[i].position.x, p->box.low.x, p->box.high.x);
            uint16_t y = scaled(all.points[i].position.y, p->box.low.y, p->box.high.y);
            for (; own->filled < frame - own->first; own->filled++) {
                memcpy(&p->numbers[own->offset + 2 * own->filled],
                       &p->numbers[own->offset + 2 * own->filled - 2], 2 * sizeof(uint16_t));
            }
            p->numbers[own->offset + 2 * own->filled] = x;
            p->numbers[own->offset + 2 * own->filled++ + 1] = y;
        }
    }
    return CW_OK;
}

static cw_status make(page *p, const char *wkt, const char *title) {
    if (wkt != NULL) {
        CW_IO_TRY(cw_plan_parse(p->context, CW_FILE_WKT, p->path, wkt, strlen(wkt), &p->plan));
    }
    measure_box(p);
    CW_IO_TRY(lay_out(p));
    CW_IO_TRY(fill_numbers(p));
    const char *place = strstr(cw_player_page, marker);
    cw_text_bytes(&p->text, cw_player_page, (size_t)(place - cw_player_page));
    put_header(p, title);
    cw_text_string(&p->text, "<script type=\"text/plain\" id=\"positions\">");
    put_base64(p);
    cw_text_string(&p->text, "</script>");
    const char *rest = place + strlen(marker);
    cw_text_bytes(&p->text, rest, cw_player_page_size - (size_t)(rest - cw_player_page));
    return cw_text_save(&p->text, p->path);
}

cw_status cw_trajectory_write_html(cw_context *context, const cw_trajectory *trajectory,
                                   const char *wkt, const char *title, const char *path,
                                   uint32_t *every) {
    page p = {.context = context, .run = trajectory, .path = path, .text = {.context = context}};
    cw_status status = make(&p, wkt, title);
    if (every != NULL) {
        *every = p.every;
    }
    cw_context_release(context, p.text.bytes, p.text.capacity);
    cw_context_release(context, p.courses,
                       p.courses != NULL ? (trajectory->agent_count + 1) * sizeof(course) : 0);
    cw_context_release(context, p.numbers,
                       p.numbers != NULL ? (p.number_count + 1) * sizeof(uint16_t) : 0);
    cw_plan_free(context, &p.plan);
    return status;
}
