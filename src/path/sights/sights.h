/// Sights inside the library: see clearway/sights.h.
///
/// A bend is a circle around a corner with the side on which it is passed: number 2 * corner, and 1
/// more when the circle is right of the path. A path that turns around a bend comes to it at one
/// place and leaves it further round, so places on it are told by their turn: the angle, in
/// radians, from the first direction in which a path can come to it, which is along the wall.
#ifndef CW_PATH_SIGHTS_SIGHTS_H
#define CW_PATH_SIGHTS_SIGHTS_H

#include "clearway/sights.h"
#include "path/disc/nodes.h"
#include "path/ready/angle.h"

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

/// Marks the numbers of sights that the search makes for one query: from the start, and from closed
/// bends.
#define CW_OWN_SIGHT 0x80000000u

/// Cells of sights that are not known to be free are CW_NONE, until they are looked along; those of
/// sights that are free, or not, without having been looked along to their end:
#define CW_SOMEWHERE (CW_NONE - 1)
#define CW_NOWHERE (CW_NONE - 2)

/// What there is to know of a bend before its sights are looked at. A bend is open when its sights
/// are known. Closed are bends of corners whose walls are too short to tell a direction, or between
/// which there is more than a full turn of floor, and those that see too much.
typedef struct cw_outlook {
    cw_vec2 first; ///< direction at turn 0
    double whole;  ///< the turn where the other wall begins
    /// Turns by which a path may come to it before the first, and leave it behind the last: the
    /// ends of its walls then reach across by CW_GRAZE.
    double first_slack, last_slack;
    double reach; ///< the radius up to which it is open
    uint32_t sight_first, sight_count;
    uint32_t late_count; ///< of the vistas behind those
    uint32_t cell_first, cell_count;
    bool open;
} cw_outlook;

/// A straight way from one bend to another for a range of radii. Up to `sure` nothing is in its
/// way; from there to `most`, that is looked at when it is needed. Turns are those of a point: a
/// disc that passes from one hand to the other leaves further round, by the angle whose sine is
/// twice its radius over the distance, and arrives less far round. Late vistas are for discs only,
/// from `least` on.
typedef struct cw_vista {
    cw_vec2 along;   ///< unit, from corner to corner
    double distance; ///< between the corners
    double leaves, arrives;
    float least, sure, most; ///< radii
    uint32_t bend;           ///< the next
} cw_vista;

/// Where a corner is and how paths come to it, for a first look at many of them.
typedef struct cw_face {
    cw_vec2 position;
    cw_vec2 left, right; ///< the directions at turn 0 of its two bends; zero where they have none
} cw_face;

/// A bend that a path from a cell can come to first.
typedef struct cw_opener {
    uint32_t bend;
    uint32_t door; ///< the edge of the cell through which its corner is seen, or CW_NONE
} cw_opener;

struct cw_sights {
    cw_context *context;
    const cw_clearance *clearance;
    cw_outlook *outlooks; ///< per bend
    /// Of each bend, the widest first, and then the late ones, the least radius first.
    CW_ARRAY(cw_vista) vistas;
    cw_cells cells; ///< that each bend sees some of, by number
    /// The bends that a path which starts in cell c can come to first:
    /// openers[opener_first[c]] .. [opener_first[c + 1] - 1], door by door; one of the two bends of
    /// each corner stands for both. Of murky sights there may be others.
    uint32_t *opener_first;
    cw_opener *openers;
    uint32_t opener_count;
    bool murky;
    /// The cells to which corner i matters are near_cells[near_first[i]] ..
    /// [near_first[i + 1] - 1], and near_items are where it is in their lists.
    uint32_t *near_first, *near_cells, *near_items;
    cw_face *faces; ///< per corner
};

/// Metres: sights are for radii from here on; below, corners in line are hardly told apart.
#define CW_LEAST_ANY 1e-3

static inline uint32_t cw_bend_of(uint32_t corner, double hand) {
    return 2 * corner + (hand < 0);
}

/// Without a branch, which could not be foreseen.
static inline double cw_bend_hand(uint32_t bend) {
    return 1 - 2 * (double)(bend % 2);
}

/// The turn at which a path in a direction comes to a bend or leaves it; less than 0 for directions
/// that lie before the first by up to an angle.
static inline double cw_bend_turn_from(const cw_outlook *outlook, uint32_t bend, cw_vec2 along,
                                       double before) {
    double angle = cw_angle(cw_vec2_dot(outlook->first, along),
                            cw_bend_hand(bend) * cw_vec2_cross(outlook->first, along));
    return angle > -before ? angle : angle + 2 * CW_PI;
}
static inline double cw_bend_turn(const cw_outlook *outlook, uint32_t bend, cw_vec2 along) {
    return cw_bend_turn_from(outlook, bend, along, CW_NO_TURN);
}

/// The bend of paths that go the other way round the same corner.
static inline uint32_t cw_bend_back(uint32_t bend) {
    return bend ^ 1;
}

/// Whether the sights of a bend are known for the radius of a search.
static inline bool cw_bend_is_open(const cw_path_search *search, const cw_outlook *outlook) {
    return outlook->open && search->radius <= outlook->reach;
}

/// The turn at which a path comes to the free part of a bend; negative where it does not.
static inline double cw_part_arrival(const cw_path_search *search, const cw_outlook *outlook,
                                     double low, double high, double turn) {
    double slack = search->disc.turn_slack;
    // At the end of a part that something cuts off, what comes from behind it comes there too.
    bool cut_low = low > slack, cut_high = high < outlook->whole - slack;
    low += cut_low ? slack : -cw_most(slack, outlook->first_slack);
    high += cut_high ? -slack : cw_most(slack, outlook->last_slack);
    return turn >= low && turn <= high ? cw_most(turn, 0) : -1;
}

/// The last turn at which a path leaves the free part of a bend that ends at `high`.
static inline double cw_part_last(const cw_path_search *search, const cw_outlook *outlook,
                                  double high) {
    double slack = search->disc.turn_slack;
    bool cut = high < outlook->whole - slack;
    return high + (cut ? slack : cw_most(slack, outlook->last_slack));
}

/// The turn at which a path in a direction comes to a bend; negative where the bend is not open.
static inline double cw_bend_arrival(const cw_path_search *search, const cw_sights *sights,
                                     uint32_t bend, cw_vec2 along) {
    const cw_outlook *outlook = &sights->outlooks[bend];
    if (!cw_bend_is_open(search, outlook)) {
        return -1;
    }
    double turn = cw_bend_turn(outlook, bend, along);
    return cw_part_arrival(search, outlook, 0, outlook->whole, turn);
}

/// The cell around a corner in which a place on its circle lies, or
/// CW_NONE (build.c).
uint32_t cw_bend_cell(const cw_path_search *search, const cw_sights *sights, uint32_t corner,
                      cw_vec2 place);

/// Adds the way from the start over a sight whose cell and arrival are not known, if it is free
/// (search.c).
cw_status cw_bends_look_at(cw_path_search *search, struct cw_sight *sight);
/// Whether a search can begin with the openers of its start; then it does (start.c).
cw_status cw_bends_begin(cw_path_search *search, bool *begun);
/// Looks whether the start sees a goal; false when that cannot be told (search.c).
cw_status cw_bends_look_at_goal(cw_path_search *search, uint32_t index, bool *told);
/// Goes on from a node, of an opener of the start or of a bend. It is never over: goals are nodes
/// of the search with rays (start.c).
cw_status cw_bends_step(cw_path_search *search, uint32_t index);
/// Goes on from a bend to the goals and bends that it sees (search.c).
cw_status cw_bends_expand(cw_path_search *search, uint32_t index);

/// Takes a turn that a ray comes to as a way to a bend, where the bend is open: a cw_turn_taker
/// (search.c).
cw_status cw_bends_take_turn(const cw_fan *fan, const cw_tangent *ray, double length,
                             uint32_t corner, double hand, bool *taken);
#endif
