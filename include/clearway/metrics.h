/// \file metrics.h
/// Numbers of a run: collisions, contacts, flow, density, speed, space used, times and ways. They
/// are taken from frames alone, so that a run and its file give the same.
#ifndef CLEARWAY_METRICS_H
#define CLEARWAY_METRICS_H

#include "clearway/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A pair of bodies collides where they overlap by more than this share of the smaller radius.
#define CW_COLLISION_SHARE 0.01
/// Bodies are in contact, and a body with a wall, within this many metres; a wall is entered where
/// a body is this much too close.
#define CW_CONTACT_GAP 0.001
/// Side of the squares by which used space is counted, and of the square around a center that uses
/// them, in metres.
#define CW_SPACE_SQUARE 0.1
#define CW_SPACE_REACH 0.3

/// Numbers being taken, frame by frame.
typedef struct cw_metrics cw_metrics;

/// What a line or region gave.
typedef struct cw_measure_result {
    bool is_line;
    uint32_t forward, backward;   ///< crossings from right to left of the line, and back
    double width;                 ///< of a line, metres
    double first, last;           ///< seconds of the first and last crossing
    double flow;                  ///< crossings per second between them, signed
    double specific_flow;         ///< per metre of width
    double area;                  ///< of a region, square metres
    double density, density_most; ///< agents per square metre, mean over frames and largest
    double speed;                 ///< mean of those inside, metres per second
    const uint32_t *per_second;   ///< crossings of a line in each second
    uint32_t second_count;
} cw_measure_result;

/// All numbers of a run; arrays belong to the metrics.
typedef struct cw_metrics_summary {
    uint32_t agents, started, arrived, present, removed, stuck;
    uint32_t frames;
    double duration; ///< seconds of the last frame
    double agent_seconds;
    uint64_t collisions, contacts;           ///< pair-frames
    double collision_rate, contact_rate;     ///< per agent and second
    double deepest_overlap;                  ///< metres
    uint64_t wall_contacts, wall_collisions; ///< agent-frames; 0 where walls are not known
    double deepest_wall;                     ///< metres by which a body was in a wall
    double fastest_excess;     ///< metres per second above a maximum speed, between frames
    double space, space_share; ///< square metres used, and of the floor
    double time_mean, time_median, time_last; ///< seconds from start to arrival; the last arrival
    double walked_mean;                       ///< metres
    double path_ratio; ///< walked over shortest, mean of those who arrived; 0 where not known
    double delay_mean; ///< seconds above shortest over speed
    double speed_mean; ///< metres per second of all who walk, over all frames
    const cw_measure_result *measures; ///< as the scenario has them
    uint32_t measure_count;
    const uint32_t *arrivals_per_second, *collisions_per_second;
    const uint32_t *present_per_second; ///< on the floor in the last frame of each second
    uint32_t second_count;
} cw_metrics_summary;

/// Starts taking numbers. `scenario` (may be NULL) says what to measure, `clearance` (may be
/// NULL) where walls are and how long the shortest ways are; both must outlive the metrics.
CW_API cw_status cw_metrics_create(cw_context *context, const cw_scenario *scenario,
                                   const cw_clearance *clearance, double fps, cw_metrics **metrics);
/// Takes the numbers of the next frame.
CW_API cw_status cw_metrics_add(cw_metrics *metrics, const cw_frame *frame,
                                const cw_track_agent *agents, uint32_t agent_count);
/// The figures of all frames so far.
CW_API cw_status cw_metrics_result(cw_metrics *metrics, const cw_track_agent *agents,
                                   uint32_t agent_count, cw_metrics_summary *summary);
/// Frees metrics; NULL is fine.
CW_API void cw_metrics_free(cw_metrics *metrics);

#ifdef __cplusplus
}
#endif

#endif
