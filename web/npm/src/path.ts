/** Paths as plain data: copied out of the module, so they hold for ever and cross to workers. */
import { ClearwayError } from "./error.js";
import { numberOf } from "./given.js";
import { constants, structs } from "./layout.js";
import type { Module } from "./module.js";

export type PathStatus =
  | "found" | "partial" | "running" | "start_off_mesh" | "goal_off_mesh" | "start_too_tight"
  | "goal_too_tight" | "disconnected" | "blocked" | "failed";

export const PATH_STATUS_WORDS: Record<number, PathStatus> = {
  [constants.CW_PATH_FOUND]: "found",
  [constants.CW_PATH_PARTIAL]: "partial",
  [constants.CW_PATH_RUNNING]: "running",
  [constants.CW_PATH_START_OFF_MESH]: "start_off_mesh",
  [constants.CW_PATH_GOAL_OFF_MESH]: "goal_off_mesh",
  [constants.CW_PATH_START_TOO_TIGHT]: "start_too_tight",
  [constants.CW_PATH_GOAL_TOO_TIGHT]: "goal_too_tight",
  [constants.CW_PATH_DISCONNECTED]: "disconnected",
  [constants.CW_PATH_BLOCKED]: "blocked",
  [constants.CW_PATH_FAILED]: "failed",
};

/** x, y and height, in metres. */
export type Vec3 = [x: number, y: number, z: number];
export type Vec2 = [x: number, y: number];

/** A straight piece of a path, or an arc around a corner of the walls. */
export interface Leg {
  from: Vec3;
  to: Vec3;
  arc: boolean;
  /** Of an arc: counter-clockwise around its center. */
  ccw: boolean;
  center: Vec2;
}

/** A portal on the way, and the part of it that this radius can use around the path. */
export interface PathPortal {
  edge: number;
  right: Vec3;
  left: Vec3;
  usable: [right: Vec3, left: Vec3];
}

/** Where two walls come close: a disc of more than `radius` does not pass. */
export interface Gate {
  radius: number;
  position: Vec2;
  /** A cell there. */
  cell: number;
}

/** Angle in radians from `from` to `to` around the center of an arc; negative when clockwise. */
export function legTurn(leg: Leg): number {
  const [x, y] = leg.center;
  const from = Math.atan2(leg.from[1] - y, leg.from[0] - x);
  const to = Math.atan2(leg.to[1] - y, leg.to[0] - x);
  const turn = to - from;
  if (leg.ccw) {
    return turn < 0 ? turn + 2 * Math.PI : turn;
  }
  return turn > 0 ? turn - 2 * Math.PI : turn;
}

/** What a query came to. */
export class Path {
  status: PathStatus = "failed";
  /** "shortest": no path of this radius is shorter. "corridor": the shortest through its cells. */
  guarantee: "shortest" | "corridor" = "shortest";
  radius = 0;
  /** Metres in plan. */
  length = 0;
  cost = 0;
  /** Cells in walking order. */
  cells = new Uint32Array(0);
  portals: PathPortal[] = [];
  legs: Leg[] = [];
  /** Which of the goals was reached. */
  goalIndex = 0;
  /** Where the path starts and ends; after a failure, the nearest valid places. */
  start: Vec3 = [0, 0, 0];
  goal: Vec3 = [0, 0, 0];
  startMoved = false;
  goalMoved = false;
  /** What is in the way, when blocked; its radius is the widest that could go. */
  gate: Gate | null = null;
  /** Why the goal is not reached, in words; "" where it is. */
  why = "";
  /** Work done: nodes of the search. */
  expansions = 0;

  get found(): boolean {
    return this.status === "found";
  }

  /** The path as points x, y, z in a row; arcs become chords of at most `step` metres. */
  points(options: { step?: number } = {}): Float64Array {
    const step = numberOf(options?.step ?? 0.1, false, "step");
    if (!(step > 0)) {
      throw new ClearwayError("argument", `step is ${step}, but must be above 0`);
    }
    const points: number[] = [];
    if (this.legs.length > 0) {
      points.push(...this.legs[0].from);
    }
    for (const leg of this.legs) {
      if (leg.arc) {
        pushArc(points, leg, step);
      }
      points.push(...leg.to);
    }
    return Float64Array.from(points);
  }

  /** A path from its data, which lost its class on the way from a worker. */
  static revive(data: object): Path {
    return Object.assign(new Path(), data);
  }
}

/** The points inside an arc, without its ends. */
function pushArc(points: number[], leg: Leg, step: number): void {
  const [x, y] = leg.center;
  const turn = legTurn(leg);
  const radius = Math.hypot(leg.from[0] - x, leg.from[1] - y);
  const first = Math.atan2(leg.from[1] - y, leg.from[0] - x);
  const pieces = Math.max(1, Math.ceil((Math.abs(turn) * radius) / Math.max(step, 1e-3)));
  for (let i = 1; i < pieces; i++) {
    const share = i / pieces;
    const angle = first + turn * share;
    points.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle),
      leg.from[2] + (leg.to[2] - leg.from[2]) * share);
  }
}

function readLeg(module: Module, at: number): Leg {
  const leg = structs.cw_path_leg;
  const arc = module.get(at, leg.arc) !== 0;
  return {
    from: module.vec3(at + leg.from[0]),
    to: module.vec3(at + leg.to[0]),
    arc,
    ccw: module.get(at, leg.ccw) !== 0,
    center: arc ? module.vec2(at + leg.center[0]) : [0, 0],
  };
}

function readPortal(module: Module, at: number): PathPortal {
  const portal = structs.cw_path_portal;
  const usable = at + portal.usable[0];
  return {
    edge: module.get(at, portal.edge),
    right: module.vec3(at + portal.right[0]),
    left: module.vec3(at + portal.left[0]),
    usable: [module.vec3(usable), module.vec3(usable + structs.cw_vec3.size)],
  };
}

/** Copies a gate of a path or of the widest way. */
export function readGate(module: Module, at: number): Gate {
  const gate = structs.cw_gate;
  return {
    radius: module.get(at, gate.radius),
    position: module.vec2(at + gate.position[0]),
    cell: module.get(at, gate.cell),
  };
}

/** Copies a cw_path. */
export function readPath(module: Module, at: number): Path {
  const fields = structs.cw_path;
  const get = (name: Exclude<keyof typeof fields, "size">) => module.get(at, fields[name]);
  const list = <Item>(first: number, count: number, size: number,
    read: (module: Module, at: number) => Item) =>
    Array.from({ length: count }, (_, i) => read(module, first + size * i));
  const path = new Path();
  path.status = PATH_STATUS_WORDS[get("status")] ?? "failed";
  path.guarantee = get("guarantee") === constants.CW_PATH_SHORTEST ? "shortest" : "corridor";
  path.radius = get("radius");
  path.length = get("length");
  path.cost = get("cost");
  path.cells = module.indices(get("cells"), get("cell_count")) as Uint32Array<ArrayBuffer>;
  path.portals = list(get("portals"), get("portal_count"), structs.cw_path_portal.size, readPortal);
  path.legs = list(get("legs"), get("leg_count"), structs.cw_path_leg.size, readLeg);
  path.goalIndex = get("goal_index");
  path.start = module.vec3(get("start"));
  path.goal = module.vec3(get("goal"));
  path.startMoved = get("start_moved") !== 0;
  path.goalMoved = get("goal_moved") !== 0;
  path.expansions = get("expansions");
  if (path.status === "blocked") {
    path.gate = readGate(module, get("gate"));
  }
  return path;
}
