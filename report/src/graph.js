// The graph, laid out when the page was written. Clicking an edge or two nodes, or a choice in the panel, shows the
// test that joins or separates them.

import { drag } from "d3-drag";
import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { h, nameList, put, s, table } from "./dom.js";
import { roles } from "./effect.js";
import { hanging, levelAt, placeOf, separation } from "./evidence.js";
import { count, cut, cutMiddle, number, percent, pValue, shown, signed, strengthText, strengthWord } from "./format.js";
import { layeredLayout } from "./layout.js";
import { shapeFact } from "./pair.js";
import { arrow, circle, edgeLine, markPath, meaning, nodeSize, same, symbol } from "./marks.js";

const longestLabel = 20;
const usualHeight = 610; // of the drawing, in a window of 900 pixels
const smallestMagnification = 11 / 13; // labels of 13 pixels are drawn with at least 11 where the width allows it
const unreadable = 8 / 13; // below it a neighbourhood is shown at first
const manyNodes = 25; // with more, the neighbourhood of one column can be shown alone

function noGraph(model, hint) {
  const why = model.size < 2 ? "There is no graph: fewer than two columns can be compared."
    : `No graph was learnt: there are ${count(model.size)} columns, and with more than ${model.data.graphColumns} the search may take long. ${hint}`;
  return { element: h("div", {}, h("h2", {}, "Graph"), h("p", { class: "empty" }, why)) };
}

// ------------------------------------------------------------------------------------------------------------- the nodes

function makeNodes(model) {
  return model.names.map((name, i) => {
    const label = cutMiddle(name, longestLabel);
    return { i, name, label, ...nodeSize(label), box: model.columns[i].type === "discrete", moved: false };
  });
}

const roleWords = { treatment: "treatment", outcome: "outcome", adjusted: "adjusted for", target: "target" };

const drawingWidth = () => (globalThis.innerWidth > narrow ? 850 : globalThis.innerWidth - 24);

const margin = 24; // around the nodes, in pixels of the layout
const drawingRoom = () => ({ width: drawingWidth() - 2 * margin * smallestMagnification, height: usualHeight, smallest: smallestMagnification });

/** The magnification of a layout in a drawing of this height. */
function magnification(nodes, laid, height) {
  const box = bounds(nodes.map((node, i) => ({ ...node, x: laid.nodes[i][0], y: laid.nodes[i][1] })), laid.routes);
  return Math.min(drawingWidth() / box.width, height / box.height);
}

/** Places for all nodes: those that came with the page, unless labels would be too small and are larger in the page's own layout. */
function layOut(nodes, graph) {
  if (graph.nodes && magnification(nodes, graph, usualHeight) >= smallestMagnification) return graph;
  const own = layeredLayout(nodes, graph.edges, drawingRoom());
  const largest = (laid) => Math.min(magnification(nodes, laid, Infinity), smallestMagnification);
  return graph.nodes && largest(graph) >= largest(own) ? graph : own;
}

const narrow = 1000; // pixels of a window in which the drawing has the whole width
const largestMagnification = 1.4;
const leastHeight = 240;

/** The height of a drawing in pixels, or null for the usual one: more if labels need it, up to what the width allows; in a narrow window what the drawing fills. */
function drawingHeight(box) {
  const height = box.height * Math.min(drawingWidth() / box.width, smallestMagnification);
  if (height > usualHeight) return height;
  return globalThis.innerWidth > narrow ? null : Math.max(leastHeight, Math.min(usualHeight, box.height * Math.min(drawingWidth() / box.width, largestMagnification)));
}

/** The nodes within this many steps of one. */
function neighbourhood(edges, node, steps) {
  let near = new Set([node]);
  for (let step = 0; step < steps; step++) near = new Set([...near, ...edges.filter(({ from, to }) => near.has(from) || near.has(to)).flatMap(({ from, to }) => [from, to])]);
  return near;
}

/** The box around nodes and the curves of edges. */
function bounds(nodes, routes = []) {
  const curves = routes.filter(Boolean).flat();
  const along = (at, half, odd) => [...nodes.flatMap((node) => [node[at] - node[half], node[at] + node[half]]), ...curves.filter((_, i) => i % 2 === odd)];
  const [xs, ys] = [along("x", "rx", 0), along("y", "ry", 1)];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

// ----------------------------------------------------------------------------------------------------------- the details

const givenNames = (model, given) => (given.length === 0 ? "nothing" : nameList(given.map((place) => model.names[place])));

function fact(term, ...description) {
  return [h("dt", {}, term), h("dd", {}, description)];
}

function signText(edge) {
  if (edge.sign === null) return null;
  const way = edge.sign > 0 ? "they rise together" : edge.sign < 0 ? "one falls as the other rises" : "neither way";
  return fact("Sign", `${signed(edge.sign)}, `, way, h("span", { class: "faint" }, " (rank correlation, within cells of what was given)"));
}

function frequencyText(model, edge, names) {
  if (edge.frequency === null) return null;
  const ways = [edge.forward > 0 ? `${names[0]} → ${names[1]} in ${percent(edge.forward)}` : null, edge.backward > 0 ? `${names[1]} → ${names[0]} in ${percent(edge.backward)}` : null].filter(Boolean);
  return fact("Stability", `in both halves of the rows in ${percent(edge.frequency)} of ${model.data.graph.subsamples / 2} random splits${ways.length ? `; ${ways.join(", ")}` : ""}`);
}

const kinds = { possible: 1, clear: 2, knowledge: 3 }; // as mixmi_arrow

/** A possible arrow: a hollow one. In a PAG its mark came as a circle. */
const isPossible = (edge) => edge.marks[1] === arrow && edge.marks[0] !== arrow && edge.kinds[1] === kinds.possible;

/** The symbol of an edge; a possible direction is a dashed arrow. */
const edgeSymbol = (edge) => (isPossible(edge) ? "⇢" : symbol(edge.marks));

const kindTexts = [null,
  "possible: preferred by the score; on tables with known answers right as often as a coin",
  "clear: independent of another cause, and dependent given the effect. An unmeasured common cause is not excluded",
  "given or implied by background knowledge"];

const strongestKind = (edge) => Math.max(...edge.kinds);

function directionText(edge) {
  const kind = strongestKind(edge);
  if (kind === 0) return null;
  return [fact("Direction", kindTexts[kind]),
    kind !== kinds.knowledge && edge.certainty !== null && fact("Certainty", `${number(edge.certainty, 2)}: share of such arrows that were right on real tables with known answers`),
    kind !== kinds.knowledge && edge.markProbability !== null && fact("Mark probability", `${number(edge.markProbability, 2)}, if there are no unmeasured causes`)];
}

function edgeDetails(model, edge) {
  const names = [model.names[edge.from], model.names[edge.to]];
  const { units } = model.data;
  const tested = !edge.required && !edge.ofSum && edge.marks[0] !== same;
  const remarks = [edge.required && "Required by background knowledge, not tested.", edge.ofSum && "A part of a sum and its total, not tested.", edge.fewRows && "The test had few rows.",
    edge.aboveAlpha && "Doubtful: its p-value is above alpha. The score keeps this edge, the test alone would not.",
    edge.doubtful && !edge.aboveAlpha && "Doubtful: marked so in the file that the graph was read from."].filter(Boolean);
  return [
    h("p", { class: "eyebrow" }, "Edge"),
    h("h3", { tabindex: "-1" }, h("bdi", { class: "name" }, names[0]), ` ${edgeSymbol(edge)} `, h("bdi", { class: "name" }, names[1])),
    h("p", {}, h("bdi", {}, meaning(edge.marks, names[0], names[1])), ".", isPossible(edge) && ` This direction is only possible: half of such arrows are wrong on real tables.`),
    remarks.map((text) => h("p", { class: "box" }, text)),
    tested && h("h4", {}, "The weakest test that kept it"),
    h("dl", { class: "facts" },
      tested && fact("Given", givenNames(model, edge.given)),
      tested && fact("Test", `${pValue(edge.p)}`, h("span", { class: "faint" }, ` (test ${model.data.graph.test}, ${count(edge.rows)} rows)`)),
      edge.estimate !== null && fact("Information", `${number(edge.estimate, 3)} ${units}, strength ${strengthText(edge.strength)}, ${strengthWord(edge.strength)}`),
      edge.share !== null && fact("Share", `explains ${percent(edge.share)} of ${names[1]}`, h("span", { class: "faint" }, " (of its entropy or variance, beyond the columns given)")),
      directionText(edge),
      signText(edge), shapeFact(model.fullShape(edge, edge.from, edge.to)), frequencyText(model, edge, names)),
    h("p", {}, h("a", { href: `#pairs/${edge.from}/${edge.to}` }, "See the pair by itself")),
  ];
}

function missingDetails(model, a, b) {
  const names = [model.names[a], model.names[b]];
  const found = separation(model, a, b);
  const { units } = model.data;
  const head = [h("p", { class: "eyebrow" }, "No edge"), h("h3", { tabindex: "-1" }, h("bdi", { class: "name" }, names[0]), h("span", { class: "times" }, " ⋯ "), h("bdi", { class: "name" }, names[1]))];
  const link = h("p", {}, h("a", { href: `#pairs/${a}/${b}` }, "See the pair by itself"));
  if (!found) {
    const answer = model.answer(a, b);
    return [head, h("p", { class: "box" }, `The separating set is not on the page, which keeps ${count(model.data.graph.kept)} of ${count(model.data.graph.separated)} separations.`), h("p", {}, `The test of the two alone: ${pValue(answer.p)}.`), link];
  }
  if (found.forbidden) return [head, h("p", { class: "box" }, "Forbidden by background knowledge, not tested."), link];
  return [head,
    h("p", {}, found.given.length === 0 ? "No dependence detected, without conditioning." : h("span", {}, "No dependence detected given ", h("strong", {}, givenNames(model, found.given)), ".")),
    found.doubtful && h("p", { class: "box" }, "Doubtful: the p-value is at most .05, or a dependence of more than .1 nats is possible."),
    found.fewRows && h("p", { class: "box" }, "The test had few rows."),
    h("dl", { class: "facts" }, fact("Separated by", givenNames(model, found.given)), fact("Test", `${pValue(found.p)}`, h("span", { class: "faint" }, ` (test ${model.data.graph.test}, ${count(found.rows)} rows)`)),
      found.estimate !== null && fact("Information", `${number(found.estimate, 3)} ${units}`, found.upper !== null ? `; at most ${number(found.upper, 3)} ${units}` : ""),
      found.frequency !== null && fact("Stability", `an edge in both halves of the rows in ${percent(found.frequency)} of ${model.data.graph.subsamples / 2} random splits`)), link];
}

function nodeDetails(model, node, openEdge) {
  const edges = model.data.graph.edges.map((edge, i) => [edge, i]).filter(([edge]) => edge.from === node || edge.to === node);
  return [h("p", { class: "eyebrow" }, "Column"), h("h3", { tabindex: "-1" }, h("bdi", { class: "name" }, model.names[node])),
    h("p", {}, `${model.columns[node].type}, ${model.columns[node].kind}. Choose a second column to see what is between the two.`),
    edges.length === 0 ? h("p", { class: "empty" }, "It has no edges.")
      : h("ul", { class: "plain" }, edges.map(([edge, i]) => h("li", {}, h("button", { type: "button", class: "link", onclick: () => openEdge(i) },
        h("bdi", {}, cut(model.names[edge.from], 40)), ` ${edgeSymbol(edge)} `, h("bdi", {}, cut(model.names[edge.to], 40))))))];
}

function introduction(model) {
  const { graph } = model.data;
  const readings = { cpdag: "A line without an arrow may have either direction.", pag: "A circle at an end means an arrow or a tail; ↔ means an unmeasured common cause.", skeleton: "The search was interrupted: there are no directions." };
  return [h("h3", {}, "How to read it"), h("p", {}, `Two columns have an edge if no set of other columns makes them independent. ${readings[graph.kind] ?? ""}`),
    h("p", {}, "Select an edge to see the weakest test that kept it. Select two columns without an edge to see the set that separates them."),
    h("dl", { class: "facts" }, fact("Edges", count(graph.edges.length)), fact("Separated", `${count(graph.separated)} pairs`), fact("Tests", `${count(graph.tests)}, test ${graph.test}`),
      fact("Search", graph.search), graph.subsamples > 0 && fact("Stability", `${count(graph.subsamples / 2)} random ${graph.subsamples === 2 ? "split" : "splits"} of the rows, each half searched${graph.falseEdges !== null ? `; at most ${number(graph.falseEdges, 2)} false edges are expected among those in 90% or more` : ""}`)),
    graph.roots.length > 0 && h("p", { class: "box" }, "Suggested roots, which nothing else here can cause: ", nameList(graph.roots.map((place) => model.names[place])), `. If that is so, --roots directs their edges.`),
    graph.totals.length > 0 && h("p", {}, "Sums, whose totals were left out of the search: ", graph.totals.map(([total, ...parts], i) => [i > 0 && "; ", h("bdi", {}, model.names[total]), " of ", nameList(parts.map((place) => model.names[place]))]), "."),
    graph.undecided.length > 0 && h("p", {}, "No test can tell whether there is an edge between ", graph.undecided.map(([a, b], i) => [i > 0 && "; ", h("bdi", {}, `${model.names[a]} ⋯ ${model.names[b]}`)]), "."),
    graph.conflicts.length > 0 && h("details", {}, h("summary", {}, `Tests contradict each other about directions in ${count(graph.conflicts.length)} place${graph.conflicts.length === 1 ? "" : "s"}`),
      h("p", { class: "small" }, "Two sets of tests ask for directions that cannot both hold. A test may have erred, or an unmeasured column acts on both ends. What is named below was not set; the edge keeps the other direction, or none."), h("ul", {}, graph.conflicts.map((one) => h("li", {}, h("bdi", {}, shown(one))))))];
}

// --------------------------------------------------------------------------------------------------------------- the view

export function graphView({ model, say, hints }) {
  const { graph } = model.data;
  if (!graph) return noGraph(model, hints.graph);
  const nodes = makeNodes(model);
  const role = roles(model.data.effect);
  if (model.data.target && !role.has(model.data.target.column)) role.set(model.data.target.column, "target");
  const whole = layOut(nodes, graph);
  let routes, box;
  const crowded = nodes.length > manyNodes && magnification(nodes, whole, Infinity) < unreadable;
  const state = { around: null, steps: crowded ? 1 : 0, strength: 0, stability: 0, level: null, nodes: [], edge: null, view: zoomIdentity };
  const world = s("g", {});
  const svg = s("svg", { class: "graph", id: "graph-plot", tabindex: "0", role: "group",
    "aria-label": `Graph of ${nodes.length} columns and ${graph.edges.length} edges. Tab reaches columns and edges; arrow keys move the view, plus and minus zoom, 0 shows all.` }, world);
  const details = h("div", { class: "panel", "aria-live": "polite" });
  const colours = (edge) => (edge.sign === null || edge.sign === 0 ? "plain" : edge.sign > 0 ? "positive" : "negative");
  const pairs = Math.max(1, (nodes.length * (nodes.length - 1)) / 2);
  const faded = (edge) => !edge.required && edge.p !== null && edge.p * pairs > graph.alpha; // would not be detected among so many pairs
  const edgeName = (edge) => `${model.names[edge.from]} ${edgeSymbol(edge)} ${model.names[edge.to]}`;
  const visible = (edge) => (edge.required || (edge.strength ?? 0) >= state.strength) && (state.stability === 0 || (edge.frequency ?? 0) >= state.stability);

  // ------------------------------------------------------------------------------------------------------ drawing

  const edgeElements = graph.edges.map((edge, i) => s("g", { class: `edge ${colours(edge)}${edge.fewRows || edge.doubtful ? " weak" : ""}${faded(edge) ? " faded" : ""}`, tabindex: "0", role: "button", "aria-label": `Edge ${edgeName(edge)}`,
    onclick: (event) => { event.stopPropagation(); openEdge(i); }, onkeydown: (event) => press(event, () => openEdge(i)) }));
  const nodeElements = nodes.map((node) => s("g", { class: `node ${node.box ? "discrete" : "numeric"} ${role.get(node.i) ?? ""}`, tabindex: "0", role: "button", "aria-label": `Column ${node.name}${role.has(node.i) ? `, ${roleWords[role.get(node.i)]}` : ""}`,
    onclick: (event) => { event.stopPropagation(); openNode(node.i); }, onkeydown: (event) => { if (!nudge(event, node)) press(event, () => openNode(node.i)); } },
  node.box ? s("rect", { x: -node.rx, y: -node.ry, width: 2 * node.rx, height: 2 * node.ry, rx: 6 }) : s("ellipse", { rx: node.rx, ry: node.ry }),
  s("text", { "text-anchor": "middle", y: 4.5 }, node.label), s("title", {}, node.name)));
  const extras = s("g", { class: "extras" });
  world.append(extras, s("g", {}, edgeElements), s("g", {}, nodeElements));

  function drawEdge(i) {
    const edge = graph.edges[i];
    const [from, to] = [nodes[edge.from], nodes[edge.to]];
    const { marks } = edge;
    const route = from.moved || to.moved ? null : routes?.[i];
    const { path, ends } = edgeLine(from, to, marks, route);
    const width = 1.2 + 4 * (edge.strength ?? 0.2);
    const mark = (end, at) => markPath(marks[at]) && s("path", { class: marks[at] === circle || (marks[at] === arrow && edge.kinds[at] === kinds.possible) ? "mark open" : "mark", d: markPath(marks[at]), transform: `translate(${end.x.toFixed(1)} ${end.y.toFixed(1)}) rotate(${((end.angle * 180) / Math.PI).toFixed(1)}) scale(${1 + width / 16})` });
    put(edgeElements[i], s("path", { class: "reach", d: path }), s("path", { class: "line", d: path, style: { "stroke-width": `${width}px` } }), ends.map(mark), s("title", {}, edgeName(edge)));
  }

  function drawNode(i) {
    nodeElements[i].setAttribute("transform", `translate(${nodes[i].x} ${nodes[i].y})`);
  }

  /** Places all nodes, or only those around the selected one. */
  function arrange() {
    const near = state.around === null || state.steps === 0 ? null : neighbourhood(graph.edges, state.around, state.steps);
    const shownNodes = near ? nodes.filter((node) => near.has(node.i)) : nodes;
    const place = new Map(shownNodes.map((node, at) => [node.i, at]));
    const within = graph.edges.map((edge, i) => i).filter((i) => place.has(graph.edges[i].from) && place.has(graph.edges[i].to));
    const laid = near ? layeredLayout(shownNodes, within.map((i) => ({ ...graph.edges[i], from: place.get(graph.edges[i].from), to: place.get(graph.edges[i].to) })), drawingRoom()) : whole;
    routes = [];
    within.forEach((i, at) => { routes[i] = laid.routes?.[at]; });
    shownNodes.forEach((node, at) => Object.assign(node, { x: laid.nodes[at][0], y: laid.nodes[at][1], moved: false }));
    box = bounds(shownNodes, routes);
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    const high = drawingHeight(box);
    svg.style.height = high === null ? "" : `${high}px`;
    svg.classList.toggle("tall", high > usualHeight); // one finger scrolls the page then
    nodeElements.forEach((element, i) => element.classList.toggle("away", !place.has(i)));
    edgeElements.forEach((element, i) => element.classList.toggle("away", !within.includes(i)));
    within.forEach(drawEdge);
    shownNodes.forEach((node) => drawNode(node.i));
    fit();
  }

  const straight = (a, b, kind) => s("path", { class: kind, d: edgeLine(nodes[a], nodes[b], [1, 1], null).path });

  function restyle() {
    const now = state.level === null ? { falling: [], joining: [] } : hanging(model, state.level);
    const fallen = new Set(now.falling);
    const near = new Set(state.nodes);
    graph.edges.forEach((edge, i) => {
      const chosen = state.edge === i;
      const shownNow = visible(edge);
      if (shownNow && state.nodes.length === 1 && state.nodes.some((n) => n === edge.from || n === edge.to)) { near.add(edge.from); near.add(edge.to); }
      edgeElements[i].classList.toggle("hidden", !shownNow);
      edgeElements[i].classList.toggle("falling", fallen.has(i));
      edgeElements[i].classList.toggle("chosen", chosen);
      edgeElements[i].classList.toggle("dim", !chosen && (state.edge !== null || (state.nodes.length > 0 && !state.nodes.includes(edge.from) && !state.nodes.includes(edge.to))));
      if (chosen) { near.add(edge.from); near.add(edge.to); }
    });
    const anything = near.size > 0;
    nodeElements.forEach((element, i) => {
      element.classList.toggle("chosen", state.nodes.includes(i) || (state.edge !== null && [graph.edges[state.edge].from, graph.edges[state.edge].to].includes(i)));
      element.classList.toggle("dim", anything && !near.has(i));
    });
    const [a, b] = state.nodes;
    const there = (i) => !nodeElements[i].classList.contains("away");
    put(extras, now.joining.filter(([i, j]) => there(i) && there(j)).slice(0, 400).map(([i, j]) => straight(i, j, "joining")), state.nodes.length === 2 && there(a) && there(b) && !model.edges.has(model.pair(a, b)) && straight(a, b, "absent"));
    tell(now);
  }

  // ------------------------------------------------------------------------------------------------------ choosing

  function openEdge(i) {
    const edge = graph.edges[i];
    Object.assign(state, { edge: i, nodes: [] });
    put(details, edgeDetails(model, edge));
    between(edge.from, edge.to);
    say(`Edge ${edgeName(edge)}`);
    restyle();
  }

  function openNode(i) {
    if (state.nodes.length === 1 && state.nodes[0] !== i) return openBetween(state.nodes[0], i);
    Object.assign(state, { edge: null, nodes: [i] });
    centreOn(i);
    put(details, nodeDetails(model, i, openEdge));
    between(i, null);
    say(`Column ${model.names[i]}`);
    return restyle();
  }

  function openBetween(a, b) {
    const edge = model.edges.get(model.pair(a, b));
    if (edge !== undefined) return openEdge(edge);
    Object.assign(state, { edge: null, nodes: [a, b] });
    put(details, missingDetails(model, a, b));
    between(a, b);
    say(`No edge between ${model.names[a]} and ${model.names[b]}`);
    return restyle();
  }

  function clear() {
    Object.assign(state, { edge: null, nodes: [] });
    put(details, introduction(model));
    between(null, null);
    restyle();
  }

  // ------------------------------------------------------------------------------------------------------ moving

  const zoomer = zoom().scaleExtent([0.3, 12]).on("zoom", (event) => { state.view = event.transform; world.setAttribute("transform", String(event.transform)); });
  const target = select(svg).call(zoomer).on("dblclick.zoom", null);
  svg.addEventListener("click", clear);
  const fit = () => target.call(zoomer.transform, zoomIdentity);
  const pan = (dx, dy) => target.call(zoomer.translateBy, dx, dy);

  select(world).selectAll(".node").data(nodes).call(drag()
    .on("drag", (event, node) => { node.x += event.dx; node.y += event.dy; node.moved = true; redrawAround(node); }));

  function redrawAround(node) {
    drawNode(node.i);
    graph.edges.forEach((edge, i) => { if (edge.from === node.i || edge.to === node.i) drawEdge(i); });
  }

  function nudge(event, node) {
    const steps = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, -10], ArrowDown: [0, 10] };
    if (!event.altKey || !steps[event.key]) return false;
    event.preventDefault();
    event.stopPropagation();
    node.x += steps[event.key][0];
    node.y += steps[event.key][1];
    node.moved = true;
    redrawAround(node);
    return true;
  }

  function press(event, action) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  svg.addEventListener("keydown", (event) => {
    const keys = { ArrowLeft: () => pan(40, 0), ArrowRight: () => pan(-40, 0), ArrowUp: () => pan(0, 40), ArrowDown: () => pan(0, -40),
      "+": () => target.call(zoomer.scaleBy, 1.4), "=": () => target.call(zoomer.scaleBy, 1.4), "-": () => target.call(zoomer.scaleBy, 1 / 1.4), 0: fit, Escape: clear };
    if (!keys[event.key] || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });

  /** Selects the column whose neighbourhood is shown. */
  function centreOn(i) {
    if (state.around === i) return;
    state.around = i;
    if (state.steps > 0) arrange();
  }

  function centre(i) {
    if (state.steps > 0) return;
    const k = Math.min(12, Math.max(state.view.k, 1.5, box.width / drawingWidth(), box.height / usualHeight));
    target.call(zoomer.transform, zoomIdentity.translate(box.x + box.width / 2 - k * nodes[i].x, box.y + box.height / 2 - k * nodes[i].y).scale(k));
  }

  // ------------------------------------------------------------------------------------------------------ controls

  const options = () => [h("option", { value: "" }, "a column"), model.names.map((name, i) => h("option", { value: i }, cut(name, 60)))];
  const first = h("select", { id: "between-a", onchange: chooseBetween }, options());
  const second = h("select", { id: "between-b", onchange: chooseBetween }, options());

  function chooseBetween() {
    const places = [first.value, second.value].filter((one) => one !== "").map(Number);
    if (places.length === 2 && places[0] !== places[1]) openBetween(...places);
    else if (places.length > 0) { state.nodes = []; openNode(places[0]); }
    else clear();
  }

  function between(a, b) {
    first.value = a ?? "";
    second.value = b ?? "";
  }

  const search = h("input", { type: "search", id: "find-node", list: "node-names", placeholder: "name of a column", onchange: find, onkeydown: (event) => { if (event.key === "Enter") find(); } });

  function find() {
    const wanted = search.value.toLowerCase();
    if (!wanted) return;
    let at = model.names.findIndex((name) => name.toLowerCase() === wanted);
    if (at < 0) at = model.names.findIndex((name) => name.toLowerCase().includes(wanted));
    if (at < 0) { say("No column has this name"); return; }
    state.nodes = [];
    openNode(at);
    centre(at);
  }

  const around = h("select", { id: "around", onchange: () => { state.steps = Number(around.value); if (state.steps > 0) state.around ??= mostJoined(); if (state.steps > 0 && state.nodes.length === 0) openNode(state.around); arrange(); restyle(); } },
    ["all columns", "1 step around a column", "2 steps around a column", "3 steps around a column"].map((text, steps) => h("option", { value: steps }, text)));

  function mostJoined() {
    const degrees = nodes.map((node) => graph.edges.filter(({ from, to }) => from === node.i || to === node.i).length);
    return degrees.indexOf(Math.max(...degrees));
  }

  const range = (id, label, change, text) => {
    const output = h("output", { for: id }, text(0));
    const input = h("input", { type: "range", id, min: 0, max: 1, step: 0.01, value: 0, oninput: () => { change(Number(input.value)); put(output, text(Number(input.value))); restyle(); } });
    return h("div", { class: "slider" }, h("label", { for: id }, label), input, output);
  };
  const strengthSlider = range("filter-strength", "Strength at least", (t) => { state.strength = t; }, (t) => number(t, 2));
  const stabilitySlider = graph.subsamples > 0 ? range("filter-stability", "Stability at least", (t) => { state.stability = t; }, percent) : null;
  const levelOutput = h("output", { for: "level" }, "as searched");
  const hasP = graph.edges.some((edge) => edge.p !== null) || model.data.hasP;
  const level = h("input", { type: "range", id: "level", min: 0, max: 1, step: 0.005, value: placeOf(graph.alpha), "aria-describedby": "level-text", oninput: () => { state.level = levelAt(Number(level.value)); put(levelOutput, number(state.level, 2)); restyle(); } });
  const levelText = h("p", { class: "faint small", id: "level-text", role: "status" });
  const asSearched = h("button", { type: "button", onclick: () => { state.level = null; level.value = placeOf(graph.alpha); put(levelOutput, "as searched"); restyle(); } }, "As searched");

  function tell({ falling, joining }) {
    const start = `The search used alpha ${number(graph.alpha)}. `;
    if (state.level === null) return put(levelText, start, "Move the slider to see which edges depend on it.");
    const names = (items) => items.slice(0, 4).map((one, i) => [i === 0 ? ": " : "; ", h("bdi", {}, cut(one, 60))]).concat(items.length > 4 ? ["; …"] : []);
    const falls = falling.map((i) => edgeName(graph.edges[i]));
    const joins = joining.map(([a, b]) => `${model.names[a]} ⋯ ${model.names[b]}`);
    return put(levelText, `At ${number(state.level, 2)}, ${falling.length} of ${graph.edges.length} edges would have been removed by the weakest test that kept them (not counting doubtful edges, which are kept for another reason)`, names(falls),
      `. ${joining.length} missing edges were separated by a test that would no longer do so, and might come back`, names(joins), ". This compares recorded p-values; the search is not run again, so other tests might change more.");
  }

  const legend = h("div", { class: "graph-legend" },
    h("span", {}, s("svg", { width: 34, height: 14, "aria-hidden": "true", class: "graph mini" }, s("ellipse", { class: "shape numeric", cx: 17, cy: 7, rx: 16, ry: 6 })), " numeric"),
    h("span", {}, s("svg", { width: 34, height: 14, "aria-hidden": "true", class: "graph mini" }, s("rect", { class: "shape discrete", x: 1, y: 1, width: 32, height: 12, rx: 3 })), " discrete"),
    [...new Set(role.values())].map((kind) => h("span", {}, s("svg", { width: 34, height: 14, "aria-hidden": "true", class: "graph mini" }, s("rect", { class: `shape ${kind}`, x: 2, y: 2, width: 30, height: 10, rx: 3 })), ` ${roleWords[kind]}`)),
    ["positive", "negative", "plain"].map((kind, i) => h("span", {}, s("svg", { width: 34, height: 14, "aria-hidden": "true", class: "graph mini" }, s("g", { class: `edge ${kind}` }, s("path", { class: "line", d: "M2 7 H32", style: { "stroke-width": "3px" } }))), ` ${["rise together", "one rises, the other falls", "categories or no direction"][i]}`)),
    h("span", {}, "width: strength of the weakest test"), h("span", {}, "dashed: doubtful or few rows"), graph.edges.some(faded) && h("span", {}, `faded: weak evidence, p above ${number(graph.alpha / pairs, 1)} (alpha / ${count(pairs)} pairs)`), graph.edges.some(isPossible) && h("span", {}, "hollow arrow: possible direction, as often right as a coin"),
    graph.edges.some((edge) => edge.kinds.includes(kinds.clear)) && h("span", {}, `full arrow: clear, ${number(Math.max(...graph.edges.filter((edge) => edge.kinds.includes(kinds.clear)).map((edge) => edge.certainty)), 2)} right on tables with known answers`));

  const edgeRow = ([edge, i]) => h("tr", {},
    h("td", {}, h("button", { type: "button", class: "link", onclick: () => { openEdge(i); details.querySelector("h3").focus(); } }, h("bdi", { class: "name" }, model.names[edge.from]), ` ${edgeSymbol(edge)} `, h("bdi", { class: "name" }, model.names[edge.to]))),
    h("td", { class: "figure" }, strengthText(edge.strength)), h("td", { class: "figure" }, edge.required ? "required" : edge.ofSum ? "sum" : edge.marks[0] === same ? "same" : pValue(edge.p).replace("p = ", "")), h("td", { "data-label": "given" }, edge.required || edge.ofSum || edge.marks[0] === same ? "–" : givenNames(model, edge.given)),
    h("td", { "data-label": "arrow" }, ["–", "possible", "clear", "known"][strongestKind(edge)]),
    graph.subsamples > 0 && h("td", { class: "figure", "data-label": "stability" }, edge.frequency === null ? "–" : percent(edge.frequency)));
  const byStrength = graph.edges.map((edge, i) => [edge, i]).sort(([x], [y]) => (y.strength ?? 0) - (x.strength ?? 0));
  const heads = ["Edge", ["Strength", "figure"], ["p", "figure"], "Given", "Arrow", ...(graph.subsamples > 0 ? [["Stability", "figure"]] : [])];
  const edgeTable = h("div");
  const listEdges = (most) => put(edgeTable, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of edges" },
    table("Edges of the graph with the weakest test that kept each", heads, byStrength.slice(0, most).map(edgeRow), { class: "edges-table" })),
  byStrength.length > most && h("button", { type: "button", onclick: () => listEdges(most + 400) }, `Show more (${count(most)} of ${count(byStrength.length)})`));

  const element = h("div", {},
    h("h2", {}, "Graph"),
    h("div", { class: "controls" }, h("label", { for: "find-node" }, "Find"), search, h("datalist", { id: "node-names" }, model.names.map((name) => h("option", { value: name }))), nodes.length > manyNodes && [h("label", { for: "around" }, "Show"), around], strengthSlider, stabilitySlider,
      h("span", { class: "zoom" }, h("button", { type: "button", "aria-label": "Zoom in", onclick: () => target.call(zoomer.scaleBy, 1.4) }, "+"), h("button", { type: "button", "aria-label": "Zoom out", onclick: () => target.call(zoomer.scaleBy, 1 / 1.4) }, "−"), h("button", { type: "button", onclick: fit }, "Whole"))),
    h("div", { class: "split wide-left" },
      h("div", {}, h("div", { class: "graph-box" }, svg), graph.edges.length === 0 && h("p", { class: "empty" }, "There are no edges: of each pair no dependence is detected, alone or given other columns."), legend,
        hasP ? h("div", { class: "level" }, h("div", { class: "slider" }, h("label", { for: "level" }, "What if alpha were"), level, levelOutput, asSearched), levelText)
          : h("p", { class: "faint small" }, `The test ${graph.test} gives no p-values, so there is no level to change.`)),
      h("div", {}, h("div", { class: "between" }, h("label", { for: "between-a" }, "Between"), first, h("label", { for: "between-b" }, "and"), second, h("button", { type: "button", onclick: clear }, "Clear")), details)),
    graph.edges.length > 0 && h("div", { class: "as-table" }, h("h3", {}, "Edges as a table"), edgeTable),
    !graph.nodes && h("p", { class: "faint small" }, "Graphviz was not installed when this page was written, so the page computed the layout of the graph itself."));

  listEdges(100);
  if (crowded) {
    around.value = String(state.steps);
    state.around = mostJoined();
  }
  arrange();
  clear();
  return { element };
}
