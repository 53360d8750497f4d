// The studio in a real browser. Screenshots go to BUILD/studio/test/.
//
//   node web/studio/test/run.mjs BUILD [WORD...]     only the tests whose names hold a word
//
// Ends with 77 where there is no browser. Frame rates are never asserted: state and script time are.
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { findChromium, launch, serve } from "./browser.mjs";
import { tests } from "./tests.mjs";
import { tests as spaceTests } from "./tests-space.mjs";
import { tests as crowdTests } from "./tests-crowd.mjs";

const [folder = "build", ...words] = process.argv.slice(2);
const build = resolve(folder);
const executable = findChromium();
let chromium;
try {
  ({ chromium } = createRequire(import.meta.url)("playwright-core"));
} catch {
  console.log("studio-test: playwright-core is not installed (npm --prefix web ci), skipped");
  process.exit(77);
}
if (!executable) {
  console.log("studio-test: there is no Chromium (tools/setup web), skipped");
  process.exit(77);
}

const shots = join(build, "studio", "test");
mkdirSync(shots, { recursive: true });
const server = await serve(join(build, "studio"));
const browser = await launch(chromium, executable);
let failed = 0;
let run = 0;
for (const [name, test] of Object.entries({ ...tests, ...crowdTests, ...spaceTests })) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) {
    continue;
  }
  run++;
  const before = performance.now();
  const context = await browser.newContext({ viewport: { width: 1400, height: 860 } });
  const page = await context.newPage();
  const problems = [];
  const outside = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => {
    const allowed = [server.address, "data:", "blob:", "file:"].some((start) => request.url().startsWith(start));
    if (!allowed) {
      outside.push(request.url());
    }
  });
  try {
    const told = await test({ page, context, browser, server, build, shots, command: join(build, "clearway"),
      launchWithGraphics: () => launch(chromium, executable, true) });
    if (problems.length + outside.length > 0) {
      throw new Error(`the page complains: ${[...problems, ...outside.map((url) => `request to ${url}`)].join("; ")}`);
    }
    console.log(`ok      ${name} (${Math.round(performance.now() - before)} ms)${told ? `: ${told}` : ""}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.stack ?? error}`);
  }
  await page.screenshot({ path: join(shots, `${name.replace(/[^a-z0-9]+/gi, "-").slice(0, 60)}.png`) }).catch(() => {});
  await context.close();
}
await browser.close();
server.close();
console.log(`${run - failed} of ${run} tests of the studio passed; the pictures are in ${shots}`);
process.exit(failed > 0 || run === 0 ? 1 : 0);
