// The target: which columns have most information about it, each alone and given those above it.

import { h, table } from "./dom.js";
import { together } from "./findings.js";
import { count, figure, number, pValue } from "./format.js";

const bar = (value, most, kind) => h("span", { class: "bar-cell" }, h("span", { class: `track ${kind}`, "aria-hidden": "true" }, h("span", { style: { width: `${most > 0 ? (100 * Math.max(value ?? 0, 0)) / most : 0}%` } })), h("span", {}, figure(value)));

export function targetView({ model, go, hints }) {
  const { target, units } = model.data;
  if (!target) {
    return { element: h("div", {}, h("h2", {}, "Target"), h("p", { class: "empty" }, `No target was named. ${hints.target}`)) };
  }
  const alone = (column) => model.answer(column, target.column);
  const most = Math.max(0, ...target.rows.flatMap((one) => [one.estimate ?? 0, alone(one.column).estimate ?? 0]));
  const chosen = target.rows.filter((one) => one.chosen);
  const row = (one, i) => {
    const single = alone(one.column);
    return h("tr", { class: one.chosen ? null : "passed-over" },
      h("td", { class: "figure" }, one.chosen ? i + 1 : "–"),
      h("th", { scope: "row" }, h("a", { href: `#pairs/${one.column}/${target.column}`, onclick: (event) => { event.preventDefault(); go("pairs", one.column, target.column); } }, h("bdi", { class: "name" }, model.names[one.column]))),
      h("td", {}, bar(single.estimate, most, "alone")), h("td", { class: "figure" }, pValue(single.p).replace("p = ", "")),
      h("td", {}, bar(one.estimate, most, "given")), h("td", { class: "figure" }, pValue(one.p).replace("p = ", "")),
      h("td", { class: "figure" }, one.chosen ? figure(one.total) : "–"), h("td", { class: "figure" }, count(one.rows)));
  };
  const rest = target.rows.length - chosen.length;
  const separator = h("tr", { class: "separator" }, h("th", { colspan: 8, scope: "rowgroup" }, "Not selected: information alone, and given all selected columns"));
  const level = model.data.hasP ? ` at alpha = ${number(target.alpha)}` : "";
  const lead = chosen.length === 0 ? `The test detects no dependence with any column${level}.`
    : `${chosen.length} column${chosen.length === 1 ? " was" : "s were"} selected, one at a time: each time the one with the most information about the target given those selected before${chosen.length >= target.most ? ` (at most ${target.most} are selected)` : `, until the test detected no dependence on the others${level}`}.`;
  return { element: h("div", {},
    h("h2", {}, "Information about ", h("bdi", { class: "name" }, model.names[target.column])),
    h("p", { class: "lead" }, lead, chosen.length > 0 && ` ${together(model, chosen.at(-1).total, target.column)}`),
    h("p", { class: "legend-line" }, h("span", {}, h("span", { class: "key alone-key" }), "alone"), h("span", {}, h("span", { class: "key given-key" }), `given the columns above it; information in ${units}`)),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Columns for the target" }, table("Columns ranked for the target", [["Rank", "figure"], "Column", "Alone", ["p", "figure"], "Given those above", ["p", "figure"], ["Total", "figure"], ["Rows", "figure"]], [chosen.map(row), rest > 0 && separator, target.rows.slice(chosen.length).map(row)], { class: "target-table" })),
    rest > 0 && h("p", { class: "faint small" }, `Columns that were not selected have empty bars and are ordered by the evidence of their dependence on the target alone${target.left > 0 ? `; ${count(target.left)} more are not shown` : ""}.`)) };
}
