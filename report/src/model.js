// The data of the page and its accessors. Compared columns are identified by index, 0 to size - 1; pairs by their
// number in the upper triangle, row by row.

import { number, shown } from "./format.js";

/** The numbers of verdicts, those of the library. */
export const verdicts = { none: 0, notDetected: 1, detected: 2, undecided: 3 };

export class Model {
  constructor(data) {
    this.data = data;
    this.size = data.used.length;
    this.columns = data.used.map((index) => data.columns[index]);
    this.names = this.columns.map((column) => shown(column.name));
    this.details = new Map((data.details ?? []).map((one) => [this.pair(one.a, one.b), one]));
    this.failures = new Map(data.pairs?.failures ?? []);
    this.separations = new Map((data.graph?.separations ?? []).map((one) => [one[0], one]));
    this.edges = new Map((data.graph?.edges ?? []).map((edge, i) => [this.pair(edge.from, edge.to), i]));
  }

  get pairCount() {
    return (this.size * (this.size - 1)) / 2;
  }

  pair(a, b) {
    const [low, high] = a < b ? [a, b] : [b, a];
    return (low * (2 * this.size - low - 1)) / 2 + (high - low - 1);
  }

  /** The two indices of a pair number. */
  places(index) {
    let a = 0;
    while (index >= this.size - a - 1) index -= this.size - ++a;
    return [a, a + 1 + index];
  }

  strength(a, b) {
    const value = this.data.pairs?.strength[this.pair(a, b)];
    return value === null || value === undefined ? NaN : value / 1000;
  }

  /** All data of the heat map about a pair. */
  answer(a, b) {
    const index = this.pair(a, b);
    const { estimate, lower, upper, p, rows, verdict } = this.data.pairs;
    return {
      index,
      estimate: estimate[index],
      lower: lower[index],
      upper: upper[index],
      strength: this.strength(a, b),
      p: p[index],
      rows: Array.isArray(rows) ? rows[index] : rows,
      verdict: verdict[index],
      failure: this.failures.get(index) ?? null,
    };
  }

  /** Pairs by evidence: detected dependences by the lower end of the interval, then the others by p; undecided pairs and
   * those without an answer last. */
  get ranked() {
    const { strength, lower, p, verdict } = this.data.pairs;
    const group = (i) => (this.failures.has(i) ? 3 : { [verdicts.detected]: 0, [verdicts.undecided]: 2 }[verdict[i]] ?? 1);
    this.rankedPairs ??= Array.from({ length: this.pairCount }, (_, i) => i).sort((i, j) =>
      group(i) - group(j) || (lower[j] ?? -1) - (lower[i] ?? -1) || (p[i] ?? 2) - (p[j] ?? 2) || (strength[j] ?? -1) - (strength[i] ?? -1) || i - j);
    return this.rankedPairs;
  }

  /** What was found about a pair, in words: "no dependence detected; at most 0.012 nats". */
  finding(answer) {
    const { units } = this.data;
    if (answer.failure) return "no answer";
    if (answer.verdict === verdicts.undecided) return "undecided";
    if (answer.verdict === verdicts.detected) return "dependence detected";
    if (answer.verdict !== verdicts.notDetected) return "no decision";
    return answer.upper === null ? "no dependence detected" : `no dependence detected; at most ${number(answer.upper)} ${units}`;
  }

  /** The shape of a pair's dependence in words, or null. */
  shape(a, b) {
    const index = this.pair(a, b);
    const word = this.data.pairs.words?.[this.data.pairs.shape[index]] ?? null;
    return this.details.get(index)?.shape ?? word;
  }

  /** The same with the columns it refers to, if the shape depends on the direction: { names: [y, x] or null, words
   * }. */
  fullShape(record, x, y) {
    const words = record?.shape ?? null;
    if (!words || record.along === undefined) return words ? { names: null, words } : null;
    const sided = !/^(increasing|decreasing|differs|no simple)/.test(words);
    const names = record.along ? [this.names[x], this.names[y]] : [this.names[y], this.names[x]];
    return { names: sided ? names : null, words };
  }

  /** Points of a column: numbers, or indices of its categories in the sample; null if missing. */
  points(place) {
    const column = this.data.points?.[place];
    if (!column) return [];
    return column.v.map((v) => (v === null ? null : v + column.base));
  }
}
