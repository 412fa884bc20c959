#!/usr/bin/env python3
"""Compares the special functions of the R package, which are R's own, with GSL's: compare.py ROOT FOLDER.

Compiles tests/functions/grid.c with either in FOLDER and shows the largest difference of each function on its grid,
relative or absolute, whichever is smaller (p-values: relative). More than 1e-12 is a failure. The last line counts.
"""
import pathlib
import subprocess
import sys

MOST = 1e-12
SMALLEST = 1e-290  # below, numbers that are not normal have fewer digits


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def difference(name, a, b):
    if a == b or max(abs(a), abs(b)) < SMALLEST:
        return 0.0
    relative = abs(a - b) / max(abs(a), abs(b))
    return relative if name == "chi2_upper" else min(relative, abs(a - b))


def main():
    root, folder = map(pathlib.Path, sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    files = [root / "tests/functions/grid.c", root / "src/base/functions.c"]
    output("gcc", "-O2", f"-I{root}/src", *files, "-o", folder / "functions", "-lgsl", "-lgslcblas", "-lm")
    include = output("R", "CMD", "config", "--cppflags").split()
    output("gcc", "-O2", "-shared", "-fPIC", "-DMIXMI_RMATH", f"-I{root}/src", *include, *files, "-o", folder / "functions.so")
    ours = output(folder / "functions").splitlines()
    call = f'dyn.load("{folder}/functions.so"); invisible(.C("print_grid"))'
    theirs = output("Rscript", "--vanilla", "-e", call).splitlines()
    worst, count, equal = {}, {}, {}
    for a, b in zip(ours, theirs, strict=True):
        (name, *at, x), (*same, y) = a.split(), b.split()
        assert same == [name, *at]
        worst[name] = max(worst.get(name, 0), difference(name, float(x), float(y)))
        count[name] = count.get(name, 0) + 1
        equal[name] = equal.get(name, 0) + (x == y)
    failed = 0
    for name, most in worst.items():
        print(f"{name:22} {count[name]:5} values, {equal[name]:5} the same, largest difference {most:.2g}")
        failed += most > MOST
    print(f"{len(worst) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
