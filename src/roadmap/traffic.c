/// People on lanes, and what they make of their length.
///
/// Counters are whole numbers, so the order of moves does not matter, and what a search sees does
/// not depend on who moved first in the same step: it sees what was published before.
#include "base/sets.h"
#include "roadmap/routing.h"

#include <math.h>
#include <string.h>

/// How much a lane full of people is longer than an empty one, by their direction: lanes of one
/// direction each are worth a detour.
static const double SAME_WAY = 1, AGAINST = 2;
/// People per square metre on a full lane.
static const double FULL = 1;

const char *cw_roadmap_weight_name(cw_roadmap_weight weight) {
    static const char *const names[] = {"density", "seed", "length"};
    return (unsigned)weight <= CW_ROADMAP_LENGTH ? names[weight] : NULL;
}

/// Whether an edge goes on as another at its end: cut by a level or a rung, and nothing else.
static bool goes_on(const cw_roadmap_edge *a, const cw_roadmap_edge *b) {
    return a->to == b->from && a->left == b->left && a->right == b->right && a->level == b->level &&
           ((a->flags | b->flags) & CW_ROADMAP_RUNG) == 0;
}

uint32_t cw_roadmap_number_streets(const cw_roadmap *roadmap, uint32_t *parents, uint32_t *street) {
    uint32_t count = 0;
    cw_sets_begin(parents, roadmap->edge_count);
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        uint32_t end = roadmap->edges[i].to;
        for (uint32_t k = roadmap->node_first[end]; k < roadmap->node_first[end + 1]; k++) {
            uint32_t other = roadmap->adjacent[k];
            if (goes_on(&roadmap->edges[i], &roadmap->edges[other])) {
                cw_sets_join(parents, i, other);
            }
        }
    }
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        uint32_t root = cw_find_root(parents, i);
        street[i] = root == i ? count++ : street[root];
    }
    return count;
}

/// How many people the streets have room for; all of them are empty.
static void measure_streets(const cw_roadmap *roadmap, cw_roadmap_traffic *traffic) {
    for (uint32_t i = 0; i < traffic->edge_count; i++) {
        traffic->room[traffic->street[i]] +=
            roadmap->edges[i].length * roadmap->edges[i].width * FULL;
    }
    for (uint32_t i = 0; i < traffic->street_count; i++) {
        traffic->room[i] = fmax(1, traffic->room[i]);
        traffic->crowded[2 * i] = traffic->crowded[2 * i + 1] = 1;
    }
}

static cw_status find_streets(cw_context *context, const cw_roadmap *roadmap,
                              cw_roadmap_traffic *traffic) {
    uint32_t *parents = NULL;
    CW_TRY(CW_ALLOCATE(context, traffic->street, traffic->edge_count));
    CW_TRY(CW_ALLOCATE(context, traffic->room, traffic->edge_count));
    CW_TRY(CW_ALLOCATE(context, traffic->street_seen, traffic->lane_count));
    CW_TRY(CW_ALLOCATE(context, traffic->crowded, traffic->lane_count));
    CW_TRY(CW_ALLOCATE(context, parents, traffic->edge_count));
    traffic->street_count = cw_roadmap_number_streets(roadmap, parents, traffic->street);
    measure_streets(roadmap, traffic);
    CW_RELEASE(context, parents, traffic->edge_count);
    return CW_OK;
}

static cw_status make_traffic(cw_context *context, const cw_roadmap *roadmap,
                              cw_roadmap_traffic *traffic) {
    CW_TRY(CW_ALLOCATE(context, traffic->now, traffic->lane_count));
    CW_TRY(CW_ALLOCATE(context, traffic->seen, traffic->lane_count));
    CW_TRY(CW_ALLOCATE(context, traffic->changed, traffic->lane_count));
    CW_TRY(CW_ALLOCATE(context, traffic->marked, traffic->lane_count));
    return find_streets(context, roadmap, traffic);
}

cw_status cw_roadmap_traffic_create(cw_context *context, const cw_roadmap *roadmap,
                                    cw_roadmap_traffic *traffic) {
    CW_ASSERT(context != NULL && roadmap != NULL && traffic != NULL);
    *traffic = (cw_roadmap_traffic){.lane_count = 2 * roadmap->edge_count,
                                    .edge_count = roadmap->edge_count};
    cw_status status = make_traffic(context, roadmap, traffic);
    if (status != CW_OK) {
        cw_roadmap_traffic_free(context, traffic);
    }
    return status;
}

void cw_roadmap_traffic_free(cw_context *context, cw_roadmap_traffic *traffic) {
    CW_RELEASE(context, traffic->now, traffic->lane_count);
    CW_RELEASE(context, traffic->seen, traffic->lane_count);
    CW_RELEASE(context, traffic->changed, traffic->lane_count);
    CW_RELEASE(context, traffic->marked, traffic->lane_count);
    CW_RELEASE(context, traffic->street, traffic->edge_count);
    CW_RELEASE(context, traffic->room, traffic->edge_count);
    CW_RELEASE(context, traffic->street_seen, traffic->lane_count);
    CW_RELEASE(context, traffic->crowded, traffic->lane_count);
    memset(traffic, 0, sizeof *traffic);
}

static void mark(cw_roadmap_traffic *traffic, uint32_t lane) {
    if (!traffic->marked[lane]) {
        traffic->marked[lane] = 1;
        traffic->changed[traffic->changed_count++] = lane;
    }
}

void cw_roadmap_move(cw_roadmap_traffic *traffic, uint32_t from_lane, uint32_t to_lane) {
    if (from_lane != CW_NONE) {
        CW_ASSERT(from_lane < traffic->lane_count && traffic->now[from_lane] > 0);
        traffic->now[from_lane]--;
        traffic->people--;
        mark(traffic, from_lane);
    }
    if (to_lane != CW_NONE) {
        CW_ASSERT(to_lane < traffic->lane_count);
        traffic->now[to_lane]++;
        traffic->people++;
        mark(traffic, to_lane);
    }
}

/// How many times as long as it is people make a street, in both directions.
static void weigh_street(cw_roadmap_traffic *traffic, uint32_t street) {
    double there = sqrt(traffic->street_seen[2 * street] / traffic->room[street]);
    double back = sqrt(traffic->street_seen[2 * street + 1] / traffic->room[street]);
    traffic->crowded[2 * street] = 1 + SAME_WAY * there + AGAINST * back;
    traffic->crowded[2 * street + 1] = 1 + SAME_WAY * back + AGAINST * there;
}

void cw_roadmap_publish(cw_roadmap_traffic *traffic) {
    for (uint32_t i = 0; i < traffic->changed_count; i++) {
        uint32_t lane = traffic->changed[i];
        uint32_t street = traffic->street[lane / 2];
        traffic->marked[lane] = 0;
        if (traffic->seen[lane] != traffic->now[lane]) {
            traffic->street_seen[2 * street + lane % 2] += traffic->now[lane] - traffic->seen[lane];
            traffic->seen[lane] = traffic->now[lane];
            weigh_street(traffic, street);
        }
    }
    traffic->changed_count = 0;
}

double cw_roadmap_crowded(const cw_roadmap_traffic *traffic, cw_roadmap_weight weight,
                          uint32_t lane) {
    if (weight == CW_ROADMAP_SEED) {
        return fmax(1, sqrt((double)traffic->seen[lane] + traffic->seen[lane ^ 1]));
    }
    return traffic->crowded[2 * traffic->street[lane / 2] + lane % 2];
}

double cw_roadmap_cost(const cw_roadmap *roadmap, const cw_roadmap_traffic *traffic,
                       cw_roadmap_weight weight, uint32_t lane) {
    CW_ASSERT(lane / 2 < roadmap->edge_count);
    double length = roadmap->edges[lane / 2].length;
    return traffic == NULL || weight == CW_ROADMAP_LENGTH
               ? length
               : length * cw_roadmap_crowded(traffic, weight, lane);
}
