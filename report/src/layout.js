// Where nodes stand and edges run when no layout came with the page, as Graphviz was not there when it was written: joined nodes in
// layers along the arrows (dagre), the others in rows below.

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

function layered(nodes, edges) {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ nodesep: 28, ranksep: 56 });
  for (const { from, to } of edges) for (const i of [from, to]) graph.setNode(String(i), { width: 2 * nodes[i].rx, height: 2 * nodes[i].ry });
  edges.forEach(({ from, to, marks }, i) => {
    const ends = marks[0] === arrow && marks[1] !== arrow ? [to, from] : [from, to]; // arrows point down
    graph.setEdge(String(ends[0]), String(ends[1]), {}, String(i));
  });
  dagre.layout(graph);
  return graph;
}

/** `nodes` have rx, ry and box. Returns { nodes: [[x, y]], routes } in the form in which a layout comes with the page. */
export function layeredLayout(nodes, edges) {
  const graph = edges.length > 0 ? layered(nodes, edges) : null;
  const { width, height } = graph?.graph() ?? { width: 0, height: -70 };
  const places = nodes.map((_, i) => graph?.node(String(i)) ?? null);
  let [x, y] = [0, height + 70];
  nodes.forEach(({ rx }, i) => {
    if (places[i]) return;
    if (x > 0 && x + 2 * rx > Math.max(width, 480)) [x, y] = [0, y + 60];
    places[i] = { x: x + rx, y };
    x += 2 * rx + 24;
  });
  const routes = edges.map(({ from, to }, i) => {
    const forward = graph.edge(String(from), String(to), String(i));
    const inner = (forward ?? graph.edge(String(to), String(from), String(i))).points.slice(1, -1);
    if (!forward) inner.reverse();
    const [a, b] = [from, to].map((node) => ({ ...nodes[node], x: places[node].x, y: places[node].y }));
    return smooth([border(a, inner[0] ?? b), ...inner, border(b, inner.at(-1) ?? a)]);
  });
  return { nodes: places.map((place) => [place.x, place.y]), routes };
}
