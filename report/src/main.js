// The page: reads its data, makes the views, and shows the one that the address names.

import { aboutView } from "./about.js";
import { h, put } from "./dom.js";
import { shown } from "./format.js";
import { graphView } from "./graph.js";
import { Model } from "./model.js";
import { overviewView } from "./overview.js";
import { pairsView } from "./pairs.js";
import { targetView } from "./target.js";

const model = new Model(JSON.parse(document.getElementById("data").textContent));
const views = [
  ["overview", "Overview", overviewView],
  ["pairs", "Pairs", pairsView],
  ["graph", "Graph", graphView],
  ["target", "Target", targetView],
  ["about", "About", aboutView],
];

function baseName(path) {
  return path === "-" ? "standard input" : path.split("/").at(-1);
}

const title = shown(model.data.title ?? baseName(model.data.file));
document.title = `${title} – mixmi report`;

const live = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
const page = {
  model,
  go: (...path) => { location.hash = `#${path.join("/")}`; },
  say: (text) => put(live, text),
};

const links = views.map(([key, label]) => h("a", { href: `#${key}` }, label));
const sections = views.map(([key, label, make]) => {
  const view = make(page);
  return { key, view, element: h("section", { id: `view-${key}`, class: "view", "aria-label": label, tabindex: "-1" }, view.element) };
});

put(
  document.getElementById("page"),
  h("a", { class: "skip", href: "#main", onclick: skip }, "Skip to the content"),
  h(
    "header",
    {},
    h("div", { class: "brand" }, h("h1", {}, h("bdi", {}, title)), h("p", { class: "made" }, "mixmi report")),
    h("nav", { "aria-label": "Views" }, links),
  ),
  h("main", { id: "main", tabindex: "-1" }, sections.map((one) => one.element)),
  live,
);

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

function show() {
  const [key, ...path] = location.hash.slice(1).split("/"); // words and numbers only, so nothing is encoded
  const current = sections.find((one) => one.key === key) ?? sections[0];
  if (!current.element.classList.contains("current")) scrollTo(0, 0);
  for (const [i, one] of sections.entries()) {
    one.element.classList.toggle("current", one === current);
    if (one === current) links[i].setAttribute("aria-current", "page");
    else links[i].removeAttribute("aria-current");
  }
  current.view.open?.(path);
}

addEventListener("hashchange", show);
show();
document.documentElement.dataset.ready = "yes";
