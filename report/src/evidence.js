// Evidence for an edge or a missing edge, and which of them depend on the level of the test.

/** The record of the separation of two nodes: that of the search, or otherwise the test of the pair alone. */
export function separation(model, a, b) {
  const kept = model.separations.get(model.pair(a, b));
  if (kept) {
    const [, given, p, estimate, upper, rows, flags, frequency] = kept;
    return { given, p, estimate, upper, rows, forbidden: (flags & 1) > 0, fewRows: (flags & 2) > 0, doubtful: (flags & 4) > 0, frequency: frequency ?? null };
  }
  return null;
}

/** Immediate effect of another level: edges whose weakest test has a p-value above `level`, and pairs whose separating
 * test has a p-value of at most `level`. The search itself is not repeated. */
export function hanging(model, level) {
  const falling = [];
  const joining = [];
  model.data.graph.edges.forEach((edge, i) => {
    if (!edge.required && edge.p !== null && edge.p > level && (!edge.doubtful || edge.aboveAlpha)) falling.push(i);
  });
  for (const [index, [, , p, , , , flags]] of model.separations) if (p !== null && p <= level && (flags & 1) === 0) joining.push(model.places(index));
  return { falling, joining };
}

const lowest = -12;
const highest = Math.log10(0.5);

/** The level at position t in [0, 1] of the slider, and the inverse. */
export const levelAt = (t) => Number((10 ** (lowest + (highest - lowest) * t)).toPrecision(2));
export const placeOf = (level) => Math.min(Math.max((Math.log10(level) - lowest) / (highest - lowest), 0), 1);
