#!/usr/bin/python3
"""Another build of the command against this one, figure by figure: ratios of the processor time that both take in one run.

Usage: make bench ONLY=versions OLD=/path/to/bin/mixmi      without OLD it is skipped; NEW: instead of this build
       FIGURES="pairs, preset"                             only figures whose line contains this

Both run in turn on one thread, and the least time of each counts, which noise can only raise: so the ratio holds on a machine that is
not idle. What it takes to start is the first figure, and is taken off all others. Where nothing was changed by design the goal is at most 1.03; what the defaults ask costs what their method costs, and has none.
"""
import os
import random
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
import measure

GOAL = "<= 1.03"
LEAST_SECONDS, LEAST_ROUNDS, MOST_ROUNDS = (0.3, 2, 4) if measure.QUICK else (6, 7, 60)


def processor_seconds(*arguments):
    """What a process and its children take of the processor, in user mode and in the kernel."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(arguments)} failed: {done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def draw_columns(path, rows, columns, seed):
    """Columns of all kinds, neighbours dependent: continuous, with a point mass at 0, counts, labels."""
    draw = random.Random(seed)
    with open(path, "w", encoding="ascii") as out:
        print(",".join(f"c{j}" for j in range(columns)), file=out)
        for _ in range(rows):
            common, fields = draw.gauss(0, 1), []
            for j in range(columns):
                common = 0.6 * common + 0.8 * draw.gauss(0, 1)
                fields.append((f"{common:.6g}", f"{max(common, 0):.6g}", str(int(3 * abs(common))), "abcd"[int(2 * abs(common)) % 4])[j % 4])
            print(",".join(fields), file=out)


def figures(folder):
    """What is asked, the goal, and the arguments."""
    wide, long, small = (os.path.join(folder, name) for name in ("wide.csv", "long.csv", "small.csv"))
    draw_columns(wide, 1000, 12 if measure.QUICK else 24, 1)
    many, few = (3000, 300) if measure.QUICK else (20000, 1000)
    draw_columns(long, many, 4, 2)
    draw_columns(small, few, 8 if measure.QUICK else 12, 3)
    for rows in (10000,) if measure.QUICK else (100000, 1000000):
        large = os.path.join(folder, f"mixture{rows}.csv")
        subprocess.run([measure.program("file"), str(rows), large], check=True)
        both = [large, "-x", "x", "-y", "y", "-z", "z", "--discrete", "z"]
        yield f"read {rows} rows, discrete", GOAL, ["cmi", *both, "--discrete", "x,y,z", "--preset", "paper", "--max-rounds", "0"]
        yield f"cmi, preset paper, {rows} rows", GOAL, ["cmi", *both, "--preset", "paper"]
        yield f"cmi, default, {rows} rows", None, ["cmi", *both]
    yield "pairs, preset paper, sc, 1000 rows", GOAL, ["pairs", wide, "--preset", "paper", "--test", "sc"]
    for test in ("chi2", "sc", "miic", "suzuki", "rcot", "rcit"):
        yield f"pairs, preset paper, {test}, 1000 rows", GOAL, ["pairs", wide, "--preset", "paper", "--test", test]
    yield "pairs, default, 1000 rows", None, ["pairs", wide]
    for test in ("chi2", "sc", "miic"):
        yield f"graph, preset paper, {test}, {few} rows", GOAL, ["graph", small, "--preset", "paper", "--test", test]
    yield f"graph, default, {few} rows", None, ["graph", small]
    given = [long, "-x", "c0", "-y", "c1", "-z", "c2,c3"]
    for estimator in ("ksg", "fp", "mixed-ksg", "ravk", "ms"):
        asked = given[:5] if estimator in ("ksg", "mixed-ksg") else given
        yield f"cmi, {estimator}, {many} rows", GOAL, ["cmi", *asked, "--estimator", estimator]
    for test in ("chi2", "sc", "miic", "perm"):
        yield f"test, preset paper, {test}, {many} rows", GOAL, ["test", *given, "--preset", "paper", "--test", test]
    yield f"test, default, {many} rows", None, ["test", *given]


def main():
    old = os.environ.get("OLD")
    if not old:
        print("\nversions: skipped, OLD does not name the command to compare with")
        return
    new, wanted = os.environ.get("NEW") or measure.COMMAND, os.environ.get("FIGURES", "")
    measure.begin("versions", f"{new} against {old}, processor time, one thread")
    rule = (LEAST_SECONDS, LEAST_ROUNDS, MOST_ROUNDS)
    start = measure.compare_least("start: --version", (new, old), ["--version"], processor_seconds, GOAL, *rule)
    with tempfile.TemporaryDirectory() as folder:
        for what, goal, arguments in figures(folder):
            if wanted in what:
                measure.compare_least(what, (new, old), [*arguments, "--threads", "1"], processor_seconds, goal,
                                      *rule, less=start)


main()
