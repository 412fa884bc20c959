// The page in a real browser: every view opened and used with the pointer and with keys alone.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { csv, DATA, dataOf, filled, finish, open, photograph, random, report, scratch, view } from "./helper.mjs";

const views = ["overview", "pairs", "graph", "effect", "target", "about"];
const penguins = report("penguins", `${DATA}/penguins.csv`, "--target", "species", "--effect", "species:body_mass_g", "--stability", "2");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
after(finish);

const text = (page, selector) => page.locator(selector).innerText();

// ------------------------------------------------------------------------------------------------------------ every view

test("every view opens without errors", async () => {
  const { page, troubles, close } = await open(penguins);
  for (const key of views) {
    await view(page, key);
    assert.equal(await page.locator(".view:visible").count(), 1);
    await photograph(page, `penguins-${key}`);
  }
  assert.deepEqual(troubles, []);
  await close();
});

test("an address that names nothing shows the overview", async () => {
  const { page, troubles, close } = await open(penguins);
  await view(page, "about");
  await page.evaluate(() => { location.hash = "#%"; });
  await page.locator("#view-overview").waitFor({ state: "visible" });
  assert.deepEqual(troubles, []);
  await close();
});

test("the overview has every column with type, histogram, values and missing rows", async () => {
  const { page, troubles, close } = await open(penguins);
  assert.equal(await page.locator("#view-overview tbody tr").count(), 8);
  const row = page.locator("#view-overview tbody tr", { hasText: "bill_length_mm" });
  assert.match(await row.innerText(), /numeric[\s\S]*rounded to 0\.1[\s\S]*32\.1 to 59\.6[\s\S]*2 \(0\.6%\)/);
  assert.ok((await row.locator("svg .bar").count()) > 3);
  assert.equal(await page.locator("#view-overview tbody tr", { hasText: "year" }).locator("svg .spike").count(), 3);
  await page.fill("#filter-columns", "bill");
  assert.equal(await page.locator("#view-overview tbody tr:visible").count(), 2);
  assert.deepEqual(troubles, []);
  await close();
});

test("the first screen says in sentences what was found, each with a way to its picture", async () => {
  const { page, troubles, close } = await open(penguins);
  const said = await text(page, ".findings ol");
  for (const part of [/What carries information about species: /, /Together .* nats/, /species and \w+: \w+ ?\w* dependence.*nats/, /The graph has \d+ edges/, /Effect of species on body_mass_g/]) assert.match(said, part);
  assert.match(await text(page, "#view-overview .lead"), /344 rows, 8 columns \(5 numeric, 3 discrete\); missing values in 5/);
  const bottom = await page.locator(".findings").evaluate((element) => element.getBoundingClientRect().bottom);
  assert.ok(bottom < 900, `the findings end at ${bottom}`);
  const before = await text(page, ".finding-picture a");
  await page.locator(".findings li", { hasText: "strong dependence" }).nth(1).hover();
  await page.waitForFunction((was) => document.querySelector(".finding-picture a").innerText !== was, before);
  await page.locator(".findings a.more").nth(1).click();
  await page.waitForSelector(".current");
  assert.deepEqual(troubles, []);
  await close();
});

test("without a target the page names redundant columns, columns without relation and what limits the answers", async () => {
  const [next, other, third] = [23, 5077, 90210].map(random);
  const rows = Array.from({ length: 300 }, () => {
    const [u, v] = [next() + next(), next()];
    return [u, 2 * u, u + v, other(), third() < 0.3 ? "yes" : "no"].map((one) => (typeof one === "number" ? one.toFixed(4) : one));
  });
  const said = async (name, list) => {
    const { page, troubles, close } = await open(report(name, csv(name, ["length", "twice", "sum", "noise", "coin"], list)));
    const words = await text(page, ".findings ol");
    assert.deepEqual(troubles, []);
    await close();
    return words;
  };
  const once = await said("once", rows);
  for (const part of [/Nearly the same information: length and twice/, /No relation to any other column was detected for noise and coin/]) assert.match(once, part);
  assert.match(await said("repeated", [...rows, ...rows.slice(0, 100)]), /100 of 400 rows repeat another row exactly/);
});

test("pictures: a mosaic for labels, distributions for a number by label, hexagons for many rows, and nothing of single rows on request", async () => {
  const next = random(31);
  const rows = Array.from({ length: 3000 }, () => {
    const u = next() + next() + next();
    return [u.toFixed(5), (next() < 0.3 ? 0 : 7 * u + next()).toFixed(5), u > 1.6 ? "high" : "low", next() < 0.2 + u / 6 ? "yes" : "no", (1000 * (next() < 0.001) + next()).toFixed(5)];
  });
  const file = csv("kinds", ["u", "pay", "level", "answer", "far"], rows);
  const { page, troubles, close } = await open(report("kinds", file), "#pairs/0/1");
  await page.locator(".pair .hexagons path").first().waitFor();
  assert.equal(await page.locator(".pair .strip-bar").count() > 0, true); // pay is 0 in 30% of the rows
  await photograph(page, "kinds-scatter");
  for (const [pair, kind] of [["2/3", ".tile-cell"], ["2/0", ".violin"], ["0/2", ".violin"], ["0/4", ".outside"]]) {
    await page.goto(`${page.url().split("#")[0]}#pairs/${pair}`);
    await page.locator(`.pair-panel ${kind}`).first().waitFor();
    await photograph(page, `kinds-${pair.replace("/", "-")}`);
  }
  assert.deepEqual(troubles, []);
  await close();
  const path = report("closed", file, "--no-rows");
  const data = dataOf(path);
  assert.ok(data.points === undefined && data.details.every((one) => one.n === undefined));
  for (const one of data.details) for (const list of [one.slots, one.hexagons ?? []]) for (let i = 1; i < list.length; i += 2) assert.ok(list[i] >= 3);
  const closed = await open(path, "#pairs/0/1");
  await closed.page.locator(".pair .hexagons path").first().waitFor();
  assert.equal(await closed.page.locator(".points circle, .grid-box").count(), 0);
  assert.deepEqual(closed.troubles, []);
  await closed.close();
});

test("a graph lies within its frame when it opens, on a phone too, with the target marked", async () => {
  for (const viewport of [{ width: 1300, height: 900 }, { width: 390, height: 844 }]) {
    const { page, close } = await open(penguins, "#graph", { viewport });
    await page.locator("#graph-plot .node").first().waitFor();
    const out = await page.evaluate(() => {
      const frame = document.querySelector("#graph-plot").getBoundingClientRect();
      return [...document.querySelectorAll("#graph-plot .node, #graph-plot .edge .line")].map((one) => one.getBoundingClientRect())
        .filter(({ left, right, top, bottom }) => left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1).length;
    });
    assert.equal(out, 0);
    assert.match(await text(page, ".graph-legend"), /rise together[\s\S]*one rises, the other falls[\s\S]*categories/);
    await close();
  }
});

test("a click on the heat map opens the pair with its grid, shape, interval, p and rows", async () => {
  const { page, troubles, close } = await open(penguins, "#pairs");
  const box = await page.locator(".heat").boundingBox();
  const before = await text(page, ".pair-panel h3");
  await page.mouse.move(box.x + box.width * 0.92, box.y + box.height * 0.35);
  await page.waitForSelector(".tip:visible");
  await page.mouse.click(box.x + box.width * 0.55, box.y + box.height * 0.72);
  await page.waitForFunction((was) => document.querySelector(".pair-panel h3").innerText !== was, before);
  await page.goto(`${page.url().split("#")[0]}#pairs/2/3`);
  await page.waitForFunction(() => document.querySelector(".pair-panel h3").innerText.includes("bill_depth_mm"));
  const facts = await text(page, ".pair-panel .facts");
  for (const part of [/Shape[\s\S]*U-shaped/, /dependence detected/, /Strength/, /nats, 95% interval/, /p = /, /342 used, 2 left out/]) assert.match(facts, part);
  assert.ok((await page.locator(".pair .points circle").count()) > 300);
  assert.equal(await page.locator(".pair .smooth .mean").count(), 1);
  await page.click("text=The histogram that the estimate used");
  await page.locator(".grid-box .cell").first().waitFor();
  assert.ok((await page.locator(".grid-box .cell").count()) >= 4);
  const fills = await page.locator(".grid-box .cell").evaluateAll((cells) => new Set(cells.map((cell) => cell.getAttribute("fill"))).size);
  assert.ok(fills > 3);
  await page.click("text=share of rows");
  await page.click("text=hidden");
  assert.equal(await page.locator(".grid-box .points circle").count(), 0);
  await page.click("text=Exchange axes");
  await page.waitForFunction(() => document.querySelector(".pair-panel h3").innerText.startsWith("bill_depth_mm"));
  await page.click("text=The histogram that the estimate used");
  await page.click("text=cells as a table");
  assert.ok((await page.locator(".pair-panel details tbody tr").count()) >= 4);
  assert.deepEqual(troubles, []);
  await close();
});

test("p-value, interval and verdict of every pair agree, and pairs are ordered by evidence", async () => {
  for (const alpha of [0.2, 0.05, 0.001]) {
    const { pairs, confidence } = dataOf(report(`agree-${alpha}`, `${DATA}/penguins.csv`, "--alpha", String(alpha), "--graph=no"));
    assert.ok(Math.abs(confidence - (1 - alpha)) < 1e-9 && pairs.p.length === 28);
    pairs.p.forEach((p, i) => {
      assert.equal(pairs.lower[i] > 0, p < alpha);
      assert.equal(pairs.verdict[i], p < alpha ? 2 : 1);
      assert.ok(pairs.lower[i] <= pairs.estimate[i] && pairs.estimate[i] <= pairs.upper[i]);
    });
  }
  const { page, troubles, close } = await open(penguins, "#pairs");
  const { pairs } = dataOf(penguins);
  const first = pairs.lower.indexOf(Math.max(...pairs.lower));
  const shownFirst = await page.locator(".pairs-table tbody tr").first().innerText();
  assert.ok(shownFirst.includes(pairs.strength[first] === 1000 ? "1.00" : (pairs.strength[first] / 1000).toFixed(2)));
  const none = pairs.verdict.indexOf(1);
  const [a, b] = [...Array(8).keys()].flatMap((i) => [...Array(8).keys()].slice(i + 1).map((j) => [i, j]))[none];
  await page.goto(`${page.url().split("#")[0]}#pairs/${a}/${b}`);
  await page.waitForFunction(() => /no dependence detected; at most [\d.]+ nats/.test(document.querySelector(".pair-panel .facts").innerText));
  assert.equal(await page.locator("text=Where the dependence is").count(), 0);
  assert.deepEqual(troubles, []);
  await close();
});

test("the table of pairs can be searched and ordered, and opens pairs", async () => {
  const { page, troubles, close } = await open(penguins, "#pairs");
  await page.fill("#filter-pairs", "island");
  assert.equal(await page.locator(".pairs-table tbody tr").count(), 7);
  await page.selectOption("#order-pairs", "p");
  await page.locator(".pairs-table a").last().click();
  await page.waitForFunction(() => /island/.test(document.querySelector(".pair-panel h3").innerText));
  assert.ok(await page.evaluate(() => { const { top } = document.querySelector(".pair-panel h3").getBoundingClientRect(); return top > 0 && top < innerHeight; }));
  await page.click("text=More evidence");
  await page.waitForFunction(() => document.activeElement === document.querySelector(".pair-panel h3"));
  assert.deepEqual(troubles, []);
  await close();
});

// ------------------------------------------------------------------------------------------------------------- the graph

/** A point on the line of an edge, in pixels of the window, that no node covers. */
const onEdge = (page, index) => page.evaluate((i) => {
  const path = document.querySelectorAll("#graph-plot .edge .line")[i];
  const matrix = path.getScreenCTM();
  for (let t = 0.5; t < 0.95; t += 0.02) {
    const at = path.getPointAtLength(path.getTotalLength() * t).matrixTransform(matrix);
    if (document.elementFromPoint(at.x, at.y)?.closest(".edge") === path.parentNode) return [at.x, at.y];
  }
  return null;
}, index);

test("a click on an edge shows its weakest test, two nodes without an edge show what separates them", async () => {
  const { page, troubles, close } = await open(penguins, "#graph");
  const { graph, used, columns } = dataOf(penguins);
  const clickable = [];
  for (let i = 0; i < graph.edges.length; i++) if (await onEdge(page, i)) clickable.push(i);
  assert.ok(clickable.length > 0);
  await page.mouse.click(...(await onEdge(page, clickable[0])));
  await page.waitForSelector(".edge.chosen", { state: "attached" }); // a line straight up has no width, so it counts as hidden
  const edge = graph.edges[clickable[0]];
  const panel = "#view-graph .panel";
  assert.match(await text(page, panel), /The weakest test that kept it[\s\S]*Given[\s\S]*p = [\s\S]*rows[\s\S]*Stability/);
  for (const place of [edge.from, edge.to, ...edge.given]) assert.ok((await text(page, panel)).includes(columns[used[place]].name));
  await page.keyboard.press("Escape");
  const joined = new Set(graph.edges.map((one) => [one.from, one.to].sort().join()));
  const nodes = page.locator(".node");
  let apart;
  for (let a = 0; a < 8 && !apart; a++) for (let b = a + 1; b < 8 && !apart; b++) if (!joined.has([a, b].join())) apart = [a, b];
  await page.click("text=Clear");
  await nodes.nth(apart[0]).click();
  assert.match(await text(page, panel), /Choose a second column/);
  await nodes.nth(apart[1]).click();
  await page.waitForSelector(".extras .absent", { state: "attached" });
  assert.match(await text(page, panel), /no edge[\s\S]*Separated by[\s\S]*p = /i);
  await photograph(page, "penguins-graph-missing-edge");
  assert.deepEqual(troubles, []);
  await close();
});

test("strength, stability and alpha filter edges, and the slider says what it does", async () => {
  const { page, troubles, close } = await open(penguins, "#graph");
  const { graph } = dataOf(penguins);
  await page.locator("#filter-strength").fill("0.4");
  const strong = graph.edges.filter((edge) => edge.strength >= 0.4).length;
  assert.equal(await page.locator("#graph-plot .edge:not(.hidden)").count(), strong);
  await page.locator("#filter-strength").fill("0");
  await page.locator("#filter-stability").fill("1");
  assert.equal(await page.locator("#graph-plot .edge:not(.hidden)").count(), graph.edges.filter((edge) => edge.frequency >= 1).length);
  await page.locator("#filter-stability").fill("0");
  assert.match(await text(page, "#level-text"), /Move the slider/);
  await page.locator("#level").fill("0.1");
  const falling = graph.edges.filter((edge) => (!edge.doubtful || edge.aboveAlpha) && edge.p > 3e-11).length;
  assert.equal(await page.locator(".edge.falling").count(), falling);
  assert.match(await text(page, "#level-text"), /the search is not run again/);
  await page.locator("#level").fill("1");
  assert.ok((await page.locator(".extras .joining").count()) > 0);
  await page.click("text=As searched");
  assert.equal(await page.locator(".edge.falling").count(), 0);
  assert.deepEqual(troubles, []);
  await close();
});

test("a graph of many columns can be read: large labels, and the neighbourhood of one column by itself", async () => {
  const next = random(11);
  const names = Array.from({ length: 40 }, (_, i) => `measurement_of_substance_${i}`);
  const rows = Array.from({ length: 120 }, () => names.reduce((row, _, i) => [...row, next() + next() + (i % 4 ? 2 * row[i - 1] : 0)], []).map((value) => value.toFixed(3)));
  const path = report("many", csv("many", names, rows), "--graph");
  const { graph } = dataOf(path);
  const { page, troubles, close } = await open(path, "#graph");
  const seen = (kind) => page.locator(`#graph-plot .${kind}:not(.away)`).count();
  assert.equal(await seen("node"), 40);
  const busy = graph.edges[0].from;
  const near = new Set(graph.edges.filter(({ from, to }) => from === busy || to === busy).flatMap(({ from, to }) => [from, to]));
  await page.fill("#find-node", names[busy]);
  await page.keyboard.press("Enter");
  await page.selectOption("#around", "1");
  assert.equal(await seen("node"), near.size);
  const height = await page.locator("#graph-plot .node:not(.away) text").first().evaluate((element) => element.getBoundingClientRect().height);
  assert.ok(height >= 11, `labels are ${height} pixels high`);
  await photograph(page, "many-neighbourhood");
  await page.selectOption("#around", "0");
  assert.equal(await seen("edge"), graph.edges.length);
  await view(page, "pairs");
  const marked = await page.locator(".heat .label.marked").evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect()).map(({ left, right, top, bottom }) => [left, right, top, bottom]));
  assert.equal(marked.length, 4);
  for (let i = 0; i < 4; i++) for (let j = 0; j < i; j++) {
    const [a, b] = [marked[i], marked[j]];
    assert.ok(a[1] <= b[0] + 2 || b[1] <= a[0] + 2 || a[3] <= b[2] + 2 || b[3] <= a[2] + 2, "one label lies on another");
  }
  await photograph(page, "many-pairs");
  assert.deepEqual(troubles, []);
  await close();
  await labelsOnAPhone(path);
});

/** Labels of the heat map are readable on a phone, or left out until the reader zooms in. */
async function labelsOnAPhone(path) {
  const { page, close } = await open(path, "#pairs", { viewport: { width: 380, height: 760 } });
  const heights = () => page.locator(".heat .label").evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
  const whole = await heights();
  assert.ok(Math.min(...whole) >= 8 && (await page.locator(".heat-box > p:visible").count()) === 1);
  for (let i = 0; i < 3; i++) await page.click("#view-pairs button[aria-label='Zoom in']");
  const zoomed = await heights();
  assert.ok(Math.min(...zoomed) >= 8 && zoomed.length > whole.length && (await page.locator(".heat-box > p:visible").count()) === 0);
  await close();
}

test("nodes can be dragged, found by name, and the view moved and zoomed", async () => {
  const { page, troubles, close } = await open(penguins, "#graph");
  const node = page.locator(".node").first();
  const where = () => node.getAttribute("transform");
  const start = await where();
  const box = await node.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 30, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await where(), start);
  const world = page.locator("svg.graph > g").first();
  await page.fill("#find-node", "body_mass_g");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".node.chosen");
  assert.match(await page.locator(".node.chosen").getAttribute("aria-label"), /body_mass_g/);
  const zoomed = await world.getAttribute("transform");
  await page.click("#view-graph button[aria-label='Zoom in']");
  assert.notEqual(await world.getAttribute("transform"), zoomed);
  await page.click("#view-graph button:text-is('Whole')");
  const plot = await page.locator(".graph-box").boundingBox();
  await page.mouse.move(plot.x + 20, plot.y + 20);
  await page.mouse.wheel(0, -300);
  await page.mouse.down();
  await page.mouse.move(plot.x + 80, plot.y + 60, { steps: 3 });
  await page.mouse.up();
  assert.match(await world.getAttribute("transform"), /scale\((?!1\))/);
  assert.deepEqual(troubles, []);
  await close();
});

test("tails, arrows and circles are drawn at the end that they belong to", async () => {
  const data = dataOf(penguins);
  const all = [1, 2, 3].flatMap((from) => [1, 2, 3].map((to) => [from, to]));
  data.graph.edges = all.map((marks, i) => ({ ...data.graph.edges[0], from: i % 8, to: (i + 3) % 8, marks })).slice(0, 8);
  delete data.graph.routes;
  const path = filled("marks", data);
  const { page, troubles, close } = await open(path, "#graph");
  const drawn = await page.locator("#graph-plot .edge").evaluateAll((edges) => edges.map((edge) => [edge.querySelectorAll(".mark:not(.open)").length, edge.querySelectorAll(".mark.open").length]));
  data.graph.edges.forEach(({ marks }, i) => assert.deepEqual(drawn[i], [2, 3].map((kind) => marks.filter((mark) => mark === kind).length)));
  const apart = await page.evaluate(() => [...document.querySelectorAll("#graph-plot .edge .mark")].every((mark) => !mark.getAttribute("transform").includes("NaN")));
  assert.ok(apart);
  await photograph(page, "marks");
  assert.deepEqual(troubles, []);
  await close();
});

// -------------------------------------------------------------------------------------------------- target, keys, readers

test("the target view ranks all other columns, alone and given those above", async () => {
  const { page, troubles, close } = await open(penguins, "#target");
  assert.equal(await page.locator(".target-table tbody tr:not(.separator)").count(), 7);
  assert.match(await text(page, "#view-target .lead"), /Together [\d.]+ of 1\.05 nats \(\d+%\)|Together nearly all of its 1\.05 nats/); // the entropy of 152, 124 and 68 rows
  assert.match(await text(page, "#view-target"), /species[\s\S]*Given those above[\s\S]*flipper_length_mm/);
  await page.click(".target-table a >> nth=0");
  await page.waitForSelector("#view-pairs.current");
  assert.deepEqual(troubles, []);
  await close();
});

test("an effect has its curve, numbers and adjustment set, which the graph marks", async () => {
  const next = random(7);
  const rows = Array.from({ length: 400 }, () => {
    const z = next() + next() - 1;
    const x = z + (next() + next() - 1) / 2;
    return [z, x, x - 3 * z + next() / 4].map((one) => one.toFixed(4));
  });
  const known = join(scratch, "confounded.txt");
  writeFileSync(known, "require z -> x\nrequire z -> y\nrequire x -> y\n");
  const path = report("effect", csv("confounded", ["z", "x", "y"], rows), "--knowledge", known, "--effect", "x:y");
  const { page, troubles, close } = await open(path, "#effect");
  const words = await text(page, "#view-effect");
  for (const part of [/Effect of x on y/, /Adjusted for\s+z/, /Slope\s+(0\.9\d*|1(\.0\d*)?) \(.*unadjusted −/, /Test of no effect/]) assert.match(words, part);
  assert.equal(await page.locator("#view-effect tbody tr").count(), 20);
  assert.ok((await page.locator(".effect-mean").count()) > 0 && (await page.locator(".effect-crude").count()) > 0);
  await photograph(page, "effect");
  await view(page, "graph");
  for (const [role, name] of [["treatment", "x"], ["outcome", "y"], ["adjusted", "z"]]) assert.equal(await page.locator(`.node.${role} text`).textContent(), name);
  assert.deepEqual(troubles, []);
  await close();
});

test("everything can be reached and used with keys alone, and the focus is seen", async () => {
  const { page, troubles, close } = await open(penguins);
  const focus = () => page.evaluate(() => {
    const style = getComputedStyle(document.activeElement);
    const shape = document.activeElement.querySelector(":scope > rect, :scope > ellipse, :scope > .reach");
    const visible = style.outlineStyle !== "none" || (shape && getComputedStyle(shape).stroke !== "none");
    const { activeElement } = document;
    return { what: activeElement.getAttribute("aria-label") ?? activeElement.textContent, tag: activeElement.tagName, visible: Boolean(visible) };
  });
  const walk = async (until, most = 200) => {
    for (let i = 0; i < most; i++) {
      await page.keyboard.press("Tab");
      const now = await focus();
      assert.ok(now.visible || now.tag === "BODY", `focus on ${now.what} is not seen`);
      if (until(now)) return now;
    }
    throw new Error("not reached");
  };
  await walk((at) => at.what === "Pairs");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#view-pairs.current");
  await walk((at) => /^Heat map/.test(at.what));
  const before = await text(page, ".pair-panel h3");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction((was) => document.querySelector(".pair-panel h3").innerText !== was, before);
  assert.notEqual(await page.locator("[role=status]").last().innerText(), "");
  await page.evaluate(() => document.activeElement.blur());
  await view(page, "graph");
  await walk((at) => /^Column species/.test(at.what));
  await page.keyboard.press("Enter");
  assert.match(await text(page, "#view-graph .panel"), /species/);
  const at = await page.locator(".node").first().getAttribute("transform");
  await page.keyboard.press("Alt+ArrowRight");
  assert.notEqual(await page.locator(".node").first().getAttribute("transform"), at);
  await page.keyboard.press("Escape");
  await walk((one) => one.what === "Clear");
  await page.selectOption("#between-a", "0");
  await page.selectOption("#between-b", "7");
  assert.match(await text(page, "#view-graph .panel"), /species[\s\S]*year/);
  assert.deepEqual(troubles, []);
  await close();
});

test("axe finds no fault with any view, in the light and in the dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, troubles, close } = await open(penguins, "", { colorScheme });
    for (const key of views) {
      await view(page, key);
      await page.evaluate(axe);
      const faults = await page.evaluate(async () => (await window.axe.run()).violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].failureSummary}`));
      assert.deepEqual(faults, [], `${key}, ${colorScheme}`);
      await photograph(page, `penguins-${key}-${colorScheme}`);
    }
    assert.deepEqual(troubles, []);
    await close();
  }
});

test("on paper all views are there, dark on white, without controls", async () => {
  const { page, troubles, close } = await open(penguins, "", { colorScheme: "dark" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.locator("#view-about h2").waitFor();
  assert.equal(await page.locator(".view:visible").count(), views.length);
  assert.equal(await page.locator("nav:visible, button:visible >> nth=0").count(), await page.locator("button.link:visible >> nth=0").count());
  const [ink, paper] = await page.evaluate(() => ["color", "backgroundColor"].map((key) => getComputedStyle(document.body)[key]));
  assert.deepEqual([ink, paper], ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  await photograph(page, "penguins-print");
  assert.ok((await page.pdf({ format: "A4" })).length > 10000);
  assert.deepEqual(troubles, []);
  await close();
});

test("a narrow window scrolls down only", async () => {
  const { page, troubles, close } = await open(penguins, "", { viewport: { width: 380, height: 760 } });
  for (const key of views) {
    await view(page, key);
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= room, `${key}: ${wide} > ${room}`);
    const cutOff = await page.locator(`#view-${key} .scroll:visible`).evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).length);
    if (["overview", "pairs", "graph"].includes(key)) assert.equal(cutOff, 0, `${key}: a table is wider than the screen`);
    await photograph(page, `penguins-${key}-narrow`);
  }
  assert.deepEqual(troubles, []);
  await close();
});

// --------------------------------------------------------------------------------------------------------- odd tables

const hostile = ["</script>", "<script>alert(1)</script>", "<!--", "-->", '"quoted"', "it's", "'90s", "it''s", "a,b", "tab\there", "&amp;&lt;", "<img src=x onerror=alert(1)>",
  "javascript:alert(1)", "${alert(1)}", "`tick`", "\\back\\slash", "\\u003c", "x".repeat(1000), "שלום עולם", "العربية", "\u202eevil", "\u2066iso\u2069", "😀🎉👨‍👩‍👧", "e\u0301\u0301\u0301",
  "\u0001\u0002\u001b[31m", "del\u007f", "c1\u0085", "null", "undefined", "__proto__", "constructor", "NaN", "0", "#hash", "%41%00", "a/b/c", '{"a":1}', "]]>", "\u2028sep\u2029", "日本語", "@@DATA@@", "<b onclick=alert(1)>b</b>"];

test("names and labels are data whatever they hold", async () => {
  const next = random(7);
  const labels = ["</script><b>", "<!-- c", '"q"', "\u202ertl", "😀", "x".repeat(300), "a & b", "\u0007bell"];
  const rows = Array.from({ length: 60 }, () => {
    const level = Math.floor(next() * 8);
    return hostile.map((_, j) => (j % 3 === 0 ? labels[(level + j) % 8] : (level + next() * (1 + (j % 5))).toFixed(3)));
  });
  const path = report("hostile", csv("hostile", hostile, rows), "--target", "3", "--title", "</title><script>alert(1)</script>", "--max-cond", "0", "--test", "mdl");
  const { page, troubles, close } = await open(path);
  assert.match(await page.title(), /^<\/title><script>alert\(1\)/);
  assert.equal(await page.evaluate(() => document.scripts.length), 2);
  assert.equal(await page.evaluate(() => document.querySelectorAll("img, b, iframe, object, [onclick], [onerror]").length), 0);
  const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;
  const names = await page.locator("#view-overview tbody th bdi").allTextContents();
  assert.equal(names.length, hostile.length);
  names.forEach((name, i) => {
    assert.ok(!unseen.test(name));
    if (!unseen.test(hostile[i])) assert.equal(name, hostile[i]);
  });
  for (const key of views.filter((one) => one !== "effect")) {
    await view(page, key);
    await photograph(page, `hostile-${key}`);
  }
  const { used } = dataOf(path);
  for (const pair of [[0, 17], [18, 21], [3, 6], [1, 2]]) {
    await page.goto(`${page.url().split("#")[0]}#pairs/${pair.join("/")}`);
    await page.waitForFunction((wanted) => document.querySelector(".pair-panel h3").textContent === wanted, pair.map((place) => names[used[place]]).join(" × "));
  }
  await view(page, "graph");
  for (const node of await page.locator(".node").all()) { await node.focus(); await page.keyboard.press("Enter"); }
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room);
  assert.deepEqual(troubles, []);
  await close();
});

test("no request leaves the page, even if a script on it tries", async () => {
  const { page, close } = await open(penguins);
  const requests = [];
  await page.route("**/*", (route) => { requests.push(route.request().url()); route.abort(); });
  const tried = await page.evaluate(async () => {
    const blocked = [];
    document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
    const violation = () => new Promise((done) => document.addEventListener("securitypolicyviolation", done, { once: true }));
    const attempt = async (action) => { const seen = violation(); try { await action(); } catch { /* refused */ } await seen; };
    const add = (tag, attributes) => document.body.append(Object.assign(document.createElement(tag), attributes));
    await attempt(() => fetch("https://example.org/"));
    await attempt(() => add("img", { src: "https://example.org/x.png" }));
    await attempt(() => add("script", { src: "https://example.org/x.js" }));
    await attempt(() => add("script", { textContent: "window.ran = true" }));
    await attempt(() => add("link", { rel: "stylesheet", href: "https://example.org/x.css" }));
    await attempt(() => add("iframe", { src: "https://example.org/" }));
    await attempt(() => new WebSocket("wss://example.org/"));
    return { blocked, ran: window.ran === true };
  });
  assert.equal(tried.blocked.length >= 7, true, tried.blocked.join());
  assert.equal(tried.ran, false);
  assert.deepEqual(requests, []);
  await close();
});

test("two columns, one column, no edges and no target are said in words", async () => {
  const next = random(11);
  const two = report("two", csv("two", ["a", "b"], Array.from({ length: 80 }, () => [next().toFixed(4), next().toFixed(4)])));
  const shown = await open(two, "#pairs");
  assert.equal(await shown.page.locator(".pairs-table tbody tr").count(), 1);
  await photograph(shown.page, "two-pairs");
  await view(shown.page, "graph");
  assert.match(await text(shown.page, "#view-graph"), /There are no edges/);
  await photograph(shown.page, "two-graph");
  await view(shown.page, "target");
  assert.match(await text(shown.page, "#view-target"), /No target was named/);
  assert.deepEqual(shown.troubles, []);
  await shown.close();
  const one = report("one", csv("one", ["a"], Array.from({ length: 80 }, () => [next().toFixed(4)])));
  const single = await open(one, "#pairs");
  assert.match(await text(single.page, "#view-pairs"), /There are no pairs/);
  for (const key of views.filter((name) => name !== "effect")) await view(single.page, key);
  assert.equal(await single.page.locator("nav a[href='#effect']").count(), 0);
  assert.deepEqual(single.troubles, []);
  await single.close();
});

/** The report of a table that is as wide as a page takes, made from the one of the penguins. */
function widened(columns) {
  const next = random(5);
  const data = dataOf(penguins);
  const of = (j) => j % 8;
  const size = (columns * (columns - 1)) / 2;
  const pairs = Array.from({ length: size }, () => (next() < 0.7 ? 0 : Math.round(900 * next())));
  const number = (a, b) => (a * (2 * columns - a - 1)) / 2 + (b - a - 1);
  const details = [];
  for (let i = 0; i < 400; i++) {
    const [a, b] = [i % (columns - 1), columns - 1];
    const kept = data.details.find((one) => one.a === Math.min(of(a), of(b)) && one.b === Math.max(of(a), of(b)));
    if (kept && of(a) < of(b)) details.push({ ...kept, a, b });
  }
  const every = (list) => Array.from({ length: columns }, (_, j) => list[of(j)]);
  return { ...data, graph: undefined, target: undefined, all: columns, columns: every(data.columns).map((column, j) => ({ ...column, name: `${column.name}_${j}` })),
    used: Array.from({ length: columns }, (_, j) => j), points: every(data.points), axes: every(data.axes), details,
    pairs: { ...data.pairs, strength: pairs, estimate: pairs.map((one) => one / 1000), p: pairs.map((one) => (one > 0 ? 1e-9 : 0.5)), verdict: pairs.map((one) => (one > 0 ? 2 : 1)), shape: pairs.map((one) => (one > 0 ? 1 : 0)), rows: 342, failures: [[number(0, 1), "no rows"]] } };
}

test("300 columns: how long does a click take?", async (t) => {
  const path = filled("wide", widened(300));
  const { page, troubles, close } = await open(path, "#pairs");
  const click = (from) => page.evaluate(async (fraction) => {
    const heat = document.querySelector(".heat");
    const box = heat.getBoundingClientRect();
    const start = performance.now();
    const at = { clientX: box.left + box.width * fraction, clientY: box.top + box.height * 0.6, bubbles: true };
    heat.dispatchEvent(new PointerEvent("pointermove", at));
    const moved = performance.now() - start;
    heat.dispatchEvent(new MouseEvent("click", at));
    await new Promise((done) => addEventListener("hashchange", done, { once: true }));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return [moved, performance.now() - start - moved];
  }, from);
  const times = [];
  for (const place of [0.35, 0.45, 0.75, 0.85, 0.95]) times.push(await click(place));
  const listed = (i) => times.map((one) => `${one[i].toFixed(0)} ms`).join(", ");
  t.diagnostic(`heat map of 300 columns: a move of the pointer took ${listed(0)}; a click, until the pair is drawn, ${listed(1)}`);
  await photograph(page, "wide-pairs");
  await page.click("#view-pairs button[aria-label='Zoom in']");
  for (let i = 0; i < 6; i++) await page.click("#view-pairs button[aria-label='Zoom in']");
  assert.ok((await page.locator(".heat .label").count()) > 10);
  await photograph(page, "wide-pairs-zoomed");
  await view(page, "graph");
  assert.match(await text(page, "#view-graph"), /No graph was learnt/);
  await view(page, "overview");
  assert.equal(await page.locator("#view-overview tbody tr").count(), 300);
  assert.deepEqual(troubles, []);
  await close();
});

test("the same input gives the same bytes, with any number of threads", () => {
  const small = csv("same", ["a", "b", "c"], Array.from({ length: 50 }, (_, i) => [i % 5, (i * 37) % 11, (i % 5) + ((i * 7) % 3)]));
  const pages = ["1", "2", "4"].map((threads) => readFileSync(report(`same${threads}`, small, "--target", "a", "--threads", threads), "utf8"));
  assert.equal(pages[0], pages[1]);
  assert.equal(pages[1], pages[2]);
});
