// Edges as lines: where they meet the outlines of their nodes, and the marks at their ends. Marks are numbered as in
// mixmi.h: 1 tail, 2 arrow, 3 circle; and 4 at both ends of an edge between columns that carry the same information.

export const tail = 1;
export const arrow = 2;
export const circle = 3;
export const same = 4;

const lengths = { [tail]: 0, [arrow]: 11, [circle]: 9.5 };

/** Half the size of a node with this label. */
export const nodeSize = (label) => ({ rx: 13 + 3.7 * Array.from(label).length, ry: 16 });

/** Where the ray from a node's centre towards a point crosses its outline: an ellipse, or a box if it is discrete. */
export function border(node, to) {
  const [dx, dy] = [to.x - node.x, to.y - node.y];
  if (dx === 0 && dy === 0) return { x: node.x, y: node.y };
  const k = node.box
    ? Math.min(dx === 0 ? Infinity : node.rx / Math.abs(dx), dy === 0 ? Infinity : node.ry / Math.abs(dy))
    : 1 / Math.hypot(dx / node.rx, dy / node.ry);
  return { x: node.x + dx * k, y: node.y + dy * k };
}

/** Points of a line from outline to outline, or of the stored curve: 3k + 1 points of cubic Bézier curves. */
export function points(from, to, route) {
  if (route) return Array.from({ length: route.length / 2 }, (_, i) => ({ x: route[2 * i], y: route[2 * i + 1] }));
  const [a, b] = [border(from, to), border(to, from)];
  const mix = (t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
  return [a, mix(1 / 3), mix(2 / 3), b];
}

/** Moves the last point towards the previous one to make space for a mark; returns the end with its direction. */
function trim(line, mark) {
  const end = line.at(-1);
  const before = line.findLast((one) => one.x !== end.x || one.y !== end.y) ?? { x: end.x - 1, y: end.y };
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const back = Math.min(lengths[mark] ?? 0, Math.hypot(end.x - before.x, end.y - before.y) * 0.9);
  line[line.length - 1] = { x: end.x - back * Math.cos(angle), y: end.y - back * Math.sin(angle) };
  return { x: end.x, y: end.y, angle };
}

/** { path, ends }: the line as a path, and position and direction of its two marks. */
export function edgeLine(from, to, marks, route) {
  const line = points(from, to, route);
  const last = trim(line, marks[1]);
  line.reverse();
  const first = trim(line, marks[0]);
  line.reverse();
  const text = (one) => `${one.x.toFixed(1)} ${one.y.toFixed(1)}`;
  let path = `M${text(line[0])}`;
  for (let i = 1; i + 2 < line.length; i += 3) path += ` C${text(line[i])} ${text(line[i + 1])} ${text(line[i + 2])}`;
  return { path, ends: [first, last] };
}

/** A mark as a path around the origin, pointing to the right with its tip there; null for a tail. */
export function markPath(mark) {
  if (mark === arrow) return "M0 0 L-12 -5.2 L-9.8 0 L-12 5.2 Z";
  return mark === circle ? "M-0.5 0 a4.5 4.5 0 1 0 -9 0 a4.5 4.5 0 1 0 9 0 Z" : null;
}

const left = { [tail]: "–", [arrow]: "←", [circle]: "∘–" };
const right = { [tail]: "–", [arrow]: "→", [circle]: "–∘" };

/** "→", "∘→", "↔" and so on. */
export function symbol([from, to]) {
  if (from === same) return "=";
  if (from === arrow && to === arrow) return "↔";
  if (from === tail) return to === tail ? "—" : right[to];
  if (to === tail) return left[from];
  return from === circle ? (to === arrow ? "∘→" : "∘–∘") : "←∘";
}

/** Causal meaning of an edge. */
export function meaning([from, to], a, b) {
  if (from === same) return "Both carry the same information, as copies or recodings do; only one of them has further edges";
  if (from === tail && to === arrow) return `${a} causes ${b}, unless an unmeasured common cause that the search did not allow for explains the edge`;
  if (from === arrow && to === tail) return meaning([to, from], b, a);
  if (from === tail && to === tail) return "Adjacent; the data do not determine the direction";
  if (from === arrow && to === arrow) return "Neither causes the other: an unmeasured common cause";
  if (from === circle && to === arrow) return `${b} does not cause ${a}: ${a} causes ${b}, or they have an unmeasured common cause, or both`;
  if (from === arrow && to === circle) return meaning([to, from], b, a);
  return "Adjacent; a circle means an arrow or a tail";
}
