// The effect of one column on another: means or risks at the values of the treatment, adjusted according to the graph,
// and unadjusted.

import { scaleLinear, scalePoint } from "d3-scale";
import { pictureWidth } from "./axis.js";
import { choices, h, nameList, put, s, table } from "./dom.js";
import { count, cut, number, percent, pValue, shown, value } from "./format.js";

const size = { width: pictureWidth, height: 330, left: 70, right: 14, top: 12, bottom: 56 };

/** Role of each column of the graph for the effect: a map from indices to "treatment", "outcome" or "adjusted". */
export function roles(effect) {
  const found = new Map();
  if (!effect) return found;
  if (effect.identified) for (const place of effect.sets[0]?.places ?? []) found.set(place, "adjusted");
  found.set(effect.places[0], "treatment");
  return found.set(effect.places[1], "outcome");
}

// ---------------------------------------------------------------------------------------------------------- the picture

const present = (one) => one !== null && one !== undefined;

function axes(effect, points) {
  const inner = [size.width - size.left - size.right, size.height - size.top - size.bottom];
  const heights = points.flatMap((one) => [one.unadjusted, one.lower, one.upper, one.band_lower, one.band_upper, one.mean]).filter(present);
  const x = effect.curve ? scaleLinear([points[0].x, points.at(-1).x], [8, inner[0] - 8]) : scalePoint(points.map((_, i) => i), [0, inner[0]]).padding(0.5);
  const y = scaleLinear([Math.min(...heights), Math.max(...heights)], [inner[1] - 8, 8]).nice(5);
  return { inner, y, x: effect.curve ? (one) => x(one.x) : (_, i) => x(i), ticks: effect.curve ? x.ticks(6).map((at) => [x(at), at]) : points.map((one, i) => [x(i), one.x]) };
}

/** Runs of points that have a number, as lists of [x, y...]. */
function runs(points, at, keys) {
  const found = [[]];
  points.forEach((one, i) => {
    if (keys.some((key) => !present(one[key]))) found.push([]);
    else found.at(-1).push([at.x(one, i), ...keys.map((key) => at.y(one[key]))]);
  });
  return found.filter((run) => run.length > 0);
}

const line = (points, at, key, kind) => runs(points, at, [key]).map((run) => s("path", { class: kind, d: `M${run.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}` }));

const area = (points, at, keys, kind) => runs(points, at, keys).map((run) =>
  s("path", { class: kind, d: `M${[...run.map(([x, low]) => [x, low]), ...run.toReversed().map(([x, , high]) => [x, high])].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z` }));

function dots(points, at) {
  return points.map((one, i) => s("g", {},
    present(one.lower) && s("line", { class: "effect-bar", x1: at.x(one, i) - 6, x2: at.x(one, i) - 6, y1: at.y(one.lower), y2: at.y(one.upper) }),
    present(one.mean) && s("circle", { class: "effect-dot", cx: at.x(one, i) - 6, cy: at.y(one.mean), r: 4.5 }),
    present(one.unadjusted) && s("circle", { class: "effect-ring", cx: at.x(one, i) + 6, cy: at.y(one.unadjusted), r: 3.5 })));
}

function picture(model, effect, points) {
  const at = axes(effect, points);
  const [treatment, outcome] = effect.places.map((place) => model.names[place]);
  const { unit } = model.columns[effect.places[0]];
  const tick = (one) => (typeof one === "number" ? value(one, unit, 4) : shown(one));
  const widest = effect.curve ? 12 : Math.max(4, Math.floor(at.inner[0] / points.length / 7.2));
  return s("svg", { class: "pair effect", viewBox: `0 0 ${size.width} ${size.height}`, role: "img", "aria-label": `${effect.risks ? "Risk" : "Mean"} of ${outcome} if ${treatment} were set to each of its values; the table below has the numbers` },
    s("g", { transform: `translate(${size.left} ${size.top})` }, s("rect", { class: "ground", width: at.inner[0], height: at.inner[1] }),
      effect.curve && [area(points, at, ["band_lower", "band_upper"], "effect-band"), area(points, at, ["lower", "upper"], "effect-interval"), line(points, at, "unadjusted", "effect-crude"), line(points, at, "mean", "effect-mean")],
      !effect.curve && dots(points, at),
      s("g", { class: "ticks" },
        at.ticks.map(([x, label]) => s("text", { x, y: at.inner[1] + 18, "text-anchor": "middle" }, cut(tick(label), widest), s("title", {}, tick(label)))),
        at.y.ticks(5).map((one) => s("g", {}, s("line", { x1: -5, x2: 0, y1: at.y(one), y2: at.y(one) }), s("text", { x: -9, y: at.y(one) + 4, "text-anchor": "end" }, number(one, 4)))),
        s("text", { class: "axis-name", x: at.inner[0] / 2, y: at.inner[1] + 44, "text-anchor": "middle" }, cut(treatment, 60)),
        s("text", { class: "axis-name", transform: `translate(${-size.left + 14} ${at.inner[1] / 2}) rotate(-90)`, "text-anchor": "middle" }, cut(outcome, 40)))));
}

// ------------------------------------------------------------------------------------------------------------ the words

const range = (low, high) => (present(low) ? `${number(low, 3)} to ${number(high, 3)}` : "–");

function numbers(model, effect, points) {
  const { unit } = model.columns[effect.places[0]];
  const name = (one) => (typeof one.x === "number" ? value(one.x, unit, 4) : shown(one.x));
  const word = effect.risks ? "Risk" : "Mean";
  const row = (one) => h("tr", {}, h("th", { scope: "row" }, h("bdi", {}, name(one)), one.x === effect.reference && h("span", { class: "faint" }, " (reference)")),
    h("td", { class: "figure" }, number(one.unadjusted, 3)), h("td", { class: "figure" }, present(one.mean) ? number(one.mean, 3) : "no support"), h("td", { class: "figure" }, range(one.lower, one.upper)),
    h("td", { class: "figure" }, one.x === effect.reference ? "–" : number(one.difference, 3)), h("td", { class: "figure" }, one.x === effect.reference ? "–" : range(one.difference_lower, one.difference_upper)),
    h("td", { class: "figure" }, present(one.effective_rows) ? count(Math.round(one.effective_rows)) : "–"));
  const interval = `${percent(effect.confidence)} interval`;
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of the effect" },
    table(`${word} at each value of the treatment`, [model.names[effect.places[0]], ["Unadjusted", "figure"], ["Adjusted", "figure"], [interval, "figure"], ["Difference", "figure"], [interval, "figure"], ["Effective rows", "figure"]], points.map(row)));
}

const fact = (term, ...description) => [h("dt", {}, term), h("dd", {}, description)];

function facts(model, effect, set, outcome) {
  const [treatment] = effect.places.map((place) => model.names[place]);
  return h("dl", { class: "facts" },
    fact("Adjusted for", set.places.length === 0 ? "nothing" : nameList(set.places.map((place) => model.names[place]))),
    present(outcome.slope) && fact("Slope", `${number(outcome.slope, 3)} (${range(outcome.slope_lower, outcome.slope_upper)}) per unit of `, h("bdi", {}, treatment), `, unadjusted ${number(outcome.slope_unadjusted, 3)}`),
    fact("Test of no effect", pValue(outcome.p)),
    fact("Information", `${number(set.information, 3)} ${effect.units} (${range(set.information_lower, set.information_upper)}), if the treatment were assigned at random`),
    fact("Rows", `${count(set.rows)} used${set.dropped > 0 ? `, ${count(set.dropped)} left out for a missing value` : ""}`));
}

function lead(model, effect) {
  const [treatment, outcome] = effect.places.map((place) => h("bdi", { class: "name" }, model.names[place]));
  if (!effect.affects) return [`According to the graph there is no effect${effect.possible_arrows > 0 ? " if possible arrows are right" : ""}: no directed path leads from `, treatment, " to ", outcome, "."];
  if (effect.sets.length === 0) return [`The effect is not identified by adjustment: ${shown(effect.reason)}.`];
  if (!effect.identified) return [`The graph does not identify the effect: ${shown(effect.reason)}. There is one estimate for each possible set of parents of the treatment${effect.more_sets ? ", of which the first are shown" : ""}.`];
  return [`${effect.risks ? "Risks" : "Means"} of `, outcome, " if ", treatment, " were set to each of its values. The graph marks the adjustment set."];
}

export function effectView({ model }) {
  const { effect } = model.data;
  if (!effect) {
    return { element: h("div", {}, h("h2", {}, "Effect"), h("p", { class: "empty" }, "No effect was requested. 'mixmi report FILE --effect X:Y' estimates the effect of setting one column on another, adjusted according to the graph.")) };
  }
  const sets = effect.sets.filter((set) => !set.outcome_is_cause);
  const state = { set: 0, outcome: 0 };
  const body = h("div", { class: "panel" });
  const show = () => {
    const set = sets[state.set];
    const outcome = set.outcomes[state.outcome];
    put(body, facts(model, effect, set, outcome), h("div", { class: "figure-box" }, picture(model, effect, outcome.points)),
      h("p", { class: "legend-line" }, effect.curve ? `Line: adjusted, with ${percent(effect.confidence)} intervals (light: simultaneous); dashed: unadjusted.` : `Dot: adjusted, with its ${percent(effect.confidence)} interval; ring: unadjusted.`),
      numbers(model, effect, outcome.points));
  };
  const names = (set) => (set.places.length === 0 ? "nothing" : cut(set.places.map((place) => model.names[place]).join(", "), 40));
  const risks = sets[0]?.outcomes ?? [];
  const element = h("div", {},
    h("h2", {}, "Effect of ", h("bdi", { class: "name" }, model.names[effect.places[0]]), " on ", h("bdi", { class: "name" }, model.names[effect.places[1]])),
    h("p", { class: "lead" }, lead(model, effect)),
    effect.possible_arrows > 0 && h("p", { class: "box" }, `This rests on possible arrows, which on real tables are right as often as a coin: ${shown(effect.rests_on)}.`),
    sets.length < effect.sets.length && h("p", { class: "box" }, "In some graphs that fit the data the outcome is a cause of the treatment; in these there is no effect."),
    h("div", { class: "controls" }, sets.length > 1 && choices("Adjusted for", sets.map((set, i) => [i, names(set)]), 0, (i) => { state.set = i; show(); }),
      risks.length > 1 && choices("Risk of", risks.map((one, i) => [i, cut(shown(one.label), 24)]), 0, (i) => { state.outcome = i; show(); })),
    body,
    h("p", { class: "faint small" }, "These are causal effects if the graph is right and no confounder is unmeasured, which data alone cannot show."));
  if (sets.length > 0) show();
  return { element };
}
