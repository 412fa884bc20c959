#!/usr/bin/env python3
"""Draws a table of three values per column from a dense DAG with three hidden causes: draw_dense.py COLUMNS ROWS SEED >FILE. Such
a table has edges that no set of neighbours takes away, as RFCI finds out. The same table on every machine."""
import math
import random
import sys


def draw(columns, rows, seed):
    rng = random.Random(seed)
    causes = [[(k, rng.choice((-1, 1)) * rng.uniform(0.5, 1.2)) for k in range(j) if rng.random() < 0.35] for j in range(columns)]
    children = [rng.sample(range(columns), 4) for _ in range(3)]
    hidden = [[rng.uniform(0.6, 1.1) if j in c else 0 for j in range(columns)] for c in children]
    yield ",".join(f"v{j}" for j in range(columns))
    for _ in range(rows):
        common, row = [rng.gauss(0, 1) for _ in hidden], []
        for j in range(columns):
            pull = sum(w * row[k] for k, w in causes[j]) + sum(h[j] * c for h, c in zip(hidden, common))
            spread = 1 + sum(w * w for _, w in causes[j]) + sum(h[j] ** 2 for h in hidden)
            row.append((rng.gauss(0, 1) + pull) / math.sqrt(spread))
        yield ",".join("0" if v < -0.4 else "1" if v < 0.4 else "2" for v in row)


def main():
    columns, rows, seed = (int(word) for word in sys.argv[1:4])
    for line in draw(columns, rows, seed):
        print(line)


main()
