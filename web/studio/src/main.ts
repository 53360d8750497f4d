/** The page: what people do becomes changes of the state, and the state becomes a picture. */
import { boxRing, doorRing, HINTS, movedRing, polygonRing, ringAt, turnedDoor, wallRing, type PlanRing, type Tool } from "./edit.js";
import { CrowdPlayer, type ColourBy } from "./crowd.js";
import { describe } from "./describe.js";
import { Engine } from "./engine.js";
import { commandLine, download, exported, type ExportKind } from "./export.js";
import { openFile, openText } from "./files.js";
import { element, note, showCrowd, showPanel, showScale, type Projection } from "./panel.js";
import { loadPart, officeText, whyNoSpace } from "./part.js";
import type { Place, Vec2, Vec3 } from "./protocol.js";
import { decodeShared, encodeShared, LINK_LIMIT } from "./share.js";
import { Studio, type Opened } from "./state.js";
import { floorUnder, isOnStorey } from "./storeys.js";
import { listenPinch } from "./touch.js";
import { PlanView, type Drawing, type SharedView } from "./view2d.js";
import type { SpaceView } from "./view3d.js";

interface Example {
  start?: Place;
  goal?: Place;
  radius?: number;
  /** Floors of a scene that are not joined to these are left out. */
  from?: Vec3[];
}

const EXAMPLES: Record<string, Example> = {
  // From the atrium to the end of the bar: behind the bar, between the tables, around the cafe.
  "office.wkt": { start: [24.4, 18.5], goal: [32.6, 12.1], radius: 0.3 },
  "pillars.wkt": {},
  "tangle.geojson": {},
  "bridge.obj": {},
  "ramp.obj": {},
  // From the street to a bedroom upstairs, through the bath or around it.
  "house.obj": { start: [2, -4.8, -0.12], goal: [3.2, 0.9, 2.95], radius: 0.25, from: [[2, -4.8, -0.12]] },
};
/** Metres that an arrow key moves a handle, and with Shift. */
const STEP = 0.1;
const LARGE_STEP = 1;
const ZOOM_STEP = 1.3;
/** Pixels that an arrow key moves the view. */
const PAN_STEP = 60;
const HISTORY_LIMIT = 200;

export class Page {
  readonly view = new PlanView(element<HTMLCanvasElement>("plan"));
  tool: Tool = "move";
  chosen = -1;
  draft: Vec2[] = [];
  history: PlanRing[][] = [];
  frames = 0;
  /** When the first path was drawn, in milliseconds since the page was asked for. */
  firstPath = 0;
  storey = -1;
  space: SpaceView | null = null;
  /** Whether floors are shown in space. */
  inSpace = false;
  readonly crowd: CrowdPlayer;
  private drawn = false;
  /** The rings when the pointer was pressed. */
  private pressed: PlanRing[] | null = null;
  private drag: ((point: Vec2, screen: Vec2) => void) | null = null;
  private release: ((point: Vec2) => void) | null = null;

  constructor(readonly studio: Studio) {
    studio.onchange = () => this.redraw();
    this.crowd = new CrowdPlayer(studio.engine);
    this.crowd.onchange = () => this.redraw();
    new ResizeObserver(() => {
      const first = this.view.resize() && !this.drawn;
      if (studio.scene && (first || !this.view.fitted)) {
        this.view.fit(studio.scene);
      }
      this.redraw();
    }).observe(this.view.canvas);
    this.listenHandles();
    this.listenCanvas();
    this.listenPanel();
    this.listenFiles();
  }

  redraw(): void {
    if (this.frames++ === 0) {
      requestAnimationFrame(() => {
        this.frames = 0;
        this.view.resize();
        const drawing = this.drawing();
        if (this.inSpace && this.space) {
          this.space.draw(drawing);
        } else {
          this.view.draw(drawing);
        }
        this.firstPath ||= drawing.found ? performance.now() : 0;
        showPanel(this.studio, this.projection());
        showScale(this.inSpace ? 0 : this.view.gridStep(), this.view.view.scale);
        showCrowd(this.crowd);
        element<HTMLButtonElement>("undo").disabled = this.history.length === 0;
        element<HTMLButtonElement>("delete").disabled = this.chosen < 0;
      });
    }
  }

  private drawing(): Drawing {
    const { scene, found, radius, start, goal, rings, roadmap, storeys } = this.studio;
    const { people, colourBy } = this.crowd;
    return { scene, found, radius, start, goal, rings, roadmap, storeys, people, colourBy, storey: this.storey, chosen: this.chosen, draft: this.draft };
  }

  /** Where things are in the view that is shown. */
  projection(): Projection {
    const { view, space } = this;
    return this.inSpace && space
      ? { canvas: space.canvas, toScreen: (place) => space.toScreen(place), scale: 20 }
      : { canvas: view.canvas, toScreen: (place) => view.toScreen(place), scale: view.view.scale };
  }

  /** Shows floors in space or in plan; says why where it cannot. */
  async showSpace(wanted: boolean): Promise<void> {
    const why = wanted && !this.space ? whyNoSpace() : "";
    if (why) {
      note(why, true);
      return;
    }
    try {
      if (wanted && !this.space) {
        const { SpaceView } = await loadPart("clearwaySpace");
        this.space = new SpaceView(element<HTMLCanvasElement>("space"), () => this.redraw());
      }
      this.inSpace = wanted;
      if (wanted) {
        this.setTool("move");
      }
      element("space").hidden = !wanted;
      element("plan").hidden = wanted;
      element("in-space").setAttribute("aria-pressed", String(wanted));
    } catch (error) {
      note(`The 3D view cannot start: ${(error as Error).message}`, true);
    }
    this.redraw();
  }

  /** Opens a plan; what cannot be opened leaves a sentence, and the page goes on. */
  async open(bring: () => Promise<Opened> | Opened, view?: SharedView): Promise<void> {
    try {
      const opened = await bring();
      this.crowd.forget();
      await this.studio.open(opened);
      this.storey = -1;
      this.history = [];
      this.chosen = -1;
      this.draft = [];
      this.view.resize();
      if (view) {
        this.view.show(view);
      } else {
        this.view.fit(this.studio.scene!);
      }
      this.drawn = true;
      note(this.studio.rings ? "" : "A mesh without its plan: paths work, the plan cannot be changed.");
      const stacked = this.studio.storeys.heights.length > 1;
      if (stacked !== this.inSpace && (this.inSpace || whyNoSpace() === "")) {
        await this.showSpace(stacked);
      }
    } catch (error) {
      note((error as Error).message, true);
    }
    this.redraw();
  }

  openExample(name: string): Promise<void> {
    const { from, ...ends } = EXAMPLES[name];
    return this.open(async () => {
      const opened = openText(name, name === "office.wkt" ? await officeText() : (await loadPart("clearwayExamples"))[name]);
      if (opened.request?.kind === "obj") {
        opened.request.from = from;
      }
      return { ...opened, ...ends };
    });
  }

  private at(event: PointerEvent | MouseEvent): Vec2 {
    const box = element("stage").getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  // --- handles

  /** A point with the height of an end, where the floor has heights: a drag stays on its storey. */
  private raised([x, y]: Vec2, height: number | undefined): Place {
    const { heights } = this.studio.storeys;
    const z = this.storey >= 0 && heights.length > 1 ? heights[this.storey] : height;
    return z === undefined ? [x, y] : [x, y, z];
  }

  private placeAt(screen: Vec2, height: number | undefined): Place | null {
    if (this.inSpace && this.space) {
      const place = this.space.toPlace(screen);
      return place && this.studio.scene?.level ? [place[0], place[1]] : place;
    }
    return this.raised(this.view.toPlan(screen), height);
  }

  private listenHandles(): void {
    for (const end of ["start", "goal"] as const) {
      const handle = element(end);
      handle.addEventListener("pointerdown", (event) => {
        handle.setPointerCapture(event.pointerId);
        const move = (moved: PointerEvent) => {
          const at = this.placeAt(this.at(moved), this.studio[end][2]);
          if (at) {
            this.studio.ask(end, at);
          }
        };
        handle.addEventListener("pointermove", move);
        const stop = () => handle.removeEventListener("pointermove", move);
        handle.addEventListener("pointerup", stop, { once: true });
        handle.addEventListener("pointercancel", stop, { once: true });
      });
      handle.addEventListener("keydown", (event) => {
        const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        if (direction) {
          event.preventDefault();
          const step = event.shiftKey ? LARGE_STEP : STEP;
          const [x, y, z] = this.studio[end];
          this.studio.ask(end, this.raised([x + direction[0] * step, y + direction[1] * step], z));
        }
      });
    }
  }

  // --- the plan itself

  private listenCanvas(): void {
    const { canvas } = this.view;
    listenPinch(canvas, (event) => this.at(event), {
      begin: () => this.takeBack(),
      move: (factor, middle, by) => {
        this.view.zoom(factor, middle);
        this.view.pan(by);
        this.redraw();
      },
    });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.press(this.view.toPlan(this.at(event)), this.at(event));
      canvas.classList.toggle("dragging", this.drag !== null && this.tool === "move");
    });
    canvas.addEventListener("pointermove", (event) => {
      this.drag?.(this.view.toPlan(this.at(event)), this.at(event));
      if (this.tool === "polygon" && this.draft.length > 0) {
        this.draft = [...this.draft.slice(0, -1), this.view.toPlan(this.at(event))];
        this.redraw();
      }
    });
    const end = (event: PointerEvent) => {
      this.release?.(this.view.toPlan(this.at(event)));
      this.drag = this.release = null;
      canvas.classList.remove("dragging");
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("dblclick", () => this.closePolygon());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.view.zoom(Math.exp(-event.deltaY * 0.0015), this.at(event));
      this.redraw();
    }, { passive: false });
  }

  /** Ends what a press began as if it had not been. */
  private takeBack(): void {
    if (this.drag && this.pressed && this.pressed !== this.studio.rings) {
      this.studio.change(this.pressed, true);
    }
    this.drag = this.release = null;
    this.draft = [];
    this.redraw();
  }

  private press(point: Vec2, screen: Vec2): void {
    this.pressed = this.studio.rings;
    if (this.tool === "polygon") {
      this.draft = this.draft.length === 0 ? [point, point] : [...this.draft.slice(0, -1), point, point];
    } else if (this.tool === "move") {
      this.pressMove(point, screen);
    } else if (this.studio.rings) {
      this.pressDraw(point);
    }
    this.redraw();
  }

  private pressMove(point: Vec2, screen: Vec2): void {
    const { rings } = this.studio;
    this.chosen = rings ? ringAt(rings, point, this.view.view.scale, (ring) => isOnStorey(ring, this.studio.storeys, this.storey)) : -1;
    if (rings && this.chosen >= 0) {
      const [index, before] = [this.chosen, rings];
      const movedBy = (to: Vec2) => before.map((ring, i) =>
        i === index ? movedRing(ring, [to[0] - point[0], to[1] - point[1]]) : ring);
      let moved = false;
      this.drag = (to) => {
        moved = true;
        this.studio.change(movedBy(to), false);
      };
      this.release = (to) => {
        if (moved) {
          this.remember(before);
          this.studio.change(movedBy(to), true);
        } else {
          this.turnDoor();
        }
      };
      return;
    }
    let last = screen;
    this.drag = (_to, now) => {
      this.view.pan([now[0] - last[0], now[1] - last[1]]);
      last = now;
      this.redraw();
    };
  }

  /** What is drawn in a scene stands on the floor under a point. */
  private standOn(point: Vec2): { floor?: number } {
    const { request, scene, storeys } = this.studio;
    return request && scene ? { floor: floorUnder(scene, storeys, this.storey, point) } : {};
  }

  private pressDraw(from: Vec2): void {
    const before = this.studio.rings!;
    const standing = this.standOn(from);
    const shape = { box: boxRing, wall: wallRing, door: doorRing }[this.tool as "box" | "wall" | "door"];
    const make = (a: Vec2, b: Vec2): PlanRing | null => {
      const ring = shape(a, b);
      return ring && { ...ring, ...standing };
    };
    this.drag = (to) => {
      const ring = make(from, to);
      this.draft = this.tool === "box" ? [] : [from, to];
      if (ring) {
        this.studio.change([...before, ring], false);
      }
    };
    this.release = (to) => {
      this.draft = [];
      const ring = make(from, to);
      if (ring) {
        this.remember(before);
        this.chosen = before.length;
        this.studio.change([...before, ring], true);
      } else {
        this.studio.change(before, true);
      }
      this.setTool("move");
    };
  }

  private closePolygon(): void {
    const before = this.studio.rings;
    const ring = this.tool === "polygon" ? polygonRing(this.draft) : null;
    this.draft = [];
    if (before && ring) {
      const standing = this.standOn([ring.points[0] as number, ring.points[1] as number]);
      this.remember(before);
      this.chosen = before.length;
      this.studio.change([...before, { ...ring, ...standing }], true);
      this.setTool("move");
    }
    this.redraw();
  }

  /** Opens or shuts the chosen door; whoever walks takes notice. */
  turnDoor(): void {
    const { rings } = this.studio;
    const turned = rings && this.chosen >= 0 ? turnedDoor(rings[this.chosen]) : null;
    if (rings && turned) {
      this.remember(rings);
      this.studio.change(rings.map((ring, i) => (i === this.chosen ? turned : ring)), true);
      note(turned.door === "open" ? "The door is open." : "The door is shut.");
    }
  }

  /** Puts what the tool makes in the middle of the view, for those who use no mouse. */
  private place(): void {
    const before = this.studio.rings;
    const { x, y } = this.view.view;
    const [a, b]: [Vec2, Vec2] = [[x - 0.5, y - (this.tool === "box" ? 0.5 : 0)], [x + 0.5, y + (this.tool === "box" ? 0.5 : 0)]];
    const ring = this.tool === "box" ? boxRing(a, b) : this.tool === "wall" ? wallRing(a, b) : this.tool === "door" ? doorRing(a, b) : null;
    if (before && ring) {
      this.remember(before);
      this.chosen = before.length;
      this.studio.change([...before, { ...ring, ...this.standOn([x, y]) }], true);
      this.setTool("move");
    }
  }

  /** Chooses the next obstacle, wall or door. */
  private chooseNext(): void {
    const { rings } = this.studio;
    const count = rings?.length ?? 0;
    for (let i = 1; rings && i <= count; i++) {
      const next = (this.chosen + i + count) % count;
      if (rings[next].kind === "obstacle" || rings[next].kind === "barrier") {
        this.chosen = next;
        note(`Chosen: ${rings[next].door ? `a door, ${rings[next].door}` : rings[next].kind}. Arrow keys move it, O opens and shuts a door.`);
        this.redraw();
        return;
      }
    }
    note("There is no obstacle, wall or door to choose.");
  }

  private moveChosen(direction: readonly number[], step: number): void {
    const { rings } = this.studio;
    if (rings && this.chosen >= 0) {
      this.remember(rings);
      this.studio.change(rings.map((ring, i) => (i === this.chosen ? movedRing(ring, [direction[0] * step, direction[1] * step]) : ring)), true);
    }
  }

  private remember(rings: PlanRing[]): void {
    this.history = [...this.history.slice(-HISTORY_LIMIT), rings];
  }

  undo(): void {
    const before = this.history.pop();
    if (before) {
      this.chosen = -1;
      this.studio.change(before, true);
    }
  }

  deleteChosen(): void {
    const { rings } = this.studio;
    if (rings && this.chosen >= 0) {
      this.remember(rings);
      const left = rings.filter((_ring, i) => i !== this.chosen);
      this.chosen = -1;
      this.studio.change(left, true);
    }
  }

  setTool(tool: Tool): void {
    if (tool !== "move" && !this.studio.rings) {
      note("This mesh has no plan that could be changed; open a plan or a scene.", true);
      return;
    }
    if (tool !== "move" && this.inSpace) {
      void this.showSpace(false);
    }
    this.tool = tool;
    this.draft = [];
    element("hint").textContent = HINTS[tool];
    this.view.canvas.classList.toggle("drawing", tool !== "move");
    document.querySelectorAll<HTMLElement>("#tools button").forEach((button) =>
      button.setAttribute("aria-pressed", String(button.dataset["tool"] === tool)));
    this.redraw();
  }

  // --- the panel

  private listenPanel(): void {
    const { studio } = this;
    const slider = element<HTMLInputElement>("radius");
    slider.addEventListener("input", () => studio.setRadius(Number(slider.value)));
    const click = (id: string, act: () => void) => element(id).addEventListener("click", act);
    const middle = (): Vec2 => [this.view.canvas.clientWidth / 2, this.view.canvas.clientHeight / 2];
    const zoom = (factor: number) => () => {
      if (this.inSpace && this.space) {
        this.space.zoom(factor);
      } else {
        this.view.zoom(factor, middle());
      }
      this.redraw();
    };
    click("in-space", () => void this.showSpace(!this.inSpace));
    const storey = element<HTMLSelectElement>("storey");
    storey.addEventListener("change", () => {
      this.storey = Number(storey.value);
      this.redraw();
    });
    const roadmap = element<HTMLInputElement>("roadmap");
    roadmap.addEventListener("change", () => void studio.showRoadmap(roadmap.checked).catch((error: Error) => note(error.message, true)));
    const colour = element<HTMLSelectElement>("colour");
    colour.addEventListener("change", () => {
      this.crowd.colourBy = colour.value as ColourBy;
      this.redraw();
    });
    click("zoom-in", zoom(ZOOM_STEP));
    click("zoom-out", zoom(1 / ZOOM_STEP));
    click("fit", () => {
      if (studio.scene) {
        this.view.fit(studio.scene);
        this.space?.fit();
        this.redraw();
      }
    });
    document.querySelectorAll<HTMLElement>("#tools button").forEach((button) =>
      button.addEventListener("click", () => this.setTool(button.dataset["tool"] as Tool)));
    click("undo", () => this.undo());
    click("delete", () => this.deleteChosen());
    click("fewest", () => void studio.fewest());
    click("cancel", () => {
      this.crowd.forget();
      void studio.cancel();
    });
    click("play", () => this.playOrPause());
    click("clear-crowd", () => this.crowd.forget());
    const film = element<HTMLSelectElement>("film");
    film.addEventListener("change", () => { this.crowd.speed = Number(film.value); });
    click("check", () => void this.check());
    click("share", () => void this.share());
    const select = element<HTMLSelectElement>("export");
    select.addEventListener("change", () => {
      void this.export(select.value as ExportKind);
      select.value = "";
    });
    document.addEventListener("keydown", (event) => this.key(event));
    this.setTool("move");
  }

  private playOrPause(): void {
    const { crowd, studio } = this;
    if (crowd.playing) {
      crowd.pause();
    } else if (crowd.people && crowd.people.x.length > 0) {
      crowd.play();
    } else {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches && !crowd.people;
      void crowd.start(Number(element<HTMLSelectElement>("people").value), studio.goal, !still);
    }
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.key === "z" && (event.ctrlKey || event.metaKey)) {
      this.undo(); // wherever the focus is: there is no text to be written on this page
      return;
    }
    if (["INPUT", "SELECT"].includes(target.tagName) || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const tools: Record<string, Tool> = { v: "move", b: "box", p: "polygon", w: "wall", d: "door" };
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (direction && target === document.body) {
      if (this.chosen >= 0) {
        this.moveChosen(direction, event.shiftKey ? LARGE_STEP : STEP);
      } else {
        this.view.pan([-direction[0] * PAN_STEP, direction[1] * PAN_STEP]);
        this.redraw();
      }
      return;
    }
    const button = { "+": "zoom-in", "-": "zoom-out", "0": "fit" }[event.key];
    if (button) {
      element(button).click();
      return;
    }
    if (tools[event.key]) {
      this.setTool(tools[event.key]);
    } else if (event.key === "Enter" && this.tool === "polygon" && target === document.body) {
      this.closePolygon();
    } else if (event.key === "Enter" && !target.matches("#start, #goal, #panel :not(#tools *), #zoom *") && this.tool !== "move") {
      event.preventDefault();
      this.place();
    } else if (event.key === "n") {
      this.chooseNext();
    } else if (event.key === "o") {
      this.turnDoor();
    } else if (event.key === "Escape") {
      this.takeBack();
      this.setTool("move");
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.deleteChosen();
    }
  }

  private async check(): Promise<void> {
    try {
      await this.studio.settled();
      await this.studio.check();
      const against = this.studio.rings ? "; it covers the plan and nothing else" : "";
      note(`Checked: every cell is convex, every portal has two sides${against}. Hash ${this.studio.scene!.hash}.`);
    } catch (error) {
      note((error as Error).message, true);
    }
  }

  private async share(): Promise<void> {
    const { name, rings, request, start, goal, radius } = this.studio;
    const file = !request ? "" : "bytes" in request ? request.bytes : "text" in request ? request.text : "";
    const large = request && file.length > LINK_LIMIT * 8; // nothing packs that well
    const hash = large ? "" : await encodeShared({ name, rings, request, start, goal, radius, view: this.view.shared() });
    if (large || hash.length > LINK_LIMIT) {
      note(`${name} does not fit in a link of ${LINK_LIMIT} characters; export it instead.`, true);
      return;
    }
    history.replaceState(null, "", hash);
    try {
      await navigator.clipboard.writeText(location.href);
      note(`The link is in the address bar and copied: ${hash.length} characters hold ${name} and the path.`);
    } catch {
      note(`The link is in the address bar: ${hash.length} characters hold ${name} and the path.`);
    }
  }

  private async export(kind: ExportKind): Promise<void> {
    try {
      if (kind === "command") {
        note(commandLine(this.studio));
      } else if (kind) {
        const canvas = this.inSpace && this.space ? this.space.canvas : this.view.canvas;
        const taken = await exported(kind, this.studio, { canvas, trajectories: () => this.crowd.trajectories() });
        download(taken);
        note(`${taken.name} goes to your downloads.`);
      }
    } catch (error) {
      note((error as Error).message, true);
    }
  }

  // --- files

  private listenFiles(): void {
    const input = element<HTMLInputElement>("file");
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file) {
        void this.open(() => openFile(file));
      }
      input.value = "";
    });
    const select = element<HTMLSelectElement>("example");
    Object.keys(EXAMPLES).forEach((name) => select.add(new Option(name, name)));
    select.addEventListener("change", () => {
      if (select.value) {
        void this.openExample(select.value);
      }
      select.value = "";
    });
    const drop = element("drop");
    addEventListener("dragover", (event) => {
      event.preventDefault();
      drop.hidden = false;
    });
    addEventListener("dragleave", (event) => {
      drop.hidden = event.relatedTarget === null;
    });
    addEventListener("drop", (event) => {
      event.preventDefault();
      drop.hidden = true;
      const file = event.dataTransfer?.files[0];
      if (file) {
        void this.open(() => openFile(file));
      }
    });
    addEventListener("hashchange", () => void this.openAddress());
  }

  /** What the address holds, or the office. */
  async openAddress(): Promise<void> {
    try {
      const shared = await decodeShared(location.hash);
      if (shared) {
        const { view, ...opened } = shared;
        await this.open(() => opened, view);
        if (this.studio.scene) {
          return;
        }
        throw new Error(element("note").textContent!); // nothing else is open: better the office than an empty page
      }
    } catch (error) {
      await this.openExample("office.wkt");
      note((error as Error).message, true);
      return;
    }
    await this.openExample("office.wkt");
  }
}

async function begin(): Promise<void> {
  try {
    const page = new Page(new Studio(await Engine.start()));
    Object.assign(globalThis, {
      clearwayStudio: {
        state: () => describe(page),
        settled: () => page.studio.settled(),
        toScreen: (point: Place) => page.projection().toScreen(point),
        gather: (count: number) => page.crowd.start(count, page.studio.goal, false),
        step: (steps: number) => page.crowd.step(steps),
        rings: () => page.studio.rings,
        search: (radius: number, times: number) => page.studio.timeSearch(radius, times),
      },
    });
    await page.openAddress();
  } catch (error) {
    note(`The studio cannot start: ${(error as Error).message}`, true);
  }
}

void begin();
