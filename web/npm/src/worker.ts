/**
 * The same objects with the module in a worker: every method and property is a promise.
 *
 *   const cw = await load();
 *   const mesh = await cw.wkt(text);
 *   const query = await mesh.query({ sights: true });
 *   const path = await query.find(start, goal, { radius: 0.3 });
 *   cw.terminate();  // also stops what is under way
 *
 * Calls are messages { id, target, name, values }; the worker keeps meshes, queries and crowds under
 * numbers, by which they are also handed in, and paths come back as copies.
 */
import { Clearway } from "./clearway.js";
import { Crowd } from "./crowd.js";
import { leftBehind } from "./load.js";
import { Mesh } from "./mesh.js";
import { ClearwayError, type ErrorStatus } from "./error.js";
import { Path } from "./path.js";
import { Query } from "./query.js";

type Wrapped<Value> = Value extends Mesh ? AsyncMesh : Value extends Query ? AsyncQuery
  : Value extends Crowd ? AsyncCrowd : Value;
type Given<Values extends unknown[]> = { [Index in keyof Values]: Values[Index] extends Mesh ? AsyncMesh : Values[Index] };
type Promised<Class> = {
  [Name in Exclude<keyof Class, symbol>]: Class[Name] extends (...values: infer Values) => infer Result
    ? (...values: Given<Values>) => Promise<Wrapped<Result>>
    : Promise<Class[Name]>;
};
export type AsyncMesh = Omit<Promised<Mesh>, "surroundings" | "stateForCrowd">;
export type AsyncQuery = Omit<Promised<Query>, "mesh">;
export type AsyncCrowd = Promised<Crowd>;
export type AsyncClearway = Omit<Promised<Clearway>, "callbacks"> & {
  /** Ends the worker, at once; whatever waits fails with a "cancelled" error. */
  terminate(): void;
};

export interface WorkerOptions {
  /** Address or bytes of the module; by default the file beside the script. */
  wasm?: string | URL | ArrayBuffer | Uint8Array;
  /** A worker that runs "clearway/worker-entry", where the default address does not suit a bundler. */
  worker?: WorkerLike;
}

/** A Worker of a page, or of Node in its clothes. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: { data: any }) => void) | null;
  onerror: ((event: any) => void) | null;
}

export interface Call {
  id: number;
  target: number;
  name: string;
  values: unknown[];
}

export interface Answer {
  id: number;
  value?: unknown;
  made?: { kind: Kind; target: number };
  path?: boolean;
  error?: { status: ErrorStatus; message: string };
}

const CLASSES = { clearway: Clearway, mesh: Mesh, query: Query, crowd: Crowd };
export type Kind = keyof typeof CLASSES;
/** An object of the worker as an argument. */
export interface Reference {
  clearwayTarget: number;
}

async function startWorker(): Promise<WorkerLike> {
  if (typeof Worker !== "undefined") {
    const left = leftBehind(import.meta.url, "worker-entry.js");
    // In one expression, so that bundlers see it.
    return (left ? new Worker(left, { type: "module" })
      : new Worker(new URL("./worker-entry.js", import.meta.url), { type: "module" })) as WorkerLike;
  }
  const name = "node:worker_threads";
  const threads = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as
    typeof import("node:worker_threads");
  const thread = new threads.Worker(new URL("./worker-entry.js", import.meta.url));
  const worker: WorkerLike = {
    postMessage: (message) => thread.postMessage(message),
    terminate: () => void thread.terminate(),
    onmessage: null,
    onerror: null,
  };
  thread.on("message", (data) => worker.onmessage?.({ data }));
  thread.on("error", (error) => worker.onerror?.(error));
  return worker;
}

class Connection {
  private readonly waiting = new Map<number, { resolve: (value: any) => void; reject: (error: Error) => void }>();
  private readonly targets = new WeakMap<object, number>();
  private nextId = 0;
  /** Why nothing is answered any more. */
  private ended: Error | null = null;

  constructor(private readonly worker: WorkerLike) {
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) =>
      this.failAll(new ClearwayError("trap", `the worker stopped: ${event?.message ?? "its script cannot be loaded"}`));
  }

  call(target: number, name: string, values: unknown[]): Promise<any> {
    return new Promise((resolve, reject) => {
      if (this.ended) {
        throw this.ended;
      }
      const id = this.nextId++;
      const given = values.map((value): unknown => {
        const meant = typeof value === "object" && value !== null ? this.targets.get(value) : undefined;
        return meant === undefined ? value : { clearwayTarget: meant } satisfies Reference;
      });
      try {
        this.worker.postMessage({ id, target, name, values: given } satisfies Call);
      } catch (error) {
        throw new ClearwayError("argument", `${name}: what cannot be copied cannot go to the worker: ${(error as Error).message}`);
      }
      this.waiting.set(id, { resolve, reject });
    });
  }

  terminate(): void {
    this.worker.terminate();
    this.failAll(new ClearwayError("cancelled", "the worker was terminated"));
  }

  private failAll(error: Error): void {
    this.ended = error;
    this.waiting.forEach(({ reject }) => reject(error));
    this.waiting.clear();
  }

  private receive({ id, value, made, path, error }: Answer): void {
    const waiter = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) {
      waiter?.reject(new ClearwayError(error.status, error.message));
    } else {
      waiter?.resolve(made ? this.remote(made.kind, made.target) : path ? Path.revive(value as object) : value);
    }
  }

  /** An object whose properties are calls to the one in the worker. */
  remote(kind: Kind, target: number): any {
    const described = CLASSES[kind].prototype;
    const object = new Proxy({}, {
      get: (_object, name) => {
        const property = Object.getOwnPropertyDescriptor(described, name)
          ?? Object.getOwnPropertyDescriptor(Object.getPrototypeOf(described), name);
        if (kind === "clearway" && name === "terminate") {
          return () => this.terminate();
        }
        if (typeof name !== "string" || property === undefined) {
          return undefined;
        }
        return property.get ? this.call(target, name, [])
          : (...values: unknown[]) => this.call(target, name, values);
      },
    });
    this.targets.set(object, target);
    return object;
  }
}

/** Starts a worker and loads the module in it. */
export async function load(options: WorkerOptions = {}): Promise<AsyncClearway> {
  const connection = new Connection(options.worker ?? (await startWorker()));
  const wasm = options.wasm instanceof URL ? options.wasm.href : options.wasm;
  await connection.call(0, "load", [wasm]);
  return connection.remote("clearway", 0);
}
