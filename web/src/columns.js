// The columns with their detected types. The type of a column, and whether it is compared, can be changed and undone.

import { h, put, table } from "../../report/src/dom.js";
import { count, shown } from "../../report/src/format.js";
import { kinds, mostLags, relations } from "./state.js";

/** The labels of an ordered column from low to high, in the syntax of option ordered. */
function orderInput(settings, name) {
  return h("input", { type: "text", class: "order", value: settings.value.orders.get(name) ?? "", placeholder: "low < middle < high", "aria-label": `Labels of ${shown(name)} from low to high`,
    onchange: (event) => settings.update((next) => { next.orders.set(name, event.target.value.trim()); }) });
}

/** How rows are related: not at all, in clusters (visits of a patient), or in the order of time. */
function rowsControl(app) {
  const { description, settings } = app;
  const { rows } = settings.value;
  const change = (key, value) => settings.update((next) => { next.rows[key] = value; });
  const choose = (id, label, key, empty) => [h("label", { for: id }, label), h("select", { id, onchange: (event) => change(key, event.target.value || null) },
    h("option", { value: "" }, empty), description.columns.map(({ name }) => h("option", { value: name, selected: name === rows[key] }, shown(name))))];
  return h("div", { class: "controls" },
    h("label", { for: "rows" }, "Rows are"),
    h("select", { id: "rows", onchange: (event) => change("kind", event.target.value) }, relations.map(([value, text]) => h("option", { value, selected: value === rows.kind }, text))),
    rows.kind !== "independent" && choose("rows-column", rows.kind === "clusters" ? "Column of clusters" : "Column of times", "column", "choose a column"),
    rows.kind === "series" && [choose("rows-id", "Column that names the series", "id", "one series"),
      h("label", { for: "lags" }, "Steps back"),
      h("input", { id: "lags", type: "number", min: "1", max: mostLags, value: rows.lags, onchange: (event) => change("lags", Math.min(mostLags, Math.max(1, Math.round(Number(event.target.value)) || 1))) })]);
}

function row(app, column) {
  const { settings } = app;
  const name = column.name;
  const label = shown(name);
  const chosen = settings.value.types.get(name) ?? "";
  const type = h("select", { "aria-label": `Type of ${label}`, onchange: (event) => settings.update((next) => {
    if (event.target.value === "") next.types.delete(name);
    else next.types.set(name, event.target.value);
  }) }, kinds.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  const used = h("input", { type: "checkbox", "aria-label": `Compare ${label}`, onchange: (event) => settings.update((next) => {
    next.excluded = next.excluded.filter((one) => one !== name);
    if (!event.target.checked) next.excluded.push(name);
  }) });
  used.checked = !settings.value.excluded.includes(name);
  return h("tr", { class: used.checked && column.suited ? null : "unused" },
    h("td", {}, used),
    h("th", { scope: "row" }, h("bdi", { class: "name" }, label)),
    h("td", {}, h("span", { class: `type ${column.type}` }, column.type), " ", column.kind, h("br"), h("span", { class: "faint small" }, h("bdi", {}, shown(column.why)))),
    h("td", {}, type, chosen === "ordered" && orderInput(settings, name)),
    h("td", { class: "figure", "data-label": "distinct" }, count(column.distinct)),
    h("td", { class: "figure", "data-label": "missing" }, count(column.missing)),
    h("td", { class: "remarks" }, [column.label, column.remark].filter(Boolean).map((text) => h("p", {}, h("bdi", {}, shown(text))))));
}

export function columnsView(app) {
  return () => {
    const { description, settings } = app;
    const body = h("div");
    const targets = h("select", { id: "target", onchange: (event) => settings.update((next) => { next.target = event.target.value || null; }) },
      h("option", { value: "" }, "none"), description.columns.map((column) => h("option", { value: column.name, selected: column.name === settings.value.target }, shown(column.name))));
    put(body, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Columns" }, table("Columns of the table",
      ["Use", "Column", "Type", "Use as", ["Distinct", "figure"], ["Missing", "figure"], "Remarks"], description.columns.map((column) => row(app, column)), { class: "columns used-table" })));
    return { element: h("div", {},
      h("h2", {}, "Columns"),
      h("p", { class: "lead" }, `${count(description.rows)} rows, ${count(description.columns.length)} columns. If a type was detected wrongly, change it; all results are computed again.`),
      (description.notes ?? []).map((note) => h("p", { class: "box" }, h("bdi", {}, shown(typeof note === "string" ? note : note.text ?? JSON.stringify(note))))),
      h("div", { class: "controls" },
        h("label", { for: "target" }, "Target"), targets,
        h("button", { type: "button", disabled: !settings.canUndo, onclick: () => settings.undo() }, "Undo")),
      rowsControl(app), body) };
  };
}
