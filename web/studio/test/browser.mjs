// Chromium, a server for the studio, and what tests do with a page.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
// Chromium must not look for anything outside by itself.
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-3d-apis", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

/** Where Chromium is, or null. */
export function findChromium() {
  const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  return places.find((place) => place && existsSync(place)) ?? null;
}

/** Graphics in software: a browser that has WebGL on every machine. */
const GRAPHICS = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];

export async function launch(chromium, executablePath, withGraphics = false) {
  const flags = withGraphics ? [...FLAGS.filter((flag) => !["--disable-gpu", "--disable-3d-apis"].includes(flag)), ...GRAPHICS] : FLAGS;
  return chromium.launch({ executablePath, args: flags });
}

/** Serves a folder on a free port of this machine. */
export async function serve(folder) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const file = join(folder, path === "/" ? "index.html" : path);
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The state of the studio once nothing is under way. */
export async function state(page) {
  return page.evaluate(async () => {
    await clearwayStudio.settled();
    return clearwayStudio.state();
  });
}

/** Waits until the studio shows a plan and has its sights. */
export async function ready(page, name) {
  await page.waitForFunction((wanted) => {
    const now = globalThis.clearwayStudio?.state();
    return now && now.cells > 0 && (now.sights || now.cells > 1000) && (!wanted || now.name === wanted);
  }, name, { timeout: 60000 });
  await frame(page);
}

/** Waits until what changed is drawn. */
export async function frame(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Where a point of the plan is on the page. */
export async function onScreen(page, point) {
  return page.evaluate((place) => clearwayStudio.toScreen(place), point);
}

/** Sets the slider as a person does: with events of the browser. */
export async function slide(page, radius) {
  await page.locator("#radius").fill(String(radius));
  const now = await state(page);
  await frame(page);
  return now;
}

/** Drops a file on the page; its content is a text or bytes. */
export async function drop(page, name, content) {
  const base64 = Buffer.from(content).toString("base64");
  await page.evaluate(([fileName, encoded]) => {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], fileName));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [name, base64]);
}

/** The command's answer to a path, from the same mesh. */
export function commandPath(command, mesh, { start, goal, radius }) {
  const values = ["path", mesh, "--from", start.join(), "--to", goal.join(), "--radius", String(radius), "--json"];
  return JSON.parse(spawnSync(command, values, { encoding: "utf8" }).stdout);
}
