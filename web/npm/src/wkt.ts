/**
 * Floor plans as Well-Known Text: polygons are floor, lines are barriers.
 *
 * One walk over the tokens, with the grammar as functions. Messages have the form of the command:
 * FILE:LINE: error: column N: REASON.
 */
import { textOf } from "./given.js";
import { constants } from "./layout.js";
import { ClearwayError, type ErrorStatus } from "./error.js";
import type { PlanRings, Ring, RingKind } from "./plan.js";

/** Brackets may nest this deep, as in the command. */
const DEPTH_LIMIT = 64;
/** Characters of a quoted word in a message. */
const QUOTE_CUT = 32;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

class Scanner {
  private at = 0;
  private readonly words = /[(),;]|[^\s(),;]+/g;
  word = "";
  rings: Ring[] = [];

  constructor(private readonly text: string, private readonly name: string) {
    this.next();
  }

  /** Reads the next word; "" at the end. */
  next(): string {
    const before = this.word;
    const found = this.words.exec(this.text);
    this.at = found ? found.index : Math.max(this.text.trimEnd().length - 1, 0);
    this.word = found ? found[0] : "";
    return before;
  }

  fail(reason: string, status: ErrorStatus = "format"): never {
    const lines = this.text.slice(0, this.at).split(/\r\n|\r|\n/);
    const column = lines[lines.length - 1].length + 1;
    throw new ClearwayError(status, `${this.name}:${lines.length}: error: column ${column}: ${reason}`);
  }

  private is(word: string): boolean {
    return this.word === word;
  }

  unexpected(wanted: string): never {
    const found = this.word === "" ? "the end of the text" : `'${this.word.slice(0, QUOTE_CUT)}'`;
    this.fail(`expected ${wanted}, found ${found}`);
  }

  /** Whether the next word is this one; it is then taken. */
  take(word: string): boolean {
    const is = this.word.toUpperCase() === word;
    if (is) {
      this.next();
    }
    return is;
  }

  /** "( item, item )" or EMPTY. */
  list(depth: number, item: (depth: number) => void): void {
    if (this.take("EMPTY")) {
      return;
    }
    if (!this.is("(")) {
      this.unexpected("'(' or EMPTY");
    }
    if (depth >= DEPTH_LIMIT) {
      this.fail(`brackets nested deeper than ${DEPTH_LIMIT} levels`, "limit");
    }
    do {
      this.next();
      item(depth + 1);
    } while (this.is(","));
    if (!this.is(")")) {
      this.unexpected("',' or ')'");
    }
    this.next();
  }

  private number(): number {
    const value = NUMBER.test(this.word) ? Number(this.word) : NaN;
    if (Number.isNaN(value)) {
      this.word === "" || "(),;".includes(this.word)
        ? this.unexpected("a number")
        : this.fail(`not a decimal number: '${this.word.slice(0, QUOTE_CUT)}'`);
    }
    if (Math.abs(value) > constants.CW_COORDINATE_LIMIT) {
      this.fail(`coordinate out of range: ${this.word.slice(0, QUOTE_CUT)} is beyond 2.1e+07 m`, "input");
    }
    this.next();
    return value;
  }

  private point(points: number[]): void {
    points.push(this.number());
    if (this.word === "," || this.word === ")") {
      this.fail("a point needs at least 2 numbers");
    }
    points.push(this.number());
    for (let more = 0; this.word !== "," && this.word !== ")"; more++) {
      if (more === 2) {
        this.fail("a point has at most 4 numbers");
      }
      this.number();
    }
  }

  run(kind: RingKind, depth: number): void {
    const points: number[] = [];
    const start = this.at;
    this.list(depth, () => this.point(points));
    const last = points.length - 2;
    if (kind !== "barrier" && last > 0 && points[0] === points[last] && points[1] === points[last + 1]) {
      points.length = last;
    }
    if (points.length === 0) {
      return;
    }
    if (points.length < (kind === "barrier" ? 4 : 6)) {
      this.at = start;
      this.fail(kind === "barrier" ? "a line needs at least 2 points"
        : "a ring needs at least 3 points", "input");
    }
    this.rings.push({ kind, points: Float64Array.from(points) });
  }

  private polygon(depth: number): void {
    let rings = 0;
    this.list(depth, (inner) => this.run(rings++ === 0 ? "floor" : "hole", inner));
  }

  geometry(depth: number): void {
    const type = this.word.toUpperCase();
    const body = ({
      POLYGON: () => this.polygon(depth),
      MULTIPOLYGON: () => this.list(depth, (inner) => this.polygon(inner)),
      LINESTRING: () => this.run("barrier", depth),
      LINEARRING: () => this.run("floor", depth),
      MULTILINESTRING: () => this.list(depth, (inner) => this.run("barrier", inner)),
      GEOMETRYCOLLECTION: () => this.list(depth, (inner) => this.geometry(inner)),
    } as Record<string, () => void>)[type];
    if (!body) {
      if (type === "POINT" || type === "MULTIPOINT") {
        this.fail(`a ${this.word} is neither floor nor wall; a plan takes polygons, lines and ` +
          "collections of them", "input");
      }
      if (/^[A-Z]/.test(type)) {
        this.fail(`unknown geometry '${this.word.slice(0, QUOTE_CUT)}'`);
      }
      return this.unexpected("a geometry such as POLYGON");
    }
    this.next();
    if (["Z", "M", "ZM"].includes(this.word.toUpperCase())) {
      this.next();
    }
    body();
  }
}

/** Reads a plan; `name` stands for the file in messages. */
export function parseWkt(text: string, name = "plan.wkt"): PlanRings {
  const scanner = new Scanner(textOf(text, "the plan").replace(/^\uFEFF/, ""), name);
  while (scanner.word !== "") {
    scanner.geometry(0);
    scanner.take(";");
  }
  if (scanner.rings.length === 0) {
    throw new ClearwayError("input", `${name}: error: empty input: no rings and no lines`);
  }
  return { rings: scanner.rings };
}
