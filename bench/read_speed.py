#!/usr/bin/python3
"""Reading speed against pandas' C reader, on the same files in the same run, alternating.

Usage: bench/read_speed.py PROGRAM [ROWS]      PROGRAM: the built bench/read_speed.c; ROWS: 10000000 by default

mixmi's time includes the preparation of the columns (sorting, distinct values), pandas' does not.
"""
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import pandas as pd

ROUNDS = 3
BLOCK = 250_000


def doubles(rng, rows):
    return {name: ["%.17g" % x for x in rng.standard_normal(rows)] for name in "abc"}


def integers(rng, rows):
    return {name: [str(x) for x in rng.integers(0, high, rows)] for name, high in (("a", 10), ("b", 1000), ("c", 10**6))}


def mixed(rng, rows):
    words = np.array(["red", "green", "blue", "a longer label", '"quoted, text"'])
    return {"a": ["%.6g" % x for x in rng.standard_normal(rows)], "b": list(words[rng.integers(0, 5, rows)]),
            "c": [str(x) for x in rng.integers(0, 100, rows)]}


def write(path, make, rows):
    rng = np.random.default_rng(1)
    with open(path, "w") as out:
        out.write("a,b,c\n")
        for start in range(0, rows, BLOCK):
            columns = make(rng, min(BLOCK, rows - start))
            out.write("\n".join(map(",".join, zip(*columns.values()))) + "\n")


def seconds_pandas(path):
    start = time.perf_counter()
    frame = pd.read_csv(path)
    seconds = time.perf_counter() - start
    del frame
    return seconds


def seconds_mixmi(program, path, threads):
    return float(subprocess.run([program, path, "1", str(threads)], check=True, capture_output=True).stdout)


def main():
    program = sys.argv[1]
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
    print(f"{rows} rows, 3 columns, best of {ROUNDS}; seconds")
    print(f"{'file':<10}{'MB':>6}{'pandas':>9}{'mixmi':>9}{'1 thread':>10}{'pandas/mixmi':>14}")
    for make in (doubles, integers, mixed):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, make.__name__ + ".csv")
            write(path, make, rows)
            runs = [(seconds_pandas(path), seconds_mixmi(program, path, 0), seconds_mixmi(program, path, 1))
                    for _ in range(ROUNDS)]
            pandas, ours, single = (min(column) for column in zip(*runs))
            size = os.path.getsize(path) / 1e6
            print(f"{make.__name__:<10}{size:>6.0f}{pandas:>9.2f}{ours:>9.2f}{single:>10.2f}{pandas / ours:>14.2f}",
                  flush=True)


if __name__ == "__main__":
    main()
