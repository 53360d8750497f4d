/// The table of benchmarks.
#include "bench.h"

const cw_bench cw_benches[] = {
    {"build", "plan to mesh: time and memory, files aside, one worker", cw_bench_build, false},
    {"cells", "how few cells, at each effort", cw_bench_cells, false},
    {"locate", "which cell a point is in", cw_bench_locate, false},
    {"clearance", "the clearance tables: time, memory, portals", cw_bench_clearance, false},
    {"shrink", "exact against simple shrinking of portals", cw_bench_shrink, true},
    {"reach", "how much of a scene each radius can reach", cw_bench_reach, true},
    {"path", "paths: mean, median and slowest hundredth", cw_bench_path, false},
    {"detour", "paths beside Detour of librecast, as ratios", cw_bench_detour, false},
    {"query", "rays, nearest points and other questions", cw_bench_query, false},
    {"scene", "3D scenes: extraction and cells, beside Recast", cw_bench_extraction, false},
    {"roadmap", "skeletons, roadmaps and routes over lanes", cw_bench_roadmap, false},
    {"crowd", "crowds: time, memory, the experiments of papers", cw_bench_crowd, false},
    {"donut", "collisions and flow in a ring of people", cw_bench_donut, true},
    {"density", "how fast people walk in density", cw_bench_density, true},
    {NULL, NULL, NULL, false},
};
