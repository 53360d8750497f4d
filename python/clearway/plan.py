"""Floor plans from what Python programs hold: shapely, GeoJSON, lists of rings.

Anything with __geo_interface__ counts as GeoJSON, so shapely (old and new), geopandas and others
need not be known here. GeoJSON means what it means to the command (docs/files.md): polygons are
floor, lines barriers, and the property "kind" of a feature may say otherwise.
"""

import numbers
from collections.abc import Mapping

import numpy as np

from . import degrees as geography
from .core import Error, ffi, lib

FEWEST_POINTS = {lib.CW_RING_OUTER: 3, lib.CW_RING_HOLE: 3, lib.CW_RING_OBSTACLE: 3,
                 lib.CW_RING_BARRIER: 2, lib.CW_RING_ZONE: 3}
KINDS = ("floor", "hole", "obstacle", "barrier", "zone", "room")
HOLES_REFUSED = {
    "hole": "a hole has holes",
    "obstacle": "an obstacle has holes; give it as a hole of the floor, and the floor inside as a polygon",
    "zone": "a zone has holes; give what is in them as zones of another name",
}
# Nested sequences tell by their depth what they are.
POINT, RING, POLYGON, POLYGONS = 1, 2, 3, 4


class Plan:
    """A plan of the library that grows ring by ring."""

    def __init__(self, context):
        self.context = context
        self.owner = context.own(ffi.new("cw_plan *"), lib.cw_plan_free)
        self.pointer = self.owner.pointer
        self.polygons = 0
        self.geojson = False
        self.area = 0  # type of the zones to come

    def name(self, name, where):
        """The area type that the name of a room or zone stands for."""
        if not isinstance(name, str):
            raise Error(f"{where}: a room or zone needs a name", "format")
        if not 0 < len(name.encode()) < 64 or "\0" in name:
            raise Error(f"{where}: a name has 1 to 63 bytes", "input")
        area = ffi.new("uint32_t *")
        self.context.check(lib.cw_plan_name(self.context.pointer, self.pointer, name.encode(), area))
        self.area = area[0]

    def add(self, kind, ring, where):
        points = read_points(ring, where)
        closed = len(points) > 1 and (points[0] == points[-1]).all()
        if closed and kind != lib.CW_RING_BARRIER:
            points = points[:-1]
        if len(points) < FEWEST_POINTS[kind]:
            raise Error(f"{where}: a line needs at least 2 points"
                        if kind == lib.CW_RING_BARRIER
                        else f"{where}: a ring needs at least 3 points", "input")
        if kind == lib.CW_RING_HOLE and self.polygons == 0:
            raise Error(f"{where}: a hole comes before any floor", "input")
        self.polygons += kind == lib.CW_RING_OUTER
        self.context.check(lib.cw_plan_add(
            self.context.pointer, self.pointer, kind,
            self.area if kind == lib.CW_RING_ZONE else max(self.polygons - 1, 0),
            ffi.cast("cw_vec2 *", ffi.from_buffer(points)), len(points)))


def read_points(ring, where):
    """The first two numbers of each point; heights are dropped."""
    try:
        points = np.asarray(ring, np.float64)
    except (TypeError, ValueError):
        raise Error(f"{where}: not a list of points with the same count of numbers",
                    "input") from None
    if points.ndim != 2 or points.shape[1] < 2:
        raise Error(f"{where}: a point needs at least 2 numbers", "input")
    if not np.isfinite(points).all():
        raise Error(f"{where}: a coordinate is not finite", "input")
    return np.ascontiguousarray(points[:, :2])


def depth_of(value):
    """How deep sequences nest: 0 for a number. Something with a geometry of its own ends the count."""
    depth = 0
    while not isinstance(value, (numbers.Number, str, bytes, Mapping)):
        if isinstance(value, np.ndarray):
            return depth + value.ndim
        if geometry_of(value) is not None:
            return depth
        try:
            value = next(iter(value))
        except (TypeError, StopIteration):
            return depth + 1
        depth += 1
    return depth


def geometry_of(value):
    """The GeoJSON of something, or None."""
    return value if isinstance(value, Mapping) else getattr(value, "__geo_interface__", None)


def is_several(value):
    """Whether a sequence holds things with geometries of their own."""
    if geometry_of(value) is not None or isinstance(value, (str, bytes, np.ndarray)):
        return False
    try:
        first = next(iter(value))
    except (TypeError, StopIteration):
        return False
    return geometry_of(first) is not None or is_several(first)


def add_polygon(plan, rings, means, where):
    rings = list(rings)
    if means in HOLES_REFUSED and len(rings) > 1:
        raise Error(f"{where}: {HOLES_REFUSED[means]}", "input")
    if rings and len(rings[0]) == 0:
        return  # without an outer ring there is nothing to cut
    kinds = {"obstacle": lib.CW_RING_OBSTACLE, "hole": lib.CW_RING_HOLE,
             "barrier": lib.CW_RING_BARRIER, "zone": lib.CW_RING_ZONE}
    for index, ring in enumerate(rings):
        if len(ring) == 0:
            continue
        kind = kinds.get(means, lib.CW_RING_HOLE if index > 0 else lib.CW_RING_OUTER)
        if means == "barrier" and tuple(ring[0]) != tuple(ring[-1]):
            ring = [*ring, ring[0]]
        plan.add(kind, ring, f"{where}[{index}]")
        if means == "room" and index == 0:
            plan.add(lib.CW_RING_ZONE, ring, f"{where}[{index}]")


def add_line(plan, line, means, where):
    if means not in (None, "barrier"):
        raise Error(f"{where}: a line can only be a barrier", "input")
    if len(line) > 0:
        plan.add(lib.CW_RING_BARRIER, line, where)


def add_ring(plan, ring, means, where):
    add_polygon(plan, [ring], means, where)


def add_feature(plan, feature, means, where):
    kind = (feature.get("properties") or {}).get("kind")
    if kind is not None:
        if kind not in KINDS:
            raise Error(f"{where}.properties.kind: not one of {', '.join(KINDS)}", "format")
        means = kind
        if kind in ("zone", "room"):
            plan.name(feature["properties"].get("name"), f"{where}.properties.name")
    if feature.get("geometry") is not None:
        add_geometry(plan, feature["geometry"], means, f"{where}.geometry")


def add_geometry(plan, geometry, means, where):
    """Adds any GeoJSON object."""
    geometry = geometry_of(geometry)
    kind = geometry.get("type") if geometry is not None else None
    if kind in ("Point", "MultiPoint"):
        raise Error(f"{where}: a {kind} is neither floor nor wall; a plan takes polygons and lines",
                    "input")
    rules = {
        "Polygon": ("coordinates", False, add_polygon),
        "MultiPolygon": ("coordinates", True, add_polygon),
        "LinearRing": ("coordinates", False, add_ring),
        "LineString": ("coordinates", False, add_line),
        "MultiLineString": ("coordinates", True, add_line),
        "GeometryCollection": ("geometries", True, add_geometry),
        "FeatureCollection": ("features", True, add_geometry),
    }
    if kind == "Feature":
        add_feature(plan, geometry, means, where)
        return
    if kind not in rules:
        raise Error(f"{where}: not a GeoJSON object: its type is {kind!r}", "format")
    member, several, add = rules[kind]
    if geometry.get(member) is None:
        raise Error(f"{where}: no member {member!r}", "format")
    if not several:
        add(plan, geometry[member], means, f"{where}.{member}")
        return
    for index, part in enumerate(geometry[member]):
        add(plan, part, means, f"{where}.{member}[{index}]")


def add_any(plan, value, means, where):
    """Adds a geometry, a list of such, or nested lists of numbers."""
    if isinstance(value, (str, bytes)):
        raise Error(f"{where}: text is no geometry; shapely.wkt.loads() and json.loads() make one "
                    "of it")
    if geometry_of(value) is not None:
        plan.geojson |= isinstance(value, Mapping) or "features" in geometry_of(value)
        add_geometry(plan, value, means, where)
        return
    if is_several(value):
        for index, part in enumerate(value):
            add_any(plan, part, means, f"{where}[{index}]")
        return
    depth = depth_of(value)
    if means == "barrier" and depth == RING:
        add_line(plan, value, means, where)
    elif depth == RING:
        add_ring(plan, value, means, where)
    elif depth == POLYGON and means in ("obstacle", "barrier"):
        for index, ring in enumerate(value):
            add_any(plan, ring, means, f"{where}[{index}]")
    elif depth == POLYGON:
        add_polygon(plan, value, means, where)
    elif depth == POLYGONS:
        for index, part in enumerate(value):
            add_any(plan, part, means, f"{where}[{index}]")
    else:
        raise Error(f"{where}: neither a geometry nor a list of rings", "input")


def make_plan(context, polygon, obstacles, barriers, degrees):
    """The plan of what cw.build() was given."""
    plan = Plan(context)
    for value, means, where in ((polygon, None, "polygon"), (obstacles, "obstacle", "obstacles"),
                                (barriers, "barrier", "barriers")):
        if value is not None and not is_empty(value):
            add_any(plan, value, means, where)
    if plan.pointer.ring_count == 0:
        raise Error("empty input: no rings and no lines", "input")
    if degrees:
        geography.project(plan)
    elif plan.geojson:
        geography.refuse(plan)
    return plan


def is_empty(value):
    return geometry_of(value) is None and hasattr(value, "__len__") and len(value) == 0
