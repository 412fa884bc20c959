#!/usr/bin/env python3
"""Draws a table of mixed columns with a known sparse DAG: draw.py COLUMNS ROWS SEED >FILE. Every third column is discrete. No
module beyond Python's own, so that any machine of a cluster can run it; the same table on every one of them."""
import math
import random
import sys


def draw(columns, rows, seed):
    rng = random.Random(seed)
    parents = [sorted({rng.randrange(j) for _ in range(rng.choice((0, 1, 1, 2)))}) if j else [] for j in range(columns)]
    weights = [[rng.uniform(0.5, 1.0) * rng.choice((-1, 1)) for _ in p] for p in parents]
    shapes = [rng.choice(("line", "bend")) for _ in range(columns)]
    yield ",".join(f"x{j}" for j in range(columns))
    for _ in range(rows):
        row = []
        for j in range(columns):
            pull = sum(w * (row[p] if shapes[p] == "line" else math.tanh(2 * row[p])) for w, p in zip(weights[j], parents[j]))
            value = pull + rng.gauss(0, 1)
            row.append(float(min(3, max(0, round(value + 1.5)))) - 1.5 if j % 3 == 0 else value)
        yield ",".join(f"{'abcd'[int(v + 1.5)]}" if j % 3 == 0 else f"{v:.5f}" for j, v in enumerate(row))


def main():
    columns, rows, seed = (int(word) for word in sys.argv[1:4])
    for line in draw(columns, rows, seed):
        print(line)


main()
