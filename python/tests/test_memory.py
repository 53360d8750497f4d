"""Memory: what is built and dropped is given back, at once and in any order."""

import gc
import subprocess
import sys
import threading
import weakref

import numpy as np

import clearway as cw

PAGE = 4096
# Bytes by which the process may grow between the 20th and the 200th round: allocators keep some.
ALLOWANCE = 1 << 20


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * PAGE


def grows(work):
    for _ in range(20):
        work()
    before = resident()
    for _ in range(180):
        work()
    return resident() - before


def test_building_again_and_again_takes_no_more_memory(office_rings):
    def work():
        mesh = cw.build(office_rings, effort=0)
        mesh.path((24.4, 18.5), (32.6, 12.1), 0.65)
    gc.disable()  # nothing may wait for the collector
    try:
        assert grows(work) < ALLOWANCE
    finally:
        gc.enable()


def test_refusals_take_no_more_memory(office):
    def work():
        for plan in ([(0, 0), (1, 0), (2, 0)], [(0, 0), (1, 0)], 7):
            try:
                cw.build(plan)
            except cw.Error:
                pass
        office.path((-9, -9), (32.6, 12.1), 0.65)
        office.path((24.4, 18.5), (32.6, 12.1), 1.5)
    assert grows(work) < ALLOWANCE


def test_owners_live_as_long_as_what_needs_them():
    mesh = cw.build([(0, 0), (9, 0), (9, 9), (0, 9)], obstacles=[[(4, 4), (5, 4), (5, 5), (4, 5)]])
    owner = weakref.ref(mesh._owner)
    path, vertices = mesh.path((1, 1), (8, 8), 0.3), mesh.vertices
    del mesh
    assert path.points().shape[1] == 3  # a path holds its mesh
    del path
    gc.collect()
    assert owner() is not None and np.isfinite(vertices).all()
    del vertices
    gc.collect()
    assert owner() is None


def test_rings_of_objects_are_freed_in_any_order():
    for _ in range(5):
        mesh = cw.build([(0, 0), (9, 0), (9, 9), (0, 9)])
        mesh.prepare()
        mesh.path((1, 1), (8, 8), 0.3)
        mesh.itself = [mesh]
        owner = weakref.ref(mesh._owner)
        del mesh
        gc.collect()
        assert owner() is None


def test_threads_build_and_drop_meshes_at_once():
    hashes = []

    def work():
        for _ in range(20):
            mesh = cw.build([(0, 0), (9, 0), (9, 9), (0, 9)], obstacles=[[(4, 4), (5, 4), (5, 5)]])
            mesh.path((1, 1), (8, 8), 0.3)
            hashes.append(mesh.hash)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(hashes) == 80 and len(set(hashes)) == 1


def test_the_interpreter_ends_well_with_meshes_at_hand():
    program = """
import clearway as cw, threading
mesh = cw.build([(0, 0), (9, 0), (9, 9), (0, 9)]).prepare()
vertices, path = mesh.vertices, mesh.path((1, 1), (8, 8), 0.3)
def forever():
    while True:
        mesh.path((1, 1), (8, 8), 0.3)
threading.Thread(target=forever, daemon=True).start()
cycle = [mesh]; cycle.append(cycle)
raise SystemExit(7)
"""
    assert subprocess.run([sys.executable, "-c", program]).returncode == 7


def test_ctrl_c_stops_a_long_build():
    program = """
import clearway as cw, numpy as np, signal, sys, threading, time, os
signal.signal(signal.SIGINT, signal.default_int_handler) # a shell's background jobs ignore it
random = np.random.default_rng(1)
rings = [np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * 0.5 + random.uniform(0, 300, 2)
         for _ in range(20000)]
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
started = time.monotonic()
try:
    cw.build([(0, 0), (300, 0), (300, 300), (0, 300)], obstacles=rings, effort=2)
except KeyboardInterrupt:
    sys.exit(0 if time.monotonic() - started < 20 else 3)
sys.exit(4)
"""
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
