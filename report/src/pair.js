// One pair: its rows as a scatter, distributions side by side or a mosaic; the answer in words and numbers; and on request the
// grid that the estimate used, with cells coloured by observed versus expected rows.

import { bandLabel, gridAxis, intervalLabel } from "./axis.js";
import { currentTheme, mostTimes, onTheme, ratioColour, residualColour } from "./colour.js";
import { choices, h, put, s, table } from "./dom.js";
import { count, cut, number, percent, pValue, shown, signed, strengthText, strengthWord } from "./format.js";
import { inner as innerSize, size, ticksX, ticksY } from "./frame.js";
import { verdicts } from "./model.js";
import { drawMosaic, mosaicWords } from "./mosaic.js";
import { drawScatter, scatterWords } from "./scatter.js";
import { sceneOf } from "./scene.js";
import { drawSpread, spreadWords } from "./spread.js";

// ------------------------------------------------------------------------------------------------------------- the grid

/** Cells of a grid with expected counts under independence: { i, j, observed, expected, share }, where share is that of
 * the total information. */
export function gridCells(detail) {
  const [nx, ny] = [detail.x.edges.length ? detail.x.edges.length - 1 : 0, detail.y.edges.length ? detail.y.edges.length - 1 : 0];
  const bins = [nx + detail.x.bands.length, ny + detail.y.bands.length];
  const rows = detail.n.reduce((a, b) => a + b, 0);
  const alongX = new Array(bins[0]).fill(0);
  const alongY = new Array(bins[1]).fill(0);
  detail.n.forEach((one, at) => {
    alongX[Math.floor(at / bins[1])] += one;
    alongY[at % bins[1]] += one;
  });
  const cells = detail.n.map((observed, at) => {
    const [i, j] = [Math.floor(at / bins[1]), at % bins[1]];
    const expected = (alongX[i] * alongY[j]) / rows;
    const gain = (observed > 0 ? observed * Math.log(observed / expected) : 0) - observed + expected;
    return { i, j, observed, expected, gain };
  });
  const all = cells.reduce((sum, cell) => sum + cell.gain, 0);
  for (const cell of cells) cell.share = all > 0 ? cell.gain / all : 0;
  return { cells, alongX, alongY, rows };
}

/** The same grid with X and Y exchanged. */
export function turned(detail) {
  const ny = detail.bins[1];
  const n = detail.n?.map((_, at) => detail.n[(at % detail.bins[0]) * ny + Math.floor(at / detail.bins[0])]);
  return { ...detail, a: detail.b, b: detail.a, x: detail.y, y: detail.x, n, bins: [detail.bins[1], detail.bins[0]] };
}

const binLabel = (axis, i, unit) => {
  const intervals = Math.max(axis.edges.length - 1, 0);
  return i < intervals ? intervalLabel(axis.edges, i, unit) : bandLabel(axis.bands[i - intervals], unit);
};

/** A pseudo-random number in [-0.5, 0.5) for a row. */
export function jitter(row, salt) {
  let x = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return ((x ^ (x >>> 15)) >>> 0) / 4294967296 - 0.5;
}

// ---------------------------------------------------------------------------------------------------------- the picture

function drawCells(grid, axes, theme, height, detail, columns) {
  return grid.cells.map((cell) => {
    const [x, y] = [axes[0].bins[cell.i], axes[1].bins[cell.j]];
    const text = `${binLabel(detail.x, cell.i, columns[0].unit)} × ${binLabel(detail.y, cell.j, columns[1].unit)}: ${count(cell.observed)} rows, ${number(cell.expected, 3)} expected`;
    return s("rect", { class: "cell", x: x.from, width: Math.max(x.to - x.from, 0.5), y: height - y.to, height: Math.max(y.to - y.from, 0.5),
      fill: ratioColour(cell.observed + 1, cell.expected + 1, theme) }, s("title", {}, text));
  });
}

function drawPoints(model, a, b, axes, height) {
  const [xs, ys] = [model.points(a), model.points(b)];
  const dots = [];
  xs.forEach((v, row) => {
    if (v === null || ys[row] === null) return;
    const [x, y] = [axes[0].place(v, jitter(row, 0)), axes[1].place(ys[row], jitter(row, 1))];
    if (x !== null && y !== null) dots.push(s("circle", { cx: x.toFixed(1), cy: (height - y).toFixed(1), r: xs.length > 600 ? 1.5 : 2 }));
  });
  return s("g", { class: "points", "aria-hidden": "true" }, dots);
}

/** The grid of a pair that is on the page. */
export function drawGrid(model, detail, form, withPoints) {
  const { a, b } = detail;
  const inner = innerSize();
  const grid = gridCells(detail);
  const columns = [model.columns[a], model.columns[b]];
  const totals = [grid.alongX, grid.alongY];
  const axes = ["x", "y"].map((key, i) => gridAxis(detail[key], totals[i], inner[i], form, columns[i]));
  return [s("rect", { class: "ground", width: inner[0], height: inner[1] }), drawCells(grid, axes, currentTheme(), inner[1], detail, columns),
    withPoints && drawPoints(model, a, b, axes, inner[1]), ticksX(axes[0], inner[1], model.names[a]), ticksY(axes[1], inner[1], model.names[b])];
}

function frameOf(label, children) {
  return s("svg", { class: "pair", viewBox: `0 0 ${size.width} ${size.height}`, role: "img", "aria-label": label }, s("g", { transform: `translate(${size.left} ${size.top})` }, children));
}

/** The rows of a pair as a picture; null if the page does not have them. */
export function pairPicture(model, a, b) {
  const scene = sceneOf(model, a, b);
  if (!scene) return null;
  const names = [model.names[a], model.names[b]];
  const kind = scene.x.numbers && scene.y.numbers ? [drawScatter, scatterWords, "scatter"] : scene.x.numbers || scene.y.numbers ? [drawSpread, spreadWords, "distributions by label"] : [drawMosaic, (_, [name]) => mosaicWords([name]), "mosaic"];
  const sample = scene.all ? "" : ` A sample of ${count(model.data.sampled)} of ${count(model.data.rows)} rows.`;
  const words = kind[1](scene, names) + sample + (model.data.noRows ? " Bins with fewer than three rows are left out." : "");
  return { svg: frameOf(`${names[0]} (horizontal) and ${names[1]} (vertical): ${kind[2]}. ${words}`, kind[0](scene, names)), words, mosaic: kind[2] === "mosaic" };
}

/** The legend of a mosaic. */
export function residualLegend(theme) {
  const steps = [[-5, "4 or more"], [-3, "2 to 4"], [0, "as expected"], [3, "2 to 4"], [5, "4 or more"]];
  return h("div", { class: "ratio-legend residuals" }, h("span", { class: "legend-title" }, "rows against independence, in standard errors: blue fewer, orange more"),
    h("div", { class: "steps" }, steps.map(([residual]) => h("span", { style: { "background-color": residualColour(residual, theme) } }))),
    h("div", { class: "words" }, steps.map(([, word]) => h("span", {}, word))));
}

/** The legend of the colours, in words. */
export function ratioLegend(theme) {
  const steps = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2];
  const words = [`${mostTimes}× fewer`, "as expected", `${mostTimes}× more`];
  return h("div", { class: "ratio-legend", role: "img", "aria-label": "Colours: blue cells have fewer rows than expected under independence, orange cells more" },
    h("span", { class: "legend-title" }, "rows in a cell, against independence"),
    h("div", { class: "steps" }, steps.map((step) => h("span", { style: { "background-color": ratioColour(2 ** step, 1, theme) } }))),
    h("div", { class: "words" }, words.map((word) => h("span", {}, word))));
}

// ------------------------------------------------------------------------------------------------------------ the answer

function fact(term, ...description) {
  return [h("dt", {}, term), h("dd", {}, description)];
}

function estimateText(model, answer) {
  const { units, confidence } = model.data;
  if (answer.estimate === null) return answer.verdict === verdicts.undecided ? "undecided: no estimate" : "the test gives no estimate";
  const interval = answer.lower !== null && answer.upper !== null ? `, ${percent(confidence)} interval ${number(answer.lower)} to ${number(answer.upper)}` : "";
  return `${number(answer.estimate)} ${units}${interval}`;
}

/** "y along x: U-shaped", as a fact; null if there is no shape. */
export function shapeFact(shape) {
  if (!shape) return null;
  const names = shape.names && [h("bdi", {}, cut(shape.names[0], 60)), " along ", h("bdi", {}, cut(shape.names[1], 60)), ": "];
  return fact("Shape", names, h("strong", {}, h("bdi", {}, shown(shape.words))));
}

export function pairFacts(model, a, b) {
  const answer = model.answer(a, b);
  const detail = model.details.get(answer.index);
  if (answer.failure) return h("dl", { class: "facts" }, fact("No answer", shown(answer.failure)));
  const decided = answer.verdict === verdicts.detected || answer.verdict === verdicts.notDetected;
  const alpha = model.data.hasP && decided ? `, alpha = ${number(model.data.alpha)}` : "";
  const shape = shapeFact(model.fullShape(detail ?? { shape: model.shape(a, b) }, detail?.a ?? a, detail?.b ?? b));
  const sign = detail?.sign ?? null;
  const error = detail?.signError ? ` ± ${number(detail.signError, 1)}` : "";
  return h("dl", { class: "facts" },
    fact("Result", h("strong", {}, model.finding(answer))),
    shape,
    shape && sign !== null && fact("Sign", `${signed(sign)}${error}`, h("span", { class: "faint" }, " (rank correlation, with its error)")),
    fact("Strength", `${strengthText(answer.strength)}, ${strengthWord(answer.strength)}`, h("span", { class: "faint" }, " (|r| of a Gaussian pair with the same information)")),
    fact("Information", estimateText(model, answer)),
    fact("Test", `${pValue(answer.p)}${alpha}`, h("span", { class: "faint" }, ` (test ${model.data.test})`)),
    fact("Rows", `${count(answer.rows)} used${answer.rows < model.data.rows ? `, ${count(model.data.rows - answer.rows)} left out for a missing value` : ""}`));
}

/** The most important cells, one sentence each. */
function contributions(model, detail) {
  if (!detail?.n || detail.n.length < 2) return null;
  const { cells } = gridCells(detail);
  const most = cells.filter((cell) => cell.share > 0.02).sort((x, y) => y.share - x.share).slice(0, 4);
  if (most.length === 0) return null;
  const names = [model.names[detail.a], model.names[detail.b]];
  const units = [model.columns[detail.a].unit, model.columns[detail.b].unit];
  return h("div", {}, h("h4", {}, "Where the dependence is"), h("ul", { class: "plain" }, most.map((cell) => h("li", {},
    h("strong", {}, percent(cell.share)), " from ", h("bdi", {}, cut(names[0], 40)), ` ${binLabel(detail.x, cell.i, units[0])}, `,
    h("bdi", {}, cut(names[1], 40)), ` ${binLabel(detail.y, cell.j, units[1])}: ${count(cell.observed)} ${cell.observed === 1 ? "row" : "rows"} where ${number(cell.expected, 3)} would be expected`))));
}

function cellTable(model, detail) {
  const grid = gridCells(detail);
  const units = [model.columns[detail.a].unit, model.columns[detail.b].unit];
  const rows = grid.cells.map((cell) => h("tr", {}, h("td", {}, h("bdi", {}, binLabel(detail.x, cell.i, units[0]))), h("td", {}, h("bdi", {}, binLabel(detail.y, cell.j, units[1]))),
    h("td", { class: "figure" }, count(cell.observed)), h("td", { class: "figure" }, number(cell.expected, 3)),
    h("td", { class: "figure" }, cell.expected > 0 ? `${number(cell.observed / cell.expected, 2)}×` : "–")));
  return h("details", {}, h("summary", {}, `The ${grid.cells.length} cells as a table`), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of cells" },
    table("Cells of the grid", [model.names[detail.a], model.names[detail.b], ["Rows", "figure"], ["Expected", "figure"], ["Ratio", "figure"]], rows)));
}

function missingPicture(model) {
  const why = model.data.noRows ? "a page without rows" : "the page";
  return h("p", { class: "box" }, `There is no picture of this pair: ${why} keeps ${count(model.details.size)} of ${count(model.pairCount)} pairs, those with the target, the edges of the graph and those with most evidence.`);
}

/** The grid of the estimate, behind a summary. */
function gridBox(model, seen, state) {
  const figure = h("div", { class: "figure-box" });
  const redraw = () => put(figure, frameOf(`Rows in cells compared with those expected under independence`, drawGrid(model, seen, state.form, state.points)), ratioLegend(currentTheme()));
  const box = h("details", { class: "grid-box", ontoggle: () => { if (box.open) redraw(); } }, h("summary", {}, "The histogram that the estimate used"),
    h("div", { class: "controls" }, choices("Axes", [["values", "values"], ["rows", "share of rows"]], state.form, (form) => { state.form = form; redraw(); }),
      model.data.points && choices("Points", [[true, "shown"], [false, "hidden"]], state.points, (points) => { state.points = points; redraw(); })),
    figure, h("p", { class: "faint small" }, `Colours compare all rows, with one row added to either side so that small cells stay pale.${banded(seen) && model.data.points ? " Points within a band are spread out at random." : ""}`),
    seen.n.length > 1 && cellTable(model, seen));
  return { box, redraw: () => { if (box.open) redraw(); } };
}

const banded = (detail) => detail.x.bands.length + detail.y.bands.length > 0;

/** The panel of a pair, with its switches; `open(a, b)` shows another one. */
export function pairPanel({ model }, open) {
  const element = h("div", { class: "panel pair-panel" });
  const state = { a: 0, b: 1, form: "values", points: true, grid: null };
  const figure = h("div", { class: "figure-box" });
  const redraw = () => {
    const picture = pairPicture(model, state.a, state.b);
    put(figure, picture ? [picture.svg, picture.mosaic && residualLegend(currentTheme()), h("p", { class: "faint small" }, picture.words)] : missingPicture(model));
    state.grid?.redraw();
  };
  const jump = (a, b) => { // the pressed button is replaced, so the focus goes to the heading
    state.jump = true;
    open(a, b);
  };
  const neighbour = (step) => {
    const at = model.ranked.indexOf(model.pair(state.a, state.b)) + step;
    if (model.ranked[at] !== undefined) jump(...model.places(model.ranked[at]));
  };
  const show = (a, b) => {
    Object.assign(state, { a, b });
    const detail = model.details.get(model.pair(a, b));
    const seen = detail?.n ? (detail.a === a ? detail : turned(detail)) : null;
    const rank = model.ranked.indexOf(model.pair(a, b)) + 1;
    state.grid = seen && gridBox(model, seen, state);
    put(element,
      h("p", { class: "eyebrow" }, `Pair ${count(rank)} of ${count(model.pairCount)} by evidence`),
      h("h3", { tabindex: "-1" }, h("bdi", { class: "name" }, model.names[a]), h("span", { class: "times" }, " × "), h("bdi", { class: "name" }, model.names[b])),
      figure, pairFacts(model, a, b),
      seen && [verdicts.detected, verdicts.none].includes(model.answer(a, b).verdict) && contributions(model, seen),
      state.grid?.box,
      h("div", { class: "controls" }, h("button", { type: "button", disabled: rank <= 1, onclick: () => neighbour(-1) }, "← More evidence"),
        h("button", { type: "button", disabled: rank >= model.pairCount, onclick: () => neighbour(1) }, "Less evidence →"),
        h("button", { type: "button", onclick: () => jump(b, a) }, "Exchange axes")));
    redraw();
    if (state.jump) element.querySelector("h3").focus();
    state.jump = false;
  };
  onTheme(redraw);
  return { element, show };
}
