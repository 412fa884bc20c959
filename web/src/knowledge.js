// Background knowledge about causes: columns are dragged (or moved by a menu) into tiers, arrows are forbidden or required by
// dragging one column onto another.

import { h, put } from "../../report/src/dom.js";
import { shown } from "../../report/src/format.js";
import { tiers } from "./state.js";

export function knowledgeView(app) {
  return () => {
    const { settings, description } = app;
    let dragged = null;
    const move = (name, tier) => settings.update((next) => {
      if (tier === null) next.tiers.delete(name);
      else next.tiers.set(name, tier);
    });
    const way = h("select", { id: "way" }, h("option", { value: "forbidden" }, "forbids the arrow"), h("option", { value: "required" }, "requires the arrow"));
    const join = (from, to) => settings.update((next) => {
      for (const list of [next.forbidden, next.required]) list.splice(0, list.length, ...list.filter(([a, b]) => a !== from || b !== to));
      next[way.value].push([from, to]);
    });
    const droppable = (element, drop) => {
      element.addEventListener("dragover", (event) => event.preventDefault());
      element.addEventListener("drop", (event) => {
        event.preventDefault();
        event.stopPropagation();
        if (dragged !== null) drop(dragged);
        dragged = null;
      });
      return element;
    };
    const chip = (name) => droppable(h("li", { class: "chip", draggable: "true", ondragstart: (event) => { dragged = name; event.dataTransfer.setData("text/plain", name); } },
      h("bdi", { class: "name" }, shown(name)), " ",
      h("select", { "aria-label": `Tier of ${shown(name)}`, onchange: (event) => move(name, event.target.value === "" ? null : Number(event.target.value)) },
        h("option", { value: "" }, "–"), tiers.map((tier) => h("option", { value: tier, selected: settings.value.tiers.get(name) === tier }, tier)))),
    (from) => { if (from !== name) join(from, name); });
    const names = description.columns.filter((column) => !settings.value.excluded.includes(column.name)).map((column) => column.name);
    const lane = (title, tier) => droppable(h("div", { class: "lane" }, h("h3", {}, title),
      h("ul", { class: "plain" }, names.filter((name) => (settings.value.tiers.get(name) ?? null) === tier).map(chip))), (name) => move(name, tier));
    const arrows = (key, word) => settings.value[key].map(([from, to], i) => h("li", {}, `${word} `, h("bdi", { class: "name" }, shown(from)), " → ", h("bdi", { class: "name" }, shown(to)), " ",
      h("button", { type: "button", "aria-label": `Remove: ${word} ${shown(from)} to ${shown(to)}`, onclick: () => settings.update((next) => next[key].splice(i, 1)) }, "remove")));
    const pick = (id, first) => h("select", { id }, names.map((name, i) => h("option", { value: name, selected: i === first }, shown(name))));
    const [from, to] = [pick("arrow-from", 0), pick("arrow-to", 1)];
    const all = [...arrows("forbidden", "forbid"), ...arrows("required", "require")];
    const list = h("ul", { class: "plain" });
    put(list, all.length > 0 ? all : h("li", { class: "faint" }, "No arrow is forbidden or required."));
    return { element: h("div", {},
      h("h2", {}, "Knowledge"),
      h("p", { class: "lead" }, "Drag columns into tiers: nothing in a later tier causes anything in an earlier one. Drag a column onto another to forbid or require an arrow. The graph is searched again after each change."),
      h("div", { class: "controls" }, h("label", { for: "way" }, "A column dropped on another"), way,
        h("label", { for: "arrow-from" }, "or from"), from, h("label", { for: "arrow-to" }, "to"), to,
        h("button", { type: "button", onclick: () => { if (from.value !== to.value) join(from.value, to.value); } }, "Add"),
        h("button", { type: "button", disabled: !settings.canUndo, onclick: () => settings.undo() }, "Undo")),
      list, h("div", { class: "lanes" }, lane("No tier", null), tiers.map((tier) => lane(`Tier ${tier}`, tier)))) };
  };
}
