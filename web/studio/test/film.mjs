// The moving picture of the README: the radius slides, the way changes, the mesh does not.
//
//   node web/studio/test/film.mjs BUILD      leaves BUILD/studio/slider.webp, made with ffmpeg
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { findChromium, frame, launch, ready, serve, slide } from "./browser.mjs";

const build = resolve(process.argv[2] ?? "build");
const frames = join(build, "studio", "film");
const { chromium } = createRequire(import.meta.url)("playwright-core");
rmSync(frames, { recursive: true, force: true });
mkdirSync(frames, { recursive: true });
const server = await serve(join(build, "studio"));
const browser = await launch(chromium, findChromium());
const page = await browser.newPage({ viewport: { width: 1120, height: 620 } });
await page.goto(server.address);
await ready(page, "office.wkt");
// Nearer to the way than the whole plan.
for (let i = 0; i < 2; i++) {
  await page.mouse.move(470, 300);
  await page.mouse.wheel(0, -260);
}
// Up slowly, waiting where something is to be read, and back.
const radii = [];
for (let radius = 0.2; radius <= 1.12; radius += 0.02) {
  radii.push(radius);
}
const held = [...Array(6).fill(0.2), ...radii, ...Array(14).fill(radii.at(-1)), ...radii.filter((_, i) => i % 3 === 0).reverse()];
for (const [i, radius] of held.entries()) {
  // A machine that does something else too interrupts searches: those are made again.
  for (let tries = 0; tries < 8 && (await slide(page, Number(radius.toFixed(2)))).path.milliseconds > 0.2; tries++);
  await frame(page);
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path: join(frames, `${String(i).padStart(3, "0")}.png`) });
}
await browser.close();
server.close();
const film = join(build, "studio", "slider.webp");
const made = spawnSync("ffmpeg", ["-y", "-loglevel", "error", "-framerate", "10", "-i", join(frames, "%03d.png"),
  "-vf", "scale=900:-1:flags=lanczos", "-c:v", "libwebp_anim", "-quality", "72", "-compression_level", "6", "-loop", "0", film], { encoding: "utf8" });
console.log(made.error ? `ffmpeg: ${made.error.message}` : made.stderr || `The film is at ${film}`);
process.exit(made.status ?? 1);
