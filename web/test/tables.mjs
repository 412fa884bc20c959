// Seeded tables of mixed columns for the tests: the same on every machine.

/** Uniform numbers of [0, 1) by xorshift, enough for tables of tests. */
export function uniform(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

/** A table as CSV: numbers, a label that follows one, a count with zeros, a price that is often 0, ties and missing values. */
export function mixedTable(seed, rows) {
  const next = uniform(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const lines = ["a,b,label,count,price,noise"];
  for (let i = 0; i < rows; i++) {
    const a = normal();
    const b = Math.sin(2 * a) + normal() / 2;
    const label = ["low", "middle", "high"][Math.min(2, Math.floor(Math.abs(b) + next()))];
    const count = Math.max(0, Math.round(a + 2 * next()));
    const price = next() < 0.4 ? 0 : Math.exp(b / 2).toFixed(2);
    const noise = next() < 0.05 ? "" : next().toFixed(1 + (seed % 3));
    lines.push([a.toFixed(5), b.toFixed(4), label, count, price, noise].join(","));
  }
  return `${lines.join("\n")}\n`;
}

export const names = ["a", "b", "label", "count", "price", "noise"];

/** Twenty questions about such a table, as a file of queries. */
export function questions(seed) {
  const next = uniform(seed + 1000);
  const lines = ["x,y,z"];
  while (lines.length <= 20) {
    const order = names.map((name) => [next(), name]).sort((p, q) => p[0] - q[0]).map((one) => one[1]);
    lines.push(`${order[0]},${order[1]},${order.slice(2, 2 + (lines.length % 4)).join(";")}`);
  }
  return `${lines.join("\n")}\n`;
}
