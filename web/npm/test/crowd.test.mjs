// Crowds: the same on every run, walls kept, meshes exchanged while they walk.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "clearway";
import { example } from "./support.mjs";

const cw = await load();
const room = { polygons: [[[[0, 0], [20, 0], [20, 10], [0, 10]]]] };

/** Forty people of different sizes who walk to the other side. */
function gather(mesh) {
  const crowd = mesh.crowd();
  const goal = crowd.addGoal([18, 5], 1);
  for (let i = 0; i < 40; i++) {
    crowd.add([1 + (i % 5), 1 + Math.floor(i / 5)], { radius: 0.15 + 0.005 * i, goal });
  }
  return crowd;
}

test("people walk to their goal and leave, the same way every time", () => {
  const mesh = cw.build(room);
  const crowds = [gather(mesh), gather(mesh)];
  const query = mesh.query();
  for (let i = 0; i < 100; i++) {
    crowds.forEach((crowd) => crowd.step(0.1));
    const { x, y, radius } = crowds[0].view();
    x.forEach((at, k) => assert.ok(query.wall([at, y[k]]).distance >= radius[k] - 2e-6));
  }
  assert.equal(crowds[0].hash, crowds[1].hash);
  const { count, time } = crowds[0].view();
  assert.ok(Math.abs(time - 10) < 1e-9 && count > 0 && count <= 40);
  crowds[0].step(60);
  assert.equal(crowds[0].view().count, 0);
});

test("a mesh is exchanged under a crowd, and the old one freed", () => {
  const mesh = cw.build(room);
  const crowd = gather(mesh);
  crowd.step(1);
  const changed = cw.build({ ...room, obstacles: [[[8, 0], [9, 0], [9, 8], [8, 8]]] });
  crowd.setMesh(changed);
  mesh.free();
  for (let i = 0; i < 60; i++) {
    crowd.step(0.5);
    const { x, y } = crowd.view();
    x.forEach((at, k) => assert.ok(!(at > 8 && at < 9 && y[k] < 8), "somebody walks through the obstacle"));
  }
  assert.equal(crowd.view().count, 0);
  changed.free();
  assert.throws(() => crowd.step(0.1), { status: "freed" });
  crowd.free();
});

test("who has no room is refused with the nearest place", () => {
  const crowd = cw.wkt(example("office.wkt")).crowd();
  assert.throws(() => crowd.add([-3, -3]), { name: "ClearwayError", status: "input" });
  assert.throws(() => crowd.addGoal([-300, -3]), { status: "input" });
  assert.throws(() => crowd.step(-1), { status: "argument" });
  assert.ok(!crowd.hasRoom([-3, -3], 0.2));
});
