"""Crowds: the library's own, and under the names of JuPedSim."""

import csv
import json
import sqlite3
import subprocess

import matplotlib
import numpy as np
import pytest
from conftest import COMMAND
from shapely import wkt
from shapely.geometry import Polygon, box

import clearway as cw

matplotlib.use("Agg")

ROOMS = Polygon([(0, 0), (20, 0), (20, 10), (0, 10)],
                [[(9, 0.5), (10, 0.5), (10, 4.4), (9, 4.4)], [(9, 5.6), (10, 5.6), (10, 9.5), (9, 9.5)]])
DOOR = [[(0, 0), (8, 0), (8, 3.5), (12, 3.5), (12, 4.5), (8, 4.5), (8, 8), (0, 8)]]


def spots(columns, rows, gap=0.9, corner=(0.6, 0.6)):
    return [(corner[0] + gap * i, corner[1] + gap * j) for i in range(columns) for j in range(rows)]


def leave(crowd, count=40, target=((12, 3.5), (12, 4.5)), **options):
    journey = crowd.add_journey([crowd.add_target(target)])
    return [crowd.add(place, journey, **options) for place in spots(8, 8)[:count]]


def test_a_crowd_leaves_through_a_door_and_enters_nobody():
    crowd = cw.Crowd(cw.build(DOOR))
    numbers = leave(crowd)
    assert numbers == list(range(1, 41)) == crowd.agents.tolist()
    arrived, steps = [], 0
    while len(crowd) and steps < 2000:
        arrived += [event.agent for event in crowd.step(0.05) if event.kind == "arrived"]
        crowd.validate()
        steps += 1
    assert sorted(arrived) == numbers
    assert crowd.positions.shape == (0, 3) and crowd.velocities.shape == (0, 2)
    assert crowd.time == pytest.approx(0.05 * steps)


def test_workers_and_the_order_of_calls_do_not_change_a_crowd():
    mesh, hashes = cw.build(DOOR), set()
    for workers in (1, 2, 3):
        crowd = cw.Crowd(mesh, workers=workers)
        leave(crowd, 64)
        for _ in range(60):
            crowd.step(0.1)
        hashes.add(crowd.hash)
    assert len(hashes) == 1


def test_everybody_walks_as_the_command_says(command, tmp_path):
    places = spots(4, 4)
    scenario = {
        "clearway_scenario": 1, "place": {"wkt": Polygon(DOOR[0]).wkt}, "duration": 12,
        "record": {"fps": 10}, "models": {"m": {"type": "orca", "spread": 0}},
        "regions": {"out": {"segment": [[12, 3.5], [12, 4.5]]}},
        "groups": [{"positions": places, "model": "m", "goals": ["out"]}]}
    file, table = tmp_path / "scenario.json", tmp_path / "run.csv"
    file.write_text(json.dumps(scenario))
    command("sim", file, "-o", table)
    rows = {(int(row["id"]), round(float(row["t"]) * 10)): (float(row["x"]), float(row["y"]))
            for row in csv.DictReader(table.open())}
    crowd = cw.Crowd(cw.build(DOOR))
    leave_now = crowd.add_journey([crowd.add_target([(12, 3.5), (12, 4.5)])])
    for place in places:
        crowd.add(place, leave_now, model="orca")
    seen = 0
    for frame in range(1, 120):
        crowd.step(0.05)
        crowd.step(0.05)
        for agent, position in zip(crowd.agents.tolist(), crowd.positions):
            assert rows[agent, frame] == tuple(position[:2])  # to the last bit
            seen += 1
    assert seen > 1000


def test_agents_can_be_led_changed_and_taken_out():
    crowd = cw.Crowd(cw.build(box(0, 0, 30, 10)))
    agent = crowd.add((2, 5), speed=1.0)
    crowd.set_velocity(agent, (1, 0))
    for _ in range(20):
        crowd.step(0.1)
    assert crowd.positions[0] == pytest.approx((4, 5, 0), abs=1e-9)
    goal = crowd.add_journey([(crowd.add_target((20, 5)), 1.5), crowd.add_target((2, 5))])
    crowd.set_journey(agent, goal)
    crowd.set_manner(agent, speed=2.0)
    kinds = [event.kind for _ in range(300) for event in crowd.step(0.1)]
    assert kinds == ["reached", "arrived"]
    assert len(crowd) == 0
    with pytest.raises(cw.Error, match="there is no agent 1"):
        crowd.remove(agent)


def test_a_door_that_opens_while_they_wait():
    shut = cw.build(box(0, 0, 10, 4), barriers=[[(5, 0), (5, 4)]])
    crowd = cw.Crowd(shut)
    crowd.add((2, 2), crowd.add_journey([crowd.add_target((9, 2))]))
    assert "no_way" in [event.kind for event in crowd.step(1)]
    assert crowd.set_place(cw.build(box(0, 0, 10, 4))) == 0
    del shut
    assert any(event.kind == "arrived" for _ in range(200) for event in crowd.step(0.1))


@pytest.mark.parametrize("call, words", [
    (lambda c: c.add((99, 99)), "off the mesh"),
    (lambda c: c.add((0.1, 2)), "closer to a wall"),
    (lambda c: c.add((2, 2), 7), "no journey 7"),
    (lambda c: c.add((2, 2), radius=-1), "radius"),
    (lambda c: c.add((2, 2), model="bird"), "none of way-portals"),
    (lambda c: c.add((2, 2), velocity=(float("nan"), 0)), "velocity"),
    (lambda c: c.add_target((50, 50)), "mesh"),
    (lambda c: c.add_journey([[]]), "not a target"),
    (lambda c: c.step(0), "step of 0"),
    (lambda c: c.set_place(None), "NoneType is no mesh"),
    (lambda c: c.step(float("nan")), "step of nan"),
    (lambda c: cw.Crowd(c.mesh, side="up"), "none of right"),
    (lambda c: cw.Crowd(c.mesh, tau=-1), "tau"),
])
def test_calls_that_cannot_be_meant_are_refused_with_the_reason(call, words):
    crowd = cw.Crowd(cw.build(box(0, 0, 10, 4)))
    with pytest.raises(cw.Error, match=words):
        call(crowd)
    with pytest.raises(TypeError):
        crowd.add((2, 2), colour="red")


# --- the names of JuPedSim ------------------------------------------------------------------------


def simulation(**options):
    made = cw.Simulation(model=cw.CollisionFreeSpeedModel(), geometry=ROOMS, dt=0.05, **options)
    return made, made.add_exit_stage([(19, 3), (20, 3), (20, 7), (19, 7)])


def add_all(made, journey, stage, count, **options):
    return [made.add_agent(cw.CollisionFreeSpeedModelAgentParameters(
        position=place, journey_id=journey, stage_id=stage, **options)) for place in spots(9, 9)[:count]]


def run(made, seconds):
    while made.agent_count() and made.elapsed_time() < seconds:
        made.iterate()


def test_a_simulation_of_jupedsim_runs_to_its_end(tmp_path):
    recorder = cw.TrajectoryRecorder(every_nth_frame=2)
    made, out = simulation(trajectory_writer=recorder)
    way = made.add_waypoint_stage((14, 2), 1.0)
    journey = cw.JourneyDescription([way, out])
    journey.set_transition_for_stage(way, cw.Transition.create_fixed_transition(out))
    numbers = add_all(made, made.add_journey(journey), way, 50, v0=1.3)
    assert made.agent_count() == 50 and made.get_stage(way).count_targeting() == 50
    gone = []
    while made.agent_count() and made.elapsed_time() < 120:
        made.iterate()
        gone += made.removed_agents()
    assert sorted(gone) == numbers
    assert made.elapsed_time() == pytest.approx(made.iteration_count() * 0.05)
    paths = recorder.paths()
    assert sorted(paths) == numbers and recorder.fps == pytest.approx(10)
    for path in paths.values():
        assert np.hypot(*(path - (14, 2)).T).min() < 1.2  # by way of the waypoint
        assert path[-1][0] > 18.5
    recorder.save_text(tmp_path / "run.txt")
    lines = (tmp_path / "run.txt").read_text().splitlines()
    assert lines[0] == "# framerate: 10.00" and len(lines) == 2 + len(recorder.array)


def test_nobody_stands_in_anybody_in_a_recorded_run():
    recorder = cw.TrajectoryRecorder(every_nth_frame=5)
    made, out = simulation(trajectory_writer=recorder)
    add_all(made, made.add_journey(cw.JourneyDescription([out])), out, 60, radius=0.25)
    run(made, 120)
    rows = recorder.array
    for frame in np.unique(rows["frame"]):
        now = rows[rows["frame"] == frame]
        at = np.stack((now["x"], now["y"]), 1)
        apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) + np.eye(len(at)) * 9
        assert apart.min() >= 0.5 - 1e-6


def test_agents_choose_between_exits_in_turn_or_by_how_many_go_there():
    for transition in (cw.Transition.create_round_robin_transition,
                       cw.Transition.create_least_targeted_transition):
        made, first = simulation()
        second = made.add_exit_stage(box(19, 8, 20, 10))
        way = made.add_waypoint_stage((12, 5), 1.0)
        choices = [(first, 1), (second, 1)] if "round" in transition.__name__ else [first, second]
        journey = cw.JourneyDescription([way, first, second])
        journey.set_transition_for_stage(way, transition(choices))
        add_all(made, made.add_journey(journey), way, 20)
        chosen = {}
        while made.agent_count() and made.elapsed_time() < 120:
            made.iterate()
            chosen.update({agent.id: agent.stage_id for agent in made.agents()})
        counts = [list(chosen.values()).count(stage) for stage in (first, second)]
        assert sum(counts) == 20 and abs(counts[0] - counts[1]) <= 6


def test_a_queue_moves_up_and_a_waiting_set_lets_all_go():
    made, out = simulation()
    queue = made.add_queue_stage([(15, 5), (14, 5), (13, 5)])
    hall = made.add_waiting_set_stage([(4, 8), (5, 8), (6, 8)])
    journey = cw.JourneyDescription([hall, queue, out])
    journey.set_transition_for_stage(hall, cw.Transition.create_fixed_transition(queue))
    journey.set_transition_for_stage(queue, cw.Transition.create_fixed_transition(out))
    add_all(made, made.add_journey(journey), hall, 3)
    made.iterate(400)
    assert made.get_stage(hall).count_waiting() == 3 and made.get_stage(queue).count_targeting() == 0
    made.get_stage(hall).state = cw.WaitingSetState.INACTIVE
    made.iterate(600)
    line = made.get_stage(queue).enqueued()
    assert len(line) == 3 and made.agent_count() == 3
    heads = [made.agent(agent).position for agent in line]
    assert np.hypot(*np.subtract(heads, [(15, 5), (14, 5), (13, 5)]).T).max() < 0.6
    made.get_stage(queue).pop(1)
    made.iterate(400)
    assert made.get_stage(queue).enqueued() == line[1:] and made.agent_count() == 2
    assert np.hypot(*np.subtract(made.agent(line[1]).position, (15, 5))) < 0.6
    made.get_stage(queue).pop(2)
    run(made, 200)
    assert made.agent_count() == 0


def test_agents_are_asked_steered_switched_and_removed():
    made, out = simulation(side="none")
    steer = made.add_direct_steering_stage()
    free = made.add_journey(cw.JourneyDescription([steer]))
    leave_by = made.add_journey(cw.JourneyDescription([out]))
    number = made.add_agent(cw.AgentParameters(position=(3, 5), journey_id=free, stage_id=steer))
    agent = made.agent(number)
    agent.final_target = (6, 5)
    agent.model.desired_speed = 1.0
    made.iterate(20)
    assert agent.position == pytest.approx((4, 5), abs=1e-9)
    assert agent.orientation == pytest.approx((1, 0)) and agent.velocity == pytest.approx((1, 0))
    made.iterate(100)
    assert agent.position == pytest.approx((6, 5), abs=1e-6)
    assert made.agents_in_range((6, 5), 0.1) == made.agents_in_polygon(box(5, 4, 7, 6)) == [number]
    assert made.agents_in_range((2, 5), 0.1) == made.agents_in_polygon(box(0, 0, 5, 6)) == []
    made.switch_agent_journey(number, leave_by, out)
    made.iterate(10)
    assert agent.journey_id == leave_by and agent.position[0] > 6
    assert made.mark_agent_for_removal(number) and not made.mark_agent_for_removal(number)
    made.iterate()
    assert made.agent_count() == 0 and made.removed_agents() == [number]
    with pytest.raises(cw.SimulationError, match="no agent"):
        made.agent(number)


def test_what_jupedsim_would_refuse_is_refused():
    made, out = simulation()
    journey = made.add_journey(cw.JourneyDescription([out]))
    add = lambda **options: made.add_agent(cw.AgentParameters(**{  # noqa: E731
        "position": (3, 3), "journey_id": journey, "stage_id": out, **options}))
    add()
    for options, words in (({"position": (3.1, 3)}, "somebody stands"),
                           ({"position": (9.5, 1)}, "off the mesh"),
                           ({"position": (0.1, 3)}, "closer to a wall"), ({"stage_id": 9}, "stage 9"),
                           ({"journey_id": 9}, "no journey 9")):
        with pytest.raises(cw.Error, match=words):
            add(**options)
    with pytest.raises(cw.Error, match="strength_neighbor_repulsion"):
        cw.CollisionFreeSpeedModel(strength_neighbor_repulsion=3)
    with pytest.raises(cw.Error, match="no stage 77"):
        made.add_journey(cw.JourneyDescription([77]))
    with pytest.raises(cw.Error, match="mesh"):
        made.add_exit_stage(box(50, 50, 60, 60))


def test_the_sqlite_file_is_what_the_command_and_jupedsim_read(tmp_path):
    file = tmp_path / "run.sqlite"
    writer = cw.SqliteTrajectoryWriter(output_file=file, every_nth_frame=2)
    made, out = simulation(trajectory_writer=writer)
    add_all(made, made.add_journey(cw.JourneyDescription([out])), out, 12)
    run(made, 60)
    writer.close()
    base = sqlite3.connect(file)
    metadata = dict(base.execute("SELECT key, value FROM metadata"))
    assert metadata["version"] == "2" and float(metadata["fps"]) == pytest.approx(10)
    frames = base.execute("SELECT count(*) FROM frame_data").fetchone()[0]
    assert frames == made.iteration_count() // 2 + 1
    floor = wkt.loads(base.execute("SELECT wkt FROM geometry").fetchone()[0])
    assert floor.symmetric_difference(ROOMS).area < 1e-5
    assert base.execute("SELECT count(DISTINCT id) FROM trajectory_data").fetchone()[0] == 12
    if COMMAND.exists():
        drawn = subprocess.run([COMMAND, "draw", file, "-o", tmp_path / "run.png", "--quiet"])
        assert drawn.returncode == 0


def test_crowds_and_trajectories_are_drawn():
    recorder = cw.TrajectoryRecorder(every_nth_frame=4)
    made, out = simulation(trajectory_writer=recorder)
    add_all(made, made.add_journey(cw.JourneyDescription([out])), out, 10)
    made.iterate(60)
    ax = made.plot()
    count = len(ax.collections)
    assert recorder.plot(ax) is ax and len(ax.collections) == count + 1
    assert len(ax.collections[-1].get_segments()) == 10 * 15
    ax.figure.canvas.draw()
