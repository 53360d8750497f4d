/// Checks a crowd by brute force. Nothing of the step is used: neither grid, nor lists of walls
/// near a cell, nor the tables of clearance; all pairs of agents, and every wall of the mesh that
/// can be walked to within the radius.
#include "crowd/crowd.h"

/// Metres that a disc may enter a wall or another disc, or a center leave its cell.
static const double MOST_ENTERED = 1e-6;
/// Share by which a speed may be above the maximum: rounding.
static const double SPEED_ROUNDING = 1 + 1e-9;

static cw_status check_pairs(cw_context *context, const cw_crowd *crowd) {
    const cw_crowd_columns *agents = &crowd->agents;
    for (uint32_t i = 0; i < agents->count; i++) {
        for (uint32_t j = i + 1; j < agents->count; j++) {
            double dx = agents->x[i] - agents->x[j], dy = agents->y[i] - agents->y[j];
            double least = agents->radius[i] + agents->radius[j] - MOST_ENTERED;
            if (agents->state[i] != CW_AGENT_OUTSIDE && agents->state[j] != CW_AGENT_OUTSIDE &&
                dx * dx + dy * dy < least * least &&
                fabs(agents->z[i] - agents->z[j]) < crowd->config.body_height) {
                return cw_fail(context, CW_ERROR_INVALID, "agents %llu and %llu overlap by %g m",
                               (unsigned long long)agents->serial[i],
                               (unsigned long long)agents->serial[j],
                               least + MOST_ENTERED - sqrt(dx * dx + dy * dy));
            }
        }
    }
    return CW_OK;
}

static double distance_to(cw_vec2 p, cw_vec2 a, cw_vec2 b) {
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double t = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

/// Cells that have been looked at.
typedef struct flood {
    uint32_t *cells;
    bool *seen;
    uint32_t count;
} flood;

/// The nearest wall of the cells that are within the radius of an agent, from cell to cell.
static double nearest_wall(const cw_crowd *crowd, uint32_t index, flood *f) {
    const cw_navmesh *mesh = &crowd->mesh;
    cw_vec2 at = cw_crowd_at(crowd, index);
    double nearest = INFINITY, radius = crowd->agents.radius[index];
    f->count = 0;
    f->cells[f->count++] = crowd->agents.cell[index];
    f->seen[crowd->agents.cell[index]] = true;
    for (uint32_t i = 0; i < f->count; i++) {
        uint32_t first = cw_navmesh_cell_begin(mesh, f->cells[i]),
                 end = cw_navmesh_cell_end(mesh, f->cells[i]);
        for (uint32_t e = first; e < end; e++) {
            cw_vec2 a = crowd->clearance.points[mesh->edge_vertex[e]];
            cw_vec2 b = crowd->clearance.points[mesh->edge_vertex[e + 1 < end ? e + 1 : first]];
            double distance = distance_to(at, a, b);
            uint32_t twin = mesh->edge_twin[e];
            if (twin == CW_NONE) {
                nearest = distance < nearest ? distance : nearest;
            } else if (distance < radius && !f->seen[mesh->edge_cell[twin]]) {
                f->seen[mesh->edge_cell[twin]] = true;
                f->cells[f->count++] = mesh->edge_cell[twin];
            }
        }
    }
    for (uint32_t i = 0; i < f->count; i++) {
        f->seen[f->cells[i]] = false;
    }
    return nearest;
}

/// How far outside of its cell a center is, to the right of an edge of it; relaxed cells may have
/// dents of walls, which count as walls.
static double outside(const cw_crowd *crowd, uint32_t index) {
    const cw_navmesh *mesh = &crowd->mesh;
    cw_vec2 at = cw_crowd_at(crowd, index);
    uint32_t cell = crowd->agents.cell[index];
    uint32_t first = cw_navmesh_cell_begin(mesh, cell), end = cw_navmesh_cell_end(mesh, cell);
    double most = 0;
    for (uint32_t e = first; e < end; e++) {
        cw_vec2 a = crowd->clearance.points[mesh->edge_vertex[e]];
        cw_vec2 b = crowd->clearance.points[mesh->edge_vertex[e + 1 < end ? e + 1 : first]];
        double length = hypot(b.x - a.x, b.y - a.y);
        if (mesh->edge_twin[e] != CW_NONE && length > 0) {
            double out = ((b.y - a.y) * (at.x - a.x) - (b.x - a.x) * (at.y - a.y)) / length;
            most = out > most ? out : most;
        }
    }
    return most;
}

static cw_status check_places(cw_context *context, const cw_crowd *crowd, flood *f) {
    const cw_crowd_columns *agents = &crowd->agents;
    for (uint32_t i = 0; i < agents->count; i++) {
        unsigned long long serial = agents->serial[i];
        if (agents->cell[i] >= crowd->mesh.cell_count || !isfinite(agents->x[i]) ||
            !isfinite(agents->y[i]) || !isfinite(agents->vx[i]) || !isfinite(agents->vy[i])) {
            return cw_fail(context, CW_ERROR_INVALID, "agent %llu has no place or velocity",
                           serial);
        }
        if (agents->state[i] == CW_AGENT_OUTSIDE) {
            continue;
        }
        double wall = nearest_wall(crowd, i, f), out = outside(crowd, i);
        double speed = hypot(agents->vx[i], agents->vy[i]);
        cw_vec3 at = {agents->x[i], agents->y[i], agents->z[i]};
        if (wall < agents->radius[i] - MOST_ENTERED) {
            return cw_fail(context, CW_ERROR_INVALID, "agent %llu is %g m inside a wall", serial,
                           agents->radius[i] - wall);
        }
        if (out > MOST_ENTERED || cw_navmesh_locate(&crowd->mesh, at) == CW_NONE) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "agent %llu is not in its cell %u, by %g m, or off the mesh", serial,
                           agents->cell[i], out);
        }
        if (speed > agents->max_speed[i] * SPEED_ROUNDING + MOST_ENTERED) {
            return cw_fail(context, CW_ERROR_INVALID, "agent %llu walks at %g m/s, above its %g",
                           serial, speed, agents->max_speed[i]);
        }
    }
    return CW_OK;
}

static cw_status check_order(cw_context *context, const cw_crowd *crowd) {
    const cw_crowd_columns *agents = &crowd->agents;
    for (uint32_t i = 0; i < agents->count; i++) {
        cw_agent agent = agents->agent[i];
        if ((i > 0 && agents->serial[i - 1] >= agents->serial[i]) ||
            agent.slot >= crowd->slots.count || crowd->slots.items[agent.slot] != i ||
            crowd->generations.items[agent.slot] != agent.generation) {
            return cw_fail(context, CW_ERROR_INVALID, "agent %u is out of order", i);
        }
    }
    return CW_OK;
}

/// Portals of a corridor follow each other from the cell of the agent on.
static cw_status check_corridors(cw_context *context, const cw_crowd *crowd) {
    const cw_crowd_columns *agents = &crowd->agents;
    const cw_navmesh *mesh = &crowd->mesh;
    for (uint32_t i = 0; i < agents->count; i++) {
        if (agents->path_count[i] == 0) {
            continue;
        }
        const cw_crowd_portal *portals = crowd->pool.portals.items + agents->path_first[i];
        uint32_t cell = agents->cell[i];
        for (uint32_t k = agents->portal[i]; k < agents->path_count[i];
             k = cw_crowd_after(crowd, i, k)) {
            uint32_t edge = portals[k].edge;
            if (edge != CW_NONE && (edge >= mesh->edge_count || mesh->edge_cell[edge] != cell ||
                                    mesh->edge_twin[edge] == CW_NONE ||
                                    mesh->edge_cell[mesh->edge_twin[edge]] != portals[k].cell)) {
                return cw_fail(context, CW_ERROR_INVALID,
                               "portal %u of agent %llu does not lead on from cell %u", k,
                               (unsigned long long)agents->serial[i], cell);
            }
            cell = portals[k].cell;
        }
    }
    return CW_OK;
}

cw_status cw_crowd_validate(cw_context *context, cw_crowd *crowd, bool overlaps) {
    CW_ASSERT(context != NULL && crowd != NULL);
    cw_crowd_settle(crowd);
    CW_TRY(check_order(context, crowd));
    if (!overlaps) {
        CW_TRY(check_pairs(context, crowd));
    }
    flood f = {NULL, NULL, 0};
    uint32_t cells = crowd->mesh.cell_count;
    cw_status status = CW_ALLOCATE(context, f.cells, cells);
    if (status == CW_OK) {
        status = CW_ALLOCATE(context, f.seen, cells);
    }
    if (status == CW_OK) {
        status = check_places(context, crowd, &f);
    }
    if (f.seen != NULL) {
        CW_RELEASE(context, f.seen, cells);
    }
    if (f.cells != NULL) {
        CW_RELEASE(context, f.cells, cells);
    }
    return status == CW_OK ? check_corridors(context, crowd) : status;
}
