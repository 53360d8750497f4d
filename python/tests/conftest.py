"""What the tests share: example plans, random plans, and the command to compare with."""

import json
import os
import pathlib
import re
import subprocess

import numpy as np
import pytest

import clearway as cw

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = pathlib.Path(os.environ.get("CLEARWAY", ROOT / "build" / "clearway"))


def read_wkt(path):
    """The rings of the one POLYGON in a file."""
    rings = re.findall(r"\(([^()]*)\)", path.read_text())
    return [[tuple(map(float, point.split())) for point in ring.split(",")] for ring in rings]


def random_plan(seed):
    """A hall with random boxes and stars in it, which may overlap and reach over its walls."""
    random = np.random.default_rng(seed)
    size = random.uniform(5, 40, 2)
    hall = [(0, 0), (size[0], 0), tuple(size), (0, size[1])]
    obstacles = []
    for _ in range(random.integers(1, 14)):
        corners = random.integers(3, 9)
        angles = np.sort(random.uniform(0, 2 * np.pi, corners))
        lengths = random.uniform(0.2, 2.5, corners)
        star = np.stack((np.cos(angles), np.sin(angles)), 1) * lengths[:, None]
        obstacles.append(star + random.uniform((0, 0), size))
    return hall, obstacles, size


@pytest.fixture(scope="session")
def office_rings():
    return read_wkt(ROOT / "examples" / "office.wkt")


@pytest.fixture(scope="session")
def office(office_rings):
    return cw.build(office_rings)


@pytest.fixture
def command():
    """Runs the command and gives its JSON; the test is skipped where it is not built."""
    if not COMMAND.exists():
        pytest.skip(f"{COMMAND} is not built")

    def run(*arguments):
        done = subprocess.run([COMMAND, *map(str, arguments), "--json"], capture_output=True,
                              text=True)
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    return run
