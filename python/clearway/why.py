"""Why there is no path, in the words of the command (cli/answer/answer_why.c, cli/answer/answer_length.c).

What is said about a radius that does not fit has to hold when it is tried: the widest radius is
rounded down.
"""

import math

import numpy as np

from .core import lib

MOST_DIGITS = 17  # tell any two numbers apart
MOST_PLACE_DECIMALS = 12  # tell any two places apart that differ by more than rounding: picometres
FEWEST_DECIMALS, MOST_DECIMALS = 2, 9  # of lengths: a centimetre, at most the answers' tolerance
MOST_SLACK = 0.1  # share of the last decimal by which a number may be told as more than it is


def decimals_of_mesh(mesh):
    xy = mesh.vertices[:, :2]
    size = float(np.abs(xy - xy[0]).max()) if len(xy) else 0.0
    decimals = FEWEST_DECIMALS
    while decimals < MOST_DECIMALS and size < 1:
        size *= 10
        decimals += 1
    return decimals


def decimals_of(value):
    """Fewest decimals that give the number back."""
    for decimals in range(FEWEST_DECIMALS, MOST_DECIMALS):
        if float(f"{value:.{decimals}f}") == value:
            return decimals
    return MOST_DECIMALS


def metres(length):
    if 0 < length < 10.0 ** -MOST_DECIMALS:
        return f"{length:.3g} m"
    return f"{length:.{decimals_of(length)}f} m"


def length_text(length, decimals):
    return f"{length:.3g} m" if 0 < length < 10.0 ** -decimals else f"{length:.{decimals}f} m"


def round_down(length, slack, decimals):
    unit = 10.0 ** decimals
    return math.floor((length + slack) * unit) / unit


def tells_what_fits(rounded, fitting, refused):
    """Less than what was refused, and no more below what fits than that is below it."""
    return 0 < rounded < refused and fitting - rounded <= refused - fitting


def fitting_text(fitting, refused, step):
    decimals = decimals_of(refused) + 1
    slack = min(2 * step + lib.CW_CLEARANCE_TOLERANCE, MOST_SLACK * 10.0 ** -decimals)
    rounded = round_down(fitting, slack, decimals)
    while decimals <= MOST_DECIMALS and not tells_what_fits(rounded, fitting, refused):
        rounded = round_down(fitting, 0, decimals)
        decimals += 1
    return metres(rounded if 0 < rounded < refused else fitting)


class Explainer:
    """Says why one question has no path."""

    def __init__(self, mesh, radius, goal_count):
        self.mesh = mesh
        self.radius = radius
        self.goal_count = goal_count
        self.decimals = decimals_of_mesh(mesh)

    def place(self, point, decimals=None):
        decimals = self.decimals if decimals is None else decimals
        numbers = point[:2] if self.mesh.level else point
        return "(" + ", ".join(f"{number:.{decimals}f}" for number in numbers) + ")"

    def places(self, first, second):
        """With as many decimals as it takes to tell them apart."""
        for decimals in range(self.decimals, MOST_PLACE_DECIMALS + 1):
            pair = self.place(first, decimals), self.place(second, decimals)
            if pair[0] != pair[1]:
                return pair
        return self.place(first), self.place(second)

    def several(self, why):
        if self.goal_count > 1:
            return f"none of the {self.goal_count} goals can be reached: {why}"
        return why

    def wall_text(self, wall):
        """With as many digits as tell it from the radius."""
        for digits in range(4, MOST_DIGITS + 1):
            text = f"{wall:.{digits}g} m"
            if float(text[:-2]) < self.radius:
                break
        return text

    def end(self, is_start, asked, wall, nearest):
        """The start or the goal is off the mesh (wall None) or too close to a wall."""
        if wall is None:
            reason = "is off the mesh"
        else:
            reason = (f"is {self.wall_text(wall)} from a wall, too close for a radius of "
                      f"{metres(self.radius)}")
        word = "start" if is_start else "goal"
        if nearest is None:
            why = (f"the {word} {self.place(asked)} {reason}; nowhere on the mesh is there room "
                   f"for a radius of {metres(self.radius)}")
        else:
            place, other = self.places(asked, nearest.point)
            why = (f"the {word} {place} {reason}; the nearest place with room is {other}, "
                   f"{length_text(nearest.distance, self.decimals)} away")
        return why if is_start else self.several(why)

    def islands(self, start, goal, forbids):
        first, second = self.places(start, goal)
        if forbids:
            return self.several(f"no way leads from the start {first} to the goal {second} "
                                "without a forbidden area")
        if self.goal_count > 1:
            return self.several(f"the start {first} is on another island of the mesh: not even a "
                                "point can go there")
        return (f"the start {first} and the goal {second} are on different islands of the mesh: "
                "not even a point can go there")

    def gap(self, gate, height):
        place = self.place((*gate.position, height))
        widest = fitting_text(gate.radius, self.radius, self.mesh.lattice_step)
        return self.several(f"a radius of {metres(self.radius)} does not fit through the gap at "
                            f"{place}; the widest that does is {widest}")
