// Files in and out, 3D scenes, roadmaps, geometries: the same as the command's.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { load, parseWkt } from "clearway";
import { clearway, example, examplePath, folder, noCommand } from "./support.mjs";

const cw = await load();
const office = cw.wkt(example("office.wkt"));
const commandMesh = (input, ...more) => {
  const mesh = join(folder, "made.cwm");
  clearway("build", input, "-o", mesh, "--quiet", ...more);
  return { mesh, ...JSON.parse(clearway("info", mesh, "--json")) };
};

const DRAWING = `<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://nowhere/svg11.dtd" [ <!ENTITY ns "x"> ]>
<!-- a plan --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><title>A &amp; B</title>
<g transform="translate(1 1) rotate(5)"><path class="floor" d="M0 0h25v15h-25z M5 5c2 0 2 3 4 3l3-3z"/>
<circle id="obstacle-1" cx="18" cy='6' r="2"/><rect data-kind="obstacle" x="3" y="10" width="4" height="2" rx=".5"/></g>
<polyline fill="none" points="12,4 14,9&#32;15,12"/><![CDATA[ <not an element> ]]></svg>
`;

test("a drawing becomes the mesh of the command", { skip: noCommand }, () => {
  const file = join(folder, "drawing.svg");
  writeFileSync(file, DRAWING);
  const mesh = cw.svg(DRAWING);
  assert.equal(mesh.hash, commandMesh(file).hash);
  assert.deepEqual(cw.readSvg(DRAWING).rings.map(({ kind }) => kind), ["floor", "hole", "obstacle", "obstacle", "barrier"]);
});

test("a drawing that is none is refused with line and reason", () => {
  const refused = (text, message) => assert.throws(() => cw.readSvg(text, "a.svg"), { name: "ClearwayError", message });
  refused("", /empty/);
  refused("<svg><g>", /a\.svg: error: no element found/);
  refused("<svg>\n<g></svg>", /a\.svg:2: error: mismatched tag/);
  refused("<svg><path d='M0 0", /unclosed token/);
  refused("<svg a='1' a='2'/>", /duplicate attribute/);
  refused("<svg><path d='&file;'/></svg>", /undefined entity/);
  refused("<svg/><svg/>", /junk after document element/);
  refused("<html></html>", /is no SVG/);
  refused("<svg></svg>", /empty input/);
  refused(`${"<g>".repeat(2000)}`, /is no SVG/);
  refused(`<svg>${"<g>".repeat(2000)}`, /256 elements/);
});

test("damaged drawings never stop the module", () => {
  for (let at = 0; at < DRAWING.length; at += 3) {
    for (const text of [DRAWING.slice(0, at), `${DRAWING.slice(0, at)}<&"'>${DRAWING.slice(at + 2)}`]) {
      try {
        cw.svg(text).free();
      } catch (error) {
        assert.equal(error.name, "ClearwayError");
        assert.notEqual(error.status, "trap");
      }
    }
  }
});

test("meshes are written as the command writes them", { skip: noCommand }, () => {
  const { mesh } = commandMesh(examplePath("office.wkt"));
  const same = cw.open(readFileSync(mesh));
  for (const kind of ["json", "glb", "obj", "bin", "tres", "mesh", "nav"]) {
    const file = join(folder, `taken.${kind}`);
    clearway("convert", mesh, file, "--quiet");
    assert.deepEqual(Buffer.from(same.write(kind)), readFileSync(file), kind);
  }
  assert.throws(() => same.write("doc"), { status: "argument" });
});

test("a house of two storeys is found in its scene", { skip: noCommand }, () => {
  const text = example("house.obj");
  const mesh = cw.obj(text, { from: [[2, -4.8, -0.12]] });
  const theirs = commandMesh(examplePath("house.obj"), "--from", "2,-4.8,-0.12");
  assert.equal(mesh.hash, theirs.hash);
  const path = mesh.query().find([2, -4.8, -0.12], [3.2, 0.9, 2.95], { radius: 0.25 });
  assert.ok(path.found && path.goal[2] > 2.5);
  assert.throws(() => cw.obj("v 0 0 0\nf 1 2 3\n", { name: "h.obj" }), { message: /h\.obj:2: error/ });
  assert.throws(() => cw.obj(text, { step: -1 }), { status: "argument", message: /step/ });
});

test("a soup of triangles is a scene as well", () => {
  const box = [0, 0, 0, 4, 0, 0, 4, 0, -4, 0, 0, -4];
  const mesh = cw.scene(box, [0, 1, 2, 0, 2, 3], { up: "y" });
  assert.ok(Math.abs(mesh.stats.area - 16) < 1e-6);
  assert.throws(() => cw.scene(box, [0, 1]), { status: "argument" });
  assert.throws(() => cw.scene(box, [0, 1, 9]), { name: "ClearwayError" });
  assert.throws(() => cw.scene([], []), { name: "ClearwayError" });
});

test("a binary glTF is read, and damaged ones are refused", () => {
  const house = cw.obj(example("house.obj"), { from: [[2, -4.8, -0.12]] });
  const bytes = house.write("glb");
  const again = cw.glb(bytes, { minIsland: 0 });
  assert.ok(Math.abs(again.stats.area - house.stats.area) < 0.05 * house.stats.area, `${again.stats.area} and ${house.stats.area}`);
  const refused = (damaged, message) => assert.throws(() => cw.glb(damaged, { name: "a.glb" }), { name: "ClearwayError", message });
  refused(new Uint8Array(0), /is no binary glTF/);
  refused(bytes.slice(0, 500), /ends in the middle/);
  const edit = (change) => {
    const size = new DataView(bytes.buffer).getUint32(12, true);
    const json = JSON.parse(Buffer.from(bytes.subarray(20, 20 + size)).toString());
    change(json);
    const text = Buffer.from(JSON.stringify(json).padEnd(size + 400));
    const made = Buffer.concat([bytes.subarray(0, 20), text, bytes.subarray(20 + size)]);
    made.writeUInt32LE(text.length, 12);
    return new Uint8Array(made);
  };
  refused(edit((json) => { json.accessors[0].count = 1e7; }), /beyond its buffer/);
  refused(edit((json) => { json.nodes[0].children = [0]; }), /circle/);
  refused(edit((json) => { json.buffers[0].uri = "http://elsewhere/x.bin"; }), /not in the file/);
  refused(edit((json) => { json.meshes[0].primitives[0].attributes.POSITION = 77; }), /no accessors\[77\]/);
  refused(edit((json) => { json.nodes = []; json.scenes = []; }), /no triangles/);
  const moved = cw.glb(edit((json) => { json.nodes[0].translation[0] += 100; }), { minIsland: 0 });
  assert.ok(Math.abs(moved.stats.area - again.stats.area) < 1e-3);
  for (let at = 0; at < bytes.length; at += 97) {
    const damaged = bytes.slice();
    damaged[at] ^= 0x41;
    try {
      cw.glb(damaged).free();
    } catch (error) {
      assert.ok(error.name === "ClearwayError" && error.status !== "trap", String(error.stack));
    }
    if (at > 6000) at += 5000;
  }
});

test("the roadmap is the command's", { skip: noCommand }, () => {
  const file = join(folder, "roadmap.json");
  clearway("roadmap", examplePath("office.wkt"), "-o", file, "--quiet");
  const theirs = JSON.parse(readFileSync(file, "utf8"));
  const { nodes, edges, levels, clearances } = office.roadmap(parseWkt(example("office.wkt"), "office.wkt"));
  assert.equal(nodes.length / 3, theirs.nodes.length);
  assert.equal(edges.length / 2, theirs.edges.length);
  assert.equal(levels.length, clearances.length);
  assert.ok(levels.some((level) => level > 0));
});

test("triangles cover the cells", () => {
  const { positions, cells } = office.triangles;
  let area = 0;
  for (let i = 0; i < positions.length; i += 9) {
    const [ax, ay, , bx, by, , cx, cy] = positions.subarray(i, i + 9);
    area += ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
  }
  assert.equal(positions.length, 9 * cells.length);
  assert.ok(Math.abs(area - office.stats.area) < 1e-6, `${area} and ${office.stats.area}`);
});

test("three.js gets cells, walls and paths with y up", async (t) => {
  let three;
  try {
    three = createRequire(process.env.CLEARWAY_TOOLS).resolve("three");
  } catch {
    t.skip("three is not installed");
    return;
  }
  const esbuild = createRequire(process.env.CLEARWAY_TOOLS)("esbuild");
  const outfile = join(folder, "three.mjs");
  await esbuild.build({
    stdin: { contents: "export * from \"clearway/three\";", resolveDir: import.meta.dirname ?? new URL(".", import.meta.url).pathname },
    bundle: true, format: "esm", outfile, logLevel: "error", alias: { three },
  });
  const { cellGeometry, edgeGeometry, pathGeometry, toThree, fromThree } = await import(outfile);
  const cells = cellGeometry(office, { origin: [20, 10, 0] });
  cells.computeBoundingBox();
  assert.ok(Math.abs(cells.boundingBox.max.y) < 1e-9 && cells.boundingBox.max.x > 10);
  assert.equal(cells.getAttribute("cell").count, cells.getAttribute("position").count);
  assert.ok(cells.getAttribute("normal").getY(0) > 0.99, "floors look up");
  const walls = edgeGeometry(office).getAttribute("position").count / 2;
  const portals = edgeGeometry(office, { portals: true }).getAttribute("position").count / 2;
  assert.equal(walls + 2 * portals, office.edgeCount);
  const path = office.query().find([24.4, 18.5], [32.6, 12.1], { radius: 0.65 });
  const line = pathGeometry(path).getAttribute("position");
  assert.ok(Math.abs(line.getX(0) - 24.4) < 1e-6 && Math.abs(line.getZ(0) + 18.5) < 1e-6);
  assert.deepEqual(fromThree(toThree([1, 2, 3])), [1, 2, 3]);
});
