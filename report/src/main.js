// The report: its data stand in the page.

import { buildPage, reportViews, titleOf } from "./page.js";

const data = JSON.parse(document.getElementById("data").textContent);
const title = titleOf(data);
document.title = `${title} – mixmi report`;
buildPage(document.getElementById("page"), { title, made: "mixmi report", views: reportViews, data });
document.documentElement.dataset.ready = "yes";
