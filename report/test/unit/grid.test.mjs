import assert from "node:assert/strict";
import { test } from "node:test";
import { bandLabel, gridAxis, intervalLabel } from "../../src/axis.js";
import { wantsLog } from "../../src/axis.js";
import { densityBars } from "../../src/overview.js";
import { gridCells, jitter, turned } from "../../src/pair.js";

const column = { unit: 0, type: "numeric" };

test("expected rows are those of independent margins, and shares add up to 1", () => {
  const detail = { x: { edges: [0, 1, 2], bands: [] }, y: { edges: [0, 1], bands: [["0", 0, 0]] }, n: [30, 10, 20, 40], bins: [2, 2] };
  const grid = gridCells(detail);
  assert.deepEqual(grid.alongX, [40, 60]);
  assert.deepEqual(grid.alongY, [50, 50]);
  assert.deepEqual(grid.cells.map((cell) => cell.expected), [20, 20, 30, 30]);
  assert.ok(Math.abs(grid.cells.reduce((sum, cell) => sum + cell.share, 0) - 1) < 1e-12);
  const independent = gridCells({ ...detail, n: [20, 20, 30, 30] });
  assert.ok(independent.cells.every((cell) => cell.share === 0));
});

test("a grid that is turned twice is itself", () => {
  const detail = { a: 1, b: 4, x: { edges: [0, 1, 2, 3], bands: [] }, y: { edges: [0, 1, 2], bands: [] }, n: [1, 2, 3, 4, 5, 6], bins: [3, 2] };
  const once = turned(detail);
  assert.deepEqual(once.n, [1, 3, 5, 2, 4, 6]);
  assert.deepEqual(turned(once), detail);
});

test("bins fill the axis without overlap, in both forms", () => {
  const axis = { edges: [1, 2, 10, 20], bands: [["0", 0, 0], ["99", 99, 99]] };
  for (const form of ["values", "rows"]) {
    const { bins } = gridAxis(axis, [10, 20, 30, 25, 15], 400, form, column);
    const sorted = [...bins].sort((a, b) => a.from - b.from);
    assert.ok(sorted[0].from >= 0 && sorted.at(-1).to <= 400.001);
    sorted.slice(1).forEach((bin, i) => assert.ok(bin.from >= sorted[i].to - 1e-9));
  }
});

test("a point mass is drawn in its band, values near it are not", () => {
  const axis = { edges: [0.001, 1, 5], bands: [["0", 0, 0]] };
  const grid = gridAxis(axis, [50, 20, 30], 300, "values", column);
  const band = grid.bins[2];
  const within = (at) => at >= band.from && at <= band.to;
  assert.ok(within(grid.place(0, 0.4)));
  assert.ok(!within(grid.place(0.001, 0.4)));
  assert.ok(!within(grid.place(3, 0)));
});

test("categories lie in the bin that their number says, and nowhere without one", () => {
  const axis = { edges: [], bands: [["a | b", null, null], ["c", null, null]], of: [0, 0, 1, -1] };
  const grid = gridAxis(axis, [60, 40], 200, "values", { unit: 0, type: "discrete" });
  assert.ok(grid.place(1, 0) < grid.place(2, 0));
  assert.equal(grid.place(3, 0), null);
});

test("labels of bins are words", () => {
  assert.equal(intervalLabel([0, 1, 2, 3], 0, 0), "below 1");
  assert.equal(intervalLabel([0, 1, 2, 3], 1, 0), "1 to 2");
  assert.equal(intervalLabel([0, 1, 2, 3], 2, 0), "2 or more");
  assert.equal(intervalLabel([0, 1], 0, 0), "all values");
  assert.equal(bandLabel(["x", 3, 5], 0), "3 to 5");
  assert.equal(bandLabel(["a\tb", null, null], 0), "a\\tb");
});

test("skewed positive columns get a logarithmic axis, others do not", () => {
  assert.equal(wantsLog([0.01, 1, 5, 3000], [500, 400, 100]), true);
  assert.equal(wantsLog([-1, 1, 5, 3000], [500, 400, 100]), false);
  assert.equal(wantsLog([1, 2, 3, 4], [10, 10, 10]), false);
});

test("bars and spikes share one unit", () => {
  const { bars, spikes, most } = densityBars({ edges: [0, 12, 24], counts: [120, 240], atoms: [[0, 100]] });
  assert.equal(bars.length, 2);
  assert.ok(Math.abs(bars[1].height / bars[0].height - 2) < 1e-9);
  assert.equal(spikes[0].height, 100);
  assert.equal(most, 100);
});

test("jitter belongs to the row and stays within the band", () => {
  for (let row = 0; row < 1000; row++) {
    assert.ok(jitter(row, 0) >= -0.5 && jitter(row, 0) < 0.5);
    assert.equal(jitter(row, 1), jitter(row, 1));
  }
});
