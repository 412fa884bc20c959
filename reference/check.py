#!/usr/bin/env python3
"""Compares mixmi_reference.py with the command: check.py MIXMI. Draws 300 questions with fixed seeds, asks the command once
for all of them and fails where p or the statistic differ.

Kinds of columns: normal, uniform, heavy-tailed, zero-inflated, censored, counts, few numbers, rounded numbers, constants, and
labels of 2 to 12 levels, even and skewed; ties and missing values; n = 20 to 3000; independent, linear, curved and copied.

Not covered, because docs/METHOD.md does not say enough to write it down from there: Z, sets of several columns (their order),
more than twelve labels (rounding of "all labels at once"), fewer than 8 rows, and the estimate.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import mixmi_reference as reference

QUESTIONS = 300
EXACT = 1e-9  # relative difference of p and of the statistic
EXACT_AT_LEAST = 260  # questions that agree so well
CLOSE = 1e-6  # of the statistic of every question: the variance of sums of squares has a rounding that METHOD.md does not say


def letters(codes):
    return np.array(list("abcdefghijkl"), dtype=object)[codes]


def zero_inflated(rng, n):
    return np.where(rng.random(n) < rng.uniform(0.05, 0.7), 0.0, rng.normal(size=n))


def two_masses(rng, n):
    values = rng.normal(size=n)
    values[rng.random(n) < 0.2] = rng.choice([-1.0, 0.5])
    values[rng.random(n) < 0.2] = 2.0
    return values


KINDS = {
    "normal": lambda rng, n: rng.normal(size=n),
    "uniform": lambda rng, n: rng.random(n),
    "heavy": lambda rng, n: rng.standard_t(1.5, size=n),
    "zero-inflated": zero_inflated,
    "two masses": two_masses,
    "censored": lambda rng, n: np.maximum(rng.normal(size=n), rng.uniform(-1, 0.5)),
    "counts": lambda rng, n: rng.poisson(rng.uniform(0.5, 12), n).astype(float),
    "few": lambda rng, n: rng.integers(0, rng.integers(2, 14), n).astype(float),
    "rounded": lambda rng, n: np.round(rng.normal(size=n) * rng.choice([1, 3, 10])),
    "constant": lambda rng, n: np.full(n, 3.0),
    "labels": lambda rng, n: letters(rng.integers(0, rng.integers(2, 13), n)),
    "skewed labels": lambda rng, n: letters(rng.choice(8, n, p=rng.dirichlet([0.5] * 8))),
}
OFTEN = [kind for kind in KINDS if kind != "constant"]


def dependent(rng, x, y):
    """y, or something that depends on x and has the kind of y as far as that is possible."""
    how = rng.choice(["no", "no", "copied", "linear", "curved"])
    if how == "no" or reference.is_labels(x) != reference.is_labels(y):
        return y
    if how == "copied" or reference.is_labels(x):
        return np.where(rng.random(len(x)) < 0.3, x, y)
    effect = x if how == "linear" else np.abs(x - np.median(x))
    return y + rng.uniform(0, 0.5) * effect


def draw(rng, number):
    """One question: two columns of n rows, some with missing values."""
    n = int(np.exp(rng.uniform(np.log(20), np.log(3000 if number % 10 == 0 else 700))))
    kinds = rng.choice(OFTEN, 2)
    if number % 60 == 0:
        kinds[0] = "constant"
    x = KINDS[kinds[0]](rng, n)
    y = dependent(rng, x, KINDS[kinds[1]](rng, n))
    for column in (x, y):
        if rng.random() < 0.2:
            column[rng.random(n) < 0.05] = None if reference.is_labels(column) else np.nan
    return " ~ ".join(kinds), x, y


def cells(column, rows):
    """A column as text, empty where a value is missing and below its last row."""
    shown = ["" if v is None or v != v else v if isinstance(v, str) else repr(float(v)) for v in column]
    return shown + [""] * (rows - len(shown))


def ask(command, questions):
    """The command's answers to all questions, which are columns of one table."""
    rows = max(len(x) for _, x, _ in questions)
    table = {}
    for i, (_, x, y) in enumerate(questions):
        table[f"x{i}"], table[f"y{i}"] = cells(x, rows), cells(y, rows)
    with tempfile.TemporaryDirectory() as folder:
        data, asked = os.path.join(folder, "data.csv"), os.path.join(folder, "questions.csv")
        with open(data, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(table)
            writer.writerows(zip(*table.values()))
        with open(asked, "w") as file:
            file.write("x,y\n" + "".join(f"x{i},y{i}\n" for i in range(len(questions))))
        answer = subprocess.run([command, "test", data, "--queries", asked, "--json"], stdout=subprocess.PIPE)
    if answer.returncode not in (0, 1):
        sys.exit(f"{command} ended with {answer.returncode}")
    return json.loads(answer.stdout)["answers"]


def difference(ours, theirs):
    """Relative; infinite if there is no number to compare with."""
    return np.inf if theirs is None else abs(ours - theirs) / max(abs(theirs), np.finfo(float).tiny)


def main(command):
    rng = np.random.default_rng(20261117)
    questions = [draw(rng, number) for number in range(QUESTIONS)]
    exact = failed = 0
    for (kinds, x, y), theirs in zip(questions, ask(command, questions)):
        p, statistic = reference.test(x, y)
        of_p, of_statistic = difference(p, theirs["p"]), difference(statistic, theirs["statistic"])
        exact += of_p <= EXACT and of_statistic <= EXACT
        if of_statistic > CLOSE and p < reference.LARGEST_P:
            failed += 1
            print(f"{kinds}, n = {theirs['rows']}: p {p!r}, the command has {theirs['p']!r};"
                  f" statistic {statistic!r}, {theirs['statistic']!r}")
    print(f"{QUESTIONS - failed} of {QUESTIONS} questions agree, {exact} to {EXACT:g}")
    return 1 if failed or exact < EXACT_AT_LEAST else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
