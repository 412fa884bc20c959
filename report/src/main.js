// The report: its data are in the page.

import { buildPage, reportViews, titleOf } from "./page.js";

const data = JSON.parse(document.getElementById("data").textContent);
const title = titleOf(data);
document.title = `${title} – mixmi report`;
buildPage(document.getElementById("page"), { title, made: "mixmi report", views: reportViews, data, hints: {
  graph: "'mixmi report --graph' searches it anyway.",
  target: "'mixmi report FILE --target COLUMN -o report.html' ranks the other columns by their information about it.",
} });
document.documentElement.dataset.ready = "yes";
