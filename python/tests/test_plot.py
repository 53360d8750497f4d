"""Pictures: that they show what they should, as far as a program can see."""

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.colors import to_rgba  # noqa: E402

from clearway import plot  # noqa: E402


@pytest.fixture
def ax():
    figure, axes = plt.subplots(figsize=(6, 4), dpi=100)
    yield axes
    plt.close(figure)


def pixels(axes):
    axes.figure.canvas.draw()
    return np.asarray(axes.figure.canvas.buffer_rgba())[:, :, :3]


def colour_at(axes, point, image=None):
    image = pixels(axes) if image is None else image
    x, y = axes.transData.transform(point)
    return image[image.shape[0] - 1 - int(y), int(x)]


def near(colour, other):
    return np.abs(colour.astype(float) - 255 * np.array(to_rgba(other)[:3])).max() < 60


def test_a_mesh_fills_its_floor_and_leaves_its_holes(office, ax):
    assert office.plot(ax) is ax
    assert len(ax.collections) == 3
    low, high = office.bounds
    assert ax.get_xlim()[0] <= low[0] and ax.get_xlim()[1] >= high[0]
    assert (colour_at(ax, (19, 14)) == 255).all()  # the stairwell is a hole
    assert not (colour_at(ax, (24.4, 18.5)) == 255).all()


def test_a_path_lies_where_its_points_are(office, ax):
    office.plot(ax)
    path = office.path((24.4, 18.5), (32.6, 12.1), 0.65)
    path.plot(ax, color="#00aa00", swept=False, linewidth=6)
    image = pixels(ax)
    for x, y, _ in path.points(2.0)[2:-2]:
        assert near(colour_at(ax, (x, y), image), "#00aa00")


def test_what_is_swept_is_as_wide_as_the_disc(office, ax):
    path = office.path((24.4, 18.5), (32.6, 12.1), 0.65)
    path.plot(ax, color="#0000ff")
    start = path.start[:2]
    along = path.corners[1, :2] - start
    across = np.array((-along[1], along[0])) / np.hypot(*along)
    middle = start + along / 2
    assert not (colour_at(ax, middle + 0.5 * across) == 255).all()
    assert (colour_at(ax, middle + 0.8 * across) == 255).all()


def test_paths_in_one_picture_have_different_colours(office, ax):
    for radius in (0.3, 0.65):
        office.path((24.4, 18.5), (32.6, 12.1), radius).plot(ax)
    colours = {line.get_color() for line in ax.lines}
    assert len(colours) == 2


def test_a_blocked_path_shows_the_gap(office, ax):
    path = office.path((24.4, 18.5), (32.6, 12.1), 1.5)
    assert path.plot(ax) is ax
    if path.gate is not None:
        assert near(colour_at(ax, path.gate.position), plot.GATE_COLOUR)


def test_cells_may_be_coloured_by_a_number(office, ax):
    office.plot(ax, values=np.arange(office.cell_count), portals=False, walls=False)
    image = pixels(ax).reshape(-1, 3)
    assert len(np.unique(image, axis=0)) > 50


def test_without_shapely_the_band_is_drawn_too(office, ax, monkeypatch):
    path = office.path((24.4, 18.5), (32.6, 12.1), 0.65)
    monkeypatch.setattr(plot, "swept_rings", lambda made, points: plot.bands(points, made.radius))
    path.plot(ax, color="#0000ff")
    middle = path.corners[:2, :2].mean(0)
    assert not (colour_at(ax, middle + (0.5, 0)) == 255).all()
