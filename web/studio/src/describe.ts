/** What tests read of the page. */
import type { Page } from "./main.js";

export function describe(page: Page): object {
  const { studio, view } = page;
  const { scene, found } = studio;
  return {
    name: studio.name, radius: studio.radius, start: studio.start, goal: studio.goal,
    cells: scene ? scene.cellFirst.length - 1 : 0, stats: scene?.stats, hash: scene?.hash ?? "", builds: studio.builds,
    allBuilds: studio.allBuilds, buildMilliseconds: studio.buildMilliseconds, effort: studio.effort,
    memoryBytes: studio.memoryBytes, working: studio.working, sights: studio.sights, problem: studio.problem,
    people: page.crowd.people?.x.length ?? 0, crowdTime: page.crowd.people?.time ?? 0, playing: page.crowd.playing,
    crowdHash: page.crowd.people?.hash ?? "", inSpace: page.inSpace, space: page.inSpace ? page.space?.counts : null,
    storeys: studio.storeys.heights, roadmap: studio.roadmap?.levels.length ?? 0,
    doors: studio.rings?.flatMap(({ door }) => door ?? []) ?? [],
    rings: studio.rings?.length ?? 0, chosen: page.chosen, view: { ...view.view },
    frameMilliseconds: view.frameMilliseconds, firstPath: page.firstPath,
    path: found && {
      status: found.status, why: found.why, length: found.length, radius: found.question.radius,
      cells: Array.from(found.cells), legs: found.legs, gate: found.gate, milliseconds: found.milliseconds,
    },
  };
}
