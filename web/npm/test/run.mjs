// Installs the tarball into an empty folder and runs the tests there, as a user of it would.
//
//   node web/npm/test/run.mjs BUILD
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const source = resolve(here, "..", "..", "..");
const build = resolve(process.argv[2] ?? "build");
const place = join(build, "npm", "try");

function run(program, values, options = {}) {
  const done = spawnSync(program, values, { stdio: "inherit", cwd: place, ...options });
  if (done.status !== 0) {
    process.exit(done.status ?? 1);
  }
}

rmSync(place, { recursive: true, force: true });
mkdirSync(place, { recursive: true });
writeFileSync(join(place, "package.json"), JSON.stringify({ private: true, type: "module" }));
const tarball = readdirSync(join(build, "npm")).find((name) => name.endsWith(".tgz"));
run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", join(build, "npm", tarball)]);
cpSync(here, join(place, "test"), { recursive: true });
const tests = readdirSync(here).filter((name) => name.endsWith(".test.mjs")).sort();
run("node", ["--no-warnings", "--test", ...tests.map((name) => join("test", name))], {
  env: {
    ...process.env,
    CLEARWAY: process.env.CLEARWAY ?? join(build, "clearway"),
    CLEARWAY_SOURCE: source,
    CLEARWAY_TOOLS: join(source, "web", "package.json"),
  },
});
