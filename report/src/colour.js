// Colours that are told apart with the common colour blindnesses and keep their order in grey. Each scale has a form for light
// and one for dark backgrounds; both start at the background.

const sequential = {
  light: ["#f4f7fa", "#d3e3f1", "#a3c6e2", "#64a0cd", "#2f76b0", "#174e84", "#0a2a4d"],
  dark: ["#1d232b", "#1e3a56", "#22577f", "#2c7bb0", "#52a3d4", "#96cbea", "#e2f2fb"],
};
/** Fewer rows than independence would give are orange, more are blue. */
const diverging = {
  light: ["#8c3303", "#c8500a", "#e98d4f", "#f6c8a4", "#f3f3f1", "#b5d0e8", "#6ba1cd", "#2c6fae", "#0d3f73"],
  dark: ["#ffb98a", "#e9803c", "#b95a1e", "#6d3c1e", "#2b3038", "#23486b", "#2f70a8", "#5ba4dc", "#b4dbf8"],
};

function parse(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** The colour at t in [0, 1] between the stops of a ramp. */
export function blend(stops, t) {
  const place = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const low = Math.min(Math.floor(place), stops.length - 2);
  const [a, b] = [parse(stops[low]), parse(stops[low + 1])];
  return `rgb(${a.map((one, i) => Math.round(one + (b[i] - one) * (place - low))).join(", ")})`;
}

/** The colour of a strength in [0, 1]. */
export const strengthColour = (strength, theme) => blend(sequential[theme], strength);

/** Cells beyond 8 times more or fewer have the last colour. */
export const mostTimes = 8;

/** The colour of observed / expected rows. */
export function ratioColour(observed, expected, theme) {
  if (!(expected > 0)) return blend(diverging[theme], 0.5);
  const most = Math.log2(mostTimes);
  const times = observed > 0 ? Math.max(-most, Math.min(most, Math.log2(observed / expected))) : -most;
  return blend(diverging[theme], 0.5 + times / (2 * most));
}

/** "light" or "dark", as the window or the printer wants it. */
export function currentTheme() {
  const printing = matchMedia("print").matches;
  return !printing && matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Calls back whenever the theme changes. */
export function onTheme(redraw) {
  for (const query of ["print", "(prefers-color-scheme: dark)"]) matchMedia(query).addEventListener("change", redraw);
}
