/// Shared by the sources of path_sheet.h.
#ifndef CW_TESTS_PATH_SHEET_PARTS_H
#define CW_TESTS_PATH_SHEET_PARTS_H

#include "path_sheet.h"

/// Where a half-edge starts.
cw_vec2 sheet_from(const sheet *floor, uint32_t h);
uint32_t sheet_next(uint32_t h);
uint32_t sheet_previous(uint32_t h);
/// How far a place lies left of a half-edge, in metres.
double sheet_side(const sheet *floor, uint32_t h, cw_vec2 x);

typedef struct sheet_trail {
    uint32_t *triangles;
    uint32_t count, capacity;
} sheet_trail;

/// NULL takes nothing.
void sheet_trail_add(sheet_trail *trail, uint32_t triangle);

/// Walks straight from a place of `*triangle` and notes the triangles; false when a wall is met.
bool sheet_walk(const sheet *floor, uint32_t *triangle, cw_vec2 from, cw_vec2 to,
                sheet_trail *trail);

/// Distance from the walls of a piece that lies in the triangles of a trail, up to `enough`: floods
/// from the trail over what is nearer than that. A wall that the flood finds round a corner is
/// found only when that corner is nearer still, so the least is right.
double sheet_clearance(sheet *floor, const sheet_trail *trail, const plane_piece *piece,
                       double enough);

/// Looks out from a place, along straight lines over the surface. Each callback may be NULL.
typedef struct sheet_eye {
    cw_vec2 position;
    double range; ///< nothing that is further away is looked at
    void *user;
    /// The part of a wall that is seen.
    void (*wall)(void *user, cw_vec2 from, cw_vec2 to);
    /// A half-edge whose start is seen.
    void (*vertex)(void *user, uint32_t h);
    /// A triangle that is entered through half-edge `entry` of its own, between two directions.
    void (*triangle)(void *user, uint32_t entry, cw_vec2 right, cw_vec2 left);
} sheet_eye;

/// Looks through half-edge h of a triangle that has the eye on its border or inside.
void sheet_look(const sheet *floor, const sheet_eye *eye, uint32_t h);

#endif
