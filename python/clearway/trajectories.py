"""Where everybody was, frame by frame: in memory as an array, and as files for PedPy and JuPedSim."""

import os
import sqlite3

import numpy as np

from .core import Error

ROW = np.dtype([("frame", "i8"), ("id", "i8"), ("x", "f8"), ("y", "f8"), ("z", "f8"), ("vx", "f8"),
                ("vy", "f8")])


class TrajectoryRecorder:
    """Keeps every nth iteration of a simulation as rows of one array."""

    def __init__(self, *, every_nth_frame=4):
        if every_nth_frame < 1:
            raise Error(f"every_nth_frame: {every_nth_frame!r} is no whole number from 1 on")
        self._every = every_nth_frame
        self._frames = []
        self._fps = None

    def every_nth_frame(self):
        return self._every

    def begin_writing(self, simulation):
        self._frames = []
        self._fps = 1 / simulation.delta_time() / self._every

    def write_iteration_state(self, simulation):
        if simulation.iteration_count() % self._every:
            return
        numbers, positions, velocities = simulation._state()[:3]
        rows = np.empty(len(numbers), ROW)
        rows["frame"] = simulation.iteration_count() // self._every
        rows["id"] = numbers
        for index, name in enumerate("xyz"):
            rows[name] = positions[:, index]
        rows["vx"], rows["vy"] = velocities.T
        self._frames.append(rows)

    @property
    def fps(self):
        """Frames per second."""
        return self._fps

    @property
    def array(self):
        """All rows: frame, id, x, y, z, vx, vy; in order of frames and ids."""
        return np.concatenate(self._frames) if self._frames else np.empty(0, ROW)

    def paths(self):
        """The positions of each agent over time: {id: (n, 2)}."""
        rows = self.array
        rows = rows[np.argsort(rows["id"], kind="stable")]
        numbers, first = np.unique(rows["id"], return_index=True)
        ways = np.split(np.stack((rows["x"], rows["y"]), 1), first[1:])
        return dict(zip(numbers.tolist(), ways))

    def save_text(self, path):
        """Writes the text that PedPy reads: id frame x y z."""
        rows = self.array
        with open(path, "w", encoding="ascii") as file:
            file.write(f"# framerate: {self._fps:.2f}\n# id frame x/m y/m z/m\n")
            for row in rows:
                file.write(f"{row['id']} {row['frame']} {row['x']:.6f} {row['y']:.6f} "
                           f"{row['z']:.6f}\n")

    def plot(self, ax=None, **options):
        """Draws the ways, coloured by speed; returns the axes."""
        from . import plot
        return plot.trajectories(self, ax, **options)


class SqliteTrajectoryWriter:
    """Writes the SQLite files of JuPedSim (version 2), which JuPedSim and PedPy read."""

    def __init__(self, *, output_file, every_nth_frame=4):
        if every_nth_frame < 1:
            raise Error(f"every_nth_frame: {every_nth_frame!r} is no whole number from 1 on")
        self._path, self._every = os.fspath(output_file), every_nth_frame
        self._connection = None

    def every_nth_frame(self):
        return self._every

    def begin_writing(self, simulation):
        if os.path.exists(self._path):
            os.unlink(self._path)
        self._connection = sqlite3.connect(self._path, isolation_level=None)
        run = self._connection.execute
        run("PRAGMA synchronous = OFF")  # a run that is cut short is run again
        run("BEGIN")
        run("CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, "
            "pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL)")
        run("CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL)")
        run("CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL)")
        run("CREATE UNIQUE INDEX geometry_hash ON geometry (hash)")
        run("CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL)")
        run("CREATE INDEX frame_id_idx ON trajectory_data (frame, id)")
        (low, high) = simulation.mesh.bounds[:, :2].tolist()
        pairs = (("version", "2"), ("fps", str(1 / simulation.delta_time() / self._every)),
                 ("xmin", str(low[0])), ("xmax", str(high[0])), ("ymin", str(low[1])),
                 ("ymax", str(high[1])))
        self._connection.executemany("INSERT INTO metadata VALUES (?, ?)", pairs)
        run("COMMIT")

    def write_iteration_state(self, simulation):
        if self._connection is None:
            raise Error("write_iteration_state: begin_writing was not called")
        if simulation.iteration_count() % self._every:
            return
        frame = simulation.iteration_count() // self._every
        rows = [(frame, agent.id, *agent.position, *agent.orientation)
                for agent in simulation.agents()]
        number = self._floor(simulation.mesh)
        self._connection.execute("BEGIN")
        self._connection.executemany("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)", rows)
        self._connection.execute("INSERT INTO frame_data VALUES (?, ?)", (frame, number))
        self._connection.execute("COMMIT")

    def _floor(self, mesh):
        """The number of a floor in the file, which is added when it is new."""
        number = int(mesh.hash, 16) >> 1  # a signed number of 64 bits
        known = self._connection.execute("SELECT 1 FROM geometry WHERE hash = ?", (number,))
        if known.fetchone() is None:
            self._connection.execute("INSERT INTO geometry VALUES (?, ?)",
                                     (number, floor_text(mesh)))
        return number

    def close(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def floor_text(mesh):
    """The walkable floor as WKT: polygons with holes where shapely is there, otherwise the cells."""
    try:
        from shapely.ops import unary_union
        floor = unary_union([cell.buffer(0) for cell in mesh.polygons])
        parts = list(getattr(floor, "geoms", [floor]))
        return parts[0].wkt if len(parts) == 1 else \
            "GEOMETRYCOLLECTION (" + ", ".join(part.wkt for part in parts) + ")"
    except ImportError:
        cells = [mesh.vertices[np.append(cell, cell[0]), :2] for cell in mesh.cells]
        rings = [", ".join(f"{x!r} {y!r}" for x, y in cell.tolist()) for cell in cells]
        return "GEOMETRYCOLLECTION (" + ", ".join(f"POLYGON (({ring}))" for ring in rings) + ")"
