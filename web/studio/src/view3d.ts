/**
 * Floors in space, with three.js: cells, walls, the way with what it sweeps, people. A script of its own,
 * which the page loads when it is first wanted. Clearway's (x, y, z) is (x, z, -y) here, relative to the
 * middle of the mesh, since numbers are single precision.
 */
import {
  BufferAttribute, BufferGeometry, Color, CylinderGeometry, DirectionalLight, DoubleSide, HemisphereLight,
  InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial,
  PerspectiveCamera, Raycaster, Scene as Space, Vector2, Vector3, WebGLRenderer, type Object3D,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { bandOf, crowdColours } from "./crowd.js";
import type { Place, Scene, Vec2 } from "./protocol.js";
import { colourCells, COLOURS, type Drawing } from "./view2d.js";

/** Metres: height of the walls that are shown, of a person, and of lines above the floor. */
const WALL_HEIGHT = 0.35;
const PERSON_HEIGHT = 1.7;
const ABOVE = 0.03;
/** Half the width of the line of the way, metres. */
const WAY = 0.06;
const NONE = 0xffffffff;

const wallMaterial = new MeshLambertMaterial({ color: COLOURS.wall, side: DoubleSide });
const portalMaterial = new LineBasicMaterial({ color: COLOURS.portal });
const topMaterial = new LineBasicMaterial({ color: COLOURS.wall });
const bandMaterial = new MeshBasicMaterial({ color: COLOURS.path, transparent: true, opacity: 0.3, side: DoubleSide, depthWrite: false });
const wayMaterial = new MeshBasicMaterial({ color: COLOURS.path, side: DoubleSide });

function disposeAll(parent: Object3D): void {
  parent.traverse((child) => (child as Mesh).geometry?.dispose());
}

export class SpaceView {
  private readonly renderer: WebGLRenderer;
  private readonly space = new Space();
  private readonly camera = new PerspectiveCamera(45, 1, 0.05, 5000);
  private readonly orbit: OrbitControls;
  private floor: Mesh | null = null;
  private fixed: Object3D[] = [];
  private moving: Object3D[] = [];
  private people: InstancedMesh | null = null;
  private shown: { scene: Scene | null; storey: number } = { scene: null, storey: -2 };
  private middle: [number, number, number] = [0, 0, 0];
  private size = 10;

  /** `redraw` is called when the view was turned. */
  constructor(readonly canvas: HTMLCanvasElement, redraw: () => void) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.space.background = new Color(COLOURS.ground);
    const sun = new DirectionalLight(0xffffff, 1.6);
    sun.position.set(0.6, 1, 0.8);
    this.space.add(new HemisphereLight(0xffffff, 0xb8c4d0, 1.9), sun);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.maxPolarAngle = Math.PI / 2;
    this.orbit.addEventListener("change", redraw);
    canvas.tabIndex = 0;
    this.orbit.listenToKeyEvents(canvas);
  }

  /** Cells that are drawn, and edges of the mesh: tests read them. */
  get counts(): { triangles: number; calls: number } {
    const { triangles, calls } = this.renderer.info.render;
    return { triangles, calls };
  }

  private turned(x: number, y: number, z: number): [number, number, number] {
    return [x - this.middle[0], z - this.middle[2], this.middle[1] - y];
  }

  toScreen([x, y, z = this.middle[2]]: Place): Vec2 {
    const { clientWidth, clientHeight } = this.canvas;
    const at = new Vector3(...this.turned(x, y, z)).project(this.camera);
    return [((at.x + 1) / 2) * clientWidth, ((1 - at.y) / 2) * clientHeight];
  }

  /** The floor under a place of the screen. */
  toPlace([x, y]: Vec2): Place | null {
    const { clientWidth, clientHeight } = this.canvas;
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2), this.camera);
    const hit = this.floor ? ray.intersectObject(this.floor)[0] : undefined;
    return hit ? [hit.point.x + this.middle[0], this.middle[1] - hit.point.z, hit.point.y + this.middle[2]] : null;
  }

  /** Looks at all of the mesh, slantwise. */
  fit(): void {
    this.orbit.target.set(0, 0, 0);
    this.camera.position.set(-0.45, 0.95, 1.05).multiplyScalar(this.size * 1.1);
    this.orbit.update();
  }

  zoom(factor: number): void {
    this.camera.position.sub(this.orbit.target).divideScalar(factor).add(this.orbit.target);
    this.orbit.update();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.setSize(Math.max(clientWidth, 1), Math.max(clientHeight, 1), false);
    this.camera.aspect = Math.max(clientWidth, 1) / Math.max(clientHeight, 1);
    this.camera.updateProjectionMatrix();
  }

  draw(drawing: Drawing): void {
    this.resize();
    const { scene, storey } = drawing;
    if (scene && (scene !== this.shown.scene || storey !== this.shown.storey)) {
      const first = this.shown.scene === null || this.shown.scene.hash !== scene.hash;
      this.shown = { scene, storey };
      this.setScene(scene, drawing);
      if (first) {
        this.fit();
      }
    }
    this.setMoving(drawing);
    this.setPeople(drawing);
    this.renderer.render(this.space, this.camera);
  }

  private replace(list: Object3D[], made: Object3D[]): Object3D[] {
    list.forEach((object) => {
      this.space.remove(object);
      disposeAll(object);
    });
    this.space.add(...made);
    return made;
  }

  private setScene(scene: Scene, { storeys, storey }: Drawing): void {
    const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
    scene.vertices.forEach((value, i) => {
      low[i % 3] = Math.min(low[i % 3], value);
      high[i % 3] = Math.max(high[i % 3], value);
    });
    this.middle = [0, 1, 2].map((k) => (low[k] + high[k]) / 2) as [number, number, number];
    this.size = Math.max(high[0] - low[0], high[1] - low[1], 1);
    const isShown = (cell: number) => storey < 0 || storeys.ofCell[cell] <= storey;
    this.floor = this.makeFloor(scene, isShown);
    this.fixed = this.replace(this.fixed, [this.floor, this.makeWalls(scene, isShown),
      this.makeLines(scene, isShown, false, WALL_HEIGHT), this.makeLines(scene, isShown, true, ABOVE / 2)]);
  }

  private makeFloor(scene: Scene, isShown: (cell: number) => boolean): Mesh {
    const palette = COLOURS.cells.map((colour) => new Color(colour));
    const colours = colourCells(scene);
    const [points, tints]: [number[], number[]] = [[], []];
    scene.triangleCell.forEach((cell, i) => {
      for (let k = 0; isShown(cell) && k < 3; k++) {
        const at = 9 * i + 3 * k;
        points.push(...this.turned(scene.triangles[at], scene.triangles[at + 1], scene.triangles[at + 2]));
        const { r, g, b } = palette[colours[cell]];
        tints.push(r, g, b);
      }
    });
    const geometry = geometryOf(points).setAttribute("color", new BufferAttribute(Float32Array.from(tints), 3));
    geometry.computeVertexNormals();
    return new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true, side: DoubleSide }));
  }

  /** The corners of the edges that are walls, or portals. */
  private edges(scene: Scene, isShown: (cell: number) => boolean, portals: boolean): number[][] {
    const made: number[][] = [];
    for (let cell = 0; cell + 1 < scene.cellFirst.length; cell++) {
      const [first, end] = [scene.cellFirst[cell], scene.cellFirst[cell + 1]];
      for (let edge = first; isShown(cell) && edge < end; edge++) {
        const wall = scene.edgeTwin[edge] === NONE;
        if (portals ? !wall && scene.edgeTwin[edge] > edge : wall) {
          const ends = [edge, edge + 1 === end ? first : edge + 1].map((each) => 3 * scene.edgeVertex[each]);
          made.push(ends.flatMap((at) => this.turned(scene.vertices[at], scene.vertices[at + 1], scene.vertices[at + 2])));
        }
      }
    }
    return made;
  }

  private makeWalls(scene: Scene, isShown: (cell: number) => boolean): Mesh {
    const points = this.edges(scene, isShown, false).flatMap(([ax, ay, az, bx, by, bz]) => [
      ax, ay, az, bx, by, bz, bx, by + WALL_HEIGHT, bz, ax, ay, az, bx, by + WALL_HEIGHT, bz, ax, ay + WALL_HEIGHT, az]);
    const geometry = geometryOf(points);
    geometry.computeVertexNormals();
    return new Mesh(geometry, wallMaterial);
  }

  /** Portals, or the tops of walls, which are seen from the side too. */
  private makeLines(scene: Scene, isShown: (cell: number) => boolean, portals: boolean, above: number): LineSegments {
    const points = this.edges(scene, isShown, portals).flatMap(([ax, ay, az, bx, by, bz]) => [ax, ay + above, az, bx, by + above, bz]);
    return new LineSegments(geometryOf(points), portals ? portalMaterial : topMaterial);
  }

  private setMoving({ found, start, goal, radius }: Drawing): void {
    const made: Object3D[] = [];
    const heights: [Place, string][] = [[start, COLOURS.path], [goal, COLOURS.draft]];
    for (const [[x, y, z = this.middle[2]], colour] of heights) {
      const body = new Mesh(new CylinderGeometry(Math.max(radius, 0.05), Math.max(radius, 0.05), PERSON_HEIGHT, 32),
        new MeshLambertMaterial({ color: colour, transparent: true, opacity: 0.45 }));
      const [px, py, pz] = this.turned(x, y, z);
      body.position.set(px, py + PERSON_HEIGHT / 2, pz);
      made.push(body);
    }
    if (found && found.points.length > 3) {
      if (radius > 0) {
        made.push(new Mesh(this.ribbon(found.points, radius, ABOVE), bandMaterial));
      }
      made.push(new Mesh(this.ribbon(found.points, WAY, 2 * ABOVE), wayMaterial));
    }
    this.moving = this.replace(this.moving, made);
  }

  /** A strip of so many metres on both sides of a way. */
  private ribbon(points: Float64Array, half: number, above: number): BufferGeometry {
    const count = points.length / 3;
    const sides: number[][] = [];
    for (let i = 0; i < count; i++) {
      const [before, after] = [3 * Math.max(i - 1, 0), 3 * Math.min(i + 1, count - 1)];
      const [dx, dy] = [points[after] - points[before], points[after + 1] - points[before + 1]];
      const scale = half / (Math.hypot(dx, dy) || 1);
      const [x, y, z] = [points[3 * i], points[3 * i + 1], points[3 * i + 2] + above];
      sides.push([...this.turned(x - dy * scale, y + dx * scale, z), ...this.turned(x + dy * scale, y - dx * scale, z)]);
    }
    const corners = sides.slice(1).flatMap((side, i) => {
      const [a, b, c, d] = [sides[i].slice(0, 3), sides[i].slice(3), side.slice(0, 3), side.slice(3)];
      return [...a, ...b, ...c, ...c, ...b, ...d];
    });
    return geometryOf(corners);
  }

  private setPeople({ people, colourBy }: Drawing): void {
    const count = people?.x.length ?? 0;
    if (!people || !this.people || this.people.instanceMatrix.count < count) {
      if (this.people) {
        this.space.remove(this.people);
        this.people.dispose();
      }
      this.people = people ? new InstancedMesh(new CylinderGeometry(0.75, 1, 1, 16), new MeshLambertMaterial(), count) : null;
      if (this.people) {
        this.people.frustumCulled = false;
        this.space.add(this.people);
      }
    }
    if (!people || !this.people) {
      return;
    }
    const colours = crowdColours().map((colour) => new Color(colour));
    const matrix = new Matrix4();
    this.people.count = count;
    people.x.forEach((x, i) => {
      const [px, py, pz] = this.turned(x, people.y[i], people.z[i]);
      matrix.makeScale(people.radius[i], PERSON_HEIGHT, people.radius[i]).setPosition(px, py + PERSON_HEIGHT / 2, pz);
      this.people!.setMatrixAt(i, matrix);
      this.people!.setColorAt(i, colours[bandOf(people, colourBy, i)]);
    });
    this.people.instanceMatrix.needsUpdate = true;
    if (this.people.instanceColor) {
      this.people.instanceColor.needsUpdate = true;
    }
  }
}

function geometryOf(points: number[]): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(Float32Array.from(points), 3));
}

/** What the page finds once the script is there. */
const part = { SpaceView };
export type SpacePart = typeof part;
Object.assign(globalThis, { clearwaySpace: part });
