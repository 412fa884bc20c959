#!/usr/bin/python3
"""What every constant of the regression and of the default test, and every ingredient, is worth: experiments/ABLATION.md.

ablation.py [--only TEXT] [--draws N] [--rows LIST] [--threads N] [--page FILE]
ablation.py --check          exits with 1 if the sources no longer have what an ingredient is found by

Each constant of src/{question,regress,test}/constants.h is halved and doubled, and each ingredient is removed, one at a time. The files that name it are
compiled again, linked before build/libmixmi.a, and asked about the same data sets (SUITE, written and frozen before): mean shares of nulls with
p at most .01 and .05, and of alternatives with p at most .01. A change counts as noise if it is smaller than twice the root of the data sets
that came out otherwise over all data sets. Needs build/ with the target experiment_levels.
"""
import argparse
import csv
import glob
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tempfile

SUITE = {
    "null": "linear-3,ordinal-3,counts-4,mean-scale-3,product,maximum-strong,periodic,radial,class-slope,labels-30-zipf,"
            "labels-15-slopes,persons-5,wave-3-of-4,years-8,squares-4,kinks-5,places,idle-20",
    "alternative": "left-linear-3,left-binary-3,left-zeros-3,left-product,left-scale,left-class-slope,left-labels-30,left-persons-5,"
                   "left-dose,left-places,left-idle-20,gkcm-square,gkcm-classes,sign-flip,one-class,sum-child",
}
# Cases that single ingredients are for (experiments/lib/levels_ingredients.c): the suite above is blind to half of them.
INGREDIENT_SUITE = {
    "null": "i-steps-3,i-box,i-tree,i-threshold,i-triple,i-coins-slope,i-slopes-40,i-differences-40,i-labels-zipf,i-labels-4,i-rare,i-counts,"
            "i-zeros,i-rare-given,i-counts-given,i-zeros-given,h-exposure,h-mostly-zero",
    "alternative": "i-left-steps-3,i-left-tree,i-left-triple,i-left-coins,i-left-slopes-40,i-labels-20,i-labels-60,i-labels-200,i-labels-both,"
                   "i-labels-given,i-rare-pair,i-left-counts,i-left-zeros",
}
SEED = "20261118"

# (what is removed, file, text, text without it)
INGREDIENTS = [
    ("tree", "src/regress/regress.c", "regress_tree(leaf, values, g) : 0", "1 : 0"),
    ("waves over the fitted value", "src/regress/regress.c", "done = add_index(w, &solution)", "done = true"),
    ("kernel", "src/regress/blocks.c", "count_numbers(g) > 2", "false"),
    ("products of two columns", "src/regress/blocks.c", "if (!add_pairs(c, a, b))", "if (false && !add_pairs(c, a, b))"),
    ("products of three columns", "src/regress/blocks.c", "if (g->sources[k].factors > 0 &&", "if (false &&"),
    ("blocks beyond the limit", "src/regress/blocks.c", "c.list[k].cost > cost ? count_rivals(&c.list[k], g) : 0", "0"),
    ("sums and differences", "src/regress/regressors.c", "if (regress_is_numeric(&g->sources[i]) &&", "if (false &&"),
    ("effects of levels", "src/regress/regressors.c", "if ((labels || numbers) && better)", "if (false)"),
    ("slopes per level", "src/regress/regressors.c", "if (s == grouped ||", "if (true || s == grouped ||"),
    ("fitting what is left again", "src/regress/regress.c", "regress_fit_repeat(f, REGRESS_TIMES)", "true"),
    ("leverage of each row", "src/regress/regress.c", "if (f->given->part == NULL)", "if (false)"),
    ("scale given Z", "src/test/residuals.c", "done = level_scale(", "done = true || level_scale("),
    ("regression of the features of residuals", "src/test/residuals.c",
     "bool done = residualise_values(residuals, NULL, residuals->values, residuals->count, false, g);", "bool done = true;"),
    ("weights by Z", "src/test/weighing.c", "if (w.count == 0)", "if (true)"),
    ("deviates that vary together", "src/test/covary.c", "if (given->manner != TEST_BY_REGRESSION ||", "if (true ||"),
    ("all labels at once", "src/test/tails.c", "k < omnibus->count", "k < 0 * omnibus->count"),
    ("third cumulant of these sums", "src/test/omnibus.c", "(test_moments_of_sum){ mean, variance, third_cumulant(a, b, n, mean, spread) }",
     "(test_moments_of_sum){ mean, variance, 0 * third_cumulant(a, b, n, mean, spread) }"),
    ("Student's distribution", "src/test/tails.c", "if (isinf(rows))", "if (true)"),
    ("skewness", "src/test/tails.c", "if (skewness < 1e-3)", "if (true)"),
    ("products of squares in the variance", "src/test/moments.c", "fmax(effect / uneven, least)", "fmax(effect, least)"),
    ("bias that both may share", "src/test/moments.c", "1 + bias_allowance(x, y)", "1"),
    ("rows that both regressions took", "src/test/moments.c", "+ overlap_of(x, y, x->share_count)", "+ 0"),
    ("what Z left in both", "src/test/leftover.c", "share = u * u > noise_of_u ?", "share = false ?"),
    ("groups of rows with similar Z", "src/test/leftover.c", "p < TEST_PARTITIONS; p++) {\n\t\tconst test_groups *g", "p < 2; p++) {\n\t\tconst test_groups *g"),
]


def constants_module():
    spec = importlib.util.spec_from_file_location("constants", "scripts/constants.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def scaled(value, factor):
    """Every number of a value times a factor; bounds of rows stay."""
    integer = re.fullmatch(r"\d+", value) is not None

    def one(match):
        product = float(match[0]) * factor
        return str(max(1, int(product))) if integer else repr(product)
    if "SIZE_MAX" in value:
        return re.sub(r"(?<=, )(\d+)(?= \})", lambda m: str(max(1, int(int(m[1]) * factor))), value)
    return re.sub(r"\d+(?:\.\d+)?", one, value, count=1 if "/" in value else 0)


def replaced(text, name, new):
    found = re.search(rf"\b{name}(?:\[\])? =\s*((?:\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}})|[^,;/}}]+?(?:/ \d+)?)\s*[,;}}]", text)
    return text[:found.start(1)] + new + text[found.end(1):]


def variants():
    """(name, change, {path: text}) of every variant."""
    for name, path, old, new in INGREDIENTS:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if text.count(old) != 1:
            sys.exit(f"ablation: {path} has {text.count(old)} times: {old}")
        yield name, "removed", {path: text.replace(old, new)}
    parse = constants_module().entries
    for path in ("src/question/constants.h", "src/regress/constants.h", "src/test/constants.h"):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for names, values, _ in parse(text):
            for name, value in zip(names, values):
                for factor, word in ((0.5, "halved"), (2, "doubled")):
                    yield name, word, {path: replaced(text, name, scaled(value, factor))}


def sources_of(name, changed):
    path, = changed
    if path.endswith(".c"):
        return [path]
    users = {}
    for source in glob.glob("src/question/*.[ch]") + glob.glob("src/regress/*.[ch]") + glob.glob("src/test/*.[ch]"):
        with open(source, encoding="utf-8") as file:
            users[source] = file.read()
    if any(re.search(rf"\b{name}\b", text) and not source.endswith("constants.h") for source, text in users.items() if source.endswith(".h")):
        return [source for source in users if source.endswith(".c")]
    return [source for source, text in users.items() if source.endswith(".c") and re.search(rf"\b{name}\b", text)]


def build(folder, name, changed):
    """The program `levels` of a variant."""
    for path, text in changed.items():
        place = os.path.join(folder, os.path.relpath(path, "src"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)
    objects = []
    for source in sources_of(name, changed):
        own = os.path.join(folder, os.path.relpath(source, "src"))
        objects.append(os.path.join(folder, os.path.basename(source) + ".o"))
        subprocess.run(["cc", "-O2", "-std=gnu17", "-w", "-ffp-contract=off", "-D_GNU_SOURCE", "-fopenmp", "-I", folder, "-I", "src", "-I", "include",
                        "-c", own if os.path.exists(own) else source, "-o", objects[-1]], check=True)
    program = os.path.join(folder, "levels")
    libraries = subprocess.run(["pkg-config", "--libs", "gsl", "jansson", "expat", "zlib"], check=True, capture_output=True, text=True).stdout
    main = glob.glob("build/CMakeFiles/experiment_levels.dir/experiments/levels.c.o")
    subprocess.run(["cc", "-fopenmp", "-o", program, *main, *objects, "build/libmixmi_experiments.a", "build/libmixmi.a",
                    *shlex.split(libraries), "-lm", "-ldl", "-lpthread"], check=True)
    return program


def measure(program, folder, options):
    """{(kind, case, rows): (data sets at .01, at .05)}"""
    shares = {}
    for suite, extra in ((SUITE, []), (INGREDIENT_SUITE, ["--holdout"])):
        for kind, cases in suite.items():
            path = os.path.join(folder, f"{kind}{len(extra)}.csv")
            subprocess.run([program, "--tests", "residual", "--only", cases, "--n", options.rows, "--draws", str(options.draws), "--seed", SEED,
                            "--threads", str(options.threads),
                            "--csv", path, *extra], check=True, stdout=subprocess.DEVNULL)
            with open(path, encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    shares[kind, row["case"], row["n"]] = tuple(round(float(row[at]) * int(row["draws"])) for at in ("at_01", "at_05"))
    return shares


def summary(shares, draws):
    """Shares of nulls at .01 and .05 and of alternatives at .01."""
    mean = lambda kind, at: sum(v[at] for k, v in shares.items() if k[0] == kind) / draws / sum(k[0] == kind for k in shares)
    return mean("null", 0), mean("null", 1), mean("alternative", 0)


def noise(shares, base, draws):
    moved = lambda kind, at: sum(abs(shares[k][at] - base[k][at]) for k in base if k[0] == kind) ** 0.5 / draws / sum(k[0] == kind for k in base)
    return moved("null", 0), moved("null", 1), moved("alternative", 0)


def count(kind):
    return sum(len(suite[kind].split(",")) for suite in (SUITE, INGREDIENT_SUITE))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="names that contain this")
    parser.add_argument("--page", default="experiments/ABLATION.md")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--draws", type=int, default=30, help="data sets of each case (%(default)s)")
    parser.add_argument("--rows", default="200,600", help="numbers of rows (%(default)s)")
    parser.add_argument("--threads", type=int, default=0, help="0: as many as there are cores")
    options = parser.parse_args()
    if options.check:
        sys.exit(not list(variants()))
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        base = measure("build/experiments/levels", folder, options)
    row = "| {} | {} | {:.3f} / {:.3f} | {:.3f} | {} |"
    whole = summary(base, options.draws)
    head = [
        "# Ablation", "",
        "Every constant of the regression on Z and of the default test is halved and doubled in turn, and every ingredient is removed (`make ablation`,",
        f"`scripts/ablation.py`). {count('null')} nulls and {count('alternative')} alternatives of `experiments/levels`, n = {options.rows.replace(',', ' and ')}, {options.draws} data sets each, the same for all.",
        "\"Beyond noise\" names what moved by more than twice the root of the data sets that came out otherwise.", "",
        "| what | change | nulls at .01 / .05 | alternatives at .01 | beyond noise |", "|---|---|---|---|---|", row.format("(the method)", "", *whole, ""),
    ]
    for name, change, changed in variants():
        if options.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                shares = measure(build(folder, name, changed), folder, options)
            except subprocess.CalledProcessError:
                lines.append(f"| {name} | {change} | does not work | | |")
                continue
        now = summary(shares, options.draws)
        words = [word for word, a, b, error in zip(("level .01", "level .05", "power"), now, whole, noise(shares, base, options.draws)) if abs(a - b) > 2 * error > 0]
        lines.append(row.format(name, change, *now, ", ".join(words)))
        with open(options.page, "w", encoding="utf-8") as file:
            file.write("\n".join(head + lines) + "\n")


if __name__ == "__main__":
    main()
