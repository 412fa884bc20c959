// Findings: the table in one line, what was found in sentences with the picture of the first, remarks that open on request, and
// the columns with their types and distributions.

import { scaleLinear, scaleLog } from "d3-scale";
import { wantsLog } from "./axis.js";
import { currentTheme, onTheme } from "./colour.js";
import { h, put, s, table } from "./dom.js";
import { findings, isCaution, tableLine } from "./findings.js";
import { count, percent, shown, value } from "./format.js";
import { pairPicture, residualLegend } from "./pair.js";

const width = 168;
const height = 44;
const slots = 24;

/** Bars and spikes in one unit: rows per slot, one of 24 equal parts of the axis. */
export function densityBars(histogram) {
  const { edges, counts, atoms } = histogram;
  const values = [...edges, ...atoms.map((atom) => atom[0])];
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (low === high) [low, high] = [low - 1, high + 1];
  const log = wantsLog(edges, counts);
  const x = log ? scaleLog([edges[0], high], [10, width - 3]) : scaleLinear([low, high], [3, width - 3]);
  const place = (v) => (log && v <= 0 ? 3 : x(v));
  const slot = width / slots;
  const bars = counts.map((rows, i) => {
    const [from, to] = [place(edges[i]), place(edges[i + 1])];
    return { from, to, height: rows * Math.min(1, slot / Math.max(to - from, 1e-9)), rows };
  });
  const spikes = atoms.map(([v, rows, label]) => ({ at: place(v), height: rows, rows, value: v, label }));
  return { bars, spikes, most: Math.max(1, ...bars.map((b) => b.height), ...spikes.map((b) => b.height)), log };
}

function frame(label, ...children) {
  return s("svg", { class: "spark", viewBox: `0 0 ${width} ${height + 2}`, width, height: height + 2, role: "img", "aria-label": label },
    s("line", { class: "axis", x1: 0, x2: width, y1: height + 0.5, y2: height + 0.5 }), children);
}

function drawDensity(column) {
  const { bars, spikes, most, log } = densityBars(column.histogram);
  const up = (rows) => (rows / most) * (height - 3);
  const spikeText = spikes.length ? `; point masses at ${spikes.slice(0, 3).map((one) => one.label ?? value(one.value, column.unit)).join(", ")}` : "";
  return frame(
    `Histogram${log ? " on a logarithmic axis" : ""}${spikeText}`,
    bars.map((b) => s("rect", { class: "bar", x: b.from, width: Math.max(b.to - b.from, 0.6), y: height - up(b.height), height: up(b.height) },
      s("title", {}, `${count(b.rows)} rows`))),
    spikes.map((b) => s("rect", { class: "spike", x: b.at - 1.5, width: 3, y: height - up(b.height), height: up(b.height) },
      s("title", {}, `${shown(b.label ?? value(b.value, column.unit))}: ${count(b.rows)} rows`))),
    log && s("text", { class: "tiny", x: width, y: 9, "text-anchor": "end" }, "log"),
  );
}

function drawCategories(column) {
  const bars = column.histogram;
  const most = Math.max(1, ...bars.map((one) => one[1]));
  const step = Math.min(width / bars.length, 34);
  return frame(
    `Frequencies of ${bars.length} values`,
    bars.map(([label, rows], i) => s("rect", { class: "spike", x: i * step + 1.5, width: Math.max(step - 3, 1.5),
      y: height - (rows / most) * (height - 3), height: (rows / most) * (height - 3) }, s("title", {}, `${shown(label)}: ${count(rows)} rows`))),
  );
}

function picture(column) {
  if (!column.histogram) return h("span", { class: "faint" }, "nothing to draw");
  return Array.isArray(column.histogram) ? drawCategories(column) : drawDensity(column);
}

function missing(column, rows) {
  if (column.missing === 0) return h("span", { class: "faint" }, "0");
  return h("span", { class: "missing" }, h("span", { class: "meter", "aria-hidden": "true" },
    h("span", { style: { width: `${(100 * column.missing) / rows}%` } })), `${count(column.missing)} (${percent(column.missing / rows)})`);
}

function row(column, rows) {
  const remarks = [column.label, column.remark, column.used ? null : "not compared with other columns"].filter(Boolean);
  return h("tr", { class: column.used ? null : "unused" },
    h("th", { scope: "row" }, h("bdi", { class: "name" }, shown(column.name))),
    h("td", {}, h("span", { class: `type ${column.type}` }, column.type), h("br"), h("span", { title: column.why }, column.kind)),
    h("td", {}, picture(column)),
    h("td", { class: "values" }, h("bdi", {}, shown(column.values))),
    h("td", { class: "figure", "data-label": "distinct" }, count(column.distinct)),
    h("td", { class: "figure", "data-label": "missing" }, missing(column, rows)),
    h("td", { class: "remarks" }, remarks.map((text) => h("p", {}, h("bdi", {}, shown(text))))));
}

/** The sentences; the one that is pointed at or reached with a key has its pair drawn beside them. */
function findingsBox(model) {
  const found = findings(model);
  const figure = h("div", { class: "panel finding-picture" });
  let drawn = null;
  const draw = (pair) => {
    if (!pair || String(pair) === String(drawn)) return;
    const made = pairPicture(model, ...pair);
    if (!made) return;
    drawn = pair;
    put(figure, h("a", { class: "small", href: `#pairs/${pair.join("/")}` }, h("bdi", {}, model.names[pair[0]]), " × ", h("bdi", {}, model.names[pair[1]])), made.svg, made.mosaic && residualLegend(currentTheme()), h("p", { class: "faint small" }, made.words));
  };
  const item = (one) => h("li", { class: one.caution ? "caution" : one.quiet ? "quiet" : null, onpointerenter: () => draw(one.pair), onfocusin: () => draw(one.pair) }, one.text, " ",
    h("a", { class: "more", href: one.link, "aria-label": one.pair ? `Picture of ${model.names[one.pair[0]]} and ${model.names[one.pair[1]]}` : "Details" }, one.pair ? "picture" : "details"));
  const first = found.find((one) => one.pair)?.pair;
  draw(first);
  onTheme(() => { const pair = drawn; drawn = null; draw(pair); });
  return h("div", { class: first ? "split findings" : "findings" }, h("ol", { class: "panel plain" }, found.map(item)), first && figure);
}

const noteList = (notes) => h("ul", {}, notes.map((note) => h("li", {}, h("bdi", {}, shown(note)))));

export function overviewView({ model }) {
  const { data } = model;
  const rows = data.columns.map((column) => row(column, data.rows));
  const filter = h("input", { type: "search", id: "filter-columns", placeholder: "name, type or remark", oninput: () => {
    const wanted = filter.value.toLowerCase();
    for (const one of rows) one.hidden = !one.textContent.toLowerCase().includes(wanted);
  } });
  const notes = data.notes.filter((note) => !isCaution(note));
  const element = h("div", {},
    h("h2", {}, data.target ? ["What was found about ", h("bdi", { class: "name" }, model.names[data.target.column])] : "What was found"),
    h("p", { class: "lead" }, tableLine(model), "."),
    findingsBox(model),
    notes.length > 0 && h("details", { class: "quiet" }, h("summary", {}, `${count(notes.length)} ${notes.length === 1 ? "remark" : "remarks"} on the file`), noteList(notes)),
    h("h3", { class: "section", id: "columns" }, "Columns"),
    data.columns.length < data.all && h("p", { class: "box" }, `The overview shows ${count(data.columns.length)} of ${count(data.all)} columns, the maximum for a page.`),
    h("div", { class: "controls" }, h("label", { for: "filter-columns" }, "Find columns"), filter),
    h("p", { class: "legend-line" }, h("span", {}, h("span", { class: "key bar-key" }), "density of rows"), h("span", {}, h("span", { class: "key spike-key" }),
      "single values: categories and point masses, by rows")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of columns" },
      table("Columns of the table", ["Column", "Type", "Distribution", "Values", ["Distinct", "figure"], ["Missing", "figure"], "Remarks"], rows, { class: "columns overview-table" })));
  return { element, open: (path) => { if (path[0] === "columns") element.querySelector("#columns").scrollIntoView(); } };
}
