// The player of trajectories in a real Chromium, driven over its debugging pipe: no package needed.
//
//   node player.mjs CHROMIUM PAGE [SCREENSHOT]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [chromium, page, screenshot] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "clearway-browser-"));
const browser = spawn(chromium, ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
  "--window-size=1280,800", `--user-data-dir=${profile}`, "--remote-debugging-pipe", "about:blank"],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true }); // a group of its own
const [, , , input, output] = browser.stdio;

let next = 1, rest = "";
const waiting = new Map(), seen = [];
output.on("data", data => {
  const parts = (rest + data).split("\0");
  rest = parts.pop();
  for (const part of parts) {
    const message = JSON.parse(part);
    if (waiting.has(message.id)) { waiting.get(message.id)(message); waiting.delete(message.id); }
    else seen.push(message);
  }
});
const send = (method, params = {}, sessionId) => new Promise((done, failed) => {
  const id = next++;
  waiting.set(id, m => m.error ? failed(new Error(`${method}: ${m.error.message}`)) : done(m.result));
  input.write(JSON.stringify({ id, method, params, sessionId }) + "\0");
});
const sleep = ms => new Promise(done => setTimeout(done, ms));
let checks = 0;
function check(what, held) {
  checks++;
  if (!held) throw new Error(`not true: ${what}`);
}

async function test() {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const call = (method, params) => send(method, params, sessionId);
  const ask = async expression => {
    const answer = await call("Runtime.evaluate", { expression, returnByValue: true });
    if (answer.exceptionDetails) throw new Error(expression + ": " + JSON.stringify(answer.exceptionDetails));
    return answer.result.value;
  };
  const key = async (name, code, text) => {
    await call("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", key: name, code, text });
    await call("Input.dispatchKeyEvent", { type: "keyUp", key: name, code });
  };
  const center = async selector => JSON.parse(await ask(`JSON.stringify((b => [b.left + b.width / 2, b.top + b.height / 2, b.left, b.width])(document.querySelector("${selector}").getBoundingClientRect()))`));
  const click = async (x, y) => {
    for (const type of ["mousePressed", "mouseReleased"]) await call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
  };
  await call("Runtime.enable"); await call("Network.enable"); await call("Log.enable"); await call("Page.enable");
  await call("Page.navigate", { url: pathToFileURL(page).href });
  for (let i = 0; i < 600 && !await ask("typeof player === 'object'"); i++) await sleep(100);

  check("the page has a run", await ask("player.frames > 1 && player.agents > 0"));
  check("it plays by itself", await ask("player.playing"));
  for (let i = 0; i < 600 && !(await ask("player.time") > 0.2); i++) await sleep(100);
  check("time passes", await ask("player.time") > 0.2);
  const [px, py] = await center("#play");
  await click(px, py);
  check("a click pauses", !await ask("player.playing"));
  const still = await ask("player.time");
  await sleep(300);
  check("a pause stands still", await ask("player.time") === still);

  const [, ty, left, width] = await center("#track");
  await click(left + width / 2, ty);
  const half = await ask("player.time / player.duration");
  check("a click on the track seeks", Math.abs(half - 0.5) < 0.01);
  await key("End", "End");
  check("end goes to the end", await ask("player.time === player.duration"));
  await key("Home", "Home");
  check("home goes to the start", await ask("player.time === 0"));
  await key("ArrowRight", "ArrowRight");
  check("an arrow goes on by a second", Math.abs(await ask("player.time") - 1) < 1e-9);
  await key("+", "Equal", "+");
  check("plus is faster", await ask("player.speed") === 2);
  await key("c", "KeyC", "c");
  check("c colours by speed", await ask("player.mode") === "speed");
  await key("t", "KeyT", "t");
  check("t hides trails", !await ask("player.trails"));
  const light = await ask("player.dark");
  await key("d", "KeyD", "d");
  check("d turns light and dark", await ask("player.dark") !== light);
  await key(" ", "Space", " ");
  check("space plays", await ask("player.playing"));
  await key(" ", "Space", " ");

  const scale = await ask("player.view.scale");
  await call("Input.dispatchMouseEvent", { type: "mouseWheel", x: 600, y: 300, deltaX: 0, deltaY: -300 });
  for (let i = 0; i < 600 && !(await ask("player.view.scale") > scale); i++) await sleep(100);
  check("the wheel zooms", await ask("player.view.scale") > scale);
  await key("f", "KeyF", "f");
  check("f shows the whole plan", Math.abs(await ask("player.view.scale") - scale) < 1e-9);

  // Everybody who is there has a place, and the canvas shows colours of groups there.
  await ask("player.seek(player.duration / 3)");
  await key("c", "KeyC", "c");
  check("there are as many as are counted", await ask("(f => player.positions(f).filter(p => p).length === player.present(f))(Math.floor(player.frames / 3))"));
  check("people are painted", await ask(`(() => {
    const c = document.getElementById("scene"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
    let n = 0;
    for (let i = 0; i < d.length; i += 4) n += Math.max(d[i], d[i + 1], d[i + 2]) - Math.min(d[i], d[i + 1], d[i + 2]) > 90 ? 1 : 0;
    return n > 50; })()`));
  if (screenshot) {
    const { data } = await call("Page.captureScreenshot", { format: "png" });
    writeFileSync(screenshot, Buffer.from(data, "base64"));
  }
  await call("Emulation.setDeviceMetricsOverride", { width: 390, height: 800, deviceScaleFactor: 1, mobile: true });
  const outside = await ask(`[...document.querySelectorAll("#row > *")].filter(e => e.getBoundingClientRect().right > innerWidth).map(e => e.id).join()`);
  check("on a phone no button is cut off: " + outside, outside === "" && await ask("innerWidth") === 390);
  const asked = seen.filter(m => m.method === "Network.requestWillBeSent").map(m => m.params.request.url);
  check("nothing is loaded from anywhere: " + asked.filter(u => !/^(file|data):/.test(u)), asked.every(u => /^(file|data):/.test(u)));
  const wrong = seen.filter(m => m.method === "Runtime.exceptionThrown" || (m.method === "Log.entryAdded" && m.params.entry.level === "error"));
  check("no errors: " + JSON.stringify(wrong.map(m => m.params)), wrong.length === 0);
  console.log(`${checks} checks of the player passed`);
}

// The browser and its children. A child that is still writing may keep the folder of the profile
// alive for a moment: what is left there is the system's to clean, and says nothing about the player.
function end() {
  try { process.kill(-browser.pid, "SIGKILL"); } catch { /* it has ended by itself */ }
  try { rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }); } catch { /* see above */ }
}

const limit = setTimeout(() => { console.error("the browser does not answer"); end(); process.exit(1); }, 240000);
let code = 0;
try { await test(); } catch (error) { console.error(String(error.message || error)); code = 1; }
clearTimeout(limit);
end();
process.exit(code);
