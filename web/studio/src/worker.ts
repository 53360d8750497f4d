/**
 * All geometry of the studio: one mesh, one query. Requests are answered in order; the page sends
 * the next question only when the last is answered, so the latest always wins.
 */
import { ClearwayError, load, parseGlb, type Clearway, type Crowd, type Mesh, type Path, type Query, type Triangles } from "clearway";
import { STEP_SECONDS } from "./crowd.js";
import { sceneText } from "./drawn.js";
import type { PlanRing } from "./edit.js";
import type { Found, Message, People, Place, Question, Request, Result, Scene, Vec3 } from "./protocol.js";

let cw: Clearway;
let mesh: Mesh | null = null;
let query: Query | null = null;
let crowd: Crowd | null = null;
/** The scene that is open, to be built anew with what is drawn in it. */
let source: { name: string; scene: string | Triangles; from?: Vec3[] } | null = null;

/** Radii of people, in metres: from a slim child to a person with a suitcase. */
const LEAST_RADIUS = 0.15;
const MOST_RADIUS = 0.32;
/** Metres per second that people like to walk. */
const LEAST_SPEED = 0.9;
const MOST_SPEED = 1.6;
/** Radius with which the slider starts, in metres. */
const PERSON = 0.3;
/** Metres from B within which people leave. */
const GOAL_RADIUS = 1;
/** Metres between points of a way over floors with heights. */
const FLOOR_STEP = 0.05;
/** Clocks of browsers are coarse: a search is repeated until some of their steps are over, at most so often. */
const CLOCK_STEPS = 0.3;
const MOST_REPEATS = 100;
/** Random places that are tried for each person. */
const TRIES = 20;

/** A number in [0, 1) of a seed. */
function share(seed: bigint, bits: bigint): number {
  return Number((seed >> bits) & 0xffffn) / 0x10000;
}

/** A crowd walks on when the plan changes; with another plan it is gone. */
function take(next: Mesh, keepCrowd = false): void {
  if (crowd && keepCrowd) {
    crowd.setMesh(next);
  } else {
    crowd?.free();
    crowd = null;
  }
  mesh?.free();
  mesh = next;
  query = mesh.query();
}

/** A point as the page has it: on a level floor two numbers are enough. */
function placeOf([x, y, z]: [number, number, number]): Place {
  return mesh!.level ? [x, y] : [x, y, z];
}

/** Two random places far apart on one island, with room for a disc that can go from one to the other. */
function placesFor(asked: Query, radius: number): [Place, Place] {
  let seed = 1n;
  const places: Place[] = [];
  for (let i = 0; i < 24; i++) {
    const drawn = asked.random(seed, radius);
    seed = drawn.seed;
    places.push(placeOf(drawn.point));
  }
  let best: [Place, Place] = [places[0], places[0]];
  let most = -1;
  for (const goal of places) {
    const path = asked.find(places[0] as number[], goal as number[], { radius, lengthOnly: true });
    if (path.found && path.length > most) {
      most = path.length;
      best = [places[0], goal];
    }
  }
  return best;
}

/** Ends for a mesh without ends: for a person, or, where nobody fits, for a point. */
function chosenPlaces(asked: Query): [Place, Place] {
  try {
    return placesFor(asked, PERSON);
  } catch {
    return placesFor(asked, 0);
  }
}

function sceneOf(shown: Mesh, asked: Query, needsPlaces: boolean): Scene {
  const { positions: triangles, cells: triangleCell } = shown.triangles;
  return {
    triangles, triangleCell,
    vertices: shown.vertices, cellFirst: shown.cellFirst, edgeVertex: shown.edgeVertex,
    edgeTwin: shown.edgeTwin, edgeCell: shown.edgeCell, hash: shown.hash, level: shown.level,
    islands: shown.islandCount, stats: shown.stats, places: needsPlaces ? chosenPlaces(asked) : null,
  };
}

function snapped(asked: Query, point: Place, radius: number): Place {
  const nearest = asked.nearest(point as number[], radius);
  return nearest ? placeOf(nearest.point) : point;
}

/** Points along a way that lie on the floor, also where it runs over steps. */
function onFloor(path: Path): Float64Array {
  const points = path.points({ step: 0.05 });
  if (mesh!.level || points.length === 0) {
    return points;
  }
  const made = [points[0], points[1], points[2]];
  for (let i = 3; i < points.length; i += 3) {
    const [x, y, z] = made.slice(-3);
    const [dx, dy] = [points[i] - x, points[i + 1] - y];
    const parts = Math.max(Math.ceil(Math.hypot(dx, dy) / FLOOR_STEP), 1);
    for (let k = 1, last = z; k <= parts; k++) {
      const [px, py] = [x + (dx * k) / parts, y + (dy * k) / parts];
      const height = mesh!.height([px, py, last]);
      last = k === parts ? points[i + 2] : Number.isNaN(height) ? last : height;
      made.push(px, py, last);
    }
  }
  return Float64Array.from(made);
}

function find(question: Question): Found {
  if (!mesh || !query) {
    throw new ClearwayError("argument", "there is no mesh to find a path on");
  }
  const { radius, snap, times = 1 } = question;
  const start = snap === "start" ? snapped(query, question.start, radius) : question.start;
  const goal = snap === "goal" ? snapped(query, question.goal, radius) : question.goal;
  const before = performance.now();
  let path = query.find(start as number[], goal as number[], { radius });
  let made = 1;
  while (made < times || (made < MOST_REPEATS && performance.now() - before < CLOCK_STEPS)) {
    path = query.find(start as number[], goal as number[], { radius });
    made++;
  }
  const milliseconds = (performance.now() - before) / made;
  const blame = path.gate ? path.gate.position
    : path.status.startsWith("start") || path.status === "disconnected" ? start
    : path.found ? null : goal;
  const inside = mesh.locate(start as number[]) >= 0 && mesh.locate(goal as number[]) >= 0;
  return {
    question, start, goal, milliseconds, blame, points: onFloor(path),
    status: path.status, why: path.why, length: path.length, legs: path.legs, cells: path.cells,
    portals: path.portals, gate: path.gate, ...mesh.openings(radius),
    widest: inside ? query.widest(start as number[], goal as number[]).radius : -1,
  };
}

/** People at random places that can reach the goal, the same for the same plan and goal. */
function gather(count: number, goal: Place): People {
  if (!mesh || !query) {
    throw new ClearwayError("argument", "there is no mesh to walk on");
  }
  crowd?.free();
  crowd = mesh.crowd();
  const way = crowd.addGoal(goal as number[], GOAL_RADIUS);
  let seed = 1n;
  for (let i = 0; i < count; i++) {
    const radius = LEAST_RADIUS + (MOST_RADIUS - LEAST_RADIUS) * share(seed, 20n);
    const speed = LEAST_SPEED + (MOST_SPEED - LEAST_SPEED) * share(seed, 40n);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const drawn = query.random(seed, radius);
      seed = drawn.seed;
      if (crowd.hasRoom(drawn.point, radius) && query.reachable(drawn.point, goal as number[], radius)) {
        crowd.add(drawn.point, { radius, speed, goal: way });
        break;
      }
    }
  }
  return people();
}

function people(): People {
  const { time, x, y, z, vx, vy, radius, speed, walked, startTime, serial } = crowd!.view();
  return {
    time, x, y, z, radius, serial, hash: crowd!.hash,
    share: speed.map((liked, i) => Math.min(Math.hypot(vx[i], vy[i]) / liked, 1)),
    delay: speed.map((liked, i) => Math.max(time - startTime[i] - walked[i] / liked, 0)),
  };
}

/** The mesh of the scene that is open with what was drawn in it. */
function buildScene({ name, scene, from }: NonNullable<typeof source>, rings: readonly PlanRing[] = [], effort: 0 | 1 | 2 = 1): Mesh {
  return typeof scene === "string" || rings.length > 0 ? cw.obj(sceneText(cw, scene, rings), { name, from, effort })
    : cw.scene(scene.positions, scene.indices, { up: "y", effort });
}

/** Opens a scene; what cannot be used leaves what was open. */
function openScene(next: NonNullable<typeof source>, rings?: PlanRing[]): { scene: Scene } {
  take(buildScene(next, rings));
  source = next;
  return { scene: sceneOf(mesh!, query!, true) };
}

function answer(request: Request): Omit<Result, "memoryBytes" | "milliseconds"> {
  switch (request.kind) {
    case "build":
      take(source && !request.fresh ? buildScene(source, request.rings, request.effort)
        : cw.build({ rings: request.rings }, { effort: request.effort }), request.question !== null && !request.fresh);
      source = request.fresh ? null : source;
      return {
        scene: sceneOf(mesh!, query!, !request.question),
        found: request.question ? find(request.question) : undefined,
      };
    case "open":
      take(cw.open(request.bytes));
      source = null;
      return { scene: sceneOf(mesh!, query!, true) };
    case "obj":
      return openScene({ name: request.name, scene: request.text, from: request.from }, request.rings);
    case "glb":
      return openScene({ name: request.name, scene: parseGlb(request.bytes, request.name) }, request.rings);
    case "scene":
      return { bytes: new TextEncoder().encode(sceneText(cw, source!.scene, request.rings)) };
    case "drawing":
      return { rings: [...cw.readSvg(request.text, request.name).rings] };
    case "find":
      return { found: find(request.question) };
    case "sights": {
      const faster = mesh!.query({ sights: true });
      query?.free();
      query = faster;
      return {};
    }
    case "check":
      mesh!.check(request.rings ? { rings: request.rings } : undefined);
      return {};
    case "crowd":
      return { people: gather(request.count, request.goal) };
    case "step":
      if (!crowd) {
        throw new ClearwayError("argument", "there is no crowd");
      }
      for (let i = 0; i < request.steps; i++) {
        crowd.step(STEP_SECONDS);
      }
      return { people: people() };
    case "save":
      return { bytes: mesh!.save() };
    case "write":
      return { bytes: mesh!.write(request.file) };
    case "roadmap":
      return { roadmap: mesh!.roadmap({ rings: request.rings }) };
    default:
      throw new ClearwayError("internal", "unknown request");
  }
}

self.onmessage = async ({ data }: MessageEvent<{ id: number; request: Request }>) => {
  const { id, request } = data;
  const before = performance.now();
  let message: Message;
  try {
    if (request.kind === "load") {
      cw = await load({ wasm: request.wasm });
    }
    const said = request.kind === "load" ? {} : answer(request);
    const milliseconds = performance.now() - before;
    message = { id, result: { ...said, memoryBytes: cw.memoryBytes, milliseconds } };
  } catch (error) {
    const status = error instanceof ClearwayError ? error.status : "internal";
    message = { id, error: { status, message: (error as Error).message } };
  }
  self.postMessage(message);
};
