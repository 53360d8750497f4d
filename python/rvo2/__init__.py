"""The calls of Python-RVO2 on the crowd of clearway.

    import rvo2
    sim = rvo2.PyRVOSimulator(1 / 60, 1.5, 5, 1.5, 2, 0.4, 2)
    agent = sim.addAgent((0, 0))
    sim.setAgentPrefVelocity(agent, (1, 1))
    sim.doStep()

Differences, all of them: bodies enter neither walls nor each other; a head-on meeting resolves, since
everybody turns a little to the right when others are near, and who hardly moves for a second tries
another direction for the next, drawn from its number and the time; neighborDist, maxNeighbors (at most 16)
and the two time horizons are the largest of all agents, for all of them; who stands in an obstacle
when a step begins is moved to the nearest place with room. Counter-clockwise obstacles are solid,
clockwise ones are walls around a place, two vertices are a wall.
"""

import math

import numpy as np

import clearway as cw

__all__ = ["PyRVOSimulator", "RVO_ERROR"]

RVO_ERROR = 2 ** 64 - 1
MOST_NEIGHBOURS = 16  # of a crowd
LARGEST, SMALLEST_RADIUS = 64.0, 0.01  # what a crowd takes; other units are scaled by powers of two
MARGIN = 256.0  # how far the floor reaches beyond everything, in largest lengths of an agent
LONGEST_SUBSTEP = 1.0  # seconds
# Who gets on with less than this part of its wish for so many seconds turns its wish by up to so many
# radians for as long: a meeting that is symmetric to the last bit resolves by nothing else.
STILL_SHARE, STILL_TIME, MOST_TURN = 0.1, 1.0, math.pi / 2


class _Body:
    """What RVO2 knows about an agent."""

    def __init__(self, position, neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, radius,
                 maxSpeed, velocity):
        self.position, self.velocity = _pair(position), _pair(velocity)
        self.preferred = (0.0, 0.0)
        self.still, self.turn = 0.0, 0.0  # seconds without progress; radians
        self.neighbor_dist, self.max_neighbors = float(neighborDist), int(maxNeighbors)
        self.horizon, self.wall_horizon = float(timeHorizon), float(timeHorizonObst)
        self.radius, self.max_speed = _length(radius), float(maxSpeed)

    def reach(self):
        """The largest length that matters about it: sets the scale and the size of the floor."""
        return max(self.radius, self.max_speed, self.neighbor_dist,
                   self.max_speed * self.wall_horizon + self.radius)


def _pair(values):
    x, y = values
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"positions and velocities have to be finite, not ({x}, {y})")
    return float(x), float(y)


def _length(value):
    if not 0 <= value < math.inf:
        raise ValueError(f"a radius has to be finite, and not below 0, not {value}")
    return float(value)


class PyRVOSimulator:
    """A simulation of agents that avoid each other, with the calls of Python-RVO2."""

    def __init__(self, timeStep, neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, radius,
                 maxSpeed, velocity=(0, 0)):
        self._time, self._time_step = 0.0, float(timeStep)
        self.setAgentDefaults(neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, radius,
                              maxSpeed, velocity)
        self._bodies = []
        self._rings, self._standing = [], []
        self._crowd = self._mesh = self._frame = None
        self._stale = set()
        self._before = None

    # --- agents -----------------------------------------------------------------------------

    def setAgentDefaults(self, neighbor_dist, max_neighbors, time_horizon, time_horizon_obst,
                         radius, max_speed, velocity=(0, 0)):
        self._defaults = (neighbor_dist, max_neighbors, time_horizon, time_horizon_obst, radius,
                          max_speed, velocity)

    def addAgent(self, pos, neighborDist=None, maxNeighbors=None, timeHorizon=None,
                 timeHorizonObst=None, radius=None, maxSpeed=None, velocity=None):
        given = (neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, radius, maxSpeed, velocity)
        if neighborDist is not None and velocity is None:
            raise ValueError("Either pass only 'pos', or pass all parameters.")
        self._bodies.append(_Body(pos, *(self._defaults if neighborDist is None else given)))
        self._crowd = None
        return len(self._bodies) - 1

    def _set(self, agent_no, name, value):
        body = self._bodies[agent_no]
        if getattr(body, name) != value:
            setattr(body, name, value)
            self._crowd = None

    def getNumAgents(self):
        return len(self._bodies)

    def getAgentPosition(self, agent_no):
        return self._bodies[agent_no].position

    def setAgentPosition(self, agent_no, position):
        self._set(agent_no, "position", _pair(position))

    def getAgentVelocity(self, agent_no):
        return self._bodies[agent_no].velocity

    def setAgentVelocity(self, agent_no, velocity):
        self._set(agent_no, "velocity", _pair(velocity))

    def getAgentPrefVelocity(self, agent_no):
        return self._bodies[agent_no].preferred

    def setAgentPrefVelocity(self, agent_no, velocity):
        self._bodies[agent_no].preferred = _pair(velocity)
        self._stale.add(agent_no)

    def getAgentRadius(self, agent_no):
        return self._bodies[agent_no].radius

    def setAgentRadius(self, agent_no, radius):
        self._set(agent_no, "radius", _length(radius))

    def getAgentMaxSpeed(self, agent_no):
        return self._bodies[agent_no].max_speed

    def setAgentMaxSpeed(self, agent_no, max_speed):
        self._set(agent_no, "max_speed", float(max_speed))

    def getAgentNeighborDist(self, agent_no):
        return self._bodies[agent_no].neighbor_dist

    def setAgentNeighborDist(self, agent_no, neighbor_dist):
        self._set(agent_no, "neighbor_dist", float(neighbor_dist))

    def getAgentMaxNeighbors(self, agent_no):
        return self._bodies[agent_no].max_neighbors

    def setAgentMaxNeighbors(self, agent_no, max_neighbors):
        self._set(agent_no, "max_neighbors", int(max_neighbors))

    def getAgentTimeHorizon(self, agent_no):
        return self._bodies[agent_no].horizon

    def setAgentTimeHorizon(self, agent_no, time_horizon):
        self._set(agent_no, "horizon", float(time_horizon))

    def getAgentTimeHorizonObst(self, agent_no):
        return self._bodies[agent_no].wall_horizon

    def setAgentTimeHorizonObst(self, agent_no, timeHorizonObst):
        self._set(agent_no, "wall_horizon", float(timeHorizonObst))

    # --- obstacles --------------------------------------------------------------------------

    def addObstacle(self, vertices):
        """Returns the number of the first vertex; counts from processObstacles() on."""
        ring = [_pair(vertex) for vertex in vertices]
        if len(ring) < 2:
            raise RuntimeError("Error adding obstacle to RVO simulation")
        first = self.getNumObstacleVertices()
        self._rings.append(ring)
        return first

    def clearObstacle(self):
        """Takes all obstacles away; counts from processObstacles() on."""
        self._rings = []

    def removeObstacle(self, obstacle_no):
        """Takes away the obstacle that has this vertex; counts from processObstacles() on."""
        ring, _ = self._vertex(obstacle_no)
        self._rings = [other for other in self._rings if other is not ring]

    def processObstacles(self):
        self._standing = list(self._rings)
        self._mesh = self._crowd = None

    def getNumObstacleVertices(self):
        return sum(map(len, self._rings))

    def _vertex(self, vertex_no):
        for ring in self._rings:
            if vertex_no < len(ring):
                return ring, vertex_no
            vertex_no -= len(ring)
        raise IndexError("there is no such vertex")

    def getObstacleVertex(self, vertex_no):
        ring, at = self._vertex(vertex_no)
        return ring[at]

    def getNextObstacleVertexNo(self, vertex_no):
        ring, at = self._vertex(vertex_no)
        return vertex_no - at + (at + 1) % len(ring)

    def getPrevObstacleVertexNo(self, vertex_no):
        ring, at = self._vertex(vertex_no)
        return vertex_no - at + (at - 1) % len(ring)

    def queryVisibility(self, point1, point2, radius=0.0):
        """Whether a disc can go straight from one point to the other past all obstacles."""
        if not self._standing:
            return True
        a, b = np.array(_pair(point1)), np.array(_pair(point2))
        mesh = self._floor(extra=(a, b))
        scale = self._scale
        try:
            return not mesh.ray(a * scale, b * scale, radius * scale).hit
        except cw.Error:
            return False  # one end is in an obstacle

    # --- time -------------------------------------------------------------------------------

    def getTimeStep(self):
        return self._time_step

    def setTimeStep(self, time_step):
        if self._time_step != float(time_step):
            self._time_step = float(time_step)
            self._crowd = None

    def getGlobalTime(self):
        return self._time

    def doStep(self):
        """Everybody moves by one time step."""
        if self._bodies:
            self._prepare()
            self._before = [(body.position, body.velocity) for body in self._bodies]
            self._crowd.step(self._time_step)
            _, positions, velocities, _ = self._crowd.state()
            positions, velocities = positions[:, :2] / self._scale, velocities / self._scale
            for body, position, velocity in zip(self._bodies, positions.tolist(),
                                                velocities.tolist()):
                body.position, body.velocity = tuple(position), tuple(velocity)
            self._look_for_standstill()
        self._time += self._time_step

    def _look_for_standstill(self):
        for number, body in enumerate(self._bodies):
            wish = math.hypot(*body.preferred)
            stands = wish > 0 and math.hypot(*body.velocity) < STILL_SHARE * wish
            if not stands and body.turn == 0:
                body.still = 0.0
                continue
            body.still += self._time_step
            if body.still >= STILL_TIME:
                draw = np.random.default_rng((number, round(self._time / self._time_step)))
                body.turn = draw.uniform(-MOST_TURN, MOST_TURN) if stands else 0.0
                body.still = 0.0
                self._stale.add(number)

    # --- what was seen in the last step ------------------------------------------------------

    def _neighbours(self, agent_no):
        """The agents that one reacted to, nearest first."""
        if self._before is None or agent_no >= len(self._before):
            return []
        body, (at, _) = self._bodies[agent_no], self._before[agent_no]
        others = sorted((math.dist(at, place), number)
                        for number, (place, _) in enumerate(self._before) if number != agent_no)
        return [number for distance, number in others
                if distance < body.neighbor_dist][:body.max_neighbors]

    def getAgentNumAgentNeighbors(self, agent_no):
        return len(self._neighbours(agent_no))

    def getAgentAgentNeighbor(self, agent_no, neighbor_no):
        return self._neighbours(agent_no)[neighbor_no]

    def _walls(self, agent_no):
        """The walls within reach of one that face it, by their first vertices, nearest first."""
        if self._before is None or agent_no >= len(self._before):
            return []
        body, (at, _) = self._bodies[agent_no], self._before[agent_no]
        reach = body.wall_horizon * body.max_speed + body.radius
        found, first = [], 0
        for ring in self._standing:
            for index, a in enumerate(ring):
                b = ring[(index + 1) % len(ring)]
                if _side(a, b, at) < 0 and _distance(a, b, at) < reach:
                    found.append((_distance(a, b, at), first + index))
            first += len(ring)
        return [number for _, number in sorted(found)]

    def getAgentNumObstacleNeighbors(self, agent_no):
        return len(self._walls(agent_no))

    def getAgentObstacleNeighbor(self, agent_no, obstacle_no):
        return self._walls(agent_no)[obstacle_no]

    def getAgentNumORCALines(self, agent_no):
        """How many lines other agents set; what walls set is not told."""
        return len(self._neighbours(agent_no))

    def getAgentORCALine(self, agent_no, line_no):
        """A point and the direction of the line that a neighbour sets: velocities to its left are
        allowed (van den Berg, Guy, Lin and Manocha, 2011)."""
        other = self._neighbours(agent_no)[line_no]
        return _orca_line(self._bodies[agent_no], self._before[agent_no], self._bodies[other],
                          self._before[other], self._time_step)

    # --- the crowd under it -----------------------------------------------------------------

    def _prepare(self):
        """A crowd in the present state, with the wishes that were set."""
        if self._crowd is not None and not self._is_inside(self._frame):
            self._mesh = self._crowd = None
        if self._crowd is None:
            self._make_crowd()
            self._stale = set(range(len(self._bodies)))
        for number in self._stale:
            body = self._bodies[number]
            wish = complex(*body.preferred) * self._scale
            if body.turn != 0:
                wish *= complex(math.cos(body.turn), math.sin(body.turn))
            self._crowd.set_velocity(number + 1, (wish.real, wish.imag))
        self._stale = set()

    def _make_crowd(self):
        bodies = self._bodies
        mesh = self._floor()
        scale, horizon = self._scale, 60.0
        self._crowd = cw.Crowd(
            mesh, sight=min(max(max(b.neighbor_dist for b in bodies) * scale, 1e-6), 100.0),
            neighbours=min(max(max(b.max_neighbors for b in bodies), 1), MOST_NEIGHBOURS),
            tau=min(max(b.horizon for b in bodies), horizon),
            tau_wall=min(max(b.wall_horizon for b in bodies), horizon),
            max_substep=min(max(self._time_step, 0.001), LONGEST_SUBSTEP))
        for number, body in enumerate(bodies):
            self._add(mesh, number, body)

    def _add(self, mesh, number, body):
        scale = self._scale
        position = np.multiply(body.position, scale)
        radius = max(body.radius * scale, SMALLEST_RADIUS)
        if not mesh.clearance(position) >= radius:
            nearest = mesh.nearest(position, radius)
            if nearest is None:
                raise RuntimeError(f"there is no room for agent {number} of radius {body.radius:g}")
            position = nearest.point
        speed = body.max_speed * scale
        self._crowd.add(position, radius=radius, speed=speed, max_speed=speed, model="orca",
                        velocity=np.multiply(body.velocity, scale), serial=number + 1)

    def _is_inside(self, frame):
        reach = max(body.reach() for body in self._bodies)
        return all(frame[0] + reach < x < frame[2] - reach and
                   frame[1] + reach < y < frame[3] - reach
                   for x, y in (body.position for body in self._bodies))

    def _floor(self, extra=()):
        """The floor around everybody with the obstacles cut out, in the units of the crowd."""
        points = [body.position for body in self._bodies] + [tuple(point) for point in extra]
        points += [vertex for ring in self._standing for vertex in ring]
        points = np.array(points)
        low, high = points.min(0), points.max(0)
        if self._mesh is not None and (low >= self._frame[:2]).all() and \
                (high <= self._frame[2:]).all() and self._scale == self._fitting_scale():
            return self._mesh
        self._scale = self._fitting_scale()
        reach = max([body.reach() for body in self._bodies] or [1.0])
        margin = MARGIN * reach + float((high - low).max())
        self._frame = (*(low - margin), *(high + margin))
        self._mesh, self._crowd = self._make_mesh(), None
        return self._mesh

    def _fitting_scale(self):
        """The power of two by which lengths are multiplied to be what a crowd takes."""
        largest = max([body.reach() for body in self._bodies] or [1.0])
        least = min([body.radius for body in self._bodies if body.radius > 0] or [1.0])
        scale = 1.0
        while largest * scale > LARGEST:
            scale /= 2
        while least * scale < SMALLEST_RADIUS and 2 * largest * scale <= LARGEST:
            scale *= 2
        return scale

    def _make_mesh(self):
        x0, y0, x1, y1 = np.multiply(self._frame, self._scale)
        solid, walls = [], []
        for ring in self._standing:
            scaled = np.multiply(ring, self._scale)
            if len(ring) > 2 and _area(ring) > 0:
                solid.append(scaled)
            else:
                walls.append(np.vstack((scaled, scaled[:1])))
        return cw.build([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], obstacles=solid, barriers=walls,
                        effort=0)


def _area(ring):
    """Twice the area of a ring, above 0 where it runs counter-clockwise."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1]))


def _side(a, b, point):
    """Above 0 where a point is on the left of the line from a to b."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _distance(a, b, point):
    """How far a point is from a segment."""
    along, way = np.subtract(b, a), np.subtract(point, a)
    length = float(along @ along)
    share = min(max(float(way @ along) / length, 0.0), 1.0) if length > 0 else 0.0
    return float(np.hypot(*(way - share * along)))


def _orca_line(body, state, other, other_state, time_step):
    """The half plane of one pair, each taking half of the change that avoids a collision."""
    way = np.subtract(other_state[0], state[0])
    velocity = np.subtract(state[1], other_state[1])
    touch = body.radius + other.radius
    distance = float(np.hypot(*way))
    horizon = body.horizon if distance > touch else time_step
    from_cap = velocity - way / horizon
    depth = float(np.hypot(*from_cap))
    if distance <= touch or \
            (from_cap @ way < 0 and (from_cap @ way) ** 2 > (touch * depth) ** 2):
        normal = from_cap / depth if depth > 0 else np.array((1.0, 0.0))
        change = (touch / horizon - depth) * normal
        direction = (normal[1], -normal[0])
    else:
        leg = math.sqrt(distance * distance - touch * touch)
        sign = 1.0 if way[0] * from_cap[1] - way[1] * from_cap[0] > 0 else -1.0
        direction = sign * np.array((way[0] * leg - sign * way[1] * touch,
                                     sign * way[0] * touch + way[1] * leg)) / distance ** 2
        change = (velocity @ direction) * direction - velocity
    point = np.asarray(state[1]) + change / 2
    return float(point[0]), float(point[1]), float(direction[0]), float(direction[1])
