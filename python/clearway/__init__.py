"""Clearway: navigation meshes of few convex cells, and paths for any radius on one mesh.

    import clearway as cw
    mesh = cw.build([[(0, 0), (10, 0), (10, 6), (0, 6)], [(4, 2), (6, 2), (6, 4), (4, 4)]])
    path = mesh.path((1, 3), (9, 3), radius=0.4)
    print(path.length)

Lengths are metres, z is up. Errors are clearway.Error.
"""

from .core import NONE, Error
from .crowd import Crowd, Event
from .distributions import (distribute_by_density, distribute_by_number, distribute_by_percentage,
                            distribute_until_filled)
from .mesh import Gate, Mesh, Nearest, Ray, Stats, build, load, loads, scene, triangles
from .path import Leg, Path, Portal
from .roadmap import Roadmap
from .simulation import (Agent, AgentParameters, CollisionFreeSpeedModel,
                         CollisionFreeSpeedModelAgentParameters, JourneyDescription, OrcaModel,
                         Simulation, Transition, WaitingSetState, WayPointsModel, WayPortalsModel)
from .trajectories import SqliteTrajectoryWriter, TrajectoryRecorder

AgentNumberError = SimulationError = Error

__all__ = ["NONE", "Agent", "AgentNumberError", "AgentParameters", "CollisionFreeSpeedModel",
           "CollisionFreeSpeedModelAgentParameters", "Crowd", "Error", "Event", "Gate",
           "JourneyDescription", "Leg", "Mesh", "Nearest", "OrcaModel", "Path", "Portal", "Ray",
           "Roadmap", "Simulation", "SimulationError", "SqliteTrajectoryWriter", "Stats", "TrajectoryRecorder",
           "Transition", "WaitingSetState", "WayPointsModel", "WayPortalsModel", "build",
           "distribute_by_density", "distribute_by_number", "distribute_by_percentage",
           "distribute_until_filled", "load", "loads", "scene", "triangles"]
