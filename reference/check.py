#!/usr/bin/env python3
"""Compares mixmi_reference.py with the command: check.py MIXMI test|estimate [QUESTIONS [SEED]]. Draws questions with a fixed
seed, asks the command once for all of them, and fails where p, the estimate or an end of its interval differs by more than 1e-9
(of itself, or 1e-12), or where only one of the two is undecided.

Columns are normal, uniform, heavy-tailed, zero-inflated, with several point masses, counts, few numbers, rounded and heaped
numbers, binary, rare, constant, and labels of 2 to n/2 levels, even and skewed; independent, linear, curved and copied, with
missing values. X and Y have one to three columns, Z none to six. Tests have n = 20 to 3000; estimates n = 20 to 1500, one in ten
above 300, and mostly a strong dependence. One question in eight more is given identifiers of two to ten rows, as labels
or numbers, and perhaps a covariate (n = 100 to 3000), and two are given two numbers at 9,000 and 12,000 rows, where the plan is made on a part.
"""
import collections
import csv
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import mixmi_reference as reference

QUESTIONS = {"test": (300, 20261118), "estimate": (50, 20261119)}


def labels(codes):
    return np.array([f"label {code}" for code in codes], dtype=object)


def masses(rng, n, places, share):
    return np.where(rng.random(n) < share, rng.choice(places, n), rng.normal(size=n))


KINDS = {
    "normal": lambda rng, n: rng.normal(size=n),
    "uniform": lambda rng, n: rng.random(n),
    "heavy": lambda rng, n: rng.standard_t(1.5, size=n),
    "zero-inflated": lambda rng, n: masses(rng, n, [0.0], rng.uniform(0.05, 0.9)),
    "two masses": lambda rng, n: masses(rng, n, [0.5, 2.0], 0.4),
    "five masses": lambda rng, n: masses(rng, n, [0.0, 1.0, 2.0, 5.0, 9.0], 0.6),
    "counts": lambda rng, n: rng.poisson(rng.uniform(0.5, 12), n).astype(float),
    "few": lambda rng, n: rng.integers(0, rng.integers(3, 14), n).astype(float),
    "rounded": lambda rng, n: np.round(rng.normal(size=n) * rng.choice([1, 3, 10, 40])),
    "heaped": lambda rng, n: np.round(rng.normal(size=n) * 5, rng.integers(0, 2)) * 10,
    "binary": lambda rng, n: (rng.random(n) < rng.uniform(0.1, 0.6)).astype(float),
    "rare": lambda rng, n: (rng.permutation(n) < max(2, n // 30)).astype(float),
    "constant": lambda rng, n: np.full(n, 3.0),
    "labels": lambda rng, n: labels(rng.integers(0, rng.integers(2, 13), n)),
    "many labels": lambda rng, n: labels(rng.integers(0, rng.integers(13, 41), n)),
    "persons": lambda rng, n: labels(rng.integers(0, max(2, n // rng.integers(2, 9)), n)),
    "skewed labels": lambda rng, n: labels(rng.choice(12, n, p=rng.dirichlet([0.5] * 12))),
    "Zipf labels": lambda rng, n: labels(np.minimum(rng.zipf(1.5, n), 200)),
}
OFTEN = [kind for kind in KINDS if kind not in ("constant", "rare")]
REPEATS = ["few", "binary", "labels", "skewed labels"]


def is_labels(column):
    return column.dtype.kind == "O"


def dependent(rng, x, y, how):
    """y, or something that depends on x and has the kind of y as far as that is possible."""
    if how == "no" or is_labels(x) != is_labels(y):
        return y
    if how == "copied" or is_labels(x):
        return np.where(rng.random(len(x)) < 0.4, x, y)
    return y + rng.uniform(0.3, 2) * (x if how == "linear" else np.abs(x - np.median(x)))


def draw(rng, number, what):
    """The kinds of one question and its columns (X, Y, Z). Of six questions two have no Z, three one to three columns and one
    up to six; half of the Z of tests have only columns that repeat values. One side in six has two or three columns."""
    most = 3000 if what == "test" else 1500 if number % 10 == 0 else 300
    n = int(np.exp(rng.uniform(np.log(20), np.log(most))))
    given = [0, 0, 1, 1, int(rng.integers(1, 4)), int(rng.integers(2, 7))][number % 6]
    sides = [int(rng.choice([1, 2, 3], p=[0.84, 0.12, 0.04])) for _ in range(2)]
    repeats = REPEATS if what == "test" and rng.random() < 0.5 else OFTEN
    kinds = [list(rng.choice(OFTEN, k)) for k in sides] + [list(rng.choice(repeats, given))]
    kinds[0][0] = "constant" if number % 60 == 0 else "rare" if number % 25 == 0 else kinds[0][0]
    x, y, z = [[KINDS[kind](rng, n) for kind in side] for side in kinds]
    share = 0.4 if what == "test" else 0.1
    y[0] = dependent(rng, x[0], y[0], rng.choice(["no", "copied", "linear", "curved"], p=[share] + 3 * [(1 - share) / 3]))
    if z and not is_labels(z[0]) and kinds[0][0] in ("normal", "uniform", "heavy"):
        x[0] = x[0] + z[0]
    for column in x + y + z:
        if rng.random() < 0.2:
            column[rng.random(n) < 0.05] = None if is_labels(column) else np.nan
    return " | ".join(", ".join(side) for side in kinds), (x, y, z)


def as_text(column, rows):
    """A column as text, empty where a value is missing and below its last row."""
    shown = ["" if v is None or v != v else v if isinstance(v, str) else repr(float(v)) for v in column]
    return shown + [""] * (rows - len(shown))


def ask(command, questions):
    """The command's answers to all questions, which are columns of one table."""
    rows = max(len(sides[0][0]) for _, sides in questions)
    table, asked = {}, [("x", "y", "z")]
    for i, (_, sides) in enumerate(questions):
        names = [[f"{role}{i}_{j}" for j in range(len(side))] for role, side in zip("xyz", sides)]
        asked.append([";".join(side) for side in names])
        table.update((name, as_text(c, rows)) for side, columns in zip(names, sides) for name, c in zip(side, columns))
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("data.csv", "questions.csv")]
        for path, lines in zip(paths, ([list(table), *zip(*table.values())], asked)):
            with open(path, "w", newline="") as file:
                csv.writer(file).writerows(lines)
        answer = subprocess.run([command, "test", paths[0], "--queries", paths[1], "--json", "--no-recognise", "--threads", "1",
                                 "--confidence", "0.95", "--sort", "file"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if answer.returncode not in (0, 1):
        sys.exit(f"{command} ended with {answer.returncode}")
    return json.loads(answer.stdout)["answers"]


def draw_identifiers(rng, n):
    """X and Y share what their identifier has, which is a label or a number; Y perhaps depends on X; given the identifier and
    perhaps a number."""
    person = np.arange(n) // rng.integers(2, 11)
    z, own = rng.normal(size=n), 2 * rng.normal(size=n)[person]
    x = own + z + rng.normal(size=n)
    y = own - z + rng.normal(size=n) + rng.choice([0.0, 0.5]) * x
    y = np.round(y) if rng.random() < 0.3 else y
    named = rng.permutation(n).astype(float)[person] if rng.random() < 0.4 else labels(person)
    return "identifiers", ([x], [y], [named, z] if rng.random() < 0.7 else [named])


def draw_many_rows(rng, n):
    z = rng.normal(size=(n, 2))
    x = z[:, 0] * z[:, 1] + rng.normal(size=n)
    return "many rows", ([x], [np.sin(2 * z[:, 0]) + rng.choice([0.0, 0.1]) * x**2 + rng.normal(size=n)], list(z.T))


def compare(sides, theirs):
    """Both answers (p, estimate, lower, upper; None: undecided), what they are, and whether they agree."""
    other, mine = [theirs[key] for key in ("p", "estimate", "lower", "upper")], list(reference.answer(*sides)[:4])
    if mine[0] is None or other[0] is None:
        return mine, other, "undecided", mine[0] is other[0]
    close = [a is not None and b is not None and abs(a - b) <= max(1e-9 * abs(b), 1e-12) for a, b in zip(mine, other)]
    return mine, other, "dependent" if mine[0] <= 0.05 else "not detected", all(close)


def main(command, what, count=None, seed=None):
    count, seed = int(count or QUESTIONS[what][0]), int(seed or QUESTIONS[what][1])
    rng, outcomes = np.random.default_rng(seed), collections.Counter()
    questions = [draw(rng, number, what) for number in range(count)]
    questions += [draw_identifiers(rng, int(np.exp(rng.uniform(np.log(100), np.log(3000))))) for _ in range(count // 8)]
    questions += [draw_many_rows(rng, n) for n in (9000, 12000) if count >= 50]
    for number, ((kinds, sides), theirs) in enumerate(zip(questions, ask(command, questions))):
        mine, other, outcome, same = compare(sides, theirs)
        outcomes[outcome] += 1
        if not same:
            outcomes["differ"] += 1
            print(f"{number}: {kinds}, n = {theirs['rows']}: {mine}, the command has {other}")
    print(", ".join(f"{n} {outcome}" for outcome, n in sorted(outcomes.items())))
    return 1 if outcomes["differ"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
