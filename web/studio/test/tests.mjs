// What the studio must do, each with real events in a page of its own.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync, gzipSync } from "node:zlib";
import { Box3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { commandPath, drop, frame, onScreen, ready, slide, state } from "./browser.mjs";
import { commandInfo, commandMesh, distanceToBox, example, median, mouseDrag, OFFICE_HASH, openOffice, take } from "./support.mjs";

/** Within which a new mesh stands after cancelling; on a machine that is busy, less than to open the page. */
const CANCEL_MILLISECONDS = 500;

/** The smallest distance of points along a path to the sides of all rings. */
function distanceToWalls({ legs }, rings) {
  let least = Infinity;
  for (const { from, to, arc, center } of legs) {
    const [first, last] = [from, to].map(([x, y]) => Math.atan2(y - center[1], x - center[0]));
    const turn = Math.atan2(Math.sin(last - first), Math.cos(last - first)); // arcs turn by less than half
    const reach = Math.hypot(from[0] - center[0], from[1] - center[1]);
    for (let i = 0; i <= 20; i++) {
      const share = i / 20;
      const [x, y] = arc ? [center[0] + reach * Math.cos(first + turn * share), center[1] + reach * Math.sin(first + turn * share)]
        : [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      for (const ring of rings) {
        for (let k = 0, b = ring.length - 2; k < ring.length; b = k, k += 2) {
          const [dx, dy, wx, wy] = [ring[k] - ring[b], ring[k + 1] - ring[b + 1], x - ring[b], y - ring[b + 1]];
          const along = Math.min(Math.max((wx * dx + wy * dy) / (dx * dx + dy * dy), 0), 1);
          least = Math.min(least, Math.hypot(wx - along * dx, wy - along * dy));
        }
      }
    }
  }
  return least;
}

export const tests = {
  async "01 the office opens by itself and the examples are those of the command"(t) {
    await openOffice(t);
    const office = await state(t.page);
    assert.equal(office.cells, 420);
    assert.equal(office.hash, OFFICE_HASH);
    assert.equal(office.builds, 1);
    assert.equal(office.path.status, "found");
    await t.page.screenshot({ path: join(t.shots, "office.png") });
    for (const name of ["pillars.wkt", "tangle.geojson", "bridge.obj", "ramp.obj", "house.obj"]) {
      await t.page.selectOption("#example", name);
      await ready(t.page, name);
      const mesh = commandMesh(t, example(name), `${name}.cwm`);
      assert.equal((await state(t.page)).hash, commandInfo(t, mesh).hash, name);
      await t.page.screenshot({ path: join(t.shots, `example-${name.split(".")[0]}.png`) });
    }
    await t.page.selectOption("#example", "office.wkt");
    await ready(t.page, "office.wkt");
    return `first path after ${Math.round(office.firstPath)} ms, limit 800 on a machine that does nothing else`;
  },

  async "02 the goal is dragged and every length is that of the command"(t) {
    await openOffice(t);
    const mesh = commandMesh(t, example("office.wkt"), "office.cwm");
    const goal = (await state(t.page)).goal;
    const rings = await t.page.evaluate(() => clearwayStudio.rings().map(({ points }) => Array.from(points)));
    const waypoints = Array.from({ length: 60 }, (_, i) => {
      const turn = (i / 60) * 2 * Math.PI;
      return [30 + 22 * Math.cos(turn + 2.9), 13 + 10 * Math.sin(turn + 2.9)];
    });
    await mouseDrag(t.page, await onScreen(t.page, goal));
    const scripts = [];
    for (const [i, place] of waypoints.entries()) {
      await t.page.mouse.move(...(await onScreen(t.page, place)));
      const now = await state(t.page);
      scripts.push(now.frameMilliseconds);
      assert.equal(now.builds, 1);
      assert.ok(distanceToWalls(now.path, rings) >= now.radius - 1e-6, `to ${place}: a wall is nearer than the radius`);
      if (i % 6 === 0) {
        const theirs = commandPath(t.command, mesh, now);
        assert.equal(now.path.status, theirs.status);
        assert.ok(!theirs.found || Math.abs(now.path.length - theirs.length) < 1e-9, `${now.path.length} and ${theirs.length}`);
        assert.equal(now.path.why, theirs.why ?? "");
      }
      if (i === 17) {
        await frame(t.page);
        await t.page.screenshot({ path: join(t.shots, "dragging.png") });
      }
    }
    await t.page.mouse.up();
    return `script per frame ${median(scripts).toFixed(2)} ms (median)`;
  },

  async "03 the radius slides through three ways and a sentence, without a build"(t) {
    await openOffice(t);
    const mesh = commandMesh(t, example("office.wkt"), "office.cwm");
    const lengths = [];
    for (const radius of [0.3, 0.65, 0.9, 1.05, 1.5]) {
      const now = await slide(t.page, radius);
      const theirs = commandPath(t.command, mesh, now);
      assert.equal(now.path.status, theirs.status);
      assert.equal(now.path.why, theirs.why ?? "");
      assert.ok(!theirs.found || Math.abs(now.path.length - theirs.length) < 1e-9);
      lengths.push(now.path.length);
      await t.page.screenshot({ path: join(t.shots, `radius-${radius}.png`) });
      assert.equal(await t.page.locator("#bubble").isVisible(), !theirs.found);
    }
    assert.equal(new Set(lengths.slice(0, 3)).size, 3);
    const times = [];
    for (let i = 0; i <= 50; i++) {
      const radius = Number((i * 0.02).toFixed(2));
      await slide(t.page, radius);
      times.push(await t.page.evaluate(async (wanted) => Math.min(await clearwayStudio.search(wanted, 50), await clearwayStudio.search(wanted, 50)), radius));
    }
    const search = times.reduce((sum, time) => sum + time, 0) / times.length;
    assert.equal((await state(t.page)).builds, 1);
    assert.equal(await t.page.locator("#builds").textContent(), "1");
    await slide(t.page, 1.05);
    return `lengths ${lengths.slice(0, 3).map((length) => length.toFixed(3)).join(", ")} m; search while sliding ${(search * 1000).toFixed(0)} µs, limit 60`;
  },

  async "04 files are dropped, and bad ones leave a sentence"(t) {
    await openOffice(t);
    await drop(t.page, "small.wkt", "POLYGON ((0 0, 9 0, 9 9, 0 9), (3 3, 6 3, 6 6, 3 6))");
    await ready(t.page, "small.wkt");
    assert.equal((await state(t.page)).cells, 4);
    await drop(t.page, "tangle.geojson", readFileSync(example("tangle.geojson"), "utf8"));
    await ready(t.page, "tangle.geojson");
    const drawing = "<svg viewBox='0 0 20 10'><style><![CDATA[ .line { fill: none } ]]></style><rect class='floor' width='100%' height='10'/>" +
      "<circle class='obstacle' cx='10' cy='5' r='2'/><polyline class='line' points='1 1 4 1 4 4'/></svg>";
    await drop(t.page, "drawing.svg", drawing);
    await ready(t.page, "drawing.svg");
    writeFileSync(join(t.shots, "drawing.svg"), drawing);
    assert.equal((await state(t.page)).hash, commandInfo(t, commandMesh(t, join(t.shots, "drawing.svg"), "drawing.cwm")).hash);
    assert.deepEqual(await t.page.evaluate(() => clearwayStudio.rings().map(({ kind }) => kind)), ["floor", "obstacle", "barrier"]);
    await drop(t.page, "house.obj", readFileSync(example("house.obj")));
    await ready(t.page, "house.obj");
    assert.equal((await state(t.page)).storeys.length, 3, "with the roof, which no seed leaves out");
    const house = commandMesh(t, example("house.obj"), "house.cwm");
    spawnSync(t.command, ["convert", house, join(t.shots, "house.glb"), "--quiet"]);
    await drop(t.page, "house.glb", readFileSync(join(t.shots, "house.glb")));
    await ready(t.page, "house.glb");
    await drop(t.page, "rooms.wkt", "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9)), ((20 0, 29 0, 29 9, 20 9)))");
    await ready(t.page, "rooms.wkt");
    assert.equal((await state(t.page)).path.status, "found", "A and B have room from the start");
    const [outer, inner] = [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]]];
    const named = JSON.stringify({ type: "FeatureCollection", features: [["room", "Hall", outer], ["zone", "Carpet", inner]].map(([kind, name, ring]) =>
      ({ type: "Feature", properties: { kind, name }, geometry: { type: "Polygon", coordinates: [ring] } })) });
    await drop(t.page, "named.geojson", named);
    await ready(t.page, "named.geojson");
    await t.page.screenshot({ path: join(t.shots, "rooms.png") });
    writeFileSync(join(t.shots, "named.geojson"), named);
    const hall = (await state(t.page)).hash;
    assert.equal(hall, commandInfo(t, commandMesh(t, join(t.shots, "named.geojson"), "named.cwm")).hash);
    assert.equal(commandInfo(t, commandMesh(t, await take(t, "geojson"), "named-again.cwm")).hash, hall);
    await t.page.selectOption("#export", "command");
    assert.match(await t.page.locator("#note").textContent(), /^clearway build named\.geojson /, "WKT has no zones");
    await t.page.click("#share");
    await t.page.waitForFunction(() => location.hash.length > 100);
    await t.page.reload();
    await ready(t.page, "named.geojson");
    assert.equal((await state(t.page)).hash, hall, "names go along in a link");
    // A mesh of which sights would take seconds: the page goes on at once without.
    const posts = Array.from({ length: 900 }, (_, i) => [(i % 30) * 3 + 1, Math.floor(i / 30) * 3 + 1])
      .map(([x, y]) => `(${x} ${y}, ${x + 1.3} ${y + 0.2}, ${x + 1} ${y + 1.5})`);
    await t.page.evaluate(() => {
      const answer = document.getElementById("answer");
      new MutationObserver(() => { globalThis.wasOpening ||= answer.textContent === "Opening posts.wkt …"; }).observe(answer, { childList: true });
    });
    await drop(t.page, "posts.wkt", `POLYGON ((0 0, 92 0, 92 92, 0 92), ${posts.join(", ")})`);
    await ready(t.page, "posts.wkt");
    await slide(t.page, 0.4);
    const large = await state(t.page);
    assert.deepEqual([large.cells > 1000, large.sights, large.path.status], [true, false, "found"]);
    assert.equal(await t.page.evaluate(() => globalThis.wasOpening), true, "what takes a while says so");
    const mesh = commandMesh(t, example("pillars.wkt"), "pillars.cwm");
    await t.page.setInputFiles("#file", mesh);
    await ready(t.page, "pillars.cwm");
    assert.equal((await state(t.page)).hash, commandInfo(t, mesh).hash);
    const kept = (await state(t.page)).hash;
    const refused = async (name, text, words) => {
      await t.page.evaluate(() => { document.getElementById("note").textContent = ""; });
      await drop(t.page, name, text);
      await t.page.waitForFunction(() => document.getElementById("note").textContent !== "");
      assert.match(await t.page.locator("#note").textContent(), words);
      assert.equal((await state(t.page)).hash, kept, `${name}: the mesh before it is still there`);
    };
    for (const extension of ["wkt", "geojson", "svg", "obj", "glb", "cwm"]) {
      await refused(`empty.${extension}`, "", /empty/);
    }
    await refused("lying.wkt", "PLOYGON ((0 0, 9 0, 9 9))", /lying\.wkt:1: error/);
    await refused("lying.geojson", "{\"type\": \"Polygon\", \"coordinates\": 7}", /lying\.geojson/);
    await refused("degrees.geojson", JSON.stringify({ type: "Polygon", coordinates: [[[13.37, 52.51], [13.371, 52.51], [13.371, 52.511], [13.37, 52.51]]] }), /clearway build --degrees/);
    await refused("cut.wkt", "POLYGON ((0 0, 9 0, 9", /cut\.wkt:1: error: column \d+/);
    await refused("cut.geojson", "{\"type\": \"Polygon\", \"coordinates\": [[", /not JSON/);
    await refused("cut.cwm", readFileSync(mesh).subarray(0, 99), /^cut\.cwm: error: size/);
    await refused("lying.cwm", readFileSync(mesh).map((byte, i) => (i === 40 ? byte ^ 0xff : byte)), /^lying\.cwm: error: checksum/);
    await refused("cut.svg", "<svg><path d='M0 0", /unclosed token/);
    await refused("lying.svg", "<html>not a drawing</html>", /is no SVG/);
    await refused("cut.obj", "v 0 0 0\nv 1 0", /cut\.obj:2: error/);
    await refused("lying.obj", "v 0 0 0\nf 1 2 99\n", /lying\.obj:2: error/);
    await refused("cut.glb", readFileSync(join(t.shots, "house.glb")).subarray(0, 400), /ends in the middle/);
    await refused("lying.glb", "glTF but not really, only a text of some length", /is no binary glTF/);
    await refused("wall.obj", "v 0 0 0\nv 1 0 0\nv 1 3 0\nf 1 2 3\n", /./);
    await refused("line.wkt", "POLYGON ((0 0, 1 1, 2 2))", /^line\.wkt: error: no walkable area/);
    await refused("photo.jpg", "x", /extension/);
    await t.page.evaluate(() => {
      // A file of 600 MiB that takes no memory: parts are shared.
      const part = new Blob([new Uint8Array(2 ** 20)]);
      const transfer = new DataTransfer();
      transfer.items.add(new File(Array(600).fill(part), "huge.wkt"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    });
    await t.page.waitForFunction(() => /512 MiB/.test(document.getElementById("note").textContent));
    await t.page.selectOption("#example", "office.wkt");
    await ready(t.page, "office.wkt");
    assert.equal((await state(t.page)).hash, OFFICE_HASH);
  },

  async "05 an obstacle is drawn and dragged, and the way gives way"(t) {
    await openOffice(t);
    const before = await state(t.page);
    // In the corridor between the void of the atrium and the cafe.
    await t.page.click("[data-tool=box]");
    await mouseDrag(t.page, await onScreen(t.page, [23.6, 16.5]), await onScreen(t.page, [24, 16]), await onScreen(t.page, [24.4, 15.5]));
    await t.page.mouse.up();
    const drawn = await state(t.page);
    assert.equal(drawn.rings, before.rings + 1);
    assert.notEqual(drawn.hash, before.hash);
    const times = [];
    const lengths = new Set();
    await mouseDrag(t.page, await onScreen(t.page, [24, 16]));
    for (let i = 1; i <= 40; i++) {
      await t.page.mouse.move(...(await onScreen(t.page, [24 + 0.03 * i, 16 - 0.02 * i])));
      const now = await state(t.page);
      lengths.add(now.path.length.toFixed(3));
      times.push(now.buildMilliseconds);
      const points = await t.page.evaluate(() => Array.from(clearwayStudio.rings().at(-1).points));
      const box = [Math.min(points[0], points[4]), Math.min(points[1], points[5]), Math.max(points[0], points[4]), Math.max(points[1], points[5])];
      if (now.path.status === "found") {
        assert.ok(distanceToBox(now.path.legs.filter((leg) => !leg.arc), box) >= now.radius - 1e-3, `step ${i}`);
      }
      if (i === 20) {
        await frame(t.page);
        await t.page.screenshot({ path: join(t.shots, "obstacle.png") });
      }
    }
    await t.page.mouse.up();
    assert.ok(lengths.size > 5, `the way does not give way: ${[...lengths]}`);
    const rested = await state(t.page);
    assert.equal(rested.effort, 1);
    const [file] = await Promise.all([t.page.waitForEvent("download"), t.page.selectOption("#export", "geojson")]);
    const plan = join(t.shots, "changed.geojson");
    await file.saveAs(plan);
    assert.equal(rested.hash, commandInfo(t, commandMesh(t, plan, "changed.cwm")).hash);
    await t.page.click("#delete");
    assert.equal((await state(t.page)).hash, OFFICE_HASH);
    await t.page.locator("#export").focus();
    await t.page.keyboard.press("Control+z");
    assert.equal((await state(t.page)).hash, rested.hash, "also where a list has the focus");
    return `rebuild while dragging ${median(times).toFixed(1)} ms (median), limit 25 on a machine that does nothing else`;
  },

  async "06 a link opens the same plan, path and view elsewhere"(t) {
    await openOffice(t);
    await slide(t.page, 0.65);
    await t.page.click("#zoom-in");
    await t.page.click("#share");
    await t.page.waitForFunction(() => location.hash.length > 100);
    const here = await state(t.page);
    const link = t.page.url();
    const context = await t.browser.newContext({ viewport: { width: 1400, height: 860 } });
    const other = await context.newPage();
    await other.goto(link);
    await ready(other);
    const there = await state(other);
    assert.equal(there.hash, here.hash);
    assert.deepEqual(there.view, here.view);
    assert.ok(Math.abs(there.path.length - here.path.length) < 1e-9);
    await other.setViewportSize({ width: 390, height: 844 }); // on a phone as much of the plan, smaller
    await other.reload();
    await ready(other);
    assert.ok((await state(other)).view.scale < 0.5 * here.view.scale);
    const lying = deflateRawSync(JSON.stringify({ name: "x", request: { kind: "load", wasm: "other.wasm" } })).toString("base64url");
    for (const hash of ["1.broken", `1.${lying}`]) {
      await other.goto(`${t.server.address}#${hash}`);
      await other.reload();
      await ready(other);
      assert.match(await other.locator("#note").textContent(), /link cannot be read/);
    }
    // What can be read and not opened leaves the office, not an empty page.
    const without = deflateRawSync(JSON.stringify({ name: "x", wkt: "POLYGON ((0 0, 9 0, 9 9))", start: "a", goal: "b", radius: "c" })).toString("base64url");
    await other.goto(`${t.server.address}#1.${without}`);
    await other.reload();
    await ready(other, "office.wkt");
    assert.match(await other.locator("#note").textContent(), /not an? (array|number)/);
    // A view that shows nothing is not taken; what would fill the memory is not unpacked.
    const blind = deflateRawSync(JSON.stringify({ name: "x", wkt: "POLYGON ((0 0, 9 0, 9 9, 0 9))", start: [1, 1], goal: [8, 8], view: { x: 0, y: 0, scale: -4 } })).toString("base64url");
    await other.goto(`${t.server.address}#1.${blind}`);
    await other.reload();
    await ready(other, "x");
    assert.ok((await state(other)).view.scale > 1);
    const bomb = deflateRawSync(Buffer.concat([Buffer.from("{\"wkt\":\""), Buffer.alloc(40e6, 32), Buffer.from("\"}")])).toString("base64url");
    await other.goto(`${t.server.address}#1.${bomb}`);
    await other.reload();
    await ready(other, "office.wkt");
    assert.match(await other.locator("#note").textContent(), /link cannot be read: it holds more than 16 MiB/);
    // A scene goes along as its file.
    await t.page.selectOption("#example", "house.obj");
    await ready(t.page, "house.obj");
    await slide(t.page, 0.38);
    await t.page.click("#share");
    await t.page.waitForFunction((before) => location.href !== before, link);
    const house = await state(t.page);
    await other.goto(t.page.url());
    await other.reload();
    await ready(other, "house.obj");
    const opened = await state(other);
    assert.deepEqual([opened.hash, opened.radius, opened.goal], [house.hash, 0.38, house.goal]);
    assert.ok(Math.abs(opened.path.length - house.path.length) < 1e-9);
    await context.close();
    return `${link.length} characters, a house ${t.page.url().length}`;
  },

  async "07 what is exported passes the checks of the command"(t) {
    await openOffice(t);
    const mesh = await take(t, "cwm");
    const checked = spawnSync(t.command, ["check", mesh, "--against", example("office.wkt")], { encoding: "utf8" });
    assert.equal(checked.status, 0, checked.stderr);
    // tests/detour loads the command's .bin with Detour itself, and these are the same bytes.
    for (const kind of ["json", "glb", "bin"]) {
      const theirs = join(t.shots, `command.${kind}`);
      spawnSync(t.command, ["convert", mesh, theirs, "--quiet"]);
      const clean = (bytes) => (kind === "json" ? Buffer.from(bytes.toString().replace(/"seconds":[^}]*/, "")) : bytes);
      assert.deepEqual(clean(readFileSync(await take(t, kind))), clean(readFileSync(theirs)), kind);
    }
    const glb = readFileSync(join(t.shots, "command.glb"));
    const { scene } = await new GLTFLoader().parseAsync(glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.length), "");
    const box = new Box3().setFromObject(scene);
    assert.ok(box.max.x - box.min.x > 55 && box.max.y === box.min.y && scene.children[0].name.includes("navmesh"), JSON.stringify(box));
    assert.equal(readFileSync(await take(t, "png")).subarray(1, 4).toString(), "PNG");
    assert.equal(commandInfo(t, commandMesh(t, await take(t, "wkt"), "again.cwm")).hash, OFFICE_HASH);
    await t.page.click("#check");
    await t.page.waitForFunction((hash) => document.getElementById("note").textContent.includes(hash), OFFICE_HASH);
    await t.page.selectOption("#export", "command");
    assert.match(await t.page.locator("#note").textContent(), /^clearway build office\.wkt -o office\.cwm && clearway path/);
  },

  async "08 rebuilds leave memory as it is, and a long build is cancelled"(t) {
    const from = performance.now();
    await openOffice(t);
    const opened = performance.now() - from;
    // A small plan, so that 200 rebuilds are quick; the npm package is tested with larger ones.
    await drop(t.page, "small.wkt", "POLYGON ((0 0, 9 0, 9 9, 0 9), (3 3, 6 3, 6 6, 3 6))");
    await ready(t.page, "small.wkt");
    await t.page.click("[data-tool=box]");
    await mouseDrag(t.page, await onScreen(t.page, [1, 7]), await onScreen(t.page, [2, 8]));
    let after20 = 0;
    let now = await state(t.page);
    const first = now.allBuilds;
    while (now.allBuilds < first + 200) {
      const i = now.allBuilds - first;
      await t.page.mouse.move(...(await onScreen(t.page, [2 + (i % 7) * 0.1, 8 + (i % 2) * 0.1])));
      now = await state(t.page);
      after20 = i <= 20 ? now.memoryBytes : after20;
    }
    assert.equal(now.memoryBytes, after20);
    await t.page.mouse.up();
    await t.page.selectOption("#example", "office.wkt");
    await ready(t.page, "office.wkt");
    await t.page.click("#fewest");
    await t.page.waitForSelector("#cancel:not([hidden])");
    const builds = (await t.page.evaluate(() => clearwayStudio.state())).allBuilds;
    const before = performance.now();
    await t.page.click("#cancel");
    await t.page.waitForFunction((count) => clearwayStudio.state().allBuilds > count, builds);
    const took = performance.now() - before;
    const rested = await state(t.page);
    assert.equal(rested.effort, 1);
    assert.ok(took < Math.max(CANCEL_MILLISECONDS, opened), `${took} ms after cancelling, ${opened} ms to open`);
    return `${(now.memoryBytes / 1e6).toFixed(1)} MB after 200 rebuilds; a new mesh ${Math.round(took)} ms after cancelling`;
  },

  async "09 the keyboard alone, and axe finds nothing"(t) {
    await openOffice(t);
    await t.page.locator("#start").focus();
    const before = await state(t.page);
    await t.page.keyboard.press("ArrowRight");
    let now = await state(t.page);
    assert.ok(Math.abs(now.start[0] - before.start[0] - 0.1) < 1e-9);
    await t.page.keyboard.press("Tab");
    assert.equal(await t.page.evaluate(() => document.activeElement.id), "goal");
    await t.page.keyboard.press("Shift+ArrowLeft");
    now = await state(t.page);
    assert.ok(Math.abs(now.goal[0] - before.goal[0]) > 0.5);
    for (let i = 0; i < 8 && (await t.page.evaluate(() => document.activeElement.id)) !== "radius"; i++) {
      await t.page.keyboard.press("Tab");
    }
    assert.equal(await t.page.evaluate(() => document.activeElement.id), "radius");
    await t.page.keyboard.press("ArrowRight");
    now = await state(t.page);
    assert.ok(Math.abs(now.radius - before.radius - 0.01) < 1e-9);
    assert.equal(now.path.radius, now.radius);
    await t.page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const { violations } = await t.page.evaluate(() => axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), []);
  },

  async "10 studio.html works from a file, without any request"(t) {
    const requests = [];
    t.page.on("request", (request) => requests.push(request.url()));
    await t.page.goto(pathToFileURL(join(t.build, "studio", "studio.html")).href);
    await ready(t.page, "office.wkt");
    assert.equal((await state(t.page)).hash, OFFICE_HASH);
    const now = await slide(t.page, 0.9);
    assert.equal(now.path.status, "found");
    const others = requests.filter((url) => !/^(data|blob):/.test(url) && !url.endsWith("studio.html"));
    assert.deepEqual(others, []);
  },

  async "11 on a small screen everything has its place"(t) {
    await t.page.setViewportSize({ width: 390, height: 800 });
    await openOffice(t);
    const wide = await t.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} pixels wide`);
    assert.ok(await t.page.locator("#radius").isVisible());
    assert.equal(await t.page.evaluate(() => document.documentElement.scrollHeight), 800, "the page itself does not scroll");
    // Two fingers zoom around their middle; what the first began is taken back.
    const client = await t.page.context().newCDPSession(t.page);
    const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const before = await state(t.page);
    await t.page.click("[data-tool=box]");
    await touch("touchStart", [150, 100]);
    await touch("touchMove", [170, 120]);
    await touch("touchMove", [180, 130]);
    await touch("touchStart", [180, 130], [280, 130]);
    for (let i = 1; i <= 5; i++) {
      await touch("touchMove", [180 - 10 * i, 130], [280 + 10 * i, 130]);
    }
    await touch("touchEnd");
    const after = await state(t.page);
    assert.ok(Math.abs(after.view.scale / before.view.scale - 2) < 0.05, `${after.view.scale / before.view.scale} times`);
    assert.deepEqual([after.rings, after.hash], [before.rings, before.hash]);
  },

  async "12 sizes stay within their budgets"(t) {
    const gzip = (name) => gzipSync(readFileSync(join(t.build, "studio", name)), { level: 9 }).length;
    const [module, script] = [gzip("clearway.wasm"), gzip("studio.js") + gzip("worker.js")];
    // With crowds and 3D scenes in it; without binaryen it is a fifth larger.
    assert.ok(module <= 400000, `module: ${module} bytes`);
    assert.ok(script <= 40000, `scripts: ${script} bytes`);
    const space = gzip("space.js");
    assert.ok(space <= 180000, `3D part: ${space} bytes`);
    writeFileSync(join(t.shots, "sizes.txt"), `module ${module}\nscripts ${script}\n`);
    return `module ${(module / 1000).toFixed(0)} kB, of 400 kB, scripts ${(script / 1000).toFixed(1)} of 40 kB, 3D part ${(space / 1000).toFixed(0)} of 180 kB (gzip)`;
  },
};
