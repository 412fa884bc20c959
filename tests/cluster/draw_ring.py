#!/usr/bin/env python3
"""Draws a table of three values per column in which each column shares a hidden cause with the next, and the last with the first:
draw_ring.py COLUMNS ROWS SEED >FILE. Every column can then separate every pair, so that there are too many sets for FCI; where
halves of the rows miss an edge there are not. The same table on every machine."""
import random
import sys


def draw(columns, rows, seed):
    rng = random.Random(seed)
    yield ",".join(f"v{j}" for j in range(columns))
    for _ in range(rows):
        hidden = [rng.gauss(0, 1) for _ in range(columns)]
        values = [hidden[j] + hidden[(j + 1) % columns] + 0.3 * rng.gauss(0, 1) for j in range(columns)]
        yield ",".join("0" if v < -0.6 else "1" if v < 0.6 else "2" for v in values)


sys.stdout.writelines(line + "\n" for line in draw(*map(int, sys.argv[1:4])))
