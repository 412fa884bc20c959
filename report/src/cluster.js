// An order of columns that puts dependent columns next to each other: average linkage (Sokal and Michener 1958) by the
// nearest-neighbour chain algorithm, with each merge oriented so that the closer ends meet. O(n²) time and memory.

/** `strength(i, j)` in [0, 1], NaN for unknown. Returns the order as an array of indices. */
export function clusterOrder(size, strength) {
  if (size < 3) return Array.from({ length: size }, (_, i) => i);
  const distance = distances(size, strength);
  return leaves(merges(size, distance), size, strength);
}

function distances(size, strength) {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++) {
      const value = strength(i, j);
      matrix[i * size + j] = matrix[j * size + i] = Number.isFinite(value) ? 1 - value : 1;
    }
  return matrix;
}

function nearest(of, before, active, distance, size) {
  let best = before; // a tie goes to the previous element of the chain, so that it ends
  for (let i = 0; i < size; i++)
    if (active[i] && i !== of && (best < 0 || distance[of * size + i] < distance[of * size + best])) best = i;
  return best;
}

/** Merges of clusters, [kept, gone, height]. */
function merges(size, distance) {
  const active = new Array(size).fill(true);
  const weight = new Array(size).fill(1);
  const chain = [];
  const result = [];
  while (result.length < size - 1) {
    if (chain.length === 0) chain.push(active.indexOf(true));
    const top = chain.at(-1);
    const before = chain.length > 1 ? chain.at(-2) : -1;
    const next = nearest(top, before, active, distance, size);
    if (next !== before) {
      chain.push(next);
      continue;
    }
    chain.length -= 2;
    const [kept, gone] = [Math.min(top, next), Math.max(top, next)];
    result.push([kept, gone, distance[kept * size + gone]]);
    for (let i = 0; i < size; i++) {
      if (!active[i] || i === kept || i === gone) continue;
      const sum = weight[kept] * distance[kept * size + i] + weight[gone] * distance[gone * size + i];
      distance[kept * size + i] = distance[i * size + kept] = sum / (weight[kept] + weight[gone]);
    }
    weight[kept] += weight[gone];
    active[gone] = false;
  }
  return result.sort((a, b) => a[2] - b[2]);
}

/** The chain algorithm finds merges out of order; sorted by height they are those of the plain algorithm, up to the
 * names of clusters. */
function leaves(pairs, size, strength) {
  const cluster = Array.from({ length: size }, (_, i) => [i]);
  const owner = Array.from({ length: size }, (_, i) => i);
  let last = cluster[0];
  for (const [kept, gone] of pairs) {
    const [a, b] = [owner[kept], owner[gone]];
    last = join(cluster[a], cluster[b], strength);
    cluster[a] = last;
    for (const leaf of cluster[b]) owner[leaf] = a;
  }
  return last;
}

function join(left, right, strength) {
  const value = (i, j) => strength(i, j) || 0;
  const ways = [
    [left, right],
    [left, right.toReversed?.() ?? [...right].reverse()],
    [[...left].reverse(), right],
    [[...left].reverse(), [...right].reverse()],
  ];
  let best = ways[0];
  for (const way of ways) if (value(way[0].at(-1), way[1][0]) > value(best[0].at(-1), best[1][0])) best = way;
  return [...best[0], ...best[1]];
}
