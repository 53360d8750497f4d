/// <reference lib="esnext.disposable" preserve="true" />
/** Objects that own memory of the module: freed by free(), by `using`, or when nobody holds them. */
import { ClearwayError } from "./error.js";

const dispose: typeof Symbol.dispose =
  Symbol.dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);

const forgotten = new FinalizationRegistry<() => void>((release) => release());

export abstract class Owned {
  readonly #noun: string;
  #release: (() => void) | undefined;

  /** `release` must not hold the object itself, or it would never be forgotten. */
  protected constructor(noun: string, release: () => void) {
    this.#noun = noun;
    this.#release = release;
    forgotten.register(this, release, this);
  }

  /** Whether free() was called. */
  get freed(): boolean {
    return this.#release === undefined;
  }

  /** Gives the memory back. What is done with the object afterwards throws; freeing twice is fine. */
  free(): void {
    const release = this.#release;
    if (release) {
      this.#release = undefined;
      forgotten.unregister(this);
      release();
    }
  }

  [dispose](): void {
    this.free();
  }

  /** Throws where the object was freed. */
  protected alive(): void {
    if (this.freed) {
      throw new ClearwayError("freed", `this ${this.#noun} was freed and cannot be used any more`);
    }
  }
}
