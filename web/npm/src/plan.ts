/** Floor plans: what callers may hand in, and how it reaches the library. */
import { listOf, objectOf } from "./given.js";
import { constants, structs } from "./layout.js";
import { ClearwayError, type ErrorStatus } from "./error.js";
import type { Module } from "./module.js";

/** A ring or line: pairs of metres, or the same numbers in a row. */
export type Points = ArrayLike<number> | readonly (readonly [number, number, ...number[]])[];

/**
 * What a ring means. A hole cuts the floor before it, an obstacle cuts every floor, a barrier is a
 * wall without thickness. A zone is no wall: it gives the floor inside its name.
 */
export type RingKind = "floor" | "hole" | "obstacle" | "barrier" | "zone";

export interface Ring {
  kind: RingKind;
  points: Points;
  /** Of a zone, 1 to 63 bytes. */
  name?: string;
}

/** Floor with a name: an outer ring followed by its holes. */
export interface Room {
  name: string;
  polygon: readonly Points[];
}

/** A name for the floor inside a ring. */
export interface Zone {
  name: string;
  points: Points;
}

/**
 * A plan as lists. Each polygon is its outer ring followed by its holes. Rings may cross, touch,
 * repeat or nest in any way, and need not be closed. Where zones overlap, the one whose name came last
 * counts; rooms come before zones.
 */
export interface PlanLists {
  polygons?: readonly (readonly Points[])[];
  rooms?: readonly Room[];
  zones?: readonly Zone[];
  obstacles?: readonly Points[];
  barriers?: readonly Points[];
}

/** A plan as rings in order, as files have it. */
export interface PlanRings {
  rings: readonly Ring[];
}

export type Plan = PlanLists | PlanRings;

const KINDS: Record<RingKind, number> = {
  floor: constants.CW_RING_OUTER,
  hole: constants.CW_RING_HOLE,
  obstacle: constants.CW_RING_OBSTACLE,
  barrier: constants.CW_RING_BARRIER,
  zone: constants.CW_RING_ZONE,
};

/** The numbers of a ring in a row. */
export function flatten(points: Points): Float64Array {
  if (points instanceof Float64Array) {
    return points;
  }
  listOf(points, "a ring");
  if (points.length === 0 || typeof points[0] === "number") {
    return Float64Array.from(points as ArrayLike<number>);
  }
  const pairs = points as readonly (readonly number[])[];
  const flat = new Float64Array(2 * pairs.length);
  pairs.forEach((pair, i) => {
    flat[2 * i] = listOf(pair, `point ${i} of a ring`)[0];
    flat[2 * i + 1] = pair[1];
  });
  return flat;
}

/** A room is a floor, and a zone inside its outer ring. */
export function roomRings(name: string, polygon: readonly Points[]): Ring[] {
  return polygon.flatMap((points, i): Ring[] => (i === 0
    ? [{ kind: "floor", points }, { kind: "zone", name, points }] : [{ kind: "hole", points }]));
}

/** The bytes of the name of a zone as C has them; throws where they cannot be one. */
export function nameBytes(name: unknown, fail: (reason: string, status: ErrorStatus) => never): Uint8Array {
  const bytes = new TextEncoder().encode(typeof name === "string" ? `${name}\0` : fail("a room or zone needs a name", "format"));
  const fits = bytes.length > 1 && bytes.length <= structs.cw_area_name.size && bytes.indexOf(0) === bytes.length - 1;
  return fits ? bytes : fail("a name has 1 to 63 bytes", "input");
}

/** Any plan as rings in order. */
export function ringsOf(plan: Plan): readonly Ring[] {
  if ("rings" in objectOf(plan, "the plan")) {
    return listOf((plan as PlanRings).rings, "rings").map((ring, i) => objectOf(ring, `ring ${i}`));
  }
  const { polygons, rooms, zones, obstacles: holes, barriers: walls } = plan as PlanLists;
  const floors = [...listOf(polygons ?? [], "polygons")].flatMap((polygon, index) =>
    [...listOf(polygon, `polygon ${index}`)].map((points, i): Ring => ({ kind: i === 0 ? "floor" : "hole", points })));
  const named = [...listOf(rooms ?? [], "rooms")].flatMap((room, index) =>
    roomRings(objectOf(room, `room ${index}`).name, listOf(room.polygon, `the polygon of room ${index}`)));
  const plain = [...listOf(zones ?? [], "zones")].map((zone, index): Ring =>
    ({ kind: "zone", name: objectOf(zone, `zone ${index}`).name, points: zone.points }));
  const obstacles = listOf(holes ?? [], "obstacles").map((points): Ring => ({ kind: "obstacle", points }));
  const barriers = listOf(walls ?? [], "barriers").map((points): Ring => ({ kind: "barrier", points }));
  return [...floors, ...named, ...plain, ...obstacles, ...barriers];
}

/** The area type of a zone's name. */
function areaOf(module: Module, plan: number, { name }: Ring, index: number): number {
  const bytes = nameBytes(name, (reason, status) => { throw new ClearwayError(status, `ring ${index}: ${reason}`); });
  module.lend(bytes, (at) => module.check(module.c["cw_plan_name"](module.context, plan, at, module.scratch)));
  return module.u32(module.scratch);
}

function addRing(module: Module, plan: number, ring: Ring, polygon: number, index: number): void {
  const kind = KINDS[ring.kind];
  const points = flatten(ring.points);
  if (kind === undefined || points.length % 2 !== 0) {
    throw new ClearwayError("argument", kind === undefined
      ? `ring ${index}: kind '${ring.kind}' is not one of ${Object.keys(KINDS).join(", ")}`
      : `ring ${index}: ${points.length} numbers are not pairs`);
  }
  if (points.length === 2) {
    throw new ClearwayError("argument",
      `ring ${index} is one point: a polygon is a list of rings, and a ring a list of points`);
  }
  const owner = ring.kind === "zone" ? areaOf(module, plan, ring, index) : polygon;
  module.lend(points, (at) => module.check(
    module.c["cw_plan_add"](module.context, plan, kind, owner, at, points.length / 2)));
}

/** Hands a plan to the library for the time of one call. */
export function withPlan<Result>(module: Module, plan: Plan, use: (at: number) => Result): Result {
  const at = module.allocate(structs.cw_plan.size);
  try {
    let polygon = -1;
    ringsOf(plan).forEach((ring, i) => {
      polygon += ring.kind === "floor" ? 1 : 0;
      if (ring.kind === "hole" && polygon < 0) {
        throw new ClearwayError("input", "a hole comes before any floor");
      }
      addRing(module, at, ring, Math.max(polygon, 0), i);
    });
    return use(at);
  } finally {
    module.c["cw_plan_free"](module.context, at);
    module.release(at);
  }
}

/** The rings of a plan without zones in the module's memory. */
export function readRings(module: Module, plan: number): Ring[] {
  const [first, points] = [module.get(plan, structs.cw_plan.rings), module.get(plan, structs.cw_plan.points)];
  const words = Object.keys(KINDS) as RingKind[];
  return Array.from({ length: module.get(plan, structs.cw_plan.ring_count) }, (_, i): Ring => {
    const at = first + i * structs.cw_ring.size;
    const get = (field: "first" | "count" | "kind") => module.get(at, structs.cw_ring[field]);
    const from = points + get("first") * structs.cw_vec2.size;
    return { kind: words.find((word) => KINDS[word] === get("kind"))!, points: module.doubles(from, 2 * get("count")) };
  });
}

/** Makes the surface of a plan, for the time of one call. */
export function withSurface<Result>(module: Module, plan: Plan, use: (at: number) => Result): Result {
  const at = module.allocate(structs.cw_surface.size);
  try {
    withPlan(module, plan, (rings) =>
      module.check(module.c["cw_surface_from_plan"](module.context, rings, 0, at)));
    return use(at);
  } finally {
    module.c["cw_surface_free"](module.context, at);
    module.release(at);
  }
}

function coordinates(points: Points, closed: boolean): string {
  const flat = flatten(points);
  const pairs = Array.from({ length: flat.length / 2 }, (_, i) => `${flat[2 * i]} ${flat[2 * i + 1]}`);
  if (closed && pairs.length > 0 && pairs[0] !== pairs[pairs.length - 1]) {
    pairs.push(pairs[0]);
  }
  return `(${pairs.join(", ")})`;
}

/** Floors and barriers of a plan as Well-Known Text; it has no obstacles and zones, so those are left out. */
export function planToWkt(plan: Plan): string {
  const geometries: string[] = [];
  let [polygon, lines]: string[][] = [[], []];
  const flush = () => {
    if (polygon.length > 0) {
      geometries.push(`POLYGON (${polygon.join(", ")})`);
    }
    geometries.push(...lines); // a hole may come after a line, and belongs to the polygon before it
    [polygon, lines] = [[], []];
  };
  for (const ring of ringsOf(plan)) {
    if (ring.kind === "floor") {
      flush();
    }
    if (ring.kind === "floor" || ring.kind === "hole") {
      polygon.push(coordinates(ring.points, true));
    } else if (ring.kind === "barrier") {
      lines.push(`LINESTRING ${coordinates(ring.points, false)}`);
    }
  }
  flush();
  return geometries.length === 1 ? geometries[0] : `GEOMETRYCOLLECTION (${geometries.join(", ")})`;
}

/** A plan as GeoJSON; each feature says what it is in its property "kind". A room becomes a floor and a zone. */
export function planToGeojson(plan: Plan): object {
  const features: { properties: { kind: RingKind; name?: string }; geometry: { coordinates: unknown[] } }[] = [];
  let floor: (typeof features)[number] | null = null;
  for (const ring of ringsOf(plan)) {
    const flat = flatten(ring.points);
    const pairs = Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
    const line = ring.kind === "barrier";
    if (!line) {
      pairs.push(pairs[0]);
    }
    if (ring.kind === "hole" && floor) {
      floor.geometry.coordinates.push(pairs);
      continue;
    }
    const feature = {
      type: "Feature",
      properties: { kind: ring.kind, ...(ring.kind === "zone" ? { name: ring.name } : {}) },
      geometry: { type: line ? "LineString" : "Polygon", coordinates: line ? pairs : [pairs] },
    };
    features.push(feature);
    floor = ring.kind === "floor" ? feature : floor;
  }
  return { type: "FeatureCollection", features };
}
