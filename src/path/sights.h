/// Sights inside the library: see clearway/sights.h.
///
/// A bend is a circle around a corner with the side on which it is passed: number 2 * corner, and 1
/// more when the circle is right of the path. A path that turns around a bend comes to it at one
/// place and leaves it further round, so places on it are told by their turn: the angle, in
/// radians, from the first direction in which a path can come to it, which is along the wall.
#ifndef CW_PATH_SIGHTS_H
#define CW_PATH_SIGHTS_H

#include "clearway/sights.h"
#include "path/angle.h"
#include "path/shortest.h"

/// A straight way from one bend to the next: a line of memory.
typedef struct cw_sight {
    cw_vec2 along;  ///< unit
    cw_vec2 to;     ///< where it touches the next
    double length;  ///< between the two circles
    double leaves;  ///< the turn where it leaves its bend
    double arrives; ///< the turn where it comes to the next; negative where that is a closed one
    uint32_t bend;  ///< the next
    uint32_t cell;  ///< in which it comes there
} cw_sight;

/// Metres: a point that is closer to a corner comes to it in no direction that means anything.
#define CW_AT_CORNER 1e-6

/// Marks the numbers of first sights, which the search keeps: the rays to bends from closed bends,
/// and from the start. The cell of those from the start is CW_NONE until they are looked along.
#define CW_FIRST_SIGHT 0x80000000u

/// What there is to know of a bend before its sights are looked at. A bend is open when its sights
/// are known, from one part of it that a disc can walk along: all of it, or as far as other walls
/// let it. Closed are bends of corners whose walls are too short to tell a direction, or between
/// which there is more than a full turn of floor, and those that see too much.
typedef struct cw_outlook {
    cw_vec2 first;    ///< direction at turn 0
    double low, high; ///< the turns between which it is open
    double whole;     ///< the turn where the other wall begins
    uint32_t sight_first, sight_count;
    uint32_t cell_first, cell_count;
    bool open;
    bool split; ///< it may be free in other parts too
    bool dead;  ///< it is nowhere free
} cw_outlook;

struct cw_sights {
    cw_context *context;
    const cw_clearance *clearance;
    double radius;             ///< of the search, see cw_taut_radius_for()
    double turn_slack;         ///< turns this close are the same
    cw_outlook *outlooks;      ///< per bend
    CW_ARRAY(cw_sight) sights; ///< of each bend, the last to leave first
    cw_cells cells;            ///< that each bend sees some of, by number
    /// The bends that a path which starts in cell c can come to first:
    /// openers[opener_first[c]] .. [opener_first[c + 1] - 1]. Of murky cells there may be others.
    uint32_t *opener_first, *openers;
    uint32_t opener_count;
    uint8_t *murky; ///< per cell
};

static inline uint32_t cw_bend_of(uint32_t corner, double hand) {
    return 2 * corner + (hand < 0);
}

/// Without a branch, which could not be foreseen.
static inline double cw_bend_hand(uint32_t bend) {
    return 1 - 2 * (double)(bend % 2);
}

/// The turn at which a path in a direction comes to a bend or leaves it; a little less than 0 for
/// directions just before the first.
static inline double cw_bend_turn(const cw_outlook *outlook, uint32_t bend, cw_vec2 along) {
    double angle = cw_angle(cw_vec2_dot(outlook->first, along),
                            cw_bend_hand(bend) * cw_vec2_cross(outlook->first, along));
    return angle > -CW_NO_TURN ? angle : angle + 2 * CW_PI;
}

/// The bend of paths that go the other way round the same corner.
static inline uint32_t cw_bend_back(uint32_t bend) {
    return bend ^ 1;
}

/// The turn at which a path in a direction comes to a bend; negative where the bend is not open.
static inline double cw_bend_arrival(const cw_sights *sights, uint32_t bend, cw_vec2 along) {
    const cw_outlook *outlook = &sights->outlooks[bend];
    if (!outlook->open) {
        return -1;
    }
    double turn = cw_bend_turn(outlook, bend, along), slack = sights->turn_slack;
    // At the end of a part that something cuts off, what comes from behind it comes there too.
    bool cut_low = outlook->low > slack, cut_high = outlook->high < outlook->whole - slack;
    double low = outlook->low + (cut_low ? slack : -slack);
    double high = outlook->high + (cut_high ? -slack : slack);
    return turn >= low && turn <= high ? cw_most(turn, 0) : -1;
}

#endif
