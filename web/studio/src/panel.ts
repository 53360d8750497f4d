/** What the panel and the labels over the plan say. */
import type { CrowdPlayer } from "./crowd.js";
import type { Studio } from "./state.js";
import type { Place, Vec2 } from "./protocol.js";

/** Where things are on the screen: both views tell. */
export interface Projection {
  canvas: HTMLCanvasElement;
  toScreen(place: Place): Vec2;
  /** Pixels per metre, near enough. */
  scale: number;
}

export function element<Type extends HTMLElement>(id: string): Type {
  return document.getElementById(id) as Type;
}

function setText(id: string, text: string): void {
  const target = element(id);
  if (target.textContent !== text) {
    target.textContent = text;
  }
}

/** A sentence below the buttons; `refused` says that something was not done. */
export function note(text: string, refused = false): void {
  setText("note", text);
  element("note").classList.toggle("refused", refused);
}

function timeText(milliseconds: number): string {
  return milliseconds < 0.95 ? `${Math.max(Math.round(milliseconds * 1000), 1)} µs` : `${milliseconds.toFixed(1)} ms`;
}

function placeHandle(id: string, noun: string, view: Projection, at: Place): void {
  const handle = element(id);
  const [x, y] = view.toScreen(at);
  handle.style.transform = `translate(${x}px, ${y}px)`;
  const height = at[2] === undefined ? "" : `, height ${at[2].toFixed(2)} m`;
  const label = `${noun}: x ${at[0].toFixed(2)} m, y ${at[1].toFixed(2)} m${height}`;
  if (handle.getAttribute("aria-label") !== label) {
    handle.setAttribute("aria-label", label);
  }
}

/** The library's sentence, beside the gap or the end it speaks of. */
function placeBubble(studio: Studio, view: Projection): void {
  const bubble = element("bubble");
  const { found } = studio;
  bubble.hidden = !found || found.why === "" || !found.blame;
  if (bubble.hidden || !found?.blame) {
    return;
  }
  bubble.textContent = found.why;
  const [x, y] = view.toScreen(found.blame);
  const [wide, high] = [bubble.offsetWidth, bubble.offsetHeight];
  const [roomX, roomY] = [view.canvas.clientWidth, view.canvas.clientHeight];
  const away = 14 + Math.min(Math.max(found.question.radius * view.scale, 17), 80);
  const places: Vec2[] = [[x - wide / 2, y - away - high], [x - wide / 2, y + away], [x + away, y - high / 2], [x - away - wide, y - high / 2]];
  const handles = [view.toScreen(studio.start), view.toScreen(studio.goal)];
  // The first place beside the gap that is on the screen and hides neither handle.
  const free = places.find(([left, top]) => left >= 8 && top >= 8 && left + wide <= roomX - 8 && top + high <= roomY - 8 &&
    !handles.some(([hx, hy]) => hx > left - 20 && hx < left + wide + 20 && hy > top - 20 && hy < top + high + 20));
  const [left, top] = free ?? [Math.min(Math.max(x - wide / 2, 8), Math.max(roomX - wide - 8, 8)),
    Math.min(Math.max(y + away, 8), Math.max(roomY - high - 8, 8))];
  bubble.style.transform = `translate(${left}px, ${top}px)`;
}

/** "1 cell", "2 cells". */
function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function answerText(studio: Studio): { strong: string; rest: string; refused: boolean } {
  const { found, radius } = studio;
  if (studio.opening) {
    return { strong: "", rest: `Opening ${studio.opening} …`, refused: false };
  }
  if (studio.problem) {
    return { strong: "", rest: studio.problem, refused: true };
  }
  if (!found) {
    return { strong: "", rest: studio.working ? "Making the mesh …" : "", refused: false };
  }
  if (found.status !== "found") {
    const sentence = found.why.charAt(0).toUpperCase() + found.why.slice(1);
    return { strong: "", rest: `${sentence}.`, refused: true };
  }
  const who = radius === 0 ? "a point" : `a disc of ${radius.toFixed(2)} m`;
  const turns = found.legs.filter((leg) => leg.arc).length;
  return {
    strong: `${found.length.toFixed(3)} m`, refused: false,
    rest: ` is the shortest way for ${who}: ${counted(found.cells.length, "cell")}, ${counted(turns, "turn")}.`,
  };
}

/** One entry for each storey, where there are several. */
function showStoreys({ storeys }: Studio): void {
  const select = element<HTMLSelectElement>("storey");
  const labels = storeys.heights.map((height, i) => `Storey ${i} (${height.toFixed(1)} m)`);
  select.hidden = labels.length < 2;
  if (select.dataset["labels"] !== labels.join()) {
    select.dataset["labels"] = labels.join();
    select.replaceChildren(new Option("All storeys", "-1"), ...labels.map((label, i) => new Option(label, String(i))));
  }
}

function areaText(area: number): string {
  return area < 10 ? `${+area.toPrecision(3)} m²` : area < 1e6 ? `${area.toFixed(0)} m²` : `${+(area / 1e6).toPrecision(6)} km²`;
}

export function showPanel(studio: Studio, view: Projection): void {
  const { scene, found } = studio;
  const area = scene ? `, ${areaText(scene.stats.area)}, ${counted(scene.stats.holes, "hole")}` : "";
  setText("title", scene ? `${studio.name}${area}` : studio.name);
  setText("radius-value", `${studio.radius.toFixed(2)} m`);
  const slider = element<HTMLInputElement>("radius");
  if (Number(slider.value) !== studio.radius) {
    slider.value = String(studio.radius);
  }
  slider.setAttribute("aria-valuetext", `${studio.radius.toFixed(2)} metres`);
  const { strong, rest, refused } = answerText(studio);
  const answer = element("answer");
  if (answer.textContent !== strong + rest) {
    const bold = document.createElement("b");
    bold.textContent = strong;
    answer.replaceChildren(...(strong ? [bold] : []), rest);
  }
  answer.classList.toggle("refused", refused);
  setText("cells", scene ? String(scene.cellFirst.length - 1) : "–");
  setText("builds", String(studio.builds));
  setText("search", found ? timeText(found.milliseconds) : "–");
  setText("widest", found && found.widest >= 0 ? (Math.floor(found.widest * 1000) / 1000).toFixed(3) : "–");
  element("cancel").hidden = !studio.working;
  element("fewest").hidden = studio.working;
  element<HTMLButtonElement>("fewest").disabled = studio.rings === null;
  placeHandle("start", "Start", view, studio.start);
  placeHandle("goal", "Goal", view, studio.goal);
  showStoreys(studio);
  element<HTMLInputElement>("roadmap").disabled = studio.plan === null;
  element("start").hidden = element("goal").hidden = scene === null;
  placeBubble(studio, view);
}

/** A bar as long as the lines of the grid are apart; none in space. */
export function showScale(metres: number, pixelsPerMetre: number): void {
  const bar = element("scale");
  bar.hidden = metres === 0;
  bar.style.width = `${metres * pixelsPerMetre}px`;
  setText("scale", metres < 1 ? `${+(metres * 100).toPrecision(1)} cm` : metres < 1000 ? `${metres} m` : `${metres / 1000} km`);
}

export function showCrowd({ people, playing, problem }: CrowdPlayer): void {
  setText("play", playing ? "Pause" : people && people.x.length > 0 ? "Go on" : "Play");
  setText("crowd-note", problem || (people
    ? `${people.time.toFixed(1)} s: ${people.x.length} on their way to B` : "People of all sizes walk to B."));
  element<HTMLButtonElement>("clear-crowd").disabled = people === null;
}
