// Floors in space: with graphics in software, and without any.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { frame, onScreen, ready, slide, state } from "./browser.mjs";
import { commandInfo, commandMesh, example, mouseDrag, openOffice } from "./support.mjs";
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
      await page.click("#in-space");
      assert.equal((await state(page)).inSpace, false);
      assert.deepEqual(problems, []);
      return `${house.space.triangles} triangles`;
    } finally {
      await browser.close();
    }
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
