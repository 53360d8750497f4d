/** Floors above each other: at which heights most of the floor lies, and to which each cell belongs. */
import type { PlanRing } from "./edit.js";
import type { Scene, Vec2 } from "./protocol.js";

export interface Storeys {
  /** Metres, rising. */
  heights: number[];
  /** Per cell: an index into the heights. */
  ofCell: Uint8Array;
}

/** Metres between two storeys, at least. */
const LEAST_HEIGHT = 1.8;
/** Metres in which floors count as one level. */
const LEVEL = 0.2;
/** A level with less than this share of the largest one is a landing, not a storey. */
const LEAST_SHARE = 0.15;
const MOST_STOREYS = 200;
/** Metres that a cell may lie below the storey it belongs to. */
const BELOW = 0.5;

/** Mean height and area in plan of each cell. */
function measureCells(scene: Scene): { height: Float64Array; area: Float64Array } {
  const count = scene.cellFirst.length - 1;
  const [height, area] = [new Float64Array(count), new Float64Array(count)];
  const t = scene.triangles;
  scene.triangleCell.forEach((cell, i) => {
    const at = 9 * i;
    const size = Math.abs((t[at + 3] - t[at]) * (t[at + 7] - t[at + 1]) - (t[at + 4] - t[at + 1]) * (t[at + 6] - t[at])) / 2;
    height[cell] += (size * (t[at + 2] + t[at + 5] + t[at + 8])) / 3;
    area[cell] += size;
  });
  return { height: height.map((sum, cell) => (area[cell] > 0 ? sum / area[cell] : 0)), area };
}

/** The storey of a height. */
export function storeyAt(heights: readonly number[], z: number): number {
  return Math.max(heights.filter((floor) => floor <= z + BELOW).length - 1, 0);
}

/** Whether a ring is seen where one storey is shown, or all (-1). */
export function isOnStorey({ floor }: PlanRing, { heights }: Storeys, storey: number): boolean {
  return storey < 0 || floor === undefined || storeyAt(heights, floor) === storey;
}

/** The height of the highest floor under a point, of one storey or of all; where there is none, of the storey. */
export function floorUnder({ triangles: t, triangleCell }: Scene, { heights, ofCell }: Storeys, storey: number, [x, y]: Vec2): number {
  let best = -Infinity;
  triangleCell.forEach((cell, i) => {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = t.subarray(9 * i, 9 * i + 9);
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const [a, b] = [((bx - x) * (cy - y) - (by - y) * (cx - x)) / area, ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area];
    if (a >= 0 && b >= 0 && a + b <= 1 && (storey < 0 || ofCell[cell] === storey)) {
      best = Math.max(best, a * az + b * bz + (1 - a - b) * cz);
    }
  });
  return best > -Infinity ? best : heights[storey < 0 ? heights.length - 1 : storey];
}

export function storeysOf(scene: Scene): Storeys {
  const count = scene.cellFirst.length - 1;
  if (scene.level) {
    return { heights: [scene.vertices[2] ?? 0], ofCell: new Uint8Array(count) };
  }
  const { height, area } = measureCells(scene);
  const levels = new Map<number, number>();
  height.forEach((z, cell) => {
    const level = Math.round(z / LEVEL);
    levels.set(level, (levels.get(level) ?? 0) + area[cell]);
  });
  const ranked = [...levels].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const heights: number[] = [];
  for (const [level, size] of ranked) {
    const z = level * LEVEL;
    const apart = heights.every((other) => Math.abs(other - z) >= LEAST_HEIGHT);
    if (apart && size >= LEAST_SHARE * ranked[0][1] && heights.length < MOST_STOREYS) {
      heights.push(z);
    }
  }
  heights.sort((a, b) => a - b);
  const ofCell = Uint8Array.from(height, (z) => storeyAt(heights, z));
  return { heights, ofCell };
}
