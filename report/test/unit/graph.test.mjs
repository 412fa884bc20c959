import assert from "node:assert/strict";
import { test } from "node:test";
import { hanging, levelAt, placeOf, separation } from "../../src/evidence.js";
import { markedLabelShifts } from "../../src/heatmap.js";
import { components, layeredLayout, pack } from "../../src/layout.js";
import { arrow, border, circle, edgeLine, markPath, meaning, symbol, tail } from "../../src/marks.js";
import { Model } from "../../src/model.js";

const box = { x: 0, y: 0, rx: 30, ry: 10, box: true };
const round = { x: 200, y: 0, rx: 40, ry: 16, box: false };

test("edges leave and reach the outlines", () => {
  assert.deepEqual(border(box, { x: 100, y: 0 }), { x: 30, y: 0 });
  assert.deepEqual(border(box, { x: 0, y: 50 }), { x: 0, y: 10 });
  assert.deepEqual(border(round, { x: 0, y: 0 }), { x: 160, y: 0 });
  const { ends } = edgeLine(box, round, [tail, arrow], null);
  assert.deepEqual([ends[0].x, ends[1].x], [30, 160]);
  assert.equal(ends[1].angle, 0);
});

test("a line makes room for its marks and no more", () => {
  const endOf = (marks) => Number(edgeLine(box, round, marks, null).path.split(" ").at(-2));
  assert.equal(endOf([tail, tail]), 160);
  assert.equal(endOf([tail, arrow]), 149);
  assert.equal(endOf([tail, circle]), 150.5);
});

test("curves that were laid out are drawn as they are", () => {
  const route = [30, 0, 60, 40, 120, 40, 160, 0];
  assert.equal(edgeLine(box, round, [tail, tail], route).path, "M30.0 0.0 C60.0 40.0 120.0 40.0 160.0 0.0");
});

test("nodes on top of each other do not break a line", () => {
  assert.ok(!edgeLine(box, { ...box }, [arrow, circle], null).path.includes("NaN"));
});

test("every pair of marks has a sign of its own, and tails have none", () => {
  const all = [tail, arrow, circle].flatMap((a) => [tail, arrow, circle].map((b) => symbol([a, b])));
  assert.equal(new Set(all).size, 9);
  assert.equal(markPath(tail), null);
  assert.ok(markPath(arrow) && markPath(circle) && markPath(arrow) !== markPath(circle));
  assert.match(meaning([tail, arrow], "a", "b"), /^a causes b/);
  assert.match(meaning([arrow, tail], "a", "b"), /^b causes a/);
  assert.match(meaning([arrow, circle], "a", "b"), /^a does not cause b/);
});

const data = {
  used: [0, 1, 2, 3], columns: ["a", "b", "c", "d"].map((name) => ({ name })),
  graph: {
    edges: [{ from: 0, to: 1, p: 1e-6, required: false, doubtful: false }, { from: 1, to: 2, p: 0.004, required: false, doubtful: false }, { from: 2, to: 3, p: null, required: true, doubtful: false }],
    separations: [[1, [1], 0.3, 0, 0.01, 100, 0], [2, [], 0.02, 0, null, 100, 4], [4, [], null, null, null, 0, 1]],
  },
};

test("a level takes edges whose weakest test is above it, and gives back what was separated below it", () => {
  const model = new Model(data);
  assert.deepEqual(hanging(model, 0.01), { falling: [], joining: [] });
  assert.deepEqual(hanging(model, 0.001).falling, [1]);
  assert.deepEqual(hanging(model, 1e-9).falling, [0, 1]);
  assert.deepEqual(hanging(model, 0.05).joining, [[0, 3]]);
  assert.deepEqual(separation(model, 2, 0).given, [1]);
  assert.equal(separation(model, 1, 3).forbidden, true);
});

test("an edge that is doubtful because its p is above alpha hangs on the level, and one that is kept for another reason does not", () => {
  const edges = [{ from: 0, to: 1, p: 0.02, required: false, doubtful: true, aboveAlpha: true }, { from: 1, to: 2, p: 0.02, required: false, doubtful: true, aboveAlpha: false }];
  const model = new Model({ ...data, graph: { ...data.graph, edges } });
  assert.deepEqual(hanging(model, 0.01).falling, [0]);
  assert.deepEqual(hanging(model, 0.03).falling, []);
});

test("pairs are numbered as the upper triangle", () => {
  const model = new Model(data);
  let index = 0;
  for (let a = 0; a < 4; a++)
    for (let b = a + 1; b < 4; b++, index++) {
      assert.equal(model.pair(a, b), index);
      assert.equal(model.pair(b, a), index);
      assert.deepEqual(model.places(index), [a, b]);
    }
});

test("the slider of the level goes both ways", () => {
  for (const level of [1e-12, 1e-5, 0.01, 0.5]) assert.ok(Math.abs(Math.log10(levelAt(placeOf(level)) / level)) < 0.02);
});

test("without Graphviz arrows point down, nothing overlaps and lines end at their nodes", () => {
  const nodes = [40, 60, 50, 30, 45].map((rx, i) => ({ rx, ry: 16, box: i % 2 === 0 }));
  const edges = [{ from: 0, to: 1, marks: [1, 2] }, { from: 1, to: 2, marks: [1, 2] }, { from: 2, to: 0, marks: [2, 1] }];
  const laid = layeredLayout(nodes, edges);
  const at = (i) => ({ ...nodes[i], x: laid.nodes[i][0], y: laid.nodes[i][1] });
  assert.ok(at(0).y < at(1).y && at(1).y < at(2).y);
  for (let i = 0; i < 5; i++) for (let j = 0; j < i; j++) {
    const [a, b] = [at(i), at(j)];
    assert.ok(Math.abs(a.x - b.x) >= a.rx + b.rx || Math.abs(a.y - b.y) >= a.ry + b.ry);
  }
  laid.routes.forEach((route, i) => {
    assert.equal(route.length % 6, 2);
    for (const [node, x, y] of [[edges[i].from, ...route.slice(0, 2)], [edges[i].to, ...route.slice(-2)]])
      assert.ok(Math.hypot((x - at(node).x) / nodes[node].rx, (y - at(node).y) / nodes[node].ry) < 1.5);
  });
  assert.deepEqual(layeredLayout(nodes.slice(0, 2), []).routes, []);
});

test("parts of a graph stand apart, in rows as wide as the drawing", () => {
  const nodes = Array.from({ length: 40 }, () => ({ rx: 60, ry: 16, box: false }));
  const edges = Array.from({ length: 40 }, (_, i) => i).filter((i) => i % 4).map((i) => ({ from: i - 1, to: i, marks: [tail, arrow] }));
  assert.deepEqual(components(6, [{ from: 0, to: 3 }, { from: 5, to: 3 }]).map((part) => part.join()), ["0,3,5", "1", "2", "4"]);
  for (const aspect of [0.6, 1.4]) {
    const { nodes: places } = layeredLayout(nodes, edges, { width: 1000 * aspect, height: 1000, smallest: 0 });
    for (let i = 0; i < 40; i++) for (let j = 0; j < i; j++)
      assert.ok(Math.abs(places[i][0] - places[j][0]) >= 120 || Math.abs(places[i][1] - places[j][1]) >= 32);
    const span = (k) => Math.max(...places.map((place) => place[k])) - Math.min(...places.map((place) => place[k]));
    assert.ok(span(0) / span(1) > aspect / 2 && span(0) / span(1) < aspect * 2, `${span(0)} x ${span(1)}`);
  }
});

test("a drawing that is too low for readable labels becomes higher, and no wider than its room", () => {
  const parts = Array.from({ length: 30 }, () => ({ width: 200, height: 150 }));
  const places = pack(parts, { width: 850, height: 610, smallest: 0.8 });
  const right = Math.max(...places.map(([x]) => x)) + 200;
  assert.equal(right, 920); // four in a row: five would be 1160 wide, more than 850 / 0.8
  assert.deepEqual(pack(parts.slice(0, 2), { width: 850, height: 610, smallest: 0.8 }), [[0, 0], [240, 0]]);
});

test("labels of two neighbours in the heat map do not lie on each other", () => {
  assert.deepEqual(markedLabelShifts([3, 9], 5, 13), [0, 0]);
  assert.deepEqual(markedLabelShifts([3, 4], 5, 13), [-4, 4]);
  assert.deepEqual(markedLabelShifts([4, 3], 5, 13), [4, -4]);
});
