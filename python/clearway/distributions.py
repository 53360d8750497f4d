"""Places for people who start, by the names of JuPedSim: random, so far from walls and from each other.

The same seed gives the same places, but not those of JuPedSim.
"""

import math
import os

from .core import Error
from .mesh import build

# Random places that are drawn at once.
BATCH = 256


class _Places:
    """Places on a polygon, each `apart` from the others, that grow in number."""

    def __init__(self, polygon, apart, from_walls, seed):
        if not apart >= 0 or not from_walls >= 0:
            raise Error("distances are not negative", "argument")
        self.floor = build(polygon, effort=0)
        self.taken, self._near = [], {}
        self._apart, self._from_walls = float(apart), float(from_walls)
        self._size = max(self._apart, 1e-6)
        self._seed = int.from_bytes(os.urandom(4), "little") if seed is None else int(seed)

    def _is_free(self, x, y, column, row):
        return all(math.hypot(x - other[0], y - other[1]) >= self._apart
                   for i in (-1, 0, 1) for j in (-1, 0, 1)
                   for other in self._near.get((column + i, row + j), ()))

    def grow(self, wanted, tries):
        """Adds places until there are `wanted`, or so many draws in a row found no room."""
        failed = 0
        while len(self.taken) < wanted and failed < tries:
            self._seed += 1
            for x, y, _ in self.floor.sample(BATCH, self._from_walls, seed=self._seed).tolist():
                column, row = math.floor(x / self._size), math.floor(y / self._size)
                failed += 1
                if self._is_free(x, y, column, row):
                    failed = 0
                    self._near.setdefault((column, row), []).append((x, y))
                    self.taken.append((x, y))
                    if len(self.taken) == wanted:
                        break
        return self.taken


def distribute_by_number(*, polygon, number_of_agents, distance_to_agents, distance_to_polygon,
                         seed=None, max_iterations=10000):
    """So many places; an error where they do not fit."""
    if number_of_agents < 0:
        raise Error(f"number_of_agents is {number_of_agents}, but must be 0 or more", "argument")
    places = _Places(polygon, distance_to_agents, distance_to_polygon, seed)
    taken = places.grow(number_of_agents, max_iterations)
    if len(taken) < number_of_agents:
        raise Error(f"only {len(taken)} of {number_of_agents} agents find room", "input")
    return taken


def distribute_by_density(*, polygon, density, distance_to_agents, distance_to_polygon, seed=None,
                          max_iterations=10000):
    """So many places per square metre."""
    number = round(density * build(polygon, effort=0).stats.area)
    return distribute_by_number(polygon=polygon, number_of_agents=number, seed=seed,
                                distance_to_agents=distance_to_agents,
                                distance_to_polygon=distance_to_polygon, max_iterations=max_iterations)


def distribute_until_filled(*, polygon, distance_to_agents, distance_to_polygon, seed=None,
                            max_iterations=10000, k=30):
    """Places until there is hardly room for more: k draws for each that is there found none."""
    places = _Places(polygon, distance_to_agents, distance_to_polygon, seed)
    if distance_to_agents == 0:
        raise Error("distance_to_agents is 0: there is room for any number", "argument")
    count = -1
    while len(places.taken) > count:
        count = len(places.taken)
        places.grow(math.inf, min(max_iterations, k * max(count, 1)))
    return places.taken


def distribute_by_percentage(*, polygon, percent, distance_to_agents, distance_to_polygon, seed=None,
                             max_iterations=10000, k=30):
    """A share of the places of distribute_until_filled()."""
    if not 0 < percent <= 100:
        raise Error("percent is above 0 and at most 100", "argument")
    filled = distribute_until_filled(polygon=polygon, distance_to_agents=distance_to_agents, k=k,
                                     distance_to_polygon=distance_to_polygon, seed=seed,
                                     max_iterations=max_iterations)
    return filled[:round(len(filled) * percent / 100)]
