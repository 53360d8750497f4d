/** Errors of this package. */

/**
 * What went wrong, in one word. "freed": the object was freed. "trap": the module stopped in the
 * middle of a call and must be loaded again. The others are those of the library.
 */
export type ErrorStatus =
  | "argument" | "memory" | "input" | "limit" | "format" | "invalid" | "cancelled" | "io"
  | "internal" | "freed" | "trap";

/** Every error of this package. The message is the library's sentence. */
export class ClearwayError extends Error {
  override readonly name = "ClearwayError";
  constructor(readonly status: ErrorStatus, message: string) {
    super(message);
  }
}
