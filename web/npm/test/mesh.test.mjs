// Meshes: the same as the command makes, errors in its words, memory that comes back.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, ClearwayError, NONE, parseGeojson, parseWkt, planToGeojson, planToWkt } from "clearway";
import { clearway, example, examplePath, folder, noCommand, refusal } from "./support.mjs";

const cw = await load();
const square = [[0, 0], [10, 0], [10, 10], [0, 10]];

const refused = (call, status, words) => assert.throws(call, (error) => {
  assert.ok(error instanceof ClearwayError, String(error));
  assert.equal(error.status, status);
  assert.match(error.message, words);
  return true;
});

test("the office has 420 cells and the hash that every machine finds", () => {
  const mesh = cw.wkt(example("office.wkt"));
  assert.equal(mesh.cellCount, 420);
  assert.equal(mesh.hash, "2ed407a83bd047ce");
  mesh.check(parseWkt(example("office.wkt")));
  mesh.free();
});

for (const name of ["office.wkt", "pillars.wkt", "tangle.geojson"]) {
  test(`${name} gives the bytes that the command gives`, { skip: noCommand }, () => {
    const file = join(folder, `${name}.cwm`);
    clearway("build", examplePath(name), "-o", file, "--quiet");
    const mesh = name.endsWith(".wkt") ? cw.wkt(example(name)) : cw.geojson(example(name));
    assert.deepEqual(Buffer.from(mesh.save()), readFileSync(file));
    assert.equal(cw.open(readFileSync(file)).hash, mesh.hash);
  });
}

test("triangles with y up give the mesh of the command", { skip: noCommand }, () => {
  const positions = [];
  const indices = [];
  for (const line of example("bridge.obj").split("\n")) {
    const [kind, ...rest] = line.trim().split(/\s+/);
    if (kind === "v") {
      positions.push(...rest.slice(0, 3).map(Number));
    } else if (kind === "f") {
      const corners = rest.map((corner) => parseInt(corner) - 1);
      for (let i = 2; i < corners.length; i++) {
        indices.push(corners[0], corners[i - 1], corners[i]);
      }
    }
  }
  const file = join(folder, "bridge.cwm");
  clearway("build", examplePath("bridge.obj"), "-o", file, "--quiet", "--method", "floor", "--alpha", "0", "--tau", "0");
  const theirs = cw.open(readFileSync(file));
  const mesh = cw.triangles(positions, indices, { up: "y" });
  assert.equal(mesh.level, false);
  assert.equal(mesh.hash, theirs.hash);
});

test("lists of rings, rows of numbers and text are the same plan", () => {
  const plan = { polygons: [[square]], obstacles: [[[4, 4], [6, 4], [6, 6], [4, 6]]], barriers: [[[0, 5], [2, 5]]] };
  const flat = { polygons: [[square.flat()]], obstacles: [Float64Array.of(4, 4, 6, 4, 6, 6, 4, 6)], barriers: [[0, 5, 2, 5]] };
  const mesh = cw.build(plan);
  assert.equal(mesh.stats.area, 96);
  assert.equal(cw.build(flat).hash, mesh.hash);
  assert.equal(cw.build(parseGeojson(planToGeojson(plan))).hash, mesh.hash);
  const { obstacles, ...plain } = plan;
  assert.equal(cw.wkt(planToWkt(plain)).hash, cw.build(plain).hash);
  const late = { rings: [{ kind: "floor", points: square }, { kind: "barrier", points: [0, 5, 2, 5] },
    { kind: "hole", points: [4, 4, 6, 4, 6, 6, 4, 6] }] };
  for (const made of [cw.build(late), cw.wkt(planToWkt(late)), cw.geojson(planToGeojson(late))]) {
    assert.deepEqual([made.stats.area, made.stats.wallLength], [96, 40 + 8 + 4]);
  }
});

test("degrees are those of the command, where they are asked for", { skip: noCommand }, () => {
  const street = { type: "Polygon", coordinates: [[[13.37, 52.51], [13.3712, 52.51], [13.3712, 52.5107], [13.3705, 52.511]]] };
  const mesh = cw.geojson(street, { degrees: true });
  assert.ok(Math.abs(mesh.stats.area - 6370) < 64, String(mesh.stats.area));
  const file = join(folder, "street.geojson");
  writeFileSync(file, JSON.stringify(street));
  clearway("build", file, "--degrees", "-o", join(folder, "street.cwm"), "-q");
  assert.ok(readFileSync(join(folder, "street.cwm")).equals(Buffer.from(mesh.save())));
  refused(() => cw.geojson({ type: "Polygon", coordinates: [[[0, 0], [500, 0], [500, 5]]] }, { degrees: true }), "input", /no degrees/);
  refused(() => cw.geojson({ type: "Polygon", coordinates: [[[0, 0], [2, 0], [2, 5]]] }, { degrees: true }), "limit", /at most 1/);
});

test("rooms and zones are those of the command, with their names", { skip: noCommand }, () => {
  const ring = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
  const feature = (kind, name, ...rings) => ({ type: "Feature", properties: { kind, name },
    geometry: { type: "Polygon", coordinates: rings.map((points) => [...points, points[0]]) } });
  const [hall, pillar, store, carpet] = [ring(0, 0, 9, 9), ring(7, 7, 8, 8), ring(9, 3, 14, 6), ring(2, 2, 4, 4)];
  const plan = { type: "FeatureCollection", features: [
    feature("room", "Hall", hall, pillar), feature("room", "Lager (Süd)", store), feature("zone", "Carpet", carpet)] };
  const file = join(folder, "rooms.geojson");
  writeFileSync(file, JSON.stringify(plan));
  clearway("build", file, "-o", join(folder, "rooms.cwm"), "-q");
  const mesh = cw.geojson(plan);
  assert.ok(readFileSync(join(folder, "rooms.cwm")).equals(Buffer.from(mesh.save())));
  const lists = { rooms: [{ name: "Hall", polygon: [hall, pillar] }, { name: "Lager (Süd)", polygon: [store] }],
    zones: [{ name: "Carpet", points: carpet }] };
  assert.equal(cw.build(lists).hash, mesh.hash);
  assert.equal(cw.build(parseGeojson(planToGeojson(lists))).hash, mesh.hash, "there and back");
  assert.equal(cw.wkt(planToWkt(lists)).stats.area, mesh.stats.area, "WKT has the floor alone");
  assert.deepEqual(mesh.areaNames, ["", "Hall", "Lager (Süd)", "Carpet"]);
  const nameAt = (x, y) => mesh.areaNames[mesh.cellArea[mesh.locate([x, y])]];
  assert.deepEqual([nameAt(1, 1), nameAt(12, 5), nameAt(3, 3)], ["Hall", "Lager (Süd)", "Carpet"]);
  const plain = cw.build({ polygons: [[hall]] });
  assert.deepEqual([plain.areaNames, [...plain.cellArea]], [[""], [0]]);
});

test("rooms and zones that cannot be are refused with the command's sentence", { skip: noCommand }, () => {
  const square4 = [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]];
  const file = join(folder, "nameless.geojson");
  for (const [properties, rings] of [[{ kind: "room" }, [square4]], [{ kind: "zone", name: 7 }, [square4]],
    [{ kind: "zone", name: "" }, [square4]], [{ kind: "room", name: "ä".repeat(32) }, [square4]],
    [{ kind: "zone", name: "x" }, [square4, square4]], [{ kind: "cellar" }, [square4]]]) {
    const text = JSON.stringify({ type: "Feature", properties, geometry: { type: "Polygon", coordinates: rings } });
    writeFileSync(file, text);
    const said = refusal("build", file, "-o", join(folder, "none.cwm"));
    assert.throws(() => cw.geojson(text, { name: file }), (error) => said.includes(error.message), said);
  }
  refused(() => cw.build({ rings: [{ kind: "zone", points: square }] }), "format", /ring 0: a room or zone needs a name/);
  refused(() => cw.build({ polygons: [[square]], zones: [{ name: "a\0b", points: square }] }), "input", /1 to 63 bytes/);
  refused(() => cw.build({ rooms: [7] }), "argument", /room 0/);
});

test("arrays are copies that describe the cells", () => {
  const mesh = cw.build({ polygons: [[[[0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]]]] });
  assert.equal(mesh.cellCount, 2);
  assert.equal(mesh.cellFirst.length, 3);
  assert.equal(mesh.vertices.length, 3 * mesh.vertexCount);
  const portals = mesh.edgeTwin.filter((twin) => twin !== NONE);
  assert.equal(portals.length, 2);
  mesh.vertices.fill(0);
  assert.notEqual(Math.max(...mesh.vertices), 0);
  assert.equal(mesh.locate([3, 3]), -1);
  assert.ok(mesh.locate([1, 1]) >= 0);
});

test("a radius opens portals up to its own width", () => {
  const mesh = cw.build({ polygons: [[[[0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]]]] });
  const { open, closed, openCells, closedCells } = mesh.openings(0.5);
  assert.deepEqual([openCells.length, closedCells.length], [open.length / 4, closed.length / 4]);
  assert.equal(closed.length, 0);
  const length = Math.hypot(open[2] - open[0], open[3] - open[1]);
  assert.ok(Math.abs(length - 1) < 1e-9, `a portal of 2 m leaves 1 m to a radius of 0.5 m: ${length}`);
  assert.equal(mesh.openings(1.25).open.length, 0);
});

test("what cannot be used is refused with a sentence", () => {
  refused(() => cw.build({}), "input", /./);
  refused(() => cw.build({ polygons: [[[[0, 0], [1, NaN], [1, 1]]]] }), "input", /finite|number/);
  refused(() => cw.build({ polygons: [[square]] }, { effort: 7 }), "argument", /effort/);
  refused(() => cw.build({ polygons: [[[0, 0, 1]]] }), "argument", /pairs/);
  refused(() => cw.open(new Uint8Array(0)), "format", /./);
  refused(() => cw.open(cw.build({ polygons: [[square]] }).save().slice(0, 100)), "format", /./);
  refused(() => cw.wkt(""), "input", /empty input/);
  refused(() => cw.wkt("POLYGON ((0 0, 1 0"), "format", /plan.wkt:1: error: column \d+: expected .*end of the text/);
  refused(() => cw.wkt("POLYGON ((0 0, 1e9 0, 1 1))", { name: "far.wkt" }), "input", /far.wkt:1: .*out of range/);
  refused(() => cw.wkt("POINT (1 1)"), "input", /neither floor nor wall/);
  refused(() => cw.geojson("{"), "format", /not JSON/);
  refused(() => cw.geojson({ type: "Feature", properties: { kind: "roof" }, geometry: null }), "format", /not one of floor/);
  refused(() => cw.geojson({ type: "Polygon", coordinates: [[[13.4, 52.5], [13.401, 52.5], [13.4, 52.501]]] }), "input", /these are degrees.*0\.001 m by 0\.001 m/);
  refused(() => cw.geojson({ type: "Polygon", coordinates: [[[0, 0], [1, "a"], [1, 1]]] }), "format", /coordinates\[0\]\[1\]\[1\]: not a number/);
});

test("values of the wrong kind leave a sentence, whatever they are", () => {
  const mesh = cw.build({ polygons: [[square]] });
  const query = mesh.query();
  const crowd = mesh.crowd();
  const calls = [
    (value) => cw.build(value), (value) => cw.build({ rings: [value] }), (value) => cw.build({ rings: value }),
    (value) => cw.build({ polygons: [value] }), (value) => cw.build({ polygons: [[[value]]] }),
    (value) => cw.build({ polygons: [[square]], barriers: [value] }),
    (value) => cw.wkt(value), (value) => cw.svg(value), (value) => cw.obj(value), (value) => cw.glb(value), (value) => cw.open(value),
    (value) => cw.scene(value, [0, 1, 2]), (value) => cw.scene([0, 0, 0, 9, 0, 0, 0, 9, 0], [0, 1, 2], { from: [value] }), (value) => cw.triangles([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, value]),
    (value) => query.find(value, [1, 1]), (value) => query.findNearest([1, 1], value), (value) => mesh.locate(value),
    (value) => query.random(value), (value) => crowd.setMesh(value),
  ];
  for (const value of [null, undefined, 0.5, "x", {}, NaN, () => 1, [null]]) {
    calls.forEach((call) => assert.throws(() => call(value), { name: "ClearwayError" }, `${call}: ${String(value)}`));
  }
  for (const value of ["x", NaN, {}, [], -1, 1.5, 3]) {
    refused(() => cw.build({ polygons: [[square]] }, { effort: value }), "argument", /effort/);
  }
  refused(() => query.find([1, 1], [2, 2], { radius: "0.4" }), "argument", /radius 0.4 is not a number/);
  refused(() => query.find([1, 1], [2, 2], { radios: 0.4 }), "argument", /the option 'radios' is not one of radius, reach,/);
  for (const make of [(options) => cw.wkt("POLYGON ((0 0, 9 0, 9 9))", options), (options) => cw.triangles([0, 0, 0, 9, 0, 0, 0, 9, 0], [0, 1, 2], options),
    (options) => cw.obj("v 0 0 0\nv 9 0 0\nv 0 0 -9\nf 1 2 3\n", options), (options) => mesh.query(options), (options) => crowd.add([1, 1], options)]) {
    refused(() => make({ efort: 1 }), "argument", /the option 'efort' is not one of/);
  }
  refused(() => cw.triangles([0, 0, 0, 9, 0, 0, 0, 9, 0], [0, 1, 2], { up: "x" }), "argument", /up is "y" or "z", not x/);
  refused(() => query.find([1, 1], [2, 2]).points({ step: 0 }), "argument", /step is 0, but must be above 0/);
});

test("texts are refused at the place where the command refuses them", { skip: noCommand }, () => {
  const texts = ["POLYGON ((0 0, 1 0", "POLYGON ((0 0, 1 0))", "POLYGON ((0 0, 1 x, 1 1))", "CIRCLE (0 0)",
    "POLYGON ((0 0, 1e9 0, 1 1))", "POINT (1 1)", "LINESTRING (0 0)", "POLYGON ((0, 1 0, 1 1))",
    "POLYGON ((0 0 0 0 0, 1 0, 1 1))", "POLYGON\n((0 0, 4 0, 4 4)"];
  for (const text of texts) {
    const file = join(folder, "bad.wkt");
    writeFileSync(file, text);
    let theirs = "";
    try {
      clearway("build", file, "-o", join(folder, "bad.cwm"));
    } catch (error) {
      theirs = error.stderr.trim().match(/bad.wkt:\d+: error: column \d+/)?.[0] ?? error.stderr;
    }
    assert.throws(() => cw.wkt(text, { name: "bad.wkt" }), (error) => error.message.startsWith(theirs),
      `${JSON.stringify(text)}: the command says ${theirs}`);
  }
});

test("memory comes back: 200 builds hold what 20 hold, and so do 500 refusals", () => {
  const plan = parseWkt(example("pillars.wkt"));
  let after20 = 0;
  for (let i = 1; i <= 200; i++) {
    const mesh = cw.build(plan, { effort: 0 });
    mesh.query().free();
    mesh.free();
    after20 = i === 20 ? cw.memoryBytes : after20;
  }
  assert.equal(cw.memoryBytes, after20);
  for (let i = 0; i < 500; i++) {
    assert.throws(() => cw.build({ polygons: [[[[0, 0], [1, 0]]]] }));
    assert.throws(() => cw.build({ polygons: [[[0, 0], [1, 0], [1, 1]]] }), /ring 0 is one point/);
  }
  assert.equal(cw.memoryBytes, after20);
});

test("what is freed cannot be used, and the rest goes on", () => {
  const mesh = cw.build({ polygons: [[square]] });
  const query = mesh.query();
  mesh.free();
  mesh.free();
  const freed = (call) => assert.throws(call, { name: "ClearwayError", status: "freed" });
  freed(() => mesh.cellCount);
  freed(() => mesh.query());
  freed(() => query.find([1, 1], [2, 2]));
  query.free();
  freed(() => query.find([1, 1], [2, 2]));
  assert.equal(cw.build({ polygons: [[square]] }).cellCount, 1);
});

test("progress is told and can stop a build", async () => {
  const stages = new Set();
  const told = await load({ progress: (stage) => { stages.add(stage); } });
  told.wkt(example("office.wkt"));
  assert.ok(stages.size > 0, "no progress was told");
  const stopping = await load({ progress: () => false });
  assert.throws(() => stopping.wkt(example("office.wkt")), { status: "cancelled" });
});
