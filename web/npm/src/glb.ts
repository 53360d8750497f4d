/**
 * Triangles of a binary glTF file (.glb): all meshes of its scene, where their nodes put them. Materials
 * and pictures are passed over. What is not in the file itself, and what is compressed, is refused. Every
 * offset and count is checked, so any bytes are safe.
 */
import { ClearwayError } from "./error.js";

export interface Triangles {
  /** x, y, z in a row, y up. */
  positions: Float64Array;
  indices: Uint32Array;
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const TRIANGLES = 4;
const MOST_DEPTH = 256;
/** Nodes that are visited: one may stand under several others. */
const MOST_NODES = 1_000_000;
const MOST_POSITIONS = 2 ** 24;
const SIZES: Record<number, number> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };

type Matrix = readonly number[];
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

class Reader {
  readonly positions: number[] = [];
  readonly indices: number[] = [];
  private visited = 0;

  constructor(private readonly json: any, private readonly binary: DataView | null, private readonly name: string) {}

  fail(reason: string): never {
    throw new ClearwayError("format", `${this.name}: error: ${reason}`);
  }

  private item(list: string, index: unknown): any {
    const found = Array.isArray(this.json[list]) && Number.isInteger(index) ? this.json[list][index as number] : undefined;
    return typeof found === "object" && found !== null ? found : this.fail(`there is no ${list}[${String(index).slice(0, 20)}]`);
  }

  private count(value: unknown, what: string): number {
    return Number.isInteger(value) && (value as number) >= 0 ? value as number : this.fail(`${what} is not a whole number`);
  }

  /** Numbers of an accessor, `width` for each element. */
  private numbers(index: unknown, type: string, width: number): number[] {
    const accessor = this.item("accessors", index);
    const size = SIZES[accessor.componentType] ?? this.fail("an accessor of unknown type");
    if (accessor.type !== type || accessor.sparse || accessor.bufferView === undefined) {
      this.fail(`accessor ${String(index)} is not plain ${type}`);
    }
    const view = this.item("bufferViews", accessor.bufferView);
    const buffer = this.item("buffers", view.buffer);
    if (view.buffer !== 0 || buffer.uri !== undefined || !this.binary) {
      this.fail("a buffer is not in the file");
    }
    const count = this.count(accessor.count, "a count");
    const stride = view.byteStride === undefined ? size * width : this.count(view.byteStride, "a stride");
    const start = this.count(view.byteOffset ?? 0, "an offset") + this.count(accessor.byteOffset ?? 0, "an offset");
    const viewEnd = this.count(view.byteOffset ?? 0, "an offset") + this.count(view.byteLength, "a length");
    const end = start + (count > 0 ? stride * (count - 1) + size * width : 0);
    if (end > viewEnd || viewEnd > this.binary!.byteLength || count > MOST_POSITIONS * 3) {
      this.fail(`accessor ${String(index)} reaches beyond its buffer`);
    }
    const values: number[] = [];
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < width; k++) {
        values.push(this.value(accessor.componentType, start + i * stride + k * size));
      }
    }
    return values;
  }

  private value(type: number, at: number): number {
    switch (type) {
      case 5121: return this.binary!.getUint8(at);
      case 5123: return this.binary!.getUint16(at, true);
      case 5125: return this.binary!.getUint32(at, true);
      case 5126: return this.binary!.getFloat32(at, true);
      default: return this.fail("numbers of a kind that positions and indices do not have");
    }
  }

  private primitive(part: any, matrix: Matrix): void {
    if ((part?.mode ?? TRIANGLES) !== TRIANGLES || part?.attributes?.POSITION === undefined) {
      return;
    }
    if (part.extensions?.KHR_draco_mesh_compression || part.extensions?.EXT_meshopt_compression) {
      this.fail("it is compressed; export it without compression");
    }
    const first = this.positions.length / 3;
    const points = this.numbers(part.attributes.POSITION, "VEC3", 3);
    const count = points.length / 3;
    if (first + count > MOST_POSITIONS) {
      this.fail(`more than ${MOST_POSITIONS} positions`);
    }
    for (let i = 0; i < points.length; i += 3) {
      const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
      for (let k = 0; k < 3; k++) {
        this.positions.push(matrix[k] * x + matrix[4 + k] * y + matrix[8 + k] * z + matrix[12 + k]);
      }
    }
    const corners = part.indices === undefined ? Array.from({ length: count }, (_, i) => i) : this.numbers(part.indices, "SCALAR", 1);
    // A mirrored part keeps its faces looking out.
    const mirrored = determinant(matrix) < 0;
    for (let i = 0; i + 2 < corners.length; i += 3) {
      const three = [corners[i], corners[i + (mirrored ? 2 : 1)], corners[i + (mirrored ? 1 : 2)]];
      three.every((corner) => corner < count) || this.fail("an index without its position");
      three.forEach((corner) => this.indices.push(first + corner));
    }
  }

  node(index: unknown, outer: Matrix, depth: number): void {
    if (depth > MOST_DEPTH || ++this.visited > MOST_NODES) {
      this.fail("its nodes stand in a circle, or too deep in each other");
    }
    const node = this.item("nodes", index);
    const matrix = multiplied(outer, this.placed(node));
    if (node.mesh !== undefined) {
      const parts = this.item("meshes", node.mesh).primitives;
      (Array.isArray(parts) ? parts : []).forEach((part: any) => this.primitive(part, matrix));
    }
    (Array.isArray(node.children) ? node.children : []).forEach((child: unknown) => this.node(child, matrix, depth + 1));
  }

  private placed(node: any): Matrix {
    const list = (value: unknown, fallback: Matrix): Matrix => value === undefined ? fallback
      : Array.isArray(value) && value.length === fallback.length && value.every(Number.isFinite) ? value as number[]
      : this.fail("where a node stands is not numbers");
    if (node.matrix !== undefined) {
      return list(node.matrix, IDENTITY);
    }
    const [x, y, z, w] = list(node.rotation, [0, 0, 0, 1]);
    const [sx, sy, sz] = list(node.scale, [1, 1, 1]);
    const [tx, ty, tz] = list(node.translation, [0, 0, 0]);
    return [
      (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx, 0,
      2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy, 0,
      2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
      tx, ty, tz, 1,
    ];
  }
}

function determinant([a, b, c, , d, e, f, , g, h, i]: Matrix): number {
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e);
}

function multiplied(left: Matrix, right: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, at) => {
    const [row, column] = [at % 4, Math.floor(at / 4)];
    return [0, 1, 2, 3].reduce((sum, k) => sum + left[4 * k + row] * right[4 * column + k], 0);
  });
}

/** Header and chunks of the file. */
function open(bytes: Uint8Array, name: string): Reader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fail = (reason: string): never => {
    throw new ClearwayError("format", `${name}: error: ${reason}`);
  };
  if (bytes.length < 20 || view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== 2) {
    fail("is no binary glTF 2.0");
  }
  let json: any = null;
  let binary: DataView | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const [size, kind] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (at + 8 + size > bytes.length) {
      fail(`ends in the middle of a part: ${at + 8 + size} bytes are announced, ${bytes.length} are there`);
    }
    if (kind === JSON_CHUNK && !json) {
      try {
        json = JSON.parse(new TextDecoder().decode(bytes.subarray(at + 8, at + 8 + size)));
      } catch (error) {
        fail(`its description is not JSON: ${(error as Error).message}`);
      }
    } else if (kind === BINARY_CHUNK && !binary) {
      binary = new DataView(bytes.buffer, bytes.byteOffset + at + 8, size);
    }
    at += 8 + size;
  }
  return new Reader(typeof json === "object" && json ? json : fail("has no description"), binary, name);
}

/** Reads a .glb; throws a sentence where it cannot be used. */
export function parseGlb(source: Uint8Array | ArrayBuffer, name = "scene.glb"): Triangles {
  const reader = open(source instanceof Uint8Array ? source : new Uint8Array(source), name);
  const { json } = reader as any;
  const scene = json.scenes?.[json.scene ?? 0];
  const roots: unknown = scene?.nodes ?? json.nodes?.map((_: unknown, i: number) => i);
  (Array.isArray(roots) ? roots : []).forEach((root) => reader.node(root, IDENTITY, 0));
  if (reader.indices.length === 0) {
    throw new ClearwayError("input", `${name}: error: empty input: no triangles`);
  }
  return { positions: Float64Array.from(reader.positions), indices: Uint32Array.from(reader.indices) };
}
