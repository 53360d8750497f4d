/** Files that are opened: the reader goes by the extension, as in the command. */
import { ClearwayError, parseGeojson, parseWkt } from "clearway";
import type { Opened } from "./state.js";

/** Largest file that is read, in bytes, as in the command. */
export const FILE_LIMIT = 512 * 2 ** 20;

/** What the text of a plan opens. */
export function openText(name: string, text: string): Opened {
  const extension = name.toLowerCase().split(".").pop() ?? "";
  if (extension === "obj") {
    return { name, rings: [], request: { kind: "obj", name, text } };
  }
  if (extension === "svg") {
    return { name, rings: null, drawing: text };
  }
  const json = extension === "geojson" || extension === "json" || text.trimStart().startsWith("{");
  try {
    return { name, rings: [...(json ? parseGeojson(text, name) : parseWkt(text, name)).rings] };
  } catch (error) {
    const { status, message } = error as ClearwayError;
    throw new ClearwayError(status, message.replace("(degrees: true)", "(clearway build --degrees makes a .cwm of them)"));
  }
}

/** Reads a file; throws a sentence where it cannot be used. */
export async function openFile(file: File): Promise<Opened> {
  const { name } = file;
  if (file.size > FILE_LIMIT) {
    throw new ClearwayError("limit", `${name}: error: larger than ${FILE_LIMIT / 2 ** 20} MiB`);
  }
  if (file.size === 0) {
    throw new ClearwayError("input", `${name}: error: empty file`);
  }
  const extension = name.toLowerCase().split(".").pop() ?? "";
  if (extension === "cwm") {
    return { name, rings: null, request: { kind: "open", bytes: new Uint8Array(await file.arrayBuffer()) } };
  }
  if (extension === "glb") {
    return { name, rings: [], request: { kind: "glb", name, bytes: new Uint8Array(await file.arrayBuffer()) } };
  }
  if (!["wkt", "txt", "geojson", "json", "svg", "obj"].includes(extension)) {
    throw new ClearwayError("format",
      `${name}: error: not a plan by its extension; wanted is .wkt, .geojson, .svg, .obj, .glb or .cwm`);
  }
  return openText(name, await file.text());
}
