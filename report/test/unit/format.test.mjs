import assert from "node:assert/strict";
import { test } from "node:test";
import { count, cut, figure, number, percent, pValue, shown, signed, strengthText, value, cutMiddle } from "../../src/format.js";

test("numbers keep their significant digits and say when there is none", () => {
  assert.equal(number(0.123456), "0.123");
  assert.equal(number(1234567, 3), "1234567");
  assert.equal(number(-2.5), "−2.5");
  assert.equal(number(2.5e-9), "2.5 × 10⁻⁹");
  assert.equal(number(3e12, 2), "3 × 10¹²");
  for (const none of [null, undefined, NaN, Infinity]) assert.equal(number(none), "–");
  assert.deepEqual([0.41, 2, 0, 1234, 2.5e-9, null].map((one) => figure(one)), ["0.410", "2.00", "0", "1234", "2.5 × 10⁻⁹", "–"]);
});

test("p-values are never 0", () => {
  assert.equal(pValue(0), "p < 10⁻³⁰⁰");
  assert.equal(pValue(0.03124), "p = 0.0312");
  assert.equal(pValue(2.343e-21), "p = 2.34 × 10⁻²¹");
  assert.equal(pValue(null), "no p-value");
});

test("counts, shares, strengths and signs", () => {
  assert.equal(count(1234567), "1 234 567");
  assert.equal(percent(0.0004), "< 0.1%");
  assert.equal(percent(0.5), "50%");
  assert.equal(strengthText(0.9), "0.90");
  assert.equal(strengthText(NaN), "–");
  assert.equal(signed(-0.5), "−0.50");
});

test("dates are shown as dates, with their time over a short span", () => {
  assert.equal(value(0, 1), "1970-01-01");
  assert.equal(value(86400, 2, 4, 1e8), "1970-01-02");
  assert.equal(value(86460, 2, 4, 3600), "1970-01-02 00:01");
  assert.equal(value(1e300, 2), "1 × 10³⁰⁰");
});

test("what cannot be seen is written out, everything else stays as it is", () => {
  assert.equal(shown("a\tb\n\x1b\x7f\x85"), "a\\tb\\n\\x1b\\x7f\\x85");
  assert.equal(shown("\u202eevil\u2066"), "\\u202eevil\\u2066");
  assert.equal(shown("</script>&'\"😀שלום"), "</script>&'\"😀שלום");
});

test("texts are cut between characters", () => {
  assert.equal(cut("😀😀😀😀", 3), "😀😀…");
  assert.equal(cut("abc", 3), "abc");
});

test("names of many columns keep what they differ in", () => {
  assert.equal(cutMiddle("measurement_of_substance_082", 12), "measur…e_082");
  assert.equal(cutMiddle("short", 12), "short");
  assert.equal(Array.from(cutMiddle("😀".repeat(30), 9)).length, 9);
});
