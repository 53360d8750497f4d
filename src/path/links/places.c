/// Where a disc crosses a link.
///
/// The part of an edge that a disc can use begins and ends a radius from the ends of the edge; of
/// both edges the shares are taken that both can use. On that part lie the places, the ends first
/// of all, then evenly. At each the disc stands where it has room and touches the edge: the point
/// with room that is nearest in plan has to be within the radius of the place, and the straight way
/// between both has to be free. An edge that is a single point can be used by every radius with
/// room there.
#include "path/links/linked.h"

/// Metres by which floors may lie above or below the ends of a link, which people give by hand.
static const double HEIGHT_ERROR = 0.5;
/// How steep floors may be, as a share of the radius: how much farther than in plan the nearest
/// point with room lies in space.
static const double STEEPEST = 2;
/// Metres by which a place of a link may lie beside the floor: links are straight, and the borders
/// that they were found along may be less so.
static const double BESIDE = 0.01;
/// How often the nearest point is asked for on slanted floor, and what counts as level, metres.
enum { MOST_TRIES = 12 };
static const double LEVEL = 1e-7;
/// Most walks between places that are kept: 8 MB.
static const size_t MOST_KNOWN = 1u << 20;

static cw_vec3 between(const cw_vec3 edge[2], double share) {
    return (cw_vec3){edge[0].x + share * (edge[1].x - edge[0].x),
                     edge[0].y + share * (edge[1].y - edge[0].y),
                     edge[0].z + share * (edge[1].z - edge[0].z)};
}

static double distance(cw_vec3 a, cw_vec3 b) {
    double plan = cw_linked_distance(a, b);
    return sqrt(plan * plan + (a.z - b.z) * (a.z - b.z));
}

/// The share of an edge that a disc keeps from its ends; more than a half where it does not fit.
static double kept_share(const cw_vec3 edge[2], double radius, double least) {
    double width = cw_linked_distance(edge[0], edge[1]);
    if (!(width > 0)) {
        return 0;
    }
    return width >= 2 * radius ? radius / width : width >= 2 * least ? 0.5 : 1;
}

/// The point with room that is nearest in plan. A query tells the nearest in space, which on
/// slanted floor is another one; but it is the same for a place at the height of the answer.
static cw_status nearest_in_plan(cw_linked *linked, cw_vec3 at, double room, double reach,
                                 cw_nearest *nearest) {
    for (int i = 0; i < MOST_TRIES; i++) {
        CW_TRY(cw_query_nearest(linked->inner, at, room, reach, nearest));
        if (nearest->place.cell == CW_NONE || fabs(nearest->point.z - at.z) <= LEVEL) {
            break;
        }
        at.z = nearest->point.z;
    }
    return CW_OK;
}

/// The nearest place with room for a disc that touches a place of an edge; its cell is CW_NONE
/// where there is none. Where the disc fits exactly, somewhat less room will do.
static cw_status find_room(cw_linked *linked, cw_vec3 at, double radius, double least,
                           cw_nearest *nearest) {
    double reach = STEEPEST * radius + HEIGHT_ERROR;
    const double rooms[2] = {radius, (radius + least) / 2};
    for (int i = 0; i < 2; i++) {
        CW_TRY(nearest_in_plan(linked, at, rooms[i], reach, nearest));
        if (nearest->place.cell != CW_NONE &&
            cw_linked_distance(at, nearest->point) <= radius + BESIDE) {
            return CW_OK;
        }
    }
    nearest->place.cell = CW_NONE;
    return CW_OK;
}

/// Where a disc stands that touches a place of an edge; the cell is CW_NONE where it cannot.
static cw_status stand(cw_linked *linked, cw_vec3 at, double radius, double least, cw_vec3 *where,
                       uint32_t *cell) {
    cw_nearest nearest;
    double slack = cw_most(CW_EXACT_FIT, linked->inner->clearance->mesh->lattice.step);
    CW_TRY(find_room(linked, at, radius, least, &nearest));
    *where = nearest.point;
    *cell = nearest.place.cell;
    if (*cell == CW_NONE || cw_linked_distance(at, nearest.point) <= slack) {
        return CW_OK;
    }
    cw_ray ray;
    CW_TRY(cw_query_ray(linked->inner, nearest.point, (cw_vec2){at.x, at.y}, 0, &ray));
    double left = cw_linked_distance(ray.point, at), rise = ray.point.z - at.z;
    if (left > BESIDE || rise > HEIGHT_ERROR || -rise > HEIGHT_ERROR) {
        *cell = CW_NONE;
    }
    return CW_OK;
}

static cw_status add_place(cw_linked *linked, uint32_t index, bool backward, double share,
                           double radius, double least) {
    const cw_navmesh *mesh = linked->inner->clearance->mesh;
    const cw_link *link = &mesh->links[index];
    cw_vec3 ends[2] = {between(link->from_edge, share), between(link->to_edge, share)};
    cw_crossing_place place = {.link = index, .backward = backward};
    uint32_t cells[2];
    CW_TRY(stand(linked, ends[backward], radius, least, &place.off, &cells[0]));
    if (cells[0] == CW_NONE) {
        return CW_OK;
    }
    CW_TRY(stand(linked, ends[!backward], radius, least, &place.land, &cells[1]));
    if (cells[1] == CW_NONE) {
        return CW_OK;
    }
    place.off_island = mesh->cell_island[cells[0]];
    place.land_island = mesh->cell_island[cells[1]];
    place.land_cell = cells[1];
    place.cost = link->cost > 0 ? (double)link->cost : distance(place.off, place.land);
    double plan = cw_linked_distance(place.off, place.land);
    linked->scale = place.cost < linked->scale * plan ? place.cost / plan : linked->scale;
    return CW_ARRAY_PUSH(linked->inner->context, &linked->places, place);
}

static cw_status add_link(cw_linked *linked, uint32_t index, double radius) {
    const cw_navmesh *mesh = linked->inner->clearance->mesh;
    const cw_link *link = &mesh->links[index];
    double least = cw_fit_least(mesh, radius);
    double kept = cw_most(kept_share(link->from_edge, radius, least),
                          kept_share(link->to_edge, radius, least));
    if (kept > 0.5) {
        return CW_OK;
    }
    double width = cw_most(cw_linked_distance(link->from_edge[0], link->from_edge[1]),
                           cw_linked_distance(link->to_edge[0], link->to_edge[1]));
    double parts = cw_least(ceil((1 - 2 * kept) * width / CW_LINK_SPACING), CW_LINK_PLACES - 1);
    for (int back = 0; back <= (link->kind == CW_LINK_STEP); back++) {
        if (!(parts >= 1)) {
            CW_TRY(add_place(linked, index, back, 0.5, radius, least));
        }
        for (double i = 0; parts >= 1 && i <= parts; i++) {
            double share = kept + (1 - 2 * kept) * i / parts;
            CW_TRY(add_place(linked, index, back, share, radius, least));
        }
    }
    return CW_OK;
}

/// Makes room for the walks between all places, none of which is known.
static cw_status forget_walks(cw_linked *linked) {
    cw_context *context = linked->inner->context;
    uint32_t count = linked->places.count;
    CW_RELEASE(context, linked->known, (size_t)linked->extent * linked->extent);
    linked->extent = 0;
    if ((size_t)count * count > MOST_KNOWN) {
        return CW_OK;
    }
    CW_TRY(CW_ALLOCATE(context, linked->known, (size_t)count * count));
    linked->extent = count;
    for (size_t i = 0; i < (size_t)count * count; i++) {
        linked->known[i] = -1;
    }
    return CW_OK;
}

cw_status cw_linked_place(cw_linked *linked, double radius, uint32_t kinds) {
    const cw_navmesh *mesh = linked->inner->clearance->mesh;
    if (linked->kinds == kinds && linked->radius == radius) {
        return CW_OK;
    }
    linked->places.count = 0;
    linked->kinds = 0;
    linked->scale = 1;
    double standing = radius < CW_SMALLEST_RADIUS ? 0 : radius;
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        if ((kinds & CW_LINK_BIT(mesh->links[i].kind)) != 0) {
            CW_TRY(add_link(linked, i, standing));
        }
    }
    CW_TRY(forget_walks(linked));
    linked->kinds = kinds;
    linked->radius = radius;
    return CW_OK;
}
