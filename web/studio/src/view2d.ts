/**
 * The plan on a canvas. Cells, portals and walls are kept in a layer of their own, which is drawn
 * anew only when mesh, view or size change; each frame lays the path and what belongs to the radius
 * over it. Positions are taken relative to the middle of the mesh before they reach the canvas,
 * whose numbers are short.
 */
import { legTurn, type Leg } from "clearway";
import { drawPeople, type ColourBy } from "./crowd.js";
import type { PlanRing } from "./edit.js";
import type { Found, People, Place, Roadmap, Scene, Vec2 } from "./protocol.js";
import { isOnStorey, type Storeys } from "./storeys.js";

/** The middle of the view in metres, and pixels per metre. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

/** A view and the size of the canvas that showed it, in pixels. */
export interface SharedView extends View {
  size?: Vec2;
}

export const COLOURS = {
  ground: "#e8edf1",
  grid: "#dbe2e8",
  cells: ["#fdf8ec", "#edf5ee", "#ebf1f9", "#f8eff1", "#f3f0fa", "#eef6f7"],
  wayCells: "#fff1b8",
  portal: "#b3c0cb",
  wall: "#22303d",
  open: "#0f8a63",
  shut: "#c02f3f",
  band: "rgba(37, 99, 235, 0.32)",
  path: "#1d4ed8",
  casing: "#ffffff",
  obstacle: "rgba(52, 66, 80, 0.88)",
  chosen: "#f5a524",
  draft: "#b4370b",
  roadmap: "#7c3aed",
  door: "#8a4b08",
};

/** Pixels per metre, when zooming. */
export const LEAST_SCALE = 1e-6;
export const MOST_SCALE = 1e6;
const NONE = 0xffffffff;
/** Pixels around the plan when all of it is shown. */
const MARGIN = 36;
/** Pixels between the lines of the grid, at least. */
const GRID_PIXELS = 26;

/** A colour for each cell that its neighbours do not have. */
export function colourCells(scene: Scene): Uint8Array {
  const count = scene.cellFirst.length - 1;
  const colours = new Uint8Array(count).fill(255);
  for (let cell = 0; cell < count; cell++) {
    const taken = new Set<number>();
    for (let edge = scene.cellFirst[cell]; edge < scene.cellFirst[cell + 1]; edge++) {
      const twin = scene.edgeTwin[edge];
      if (twin !== NONE) {
        taken.add(colours[scene.edgeCell[twin]]);
      }
    }
    const first = (cell * 5) % COLOURS.cells.length;
    let colour = first;
    for (let i = 0; i < COLOURS.cells.length && taken.has(colour); i++) {
      colour = (first + i) % COLOURS.cells.length;
    }
    colours[cell] = colour;
  }
  return colours;
}

/** The smallest box around the vertices: least x, least y, most x, most y. */
export function boundsOf(scene: Scene): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < scene.vertices.length; i += 3) {
    box[0] = Math.min(box[0], scene.vertices[i]);
    box[1] = Math.min(box[1], scene.vertices[i + 1]);
    box[2] = Math.max(box[2], scene.vertices[i]);
    box[3] = Math.max(box[3], scene.vertices[i + 1]);
  }
  return box;
}

export interface Drawing {
  scene: Scene | null;
  found: Found | null;
  radius: number;
  start: Place;
  goal: Place;
  rings: readonly PlanRing[] | null;
  /** The ring that is chosen, or -1. */
  chosen: number;
  /** What is being drawn. */
  draft: Vec2[];
  people: People | null;
  colourBy: ColourBy;
  roadmap: Roadmap | null;
  storeys: Storeys;
  /** The storey that is shown, or -1 for all. */
  storey: number;
}

export class PlanView {
  view: View = { x: 0, y: 0, scale: 20 };
  /** Time of the last frame, in milliseconds. */
  frameMilliseconds = 0;
  private readonly layer = document.createElement("canvas");
  private layerKey = "";
  private layerScene: Scene | null = null;
  private colours: Uint8Array = new Uint8Array(0);
  private middle: Vec2 = [0, 0];

  constructor(readonly canvas: HTMLCanvasElement) {}

  get ratio(): number {
    return Math.min(window.devicePixelRatio || 1, 3);
  }

  /** Fits the canvas to its place; true when its size changed. */
  resize(): boolean {
    const width = Math.max(1, Math.round(this.canvas.clientWidth * this.ratio));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * this.ratio));
    const changed = this.canvas.width !== width || this.canvas.height !== height;
    if (changed) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    return changed;
  }

  /** Whether the last fit saw the place of the canvas: behind the 3D view it has none. */
  fitted = true;

  fit(scene: Scene): void {
    this.fitted = this.canvas.clientWidth > 0;
    const [left, bottom, right, top] = boundsOf(scene);
    const wide = Math.max(this.canvas.clientWidth - 2 * MARGIN, 50) / Math.max(right - left, 1e-6);
    const high = Math.max(this.canvas.clientHeight - 2 * MARGIN, 50) / Math.max(top - bottom, 1e-6);
    this.view = { x: (left + right) / 2, y: (bottom + top) / 2, scale: Math.min(wide, high) };
  }

  shared(): SharedView {
    return { ...this.view, size: [this.canvas.clientWidth, this.canvas.clientHeight] };
  }

  /** Shows what another canvas showed; on a smaller one as much of the plan, smaller. */
  show({ x, y, scale, size: [wide, high] = [0, 0] }: SharedView): void {
    this.fitted = true;
    const smaller = Math.min(this.canvas.clientWidth / (wide || 1), this.canvas.clientHeight / (high || 1), 1);
    this.view = { x, y, scale: Math.max(scale * smaller, LEAST_SCALE) };
  }

  toScreen([x, y]: Place): Vec2 {
    const { view, canvas } = this;
    return [canvas.clientWidth / 2 + (x - view.x) * view.scale, canvas.clientHeight / 2 - (y - view.y) * view.scale];
  }

  toPlan([x, y]: Vec2): Vec2 {
    const { view, canvas } = this;
    return [view.x + (x - canvas.clientWidth / 2) / view.scale, view.y - (y - canvas.clientHeight / 2) / view.scale];
  }

  /** Zooms by a factor around a place on the screen. */
  zoom(factor: number, around: Vec2): void {
    const before = this.toPlan(around);
    this.view.scale = Math.min(Math.max(this.view.scale * factor, LEAST_SCALE), MOST_SCALE);
    const after = this.toPlan(around);
    this.view.x += before[0] - after[0];
    this.view.y += before[1] - after[1];
  }

  /** Moves what is seen by so many pixels. */
  pan([x, y]: Vec2): void {
    this.view.x -= x / this.view.scale;
    this.view.y += y / this.view.scale;
  }

  /** Metres to pixels, y up, relative to the middle of the mesh. */
  private transform(context: CanvasRenderingContext2D): void {
    const scale = this.view.scale * this.ratio;
    context.setTransform(scale, 0, 0, -scale,
      context.canvas.width / 2 + (this.middle[0] - this.view.x) * scale,
      context.canvas.height / 2 - (this.middle[1] - this.view.y) * scale);
  }

  /** Metres of so many pixels of the page. */
  private pixels(count: number): number {
    return count / this.view.scale;
  }

  draw(drawing: Drawing): void {
    const before = performance.now();
    const context = this.canvas.getContext("2d")!;
    const { scene, found } = drawing;
    this.drawLayer(drawing);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.layer, 0, 0);
    this.transform(context);
    context.lineJoin = "round";
    context.lineCap = "round";
    if (scene && found) {
      this.drawWayCells(context, scene, found);
    }
    this.drawRings(context, drawing);
    this.drawNames(context, drawing.rings ?? []);
    if (drawing.roadmap) {
      this.drawRoadmap(context, drawing.roadmap);
    }
    if (scene && found) {
      this.drawPortals(context, found, drawing);
      this.drawPath(context, found);
      this.drawEnds(context, drawing);
      this.drawGap(context, found);
    }
    if (drawing.people) {
      drawPeople(context, drawing.people, drawing.colourBy, this.middle, this.pixels(0.8));
    }
    this.drawDraft(context, drawing.draft);
    this.frameMilliseconds = performance.now() - before;
  }

  private drawLayer({ scene, storeys, storey }: Drawing): void {
    const { x, y, scale } = this.view;
    const key = [x, y, scale, this.canvas.width, this.canvas.height, storey].join();
    if (key === this.layerKey && scene === this.layerScene) {
      return;
    }
    if (scene && scene !== this.layerScene) {
      const [left, bottom, right, top] = boundsOf(scene);
      this.middle = [(left + right) / 2, (bottom + top) / 2];
      this.colours = colourCells(scene);
    }
    this.layerKey = key;
    this.layerScene = scene;
    this.layer.width = this.canvas.width;
    this.layer.height = this.canvas.height;
    const context = this.layer.getContext("2d")!;
    context.fillStyle = COLOURS.ground;
    context.fillRect(0, 0, this.layer.width, this.layer.height);
    this.drawGrid(context);
    if (scene) {
      this.transform(context);
      // Floors above each other: the lower ones first, so that each hides what is below it.
      const order = storey >= 0 ? [storey] : storeys.heights.map((_height, i) => i);
      order.forEach((each) => this.drawCells(context, scene, (cell) => storeys.heights.length < 2 || storeys.ofCell[cell] === each));
    }
  }

  /** Metres between the lines of the grid: 1, 2, 5, 10 … */
  gridStep(): number {
    const least = GRID_PIXELS / this.view.scale;
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((times) => times * power).find((size) => size >= least)!;
  }

  private drawGrid(context: CanvasRenderingContext2D): void {
    const step = this.gridStep();
    const [left, top] = this.toPlan([0, 0]);
    const [right, bottom] = this.toPlan([this.canvas.clientWidth, this.canvas.clientHeight]);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.strokeStyle = COLOURS.grid;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
      const [at] = this.toScreen([x, 0]);
      context.moveTo(Math.round(at) + 0.5, 0);
      context.lineTo(Math.round(at) + 0.5, this.canvas.clientHeight);
    }
    for (let y = Math.ceil(bottom / step) * step; y <= top; y += step) {
      const [, at] = this.toScreen([0, y]);
      context.moveTo(0, Math.round(at) + 0.5);
      context.lineTo(this.canvas.clientWidth, Math.round(at) + 0.5);
    }
    context.stroke();
  }

  private trace(path: Path2D, scene: Scene, cell: number): void {
    const [first, end] = [scene.cellFirst[cell], scene.cellFirst[cell + 1]];
    for (let edge = first; edge < end; edge++) {
      const at = 3 * scene.edgeVertex[edge];
      const [x, y] = [scene.vertices[at] - this.middle[0], scene.vertices[at + 1] - this.middle[1]];
      edge === first ? path.moveTo(x, y) : path.lineTo(x, y);
    }
    path.closePath();
  }

  private drawCells(context: CanvasRenderingContext2D, scene: Scene, isShown: (cell: number) => boolean): void {
    const fills = COLOURS.cells.map(() => new Path2D());
    for (let cell = 0; cell + 1 < scene.cellFirst.length; cell++) {
      if (isShown(cell)) {
        this.trace(fills[this.colours[cell]], scene, cell);
      }
    }
    fills.forEach((path, i) => {
      context.fillStyle = COLOURS.cells[i];
      context.fill(path);
      // Closes the hairlines between cells.
      context.strokeStyle = COLOURS.cells[i];
      context.lineWidth = this.pixels(0.7);
      context.stroke(path);
    });
    const [walls, portals] = [new Path2D(), new Path2D()];
    for (let cell = 0; cell + 1 < scene.cellFirst.length; cell++) {
      const [first, end] = [scene.cellFirst[cell], scene.cellFirst[cell + 1]];
      for (let edge = first; isShown(cell) && edge < end; edge++) {
        const twin = scene.edgeTwin[edge];
        if (twin === NONE || twin > edge || !isShown(scene.edgeCell[twin])) {
          const [a, b] = [edge, edge + 1 === end ? first : edge + 1].map((each) => 3 * scene.edgeVertex[each]);
          const path = twin === NONE ? walls : portals;
          path.moveTo(scene.vertices[a] - this.middle[0], scene.vertices[a + 1] - this.middle[1]);
          path.lineTo(scene.vertices[b] - this.middle[0], scene.vertices[b + 1] - this.middle[1]);
        }
      }
    }
    context.lineCap = "round";
    context.strokeStyle = COLOURS.portal;
    context.lineWidth = this.pixels(1);
    context.stroke(portals);
    context.strokeStyle = COLOURS.wall;
    context.lineWidth = this.pixels(2);
    context.stroke(walls);
  }

  private drawWayCells(context: CanvasRenderingContext2D, scene: Scene, found: Found): void {
    const path = new Path2D();
    for (const cell of found.cells) {
      if (cell + 1 < scene.cellFirst.length) {
        this.trace(path, scene, cell);
      }
    }
    context.globalAlpha = 0.4;
    context.fillStyle = COLOURS.wayCells;
    context.fill(path);
    context.globalAlpha = 1;
  }

  private segments(context: CanvasRenderingContext2D, ends: Float64Array, isShown = (_index: number) => true): void {
    context.beginPath();
    for (let i = 0; i < ends.length; i += 4) {
      if (!isShown(i / 4)) {
        continue;
      }
      context.moveTo(ends[i] - this.middle[0], ends[i + 1] - this.middle[1]);
      context.lineTo(ends[i + 2] - this.middle[0], ends[i + 3] - this.middle[1]);
    }
    context.stroke();
  }

  /** Portals of the storey that is shown, and those on the way. */
  private drawPortals(context: CanvasRenderingContext2D, found: Found, { storey, storeys }: Drawing): void {
    const among = (cells: Uint32Array) => (index: number) => storey < 0 || storeys.ofCell[cells[index]] === storey;
    context.lineWidth = this.pixels(1.6);
    context.strokeStyle = COLOURS.open;
    context.globalAlpha = 0.5;
    this.segments(context, found.open, among(found.openCells));
    context.globalAlpha = 1;
    context.strokeStyle = COLOURS.shut;
    context.setLineDash([this.pixels(4), this.pixels(4)]);
    this.segments(context, found.closed, among(found.closedCells));
    context.setLineDash([]);
    context.strokeStyle = COLOURS.open;
    context.lineWidth = this.pixels(3);
    const used = found.portals.flatMap(({ usable: [right, left] }) => [right[0], right[1], left[0], left[1]]);
    this.segments(context, Float64Array.from(used));
  }

  private traceLegs(legs: Leg[]): Path2D {
    const path = new Path2D();
    const [mx, my] = this.middle;
    legs.forEach((leg, i) => {
      if (i === 0) {
        path.moveTo(leg.from[0] - mx, leg.from[1] - my);
      }
      if (leg.arc) {
        const [x, y] = leg.center;
        const from = Math.atan2(leg.from[1] - y, leg.from[0] - x);
        path.arc(x - mx, y - my, Math.hypot(leg.from[0] - x, leg.from[1] - y), from, from + legTurn(leg), !leg.ccw);
      } else {
        path.lineTo(leg.to[0] - mx, leg.to[1] - my);
      }
    });
    return path;
  }

  private drawPath(context: CanvasRenderingContext2D, found: Found): void {
    if (found.legs.length === 0) {
      return;
    }
    const path = this.traceLegs(found.legs);
    const wide = 2 * found.question.radius;
    if (wide > 0) {
      context.strokeStyle = COLOURS.band;
      context.lineWidth = wide;
      context.stroke(path);
    }
    context.strokeStyle = COLOURS.casing;
    context.lineWidth = this.pixels(5.5);
    context.stroke(path);
    context.strokeStyle = COLOURS.path;
    context.lineWidth = this.pixels(3);
    context.stroke(path);
  }

  private drawEnds(context: CanvasRenderingContext2D, { start, goal, radius }: Drawing): void {
    for (const [[x, y], colour] of [[start, COLOURS.path], [goal, COLOURS.draft]] as const) {
      context.beginPath();
      context.arc(x - this.middle[0], y - this.middle[1], radius, 0, 2 * Math.PI);
      context.globalAlpha = 0.14;
      context.fillStyle = colour;
      context.fill();
      context.globalAlpha = 1;
      context.strokeStyle = colour;
      context.lineWidth = this.pixels(1.5);
      context.stroke();
    }
  }

  /** The gap that is too narrow: the widest disc that passes, and the one that does not. */
  private drawGap(context: CanvasRenderingContext2D, found: Found): void {
    if (!found.gate) {
      return;
    }
    const [x, y] = [found.gate.position[0] - this.middle[0], found.gate.position[1] - this.middle[1]];
    context.lineWidth = this.pixels(2);
    for (const [radius, colour, dash] of [[found.gate.radius, COLOURS.open, 0], [found.question.radius, COLOURS.shut, 5]] as const) {
      context.setLineDash(dash ? [this.pixels(dash), this.pixels(dash)] : []);
      context.strokeStyle = colour;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.stroke();
    }
    context.setLineDash([]);
  }

  private drawRoadmap(context: CanvasRenderingContext2D, { nodes, edges, levels }: Roadmap): void {
    const [skeleton, lanes] = [new Path2D(), new Path2D()];
    levels.forEach((level, i) => {
      const [a, b] = [3 * edges[2 * i], 3 * edges[2 * i + 1]];
      const path = level === 0 ? skeleton : lanes;
      path.moveTo(nodes[a] - this.middle[0], nodes[a + 1] - this.middle[1]);
      path.lineTo(nodes[b] - this.middle[0], nodes[b + 1] - this.middle[1]);
    });
    context.strokeStyle = COLOURS.roadmap;
    context.globalAlpha = 0.45;
    context.lineWidth = this.pixels(1);
    context.stroke(lanes);
    context.globalAlpha = 0.9;
    context.lineWidth = this.pixels(1.4);
    context.stroke(skeleton);
    context.globalAlpha = 1;
  }

  private drawDoor(context: CanvasRenderingContext2D, ring: PlanRing): void {
    context.strokeStyle = COLOURS.door;
    context.lineWidth = this.pixels(4);
    context.setLineDash(ring.door === "open" ? [this.pixels(3), this.pixels(6)] : []);
    context.stroke(this.traceRing(ring));
    context.setLineDash([]);
  }

  private traceRing(ring: PlanRing): Path2D {
    const path = new Path2D();
    const points = ring.points as Float64Array;
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i] - this.middle[0], points[i + 1] - this.middle[1]];
      i === 0 ? path.moveTo(x, y) : path.lineTo(x, y);
    }
    if (ring.kind !== "barrier") {
      path.closePath();
    }
    return path;
  }

  private drawRings(context: CanvasRenderingContext2D, { rings, chosen, storey, storeys }: Drawing): void {
    rings?.forEach((ring, i) => {
      if (!isOnStorey(ring, storeys, storey)) {
        return;
      }
      if (ring.kind === "obstacle") {
        context.fillStyle = COLOURS.obstacle;
        context.fill(this.traceRing(ring));
      }
      if (ring.door) {
        this.drawDoor(context, ring);
      }
      if (i === chosen) {
        context.strokeStyle = COLOURS.chosen;
        context.lineWidth = this.pixels(3.5);
        context.stroke(this.traceRing(ring));
      }
    });
  }

  /** What rooms and zones are called, in their middle. */
  private drawNames(context: CanvasRenderingContext2D, rings: readonly PlanRing[]): void {
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.font = "13px system-ui, \"DejaVu Sans\", sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = COLOURS.wall;
    for (const { name, points } of rings.filter(({ kind }) => kind === "zone")) {
      const [xs, ys] = [0, 1].map((axis) => (points as Float64Array).filter((_value, i) => i % 2 === axis));
      const [low, high] = [Math.min, Math.max].map((pick) => this.toScreen([xs.reduce((a, b) => pick(a, b)), ys.reduce((a, b) => pick(a, b))]));
      const [wide, middle] = [high[0] - low[0], [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2]];
      if (context.measureText(name!).width < wide) {
        context.fillText(name!, middle[0], middle[1]);
      }
    }
    this.transform(context);
  }

  private drawDraft(context: CanvasRenderingContext2D, draft: Vec2[]): void {
    if (draft.length === 0) {
      return;
    }
    context.strokeStyle = COLOURS.draft;
    context.lineWidth = this.pixels(2.5);
    context.beginPath();
    draft.forEach(([x, y], i) => {
      i === 0 ? context.moveTo(x - this.middle[0], y - this.middle[1])
        : context.lineTo(x - this.middle[0], y - this.middle[1]);
    });
    context.stroke();
  }
}
