"""Meshes: what they are made of, what they hold, and files."""

import gc
import json
import os
import pickle
import warnings

import numpy as np
import pytest
from conftest import ROOT, random_plan
from shapely.geometry import GeometryCollection, LineString, MultiPolygon, Point, Polygon
from shapely.ops import unary_union

import clearway as cw

SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]
BOX = [(4, 4), (6, 4), (6, 6), (4, 6)]


def box(x, y, width, height):
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def test_the_office_has_the_cells_that_the_command_gives_it(office):
    assert office.cell_count == 420
    assert office.hash == "2ed407a83bd047ce"
    assert office.stats.area == pytest.approx(1161.2444801330566, abs=0)
    office.validate()


def test_every_way_to_say_a_plan_gives_the_same_mesh(office, office_rings):
    polygon = Polygon(office_rings[0], office_rings[1:])
    dictionary = {"type": "Polygon", "coordinates": office_rings}
    feature = {"type": "Feature", "properties": None, "geometry": dictionary}
    for plan in (polygon, [polygon], MultiPolygon([polygon]), GeometryCollection([polygon]),
                 dictionary, feature, {"type": "FeatureCollection", "features": [feature]},
                 [np.array(ring) for ring in office_rings], [office_rings], tuple(office_rings)):
        assert cw.build(plan).hash == office.hash


def test_holes_and_obstacles_cut_the_same_floor():
    hole = cw.build([SQUARE, BOX])
    assert cw.build(SQUARE, obstacles=[BOX]).hash == hole.hash
    assert cw.build(SQUARE, obstacles=BOX).hash == hole.hash
    assert cw.build(Polygon(SQUARE), obstacles=[Polygon(BOX)]).hash == hole.hash
    assert cw.build(np.array(SQUARE), obstacles=np.array(BOX)).hash == hole.hash
    assert hole.stats.holes == 1
    assert hole.stats.area == pytest.approx(96)


def test_a_barrier_is_a_wall_on_both_sides():
    line = [(5, 0), (5, 8)]
    for barriers in (line, [line], LineString(line), [LineString(line)]):
        mesh = cw.build(SQUARE, barriers=barriers)
        assert mesh.stats.wall_length == pytest.approx(40 + 2 * 8)
        assert mesh.path((4, 1), (6, 1)).length > 14
    assert cw.build([Polygon(SQUARE), LineString(line)]).hash == mesh.hash


def test_kinds_of_features_mean_what_they_mean_to_the_command(command, tmp_path):
    target = tmp_path / "tangle.cwm"
    made = command("build", ROOT / "examples" / "tangle.geojson", "-o", target)
    plan = json.loads((ROOT / "examples" / "tangle.geojson").read_text())
    assert cw.build(plan).hash == made["hash"] == cw.load(target).hash


def test_random_plans_give_the_hash_and_figures_of_the_command(command, tmp_path):
    for seed in range(12):
        hall, obstacles, _ = random_plan(seed)
        mesh = cw.build(hall, obstacles=obstacles, effort=seed % 3, alpha=5.0 * (seed % 2),
                        tau=0.05 * (seed % 2), workers=1 + seed % 3)
        mesh.validate()
        features = [{"type": "Feature", "properties": {"kind": kind},
                     "geometry": {"type": "Polygon", "coordinates": [np.asarray(ring).tolist()]}}
                    for kind, ring in [("floor", hall), *(("obstacle", o) for o in obstacles)]]
        file = tmp_path / "plan.geojson"
        file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        made = command("build", file, "-o", tmp_path / "plan.cwm", "--effort", seed % 3, "--alpha",
                       5.0 * (seed % 2), "--tau", 0.05 * (seed % 2))
        assert mesh.hash == made["hash"]
        assert (mesh.cell_count, mesh.stats.area) == (made["cells"], made["area"])


def test_the_cells_are_the_floor():
    for seed in range(20, 30):
        hall, obstacles, _ = random_plan(seed)
        obstacles = [ring for ring in map(Polygon, obstacles) if ring.is_valid]
        mesh = cw.build(hall, obstacles=obstacles)
        floor = Polygon(hall).difference(unary_union(obstacles))
        cells = mesh.polygons
        assert sum(cell.area for cell in cells) == pytest.approx(mesh.stats.area)
        assert unary_union(cells).symmetric_difference(floor).area < 1e-5
        assert all(cell.convex_hull.area - cell.area < 1e-6 for cell in cells)


def test_portals_and_walls_are_all_the_edges(office):
    assert len(office.portals) == office.stats.portals == len(office.portal_cells)
    assert len(office.walls) + 2 * len(office.portals) == len(office.edge_vertex)
    ends = office.vertices[office.walls]
    length = np.hypot(*(ends[:, 1] - ends[:, 0])[:, :2].T).sum()
    assert length == pytest.approx(office.stats.wall_length)
    for portal, cells in zip(office.portals, office.portal_cells):
        for cell in cells:
            assert set(portal) <= set(office.cells[cell])


def test_arrays_are_read_only_and_outlive_the_mesh():
    mesh = cw.build([SQUARE, BOX])
    vertices, cells = mesh.vertices, mesh.cells
    before = vertices.copy()
    with pytest.raises(ValueError):
        vertices[0, 0] = 7
    del mesh
    gc.collect()
    fill = [cw.build([SQUARE, BOX]) for _ in range(20)]  # takes the memory that was free
    assert (vertices == before).all() and len(fill) == 20
    assert sum(map(len, cells)) == len(np.concatenate(cells))


def test_a_mesh_goes_through_files_and_pickle(office, tmp_path):
    file = tmp_path / "office.cwm"
    office.save(file)
    assert cw.load(file).hash == office.hash
    assert cw.load(str(file)).hash == cw.loads(office.tobytes()).hash == office.hash
    assert pickle.loads(pickle.dumps(office)).hash == office.hash
    office.save(file)
    assert os.listdir(tmp_path) == ["office.cwm"]


def test_the_command_writes_and_reads_the_same_bytes(office, command, tmp_path):
    made = command("build", ROOT / "examples" / "office.wkt", "-o", tmp_path / "office.cwm")
    assert made["hash"] == office.hash
    assert (tmp_path / "office.cwm").read_bytes() == office.tobytes()


def test_files_that_are_none_are_refused_with_the_reason(office, tmp_path):
    with pytest.raises(cw.Error, match="No such file") as failure:
        cw.load(tmp_path / "none.cwm")
    assert failure.value.status == "io"
    with pytest.raises(cw.Error, match=".cwm"):
        cw.load(tmp_path / "none.txt")
    with pytest.raises(cw.Error, match="No such file"):
        office.save(tmp_path / "no" / "folder.cwm")
    data = office.tobytes()
    random = np.random.default_rng(1)
    for length in [0, 1, 7, *random.integers(0, len(data), 100)]:
        with pytest.raises(cw.Error):
            cw.loads(data[:length])
    for _ in range(100):
        broken = bytearray(data)
        broken[random.integers(len(data))] ^= 1 << random.integers(8)
        try:
            mesh = cw.loads(bytes(broken))
        except cw.Error:
            continue
        mesh.validate()  # what loads also validates


@pytest.mark.parametrize("plan, words", [
    ([], "empty input"),
    (None, "empty input"),
    ([(0, 0), (1, 1)], "at least 3 points"),
    ([(0, 0), (1, 0), (1, float("nan"))], "not finite"),
    ([(0, 0), (1, 0), (1e8, 1)], "range"),
    ([(0, 0), (1, 0), (2, 0)], "walkable"),
    ("POLYGON ((0 0, 1 0, 1 1))", "text is no geometry"),
    (5, "neither a geometry"),
    ([(0,), (1,), (2,)], "2 numbers"),
    ([(0, 0), (1, 0, 2), (2, 0)], "same count"),
    (Point(0, 0), "neither floor nor wall"),
    ({"type": "Curve"}, "not a GeoJSON"),
    ({"type": "Polygon"}, "no member"),
    ({"type": "Feature", "properties": {"kind": "sea"}, "geometry": None}, "not one of"),
    ({"type": "Feature", "properties": {"kind": "hole"},
      "geometry": {"type": "Polygon", "coordinates": [SQUARE]}}, "before any floor"),
    ({"type": "Feature", "properties": {"kind": "floor"},
      "geometry": {"type": "LineString", "coordinates": SQUARE}}, "only be a barrier"),
])
def test_plans_that_are_none_are_refused_with_the_reason(plan, words):
    with pytest.raises(cw.Error, match=words):
        cw.build(plan)


@pytest.mark.parametrize("options, words", [
    ({"effort": 3}, "effort"), ({"effort": -1}, "effort"), ({"alpha": 91}, "alpha"),
    ({"tau": -1}, "tau"), ({"turn": 361}, "turn"), ({"workers": 0}, "workers"),
    ({"workers": 257}, "workers"), ({"tau": float("nan")}, "tau"),
    ({"effort": float("inf")}, "effort"), ({"effort": None}, "effort"), ({"effort": "x"}, "effort"),
    ({"obstacles": Polygon(SQUARE, [BOX])}, "an obstacle has holes"),
])
def test_options_out_of_range_are_refused_by_name(options, words):
    with pytest.raises(cw.Error, match=words):
        cw.build(SQUARE, **options)


STREET = [[[13.37, 52.51], [13.3712, 52.51], [13.3712, 52.5107], [13.3705, 52.511], [13.37, 52.51]]]


def test_degrees_are_refused_unless_asked_for_and_then_are_those_of_the_command(command, tmp_path):
    street = {"type": "Polygon", "coordinates": STREET}
    with pytest.raises(cw.Error, match="these are degrees.*degrees=True"):
        cw.build(street)
    mesh = cw.build(street, degrees=True)
    assert mesh.stats.area == pytest.approx(6370, rel=0.01)
    file = tmp_path / "street.geojson"
    file.write_text(json.dumps(street))
    assert command("build", file, "--degrees", "-o", tmp_path / "street.cwm")["hash"] == mesh.hash
    with pytest.raises(cw.Error, match="no degrees"):
        cw.build([(0, 0), (500, 0), (500, 5)], degrees=True)
    with pytest.raises(cw.Error, match="at most 1"):
        cw.build([(0, 0), (2, 0), (2, 5)], degrees=True)


def test_rooms_and_zones_are_those_of_the_command(command, tmp_path):
    def feature(kind, name, ring):
        return {"type": "Feature", "properties": {"kind": kind, "name": name},
                "geometry": {"type": "Polygon", "coordinates": [ring]}}
    plan = {"type": "FeatureCollection", "features": [
        feature("room", "Hall", [[0, 0], [9, 0], [9, 9], [0, 9]]), feature("room", "Store", [[9, 3], [14, 3], [14, 6], [9, 6]]),
        feature("zone", "Carpet", [[2, 2], [4, 2], [4, 4], [2, 4]])]}
    file = tmp_path / "rooms.geojson"
    file.write_text(json.dumps(plan))
    mesh = cw.build(plan)
    assert command("build", file, "-o", tmp_path / "rooms.cwm")["hash"] == mesh.hash
    assert mesh.area_names == ["", "Hall", "Store", "Carpet"]
    cells = mesh.locate([(1, 1), (12, 5), (3, 3)])
    assert [mesh.area_names[area] for area in mesh.cell_area[cells]] == ["Hall", "Store", "Carpet"]
    plain = cw.build(SQUARE)
    assert plain.area_names == [""] and not plain.cell_area.any()
    around = mesh.path((1, 3), (6, 3), 0.2, costs={"Carpet": np.inf})
    assert around.length > 5.1 and mesh.path((1, 3), (6, 3), 0.2).length == 5
    with pytest.raises(cw.Error, match="'Attic' is not a room or zone"):
        mesh.path((1, 3), (6, 3), costs={"Attic": 2})
    with pytest.raises(cw.Error, match="needs a name"):
        cw.build(feature("room", None, SQUARE))
    with pytest.raises(cw.Error, match="1 to 63 bytes"):
        cw.build(feature("room", "x" * 64, SQUARE))


def test_progress_is_told_and_may_stop_the_work(office_rings):
    for effort in (1, 2):
        told = []
        cw.build(office_rings, effort=effort, progress=lambda stage, share: told.append((stage, share)))
        assert len(told) > 3
        assert all(isinstance(stage, str) and 0 <= share <= 1 for stage, share in told)
    with pytest.raises(cw.Error) as failure:
        cw.build(office_rings, progress=lambda stage, share: False)
    assert failure.value.status == "cancelled"


def test_what_progress_raises_comes_out(office_rings):
    def interrupt(stage, share):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        cw.build(office_rings, progress=interrupt)


def read_obj(name):
    vertices, corners = [], []
    for line in (ROOT / "examples" / name).read_text().splitlines():
        word, *rest = line.split() or [""]
        if word == "v":
            vertices.append([float(number) for number in rest])
        elif word == "f":
            face = [int(item.split("/")[0]) - 1 for item in rest]
            corners += [[face[0], face[i], face[i + 1]] for i in range(1, len(face) - 1)]
    return vertices, corners


def test_triangles_with_heights_become_floors_above_floors(command, tmp_path):
    vertices, corners = read_obj("bridge.obj")
    made = command("build", ROOT / "examples" / "bridge.obj", "--method", "floor", "-o",
                   tmp_path / "bridge.cwm")
    mesh = cw.triangles(vertices, corners, up="y")
    assert mesh.hash == made["hash"]
    assert not mesh.level
    path = mesh.path(*mesh.sample(2, seed=5))
    assert path.found
    points = path.points(0.1)
    heights = points[:, 2]
    assert np.abs(np.diff(heights)).max() < 0.2
    assert (mesh.locate(points) >= 0).all()


def test_triangles_that_are_none_are_refused():
    triangle = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    assert cw.triangles(triangle, [(0, 1, 2)]).cell_count == 1
    for vertices, corners, words in (
            (triangle, [(0, 1, 3)], "index"), (triangle, [(0, 1, -1)], "index"),
            (triangle, [(0, 1)], "three whole"), (triangle, [(0.0, 1.0, 2.0)], "three whole"),
            ([(0, 0)], [(0, 1, 2)], "three numbers")):
        with pytest.raises(cw.Error, match=words):
            cw.triangles(vertices, corners)
    with pytest.raises(cw.Error, match="up"):
        cw.triangles(triangle, [(0, 1, 2)], up="x")


def test_a_mesh_is_a_geometry_of_its_cells():
    mesh = cw.build([SQUARE, BOX])
    again = cw.build({"type": "Feature", "properties": {}, "geometry": mesh.__geo_interface__})
    assert again.stats.area == pytest.approx(96)


def test_islands_are_told_apart():
    mesh = cw.build([[box(0, 0, 1, 1)], [box(5, 5, 1, 1)]])
    assert mesh.island_count == 2
    assert len(set(mesh.cell_island)) == 2
    assert not cw.build(SQUARE).path((1, 1), (2, 2)).why


def test_nothing_is_warned_of_without_need():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cw.build([SQUARE, BOX])
