/// What is true about paths along a surface that may lie above itself in plan: triangles cut from
/// the cells, straight walks over them, and brute force over every pair of corners. Slower than
/// path_oracle.h, and the same on a floor that does not overlap.
#ifndef CW_TESTS_PATH_SHEET_H
#define CW_TESTS_PATH_SHEET_H

#include "path_oracle.h"

/// Half-edge 3t + k runs from corner k of triangle t to corner k + 1.
typedef struct sheet {
    cw_vec2 *points; ///< per vertex
    uint32_t vertex_count;
    bool *on_wall;     ///< per vertex: a wall starts or ends there
    bool stacked;      ///< it may lie above itself
    double *around;    ///< per vertex: the angle of the floor around it
    uint32_t *corners; ///< 3 vertices per triangle, counter-clockwise
    uint32_t *twins;   ///< per half-edge; CW_NONE for walls
    uint32_t *cells;   ///< per triangle: the cell it was cut from
    uint32_t triangle_count;
    uint32_t *stamps; ///< per triangle, of the last flood that came there
    uint32_t stamp;
} sheet;

void sheet_make(const cw_navmesh *mesh, sheet *made);
void sheet_free(sheet *made);

/// A triangle of a cell that contains a place, or CW_NONE.
uint32_t sheet_locate(const sheet *floor, uint32_t cell, cw_vec2 place);

/// Distance from a place of a triangle to the nearest wall along the surface.
double sheet_wall_distance(const sheet *floor, uint32_t triangle, cw_vec2 place);

/// Goes along a segment or arc of less than half a turn from a place of `*triangle`, and moves
/// `*triangle` to where it ends. Returns the distance of the piece from the walls along the
/// surface, or `enough` when it is at least that; negative when it runs into a wall.
double sheet_follow(sheet *floor, uint32_t *triangle, const plane_piece *piece, double enough);

/// Shortest path of a disc (radius 0: of a point) along the surface; infinite when there is none.
/// With `tangents` all tangents between corners are made once; the graph belongs to the caller.
typedef struct sheet_tangents {
    sheet *floor;
    tangent_graph graph;
    uint32_t *fans;  ///< per circle: the wall half-edge that leaves the corner
    double *spreads; ///< per circle: the angle of the floor around the corner
} sheet_tangents;

void sheet_tangents_make(sheet *floor, double radius, sheet_tangents *tangents);
void sheet_tangents_free(sheet_tangents *tangents);
double sheet_tangents_shortest(sheet_tangents *tangents, uint32_t start_triangle, cw_vec2 start,
                               uint32_t goal_triangle, cw_vec2 goal);

#endif
