// What the tests share: the command to compare with, plans, seeded numbers.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const source = process.env.CLEARWAY_SOURCE;
export const command = process.env.CLEARWAY;
/** A reason to skip tests that compare with the command, or false. */
export const noCommand = command && existsSync(command) ? false : "the command is not built";
export const folder = mkdtempSync(join(tmpdir(), "clearway-npm-"));

export function example(name) {
  return readFileSync(join(source, "examples", name), "utf8");
}

export function examplePath(name) {
  return join(source, "examples", name);
}

export function clearway(...values) {
  return execFileSync(command, values, { encoding: "utf8" });
}

/** What the command says where it refuses. */
export function refusal(...values) {
  return spawnSync(command, values, { encoding: "utf8" }).stderr;
}

/** Answers of `clearway path --json`, one for each radius. */
export function commandPaths(mesh, from, to, ...radii) {
  const values = ["path", mesh, "--from", from.join(), "--to", to.join(), "--json"];
  radii.forEach((radius) => values.push("--radius", String(radius)));
  const { stdout, stderr } = spawnSync(command, values, { encoding: "utf8" });
  if (!stdout) {
    throw new Error(stderr);
  }
  const answer = JSON.parse(stdout);
  return Array.isArray(answer) ? answer : answer.paths ?? [answer];
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
