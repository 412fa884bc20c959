#!/usr/bin/python3
"""Accuracy and cost against scikit-learn's mutual_info_regression, on the same data in the same run.

Usage: bench/versus_sklearn.py [ignored] [LARGEST]      LARGEST: most rows, 1000000 by default

Data: Experiments I and III of the paper (SPEC: true values 0.22314 and 0.22978) and Experiment V without Z (1.04493).
Cost: the whole command on a CSV file, reading included, against scikit-learn's call alone on arrays in memory.
"""
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

try:
    from sklearn.feature_selection import mutual_info_regression
except ImportError:
    sys.exit("scikit-learn is not installed (python3-sklearn): skipped")

COMMAND = os.path.join(os.path.dirname(__file__), "..", "build", "bin", "mixmi")
DRAWS = 50


def gaussian(rng, n):
    x = rng.standard_normal(n)
    return x, 0.6 * x + 0.8 * rng.standard_normal(n)


def zero_inflated(rng, n):
    x = rng.exponential(1, n)
    return x, np.where(rng.random(n) < 0.15, 0, rng.poisson(x))


def mixture(rng, n):
    x = rng.standard_normal(n)
    y = 0.8 * x + 0.6 * rng.standard_normal(n)
    a = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    b = np.where(rng.random(n) < 0.8, a, -a)
    discrete = rng.random(n) < 0.5
    return np.where(discrete, a, x), np.where(discrete, b, y)


def mixmi(path, *flags):
    start = time.perf_counter()
    out = subprocess.run([COMMAND, "cmi", path, "-x", "x", "-y", "y", *flags], check=True, capture_output=True, text=True)
    return float(out.stdout.split(" = ")[1].split()[0]), time.perf_counter() - start


def sklearn(x, y):
    start = time.perf_counter()
    value = mutual_info_regression(x.reshape(-1, 1), y, discrete_features=False, random_state=0)[0]
    return value, time.perf_counter() - start


def write(path, x, y):
    np.savetxt(path, np.column_stack([x, y]), fmt="%.17g", delimiter=",", header="x,y", comments="")


def accuracy(path):
    print(f"MSE over {DRAWS} draws, n = 1000\n{'data':<16}{'truth':>9}{'mixmi':>10}{'sklearn':>10}")
    for make, truth, flags in ((gaussian, 0.2231436, ()), (zero_inflated, 0.2297760, ("--discrete", "y")),
                               (mixture, 1.0449324, ())):
        errors = np.empty((DRAWS, 2))
        for i in range(DRAWS):
            x, y = make(np.random.default_rng(i), 1000)
            write(path, x, y)
            errors[i] = mixmi(path, *flags)[0] - truth, sklearn(x, y)[0] - truth
        ours, theirs = np.mean(errors**2, axis=0)
        print(f"{make.__name__:<16}{truth:>9.4f}{ours:>10.5f}{theirs:>10.5f}")


def cost(path, largest):
    print(f"\nseconds, best of 3 (Gaussian pair)\n{'rows':>9}{'mixmi':>10}{'sklearn':>10}{'ratio':>8}")
    n = 1000
    while n <= largest:
        x, y = gaussian(np.random.default_rng(0), n)
        write(path, x, y)
        ours = min(mixmi(path)[1] for _ in range(3))
        theirs = min(sklearn(x, y)[1] for _ in range(3 if n < 1000000 else 1))
        print(f"{n:>9}{ours:>10.4f}{theirs:>10.4f}{theirs / ours:>8.1f}")
        n *= 10


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "pair.csv")
        accuracy(path)
        cost(path, int(sys.argv[2]) if len(sys.argv) > 2 else 1000000)


main()
