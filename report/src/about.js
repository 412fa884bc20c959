// About: how the numbers were computed, definitions, and what was left out.

import { h } from "./dom.js";
import { count, number, shown } from "./format.js";

function caps(model) {
  const { data } = model;
  return [
    data.sampled !== undefined && `Points are a sample of ${count(data.sampled)} of ${count(data.rows)} rows; all figures, cells and colours use all rows.`,
    data.details && `Grids are kept for ${count(data.details.length)} of ${count(model.pairCount)} pairs: first those with the target and the edges of the graph, then those with most evidence.`,
    data.leftOut > 0 && `${count(data.leftOut)} columns are not compared, as a page compares at most ${count(model.size)}.`,
    data.columns.length < data.all && `The overview shows ${count(data.columns.length)} of ${count(data.all)} columns.`,
    data.graph && data.graph.kept < data.graph.separated && `Separating sets are kept for ${count(data.graph.kept)} of ${count(data.graph.separated)} pairs without an edge.`,
    !data.graph && model.size > data.graphColumns && `The graph was not learnt, because there are more than ${data.graphColumns} columns and --graph was not given.`,
    "A page has at most 2 MB of data; long names and labels are truncated.",
  ].filter(Boolean);
}

export function aboutView({ model }) {
  const { data } = model;
  const words = [
    ["Strength", "From 0 to 1, for columns of all types: |r| of a Gaussian pair with the same mutual information. It has no sign, and measures dependence of any shape. A discrete column with little entropy cannot reach 1."],
    ["Information", `The mutual information I(X;Y) in ${data.units}, with an interval of level ${number(data.confidence)}. With the default test, the interval of level 1 − alpha starts above 0 if and only if p is below alpha. If no dependence is detected, its upper end is what such data can still hide.`],
    ["p-value", `Probability of data that look at least as dependent if there is no dependence. Test ${data.test}: ${data.testHelp}.`],
    ["Observed against expected", "The rows in a cell compared with the number expected if the two columns were independent."],
    ["Point mass", "A single value, such as 0, that many rows have in an otherwise continuous column."],
    ["Given", "Among rows with equal or similar values of these columns."],
  ];
  const element = h("div", { class: "prose" }, h("h2", {}, "About this page"),
    h("p", {}, "Written by mixmi ", data.version, " from ", h("bdi", {}, shown(data.file)), `: ${count(data.rows)} rows, preset ${data.preset}, pairs by test ${data.test} at alpha ${number(data.alpha)}.`),
    data.options.length > 0 && h("p", {}, "Options: ", data.options.map(([name, value]) => [h("code", {}, `--${name} ${shown(value)}`), " "])),
    h("h3", {}, "What is on the page and what is not"), h("ul", {}, caps(model).map((one) => h("li", {}, one))),
    h("h3", {}, "Words"), h("dl", { class: "glossary" }, words.map(([word, text]) => [h("dt", {}, word), h("dd", {}, text)])),
    h("h3", {}, "Keys"), h("p", {}, "Everything can be reached with Tab. In the heat map arrow keys move from pair to pair and Enter opens one. In the graph arrow keys move the view, plus and minus zoom, 0 shows all, Escape clears; Enter opens the edge or column that is marked, and Alt with an arrow key moves a column."),
    h("p", { class: "faint" }, "The page works offline: all data are in this file."));
  return { element };
}
