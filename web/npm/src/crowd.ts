/** Crowds: many discs of any mix of sizes that walk on one mesh, each on its own path. */
import { constants, structs } from "./layout.js";
import type { Mesh, MeshState } from "./mesh.js";
import { ClearwayError } from "./error.js";
import { optionsOf } from "./given.js";
import { Owned } from "./owned.js";
import { toVec3, type Point } from "./query.js";

export interface AgentOptions {
  /** Metres; 0.2 unless told. */
  radius?: number;
  /** Metres per second it likes to walk; 1.34 unless told. */
  speed?: number;
  /** Where it goes: what addGoal() gave. Without one it stands. */
  goal?: number;
  /** Seconds of the crowd's clock from which it is there. */
  startTime?: number;
}

/** The crowd as arrays over its agents, copied. */
export interface CrowdView {
  count: number;
  /** Seconds. */
  time: number;
  /** Metres in plan. */
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  vx: Float64Array;
  vy: Float64Array;
  radius: Float64Array;
  /** Metres per second it likes to walk. */
  speed: Float64Array;
  /** Metres it has walked. */
  walked: Float64Array;
  /** Seconds from which it is there. */
  startTime: Float64Array;
  /** A number for ever, rising as they were added. */
  serial: Float64Array;
}

/** Where the scratch memory is used. */
function slots(scratch: number) {
  const config = scratch;
  const point = config + 512;
  return { config, point, result: point + 512 };
}

export class Crowd extends Owned {
  #mesh: Mesh;
  /** The state of the mesh that it walks on, which changes. */
  readonly #on: { state: MeshState };
  readonly #pointer: number;

  /** Made by mesh.crowd(). */
  constructor(mesh: Mesh, state: MeshState, pointer: number) {
    const on = { state };
    super("crowd", () => {
      // A mesh that is gone has taken its crowds with it.
      if (on.state.crowds.delete(pointer)) {
        on.state.module.c["cw_crowd_free"](pointer);
      }
    });
    state.crowds.add(pointer);
    this.#mesh = mesh;
    this.#on = on;
    this.#pointer = pointer;
  }

  protected override alive(): void {
    super.alive();
    if (this.#mesh.freed) {
      throw new ClearwayError("freed", "the mesh of this crowd was freed");
    }
  }

  /** Registers a place to go to, reached within `radius` metres; gives its number. */
  addGoal(point: Point, radius = 0.5): number {
    this.alive();
    const { module } = this.#on.state;
    const { config, point: at, result } = slots(module.scratch);
    const [target, goal] = [structs.cw_crowd_target, structs.cw_crowd_goal];
    module.putPoint(at, toVec3(point, "goal"));
    module.set(config, target.kind, constants.CW_TARGET_POINT);
    module.set(config, target.points, at);
    module.set(config, target.point_count, 1);
    module.set(config, target.radius, radius);
    module.check(module.c["cw_crowd_add_target"](this.#pointer, config, result));
    module.set(config, goal.targets, result);
    module.set(config, goal.target_count, 1);
    module.set(config, goal.wait, 0);
    module.check(module.c["cw_crowd_add_journey"](this.#pointer, config, 1, result + 8));
    return module.u32(result + 8);
  }

  /** Adds an agent; throws where it has no room between walls. */
  add(position: Point, options: AgentOptions = {}): void {
    this.alive();
    const { module } = this.#on.state;
    const { config, result } = slots(module.scratch);
    const fields = structs.cw_agent_config;
    optionsOf(options, ["goal", "radius", "speed", "startTime"]);
    module.c["cw_agent_config_default"](config);
    module.putPoint(config + fields.position[0], toVec3(position, "position"));
    module.set(config, fields.journey, constants.CW_NONE);
    module.setGiven(config, fields.journey, options.goal, "goal");
    module.setGiven(config, fields.radius, options.radius, "radius");
    module.setGiven(config, fields.speed, options.speed, "speed");
    module.setGiven(config, fields.start_time, options.startTime, "startTime");
    module.check(module.c["cw_crowd_add"](this.#pointer, config, result));
  }

  /** Whether a disc could stand at a place without touching a wall or anybody. */
  hasRoom(position: Point, radius: number): boolean {
    this.alive();
    const { module } = this.#on.state;
    const at = module.putPoint(slots(module.scratch).point, toVec3(position, "position"));
    return module.c["cw_crowd_has_room"](this.#pointer, at, radius) !== 0;
  }

  /** Advances the crowd by so many seconds. */
  step(seconds: number): void {
    this.alive();
    const { module } = this.#on.state;
    module.check(module.c["cw_crowd_step"](this.#pointer, seconds));
  }

  /** Exchanges the mesh while the crowd walks; the old one may then be freed. */
  setMesh(mesh: Mesh): void {
    this.alive();
    if (typeof mesh?.stateForCrowd !== "function") {
      throw new ClearwayError("argument", "setMesh takes a mesh");
    }
    const state = mesh.stateForCrowd();
    if (state.module !== this.#on.state.module) {
      throw new ClearwayError("argument", "the mesh belongs to another module");
    }
    state.module.check(state.module.c["cw_crowd_set_place"](this.#pointer, state.clearance, 0));
    this.#on.state.crowds.delete(this.#pointer);
    state.crowds.add(this.#pointer);
    this.#on.state = state;
    this.#mesh = mesh;
  }

  view(): CrowdView {
    this.alive();
    const { module, mesh } = this.#on.state;
    const at = slots(module.scratch).config;
    const fields = structs.cw_crowd_agents;
    module.c["cw_crowd_view"](this.#pointer, at);
    const count = module.get(at, fields.count);
    const column = (name: Exclude<keyof typeof fields, "size">) => module.doubles(module.get(at, fields[name]), count);
    const lattice = mesh + structs.cw_navmesh.lattice[0];
    const [dx, dy] = [module.get(lattice, structs.cw_lattice.origin_x), module.get(lattice, structs.cw_lattice.origin_y)];
    return {
      count, time: module.get(at, fields.time),
      x: column("x").map((x) => x + dx), y: column("y").map((y) => y + dy), z: column("z"),
      vx: column("vx"), vy: column("vy"), radius: column("radius"), speed: column("speed"),
      walked: column("walked"), startTime: column("start_time"),
      serial: Float64Array.from(new BigUint64Array(column("serial").buffer), Number),
    };
  }

  /** 16 hexadecimal digits of the state of all agents, equal on every machine. */
  get hash(): string {
    this.alive();
    const hash: bigint = this.#on.state.module.c["cw_crowd_hash"](this.#pointer);
    return BigInt.asUintN(64, hash).toString(16).padStart(16, "0");
  }
}
