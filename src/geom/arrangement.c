/// Snap rounding inside a constrained triangulation.
///
/// Segments are taken from a work list one by one and walked through the triangulation from end to
/// end.
///   - A vertex whose unit square (pixel) the segment meets becomes a node of it: the segment is
///   cut in two there.
///   - A labelled edge in the way: both are cut at the lattice point nearest to their crossing.
///   - Otherwise the segment becomes a labelled edge, or joins the one that is there.
/// A last pass looks for vertices that ended up in the pixel of an edge without being met by a
/// walk.
///
/// Planar by construction: an edge is labelled only when nothing is in its way. It ends: rounding
/// is monotone, so a cut point lies in the bounding box of the segment and differs from its ends,
/// and both parts have a smaller squared length, which is a whole number. Closed rings stay closed,
/// so winding numbers stay meaningful. Cost: a walk per segment, with no search for pairs of
/// segments beforehand.
#include "geom/arrangement.h"

void cw_arrangement_free(cw_context *context, cw_arrangement *arrangement) {
    cw_trimesh_free(context, &arrangement->mesh);
    CW_ARRAY_FREE(context, &arrangement->contributions);
    CW_ARRAY_FREE(context, &arrangement->edges);
    CW_ARRAY_FREE(context, &arrangement->work);
}

/// Adds a contribution, unless there are too many.
static cw_status contribute(cw_context *context, cw_arrangement *arrangement,
                            cw_contribution contribution) {
    if (arrangement->contributions.count == arrangement->piece_limit &&
        arrangement->piece_limit > 0) {
        arrangement->too_many = true;
        return cw_fail(context, CW_ERROR_LIMIT, "segments cross too often");
    }
    return CW_ARRAY_PUSH(context, &arrangement->contributions, contribution);
}

cw_status cw_arrangement_add(cw_context *context, cw_arrangement *arrangement, uint32_t from,
                             uint32_t to, uint32_t ring, uint32_t side) {
    uint32_t head = arrangement->contributions.count;
    CW_TRY(contribute(context, arrangement, (cw_contribution){ring, side, 1, CW_NONE}));
    return CW_ARRAY_PUSH(context, &arrangement->work, (cw_segment){from, to, head});
}

static cw_status copy_list(cw_context *context, cw_arrangement *arrangement, uint32_t head,
                           uint32_t *copy) {
    *copy = CW_NONE;
    for (; head != CW_NONE; head = arrangement->contributions.items[head].next) {
        cw_contribution item = arrangement->contributions.items[head];
        item.next = *copy;
        *copy = arrangement->contributions.count;
        CW_TRY(contribute(context, arrangement, item));
    }
    return CW_OK;
}

static void reverse_signs(cw_arrangement *arrangement, uint32_t head) {
    for (; head != CW_NONE; head = arrangement->contributions.items[head].next) {
        arrangement->contributions.items[head].sign = -arrangement->contributions.items[head].sign;
    }
}

/// Puts from-via and via-to with the contributions of a segment on the work list; the segment is
/// used up.
static cw_status push_cut(cw_context *context, cw_arrangement *arrangement, cw_segment segment,
                          uint32_t via) {
    uint32_t copy;
    CW_TRY(copy_list(context, arrangement, segment.contribution, &copy));
    CW_TRY(CW_ARRAY_PUSH(context, &arrangement->work, (cw_segment){via, segment.to, copy}));
    return CW_ARRAY_PUSH(context, &arrangement->work,
                         (cw_segment){segment.from, via, segment.contribution});
}

/// Takes the label off an edge and gives back the segment that ran along it.
static cw_segment unlabel(cw_arrangement *arrangement, uint32_t half_edge) {
    cw_trimesh *mesh = &arrangement->mesh;
    cw_segment segment = {cw_origin(mesh, half_edge), cw_target(mesh, half_edge),
                          arrangement->edges.items[mesh->edges[half_edge] - 1]};
    if (segment.from > segment.to) {
        reverse_signs(arrangement, segment.contribution);
    }
    cw_trimesh_label(mesh, half_edge, 0);
    return segment;
}

/// Lays a segment along an existing edge.
static cw_status join_edge(cw_context *context, cw_arrangement *arrangement, uint32_t half_edge,
                           cw_segment segment) {
    cw_trimesh *mesh = &arrangement->mesh;
    if (segment.from > segment.to) {
        reverse_signs(arrangement, segment.contribution);
    }
    if (mesh->edges[half_edge] == 0) {
        CW_TRY(CW_ARRAY_PUSH(context, &arrangement->edges, segment.contribution));
        cw_trimesh_label(mesh, half_edge, arrangement->edges.count);
        return CW_OK;
    }
    uint32_t last = segment.contribution;
    while (arrangement->contributions.items[last].next != CW_NONE) {
        last = arrangement->contributions.items[last].next;
    }
    uint32_t *head = &arrangement->edges.items[mesh->edges[half_edge] - 1];
    arrangement->contributions.items[last].next = *head;
    *head = segment.contribution;
    return CW_OK;
}

/// What stands at the start of a segment.
typedef struct departure {
    uint32_t half_edge; ///< from the start; the triangle to enter, or the edge to follow
    bool along;         ///< the target of half_edge is a node of the segment
} departure;

static departure depart(const cw_trimesh *mesh, uint32_t from, uint32_t to) {
    cw_point a = mesh->points[from], b = mesh->points[to];
    uint32_t first = mesh->vertex_edge[from], h = first;
    departure found = {CW_NONE, false};
    do {
        uint32_t right = cw_target(mesh, h);
        if (right == to || cw_pixel_meets(mesh->points[right], a, b)) {
            return (departure){h, true};
        }
        if (cw_orient(a, b, mesh->points[right]) < 0 &&
            cw_orient(a, b, mesh->points[cw_apex(mesh, h)]) > 0) {
            found.half_edge = h;
        }
        h = cw_rotate(mesh, h);
    } while (h != first);
    return found;
}

/// Cuts the edges around a new vertex that run through its pixel.
static cw_status cut_around(cw_context *context, cw_arrangement *arrangement, uint32_t vertex) {
    cw_trimesh *mesh = &arrangement->mesh;
    uint32_t first = mesh->vertex_edge[vertex], h = first;
    do {
        uint32_t opposite = cw_next(h);
        if (mesh->edges[opposite] != 0 &&
            cw_pixel_meets(mesh->points[vertex], mesh->points[cw_origin(mesh, opposite)],
                           mesh->points[cw_target(mesh, opposite)])) {
            CW_TRY(push_cut(context, arrangement, unlabel(arrangement, opposite), vertex));
        }
        h = cw_rotate(mesh, h);
    } while (h != first);
    return CW_OK;
}

/// The vertex at a lattice point near a half-edge; makes it when there is none.
static cw_status vertex_at(cw_context *context, cw_arrangement *arrangement, cw_point point,
                           uint32_t near, uint32_t *vertex) {
    cw_trimesh *mesh = &arrangement->mesh;
    cw_location found = cw_delaunay_locate(mesh, near, point);
    if (found.on_vertex) {
        *vertex = cw_origin(mesh, found.half_edge);
        return CW_OK;
    }
    CW_TRY(cw_trimesh_reserve(context, mesh, (size_t)mesh->vertex_count + 1, 0));
    *vertex = cw_trimesh_add_vertex(mesh, point);
    if (!found.on_edge) {
        CW_TRY(cw_trimesh_split_triangle(context, mesh, found.half_edge / 3, *vertex));
    } else {
        if (mesh->edges[found.half_edge] != 0) {
            CW_TRY(push_cut(context, arrangement, unlabel(arrangement, found.half_edge), *vertex));
        }
        CW_TRY(cw_trimesh_split_edge(context, mesh, found.half_edge, *vertex));
    }
    return cut_around(context, arrangement, *vertex);
}

/// A segment runs into a labelled edge: cut what has to be cut at the rounded crossing.
static cw_status cut_crossing(cw_context *context, cw_arrangement *arrangement, cw_segment segment,
                              uint32_t edge) {
    cw_trimesh *mesh = &arrangement->mesh;
    uint32_t c = cw_origin(mesh, edge), d = cw_target(mesh, edge);
    cw_point crossing = cw_round_crossing(mesh->points[segment.from], mesh->points[segment.to],
                                          mesh->points[c], mesh->points[d]);
    uint32_t via;
    if (cw_point_equal(crossing, mesh->points[c]) || cw_point_equal(crossing, mesh->points[d])) {
        via = cw_point_equal(crossing, mesh->points[c]) ? c : d;
        return push_cut(context, arrangement, segment, via);
    }
    cw_segment other = unlabel(arrangement, edge);
    CW_TRY(vertex_at(context, arrangement, crossing, edge, &via));
    CW_TRY(push_cut(context, arrangement, other, via));
    if (via == segment.from || via == segment.to) {
        return CW_ARRAY_PUSH(context, &arrangement->work, segment);
    }
    return push_cut(context, arrangement, segment, via);
}

static cw_status insert_segment(cw_context *context, cw_arrangement *arrangement,
                                cw_segment segment) {
    cw_trimesh *mesh = &arrangement->mesh;
    if (segment.from == segment.to) {
        return CW_OK;
    }
    departure start = depart(mesh, segment.from, segment.to);
    uint32_t node = cw_target(mesh, start.half_edge);
    if (start.along && node == segment.to) {
        return join_edge(context, arrangement, start.half_edge, segment);
    }
    if (start.along) {
        return push_cut(context, arrangement, segment, node);
    }
    cw_point a = mesh->points[segment.from], b = mesh->points[segment.to];
    mesh->crossed.count = 0;
    for (uint32_t edge = cw_next(start.half_edge);;) {
        if (mesh->edges[edge] != 0) {
            return cut_crossing(context, arrangement, segment, edge);
        }
        CW_TRY(CW_ARRAY_PUSH(context, &mesh->crossed, edge));
        uint32_t twin = mesh->twins[edge], apex = cw_apex(mesh, twin);
        if (apex == segment.to) {
            break;
        }
        if (cw_pixel_meets(mesh->points[apex], a, b)) {
            return push_cut(context, arrangement, segment, apex);
        }
        edge = cw_orient(a, b, mesh->points[apex]) > 0 ? cw_next(twin) : cw_previous(twin);
    }
    if (segment.from > segment.to) {
        reverse_signs(arrangement, segment.contribution);
    }
    CW_TRY(CW_ARRAY_PUSH(context, &arrangement->edges, segment.contribution));
    return cw_trimesh_insert(context, mesh, segment.from, segment.to, arrangement->edges.count);
}

/// A vertex in the pixel range of the edge of h, seen by turning around one of its ends; CW_NONE if
/// there is none.
static uint32_t close_vertex(const cw_trimesh *mesh, uint32_t h) {
    cw_point a = mesh->points[cw_origin(mesh, h)], b = mesh->points[cw_target(mesh, h)];
    cw_point along = cw_point_sub(b, a);
    for (uint32_t g = cw_rotate(mesh, h); g != h && g != CW_NONE; g = cw_rotate(mesh, g)) {
        uint32_t vertex = cw_target(mesh, g);
        if (cw_pixel_meets(mesh->points[vertex], a, b)) {
            return vertex;
        }
        if (mesh->edges[g] != 0 || cw_dot(along, cw_point_sub(mesh->points[vertex], a)) <= 0) {
            break;
        }
    }
    for (uint32_t g = h; mesh->twins[g] != CW_NONE;) {
        g = cw_next(mesh->twins[g]);
        uint32_t vertex = cw_target(mesh, g);
        if (cw_pixel_meets(mesh->points[vertex], a, b) && g != h) {
            return vertex;
        }
        if (g == h || mesh->edges[g] != 0 ||
            cw_dot(along, cw_point_sub(mesh->points[vertex], a)) <= 0) {
            break;
        }
    }
    return CW_NONE;
}

/// Cuts every labelled edge that has a vertex within its pixels; false in *again when there was
/// none.
static cw_status cut_close_edges(cw_context *context, cw_arrangement *arrangement, bool *again) {
    cw_trimesh *mesh = &arrangement->mesh;
    *again = false;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        uint32_t vertex = mesh->edges[h] != 0 ? close_vertex(mesh, h) : CW_NONE;
        if (vertex != CW_NONE) {
            CW_TRY(push_cut(context, arrangement, unlabel(arrangement, h), vertex));
            *again = true;
        }
    }
    return CW_OK;
}

cw_status cw_arrangement_settle(cw_context *context, cw_arrangement *arrangement) {
    bool again = true;
    while (again) {
        uint32_t done = 0;
        while (arrangement->work.count > 0) {
            cw_segment segment = arrangement->work.items[--arrangement->work.count];
            CW_TRY(insert_segment(context, arrangement, segment));
            if ((++done & 0xffff) == 0) {
                CW_TRY(cw_progress(context, "arranging walls",
                                   (double)done / ((double)done + arrangement->work.count)));
            }
        }
        CW_TRY(cut_close_edges(context, arrangement, &again));
    }
    return CW_OK;
}
