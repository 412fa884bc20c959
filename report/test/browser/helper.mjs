// What the tests in a browser share: pages that the command wrote, opened with Debian's chromium. Environment: MIXMI is the
// command, DATA the folder of data sets, CHROMIUM the browser, PICTURES a folder for photographs.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
export const scratch = mkdtempSync(join(tmpdir(), "mixmi-report-"));
export const { MIXMI, DATA, PICTURES } = process.env;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"], timeout: 0 });

export async function finish() {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}

/** Writes a report and returns its path. */
export function report(name, ...words) {
  const path = join(scratch, `${name}.html`);
  execFileSync(MIXMI, ["report", ...words, "-o", path], { stdio: ["ignore", "ignore", "pipe"] });
  return path;
}

/** A page with the template of the tree and these data. */
export function filled(name, data) {
  const path = join(scratch, `${name}.html`);
  const template = readFileSync(join(here, "../../template.html"), "utf8");
  writeFileSync(path, template.replace("@@DATA@@", () => JSON.stringify(data).replaceAll("<", "\\u003c")));
  return path;
}

/** The data of a page. */
export function dataOf(path) {
  const text = readFileSync(path, "utf8");
  const start = text.indexOf('id="data">') + 10;
  return JSON.parse(text.slice(start, text.indexOf("</script>", start)));
}

export function csv(name, header, rows) {
  const field = (value) => `"${String(value).replaceAll('"', '""')}"`;
  const path = join(scratch, `${name}.csv`);
  writeFileSync(path, `${[header, ...rows].map((row) => row.map(field).join(",")).join("\n")}\n`);
  return path;
}

/** Numbers in (0, 1) that are the same every time: a multiplicative congruential generator (Park and Miller 1988). */
export function random(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** Opens a page; `troubles` collects what must not happen: messages of the console, errors, dialogs, requests. */
export async function open(path, hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
  context.setDefaultTimeout(300000); // a net for what would hang; nothing is measured by it
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => troubles.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => { troubles.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => { if (!request.url().startsWith(pathToFileURL(path).href)) troubles.push(`request: ${request.url()}`); });
  page.on("popup", () => troubles.push("a window was opened"));
  await page.goto(`${pathToFileURL(path).href}${hash}`);
  await page.waitForSelector("html[data-ready]");
  return { page, troubles, close: () => context.close() };
}

/** Goes to a view and waits until it is there. */
export async function view(page, key) {
  await page.click(`nav a[href="#${key}"]`);
  await page.waitForSelector(`#view-${key}.current`);
}

export async function photograph(page, name) {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}
