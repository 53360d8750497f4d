// Runs a WASI program of wasm32 under node and checks clearway.wasm.
//
//   node run.mjs program FILE.wasm [ARGUMENT...]   runs a program; its output goes to stdout
//   node run.mjs module  FILE.wasm EXPORTS.txt LAYOUT.json LENGTH HASH
//       makes a small mesh and finds a path on it through the exports; LAYOUT.json is what
//       clearway_layout prints; LENGTH and HASH are what the native program says of the same path
//       (driver corner)
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [kind, file, ...rest] = process.argv.slice(2);

async function load(args) {
  const wasi = new WASI({ version: "preview1", args, env: {} });
  const module = await WebAssembly.compile(readFileSync(file));
  const told = new Set(); // the stages that progress was told of
  const imports = {
    wasi_snapshot_preview1: wasi.wasiImport,
    clearway: { log: () => {}, progress: (stage) => told.add(stage) && 1 },
  };
  return { wasi, module, told, instance: await WebAssembly.instantiate(module, imports) };
}

async function runProgram() {
  const { wasi, instance } = await load([file, ...rest]);
  process.exitCode = wasi.start(instance);
}

/// FNV-1a over a list of byte ranges of the memory, as 16 hexadecimal digits.
function hashRanges(buffer, ranges) {
  let hash = 0xcbf29ce484222325n;
  for (const [from, size] of ranges) {
    for (const byte of new Uint8Array(buffer, from, size)) {
      hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    }
  }
  return hash.toString(16).padStart(16, "0");
}

async function runModule() {
  const { wasi, module, told, instance } = await load([file]);
  const { structs } = JSON.parse(readFileSync(rest[1], "utf8"));
  const [pathFields, legFields, requestFields] =
    [structs.cw_path, structs.cw_path_leg, structs.cw_path_request];
  const listed = readFileSync(rest[0], "utf8").split("\n").filter((line) => /^[a-z]/.test(line));
  const exported = WebAssembly.Module.exports(module).map((entry) => entry.name);
  for (const name of listed) {
    assert.ok(exported.includes(name), `clearway.wasm does not export ${name}`);
  }
  wasi.initialize(instance);
  const c = instance.exports;
  const view = () => new DataView(c.memory.buffer);
  const zeroed = (size) => {
    const pointer = c.malloc(size);
    assert.notEqual(pointer, 0);
    new Uint8Array(c.memory.buffer, pointer, size).fill(0);
    return pointer;
  };
  const ok = (status) => assert.equal(status, 0, `status ${status}`);

  const slot = zeroed(8);
  ok(c.cw_web_context_create(slot));
  const context = view().getUint32(slot, true);

  // An L: one notch, so one portal and two cells.
  const corners = [[0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]];
  const points = zeroed(16 * corners.length);
  corners.flat().forEach((value, i) => view().setFloat64(points + 8 * i, value, true));
  const plan = zeroed(structs.cw_plan.size);
  ok(c.cw_plan_add(context, plan, 0, 0, points, corners.length));
  const surface = zeroed(structs.cw_surface.size);
  ok(c.cw_surface_from_plan(context, plan, 0, surface));
  assert.equal(c.cw_surface_area(surface), 12);
  const mesh = zeroed(structs.cw_navmesh.size);
  ok(c.cw_navmesh_build(context, surface, 0, mesh));
  ok(c.cw_navmesh_validate(context, mesh));
  assert.equal(view().getUint32(mesh + structs.cw_navmesh.cell_count[0], true), 2);
  assert.ok(told.size > 0, "no progress was told");

  const where = zeroed(24);
  view().setFloat64(where, 1, true);
  view().setFloat64(where + 8, 1, true);
  assert.notEqual(c.cw_navmesh_locate(mesh, where) >>> 0, 0xffffffff);
  view().setFloat64(where, 3, true);
  view().setFloat64(where + 8, 3, true);
  assert.equal(c.cw_navmesh_locate(mesh, where) >>> 0, 0xffffffff);

  // A disc around the notch: two tangents and an arc, to the last bit what the native code finds.
  const clearance = zeroed(structs.cw_clearance.size);
  ok(c.cw_clearance_build(context, mesh, clearance));
  ok(c.cw_query_create(context, clearance, slot));
  const query = view().getUint32(slot, true);
  const goal = zeroed(24);
  [1.25, 3.5].forEach((value, i) => view().setFloat64(goal + 8 * i, value, true));
  const request = zeroed(requestFields.size);
  c.cw_path_request_default(request);
  [3.5, 1].forEach((value, i) =>
    view().setFloat64(request + requestFields.start[0] + 8 * i, value, true));
  view().setUint32(request + requestFields.goals[0], goal, true);
  view().setUint32(request + requestFields.goal_count[0], 1, true);
  view().setFloat64(request + requestFields.radius[0], 0.5, true);
  const path = zeroed(pathFields.size);
  ok(c.cw_query_find(query, request, path));
  assert.equal(view().getUint32(path, true), 0);
  const legs = view().getUint32(path + pathFields.legs[0], true);
  const legCount = view().getUint32(path + pathFields.leg_count[0], true);
  assert.equal(legCount, 3);
  // Of a leg: its ends, arc and ccw, and the center of an arc.
  const ends = legFields.ccw[0] + 1;
  const ranges = Array.from({ length: legCount }, (_, i) => legs + legFields.size * i).flatMap((leg) =>
    view().getUint8(leg + legFields.arc[0])
      ? [[leg, ends], [leg + legFields.center[0], structs.cw_vec2.size]] : [[leg, ends]]);
  const lengthAt = path + pathFields.length[0];
  const length = view().getBigUint64(lengthAt, true).toString(16).padStart(16, "0");
  assert.equal(length, rest[2], "the length of the path differs from the native one");
  const hash = hashRanges(c.memory.buffer, ranges);
  assert.equal(hash, rest[3], "the legs of the path differ from the native ones");
  const metres = view().getFloat64(lengthAt, true);
  c.cw_query_free(query);
  c.cw_clearance_free(context, clearance);

  ok(c.cw_navmesh_save(context, mesh, slot, slot + 4));
  const [bytes, size] = [view().getUint32(slot, true), view().getUint32(slot + 4, true)];
  const again = zeroed(structs.cw_navmesh.size);
  ok(c.cw_navmesh_load(context, bytes, size, again));
  assert.equal(c.cw_navmesh_hash(again), c.cw_navmesh_hash(mesh));

  c.cw_context_release(context, bytes, size);
  c.cw_navmesh_free(context, again);
  c.cw_navmesh_free(context, mesh);
  c.cw_surface_free(context, surface);
  c.cw_plan_free(context, plan);
  c.cw_context_free(context);
  const blocks = [slot, points, plan, surface, mesh, where, again, clearance, goal, request, path];
  blocks.forEach((pointer) => c.free(pointer));
  console.log(`clearway.wasm: ${listed.length} exports, mesh of 2 cells, path of ${metres} m`);
}

await { program: runProgram, module: runModule }[kind]();
