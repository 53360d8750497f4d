"""Programs that users of JuPedSim and of Python-RVO2 bring, with another import line at most."""

import math

import numpy as np
import pytest

import clearway as jps
import rvo2

sg = pytest.importorskip("shapely.geometry")


def test_the_first_steps_of_jupedsim(tmp_path):
    area = sg.Polygon([(0, 0), (12, 0), (12, 12), (10, 12), (10, 2), (0, 2)])
    places = jps.distributions.distribute_by_number(
        polygon=sg.Polygon([(0, 0), (6, 0), (6, 2), (0, 2)]), number_of_agents=20,
        distance_to_agents=0.4, distance_to_polygon=0.2, seed=1)
    simulation = jps.Simulation(
        model=jps.CollisionFreeSpeedModel(), geometry=area, dt=0.05,
        trajectory_writer=jps.SqliteTrajectoryWriter(output_file=tmp_path / "corner.sqlite"))
    exit_id = simulation.add_exit_stage([(10, 11), (12, 11), (12, 12), (10, 12)])
    journey_id = simulation.add_journey(jps.JourneyDescription([exit_id]))
    for position in places:
        simulation.add_agent(jps.CollisionFreeSpeedModelAgentParameters(
            journey_id=journey_id, stage_id=exit_id, position=position, radius=0.12))
    while simulation.agent_count() > 0 and simulation.elapsed_time() < 100:
        simulation.iterate()
    assert 12 < simulation.elapsed_time() < 40


@pytest.mark.parametrize("distribute, options, least, most", [
    (jps.distribute_by_number, {"number_of_agents": 60}, 60, 60),
    (jps.distribute_by_density, {"density": 1.5}, 84, 84),
    (jps.distribute_until_filled, {}, 120, 200),
    (jps.distribute_by_percentage, {"percent": 50}, 60, 100)])
def test_places_keep_their_distances(distribute, options, least, most):
    hall = sg.Polygon([(0, 0), (10, 0), (10, 6), (0, 6)], [[(4, 2), (6, 2), (6, 4), (4, 4)]])
    spaces = {"distance_to_agents": 0.5, "distance_to_polygon": 0.2, "seed": 3}
    places = distribute(polygon=hall, **spaces, **options)
    assert least <= len(places) <= most
    assert places == distribute(polygon=hall, **spaces, **options)
    at = np.array(places)
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) + 9 * np.eye(len(at))
    assert apart.min() >= 0.5
    assert all(hall.contains(sg.Point(place)) and
               hall.boundary.distance(sg.Point(place)) >= 0.2 - 1e-6 for place in places)


def test_places_that_do_not_fit_are_an_error():
    with pytest.raises(jps.AgentNumberError, match="of 1000 agents find room"):
        jps.distribute_by_number(polygon=[(0, 0), (3, 0), (3, 3)], number_of_agents=1000,
                                 distance_to_agents=0.5, distance_to_polygon=0.2, max_iterations=500)
    with pytest.raises(jps.Error, match="number_of_agents is -1, but must be 0 or more"):
        jps.distribute_by_number(polygon=[(0, 0), (3, 0), (3, 3)], number_of_agents=-1,
                                 distance_to_agents=0.5, distance_to_polygon=0.2)


def predict(sim, me, others):
    """What a policy of CrowdNav does: it resets a simulator that it keeps, and asks for one velocity."""
    most = (10, 10, 5, 5)
    if sim is None:
        sim = rvo2.PyRVOSimulator(0.25, *most, 0.3, 1)
        for person in (me, *others):
            sim.addAgent(tuple(person["at"]), *most, 0.31, 1.0, tuple(person["velocity"]))
    for agent, person in enumerate((me, *others)):
        sim.setAgentPosition(agent, tuple(person["at"]))
        sim.setAgentVelocity(agent, tuple(person["velocity"]))
        sim.setAgentPrefVelocity(agent, (0, 0))
    way = me["goal"] - me["at"]
    sim.setAgentPrefVelocity(0, tuple(way / max(np.hypot(*way), 1)))
    sim.doStep()
    return sim, sim.getAgentVelocity(0)


def test_a_loop_of_crowdnav():
    random = np.random.default_rng(1)
    people = []
    for i in range(6):
        turn = 2 * math.pi * i / 6 + random.uniform(-0.1, 0.1)
        at = 4 * np.array((math.cos(turn), math.sin(turn)))
        people.append({"at": at, "goal": -at, "velocity": (0.0, 0.0), "sim": None})
    for _ in range(150):
        velocities = []
        for person in people:
            others = [other for other in people if other is not person]
            person["sim"], velocity = predict(person["sim"], person, others)
            velocities.append(velocity)
        for person, velocity in zip(people, velocities):
            person["velocity"], person["at"] = velocity, person["at"] + 0.25 * np.array(velocity)
        assert min(np.hypot(*(a["at"] - b["at"])) for i, a in enumerate(people) for b in people[:i]) > 0.55
        if max(np.hypot(*(person["goal"] - person["at"])) for person in people) < 0.3:
            return
    raise AssertionError("somebody did not arrive")


def test_obstacles_are_taken_away():
    sim = rvo2.PyRVOSimulator(0.25, 10, 10, 5, 5, 0.3, 1)
    sim.addAgent((0, 0))
    first = sim.addObstacle([(2, -1), (3, -1), (3, 1), (2, 1)])
    second = sim.addObstacle([(-3, -1), (-2, -1), (-2, 1), (-3, 1)])
    sim.processObstacles()
    assert not sim.queryVisibility((0, 0), (5, 0)) and not sim.queryVisibility((0, 0), (-5, 0))
    sim.removeObstacle(second)
    sim.processObstacles()
    assert not sim.queryVisibility((0, 0), (5, 0)) and sim.queryVisibility((0, 0), (-5, 0))
    assert (first, sim.getNumObstacleVertices()) == (0, 4)
    sim.clearObstacle()
    sim.processObstacles()
    assert sim.queryVisibility((0, 0), (5, 0)) and sim.getNumObstacleVertices() == 0
