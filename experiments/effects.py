#!/usr/bin/env python3
"""How well `mixmi effect` covers and estimates known effects: 26 structural models, compared with linear regression and forests.

The last six models were written after the method was fixed and took no part in choosing it. Every model draws covariates Z, treatment X and outcome Y; its truth is the mean of Y under do(X = x), by the model's own equations with
noise averaged out, over 100,000 draws of Z. All methods get the same rows and adjust for all of Z. The linear regression has main effects
(indicators of labels) and the usual intervals; the forests are scikit-learn's, in AIPW with five folds for levels, in the g-formula for
numbers. Errors are those of differences to the reference that `mixmi effect` names, at the points that have support.

    make effects                          # all of it, and experiments/EFFECTS.md
    experiments/effects.py --help
"""
import argparse
import csv
import json
import math
import os
import subprocess
import sys
import warnings

import numpy as np

BIN = os.environ.get("MIXMI", "build/bin/mixmi")
LARGE = 100_000


def logistic(v):
    return 1 / (1 + np.exp(-v))


class Model:
    """z(random, n) -> dict of columns; x(z, random) -> treatment; mean(x, z) -> E[Y | X = x, Z]; y(mean, random) -> outcome."""

    def __init__(self, name, z, x, mean, levels=None, noise=1.0, binary=False, skewed=False, counts=False):
        self.name, self.z, self.x, self.mean, self.levels = name, z, x, mean, levels
        self.noise, self.binary, self.skewed, self.counts = noise, binary, skewed, counts
        self.known = {}

    def draw(self, random, n):
        z = self.z(random, n)
        x = self.x(z, random)
        mean = self.mean(x, z)
        if self.binary:
            y = (random.random(n) < mean).astype(float)
        elif self.counts:
            y = random.poisson(mean).astype(float)
        elif self.skewed:
            y = mean + self.noise * (1 + np.abs(z["a"])) / 2 * (random.exponential(size=n) - 1)
        else:
            y = mean + self.noise * random.standard_normal(n)
        return z, x, y

    def truth(self, value):
        """E[Y | do(X = value)]: of a level exact but for the draws of Z, of a number between points of a fine grid."""
        if not self.known:
            z = self.z(np.random.default_rng(1), LARGE)
            for at in self.levels or np.linspace(-8, 12, 401):
                self.known[at] = float(np.mean(self.mean(np.full(LARGE, at), z)))
        if self.levels:
            return self.known[value]
        return float(np.interp(value, list(self.known), list(self.known.values())))


def normals(*names):
    return lambda random, n: {name: random.standard_normal(n) for name in names}


def correlated(random, n):
    a = random.standard_normal(n)
    return {"a": a, "b": 0.6 * a + 0.8 * random.standard_normal(n)}


def mixed(random, n):
    label = np.array(["p", "q", "r", "s"])[random.choice(4, size=n, p=[0.4, 0.3, 0.2, 0.1])]
    return {"a": random.standard_normal(n), "label": label, "b": (random.random(n) < 0.4).astype(float)}


EFFECTS = {"p": 0.0, "q": 1.0, "r": -1.0, "s": 1.5}


def of_label(z):
    return sum(effect * (z["label"] == label) for label, effect in EFFECTS.items())


def skewed_z(random, n):
    return {"a": np.exp(0.7 * random.standard_normal(n)), "b": random.exponential(size=n)}


def six(random, n):
    shared = random.standard_normal(n)
    return {name: 0.5 * shared + math.sqrt(0.75) * random.standard_normal(n) for name in "abcdef"}


def coin(probability):
    return lambda z, random: (random.random(len(z["a"])) < probability(z)).astype(float)


def three(z, random):
    scores = np.stack([np.zeros(len(z["a"])), 0.8 * z["a"], -0.8 * z["a"] + 0.6 * z["b"]])
    chance = np.exp(scores) / np.exp(scores).sum(0)
    u = random.random(len(z["a"]))
    return np.array(["none", "half", "full"])[(u > chance[0]).astype(int) + (u > chance[0] + chance[1])]


DOSE = {"none": 0.0, "half": 0.7, "full": 1.0}


def dose(x):
    return sum(effect * (x == label) for label, effect in DOSE.items())


def number(mean, noise=1.0):
    return lambda z, random: mean(z) + noise * random.standard_normal(len(z["a"]))


LEVELS = [0.0, 1.0]
MODELS = [
    Model("levels: linear", normals("a", "b"), coin(lambda z: logistic(0.8 * z["a"] - 0.5 * z["b"])),
          lambda x, z: x + z["a"] + z["b"], LEVELS),
    Model("levels: six confounders, linear", six, coin(lambda z: logistic(0.4 * (z["a"] + z["b"] + z["c"]))),
          lambda x, z: x + 0.5 * sum(z[k] for k in "abcdef"), LEVELS),
    Model("levels: squares", normals("a", "b"), coin(lambda z: logistic(z["a"] ** 2 - 1)),
          lambda x, z: x + 1.5 * z["a"] ** 2 + z["b"], LEVELS),
    Model("levels: waves", normals("a", "b"), coin(lambda z: logistic(1.2 * np.sin(2 * z["a"]))),
          lambda x, z: x + 2 * np.sin(2 * z["a"]) + z["b"], LEVELS),
    Model("levels: product of confounders", normals("a", "b"), coin(lambda z: logistic(z["a"] * z["b"])),
          lambda x, z: x + 1.5 * z["a"] * z["b"], LEVELS),
    Model("levels: steps", normals("a", "b"), coin(lambda z: 0.2 + 0.6 * (z["a"] > 0.3)),
          lambda x, z: x + 2 * (z["a"] > 0.3) + z["b"], LEVELS),
    Model("levels: effect varies", correlated, coin(lambda z: logistic(z["a"])),
          lambda x, z: x * (1 + z["a"]) + z["a"] ** 2 + z["b"], LEVELS),
    Model("levels: mixed confounders", mixed, coin(lambda z: logistic(0.5 * z["a"] + of_label(z) - z["b"])),
          lambda x, z: x + np.abs(z["a"]) + of_label(z) + z["b"] * of_label(z), LEVELS),
    Model("levels: no effect, strong confounding", normals("a", "b"), coin(lambda z: logistic(1.5 * z["a"])),
          lambda x, z: 2 * np.tanh(2 * z["a"]) + 0 * x, LEVELS),
    Model("levels: binary outcome", normals("a", "b"), coin(lambda z: logistic(0.8 * z["a"])),
          lambda x, z: logistic(-0.5 + x + 1.5 * z["a"] * z["b"] + z["a"]), LEVELS, binary=True),
    Model("levels: skewed", skewed_z, coin(lambda z: logistic(0.7 * (z["a"] - z["b"]))),
          lambda x, z: x + z["a"] + z["b"], LEVELS, skewed=True),
    Model("levels: three labels", normals("a", "b"), three, lambda x, z: dose(x) + z["a"] + np.abs(z["b"]),
          ["full", "half", "none"]),
    Model("curve: linear", normals("a", "b"), number(lambda z: 0.7 * z["a"] + 0.3 * z["b"]),
          lambda x, z: x + z["a"] + z["b"]),
    Model("curve: linear, skewed", skewed_z, lambda z, random: 0.5 * z["a"] + random.exponential(size=len(z["a"])),
          lambda x, z: x + z["a"] + z["b"]),
    Model("curve: square of treatment", normals("a", "b"), number(lambda z: 0.7 * z["a"]),
          lambda x, z: 0.5 * x ** 2 + z["a"] + z["b"]),
    Model("curve: confounder in waves", normals("a", "b"), number(lambda z: np.sin(2 * z["a"]), 0.8),
          lambda x, z: x + 2 * np.sin(2 * z["a"]) + z["b"]),
    Model("curve: saturating", correlated, number(lambda z: 0.6 * z["a"]), lambda x, z: 2 * np.tanh(x) + z["a"] ** 2 + z["b"]),
    Model("curve: mixed confounders", mixed, number(lambda z: 0.5 * z["a"] + 0.5 * of_label(z)),
          lambda x, z: x * (1 + z["b"]) + of_label(z) + z["a"]),
    Model("curve: no effect, squares", normals("a", "b"), number(lambda z: z["a"] ** 2),
          lambda x, z: 2 * z["a"] ** 2 + z["b"] + 0 * x),
    Model("curve: binary outcome", normals("a", "b"), number(lambda z: 0.7 * z["a"]),
          lambda x, z: logistic(x + z["a"] + 0.5 * z["b"]), binary=True),
    # Hold-out models from here on.
    Model("levels: counts", normals("a", "b"), coin(lambda z: logistic(0.8 * z["a"] + 0.4 * z["b"])),
          lambda x, z: np.exp(0.2 + 0.5 * x + 0.4 * z["a"] + 0.3 * z["b"]), LEVELS, counts=True),
    Model("levels: rare treatment", correlated, coin(lambda z: logistic(-2 + 0.7 * z["a"] - 0.5 * z["b"])),
          lambda x, z: 0.5 * x + z["a"] + np.abs(z["b"]), LEVELS),
    Model("levels: mixed confounders, binary outcome", mixed, coin(lambda z: logistic(0.7 * z["a"] + 0.5 * of_label(z))),
          lambda x, z: logistic(-0.3 + 0.8 * x + 0.8 * z["a"] + 0.6 * of_label(z) - z["b"]), LEVELS, binary=True),
    Model("curve: counts", normals("a", "b"), number(lambda z: 0.5 * z["a"] - 0.3 * z["b"]),
          lambda x, z: np.exp(0.2 + 0.3 * x + 0.4 * z["a"]), counts=True),
    Model("curve: linear, ten confounders", normals(*"abcdefghij"), number(lambda z: 0.3 * sum(z.values())),
          lambda x, z: 0.5 * x + 0.3 * sum(z.values())),
    Model("curve: no effect below 0", mixed, number(lambda z: 0.5 * z["a"] + 0.3 * of_label(z)),
          lambda x, z: 1.5 * np.maximum(x, 0) + np.abs(z["a"]) + of_label(z)),
]


# --------------------------------------------------------------------------------------------------------------- methods

def by_mixmi(z, x, y):
    """(reference, [(value, difference, lower, upper, mean in band)]), of the points that have support."""
    names = list(z)
    out = [",".join(names + ["x", "y"])]
    columns = [z[k] for k in names] + [x, y]
    text = [[v if isinstance(v, str) else repr(float(v)) for v in column] for column in columns]
    out += [",".join(row) for row in zip(*text)]
    run = subprocess.run([BIN, "effect", "-", "-x", "x", "-y", "y", "--adjust", ",".join(names), "--json"],
                         input="\n".join(out) + "\n", capture_output=True, text=True, check=True)
    answer = json.loads(run.stdout)
    points = answer["sets"][0]["outcomes"][0]["points"]
    return answer["reference"], [p for p in points if p["difference"] is not None], len(points)


def design(z):
    columns = []
    for values in z.values():
        if values.dtype.kind == "U":
            columns += [(values == level).astype(float) for level in np.unique(values)[1:]]
        else:
            columns.append(values)
    return np.stack(columns, 1)


def by_regression(z, x, y, reference, values, levels):
    """Differences and standard errors of a linear regression with main effects."""
    if levels is not None:
        treatment = np.stack([(x == v).astype(float) for v in values], 1)
        steps = np.eye(len(values))
    else:
        treatment = x[:, None]
        steps = (np.array(values) - reference)[:, None]
    matrix = np.hstack([treatment, np.ones((len(y), 1)), design(z)])
    inverse = np.linalg.inv(matrix.T @ matrix)
    b = inverse @ matrix.T @ y
    left = y - matrix @ b
    variance = inverse * (left @ left) / (len(y) - matrix.shape[1])
    k = treatment.shape[1]
    return steps @ b[:k], np.sqrt(np.einsum("ij,jk,ik->i", steps, variance[:k, :k], steps))


def folds_of(n, count=5):
    return np.random.default_rng(0).permutation(n) % count


def by_forest(z, x, y, reference, values, levels):
    """AIPW with forests for levels, the g-formula with a forest for numbers."""
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
    settings = dict(n_estimators=60, min_samples_leaf=5, n_jobs=1, random_state=0)
    covariates = design(z)
    if levels is None:
        forest = RandomForestRegressor(**settings).fit(np.column_stack([x, covariates]), y)
        def mean(value):
            return forest.predict(np.column_stack([np.full(len(y), value), covariates])).mean()
        return np.array([mean(v) for v in values]) - mean(reference), None
    wanted = [reference] + list(values)
    parts = np.zeros((len(wanted), len(y)))
    fold = folds_of(len(y))
    for k in range(5):
        train, test = fold != k, fold == k
        chance = RandomForestClassifier(**settings).fit(covariates[train], x[train])
        chances = np.clip(chance.predict_proba(covariates[test]), 0.01, 0.99)
        for i, level in enumerate(wanted):
            rows = train & (x == level)
            predicted = RandomForestRegressor(**settings).fit(covariates[rows], y[rows]).predict(covariates[test])
            e = chances[:, list(chance.classes_).index(level)]
            parts[i, test] = predicted + (x[test] == level) / e * (y[test] - predicted)
    differences = parts[1:] - parts[0]
    return differences.mean(1), differences.std(1) / math.sqrt(len(y))


# --------------------------------------------------------------------------------------------------------------- one draw

def one(model, n, seed, forest):
    random = np.random.default_rng(seed)
    z, x, y = model.draw(random, n)
    reference, points, count = by_mixmi(z, x, y)
    base = model.truth(reference)
    points = [p for p in points if p["x"] != reference]
    values = [p["x"] for p in points]
    true = np.array([model.truth(v) - base for v in values])
    means = np.array([model.truth(v) for v in values])
    row = {"points": len(points) + 1, "of": count}
    row["error"] = np.mean([abs(p["difference"] - t) for p, t in zip(points, true)])
    row["covers"] = np.mean([p["difference_lower"] <= t <= p["difference_upper"] for p, t in zip(points, true)])
    row["band"] = float(all(p["band_lower"] <= m <= p["band_upper"] for p, m in zip(points, means)))
    b, se = by_regression(z, x, y, reference, values, model.levels)
    row["linear"], row["linear_covers"] = np.mean(np.abs(b - true)), np.mean(np.abs(b - true) <= 1.96 * se)
    if forest:
        b, se = by_forest(z, x, y, reference, values, model.levels)
        row["forest"] = np.mean(np.abs(b - true))
        row["forest_covers"] = np.nan if se is None else np.mean(np.abs(b - true) <= 1.96 * se)
    return row


def main():
    parse = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parse.add_argument("--sizes", default="500,2000,10000")
    parse.add_argument("--draws", default="100,60,20", help="of each size")
    parse.add_argument("--forests", default="30,20,5", help="draws of each size that forests are fitted to")
    parse.add_argument("--models", default="", help="numbers from 1; all without it")
    parse.add_argument("--seed", type=int, default=33)
    parse.add_argument("--csv")
    parse.add_argument("--page")
    parse.add_argument("--said", default="", help="options that the page says it was made with")
    args = parse.parse_args()
    warnings.simplefilter("ignore")
    chosen = [int(k) - 1 for k in args.models.split(",") if k] or range(len(MODELS))
    lines = []
    for n, draws, forests in zip(*[[int(v) for v in a.split(",")] for a in (args.sizes, args.draws, args.forests)]):
        for k in chosen:
            rows = [one(MODELS[k], n, [args.seed, n, k, d], d < forests) for d in range(draws)]
            def mean(key, among=draws):
                values = [r[key] for r in rows[:among] if key in r]
                return float(np.mean(values)) if values else math.nan
            line = {"model": MODELS[k].name, "n": n, "draws": draws, "coverage": mean("covers"), "band": mean("band"),
                    "error": mean("error"), "linear": mean("linear"), "linear_coverage": mean("linear_covers"),
                    "forest_draws": min(forests, draws), "forest": mean("forest"), "forest_coverage": mean("forest_covers"),
                    "error_forest_draws": mean("error", forests), "linear_forest_draws": mean("linear", forests),
                    "supported": mean("points") / mean("of")}
            lines.append(line)
            print(" ".join(f"{v:.3g}" if isinstance(v, float) else str(v) for v in line.values()), file=sys.stderr, flush=True)
            if args.csv:
                write_lines(args.csv, lines)
    if args.page:
        write_page(args.page, lines, "make effects" + (f" OPTIONS=\"{args.said}\"" if args.said else ""))


def write_lines(path, lines):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, lines[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows({k: f"{v:.6g}" if isinstance(v, float) else v for k, v in line.items()} for line in lines)


def cell(value):
    return "" if math.isnan(value) else f"{value:.3g}"


def worse(line):
    """The error over that of the better of the two others, each on the draws that both have."""
    by_forest = line["error_forest_draws"] / line["forest"] if line["forest_draws"] > 0 else 0
    return max(line["error"] / line["linear"], by_forest)


def write_page(path, lines, command):
    sizes = list(dict.fromkeys(line["n"] for line in lines))
    low = [line for line in lines if line["coverage"] < 0.9]
    beaten = [line for line in lines if worse(line) > 1.2]
    text = ["# Effects", "",
            f"`mixmi effect` on {len(MODELS)} structural models with known effects (`{command}`); the last six took no part in choosing the method, but the last one in choosing the intervals of curves. Coverage is that of the pointwise intervals at .95 for differences to the reference, a mean over points and draws; "
            "*band*: share of draws whose simultaneous intervals hold all means. Errors are mean absolute errors of these differences, of mixmi, of a linear regression with main effects and of forests (AIPW for levels, the "
            "g-formula for curves), the last on the first draws only. *Ratio*: error of mixmi over that of the better of the two others, each on the draws that both have.", "",
            f"Intervals cover in at least .9 in {len(lines) - len(low)} of {len(lines)} cases. The ratio is above 1.2 in {len(beaten)} of them; with few draws it varies by chance."]
    for n in sizes:
        rows = [line for line in lines if line["n"] == n]
        text += ["", f"## {n} rows, {rows[0]['draws']} draws ({rows[0]['forest_draws']} with forests)", "",
                 "| model | coverage | band | coverage, linear | coverage, forests | error | error, linear | error, forests | ratio |",
                 "|---|---|---|---|---|---|---|---|---|"]
        for line in rows:
            keys = ("coverage", "band", "linear_coverage", "forest_coverage", "error", "linear", "forest")
            text.append("| " + line["model"] + " | " + " | ".join(cell(line[key]) for key in keys) + f" | {worse(line):.2f} |")
    with open(path, "w") as file:
        file.write("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
