"""The roadmap of a mesh: a graph over all of the floor, as arrays."""

import numpy as np

from .core import Context, Error, copy, dtype_of, ffi, lib

NODE = dtype_of(ffi.typeof("cw_roadmap_node"))
EDGE = dtype_of(ffi.typeof("cw_roadmap_edge"))
MOST_LEVELS = 65535


class Roadmap:
    """The straight skeleton of the floor (level 0) with lanes beside it.

    nodes      (n, 3) positions in metres
    room       (n,) metres from each node to the nearest wall
    edges      (m, 2) nodes of each edge
    lengths    (m,) metres in plan
    clearance  (m,) metres: the least distance to a wall along each edge
    levels     (m,) 0, or k for a lane k spacings from its wall
    """

    def __init__(self, mesh, made):
        nodes, edges = copy(made.nodes, made.node_count, NODE), copy(made.edges, made.edge_count, EDGE)
        self.mesh = mesh
        self.nodes, self.room = nodes["position"].copy(), nodes["clearance"].copy()
        self.edges = np.stack((edges["from"], edges["to"]), 1).astype(np.int64)
        self.lengths, self.clearance = edges["length"].copy(), edges["clearance"].copy()
        self.levels = edges["level"].astype(np.int64)

    def __repr__(self):
        return f"<clearway.Roadmap: {len(self.nodes)} nodes, {len(self.edges)} edges>"

    def graph(self, radius=0.0):
        """The edges that a disc can walk, as a networkx graph with "length" and "clearance"."""
        import networkx
        graph = networkx.Graph()
        graph.add_nodes_from((i, {"pos": tuple(at)}) for i, at in enumerate(self.nodes.tolist()))
        for (a, b), length, room in zip(self.edges.tolist(), self.lengths, self.clearance):
            if room >= radius:
                graph.add_edge(a, b, length=float(length), clearance=float(room))
        return graph

    def plot(self, ax=None, **options):
        """Draws it with matplotlib and returns the axes; see clearway.plot.roadmap."""
        from . import plot
        return plot.roadmap(self, ax, **options)


def make_roadmap(mesh, spacing, levels, miter):
    """Skeleton and roadmap of the surface that a mesh was made of."""
    if mesh._surface is None:
        raise Error("roadmap: a mesh that was loaded has no surface any more; build it")
    context = Context(mesh._workers)
    skeleton = context.own(ffi.new("cw_skeleton *"), lib.cw_skeleton_free)
    shape = ffi.new("cw_skeleton_config *", lib.cw_skeleton_config_default())
    shape.miter = miter
    context.check(lib.cw_skeleton_build(context.pointer, mesh._surface.pointer, shape,
                                        skeleton.pointer))
    config = ffi.new("cw_roadmap_config *", lib.cw_roadmap_config_default())
    config.spacing, config.levels = spacing, min(levels, MOST_LEVELS)
    made = context.own(ffi.new("cw_roadmap *"), lib.cw_roadmap_free)
    context.check(lib.cw_roadmap_build(context.pointer, skeleton.pointer,
                                       mesh._get_tables().pointer, config, made.pointer))
    return Roadmap(mesh, made.pointer)
