/** 3D scenes: what counts as walkable in them. */
import { structs, type Field } from "./layout.js";
import { BUILD_OPTIONS, type BuildOptions } from "./mesh.js";
import type { Module } from "./module.js";

/** Lengths in metres, areas in square metres in plan. What is left out is as in the command. */
export interface SceneOptions extends BuildOptions {
  /** Which axis points up in the positions; "z" unless told. */
  up?: "y" | "z";
  /** Room above the floor that a walker needs; 2 unless told. */
  height?: number;
  /** Largest difference of height that is walked over; 0.4 unless told. */
  step?: number;
  /** Steepest floor, radians; 45 degrees unless told. */
  slope?: number;
  /** Cracks up to this width are bridged; 0.001 unless told. */
  gap?: number;
  /** Parts with less area are dropped; 0.5 unless told. */
  minIsland?: number;
  /** Parts that are narrower in the mean are dropped too; 0.1 unless told. */
  minWidth?: number;
  /** Holes with less area are filled; none unless told. */
  minHole?: number;
  /** Whether floors inside closed shells are not walkable; true unless told. */
  solids?: boolean;
  /** Whether faces that look down count as if turned around; false unless told. */
  bothSides?: boolean;
  /** Only what is joined to one of these points (z up) stays. */
  from?: readonly (readonly [number, number, number?])[];
}

export const SCENE_OPTIONS = [...BUILD_OPTIONS, "up", "height", "step", "slope", "gap", "minIsland", "minWidth", "minHole",
  "solids", "bothSides", "from"] as const;

/** Writes the configuration into the scratch memory and gives its address. */
export function fillExtraction(module: Module, options: SceneOptions, from: number, count: number): number {
  const at = module.scratch;
  const fields = structs.cw_extraction_config;
  module.c["cw_extraction_config_default"](at);
  const names: [Field, keyof SceneOptions][] = [
    [fields.height, "height"], [fields.step, "step"], [fields.slope, "slope"], [fields.gap, "gap"],
    [fields.min_island, "minIsland"], [fields.min_width, "minWidth"], [fields.min_hole, "minHole"],
    [fields.solids, "solids"], [fields.both_sides, "bothSides"],
  ];
  for (const [field, name] of names) {
    module.setGiven(at, field, options[name] as number | boolean | undefined, name);
  }
  if (count > 0) {
    module.set(at, fields.from, from);
    module.set(at, fields.from_count, count);
  }
  return at;
}
