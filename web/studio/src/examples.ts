/** The examples beside the office: a script of its own, which the page loads when one is wanted. */
import bridge from "../../../examples/bridge.obj";
import house from "../../../examples/house.obj";
import pillars from "../../../examples/pillars.wkt";
import ramp from "../../../examples/ramp.obj";
import tangle from "../../../examples/tangle.geojson";

const part: Record<string, string> = {
  "pillars.wkt": pillars, "tangle.geojson": tangle, "bridge.obj": bridge, "ramp.obj": ramp, "house.obj": house,
};
export type ExamplesPart = typeof part;
Object.assign(globalThis, { clearwayExamples: part });
