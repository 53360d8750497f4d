// Makes the studio: BUILD/studio/ with files side by side, and studio.html with all of them inside.
//
//   node web/studio/build.mjs BUILD      BUILD/wasm/clearway.wasm and web/npm/src/layout.ts are there
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const build = resolve(process.argv[2] ?? "build");
const folder = join(build, "studio");
const read = (file) => readFileSync(file, "utf8");

const checked = spawnSync(join(here, "..", "node_modules", ".bin", "tsc"), ["-p", here], { encoding: "utf8" });
if (checked.status !== 0) {
  console.error(checked.stdout ?? String(checked.error));
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const settings = {
  outdir: folder,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "iife",
  target: "es2022",
  alias: { clearway: join(here, "..", "npm", "src", "index.ts") },
  loader: { ".wkt": "text", ".geojson": "text", ".obj": "text" },
  // The address of the module is handed to the worker; the default of the package is not used here.
  define: { "import.meta.url": "\"\"" },
  logLevel: "warning",
};
await esbuild.build({
  ...settings,
  entryPoints: { studio: join(here, "src", "main.ts"), space: join(here, "src", "view3d.ts"), examples: join(here, "src", "examples.ts") },
});
// The page reads the text of plans and hands rings to the worker, so the readers of text stay out of it.
const withoutText = {
  name: "without-text",
  setup(build) {
    build.onLoad({ filter: /npm\/src\/(wkt|geojson)\.ts$/ }, () => ({ contents: "export const [parseWkt, parseGeojson] = [];", loader: "ts" }));
  },
};
await esbuild.build({ ...settings, entryPoints: { worker: join(here, "src", "worker.ts") }, plugins: [withoutText] });
cpSync(join(here, "index.html"), join(folder, "index.html"));
cpSync(join(here, "style.css"), join(folder, "style.css"));
cpSync(join(build, "wasm", "clearway.wasm"), join(folder, "clearway.wasm"));
cpSync(join(here, "..", "..", "examples", "office.wkt"), join(folder, "office.wkt"));

// One file: scripts may not hold what ends a script element, and replacements are functions so that
// "$" in them means itself.
const inlined = {
  worker: read(join(folder, "worker.js")),
  wasm: readFileSync(join(folder, "clearway.wasm")).toString("base64"),
  space: read(join(folder, "space.js")),
  examples: read(join(folder, "examples.js")),
  office: read(join(folder, "office.wkt")),
};
const script = `globalThis.clearwayInlined=${JSON.stringify(inlined)};\n${read(join(folder, "studio.js"))}`
  .replace(/<\/script/gi, "<\\/script");
const page = read(join(here, "index.html"))
  .replace("script-src 'self'", () => "script-src 'unsafe-inline'")
  .replace("worker-src 'self'; connect-src 'self'", () => "worker-src blob:")
  .replace(/<link rel="preload"[^>]*>\n/g, "")
  .replace("<link rel=\"stylesheet\" href=\"style.css\">", () => `<style>\n${read(join(here, "style.css"))}</style>`)
  .replace("<script src=\"studio.js\"></script>", () => `<script>${script}</script>`);
writeFileSync(join(folder, "studio.html"), page);

const kilobytes = (file) => `${(gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000).toFixed(1)} kB`;
console.log(`gzip: module ${kilobytes("clearway.wasm")}, page script ${kilobytes("studio.js")}, worker ${kilobytes("worker.js")}, 3D part ${kilobytes("space.js")}`);
console.log(`The studio is at ${folder}: open ${join(folder, "studio.html")} by double click,`);
console.log(`or serve the folder: (cd ${folder} && python3 -m http.server 8000), http://localhost:8000`);
