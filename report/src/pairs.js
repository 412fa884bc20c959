// All pairs: the heat map, the selected pair, and the same as a table.

import { h, put, table } from "./dom.js";
import { count, figure, pValue, shown, strengthText } from "./format.js";
import { heatMap } from "./heatmap.js";
import { pairPanel } from "./pair.js";

const page = 50;

const intervalText = ({ lower, upper }) => (lower === null || upper === null ? "–" : `${figure(lower)} to ${figure(upper)}`);

function pairTable({ model, go }) {
  let most = page;
  const body = h("div");
  const order = h("select", { id: "order-pairs", onchange: () => draw() }, h("option", { value: "evidence" }, "evidence"), h("option", { value: "strength" }, "strength"), h("option", { value: "p" }, "p-value"), h("option", { value: "name" }, "names"));
  const filter = h("input", { type: "search", id: "filter-pairs", placeholder: "name of a column", oninput: () => { most = page; draw(); } });
  const sorted = () => {
    const { p, strength } = model.data.pairs;
    if (order.value === "strength") return [...model.ranked].sort((i, j) => (strength[j] ?? -1) - (strength[i] ?? -1));
    if (order.value === "p") return [...model.ranked].sort((i, j) => (p[i] ?? 2) - (p[j] ?? 2));
    return order.value === "name" ? Array.from({ length: model.pairCount }, (_, i) => i) : model.ranked;
  };
  const shapeText = (a, b) => shown(model.shape(a, b) ?? "");
  const row = (index) => {
    const [a, b] = model.places(index);
    const answer = model.answer(a, b);
    return h("tr", {},
      h("td", {}, h("a", { href: `#pairs/${a}/${b}`, onclick: (event) => { event.preventDefault(); go("pairs", a, b); } }, h("bdi", { class: "name" }, model.names[a]), " × ", h("bdi", { class: "name" }, model.names[b]))),
      h("td", { class: "figure" }, strengthText(answer.strength)), h("td", { class: "figure" }, figure(answer.estimate)), h("td", { class: "figure" }, intervalText(answer)),
      h("td", { class: "figure" }, answer.failure ? "no answer" : pValue(answer.p).replace("p = ", "")), h("td", { class: "figure" }, count(answer.rows)),
      h("td", {}, h("bdi", {}, shapeText(a, b))));
  };
  const draw = () => {
    const wanted = filter.value.toLowerCase();
    const lower = model.names.map((name) => name.toLowerCase().includes(wanted));
    const found = wanted ? sorted().filter((index) => model.places(index).some((place) => lower[place])) : sorted();
    put(body,
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of pairs" }, table("Pairs of columns", ["Pair", ["Strength", "figure"], [`Information, ${model.data.units}`, "figure"], ["Interval", "figure"], ["p", "figure"], ["Rows", "figure"], "Shape"], found.slice(0, most).map(row), { class: "pairs-table" })),
      found.length > most && h("button", { type: "button", onclick: () => { most += 4 * page; draw(); } }, `Show more (${count(most)} of ${count(found.length)})`));
  };
  draw();
  return h("div", { class: "as-table" }, h("h3", {}, "The same as a table"),
    h("div", { class: "controls" }, h("label", { for: "filter-pairs" }, "Find"), filter, h("label", { for: "order-pairs" }, "Order by"), order), body);
}

export function pairsView(context) {
  const { model, go } = context;
  if (model.size < 2)
    return { element: h("div", {}, h("h2", {}, "Pairs"), h("p", { class: "empty" }, "There are no pairs: fewer than two columns can be compared. The overview says why columns are left out.")) };
  const open = (a, b) => go("pairs", a, b);
  const panel = pairPanel(context, open);
  const map = heatMap(context, open);
  const { leftOut } = model.data;
  const element = h("div", {},
    h("h2", {}, "Pairs"),
    h("p", { class: "lead" }, `Strength of dependence between ${count(model.size)} columns, with related columns next to each other. Select a cell to see the pair.`),
    leftOut > 0 && h("p", { class: "box" }, `A page compares at most ${count(model.size)} columns: ${count(leftOut)} more are left out.`),
    h("div", { class: "split" }, map.element, panel.element), pairTable(context));
  const first = model.ranked[0];
  panel.show(...model.places(first));
  return {
    element,
    open: (path) => {
      const [a, b] = path.map(Number);
      const known = [a, b].every((one) => Number.isInteger(one) && one >= 0 && one < model.size) && a !== b;
      const pair = known ? [a, b] : model.places(first);
      panel.show(...pair);
      map.select(...pair);
      const { top } = panel.element.getBoundingClientRect();
      if (known && (top < -100 || top > innerHeight - 100)) panel.element.scrollIntoView();
    },
  };
}
