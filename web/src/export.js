// Files to save: results, the graph in other formats, a picture of it, the report, and the settings of this page.

import { h, put } from "../../report/src/dom.js";
import { settingsFrom, settingsText } from "./state.js";

function save(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** The graph as it is drawn, as an SVG file: with the page's style inside. */
function graphPicture() {
  const svg = document.querySelector("#view-graph svg.graph:not(.mini)");
  if (!svg) return null;
  const copy = svg.cloneNode(true);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = document.querySelector("style").textContent;
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

const graphFormats = [["dot", "text/vnd.graphviz"], ["graphml", "application/xml"], ["csv", "text/csv"], ["json", "application/json"]];

export function exportView(app) {
  return ({ say }) => {
    const status = h("p", { class: "faint", role: "status" });
    const stem = app.file.name.replace(/\.[^.]*$/, "");
    const written = async (args, name, type, wanted) => {
      put(status, "Computing …");
      const done = await app.mixmi.run(args, { files: app.files, wanted: wanted ? [wanted] : [] });
      if (done.code !== 0) put(status, done.err);
      else {
        save(name, wanted ? done.files[wanted] : done.out, type);
        put(status, `Saved as ${name}.`);
        say(`Saved as ${name}.`);
      }
    };
    const button = (text, run) => h("button", { type: "button", onclick: () => run().catch((error) => put(status, error.message)) }, text);
    const load = h("input", { type: "file", accept: "application/json,.json", "aria-label": "Settings from a file", onchange: async () => {
      const settings = load.files[0] ? settingsFrom(await load.files[0].text(), app.description.columns.map(({ name }) => name)) : null;
      if (settings) app.settings.update((next) => Object.assign(next, settings));
      else put(status, "This file has no settings of this page.");
    } });
    return { element: h("div", {},
      h("h2", {}, "Export"),
      h("p", { class: "lead" }, "Files are saved on this machine."),
      h("div", { class: "prose" },
        h("h3", {}, "Report"), h("p", { class: "controls" }, button("Report, one HTML page", () => written([...app.arguments("report", {}, true), "-o", "/tmp/report.html"], `${stem}-report.html`, "text/html", "/tmp/report.html")),
          button("Its data, JSON", () => written([...app.arguments("report", {}, true), "--json"], `${stem}-report.json`, "application/json"))),
        h("h3", {}, "Pairs"), h("p", { class: "controls" }, button("CSV", () => written([...app.arguments("pairs", {}), "--csv"], `${stem}-pairs.csv`, "text/csv")), button("JSON", () => written([...app.arguments("pairs", {}), "--json"], `${stem}-pairs.json`, "application/json"))),
        h("h3", {}, "Graph"), h("p", { class: "controls" }, graphFormats.map(([format, type]) => button(format.toUpperCase(), () => written([...app.arguments("graph", {}, true), "--format", format], `${stem}-graph.${format}`, type))),
          button("SVG", async () => {
            const picture = graphPicture();
            if (picture) save(`${stem}-graph.svg`, picture, "image/svg+xml");
            else put(status, "There is no graph yet.");
          })),
        h("h3", {}, "Settings of this page"), h("p", { class: "controls" }, button("Save", async () => save(`${stem}-settings.json`, settingsText(app.settings.value), "application/json")), load), status)) };
  };
}
