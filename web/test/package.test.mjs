// The npm package in node: answers are those of the native command. Numbers may differ by 1e-12, because exp() and log() of
// the C libraries differ in their last bit. PACKAGE and MIXMI name the two.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { mixedTable, questions } from "./tables.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const native = resolve(process.env.MIXMI);
const { createMixmi, MixmiError, argumentsOf } = await import(pathToFileURL(resolve(process.env.PACKAGE, "node.js")));
const folder = mkdtempSync(join(tmpdir(), "mixmi-web-"));
const mixmi = createMixmi();
const penguins = readFileSync(join(here, "../../data/penguins.csv"));
const text = (string) => new TextEncoder().encode(string);

before(() => writeFileSync(join(folder, "penguins.csv"), penguins));
after(() => {
  mixmi.close();
  rmSync(folder, { recursive: true });
});

const nativeRun = (args) => execFileSync(native, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, OMP_NUM_THREADS: "1" } });

/** Where two values of JSON differ, as a list of paths; numbers by more than 1e-12, or 1e-9 of the larger one. */
function differences(a, b, path = "") {
  if (typeof a === "number" && typeof b === "number")
    return Math.abs(a - b) <= Math.min(1e-12 * Math.max(1, Math.abs(a)), 1e-9 * Math.max(Math.abs(a), Math.abs(b))) ? [] : [`${path}: ${a} ${b}`];
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b ? [] : [`${path}: ${a} ${b}`];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) => differences(a[key], b[key], `${path}/${key}`));
}

const assertSame = (out, expected, what) => assert.deepEqual(differences(JSON.parse(out), JSON.parse(expected)), [], what);

test("differences are found", () => {
  assert.deepEqual(differences({ a: [1, { b: 2 }] }, { a: [1 + 1e-14, { b: 2 }] }), []);
  assert.equal(differences({ a: [1, { b: 2 }] }, { a: [1 + 1e-11, { b: 3 }, null] }).length, 3);
});

test("200 questions about ten tables have the same answers", async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const files = { "table.csv": text(mixedTable(seed, 60 * seed)), "asked.csv": text(questions(seed)) };
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    const args = ["test", "table.csv", "--queries", "asked.csv", "--json"];
    const done = await mixmi.run(args, { files });
    assert.equal(done.code, 0, done.err);
    assertSame(done.out, nativeRun(args), `table ${seed}`);
  }
});

test("pairs, graph, blanket, selection and the methods of others have the same answers", async () => {
  const files = { "penguins.csv": penguins };
  const runs = [["pairs"], ["graph"], ["cmi", "-x", "species", "-y", "body_mass_g", "-z", "sex,island"], ["entropy", "-c", "species,body_mass_g"], ["blanket", "--target", "species"], ["select", "--target", "body_mass_g"], ["pairs", "--preset", "paper"],
    ...["perm", "miic", "rcit", "rcot", "suzuki", "chi2"].map((name) => ["test", "--test", name, "-x", "species", "-y", "body_mass_g", "-z", "sex"]),
    ...["fp", "ravk", "ms"].map((name) => ["cmi", "--estimator", name, "-x", "bill_length_mm", "-y", "body_mass_g", "-z", "flipper_length_mm"])];
  for (const [command, ...more] of runs) {
    const args = [command, "penguins.csv", "--json", ...more];
    assertSame((await mixmi.run(args, { files })).out, nativeRun(args), args.join(" "));
  }
});

test("the interface reads a table and asks about it", async () => {
  const table = await mixmi.read({ name: "penguins.csv", bytes: penguins });
  assert.equal(table.description.rows, 344);
  const answer = await mixmi.test(table, { x: "species", y: "body_mass_g", z: ["sex"] });
  assert.ok(answer.p < 1e-20 && answer.verdict === "detected" && answer.lower > 0);
  assert.match(await mixmi.report(table, { graph: "no" }), /<!doctype html>/);
  const names = await mixmi.read({ name: "odd.csv", bytes: text('"a,b","c ""d""",-x\n1,2,3\n2,1,4\n3,5,1\n4,4,2\n5,3,9\n6,8,7\n') });
  assert.equal((await mixmi.cmi(names, { x: "a,b", y: 'c "d"', z: 3 })).rows, 6);
});

test("options become arguments", () => {
  assert.deepEqual(argumentsOf({ x: ["a", "b,c"], maxCond: 2, recognise: false, latent: true, z: [], seed: null }),
    ["-x", '"a","b,c"', "--max-cond", "2", "--no-recognise", "--latent"]);
});

test("wrong input is an error with the exit status of the command", async () => {
  const wrong = (promise, code, pattern) => assert.rejects(promise, (error) => error instanceof MixmiError && error.code === code && pattern.test(error.message));
  const table = await mixmi.read({ name: "penguins.csv", bytes: penguins });
  await wrong(mixmi.test(table, { x: "species", y: "nothing" }), 1, /nothing/);
  await wrong(mixmi.read({ name: "empty.csv", bytes: new Uint8Array() }), 2, /empty/);
  await wrong(mixmi.read({ name: "picture.png", bytes: Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]) }), 2, /picture\.png/);
});

test("a run can be cancelled, and the next one answers", async () => {
  const table = { name: "wide.csv", bytes: text(mixedTable(3, 20000)), options: {} };
  const stop = new AbortController();
  const run = mixmi.graph(table, {}, { signal: stop.signal, onProgress: () => stop.abort() });
  setTimeout(() => stop.abort(), 0); // whichever comes first: a line of progress or the next turn
  await assert.rejects(run, (error) => error.code === 4);
  assert.equal((await mixmi.read({ name: "penguins.csv", bytes: penguins })).description.rows, 344);
});
