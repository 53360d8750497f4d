"""Crowds: many discs of any mix of sizes that walk on one mesh, each on its own path.

This is the crowd of the library as it is, with arrays. clearway.simulation puts the names of JuPedSim
over it, and the module rvo2 those of Python-RVO2.
"""

from collections import namedtuple

import numpy as np

from .core import (NONE, Context, Error, Owner, as_vectors, copy, count_of, dtype_of, ffi, lib)

Event = namedtuple("Event", "kind agent target time position walked")
Event.__doc__ = """What happened to an agent: started, reached, arrived, no_way, stuck, moved or removed.

agent is its number, target the number of the target that was reached or None, time in seconds,
position (x, y, z), walked in metres up to then."""

MODELS = {"way-portals": lib.CW_MODEL_WAY_PORTALS, "orca": lib.CW_MODEL_ORCA,
          "way-points": lib.CW_MODEL_WAY_POINTS,
          "collision-free-speed": lib.CW_MODEL_COLLISION_FREE_SPEED}
SIDES = {"right": lib.CW_SIDE_RIGHT, "left": lib.CW_SIDE_LEFT, "none": lib.CW_SIDE_NONE}
CONTACTS = {"hard": lib.CW_CONTACT_HARD, "soft": lib.CW_CONTACT_SOFT}
EVENT = dtype_of(ffi.typeof("cw_crowd_event"))
STATES = ("outside", "searching", "walking", "waiting", "arrived", "no_way", "led")


def choice(name, word, words):
    try:
        return words[word]
    except (KeyError, TypeError):
        raise Error(f"{name}: {word!r} is none of {', '.join(words)}") from None


def tables_of(mesh):
    if not hasattr(mesh, "_get_tables"):
        raise Error(f"mesh: {type(mesh).__name__} is no mesh; cw.build() and cw.load() make one")
    return mesh._get_tables()


class Crowd:
    """A crowd on a clearway.Mesh.

    sight (metres), neighbours, tau, tau_wall and max_substep (seconds), contact ("hard", "soft"),
    side ("right", "left", "none"), seed and shared_routes are those of docs/crowd.md. The results
    do not depend on the count of workers.
    """

    def __init__(self, mesh, *, workers=1, contact="hard", side="right", **options):
        tables = tables_of(mesh)
        config = ffi.new("cw_crowd_config *", lib.cw_crowd_config_default())
        for name, value in options.items():
            if name not in ("sight", "neighbours", "tau", "tau_wall", "max_substep", "path_budget",
                            "body_height", "seed", "shared_routes"):
                raise TypeError(f"Crowd() has no option {name!r}")
            setattr(config, name, value)
        config.contact = choice("contact", contact, CONTACTS)
        config.side = choice("side", side, SIDES)
        self.mesh = mesh
        self._context = Context(workers)
        made = ffi.new("cw_crowd **")
        self._check(lib.cw_crowd_create(self._context.pointer, tables.pointer, config, made))
        self._crowd = made[0]
        self._held = [tables]  # what the crowd stands on; freed after it
        self._owner = Owner(self._crowd, lib.cw_crowd_free, self._context, self._held)
        self._handles = {}
        self._manner = {}

    def _check(self, status):
        self._context.check(status)

    # --- goals ------------------------------------------------------------------------------

    def add_target(self, points, radius=0.0):
        """Somewhere to go: one point (come within radius, 0 for 0.5 m), two (cross the segment
        between them), or more (enter the polygon). Returns its number."""
        points = self.mesh._points("points", points, allow_one=True)
        kinds = {1: lib.CW_TARGET_POINT, 2: lib.CW_TARGET_SEGMENT}
        target = ffi.new("cw_crowd_target *")
        target.kind = kinds.get(len(points), lib.CW_TARGET_REGION)
        target.points, target.point_count = as_vectors(points), len(points)
        target.radius = radius
        index = ffi.new("uint32_t *")
        self._check(lib.cw_crowd_add_target(self._crowd, target, index))
        return index[0]

    def add_journey(self, goals):
        """A list of goals in order. A goal is a target, a list of targets (the nearest by way), or a
        pair of such a list and the seconds to wait there. Returns the number of the journey."""
        made, held = ffi.new("cw_crowd_goal []", len(goals)), []
        for index, goal in enumerate(goals):
            targets, wait = goal if isinstance(goal, tuple) else (goal, 0.0)
            targets = np.atleast_1d(np.asarray(targets))
            if targets.dtype.kind not in "iu" or targets.size == 0:
                raise Error(f"goals[{index}]: not a target or a list of targets")
            numbers = ffi.new("uint32_t []", [count_of("target", t) for t in targets.tolist()])
            held.append(numbers)
            made[index].targets, made[index].target_count = numbers, len(targets)
            made[index].wait = wait
        journey = ffi.new("uint32_t *")
        self._check(lib.cw_crowd_add_journey(self._crowd, made, len(goals), journey))
        return journey[0]

    # --- agents -----------------------------------------------------------------------------

    def add(self, position, journey=None, *, radius=0.2, speed=1.34, model="way-portals",
            stay=False, wait_for_room=False, velocity=(0.0, 0.0), **options):
        """Adds an agent and returns its number, which it keeps for life.

        Without a journey it walks as set_velocity() says. stay keeps it at its last goal.
        max_speed, time_gap, spread, start_time and group are those of docs/crowd.md.
        """
        config = ffi.new("cw_agent_config *", lib.cw_agent_config_default())
        for name, value in options.items():
            if name not in ("max_speed", "time_gap", "spread", "start_time", "group", "serial"):
                raise TypeError(f"add() has no option {name!r}")
            setattr(config, name, value)
        config.position = self.mesh._point("position", position)[0]
        config.velocity.x, config.velocity.y = map(float, velocity)
        config.radius, config.speed = radius, speed
        config.model = choice("model", model, MODELS)
        config.at_end = lib.CW_AT_END_STAY if stay else lib.CW_AT_END_LEAVE
        config.wait_for_room = bool(wait_for_room)
        config.journey = NONE if journey is None else count_of("journey", journey)
        agent = ffi.new("cw_agent *")
        self._check(lib.cw_crowd_add(self._crowd, config, agent))
        view = self._view()
        index = lib.cw_crowd_find(self._crowd, agent[0])
        number = int(view.serial[index])
        self._handles[number] = agent
        self._manner[number] = config
        return number

    def _handle(self, agent):
        try:
            return self._handles[agent][0]
        except KeyError:
            raise Error(f"there is no agent {agent!r}") from None

    def remove(self, agent):
        """Takes an agent out."""
        self._check(lib.cw_crowd_remove(self._crowd, self._handle(agent)))
        del self._handles[agent], self._manner[agent]

    def set_journey(self, agent, journey):
        """Gives an agent another journey; None to be led by velocities."""
        number = NONE if journey is None else count_of("journey", journey)
        self._check(lib.cw_crowd_set_journey(self._crowd, self._handle(agent), number))

    def set_velocity(self, agent, velocity):
        """The velocity that an agent without a journey would like to have, in m/s."""
        self._check(lib.cw_crowd_set_velocity(self._crowd, self._handle(agent),
                                              tuple(map(float, velocity))))

    def set_manner(self, agent, **options):
        """Changes how an agent walks: model, speed, max_speed, time_gap, spread."""
        handle, config = self._handle(agent), self._manner[agent]
        for name, value in options.items():
            if name == "model":
                value = choice("model", value, MODELS)
            elif name not in ("speed", "max_speed", "time_gap", "spread"):
                raise TypeError(f"set_manner() has no option {name!r}")
            setattr(config, name, value)
        self._check(lib.cw_crowd_set_model(self._crowd, handle, config))

    def has_room(self, position, radius=0.2):
        """Whether a disc could stand there without touching a wall or anybody."""
        point = self.mesh._point("position", position)[0]
        return bool(lib.cw_crowd_has_room(self._crowd, point, radius))

    # --- stepping ---------------------------------------------------------------------------

    def step(self, dt=0.05):
        """Advances the crowd by dt seconds and returns what happened, a list of clearway.Event."""
        self._check(lib.cw_crowd_step(self._crowd, dt))
        count = ffi.new("uint32_t *")
        made = lib.cw_crowd_events(self._crowd, count)
        events = [_event(row) for row in copy(made, count[0], EVENT)]
        for event in events:
            if event.agent in self._handles and \
                    lib.cw_crowd_find(self._crowd, self._handles[event.agent][0]) == NONE:
                del self._handles[event.agent], self._manner[event.agent]
        return events

    def set_place(self, mesh):
        """Exchanges the mesh while the crowd walks; returns how many had to be moved."""
        tables, moved = tables_of(mesh), ffi.new("uint32_t *")
        self._check(lib.cw_crowd_set_place(self._crowd, tables.pointer, moved))
        self._held[:] = [tables]
        self.mesh = mesh
        return moved[0]

    # --- what it is -------------------------------------------------------------------------

    def _view(self):
        view = ffi.new("cw_crowd_agents *")
        lib.cw_crowd_view(self._crowd, view)
        return view

    def state(self):
        """Numbers (n,), positions (n, 3), velocities (n, 2) and states (n,), in order of numbers."""
        count = self._view().count
        numbers, states = np.empty(count, np.uint64), np.empty(count, np.uint8)
        positions, velocities = np.empty((count, 3)), np.empty((count, 2))
        if count:
            lib.cw_native_crowd_state(
                self._crowd, count, as_vectors(positions),
                ffi.cast("cw_vec2 *", ffi.from_buffer(velocities)),
                ffi.cast("uint64_t *", ffi.from_buffer(numbers)),
                ffi.cast("uint8_t *", ffi.from_buffer(states)))
        return numbers.astype(np.int64), positions, velocities, states

    @property
    def agents(self):
        """The numbers of all agents, rising."""
        return self.state()[0]

    @property
    def positions(self):
        """Where they stand, (n, 3), in metres."""
        return self.state()[1]

    @property
    def velocities(self):
        """As they moved in the last substep, (n, 2), in m/s."""
        return self.state()[2]

    @property
    def radii(self):
        """Their radii, (n,), in metres."""
        view = self._view()
        return copy(view.radius, view.count, np.dtype("f8"))

    @property
    def time(self):
        """Seconds since the crowd was made."""
        return lib.cw_crowd_time(self._crowd)

    @property
    def hash(self):
        """16 hexadecimal digits of the state of all agents."""
        return f"{lib.cw_crowd_hash(self._crowd):016x}"

    def validate(self, overlaps=False):
        """Checks every promise of a crowd by brute force; raises Error."""
        self._check(lib.cw_crowd_validate(self._context.pointer, self._crowd, overlaps))

    def __len__(self):
        return self._view().count


def _event(row):
    kind = ffi.string(ffi.cast("cw_crowd_event_kind", int(row["kind"])))[len("CW_EVENT_"):].lower()
    target = int(row["target"])
    return Event(kind, int(row["serial"]), None if target == NONE else target, float(row["time"]),
                 row["position"].copy(), float(row["walked"]))
