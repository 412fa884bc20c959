// The heat map of all pairs: a canvas for the cells, so that 300 columns are fast, with text on top for the labels.
// Wheel and drag, or the buttons, zoom and move it; arrow keys move between cells.

import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { clusterOrder } from "./cluster.js";
import { currentTheme, onTheme, strengthColour } from "./colour.js";
import { h, put, s } from "./dom.js";
import { cut, cutMiddle, shown, strengthText, strengthWord } from "./format.js";
import { verdicts } from "./model.js";

const smallestLabel = 8; // in pixels of the screen; smaller labels are left out
const largestCell = 96;

/** How far the labels of two marked positions, `step` apart, move from their cells so that they do not overlap. */
export function markedLabelShifts([a, b], step, room) {
  const gap = Math.abs(a - b) * step;
  if (a === b || gap >= room) return [0, 0];
  const half = (room - gap) / 2;
  return a < b ? [-half, half] : [half, -half];
}

export function heatMap({ model, say }, open) {
  const order = clusterOrder(model.size, (i, j) => model.strength(i, j));
  const rank = new Array(model.size);
  order.forEach((place, at) => { rank[place] = at; });
  const longest = Math.max(...model.names.map((name) => Math.min(Array.from(name).length, 22)));
  const [letter, widest] = globalThis.innerWidth <= 480 ? [10.5, 230] : [7.4, 164]; // on a phone labels are larger in the map's own pixels
  const gutter = Math.min(widest, 14 + letter * longest);
  const inner = Math.min(656 - gutter, largestCell * model.size);
  const side = gutter + inner + 4;
  const state = { view: zoomIdentity, cursor: [0, 1], hover: null };

  const canvas = h("canvas", { "aria-hidden": "true" });
  const overlay = s("svg", { viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" });
  const tip = h("div", { class: "tip", hidden: true });
  const hint = h("p", { class: "faint", hidden: true }, "Zoom in to see the names of all columns.");
  const stage = h("div", { class: "heat", tabindex: "0", style: { "max-width": `${1.15 * side}px` }, role: "application", "aria-label": `Heat map of ${model.size} columns. Arrow keys move from pair to pair, Enter opens one; plus, minus and 0 zoom.`, onkeydown: key }, canvas, overlay, tip);

  const cell = () => (inner / model.size) * state.view.k;
  const startOf = (at, axis) => gutter + at * cell() + state.view[axis];
  const text = (a, b) => {
    const answer = model.answer(a, b);
    const strong = `strength ${strengthText(answer.strength)}, ${strengthWord(answer.strength)}`;
    const what = answer.failure || [verdicts.notDetected, verdicts.undecided].includes(answer.verdict) ? model.finding(answer) : strong;
    const shape = model.shape(a, b);
    return `${what}${shape ? `, ${shown(shape)}` : ""}`;
  };

  // ---------------------------------------------------------------------------------------------------------- drawing

  function drawCells() {
    const theme = currentTheme();
    const scale = Math.max(2, devicePixelRatio || 1);
    canvas.width = canvas.height = side * scale;
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    context.beginPath();
    context.rect(gutter, gutter, inner, inner);
    context.clip();
    const step = cell();
    const seam = step > 6 ? 1 : 0;
    const colours = Array.from({ length: 101 }, (_, i) => strengthColour(i / 100, theme));
    const none = theme === "dark" ? "#333a44" : "#e3e3e0";
    const [left, top] = [startOf(0, "x"), startOf(0, "y")];
    const visible = (start) => [Math.max(0, Math.floor((gutter - start) / step)), Math.min(model.size, Math.ceil((gutter + inner - start) / step))];
    const [[fromX, toX], [fromY, toY]] = [visible(left), visible(top)];
    for (let j = fromY; j < toY; j++)
      for (let i = fromX; i < toX; i++) {
        const strength = i === j ? NaN : model.strength(order[i], order[j]);
        context.fillStyle = Number.isNaN(strength) ? none : colours[Math.round(100 * strength)];
        context.fillRect(left + i * step, top + j * step, step - seam + (seam ? 0 : 0.4), step - seam + (seam ? 0 : 0.4));
      }
  }

  function labels() {
    const step = cell();
    const shrunk = Math.max(1, side / (stage.clientWidth || side)); // on a phone
    const fits = (at) => at >= gutter + 2 && at <= gutter + inner;
    const focus = state.hover ?? state.cursor;
    const font = Math.min(Math.max(12.5 * Math.min(shrunk, 1.25), 9.5 * shrunk), step * 0.85);
    const all = font >= smallestLabel * shrunk;
    hint.hidden = all;
    const markedFont = Math.max(font, 11, 9.5 * shrunk);
    const aside = markedLabelShifts(focus, step, markedFont + 2);
    return order.map((place, at) => {
      const marked = focus.includes(at);
      const hidden = !marked && focus.some((one, i) => Math.abs(one * step + aside[i] - at * step) < (markedFont + font) / 2);
      if ((!all && !marked) || hidden) return null;
      const shift = marked ? aside[focus.indexOf(at)] : 0;
      const [x, y] = [startOf(at + 0.5, "x") + shift, startOf(at + 0.5, "y") + shift];
      const name = cutMiddle(model.names[place], Math.floor((gutter - 10) / (marked ? 0.7 * markedFont : 0.6 * font)));
      const attributes = { class: marked ? "label marked" : "label", style: { "font-size": `${marked ? markedFont : font}px` } };
      return [
        fits(y - shift) && s("text", { ...attributes, x: gutter - 6, y: y + 3.5, "text-anchor": "end" }, name),
        fits(x - shift) && s("text", { ...attributes, "text-anchor": "start", transform: `translate(${x + 3.5} ${gutter - 6}) rotate(-90)` }, name),
      ];
    });
  }

  function outline(at, kind) {
    const step = cell();
    return [at, [at[1], at[0]]].map(([i, j]) => s("rect", { class: kind, x: startOf(i, "x") - 0.5, y: startOf(j, "y") - 0.5, width: Math.max(step, 4), height: Math.max(step, 4) }));
  }

  function drawOverlay() {
    put(overlay,
      s("defs", {}, s("clipPath", { id: "heat-clip" }, s("rect", { x: gutter - 2, y: gutter - 2, width: inner + 4, height: inner + 4 }))),
      s("g", { "clip-path": "url(#heat-clip)" }, outline(state.cursor, "cursor"), state.hover && outline(state.hover, "hover")), labels());
  }

  function draw() {
    drawCells();
    drawOverlay();
  }

  // ---------------------------------------------------------------------------------------------------------- moving

  function cellUnder(event) {
    const box = overlay.getBoundingClientRect();
    const scale = side / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    if (x < gutter || y < gutter || x > gutter + inner || y > gutter + inner) return null;
    const [i, j] = [Math.floor((x - startOf(0, "x")) / cell()), Math.floor((y - startOf(0, "y")) / cell())];
    return i >= 0 && j >= 0 && i < model.size && j < model.size ? [i, j] : null;
  }

  function hover(event) {
    const found = cellUnder(event);
    state.hover = found && found[0] !== found[1] ? found : null;
    tip.hidden = !state.hover;
    if (state.hover) {
      const [a, b] = state.hover.map((one) => order[one]);
      const box = stage.getBoundingClientRect();
      put(tip, h("bdi", {}, cut(model.names[b], 60)), " × ", h("bdi", {}, cut(model.names[a], 60)), h("br"), text(a, b));
      const right = event.clientX - box.left > box.width * 0.6;
      tip.style.setProperty("left", right ? "auto" : `${event.clientX - box.left + 14}px`);
      tip.style.setProperty("right", right ? `${box.right - event.clientX + 14}px` : "auto");
      tip.style.setProperty("top", `${event.clientY - box.top + 14}px`);
    }
    drawOverlay();
  }

  function openCursor() {
    const [a, b] = state.cursor.map((one) => order[one]);
    if (a !== b) open(a, b);
  }

  const zoomer = zoom().scaleExtent([1, Math.max(1, model.size / 8)]).extent([[0, 0], [inner, inner]]).translateExtent([[0, 0], [inner, inner]])
    .filter((event) => model.size > 12 && !event.button && (event.type !== "wheel" || event.ctrlKey || state.view.k > 1 || model.size > 40))
    .on("zoom", (event) => { state.view = event.transform; draw(); });
  const target = select(stage);
  target.call(zoomer).on("dblclick.zoom", null);
  const factor = (k) => target.call(zoomer.scaleBy, k, startPoint());
  const startPoint = () => [startOf(state.cursor[0] + 0.5, "x") - gutter, startOf(state.cursor[1] + 0.5, "y") - gutter].map((one) => Math.min(Math.max(one, 0), inner));
  const fit = () => target.call(zoomer.transform, zoomIdentity);

  stage.addEventListener("pointermove", hover);
  stage.addEventListener("pointerleave", () => { state.hover = null; tip.hidden = true; drawOverlay(); });
  stage.addEventListener("click", (event) => {
    const found = cellUnder(event);
    if (!found || found[0] === found[1]) return;
    state.cursor = found;
    openCursor();
  });

  function key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-model.size, 0], End: [model.size, 0], PageUp: [0, -10], PageDown: [0, 10] };
    const zooms = { "+": () => factor(1.5), "=": () => factor(1.5), "-": () => factor(1 / 1.5), 0: fit, Enter: openCursor, " ": openCursor };
    if (zooms[event.key]) zooms[event.key]();
    else if (steps[event.key]) move(steps[event.key]);
    else return;
    event.preventDefault();
  }

  function move(step) {
    const bound = (one) => Math.min(Math.max(one, 0), model.size - 1);
    state.cursor = state.cursor.map((one, i) => bound(one + step[i]));
    bringIn();
    drawOverlay();
    const [a, b] = state.cursor.map((one) => order[one]);
    say(a === b ? `${model.names[a]}` : `${model.names[b]} and ${model.names[a]}: ${text(a, b)}`);
  }

  /** Moves the view if the cursor has left it. */
  function bringIn() {
    if (state.view.k === 1) return;
    const inside = (one) => one >= 0 && one <= inner - cell();
    const [x, y] = ["x", "y"].map((axis, i) => startOf(state.cursor[i], axis) - gutter);
    if (!inside(x) || !inside(y)) target.call(zoomer.translateTo, ((state.cursor[0] + 0.5) * inner) / model.size, ((state.cursor[1] + 0.5) * inner) / model.size);
  }

  onTheme(() => { draw(); put(legend, legendOf()); });
  new ResizeObserver(drawOverlay).observe(stage);

  function legendOf() {
    const theme = currentTheme();
    return [h("span", {}, "0"), h("div", { class: "ramp" }, Array.from({ length: 24 }, (_, i) => h("span", { style: { "background-color": strengthColour(i / 23, theme) } }))), h("span", {}, "1"),
      h("span", { class: "faint" }, "strength: |r| of a Gaussian pair with the same information")];
  }
  const legend = h("div", { class: "ramp-legend", role: "img", "aria-label": "Colours from 0 (no dependence) to 1 (one column determines the other)" }, legendOf());
  const find = h("select", { id: "find-column", onchange: () => { if (find.value !== "") { state.cursor = [rank[Number(find.value)], state.cursor[1]]; bringIn(); drawOverlay(); } } },
    h("option", { value: "" }, "–"), model.names.map((name, place) => h("option", { value: place }, cut(name, 60))));

  draw();
  return {
    element: h("div", { class: "heat-box" }, stage, hint, legend,
      h("div", { class: "controls" }, h("label", { for: "find-column" }, "Show column"), find,
        model.size > 12 && [h("button", { type: "button", "aria-label": "Zoom in", onclick: () => factor(1.6) }, "+"), h("button", { type: "button", "aria-label": "Zoom out", onclick: () => factor(1 / 1.6) }, "−"),
          h("button", { type: "button", onclick: fit }, "Whole")])),
    select: (a, b) => { state.cursor = [rank[a], rank[b]]; bringIn(); drawOverlay(); },
  };
}
