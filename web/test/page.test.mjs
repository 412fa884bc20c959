// The page in a browser. Environment: PAGE is the built file, MIXMI the native command, CHROMIUM the browser, PICTURES a folder for photographs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { mixedTable, uniform } from "./tables.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../report/build.mjs"))("playwright-core");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"], timeout: 0 });
const penguins = readFileSync(join(here, "../../data/penguins.csv"));
after(() => browser.close());

/** The page, offline; `troubles` collects requests, errors and messages of the console. */
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, offline: true, acceptDownloads: true, ...options });
  context.setDefaultTimeout(120000); // a net for what would hang; nothing is measured by it
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(String(error)));
  const address = pathToFileURL(resolve(process.env.PAGE)).href;
  page.on("request", (request) => { if (!/^(blob|data):/.test(request.url()) && request.url().split("#")[0] !== address) troubles.push(request.url()); });
  await page.goto(address);
  await page.waitForSelector("html[data-ready=start]");
  return { page, troubles, close: () => context.close() };
}

const drop = (page, name, buffer) => page.setInputFiles("#file", { name, mimeType: "text/csv", buffer: Buffer.from(buffer) });
const ready = (page) => page.waitForFunction(() => document.documentElement.dataset.ready === "yes" && document.querySelector(".run").textContent === "");
const show = (page, view) => page.evaluate((name) => { location.hash = `#${name}`; }, view);

/** Chooses columns by name ({ X: [...], Y: [...], Z: [...] }) and asks; what the page answers. */
async function ask(page, asked) {
  await show(page, "question");
  for (const [group, names] of Object.entries(asked))
    for (const name of names)
      await page.locator("fieldset", { has: page.locator("legend", { hasText: new RegExp(`^${group}\\b`) }) }).getByLabel(name, { exact: true }).check();
  await page.click("text=Ask");
  await page.waitForSelector(".answer pre.output");
  return page.textContent(".answer pre.output");
}

const nativeAnswer = (...args) => execFileSync(process.env.MIXMI, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trimEnd();

async function photograph(page, name) {
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `web-${name}.png`), fullPage: true });
}

test("penguins: columns, pairs, graph, a question, the report; nothing is requested", async () => {
  const { page, troubles, close } = await open();
  await photograph(page, "start");
  await drop(page, "penguins.csv", penguins);
  await ready(page);
  assert.match(await page.textContent("#view-columns"), /344 rows, 8 columns/);
  await show(page, "graph");
  const native = JSON.parse(execFileSync(process.env.MIXMI, ["report", join(here, "../../data/penguins.csv"), "--json"], { encoding: "utf8" }));
  assert.equal(await page.locator("#view-graph svg.graph:not(.mini) .edge").count(), native.graph.edges.length);
  assert.equal(await ask(page, { X: ["species"], Y: ["body_mass_g"], Z: ["sex"] }), nativeAnswer("test", join(here, "../../data/penguins.csv"), "-x", "species", "-y", "body_mass_g", "-z", "sex"));
  assert.ok(await page.evaluate(() => document.querySelector(".answer img").decode().then(() => true, () => false)));
  await photograph(page, "question");
  await show(page, "export");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Report, one HTML page")]);
  assert.match(readFileSync(await download.path(), "utf8"), /<!doctype html>[\s\S]*penguins/);
  assert.deepEqual(troubles, []);
  for (const view of ["columns", "pairs", "graph", "target", "knowledge", "export", "about"]) {
    await show(page, view);
    await photograph(page, view);
  }
  await close();
});

test("types can be changed and undone; knowledge changes the graph", async () => {
  const { page, troubles, close } = await open();
  await drop(page, "penguins.csv", penguins);
  await ready(page);
  await show(page, "columns");
  const year = () => page.getByLabel("Type of year");
  await year().selectOption("discrete");
  await page.waitForFunction(() => [...document.querySelectorAll("#view-columns tbody tr")].some((row) => /^\s*year/.test(row.querySelector("th").textContent) && row.querySelector(".type").textContent === "discrete"));
  await ready(page);
  await page.locator("#view-columns").getByText("Undo").click();
  await ready(page);
  assert.equal(await year().inputValue(), "");
  await show(page, "knowledge");
  await page.getByLabel("Tier of species").selectOption("1");
  await ready(page);
  await page.locator("#view-knowledge .chip", { hasText: "body_mass_g" }).dragTo(page.locator("#view-knowledge .lane").nth(2));
  await ready(page);
  assert.equal(await page.getByLabel("Tier of body_mass_g").inputValue(), "2");
  await page.locator("#view-knowledge .chip", { hasText: "island" }).dragTo(page.locator("#view-knowledge .chip", { hasText: "sex" }));
  await ready(page);
  assert.match(await page.textContent("#view-knowledge"), /forbid island → sex/);
  await show(page, "columns");
  await page.locator("#target").selectOption("sex");
  await ready(page);
  await show(page, "blanket");
  await page.click("text=Find the blanket of sex");
  await page.waitForSelector("#view-blanket pre.output");
  assert.equal(await page.textContent("#view-blanket pre.output"), nativeAnswer("blanket", join(here, "../../data/penguins.csv"), "--target", "sex"));
  assert.deepEqual(troubles, []);
  await close();
});

test("orders of labels, clusters and series reach the answers", async () => {
  const { page, troubles, close } = await open();
  await drop(page, "penguins.csv", penguins);
  await ready(page);
  await page.getByLabel("Type of island").selectOption("ordered");
  await ready(page);
  await page.getByLabel("Labels of island from low to high").fill("Dream < Biscoe < Torgersen");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /ordered/.test([...document.querySelectorAll("#view-columns tbody tr")].find((row) => /^\s*island/.test(row.querySelector("th").textContent)).cells[2].textContent));
  await ready(page);
  await page.click("text=another table");

  const days = join(here, "../../docs/gallery/data/airquality.csv");
  await drop(page, "airquality.csv", readFileSync(days));
  await ready(page);
  await page.getByLabel("Rows are").selectOption("clusters");
  await page.getByLabel("Column of clusters").selectOption("Day");
  await ready(page);
  assert.equal(await ask(page, { X: ["Ozone"], Y: ["Wind"] }), nativeAnswer("test", days, "-x", "Ozone", "-y", "Wind", "--cluster", "Day"));
  await page.click("text=another table");

  const series = join(here, "../../docs/gallery/data/air.csv");
  await drop(page, "air.csv", readFileSync(series));
  await ready(page);
  await page.getByLabel("Rows are").selectOption("series");
  await page.getByLabel("Column of times").selectOption("date");
  await ready(page);
  await photograph(page, "series-columns");
  assert.equal(await ask(page, { X: ["Ozone@1"], Y: ["Ozone"], Z: ["Temp", "Temp@1"] }), nativeAnswer("test", series, "-x", "Ozone@1", "-y", "Ozone", "-z", "Temp,Temp@1", "--time", "date", "--lags", "1"));
  await show(page, "graph");
  await photograph(page, "series-graph");
  assert.match(await page.textContent("#view-graph"), /Ozone@1/);
  assert.deepEqual(troubles, []);
  await close();
});

test("messy, compressed and wrong files, hostile names", async () => {
  const { page, troubles, close } = await open();
  await drop(page, "messy.csv", gzipSync('"<img src=x onerror=alert(1)>";"</script>"; c\n1,5;n/a;x\n2,5;3;y\n"3,5";4;x\n;5;z\n4,5;6;x\n5,5;7;y\n6,5;1;z\n'));
  await ready(page);
  assert.match(await page.textContent("#view-columns"), /<img src=x onerror=alert\(1\)>/);
  await page.click("text=another table");
  await drop(page, "picture.png", Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]));
  assert.match(await page.locator("[role=alert]").textContent(), /picture\.png/);
  await drop(page, "empty.csv", "");
  await page.waitForFunction(() => /empty/.test(document.querySelector("[role=alert]")?.textContent));
  assert.deepEqual(troubles, []);
  await close();
});

test("names that JavaScript or the file system use; settings in a file", async () => {
  const { page, troubles, close } = await open();
  const next = uniform(3);
  const rows = Array.from({ length: 60 }, () => [next(), next(), next()].map((one) => one.toFixed(3)));
  await drop(page, "home", `constructor,__proto__,toString\n${rows.map((one) => one.join(",")).join("\n")}\n`);
  await ready(page);
  assert.match(await page.textContent("#view-columns"), /60 rows, 3 columns/);
  await page.getByLabel("Type of __proto__").selectOption("discrete");
  await ready(page);
  assert.equal(await page.getByLabel("Type of __proto__").inputValue(), "discrete");
  await show(page, "knowledge");
  assert.equal(await page.locator("#view-knowledge .lane").first().locator(".chip").count(), 3);
  await page.getByLabel("Tier of constructor").selectOption("2");
  await ready(page);
  await show(page, "export");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click()]);
  const saved = readFileSync(await download.path(), "utf8");
  await page.setInputFiles("[aria-label='Settings from a file']", { name: "wrong.json", mimeType: "application/json", buffer: Buffer.from('["tiers"]') });
  await page.waitForFunction(() => /has no settings/.test(document.querySelector("#view-export [role=status]").textContent));
  await page.click("text=another table");
  await drop(page, "knowledge.txt", `constructor,other\n${rows.map((one) => one.slice(1).join(",")).join("\n")}\n`);
  await ready(page);
  await show(page, "export");
  await page.setInputFiles("[aria-label='Settings from a file']", { name: "settings.json", mimeType: "application/json", buffer: Buffer.from(saved) });
  await page.waitForFunction(() => document.querySelector("[aria-label='Tier of constructor']").value === "2");
  await ready(page);
  assert.deepEqual(troubles, []);
  await close();
});

test("a large table is read, and a run can be cancelled with what was finished kept", async () => {
  const { page, troubles, close } = await open();
  await drop(page, "large.csv", mixedTable(5, 600000)); // about 20 MB
  await page.waitForSelector("html[data-ready=columns]");
  assert.match(await page.textContent("#view-columns"), /600.000 rows/);
  await page.locator(".run button").click();
  await page.waitForFunction(() => /Cancelled/.test(document.querySelector(".run").textContent));
  assert.match(await page.textContent("#view-columns"), /Columns/);
  assert.deepEqual(troubles, []);
  await close();
});

test("keyboard, screen readers, phone width and dark mode", async () => {
  const axe = readFileSync(join(here, "../../report/node_modules/axe-core/axe.min.js"), "utf8");
  for (const [name, options] of [["phone", { viewport: { width: 390, height: 800 } }], ["dark", { colorScheme: "dark" }], ["phone-dark", { viewport: { width: 390, height: 800 }, colorScheme: "dark" }]]) {
    const { page, close } = await open({ ...options, bypassCSP: true });
    await page.focus("text=Try the penguins");
    await page.keyboard.press("Enter");
    await ready(page);
    for (const view of ["columns", "question", "pairs", "graph", "blanket", "knowledge", "export"]) {
      await show(page, view);
      await photograph(page, `${view}-${name}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${view} is ${wide} pixels too wide (${name})`);
    }
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(" ")}`), []);
    await close();
  }
});

test("the table of the tests is the same every time", () => {
  assert.equal(mixedTable(5, 3), mixedTable(5, 3));
  assert.notEqual(uniform(1)(), uniform(2)());
});
