/** Bringing the module in, in a page, in a worker and in Node. */
import { Clearway } from "./clearway.js";
import { ClearwayError } from "./error.js";
import { Module, type HostCallbacks, type WasmSource } from "./module.js";

export interface LoadOptions extends HostCallbacks {
  /** The module: its address, its bytes, or compiled. By default the file beside the script. */
  wasm?: WasmSource;
}

/** The name is a variable, so that bundlers for pages do not look for a module of Node. */
async function readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const name = "node:fs/promises";
  const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as
    typeof import("node:fs/promises");
  return new Uint8Array(await readFile(url));
}

async function fetchModule(address: string | URL): Promise<WebAssembly.Module> {
  const base = typeof location === "undefined" ? undefined : location.href;
  const url = new URL(address, base);
  const inNode = typeof process !== "undefined" && process.versions?.node !== undefined;
  if (url.protocol === "file:" && inNode) {
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) {
    throw new ClearwayError("io", `${url.href}: error: the server answers ${response.status}`);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Vite's development server moves the scripts of packages into node_modules/.vite/deps and leaves their
 * other files behind: where such a file is then, or null.
 */
export function leftBehind(script: string, file: string): URL | null {
  const at = script.indexOf("/.vite/deps/");
  return at < 0 ? null : new URL(`${script.slice(0, at)}/clearway/dist/${file}`);
}

async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) {
    return WebAssembly.compile(source as Uint8Array<ArrayBuffer>);
  }
  return fetchModule(source);
}

export async function loadFrom(source: WasmSource, options: LoadOptions): Promise<Clearway> {
  const { log, progress } = options;
  try {
    return new Clearway(await Module.create(await compile(source), { log, progress }));
  } catch (error) {
    throw error instanceof ClearwayError ? error : new ClearwayError("io", `the module cannot be loaded: ${(error as Error).message}`);
  }
}
