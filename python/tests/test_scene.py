"""3D scenes and roadmaps: as the command makes them."""

import json

import matplotlib
import numpy as np
import pytest
from conftest import ROOT

import clearway as cw

matplotlib.use("Agg")


def read_obj(path):
    """Positions and triangles of an OBJ file; polygons are cut into fans."""
    positions, corners = [], []
    for line in path.read_text().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            positions.append([float(word) for word in words[1:4]])
        elif words[:1] == ["f"]:
            face = [int(word.split("/")[0]) - 1 for word in words[1:]]
            corners += [(face[0], face[i], face[i + 1]) for i in range(1, len(face) - 1)]
    return positions, corners


def test_the_house_has_the_floors_that_the_command_finds(command, tmp_path):
    made = command("build", ROOT / "examples" / "house.obj", "--from", "2,-4.8,-0.12", "-o",
                   tmp_path / "house.cwm")
    positions, corners = read_obj(ROOT / "examples" / "house.obj")
    house = cw.scene(positions, corners, up="y", start=(2, -4.8, -0.12))
    assert house.hash == made["hash"]
    path = house.path((2, -4.8, -0.12), (3.2, 0.9, 2.95), radius=0.25)
    asked = command("path", tmp_path / "house.cwm", "--from", "2,-4.8,-0.12", "--to",
                    "3.2,0.9,2.95", "--radius", 0.25)
    assert path.found and path.length == asked["length"]
    assert not house.level and path.points()[-1, 2] > 2.9


def test_a_step_is_walked_over_and_a_wall_is_not():
    low = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)]
    for rise, joined in ((0.3, True), (0.5, False)):
        positions = low + [(x + 4, y, rise) for x, y, _ in low]
        mesh = cw.scene(positions, [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)])
        assert mesh.path((1, 1, 0), (7, 1, rise), radius=0.2).found is joined
    with pytest.raises(cw.Error, match="walk"):
        cw.scene([(0, 0, 0), (1, 0, 9), (0, 1, 9)], [(0, 1, 2)])
    with pytest.raises(cw.Error, match="height"):
        cw.scene(low, [(0, 1, 2)], height=-1)
    with pytest.raises(cw.Error, match="three numbers"):
        cw.scene(low, [(0, 1, 2)], start=(1, 1))


def test_the_roadmap_of_the_office_is_the_commands(office, command, tmp_path):
    made = office.roadmap()
    command("roadmap", ROOT / "examples" / "office.wkt", "-o", tmp_path / "roadmap.json")
    told = json.loads((tmp_path / "roadmap.json").read_text())
    assert (len(made.nodes), len(made.edges)) == (len(told["nodes"]), len(told["edges"]))
    ends = made.nodes[made.edges]
    length = np.hypot(*(ends[:, 1] - ends[:, 0])[:, :2].T)
    assert made.lengths == pytest.approx(length, abs=1e-9)
    room = office.clearance(made.nodes[made.room > 0.2])
    assert room == pytest.approx(made.room[made.room > 0.2], abs=1e-6)
    assert (made.clearance <= made.room[made.edges].min(1) + 1e-9).all()
    assert made.plot() is not None
    assert len(office.roadmap(levels=0).edges) < len(made.edges)
    with pytest.raises(cw.Error, match="spacing"):
        office.roadmap(-1)
    with pytest.raises(cw.Error, match="build it"):
        cw.loads(office.tobytes()).roadmap()
