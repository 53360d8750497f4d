/** The worker as the page sees it: promises, and a fresh worker when one is cancelled or stops. */
import { ClearwayError } from "clearway";
import type { Message, Request, Result } from "./protocol.js";

/** Worker and module inside the page, in studio.html; files beside it otherwise. */
interface Inlined {
  worker: string;
  wasm: string;
  space: string;
  examples: string;
  office: string;
}

declare global {
  var clearwayInlined: Inlined | undefined;
}

async function compile(): Promise<WebAssembly.Module> {
  const inlined = globalThis.clearwayInlined;
  if (inlined) {
    const bytes = Uint8Array.from(atob(inlined.wasm), (character) => character.charCodeAt(0));
    return WebAssembly.compile(bytes);
  }
  const response = await fetch("clearway.wasm");
  if (!response.ok) {
    throw new ClearwayError("io", `clearway.wasm: the server answers ${response.status}`);
  }
  const streams = response.headers.get("content-type") === "application/wasm"; // else compileStreaming refuses
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

function startWorker(): Worker {
  const inlined = globalThis.clearwayInlined;
  return new Worker(inlined
    ? URL.createObjectURL(new Blob([inlined.worker], { type: "text/javascript" })) : "worker.js");
}

export class Engine {
  private readonly waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>();
  private nextId = 0;
  private worker!: Worker;

  /** The worker starts while the module is compiled. */
  private readonly module = compile();

  static async start(): Promise<Engine> {
    const engine = new Engine();
    await engine.restart();
    return engine;
  }

  /** Stops whatever is under way and starts anew, without a mesh. */
  async restart(): Promise<void> {
    this.worker?.terminate();
    const error = new ClearwayError("cancelled", "cancelled");
    this.waiting.forEach(({ reject }) => reject(error));
    this.waiting.clear();
    this.worker = startWorker();
    this.worker.onmessage = ({ data }: MessageEvent<Message>) => this.receive(data);
    this.worker.onerror = (event) => {
      const stopped = new ClearwayError("trap", `the worker stopped: ${event.message}`);
      this.waiting.forEach(({ reject }) => reject(stopped));
      this.waiting.clear();
    };
    await this.ask({ kind: "load", wasm: await this.module });
  }

  ask(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, request });
    });
  }

  private receive({ id, result, error }: Message): void {
    const waiter = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) {
      waiter?.reject(new ClearwayError(error.status, error.message));
    } else {
      waiter?.resolve(result!);
    }
  }
}
