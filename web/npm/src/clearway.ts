/** What load() gives: everything that makes a mesh. */
import { parseGeojson } from "./geojson.js";
import { bytesOf, indicesOf, listOf, optionsOf, textOf } from "./given.js";
import { parseGlb } from "./glb.js";
import { constants, structs } from "./layout.js";
import { BUILD_OPTIONS, Mesh, type BuildOptions } from "./mesh.js";
import { ClearwayError } from "./error.js";
import type { HostCallbacks, Module } from "./module.js";
import { readRings, withSurface, type Plan, type PlanRings } from "./plan.js";
import { fillExtraction, SCENE_OPTIONS, type SceneOptions } from "./scene.js";
import { toVec3, type Point } from "./query.js";
import { parseWkt } from "./wkt.js";

export interface TriangleOptions extends BuildOptions {
  /** Which axis points up in `positions`; "z" unless told. */
  up?: "y" | "z";
}

/** Positions with z up; throws where numbers do not come in threes. */
function turned(positions: ArrayLike<number>, indices: ArrayLike<number>, up: "y" | "z" = "z"): Float64Array {
  if (listOf(positions, "positions").length % 3 !== 0 || listOf(indices, "indices").length % 3 !== 0) {
    throw new ClearwayError("argument", "positions and indices must come in threes");
  }
  if (up !== "y" && up !== "z") {
    throw new ClearwayError("argument", `up is "y" or "z", not ${String(up)}`);
  }
  const points = Float64Array.from(positions);
  for (let i = 0; up === "y" && i < points.length; i += 3) {
    // 0 - z, so that 0 does not become -0.
    [points[i + 1], points[i + 2]] = [0 - points[i + 2], points[i + 1]];
  }
  return points;
}

export class Clearway {
  readonly #module: Module;

  constructor(module: Module) {
    this.#module = module;
  }

  /** The version of the library. */
  get version(): string {
    return this.#module.text(this.#module.c["cw_web_version"]());
  }

  /** Bytes of memory that the module holds; it never shrinks. */
  get memoryBytes(): number {
    return this.#module.memory.buffer.byteLength;
  }

  /** Called with warnings and with the progress of long operations; may be changed at any time. */
  get callbacks(): HostCallbacks {
    return this.#module.callbacks;
  }

  #make(fill: (mesh: number) => number): Mesh {
    const module = this.#module;
    const mesh = module.allocate(structs.cw_navmesh.size);
    try {
      module.check(fill(mesh));
    } catch (error) {
      module.release(mesh);
      throw error;
    }
    return new Mesh(module, mesh);
  }

  #decompose(surface: number, options: BuildOptions, defaults = "cw_navmesh_config_default"): Mesh {
    const module = this.#module;
    const config = module.scratch;
    const fields = structs.cw_navmesh_config;
    module.c[defaults](config);
    for (const name of ["alpha", "tau", "turn", "effort"] as const) {
      module.setGiven(config, fields[name], options?.[name], name);
    }
    return this.#make((mesh) => module.c["cw_navmesh_build"](module.context, surface, config, mesh));
  }

  /**
   * Makes the mesh of a floor plan. Any rings at all give a mesh, or an "input" error when nothing
   * walkable is left.
   */
  build(plan: Plan, options: BuildOptions = {}): Mesh {
    optionsOf(options, BUILD_OPTIONS);
    return withSurface(this.#module, plan, (surface) => this.#decompose(surface, options));
  }

  /** Makes the mesh of a plan in Well-Known Text; `name` stands for the file in messages. */
  wkt(text: string, { name, ...options }: BuildOptions & { name?: string } = {}): Mesh {
    return this.build(parseWkt(text, name), options);
  }

  /** Makes the mesh of a plan in GeoJSON, an object or its text, in metres or, if told so, degrees. */
  geojson(source: string | object, options: BuildOptions & { name?: string; degrees?: boolean } = {}): Mesh {
    const { name, degrees, ...build } = options;
    return this.build(parseGeojson(source, name, options), build);
  }

  /**
   * Makes the mesh of walkable triangles with heights: x, y, z of each position in a row, and three
   * indices per triangle. Floors may lie above each other.
   */
  triangles(positions: ArrayLike<number>, indices: ArrayLike<number>, options: TriangleOptions = {}): Mesh {
    const module = this.#module;
    const points = turned(positions, indices, optionsOf(options, [...BUILD_OPTIONS, "up"]).up);
    const corners = indicesOf(indices, "indices");
    const surface = module.allocate(structs.cw_surface.size);
    try {
      module.lend(points, (at) => module.lend(corners, (first) => module.check(
        module.c["cw_surface_from_triangles"](module.context, at, points.length / 3, first,
          corners.length / 3, 0, surface))));
      return this.#decompose(surface, options);
    } finally {
      module.c["cw_surface_free"](module.context, surface);
      module.release(surface);
    }
  }

  /** The plan in a drawing (.svg): filled shapes are floors, drawn ones are walls. */
  readSvg(text: string, name = "drawing.svg"): PlanRings {
    const module = this.#module;
    const plan = module.allocate(structs.cw_plan.size);
    try {
      this.#lendText(text, name, (at, size, title) =>
        module.check(module.c["cw_web_plan_read_svg"](module.context, title, at, size, plan)));
      return { rings: readRings(module, plan) };
    } finally {
      module.c["cw_plan_free"](module.context, plan);
      module.release(plan);
    }
  }

  /** Makes the mesh of a plan in a drawing. */
  svg(text: string, { name, ...options }: BuildOptions & { name?: string } = {}): Mesh {
    return this.build(this.readSvg(text, name), options);
  }

  /**
   * Makes the mesh of a 3D scene: every place where one can stand in a soup of triangles, over any
   * number of storeys. x, y, z of each position in a row, three indices per triangle.
   */
  scene(positions: ArrayLike<number>, indices: ArrayLike<number>, options: SceneOptions = {}): Mesh {
    const module = this.#module;
    const points = turned(positions, indices, options.up);
    const corners = indicesOf(indices, "indices");
    return this.#extract(options, (scene) => {
      module.lend(points, (at) => module.check(
        module.c["cw_scene_add_positions"](module.context, scene, at, points.length / 3, 0)));
      module.lend(corners, (at) => module.check(module.c["cw_scene_add_triangles"](
        module.context, scene, constants.CW_NONE, at, corners.length / 3, 0)));
    });
  }

  /** Makes the mesh of a 3D scene in the text of an .obj file, y up, as the command does. */
  obj(text: string, { name, ...options }: Omit<SceneOptions, "up"> & { name?: string } = {}): Mesh {
    const module = this.#module;
    return this.#extract(options, (scene) => this.#lendText(text, name ?? "scene.obj", (at, size, title) =>
      module.check(module.c["cw_web_scene_read_obj"](module.context, title, at, size, scene))));
  }

  /** Makes the mesh of a 3D scene in a binary glTF file (.glb). */
  glb(bytes: Uint8Array | ArrayBuffer, { name, ...options }: Omit<SceneOptions, "up"> & { name?: string } = {}): Mesh {
    const { positions, indices } = parseGlb(bytes, name);
    return this.scene(positions, indices, { ...options, up: "y" });
  }

  #lendText(text: string, name: string, use: (at: number, size: number, title: number) => void): void {
    const encoder = new TextEncoder();
    const bytes = encoder.encode(textOf(text, "the file"));
    this.#module.lend(encoder.encode(`${name}\0`), (title) =>
      this.#module.lend(bytes, (at) => use(at, bytes.length, title)));
  }

  #extract(options: SceneOptions, fill: (scene: number) => void): Mesh {
    optionsOf(options, SCENE_OPTIONS);
    const module = this.#module;
    const scene = module.allocate(structs.cw_scene.size);
    const surface = module.allocate(structs.cw_surface.size);
    try {
      fill(scene);
      const seeds = Float64Array.from([...listOf(options.from ?? [], "from")].flatMap((point) => toVec3(point as Point, "point of from")));
      module.lend(seeds, (from) => {
        const config = fillExtraction(module, options, from, seeds.length / 3);
        module.check(module.c["cw_surface_from_scene"](module.context, scene, config, surface, 0));
      });
      return this.#decompose(surface, options, "cw_navmesh_config_for_scenes");
    } finally {
      module.c["cw_scene_free"](module.context, scene);
      module.c["cw_surface_free"](module.context, surface);
      module.release(scene);
      module.release(surface);
    }
  }

  /** Opens the bytes of a .cwm file. Any bytes are safe: what is not a mesh throws. */
  open(bytes: Uint8Array | ArrayBuffer): Mesh {
    const module = this.#module;
    const source = bytesOf(bytes);
    return module.lend(source, (at) => this.#make((mesh) =>
      module.c["cw_navmesh_load"](module.context, at, source.length, mesh)));
  }
}
