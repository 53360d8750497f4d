/// Numbers of a run, taken frame by frame.
///
/// Pairs are found by squares as wide as the largest two bodies (bodies.c), so a frame costs about
/// its agents. Used space is a bitmap over the box of the mesh.
#include "clearway/metrics.h"

#include "scenario/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Squares of a bitmap at most; larger places have no number for the space used.
static const double SQUARE_LIMIT = 4e9;

typedef CW_ARRAY(uint32_t) counts;

/// A line or region while frames come.
typedef struct gauge {
    cw_scenario_measure what;
    cw_measure_result result;
    counts per_second;
    double inside; ///< agent-frames
    double speed;  ///< sum over them
} gauge;

struct cw_metrics {
    cw_context *context;
    const cw_scenario *scenario;
    const cw_clearance *clearance;
    double fps;
    cw_bodies bodies;
    cw_vec3 *last;        ///< per agent: where it was
    uint32_t *last_frame; ///< per agent: when; CW_NONE for never
    double *walked;       ///< per agent, by frames
    uint32_t agent_count;
    gauge *gauges;
    uint32_t gauge_count;
    cw_measure_result *results;
    uint8_t *squares; ///< one bit each; NULL where they are not counted
    uint32_t columns, rows;
    cw_vec2 corner;
    counts arrivals, collisions, present;
    cw_metrics_summary sum;
    double speeds; ///< sum over agent-frames
    double *times; ///< room to sort
    uint32_t time_room;
};

static cw_status count_in(cw_context *context, counts *list, uint32_t second, uint32_t count) {
    while (list->count <= second) {
        CW_TRY(CW_ARRAY_PUSH(context, list, 0));
    }
    list->items[second] += count;
    return CW_OK;
}

// --- starting ------------------------------------------------------------------------------------

static double region_area(const cw_scenario *scenario, const cw_scenario_region *region) {
    if (region->kind == CW_TARGET_POINT) {
        return 3.14159265358979323846 * region->radius * region->radius;
    }
    const cw_vec3 *points = scenario->points + region->point_first;
    double twice = 0;
    for (uint32_t i = 0; i < region->point_count; i++) {
        const cw_vec3 *a = &points[i], *b = &points[(i + 1) % region->point_count];
        twice += (a->x - points[0].x) * (b->y - points[0].y) -
                 (b->x - points[0].x) * (a->y - points[0].y);
    }
    return fabs(twice) / 2;
}

static cw_status start_gauges(cw_metrics *metrics) {
    const cw_scenario *scenario = metrics->scenario;
    uint32_t count = scenario != NULL ? scenario->measure_count : 0;
    CW_TRY(CW_ALLOCATE(metrics->context, metrics->gauges, count));
    metrics->gauge_count = count;
    CW_TRY(CW_ALLOCATE(metrics->context, metrics->results, count));
    for (uint32_t i = 0; i < count; i++) {
        gauge *own = &metrics->gauges[i];
        own->what = scenario->measures[i];
        own->result.is_line = own->what.is_line;
        const cw_vec3 *line = own->what.line;
        if (own->what.is_line) {
            double x = line[1].x - line[0].x, y = line[1].y - line[0].y;
            own->result.width = sqrt(x * x + y * y);
        } else {
            own->result.area = region_area(scenario, &scenario->regions[own->what.region]);
        }
    }
    return CW_OK;
}

static cw_status start_squares(cw_metrics *metrics) {
    if (metrics->clearance == NULL) {
        return CW_OK;
    }
    const cw_navmesh *mesh = metrics->clearance->mesh;
    cw_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        low.x = fmin(low.x, mesh->positions[i].x);
        low.y = fmin(low.y, mesh->positions[i].y);
        high.x = fmax(high.x, mesh->positions[i].x);
        high.y = fmax(high.y, mesh->positions[i].y);
    }
    double columns = floor((high.x - low.x + CW_SPACE_REACH) / CW_SPACE_SQUARE) + 2;
    double rows = floor((high.y - low.y + CW_SPACE_REACH) / CW_SPACE_SQUARE) + 2;
    if (!(columns * rows <= SQUARE_LIMIT)) {
        return CW_OK;
    }
    metrics->columns = (uint32_t)columns;
    metrics->rows = (uint32_t)rows;
    metrics->corner = (cw_vec2){low.x - CW_SPACE_REACH / 2, low.y - CW_SPACE_REACH / 2};
    return CW_ALLOCATE(metrics->context, metrics->squares,
                       ((size_t)metrics->columns * metrics->rows + 7) / 8);
}

cw_status cw_metrics_create(cw_context *context, const cw_scenario *scenario,
                            const cw_clearance *clearance, double fps, cw_metrics **metrics) {
    *metrics = NULL;
    cw_metrics *made = NULL;
    if (!(fps > 0 && fps < INFINITY)) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "fps is %g, but has to be above 0", fps);
    }
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->context = context;
    made->scenario = scenario;
    made->clearance = clearance;
    made->fps = fps;
    cw_status status = start_gauges(made);
    status = status == CW_OK ? start_squares(made) : status;
    if (status != CW_OK) {
        cw_metrics_free(made);
        return status;
    }
    *metrics = made;
    return CW_OK;
}

void cw_metrics_free(cw_metrics *metrics) {
    if (metrics == NULL) {
        return;
    }
    cw_context *context = metrics->context;
    for (uint32_t i = 0; metrics->gauges != NULL && i < metrics->gauge_count; i++) {
        CW_ARRAY_FREE(context, &metrics->gauges[i].per_second);
    }
    CW_RELEASE(context, metrics->gauges, metrics->gauge_count);
    CW_RELEASE(context, metrics->results, metrics->results != NULL ? metrics->gauge_count : 0);
    CW_RELEASE(context, metrics->squares,
               metrics->squares != NULL ? ((size_t)metrics->columns * metrics->rows + 7) / 8 : 0);
    CW_RELEASE(context, metrics->last, metrics->agent_count);
    CW_RELEASE(context, metrics->last_frame, metrics->agent_count);
    CW_RELEASE(context, metrics->walked, metrics->agent_count);
    CW_RELEASE(context, metrics->times, metrics->time_room);
    CW_ARRAY_FREE(context, &metrics->arrivals);
    CW_ARRAY_FREE(context, &metrics->collisions);
    CW_ARRAY_FREE(context, &metrics->present);
    cw_bodies_free(context, &metrics->bodies);
    CW_RELEASE(context, metrics, 1);
}

// --- frames --------------------------------------------------------------------------------------

/// Room for agents; how many there are is known with the first frame.
static cw_status make_room(cw_metrics *metrics, uint32_t count) {
    if (count <= metrics->agent_count) {
        return CW_OK;
    }
    CW_ASSERT(metrics->agent_count == 0);
    CW_TRY(CW_ALLOCATE(metrics->context, metrics->last, count));
    cw_status status = CW_ALLOCATE(metrics->context, metrics->last_frame, count);
    if (status == CW_OK) {
        status = CW_ALLOCATE(metrics->context, metrics->walked, count);
        if (status != CW_OK) {
            CW_RELEASE(metrics->context, metrics->last_frame, count);
        }
    }
    if (status != CW_OK) {
        CW_RELEASE(metrics->context, metrics->last, count);
        return status;
    }
    metrics->agent_count = count;
    for (uint32_t i = 0; i < count; i++) {
        metrics->last_frame[i] = CW_NONE;
    }
    return CW_OK;
}

/// Counts the pairs of one body with those before it.
static uint32_t count_pairs(cw_metrics *metrics, uint32_t index) {
    const cw_bodies *bodies = &metrics->bodies;
    cw_vec3 at = bodies->positions[index];
    double radius = bodies->radii[index], side = bodies->side;
    double column = floor(at.x / side), row = floor(at.y / side);
    uint32_t collisions = 0;
    for (int k = 0; k < 9; k++) {
        double c = column + k % 3 - 1, r = row + (double)(k / 3) - 1;
        uint32_t other = bodies->heads[cw_bodies_bucket(bodies, c, r)];
        for (; other != CW_NONE; other = bodies->next[other]) {
            cw_vec3 near = bodies->positions[other];
            if (other >= index || floor(near.x / side) != c || floor(near.y / side) != r ||
                fabs(near.z - at.z) > cw_crowd_config_default().body_height) {
                continue;
            }
            double dx = near.x - at.x, dy = near.y - at.y;
            double overlap = radius + bodies->radii[other] - sqrt(dx * dx + dy * dy);
            double smaller = fmin(radius, bodies->radii[other]);
            collisions += overlap > CW_COLLISION_SHARE * smaller ? 1 : 0;
            metrics->sum.contacts += overlap > -CW_CONTACT_GAP ? 1 : 0;
            metrics->sum.deepest_overlap = fmax(metrics->sum.deepest_overlap, overlap);
        }
    }
    return collisions;
}

static cw_status meet(cw_metrics *metrics, const cw_frame *frame, const cw_track_agent *agents) {
    double largest = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        largest = fmax(largest, agents[frame->points[i].agent].radius);
    }
    CW_TRY(cw_bodies_reset(metrics->context, &metrics->bodies, frame->count,
                           2 * largest + CW_CONTACT_GAP));
    for (uint32_t i = 0; i < frame->count; i++) {
        CW_TRY(cw_bodies_add(metrics->context, &metrics->bodies, frame->points[i].position,
                             agents[frame->points[i].agent].radius));
    }
    uint32_t collisions = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        collisions += count_pairs(metrics, i);
    }
    metrics->sum.collisions += collisions;
    return count_in(metrics->context, &metrics->collisions, (uint32_t)frame->time, collisions);
}

static void touch_walls(cw_metrics *metrics, const cw_track_point *point, double radius) {
    const cw_navmesh *mesh = metrics->clearance->mesh;
    uint32_t cell = point->cell != CW_NONE ? point->cell : cw_navmesh_locate(mesh, point->position);
    if (cell == CW_NONE) {
        return;
    }
    cw_vec2 local = cw_clearance_local(mesh, (cw_vec2){point->position.x, point->position.y});
    double distance = cw_clearance_at(metrics->clearance, cell, local, NULL);
    metrics->sum.wall_contacts += distance < radius + CW_CONTACT_GAP ? 1 : 0;
    metrics->sum.wall_collisions += distance < radius - CW_CONTACT_GAP ? 1 : 0;
    metrics->sum.deepest_wall = fmax(metrics->sum.deepest_wall, radius - distance);
}

static void use_space(cw_metrics *metrics, cw_vec3 at) {
    double reach = CW_SPACE_REACH / 2;
    double x = at.x - metrics->corner.x, y = at.y - metrics->corner.y;
    int64_t left = (int64_t)floor((x - reach) / CW_SPACE_SQUARE);
    int64_t right = (int64_t)floor((x + reach) / CW_SPACE_SQUARE);
    int64_t low = (int64_t)floor((y - reach) / CW_SPACE_SQUARE);
    int64_t high = (int64_t)floor((y + reach) / CW_SPACE_SQUARE);
    for (int64_t row = low < 0 ? 0 : low; row <= high && row < metrics->rows; row++) {
        for (int64_t c = left < 0 ? 0 : left; c <= right && c < metrics->columns; c++) {
            size_t bit = (size_t)row * metrics->columns + (size_t)c;
            metrics->squares[bit / 8] |= (uint8_t)(1u << bit % 8);
        }
    }
}

static double side_of(cw_vec3 a, cw_vec3 b, cw_vec3 p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/// How a step crosses a line: 1 to its left, -1 to its right, 0 not. Ends on the line count as
/// right.
static int crossing(const cw_vec3 line[2], cw_vec3 from, cw_vec3 to) {
    bool before = side_of(line[0], line[1], from) > 0, after = side_of(line[0], line[1], to) > 0;
    if (before == after || (side_of(from, to, line[0]) > 0) == (side_of(from, to, line[1]) > 0)) {
        return 0;
    }
    return after ? 1 : -1;
}

static cw_status gauge_line(cw_metrics *metrics, gauge *own, double time, cw_vec3 from,
                            cw_vec3 to) {
    int way = crossing(own->what.line, from, to);
    if (way == 0) {
        return CW_OK;
    }
    cw_measure_result *result = &own->result;
    result->first = result->forward + result->backward == 0 ? time : result->first;
    result->last = time;
    result->forward += way > 0 ? 1 : 0;
    result->backward += way < 0 ? 1 : 0;
    return count_in(metrics->context, &own->per_second, (uint32_t)time, 1);
}

static bool in_region(const cw_scenario *scenario, uint32_t index, cw_vec3 at) {
    const cw_scenario_region *region = &scenario->regions[index];
    const cw_vec3 *points = scenario->points + region->point_first;
    if (region->kind == CW_TARGET_POINT) {
        double dx = at.x - points[0].x, dy = at.y - points[0].y;
        return dx * dx + dy * dy <= region->radius * region->radius;
    }
    bool inside = false;
    for (uint32_t i = 0, k = region->point_count - 1; i < region->point_count; k = i++) {
        cw_vec3 a = points[i], b = points[k];
        if ((a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x) {
            inside = !inside;
        }
    }
    return inside;
}

static void gauge_region(cw_metrics *metrics, gauge *own, const cw_frame *frame) {
    uint32_t inside = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        const cw_track_point *point = &frame->points[i];
        if (in_region(metrics->scenario, own->what.region, point->position)) {
            inside++;
            own->speed +=
                sqrt(point->velocity.x * point->velocity.x + point->velocity.y * point->velocity.y);
        }
    }
    own->inside += inside;
    double density = own->result.area > 0 ? inside / own->result.area : 0;
    own->result.density_most = fmax(own->result.density_most, density);
}

/// What one agent does from the last frame to this one.
static cw_status follow(cw_metrics *metrics, const cw_frame *frame, const cw_track_point *point,
                        const cw_track_agent *agent) {
    uint32_t index = point->agent;
    cw_vec3 from = metrics->last[index], to = point->position;
    if (metrics->last_frame[index] != CW_NONE && metrics->last_frame[index] + 1 == frame->index) {
        double step = sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
        metrics->walked[index] += step;
        if (agent->max_speed > 0) {
            double excess = step * metrics->fps - agent->max_speed;
            metrics->sum.fastest_excess = fmax(metrics->sum.fastest_excess, excess);
        }
        for (uint32_t i = 0; i < metrics->gauge_count; i++) {
            if (metrics->gauges[i].what.is_line) {
                CW_TRY(gauge_line(metrics, &metrics->gauges[i], frame->time, from, to));
            }
        }
    }
    metrics->last[index] = to;
    metrics->last_frame[index] = frame->index;
    metrics->speeds +=
        sqrt(point->velocity.x * point->velocity.x + point->velocity.y * point->velocity.y);
    if (metrics->clearance != NULL) {
        touch_walls(metrics, point, agent->radius);
    }
    if (metrics->squares != NULL) {
        use_space(metrics, to);
    }
    return CW_OK;
}

cw_status cw_metrics_add(cw_metrics *metrics, const cw_frame *frame, const cw_track_agent *agents,
                         uint32_t agent_count) {
    CW_TRY(make_room(metrics, agent_count));
    metrics->sum.frames++;
    metrics->sum.duration = frame->time;
    metrics->sum.agent_seconds += frame->count / metrics->fps;
    for (uint32_t i = 0; i < frame->count; i++) {
        CW_TRY(follow(metrics, frame, &frame->points[i], &agents[frame->points[i].agent]));
    }
    for (uint32_t i = 0; i < metrics->gauge_count; i++) {
        if (!metrics->gauges[i].what.is_line) {
            gauge_region(metrics, &metrics->gauges[i], frame);
        }
    }
    uint32_t second = (uint32_t)frame->time;
    CW_TRY(count_in(metrics->context, &metrics->present, second, 0));
    metrics->present.items[second] = frame->count;
    return meet(metrics, frame, agents);
}

// --- what it came to -----------------------------------------------------------------------------

static int compare_numbers(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

/// Times and ways of those who arrived.
static cw_status sum_arrivals(cw_metrics *metrics, const cw_track_agent *agents, uint32_t count,
                              cw_metrics_summary *sum) {
    CW_TRY(CW_RESERVE(metrics->context, metrics->times, metrics->time_room, count));
    uint32_t arrived = 0, ways = 0;
    metrics->arrivals.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const cw_track_agent *agent = &agents[i];
        if (agent->outcome != CW_OUTCOME_ARRIVED || agent->end < agent->start) {
            continue;
        }
        double time = agent->end - agent->start;
        double walked = agent->walked > 0 ? agent->walked : metrics->walked[i];
        metrics->times[arrived++] = time;
        sum->time_mean += time;
        sum->time_last = fmax(sum->time_last, agent->end);
        sum->walked_mean += walked;
        if (agent->shortest > 0 && agent->speed > 0) {
            ways++;
            sum->path_ratio += walked / agent->shortest;
            sum->delay_mean += time - agent->shortest / agent->speed;
        }
        CW_TRY(count_in(metrics->context, &metrics->arrivals, (uint32_t)agent->end, 1));
    }
    if (arrived > 0) {
        qsort(metrics->times, arrived, sizeof *metrics->times, compare_numbers);
        sum->time_median = (metrics->times[(arrived - 1) / 2] + metrics->times[arrived / 2]) / 2;
        sum->time_mean /= arrived;
        sum->walked_mean /= arrived;
    }
    if (ways > 0) {
        sum->path_ratio /= ways;
        sum->delay_mean /= ways;
    }
    return CW_OK;
}

static void sum_measures(cw_metrics *metrics) {
    for (uint32_t i = 0; i < metrics->gauge_count; i++) {
        const gauge *own = &metrics->gauges[i];
        cw_measure_result *result = &metrics->results[i];
        *result = own->result;
        double seconds = result->last - result->first;
        double net = (double)result->forward - (double)result->backward;
        // The first crossing starts the clock, so it is not counted in the rate.
        net -= net > 0 ? 1 : net < 0 ? -1 : 0;
        result->flow = seconds > 0 ? net / seconds : 0;
        result->specific_flow = result->width > 0 ? result->flow / result->width : 0;
        double frames = metrics->sum.frames;
        result->density =
            result->area > 0 && frames > 0 ? own->inside / (frames * result->area) : 0;
        result->speed = own->inside > 0 ? own->speed / own->inside : 0;
        result->per_second = own->per_second.items;
        result->second_count = own->per_second.count;
    }
}

static void sum_space(const cw_metrics *metrics, cw_metrics_summary *sum) {
    if (metrics->squares == NULL) {
        return;
    }
    size_t used = 0, bytes = ((size_t)metrics->columns * metrics->rows + 7) / 8;
    for (size_t i = 0; i < bytes; i++) {
        for (uint8_t bits = metrics->squares[i]; bits != 0; bits &= (uint8_t)(bits - 1)) {
            used++;
        }
    }
    sum->space = (double)used * CW_SPACE_SQUARE * CW_SPACE_SQUARE;
    double area = metrics->clearance->mesh->stats.area;
    sum->space_share = area > 0 ? fmin(1, sum->space / area) : 0;
}

cw_status cw_metrics_result(cw_metrics *metrics, const cw_track_agent *agents, uint32_t agent_count,
                            cw_metrics_summary *summary) {
    *summary = (cw_metrics_summary){0};
    CW_TRY(make_room(metrics, agent_count));
    cw_metrics_summary sum = metrics->sum;
    sum.agents = agent_count;
    for (uint32_t i = 0; i < agent_count; i++) {
        bool started = metrics->last_frame[i] != CW_NONE;
        sum.started += started ? 1 : 0;
        sum.arrived += agents[i].outcome == CW_OUTCOME_ARRIVED ? 1 : 0;
        sum.removed += agents[i].outcome == CW_OUTCOME_REMOVED ? 1 : 0;
        sum.stuck += agents[i].outcome == CW_OUTCOME_STUCK ? 1 : 0;
        sum.present += started && agents[i].outcome == CW_OUTCOME_PRESENT ? 1 : 0;
    }
    CW_TRY(sum_arrivals(metrics, agents, agent_count, &sum));
    sum_measures(metrics);
    sum_space(metrics, &sum);
    if (sum.agent_seconds > 0) {
        double frames = sum.agent_seconds * metrics->fps;
        sum.collision_rate = (double)sum.collisions / sum.agent_seconds;
        sum.contact_rate = (double)sum.contacts / sum.agent_seconds;
        sum.speed_mean = metrics->speeds / frames;
    }
    sum.measures = metrics->results;
    sum.measure_count = metrics->gauge_count;
    sum.second_count = metrics->present.count;
    CW_TRY(count_in(metrics->context, &metrics->arrivals, sum.second_count, 0));
    sum.arrivals_per_second = metrics->arrivals.items;
    sum.collisions_per_second = metrics->collisions.items;
    sum.present_per_second = metrics->present.items;
    *summary = sum;
    return CW_OK;
}
