// Makes the npm package.
//
//   node web/npm/build.mjs BUILD      BUILD/wasm holds clearway.wasm and clearway_layout.wasm
//
// 1. clearway_layout.wasm prints the layout of the C structs, which becomes src/layout.ts.
// 2. tsc checks the sources and writes scripts and types into BUILD/npm/package/dist.
// 3. The module is put beside them, and once more as text for "clearway/inline".
// 4. npm packs BUILD/npm/clearway-<version>.tgz.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const build = resolve(process.argv[2] ?? "build");
const folder = join(build, "npm");
const distribution = join(folder, "package", "dist");
const runWasi = join(here, "..", "..", "tests", "wasm", "run.mjs");

function run(program, ...values) {
  const done = spawnSync(program, values, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], cwd: here });
  if (done.status !== 0) {
    console.error(done.stdout ?? String(done.error));
    process.exit(1);
  }
  return done.stdout;
}

function writeIfChanged(file, text) {
  let before = "";
  try {
    before = readFileSync(file, "utf8");
  } catch {
    // It is made for the first time.
  }
  if (before !== text) {
    writeFileSync(file, text);
  }
}

function generateLayout() {
  const layout = run("node", "--no-warnings", runWasi, "program", join(build, "wasm", "clearway_layout.wasm"));
  const { constants, structs } = JSON.parse(layout);
  const text = [
    "// Made by web/npm/build.mjs from web/layout.c: where the fields of the C structs lie on wasm32.",
    "export type FieldType = \"u8\" | \"u16\" | \"u32\" | \"i64\" | \"u64\" | \"f64\" | \"pointer\" | \"struct\";",
    "export type Field = readonly [offset: number, type: FieldType];",
    `export const constants = ${JSON.stringify(constants, null, 2)} as const;`,
    `export const structs = ${JSON.stringify(structs)} as const;`,
    "",
  ].join("\n");
  writeIfChanged(join(here, "src", "layout.ts"), text);
}

function generateInline() {
  const base64 = readFileSync(join(build, "wasm", "clearway.wasm")).toString("base64");
  writeFileSync(join(distribution, "wasm.js"), `export const wasmBase64 = "${base64}";\n`);
}

function packageFiles() {
  const version = readFileSync(join(here, "..", "..", "include", "clearway", "clearway.h"), "utf8")
    .match(/CW_VERSION "([^"]+)"/)[1];
  const manifest = { ...JSON.parse(readFileSync(join(here, "package.json"), "utf8")), version };
  writeFileSync(join(folder, "package", "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(here, "README.md"), join(folder, "package", "README.md"));
  cpSync(join(here, "..", "..", "LICENSE"), join(folder, "package", "LICENSE"));
  cpSync(join(build, "wasm", "clearway.wasm"), join(distribution, "clearway.wasm"));
  return version;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(distribution, { recursive: true });
generateLayout();
run(join(here, "..", "node_modules", ".bin", "tsc"), "-p", here, "--outDir", distribution);
generateInline();
const version = packageFiles();
run("npm", "pack", "--silent", "--pack-destination", folder, join(folder, "package"));
console.log(`The npm package is at ${join(folder, `clearway-${version}.tgz`)}`);
