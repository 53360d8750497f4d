/** What can be taken along: the mesh, the plan, a picture, the command that gives the same mesh. */
import { planToGeojson, planToWkt } from "clearway";
import { standing } from "./edit.js";
import type { Studio } from "./state.js";

export type ExportKind = "cwm" | "json" | "glb" | "bin" | "geojson" | "wkt" | "scene" | "png" | "txt" | "command";

function base(name: string): string {
  return name.replace(/\.[^.]*$/, "") || "plan";
}

/** A file of the page's making. */
export interface Taken {
  name: string;
  blob: Blob;
}

/** The file that the command reads: WKT has no obstacles and zones, a scene without changes is the one opened. */
function inputFile({ name, rings, plan }: Studio): string {
  if (!plan) {
    return rings && standing(rings).length > 0 ? `${base(name)}.obj` : /\.(obj|glb)$/i.test(name) ? name : "";
  }
  return `${base(name)}.${plan.some(({ kind }) => kind === "obstacle" || kind === "zone") ? "geojson" : "wkt"}`;
}

/** The commands that give the mesh and the path on the screen. */
export function commandLine(studio: Studio): string {
  const mesh = `${base(studio.name)}.cwm`;
  const effort = studio.effort === 1 ? "" : ` --effort ${studio.effort}`;
  const input = inputFile(studio);
  const seeds = (studio.request?.kind === "obj" ? studio.request.from ?? [] : []).map((seed) => ` --from ${seed.join(",")}`).join("");
  const build = input ? `clearway build ${input}${seeds} -o ${mesh}${effort} && ` : "";
  return `${build}clearway path ${mesh} --from ${studio.start.join(",")} --to ${studio.goal.join(",")} --radius ${studio.radius}`;
}

/** What the page takes along beside the plan and the mesh. */
export interface Shown {
  canvas: HTMLCanvasElement;
  trajectories: () => string;
}

export async function exported(kind: Exclude<ExportKind, "command">, studio: Studio, { canvas, trajectories }: Shown): Promise<Taken> {
  if ((kind === "geojson" || kind === "wkt") && !studio.plan) {
    throw new Error("there is no plan that could be taken; export the .cwm file");
  }
  if (kind === "scene" && (studio.plan || !studio.rings)) {
    throw new Error("there is no scene that could be taken");
  }
  const plan = { rings: studio.plan ?? [] };
  const name = `${base(studio.name)}.${kind === "scene" ? "obj" : kind}`;
  switch (kind) {
    case "cwm":
      return { name, blob: new Blob([(await studio.save()) as Uint8Array<ArrayBuffer>], { type: "application/octet-stream" }) };
    case "json":
    case "glb":
    case "bin":
      return { name, blob: new Blob([(await studio.write(kind)) as Uint8Array<ArrayBuffer>], { type: "application/octet-stream" }) };
    case "scene":
      return { name, blob: new Blob([(await studio.sceneFile()) as Uint8Array<ArrayBuffer>], { type: "text/plain" }) };
    case "txt":
      return { name, blob: new Blob([trajectories()], { type: "text/plain" }) };
    case "geojson":
      return { name, blob: new Blob([JSON.stringify(planToGeojson(plan))], { type: "application/geo+json" }) };
    case "wkt":
      return { name, blob: new Blob([`${planToWkt(plan)}\n`], { type: "text/plain" }) };
    case "png":
      return { name, blob: await new Promise((resolve, reject) => canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))))) };
  }
}

/** Hands a file to the browser's downloads. */
export function download({ name, blob }: Taken): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
