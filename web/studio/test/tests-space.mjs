// Floors in space: with graphics in software, and without any.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { frame, onScreen, ready, slide, state } from "./browser.mjs";
import { commandInfo, commandMesh, distanceToBox, example, mouseDrag, openOffice, take } from "./support.mjs";
import { commandPath } from "./browser.mjs";

async function openHouse(page) {
  await page.selectOption("#example", "house.obj");
  await ready(page, "house.obj");
}

export const tests = {
  async "20 without WebGL the plan shows every storey, and 3D says why not"(t) {
    await openOffice(t);
    await openHouse(t.page);
    const house = await state(t.page);
    assert.equal(house.inSpace, false);
    assert.equal(house.storeys.length, 2);
    assert.equal(house.path.status, "found");
    assert.equal(house.path.legs.at(-1).to[2] > 2.5, true);
    await t.page.click("#in-space");
    assert.match(await t.page.locator("#note").textContent(), /no WebGL 2/);
    for (const storey of ["0", "1", "-1"]) {
      await t.page.selectOption("#storey", storey);
      await frame(t.page);
      await t.page.screenshot({ path: join(t.shots, `house-plan-${storey}.png`) });
    }
  },

  async "21 a house of two storeys in space: orbit, storeys, ends, people"(t) {
    const browser = await t.launchWithGraphics();
    try {
      const page = await (await browser.newContext({ viewport: { width: 1400, height: 860 } })).newPage();
      const problems = [];
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await page.goto(t.server.address);
      await ready(page, "office.wkt");
      assert.equal((await state(page)).inSpace, false, "three.js is not loaded for a plan");
      assert.equal(await page.evaluate(() => "clearwaySpace" in globalThis), false);
      await openHouse(page);
      await page.waitForFunction(() => clearwayStudio.state().inSpace);
      await frame(page);
      const house = await state(page);
      const mesh = commandMesh(t, example("house.obj"), "house.cwm");
      assert.equal(house.hash, commandInfo(t, mesh).hash);
      assert.ok(Math.abs(house.path.length - commandPath(t.command, mesh, house).length) < 1e-9);
      assert.ok(house.space.triangles > 500, JSON.stringify(house.space));
      await page.screenshot({ path: join(t.shots, "house-space.png") });
      const wide = await slide(page, 0.38);
      assert.ok(wide.path.length > house.path.length && wide.builds === 1);
      await page.screenshot({ path: join(t.shots, "house-space-wide.png") });
      await page.selectOption("#storey", "0");
      await frame(page);
      const lower = await state(page);
      assert.ok(lower.space.triangles < wide.space.triangles);
      await page.screenshot({ path: join(t.shots, "house-space-0.png") });
      // The goal is dragged to the floor of the storey below, with the mouse.
      const from = await page.locator("#goal").boundingBox();
      await mouseDrag(page, [from.x + 17, from.y + 17], await onScreen(page, [4, 3.5, 0]), await onScreen(page, [4, 3, 0]));
      await page.mouse.up();
      await frame(page);
      const below = await state(page);
      assert.ok(Math.abs(below.goal[2]) < 0.5, `the goal is at ${below.goal}`);
      const before = await onScreen(page, [0, 0, 0]);
      await mouseDrag(page, [300, 700], [420, 640]);
      await page.mouse.up();
      await frame(page);
      assert.notDeepEqual(await onScreen(page, [0, 0, 0]), before, "the view turns");
      await page.selectOption("#storey", "-1");
      await page.selectOption("#people", "100");
      await page.click("#play");
      await page.waitForFunction(() => clearwayStudio.state().crowdTime > 0.5, null, { timeout: 60000 });
      await page.click("#play");
      await frame(page);
      await page.screenshot({ path: join(t.shots, "house-space-crowd.png") });
      // What is opened in space fills the plan when the plan is shown.
      await openHouse(page);
      await frame(page);
      await page.click("#in-space");
      await frame(page);
      assert.equal((await state(page)).inSpace, false);
      const [left, right] = [await onScreen(page, [0, 0, 0]), await onScreen(page, [8, 0, 0])];
      assert.ok(right[0] - left[0] > 100, `8 m are ${right[0] - left[0]} pixels wide`);
      assert.deepEqual(problems, []);
      return `${house.space.triangles} triangles`;
    } finally {
      await browser.close();
    }
  },

  async "23 what is drawn in a scene stands on its storey, and the exported scene gives the same mesh"(t) {
    await openOffice(t);
    await openHouse(t.page);
    const house = await state(t.page);
    const draw = async (tool, from, to) => {
      await t.page.click(`[data-tool=${tool}]`);
      await mouseDrag(t.page, await onScreen(t.page, from), await onScreen(t.page, to));
      await t.page.mouse.up();
      const now = await state(t.page);
      assert.equal(now.problem, "");
      return now;
    };
    // Across the gate between street and garden, on the upper storey: there it is in nobody's way.
    await t.page.selectOption("#storey", "1");
    const above = await draw("box", [3.4, -3.4], [6.8, -2.8]);
    assert.equal((await t.page.evaluate(() => clearwayStudio.rings()[0].floor)), house.storeys[1]);
    assert.ok(Math.abs(above.path.length - house.path.length) < 1e-9);
    await t.page.click("#undo");
    assert.equal((await state(t.page)).hash, house.hash);
    await t.page.selectOption("#storey", "0");
    const door = await draw("door", [3.4, -3.1], [6.8, -3.1]);
    assert.notEqual(door.path.status, "found", "a shut door is in the way");
    await t.page.mouse.click(...(await onScreen(t.page, [4.5, -3.1])));
    const open = await state(t.page);
    assert.deepEqual([open.doors, open.hash], [["open"], house.hash]);
    const box = await draw("box", [4.2, -3.3], [5.2, -2.5]);
    assert.ok(box.path.status === "found" && box.path.length > house.path.length, `${box.path.length}`);
    assert.ok(distanceToBox(box.path.legs.filter((leg) => !leg.arc), [4.2, -3.3, 5.2, -2.5]) >= box.radius - 1e-3);
    await draw("wall", [5.6, -1.5], [6.4, 0]);
    await t.page.click("[data-tool=polygon]");
    for (const corner of [[0, 0], [0.5, 1.5], [1, 0], [0.5, 0.5]]) {
      await t.page.mouse.click(...(await onScreen(t.page, corner)));
    }
    await t.page.keyboard.press("Enter");
    const drawn = await state(t.page);
    assert.ok(box.stats.area - drawn.stats.area > 0.4 && box.stats.area - drawn.stats.area < 0.6, "a polygon that is not convex takes its own area alone");
    await frame(t.page);
    await t.page.screenshot({ path: join(t.shots, "house-changed.png") });
    const scene = await take(t, "scene");
    assert.equal(commandInfo(t, commandMesh(t, scene, "house-changed.cwm")).hash, drawn.hash);
    await t.page.selectOption("#export", "command");
    assert.match(await t.page.locator("#note").textContent(), /^clearway build house\.obj --from 2,-4\.8,-0\.12 -o house\.cwm/);
    await t.page.click("#check");
    await t.page.waitForFunction((hash) => document.getElementById("note").textContent.includes(hash), drawn.hash);
    await t.page.click("#share");
    await t.page.waitForFunction(() => location.hash.length > 100);
    await t.page.reload();
    await ready(t.page, "house.obj");
    const shared = await state(t.page);
    assert.deepEqual([shared.hash, shared.doors, shared.rings], [drawn.hash, ["open"], 4]);
    // A worker that is stopped knows neither scene nor mesh.
    await t.page.evaluate(() => {
      document.getElementById("fewest").click(); // is done before a mouse could be elsewhere
      document.getElementById("cancel").click();
    });
    await t.page.waitForFunction((builds) => clearwayStudio.state().allBuilds > builds && !clearwayStudio.state().working, shared.allBuilds);
    const back = await state(t.page);
    assert.equal(back.hash, drawn.hash);
    assert.ok(Math.abs(back.path.length - drawn.path.length) < 1e-9);
    const house2 = join(t.shots, "house.glb");
    spawnSync(t.command, ["convert", commandMesh(t, example("house.obj"), "house.cwm"), house2, "--quiet"]);
    await t.page.setInputFiles("#file", house2);
    await ready(t.page, "house.glb");
    const glb = await state(t.page);
    const walled = await draw("box", [4.2, -3.3], [5.2, -2.5]);
    assert.ok(Math.abs(glb.stats.area - walled.stats.area - 0.8) < 0.01, `${glb.stats.area} and ${walled.stats.area}`);
    await t.page.click("#undo");
    assert.equal((await state(t.page)).hash, glb.hash);
    return `rebuild of the house ${drawn.buildMilliseconds.toFixed(0)} ms`;
  },

  async "22 studio.html has the 3D part inside"(t) {
    const browser = await t.launchWithGraphics();
    try {
      const page = await browser.newPage();
      await page.goto(pathToFileURL(join(t.build, "studio", "studio.html")).href);
      await ready(page, "office.wkt");
      await page.click("#in-space");
      await page.waitForFunction(() => clearwayStudio.state().inSpace);
      await frame(page);
      await page.screenshot({ path: join(t.shots, "office-space.png") });
      assert.ok((await state(page)).space.triangles > 400);
    } finally {
      await browser.close();
    }
  },
};
