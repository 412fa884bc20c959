// A page of views: those of the report or, in the web page, additional ones. Shows the view named in the address.

import { aboutView } from "./about.js";
import { h, put } from "./dom.js";
import { effectView } from "./effect.js";
import { shown } from "./format.js";
import { graphView } from "./graph.js";
import { Model } from "./model.js";
import { overviewView } from "./overview.js";
import { pairsView } from "./pairs.js";
import { targetView } from "./target.js";

/** The views of a report, as [key, label, function that makes it, whether a model has it]. */
export const reportViews = [
  ["overview", "Findings", overviewView],
  ["pairs", "Pairs", pairsView],
  ["graph", "Graph", graphView],
  ["effect", "Effect", effectView, (model) => model.data.effect],
  ["target", "Target", targetView],
  ["about", "About", aboutView],
];

/** The heading of a page about a file. */
export function titleOf(data) {
  const name = data.file === "-" ? "standard input" : data.file.split("/").at(-1);
  return shown(data.title ?? name);
}

/**
 * Fills `root` with a header and the views, which get { model, go, say, hints }; `data` may be null if no view needs a model. `hints` say how to get
 * what is missing. Returns `close`, after which the page no longer follows the address.
 */
export function buildPage(root, { title, made, views, data, hints }) {
  const live = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const page = {
    model: data ? new Model(data) : null,
    go: (...path) => { location.hash = `#${path.join("/")}`; },
    say: (text) => put(live, text),
    hints,
  };
  const there = views.filter(([, , , has]) => !has || has(page.model));
  const links = there.map(([key, label]) => h("a", { href: `#${key}` }, label));
  const sections = there.map(([key, label, make]) => ({ key, make, view: null, element: h("section", { id: `view-${key}`, class: "view", "aria-label": label, tabindex: "-1" }) }));

  /** A view is made when it is first needed, so that a large page shows its first view at once. */
  function ready(one) {
    if (one.view) return;
    one.view = one.make(page);
    put(one.element, one.view.element);
  }

  const printing = matchMedia("print");
  const forPaper = () => { if (printing.matches) sections.forEach(ready); };
  printing.addEventListener("change", forPaper);
  addEventListener("beforeprint", () => sections.forEach(ready));

  function skip(event) {
    event.preventDefault();
    document.getElementById("main").focus();
  }

  function show() {
    const [key, ...path] = location.hash.slice(1).split("/"); // only words and numbers, so nothing is encoded
    const current = sections.find((one) => one.key === key) ?? sections[0];
    if (!current.element.classList.contains("current")) scrollTo(0, 0);
    for (const [i, one] of sections.entries()) {
      one.element.classList.toggle("current", one === current);
      if (one === current) links[i].setAttribute("aria-current", "page");
      else links[i].removeAttribute("aria-current");
    }
    ready(current);
    current.view.open?.(path);
  }

  put(
    root,
    h("a", { class: "skip", href: "#main", onclick: skip }, "Skip to the content"),
    h(
      "header",
      {},
      h("div", { class: "brand" }, h("h1", {}, h("bdi", {}, title)), h("p", { class: "made" }, made)),
      h("nav", { "aria-label": "Views" }, links),
    ),
    h("main", { id: "main", tabindex: "-1" }, sections.map((one) => one.element)),
    live,
  );
  addEventListener("hashchange", show);
  show();
  forPaper();
  return { say: page.say, close: () => removeEventListener("hashchange", show) };
}
