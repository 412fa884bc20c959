// The Markov blanket of the target: the columns that make all others irrelevant for it. Shows the command's output.

import { h, put } from "../../report/src/dom.js";
import { shown } from "../../report/src/format.js";

export function blanketView(app) {
  return ({ say }) => {
    const { target, excluded } = app.settings.value;
    const answer = h("div", { class: "answer", "aria-live": "polite" });
    let search = null;
    const find = async () => {
      search?.abort();
      search = new AbortController();
      put(answer, h("p", {}, "Searching … ", h("button", { type: "button", onclick: () => search.abort() }, "Cancel")));
      try {
        const done = await app.mixmi.run(app.arguments("blanket", { target }), { files: app.files, signal: search.signal });
        put(answer, h("pre", { class: done.code === 0 ? "output" : "output box" }, (done.code === 0 ? done.out : done.err).trimEnd().split("\n").map(shown).join("\n")));
        say("The blanket is ready.");
      } catch (error) {
        put(answer, h("p", { class: "box" }, error.code === 4 ? "Cancelled." : error.message));
      }
    };
    const chosen = target !== null && !excluded.includes(target);
    return { element: h("div", {},
      h("h2", {}, "Markov blanket"),
      h("p", { class: "lead" }, "Given the blanket of a target, all other columns are independent of it."),
      chosen
        ? h("p", {}, h("button", { type: "button", class: "main", onclick: find }, "Find the blanket of ", h("bdi", {}, shown(target))))
        : h("p", { class: "empty" }, "Choose a target under Columns."),
      answer) };
  };
}
