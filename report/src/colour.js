// Colours that remain distinct with common colour blindness and keep their order in greyscale. Each scale has a version
// for light and one for dark backgrounds; both start at the background.

const sequential = {
  light: ["#f6f9fc", "#c9ddef", "#7fafd8", "#3478b5", "#0d3a6e"],
  dark: ["#1d232b", "#1e4062", "#2a6ea6", "#5fabdd", "#dff1fb"],
};
/** Blue for fewer rows than under independence, orange for more: the scale of mixmi's other pictures. */
const diverging = {
  light: ["#1f5f99", "#6097c7", "#adcbe4", "#fafafa", "#f8c69e", "#e2894e", "#b84a08"],
  dark: ["#7ebcf0", "#3f83bd", "#264a6b", "#2a3038", "#6b3f22", "#b8622a", "#f6a36a"],
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

/** Cells beyond a factor of 4 have the last colour. */
export const mostTimes = 4;

/** The colour of observed / expected rows. */
export function ratioColour(observed, expected, theme) {
  if (!(expected > 0)) return blend(diverging[theme], 0.5);
  const most = Math.log2(mostTimes);
  const times = observed > 0 ? Math.max(-most, Math.min(most, Math.log2(observed / expected))) : -most;
  return blend(diverging[theme], 0.5 + times / (2 * most));
}

/** "light" or "dark", as preferred by the window or the printer. */
export function currentTheme() {
  const printing = matchMedia("print").matches;
  return !printing && matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Calls back whenever the theme changes. */
export function onTheme(redraw) {
  for (const query of ["print", "(prefers-color-scheme: dark)"]) matchMedia(query).addEventListener("change", redraw);
}

/** Pearson residuals of at least 2 and 4 in size have colours, as in mosaic plots elsewhere. */
export function residualColour(residual, theme) {
  const size = Math.abs(residual) < 2 ? 0 : Math.abs(residual) < 4 ? 0.5 : 1;
  const neutral = theme === "dark" ? "#3a424d" : "#dfe3e8";
  return size === 0 ? neutral : blend(diverging[theme], 0.5 + (Math.sign(residual) * (0.2 + 0.6 * size)) / 2);
}
