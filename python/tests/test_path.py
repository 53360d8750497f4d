"""Paths and the other questions: equal to the command's answers, and to what shapely measures."""

import json
import math
import threading

import numpy as np
import pytest
from conftest import random_plan
from shapely.geometry import LineString, MultiLineString, Point

import clearway as cw

HALL = [(0, 0), (10, 0), (10, 6), (0, 6)]
BOX = [(4, 2), (6, 2), (6, 4), (4, 4)]


def walls_of(mesh):
    return MultiLineString([LineString(ends) for ends in mesh.vertices[mesh.walls][:, :, :2]])


def lattice_error(mesh):
    """Metres: walls of coordinates between the points of the lattice lie where rounding put them."""
    return 2 * mesh.lattice_step + 1e-9


def expect_same(path, answer):
    """Every figure of the command's answer, to the last bit."""
    assert path.found == answer["found"]
    assert path.status == answer["status"]
    assert path.why == answer.get("why", "")
    if "length" in answer:
        assert path.length == answer["length"]
        assert path.guarantee == answer["guarantee"]
        assert path.goal_index == answer["goal"]
        assert path.cells.tolist() == answer["cells"]
        assert path.corners.tolist() == answer["points"]
        assert path.expansions == answer["expansions"]
        assert len(path.legs) == len(answer["legs"])
        for leg, other in zip(path.legs, answer["legs"]):
            assert (leg.start.tolist(), leg.end.tolist()) == (other["from"], other["to"])
            assert (leg.center is not None) == ("arc" in other)
            if leg.center is not None:
                assert leg.center.tolist() == other["arc"]["center"]
                assert leg.ccw == other["arc"]["ccw"]
        for portal, other in zip(path.portals, answer["portals"]):
            assert (portal.right.tolist(), portal.left.tolist()) == (other["from"], other["to"])
            assert portal.usable.tolist() == other["usable"]
    else:
        assert math.isnan(path.length)
    if path.status == "blocked":
        assert path.gate.radius == answer["widest"]
        assert path.gate.position.tolist() == answer["gap"]
    if path.nearest is not None:
        assert path.nearest.point.tolist() == answer["nearest"]



def test_radius_is_the_one_that_is_kept():
    door = cw.build(HALL, barriers=[[(5, 0), (5, 2)], [(5, 3.5), (5, 6)]])
    path = door.path((2, 5), (8, 1), 0.7500005)
    assert path.found and 0.749999 <= path.radius <= 0.75 + 1e-9
    nearest = min(walls_of(door).distance(Point(place)) for place in path.points(0.01)[:, :2])
    assert nearest >= path.radius - 1e-9 - lattice_error(door)
    assert door.path((2, 5), (8, 1), 0.3).radius == 0.3
    assert door.path((2, 5), (8, 1), 0.8).radius == 0.8  # blocked

def ask(command, file, start, goals, radius, *options):
    ends = [f"--to={x!r},{y!r}" for x, y in goals]
    return command("path", file, f"--from={start[0]!r},{start[1]!r}", *ends, "--radius", radius,
                   *options)


def test_three_characters_take_the_three_ways_of_the_demo(office, command, tmp_path):
    office.save(tmp_path / "office.cwm")
    lengths = []
    for radius in (0.3, 0.65, 0.9, 1.2):
        path = office.path((24.4, 18.5), (32.6, 12.1), radius=radius)
        expect_same(path, ask(command, tmp_path / "office.cwm", (24.4, 18.5), [(32.6, 12.1)],
                              radius))
        lengths.append(path.length)
    assert lengths[0] < lengths[1] < lengths[2] and math.isnan(lengths[3])


def test_answers_on_random_plans_are_the_command_s(command, tmp_path):
    statuses = set()
    for seed in range(8):
        hall, obstacles, size = random_plan(100 + seed)
        mesh = cw.build(hall, obstacles=obstacles)
        mesh.save(tmp_path / "plan.cwm")
        random = np.random.default_rng(seed)
        for _ in range(8):
            start, *goals = random.uniform(-0.5, size + 0.5, (random.integers(2, 4), 2)).tolist()
            radius = round(float(random.choice([0, 0.05, 0.3, 0.7, 1.5])), 3)
            options, words = {}, []
            if random.random() < 0.3:
                options["reach"], words = 0.5, ["--reach", 0.5]
            if random.random() < 0.3:
                options["partial"] = True
                words = [*words, "--partial"]
            if random.random() < 0.2:
                options["slack"] = 0.1
                words = [*words, "--slack", 0.1]
            path = mesh.path(start, goals, radius, **options)
            expect_same(path, ask(command, tmp_path / "plan.cwm", start, goals, radius, *words))
            statuses.add(path.status)
    assert {"found", "partial", "goal_off_mesh", "start_off_mesh"} <= statuses


def test_the_reason_names_islands_and_gaps_as_the_command_does(command, tmp_path):
    two = cw.build([[[(0, 0), (1, 0), (1, 1), (0, 1)]], [[(2, 0), (3, 0), (3, 1), (2, 1)]]])
    door = cw.build(HALL, barriers=[[(5, 0), (5, 2.55)], [(5, 3.45), (5, 6)]])
    tiny = cw.build(np.array(HALL) * 1e-3, barriers=np.array([[(5, 0), (5, 2.5)]]) * 1e-3)
    for mesh, start, goal, radii in ((two, (0.5, 0.5), (2.5, 0.5), (0, 0.2)),
                                     (door, (2, 3), (8, 3), (0.45, 0.4500001, 0.46, 0.5, 3.5)),
                                     (tiny, (2e-3, 3e-3), (8e-3, 3e-3), (1e-4, 2e-3, 4e-3))):
        mesh.save(tmp_path / "mesh.cwm")
        for radius in radii:
            path = mesh.path(start, goal, radius)
            expect_same(path, ask(command, tmp_path / "mesh.cwm", start, [goal], radius))
    assert "0.45 m" in door.path((2, 3), (8, 3), 0.5).why
    assert "different islands" in two.path((0.5, 0.5), (2.5, 0.5)).why


def test_a_way_around_a_corner_is_two_tangents_and_an_arc():
    mesh = cw.build(HALL, obstacles=[[(4, -1), (6, -1), (6, 3), (4, 3)]])
    radius = 0.5
    path = mesh.path((2, 1), (8, 1), radius)
    # By hand: tangents to the circles around (4, 3) and (6, 3), arcs there, a straight way between.
    distance = math.hypot(2, 2)
    tangent = math.sqrt(distance**2 - radius**2)
    angle = math.atan2(2, 2) + math.asin(radius / distance)  # of the first tangent
    assert path.length == pytest.approx(2 * tangent + 2 * radius * angle + 2, abs=1e-9)
    assert [leg.center is not None for leg in path.legs] == [False, True, False, True, False]


def test_points_keep_the_radius_and_the_step():
    for seed in range(200, 210):
        hall, obstacles, _ = random_plan(seed)
        mesh = cw.build(hall, obstacles=obstacles)
        walls = walls_of(mesh)
        radius = 0.2
        try:
            ends = mesh.sample(12, radius, seed=seed)
        except cw.Error:
            continue
        for start, goal in zip(ends[::2], ends[1::2]):
            path = mesh.path(start, goal, radius)
            if not path.found:
                continue
            points = path.points(0.1)
            steps = np.hypot(*np.diff(points[:, :2], axis=0).T)
            assert steps.max() <= 0.1 + 1e-12
            assert steps.sum() == pytest.approx(path.length, rel=1e-3)
            assert steps.sum() <= path.length + 1e-9
            assert (points[0] == path.start).all() and (points[-1] == path.goal).all()
            assert min(Point(point).distance(walls) for point in points) >= \
                radius - lattice_error(mesh)
            assert path.line.length == pytest.approx(path.length, rel=1e-3)
            assert path.swept.area >= path.line.length * 2 * radius * 0.5


def test_many_lengths_do_not_depend_on_workers(office):
    ends = office.sample(600, 0.3, seed=7)
    lengths = office.lengths(ends[:300], ends[300:], 0.3)
    for workers in (2, 5):
        again = office.lengths(ends[:300], ends[300:], 0.3, workers=workers)
        assert again.tobytes() == lengths.tobytes()
    for i in range(0, 300, 17):
        path = office.path(ends[i], ends[300 + i], 0.3)
        assert path.length == lengths[i] or not path.found and math.isnan(lengths[i])
    assert np.isfinite(lengths).mean() > 0.5


def test_lengths_take_one_point_or_one_radius_for_all(office):
    start, goals = (24.4, 18.5), [(32.6, 12.1), (-5, -5), (29, 15)]
    lengths = office.lengths(start, goals, [0.65, 0.1, 0.3])
    assert lengths[0] == office.path(start, goals[0], 0.65).length
    assert math.isnan(lengths[1])
    assert office.lengths(start, goals[0], [0.3, 0.65]).shape == (2,)
    assert office.lengths([], [], 0.3).shape == (0,)
    with pytest.raises(cw.Error, match="do not go together"):
        office.lengths(goals, goals[:2])
    with pytest.raises(cw.Error, match="radius"):
        office.lengths(start, goals, -1)


def test_sights_give_the_same_lengths(office_rings):
    mesh = cw.build(office_rings)
    ends = mesh.sample(200, 0.4, seed=3)
    plain = mesh.lengths(ends[:100], ends[100:], 0.4)
    mesh.prepare()
    np.testing.assert_allclose(mesh.lengths(ends[:100], ends[100:], 0.4), plain, rtol=0, atol=1e-9)
    assert mesh.path(ends[0], ends[100], 0.4).found == np.isfinite(plain[0])


def test_clearance_and_cells_are_what_shapely_measures():
    for seed in range(300, 306):
        hall, obstacles, size = random_plan(seed)
        mesh = cw.build(hall, obstacles=obstacles)
        walls, cells = walls_of(mesh), mesh.polygons
        points = np.random.default_rng(seed).uniform(-1, size + 1, (150, 2))
        found, distances = mesh.locate(points), mesh.clearance(points)
        for point, cell, distance in zip(points, found, distances):
            holders = [i for i, polygon in enumerate(cells) if polygon.covers(Point(point))]
            assert cell in holders if holders else cell == -1
            if cell < 0:
                assert math.isnan(distance)
            else:
                assert distance == pytest.approx(Point(point).distance(walls),
                                                 abs=lattice_error(mesh))
        assert mesh.locate(points[0]) == found[0]
        assert isinstance(mesh.clearance(points[0]), float)


def test_the_widest_way_is_the_largest_radius_that_finds_one():
    hits = 0
    for seed in range(400, 412):
        hall, obstacles, _ = random_plan(seed)
        mesh = cw.build(hall, obstacles=obstacles)
        a, b = mesh.sample(2, 0.05, seed=seed)
        radius, gate = mesh.widest(a, b)
        if radius < 0:
            assert gate is None and not mesh.reachable(a, b)
            continue
        hits += 1
        assert gate.radius == radius
        assert mesh.path(a, b, radius).found and mesh.reachable(a, b, radius)
        assert not mesh.path(a, b, radius + 2e-6).found
        assert not mesh.reachable(a, b, radius + 2e-6)
    assert hits > 6


def test_nearest_places_have_room():
    mesh = cw.build(HALL, obstacles=[BOX])
    place = mesh.nearest((5, 3), 0.5)
    assert place.distance == pytest.approx(1.5)
    assert mesh.clearance(place.point) == pytest.approx(0.5)
    assert mesh.locate(place.point) == place.cell
    assert mesh.nearest((5, 3), 0.5, reach=1.4) is None
    assert mesh.nearest((5, 3), 5) is None


def test_a_ray_stops_at_the_wall():
    mesh = cw.build(HALL, obstacles=[BOX])
    ray = mesh.ray((1, 3), (9, 3), 0.5)
    assert ray.hit and ray.distance == pytest.approx(2.5)
    assert ray.normal == pytest.approx((-1, 0)) and ray.touched[0] == pytest.approx(4)
    free = mesh.ray((1, 1), (9, 1), 0.5)
    assert not free.hit and free.touched is None and free.distance == pytest.approx(8)
    with pytest.raises(cw.Error):
        mesh.ray((5, 3), (9, 3))


def test_cells_within_a_walk_grow_with_it(office):
    few, more = office.within((24.4, 18.5), 3, 0.3), office.within((24.4, 18.5), 9, 0.3)
    assert set(few) < set(more)
    assert few[0] == office.locate((24.4, 18.5))


def test_samples_have_room_and_follow_their_seed(office):
    points = office.sample(500, 0.4, seed=11)
    assert points.shape == (500, 3)
    assert office.clearance(points).min() >= 0.4 - 1e-9
    assert (office.sample(500, 0.4, seed=11) == points).all()
    assert (office.sample(500, 0.4, seed=12) != points).any()
    with pytest.raises(cw.Error) as failure:
        office.sample(1, 50)
    assert failure.value.status == "limit"
    assert office.sample(0).shape == (0, 3)


def test_costs_turn_a_path_aside():
    mesh = cw.build(HALL, obstacles=[BOX])
    below = (mesh.vertices[:, 1] < 3.5)
    costs = np.array([9.0 if below[cell].all() else 1.0 for cell in mesh.cells])
    path = mesh.path((1, 2.9), (9, 2.9), 0.2, costs=np.ones(mesh.cell_count))
    dear = mesh.path((1, 2.9), (9, 2.9), 0.2, costs=costs)
    assert path.cost == pytest.approx(path.length)
    assert dear.found and dear.cost >= path.cost
    with pytest.raises(cw.Error, match="one per cell"):
        mesh.path((1, 3), (9, 3), costs=[1.0])
    with pytest.raises(cw.Error):
        mesh.path((1, 3), (9, 3), costs=np.zeros(mesh.cell_count))
    shut = np.where(np.arange(mesh.cell_count) == mesh.locate((9, 3)), np.inf, 1)
    assert mesh.path((1, 3), (9, 3), costs=shut).why == \
        "no way leads from the start (1.00, 3.00) to the goal (9.00, 3.00) without a forbidden area"


@pytest.mark.parametrize("arguments, words", [
    (((1, 1), (9, 1), -0.1), "radius"), (((1, 1), (9, 1), float("nan")), "radius"),
    (((1, float("inf")), (9, 1)), "start|finite"), (((1,), (9, 1)), "start"),
    (((1, 1), (9, 1, 0, 0)), "goal"), (("a", (9, 1)), "start"), (((1, 1), []), "goal"),
    (([(1, 1), (2, 2)], (9, 1)), "one point"),
])
def test_questions_out_of_range_are_refused_by_name(arguments, words):
    with pytest.raises(cw.Error, match=words):
        cw.build(HALL).path(*arguments)


def test_points_may_be_shapely_s_and_have_heights(office):
    plain = office.path((24.4, 18.5), (32.6, 12.1), 0.3)
    assert office.path(Point(24.4, 18.5), Point(32.6, 12.1), 0.3).length == plain.length
    assert office.path((24.4, 18.5, 0), np.array((32.6, 12.1, 0)), 0.3).length == plain.length
    with pytest.raises(cw.Error, match="step"):
        plain.points(0)


def test_a_path_from_a_point_to_itself_is_a_point(office):
    path = office.path((24.4, 18.5), (24.4, 18.5), 0.3)
    assert path.found and path.length == 0
    assert path.points().shape[1] == 3 and len(path.points()) >= 1
    assert path.swept.area == pytest.approx(math.pi * 0.09, rel=0.02)


def test_a_path_is_a_geometry(office):
    path = office.path((24.4, 18.5), (32.6, 12.1), 0.65)
    assert json.loads(json.dumps(path.__geo_interface__))["type"] == "LineString"
    assert bool(path) and "18.3332" in repr(path)


def test_threads_ask_one_mesh_at_once(office):
    ends = office.sample(64, 0.3, seed=5)
    expected = [office.path(a, b, 0.3).length for a, b in zip(ends[::2], ends[1::2])]
    failures = []

    def work(seed):
        order = np.random.default_rng(seed).permutation(len(expected))
        for i in order:
            length = office.path(ends[2 * i], ends[2 * i + 1], 0.3).length
            if length != expected[i] and not math.isnan(length + expected[i]):
                failures.append((i, length, expected[i]))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
