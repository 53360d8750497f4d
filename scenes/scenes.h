/// \file scenes.h
/// Plans and surfaces made in code, shared by tests, fuzzers, benchmarks and examples. Same seed,
/// same scene, on every machine.
#ifndef CLEARWAY_SCENES_H
#define CLEARWAY_SCENES_H

#include "clearway/clearway.h"

/// A small deterministic generator (splitmix64).
typedef struct cw_random {
    uint64_t state;
} cw_random;

uint64_t cw_random_next(cw_random *random);
/// Uniform in [0, 1), a multiple of 2^-53.
double cw_random_unit(cw_random *random);
/// Uniform in [low, high).
double cw_random_range(cw_random *random, double low, double high);
/// Uniform in 0 .. count - 1; count > 0.
uint32_t cw_random_below(cw_random *random, uint32_t count);

typedef enum cw_scene_family {
    CW_SCENE_RECT = 0,   ///< a square floor with rotated rectangles as obstacles
    CW_SCENE_MIX,        ///< convex obstacles of 3 to 9 corners
    CW_SCENE_STAR,       ///< star-shaped obstacles
    CW_SCENE_CIRCLE,     ///< round pillars of about 24 sides
    CW_SCENE_MAZE,       ///< square blocks on a grid with some joined: corridors
    CW_SCENE_ROOMS,      ///< rooms with doors
    CW_SCENE_COMB,       ///< a comb with many teeth
    CW_SCENE_SPIRAL,     ///< a rectangular spiral corridor
    CW_SCENE_SIMPLE,     ///< one random simple polygon without holes
    CW_SCENE_TANGLE,     ///< random rings that cross, overlap, touch and repeat, in any orientation
    CW_SCENE_DEGENERATE, ///< nearly collinear chains, needles, touching holes, zero-width walls,
                         ///< duplicates
    CW_SCENE_FAMILY_COUNT
} cw_scene_family;

/// The short name of a family ("rect", …), as in the benchmarks.
const char *cw_scene_family_name(cw_scene_family family);

typedef struct cw_scene_config {
    cw_scene_family family;
    uint32_t vertices; ///< about how many, 8 to 4,000,000
    uint64_t seed;
    double rotation; ///< radians, -1e6 to 1e6; the whole plan is turned about the origin
    double scale;    ///< above 0, 1 for the usual size in metres (a vertex per few square metres)
} cw_scene_config;

/// About 1,000 vertices of CW_SCENE_RECT, seed 1, not rotated, scale 1.
cw_scene_config cw_scene_config_default(void);

/// Makes the plan of a scene.
cw_status cw_scene_make(cw_context *context, const cw_scene_config *config, cw_plan *plan);

/// The example plan: an office floor with rooms, corridors, round pillars and a slanted wing.
cw_status cw_scene_office(cw_context *context, cw_plan *plan);

/// A town of 500 x 500 m: streets between blocks of houses, lanes between houses, squares.
cw_status cw_scene_town(cw_context *context, uint64_t seed, cw_plan *plan);

/// Most square rooms along a side.
#define CW_SQUARE_ROOMS_MAX 500

/// `side` x `side` square rooms of 16 m, 1 to CW_SQUARE_ROOMS_MAX, with walls of 1 m and, in every
/// wall between two of them, a door of 1 m at a random metre. 30 are like the map 16room_000 of the
/// MovingAI benchmarks (512 x 512).
cw_status cw_scene_square_rooms(cw_context *context, uint32_t side, uint64_t seed, cw_plan *plan);

/// Most cells of a cave along a side.
#define CW_CAVES_MAX 4000

/// Caves of `columns` x `rows` cells of a metre, 1 to CW_CAVES_MAX each: many floors, nearly all of
/// the place in one, with walls along the cells, as on the maps of games in the MovingAI
/// benchmarks.
cw_status cw_scene_caves(cw_context *context, uint32_t columns, uint32_t rows, uint64_t seed,
                         cw_plan *plan);

/// Triangles with heights, owned by the scene.
typedef struct cw_scene_triangles {
    cw_vec3 *positions;
    uint32_t position_count;
    uint32_t *corners;
    uint32_t triangle_count;
} cw_scene_triangles;

/// A spiral ramp of `turns` full turns around a round pillar, `segments` quads per turn.
cw_status cw_scene_ramp(cw_context *context, uint32_t turns, uint32_t segments,
                        cw_scene_triangles *scene);
/// A floor with a bridge that rises from it, crosses over it and comes down again.
cw_status cw_scene_bridge(cw_context *context, cw_scene_triangles *scene);
/// A hilly square of `side` x `side` quads with seeded heights and holes.
cw_status cw_scene_hills(cw_context *context, uint32_t side, uint64_t seed,
                         cw_scene_triangles *scene);
void cw_scene_triangles_free(cw_context *context, cw_scene_triangles *scene);

/// Ways to build a stair.
typedef enum cw_stair_kind {
    CW_STAIR_PLAIN = 0, ///< treads and upright risers
    CW_STAIR_NOSING,    ///< treads stand 3 cm over the one below
    CW_STAIR_OPEN,      ///< treads without risers
    CW_STAIR_TILTED,    ///< risers lean by 2 cm, so that they have area in plan
    CW_STAIR_CRACKED,   ///< 1 mm between the parts
    CW_STAIR_SOLID,     ///< a closed block per step
    CW_STAIR_UNDERCUT,  ///< risers lean under the tread above
    CW_STAIR_LONG,      ///< treads run on below the next one
    CW_STAIR_DOUBLED,   ///< all faces twice, the second time turned around
    CW_STAIR_KIND_COUNT
} cw_stair_kind;

/// Height of a riser, depth of a tread, width of the stair and depth of its landings, metres, and
/// how many treads there are between the landings.
#define CW_STAIR_RISE 0.17
#define CW_STAIR_TREAD 0.28
#define CW_STAIR_WIDTH 2.0
#define CW_STAIR_LANDING 3.0
#define CW_STAIR_TREADS 15

/// A stair along x from one landing to another, turned about the origin by `angle` radians.
cw_status cw_scene_stair(cw_context *context, cw_stair_kind kind, double angle, cw_scene *scene);
/// `count` square tiles of 2 m in one plane, at random places and angles within 8 m; `tilt` is the
/// rise per metre along x.
cw_status cw_scene_tiles(cw_context *context, uint32_t count, double tilt, uint64_t seed,
                         cw_scene *scene);
/// A ramp that comes up through a floor of 12 m x 12 m, under a slab at exactly 2 m, one at 1.99 m
/// and beside a table: all without thickness.
cw_status cw_scene_ramp_through(cw_context *context, cw_scene *scene);
/// A floor of 20 m x 20 m with 12 upright walls without thickness: of 0.3 m, of 1 m and hanging
/// from 2.5 m down to 1.5 m, in turns.
cw_status cw_scene_thin_walls(cw_context *context, cw_scene *scene);
/// A square floor of `side` metres with closed boxes of 0.5 to 3 m, turned at random, pushed
/// through it.
cw_status cw_scene_boxes(cw_context *context, uint32_t count, double side, uint64_t seed,
                         cw_scene *scene);
/// `count` storeys of 10 m x 10 m, 3 m apart, each with 20 boxes of its own, and no stairs.
cw_status cw_scene_storeys(cw_context *context, uint32_t count, uint64_t seed, cw_scene *scene);
/// A cave as a scanner sees it: `side` x `side` quads of floor and as many of roof, `spacing`
/// metres wide, so low in places that nobody can stand there.
cw_status cw_scene_cave(cw_context *context, uint32_t side, double spacing, double phase,
                        cw_scene *scene);
/// `count` triangles with whole corners in 0 .. extent, heights in 0 .. height: all that can go
/// wrong at once.
cw_status cw_scene_soup(cw_context *context, uint32_t count, uint32_t extent, uint32_t height,
                        uint64_t seed, cw_scene *scene);

#endif
