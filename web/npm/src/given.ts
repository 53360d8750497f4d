/** What callers hand in: looked at before it is used, so that what is wrong leaves a sentence. */
import { ClearwayError } from "./error.js";

function refuse(what: string, wanted: string): never {
  throw new ClearwayError("argument", `${what} is not ${wanted}`);
}

/** An array of any kind. */
export function listOf<Value>(value: Value, what: string): Value {
  const list = Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
  return list ? value : refuse(what, "an array");
}

export function objectOf<Value>(value: Value, what: string): Value {
  return typeof value === "object" && value !== null ? value : refuse(what, "an object");
}

/** Options of known names: a misspelt one would count as left out, and nobody would notice. */
export function optionsOf<Value extends object>(given: Value | undefined, names: readonly (keyof Value & string)[]): Value {
  for (const name of Object.keys(given ?? {})) {
    (names as readonly string[]).includes(name) || refuse(`the option '${name}'`, `one of ${names.join(", ")}`);
  }
  return given ?? ({} as Value);
}

export function textOf(value: string, what: string): string {
  return typeof value === "string" ? value : refuse(what, "a text");
}

export function bytesOf(value: Uint8Array | ArrayBuffer): Uint8Array {
  return value instanceof Uint8Array ? value
    : value instanceof ArrayBuffer ? new Uint8Array(value) : refuse("the file", "a Uint8Array or an ArrayBuffer");
}

/** Whole numbers of 0 or more. */
export function indicesOf(values: ArrayLike<number>, what: string): Uint32Array {
  const indices = Uint32Array.from(listOf(values, what));
  return indices.every((index, i) => index === values[i]) ? indices : refuse(what, "an array of whole numbers");
}

export function numberOf(value: number | boolean, whole: boolean, what: string): number {
  const number = typeof value === "boolean" ? Number(value) : value;
  return typeof number === "number" && (!whole || number === number >>> 0) ? number
    : refuse(`${what} ${String(value)}`, whole ? "a whole number of 0 or more" : "a number");
}
