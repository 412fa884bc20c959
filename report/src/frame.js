// The frame of a picture of a pair: its sizes, the ticks and the names of both axes. Positions on the vertical axis count
// from below.

import { scaleLinear, scaleLog } from "d3-scale";
import { pictureWidth } from "./axis.js";
import { s } from "./dom.js";
import { cut, shown, value } from "./format.js";

export const size = { width: pictureWidth, height: 430, left: 86, right: 14, top: 14, bottom: 62 };

/** Width and height inside of the axes. */
export const inner = () => [size.width - size.left - size.right, size.height - size.top - size.bottom];

export function ticksX(axis, y, name) {
  const [width] = inner();
  const crowded = axis.ticks.filter((tick) => tick.band).some((tick) => tick.width < 7.2 * Math.min(tick.label.length, 12));
  return s("g", { class: "ticks" },
    axis.ticks.map((tick) => {
      const label = cut(tick.label, crowded ? 9 : 14);
      const turn = crowded && tick.band ? `rotate(-28 ${tick.at} ${y + 16})` : null;
      return s("g", {}, !tick.band && s("line", { x1: tick.at, x2: tick.at, y1: y, y2: y + 5 }),
        s("text", { x: tick.at, y: y + 18, "text-anchor": turn ? "end" : "middle", transform: turn }, label, s("title", {}, tick.label)));
    }),
    s("text", { class: "axis-name", x: width / 2, y: y + 52, "text-anchor": "middle" }, cut(name, 60), axis.log ? " (log)" : "", s("title", {}, name)));
}

export function ticksY(axis, height, name) {
  return s("g", { class: "ticks" },
    axis.ticks.map((tick) => s("g", {}, !tick.band && s("line", { x1: -5, x2: 0, y1: height - tick.at, y2: height - tick.at }),
      s("text", { x: -9, y: height - tick.at + 4, "text-anchor": "end" }, cut(tick.label, 9), s("title", {}, tick.label)))),
    s("text", { class: "axis-name", transform: `translate(${-size.left + 14} ${height / 2}) rotate(-90)`, "text-anchor": "middle" }, cut(name, 44),
      axis.log ? " (log)" : "", s("title", {}, name)));
}

const strip = 24; // pixels of the strip of a point mass

/** Pixels of an axis of numbers: its point masses in strips, then the frame from `start` to `length`. */
export function numberAxis(axis, length) {
  const start = axis.masses.length * strip + (axis.masses.length > 0 ? 8 : 0);
  const scale = (axis.log ? scaleLog : scaleLinear)([axis.low, axis.high], [start, length]);
  const room = Math.max(2, Math.floor((length - start) / 70));
  const span = axis.high - axis.low;
  const ticks = [];
  let last = -Infinity;
  for (const tick of scale.ticks(axis.log ? Math.min(4, room) : room)) {
    const at = scale(tick);
    if (at - last < 30) continue;
    ticks.push({ at, label: value(tick, axis.column.unit, 4, span) });
    last = at;
  }
  const masses = axis.masses.map(([, label, rows], i) => ({ from: i * strip, to: (i + 1) * strip - 4, label: `= ${shown(label)}`, rows }));
  for (const mass of masses) ticks.push({ at: (mass.from + mass.to) / 2, label: mass.label, band: true, width: strip * 2 });
  return { start, length, ticks, masses, log: axis.log, place: (u) => start + u * (length - start) };
}

/** Pixels of an axis of labels: one band each. */
export function labelAxis(axis, length) {
  const width = length / axis.count;
  const bands = axis.labels.map((label, i) => ({ from: i * width, to: (i + 1) * width, middle: (i + 0.5) * width, label: shown(label) }));
  return { bands, width, log: false, ticks: bands.map((band) => ({ at: band.middle, label: band.label, band: true, width })) };
}
