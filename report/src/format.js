// Human-readable numbers, dates and user texts.

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A power of ten with a factor: "2.3 × 10⁻²¹". */
function scientific(v, digits) {
  const [factor, exponent] = v.toExponential(digits - 1).split("e");
  const power = String(Math.abs(Number(exponent))).replace(/\d/g, (d) => superscripts[Number(d)]);
  return `${Number(factor)} × 10${Number(exponent) < 0 ? "⁻" : ""}${power}`;
}

/** A number with this many significant digits; "–" if there is none. */
export function number(v, digits = 3) {
  if (v === null || v === undefined || !Number.isFinite(v)) return "–";
  if (v === 0) return "0";
  const size = Math.abs(v);
  if (size < 1e-4 || size >= 1e7) return scientific(v, digits).replace("-", "−");
  const rounded = Number(v.toPrecision(size >= 10 ** digits ? Math.floor(Math.log10(size)) + 1 : digits));
  return String(rounded).replace("-", "−");
}

/** A number for a column of a table: like number(), but with all its digits, so that the column has one precision. */
export function figure(v, digits = 3) {
  const text = number(v, digits);
  const size = Math.abs(v);
  return size > 0 && size >= 1e-4 && size < 10 ** digits ? v.toPrecision(digits).replace("-", "−") : text;
}

/** A count with separated thousands. */
export const count = (rows) => String(rows).replace(/\B(?=(\d{3})+$)/g, " ");

/** A p-value with its sign: "p = 0.031", "p < 10⁻³⁰⁰". */
export function pValue(p) {
  if (p === null || p === undefined || !Number.isFinite(p)) return "no p-value";
  if (p < 1e-300) return "p < 10⁻³⁰⁰";
  return `p = ${p < 0.001 ? scientific(p, 3) : number(p, 3)}`;
}

export const percent = (share) => {
  const hundredths = 100 * share;
  if (hundredths > 0 && hundredths < 0.1) return "< 0.1%";
  return `${hundredths < 10 ? Number(hundredths.toFixed(1)) : Math.round(hundredths)}%`;
};

const milliseconds = [0, 864e5, 1e3, 1, 1e-3, 1e-6];

/** A value of a column; a date if it has such a unit. Over a short span dates include the time. */
export function value(v, unit = 0, digits = 4, span = Infinity) {
  if (!unit || !Number.isFinite(v)) return number(v, digits);
  const date = new Date(v * milliseconds[unit]);
  if (Number.isNaN(date.getTime())) return number(v, digits);
  const text = date.toISOString();
  return unit === 1 || span * milliseconds[unit] > 20 * 864e5 ? text.slice(0, 10) : text.slice(0, 16).replace("T", " ");
}

const escapes = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** User text with invisible characters, and those that change the text direction, written as \n, \x1b or \u202e. */
export function shown(text) {
  return text.replace(unseen, (c) => {
    const code = c.codePointAt(0);
    return escapes[c] ?? (code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`);
  });
}

/** The first characters of a text, by code points. */
export function cut(text, most) {
  const points = Array.from(text);
  return points.length <= most ? text : `${points.slice(0, Math.max(1, most - 1)).join("")}…`;
}

/** A text without its middle, by code points: names of many columns often differ only at their ends. */
export function cutMiddle(text, most) {
  const points = Array.from(text);
  if (points.length <= most) return text;
  const kept = Math.max(2, most - 1);
  const head = Math.ceil(kept / 2);
  return `${points.slice(0, head).join("")}…${points.slice(points.length - kept + head).join("")}`;
}

/** A strength with two decimals. */
export const strengthText = (strength) => (strength === null || strength === undefined || Number.isNaN(strength) ? "–" : strength === 0 ? "0" : strength.toFixed(2));

/** A correlation with its sign. */
export const signed = (r) => `${r > 0 ? "+" : r < 0 ? "−" : ""}${Math.abs(r).toFixed(2)}`;

/** A strength in words, as in the command. */
export function strengthWord(strength) {
  if (strength === null || !Number.isFinite(strength)) return "unknown";
  if (strength < 0.005) return "none found";
  if (strength < 0.1) return "very weak";
  if (strength < 0.3) return "weak";
  if (strength < 0.5) return "moderate";
  return strength < 0.8 ? "strong" : "very strong";
}
