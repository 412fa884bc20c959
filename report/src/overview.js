// Overview: the columns of the table with their types and distributions.

import { scaleLinear, scaleLog } from "d3-scale";
import { h, s, table } from "./dom.js";
import { count, percent, shown, value } from "./format.js";

const width = 168;
const height = 44;
const slots = 24;

/** Whether a column needs a logarithmic axis: half of the rows are in a thirtieth of the range, above 0. */
export function wantsLog(edges, counts) {
  if (edges.length < 3 || !(edges[0] > 0)) return false;
  const half = counts.reduce((a, b) => a + b, 0) / 2;
  let sum = 0;
  const at = counts.findIndex((one) => (sum += one) >= half);
  return (edges.at(-1) - edges[0]) / (edges[at + 1] - edges[0]) > 30;
}

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

const fewNotes = 4; // the others are shown on request
const noteList = (notes) => h("ul", {}, notes.map((note) => h("li", {}, h("bdi", {}, shown(note)))));
const tile = (figure, text) => h("div", { class: "tile" }, h("strong", {}, figure), h("span", {}, text));

export function overviewView({ model }) {
  const { data } = model;
  const types = (type) => data.columns.filter((column) => column.type === type).length;
  const withGaps = data.columns.filter((column) => column.missing > 0).length;
  const rows = data.columns.map((column) => row(column, data.rows));
  const filter = h("input", { type: "search", id: "filter-columns", placeholder: "name, type or remark", oninput: () => {
    const wanted = filter.value.toLowerCase();
    for (const one of rows) one.hidden = !one.textContent.toLowerCase().includes(wanted);
  } });
  const element = h("div", {},
    h("h2", {}, "Overview"),
    h("div", { class: "tiles" }, tile(count(data.rows), data.rows === 1 ? "row" : "rows"), tile(count(data.all), data.all === 1 ? "column" : "columns"),
      tile(count(types("numeric")), "numeric"), tile(count(types("discrete")), "discrete"),
      tile(count(withGaps), "with missing values")),
    data.notes.length > 0 && h("div", { class: "box" }, h("h3", {}, "Remarks on the file"), noteList(data.notes.slice(0, fewNotes)),
      data.notes.length > fewNotes && h("details", {}, h("summary", {}, `${count(data.notes.length - fewNotes)} more`), noteList(data.notes.slice(fewNotes)))),
    data.columns.length < data.all && h("p", { class: "box" }, `The overview shows ${count(data.columns.length)} of ${count(data.all)} columns, the maximum for a page.`),
    h("div", { class: "controls" }, h("label", { for: "filter-columns" }, "Find columns"), filter),
    h("p", { class: "legend-line" }, h("span", {}, h("span", { class: "key bar-key" }), "density of rows"), h("span", {}, h("span", { class: "key spike-key" }),
      "single values: categories and point masses, by rows")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of columns" },
      table("Columns of the table", ["Column", "Type", "Distribution", "Values", ["Distinct", "figure"], ["Missing", "figure"], "Remarks"], rows, { class: "columns overview-table" })));
  return { element };
}
