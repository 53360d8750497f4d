"""Judges a roadmap (.json, version 1) by docs/roadmap.md alone, without any of the library's code.

    python3 judge.py ROADMAP.json [--flat] [--stride N]

--flat: no floors lie above each other, so clearances are measured against all walls; of every
N-th node and edge only with --stride. Prints what is wrong, and ends with 1 if anything is.
"""
import json
import math
import sys

SAME = 1e-6  # metres: nothing smaller matters; positions are whole lattice steps and doubles
KINDS = ("corner", "event", "level")
KEYS = {
    "walls": {"from", "to", "direction", "cap"},
    "nodes": {"position", "offset", "clearance", "kind"},
    "edges": {"from", "to", "level", "left", "right", "length", "clearance", "leaf", "space"},
    "faces": {"wall", "nodes"},
    "rungs": {"from", "to"},
}
faults = []


def fault(words, *values):
    faults.append(words % values)


def sub(p, q):
    return p[0] - q[0], p[1] - q[1]


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def from_line(wall, p):
    """Signed distance of a point from the line of a wall; the floor's side counts as positive."""
    return cross(wall["direction"], sub(p, wall["from"]))


def along(wall, p):
    return dot(wall["direction"], sub(p, wall["from"]))


def from_segment(p, a, b):
    d = sub(b, a)
    square = dot(d, d)
    share = min(1, max(0, dot(sub(p, a), d) / square)) if square > 0 else 0
    return math.hypot(p[0] - a[0] - share * d[0], p[1] - a[1] - share * d[1])


def between(a, b, c, d):
    u, v, w = sub(b, a), sub(d, c), sub(c, a)
    sine = cross(u, v)
    if sine != 0 and 0 <= cross(w, v) / sine <= 1 and 0 <= cross(w, u) / sine <= 1:
        return 0
    return min(from_segment(a, c, d), from_segment(b, c, d), from_segment(c, a, b),
               from_segment(d, a, b))


def check_members(root, text):
    wanted = {"format", "version", "up", "spacing", "miter", "walls", "nodes", "edges", "rungs",
              "stats"}
    if set(root) - {"faces"} != wanted:
        fault("members are %s", sorted(root))
    if (root["format"], root["version"], root["up"]) != ("clearway-roadmap", 1, "z"):
        fault("format, version or up")
    if not root["stats"]["seconds"] >= 0:
        fault("seconds")
    for name, keys in KEYS.items():
        for i, item in enumerate(root.get(name, [])):
            if set(item) != keys:
                fault("%s[%d] has %s", name, i, sorted(item))
    for item in root["nodes"] + root["walls"]:
        for key in ("position", "from", "to"):
            if key in item and not (len(item[key]) == 3 and all(map(math.isfinite, item[key]))):
                fault("a position is %s", item[key])


def check_walls(root):
    for i, wall in enumerate(root["walls"]):
        d, way = wall["direction"], sub(wall["to"], wall["from"])
        length = math.hypot(*way)
        if abs(math.hypot(*d) - 1) > 1e-12:
            fault("wall %d: direction has no unit length", i)
        if wall["cap"] != (wall["from"] == wall["to"]):
            fault("wall %d: a cap has no length, and nothing else has none", i)
        elif length > 0 and (abs(cross(d, way)) > 1e-9 * length or dot(d, way) < 0):
            fault("wall %d: direction is not that from its start to its end", i)


def check_nodes(root):
    spacing = root["spacing"]
    ridges = [0] * len(root["nodes"])
    for edge in root["edges"]:
        for end in (edge["from"], edge["to"]):
            ridges[end] += edge["level"] == 0
    for i, node in enumerate(root["nodes"]):
        level = node["offset"] / spacing
        if node["kind"] not in KINDS:
            fault("node %d is a %s", i, node["kind"])
        if (node["kind"] == "corner") != (node["offset"] == 0):
            fault("node %d: kind %s at offset %g", i, node["kind"], node["offset"])
        if node["kind"] == "level" and abs(level - round(level)) * spacing > 1e-9:
            fault("node %d: a level at offset %g", i, node["offset"])
        if node["kind"] == "level" and ridges[i] != 2:
            fault("node %d: a level on %d edges of level 0", i, ridges[i])
        if node["kind"] == "corner" and ridges[i] == 0:
            fault("node %d: a corner without an edge", i)
        if node["clearance"] < node["offset"] - 1e-9:
            fault("node %d: clearance %g below offset %g", i, node["clearance"], node["offset"])


def check_edge(root, i, edge):
    walls, nodes = root["walls"], root["nodes"]
    a, b = nodes[edge["from"]], nodes[edge["to"]]
    p, q = a["position"], b["position"]
    if abs(math.hypot(*sub(q, p)) - edge["length"]) > 1e-9:
        fault("edge %d: length", i)
    if edge["leaf"] != (edge["level"] == 0 and (a["offset"] == 0 or b["offset"] == 0)):
        fault("edge %d: leaf", i)
    if edge["level"] == 0:
        sides = (edge["left"], edge["right"])
        if edge["left"] == edge["right"] or min(sides) < 0:
            fault("edge %d: walls %d and %d", i, *sides)
    else:
        sides = (edge["left"],)
        if edge["right"] != -1 or dot(sub(q, p), walls[edge["left"]]["direction"]) >= 0:
            fault("edge %d: its wall is not on the left", i)
        if edge["clearance"] < edge["level"] * root["spacing"] - 1e-9:
            fault("edge %d: level %d has clearance %g", i, edge["level"], edge["clearance"])
    for side in sides:
        for node in (a, b):
            away = from_line(walls[side], node["position"])
            if abs(away - node["offset"]) > SAME:
                fault("edge %d: %.9g m from wall %d, offset %.9g", i, away, side, node["offset"])


def half_edges(root):
    """Per wall: node -> next node on the way round its face, walking with the face on the left."""
    following = [{} for _ in root["walls"]]
    for i, edge in enumerate(root["edges"]):
        if edge["level"] != 0:
            continue
        for wall, a, b in ((edge["left"], edge["from"], edge["to"]),
                           (edge["right"], edge["to"], edge["from"])):
            if a in following[wall]:
                fault("edge %d: the face of wall %d forks at node %d", i, wall, a)
            following[wall][a] = b
    return following


def walk_face(root, w, following, corners):
    """The face of a wall: from its end over edges of level 0 to its start, the start first."""
    wall = root["walls"][w]
    start = tuple(wall["from"][:2])
    nodes, steps = root["nodes"], following[w]
    ends = [n for n in steps if nodes[n]["offset"] == 0
            and math.hypot(*sub(nodes[n]["position"], wall["to"])) < SAME]
    for first in ends:
        way = [first]
        while way[-1] in steps and len(way) <= len(steps) + 1:
            way.append(steps[way[-1]])
            last = nodes[way[-1]]
            if last["offset"] == 0 and math.hypot(*sub(last["position"], start)) < SAME:
                break
        if len(way) - 1 == len(steps):
            return way[-1:] + way[:-1] if way[-1] != way[0] else way[:-1]
    fault("wall %d has no face of one piece", w)
    return []


def area_of(points):
    """Relative to the first point, so that places far from the origin lose nothing."""
    total, o = 0, points[0]
    for p, q in zip(points[1:], points[2:]):
        total += cross(sub(p, o), sub(q, o)) / 2
    return total


def check_faces(root):
    following, corners, nodes = half_edges(root), {}, root["nodes"]
    faces = [walk_face(root, w, following, corners) for w in range(len(root["walls"]))]
    total, floor = 0, 0
    origin = root["walls"][0]["from"] if root["walls"] else (0, 0)
    for w, face in enumerate(faces):
        if face:
            area = area_of([nodes[n]["position"] for n in face])
            total += area
            if not area > -1e-9:
                fault("wall %d: its face has %g m2", w, area)
        wall = root["walls"][w]
        floor += cross(sub(wall["from"], origin), sub(wall["to"], origin)) / 2
    if abs(total - floor) > 1e-6 * max(1, floor):
        fault("faces have %.12g m2, the floor %.12g", total, floor)
    if "faces" in root:
        told = {face["wall"]: face["nodes"] for face in root["faces"]}
        for w, face in enumerate(faces):
            if told.get(w) != face:
                fault("wall %d: its face is told as %s, but is %s", w, told.get(w), face)
    return faces


def check_levels(root, faces):
    """Cross-sections of every face against the lanes of its wall."""
    spacing, nodes, walls = root["spacing"], root["nodes"], root["walls"]
    most = max([e["level"] for e in root["edges"]] + [0])
    told = {}
    for edge in root["edges"]:
        if edge["level"] > 0:
            ends = [along(walls[edge["left"]], nodes[edge[k]]["position"]) for k in ("to", "from")]
            told.setdefault((edge["left"], edge["level"]), []).append(tuple(ends))
    for w, face in enumerate(faces):
        top = max([nodes[n]["offset"] for n in face] + [0])
        for k in range(1, min(most, int(top / spacing + 1e-9)) + 1):
            check_level(root, w, face, k, merged(told.pop((w, k), [])))
    if told:
        fault("lanes without a face: %s", sorted(told)[:5])


def merged(pieces):
    """Pieces that rungs have cut, end to end."""
    whole = []
    for low, high in sorted(pieces):
        if whole and abs(low - whole[-1][1]) < 1e-9:
            whole[-1] = (whole[-1][0], high)
        else:
            whole.append((low, high))
    return whole


def check_level(root, w, face, k, told):
    nodes, wall = root["nodes"], root["walls"][w]
    height = k * root["spacing"]
    places, flat = [], []
    for a, b in zip(face, face[1:] + face[:1]):
        p, q = nodes[a], nodes[b]
        below = p["offset"] < height - 1e-9, q["offset"] < height - 1e-9
        s, t = along(wall, p["position"]), along(wall, q["position"])
        if below[0] != below[1]:
            share = (height - p["offset"]) / (q["offset"] - p["offset"])
            ties = [x for n, x in ((p, s), (q, t)) if abs(n["offset"] - height) <= 1e-9]
            places.append(ties[0] if ties else s + min(1, max(0, share)) * (t - s))
        elif max(abs(n["offset"] - height) for n in (p, q)) < SAME:
            flat.append((min(s, t), max(s, t)))
    places.sort()
    wanted = [(a, b) for a, b in zip(places[::2], places[1::2]) if b - a > SAME]
    def is_ridge(piece):
        """What runs along a ridge is level 0 already; less than a micrometre beside it, either."""
        return sum(min(b, piece[1]) - max(a, piece[0]) for a, b in flat
                   if b > piece[0] and a < piece[1]) >= piece[1] - piece[0] - SAME
    left = [piece for piece in wanted if not is_ridge(piece)]
    told = [piece for piece in told if piece[1] - piece[0] > SAME and not is_ridge(piece)]
    if len(left) != len(told) or any(abs(x - y) > SAME for a, b in zip(left, told)
                                     for x, y in zip(a, b)):
        fault("wall %d, level %d: lanes %s, but the face has %s", w, k, told, left)


def check_spaces(root):
    spacing, nodes = root["spacing"], root["nodes"]
    parent = list(range(len(nodes)))

    def find(n):
        while parent[n] != n:
            parent[n] = parent[parent[n]]
            n = parent[n]
        return n

    def inside(edge):
        return all(nodes[edge[k]]["offset"] >= spacing - 1e-9 for k in ("from", "to"))
    for edge in root["edges"] + root["rungs"]:
        if inside(edge):
            parent[find(edge["from"])] = find(edge["to"])
    names = {}
    for i, edge in enumerate(root["edges"]):
        if inside(edge) != (edge["space"] >= 0):
            fault("edge %d: space %d", i, edge["space"])
        elif edge["space"] >= 0 and names.setdefault(find(edge["from"]), edge["space"]) != edge["space"]:
            fault("edge %d: space %d, its neighbours' is %d", i, edge["space"],
                  names[find(edge["from"])])
    if sorted(names.values()) != list(range(len(names))):
        fault("spaces are named %s", sorted(names.values())[:10])


def check_rungs(root):
    nodes, spacing = root["nodes"], root["spacing"]
    walls_at = {}
    for edge in root["edges"]:
        if edge["level"] > 0:
            for k in ("from", "to"):
                walls_at.setdefault(edge[k], set()).add((edge["left"], edge["level"]))
    for i, rung in enumerate(root["rungs"]):
        a, b = nodes[rung["from"]], nodes[rung["to"]]
        if abs(abs(a["offset"] - b["offset"]) - spacing) > 1e-9 or \
                abs(math.hypot(*sub(a["position"], b["position"])) - spacing) > SAME:
            fault("rung %d is not from a lane to the next", i)
        walls = [{w for w, _ in walls_at.get(rung[k], ())} for k in ("from", "to")]
        if not walls[0] & walls[1]:
            fault("rung %d joins lanes of different walls", i)


def check_clearance(root, stride):
    walls = [(w["from"], w["to"]) for w in root["walls"] if not w["cap"]]
    for i, node in list(enumerate(root["nodes"]))[::stride]:
        free = min(from_segment(node["position"], a, b) for a, b in walls)
        if abs(free - node["clearance"]) > SAME:
            fault("node %d: clearance %.9g, but %.9g to the nearest wall", i, node["clearance"], free)
    for i, edge in list(enumerate(root["edges"]))[::stride]:
        p, q = (root["nodes"][edge[k]]["position"] for k in ("from", "to"))
        free = min(between(p, q, a, b) for a, b in walls)
        if abs(free - edge["clearance"]) > SAME:
            fault("edge %d: clearance %.9g, but %.9g to the nearest wall", i, edge["clearance"], free)


def main(arguments):
    stride = int(arguments[arguments.index("--stride") + 1]) if "--stride" in arguments else 1
    with open(arguments[0], encoding="utf-8") as file:
        text = file.read()
    root = json.loads(text)
    check_members(root, text)
    check_walls(root)
    check_nodes(root)
    for i, edge in enumerate(root["edges"]):
        check_edge(root, i, edge)
    check_levels(root, check_faces(root))
    check_spaces(root)
    check_rungs(root)
    if "--flat" in arguments:
        check_clearance(root, stride)
    for words in faults[:20]:
        print(words)
    print("%s: %d nodes, %d edges, %d faults" % (arguments[0], len(root["nodes"]),
                                                 len(root["edges"]), len(faults)))
    return 1 if faults else 0


sys.exit(main(sys.argv[1:]))
