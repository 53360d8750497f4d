"""Crowds under the names of JuPedSim: Simulation, stages, journeys, transitions, agents.

    import clearway as jps
    simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=area)
    exit = simulation.add_exit_stage(polygon)
    journey = simulation.add_journey(jps.JourneyDescription([exit]))
    simulation.add_agent(jps.CollisionFreeSpeedModelAgentParameters(
        position=(1, 1), journey_id=journey, stage_id=exit))
    while simulation.agent_count() > 0:
        simulation.iterate()

A stage is a journey of one goal of the crowd; whoever arrives there is sent on by the transition of its
journey. Numbers of stages, journeys and agents are those that the calls return.
"""

from enum import Enum

import numpy as np

from .core import Error
from .crowd import STATES, Crowd
from .mesh import Mesh, build
from .plan import geometry_of

# Metres: who is this close to a place in a queue or waiting set stands at it.
PLACE_RADIUS = 0.3


class _Model:
    """A model of movement. It takes no parameters of its own; agents have theirs."""
    name = ""

    def __init__(self, **parameters):
        if parameters:
            raise Error(f"{type(self).__name__}: has no parameter {next(iter(parameters))!r} here")


class CollisionFreeSpeedModel(_Model):
    """Tordeux, Chraibi and Seyfried, 2016; with bodies that do not enter each other."""
    name = "collision-free-speed"


class WayPortalsModel(_Model):
    """Heads for the usable part of the next portal, and avoids others by ORCA."""
    name = "way-portals"


class OrcaModel(_Model):
    """Heads for the next bend of the shortest path, and avoids others by ORCA."""
    name = "orca"


class WayPointsModel(_Model):
    """Heads for a point on the next portal, and avoids others by rules of steering."""
    name = "way-points"


class AgentParameters:
    """What add_agent() takes: position, journey_id, stage_id, radius, desired_speed (or v0),
    time_gap. It is copied, so one may be changed and used again."""

    def __init__(self, position=(0.0, 0.0), journey_id=0, stage_id=0, radius=0.2, desired_speed=1.2,
                 time_gap=None, v0=None):
        self.position = position
        self.journey_id, self.stage_id = journey_id, stage_id
        self.radius, self.time_gap = radius, time_gap
        self.desired_speed = desired_speed if v0 is None else v0


class CollisionFreeSpeedModelAgentParameters(AgentParameters):
    """AgentParameters with the time gap of JuPedSim, 1 s."""

    def __init__(self, position=(0.0, 0.0), time_gap=1.0, **options):
        super().__init__(position=position, time_gap=time_gap, **options)


class Transition:
    """Where an agent goes on to when it has reached a stage."""

    def __init__(self, choose):
        self.choose = choose

    @staticmethod
    def create_none_transition():
        return Transition(None)

    @staticmethod
    def create_fixed_transition(stage_id):
        return Transition(lambda simulation: stage_id)

    @staticmethod
    def create_round_robin_transition(stage_weights):
        """Pairs (stage, weight): so many agents in turn go to each."""
        order = [stage for stage, weight in stage_weights for _ in range(weight)]
        if not order:
            raise Error("create_round_robin_transition: no stage has a weight above 0")
        turn = [0]

        def choose(simulation):
            turn[0] += 1
            return order[(turn[0] - 1) % len(order)]
        return Transition(choose)

    @staticmethod
    def create_least_targeted_transition(stage_ids):
        """The stage that the fewest agents are heading for; the first of equals."""
        stages = list(stage_ids)
        if not stages:
            raise Error("create_least_targeted_transition: there is no stage")
        return Transition(lambda simulation: min(
            stages, key=lambda stage: simulation.get_stage(stage).count_targeting()))


class JourneyDescription:
    """Stages, and the transitions between them. Without a transition an agent stays."""

    def __init__(self, stage_ids=None):
        self.transitions = {}
        self.add(stage_ids or [])

    def add(self, stages):
        for stage in [stages] if isinstance(stages, int) else stages:
            self.transitions.setdefault(stage, Transition.create_none_transition())

    def set_transition_for_stage(self, stage_id, transition):
        self.transitions[stage_id] = transition


class _Stage:
    """Somewhere to go. Who targets it is counted by the agents themselves."""

    def __init__(self, simulation, number):
        self._simulation, self._number = simulation, number

    def count_targeting(self):
        """How many agents are heading for this stage."""
        return sum(agent.stage_id == self._number for agent in self._simulation._members.values())

    def _receive(self, member):
        """Sends an agent to this stage."""
        self._simulation._crowd.set_journey(member.id, self._journey)

    def _arrived(self, member):
        self._simulation._send_on(member)


class WaypointStage(_Stage):
    """A place that is reached from a distance."""

    def __init__(self, simulation, number, position, distance):
        super().__init__(simulation, number)
        self._journey = simulation._goal(position, distance)


class ExitStage(_Stage):
    """A polygon; who enters it leaves the simulation."""

    def __init__(self, simulation, number, polygon):
        super().__init__(simulation, number)
        self._journey = simulation._goal(_ring(polygon))

    def _arrived(self, member):
        self._simulation._remove(member.id)


class _Places(_Stage):
    """Places that are filled in order; who comes too many waits at the last one."""

    def __init__(self, simulation, number, positions):
        super().__init__(simulation, number)
        if len(positions) == 0:
            raise Error("positions: there is none")
        self._journeys = [simulation._goal(position, PLACE_RADIUS) for position in positions]
        self._standing = []

    def _slot(self, index):
        return self._journeys[min(index, len(self._journeys) - 1)]

    def _receive(self, member):
        self._simulation._crowd.set_journey(member.id, self._slot(len(self._standing)))

    def _arrived(self, member):
        if member.id not in self._standing:
            self._standing.append(member.id)
            for other in self._simulation._members.values():
                if other.stage_id == self._number and other.id not in self._standing:
                    self._receive(other)

    def _release(self, count):
        """Sends the first ones on; the others move up."""
        leaving, self._standing = self._standing[:count], self._standing[count:]
        for agent in leaving:
            self._simulation._send_on(self._simulation._members[agent])
        for index, agent in enumerate(self._standing):
            self._simulation._crowd.set_journey(agent, self._slot(index))

    def _forget(self, agent):
        if agent in self._standing:
            self._standing.remove(agent)


class NotifiableQueueStage(_Places):
    """A queue: agents wait in order until they are popped."""

    def count_enqueued(self):
        return len(self._standing)

    def enqueued(self):
        return list(self._standing)

    def pop(self, count):
        self._release(count)


class WaitingSetState(Enum):
    ACTIVE = 0
    INACTIVE = 1


class WaitingSetStage(_Places):
    """Agents wait here while it is active, and pass when it is not."""

    def __init__(self, simulation, number, positions):
        super().__init__(simulation, number, positions)
        self._state = WaitingSetState.ACTIVE

    def count_waiting(self):
        return len(self._standing)

    def waiting(self):
        return list(self._standing)

    @property
    def state(self):
        return self._state

    @state.setter
    def state(self, state):
        self._state = WaitingSetState(state)
        if self._state is WaitingSetState.INACTIVE:
            self._release(len(self._standing))

    def _arrived(self, member):
        if self._state is WaitingSetState.ACTIVE:
            super()._arrived(member)
        else:
            self._simulation._send_on(member)


class DirectSteeringStage(_Stage):
    """Agents walk straight towards their own target."""

    def _receive(self, member):
        self._simulation._crowd.set_journey(member.id, None)
        member.final_target = member.position


class Agent:
    """An agent of a simulation; valid until it leaves."""

    def __init__(self, simulation, number, parameters):
        self._simulation = simulation
        self.id = number
        self.journey_id, self.stage_id = parameters.journey_id, parameters.stage_id
        self.radius, self._speed = parameters.radius, parameters.desired_speed
        self._time_gap = parameters.time_gap
        self._target = None

    @property
    def position(self):
        return tuple(self._simulation._row(self.id)[0][:2].tolist())

    @property
    def velocity(self):
        """In m/s."""
        return tuple(self._simulation._row(self.id)[1].tolist())

    @property
    def orientation(self):
        """The direction it moves in, or moved in last."""
        return self._simulation._orientation(self.id)

    @property
    def walking_state(self):
        """One word: outside, searching, walking, waiting, arrived, no_way, led."""
        return STATES[self._simulation._row(self.id)[2]]

    @property
    def model(self):
        """What can be changed about it: desired_speed (or v0), time_gap."""
        return self

    state = model

    @property
    def desired_speed(self):
        return self._speed

    @desired_speed.setter
    def desired_speed(self, speed):
        self._simulation._crowd.set_manner(self.id, speed=speed)
        self._speed = speed

    v0 = desired_speed

    @property
    def time_gap(self):
        return self._time_gap

    @time_gap.setter
    def time_gap(self, seconds):
        self._simulation._crowd.set_manner(self.id, time_gap=seconds)
        self._time_gap = seconds

    @property
    def final_target(self):
        """Where an agent with a direct steering stage walks to."""
        return self._target

    @final_target.setter
    def final_target(self, target):
        stage = self._simulation._stages.get(self.stage_id)
        if isinstance(stage, DirectSteeringStage):
            self._target = tuple(map(float, target))

    target = final_target

    def _steer(self, dt):
        """Towards its target, and not beyond it."""
        way = np.subtract(self._target, self.position)
        length = float(np.hypot(*way))
        speed = min(self._speed, length / dt)
        self._simulation._crowd.set_velocity(self.id, way * (speed / length if length > 0 else 0))

    def __repr__(self):
        return f"<clearway.Agent {self.id}>"


class Simulation:
    """A crowd that walks, one step at a time.

    model       CollisionFreeSpeedModel(), WayPortalsModel(), OrcaModel(), WayPointsModel()
    geometry    what clearway.build() takes, WKT (with shapely), or a clearway.Mesh
    dt          seconds of an iteration
    trajectory_writer   something with begin_writing(simulation) and write_iteration_state(simulation):
                a TrajectoryRecorder, a SqliteTrajectoryWriter, or your own
    excluded_areas      polygons without floor
    Other options (workers, seed, side, sight, ...) are those of clearway.Crowd.
    """

    def __init__(self, *, model=None, geometry, dt=0.01, trajectory_writer=None,
                 excluded_areas=None, **options):
        model = model if model is not None else WayPortalsModel()
        if not isinstance(model, _Model):
            raise Error(f"model: {model!r} is none of clearway's models")
        if not 0 < dt < float("inf"):
            raise Error(f"dt: {dt!r} is no time above 0")
        self._model, self._dt, self._iterations = model, dt, 0
        self.mesh = geometry if isinstance(geometry, Mesh) else \
            build(_from_text(geometry), obstacles=excluded_areas)
        self._crowd = Crowd(self.mesh, **options)
        self._writer = trajectory_writer
        self._stages, self._journeys, self._members = {}, {}, {}
        self._removed, self._marked = [], []
        self._new = []  # who is not on the floor before the next iteration
        self._rows, self._heading = None, {}

    # --- stages and journeys ----------------------------------------------------------------

    def _goal(self, points, radius=0.0):
        """A journey of the crowd with one goal."""
        return self._crowd.add_journey([self._crowd.add_target(points, radius)])

    def _add_stage(self, kind, *arguments):
        number = len(self._stages) + 1
        self._stages[number] = kind(self, number, *arguments)
        return number

    def add_waypoint_stage(self, position, distance):
        return self._add_stage(WaypointStage, position, distance)

    def add_exit_stage(self, polygon):
        return self._add_stage(ExitStage, polygon)

    def add_queue_stage(self, positions):
        return self._add_stage(NotifiableQueueStage, positions)

    def add_waiting_set_stage(self, positions):
        return self._add_stage(WaitingSetStage, positions)

    def add_direct_steering_stage(self):
        return self._add_stage(DirectSteeringStage)

    def get_stage(self, stage_id):
        return _known(self._stages, stage_id, "stage")

    def add_journey(self, journey):
        for stage in journey.transitions:
            self.get_stage(stage)
        self._journeys[len(self._journeys) + 1] = dict(journey.transitions)
        return len(self._journeys)

    # --- agents -----------------------------------------------------------------------------

    def add_agent(self, parameters):
        """Adds an agent and returns its id. An agent too near to a wall or to others is refused."""
        self._check_stage(parameters.journey_id, parameters.stage_id)
        place, radius = np.asarray(parameters.position, float), parameters.radius
        if not self._crowd.has_room(place, radius) or \
                any(np.hypot(*(place - other)[:2]) < radius + size for other, size in self._new):
            self._refuse(parameters)
        options = {} if parameters.time_gap is None else {"time_gap": parameters.time_gap}
        number = self._crowd.add(parameters.position, radius=parameters.radius, stay=True,
                                 speed=parameters.desired_speed, model=self._model.name,
                                 start_time=self._crowd.time, **options)
        self._new.append((place, radius))
        member = self._members[number] = Agent(self, number, parameters)
        self._rows = None
        self.get_stage(parameters.stage_id)._receive(member)
        return number

    def _refuse(self, parameters):
        room = self.mesh.clearance(parameters.position)
        if not room >= parameters.radius:  # the crowd says where there is room
            self._crowd.remove(self._crowd.add(parameters.position, radius=parameters.radius))
        raise Error(f"agent at {tuple(parameters.position)}: somebody stands closer than its radius "
                    f"of {parameters.radius:g} m", "input")

    def _check_stage(self, journey_id, stage_id):
        if stage_id not in _known(self._journeys, journey_id, "journey"):
            raise Error(f"stage {stage_id} is no stage of journey {journey_id}")

    def mark_agent_for_removal(self, agent_id):
        """The agent leaves at the beginning of the next iteration."""
        if agent_id not in self._members or agent_id in self._marked:
            return False
        self._marked.append(agent_id)
        return True

    def removed_agents(self):
        """Who left in the last iteration."""
        return list(self._removed)

    def switch_agent_journey(self, agent_id, journey_id, stage_id):
        self._check_stage(journey_id, stage_id)
        self._go(self.agent(agent_id), stage_id, journey_id)

    def _go(self, member, stage_id, journey_id=None):
        old = self._stages[member.stage_id]
        if isinstance(old, _Places):
            old._forget(member.id)
        member.stage_id = stage_id
        member.journey_id = member.journey_id if journey_id is None else journey_id
        self.get_stage(stage_id)._receive(member)

    def _send_on(self, member):
        transition = self._journeys[member.journey_id].get(member.stage_id)
        if transition is not None and transition.choose is not None:
            self._go(member, transition.choose(self))

    def _remove(self, agent):
        stage = self._stages[self._members[agent].stage_id]
        if isinstance(stage, _Places):
            stage._forget(agent)
        if agent in self._crowd._handles:
            self._crowd.remove(agent)
        del self._members[agent]
        self._heading.pop(agent, None)
        self._removed.append(agent)
        self._rows = None

    def agents(self):
        """All agents, in order of ids."""
        return iter([self._members[number] for number in sorted(self._members)])

    def agent(self, agent_id):
        return _known(self._members, agent_id, "agent")

    def agent_count(self):
        return len(self._members)

    def agents_in_range(self, pos, distance):
        """Ids of the agents whose centre is within a distance of a position."""
        numbers, positions = self._state()[:2]
        near = np.hypot(*(positions[:, :2] - np.asarray(pos, float)).T) <= distance
        return numbers[near].tolist()

    def agents_in_polygon(self, poly):
        """Ids of the agents whose centre is in a polygon."""
        numbers, positions = self._state()[:2]
        return numbers[_inside(_ring(poly), positions[:, :2])].tolist()

    # --- time -------------------------------------------------------------------------------

    def iterate(self, count=1):
        """Advances by a number of steps of dt."""
        if self._writer is not None and self._iterations == 0:
            self._writer.begin_writing(self)
            self._writer.write_iteration_state(self)
        for _ in range(count):
            self._iterate()
            if self._writer is not None:
                self._writer.write_iteration_state(self)

    def _iterate(self):
        self._removed = []
        for agent in self._marked:
            if agent in self._members:
                self._remove(agent)
        self._marked = []
        for member in self._members.values():
            if member._target is not None and \
                    isinstance(self._stages[member.stage_id], DirectSteeringStage):
                member._steer(self._dt)
        self._new = []
        events = self._crowd.step(self._dt)
        self._iterations += 1
        self._rows = None
        for event in events:
            if event.agent in self._members and event.kind == "arrived":
                member = self._members[event.agent]
                self._stages[member.stage_id]._arrived(member)
            elif event.agent in self._members and event.kind == "removed":
                self._remove(event.agent)

    def elapsed_time(self):
        return self._iterations * self._dt

    def delta_time(self):
        return self._dt

    def iteration_count(self):
        return self._iterations

    def get_geometry(self):
        """The mesh, as something with __geo_interface__."""
        return self.mesh

    def set_geometry(self, geometry):
        """Exchanges the floor while people walk, for doors that open and close; returns how many had
        to be moved. Whoever has no place within 100 m is removed."""
        mesh = geometry if isinstance(geometry, Mesh) else build(_from_text(geometry))
        moved = self._crowd.set_place(mesh)
        self.mesh, self._rows = mesh, None
        for agent in [a for a in self._members if a not in set(self._crowd.agents.tolist())]:
            self._remove(agent)
        return moved

    # --- inside -----------------------------------------------------------------------------

    def _state(self):
        if self._rows is None:
            state = self._crowd.state()
            moving = np.hypot(*state[2].T) > 0
            for number, velocity in zip(state[0][moving].tolist(), state[2][moving]):
                self._heading[number] = velocity
            self._rows = (*state, {number: i for i, number in enumerate(state[0].tolist())})
        return self._rows

    def _row(self, agent):
        _, positions, velocities, states, index = self._state()
        at = _known(index, agent, "agent")
        return positions[at], velocities[at], int(states[at])

    def _orientation(self, agent):
        self._row(agent)
        heading = self._heading.get(agent)
        if heading is None:
            return (1.0, 0.0)
        return tuple((heading / np.hypot(*heading)).tolist())

    def plot(self, ax=None, **options):
        """Draws the floor and everybody on it; returns the axes."""
        from . import plot
        return plot.crowd(self, ax, **options)


def _known(table, key, what):
    try:
        return table[key]
    except (KeyError, TypeError):
        raise Error(f"there is no {what} {key!r}") from None


def _from_text(geometry):
    """WKT becomes a geometry where shapely is there; everything else stays."""
    if isinstance(geometry, str):
        from shapely import wkt
        return wkt.loads(geometry)
    return geometry


def _ring(polygon):
    """The outer ring of a polygon, without its closing point."""
    geometry = geometry_of(_from_text(polygon))
    if geometry is not None:
        if geometry["type"] == "GeometryCollection" and len(geometry["geometries"]) == 1:
            geometry = geometry["geometries"][0]
        coordinates = geometry.get("coordinates", ())
        if geometry["type"] == "MultiPolygon" and len(coordinates) == 1:
            coordinates = coordinates[0]
        elif geometry["type"] == "MultiPoint":
            coordinates = [coordinates]
        elif geometry["type"] != "Polygon":
            raise Error(f"polygon: a {geometry['type']} is no polygon")
        if len(coordinates) != 1:
            raise Error("polygon: it has holes or several parts")
        polygon = coordinates[0]
    ring = np.asarray(polygon, float)[:, :2]
    return ring[:-1] if len(ring) > 1 and (ring[0] == ring[-1]).all() else ring


def _inside(ring, points):
    """Which points lie in a ring: an odd count of its sides is to their right."""
    inside = np.zeros(len(points), bool)
    for a, b in zip(ring, np.roll(ring, -1, 0)):
        spans = (a[1] > points[:, 1]) != (b[1] > points[:, 1])
        with np.errstate(divide="ignore", invalid="ignore"):
            at = a[0] + (points[:, 1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        inside ^= spans & (points[:, 0] < at)
    return inside
