/**
 * What was drawn in a 3D scene, as faces of it: an obstacle is a lid over its floor that leaves no head
 * room, a wall or a shut door an upright face. So the scene that is exported gives the same mesh.
 */
import type { Clearway, Triangles } from "clearway";
import type { PlanRing } from "./edit.js";

/** Metres of a lid above its floor: half the head room, so that it also covers floors that slope. */
const LID = 1;
/** Metres that walls reach down and up from their floor. */
const WALL_BELOW = 0.2;
const WALL_ABOVE = 1.8;

/** Corners of triangles, x, y, z in a row, z up. */
function corners(cw: Clearway, { kind, points, floor = 0 }: PlanRing): number[] {
  const flat = points as Float64Array;
  if (kind === "barrier") {
    const [low, high] = [floor - WALL_BELOW, floor + WALL_ABOVE];
    const made: number[] = [];
    for (let i = 0; i + 3 < flat.length; i += 2) {
      const [ax, ay, bx, by] = flat.slice(i, i + 4);
      made.push(ax, ay, low, bx, by, low, bx, by, high, ax, ay, low, bx, by, high, ax, ay, high);
    }
    return made;
  }
  const lid = cw.build({ polygons: [[points]] }, { effort: 0 });
  const { positions } = lid.triangles;
  lid.free();
  const made: number[] = [];
  for (let at = 0; at < positions.length; at += 9) {
    // The other way round, so that the lid looks down and is no floor.
    for (const corner of [at, at + 6, at + 3]) {
      made.push(positions[corner], positions[corner + 1], floor + LID);
    }
  }
  return made;
}

/** Lines of an .obj file for triangles with y up, to be added at its end. */
function objLines(points: ArrayLike<number>): string {
  const lines: string[] = [];
  for (let at = 0; at < points.length; at += 3) {
    lines.push(`v ${points[at]} ${points[at + 1]} ${points[at + 2]}`);
    if (at % 9 === 6) {
      lines.push("f -3 -2 -1");
    }
  }
  return lines.join("\n");
}

/** The text of a scene with what was drawn in it. */
export function sceneText(cw: Clearway, scene: string | Triangles, rings: readonly PlanRing[]): string {
  const drawn: number[] = [];
  for (const ring of rings) {
    const z = corners(cw, ring);
    for (let at = 0; at < z.length; at += 3) {
      drawn.push(z[at], z[at + 2], 0 - z[at + 1]);
    }
  }
  const whole = typeof scene === "string" ? scene
    : objLines(Array.from(scene.indices).flatMap((index) => Array.from(scene.positions.subarray(3 * index, 3 * index + 3))));
  return drawn.length > 0 ? `${whole}\n${objLines(drawn)}\n` : whole;
}
