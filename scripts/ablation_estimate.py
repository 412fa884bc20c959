#!/usr/bin/python3
"""What every ingredient and constant of the default estimate is worth: the section "The estimate" of experiments/ABLATION.md.

ablation_estimate.py [--only TEXT] [--page FILE] [--csv FILE]

Each ingredient is removed, and each constant of src/estimate/constants.h is halved and doubled, one at a time. The sources concerned are compiled
again, linked before build/libmixmi.a, and the estimate is repeated on the same data sets: the accuracy suite and the hold-out sets (SIZES: rows and
draws). rel is the geometric mean over mechanisms of (RMSE + .005) over that of the method; its standard error is that of the mean of the
logarithms. Needs build/ with the target experiment_accuracy.
"""
import argparse
import csv
import glob
import math
import os
import re
import shlex
import subprocess
import sys
import tempfile

SIZES = ((300, 6), (1000, 2))
SEED = "20261118"
SETS = (["--mechanism", "*"], ["--holdout", "--mechanism", "h-*,w-*"])  # without what was written after the method was frozen
FLOOR = 0.005  # nats that are added to every error, so that cells without any do not count for everything
SECTION = "## The estimate"

# (what is removed, [(file below src/estimate, text, text without it)])
INGREDIENTS = [
    ("moving cuts after the search", [("grid_search.c", "done = done && polish(", "done = done || polish(")]),
    ("largest change first", [("grid_search.c", "rounds == 0 ? change_best(state)", "false ? change_best(state)")]),
    ("start from 2 bins", [("grid_search.c", "bins = bins > 2 ? 2 : 0", "bins = 0")]),
    ("start from 8 bins", [("grid_search.c", "size_t bins = most_start_bins(&state)", "size_t bins = 2")]),
    ("finer cells for the value", [("value.c", "high - low > 1) {", "false) {")]),
    ("fewer cells given Z", [("value.c", " / fmax(columns - 1, 1)", "")]),
    ("cells not seen", [("value.c", "f > 0 && other < 1 ?", "false ?")]),
    ("order of labels by likeness", [("divide.c", "if (!v->column->nominal || atoms < 3", "if (true || atoms < 3")]),
    ("bound by the entropy of values", [("value.c", "if (kind == HARDLY_REPEATS)", "if (true)")]),
    ("transforming the response", [("residual.c", "if (r->left >= 1)", "if (true)")]),
    ("shrinking of that", [("residual.c", "double share = fmax(0, 1 - variance_of_log", "double share = 1 + 0 * fmax(0, 1 - variance_of_log")]),
    ("one scale for equal fitted values", [("residual.c", "sum / (double)(end - i) };", "log(fabs(r->residual[keys[k].row]) + tiny) };")]),
    ("scale of residuals", [("residual.c", "bool counts = done && excess_of(&out, r) > 0;", "bool counts = false;")]),
    ("scale from the other rows", [("residual.c", "logs[i] - (logs[i] - fitted[i]) / share_left(leverage[i])", "fitted[i]")]),
    ("price of parameters", [("residual.c", "out->chosen * (0.5 * log(n) - 1)", "0")]),
    ("leverage", [("residual.c", "left / sqrt(share_left(r->leverage[i]) * share)", "left / sqrt(share)")]),
    ("parameters in the size of residuals", [("residual.c", "left / sqrt(share_left(r->leverage[i]) * share)", "left / sqrt(share_left(r->leverage[i]))")]),
    ("what ranks hide", [("residual.c", "double lost = lost_by_ranks(r)", "double lost = 0 * lost_by_ranks(r)")]),
    ("known quantiles", [("residual.c", "reach, ESTIMATE_QUANTILES", "reach, ESTIMATE_SAMPLE")]),
    ("residuals beside point masses", [("response.c", "return r->rows >= ESTIMATE_LEAST_ROWS &&", "return r->atoms == 0 && r->rows >= ESTIMATE_LEAST_ROWS &&")]),
    ("grid of the rest", [("chain.c", "mixmi_status status = look(out, terms, t, q);\n\tt->table", "mixmi_status status = MIXMI_OK;\n\tt->table")]),
    ("larger of formula and grid", [("chain.c", "q->changed || value_of(&sum) > value_of(&plain->value)", "q->changed || sum.supported")]),
    ("choice of the response", [("chain.c", "if (done && other.last.saved > t->last.saved)", "if (false)")]),
    ("residuals given Z", [("chain.c", "if (done && q->residuals[j].exists)", "if (false && q->residuals[j].exists)")]),
    ("regressing on the other side", [("chain.c", "if (t->last.exists)", "if (false)")]),
]

# What was deleted because it changed nothing: (what, rel at 300 rows, at 1000), before any of it was deleted. The last six: seed 4711, 20 and 8 data sets. "-": not run.
DELETED = [
    ("a second code of groups of texts", "1.000 ± 0.000", "-"),
    ("degrees of freedom by occupied cells", "1.000 ± 0.000", "-"),
    ("price of X and Y together against separately", "1.000 ± 0.000", "1.000 ± 0.000"),
    ("four bits for claiming a grid", "0.999 ± 0.001", "-"),
    ("small bias of the bound ignored", "1.000 ± 0.000", "-"),
    ("a lower price of parameters given Z", "0.964 ± 0.020", "-"),
    ("grids of I(Y';Z) and I(Y'';Z)", "1.000 ± 0.001", "-"),
    ("point masses of predictors as labels", "0.994 ± 0.006", "-"),
    ("cuts coded at seven resolutions (dearer without)", "1.002 ± 0.005", "1.011 ± 0.009"),
    ("a tree on what regressions leave", "1.001 ± 0.002", "1.001 ± 0.001"),
    ("waves over the fitted value in the scale", "0.997 ± 0.004", "1.000 ± 0.001"),
    ("two more updates of variances", "1.002 ± 0.011", "0.993 ± 0.014"),
    ("no transformation where .003 of the variance is left", "0.993 ± 0.013", "0.987 ± 0.009"),
    ("second and third pass over the cuts", "1.004 ± 0.002", "1.002 ± 0.002"),
]


TOGETHER = "All together, with two rules made simpler, on other draws: 0.964 ± 0.021 at 300 rows (6 data sets per mechanism), 0.968 ± 0.028 at 1000 (3)."


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def changed_files(edits):
    texts = {}
    for name, old, new in edits:
        path = f"src/estimate/{name}"
        text = texts.get(path) or read(path)
        if text.count(old) != 1:
            sys.exit(f"ablation: {path} has {text.count(old)} times: {old}")
        texts[path] = text.replace(old, new)
    return texts


def constants():
    """(name, value) of every constant that is a number."""
    text = read("src/estimate/constants.h")
    return re.findall(r"\b(ESTIMATE_[A-Z_]+|estimate_\w+) =\s*([\d.e+-]+)", text)


def variants():
    """(name, change, {path: text})"""
    for name, edits in INGREDIENTS:
        yield name, "removed", changed_files(edits)
    path = "src/estimate/constants.h"
    for name, value in constants():
        for factor, word in ((0.5, "halved"), (2, "doubled")):
            product = float(value) * factor
            new = str(max(1, round(product))) if re.fullmatch(r"\d+", value) and name.isupper() else repr(product)
            yield name, word, {path: re.sub(rf"\b({name} =\s*)[\d.e+-]+", rf"\g<1>{new}", read(path))}


def build(folder, changed):
    """The program `accuracy` of a variant."""
    for path, text in changed.items():
        place = os.path.join(folder, os.path.relpath(path, "src"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)
    sources = [path for path in changed if path.endswith(".c")] if all(path.endswith(".c") for path in changed) else glob.glob("src/estimate/*.c")
    objects = []
    for source in sources:
        own = os.path.join(folder, os.path.relpath(source, "src"))
        objects.append(os.path.join(folder, os.path.basename(source) + ".o"))
        # A copy lies beside the changed header: quotes look there first.
        subprocess.run(["cc", "-O2", "-std=gnu17", "-w", "-ffp-contract=off", "-D_GNU_SOURCE", "-I", folder, "-I", "src", "-I", "include",
                        "-c", own if os.path.exists(own) else source, "-o", objects[-1]], check=True)
    program = os.path.join(folder, "accuracy")
    libraries = subprocess.run(["pkg-config", "--libs", "gsl", "jansson", "expat", "zlib"], check=True, capture_output=True, text=True).stdout
    main = glob.glob("build/CMakeFiles/experiment_accuracy.dir/experiments/accuracy.c.o")
    subprocess.run(["cc", "-fopenmp", "-o", program, *main, *objects, "build/libmixmi_experiments.a", "build/libmixmi.a",
                    *shlex.split(libraries), "-lm", "-ldl", "-lpthread"], check=True)
    return program


def measure(program, folder, sizes=SIZES, seed=SEED, options=()):
    """{(mechanism, rows): line}"""
    errors = {}
    for rows, draws in sizes:
        for number, extra in enumerate(SETS):
            path = os.path.join(folder, f"{rows}-{number}.csv")
            subprocess.run([program, "--method", "default", "--n", str(rows), "--draws", str(draws), "--seed", seed, "--threads", "1",
                            "--csv", path, *options, *extra], check=True, stdout=subprocess.DEVNULL)
            with open(path, encoding="utf-8") as file:
                for line in csv.DictReader(file):
                    errors[line["mechanism"], rows] = {k: float(v) for k, v in line.items() if k not in ("mechanism", "method") and v}
    return errors


def compare(errors, base, rows):
    """Geometric mean of the ratios at so many rows, and the standard error of its logarithm."""
    logs = [math.log((math.sqrt(errors[k]["mse"]) + FLOOR) / (math.sqrt(base[k]["mse"]) + FLOOR)) for k in base if k[1] == rows]
    mean = sum(logs) / len(logs)
    return math.exp(mean), math.sqrt(sum((x - mean) ** 2 for x in logs) / (len(logs) - 1) / len(logs))


def nulls(errors, rows):
    values = [line["mean"] for (_, n), line in errors.items() if n == rows and line["truth"] == 0]
    return sum(values) / len(values)


def line_of(name, change, errors, base):
    cells = []
    for rows, _ in SIZES:
        rel, error = compare(errors, base, rows)
        cells.append(f"{rel:.3f} ± {error:.3f}")
    worst = max(base, key=lambda k: (math.sqrt(errors[k]["mse"]) + FLOOR) / (math.sqrt(base[k]["mse"]) + FLOOR))
    ratio = (math.sqrt(errors[worst]["mse"]) + FLOOR) / (math.sqrt(base[worst]["mse"]) + FLOOR)
    return f"| {name} | {change} | {' | '.join(cells)} | {nulls(errors, SIZES[-1][0]):.4f} | " + (f"{worst[0]} {worst[1]}: {ratio:.2f} |" if ratio > 1.005 else "|")


def write_section(page, lines):
    text = read(page) if os.path.exists(page) else "# Ablation\n"
    text = re.sub(rf"\n{SECTION}\n.*?(?=\n## |\Z)", "", text, flags=re.S).rstrip("\n")
    with open(page, "w", encoding="utf-8") as file:
        file.write(text + "\n\n" + SECTION + "\n\n" + "\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="names that contain this")
    parser.add_argument("--page", default="experiments/ABLATION.md")
    parser.add_argument("--check", action="store_true", help="only whether the sources have what each ingredient is found by")
    options, _ = parser.parse_known_args()  # `make ablation` hands the options of ablation.py to both
    if options.check:
        sys.exit(not list(variants()))
    with tempfile.TemporaryDirectory() as folder:
        base = measure("build/experiments/accuracy", folder)
    words = " and ".join(f"{draws} data sets of {rows} rows" for rows, draws in SIZES)
    lines = [
        "Every ingredient of the default estimate is removed and every constant halved and doubled in turn (`make ablation`,",
        f"`scripts/ablation_estimate.py`), on {len(base) // len(SIZES)} mechanisms of the accuracy suite and the hold-out sets, {words} each, the same for all.",
        "rel is the geometric mean of (RMSE + .005) over that of the method, ± its standard error. The last column names the mechanism that suffers most.", "",
        f"| what | change | {' | '.join(f'rel, n = {rows}' for rows, _ in SIZES)} | mean of nulls, n = {SIZES[-1][0]} | worst |",
        "|---|---|" + "---|" * (len(SIZES) + 2),
        line_of("(the method)", "", base, base),
    ]
    deleted = ["", "Deleted, and what that did to the error:", "", "| what | rel, n = 300 | rel, n = 1000 |", "|---|---|---|",
               *(f"| {name} | {few} | {more} |" for name, few, more in DELETED),
               "", TOGETHER]
    for name, change, changed in variants():
        if options.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                lines.append(line_of(name, change, measure(build(folder, changed), folder), base))
            except subprocess.CalledProcessError:
                lines.append(f"| {name} | {change} | does not work | | | |")
        print(lines[-1], flush=True)
        write_section(options.page, lines + deleted)


if __name__ == "__main__":
    main()
