/** Clearway: navigation meshes with few convex cells, and shortest paths for any radius on one mesh. */
import type { Clearway } from "./clearway.js";
import { leftBehind, loadFrom, type LoadOptions } from "./load.js";

/** Loads the module: the file clearway.wasm beside this script, unless told otherwise. */
export function load(options: LoadOptions = {}): Promise<Clearway> {
  const beside = () => leftBehind(import.meta.url, "clearway.wasm") ?? new URL("./clearway.wasm", import.meta.url);
  return loadFrom(options.wasm ?? beside(), options);
}

/** The value of an edge's twin that has none. */
export const NONE = 0xffffffff;

export type { LoadOptions } from "./load.js";
export { Clearway, type TriangleOptions } from "./clearway.js";
export { ClearwayError, type ErrorStatus } from "./error.js";
export type { HostCallbacks, WasmSource } from "./module.js";
export { Mesh, type BuildOptions, type FileKind, type MeshStats, type Openings, type QueryOptions, type Roadmap } from "./mesh.js";
export type { SceneOptions } from "./scene.js";
export { Query, type FindOptions, type NearestPlace, type Point, type RayHit } from "./query.js";
export { Crowd, type AgentOptions, type CrowdView } from "./crowd.js";
export { Path, legTurn, type Gate, type Leg, type PathPortal, type PathStatus, type Vec2, type Vec3 } from "./path.js";
export { planToGeojson, planToWkt, ringsOf, type Plan, type PlanLists, type PlanRings, type Points, type Ring, type RingKind, type Room, type Zone } from "./plan.js";
export { parseWkt } from "./wkt.js";
export { parseGeojson } from "./geojson.js";
export { parseGlb, type Triangles } from "./glb.js";
