// Takes a screenshot of one view of a report with chromium: photograph.mjs PAGE VIEW FILE.png. VIEW is the fragment of
// the page's address, with names of columns instead of their numbers: '#pairs/bill_length_mm/bill_depth_mm'.

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [path, view, file] = process.argv.slice(2);
const text = readFileSync(path, "utf8");
const start = text.indexOf('id="data">') + 10;
const data = JSON.parse(text.slice(start, text.indexOf("</script>", start)));
const place = (name) => data.used.findIndex((column) => data.columns[column].name === name);
const [key, ...names] = view.split("/");
const places = names.map((name) => String(place(name)));
const hash = key === "#graph" ? key : [key, ...places].join("/");

const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.goto(`${pathToFileURL(resolve(path)).href}${hash}`);
await page.waitForSelector("html[data-ready]");
if (key === "#graph") {
  await page.selectOption("#between-a", places[0]);
  await page.selectOption("#between-b", places[1]);
}
await page.screenshot({ path: file });
await browser.close();
