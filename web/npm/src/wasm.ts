/** Stands for the file that web/npm/build.mjs writes in its place: the module as text. */
export const wasmBase64: string = "";
