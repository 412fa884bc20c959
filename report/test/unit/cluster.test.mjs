import assert from "node:assert/strict";
import { test } from "node:test";
import { clusterOrder } from "../../src/cluster.js";

test("every column comes once", () => {
  for (const size of [0, 1, 2, 3, 17]) {
    const order = clusterOrder(size, (i, j) => ((i * 31 + j * 17 + i * j) % 11) / 11);
    assert.deepEqual([...order].sort((a, b) => a - b), Array.from({ length: size }, (_, i) => i));
  }
});

test("columns of one block stand together", () => {
  const block = [0, 1, 2, 0, 1, 2, 0, 1, 2, 0];
  const order = clusterOrder(block.length, (i, j) => (block[i] === block[j] ? 0.9 : 0.1));
  const changes = order.slice(1).filter((place, i) => block[place] !== block[order[i]]).length;
  assert.equal(changes, 2);
});

test("ends that are near each other meet", () => {
  const at = [0, 5, 1, 4, 2, 3];
  const order = clusterOrder(6, (i, j) => 1 - Math.abs(at[i] - at[j]) / 6);
  const places = order.map((i) => at[i]);
  assert.ok(places.join() === "0,1,2,3,4,5" || places.join() === "5,4,3,2,1,0", places.join());
});

test("average linkage merges as brute force does", () => {
  const size = 9;
  const value = (i, j) => ((Math.min(i, j) * 7919 + Math.max(i, j) * 104729) % 1009) / 1009;
  // brute force: the two clusters with the largest mean strength, again and again
  let clusters = Array.from({ length: size }, (_, i) => [i]);
  const sets = [];
  while (clusters.length > 1) {
    let best = null;
    for (let a = 0; a < clusters.length; a++)
      for (let b = a + 1; b < clusters.length; b++) {
        const all = clusters[a].flatMap((i) => clusters[b].map((j) => value(i, j)));
        const mean = all.reduce((x, y) => x + y, 0) / all.length;
        if (!best || mean > best.mean) best = { mean, a, b };
      }
    const joined = [...clusters[best.a], ...clusters[best.b]];
    sets.push(joined);
    clusters = [...clusters.filter((_, i) => i !== best.a && i !== best.b), joined];
  }
  const order = clusterOrder(size, value);
  const rank = new Map(order.map((place, at) => [place, at]));
  for (const set of sets) { // every cluster stands in one stretch of the order
    const ranks = set.map((i) => rank.get(i));
    assert.equal(Math.max(...ranks) - Math.min(...ranks) + 1, set.length);
  }
});

test("unknown strengths count as none", () => {
  assert.equal(clusterOrder(4, () => NaN).length, 4);
});
