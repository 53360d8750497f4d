/** Brings in the parts of the page that are not wanted at once. */
import type { ExamplesPart } from "./examples.js";
import type { SpacePart } from "./view3d.js";

interface Parts {
  clearwaySpace: SpacePart;
  clearwayExamples: ExamplesPart;
}

/** File, and place in studio.html, of each part. */
const FILES = { clearwaySpace: "space", clearwayExamples: "examples" } as const;
const loading = new Map<string, Promise<unknown>>();

/** The plan that the page opens with. */
export async function officeText(): Promise<string> {
  const inlined = globalThis.clearwayInlined?.office;
  if (inlined !== undefined) {
    return inlined;
  }
  const response = await fetch("office.wkt");
  if (!response.ok) {
    throw new Error(`office.wkt: the server answers ${response.status}`);
  }
  return response.text();
}

/** From the page itself in studio.html, from the file beside it otherwise. */
function start<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const text = globalThis.clearwayInlined?.[FILES[name]];
    const done = () => {
      const part = (globalThis as unknown as Partial<Parts>)[name];
      part ? resolve(part as Parts[Name]) : reject(new Error(`the part ${FILES[name]} did not start`));
    };
    if (text !== undefined) {
      script.textContent = text;
      document.head.append(script);
      done();
      return;
    }
    script.src = `${FILES[name]}.js`;
    script.onload = done;
    script.onerror = () => {
      loading.delete(name);
      reject(new Error(`${script.src} cannot be loaded`));
    };
    document.head.append(script);
  });
}

export function loadPart<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
  if (!loading.has(name)) {
    loading.set(name, start(name));
  }
  return loading.get(name) as Promise<Parts[Name]>;
}

/** Why floors cannot be shown in space here, or "". */
export function whyNoSpace(): string {
  const probe = document.createElement("canvas").getContext("webgl2");
  probe?.getExtension("WEBGL_lose_context")?.loseContext();
  return probe ? "" : "This browser has no WebGL 2, which the 3D view needs. The plan shows the same floors from above.";
}
