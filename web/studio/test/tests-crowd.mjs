// Crowds, doors, the roadmap, golden pictures.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { frame, onScreen, ready, slide, state } from "./browser.mjs";
import { commandMesh, example, mouseDrag, openOffice, source, take } from "./support.mjs";

/** Share of the pixels that may differ from the golden picture, and by how much of 255 a pixel has to. */
const DIFFERENT_SHARE = 0.001;
const DIFFERENT = 8;
const CROWD = { people: 1000, steps: 200 };

/** Compares the canvas, which has no text on it, with a picture of before; CLEARWAY_GOLDEN=1 keeps a new one. */
async function compare(t, name) {
  const golden = join(source, "web", "studio", "test", "golden", `${name}.png`);
  const taken = await t.page.evaluate(() => document.getElementById("plan").toDataURL("image/png"));
  writeFileSync(join(t.shots, `golden-${name}.png`), Buffer.from(taken.split(",")[1], "base64"));
  if (process.env.CLEARWAY_GOLDEN || !existsSync(golden)) {
    assert.ok(process.env.CLEARWAY_GOLDEN, `there is no ${golden}`);
    writeFileSync(golden, Buffer.from(taken.split(",")[1], "base64"));
  }
  const share = await t.page.evaluate(async ([before, least]) => {
    const picture = new Image();
    picture.src = before;
    await picture.decode();
    const canvas = document.getElementById("plan");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    copy.drawImage(picture, 0, 0);
    if (picture.width !== canvas.width || picture.height !== canvas.height) {
      return 1;
    }
    const [a, b] = [copy, canvas.getContext("2d")].map((context) => context.getImageData(0, 0, canvas.width, canvas.height).data);
    let different = 0;
    for (let i = 0; i < a.length; i += 4) {
      different += Math.abs(a[i] - b[i]) > least || Math.abs(a[i + 1] - b[i + 1]) > least || Math.abs(a[i + 2] - b[i + 2]) > least ? 1 : 0;
    }
    return different / (a.length / 4);
  }, [`data:image/png;base64,${readFileSync(golden).toString("base64")}`, DIFFERENT]);
  assert.ok(share <= DIFFERENT_SHARE, `${name}: ${(share * 100).toFixed(3)} % of the pixels differ`);
  return share;
}

export const tests = {
  async "13 a crowd walks to B, and around an obstacle that is drawn meanwhile"(t) {
    await openOffice(t);
    await t.page.selectOption("#people", "100");
    await t.page.click("#play");
    await t.page.waitForFunction(() => clearwayStudio.state().crowdTime > 1.5, null, { timeout: 60000 });
    const before = await t.page.evaluate(() => clearwayStudio.state());
    assert.ok(before.people > 80, `${before.people} people`);
    await t.page.click("[data-tool=box]");
    await mouseDrag(t.page, await onScreen(t.page, [23.6, 16.5]), await onScreen(t.page, [24.4, 15.5]));
    await t.page.mouse.up();
    await t.page.waitForFunction((time) => clearwayStudio.state().crowdTime > time + 1, before.crowdTime, { timeout: 60000 });
    await t.page.screenshot({ path: join(t.shots, "crowd.png") });
    await t.page.click("#play");
    const paused = await state(t.page);
    assert.equal(paused.playing, false);
    assert.ok(paused.people > 0 && paused.builds > 1);
    await t.page.click("#clear-crowd");
    assert.equal((await state(t.page)).people, 0);
    await t.page.selectOption("#export", "txt"); // their trajectories went with them
    await t.page.waitForFunction(() => document.querySelector("#note").textContent.includes("there is no crowd"));
  },

  async "14 a door is hung, and opened and shut by clicks while a crowd walks"(t) {
    await openOffice(t);
    const free = await state(t.page);
    // Across the gap between the cafe and the bar, which the way of 0.3 m takes.
    const [a, b] = free.path.legs[Math.floor(free.path.legs.length / 2)].from
      ? [free.path.legs[0].from, free.path.legs[0].to] : [];
    const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]].map((part) => (part / Math.hypot(b[0] - a[0], b[1] - a[1])) * 3);
    await t.page.click("[data-tool=door]");
    await mouseDrag(t.page, await onScreen(t.page, [mx - dy, my + dx]), await onScreen(t.page, [mx + dy, my - dx]));
    await t.page.mouse.up();
    let now = await state(t.page);
    assert.deepEqual(now.doors, ["shut"]);
    assert.ok(now.path.status !== "found" || now.path.length > free.path.length + 0.01, "a shut door is in the way");
    await t.page.selectOption("#people", "100");
    await t.page.selectOption("#film", "4");
    await t.page.selectOption("#colour", "delay");
    await t.page.click("#play");
    await t.page.waitForFunction(() => clearwayStudio.state().crowdTime > 1, null, { timeout: 60000 });
    for (const expected of ["open", "shut", "open"]) {
      const before = await t.page.evaluate(() => clearwayStudio.state());
      await t.page.mouse.click(...(await onScreen(t.page, [mx + dy / 2, my - dx / 2])));
      await t.page.waitForFunction((count) => clearwayStudio.state().allBuilds > count, before.allBuilds);
      await t.page.waitForFunction((time) => clearwayStudio.state().crowdTime > time + 0.4, before.crowdTime, { timeout: 60000 });
      now = await t.page.evaluate(() => clearwayStudio.state());
      assert.deepEqual(now.doors, [expected]);
      assert.ok(now.people > 0 && now.playing, "the crowd walks on");
      if (expected === "shut") {
        await t.page.screenshot({ path: join(t.shots, "door-shut.png") });
      }
    }
    await t.page.click("#play");
    now = await state(t.page);
    assert.ok(Math.abs(now.path.length - free.path.length) < 1e-9, "an open door is no wall");
    const text = readFileSync(await take(t, "txt"), "utf8").split("\n");
    assert.match(text[1], /^# framerate: 10\.00$/);
    const rows = text.slice(3, -1).map((line) => line.split(" ").map(Number));
    assert.ok(rows.length > 500 && rows.every((row) => row.length === 5 && row.every(Number.isFinite)));
    await t.page.click("#share");
    await t.page.waitForFunction(() => location.hash.length > 100);
    await t.page.reload();
    await ready(t.page);
    assert.deepEqual((await state(t.page)).doors, ["open"]);
  },

  async "15 a thousand people after 200 steps are those of the native library"(t) {
    const program = join(t.build, "studio", "crowd_native");
    const made = spawnSync("cc", ["-O1", "-std=c17", `-I${join(source, "include")}`, join(source, "web/studio/test/crowd_native.c"),
      join(t.build, "libclearway-io.so"), join(t.build, "libclearway.so"), `-Wl,-rpath,${t.build}`, "-lm", "-o", program], { encoding: "utf8" });
    assert.equal(made.status, 0, made.stderr);
    await openOffice(t);
    const { goal } = await state(t.page);
    const native = spawnSync(program, [commandMesh(t, example("office.wkt"), "office.cwm"), String(CROWD.people), String(CROWD.steps),
      ...goal.map(String)], { encoding: "utf8" });
    assert.equal(native.status, 0, native.stderr);
    const [count, hash] = native.stdout.trim().split(" ");
    await t.page.evaluate((people) => clearwayStudio.gather(people), CROWD.people);
    assert.equal(String((await state(t.page)).people), count);
    const before = performance.now();
    await t.page.evaluate((steps) => clearwayStudio.step(steps), CROWD.steps);
    const took = (performance.now() - before) / CROWD.steps;
    assert.equal((await state(t.page)).crowdHash, hash);
    await frame(t.page);
    await t.page.screenshot({ path: join(t.shots, "crowd-1000.png") });
    return `${count} people, ${hash}, ${took.toFixed(1)} ms a step`;
  },

  async "16 the roadmap lies over the plan and follows it"(t) {
    await openOffice(t);
    await t.page.check("#roadmap");
    await t.page.waitForFunction(() => clearwayStudio.state().roadmap > 0);
    const edges = (await state(t.page)).roadmap;
    await frame(t.page);
    await t.page.screenshot({ path: join(t.shots, "roadmap.png") });
    await t.page.click("[data-tool=box]");
    await mouseDrag(t.page, await onScreen(t.page, [23.6, 16.5]), await onScreen(t.page, [24.4, 15.5]));
    await t.page.mouse.up();
    await t.page.waitForFunction((count) => ![0, count].includes(clearwayStudio.state().roadmap), edges);
    await t.page.uncheck("#roadmap");
    await t.page.waitForFunction(() => clearwayStudio.state().roadmap === 0);
    return `${edges} edges`;
  },

  async "17 the plan looks as it did"(t) {
    await t.page.setViewportSize({ width: 1000, height: 700 });
    await openOffice(t);
    const shares = [await compare(t, "office")];
    await slide(t.page, 0.9);
    shares.push(await compare(t, "office-wide"));
    await slide(t.page, 1.5);
    shares.push(await compare(t, "office-blocked"));
    return `${shares.map((share) => (share * 100).toFixed(3)).join(", ")} % of pixels differ`;
  },

  async "18 obstacles and doors by the keyboard alone"(t) {
    await openOffice(t);
    const { rings, hash } = await state(t.page);
    await t.page.evaluate(() => document.activeElement?.blur());
    const { view } = await state(t.page);
    await t.page.keyboard.press("ArrowRight");
    await t.page.keyboard.press("+");
    const seen = (await state(t.page)).view;
    assert.ok(Math.abs((seen.x - view.x) * view.scale - 60) < 1e-6 && seen.y === view.y && seen.scale > view.scale, "arrows move the view, + zooms");
    await t.page.keyboard.press("0");
    await t.page.keyboard.press("b");
    await t.page.keyboard.press("Enter");
    assert.equal((await state(t.page)).rings, rings + 1);
    await t.page.keyboard.press("Shift+ArrowRight");
    const moved = await state(t.page);
    assert.notEqual(moved.hash, hash);
    await t.page.keyboard.press("d");
    await t.page.keyboard.press("Enter");
    await t.page.keyboard.press("o");
    assert.deepEqual((await state(t.page)).doors, ["open"]);
    await t.page.keyboard.press("n");
    await t.page.keyboard.press("Control+z");
    assert.deepEqual((await state(t.page)).doors, ["shut"]);
  },
};
