/**
 * The navigation mesh: made once, asked for any radius.
 *
 * The tables that queries need are made with the first query, the sights when they are first asked
 * for; both stay until the mesh is freed.
 */
import { Crowd } from "./crowd.js";
import { constants, structs } from "./layout.js";
import { ClearwayError } from "./error.js";
import { optionsOf } from "./given.js";
import type { Module } from "./module.js";
import { Owned } from "./owned.js";
import { withSurface, type Plan } from "./plan.js";
import { Query, toVec3, type Point } from "./query.js";
import { decimalsOfMesh } from "./why.js";

export interface BuildOptions {
  /** 0: quick. 1: few cells. 2: searches for fewer, takes far longer. */
  effort?: 0 | 1 | 2;
  /** A notch that exceeds 180 degrees by at most this angle may be ignored. Radians, [0, pi/2]. */
  alpha?: number;
  /** Notches may be ignored while the wall stays within this distance of its chord. Metres. */
  tau?: number;
  /** How much an ignored run of notches may turn in all. Radians. */
  turn?: number;
}

export const BUILD_OPTIONS = ["effort", "alpha", "tau", "turn"] as const;

export interface MeshStats {
  notches: number;
  dropped: number;
  holes: number;
  portals: number;
  mutual: number;
  area: number;
  wallLength: number;
  relaxationDepth: number;
  seconds: number;
}

export interface QueryOptions {
  /** Also makes the sights of the mesh, once: paths are then found several times as fast. */
  sights?: boolean;
}

/** The parts of portals that a radius can use, and the portals that it cannot. */
export interface Openings {
  /** x, y of both ends of each usable part, in a row. */
  open: Float64Array;
  /** The same of the portals without one. */
  closed: Float64Array;
  /** A cell beside each of them. */
  openCells: Uint32Array;
  closedCells: Uint32Array;
}

/** Other programs' formats, by their extensions: `bin` is Detour's, `tres` Godot's, `mesh` polyanya's. */
export type FileKind = "json" | "glb" | "obj" | "bin" | "tres" | "mesh" | "nav";

const FILE_KINDS: Record<FileKind, number> = {
  json: constants.CW_FILE_JSON, glb: constants.CW_FILE_GLB, obj: constants.CW_FILE_OBJ,
  bin: constants.CW_FILE_DETOUR, tres: constants.CW_FILE_GODOT, mesh: constants.CW_FILE_MESH,
  nav: constants.CW_FILE_NAV,
};

/** A graph over all of the floor: the straight skeleton, and lanes beside it where there is room. */
export interface Roadmap {
  /** x, y, z of each node in a row. */
  nodes: Float64Array;
  /** Two nodes per edge. */
  edges: Uint32Array;
  /** Per edge: 0 on the skeleton, k on the lane that is k spacings from its wall. */
  levels: Uint16Array;
  /** Per edge: metres to the nearest wall along it, at least. */
  clearances: Float64Array;
}

/** What a mesh holds in the module. Queries share it, so that the last to go finds it as it is. */
export interface MeshState {
  readonly module: Module;
  readonly mesh: number;
  clearance: number;
  sights: number;
  readonly queries: Set<number>;
  readonly crowds: Set<number>;
}

function releaseState(state: MeshState): void {
  const { module } = state;
  state.queries.forEach((query) => module.c["cw_query_free"](query));
  state.queries.clear();
  state.crowds.forEach((crowd) => module.c["cw_crowd_free"](crowd));
  state.crowds.clear();
  module.c["cw_sights_free"](state.sights);
  if (state.clearance !== 0) {
    module.c["cw_clearance_free"](module.context, state.clearance);
    module.release(state.clearance);
  }
  module.c["cw_navmesh_free"](module.context, state.mesh);
  module.release(state.mesh);
}

function readRoadmap(module: Module, at: number): Roadmap {
  const [node, edge] = [structs.cw_roadmap_node, structs.cw_roadmap_edge];
  const [nodes, edges] = [module.get(at, structs.cw_roadmap.nodes), module.get(at, structs.cw_roadmap.edges)];
  const [nodeCount, edgeCount] = [module.get(at, structs.cw_roadmap.node_count), module.get(at, structs.cw_roadmap.edge_count)];
  const each = Array.from({ length: edgeCount }, (_, i) => edges + i * edge.size);
  return {
    nodes: Float64Array.from(Array.from({ length: nodeCount }, (_, i) =>
      module.vec3(module.get(nodes + i * node.size, node.position))).flat()),
    edges: Uint32Array.from(each.flatMap((base) => [module.get(base, edge.from), module.get(base, edge.to)])),
    levels: Uint16Array.from(each, (base) => module.get(base, edge.level)),
    clearances: Float64Array.from(each, (base) => module.get(base, edge.clearance)),
  };
}

/** Most free parts of one portal that are shown. */
const MOST_PARTS = 32;

export class Mesh extends Owned {
  readonly #state: MeshState;
  #decimals: number | undefined;

  /** Made by the functions of Clearway; takes the block at `mesh`. */
  constructor(module: Module, mesh: number) {
    const state: MeshState = { module, mesh, clearance: 0, sights: 0, queries: new Set(), crowds: new Set() };
    super("mesh", () => releaseState(state));
    this.#state = state;
  }

  #get(name: Exclude<keyof typeof structs.cw_navmesh, "size">): number {
    this.alive();
    return this.#state.module.get(this.#state.mesh, structs.cw_navmesh[name]);
  }

  get cellCount(): number { return this.#get("cell_count"); }
  get edgeCount(): number { return this.#get("edge_count"); }
  get vertexCount(): number { return this.#get("vertex_count"); }
  /** Parts that cannot reach each other. */
  get islandCount(): number { return this.#get("island_count"); }
  /** Whether the whole mesh lies at one height. */
  get level(): boolean {
    return this.#state.module.get(this.#get("locator"), structs.cw_locator.level) !== 0;
  }

  /** 16 hexadecimal digits: equal meshes have equal hashes, on every machine. */
  get hash(): string {
    this.alive();
    const hash: bigint = this.#state.module.c["cw_navmesh_hash"](this.#state.mesh);
    return BigInt.asUintN(64, hash).toString(16).padStart(16, "0");
  }

  get stats(): MeshStats {
    const at = this.#get("stats");
    const fields = structs.cw_navmesh_stats;
    const get = (name: Exclude<keyof typeof fields, "size">) => this.#state.module.get(at, fields[name]);
    return {
      notches: get("notches"), dropped: get("dropped"), holes: get("holes"), portals: get("portals"),
      mutual: get("mutual"), area: get("area"), wallLength: get("wall_length"),
      relaxationDepth: get("relaxation_depth"), seconds: get("seconds"),
    };
  }

  /** x, y, z of each vertex in a row, metres. */
  get vertices(): Float64Array { return this.#state.module.doubles(this.#get("positions"), 3 * this.vertexCount); }
  /** The edges of cell c are cellFirst[c] to cellFirst[c + 1] - 1, counter-clockwise. */
  get cellFirst(): Uint32Array { return this.#indices("cell_first", this.cellCount + 1); }
  /** Cells with equal numbers can reach each other. */
  get cellIsland(): Uint32Array { return this.#indices("cell_island", this.cellCount); }
  /** The vertex where each edge starts. */
  get edgeVertex(): Uint32Array { return this.#indices("edge_vertex", this.edgeCount); }
  /** The same portal seen from the other cell, or 4294967295 (`NONE`) for a wall. */
  get edgeTwin(): Uint32Array { return this.#indices("edge_twin", this.edgeCount); }
  get edgeCell(): Uint32Array { return this.#indices("edge_cell", this.edgeCount); }

  /**
   * Triangles that cover the cells, three corners each: x, y, z of each corner in a row, and the cell of
   * each triangle. For pictures.
   */
  get triangles(): { positions: Float64Array; cells: Uint32Array } {
    const { module } = this.#state;
    const [vertices, firsts, edges] = [this.vertices, this.cellFirst, this.edgeVertex];
    const table = this.#get("cell_triangle_first");
    const triangleFirst = table ? module.indices(table, this.cellCount + 1) : null;
    const corners = triangleFirst ? module.indices(this.#get("triangles"), 3 * this.#get("triangle_count")) : null;
    const positions: number[] = [];
    const cells: number[] = [];
    const add = (cell: number, ...three: number[]) => {
      cells.push(cell);
      three.forEach((vertex) => positions.push(vertices[3 * vertex], vertices[3 * vertex + 1], vertices[3 * vertex + 2]));
    };
    for (let cell = 0; cell < this.cellCount; cell++) {
      const [from, to] = triangleFirst ? [triangleFirst[cell], triangleFirst[cell + 1]] : [0, 0];
      for (let t = from; t < to; t++) {
        add(cell, corners![3 * t], corners![3 * t + 1], corners![3 * t + 2]);
      }
      // Cells are convex up to the notches that are ignored: a fan from the first corner covers them.
      for (let edge = firsts[cell] + 1; from === to && edge + 1 < firsts[cell + 1]; edge++) {
        add(cell, edges[firsts[cell]], edges[edge], edges[edge + 1]);
      }
    }
    return { positions: Float64Array.from(positions), cells: Uint32Array.from(cells) };
  }

  /** The area type of each cell; 0 where no room or zone is. */
  get cellArea(): Uint8Array {
    const at = this.#get("cell_area");
    return at ? this.#state.module.bytes(at, this.cellCount) : new Uint8Array(this.cellCount);
  }

  /** The names of area types, by their numbers; "" for those without one, as 0 is. */
  get areaNames(): string[] {
    const [first, count] = [this.#get("area_names"), this.#get("area_name_count")];
    return ["", ...Array.from({ length: count }, (_, i) => this.#state.module.text(first + i * structs.cw_area_name.size))];
  }

  #indices(name: Exclude<keyof typeof structs.cw_navmesh, "size">, count: number): Uint32Array {
    return this.#state.module.indices(this.#get(name), count);
  }

  /** Makes a query object: scratch memory for searches. */
  query(options: QueryOptions = {}): Query {
    const { sights } = optionsOf(options, ["sights"]);
    const state = this.#state;
    const { module } = state;
    const clearance = this.#tables();
    module.check(module.c["cw_query_create"](module.context, clearance, module.scratch));
    const query = module.u32(module.scratch);
    state.queries.add(query);
    if (sights) {
      try {
        this.#useSights(query);
      } catch (error) {
        state.queries.delete(query);
        module.c["cw_query_free"](query);
        throw error;
      }
    }
    return new Query(this, state, query);
  }

  /** Makes an empty crowd on this mesh. */
  crowd(): Crowd {
    const { module } = this.#state;
    module.check(module.c["cw_crowd_create"](module.context, this.#tables(), 0, module.scratch));
    return new Crowd(this, this.#state, module.u32(module.scratch));
  }

  /** The state with its tables, for a crowd that comes to walk here. */
  stateForCrowd(): MeshState {
    this.#tables();
    return this.#state;
  }

  #tables(): number {
    this.alive();
    const state = this.#state;
    const { module } = state;
    if (state.clearance === 0) {
      const clearance = module.allocate(structs.cw_clearance.size);
      try {
        module.check(module.c["cw_clearance_build"](module.context, state.mesh, clearance));
      } catch (error) {
        module.release(clearance);
        throw error;
      }
      state.clearance = clearance;
    }
    return state.clearance;
  }

  #useSights(query: number): void {
    const state = this.#state;
    const { module } = state;
    if (state.sights === 0) {
      module.check(module.c["cw_sights_build_any"](module.context, state.clearance, module.scratch));
      state.sights = module.u32(module.scratch);
    }
    module.lend(Uint32Array.of(state.sights), (at) =>
      module.check(module.c["cw_query_use_sights"](query, at, 1)));
  }

  /** The cell that contains a point, or -1 off the mesh. */
  locate(point: Point): number {
    this.alive();
    const { module, mesh } = this.#state;
    const cell = module.c["cw_navmesh_locate"](mesh, module.putPoint(module.scratch, toVec3(point, "point"))) >>> 0;
    return cell === constants.CW_NONE ? -1 : cell;
  }

  /** The height of the floor at a point (of the floor nearest in height), or NaN off the mesh. */
  height(point: Point): number {
    const cell = this.locate(point);
    const { module, mesh } = this.#state;
    return cell < 0 ? NaN : module.c["cw_navmesh_height"](mesh, cell, module.scratch);
  }

  /** What a disc of a radius can use of each portal. */
  openings(radius: number): Openings {
    if (!(radius >= 0 && Number.isFinite(radius))) {
      throw new ClearwayError("argument", `radius ${radius} is not a number of 0 or more`);
    }
    const { module } = this.#state;
    const clearance = this.#tables();
    const [twins, starts, cells, firsts] = [this.edgeTwin, this.edgeVertex, this.edgeCell, this.cellFirst];
    const vertices = this.vertices;
    const open: number[] = [];
    const closed: number[] = [];
    const [openCells, closedCells]: [number[], number[]] = [[], []];
    for (let edge = 0; edge < twins.length; edge++) {
      if (twins[edge] === constants.CW_NONE || twins[edge] < edge) {
        continue;
      }
      const next = edge + 1 === firsts[cells[edge] + 1] ? firsts[cells[edge]] : edge + 1;
      const [a, b] = [3 * starts[edge], 3 * starts[next]];
      const [ax, ay, bx, by] = [vertices[a], vertices[a + 1], vertices[b], vertices[b + 1]];
      const count = module.c["cw_clearance_portal"](clearance, edge, radius, module.scratch, MOST_PARTS);
      const parts = module.doubles(module.scratch, 2 * Math.min(count, MOST_PARTS));
      const length = Math.hypot(bx - ax, by - ay);
      if (count === 0) {
        closed.push(ax, ay, bx, by);
        closedCells.push(cells[edge]);
      }
      for (let part = 0; part < parts.length / 2; part++) {
        openCells.push(cells[edge]);
      }
      for (const along of parts) {
        open.push(ax + ((bx - ax) * along) / length, ay + ((by - ay) * along) / length);
      }
    }
    return { open: Float64Array.from(open), closed: Float64Array.from(closed),
      openCells: Uint32Array.from(openCells), closedCells: Uint32Array.from(closedCells) };
  }

  /**
   * Checks every invariant of the mesh with code that the builder does not share; with a plan, also
   * that the mesh covers it and nothing else. Throws an "invalid" error that says what is broken.
   */
  check(plan?: Plan): void {
    this.alive();
    const { module, mesh } = this.#state;
    module.check(module.c["cw_navmesh_validate"](module.context, mesh));
    if (plan) {
      withSurface(module, plan, (surface) =>
        module.check(module.c["cw_navmesh_validate_against"](module.context, mesh, surface)));
    }
  }

  /** The mesh as bytes of a .cwm file. */
  save(): Uint8Array {
    this.alive();
    const { module, mesh } = this.#state;
    const at = module.scratch;
    module.check(module.c["cw_navmesh_save"](module.context, mesh, at, at + 4));
    return this.#taken(at);
  }

  /** Copies bytes that the library made, whose address and size are at `at`, and frees them. */
  #taken(at: number): Uint8Array {
    const { module } = this.#state;
    const [bytes, size] = [module.u32(at), module.u32(at + 4)];
    const copy = module.bytes(bytes, size);
    module.c["cw_context_release"](module.context, bytes, size);
    return copy;
  }

  /** The mesh as bytes of another program's file, the same as the command's. */
  write(kind: FileKind): Uint8Array {
    this.alive();
    const { module, mesh } = this.#state;
    if (FILE_KINDS[kind] === undefined) {
      throw new ClearwayError("argument", `'${kind}' is not one of ${Object.keys(FILE_KINDS).join(", ")}`);
    }
    const at = module.scratch;
    module.check(module.c["cw_web_navmesh_write"](module.context, mesh, FILE_KINDS[kind], at, at + 4));
    return this.#taken(at);
  }

  /** Makes the roadmap of the plan that this mesh is of; lanes are `spacing` metres apart. */
  roadmap(plan: Plan, { spacing = 0.7 }: { spacing?: number } = {}): Roadmap {
    const { module } = this.#state;
    const clearance = this.#tables();
    const at = module.allocate(structs.cw_roadmap.size);
    try {
      withSurface(module, plan, (surface) => module.check(
        module.c["cw_web_roadmap"](module.context, surface, clearance, spacing, at)));
      return readRoadmap(module, at);
    } finally {
      module.c["cw_roadmap_free"](module.context, at);
      module.release(at);
    }
  }

  /** For sentences about this mesh. */
  surroundings(): { level: boolean; decimals: number; latticeStep: number } {
    this.#decimals ??= decimalsOfMesh(this.vertices);
    const latticeStep = this.#state.module.get(this.#get("lattice"), structs.cw_lattice.step);
    return { level: this.level, decimals: this.#decimals, latticeStep };
  }
}
