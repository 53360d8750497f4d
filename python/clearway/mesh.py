"""The navigation mesh: building, files, and the questions it answers."""

import math
import os
import tempfile
import threading
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np

from .core import (NONE, Context, Error, Owner, as_doubles, as_vectors, count_of, ffi, lib,
                   vector, view)
from .path import find
from .plan import make_plan

Stats = namedtuple("Stats", "notches dropped holes portals two_portal fallbacks mutual area "
                            "wall_length relaxation_depth seconds")
Stats.__doc__ = "Counts and measures of a mesh; metres, square metres and seconds."
Gate = namedtuple("Gate", "radius position cell walls")
Gate.__doc__ = """Where two walls come close: a disc of more than `radius` does not pass there.

position is (x, y) in metres, cell an index, walls two edges of the mesh (-1 where not known)."""
Nearest = namedtuple("Nearest", "point distance cell")
Nearest.__doc__ = "A place with room: (x, y, z), how far it is from where it was asked, its cell."
Ray = namedtuple("Ray", "hit distance point cell touched normal wall")
Ray.__doc__ = """How far a disc gets in a straight line; touched, normal and wall are None without a hit."""

# Pairs that a worker takes at a time: large enough that taking them costs nothing, small enough
# that no worker is left with all the long ways.
PAIRS_AT_A_TIME = 64


class _Tables(Owner):
    """The clearance tables of a mesh."""

    def __init__(self, mesh, workers):
        context = Context(workers)
        made = ffi.new("cw_clearance *")
        context.check(lib.cw_clearance_build(context.pointer, mesh.pointer, made))
        super().__init__(made, lambda tables: lib.cw_clearance_free(context.pointer, tables),
                         context, mesh)


class _Sights(Owner):
    """What corners see of each other."""

    def __init__(self, tables, workers):
        context = Context(workers)
        made = ffi.new("cw_sights **")
        context.check(lib.cw_sights_build_any(context.pointer, tables.pointer, made))
        super().__init__(made[0], lib.cw_sights_free, context, tables)


class _Query(Owner):
    """One query object of the library with its context."""

    def __init__(self, tables):
        self.context = Context()
        self.sights = []
        made = ffi.new("cw_query **")
        self.context.check(lib.cw_query_create(self.context.pointer, tables.pointer, made))
        # The list is held too: what is in it when the query is freed is freed after it.
        super().__init__(made[0], lib.cw_query_free, self.context, tables, self.sights)

    def use(self, sights):
        if sights != self.sights:
            pointers = ffi.new("const cw_sights *[]", [made.pointer for made in sights])
            self.context.check(lib.cw_query_use_sights(self.pointer, pointers, len(sights)))
            self.sights[:] = sights


class Mesh:
    """A navigation mesh: convex cells joined by portals. Made by build(), triangles() or load().

    It never changes. Any number of threads may ask it at once.
    """

    def __init__(self, owner, workers=1, surface=None):
        self._owner = owner
        self._surface = surface
        self._mesh = owner.pointer
        self._workers = workers
        self._lock = threading.Lock()
        self._tables = None
        self._sights = []
        self._spare = []

    # --- what it is -------------------------------------------------------------------------

    def _view(self, pointer, shape, dtype):
        return view(self._owner, pointer, shape, dtype)

    @property
    def vertices(self):
        """Positions in metres, (n, 3), read only."""
        return self._view(self._mesh.positions, (self._mesh.vertex_count, 3), "f8")

    @property
    def cell_first(self):
        """The edges of cell c are cell_first[c] to cell_first[c + 1] - 1; counter-clockwise."""
        return self._view(self._mesh.cell_first, (self._mesh.cell_count + 1,), "u4")

    @property
    def cell_island(self):
        """Cells with equal numbers can reach each other."""
        return self._view(self._mesh.cell_island, (self._mesh.cell_count,), "u4")

    @property
    def cell_area(self):
        """The area type of each cell, (n,); 0 where no room or zone is."""
        if self._mesh.cell_area == ffi.NULL:
            return np.zeros(self._mesh.cell_count, "u1")
        return self._view(self._mesh.cell_area, (self._mesh.cell_count,), "u1")

    @property
    def area_names(self):
        """The names of area types, by their numbers; "" for those without one, as 0 is."""
        names = self._mesh.area_names[0:self._mesh.area_name_count] if self._mesh.area_name_count else []
        return ["", *(ffi.string(name.text).decode() for name in names)]

    @property
    def edge_vertex(self):
        """The vertex at which each edge starts."""
        return self._view(self._mesh.edge_vertex, (self._mesh.edge_count,), "u4")

    @property
    def edge_twin(self):
        """The same portal seen from the other cell, or clearway.NONE for a wall."""
        return self._view(self._mesh.edge_twin, (self._mesh.edge_count,), "u4")

    @property
    def edge_cell(self):
        """The cell of each edge."""
        return self._view(self._mesh.edge_cell, (self._mesh.edge_count,), "u4")

    @property
    def edge_end(self):
        """The vertex at which each edge ends."""
        first = self.cell_first
        ends = np.roll(self.edge_vertex, -1)
        ends[first[1:] - 1] = self.edge_vertex[first[:-1]]
        return ends

    @property
    def cells(self):
        """The vertices of each cell, a list of index arrays, counter-clockwise."""
        return np.split(self.edge_vertex, self.cell_first[1:-1])

    @property
    def portals(self):
        """The two vertices of each portal, (n, 2)."""
        return self._edges(self._portal_edges())

    @property
    def portal_cells(self):
        """The two cells that each portal joins, (n, 2)."""
        edges = self._portal_edges()
        return np.stack((self.edge_cell[edges], self.edge_cell[self.edge_twin[edges]]), 1)

    @property
    def walls(self):
        """The two vertices of each wall, (n, 2), with the floor on the left."""
        return self._edges(np.flatnonzero(self.edge_twin == NONE))

    def _portal_edges(self):
        twin = self.edge_twin
        return np.flatnonzero((twin != NONE) & (twin > np.arange(len(twin))))

    def _edges(self, edges):
        return np.stack((self.edge_vertex[edges], self.edge_end[edges]), 1)

    @property
    def polygons(self):
        """The cells as shapely polygons."""
        from shapely.geometry import Polygon
        return [Polygon(self.vertices[cell, :2]) for cell in self.cells]

    @property
    def __geo_interface__(self):
        rings = (self.vertices[np.append(cell, cell[0]), :2].tolist() for cell in self.cells)
        return {"type": "MultiPolygon", "coordinates": [[ring] for ring in rings]}

    @property
    def cell_count(self):
        return self._mesh.cell_count

    @property
    def island_count(self):
        return self._mesh.island_count

    @property
    def level(self):
        """Whether all of the mesh lies at one height."""
        return bool(self._mesh.locator.level)

    @property
    def lattice_step(self):
        """The coarse step of the lattice under the plan, in metres."""
        return self._mesh.lattice.step

    @property
    def stats(self):
        return Stats(*(getattr(self._mesh.stats, name) for name in Stats._fields))

    @property
    def bounds(self):
        """The least and the greatest x, y, z, (2, 3)."""
        return np.stack((self.vertices.min(0), self.vertices.max(0)))

    @property
    def hash(self):
        """16 hexadecimal digits, the same as `clearway info` says; equal meshes have equal ones."""
        return f"{lib.cw_navmesh_hash(self._mesh):016x}"

    def validate(self):
        """Checks every promise of a mesh without the code that made it; raises Error."""
        context = Context()
        context.check(lib.cw_navmesh_validate(context.pointer, self._mesh))

    def __repr__(self):
        return f"<clearway.Mesh: {self.cell_count} cells, {self.stats.area:.6g} m2>"

    # --- files ------------------------------------------------------------------------------

    def tobytes(self):
        """The mesh as the bytes of a .cwm file."""
        context = Context()
        data, size = ffi.new("uint8_t **"), ffi.new("size_t *")
        context.check(lib.cw_navmesh_save(context.pointer, self._mesh, data, size))
        try:
            return bytes(ffi.buffer(data[0], size[0]))
        finally:
            lib.cw_context_release(context.pointer, data[0], size[0])

    def save(self, path):
        """Writes a .cwm file; an existing one is replaced only when all is on disk."""
        check_extension(path)
        data = self.tobytes()
        folder = os.path.dirname(os.path.abspath(path))
        try:
            with tempfile.NamedTemporaryFile(dir=folder, prefix=".clearway-", suffix=".tmp",
                                             delete=False) as file:
                name = file.name
                try:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                    os.fchmod(file.fileno(), mode_for(path))
                    os.replace(name, path)
                except BaseException:
                    os.unlink(name)
                    raise
        except OSError as failure:
            raise Error(f"{os.fspath(path)}: error: {failure.strerror}", "io") from failure

    def __reduce__(self):
        return loads, (self.tobytes(),)

    # --- questions --------------------------------------------------------------------------

    def prepare(self, *, workers=1):
        """Makes sights: paths are then found several times as fast, and as short as before.

        Equal lengths may differ in the last bits.
        """
        sights = _Sights(self._get_tables(), workers)
        with self._lock:
            self._sights = [sights]
        return self

    def path(self, start, goal, radius=0.0, *, reach=0.0, slack=0.0, partial=False,
             costs=None):
        """The shortest path of a disc, a clearway.Path.

        start and goal are 2 or 3 numbers; without the third the lowest floor is taken. A list of
        goals asks for the nearest by way. radius is the distance in metres kept from every wall;
        reach that by which the ends may be moved to a place with room. slack is the share by
        which it may be longer, which is quicker. partial goes as near as possible where the goal
        cannot be reached. costs are per cell, or a dict of rooms and zones by
        their names: 1 or more per metre, infinite where it is forbidden.
        """
        goals = self._points("goal", goal, allow_one=True)
        start = self._point("start", start)
        with self._query() as query:
            return find(self, query, start, goals, radius, reach, slack, partial, costs)

    def lengths(self, starts, goals, radius=0.0, *, reach=0.0, workers=1):
        """The length of the shortest path of each pair in metres; nan where there is no way.

        starts and goals are (n, 2) or (n, 3); one point or one radius serves for all. The results
        do not depend on the count of workers.
        """
        starts = self._points("starts", starts, allow_one=True)
        goals = self._points("goals", goals, allow_one=True)
        radii = np.atleast_1d(np.asarray(radius, np.float64))
        try:
            count = np.broadcast_shapes((len(starts),), (len(goals),), radii.shape)[0]
            radii = np.broadcast_to(radii, (count,))
        except ValueError:
            raise Error(f"lengths: {len(starts)} starts, {len(goals)} goals and {radii.size} radii "
                        "do not go together") from None
        starts, goals = (np.broadcast_to(ends, (count, 3)) for ends in (starts, goals))
        starts, goals, radii = map(np.ascontiguousarray, (starts, goals, radii))
        lengths = np.empty(count)

        def measure(first):
            last = min(first + PAIRS_AT_A_TIME, count)
            with self._query() as query:
                query.context.check(lib.cw_native_lengths(
                    query.pointer, as_vectors(starts) + first, as_vectors(goals) + first,
                    as_doubles(radii) + first, last - first, reach, as_doubles(lengths) + first))

        steps = range(0, count, PAIRS_AT_A_TIME)
        workers = count_of("workers", workers)
        if workers <= 1 or len(steps) <= 1:
            for first in steps:
                measure(first)
        else:
            with ThreadPoolExecutor(min(workers, len(steps))) as pool:
                for _ in pool.map(measure, steps):
                    pass
        return lengths

    def locate(self, points):
        """The cell of each point, -1 off the mesh; a number for one point."""
        points, one = self._points_or_one("points", points)
        cells = np.empty(len(points), np.int64)
        lib.cw_native_locate(self._mesh, as_vectors(points), len(points),
                             ffi.cast("int64_t *", ffi.from_buffer(cells)))
        return int(cells[0]) if one else cells

    def clearance(self, points):
        """The distance of each point to the nearest wall in metres, nan off the mesh."""
        points, one = self._points_or_one("points", points)
        distances = np.empty(len(points))
        with self._query() as query:
            query.context.check(lib.cw_native_clearance(
                query.pointer, self._mesh, as_vectors(points), len(points), as_doubles(distances)))
        return float(distances[0]) if one else distances

    def widest(self, start, goal):
        """The radius of the largest disc that can go between two points, and the gate that limits it.

        (-1.0, None) where not even a point can. No search is made.
        """
        start, goal = self._point("start", start), self._point("goal", goal)
        gate = ffi.new("cw_gate *")
        with self._query() as query:
            query.context.check(lib.cw_query_widest(query.pointer, start[0], goal[0], gate))
        return (gate.radius, self._gate(gate)) if gate.radius >= 0 else (-1.0, None)

    def reachable(self, start, goal, radius=0.0):
        """Whether a disc can go between two points, without a search."""
        start, goal = self._point("start", start), self._point("goal", goal)
        answer = ffi.new("bool *")
        with self._query() as query:
            query.context.check(lib.cw_query_reachable(query.pointer, start[0], goal[0], radius,
                                                       answer))
        return bool(answer[0])

    def nearest(self, point, radius=0.0, *, reach=math.inf):
        """The place nearest to a point with room for a disc, a clearway.Nearest; None if there is none."""
        point = self._point("point", point)
        with self._query() as query:
            return self._nearest(query, point[0], radius, reach)

    def ray(self, start, goal, radius=0.0):
        """How far a disc gets from start straight towards goal, a clearway.Ray."""
        start, goal = self._point("start", start), self._point("goal", goal)
        ray = ffi.new("cw_ray *")
        with self._query() as query:
            query.context.check(lib.cw_query_ray(query.pointer, start[0],
                                                 (goal[0].x, goal[0].y), radius, ray))
        hit = bool(ray.hit)
        return Ray(hit, ray.distance, vector(ray.point), ray.cell,
                   vector(ray.touched) if hit else None, vector(ray.normal) if hit else None,
                   ray.wall if hit else None)

    def within(self, point, distance, radius=0.0):
        """The cells that a disc can enter by a walk of at most `distance` metres, nearest first."""
        point = self._point("point", point)
        cells = np.empty(self.cell_count, np.uint32)
        count = ffi.new("uint32_t *")
        with self._query() as query:
            query.context.check(lib.cw_query_cells_within(
                query.pointer, point[0], radius, distance,
                ffi.cast("uint32_t *", ffi.from_buffer(cells)), len(cells), count))
        return cells[:count[0]].astype(np.int64)

    def sample(self, count, radius=0.0, *, seed=0):
        """Random points with room for a disc, (count, 3), uniform by area; same seed, same points."""
        points = np.empty((count_of("count", count), 3))
        state = ffi.new("uint64_t *", int(seed) & 0xFFFFFFFFFFFFFFFF)
        with self._query() as query:
            query.context.check(lib.cw_native_sample(query.pointer, state, radius,
                                                     as_vectors(points), len(points)))
        return points

    def roadmap(self, spacing=0.7, *, levels=65535, miter=1.2):
        """The straight skeleton of the floor with lanes beside it, a clearway.Roadmap."""
        from .roadmap import make_roadmap
        return make_roadmap(self, spacing, levels, miter)

    def plot(self, ax=None, **options):
        """Draws the mesh with matplotlib and returns the axes; see clearway.plot.mesh."""
        from . import plot
        return plot.mesh(self, ax, **options)

    # --- inside -----------------------------------------------------------------------------

    def _get_tables(self):
        with self._lock:
            if self._tables is None:
                self._tables = _Tables(self._owner, self._workers)
            return self._tables

    @contextmanager
    def _query(self):
        """A query object that nobody else uses meanwhile."""
        tables, sights = self._get_tables(), self._sights
        try:
            query = self._spare.pop()
        except IndexError:
            query = _Query(tables)
        query.use(sights)
        yield query
        self._spare.append(query)  # one that raised is not used again

    def _nearest(self, query, point, radius, reach):
        made = ffi.new("cw_nearest *")
        reach = min(reach, 4 * lib.CW_COORDINATE_LIMIT)  # farther than any
        query.context.check(lib.cw_query_nearest(query.pointer, point, radius, reach, made))
        if made.place.cell == NONE:
            return None
        return Nearest(vector(made.point), made.distance, made.place.cell)

    def _gate(self, gate):
        position = vector(gate.position)
        walls = tuple(-1 if wall == NONE else wall for wall in gate.walls)
        return Gate(gate.radius, position, gate.cell, walls)

    def _point(self, name, value):
        """One point of the library: index it with [0]."""
        points, one = self._points_or_one(name, value)
        if not one:
            raise Error(f"{name}: one point was expected, 2 or 3 numbers")
        made = ffi.new("cw_vec3 *")
        made.x, made.y, made.z = points[0].tolist()
        return made

    def _points(self, name, value, allow_one=False):
        points, one = self._points_or_one(name, value)
        if one and not allow_one:
            raise Error(f"{name}: a list of points was expected")
        return points

    def _points_or_one(self, name, value):
        """Points as an (n, 3) array, and whether just one was given, not in a list."""
        if hasattr(value, "__geo_interface__"):
            value = value.__geo_interface__.get("coordinates", value)
        try:
            array = np.asarray(value, np.float64)
        except (TypeError, ValueError):
            raise Error(f"{name}: not points of 2 or 3 numbers") from None
        one = array.ndim == 1 and array.size > 0
        if array.size == 0:
            return np.empty((0, 3)), False
        array = np.atleast_2d(array)
        if array.ndim != 2 or array.shape[1] not in (2, 3):
            raise Error(f"{name}: not points of 2 or 3 numbers, but an array of shape "
                        f"{np.asarray(value).shape}")
        points = np.zeros((len(array), 3))
        points[:, :array.shape[1]] = array
        if array.shape[1] == 2:
            lib.cw_native_heights(self._mesh, as_vectors(points), len(points))
        return points, one


# --- making meshes ----------------------------------------------------------------------------


def _decompose(context, surface, effort, alpha, tau, turn, workers):
    config = ffi.new("cw_navmesh_config *", lib.cw_navmesh_config_default())
    config.effort = count_of("effort", effort)
    config.alpha, config.tau, config.turn = math.radians(alpha), tau, math.radians(turn)
    made = context.own(ffi.new("cw_navmesh *"), lib.cw_navmesh_free)
    context.check(lib.cw_navmesh_build(context.pointer, surface.pointer, config, made.pointer))
    context.forget_progress()
    return Mesh(made, workers, surface)


def build(polygon, *, obstacles=None, barriers=None, degrees=False, effort=1, alpha=0.0, tau=0.0,
          turn=45.0, workers=1, progress=None):
    """The navigation mesh of a floor plan.

    polygon is anything with __geo_interface__ (shapely), a GeoJSON dict, a ring of points, a list
    of rings (the first outside, the others holes), or a list of such polygons. Rings may cross,
    overlap and nest in any way. obstacles are polygons cut out of every floor, barriers lines that
    are walls without thickness. effort is 0, 1 or 2; alpha (degrees), tau (metres) and turn
    (degrees) let cells have shallow dents, as the options of the command do. degrees=True takes
    longitudes and latitudes; the middle of the plan becomes the origin.

    progress(stage, fraction) is called now and then; returning False stops with Error "cancelled".
    """
    context = Context(workers, progress)
    plan = make_plan(context, polygon, obstacles, barriers, degrees)
    surface = context.own(ffi.new("cw_surface *"), lib.cw_surface_free)
    context.check(lib.cw_surface_from_plan(context.pointer, plan.pointer, ffi.NULL,
                                           surface.pointer))
    return _decompose(context, surface, effort, alpha, tau, turn, workers)


def triangles(vertices, corners, *, up="z", effort=1, alpha=0.0, tau=0.0, turn=45.0, workers=1,
              progress=None):
    """The navigation mesh of walkable triangles with heights; floors may lie above each other.

    vertices is (n, 3) in metres, corners (m, 3) indices, counter-clockwise seen from above. up is
    "z" or "y".
    """
    context = Context(workers, progress)
    positions, indices = read_triangles(vertices, corners, up)
    surface = context.own(ffi.new("cw_surface *"), lib.cw_surface_free)
    context.check(lib.cw_surface_from_triangles(
        context.pointer, as_vectors(positions), len(positions),
        ffi.cast("uint32_t *", ffi.from_buffer(indices)), len(indices), ffi.NULL,
        surface.pointer))
    return _decompose(context, surface, effort, alpha, tau, turn, workers)


def scene(vertices, corners, *, up="z", height=2.0, step=0.4, slope=45.0, gap=0.001,
          min_island=0.5, min_width=0.1, min_hole=0.0, solids=True, small_rises=True,
          both_sides=False, start=None, effort=1, alpha=15.0, tau=0.13, turn=90.0, workers=1, progress=None):
    """The navigation mesh of a 3D scene: the floors of a polygon soup that one can walk on.

    vertices and corners are as for triangles(), of any orientation and with any cracks. height is the
    head room in metres, step what is walked over, slope in degrees, gap the cracks that are bridged;
    start is one point or a list of points: only what is joined to one of them stays. The others are
    those of docs/scene.md.
    """
    context = Context(workers, progress)
    positions, indices = read_triangles(vertices, corners, up)
    seeds = np.ascontiguousarray(np.atleast_2d(np.asarray([] if start is None else start, float)))
    if seeds.size and seeds.shape[1:] != (3,):
        raise Error("start: not a list of points of three numbers")
    config = ffi.new("cw_extraction_config *", lib.cw_extraction_config_default())
    config.height, config.step, config.slope, config.gap = height, step, math.radians(slope), gap
    config.min_island, config.min_width, config.min_hole = min_island, min_width, min_hole
    config.solids, config.small_rises, config.both_sides = solids, small_rises, both_sides
    if seeds.size:
        config.from_count = len(seeds)
        setattr(config, "from", as_vectors(seeds))
    soup = context.own(ffi.new("cw_scene *"), lib.cw_scene_free)
    first = ffi.new("uint32_t *")
    context.check(lib.cw_scene_add_positions(context.pointer, soup.pointer, as_vectors(positions),
                                             len(positions), first))
    context.check(lib.cw_scene_add_triangles(
        context.pointer, soup.pointer, NONE, ffi.cast("uint32_t *", ffi.from_buffer(indices)),
        len(indices), first[0]))
    surface = context.own(ffi.new("cw_surface *"), lib.cw_surface_free)
    context.check(lib.cw_surface_from_scene(context.pointer, soup.pointer, config, surface.pointer,
                                            ffi.NULL))
    return _decompose(context, surface, effort, alpha, tau, turn, workers)


def read_triangles(vertices, corners, up):
    """Positions with z up and indices, as the library takes them."""
    positions = np.array(vertices, np.float64, ndmin=2)
    indices = np.asarray(corners)
    if positions.ndim != 2 or positions.shape[1] != 3:
        raise Error("vertices: not an array of three numbers each")
    if indices.ndim != 2 or indices.shape[1] != 3 or indices.dtype.kind not in "iu":
        raise Error("corners: not an array of three whole numbers each")
    if indices.size and (indices.min() < 0 or indices.max() >= len(positions)):
        raise Error(f"corners: an index is not from 0 to {len(positions) - 1}", "input")
    if up not in ("y", "z"):
        raise Error(f"up: {up!r} is neither 'y' nor 'z'")
    if up == "y":
        # 0 - z, so that 0 does not become -0.
        positions = np.stack((positions[:, 0], 0.0 - positions[:, 2], positions[:, 1]), 1)
    return np.ascontiguousarray(positions), np.ascontiguousarray(indices, np.uint32)


# --- files ------------------------------------------------------------------------------------


def check_extension(path):
    if not os.fspath(path).lower().endswith(".cwm"):
        raise Error(f"{os.fspath(path)}: error: a mesh is read from and written to .cwm; the "
                    "command converts other formats")


def mode_for(path):
    """The permissions of the file that is replaced, or those of a new one."""
    try:
        return os.stat(path).st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def loads(data):
    """The mesh in the bytes of a .cwm file. Any bytes at all are safe."""
    context = Context()
    made = context.own(ffi.new("cw_navmesh *"), lib.cw_navmesh_free)
    buffer = ffi.from_buffer("uint8_t[]", data)
    context.check(lib.cw_navmesh_load(context.pointer, buffer, len(buffer), made.pointer))
    return Mesh(made)


def load(path):
    """The mesh in a .cwm file."""
    check_extension(path)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as failure:
        raise Error(f"{os.fspath(path)}: error: {failure.strerror}", "io") from failure
    try:
        return loads(data)
    except Error as failure:
        raise Error(f"{os.fspath(path)}: error: {failure}", failure.status) from None
