/** Plans in degrees of longitude and latitude (WGS 84), as the command takes them; see docs/files.md. */
import type { ErrorStatus } from "./error.js";
import { general } from "./why.js";

/** WGS 84: half of the longer axis in metres, and the square of the eccentricity. */
const EQUATOR_RADIUS = 6378137;
const ECCENTRICITY_SQUARED = 6.69437999014e-3;
/** Places are rounded to so many of a metre, so that a sine's last bit decides nothing. */
const PER_METRE = 2 ** 20;
/** Degrees along a side of the plan. */
const LARGEST_EXTENT = 1;
/** Metres: a plan of metres is larger than this, or at most this far from the origin. */
const SMALLEST_PLAN = 1;

type Fail = (reason: string, status: ErrorStatus) => never;

function boxOf(rings: Float64Array[]) {
  const [low, high] = [[Infinity, Infinity], [-Infinity, -Infinity]];
  for (const points of rings) {
    points.forEach((value, i) => {
      low[i % 2] = Math.min(low[i % 2], value);
      high[i % 2] = Math.max(high[i % 2], value);
    });
  }
  const possible = low[0] >= -180 && high[0] <= 180 && low[1] >= -90 && high[1] <= 90;
  return { low, high, possible, middle: low.map((value, i) => (value + high[i]) / 2), size: low.map((value, i) => high[i] - value) };
}

/**
 * Degrees taken for metres would be a building of half a millimetre: a plan that can be degrees, is
 * smaller than a metre and does not lie at the origin is refused.
 */
export function refuseDegrees(rings: Float64Array[], fail: Fail): void {
  const { possible, middle, size } = boxOf(rings);
  if (possible && Math.max(...size) < SMALLEST_PLAN && Math.hypot(...middle) > SMALLEST_PLAN) {
    fail(`these are degrees, by the looks of them: taken as metres, the plan is ${general(size[0], 3)} m by ` +
      `${general(size[1], 3)} m; have them projected (degrees: true), or give metres (as WKT, if it is as small as that)`, "input");
  }
}

const radians = (degrees: number) => degrees * (Math.PI / 180);

/** A point of the ellipsoid, from the middle of the earth, in metres. */
function onEllipsoid(longitude: number, latitude: number): [number, number, number] {
  const [sine, cosine] = [Math.sin(radians(latitude)), Math.cos(radians(latitude))];
  const across = EQUATOR_RADIUS / Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine);
  return [across * cosine * Math.cos(radians(longitude)), across * cosine * Math.sin(radians(longitude)),
    across * (1 - ECCENTRICITY_SQUARED) * sine];
}

/** Turns degrees into metres east and north of the middle of the plan, in place. */
export function projectDegrees(rings: Float64Array[], fail: Fail): void {
  const { low, high, possible, middle, size } = boxOf(rings);
  if (!possible) {
    fail(`these are no degrees: they go from ${general(low[0], 9)} to ${general(high[0], 9)} and from ` +
      `${general(low[1], 9)} to ${general(high[1], 9)}, not from -180 to 180 and from -90 to 90`, "input");
  }
  if (Math.max(...size) > LARGEST_EXTENT) {
    fail(`a plan of degrees spans at most ${LARGEST_EXTENT} either way, not ${general(size[0], 9)} by ${general(size[1], 9)}`, "limit");
  }
  const origin = onEllipsoid(middle[0], middle[1]);
  const [sinX, cosX, sinY, cosY] = middle.flatMap((angle) => [Math.sin(radians(angle)), Math.cos(radians(angle))]);
  const onGrid = (metres: number) => Math.round(metres * PER_METRE) / PER_METRE;
  for (const points of rings) {
    for (let i = 0; i < points.length; i += 2) {
      const [x, y, z] = onEllipsoid(points[i], points[i + 1]).map((value, axis) => value - origin[axis]);
      points[i] = onGrid(-sinX * x + cosX * y);
      points[i + 1] = onGrid(-sinY * cosX * x - sinY * sinX * y + cosY * z);
    }
  }
}
