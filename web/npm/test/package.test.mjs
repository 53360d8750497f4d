// The package as others use it: inlined, in a worker, bundled.
import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as inline from "clearway/inline";
import * as remote from "clearway/worker";
import { example, folder } from "./support.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

test("the module inside the script is the same", async () => {
  const cw = await inline.load();
  assert.equal(cw.wkt(example("office.wkt")).hash, "2ed407a83bd047ce");
});

test("a worker whose script is missing says so", async () => {
  const worker = { postMessage: () => queueMicrotask(() => worker.onerror({ type: "error" })), terminate() {}, onmessage: null, onerror: null };
  await assert.rejects(remote.load({ worker }), { name: "ClearwayError", message: /its script cannot be loaded/ });
});

test("a worker gives the same answers as promises", async () => {
  const cw = await remote.load();
  const mesh = await cw.wkt(example("office.wkt"));
  assert.equal(await mesh.cellCount, 420);
  const query = await mesh.query({ sights: true });
  const path = await query.find([24.4, 18.5], [32.6, 12.1], { radius: 0.65 });
  assert.ok(path.found && path.points().length > 6);
  await assert.rejects(cw.wkt("POLYGON"), { name: "ClearwayError", status: "format" });
  const crowd = await mesh.crowd();
  const goal = await crowd.addGoal([32.6, 12.1]);
  await crowd.add([24.4, 18.5], { goal });
  await crowd.step(0.1);
  await crowd.setMesh(await cw.wkt(example("office.wkt"), { effort: 0 }));
  assert.ok((await crowd.view()).time > 0.09 && /^[0-9a-f]{16}$/.test(await crowd.hash));
  await mesh.free();
  await assert.rejects(query.find([1, 1], [2, 2]), { status: "freed" });
  const waiting = cw.wkt(example("office.wkt"), { effort: 2 });
  cw.terminate();
  await assert.rejects(waiting, { status: "cancelled" });
  await assert.rejects(cw.wkt(example("office.wkt")), { status: "cancelled" }, "and nothing waits for ever");
});

test("what cannot be loaded or sent leaves a sentence", async () => {
  await assert.rejects(inline.load({ wasm: Uint8Array.of(1, 2, 3) }), { name: "ClearwayError", status: "io" });
  await assert.rejects(inline.load({ wasm: "file:///nowhere/clearway.wasm" }), { name: "ClearwayError", status: "io" });
  const cw = await remote.load();
  await assert.rejects(cw.build({ polygons: [[() => 1]] }), { name: "ClearwayError", status: "argument" });
  cw.terminate();
});

test("no script of the package imports itself by a round trip, of which bundlers warn", () => {
  const dist = join(here, "../node_modules/clearway/dist");
  const imports = new Map(readdirSync(dist).filter((name) => name.endsWith(".js")).map((name) =>
    [name, [...readFileSync(join(dist, name), "utf8").matchAll(/^(?:import|export)[^;]*? from "\.\/([^"]+)"/gm)].map(([, other]) => other)]));
  const walk = (name, way) => {
    assert.ok(!way.includes(name), [...way, name].join(" -> "));
    imports.get(name).forEach((other) => walk(other, [...way, name]));
  };
  assert.ok(imports.get("index.js").length > 5);
  [...imports.keys()].forEach((name) => walk(name, []));
});

test("esbuild bundles it without settings", async () => {
  const esbuild = createRequire(process.env.CLEARWAY_TOOLS)("esbuild");
  for (const entry of ["clearway", "clearway/inline"]) {
    const outfile = join(folder, `${entry.replace("/", "-")}.mjs`);
    await esbuild.build({
      stdin: { contents: `export { load } from "${entry}";`, resolveDir: here },
      bundle: true, minify: true, format: "esm", outfile, logLevel: "error",
    });
    if (entry === "clearway") {
      copyFileSync(fileURLToPath(import.meta.resolve?.("clearway/clearway.wasm") ??
        pathToFileURL(join(here, "../node_modules/clearway/dist/clearway.wasm"))), join(folder, "clearway.wasm"));
    }
    const { load } = await import(pathToFileURL(outfile));
    const cw = await load();
    assert.equal(cw.build({ polygons: [[[[0, 0], [2, 0], [0, 2]]]] }).cellCount, 1);
  }
});

test("TypeScript accepts the ten lines of the manual", async () => {
  const { spawnSync } = await import("node:child_process");
  const file = join(here, "..", "ten-lines.mts");
  writeFileSync(file, `import { load, ClearwayError, type Path } from "clearway";
const cw = await load();
const mesh = cw.build({ polygons: [[[[0, 0], [9, 0], [9, 9], [0, 9]], [[3, 3], [6, 3], [6, 6], [3, 6]]]] }, { effort: 1 });
const query = mesh.query({ sights: true });
const path: Path = query.find([1, 1], [8, 8], { radius: 0.4 });
const points: Float64Array = path.points({ step: 0.1 });
if (!path.found) throw new ClearwayError("input", path.why);
console.log(path.length, points.length);
`);
  const tsc = join(process.env.CLEARWAY_TOOLS, "..", "node_modules", ".bin", "tsc");
  const checked = spawnSync(tsc, ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext",
    "--types", "", "--ignoreConfig", file], { encoding: "utf8" });
  assert.equal(checked.status, 0, checked.stdout);
});

test("the lines of the README end with a path", async () => {
  const { readFileSync } = await import("node:fs");
  const { spawnSync } = await import("node:child_process");
  const file = join(here, "..", "readme.mjs");
  for (const name of ["README.md", "web/npm/README.md"]) {
    writeFileSync(file, readFileSync(join(process.env.CLEARWAY_SOURCE, name), "utf8").match(/```js\n([^]*?)```/)[1]);
    const run = spawnSync("node", ["--no-warnings", file], { encoding: "utf8" });
    assert.match(run.stdout, /^1\d\.\d+/, run.stderr);
  }
});
