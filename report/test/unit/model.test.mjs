import assert from "node:assert/strict";
import { test } from "node:test";
import { Model } from "../../src/model.js";

const columns = ["a", "b", "c", "d"].map((name) => ({ name }));
const pairs = {
  estimate: [0.3, 0.4, 0.01, null, null, 0.2], lower: [0.1, 0.2, 0, null, null, 0], upper: [0.5, 0.6, 0.04, null, null, 0.3],
  strength: [670, 740, 140, null, null, 570], p: [1e-5, 1e-6, 0.4, null, null, 0.06], rows: 40, verdict: [2, 2, 1, 3, 0, 1],
  failures: [[4, "too few rows"]],
};
const model = new Model({ used: [0, 1, 2, 3], columns, pairs, units: "nats" });

test("pairs are ordered by the lower end, then by p; undecided ones and failures come last", () => {
  assert.deepEqual(model.ranked, [1, 0, 5, 2, 3, 4]);
});

test("what was found follows the verdict", () => {
  const findings = Array.from({ length: 6 }, (_, i) => model.finding(model.answer(...model.places(i))));
  assert.deepEqual(findings, ["dependence detected", "dependence detected", "no dependence detected; at most 0.04 nats", "undecided", "no answer", "no dependence detected; at most 0.3 nats"]);
});
