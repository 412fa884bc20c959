// What the page knows about an edge or a missing edge, and which of them hang on the level of the test.

/** The record of what separates two nodes: the search's, or else the test of the pair alone. */
export function separation(model, a, b) {
  const kept = model.separations.get(model.pair(a, b));
  if (kept) {
    const [, given, p, estimate, detectable, rows, flags, frequency] = kept;
    return { given, p, estimate, detectable, rows, forbidden: (flags & 1) > 0, fewRows: (flags & 2) > 0, doubtful: (flags & 4) > 0, frequency: frequency ?? null };
  }
  return null;
}

/**
 * What another level would change at once: edges whose weakest test has a larger p than `level`, and pairs whose separating
 * test has a p of at most `level`. The search itself is not run again.
 */
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

/** The level at place t in [0, 1] of the slider, and back. */
export const levelAt = (t) => Number((10 ** (lowest + (highest - lowest) * t)).toPrecision(2));
export const placeOf = (level) => Math.min(Math.max((Math.log10(level) - lowest) / (highest - lowest), 0), 1);
