#!/usr/bin/env python3
"""Writes the tables of the site from what the programs in experiments/ measured: figures.py BUILD [--measure].

    levels.csv -> LEVELS.md, accuracy.csv -> ACCURACY.md, rows.csv -> ROWS.md     from the recorded figures
    --measure: also measures again what takes minutes:
    networks.csv -> NETWORKS.md, blankets.csv -> BLANKETS.md  small networks, one thread
    performance.csv -> PERFORMANCE.md                         processor seconds of the command
"""
import csv
import math
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "experiments"


def program(build, name, *arguments):
    subprocess.run([build / "experiments" / name, *arguments], check=True, stdout=subprocess.DEVNULL)


def from_records(build):
    program(build, "levels", "--read", HERE / "levels.csv", "--page", HERE / "LEVELS.md")
    program(build, "accuracy", "--read", HERE / "accuracy.csv", "--page", HERE / "ACCURACY.md", "--quiet")
    write_rows()


def write_rows():
    """Means over the cells of rows.csv, and the largest level."""
    with open(HERE / "rows.csv", newline="") as file:
        cells = [{name: float(value) if name not in ("x", "y") else value for name, value in row.items()} for row in csv.DictReader(file)]
    lines = ["| clusters x rows | X within clusters | level at .05, largest | level at .01, largest | power at .05, known variances | power at .01, known variances |", "|---|---|---|---|---|---|"]
    for clusters, size in ((20, 50), (50, 20), (200, 5)):
        for constant, word in ((0, "varies"), (1, "is constant")):
            chosen = [c for c in cells if (c["clusters"], c["size"], c["constant"], c["aware"]) == (clusters, size, constant, 1) and c["icc"] > 0]
            nulls, others = [c for c in chosen if not c["dependent"]], [c for c in chosen if c["dependent"]]
            shown = [f"{mean(nulls, name):.3f}, {max(c[name] for c in nulls):.3f}" for name in ("at_05", "at_01")]
            shown += [f"{mean(others, 'at_' + level):.2f}, {mean(others, 'known_' + level):.2f}" for level in ("05", "01")]
            lines.append(f"| {clusters} x {size} | {word} | " + " | ".join(shown) + " |")
    lines += ["", f"Shares of {int(cells[0]['draws'])} data sets per cell, over {len([c for c in cells if c['aware']])} cells: numbers, counts, binary columns and labels; intraclass correlations .1, .3 and .6; none to three columns in Z.", ""]
    plain = {(c["icc"] > 0, c["dependent"], c["aware"]): c for c in cells if c["x"] == c["y"] == "numeric" and c["z"] == 0 and (c["icc"] == 0 or not c["aware"])}
    lines.append(f"Without the option, at an intraclass correlation of .3 and without Z, {plain[True, 0, 0]['at_05']:.2f} of independent columns are rejected at .05. "
                 f"Where rows are independent the option costs little: 50 clusters of 20 rows, power at .05 {plain[False, 1, 1]['at_05']:.2f} with it and {plain[False, 1, 0]['at_05']:.2f} without.")
    (HERE / "ROWS.md").write_text("\n".join(lines) + "\n")


def mean(cells, name):
    return sum(c[name] for c in cells) / len(cells)


def measure_graphs(build):
    for name, arguments in (("networks", ["--options", "", "--options", "search=pc-stable", "--options", "test=miic", "--graphs", "1", "--nodes", "8,15", "--n", "300,1000"]),
                            ("blankets", ["--networks", "7", "--nodes", "15", "--n", "1000", "--by", "blanket", "--by", "graph"])):
        (HERE / f"{name}.csv").unlink(missing_ok=True)
        program(build, name, *arguments, "--threads", "1", "--csv", HERE / f"{name}.csv", "--page", HERE / f"{name.upper()}.md")


# ------------------------------------------------------------------------------------------------- seconds


def table(path, rows):
    """Numbers, counts and labels that depend on each other through z1 and z2."""
    draw = random.Random(7)
    with open(path, "w") as file:
        print("x,y,z1,z2,label", file=file)
        for _ in range(rows):
            z1, z2 = draw.gauss(0, 1), draw.gauss(0, 1)
            x, y = z1 + z2 + draw.gauss(0, 1), math.sin(z1) + z2 + draw.gauss(0, 1)
            print(f"{x:.6f},{y:.6f},{z1:.6f},{z2:.6f},{'abcde'[min(4, max(0, int(z1 + 2.5)))]}", file=file)


def seconds(command, runs):
    """Processor seconds, the least of some runs."""
    def once():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once() for _ in range(runs))


QUESTIONS = [("cmi", "-x x -y y"), ("cmi", "-x x -y y -z z1"), ("cmi", "-x x -y y -z z1,z2"), ("test", "-x x -y y"), ("test", "-x x -y y -z z1"),
             ("test", "-x x -y y -z z1,z2"), ("cmi", "-x x -y label"), ("test", "-x x -y y -z label"), ("pairs", ""), ("graph", ""), ("cmi", "-x x -y y -z z1 --preset paper")]
SIZES = (1000, 10000, 100000)


def measure_seconds(build):
    mixmi = build / "bin/mixmi"
    with tempfile.TemporaryDirectory() as work, open(HERE / "performance.csv", "w", newline="") as out:
        write = csv.writer(out)
        write.writerow(["command", "arguments", "rows", "seconds"])
        for rows in SIZES:
            table(f"{work}/{rows}.csv", rows)
            for name, arguments in QUESTIONS:
                if name != "graph" or rows <= 10000:
                    taken = seconds([mixmi, name, f"{work}/{rows}.csv", *arguments.split(), "--threads", "1"], 3 if rows < 100000 else 1)
                    write.writerow([name, arguments, rows, f"{taken:.4f}"])
                    out.flush()
    version = subprocess.run([mixmi, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()[1]
    write_seconds(version)


def write_seconds(version):
    with open(HERE / "performance.csv", newline="") as file:
        found = {(row["command"], row["arguments"], int(row["rows"])): float(row["seconds"]) for row in csv.DictReader(file)}
    lines = [f"Version {version}, a table of five columns (four numbers, one label), one thread; the least of three runs, at 100,000 rows of one.", "",
             "| command | " + " | ".join(f"n = {rows:,}" for rows in SIZES) + " |", "|---|" + "---|" * len(SIZES)]
    for name, arguments in QUESTIONS:
        cells = [f"{found[name, arguments, rows]:.2g}" if (name, arguments, rows) in found else "" for rows in SIZES]
        lines.append(f"| `mixmi {name} FILE {arguments}".rstrip() + "` | " + " | ".join(cells) + " |")
    (HERE / "PERFORMANCE.md").write_text("\n".join(lines) + "\n")


def main():
    build = Path(sys.argv[1]).resolve()
    from_records(build)
    if "--measure" in sys.argv:
        measure_graphs(build)
        measure_seconds(build)


if __name__ == "__main__":
    main()
