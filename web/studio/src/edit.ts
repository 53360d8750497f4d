/**
 * Changing the plan: drawing boxes, polygons and walls, choosing and dragging them, undo. Rings are
 * never changed in place, so that what was there before can be taken back.
 */
import type { Ring } from "clearway";
import type { Vec2 } from "./protocol.js";

export type Tool = "move" | "box" | "polygon" | "wall" | "door";

/** A ring of the plan, or of what was drawn in a 3D scene. */
export interface PlanRing extends Ring {
  /** A door is a barrier that may stand open. */
  door?: "open" | "shut";
  /** Height of the floor that it stands on, in a scene. */
  floor?: number;
}

/** The rings that are in the way: all but open doors. */
export function standing(rings: readonly PlanRing[]): PlanRing[] {
  return rings.filter(({ door }) => door !== "open").map(({ door, ...ring }) => ring);
}

/** A door the other way, or null where a ring is none. */
export function turnedDoor(ring: PlanRing): PlanRing | null {
  return ring.door ? { ...ring, door: ring.door === "open" ? "shut" : "open" } : null;
}

export const HINTS: Record<Tool, string> = {
  move: "Drag A, B, obstacles or the floor; turn the wheel or pinch to zoom.",
  box: "Drag a box: it becomes an obstacle.",
  polygon: "Click the corners; Enter or a double click closes the obstacle.",
  wall: "Drag a line: it becomes a wall without thickness.",
  door: "Drag a line across a gap: a door, shut. Click a door to open and shut it.",
};

/** Pixels from a wall that still count as on it. */
const WALL_PIXELS = 8;
/** Metres below which what was drawn was a click. */
const LEAST_SIZE = 0.02;

export function boxRing([x0, y0]: Vec2, [x1, y1]: Vec2): PlanRing | null {
  const small = Math.abs(x1 - x0) < LEAST_SIZE || Math.abs(y1 - y0) < LEAST_SIZE;
  return small ? null : { kind: "obstacle", points: Float64Array.of(x0, y0, x1, y0, x1, y1, x0, y1) };
}

export function wallRing(from: Vec2, to: Vec2): PlanRing | null {
  const small = Math.hypot(to[0] - from[0], to[1] - from[1]) < LEAST_SIZE;
  return small ? null : { kind: "barrier", points: Float64Array.of(...from, ...to) };
}

export function doorRing(from: Vec2, to: Vec2): PlanRing | null {
  const ring = wallRing(from, to);
  return ring && { ...ring, door: "shut" };
}

export function polygonRing(corners: Vec2[]): PlanRing | null {
  const different = corners.filter((corner, i) => i === 0 ||
    Math.hypot(corner[0] - corners[i - 1][0], corner[1] - corners[i - 1][1]) >= LEAST_SIZE);
  return different.length < 3 ? null : { kind: "obstacle", points: Float64Array.from(different.flat()) };
}

export function movedRing(ring: PlanRing, [dx, dy]: Vec2): PlanRing {
  const points = Float64Array.from(ring.points as Float64Array, (value, i) => value + (i % 2 === 0 ? dx : dy));
  return { ...ring, points };
}

/** Whether a point lies inside a ring, by crossings. */
function isInside(points: Float64Array, [x, y]: Vec2): boolean {
  let inside = false;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [points[i], points[i + 1], points[j], points[j + 1]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) {
      inside = !inside;
    }
  }
  return inside;
}

function distanceToLine(points: Float64Array, [x, y]: Vec2): number {
  let least = Infinity;
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [ax, ay, dx, dy] = [points[i], points[i + 1], points[i + 2] - points[i], points[i + 3] - points[i + 1]];
    const share = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
    least = Math.min(least, Math.hypot(x - ax - share * dx, y - ay - share * dy));
  }
  return least;
}

/** The obstacle or wall at a point of the plan, the last first, or -1. */
export function ringAt(rings: readonly PlanRing[], point: Vec2, scale: number, isSeen: (ring: PlanRing) => boolean): number {
  for (let i = rings.length - 1; i >= 0; i--) {
    const points = rings[i].points as Float64Array;
    if (!isSeen(rings[i])) {
      continue;
    }
    if (rings[i].kind === "obstacle" && isInside(points, point)) {
      return i;
    }
    if (rings[i].kind === "barrier" && distanceToLine(points, point) * scale < WALL_PIXELS) {
      return i;
    }
  }
  return -1;
}
