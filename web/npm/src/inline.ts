/** The same with the module inside the script: one file more to load less, a third larger. */
import type { Clearway } from "./clearway.js";
import { loadFrom, type LoadOptions } from "./load.js";
import { wasmBase64 } from "./wasm.js";

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export function load(options: LoadOptions = {}): Promise<Clearway> {
  return loadFrom(options.wasm ?? bytesOf(wasmBase64), options);
}

export * from "./index.js";
