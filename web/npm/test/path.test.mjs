// Paths: equal to those of the command, and the same sentences where there is none.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, legTurn } from "clearway";
import { clearway, commandPaths, example, folder, noCommand, seeded } from "./support.mjs";

const cw = await load();
const mesh = cw.wkt(example("office.wkt"));
const plain = mesh.query();
const query = mesh.query({ sights: true });
const [atrium, bar] = [[24.4, 18.5], [32.6, 12.1]];

function legLength(leg) {
  const [x, y] = leg.center;
  return leg.arc ? Math.abs(legTurn(leg)) * Math.hypot(leg.from[0] - x, leg.from[1] - y)
    : Math.hypot(leg.to[0] - leg.from[0], leg.to[1] - leg.from[1]);
}

test("a path in ten lines", () => {
  const path = query.find(atrium, bar, { radius: 0.65 });
  assert.ok(path.found);
  assert.equal(path.why, "");
  assert.equal(path.guarantee, "shortest");
  assert.ok(Math.abs(path.legs.reduce((sum, leg) => sum + legLength(leg), 0) - path.length) < 1e-9);
  assert.equal(path.portals.length, path.cells.length - 1);
  const points = path.points({ step: 0.05 });
  assert.deepEqual([...points.slice(0, 2)], atrium);
  assert.deepEqual([...points.slice(-3, -1)], bar);
  for (let i = 0; i < points.length; i += 3) {
    assert.ok(query.wall(points.slice(i, i + 3)).distance >= 0.65 - 1e-3);
  }
});

test("lengths are those of the command to the last bit, with sights to a nanometre", { skip: noCommand }, () => {
  const file = join(folder, "office.cwm");
  writeFileSync(file, mesh.save());
  const radii = [0, 0.3, 0.65, 0.9];
  commandPaths(file, atrium, bar, ...radii).forEach((theirs, i) => {
    const ours = plain.find(atrium, bar, { radius: radii[i] });
    assert.equal(ours.length, theirs.length);
    assert.deepEqual([...ours.cells], theirs.cells);
    assert.ok(Math.abs(query.find(atrium, bar, { radius: radii[i] }).length - theirs.length) < 1e-9);
  });
});

test("sentences are those of the command", { skip: noCommand }, () => {
  const file = join(folder, "office.cwm");
  writeFileSync(file, mesh.save());
  const random = seeded(1);
  const seen = new Set();
  for (let i = 0; i < 30; i++) {
    const point = () => [0, 1].map((axis) => Math.round((random() * (axis ? 34 : 68) - 4) * 8) / 8);
    const [from, to] = [point(), point()];
    const radii = [0.25, 0.9, Math.round(random() * 3000) / 1000];
    commandPaths(file, from, to, ...radii).forEach((theirs, k) => {
      const ours = plain.find(from, to, { radius: radii[k] });
      assert.equal(ours.status, theirs.status);
      assert.equal(ours.why, theirs.why ?? "");
      seen.add(ours.status);
    });
  }
  assert.ok(seen.size >= 4, `too few kinds of answers: ${[...seen]}`);
});

test("a gap that is too narrow is named, and just that radius goes", () => {
  const path = query.find(atrium, bar, { radius: 1.05 });
  assert.equal(path.status, "blocked");
  assert.match(path.why, /^a radius of 1.05 m does not fit through the gap at \(/);
  assert.ok(query.find(atrium, bar, { radius: path.gate.radius }).found);
  assert.equal(query.widest(atrium, bar).radius, path.gate.radius);
  assert.ok(query.reachable(atrium, bar, path.gate.radius));
  assert.ok(!query.reachable(atrium, bar, path.gate.radius + 2e-6));
});

test("ends off the floor move by their reach", () => {
  const outside = [-0.5, 5];
  assert.equal(query.find(outside, bar, { radius: 0.3 }).status, "start_off_mesh");
  const moved = query.find(outside, bar, { radius: 0.3, reach: 2 });
  assert.ok(moved.found && moved.startMoved && !moved.goalMoved);
  assert.ok(Math.abs(moved.start[0] - 0.3) < 1e-9);
  assert.deepEqual(query.nearest(outside, 0.3).point, moved.start);
});

test("of several goals the nearest by way is taken", () => {
  const goals = [bar, [23, 21], [60, 16]];
  const path = query.findNearest(atrium, goals, { radius: 0.3 });
  assert.equal(path.goalIndex, 1);
  assert.match(query.findNearest(atrium, goals, { radius: 5 }).why, /too close|none of the 3 goals/);
});

test("partial paths say why they end", () => {
  const path = query.find(atrium, bar, { radius: 1.05, partial: true });
  assert.equal(path.status, "partial");
  assert.ok(path.legs.length > 0 && path.gate.radius < 1.05);
  assert.match(path.why, /does not fit through the gap/);
});

test("costs turn a path aside, as in the command", { skip: noCommand }, () => {
  const rooms = cw.build({ polygons: [[[[0, 0], [20, 0], [20, 10], [0, 10]]]],
    zones: [{ name: "lawn", points: [[5, 0], [15, 0], [15, 8], [5, 8]] }] });
  const file = join(folder, "lawn.cwm");
  writeFileSync(file, rooms.save());
  const asked = rooms.query();
  const [from, to] = [[1, 4], [19, 4]];
  const straight = asked.find(from, to, { radius: 0.3 });
  assert.equal(straight.length, 18);
  for (const [key, cost] of [["lawn", 3], ["1", 3], ["lawn", Infinity]]) {
    const path = asked.find(from, to, { radius: 0.3, costs: { [key]: cost } });
    const theirs = JSON.parse(clearway("path", file, "--from", from.join(), "--to", to.join(), "--radius", "0.3", "--json",
      "--cost", `1=${cost === Infinity ? "inf" : cost}`));
    assert.ok(path.length > 18 && path.cost < 54, `${path.length} m, ${path.cost}`);
    assert.ok(Math.abs(path.length - theirs.length) < 1e-9, `${path.length} and ${theirs.length}`);
    assert.equal(path.guarantee, "corridor");
  }
  assert.equal(asked.find(from, to, { costs: {} }).cost, 18);
  const forbidden = asked.find(from, [10, 4], { radius: 0.3, costs: { lawn: Infinity } });
  assert.equal(forbidden.why, "no way leads from the start (1.00, 4.00) to the goal (10.00, 4.00) without a forbidden area");
  for (const [costs, words] of [[{ meadow: 2 }, /'meadow' is neither a room/], [{ 256: 2 }, /area type of 0 to 255/],
    [{ lawn: 0.5 }, /1 or more/], [{ lawn: "dear" }, /not a number/], [7, /not an object/]]) {
    assert.throws(() => asked.find(from, to, { costs }), { name: "ClearwayError", status: "argument", message: words });
  }
});

test("rays stop at walls, random points keep their radius", () => {
  const ray = query.ray(atrium, [-10, 14], 0.3);
  assert.ok(ray.hit);
  assert.ok(Math.abs(Math.hypot(...ray.normal) - 1) < 1e-9);
  assert.ok(Math.abs(query.wall(ray.point).distance - 0.3) < 1e-6);
  let seed = 7n;
  for (let i = 0; i < 50; i++) {
    const drawn = query.random(seed, 0.4);
    assert.ok(query.wall(drawn.point).distance >= 0.4 - 1e-9);
    assert.notEqual(drawn.seed, seed);
    seed = drawn.seed;
  }
  assert.deepEqual(query.random(7n, 0.4), query.random(7, 0.4));
});

test("numbers out of range are refused", () => {
  const refused = (call) => assert.throws(call, { name: "ClearwayError", status: "argument" });
  refused(() => query.find(atrium, bar, { radius: -1 }));
  refused(() => query.find(atrium, bar, { radius: NaN }));
  refused(() => query.find([NaN, 0], bar));
  refused(() => query.find([1], bar));
  refused(() => query.findNearest(atrium, []));
  refused(() => mesh.openings(-1));
});
