/** Questions about a mesh: paths for any radius, the widest way, rays, nearest and random places. */
import { listOf, numberOf, objectOf, optionsOf } from "./given.js";
import { constants, structs } from "./layout.js";
import type { Mesh, MeshState } from "./mesh.js";
import { ClearwayError } from "./error.js";
import { Owned } from "./owned.js";
import { readGate, readPath, type Gate, type Path, type Vec2, type Vec3 } from "./path.js";
import { explain, type Surroundings } from "./why.js";

/** Two or three numbers, in metres; without a height it is 0. */
export type Point = ArrayLike<number>;

export interface FindOptions {
  /** Radius of the disc in metres; 0 for a point. */
  radius?: number;
  /** Metres by which start and goal may be moved to a valid place. */
  reach?: number;
  /** Where the goal cannot be reached, go as near as possible. */
  partial?: boolean;
  /** How much longer than the shortest the path may be, as a share of its length. */
  slack?: number;
  /**
   * What a metre counts as in rooms and zones, by their names or area types: 1 or more, or Infinity where
   * the centre may not go. The path is then the cheapest through its corridor.
   */
  costs?: Readonly<Record<string, number>>;
  /** Only the length is wanted: no legs, cells and portals. */
  lengthOnly?: boolean;
}

export interface RayHit {
  hit: boolean;
  /** Metres travelled in plan. */
  distance: number;
  /** The center where the disc stops. */
  point: Vec3;
  cell: number;
  /** The point of the wall, when hit, and the unit vector from it to the center. */
  touched: Vec2 | null;
  normal: Vec2 | null;
}

export interface NearestPlace {
  point: Vec3;
  distance: number;
  cell: number;
}

/** Farther than any two places that a mesh can have. */
const ANY_REACH = 4 * constants.CW_COORDINATE_LIMIT;
/** A cell's area type is a byte. */
const MOST_AREA = 255;
/** Goals of one question. */
const MOST_GOALS = 1 << 20;

/** Three numbers of a point, checked. */
export function toVec3(point: Point, what: string): Vec3 {
  const [x, y, z = 0] = Array.from(listOf(point, `the ${what}`));
  if (![x, y, z].every((number) => typeof number === "number" && Number.isFinite(number))) {
    throw new ClearwayError("argument", `the ${what} is not two or three finite numbers`);
  }
  return [x, y, z];
}

/** Addresses in the scratch memory of the module, which one question uses. */
function slots(scratch: number) {
  const request = scratch;
  const path = request + structs.cw_path_request.size;
  const a = path + structs.cw_path.size;
  const b = a + structs.cw_vec3.size;
  return { request, path, a, b, result: b + structs.cw_vec3.size };
}

export class Query extends Owned {
  readonly mesh: Mesh;
  readonly #state: MeshState;
  readonly #pointer: number;

  /** Made by mesh.query(). */
  constructor(mesh: Mesh, state: MeshState, pointer: number) {
    super("query", () => {
      // A mesh that is gone has taken its queries with it.
      if (state.queries.delete(pointer)) {
        state.module.c["cw_query_free"](pointer);
      }
    });
    this.mesh = mesh;
    this.#state = state;
    this.#pointer = pointer;
  }

  protected override alive(): void {
    super.alive();
    if (!this.#state.queries.has(this.#pointer)) {
      throw new ClearwayError("freed", "the mesh of this query was freed");
    }
  }

  /**
   * Finds the shortest path between two points. Never throws because there is none: see
   * path.status and path.why.
   */
  find(start: Point, goal: Point, options: FindOptions = {}): Path {
    return this.#find(toVec3(start, "start"), [toVec3(goal, "goal")], options);
  }

  /** Finds the shortest of the paths to any of several goals; path.goalIndex tells which. */
  findNearest(start: Point, goals: readonly Point[], options: FindOptions = {}): Path {
    if (listOf(goals, "the list of goals").length === 0 || goals.length > MOST_GOALS) {
      throw new ClearwayError("argument", `${goals.length} goals: it takes 1 to ${MOST_GOALS}`);
    }
    return this.#find(toVec3(start, "start"), goals.map((goal) => toVec3(goal, "goal")), options);
  }

  #find(start: Vec3, goals: Vec3[], given: FindOptions): Path {
    this.alive();
    const options = optionsOf(given, ["radius", "reach", "partial", "slack", "costs", "lengthOnly"]);
    const path = this.#ask(start, goals, options);
    if (path.status === "partial") {
      // Why it ends there is what the same question says without leave to stop short.
      const whole = this.#ask(start, goals, { ...options, partial: false });
      path.gate = whole.gate;
      path.why = explain(whole, start, goals, this.#surroundings(whole.radius, options.costs));
    } else if (path.status !== "found") {
      path.why = explain(path, start, goals, this.#surroundings(path.radius, options.costs));
    }
    return path;
  }

  #ask(start: Vec3, goals: Vec3[], options: FindOptions): Path {
    const { module } = this.#state;
    const { request, path } = slots(module.scratch);
    const fields = structs.cw_path_request;
    module.c["cw_path_request_default"](request);
    module.putPoint(request + fields.start[0], start);
    module.set(request, fields.goal_count, goals.length);
    module.setGiven(request, fields.radius, options.radius, "radius");
    module.setGiven(request, fields.reach, options.reach, "reach");
    module.setGiven(request, fields.slack, options.slack, "slack");
    module.set(request, fields.partial, options.partial ? 1 : 0);
    module.set(request, fields.length_only, options.lengthOnly ? 1 : 0);
    const costs = this.#costs(options.costs);
    return module.lend(Float64Array.from(goals.flat()), (at) => module.lend(costs, (first) => {
      module.set(request, fields.goals, at);
      module.set(request, fields.area_cost, costs.length > 0 ? first : 0);
      module.set(request, fields.area_count, costs.length);
      module.check(module.c["cw_query_find"](this.#pointer, request, path));
      return readPath(module, path);
    }));
  }

  /** One cost per area type, 1 where none was given; empty without costs. */
  #costs(given: FindOptions["costs"]): Float64Array {
    const costs = new Float64Array(given ? MOST_AREA + 1 : 0).fill(1);
    const names = given ? this.mesh.areaNames : [];
    for (const [key, cost] of Object.entries(objectOf(given ?? {}, "costs"))) {
      const area = names.indexOf(key) > 0 ? names.indexOf(key) : /^\d+$/.test(key) ? Number(key) : -1;
      if (area < 0 || area > MOST_AREA) {
        throw new ClearwayError("argument", `costs: '${key}' is neither a room or zone of this mesh nor an area type of 0 to ${MOST_AREA}`);
      }
      costs[area] = numberOf(cost, false, `the cost of ${key}`);
    }
    return costs;
  }

  #surroundings(radius: number, costs: FindOptions["costs"]): Surroundings {
    const { module, mesh } = this.#state;
    return {
      ...this.mesh.surroundings(),
      forbids: Object.values(costs ?? {}).includes(Infinity),
      heightAt: (cell, x, y) => {
        const { a } = slots(module.scratch);
        const count = module.get(mesh, structs.cw_navmesh.cell_count);
        return cell < count
          ? module.c["cw_navmesh_height"](mesh, cell, module.putPoint(a, [x, y])) : 0;
      },
      wall: (point) => this.wall(point).distance,
      nearest: (point) => this.nearest(point, radius),
    };
  }

  /**
   * The largest disc that can go between two points, and where it gets stuck; the radius is -1
   * where not even a point can go.
   */
  widest(from: Point, to: Point): Gate {
    this.alive();
    const { module } = this.#state;
    const { a, b, result } = slots(module.scratch);
    module.putPoint(a, toVec3(from, "start"));
    module.putPoint(b, toVec3(to, "goal"));
    module.check(module.c["cw_query_widest"](this.#pointer, a, b, result));
    return readGate(module, result);
  }

  /** Whether a disc can go between two points: constant time, no search. */
  reachable(from: Point, to: Point, radius = 0): boolean {
    this.alive();
    const { module } = this.#state;
    const { a, b, result } = slots(module.scratch);
    module.putPoint(a, toVec3(from, "start"));
    module.putPoint(b, toVec3(to, "goal"));
    module.check(module.c["cw_query_reachable"](this.#pointer, a, b, radius, result));
    return module.get(result, [0, "u8"]) !== 0;
  }

  /** How far a disc gets in a straight line. */
  ray(from: Point, to: Point, radius = 0): RayHit {
    this.alive();
    const { module } = this.#state;
    const { a, b, result } = slots(module.scratch);
    const fields = structs.cw_ray;
    module.putPoint(a, toVec3(from, "start"));
    module.putPoint(b, toVec3(to, "goal"));
    module.check(module.c["cw_query_ray"](this.#pointer, a, b, radius, result));
    const hit = module.get(result, fields.hit) !== 0;
    return {
      hit,
      distance: module.get(result, fields.distance),
      point: module.vec3(result + fields.point[0]),
      cell: module.get(result, fields.cell),
      touched: hit ? module.vec2(result + fields.touched[0]) : null,
      normal: hit ? module.vec2(result + fields.normal[0]) : null,
    };
  }

  /**
   * The point nearest to a point and at least `radius` away from every wall; null when there is
   * none within `reach` metres.
   */
  nearest(point: Point, radius = 0, reach = ANY_REACH): NearestPlace | null {
    this.alive();
    const { module } = this.#state;
    const { a, result } = slots(module.scratch);
    const fields = structs.cw_nearest;
    module.putPoint(a, toVec3(point, "point"));
    module.check(module.c["cw_query_nearest"](this.#pointer, a, radius, reach, result));
    const cell = module.get(result + fields.place[0], structs.cw_place.cell);
    return cell === constants.CW_NONE ? null : {
      cell,
      point: module.vec3(result + fields.point[0]),
      distance: module.get(result, fields.distance),
    };
  }

  /** Distance to the nearest wall, and the point of it; throws off the mesh. */
  wall(point: Point): { distance: number; nearest: Vec2 } {
    this.alive();
    const { module } = this.#state;
    const { a, result } = slots(module.scratch);
    module.putPoint(a, toVec3(point, "point"));
    module.check(module.c["cw_query_wall"](this.#pointer, a, result, result + 8));
    return { distance: module.get(result, [0, "f64"]), nearest: module.vec2(result + 8) };
  }

  /**
   * A random point, uniform by area, at least `radius` away from every wall. The same seed gives
   * the same point; `seed` of the answer continues the row.
   */
  random(seed: bigint | number, radius = 0): { point: Vec3; seed: bigint } {
    this.alive();
    const { module } = this.#state;
    const { result } = slots(module.scratch);
    const point = result + 8;
    if (typeof seed !== "bigint" && !Number.isInteger(seed)) {
      throw new ClearwayError("argument", `seed ${String(seed)} is not a whole number`);
    }
    module.view.setBigUint64(result, BigInt.asUintN(64, BigInt(seed)), true);
    module.check(module.c["cw_query_random"](this.#pointer, result, radius, point));
    return {
      point: module.vec3(point),
      seed: module.view.getBigUint64(result, true),
    };
  }
}
