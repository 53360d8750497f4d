"""Pictures with matplotlib, in the colours of the command's."""

import numpy as np

CELL_COLOURS = ("#e8eef4", "#dde7ef", "#eef2f6", "#d6e2ec")
PORTAL_COLOUR, WALL_COLOUR = "#8fb3cf", "#22303c"
PATH_COLOURS = ("#c2410c", "#1d6fb8", "#2f7d32", "#7b3fa0")
GATE_COLOUR = "#b91c1c"
EDGES_PER_ARC = 64


def axes(ax):
    """The axes to draw into: those given, or new ones with equal scales."""
    if ax is None:
        import matplotlib.pyplot as plt
        _, ax = plt.subplots()
    ax.set_aspect("equal")
    return ax


def lines(ax, segments, **style):
    from matplotlib.collections import LineCollection
    return ax.add_collection(LineCollection(segments, **style))


def mesh(made, ax=None, *, cells=True, portals=True, walls=True, values=None, cmap="viridis",
         **style):
    """Draws cells, portals and walls, and returns the axes.

    values colours the cells by a number each, through cmap; other options go to the cells.
    """
    from matplotlib.collections import PolyCollection
    ax = axes(ax)
    xy = made.vertices[:, :2]
    if cells:
        colour = {"array": np.asarray(values, float), "cmap": cmap} if values is not None else \
            {"facecolors": [CELL_COLOURS[i % len(CELL_COLOURS)] for i in range(made.cell_count)]}
        ax.add_collection(PolyCollection([xy[cell] for cell in made.cells],
                                         **{"edgecolors": "none", "zorder": 1, **colour, **style}))
    if portals:
        lines(ax, xy[made.portals], colors=PORTAL_COLOUR, linewidths=0.6, zorder=2)
    if walls:
        lines(ax, xy[made.walls], colors=WALL_COLOUR, linewidths=1.0, capstyle="round", zorder=3)
    ax.autoscale_view()
    return ax


def path(made, ax=None, *, color=None, swept=True, ends=True, label=None, linewidth=1.8):
    """Draws a path and the floor it sweeps, or the gap that is too narrow; returns the axes."""
    ax = axes(ax)
    if color is None:
        count = getattr(ax, "_clearway_paths", 0)
        color = PATH_COLOURS[count % len(PATH_COLOURS)]
        ax._clearway_paths = count + 1
    points = made.points(None)
    if len(points) == 0:
        return obstruction(made, ax)
    if swept and made.radius > 0:
        for ring in swept_rings(made, points[:, :2]):
            ax.fill(*ring.T, color=color, alpha=0.2, linewidth=0, zorder=4)
    ax.plot(points[:, 0], points[:, 1], color=color, linewidth=linewidth, zorder=6, label=label,
            solid_joinstyle="round")
    if ends:
        ax.plot(*points[0, :2], "o", color=color, markerfacecolor="white", markersize=5, zorder=7)
        ax.plot(*points[-1, :2], "o", color=color, markersize=5, zorder=7)
    return ax


def obstruction(made, ax):
    """Where a disc gets stuck, as large as it is."""
    gate = made.gate
    if gate is not None:
        ax.fill(*circle(gate.position, made.radius).T, color=GATE_COLOUR, alpha=0.25, zorder=5)
        ax.plot(*gate.position, "x", color=GATE_COLOUR, zorder=7)
    return ax


def circle(center, radius):
    angles = np.linspace(0, 2 * np.pi, EDGES_PER_ARC)
    return np.asarray(center) + radius * np.stack((np.cos(angles), np.sin(angles)), 1)


def swept_rings(made, points):
    """The outline of what the disc passes over: one ring with shapely, else discs and bands."""
    try:
        area = made.swept
    except ImportError:
        return bands(points, made.radius)
    parts = getattr(area, "geoms", [area])
    return [ring_with_holes(part) for part in parts]


def ring_with_holes(polygon):
    """One closed line around a polygon and its holes, which matplotlib fills by winding."""
    rings = [np.asarray(polygon.exterior.coords)]
    for hole in polygon.interiors:
        inner = np.asarray(hole.coords)
        rings += [inner, rings[0][:1]]
    return np.concatenate(rings)


def bands(points, radius):
    """Rectangles along the segments, and discs at the two ends."""
    made = [circle(points[0], radius), circle(points[-1], radius)]
    for a, b in zip(points[:-1], points[1:]):
        along = b - a
        length = np.hypot(*along)
        if length > 0:
            across = np.array((-along[1], along[0])) * radius / length
            made.append(np.array((a + across, b + across, b - across, a - across)))
    return made


def crowd(simulation, ax=None, *, color="speed", **options):
    """Draws the floor and everybody on it as discs, coloured by speed or in one colour."""
    from matplotlib.collections import EllipseCollection
    ax = axes(ax)
    mesh(simulation.mesh, ax, **{"portals": False, **options})
    made = getattr(simulation, "_crowd", simulation)
    _, positions, velocities, _ = made.state()
    sizes = 2 * made.radii
    colour = {"array": np.hypot(*velocities.T), "cmap": "viridis"} if color == "speed" \
        else {"facecolors": color}
    discs = EllipseCollection(sizes, sizes, np.zeros(len(sizes)), units="xy", zorder=6,
                              offsets=positions[:, :2], transOffset=ax.transData, **colour)
    if color == "speed":
        discs.set_clim(0, 1.5)
    ax.add_collection(discs)
    return ax


def trajectories(recorder, ax=None, *, cmap="viridis", linewidth=0.7):
    """Draws the ways of everybody, coloured by speed in m/s, and returns the axes."""
    from matplotlib.collections import LineCollection
    ax = axes(ax)
    rows = recorder.array
    rows = rows[np.argsort(rows["id"], kind="stable")]
    points = np.stack((rows["x"], rows["y"]), 1)
    same = rows["id"][1:] == rows["id"][:-1]
    segments = np.stack((points[:-1], points[1:]), 1)[same]
    lines = LineCollection(segments, array=np.hypot(rows["vx"], rows["vy"])[1:][same], cmap=cmap,
                           linewidths=linewidth, zorder=5, capstyle="round")
    lines.set_clim(0, 1.5)
    ax.add_collection(lines)
    ax.autoscale_view()
    return ax


def roadmap(made, ax=None, *, cmap="viridis", linewidth=0.8, **options):
    """Draws the floor and the edges of a roadmap, coloured by level, and returns the axes."""
    ax = axes(ax)
    mesh(made.mesh, ax, **{"portals": False, **options})
    drawn = lines(ax, made.nodes[made.edges][:, :, :2], linewidths=linewidth, zorder=4, cmap=cmap)
    drawn.set_array(made.levels)
    return ax
