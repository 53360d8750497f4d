/** What runs in the worker: answers the calls of worker.ts. */
import { load, ClearwayError, Crowd, Mesh, Path, Query, type Clearway } from "./index.js";
import type { Answer, Call, Kind, Reference } from "./worker.js";

const objects = new Map<number, any>();
let nextTarget = 1;

function kindOf(value: unknown): Kind | null {
  return value instanceof Mesh ? "mesh" : value instanceof Query ? "query" : value instanceof Crowd ? "crowd" : null;
}

/** An argument, or the object that it stands for. */
function meant(value: unknown): unknown {
  const target = (value as Reference | null)?.clearwayTarget;
  if (target === undefined) {
    return value;
  }
  if (!objects.has(target)) {
    throw new ClearwayError("freed", "an argument was freed and cannot be used any more");
  }
  return objects.get(target);
}

async function perform({ target, name, values }: Call): Promise<Omit<Answer, "id">> {
  if (target === 0 && name === "load") {
    const cw: Clearway = await load({ wasm: values[0] as string | Uint8Array | undefined });
    objects.set(0, cw);
    return {};
  }
  const object = objects.get(target);
  if (!object) {
    throw new ClearwayError("freed", "this object was freed and cannot be used any more");
  }
  const member = object[name];
  const value = typeof member === "function" ? member.apply(object, values.map(meant)) : member;
  if (name === "free") {
    objects.delete(target);
  }
  const kind = kindOf(value);
  if (kind) {
    objects.set(nextTarget, value);
    return { made: { kind, target: nextTarget++ } };
  }
  return { value, path: value instanceof Path };
}

async function answer(call: Call): Promise<Answer> {
  try {
    return { id: call.id, ...(await perform(call)) };
  } catch (error) {
    const status = error instanceof ClearwayError ? error.status : "internal";
    return { id: call.id, error: { status, message: (error as Error).message } };
  }
}

async function listen(): Promise<void> {
  const scope = globalThis as any;
  if (typeof scope.WorkerGlobalScope !== "undefined") {
    scope.onmessage = async ({ data }: { data: Call }) => scope.postMessage(await answer(data));
    return;
  }
  const name = "node:worker_threads";
  const { parentPort } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as
    typeof import("node:worker_threads");
  parentPort?.on("message", async (call: Call) => parentPort.postMessage(await answer(call)));
}

void listen();
