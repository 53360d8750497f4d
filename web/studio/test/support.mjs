// What the tests of the studio share.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ready } from "./browser.mjs";

export const source = fileURLToPath(new URL("../../..", import.meta.url));
export const example = (name) => join(source, "examples", name);
export const OFFICE_HASH = "2ed407a83bd047ce";
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

const made = new Set();

/** A mesh of the command, for comparison; made once in a run. */
export function commandMesh({ command, shots }, plan, name) {
  const mesh = join(shots, name);
  if (made.has(mesh)) {
    return mesh;
  }
  made.add(mesh);
  const seed = plan.endsWith("house.obj") ? ["--from", "2,-4.8,-0.12"] : [];
  const { status, stderr } = spawnSync(command, ["build", plan, "-o", mesh, "--quiet", ...seed], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return mesh;
}

export function commandInfo({ command }, mesh) {
  return JSON.parse(spawnSync(command, ["info", mesh, "--json"], { encoding: "utf8" }).stdout);
}

export async function openOffice(t) {
  await t.page.goto(t.server.address);
  await ready(t.page, "office.wkt");
}

/** Drags from one place of the page to others, with the mouse. */
export async function mouseDrag(page, from, ...to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  for (const place of to) {
    await page.mouse.move(...place);
  }
}

/** Takes an export as a file. */
export async function take({ page, shots }, kind) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.selectOption("#export", kind)]);
  const place = join(shots, `taken-${file.suggestedFilename()}`);
  await file.saveAs(place);
  return place;
}

/** The smallest distance of points on a path to a ring of obstacle corners, sampled. */
export function distanceToBox(legs, [x0, y0, x1, y1]) {
  let least = Infinity;
  for (const { from, to } of legs) {
    for (let i = 0; i <= 50; i++) {
      const [x, y] = [from[0] + ((to[0] - from[0]) * i) / 50, from[1] + ((to[1] - from[1]) * i) / 50];
      const [dx, dy] = [Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1)];
      least = Math.min(least, Math.hypot(dx, dy));
    }
  }
  return least;
}
