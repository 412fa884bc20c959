// A number by label: for each label the density of the number, its quartiles and median, the share of each point mass, and
// the rows outside of the frame. The labels stand along one axis, the number along the other.

import { s } from "./dom.js";
import { count, percent, value } from "./format.js";
import { inner, labelAxis, numberAxis, ticksX, ticksY } from "./frame.js";

const fewestRows = 3; // of a label, for a density

/** The place in the frame below which this share of the rows lies; rows outside of it count at its ends. */
export function quantile(rows, slots, share) {
  const order = [rows[slots], ...rows.slice(0, slots), rows[slots + 1]];
  const wanted = share * order.reduce((a, b) => a + b, 0);
  let sum = 0;
  for (const [i, n] of order.entries()) {
    if (n > 0 && sum + n >= wanted) return i === 0 ? 0 : i > slots ? 1 : (i - 1 + (wanted - sum) / n) / slots;
    sum += n;
  }
  return 1;
}

/** Rows of a label by slot of the number, smoothed over neighbouring slots: [1 2 1] / 4. */
const soften = (rows) => rows.map((n, i) => (2 * n + (rows[i - 1] ?? n) + (rows[i + 1] ?? n)) / 4);

export function drawSpread(scene, names) {
  const upright = !scene.x.numbers; // labels along the horizontal axis
  const [numbers, labels] = upright ? [scene.y, scene.x] : [scene.x, scene.y];
  const [width, height] = inner();
  const bands = labelAxis(labels, upright ? width : height);
  const along = numberAxis(numbers, upright ? height : width);
  const point = (l, v) => (upright ? [l, height - v] : [v, height - l]);
  const rowsOf = (label) => Array.from({ length: numbers.count }, (_, slot) => (upright ? scene.table[label * scene.y.count + slot] : scene.table[slot * scene.y.count + label]));
  const all = labels.labels.map((_, label) => rowsOf(label));
  const within = all.map((rows) => soften(rows.slice(0, numbers.slots)));
  const sums = within.map((rows) => rows.reduce((a, b) => a + b, 0));
  const most = Math.max(...within.map((rows, i) => (sums[i] >= fewestRows ? Math.max(...rows) / sums[i] : 0)), 1e-9);
  const path = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
  const line = (kind, l1, v1, l2, v2, title) => {
    const [[x1, y1], [x2, y2]] = [point(l1, v1), point(l2, v2)];
    return s("line", { class: kind, x1, y1, x2, y2 }, title && s("title", {}, title));
  };
  const box = (kind, l1, v1, l2, v2, title) => {
    const [[x1, y1], [x2, y2]] = [point(l1, v1), point(l2, v2)];
    return s("rect", { class: kind, x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }, s("title", {}, title));
  };
  const draw = (label) => {
    const band = bands.bands[label];
    const rows = all[label];
    const total = rows.reduce((a, b) => a + b, 0);
    const room = 0.42 * bands.width;
    const half = (slot) => (room * within[label][slot]) / sums[label] / most;
    const at = (u) => along.place(u);
    const edges = Array.from({ length: numbers.slots }, (_, slot) => slot);
    const filled = edges.filter((slot) => within[label][slot] > 0);
    const side = (k) => edges.slice(filled[0], (filled.at(-1) ?? 0) + 1).map((slot) => point(band.middle + k * half(slot), at((slot + 0.5) / numbers.slots)));
    const inside = total - along.masses.reduce((sum, _, k) => sum + rows[numbers.slots + 2 + k], 0);
    const quarters = [0.25, 0.5, 0.75].map((share) => quantile(rows, numbers.slots, share));
    const words = (u) => value(numbers.back(u), numbers.column.unit);
    const title = `${band.label}: ${count(total)} rows, median ${words(quarters[1])}, quartiles ${words(quarters[0])} and ${words(quarters[2])}${along.masses.length ? " of the other values" : ""}`;
    return s("g", {},
      sums[label] >= fewestRows && s("path", { class: "violin", d: `${path([...side(1), ...side(-1).toReversed()])}Z` }, s("title", {}, title)),
      inside >= fewestRows && [box("quartiles", band.middle - 4, at(quarters[0]), band.middle + 4, at(quarters[2]), title),
        line("median", band.middle - 8, at(quarters[1]), band.middle + 8, at(quarters[1]), title)],
      [[numbers.slots, along.start, 1], [numbers.slots + 1, along.length, -1]].map(([slot, v, way]) => rows[slot] > 0 &&
        s("path", { class: "outside", d: `${path([point(band.middle - 5, v + way * 8), point(band.middle + 5, v + way * 8), point(band.middle, v)])}Z` }, s("title", {}, `${band.label}: ${count(rows[slot])} rows beyond the frame`))),
      along.masses.map((mass, k) => {
        const share = total > 0 ? rows[numbers.slots + 2 + k] / total : 0;
        return [box("strip-bar", band.from + 0.08 * bands.width, mass.from, band.from + 0.08 * bands.width + 0.84 * bands.width * share, mass.to, `${band.label}, ${mass.label}: ${percent(share)} of ${count(total)} rows`),
          bands.width > 42 && s("text", { class: "tiny-figure", x: point(band.middle, (mass.from + mass.to) / 2)[0], y: point(band.middle, (mass.from + mass.to) / 2)[1] + 4, "text-anchor": "middle" }, percent(share))];
      }));
  };
  const ground = upright ? { width, height: height - along.start } : { x: along.start, width: width - along.start, height };
  return [s("rect", { class: "ground", ...ground }), labels.labels.map((_, label) => draw(label)),
    ticksX(upright ? bands : along, height, names[0]), ticksY(upright ? along : bands, height, names[1])];
}

export const spreadWords = (scene, names) => {
  const numbers = scene.x.numbers ? scene.x : scene.y;
  return `For each label the distribution of ${scene.x.numbers ? names[0] : names[1]}, equal areas; bar: middle half of the rows, line: median.${numbers.masses.length ? " The strip shows the share of rows with one frequent value." : ""}`;
};
