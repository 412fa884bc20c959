// What was found, in sentences, ordered by evidence and size: for a target what carries information about it, otherwise the
// strongest pairs, groups of redundant columns and columns without relation; then the effect, the graph, and what limits the answers.
// A sentence is { text, link, pair }: its parts, the address of its picture, and the pair to draw beside it.

import { h } from "./dom.js";
import { count, number, pValue, percent, shown, strengthWord } from "./format.js";
import { verdicts } from "./model.js";

const mostPairs = 5; // sentences on pairs
const mostNames = 8; // names in a sentence
const nearlySame = 0.97; // strength from which two columns are called redundant ...
const sameShare = 0.9; // ... or the share of the smaller entropy that two discrete columns have in common
const clearlyWeak = 0.1; // strength below which a pair is not named among others

const name = (model, place) => h("bdi", { class: "name" }, h("strong", {}, model.names[place]));

/** "a, b and 3 more" as elements. */
function names(model, places, linked) {
  const some = places.slice(0, places.length > mostNames ? mostNames - 1 : mostNames);
  const more = places.length - some.length;
  return some.map((place, i) => [i === 0 ? "" : i === some.length - 1 && more === 0 ? " and " : ", ", linked ? h("a", { href: linked(place) }, name(model, place)) : name(model, place)])
    .concat(more > 0 ? [` and ${count(more)} more`] : []);
}

/** Pairs whose dependence stays detected when all pairs are counted (Holm 1979). */
export function holm(model) {
  const { p } = model.data.pairs;
  const order = model.ranked.filter((i) => p[i] !== null).sort((i, j) => p[i] - p[j]);
  const kept = new Set();
  for (const [k, i] of order.entries()) {
    if (p[i] * (order.length - k) > model.data.alpha) break;
    kept.add(i);
  }
  return model.data.hasP ? kept : new Set(model.ranked);
}

function entropy(column, rows, units) {
  if (!Array.isArray(column.histogram)) return null;
  const counts = column.histogram.map(([, n]) => n);
  if (counts.length < column.distinct) return null;
  const sum = counts.reduce((a, b) => a + b, 0);
  return counts.reduce((total, n) => (n > 0 ? total - (n / sum) * Math.log(n / sum) : total), 0) / (units === "bits" ? Math.LN2 : 1);
}

/** Whether two columns carry nearly the same information. */
function redundant(model, index) {
  const [a, b] = model.places(index);
  const answer = model.answer(a, b);
  if (answer.verdict !== verdicts.detected) return false;
  if (answer.strength >= nearlySame) return true;
  const smaller = [a, b].map((place) => entropy(model.columns[place], model.data.rows, model.data.units));
  return smaller.every((one) => one !== null) && answer.estimate >= sameShare * Math.min(...smaller);
}

/** Groups of columns that are joined by redundant pairs. */
function redundantGroups(model) {
  const of = model.names.map((_, i) => i);
  const root = (i) => (of[i] === i ? i : (of[i] = root(of[i])));
  for (let i = 0; i < model.pairCount; i++) if (redundant(model, i)) {
    const [a, b] = model.places(i);
    of[root(a)] = root(b);
  }
  const groups = new Map();
  model.names.forEach((_, i) => groups.set(root(i), [...(groups.get(root(i)) ?? []), i]));
  return { groups: [...groups.values()].filter((group) => group.length > 1), of: model.names.map((_, i) => root(i)) };
}

const interval = (model, answer) => `${number(answer.estimate)} ${model.data.units}, ${number(answer.lower)} to ${number(answer.upper)}`;

/** The shape of a pair as a phrase that follows "A and B:". */
function shapeOf(model, a, b) {
  const detail = model.details.get(model.pair(a, b));
  const full = model.fullShape(detail ?? { shape: model.shape(a, b) }, detail?.a ?? a, detail?.b ?? b);
  if (!full) return null;
  const words = shown(full.words);
  if (/^no simple/.test(words)) return "no simple shape";
  if (words === "increasing") return "they rise together";
  if (words === "decreasing") return "one rises, the other falls";
  return full.names && !/ = /.test(words) ? [h("bdi", {}, full.names[0]), " along ", h("bdi", {}, full.names[1]), ": ", words] : words;
}

function pairSentence(model, index) {
  const [a, b] = model.places(index);
  const answer = model.answer(a, b);
  const shape = shapeOf(model, a, b);
  return { pair: [a, b], link: `#pairs/${a}/${b}`,
    text: [name(model, a), " and ", name(model, b), `: ${strengthWord(answer.strength)} dependence`, shape ? [", ", shape] : "", h("span", { class: "faint" }, ` (${interval(model, answer)}; ${pValue(answer.p)})`)] };
}

function unrelated(model, kept, skip) {
  const joined = new Set([...kept].flatMap((index) => model.places(index)));
  const alone = model.names.map((_, i) => i).filter((i) => !joined.has(i) && i !== skip);
  if (alone.length === 0 || model.size < 3) return null;
  return { link: `#pairs/${alone[0]}/${alone[0] === 0 ? 1 : 0}`, pair: null,
    text: ["No relation to any other column was detected for ", names(model, alone, null), "."] };
}

function pairFindings(model) {
  const kept = holm(model);
  const { groups, of } = redundantGroups(model);
  const seen = new Set();
  const chosen = model.ranked.filter((index) => {
    if (!kept.has(index)) return false;
    const [a, b] = model.places(index).map((place) => of[place]);
    const key = a < b ? `${a}/${b}` : `${b}/${a}`;
    if (a === b || seen.has(key) || !(model.answer(...model.places(index)).strength >= clearlyWeak)) return false;
    seen.add(key);
    return true;
  });
  const pairs = chosen.slice(0, mostPairs).map((index) => pairSentence(model, index));
  const same = groups.map((group) => ({ pair: [group[0], group[1]], link: `#pairs/${group[0]}/${group[1]}`, text: ["Nearly the same information: ", names(model, group, null), ". One of them is enough."] }));
  const none = pairs.length === 0 && same.length === 0 && model.pairCount > 0 && { link: "#pairs", text: ["No dependence between columns was detected, counting all ", `${count(model.pairCount)} pairs.`] };
  const rest = chosen.length - pairs.length;
  return [none, ...pairs, rest > 0 && { link: "#pairs", quiet: true, text: [`${count(rest)} more ${rest === 1 ? "pair has" : "pairs have"} a dependence that stays detected when all ${count(model.pairCount)} are counted.`] }, ...same, unrelated(model, kept, null)];
}

/** "together .114 of .37 nats (31%)"; of a number, the share of its variance that a Gaussian pair with this information has. */
export function together(model, total, place) {
  const { units } = model.data;
  const most = entropy(model.columns[place], model.data.rows, units);
  if (most !== null && total >= most) return `Together nearly all of its ${number(most)} ${units}.`;
  if (most !== null) return `Together ${number(total)} of ${number(most)} ${units} (${percent(total / most)}).`;
  const nats = units === "bits" ? total * Math.LN2 : total;
  return `Together ${number(total)} ${units}, as much as ${percent(1 - Math.exp(-2 * nats))} of the variance of a Gaussian column.`;
}

function targetFindings(model) {
  const { target } = model.data;
  const place = target.column;
  const link = (column) => `#pairs/${column}/${place}`;
  const chosen = target.rows.filter((one) => one.chosen);
  const alone = (one) => model.answer(one.column, place);
  const rest = target.rows.filter((one) => !one.chosen);
  const redundantRows = rest.filter((one) => alone(one).verdict === verdicts.detected && !(one.p <= target.alpha));
  const without = rest.filter((one) => alone(one).verdict === verdicts.notDetected && !(one.p <= target.alpha));
  const places = (rows) => rows.map((one) => one.column);
  if (chosen.length === 0) return [{ link: "#target", text: ["No column was detected to carry information about ", name(model, place), "."] }, ...pairFindings(model).slice(0, 3)];
  const lead = { link: "#target", pair: [place, chosen[0].column], text: ["What carries information about ", name(model, place), ": ", names(model, places(chosen), link), `. ${together(model, chosen.at(-1).total, place)}`] };
  const single = chosen.slice(0, 3).map((one) => pairSentence(model, model.pair(one.column, place)));
  return [lead, ...single,
    redundantRows.length > 0 && { link: "#target", text: ["Redundant given these: ", names(model, places(redundantRows), link), "."] },
    without.length > 0 && { link: "#target", text: ["No dependence of ", name(model, place), " detected on ", names(model, places(without), link), "."] }];
}

function effectFinding(model) {
  const { effect } = model.data;
  if (!effect) return null;
  const [x, y] = effect.places.map((place) => name(model, place));
  const set = effect.sets?.find((one) => !one.outcome_is_cause);
  const outcome = set?.outcomes?.[0];
  const slope = outcome?.slope;
  const size = slope !== null && slope !== undefined ? `${number(slope)} per unit (${number(outcome.slope_lower)} to ${number(outcome.slope_upper)})` : outcome ? pValue(outcome.p) : "not estimated";
  return { link: "#effect", text: ["Effect of ", x, " on ", y, `: ${size}, if the graph is right.`] };
}

function graphFinding(model) {
  const { graph } = model.data;
  if (!graph) return null;
  const clear = graph.edges.filter((edge) => edge.kinds.some((kind) => kind === 2));
  const sentence = [`The graph has ${count(graph.edges.length)} ${graph.edges.length === 1 ? "edge" : "edges"}`, clear.length > 0 ? `, ${count(clear.length)} with a clear direction.` : "; no direction is clear."];
  const against = graph.conflicts.length > 0 ? ` Some tests contradict each other about directions.` : "";
  return { link: "#graph", text: [sentence, against] };
}

/** Remarks on the rows and columns that limit the answers; the others are about reading the file. */
const limiting = /p-values too small|^only [\d,]+ rows|repeat another row|is a frequency|times are censored|codes of categories/;

export const isCaution = (note) => limiting.test(note);

function cautions(model) {
  const notes = model.data.notes.filter(isCaution).map((note) => ({ caution: true, link: "#about", text: [h("bdi", {}, shown(note)), "."] }));
  const left = model.data.columns.filter((column) => !column.used && /^(identifier|constant|repeat)$/.test(column.kind));
  if (left.length > 0)
    notes.push({ caution: true, link: "#overview/columns", text: ["Left out: ", left.slice(0, mostNames).map((column, i) => [i > 0 && ", ", h("bdi", { class: "name" }, h("strong", {}, shown(column.name))), ` (${column.kind})`]), left.length > mostNames && ` and ${count(left.length - mostNames)} more`, "."] });
  return notes;
}

/** All sentences, in order. */
export function findings(model) {
  const { data } = model;
  if (model.size < 2) return [{ link: "#overview/columns", text: ["Fewer than two columns can be compared, so there are no relations to show."] }, ...cautions(model)];
  const main = data.target ? targetFindings(model) : pairFindings(model);
  return [effectFinding(model), ...main, graphFinding(model), ...cautions(model)].filter(Boolean);
}

/** The table in one line. */
export function tableLine(model) {
  const { data } = model;
  const of = (type) => data.columns.filter((column) => column.type === type).length;
  const gaps = data.columns.filter((column) => column.missing > 0).length;
  const left = data.all - model.size;
  return [`${count(data.rows)} ${data.rows === 1 ? "row" : "rows"}, ${count(data.all)} ${data.all === 1 ? "column" : "columns"} (${count(of("numeric"))} numeric, ${count(of("discrete"))} discrete)`,
    gaps > 0 ? `missing values in ${count(gaps)}` : "no missing values", left > 0 && `${count(left)} not compared`].filter(Boolean).join("; ");
}
