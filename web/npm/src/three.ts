/**
 * Geometries for three.js: y up, (x, y, z) of Clearway becomes (x, z, -y). three is a peer dependency.
 * Positions are single precision there: `origin` is subtracted first, where a plan lies far from zero.
 */
import { BufferAttribute, BufferGeometry, Vector3 } from "three";
import type { Mesh } from "./mesh.js";
import type { Path, Vec3 } from "./path.js";

export interface GeometryOptions {
  /** What becomes (0, 0, 0), in Clearway's axes. */
  origin?: Vec3;
}

/** Where a point of Clearway is in three.js. */
export function toThree([x, y, z = 0]: ArrayLike<number> & Iterable<number>, origin: Vec3 = [0, 0, 0]): Vector3 {
  return new Vector3(x - origin[0], z - origin[2], origin[1] - y);
}

/** Where a point of three.js is in Clearway. */
export function fromThree({ x, y, z }: { x: number; y: number; z: number }, origin: Vec3 = [0, 0, 0]): Vec3 {
  return [x + origin[0], origin[1] - z, y + origin[2]];
}

function turn(points: ArrayLike<number>, origin: Vec3): Float32Array {
  const turned = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    turned[i] = points[i] - origin[0];
    turned[i + 1] = points[i + 2] - origin[2];
    turned[i + 2] = origin[1] - points[i + 1];
  }
  return turned;
}

function geometryOf(points: ArrayLike<number>, origin: Vec3): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(turn(points, origin), 3));
}

/** The cells as triangles with normals; the attribute "cell" tells whose each corner is. */
export function cellGeometry(mesh: Mesh, { origin = [0, 0, 0] }: GeometryOptions = {}): BufferGeometry {
  const { positions, cells } = mesh.triangles;
  const geometry = geometryOf(positions, origin);
  const corners = Float32Array.from({ length: 3 * cells.length }, (_, i) => cells[Math.floor(i / 3)]);
  geometry.setAttribute("cell", new BufferAttribute(corners, 1));
  geometry.computeVertexNormals();
  return geometry;
}

/** The walls (or the portals) as pairs of points, for LineSegments. */
export function edgeGeometry(mesh: Mesh, { origin = [0, 0, 0], portals = false }: GeometryOptions & { portals?: boolean } = {}): BufferGeometry {
  const [vertices, firsts, starts, twins] = [mesh.vertices, mesh.cellFirst, mesh.edgeVertex, mesh.edgeTwin];
  const points: number[] = [];
  for (let cell = 0; cell + 1 < firsts.length; cell++) {
    for (let edge = firsts[cell]; edge < firsts[cell + 1]; edge++) {
      const wall = twins[edge] === 0xffffffff;
      if (portals ? !wall && twins[edge] > edge : wall) {
        const next = edge + 1 === firsts[cell + 1] ? firsts[cell] : edge + 1;
        for (const vertex of [starts[edge], starts[next]]) {
          points.push(vertices[3 * vertex], vertices[3 * vertex + 1], vertices[3 * vertex + 2]);
        }
      }
    }
  }
  return geometryOf(points, origin);
}

/** The path as points in a row, for Line or TubeGeometry; arcs as chords of at most `step` metres. */
export function pathGeometry(path: Path, { origin = [0, 0, 0], step = 0.1 }: GeometryOptions & { step?: number } = {}): BufferGeometry {
  return geometryOf(path.points({ step }), origin);
}
