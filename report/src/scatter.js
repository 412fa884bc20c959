// Two numbers: points, or hexagons by their rows, a smooth of mean and standard deviation, point masses as strips along the
// axes, and at the border the rows that lie outside of the frame.

import { currentTheme, strengthColour } from "./colour.js";
import { s } from "./dom.js";
import { count } from "./format.js";
import { inner, numberAxis, ticksX, ticksY } from "./frame.js";
import { hexagonCorners, smooth } from "./scene.js";

const path = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
const rowsText = (rows) => `${count(rows)} ${rows === 1 ? "row" : "rows"}`;

function drawHexagons(scene, put) {
  const most = Math.max(...scene.hexagons.map((one) => one.rows), 1);
  const corners = hexagonCorners(scene.turned);
  const theme = currentTheme();
  return s("g", { class: "hexagons" }, scene.hexagons.map(({ u, v, rows }) => s("path", { d: `${path(corners.map(([du, dv]) => put(u + du, v + dv)))}Z`,
    fill: strengthColour(0.15 + 0.85 * Math.sqrt(rows / most), theme) }, s("title", {}, rowsText(rows)))));
}

function drawDots(scene, put) {
  const r = scene.dots.length > 1200 ? 1.5 : scene.dots.length > 400 ? 2 : 2.6;
  return s("g", { class: "points", "aria-hidden": "true" }, scene.dots.map(({ u, v }) => {
    const [x, y] = put(u, v);
    return s("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r });
  }));
}

/** Mean and one standard deviation on either side, of the rows in the frame. */
function drawSmooth(scene, put) {
  const line = smooth(scene.dots.length > 0 ? scene.dots : scene.hexagons);
  if (line.length < 2) return null;
  const inside = (v) => Math.min(Math.max(v, 0), 1);
  const side = (k) => line.map(({ u, mean, spread }) => put(u, inside(mean + k * spread)));
  return s("g", { class: "smooth", "aria-hidden": "true" }, s("path", { class: "spread", d: `${path([...side(1), ...side(-1).toReversed()])}Z` }),
    s("path", { class: "mean", d: path(side(0)) }));
}

/** Triangles at the border, as large as their rows ask for. */
function drawOutside(scene, axes, heightOf) {
  const { x, y, table } = scene;
  const where = (axis, drawn, slot) => {
    if (slot === axis.slots) return [drawn.start, -1];
    if (slot === axis.slots + 1) return [drawn.length, 1];
    if (slot > axis.slots + 1) return [(drawn.masses[slot - axis.slots - 2].from + drawn.masses[slot - axis.slots - 2].to) / 2, 0];
    return [drawn.place((slot + 0.5) / axis.slots), 0];
  };
  const marks = [];
  for (let i = 0; i < x.count; i++)
    for (let j = 0; j < y.count; j++) {
      const rows = table[i * y.count + j];
      const [[px, dx], [py, dy]] = [where(x, axes[0], i), where(y, axes[1], j)];
      if (rows === 0 || (dx === 0 && dy === 0)) continue;
      const angle = (Math.atan2(-dy, dx) * 180) / Math.PI;
      const r = Math.min(7, 3.5 + Math.log2(rows) * 0.8);
      marks.push(s("path", { class: "outside", d: `M${r} 0L${-r} ${r}L${-r} ${-r}Z`, transform: `translate(${(px - dx * r).toFixed(1)} ${(heightOf(py) + dy * r).toFixed(1)}) rotate(${angle.toFixed(0)})` },
        s("title", {}, `${rowsText(rows)} beyond the frame`)));
    }
  return marks;
}

/** A strip per point mass: the rows that have it, along the other axis. */
function drawStrips(scene, axes, heightOf, vertical) {
  const [along, across] = vertical ? [scene.y, scene.x] : [scene.x, scene.y];
  const [drawn, strips] = vertical ? [axes[1], axes[0]] : [axes[0], axes[1]];
  const rowsAt = (mass, slot) => scene.table[vertical ? (across.slots + 2 + mass) * scene.y.count + slot : slot * scene.y.count + across.slots + 2 + mass];
  const step = (drawn.length - drawn.start) / along.slots;
  return strips.masses.map(({ from, to, label, rows: total }, mass) => {
    const rows = Array.from({ length: along.slots }, (_, slot) => rowsAt(mass, slot));
    const most = Math.max(...rows, 1);
    const bar = (from_, length, at) => (vertical ? { x: from_, width: length, y: heightOf(at + step), height: step } : { x: at, width: step, y: heightOf(from_ + length), height: length });
    const corner = drawn.masses.map((one, k) => [one, rowsAt(mass, along.slots + 2 + k)]).filter(([, n]) => n > 0);
    return s("g", { class: "strip" }, s("rect", { class: "strip-ground", ...(vertical ? { x: from, width: to - from, y: 0, height: heightOf(drawn.start) } : { x: drawn.start, width: drawn.length - drawn.start, y: heightOf(to), height: to - from }) },
      s("title", {}, `${label}: ${rowsText(total)}`)),
    rows.map((n, slot) => n > 0 && s("rect", { class: "strip-bar", ...bar(from, ((to - from) * n) / most, drawn.start + slot * step) }, s("title", {}, `${label}: ${rowsText(n)}`))),
    vertical && corner.map(([one, n]) => s("rect", { class: "strip-corner", x: from, width: to - from, y: heightOf(one.to), height: one.to - one.from }, s("title", {}, `${label} and ${one.label}: ${rowsText(n)}`))));
  });
}

export function drawScatter(scene, names) {
  const [width, height] = inner();
  const axes = [numberAxis(scene.x, width), numberAxis(scene.y, height)];
  const heightOf = (at) => height - at;
  const put = (u, v) => [axes[0].place(u), heightOf(axes[1].place(v))];
  return [s("rect", { class: "ground", x: axes[0].start, width: width - axes[0].start, height: height - axes[1].start }),
    drawStrips(scene, axes, heightOf, true), drawStrips(scene, axes, heightOf, false),
    scene.hexagons.length > 0 ? drawHexagons(scene, put) : drawDots(scene, put),
    drawSmooth(scene, put), drawOutside(scene, axes, heightOf), ticksX(axes[0], height, names[0]), ticksY(axes[1], height, names[1])];
}

/** What the picture shows, in words. */
export function scatterWords(scene, names) {
  const beyond = (axis, slot) => slot === axis.slots || slot === axis.slots + 1;
  const outside = scene.table.reduce((sum, rows, at) => (beyond(scene.x, Math.floor(at / scene.y.count)) || beyond(scene.y, at % scene.y.count) ? sum + rows : sum), 0);
  return [scene.hexagons.length > 0 ? "Hexagons: darker ones have more rows." : "One point per row.",
    `Line and band: mean of ${names[1]} and one standard deviation on either side, of the rows in the frame.`,
    outside > 0 && `Triangles at the border: ${rowsText(outside)} beyond the frame, which holds the middle 98% and a margin.`,
    scene.x.masses.length + scene.y.masses.length > 0 && "Strips: rows with one frequent value."].filter(Boolean).join(" ");
}
