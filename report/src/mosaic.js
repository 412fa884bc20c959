// Two columns of labels: a mosaic. The width of a column is its share of the rows, the heights are shares within it; colours
// are Pearson residuals against independence (Friendly 1994).

import { currentTheme, residualColour } from "./colour.js";
import { s } from "./dom.js";
import { count, number, percent, shown } from "./format.js";
import { inner, ticksX, ticksY } from "./frame.js";

const gap = 3;
const least = 2; // pixels of a label with few rows

/** Positions of shares along a length, with gaps. */
function stack(rows, length) {
  const total = rows.reduce((a, b) => a + b, 0) || 1;
  const shownRows = rows.filter((n) => n > 0).length;
  const room = length - gap * Math.max(0, shownRows - 1) - least * shownRows;
  let at = 0;
  return rows.map((n) => {
    const from = at;
    const size = n > 0 ? least + (room * n) / total : 0;
    at += size + (n > 0 ? gap : 0);
    return { from, to: from + size };
  });
}

/** Moves labels that would overlap, in order, so that they do not. */
export function separated(places, least_, length) {
  const moved = [...places];
  for (let i = 1; i < moved.length; i++) moved[i] = Math.max(moved[i], moved[i - 1] + least_);
  for (let i = moved.length - 1, top = length; i >= 0; i--, top = moved[i + 1] - least_) moved[i] = Math.min(moved[i], top);
  return moved;
}

export function drawMosaic(scene, names) {
  const [width, height] = inner();
  const [nx, ny] = [scene.x.count, scene.y.count];
  const rows = (i, j) => scene.table[i * ny + j];
  const range = (n) => Array.from({ length: n }, (_, i) => i);
  const alongX = range(nx).map((i) => range(ny).reduce((sum, j) => sum + rows(i, j), 0));
  const alongY = range(ny).map((j) => range(nx).reduce((sum, i) => sum + rows(i, j), 0));
  const total = alongX.reduce((a, b) => a + b, 0) || 1;
  const columns = stack(alongX, width);
  const theme = currentTheme();
  const labels = [scene.x.labels, scene.y.labels].map((list) => list.map(shown));
  const cells = range(nx).filter((i) => alongX[i] > 0).map((i) => {
    const pieces = stack(range(ny).map((j) => rows(i, j)), height);
    return range(ny).map((j) => {
      const expected = (alongX[i] * alongY[j]) / total;
      const residual = expected > 0 ? (rows(i, j) - expected) / Math.sqrt(expected) : 0;
      const text = `${labels[0][i]} × ${labels[1][j]}: ${count(rows(i, j))} rows, ${percent(rows(i, j) / alongX[i])} of ${labels[0][i]}; ${number(expected, 3)} expected, residual ${number(residual, 2)}`;
      return rows(i, j) > 0 && s("rect", { class: "tile-cell", x: columns[i].from, width: columns[i].to - columns[i].from, y: height - pieces[j].to, height: pieces[j].to - pieces[j].from,
        fill: residualColour(residual, theme) }, s("title", {}, text));
    });
  });
  const first = alongX.findIndex((n) => n > 0);
  const edge = stack(range(ny).map((j) => rows(first, j)), height);
  const some = range(ny).filter((j) => alongY[j] > 0);
  const places = separated(some.map((j) => (edge[j].from + edge[j].to) / 2), 14, height - 4);
  const yAxis = { ticks: some.map((j, k) => ({ at: Math.max(places[k], 4), label: labels[1][j], band: true })) };
  const xAxis = { ticks: range(nx).filter((i) => alongX[i] > 0).map((i) => ({ at: (columns[i].from + columns[i].to) / 2, label: labels[0][i], band: true, width: columns[i].to - columns[i].from })) };
  return [cells, ticksX(spaced(xAxis), height, names[0]), ticksY(yAxis, height, names[1])];
}

/** Without the labels of narrow columns that would lie on their neighbours; the cells have them as tooltips. */
function spaced(axis) {
  let last = -Infinity;
  return { ...axis, ticks: axis.ticks.filter((tick) => tick.at - last >= 12 && (last = tick.at) !== null) };
}

export const mosaicWords = (names) => `Widths are shares of the rows, heights shares within each label of ${names[0]}.`;
