"""Paths: asking for one, what it is made of, and its points."""

import math
from collections import namedtuple
from collections.abc import Mapping

import numpy as np

from .core import Error, as_vectors, copy, dtype_of, ffi, lib, vector
from .why import Explainer

LEG = dtype_of(ffi.typeof("cw_path_leg"))
PORTAL = dtype_of(ffi.typeof("cw_path_portal"))
INDEX = np.dtype("u4")
MOST_AREAS = 256  # a cell's area is a byte
# Metres between the points of an arc or on a bent floor, where nobody says otherwise.
DEFAULT_STEP = 0.05

Leg = namedtuple("Leg", "start end center ccw")
Leg.__doc__ = """A piece of a path: a segment (center is None), or an arc around a corner of the walls.

start and end are (x, y, z), center is (x, y); ccw tells whether the arc runs counter-clockwise."""
Portal = namedtuple("Portal", "edge right left usable")
Portal.__doc__ = """A portal on the way: its edge in the mesh, its two ends as seen on the way, and the
part that this radius can use around the path (right end first)."""


class Path:
    """The answer to a question for a path.

    found         whether it reaches the goal
    status        found, partial, start_off_mesh, goal_off_mesh, start_too_tight, goal_too_tight,
                  disconnected or blocked
    why           in words, where it was not found; otherwise ""
    length, cost  metres in plan, and weighted by costs; nan without a path
    radius        metres: as asked for, or up to a micrometre less where it fits exactly
    guarantee     shortest, slack or corridor
    cells         indices in walking order
    start, goal   where it starts and ends, (x, y, z)
    goal_index    which of the goals was reached
    gate          where it is blocked: the gap that is too narrow, a clearway.Gate
    nearest       where an end has no room: the nearest place that has, a clearway.Nearest
    """

    def __init__(self, mesh, radius):
        self.mesh = mesh
        self.radius = radius
        self.why = ""
        self.gate = self.nearest = None

    def take(self, path):
        """Copies what the library found; its arrays hold until the next question only."""
        self.status = path_word(path.status)
        self.found = self.status == "found"
        whole = self.found or self.status == "partial"
        self.radius = path.radius if whole else self.radius
        self.length = path.length if whole else math.nan
        self.cost = path.cost if whole else math.nan
        self.guarantee = ("slack" if path.slack > 0 else
                          "shortest" if path.guarantee == lib.CW_PATH_SHORTEST else "corridor")
        self.goal_index = path.goal_index
        self.start, self.goal = vector(path.start), vector(path.goal)
        self.expansions = path.expansions
        self.cells = copy(path.cells, path.cell_count, INDEX).astype(np.int64)
        self._legs = copy(path.legs, path.leg_count, LEG)
        self._portals = copy(path.portals, path.portal_count, PORTAL)

    def __bool__(self):
        return self.found

    def __repr__(self):
        if not self.found:
            return f"<clearway.Path: {self.status}: {self.why}>"
        return f"<clearway.Path: {self.length:.6g} m for a radius of {self.radius:g} m>"

    @property
    def legs(self):
        """The segments and arcs, a list of clearway.Leg."""
        return [Leg(leg["from"], leg["to"], leg["center"] if leg["arc"] else None, bool(leg["ccw"]))
                for leg in self._legs]

    @property
    def portals(self):
        """The portals on the way, a list of clearway.Portal."""
        return [Portal(int(portal["edge"]), portal["right"], portal["left"], portal["usable"])
                for portal in self._portals]

    @property
    def corners(self):
        """The start and the end of each leg, (n, 3)."""
        if len(self._legs) == 0:
            return self.start[None].copy() if self.found else np.empty((0, 3))
        return np.concatenate((self._legs["from"][:1], self._legs["to"]))

    def points(self, step=DEFAULT_STEP):
        """Points along the path, (n, 3), at most `step` metres apart; on the floor.

        step=None gives the ends of segments alone, and points along arcs.
        """
        if step is not None and not step > 0:
            raise Error(f"step: {step!r} is no distance above 0")
        pieces = [self.corners[:1]] + [sample(leg, step) for leg in self._legs]
        points = np.concatenate(pieces)
        if not self.mesh.level and len(points):
            lib.cw_native_drape(self.mesh._mesh, as_vectors(points), len(points))
        return points

    @property
    def line(self):
        """The path in plan, a shapely LineString."""
        from shapely.geometry import LineString
        points = self.points(None)[:, :2]
        return LineString(points if len(points) != 1 else np.repeat(points, 2, 0))

    @property
    def swept(self):
        """The floor that the disc passes over, in plan, a shapely polygon."""
        return self.line.buffer(self.radius)

    @property
    def __geo_interface__(self):
        return {"type": "LineString", "coordinates": self.points(None)[:, :2].tolist()}

    def plot(self, ax=None, **options):
        """Draws the path with matplotlib and returns the axes; see clearway.plot.path."""
        from . import plot
        return plot.path(self, ax, **options)


def path_word(status):
    """CW_PATH_START_OFF_MESH becomes "start_off_mesh"."""
    return ffi.string(ffi.cast("cw_path_status", status))[len("CW_PATH_"):].lower()


def sample(leg, step):
    """The points of a leg behind its first, the last of them exactly its end."""
    start, end = leg["from"], leg["to"]
    if not leg["arc"]:
        length = math.dist(start[:2], end[:2])
        count = 1 if step is None else max(1, math.ceil(length / step))
        shares = np.arange(1, count + 1)[:, None] / count
        points = start + (end - start) * shares
    else:
        first, turn, radius = arc_of(leg)
        count = max(1, math.ceil(abs(turn) * radius / (step or DEFAULT_STEP)),
                    math.ceil(abs(turn) / (math.pi / 36)))
        shares = np.arange(1, count + 1) / count
        angles = first + turn * shares
        around = leg["center"] + radius * np.stack((np.cos(angles), np.sin(angles)), 1)
        points = np.column_stack((around, start[2] + (end[2] - start[2]) * shares))
    points[-1] = end
    return points


def arc_of(leg):
    """The angle where an arc starts, how far it turns (to the left above 0), and its radius."""
    from_center = leg["from"][:2] - leg["center"]
    to_center = leg["to"][:2] - leg["center"]
    first = math.atan2(from_center[1], from_center[0])
    turn = math.atan2(to_center[1], to_center[0]) - first
    full = 2 * math.pi
    turn = turn % full if leg["ccw"] else -(-turn % full)
    return first, turn, math.hypot(*from_center)


# --- asking -----------------------------------------------------------------------------------


def named_costs(mesh, costs):
    """One cost per cell, from those of rooms and zones by their names."""
    names = mesh.area_names
    per_area = np.ones(MOST_AREAS)
    for name, cost in costs.items():
        if name not in names[1:]:
            raise Error(f"costs: {name!r} is not a room or zone of this mesh")
        per_area[names.index(name, 1)] = cost
    return per_area[mesh.cell_area]


def make_request(mesh, start, goals, radius, reach, slack, partial, costs):
    """The request, and the arrays that it points to."""
    if len(goals) == 0:
        raise Error("goal: there is none")
    request = ffi.new("cw_path_request *", lib.cw_path_request_default())
    request.start = start[0]
    request.goals, request.goal_count = as_vectors(goals), len(goals)
    request.radius, request.reach, request.slack = radius, reach, slack
    request.partial = bool(partial)
    held = [goals]
    if costs is not None:
        costs = named_costs(mesh, costs) if isinstance(costs, Mapping) else costs
        costs = np.asarray(costs, np.float64)
        if costs.shape != (mesh.cell_count,):
            raise Error(f"costs: one per cell was expected, {mesh.cell_count} in all")
        values, areas = np.unique(costs, return_inverse=True)
        if len(values) > MOST_AREAS:
            raise Error(f"costs: more than {MOST_AREAS} different ones", "limit")
        areas = np.ascontiguousarray(areas, np.uint8)
        request.cell_area = ffi.cast("uint8_t *", ffi.from_buffer(areas))
        request.area_cost = ffi.cast("double *", ffi.from_buffer(values))
        request.area_count = len(values)
        held += [areas, values]
    return request, held


def explain(mesh, query, request, made, path):
    """Leaves why there is no path, and what is around its ends."""
    explainer = Explainer(mesh, request.radius, request.goal_count)
    word = path_word(made.status)
    goal = request.goals[made.goal_index if made.goal_index < request.goal_count else 0]
    if word in ("start_off_mesh", "goal_off_mesh", "start_too_tight", "goal_too_tight"):
        is_start = word.startswith("start")
        end = request.start if is_start else goal
        wall = None
        if word.endswith("tight"):
            distance, touched = ffi.new("double *"), ffi.new("cw_vec2 *")
            query.context.check(lib.cw_query_wall(query.pointer, end, distance, touched))
            wall = distance[0]
        path.nearest = mesh._nearest(query, end, request.radius, math.inf)
        path.why = explainer.end(is_start, vector(end), wall, path.nearest)
    elif word == "disconnected":
        forbids = any(math.isinf(request.area_cost[i]) for i in range(request.area_count))
        path.why = explainer.islands(vector(request.start), vector(goal), forbids)
    elif word == "blocked":
        path.gate = mesh._gate(made.gate)
        height = lib.cw_navmesh_height(mesh._mesh, made.gate.cell, tuple(path.gate.position)) \
            if made.gate.cell < mesh.cell_count else 0.0
        path.why = explainer.gap(path.gate, height)


def find(mesh, query, start, goals, radius, reach, slack, partial, costs):
    """Asks for a path, and where there is none for the reason."""
    request, held = make_request(mesh, start, goals, radius, reach, slack, partial, costs)
    made = ffi.new("cw_path *")
    query.context.check(lib.cw_query_find(query.pointer, request, made))
    path = Path(mesh, request.radius)
    path.take(made)
    if path.status == "partial":  # why it ends there is what the whole question says
        request.partial = False
        query.context.check(lib.cw_query_find(query.pointer, request, made))
    if not path.found:
        explain(mesh, query, request, made, path)
    return path
