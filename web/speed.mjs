// CPU time of the web build relative to one native thread: PACKAGE=FOLDER MIXMI=PATH node web/speed.mjs. Runs
// alternate; the minimum of five counts, because other load on the machine only adds time.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { mixedTable } from "./test/tables.mjs";

const { createMixmi } = await import(pathToFileURL(resolve(process.env.PACKAGE, "node.js")));
const folder = mkdtempSync(join(tmpdir(), "mixmi-speed-"));
const mixmi = createMixmi();

/** A table of 30 columns x 1000 rows: five of the tests' tables side by side. */
function wideTable() {
  const parts = [1, 2, 3, 4, 5].map((seed) => mixedTable(seed, 1000).trimEnd().split("\n"));
  return `${parts[0].map((_, row) => parts.map((part, k) => (row === 0 ? part[0].split(",").map((name) => name + k).join(",") : part[row])).join(",")).join("\n")}\n`;
}

const files = { "penguins.csv": readFileSync(new URL("../data/penguins.csv", import.meta.url)), "large.csv": Buffer.from(mixedTable(7, 20000)), "wide.csv": Buffer.from(wideTable()) };
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);

function nativeSeconds(args) {
  const shell = 'TIMEFORMAT="%U %S"; { time "$0" "$@" >/dev/null 2>&3; } 3>/dev/null';
  const out = execFileSync("bash", ["-c", `(${shell}) 2>&1`, resolve(process.env.MIXMI), ...args, "--threads", "1"], { cwd: folder, encoding: "utf8" });
  return out.trim().split(" ").map(Number).reduce((a, b) => a + b);
}

async function webSeconds(args) {
  const before = process.cpuUsage();
  const done = await mixmi.run(args, { files: { [args[1]]: new Uint8Array(files[args[1]]) } });
  const used = process.cpuUsage(before);
  if (done.code !== 0) throw new Error(done.err);
  return (used.user + used.system) / 1e6;
}

await webSeconds(["pairs", "penguins.csv"]); // so that it is compiled once
for (const args of [["test", "large.csv", "-x", "a", "-y", "label", "-z", "b,price"], ["cmi", "large.csv", "-x", "a", "-y", "price", "-z", "label"], ["pairs", "penguins.csv"], ["pairs", "large.csv"], ["graph", "penguins.csv"], ["graph", "wide.csv"]]) {
  const native = [], web = [];
  for (let turn = 0; turn < 5; turn++) {
    native.push(nativeSeconds(args));
    web.push(await webSeconds(args));
  }
  const [a, b] = [Math.min(...native), Math.min(...web)];
  console.log(`${args.join(" ").padEnd(48)} native ${a.toFixed(2)} s, web ${b.toFixed(2)} s, ratio ${(b / a).toFixed(2)}`);
}
mixmi.close();
rmSync(folder, { recursive: true });
