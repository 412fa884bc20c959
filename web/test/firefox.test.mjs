// The page in Debian's firefox-esr, through Marionette, the protocol that Firefox itself has for being driven: messages of JSON with their
// length in front. Environment: PAGE, MIXMI, FIREFOX, and PICTURES for photographs.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const profile = mkdtempSync(join(tmpdir(), "mixmi-firefox-"));
writeFileSync(join(profile, "user.js"), 'user_pref("marionette.port", 0);\nuser_pref("network.proxy.type", 1);\nuser_pref("network.proxy.http", "127.0.0.1");\nuser_pref("network.proxy.http_port", 9);\nuser_pref("network.proxy.ssl", "127.0.0.1");\nuser_pref("network.proxy.ssl_port", 9);\n');
const firefox = spawn(process.env.FIREFOX, ["--headless", "--marionette", "--profile", profile, "--no-remote"], { stdio: "ignore", env: { ...process.env, HOME: profile } });
const wait = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

after(async () => {
  const ended = new Promise((done) => { firefox.once("exit", done); });
  firefox.kill();
  await ended;
  rmSync(profile, { recursive: true, force: true });
});

/** The port that Firefox chose, once it has written it down. */
async function findPort() {
  for (;;) {
    try {
      const port = Number(readFileSync(join(profile, "MarionetteActivePort"), "utf8"));
      if (port > 0) return port;
    } catch { /* not yet */ }
    assert.equal(firefox.exitCode, null, "Firefox ended");
    await wait(200);
  }
}

async function connect() {
  const socket = createConnection(await findPort(), "127.0.0.1");
  const waiting = new Map();
  let [bytes, last] = [Buffer.alloc(0), 0];
  socket.on("data", (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const colon = bytes.indexOf(":");
      const length = colon < 0 ? NaN : Number(bytes.subarray(0, colon));
      if (!(bytes.length >= colon + 1 + length)) return;
      const message = JSON.parse(bytes.subarray(colon + 1, colon + 1 + length));
      bytes = bytes.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue; // the greeting
      const { done, failed } = waiting.get(message[1]);
      if (message[2]) failed(new Error(`${message[2].error}: ${message[2].message}`));
      else done(message[3]?.value !== undefined ? message[3].value : message[3]);
    }
  });
  const call = (name, parameters = {}) => new Promise((done, failed) => {
    const text = JSON.stringify([0, ++last, name, parameters]);
    waiting.set(last, { done, failed });
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
  await call("WebDriver:NewSession", { capabilities: { alwaysMatch: { timeouts: { script: 600000, pageLoad: 600000 } } } });
  const run = (script, ...args) => call("WebDriver:ExecuteScript", { script, args });
  return { call, run, close: async () => { await call("WebDriver:DeleteSession"); socket.end(); } };
}

test("Firefox: penguins are read, asked about, searched and exported; nothing is requested", async () => {
  const { call, run, close } = await connect();
  const until = async (script, what) => {
    while (!(await run(`return ${script}`))) await wait(200);
    assert.ok(what);
  };
  const photograph = async (name) => {
    if (process.env.PICTURES) writeFileSync(join(process.env.PICTURES, `firefox-${name}.png`), Buffer.from(await call("WebDriver:TakeScreenshot", { full: false }), "base64"));
  };
  await call("WebDriver:SetWindowRect", { width: 1400, height: 1000 });
  await call("WebDriver:Navigate", { url: pathToFileURL(resolve(process.env.PAGE)).href });
  await until('document.documentElement.dataset.ready === "start"', "the page starts");
  await run(`const data = new DataTransfer();
    data.items.add(new File([arguments[0]], "penguins.csv", { type: "text/csv" }));
    const input = document.querySelector("#file");
    input.files = data.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));`, readFileSync(join(here, "../../data/penguins.csv"), "utf8"));
  await until('document.documentElement.dataset.ready === "yes" && document.querySelector(".run").textContent === ""', "all is computed");
  assert.match(await run('return document.querySelector("#view-columns").textContent'), /344 rows, 8 columns/);
  const native = JSON.parse(execFileSync(process.env.MIXMI, ["report", join(here, "../../data/penguins.csv"), "--json"], { encoding: "utf8" }));
  await run('location.hash = "#graph"');
  assert.equal(await run('return document.querySelectorAll("#view-graph svg.graph:not(.mini) .edge").length'), native.graph.edges.length);
  await photograph("graph");
  await run('location.hash = "#question"');
  for (const [group, name] of [["X", "species"], ["Y", "body_mass_g"], ["Z, given", "sex"]])
    await run(`const set = [...document.querySelectorAll("fieldset")].find((one) => one.querySelector("legend").textContent === arguments[0]);
      [...set.querySelectorAll("label")].find((one) => one.textContent.trim() === arguments[1]).control.click();`, group, name);
  await run('[...document.querySelectorAll("#view-question button")].find((one) => one.textContent === "Ask").click()');
  await until('document.querySelector(".answer img") !== null', "there is an answer");
  assert.equal(await run('return document.querySelector(".answer pre.output").textContent'),
    execFileSync(process.env.MIXMI, ["test", join(here, "../../data/penguins.csv"), "-x", "species", "-y", "body_mass_g", "-z", "sex"], { encoding: "utf8" }).trimEnd());
  await photograph("question");
  await run('location.hash = "#pairs"');
  await photograph("pairs");
  const requested = await run('return performance.getEntriesByType("resource").map((one) => one.name).filter((name) => !/^(blob|data):/.test(name))');
  assert.deepEqual(requested, []);
  await close();
});
