/**
 * Floor plans as GeoJSON (RFC 7946), with the property "kind" of a feature: floor, hole, obstacle,
 * barrier, and zone or room with a "name". Polygons without it are floor, lines are barriers. Messages
 * name the place in the document.
 */
import { constants } from "./layout.js";
import { ClearwayError, type ErrorStatus } from "./error.js";
import { nameBytes, type PlanRings, type Ring, type RingKind } from "./plan.js";
import { projectDegrees, refuseDegrees } from "./degrees.js";

/** Objects may nest this deep, as in the command. */
const DEPTH_LIMIT = 64;

type Kind = RingKind | "room" | undefined;

const KINDS: readonly unknown[] = ["floor", "hole", "obstacle", "barrier", "zone", "room"];
/** Kinds whose polygons have one ring. */
const WITHOUT_HOLES: Partial<Record<RingKind | "room", string>> = {
  hole: "a hole has holes",
  obstacle: "an obstacle has holes; give it as a hole of the floor, and the floor inside as a polygon",
  zone: "a zone has holes; give what is in them as zones of another name",
};

class Reader {
  readonly rings: Ring[] = [];
  /** Of the room or zone that is read. */
  private area = "";

  constructor(private readonly name: string) {}

  fail(place: string, reason: string, status: ErrorStatus = "format"): never {
    throw new ClearwayError(status, `${this.name}: error: ${place === "" ? "" : `${place.replace(/^\./, "")}: `}${reason}`);
  }

  private array(value: unknown, place: string, what: string): unknown[] {
    return Array.isArray(value) ? value : this.fail(place, what);
  }

  private position(value: unknown, place: string, points: number[]): void {
    if (!Array.isArray(value) || value.length < 2) {
      this.fail(place, "a position needs at least 2 numbers");
    }
    for (let i = 0; i < 2; i++) {
      const number: unknown = value[i];
      if (typeof number !== "number") {
        this.fail(`${place}[${i}]`, "not a number");
      }
      if (!(Math.abs(number) <= constants.CW_COORDINATE_LIMIT)) {
        this.fail(`${place}[${i}]`, `coordinate out of range: ${number} is beyond 2.1e+07 m`, "input");
      }
      points.push(number);
    }
  }

  private ring(value: unknown, place: string, kind: RingKind, open: boolean): void {
    const points: number[] = [];
    this.array(value, place, "not an array of positions")
      .forEach((position, i) => this.position(position, `${place}[${i}]`, points));
    const last = points.length - 2;
    const closed = last > 0 && points[0] === points[last] && points[1] === points[last + 1];
    if (!open && kind !== "barrier" && closed) {
      points.length = last;
    }
    if (!open && kind === "barrier" && last > 0 && !closed) {
      points.push(points[0], points[1]);
    }
    if (points.length > 0 && points.length < (kind === "barrier" ? 4 : 6)) {
      this.fail(place, kind === "barrier" ? "a line needs at least 2 points"
        : "a ring needs at least 3 points", "input");
    }
    if (kind === "hole" && !this.rings.some((ring) => ring.kind === "floor")) {
      this.fail(place, "a hole comes before any floor", "input");
    }
    if (points.length > 0) {
      this.rings.push({ kind, points: Float64Array.from(points), ...(kind === "zone" ? { name: this.area } : {}) });
    }
  }

  private polygon(value: unknown, place: string, kind: Kind): void {
    const rings = this.array(value, place, "not an array of rings");
    if (rings.length > 1 && kind && WITHOUT_HOLES[kind]) {
      this.fail(place, WITHOUT_HOLES[kind]);
    }
    if (Array.isArray(rings[0]) && rings[0].length === 0) {
      return;
    }
    rings.forEach((ring, i) => {
      const at = `${place}[${i}]`;
      this.ring(ring, at, kind && kind !== "floor" && kind !== "room" ? kind : i === 0 ? "floor" : "hole", false);
      if (kind === "room" && i === 0) {
        this.ring(ring, at, "zone", false);
      }
    });
  }

  private line(value: unknown, place: string, kind: Kind): void {
    if (kind && kind !== "barrier") {
      this.fail(place, "a line can only be a barrier");
    }
    this.ring(value, place, "barrier", true);
  }

  private feature(object: any, place: string, kind: Kind, depth: number): void {
    const word: unknown = object.properties?.kind;
    if (word !== undefined && word !== null) {
      if (!KINDS.includes(word)) {
        this.fail(`${place}.properties.kind`, `not one of ${KINDS.join(", ")}`);
      }
      kind = word as Kind;
      if (kind === "zone" || kind === "room") {
        nameBytes(object.properties.name, (reason, status) => this.fail(`${place}.properties.name`, reason, status));
        this.area = object.properties.name;
      }
    }
    if (object.geometry !== undefined && object.geometry !== null) {
      this.object(object.geometry, `${place}.geometry`, kind, depth + 1);
    }
  }

  object(object: any, place: string, kind: Kind, depth: number): void {
    const type: unknown = object?.type;
    if (typeof type !== "string") {
      this.fail(place, "not a GeoJSON object: no member \"type\" with a word");
    }
    if (depth > DEPTH_LIMIT) {
      this.fail("", `nested deeper than ${DEPTH_LIMIT} levels`, "limit");
    }
    const list = (member: string, each: (part: unknown, at: string) => void) =>
      this.array(object[member], `${place}.${member}`, "not an array")
        .forEach((part, i) => each(part, `${place}.${member}[${i}]`));
    const inner = (part: unknown, at: string) => this.object(part, at, kind, depth + 1);
    switch (type) {
      case "Polygon": return this.polygon(object.coordinates, `${place}.coordinates`, kind);
      case "MultiPolygon": return list("coordinates", (part, at) => this.polygon(part, at, kind));
      case "LineString": return this.line(object.coordinates, `${place}.coordinates`, kind);
      case "MultiLineString": return list("coordinates", (part, at) => this.line(part, at, kind));
      case "GeometryCollection": return list("geometries", inner);
      case "FeatureCollection": return list("features", inner);
      case "Feature": return this.feature(object, place, kind, depth);
      case "Point":
      case "MultiPoint":
        return this.fail(place, `a ${type} is neither floor nor wall; a plan takes polygons and lines`,
          "input");
      default: return this.fail(place, `unknown type '${type.slice(0, 32)}'`);
    }
  }
}

/**
 * Reads a plan from a GeoJSON object or its text; `name` stands for the file in messages. With
 * `degrees` it is longitude and latitude, and the middle of the plan becomes the origin.
 */
export function parseGeojson(source: string | object, name = "plan.geojson", { degrees = false } = {}): PlanRings {
  const reader = new Reader(name);
  let root: unknown = source;
  if (typeof source === "string") {
    try {
      root = JSON.parse(source.replace(/^\uFEFF/, ""));
    } catch (error) {
      reader.fail("", `not JSON: ${(error as Error).message}`);
    }
  }
  reader.object(root, "", undefined, 0);
  if (reader.rings.length === 0) {
    reader.fail("", "empty input: no rings and no lines", "input");
  }
  const points = reader.rings.map((ring) => ring.points as Float64Array);
  (degrees ? projectDegrees : refuseDegrees)(points, (reason, status) => reader.fail("", reason, status));
  return { rings: reader.rings };
}
