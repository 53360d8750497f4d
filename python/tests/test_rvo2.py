"""The module rvo2: the calls of Python-RVO2, with what they mean there."""

import math

import numpy as np
import pytest

import rvo2

# Every method of PyRVOSimulator in Python-RVO2 (src/rvo2.pyx).
CALLS = """addAgent addObstacle doStep getAgentAgentNeighbor getAgentMaxNeighbors getAgentMaxSpeed
getAgentNeighborDist getAgentNumAgentNeighbors getAgentNumObstacleNeighbors getAgentNumORCALines
getAgentObstacleNeighbor getAgentORCALine getAgentPosition getAgentPrefVelocity getAgentRadius
getAgentTimeHorizon getAgentTimeHorizonObst getAgentVelocity getGlobalTime getNumAgents
getNumObstacleVertices getObstacleVertex getNextObstacleVertexNo getPrevObstacleVertexNo getTimeStep
processObstacles queryVisibility setAgentDefaults setAgentMaxNeighbors setAgentMaxSpeed
setAgentNeighborDist setAgentPosition setAgentPrefVelocity setAgentRadius setAgentTimeHorizon
setAgentTimeHorizonObst setAgentVelocity setTimeStep clearObstacle removeObstacle""".split()

BOX = [(1, -1), (2, -1), (2, 1), (1, 1)]


def make(step=0.25, distance=10, most=10, horizon=5, wall_horizon=5, radius=0.3, speed=1):
    return rvo2.PyRVOSimulator(step, distance, most, horizon, wall_horizon, radius, speed)


def walk(sim, goals, steps, check=None):
    """Everybody wishes to be at its goal; returns how far the last one is from it."""
    for _ in range(steps):
        for agent, goal in enumerate(goals):
            way = np.subtract(goal, sim.getAgentPosition(agent))
            length = float(np.hypot(*way))
            share = min(sim.getAgentMaxSpeed(agent), length / sim.getTimeStep()) / max(length, 1e-12)
            sim.setAgentPrefVelocity(agent, tuple(way * share))
        sim.doStep()
        if check is not None:
            check()
    return max(math.dist(goal, sim.getAgentPosition(agent)) for agent, goal in enumerate(goals))


def test_every_call_is_there():
    for name in CALLS:
        assert callable(getattr(rvo2.PyRVOSimulator, name)), name


def test_the_example_of_python_rvo2_runs():
    sim = rvo2.PyRVOSimulator(1 / 60., 1.5, 5, 1.5, 2, 0.4, 2)
    agents = [sim.addAgent((0, 0)), sim.addAgent((1, 0)), sim.addAgent((1, 1)),
              sim.addAgent((0, 1), 1.5, 5, 1.5, 2, 0.4, 2, (0, 0))]
    assert sim.addObstacle([(0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1)]) == 0
    sim.processObstacles()
    for agent, wish in zip(agents, ((1, 1), (-1, 1), (-1, -1), (1, -1))):
        sim.setAgentPrefVelocity(agent, wish)
    assert (sim.getNumAgents(), sim.getNumObstacleVertices()) == (4, 3)
    for _ in range(20):
        sim.doStep()
    assert sim.getGlobalTime() == pytest.approx(20 / 60)
    # The first one began inside the obstacle, and is now beside it.
    assert 0.4 - 1e-6 < min(math.dist(sim.getAgentPosition(0), corner)
                            for corner in ((0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1))) < 0.6
    at = np.array([sim.getAgentPosition(agent) for agent in agents[1:]])
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) + 9 * np.eye(3)
    assert apart.min() >= 0.8 - 1e-6


def test_values_are_set_and_asked():
    sim = make()
    first = sim.addAgent((1, 2))
    sim.setAgentDefaults(5, 4, 3, 2, 0.5, 1.5, (0.25, 0))
    second = sim.addAgent((-3, 4))
    assert [sim.getAgentRadius(a) for a in (first, second)] == [0.3, 0.5]
    assert sim.getAgentVelocity(second) == (0.25, 0) and sim.getAgentPosition(first) == (1, 2)
    for name, value in (("MaxNeighbors", 7), ("MaxSpeed", 1.25), ("NeighborDist", 6.5),
                        ("PrefVelocity", (0.5, 0.25)), ("Radius", 0.75), ("TimeHorizon", 1.5),
                        ("TimeHorizonObst", 2.5), ("Velocity", (0.5, -0.5)), ("Position", (8, 9))):
        getattr(sim, f"setAgent{name}")(second, value)
        assert getattr(sim, f"getAgent{name}")(second) == value
    sim.setTimeStep(0.125)
    assert sim.getTimeStep() == 0.125
    with pytest.raises(ValueError):
        sim.addAgent((0, 0), 5)
    with pytest.raises(RuntimeError):
        sim.addObstacle([(0, 0)])
    with pytest.raises(IndexError):
        sim.getAgentPosition(7)
    for call in (lambda: sim.addAgent((math.nan, 0)), lambda: sim.setAgentPosition(first, (0, math.inf)),
                 lambda: sim.addObstacle([(0, 0), (math.nan, 1)]), lambda: sim.setAgentRadius(first, -1)):
        with pytest.raises(ValueError, match="finite"):  # named here, not by the next step
            call()


def test_who_is_alone_moves_as_it_wishes_and_not_faster_than_it_can():
    sim = make()
    agent = sim.addAgent((3, -2))
    sim.setAgentPrefVelocity(agent, (0.5, 0.25))
    sim.doStep()
    assert sim.getAgentVelocity(agent) == pytest.approx((0.5, 0.25), abs=1e-9)
    assert sim.getAgentPosition(agent) == pytest.approx((3.125, -1.9375), abs=1e-9)
    sim.setAgentPrefVelocity(agent, (30, 40))
    sim.doStep()
    assert sim.getAgentVelocity(agent) == pytest.approx((0.6, 0.8), abs=1e-9)


def test_symmetric_meetings_are_resolved():
    sim = make()
    sim.addAgent((-4, 0))
    sim.addAgent((4, 0))
    assert walk(sim, [(4, 0), (-4, 0)], 60) < 0.01
    sim = make()
    for place in ((-4, 0), (4, 0), (0, -4), (0, 4)):
        sim.addAgent(place)
    assert walk(sim, [(4, 0), (-4, 0), (0, 4), (0, -4)], 120) < 0.01


def test_a_circle_crosses_itself_without_an_overlap():
    sim, count = make(0.25, 15, 10, 10, 10, 1.5, 2), 40
    ring = [(40 * math.cos(2 * math.pi * i / count), 40 * math.sin(2 * math.pi * i / count))
            for i in range(count)]
    for place in ring:
        sim.addAgent(place)

    def check():
        at = np.array([sim.getAgentPosition(agent) for agent in range(count)])
        apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) + 9 * np.eye(count)
        assert apart.min() >= 3 - 1e-6
    assert walk(sim, [(-x, -y) for x, y in ring], 480, check) < 0.1


def test_obstacles_keep_agents_out_and_clockwise_ones_keep_them_in():
    sim = make()
    agent = sim.addAgent((0, 0))
    assert sim.addObstacle(BOX) == 0
    assert sim.addObstacle([(-3, -3), (-3, 3), (5, 3), (5, -3)]) == 4  # clockwise: a room
    sim.processObstacles()
    assert sim.getObstacleVertex(5) == (-3, 3)
    assert [sim.getNextObstacleVertexNo(3), sim.getNextObstacleVertexNo(7)] == [0, 4]
    assert [sim.getPrevObstacleVertexNo(0), sim.getPrevObstacleVertexNo(4)] == [3, 7]
    sim.setAgentPrefVelocity(agent, (1, 0))
    for _ in range(40):
        sim.doStep()
        x, y = sim.getAgentPosition(agent)
        assert math.hypot(max(1 - x, 0, x - 2), max(-1 - y, 0, y - 1)) >= 0.3 - 1e-6
    sim.setAgentPrefVelocity(agent, (-1, 0))
    for _ in range(60):
        sim.doStep()
    assert -2.7 - 1e-6 < sim.getAgentPosition(agent)[0] < -2.5


def test_visibility_is_a_straight_walk():
    sim = make()
    sim.addObstacle(BOX)
    assert sim.queryVisibility((0, 0), (4, 0))  # not processed yet
    sim.processObstacles()
    assert not sim.queryVisibility((0, 0), (4, 0))
    assert sim.queryVisibility((0, 1.5), (4, 1.5)) and sim.queryVisibility((0, 1.5), (4, 1.5), 0.4)
    assert not sim.queryVisibility((0, 1.5), (4, 1.5), 0.6)
    assert not sim.queryVisibility((1.5, 0), (4, 4))
    assert sim.queryVisibility((500, 500), (600, 500), 0.5)  # far outside the first floor


def test_neighbours_and_lines_are_those_of_the_last_step():
    sim = make(0.25, 2.0, 2)
    for x in (0, 1, 2.5, 1.5):
        sim.addAgent((x, 0))
    assert sim.getAgentNumAgentNeighbors(0) == 0
    sim.addObstacle(list(np.add(BOX, (-4, 0)).tolist()))
    sim.processObstacles()
    sim.doStep()
    assert [sim.getAgentAgentNeighbor(0, i) for i in range(sim.getAgentNumAgentNeighbors(0))] == [1, 3]
    assert sim.getAgentNumORCALines(0) == 2
    x, y, along, across = sim.getAgentORCALine(0, 0)
    assert math.hypot(along, across) == pytest.approx(1)
    # Both stand and are a metre apart: half of what is left may be used up within the horizon.
    assert (x, y) == pytest.approx(((1 - 0.6) / 5 / 2, 0)) and (along, across) == pytest.approx((0, 1))
    assert sim.getAgentNumObstacleNeighbors(0) == 1
    assert sim.getAgentObstacleNeighbor(0, 0) == 1  # the side from (-2, -1) to (-2, 1)


def test_positions_set_at_every_step_work_as_in_reinforcement_learning():
    """One agent decides with RVO2 while somebody else moves everybody (CrowdNav)."""
    sim = make(speed=1.2)
    robot, human = sim.addAgent((0, -4)), sim.addAgent((0.1, 4))
    places = np.array([(0, -4), (0.1, 4)], float)
    least = 9.0
    for _ in range(60):
        for agent in (robot, human):
            sim.setAgentPosition(agent, tuple(places[agent]))
        sim.setAgentVelocity(human, (0, -0.8))
        way = np.subtract((0, 4), places[0])
        sim.setAgentPrefVelocity(robot, tuple(way / max(1.0, np.hypot(*way))))
        sim.setAgentPrefVelocity(human, (0, -0.8))
        sim.doStep()
        places[0] += 0.25 * np.array(sim.getAgentVelocity(robot))
        places[1] += 0.25 * np.array((0, -0.8))
        least = min(least, math.dist(*places))
    assert least > 0.55 and math.dist(places[0], (0, 4)) < 0.3


def test_other_units_are_scaled():
    sim = make(0.1, 200, 10, 2, 2, 12, 150)  # pixels
    first, second = sim.addAgent((0, 0)), sim.addAgent((400, 0))
    assert walk(sim, [(400, 0), (0, 0)], 80) < 1
    tiny = make(0.1, 0.02, 10, 2, 2, 0.001, 0.01)
    agent = tiny.addAgent((0, 0))
    tiny.setAgentPrefVelocity(agent, (0.01, 0))
    for _ in range(50):
        tiny.doStep()
    assert tiny.getAgentPosition(agent) == pytest.approx((0.05, 0), abs=1e-9)
    assert sim.getAgentPosition(first)[0] > sim.getAgentPosition(second)[0]


def test_agents_walk_far_beyond_the_first_floor():
    sim = make(1.0, 2, 2, 1, 1, 0.3, 50)
    agent = sim.addAgent((0, 0))
    sim.setAgentPrefVelocity(agent, (50, 0))
    for _ in range(2000):
        sim.doStep()
    assert sim.getAgentPosition(agent) == pytest.approx((100000, 0), abs=1e-4)
