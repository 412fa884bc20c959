#!/usr/bin/env python3
"""Compares rows.py with the command: check_rows.py MIXMI [QUESTIONS [SEED]]. Draws clusters, crossed clusters, comparisons within
clusters, series and censored times, with no or one column in Z, and fails where p, the estimate or an end of its interval differs by
more than 1e-9 (p: of itself, or by 1e-12), or where only one of the two says undecided.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import rows
from censored import Censored


def effects(rng, codes):
    return rng.normal(size=codes.max() + 1)[codes]


def draw(rng, kind):
    """Columns by name, the options of the command, and the question to rows.py."""
    n = int(rng.integers(60, 300))
    c, d = (np.unique(rng.integers(0, rng.integers(8, 30), n), return_inverse=True)[1] for _ in range(2))
    noise = rng.normal(size=(2, n))
    for i in range(1, n if kind == "series" else 0):
        noise[:, i] += 0.7 * noise[:, i - 1]
    x = effects(rng, c) + (noise[0] if rng.random() < 0.8 or kind != "clusters" else 0)
    y = rng.choice([0, 0.3]) * x + effects(rng, c) + noise[1]
    x = np.round(x) if rng.random() < 0.2 else x
    y = rng.poisson(np.exp(y / 2)) * 1.0 if rng.random() < 0.3 else y
    z = [rng.normal(size=n) + 0.5 * x] if rng.random() < 0.5 else []
    columns = {"x": x, "y": y, **{"z": v for v in z}}
    if kind == "series":
        return {**columns, "t": np.arange(n)}, ["--time", "t"], ([x], [y], z, rows.Rows(time=np.arange(n)))
    if kind == "censored":
        time, end = np.exp(-0.5 * x) * rng.exponential(size=n), 2 * rng.exponential(size=n)
        stop, event = np.minimum(time, end), time <= end
        columns.update(x=stop, event=1 * event, y=x)
        return columns, ["--survival", "x:event"], ([Censored(stop, event)], [x], z, rows.Rows())
    options = {"clusters": ["c"], "crossed": ["c+d"], "within": ["c", "--within"]}[kind]
    codes = {"c": c, "d": d} if kind == "crossed" else {"c": c}
    return {**columns, **codes}, ["--cluster", *options], ([x], [y], z, rows.Rows(list(codes.values()), kind == "within"))


def ask(mixmi, columns, options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.csv")
        with open(path, "w", newline="") as file:
            csv.writer(file).writerows([columns, *zip(*(v.tolist() for v in columns.values()))])
        z = ["-z", "z"] if "z" in columns else []
        numeric = ",".join(name for name in "xyz" if name in columns)
        command = [mixmi, "test", path, "-x", "x", "-y", "y", *z, *options, "--numeric", numeric, "--json"]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def differs(name, ours, theirs):
    if ours is None or theirs is None:
        return ours is not theirs
    return abs(ours - theirs) > (max(1e-9 * abs(ours), 1e-12) if name == "p" else 1e-9)


def main():
    mixmi, count, seed = sys.argv[1], int((sys.argv + [100, 20261119])[2 if len(sys.argv) > 2 else -2]), 20261119
    rng, wrong = np.random.default_rng(int(sys.argv[3]) if len(sys.argv) > 3 else seed), 0
    kinds = ["clusters", "crossed", "within", "series", "censored"]
    for i in range(count):
        columns, options, question = draw(rng, kinds[i % len(kinds)])
        ours, theirs = rows.answer(*question), ask(mixmi, columns, options)
        for name in ("p", "estimate", "lower", "upper"):
            if differs(name, getattr(ours, name), theirs.get(name)):
                wrong += 1
                print(f"question {i} ({kinds[i % len(kinds)]}): {name} is {theirs.get(name)}, not {getattr(ours, name)}")
    print(f"{count - wrong} of {count} questions agree")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
