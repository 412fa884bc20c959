// mixmi on a page: a table is dropped, recognised, compared and searched on the user's own machine. The worker runs the mixmi command as
// WebAssembly; this module keeps the settings, starts runs, and shows the report's views with a few more.

import { argumentsOf, createMixmi } from "../../bindings/web/src/browser.js";
import { buildPage, reportViews } from "../../report/src/page.js";
import { h, put } from "../../report/src/dom.js";
import { count, shown } from "../../report/src/format.js";
import { blanketView } from "./blanket.js";
import { columnsView } from "./columns.js";
import { exportView } from "./export.js";
import { knowledgeView } from "./knowledge.js";
import { questionView } from "./question.js";
import { knowledgeText, rowOptions, Settings, tableOptions } from "./state.js";

const root = document.getElementById("page");
const graphColumns = 60; // above this number the graph is searched only when asked for, as in reports
const knowledgeFile = "/tmp/knowledge.txt"; // not in the folder of the table, which may have any name

// ------------------------------------------------------------------------------------------------------------- the engine

function unpack(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

const workerAddress = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));
const mixmi = createMixmi({ makeWorker: () => new Worker(workerAddress), bytes: unpack("wasm") });

// -------------------------------------------------------------------------------------------------------------- the state

const app = {
  mixmi,
  file: null,
  description: null,
  report: null, // data of the report's views
  asked: { x: [], y: [], z: [] },
  settings: new Settings(() => compute()),

  /** Input files of a run: the table and background knowledge. */
  get files() {
    const known = knowledgeText(this.settings.value);
    return { [this.file.name]: this.file.bytes, ...(known ? { [knowledgeFile]: new TextEncoder().encode(known) } : {}) };
  },

  /** Arguments of a run; with `search` also those of a search. */
  arguments(command, options, search = false) {
    const { value } = this.settings;
    const whole = ["report", "pairs", "graph", "blanket"].includes(command);
    const exclude = whole && value.excluded.length > 0 ? { exclude: value.excluded } : {};
    const known = search && knowledgeText(value) ? { knowledge: knowledgeFile } : {};
    const target = command === "report" && value.target && !value.excluded.includes(value.target) ? { target: value.target } : {};
    return [command, this.file.name, ...argumentsOf({ ...tableOptions(value), ...rowOptions(value), ...exclude, ...known, ...target, ...options })];
  },
};

// --------------------------------------------------------------------------------------------------------------- the page

const views = (ready) => [
  ["columns", "Columns", columnsView(app)],
  ["question", "Question", questionView(app)],
  ...(ready ? reportViews.filter(([key]) => ["pairs", "graph", "target"].includes(key)) : [["waiting", "Pairs, graph, target", waitingView]]),
  ["blanket", "Blanket", blanketView(app)],
  ["knowledge", "Knowledge", knowledgeView(app)],
  ["export", "Export", exportView(app)],
  ["about", "About", aboutView],
];

function aboutView() {
  return { element: h("div", {}, h("h2", {}, "About this page"), h("div", { class: "prose" },
    h("p", {}, "mixmi measures dependence in mixed data: it estimates mutual information, tests conditional independence and learns causal graphs."),
    h("p", {}, "Everything is computed in this window, on this machine. The page sends nothing: its security policy forbids every request, and it works without a network."),
    h("p", {}, "Answers are those of the mixmi command; it is the same program, compiled to WebAssembly. Parquet files and DuckDB cannot be read here, and censored times are not treated as such: use mixmi test --survival."),
    h("p", {}, "Nothing is stored when the window is closed. Settings can be saved in a file (Export)."))) };
}

function waitingView() {
  return { element: h("div", {}, h("h2", {}, "Pairs, graph, target"), h("p", { class: "empty" }, "These views appear when their run is finished. Columns, Question and Export can be used now.")) };
}

let page = null;
const status = h("div", { class: "run", role: "status" });

function draw(ready) {
  const at = location.hash.slice(1).split("/")[0];
  page?.close();
  page = buildPage(root, { title: shown(app.file.name), made: "mixmi: computed here, nothing is sent", views: views(ready), data: ready ? app.report : null, hints: {
    graph: "The button above starts it.", target: "Choose one under Columns to rank the other columns by their information about it." } });
  root.querySelector("main").before(status);
  root.querySelector(".brand").append(h("button", { type: "button", class: "link", onclick: start }, "another table"));
  if (at === "") location.hash = "#columns";
  document.documentElement.dataset.ready = ready ? "yes" : "columns";
}

// --------------------------------------------------------------------------------------------------------------- the runs

let running = null;

function showRun(text, cancel) {
  put(status, text && h("p", {}, text, cancel && [" ", h("button", { type: "button", onclick: cancel }, "Cancel")]));
}

async function reportData(options, text, signal) {
  const began = performance.now();
  const done = await mixmi.run([...app.arguments("report", options, true), "--json"], {
    files: app.files, signal,
    onProgress: (line) => showRun(`${text} ${line.replace(/^mixmi:?\s*/, "")}`, () => running.abort()),
  });
  if (done.code !== 0) throw new Error(done.err.replace(/^mixmi: /, ""));
  return { data: JSON.parse(done.out), seconds: (performance.now() - began) / 1000 };
}

/** Asks whether to search the graph; false once another run begins. */
function wanted(text, signal) {
  return new Promise((answer) => {
    put(status, h("p", {}, text, " ", h("button", { type: "button", onclick: () => answer(true) }, "Search it")));
    signal.addEventListener("abort", () => answer(false), { once: true });
  });
}

/** Describes the table, then compares all pairs, then searches the graph, and shows each result when it is ready. A newer run ends an older one. */
async function compute() {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const cancel = () => running.abort();
  try {
    showRun("Reading the table …", cancel);
    app.description = (await mixmi.read(app.file, tableOptions(app.settings.value), { signal })).description;
    draw(false);
    showRun("Comparing all pairs …", cancel);
    const pairs = await reportData({ graph: "no" }, "Comparing all pairs:", signal);
    app.report = pairs.data;
    const columns = app.report.used.length;
    draw(true);
    if (columns > graphColumns && !(await wanted(`The graph of ${count(columns)} columns was not searched, as it may take long.`, signal))) return;
    if (columns >= 2) {
      // On tables of 8 to 30 columns the search took one to four times as long as all pairs did.
      showRun(`Searching the graph of ${count(columns)} columns, about ${Math.max(1, Math.round(2 * pairs.seconds))} s …`, cancel);
      app.report = (await reportData({ graph: "yes" }, "Searching the graph:", signal)).data;
      draw(true);
    }
    showRun(null);
    page.say("All results are ready.");
  } catch (error) {
    if (signal.aborted && running.signal !== signal) return; // a newer run has started
    if (!app.description) start(error.code === 4 ? null : error.message);
    else showRun(error.code === 4 ? "Cancelled. Finished results are shown." : error.message);
  }
}

// -------------------------------------------------------------------------------------------------------------- the start

async function open(file) {
  app.file = { name: file.name.replace(/^.*[/\\]/, "").replace(/^-/, "_") || "table", bytes: file.bytes instanceof Uint8Array ? file.bytes : new Uint8Array(await file.arrayBuffer()) };
  app.description = app.report = null;
  app.asked = { x: [], y: [], z: [] };
  app.settings.reset();
  location.hash = "#columns";
  showRun(null);
  await compute();
}

function start(problem) {
  running?.abort();
  page?.close();
  page = null;
  const input = h("input", { type: "file", id: "file", onchange: () => { if (input.files[0]) open(input.files[0]); } });
  const zone = h("label", { class: "drop", for: "file" }, h("strong", {}, "Drop a table here"), h("span", {}, "or choose a file: CSV, TSV, Excel's text, SPSS, Stata, SAS, SQLite, NumPy; plain or compressed with gzip, xz or zstd"), input);
  put(root, h("main", { id: "main", class: "start" },
    h("h1", {}, "mixmi"),
    h("p", { class: "lead" }, "Which columns of a table depend on each other, alone and given other columns, and which causal graph fits. Computed on this machine; nothing is sent."),
    typeof problem === "string" && h("p", { class: "box", role: "alert" }, shown(problem)),
    zone,
    h("p", {}, h("button", { type: "button", onclick: () => open({ name: "penguins.csv", bytes: new TextEncoder().encode(document.getElementById("sample").textContent) }) }, "Try the penguins"), " ", h("span", { class: "faint" }, "344 penguins of three species, 8 columns"))));
  document.documentElement.dataset.ready = "start";
}

addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
addEventListener("drop", (event) => {
  const [file] = event.dataTransfer?.files ?? [];
  if (!file) return;
  event.preventDefault();
  open(file);
});
start();
