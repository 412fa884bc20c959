// Where nodes stand and edges run when no layout came with the page, as Graphviz was not there when it was written, or labels would be too
// small in it: each connected part in layers along the arrows (dagre), the parts in rows.

import dagre from "@dagrejs/dagre";
import { arrow, border } from "./marks.js";

/** A smooth curve through points (Catmull and Rom), as 3k + 1 points of cubic Bézier curves, flat. */
export function smooth(points) {
  const at = (i) => points[Math.min(Math.max(i, 0), points.length - 1)];
  const curve = [points[0].x, points[0].y];
  for (let i = 0; i + 1 < points.length; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    curve.push(from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6, to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6, to.x, to.y);
  }
  return curve;
}

/** The nodes of each connected part of the graph. */
export function components(size, edges) {
  const of = Array.from({ length: size }, (_, i) => i);
  const root = (i) => (of[i] === i ? i : (of[i] = root(of[i])));
  for (const { from, to } of edges) of[root(from)] = root(to);
  const parts = new Map();
  for (let i = 0; i < size; i++) parts.set(root(i), [...(parts.get(root(i)) ?? []), i]);
  return [...parts.values()];
}

function layered(nodes, edges, members) {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ nodesep: 28, ranksep: 56 });
  for (const i of members) graph.setNode(String(i), { width: 2 * nodes[i].rx, height: 2 * nodes[i].ry });
  const inside = new Set(members);
  edges.forEach(({ from, to, marks }, i) => {
    if (!inside.has(from)) return;
    const ends = marks[0] === arrow && marks[1] !== arrow ? [to, from] : [from, to]; // arrows point down
    graph.setEdge(String(ends[0]), String(ends[1]), {}, String(i));
  });
  dagre.layout(graph);
  return graph;
}

/** Parts of these widths and heights in rows that are no wider than `room`, in this order: their places, and the size of all. */
function inRows(parts, order, room, gap) {
  const places = new Array(parts.length);
  let [x, y, high, wide] = [0, 0, 0, 0];
  for (const at of order) {
    const { width, height } = parts[at];
    if (x > 0 && x + width > room) [x, y, high] = [0, y + high + gap, 0];
    places[at] = [x, y];
    x += width + gap;
    high = Math.max(high, height);
    wide = Math.max(wide, x - gap);
  }
  return { places, width: wide, height: y + high };
}

/** Where parts stand, in rows, the highest first: those rows that can be drawn largest where there is `aspect` times as much width as height. */
export function pack(parts, aspect, gap = 40) {
  const order = parts.map((_, i) => i).sort((a, b) => parts[b].height - parts[a].height || a - b);
  let room = -gap; // of the first row with one part more
  const tried = order.map((at) => inRows(parts, order, room += gap + parts[at].width, gap));
  const size = ({ width, height }) => Math.max(width / aspect, height);
  return tried.reduce((best, one) => (size(one) < size(best) ? one : best)).places;
}

/** `nodes` have rx, ry and box. Returns { nodes: [[x, y]], routes } in the form in which a layout comes with the page. */
export function layeredLayout(nodes, edges, aspect = 1.4) {
  const graphs = components(nodes.length, edges).map((members) => layered(nodes, edges, members));
  const corners = pack(graphs.map((graph) => graph.graph()), aspect);
  const places = new Array(nodes.length);
  const points = new Array(edges.length);
  graphs.forEach((graph, k) => {
    const move = ({ x, y }) => ({ x: x + corners[k][0], y: y + corners[k][1] });
    for (const name of graph.nodes()) places[Number(name)] = move(graph.node(name));
    for (const edge of graph.edges()) points[Number(edge.name)] = { from: Number(edge.v), inner: graph.edge(edge).points.slice(1, -1).map(move) };
  });
  const routes = edges.map(({ from, to }, i) => {
    const inner = points[i].from === from ? points[i].inner : points[i].inner.reverse();
    const [a, b] = [from, to].map((node) => ({ ...nodes[node], x: places[node].x, y: places[node].y }));
    return smooth([border(a, inner[0] ?? b), ...inner, border(b, inner.at(-1) ?? a)]);
  });
  return { nodes: places.map((place) => [place.x, place.y]), routes };
}
