"""Plans in degrees of longitude and latitude (WGS 84); what the command does, and why, is in docs/files.md."""

import numpy as np

from .core import Error, ffi

# WGS 84: half of the longer axis in metres, and the square of the eccentricity.
EQUATOR_RADIUS, ECCENTRICITY_SQUARED = 6378137.0, 6.69437999014e-3
GRID = 2.0 ** -20  # metres: places are rounded to it, so that a sine's last bit decides nothing
LARGEST_EXTENT = 1.0  # degrees
SMALLEST_PLAN = 1.0  # metres


def points_of(plan):
    """The points of a plan of the library, to be changed in place."""
    count = plan.pointer.point_count
    return np.frombuffer(ffi.buffer(plan.pointer.points, 16 * count), np.float64).reshape(-1, 2)


def can_be_degrees(low, high):
    return (low >= (-180, -90)).all() and (high <= (180, 90)).all()


def refuse(plan):
    """Degrees that are taken for metres would be a building of half a millimetre."""
    points = points_of(plan)
    low, high = points.min(0), points.max(0)
    size = high - low
    if (can_be_degrees(low, high) and (size < SMALLEST_PLAN).all()
            and np.hypot(*((low + high) / 2)) > SMALLEST_PLAN):
        raise Error(f"these are degrees, by the looks of them: taken as metres, the plan is {size[0]:.3g} m by "
                    f"{size[1]:.3g} m; have them projected (degrees=True), or give metres (as lists of "
                    "points, if it is as small as that)", "input")


def on_ellipsoid(longitude, latitude):
    sine, cosine = np.sin(latitude), np.cos(latitude)
    across = EQUATOR_RADIUS / np.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine)
    return np.stack([across * cosine * np.cos(longitude), across * cosine * np.sin(longitude),
                     across * (1 - ECCENTRICITY_SQUARED) * sine], -1)


def project(plan):
    """Metres east and north of the middle of the plan."""
    points = points_of(plan)
    low, high = points.min(0), points.max(0)
    if not can_be_degrees(low, high):
        raise Error(f"these are no degrees: they go from {low[0]:.9g} to {high[0]:.9g} and from {low[1]:.9g} to "
                    f"{high[1]:.9g}, not from -180 to 180 and from -90 to 90", "input")
    if (high - low > LARGEST_EXTENT).any():
        raise Error(f"a plan of degrees spans at most {LARGEST_EXTENT:g} either way, not "
                    f"{high[0] - low[0]:.9g} by {high[1] - low[1]:.9g}", "limit")
    longitude, latitude = (low + high) / 2 * (np.pi / 180)
    x, y, z = (on_ellipsoid(*(points * (np.pi / 180)).T) - on_ellipsoid(longitude, latitude)).T
    (sin_x, cos_x), (sin_y, cos_y) = [(np.sin(a), np.cos(a)) for a in (longitude, latitude)]
    east = -sin_x * x + cos_x * y
    north = -sin_y * cos_x * x - sin_y * sin_x * y + cos_y * z
    points[:] = np.round(np.stack([east, north], -1) / GRID) * GRID
