/** Why there is no path, in the words of the command. */
import { constants } from "./layout.js";
import type { Path, Vec3 } from "./path.js";

/** Decimals of lengths: a centimetre, and at most the tolerance of the answers. */
const FEWEST_DECIMALS = 2;
const MOST_DECIMALS = 9;
/** Decimals that tell any two places apart that differ by more than rounding: picometres. */
const MOST_PLACE_DECIMALS = 12;
/** Share of the last decimal by which a number may be told as more than it is. */
const MOST_SLACK = 0.1;
/** Digits that show all that a double has behind the point at these sizes. */
const ALL_DECIMALS = 100;

/** printf's "%.*f": toFixed, but halves go to the even digit. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  const all = value.toFixed(ALL_DECIMALS);
  const point = all.indexOf(".");
  const half = /^50*$/.test(all.slice(point + 1 + decimals));
  const lower = all.slice(0, point + (decimals > 0 ? 1 + decimals : 0));
  return half && Number(lower[lower.length - 1]) % 2 === 0 ? lower : text;
}

/** printf's "%.*g". */
export function general(value: number, digits: number): string {
  if (value === 0) {
    return "0";
  }
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  const trim = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (exponent < -4 || exponent >= digits) {
    const sign = exponent < 0 ? "-" : "+";
    return `${trim(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  return trim(fixed(value, digits - 1 - exponent));
}

/** Fewest decimals that give the number back. */
function decimalsOf(value: number): number {
  let decimals = FEWEST_DECIMALS;
  while (decimals < MOST_DECIMALS && Number(value.toFixed(decimals)) !== value) {
    decimals++;
  }
  return decimals;
}

/** A length with at least two decimals, and as many as it takes to give the number back. */
export function metres(length: number): string {
  const tiny = length > 0 && length < 10 ** -MOST_DECIMALS;
  return tiny ? `${general(length, 3)} m` : `${fixed(length, decimalsOf(length))} m`;
}

function roundDown(length: number, slack: number, decimals: number): number {
  const unit = 10 ** decimals;
  return Math.floor((length + slack) * unit) / unit;
}

/**
 * A radius that fits, rounded down: what is said has to hold when it is tried. Walls stand on the
 * lattice, so a door of 0.9 m may be a step narrower, and 0.45 m is what people expect to read.
 */
function fittingMetres(fitting: number, refused: number, latticeStep: number): string {
  let decimals = decimalsOf(refused) + 1;
  const slack = Math.min(2 * latticeStep + constants.CW_CLEARANCE_TOLERANCE,
    MOST_SLACK * 10 ** -decimals);
  let rounded = roundDown(fitting, slack, decimals);
  const tells = () => rounded > 0 && rounded < refused && fitting - rounded <= refused - fitting;
  for (; decimals <= MOST_DECIMALS && !tells(); decimals++) {
    rounded = roundDown(fitting, 0, decimals);
  }
  return metres(rounded > 0 && rounded < refused ? rounded : fitting);
}

/** What the sentences need to know of the mesh and of the ends. */
export interface Surroundings {
  /** All floors lie at one height. */
  level: boolean;
  /** Of places and lengths: a centimetre, or less on a small mesh. */
  decimals: number;
  latticeStep: number;
  /** Whether some areas must not be entered. */
  forbids: boolean;
  heightAt(cell: number, x: number, y: number): number;
  /** Distance of a point to the nearest wall. */
  wall(point: Vec3): number;
  /** The nearest place with room for the radius, at any distance. */
  nearest(point: Vec3): { point: Vec3; distance: number } | null;
}

/** Decimals that tell the places of a mesh apart: at least a hundredth of its size. */
export function decimalsOfMesh(positions: Float64Array): number {
  let size = 0;
  for (let i = 3; i < positions.length; i += 3) {
    size = Math.max(size, Math.abs(positions[i] - positions[0]), Math.abs(positions[i + 1] - positions[1]));
  }
  let decimals = FEWEST_DECIMALS;
  for (; decimals < MOST_DECIMALS && size < 1; decimals++) {
    size *= 10;
  }
  return decimals;
}

class Explanation {
  constructor(
    private readonly path: Path,
    private readonly start: Vec3,
    private readonly goals: Vec3[],
    private readonly around: Surroundings,
  ) {}

  private place(point: Vec3, decimals = this.around.decimals): string {
    const numbers = this.around.level ? point.slice(0, 2) : point;
    return `(${numbers.map((number) => fixed(number, decimals)).join(", ")})`;
  }

  /** Two places, with as many decimals as it takes to tell them apart. */
  private places(a: Vec3, b: Vec3): [string, string] {
    for (let decimals = this.around.decimals; decimals <= MOST_PLACE_DECIMALS; decimals++) {
      const [first, second] = [this.place(a, decimals), this.place(b, decimals)];
      if (first !== second) {
        return [first, second];
      }
    }
    return [this.place(a), this.place(b)];
  }

  get blamesStart(): boolean {
    return this.path.status === "start_off_mesh" || this.path.status === "start_too_tight";
  }

  private get goal(): Vec3 {
    return this.goals[this.path.goalIndex] ?? this.goals[0];
  }

  /** How far a wall is, with as many digits as tell it from the radius. */
  private wallMetres(distance: number): string {
    for (let digits = 4; digits < 17; digits++) {
      const text = general(distance, digits);
      if (Number(text) < this.path.radius) {
        return `${text} m`;
      }
    }
    return `${general(distance, 17)} m`;
  }

  end(): string {
    const end = this.blamesStart ? this.start : this.goal;
    const noun = this.blamesStart ? "start" : "goal";
    const radius = metres(this.path.radius);
    const off = this.path.status.endsWith("off_mesh");
    const reason = off ? "is off the mesh"
      : `is ${this.wallMetres(this.around.wall(end))} from a wall, too close for a radius of ${radius}`;
    const nearest = this.around.nearest(end);
    if (!nearest) {
      return `the ${noun} ${this.place(end)} ${reason}; nowhere on the mesh is there room for a ` +
        `radius of ${radius}`;
    }
    const [place, other] = this.places(end, nearest.point);
    const small = nearest.distance > 0 && nearest.distance < 10 ** -this.around.decimals;
    const away = small ? general(nearest.distance, 3) : fixed(nearest.distance, this.around.decimals);
    return `the ${noun} ${place} ${reason}; the nearest place with room is ${other}, ${away} m away`;
  }

  islands(): string {
    const [from, to] = this.places(this.start, this.goal);
    if (this.around.forbids) {
      return `no way leads from the start ${from} to the goal ${to} without a forbidden area`;
    }
    return this.goals.length > 1
      ? `the start ${from} is on another island of the mesh: not even a point can go there`
      : `the start ${from} and the goal ${to} are on different islands of the mesh: not even a ` +
        "point can go there";
  }

  gap(): string {
    const { position: [x, y], radius, cell } = this.path.gate!;
    const place = this.place([x, y, this.around.heightAt(cell, x, y)]);
    return `a radius of ${metres(this.path.radius)} does not fit through the gap at ${place}; the ` +
      `widest that does is ${fittingMetres(radius, this.path.radius, this.around.latticeStep)}`;
  }
}

/** The sentence, or "" for a path that reaches its goal. */
export function explain(path: Path, start: Vec3, goals: Vec3[], around: Surroundings): string {
  const explanation = new Explanation(path, start, goals, around);
  const sentence = (() => {
    switch (path.status) {
      case "found": return "";
      case "start_off_mesh":
      case "goal_off_mesh":
      case "start_too_tight":
      case "goal_too_tight": return explanation.end();
      case "disconnected": return explanation.islands();
      case "blocked": return explanation.gap();
      case "partial": return "the path ends where the goal comes nearest";
      case "running": return "the search is not complete";
      default: return "the call failed";
    }
  })();
  return goals.length > 1 && sentence !== "" && !explanation.blamesStart
    ? `none of the ${goals.length} goals can be reached: ${sentence}` : sentence;
}
