/**
 * People who walk to B. The crowd moves in steps of one length, so that it is the same on every machine
 * whatever the film's speed; the page asks for the steps that are due when the last have come. Slow or
 * late people are also drawn with a darker rim.
 */
import type { Engine } from "./engine.js";
import type { People, Place, Vec2 } from "./protocol.js";

/** Seconds of one step of the crowd. */
export const STEP_SECONDS = 0.05;
/** Most steps that are asked for at once: the film falls behind rather than the page. */
const MOST_STEPS = 8;
/** Steps between two frames that are kept for the trajectories. */
const KEPT_EVERY = 2;
/** Numbers that are kept at most: an hour of a small crowd, minutes of a large one. */
const MOST_KEPT = 20_000_000;

/** From standing or late to as fast as they like. */
const COLOURS = ["#b91c1c", "#d9630f", "#c99a06", "#5d9b2f", "#15803d"];
/** Seconds lost that count as very late. */
const LATE_SECONDS = 10;

export type ColourBy = "speed" | "delay";

export class CrowdPlayer {
  people: People | null = null;
  playing = false;
  /** Seconds of the crowd in a second of the film. */
  speed = 1;
  colourBy: ColourBy = "speed";
  problem = "";
  private last = 0;
  private due = 0;
  private kept: { frame: number; people: People }[] = [];
  private keptNumbers = 0;
  private stepCount = 0;
  /** Rises when the crowd is forgotten: what is still under way is then of no meaning. */
  private forgotten = 0;
  onchange: () => void = () => {};

  constructor(private readonly engine: Engine) {}

  /** Puts people on the floor; they walk at once unless told otherwise. */
  async start(count: number, goal: Place, walk = true): Promise<void> {
    this.forget();
    await this.run(() => this.engine.ask({ kind: "crowd", count, goal }));
    if (walk) {
      this.play();
    }
  }

  play(): void {
    if (this.people && !this.playing) {
      this.playing = true;
      this.last = performance.now();
      void this.loop();
    }
    this.onchange();
  }

  pause(): void {
    this.playing = false;
    this.onchange();
  }

  /** The crowd is gone, with its mesh and its trajectories. */
  forget(): void {
    this.forgotten++;
    this.people = null;
    this.kept = [];
    this.keptNumbers = this.stepCount = this.due = 0;
    this.pause();
  }

  /** Advances by so many steps. */
  async step(steps: number): Promise<void> {
    this.stepCount += steps;
    await this.run(() => this.engine.ask({ kind: "step", steps }));
    this.keep();
  }

  /** The trajectories so far as text for PedPy. */
  trajectories(): string {
    if (this.kept.length === 0) {
      throw new Error("there is no crowd whose trajectories could be taken; press Play");
    }
    const lines = ["# description: crowd of the Clearway studio", `# framerate: ${(1 / (STEP_SECONDS * KEPT_EVERY)).toFixed(2)}`,
      "# id frame x/m y/m z/m"];
    for (const { frame, people } of this.kept) {
      people.x.forEach((x, i) => lines.push(
        `${people.serial[i]} ${frame} ${x.toFixed(4)} ${people.y[i].toFixed(4)} ${people.z[i].toFixed(4)}`));
    }
    return `${lines.join("\n")}\n`;
  }

  private keep(): void {
    const frame = Math.floor(this.stepCount / KEPT_EVERY);
    if (this.people && this.kept.at(-1)?.frame !== frame && this.keptNumbers < MOST_KEPT) {
      this.kept.push({ frame, people: this.people });
      this.keptNumbers += 8 * this.people.x.length;
    }
  }

  private async loop(): Promise<void> {
    while (this.playing) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      this.due += (Math.max(now - this.last, 0) / 1000) * this.speed;
      this.last = now;
      // Every kept frame is met: at most so many steps that none is passed over.
      const steps = Math.min(Math.floor(this.due / STEP_SECONDS), MOST_STEPS);
      this.due = Math.min(this.due - steps * STEP_SECONDS, STEP_SECONDS * MOST_STEPS);
      for (let left = steps; left > 0 && this.playing; left -= KEPT_EVERY) {
        await this.step(Math.min(left, KEPT_EVERY));
      }
      if (this.people && this.people.x.length === 0) {
        this.pause();
      }
    }
  }

  private async run(ask: () => Promise<{ people?: People }>): Promise<void> {
    const before = this.forgotten;
    try {
      const { people = null } = await ask();
      if (before === this.forgotten) {
        this.people = people;
        this.problem = "";
      }
    } catch (error) {
      if (before === this.forgotten) {
        this.problem = (error as Error).message;
        this.forget();
      }
    }
    this.onchange();
  }
}

/** Which colour each person has. */
export function bandOf(people: People, by: ColourBy, i: number): number {
  const share = by === "speed" ? people.share[i] : 1 - Math.min(people.delay[i] / LATE_SECONDS, 1);
  return Math.floor(Math.min(share * COLOURS.length, COLOURS.length - 1));
}

export function crowdColours(): readonly string[] {
  return COLOURS;
}

/** Draws people; the context is in metres relative to `middle`. */
export function drawPeople(context: CanvasRenderingContext2D, people: People, by: ColourBy, middle: Vec2, pixel: number): void {
  COLOURS.forEach((colour, band) => {
    context.beginPath();
    people.x.forEach((x, i) => {
      if (bandOf(people, by, i) === band) {
        const [left, top] = [x - middle[0], people.y[i] - middle[1]];
        context.moveTo(left + people.radius[i], top);
        context.arc(left, top, people.radius[i], 0, 2 * Math.PI);
      }
    });
    context.fillStyle = colour;
    context.fill();
    context.strokeStyle = band < 2 ? "#16222e" : "#ffffff";
    context.lineWidth = pixel;
    context.stroke();
  });
}
