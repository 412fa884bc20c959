// Where nodes stand when no layout came with the page, as Graphviz was not there when it was written: joined nodes on an
// ellipse in the order of clustering, the others in rows below.

/** `order` lists the nodes; `joined[i]` says whether node i has an edge; `halves[i]` are half widths. Returns [{x, y}]. */
export function plainLayout(order, joined, halves) {
  const ring = order.filter((node) => joined[node]);
  const rest = order.filter((node) => !joined[node]);
  const around = ring.reduce((sum, node) => sum + 2 * halves[node] + 30, 0);
  const [rx, ry] = [Math.max(160, around / 6), Math.max(110, around / 10)];
  const places = new Array(order.length);
  ring.forEach((node, i) => {
    const angle = (2 * Math.PI * i) / ring.length - Math.PI / 2;
    places[node] = { x: rx * Math.cos(angle), y: ry * Math.sin(angle) };
  });
  let [x, y] = [-rx, ring.length ? ry + 90 : 0];
  for (const node of rest) {
    if (x + 2 * halves[node] > rx + 1 && x > -rx) [x, y] = [-rx, y + 60];
    places[node] = { x: x + halves[node], y };
    x += 2 * halves[node] + 24;
  }
  return places;
}
