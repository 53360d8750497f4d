/**
 * The module in memory: loading it, reading and writing its structs, errors.
 *
 * Views of the memory are made anew for each call, because the buffer is detached when the memory
 * grows; whatever is handed to callers is a copy. Small arguments live in one block of scratch
 * memory, which every call may overwrite.
 */
import { ClearwayError, type ErrorStatus } from "./error.js";
import { numberOf } from "./given.js";
import { constants, type Field } from "./layout.js";

const STATUS_WORDS: Record<number, ErrorStatus> = {
  [constants.CW_ERROR_ARGUMENT]: "argument",
  [constants.CW_ERROR_MEMORY]: "memory",
  [constants.CW_ERROR_INPUT]: "input",
  [constants.CW_ERROR_LIMIT]: "limit",
  [constants.CW_ERROR_FORMAT]: "format",
  [constants.CW_ERROR_INVALID]: "invalid",
  [constants.CW_ERROR_CANCELLED]: "cancelled",
  [constants.CW_ERROR_IO]: "io",
  [constants.CW_ERROR_INTERNAL]: "internal",
};

/**
 * Called with each warning of the library, and by long operations with the share done in [0, 1].
 * Progress that returns false stops the operation, which then throws a "cancelled" error.
 */
export interface HostCallbacks {
  log?: (message: string) => void;
  progress?: (stage: string, fraction: number) => boolean | void;
}

/** What load() takes as the module: its address, its bytes, or the compiled module. */
export type WasmSource = string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module;

/** Bytes of scratch memory for the small arguments of one call. */
const SCRATCH_BYTES = 4096;
/** WASI's code for "not supported": the library neither writes nor reads files. */
const WASI_NOT_SUPPORTED = 58;
const NANOSECONDS_PER_MILLISECOND = 1e6;

type Exported = (...values: (number | bigint)[]) => any;

export class Module {
  readonly c: Record<string, Exported>;
  readonly memory: WebAssembly.Memory;
  readonly context: number;
  readonly scratch: number;
  readonly callbacks: HostCallbacks;
  private trapped = false;
  private lastView = new DataView(new ArrayBuffer(0));

  private constructor(instance: WebAssembly.Instance, callbacks: HostCallbacks) {
    const { memory, ...functions } = instance.exports as Record<string, any>;
    this.memory = memory;
    this.callbacks = callbacks;
    this.c = this.guard(functions);
    functions["_initialize"]();
    this.scratch = this.allocate(SCRATCH_BYTES);
    this.check(this.c["cw_web_context_create"](this.scratch));
    this.context = this.u32(this.scratch);
  }

  static async create(module: WebAssembly.Module, callbacks: HostCallbacks): Promise<Module> {
    let owner: Module | undefined;
    const refused = () => WASI_NOT_SUPPORTED;
    const instance = await WebAssembly.instantiate(module, {
      clearway: {
        log: (text: number) => callbacks.log?.(owner!.text(text)),
        progress: (stage: number, fraction: number) =>
          callbacks.progress?.(owner!.text(stage), fraction) === false ? 0 : 1,
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_clock: number, _precision: bigint, at: number) => {
          const now = BigInt(Math.round(performance.now() * NANOSECONDS_PER_MILLISECOND));
          owner!.view.setBigUint64(at, now, true);
          return 0;
        },
        fd_close: refused,
        fd_seek: refused,
        fd_write: refused,
      },
    });
    owner = new Module(instance, callbacks);
    return owner;
  }

  /** Calls that trap leave the memory in an unknown state: from then on the module refuses. */
  private guard(functions: Record<string, Exported>): Record<string, Exported> {
    const guarded: Record<string, Exported> = {};
    for (const [name, call] of Object.entries(functions)) {
      guarded[name] = (...values) => {
        if (this.trapped) {
          throw new ClearwayError("trap", "the module stopped in an earlier call; load it again");
        }
        try {
          return call(...values);
        } catch (error) {
          this.trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
          if (this.trapped) {
            throw new ClearwayError("trap", `the module stopped in ${name}: ${String(error)}`);
          }
          throw error;
        }
      };
    }
    return guarded;
  }

  /** Throws what a status other than CW_OK stands for, with the sentence of the context. */
  check(status: number): void {
    if (status === constants.CW_OK) {
      return;
    }
    const said = this.context ? this.text(this.c["cw_context_message"](this.context)) : "";
    const words = said || this.text(this.c["cw_status_string"](status));
    throw new ClearwayError(STATUS_WORDS[status] ?? "internal", words);
  }

  /** A zeroed block of the module's memory; throws where there is none. */
  allocate(size: number): number {
    const block = this.c["malloc"](Math.max(size, 1));
    if (block === 0) {
      throw new ClearwayError("memory", `out of memory: no room for ${size} bytes`);
    }
    new Uint8Array(this.memory.buffer, block, size).fill(0);
    return block;
  }

  release(block: number): void {
    if (!this.trapped) {
      this.c["free"](block);
    }
  }

  /** Copies an array into memory of the module, for the time of one call. */
  lend<Result>(values: Float64Array | Uint32Array | Uint8Array, use: (at: number) => Result): Result {
    const block = this.allocate(values.byteLength);
    try {
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      new Uint8Array(this.memory.buffer, block, values.byteLength).set(bytes);
      return use(block);
    } finally {
      this.release(block);
    }
  }

  /** A view of all memory, made anew when the memory has grown. */
  get view(): DataView {
    if (this.lastView.buffer !== this.memory.buffer) {
      this.lastView = new DataView(this.memory.buffer);
    }
    return this.lastView;
  }

  u32(at: number): number {
    return this.view.getUint32(at, true);
  }

  /** A number of a struct at `base`. */
  get(base: number, [offset, type]: Field): number {
    const at = base + offset;
    switch (type) {
      case "u8": return this.view.getUint8(at);
      case "u16": return this.view.getUint16(at, true);
      case "f64": return this.view.getFloat64(at, true);
      case "i64": return Number(this.view.getBigInt64(at, true));
      case "u64": return Number(this.view.getBigUint64(at, true));
      case "struct": return at;
      default: return this.view.getUint32(at, true);
    }
  }

  set(base: number, [offset, type]: Field, value: number): void {
    const at = base + offset;
    switch (type) {
      case "u8": this.view.setUint8(at, value); break;
      case "f64": this.view.setFloat64(at, value, true); break;
      case "u32":
      case "pointer": this.view.setUint32(at, value, true); break;
      default: throw new ClearwayError("internal", `a field of type ${type} cannot be set`);
    }
  }

  /** A number that the caller may have left out: then what stands there stays. */
  setGiven(base: number, field: Field, value: number | boolean | null | undefined, what: string): void {
    if (value !== undefined && value !== null) {
      this.set(base, field, numberOf(value, field[1] !== "f64", what));
    }
  }

  vec2(at: number): [x: number, y: number] {
    return [this.view.getFloat64(at, true), this.view.getFloat64(at + 8, true)];
  }

  vec3(at: number): [x: number, y: number, z: number] {
    const { view } = this;
    return [view.getFloat64(at, true), view.getFloat64(at + 8, true), view.getFloat64(at + 16, true)];
  }

  bytes(at: number, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer.slice(at, at + count));
  }

  doubles(at: number, count: number): Float64Array {
    return new Float64Array(this.memory.buffer.slice(at, at + 8 * count));
  }

  indices(at: number, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer.slice(at, at + 4 * count));
  }

  /** Writes up to three numbers of a vector and gives its address; z is 0 unless told. */
  putPoint(at: number, point: ArrayLike<number>): number {
    for (let i = 0; i < 3; i++) {
      this.view.setFloat64(at + 8 * i, point[i] ?? 0, true);
    }
    return at;
  }

  text(at: number): string {
    const bytes = new Uint8Array(this.memory.buffer);
    return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
  }
}
