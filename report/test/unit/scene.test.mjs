import assert from "node:assert/strict";
import { test } from "node:test";
import { holm } from "../../src/findings.js";
import { separated } from "../../src/mosaic.js";
import { axisOf, hexagonCorners, sceneOf, smooth } from "../../src/scene.js";
import { quantile } from "../../src/spread.js";

const numbers = { low: 0, high: 10, log: false, masses: [[5, "5", 4]] };
const labels = { labels: ["a", "b"], rows: [3, 3], rest: 2, of: [0, 1, 2] };
const model = (points, axes, details = []) => ({ data: { slots: 32, axes, points, sampled: points?.length, rows: points?.length }, columns: [{ unit: 0 }, { unit: 0 }], names: ["x", "y"],
  details: new Map(details.map((one) => [0, one])), pair: () => 0, points: (place) => points[place] });

test("every number has one slot: of the frame, beyond it, or of a point mass", () => {
  const axis = axisOf(model([], [numbers, numbers]), 0);
  assert.deepEqual([0, 9.99, 10, 5, -0.1, 11].map(axis.slot), [0, 31, 31, 34, 32, 33]);
  const log = axisOf(model([], [{ low: 1, high: 1024, log: true, masses: [] }]), 0);
  assert.ok(Math.abs(log.at(32) - 0.5) < 1e-12 && Math.abs(log.back(0.5) - 32) < 1e-9);
});

test("rows are counted once, as points or in slots; the other labels share one", () => {
  const scene = sceneOf(model([[1, 5, 12, null], [2, 3, 4, 5]], [numbers, { low: 0, high: 10, log: false, masses: [] }]), 0, 1);
  assert.equal(scene.dots.length, 1);
  assert.equal(scene.table.reduce((a, b) => a + b, 0), 2);
  const mixed = sceneOf(model([[1, 2, 3], [0, 1, 2]], [numbers, labels]), 0, 1);
  assert.deepEqual([mixed.y.labels, mixed.dots.length, mixed.table.reduce((a, b) => a + b, 0)], [["a", "b", "2 others"], 0, 3]);
});

test("counts that came with the page are the same with the axes exchanged", () => {
  const kept = { a: 0, slots: [34 * 34 + 1, 7], hexagons: [28 * 2 + 3, 5] };
  const plain = { low: 0, high: 10, log: false, masses: [] };
  const [one, other] = [[0, 1], [1, 0]].map(([a, b]) => sceneOf(model(null, [numbers, plain], [kept]), a, b));
  assert.equal(one.table[34 * 34 + 1], 7);
  assert.equal(other.table[1 * 35 + 34], 7);
  assert.deepEqual([other.hexagons[0].u, other.hexagons[0].v], [one.hexagons[0].v, one.hexagons[0].u]);
  assert.equal(hexagonCorners(false).length, 6);
});

test("the smooth of a line is the line, with the spread around it", () => {
  const marks = Array.from({ length: 400 }, (_, i) => ({ u: (i % 200) / 200, v: 0.2 + (i % 200) / 400 + (i < 200 ? 0.05 : -0.05), rows: 1 }));
  for (const { u, mean, spread } of smooth(marks)) {
    assert.ok(Math.abs(mean - 0.2 - u / 2) < 1e-6);
    assert.ok(spread > 0.0499 && spread < 0.06);
  }
  assert.deepEqual(smooth(marks.slice(0, 5)), []);
});

test("quantiles of slots: evenly filled slots give the share itself, rows outside count at the ends", () => {
  const even = [...new Array(32).fill(5), 0, 0];
  for (const share of [0.25, 0.5, 0.9]) assert.ok(Math.abs(quantile(even, 32, share) - share) < 1e-9);
  assert.equal(quantile([...new Array(32).fill(1), 100, 0], 32, 0.5), 0);
  assert.equal(quantile([...new Array(32).fill(1), 0, 100], 32, 0.5), 1);
});

test("labels that would overlap are separated, in order and within the axis", () => {
  const moved = separated([10, 11, 12, 100], 14, 100);
  moved.slice(1).forEach((at, i) => assert.ok(at - moved[i] >= 14 - 1e-9));
  assert.ok(moved.at(-1) <= 100);
});

test("Holm's rule keeps what stays detected when all pairs are counted", () => {
  const p = [0.001, 0.02, 0.04, 0.6];
  const kept = holm({ data: { hasP: true, alpha: 0.05, pairs: { p } }, ranked: [3, 0, 1, 2] });
  assert.deepEqual([...kept], [0]); // .001 * 4, then .02 * 3 is above .05
});
