#!/usr/bin/python3
"""mixmi against scikit-learn: one pair of growing n, a target with 1000 columns at n = 10,000, accuracy where truth is known.

mixmi's time is that of the whole command, reading the CSV file included; scikit-learn's is that of the call alone, on arrays
in memory, with its columns shared out among as many processes (this version's functions may have no n_jobs of their own).
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
import measure

numpy, selection, joblib, pandas = measure.need("numpy", "sklearn.feature_selection", "joblib", "pandas")
THREADS = min(2, os.cpu_count() or 1)
ROWS = 10000
COLUMNS = 40 if measure.QUICK else 1000
DRAWS = 10 if measure.QUICK else 50


def columns_of(rng, target):
    """Continuous, zero-inflated, Poisson and rounded columns in turn that depend on the target more or less."""
    for j in range(COLUMNS):
        x = rng.uniform() * target + rng.standard_normal(len(target))
        yield (x, numpy.where(rng.random(len(x)) < 0.3, 0, x), rng.poisson(numpy.exp(0.3 * x)).astype(float),
               numpy.round(3 * x))[j % 4]


def in_parallel(function, x, y, jobs):
    blocks = numpy.array_split(numpy.arange(x.shape[1]), jobs * 4)

    def one(block):
        return function(x[:, block], y, discrete_features=False, random_state=0)

    return numpy.concatenate(joblib.Parallel(n_jobs=jobs)(joblib.delayed(one)(b) for b in blocks if len(b) > 0))


def compare_target(folder, name, function, y, x, flags):
    path = os.path.join(folder, name + ".csv")
    frame = pandas.DataFrame(x, columns=[f"x{j}" for j in range(x.shape[1])])
    frame.insert(0, "y", y)
    frame.to_csv(path, index=False, float_format="%.9g")
    in_parallel(function, x[:100, :8], y[:100], THREADS)  # starts the processes
    for what, preset in (("", ()), (", preset paper", ("--preset", "paper"))):
        measure.compare(f"{COLUMNS} columns, {name}{what}",
                        ("mixmi pairs", lambda: measure.run(measure.COMMAND, "pairs", path, "--target", "y", "--threads",
                                                            str(THREADS), *preset, *flags)[0]),
                        (function.__name__, lambda: measure.seconds(lambda: in_parallel(function, x, y, THREADS))),
                        True, 3, ">= 10")


def cost(folder):
    rng = numpy.random.default_rng(1)
    y = rng.standard_normal(ROWS)
    x = numpy.column_stack(list(columns_of(rng, y)))
    measure.begin("pairs", f"mixmi pairs, reading included, against scikit-learn, n = {ROWS}, {THREADS} threads each; times as fast")
    compare_target(folder, "continuous target", selection.mutual_info_regression, y, x, [])
    compare_target(folder, "target with 3 classes", selection.mutual_info_classif, numpy.digitize(y, (-0.5, 0.7)), x,
                   ["--discrete", "y"])


def gaussian(rng, n):
    x = rng.standard_normal(n)
    return x, 0.6 * x + 0.8 * rng.standard_normal(n)


def zero_inflated(rng, n):
    x = rng.exponential(1, n)
    return x, numpy.where(rng.random(n) < 0.15, 0, rng.poisson(x))


def mixture(rng, n):
    x = rng.standard_normal(n)
    y = 0.8 * x + 0.6 * rng.standard_normal(n)
    a = numpy.where(rng.random(n) < 0.5, 1.0, -1.0)
    b = numpy.where(rng.random(n) < 0.8, a, -a)
    discrete = rng.random(n) < 0.5
    return numpy.where(discrete, a, x), numpy.where(discrete, b, y)


def one_pair(folder):
    measure.begin("pair", "mixmi cmi on a Gaussian pair, reading included, against mutual_info_regression, one thread; times as fast")
    path = os.path.join(folder, "pair.csv")
    for rows in (1000, 10000, 100000) if measure.QUICK else (1000, 10000, 100000, 1000000):
        x, y = gaussian(numpy.random.default_rng(0), rows)
        numpy.savetxt(path, numpy.column_stack([x, y]), fmt="%.17g", delimiter=",", header="x,y", comments="")
        measure.compare(f"n = {rows}",
                        ("mixmi cmi", lambda: measure.run(measure.COMMAND, "cmi", path, "-x", "x", "-y", "y", "--threads", "1")[0]),
                        ("mutual_info_regression", lambda: measure.seconds(lambda: selection.mutual_info_regression(
                            x.reshape(-1, 1), y, discrete_features=False, random_state=0))),
                        True, 5 if rows <= 100000 else 1)


def accuracy(folder):
    """Mean squared errors on experiments I, III and V of the paper (docs/METHOD.md has the true values)."""
    measure.begin("accuracy", f"mean squared error of {DRAWS} draws at n = 1000 against mutual_info_regression's")
    path = os.path.join(folder, "pair.csv")
    for make, truth, flags in ((gaussian, 0.2231436, ()), (zero_inflated, 0.2297760, ("--discrete", "y")),
                               (mixture, 1.0449324, ())):
        errors = numpy.empty((DRAWS, 2))
        for i in range(DRAWS):
            x, y = make(numpy.random.default_rng(i), 1000)
            numpy.savetxt(path, numpy.column_stack([x, y]), fmt="%.17g", delimiter=",", header="x,y", comments="")
            output = measure.run(measure.COMMAND, "cmi", path, "-x", "x", "-y", "y", *flags)[1]
            theirs = selection.mutual_info_regression(x.reshape(-1, 1), y, discrete_features=False, random_state=0)[0]
            errors[i] = float(output.split(" = ")[1].split()[0]) - truth, theirs - truth
        ours, theirs = numpy.mean(errors**2, axis=0)
        measure.note(make.__name__.replace("_", " "), ("mixmi", ours), ("mutual_info_regression", theirs), "")


def main():
    with tempfile.TemporaryDirectory() as folder:
        one_pair(folder)
        cost(folder)
        accuracy(folder)


main()
