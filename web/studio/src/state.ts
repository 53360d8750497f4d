/**
 * The state of the studio and everything that changes it. One request is under way at a time; what
 * is wanted next replaces what was wanted before, so a drag never falls behind.
 */
import { ClearwayError, type FileKind } from "clearway";
import { standing, type PlanRing } from "./edit.js";
import type { Engine } from "./engine.js";
import type { Found, Place, Question, Request, Result, Roadmap, Scene } from "./protocol.js";
import { storeysOf, type Storeys } from "./storeys.js";

/** What a file or link opens. */
export interface Opened {
  name: string;
  /** The plan, or what was drawn in a scene; null where only a mesh is known. */
  rings: PlanRing[] | null;
  request?: Request;
  /** The text of a drawing, which the worker makes a plan of. */
  drawing?: string;
  start?: Place;
  goal?: Place;
  radius?: number;
}

interface Build {
  rings: PlanRing[];
  effort: 0 | 1 | 2;
}

/** Of more cells no sights are made: the page would wait for seconds. */
const MOST_CELLS = 1000;

export class Studio {
  name = "";
  /** What is being opened, or "". */
  opening = "";
  rings: PlanRing[] | null = null;
  scene: Scene | null = null;
  storeys: Storeys = { heights: [], ofCell: new Uint8Array(0) };
  /** What opened a scene, whose rings are what was drawn in it, or a mesh, which has none. */
  request?: Request;
  /** Of the mesh on the screen, where one is wanted. */
  roadmap: Roadmap | null = null;
  wantsRoadmap = false;
  found: Found | null = null;
  start: Place = [0, 0];
  goal: Place = [0, 0];
  radius = 0.3;
  /** Meshes made since the plan was opened, and those of all time. */
  builds = 0;
  allBuilds = 0;
  /** Time of the last build with its path. */
  buildMilliseconds = 0;
  effort: 0 | 1 | 2 = 1;
  memoryBytes = 0;
  working = false;
  sights = false;
  /** The last sentence of the library about a plan, or "". */
  problem = "";
  onchange: () => void = () => {};

  private wantedBuild: Build | null = null;
  private wantedQuestion: Question | null = null;
  private busy: Promise<void> | null = null;
  private goodRings: PlanRing[] | null = null;

  constructor(readonly engine: Engine) {}

  /** Opens a plan or mesh; throws the library's sentence and keeps what was there. */
  async open({ name, rings: given, request, drawing, start, goal, radius }: Opened): Promise<void> {
    await this.settled();
    const rings = drawing === undefined ? given
      : (await this.engine.ask({ kind: "drawing", name, text: drawing })).rings!;
    const question = start && goal ? this.question(start, goal, null, radius) : null;
    this.working = true;
    this.opening = name;
    this.onchange();
    try {
      const result = await this.engine.ask(request ? { ...request, ...(rings ? { rings: standing(rings) } : {}) }
        : { kind: "build", rings: standing(rings!), effort: 1, question, fresh: true });
      this.radius = radius ?? this.radius;
      this.name = name;
      this.rings = this.goodRings = rings;
      this.builds = 0;
      this.effort = 1;
      this.problem = "";
      this.request = request;
      [this.start, this.goal] = start && goal ? [start, goal] : result.scene!.places!;
      this.take(result);
    } catch (error) {
      const { status = "internal", message } = error as ClearwayError;
      throw new ClearwayError(status, status === "cancelled" || message.startsWith(name) ? message : `${name}: error: ${message}`);
    } finally {
      this.working = false;
      this.opening = "";
      this.onchange();
    }
    if (!question || request) {
      this.ask(null);
    }
    await this.rest();
  }

  question(start: Place, goal: Place, snap: Question["snap"], radius = this.radius): Question {
    return { start, goal, radius, snap };
  }

  /** Asks for the path anew; an end that is moved goes to the nearest place with room. */
  ask(snap: Question["snap"], at?: Place): void {
    const start = snap === "start" && at ? at : this.start;
    const goal = snap === "goal" && at ? at : this.goal;
    this.wantedQuestion = this.question(start, goal, snap);
    void this.pump();
  }

  /** Milliseconds of a search between the ends, the mean of so many: clocks of browsers are coarse. */
  async timeSearch(radius: number, times: number): Promise<number> {
    const question = { ...this.question(this.start, this.goal, null, radius), times };
    return (await this.engine.ask({ kind: "find", question })).found!.milliseconds;
  }

  setRadius(radius: number): void {
    this.radius = radius;
    this.ask(null);
    this.onchange();
  }

  /** Changes the plan: quickly while something is dragged, with fewer cells when it rests. */
  change(rings: PlanRing[], resting: boolean): void {
    this.rings = rings;
    this.wantedBuild = { rings, effort: resting ? 1 : 0 };
    this.onchange();
    void this.pump().then(() => (resting ? this.rest() : undefined));
  }

  /** Searches for fewer cells; cancel() stops it. */
  async fewest(): Promise<void> {
    if (this.rings) {
      this.wantedBuild = { rings: this.rings, effort: 2 };
      await this.pump();
      await this.rest();
    }
  }

  /** Stops what is under way; the plan is built anew, quickly. */
  async cancel(): Promise<void> {
    this.wantedBuild = this.wantedQuestion = null;
    await this.engine.restart();
    await this.settled();
    if (this.request) {
      await this.engine.ask(this.request); // the new worker knows no scene
      this.ask(null);
    }
    if (this.goodRings) {
      this.change(this.goodRings, true);
    }
    await this.settled();
  }

  /** What stands on the plan; null where a mesh or scene is open. */
  get plan(): PlanRing[] | null {
    return this.rings && !this.request ? standing(this.rings) : null;
  }

  check(): Promise<Result> {
    return this.engine.ask({ kind: "check", rings: this.plan });
  }

  /** The scene with what was drawn in it, as an .obj file. */
  async sceneFile(): Promise<Uint8Array> {
    return (await this.engine.ask({ kind: "scene", rings: standing(this.rings ?? []) })).bytes!;
  }

  async write(file: FileKind): Promise<Uint8Array> {
    return (await this.engine.ask({ kind: "write", file })).bytes!;
  }

  /** Shows the roadmap of the plan, or no longer. */
  async showRoadmap(wanted: boolean): Promise<void> {
    this.wantsRoadmap = wanted;
    this.roadmap = null;
    await this.settled();
    await this.makeRoadmap();
  }

  /** The roadmap of what stands; a change of the plan takes it away, and this brings it back. */
  private async makeRoadmap(): Promise<void> {
    const { plan, scene } = this;
    if (this.wantsRoadmap && plan && scene) {
      const { roadmap = null } = await this.engine.ask({ kind: "roadmap", rings: plan });
      this.roadmap = scene === this.scene ? roadmap : null;
    }
    this.onchange();
  }

  async save(): Promise<Uint8Array> {
    return (await this.engine.ask({ kind: "save" })).bytes!;
  }

  /** When nothing is under way or wanted any more. */
  async settled(): Promise<void> {
    while (this.busy) {
      await this.busy;
    }
  }

  /** Sights, once nothing else is to be done: paths are then found several times as fast. */
  private async rest(): Promise<void> {
    await this.settled();
    if (!this.sights && this.scene && this.scene.cellFirst.length > MOST_CELLS) {
      await this.makeRoadmap();
    } else if (!this.sights && this.scene) {
      try {
        await this.engine.ask({ kind: "sights" });
        this.sights = true;
        this.ask(null); // so that the time shown is that of a search with sights
        await this.makeRoadmap();
      } catch {
        // Without sights paths are the same, only slower; a cancelled worker has none.
      }
    }
  }

  private pump(): Promise<void> {
    this.busy ??= this.work().finally(() => {
      this.busy = null;
      this.working = false;
      this.onchange();
    });
    return this.busy;
  }

  private async work(): Promise<void> {
    while (this.wantedBuild || this.wantedQuestion) {
      const build = this.wantedBuild;
      const question = this.wantedQuestion ?? this.question(this.start, this.goal, null);
      this.wantedBuild = this.wantedQuestion = null;
      this.working = build !== null;
      if (build && build.effort > 0) {
        this.onchange();
      }
      try {
        this.take(await this.engine.ask(build ? { kind: "build", effort: build.effort, rings: standing(build.rings), question } : { kind: "find", question }));
        if (build) {
          this.goodRings = build.rings;
          this.effort = build.effort;
          this.problem = "";
        }
      } catch (error) {
        this.refuse(error as Error, build);
      }
      this.onchange();
    }
  }

  /** A plan that is refused gives way to the last one that was taken. */
  private refuse(error: Error, build: Build | null): void {
    if (error instanceof ClearwayError && error.status === "cancelled") {
      return;
    }
    this.problem = error.message;
    if (build && this.rings === build.rings) {
      this.rings = this.goodRings;
    }
  }

  private take({ scene, found, memoryBytes, milliseconds }: Result): void {
    this.memoryBytes = memoryBytes;
    if (scene) {
      this.scene = scene;
      this.storeys = storeysOf(scene);
      this.roadmap = null;
      this.builds++;
      this.allBuilds++;
      this.buildMilliseconds = milliseconds;
      this.sights = false;
    }
    if (found) {
      this.found = found;
      this.start = found.start;
      this.goal = found.goal;
    } else if (scene) {
      this.found = null;
    }
  }
}
