#!/usr/bin/env python3
"""Graphs of series: mixmi graph --lags against PCMCI+ with partial correlation of tigramite, on the same draws.

    experiments/series.py build/bin/mixmi build/series.csv [--draws N] [--seed S] [--only PART] [--slow]

The designs follow Runge (2020): every column depends on its own past (autocorrelation uniform from a - .3 to a) and on 1.5 others per
column, three in ten of them at the same time, the rest one to LAGS steps earlier; coefficients .1 to .5 of either sign. linear: these
are linear, with normal noise. nonlinear: half of them go through (1 + 5 x exp(-x^2 / 20)) x. mixed: of three columns one is drawn as 0
or 1, with the linear predictor as logit, and one is cut off at 0, so that about half of its values are 0; what acts on others is what
is seen. tigramite is run where the environment variable TIGRAMITE names a folder that has it (it is not part of this repository).
experiments/series_slow.csv was written with --slow, which takes minutes per draw.
"""
import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

LAGS = 3
ALPHA = 0.01
BURN = 200


def design(random, count, a):
    """Links (cause, effect, lag, coefficient, bent), with the links at one time in the order of columns, and the autocorrelations."""
    links, taken = [], set()
    while len(links) < int(1.5 * count):
        i, j = random.choice(count, 2, replace=False)
        lag = 0 if random.random() < 0.3 else int(random.integers(1, LAGS + 1))
        if lag == 0 and i > j:
            i, j = j, i
        if (i, j, lag) in taken:
            continue
        taken.add((i, j, lag))
        links.append((int(i), int(j), lag, random.uniform(0.1, 0.5) * random.choice([-1, 1]), random.random() < 0.5))
    return links, random.uniform(max(0, a - 0.3), a, count)


def bend(x):
    return (1 + 5 * x * np.exp(-x * x / 20)) * x


def draw(random, kind, count, a, rows, series=1):
    """A stationary draw of the design: its links and the columns, `series` stretches of `rows` under each other."""
    while True:
        links, own = design(random, count, a)
        stretches = []
        for _ in range(series):
            x = np.zeros((rows + BURN, count))
            noise = random.normal(size=x.shape) * random.uniform(0.5, 2, count)
            chance = random.uniform(size=x.shape)
            for t in range(LAGS, rows + BURN):
                for j in range(count):
                    value = own[j] * x[t - 1, j]
                    for i, to, lag, c, bent in links:
                        if to == j:
                            cause = x[t - lag, i]
                            value += c * (bend(cause) if kind == "nonlinear" and bent else cause)
                    role = j % 3 if kind == "mixed" else 0
                    if role == 1:
                        x[t, j] = chance[t, j] < 1 / (1 + np.exp(-2 * (value - own[j] / 2)))
                    elif role == 2:
                        x[t, j] = max(0.0, value + noise[t, j])
                    else:
                        x[t, j] = value + noise[t, j]
                if not np.all(np.abs(x[t]) < 1e4):
                    break
            stretches.append(x[BURN:])
        x = np.concatenate(stretches)
        if np.all(np.abs(x) < 100) and np.all(np.std(x, axis=0) > 0.05):
            return links, x


def by_mixmi(command, x, series):
    """Edges as {(cause, effect, lag): mark}, mark -> or --, and seconds."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        length = len(x) // series
        file.write("unit,time," + ",".join(f"v{j}" for j in range(x.shape[1])) + "\n")
        for t, row in enumerate(x):
            file.write(f"{t // length},{t % length}," + ",".join(f"{value:.6g}" for value in row) + "\n")
        file.flush()
        arguments = ["--time", "time", "--id", "unit", "--lags", str(LAGS), "--alpha", str(ALPHA), "--json", "--threads", "1"]
        start = os.times()
        done = subprocess.run([command, "graph", file.name, *arguments], capture_output=True, text=True, check=False)
        end = os.times()
    if done.returncode != 0:
        sys.exit(done.stderr)
    found = {}
    for edge in json.loads(done.stdout)["edges"]:
        cause, _, lag = edge["from"].partition("@")
        found[int(cause[1:]), int(edge["to"][1:]), int(lag or 0)] = "->" if edge["type"] == "directed" else "--"
    return found, end.children_user + end.children_system - start.children_user - start.children_system


def by_tigramite(x, series):
    from tigramite import data_processing
    from tigramite.independence_tests.parcorr import ParCorr

    length = len(x) // series
    data = {i: x[i * length:(i + 1) * length] for i in range(series)}
    frame = data_processing.DataFrame(data, analysis_mode="multiple") if series > 1 else data_processing.DataFrame(x)
    return by_pcmciplus(frame, ParCorr())


def by_cmiknn(x, series):
    """One series by CMIknn with its own settings, or by CMIknnMixed if a column has two values; one thread."""
    from tigramite import data_processing
    from tigramite.independence_tests.cmiknn import CMIknn
    from tigramite.independence_tests.cmiknn_mixed import CMIknnMixed

    discrete = [len(np.unique(column)) <= 2 for column in x.T]
    if not any(discrete):
        return by_pcmciplus(data_processing.DataFrame(x), CMIknn(workers=1))
    types = np.tile(np.array(discrete, dtype=int), (len(x), 1))
    return by_pcmciplus(data_processing.DataFrame(x, data_type=types), CMIknnMixed(workers=1))


def by_pcmciplus(frame, test):
    from tigramite.pcmci import PCMCI

    start = time.process_time()
    graph = PCMCI(dataframe=frame, cond_ind_test=test, verbosity=0).run_pcmciplus(tau_max=LAGS, pc_alpha=ALPHA)["graph"]
    end = time.process_time()
    found = {}
    for i, j, lag in zip(*np.nonzero(graph != "")):
        mark = graph[i, j, lag]
        if lag > 0 or mark == "-->":
            found[int(i), int(j), int(lag)] = "->"
        elif mark not in ("<--",) and i < j:
            found[int(i), int(j), 0] = "--"
    return found, end - start


def counts(links, found, count):
    """Of pairs of different columns: true and false edges found and there to be found; of edges at one time: arrows right, wrong, open."""
    def adjacency(i, j, lag):
        return (min(i, j), max(i, j), 0) if lag == 0 else (i, j, lag)

    true = {adjacency(i, j, lag) for i, j, lag, _, _ in links}
    claimed = {adjacency(*edge) for edge in found if edge[0] != edge[1]}
    pairs = count * (count - 1) // 2 + LAGS * count * (count - 1)
    arrows = {(i, j) for i, j, lag, _, _ in links if lag == 0}
    right = sum(found.get((i, j, 0)) == "->" for i, j in arrows)
    wrong = sum(found.get((j, i, 0)) == "->" for i, j in arrows)
    return {"true": len(true), "found": len(true & claimed), "false": len(claimed - true), "pairs": pairs - len(true),
            "own": sum((j, j, 1) in found for j in range(count)), "arrows": len(arrows), "right": right, "wrong": wrong}


# (part, kind, columns, autocorrelation, rows per series, series)
CELLS = [("single", kind, count, a, rows, 1) for kind in ("linear", "nonlinear", "mixed") for count in (5, 10)
         for a in (0.3, 0.95) for rows in (200, 500, 1000)]
CELLS += [("panel", kind, 5, 0.6, rows, series) for kind in ("linear", "mixed") for rows, series in ((1000, 1), (10, 100))]

SLOW_CELLS = [("slow", kind, 5, 0.6, 200, 1) for kind in ("linear", "nonlinear", "mixed")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("csv")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--slow", action="store_true", help="small series, also with CMIknn: minutes per draw (experiments/series_slow.csv)")
    given = parser.parse_args()
    cells = list(enumerate(SLOW_CELLS, len(CELLS))) if given.slow else list(enumerate(CELLS))
    methods = {"mixmi": lambda x, series: by_mixmi(given.command, x, series)}
    if os.environ.get("TIGRAMITE"):
        sys.path.insert(0, os.environ["TIGRAMITE"])
        methods["tigramite"] = by_tigramite
        if given.slow:
            methods["cmiknn"] = by_cmiknn
    with open(given.csv, "w", newline="") as file:
        writer = None
        for k in range(given.draws):  # outermost, so that a run that is stopped has drawn all cells about as often
            for number, (part, kind, count, a, rows, series) in cells:
                if given.only not in f"{part} {kind} {count} {a} {rows}":
                    continue
                links, x = draw(np.random.default_rng([given.seed, number, k]), kind, count, a, rows, series)
                for name, ask in methods.items():
                    found, seconds = ask(x, series)
                    row = {"part": part, "kind": kind, "columns": count, "autocorrelation": a, "rows": rows, "series": series,
                           "draw": k, "method": name, **counts(links, found, count), "seconds": f"{seconds:.3f}"}
                    if writer is None:
                        writer = csv.DictWriter(file, list(row))
                        writer.writeheader()
                    writer.writerow(row)
                    file.flush()


if __name__ == "__main__":
    main()
