/**
 * The plan in a link: "#1." and base64url(deflate-raw(JSON)) of { wkt, obstacles, doors, start, goal,
 * radius, view, name }. Nothing is sent to a server: what follows # stays in the browser.
 */
import { ClearwayError, parseWkt, planToWkt } from "clearway";
import type { PlanRing } from "./edit.js";
import type { Place } from "./protocol.js";
import type { View } from "./view2d.js";

/** Longest link, in characters: more than this is cut by some programs. */
export const LINK_LIMIT = 32000;
const VERSION = "1.";

export interface Shared {
  name: string;
  rings: PlanRing[];
  start: Place;
  goal: Place;
  radius: number;
  view: View;
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(source).arrayBuffer());
}

/** The part of the address from # on. */
export async function encodeShared(shared: Shared): Promise<string> {
  const { rings, ...rest } = shared;
  const obstacles = rings.filter((ring) => ring.kind === "obstacle").map((ring) => Array.from(ring.points as Float64Array));
  const doors = rings.filter((ring) => ring.door).map((ring) => ({ open: ring.door === "open", points: Array.from(ring.points as Float64Array) }));
  const text = JSON.stringify({ wkt: planToWkt({ rings: rings.filter((ring) => !ring.door) }),
    ...(obstacles.length > 0 ? { obstacles } : {}), ...(doors.length > 0 ? { doors } : {}), ...rest });
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  packed.forEach((byte) => { binary += String.fromCharCode(byte); });
  return `#${VERSION}${btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** What a link holds; null where it holds nothing, a sentence is thrown where it is damaged. */
export async function decodeShared(hash: string): Promise<Shared | null> {
  if (!hash.startsWith(`#${VERSION}`)) {
    return null;
  }
  try {
    const base64 = hash.slice(1 + VERSION.length).replace(/-/g, "+").replace(/_/g, "/");
    const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const unpacked = await through(packed, new DecompressionStream("deflate-raw"));
    const { wkt, obstacles = [], doors = [], ...rest } = JSON.parse(new TextDecoder().decode(unpacked));
    const added = (obstacles as number[][]).map((points): PlanRing => ({ kind: "obstacle", points: Float64Array.from(points) }));
    const hung = (doors as { open: boolean; points: number[] }[]).map(({ open, points }): PlanRing => ({
      kind: "barrier", points: Float64Array.from(points), door: open ? "open" : "shut" }));
    return { ...rest, rings: [...parseWkt(wkt, "link").rings, ...added, ...hung] };
  } catch (error) {
    throw new ClearwayError("format", `the link cannot be read: ${(error as Error).message}`);
  }
}
