/** What the page and its worker say to each other: requests with numbers, and one answer each. */
import type { ErrorStatus, FileKind, Gate, Leg, MeshStats, PathPortal, PathStatus, Ring, Roadmap, Vec2, Vec3 } from "clearway";
import type { PlanRing } from "./edit.js";

/** A point of the plan, with its height where floors lie above each other. */
export type Place = [x: number, y: number, z?: number];

export interface Question {
  start: Place;
  goal: Place;
  /** Metres. */
  radius: number;
  /** The end that is being moved: it goes to the nearest place with room. */
  snap: "start" | "goal" | null;
  /** How often the search is made, to be measured; once unless told. */
  times?: number;
}

export type Request =
  | { kind: "load"; wasm: WebAssembly.Module }
  /** Of a plan; or, where a scene is open and this is not fresh, of the scene with what was drawn in it. */
  | { kind: "build"; rings: PlanRing[]; effort: 0 | 1 | 2; question: Question | null; fresh?: boolean }
  | { kind: "open"; bytes: Uint8Array }
  | { kind: "obj"; name: string; text: string; from?: Vec3[]; rings?: PlanRing[] }
  | { kind: "glb"; name: string; bytes: Uint8Array; rings?: PlanRing[] }
  | { kind: "scene"; rings: PlanRing[] }
  | { kind: "drawing"; name: string; text: string }
  | { kind: "find"; question: Question }
  | { kind: "sights" }
  | { kind: "check"; rings: Ring[] | null }
  | { kind: "save" }
  | { kind: "write"; file: FileKind }
  | { kind: "roadmap"; rings: Ring[] }
  | { kind: "crowd"; count: number; goal: Place }
  | { kind: "step"; steps: number };

/**
 * People as the views draw them; `share` is the speed they have of the one they like, [0, 1], `delay` the
 * seconds that they lost against walking freely.
 */
export interface People {
  time: number;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  radius: Float64Array;
  share: Float64Array;
  delay: Float64Array;
  serial: Float64Array;
  hash: string;
}

/** The mesh as plain arrays, for views. */
export interface Scene {
  vertices: Float64Array;
  cellFirst: Uint32Array;
  edgeVertex: Uint32Array;
  edgeTwin: Uint32Array;
  edgeCell: Uint32Array;
  hash: string;
  level: boolean;
  islands: number;
  stats: MeshStats;
  /** Two places far apart, for a plan without ends; null where there was a question. */
  places: [Place, Place] | null;
  /** Triangles over the cells, three corners each, and whose they are. */
  triangles: Float64Array;
  triangleCell: Uint32Array;
}

/** What a question came to. */
export interface Found {
  question: Question;
  /** Where the ends are, after snapping. */
  start: Place;
  goal: Place;
  /** x, y, z along the way in a row. */
  points: Float64Array;
  status: PathStatus;
  why: string;
  length: number;
  legs: Leg[];
  cells: Uint32Array;
  portals: PathPortal[];
  gate: Gate | null;
  /** Where the sentence belongs: the gap, or the end that has no room. */
  blame: Place | null;
  /** Of the widest disc that could go between the ends, in metres; -1 where nothing can. */
  widest: number;
  open: Float64Array;
  closed: Float64Array;
  openCells: Uint32Array;
  closedCells: Uint32Array;
  /** Time of the search alone. */
  milliseconds: number;
}

export interface Result {
  scene?: Scene;
  found?: Found;
  bytes?: Uint8Array;
  people?: People;
  rings?: Ring[];
  roadmap?: Roadmap;
  memoryBytes: number;
  /** Time of the whole request. */
  milliseconds: number;
}

export interface Message {
  id: number;
  result?: Result;
  error?: { status: ErrorStatus; message: string };
}

export type { Roadmap, Vec2, Vec3 };
