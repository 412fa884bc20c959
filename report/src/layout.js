// The layout of a graph when none came with the page, because Graphviz was not installed when it was written, or when labels would be too small in
// it: each connected part in layers along the arrows (dagre), the parts in rows.

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

/** The nodes of each connected component. */
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

/** Components of these widths and heights in rows no wider than `room`, in this order: their positions, and the total
 * size. */
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

/** How a drawing of this size fits: its largest magnification within `room`, which has a width and a usual height, and its height at the smallest one. */
function fitting({ width, height }, { width: most, height: usual, smallest }) {
  const whole = Math.min(most / width, usual / height);
  return whole >= smallest ? { magnification: whole, height: usual } : { magnification: Math.min(most / width, smallest), height };
}

/**
 * Where parts stand, in rows, the highest first: those rows that can be drawn largest in `room`; if its height is too small for a magnification of
 * `room.smallest`, those that are wide enough for it and lowest.
 */
export function pack(parts, room, gap = 40) {
  const order = parts.map((_, i) => i).sort((a, b) => parts[b].height - parts[a].height || a - b);
  let width = -gap; // of the first row with one part more
  const tried = order.map((at) => inRows(parts, order, width += gap + parts[at].width, gap)).map((rows) => ({ ...fitting(rows, room), places: rows.places }));
  return tried.reduce((best, one) => (one.magnification > best.magnification || (one.magnification === best.magnification && one.height < best.height) ? one : best)).places;
}

const usualRoom = { width: 850, height: 610, smallest: 0 };

/** `nodes` have rx, ry and box; `room` is that of pack(). Returns { nodes: [[x, y]], routes } in the form in which a layout comes with the page. */
export function layeredLayout(nodes, edges, room = usualRoom) {
  const graphs = components(nodes.length, edges).map((members) => layered(nodes, edges, members));
  const corners = pack(graphs.map((graph) => graph.graph()), room);
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
