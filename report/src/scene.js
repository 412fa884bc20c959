// What is drawn of a pair: its rows by the slots of both axes, and of two numbers points or hexagons in the frame. From the
// counts of all rows that came with the page, or otherwise from the points on it. Invariant: a row with both values is
// in exactly one of slots, dots and hexagons. An axis has labels, or numbers: a frame of robust quantiles, the rows
// outside of it, and point masses; page_axes.c makes it.

const hexColumns = 26; // as in cli/page.h
const hexRows = 23;

/** Whether two numbers are the same when one has six digits. */
const isAt = (v, at) => Math.abs(v - at) <= 2e-6 * Math.abs(at);

/** An axis of the page with the functions that pictures need. */
export function axisOf(model, place) {
  const kept = model.data.axes[place];
  const { slots } = model.data;
  const column = model.columns[place];
  if (kept.labels) {
    const rest = kept.rest > 0 ? [`${kept.rest} others`] : [];
    const of = (v) => (kept.of ? kept.of[v] : kept.values.findIndex((one) => isAt(v, one) || v === one));
    return { ...kept, column, numbers: false, labels: [...kept.labels, ...rest], count: kept.labels.length + rest.length, slot: of };
  }
  const number = (v) => (kept.log ? Math.log(v) : v);
  const [low, high] = [number(kept.low), number(kept.high)];
  const at = (v) => (high > low ? (number(v) - low) / (high - low) : 0.5);
  const back = (u) => (kept.log ? Math.exp(low + u * (high - low)) : low + u * (high - low));
  const slot = (v) => {
    const mass = kept.masses.findIndex(([value]) => isAt(v, value) || v === value);
    if (mass >= 0) return slots + 2 + mass;
    if (v < kept.low && !isAt(v, kept.low)) return slots;
    if (v > kept.high && !isAt(v, kept.high)) return slots + 1;
    return Math.min(slots - 1, Math.max(0, Math.floor(at(v) * slots)));
  };
  return { ...kept, column, numbers: true, slots, count: slots + 2 + kept.masses.length, slot, at, back };
}

/** The alternating list of numbers and rows as pairs. */
const pairsOf = (list) => Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);

function fromCounts(kept, turned, x, y) {
  const table = new Float64Array(x.count * y.count);
  for (const [at, rows] of pairsOf(kept.slots)) {
    const [i, j] = turned ? [at % x.count, Math.floor(at / x.count)] : [Math.floor(at / y.count), at % y.count];
    table[i * y.count + j] = rows;
  }
  const hexagons = kept.hexagons && pairsOf(kept.hexagons).map(([at, rows]) => {
    const [row, column] = [Math.floor(at / (hexColumns + 2)), at % (hexColumns + 2)];
    const [u, v] = [(column + (row % 2) / 2) / hexColumns, row / hexRows];
    return turned ? { u: v, v: u, rows } : { u, v, rows };
  });
  return { x, y, table, hexagons: hexagons ?? [], dots: [], turned, all: true };
}

function fromPoints(model, a, b, x, y) {
  const [xs, ys] = [model.points(a), model.points(b)];
  const table = new Float64Array(x.count * y.count);
  const dots = [];
  xs.forEach((v, row) => {
    if (v === null || ys[row] === null) return;
    const [i, j] = [x.slot(v), y.slot(ys[row])];
    if (x.numbers && y.numbers && i < x.slots && j < y.slots) dots.push({ u: Math.min(Math.max(x.at(v), 0), 1), v: Math.min(Math.max(y.at(ys[row]), 0), 1), rows: 1 });
    else table[i * y.count + j] += 1;
  });
  return { x, y, table, hexagons: [], dots, turned: false, all: model.data.sampled === model.data.rows };
}

/** The picture's data of a pair, or null if the page has none. */
export function sceneOf(model, a, b) {
  const kept = model.details.get(model.pair(a, b));
  const [x, y] = [axisOf(model, a), axisOf(model, b)];
  if (kept?.slots) return fromCounts(kept, kept.a !== a, x, y);
  return model.data.points ? fromPoints(model, a, b, x, y) : null;
}

/** The corners of a hexagon around 0. */
export function hexagonCorners(turned) {
  const [dx, dy] = [1 / hexColumns / 2, 1 / hexRows / 3];
  const corners = [[0, -2 * dy], [dx, -dy], [dx, dy], [0, 2 * dy], [-dx, dy], [-dx, -dy]];
  return turned ? corners.map(([u, v]) => [v, u]) : corners;
}

const fewestForLine = 12; // rows, for a smooth of the mean at all
const fewestNear = 5; // effective rows, for its value at one place

/** Mean and standard deviation of v along u: a local line with Gaussian weights, the bandwidth by Silverman's rule. */
export function smooth(marks, places = 48) {
  const rows = marks.reduce((sum, mark) => sum + mark.rows, 0);
  if (rows < fewestForLine) return [];
  const mean = marks.reduce((sum, mark) => sum + mark.rows * mark.u, 0) / rows;
  const spread = Math.sqrt(marks.reduce((sum, mark) => sum + mark.rows * (mark.u - mean) ** 2, 0) / rows);
  const width = Math.max(1 / hexColumns, 1.06 * spread * rows ** -0.2);
  const sorted = [...marks].sort((p, q) => p.u - q.u);
  const found = [];
  for (let k = 0; k <= places; k++) {
    const u = sorted[0].u + ((sorted.at(-1).u - sorted[0].u) * k) / places;
    let [s0, s1, s2, t0, t1, squares, near] = [0, 0, 0, 0, 0, 0, 0];
    for (const mark of marks) {
      const d = mark.u - u;
      const w = mark.rows * Math.exp(-((d / width) ** 2) / 2);
      s0 += w; s1 += w * d; s2 += w * d * d; t0 += w * mark.v; t1 += w * d * mark.v; squares += w * mark.v * mark.v; near += (w * w) / mark.rows;
    }
    if (!(s0 > 0) || (s0 * s0) / near < fewestNear) continue;
    const flat = t0 / s0;
    const slope = s2 * s0 - s1 * s1 > 1e-12 * s0 * s0 ? (s0 * t1 - s1 * t0) / (s2 * s0 - s1 * s1) : 0;
    found.push({ u, mean: flat - (slope * s1) / s0, spread: Math.sqrt(Math.max(0, squares / s0 - flat * flat - (slope * (s0 * t1 - s1 * t0)) / (s0 * s0))) });
  }
  return found;
}
