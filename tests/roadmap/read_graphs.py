"""Reads one roadmap in all of its formats, and tells where they differ.

    python3 read_graphs.py NAME      NAME.json .graphml .geojson .dot .txt
"""
import json
import re
import sys
import xml.etree.ElementTree as tree

name = sys.argv[1]
with open(name + ".json", encoding="utf-8") as file:
    root = json.load(file)
nodes = [tuple(node["position"]) for node in root["nodes"]]
edges = sorted((min(e["from"], e["to"]), max(e["from"], e["to"])) for e in root["edges"] + root["rungs"])


def graphml():
    """With networkx where it is there, and by hand."""
    space = "{http://graphml.graphdrawing.org/xmlns}"
    graph = tree.parse(name + ".graphml").getroot().find(space + "graph")
    place = {}
    for node in graph.iter(space + "node"):
        data = {d.get("key"): float(d.text) for d in node}
        place[node.get("id")] = (data["n_x"], data["n_y"], data["n_z"])
    ends = [tuple(sorted((int(e.get("source")[1:]), int(e.get("target")[1:]))))
            for e in graph.iter(space + "edge")]
    assert [place["n%d" % i] for i in range(len(nodes))] == nodes, "nodes of .graphml"
    assert sorted(ends) == edges, "edges of .graphml"
    try:
        import networkx
    except ImportError:
        return
    other = networkx.read_graphml(name + ".graphml")
    assert other.number_of_nodes() == len(nodes) and other.nodes["n0"]["x"] == nodes[0][0], "networkx"


def geojson():
    with open(name + ".geojson", encoding="utf-8") as file:
        features = json.load(file)["features"]
    lines = sorted(tuple(sorted(map(tuple, f["geometry"]["coordinates"]))) for f in features)
    assert lines == sorted(tuple(sorted((nodes[a], nodes[b]))) for a, b in edges), "lines of .geojson"
    assert all(f["geometry"]["type"] == "LineString" and f["properties"]["clearance"] >= 0
               for f in features), "properties of .geojson"


def dot():
    with open(name + ".dot", encoding="utf-8") as file:
        text = file.read()
    places = re.findall(r'n(\d+) \[pos="([^,]+),([^!]+)!"\];', text)
    assert [(float(x), float(y)) for _, x, y in places] == [p[:2] for p in nodes], "nodes of .dot"
    ends = re.findall(r"n(\d+) -- n(\d+) \[", text)
    assert sorted(tuple(sorted(map(int, e))) for e in ends) == edges, "edges of .dot"


def menge():
    """What can be walked: no edges to corners, and degrees that are true."""
    with open(name + ".txt", encoding="utf-8") as file:
        words = file.read().split()
    count = int(words[0])
    rows = [words[1 + 3 * i:4 + 3 * i] for i in range(count)]
    rest = [int(w) for w in words[2 + 3 * count:]]
    assert len(rest) == 2 * int(words[1 + 3 * count]), "the count of edges of .txt"
    degree = [0] * count
    for end in rest:
        degree[end] += 1
    assert [int(row[0]) for row in rows] == degree, "degrees of .txt"
    leaves = {(min(e["from"], e["to"]), max(e["from"], e["to"])) for e in root["edges"] if e["leaf"]}
    place = [(float(x), float(y)) for _, x, y in rows]
    lines = sorted(tuple(sorted((place[a], place[b]))) for a, b in zip(rest[::2], rest[1::2]))
    wanted = sorted(tuple(sorted((nodes[a][:2], nodes[b][:2]))) for a, b in edges if (a, b) not in leaves)
    assert lines == wanted, "edges of .txt"


graphml()
geojson()
dot()
menge()
