/**
 * The plan in a link: "#1." and base64url(deflate-raw(JSON)) of { wkt, obstacles, doors, others, start,
 * goal, radius, view, name }; a scene or mesh has its file in `request` instead. `others` are zones, and
 * what was drawn in a scene. Nothing is sent to a server: what follows # stays in the browser.
 */
import { ClearwayError, parseWkt, planToWkt } from "clearway";
import type { PlanRing } from "./edit.js";
import type { Place, Request } from "./protocol.js";
import { LEAST_SCALE, MOST_SCALE, type SharedView } from "./view2d.js";

/** Longest link, in characters: more than this is cut by some programs. */
export const LINK_LIMIT = 32000;
const VERSION = "1.";
/** What a link may hold: far more than fits, and too little to fill the memory. */
const MOST_BYTES = 16 * 2 ** 20;

export interface Shared {
  name: string;
  /** Null where a mesh in the request is all there is. */
  rings: PlanRing[] | null;
  request?: Request;
  start: Place;
  goal: Place;
  radius: number;
  view?: SharedView;
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) {
      throw new ClearwayError("limit", `it holds more than ${MOST_BYTES / 2 ** 20} MiB`);
    }
    parts.push(part.value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A view that shows something, or none. */
function soundView(view?: SharedView): SharedView | undefined {
  const sound = view && [view.x, view.y, view.scale, ...(view.size ?? [])].every(Number.isFinite) && view.scale >= LEAST_SCALE && view.scale <= MOST_SCALE;
  return sound ? view : undefined;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  bytes.forEach((byte) => { binary += String.fromCharCode(byte); });
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

type Packed = Omit<PlanRing, "points"> & { points: number[] };

function packRings(rings: PlanRing[]): Packed[] {
  return rings.map((ring) => ({ ...ring, points: Array.from(ring.points as Float64Array) }));
}

function unpackRings(packed: Packed[]): PlanRing[] {
  return packed.map((ring) => ({ ...ring, points: Float64Array.from(ring.points) }));
}

function packPlan(rings: PlanRing[]): object {
  const others = packRings(rings.filter(({ kind }) => kind === "zone"));
  const obstacles = rings.filter((ring) => ring.kind === "obstacle").map((ring) => Array.from(ring.points as Float64Array));
  const doors = rings.filter((ring) => ring.door).map((ring) => ({ open: ring.door === "open", points: Array.from(ring.points as Float64Array) }));
  return { wkt: planToWkt({ rings: rings.filter((ring) => !ring.door) }),
    ...(obstacles.length > 0 ? { obstacles } : {}), ...(doors.length > 0 ? { doors } : {}),
    ...(others.length > 0 ? { others } : {}) };
}

/** The part of the address from # on. */
export async function encodeShared({ rings, request, ...rest }: Shared): Promise<string> {
  const bytes = request && "bytes" in request ? { bytes: toBase64(request.bytes) } : {};
  const text = JSON.stringify({
    ...(request ? { request: { ...request, ...bytes }, others: rings && packRings(rings) } : packPlan(rings!)), ...rest });
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return `#${VERSION}${toBase64(packed).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** What a link holds; null where it holds nothing, a sentence is thrown where it is damaged. */
export async function decodeShared(hash: string): Promise<Shared | null> {
  if (!hash.startsWith(`#${VERSION}`)) {
    return null;
  }
  try {
    const packed = fromBase64(hash.slice(1 + VERSION.length).replace(/-/g, "+").replace(/_/g, "/"));
    const unpacked = await through(packed, new DecompressionStream("deflate-raw"));
    const { wkt, obstacles = [], doors = [], others, request, ...given } = JSON.parse(new TextDecoder().decode(unpacked));
    const rest = { ...given, name: String(given.name ?? "link"), view: soundView(given.view) };
    if (request) {
      if (!["obj", "glb", "open"].includes(request.kind)) {
        throw new ClearwayError("format", "it holds neither a plan nor a scene");
      }
      const rings = request.kind === "open" ? null : unpackRings(others ?? []);
      return { ...rest, rings, request: request.bytes ? { ...request, bytes: fromBase64(request.bytes) } : request };
    }
    const added = (obstacles as number[][]).map((points): PlanRing => ({ kind: "obstacle", points: Float64Array.from(points) }));
    const hung = (doors as { open: boolean; points: number[] }[]).map(({ open, points }): PlanRing => ({
      kind: "barrier", points: Float64Array.from(points), door: open ? "open" : "shut" }));
    return { ...rest, rings: [...parseWkt(wkt, "link").rings, ...unpackRings(others ?? []), ...added, ...hung] };
  } catch (error) {
    const why = error instanceof ClearwayError ? error.message : "it is damaged, or its end is missing";
    throw new ClearwayError("format", `the link cannot be read: ${why}`);
  }
}
