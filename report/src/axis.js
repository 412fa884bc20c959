// One axis of the picture of a pair: the bins of the fitted grid side by side. Point masses and categories are separate
// bands; numbers between them keep their position. In the form "rows" the length of a bin is its share of the rows.

import { scaleLinear, scaleLog } from "d3-scale";
import { shown, value } from "./format.js";

const gap = 3;

/** Whether a column needs a logarithmic axis: half of the rows are in a thirtieth of the range, above 0. */
export function wantsLog(edges, counts) {
  if (edges.length < 3 || !(edges[0] > 0)) return false;
  const half = counts.reduce((a, b) => a + b, 0) / 2;
  let sum = 0;
  const at = counts.findIndex((one) => (sum += one) >= half);
  return (edges.at(-1) - edges[0]) / (edges[at + 1] - edges[0]) > 30;
}

/** The width of a picture in its own pixels: on a phone about the real ones, or its texts would be too small to read. */
export const pictureWidth = globalThis.innerWidth <= 480 ? 400 : 560;

/** The label of a band: a category, a single number, or a range of numbers that share a bin. */
export function bandLabel([label, low, high], unit) {
  return Number.isFinite(low) && low !== high && low !== null ? `${value(low, unit)} to ${value(high, unit)}` : shown(label);
}

/** Bounds of an interval in words. */
export function intervalLabel(edges, i, unit) {
  const [low, high] = [value(edges[i], unit, 4), value(edges[i + 1], unit, 4)];
  if (edges.length === 2) return "all values";
  if (i === 0) return `below ${high}`;
  return i === edges.length - 2 ? `${low} or more` : `${low} to ${high}`;
}

function split(axis, totals, length, form) {
  const intervals = Math.max(axis.edges.length - 1, 0);
  const { bands } = axis;
  const gaps = gap * Math.max(0, bands.length - (intervals ? 0 : 1));
  const room = length - gaps;
  const sum = totals.reduce((a, b) => a + b, 0) || 1;
  const share = (rows) => rows.reduce((a, b) => a + b, 0) / sum;
  let forBands = intervals === 0 ? 1 : Math.min(0.5, 0.09 * bands.length);
  if (form === "rows" && intervals) forBands = share(totals.slice(intervals));
  const widths = bands.map((_, i) => {
    if (form !== "rows") return (room * forBands) / bands.length;
    return (room * totals[intervals + i]) / sum;
  });
  return { intervals, widths, start: widths.reduce((a, b) => a + b + gap, 0) };
}

function continuous(axis, totals, start, length, form) {
  const { edges } = axis;
  if (edges.length < 2) return null;
  const rows = totals.slice(0, edges.length - 1);
  if (form === "rows") {
    const sum = rows.reduce((a, b) => a + b, 0) || 1;
    let at = start;
    const places = [start, ...rows.map((one) => (at += ((length - start) * one) / sum))];
    return { place: scaleLinear(edges, places), ticks: edges, log: false };
  }
  const log = wantsLog(edges, rows);
  const place = (log ? scaleLog : scaleLinear)([edges[0], edges.at(-1)], [start, length]);
  return { place, ticks: place.ticks(log ? 4 : Math.max(2, Math.floor((length - start) / 80))), log };
}

/** Positions of bins along `length` pixels, positions of values, and axis labels. `form` is "values" or "rows". */
export function gridAxis(axis, totals, length, form, column) {
  const { intervals, widths, start } = split(axis, totals, length, form);
  const line = continuous(axis, totals, start, length, form);
  const bins = [];
  for (let i = 0; i < intervals; i++)
    bins.push({ from: line.place(axis.edges[i]), to: line.place(axis.edges[i + 1]), label: intervalLabel(axis.edges, i, column.unit) });
  let at = 0;
  for (const [i, width] of widths.entries()) {
    bins.push({ from: at, to: at + width, label: bandLabel(axis.bands[i], column.unit), band: true });
    at += width + gap;
  }
  const inBand = (bin, jitter) => bin.from + (bin.to - bin.from) * (0.5 + 0.76 * jitter);
  const place = (v, jitter) => {
    if (axis.of) return bins[axis.of[v]] ? inBand(bins[axis.of[v]], jitter) : null;
    const band = axis.bands.findIndex(([, low, high]) => isAt(v, low, high, intervals));
    if (band >= 0) return inBand(bins[intervals + band], jitter);
    if (!line) return null;
    return Math.min(Math.max(line.place(v), start), length);
  };
  return { bins, place, ticks: tickList(line, bins, column, length - start), log: line?.log ?? false };
}

/** Whether a number belongs to a band. Points have six digits. */
function isAt(v, low, high, intervals) {
  const slack = (one) => 2e-6 * Math.abs(one);
  if (low === high || intervals > 0) return Math.abs(v - low) <= slack(low) || Math.abs(v - high) <= slack(high);
  return v >= low - slack(low) && v <= high + slack(high);
}

function tickList(line, bins, column, length) {
  const ticks = [];
  if (line) {
    const span = line.ticks.at(-1) - line.ticks[0];
    let last = -Infinity;
    for (const tick of line.ticks) {
      const at = line.place(tick);
      if (at - last < 34 && length > 40) continue;
      ticks.push({ at, label: value(tick, column.unit, 4, span) });
      last = at;
    }
  }
  for (const bin of bins) if (bin.band) ticks.push({ at: (bin.from + bin.to) / 2, label: bin.label, band: true, width: bin.to - bin.from });
  return ticks;
}
