#!/usr/bin/env python3
"""Writes the tables of the site from what the programs in experiments/ measured: figures.py BUILD [--measure].

    levels.csv -> LEVELS.md, accuracy.csv -> ACCURACY.md, rows.csv -> ROWS.md, censored.csv -> CENSORED.md     from the recorded figures
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
    write_censored()
    write_series()


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


ENDS = {"chance": "chance", "z": "Z", "x": "X and Z"}
ACTS = {"line": "a line", "wave": "a wave", "crossing": "crossing hazards"}


def write_censored():
    """Levels by censoring mechanism and effect of Z, and power compared with Cox regression."""
    words = ("x", "act", "end", "effect")
    with open(HERE / "censored.csv", newline="") as file:
        cells = [{name: value if name in words else float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    nulls = [c for c in cells if c["effect"] == "none"]
    lines = ["| columns in Z | Z acts along | end of observation by | level at .05, largest | level at .01, largest | Cox regression at .05, largest |", "|---|---|---|---|---|---|"]
    for z, act, end in dict.fromkeys((c["z"], c["act"], c["end"]) for c in nulls):
        chosen = [c for c in nulls if (c["z"], c["act"], c["end"]) == (z, act, end)]
        shown = [f"{mean(chosen, name):.3f}, {max(c[name] for c in chosen):.3f}" for name in ("at_05", "at_01", "cox_05")]
        by = "X" if z == 0 and end == "x" else ENDS[end]
        lines.append(f"| {int(z)} | {ACTS[act] if z > 0 else ''} | {by} | " + " | ".join(shown) + " |")
    lines += ["", "| X acts on the hazard | rows | censored | power at .05, Cox regression | power at .01, Cox regression |", "|---|---|---|---|---|"]
    for effect, word in (("monotone", "along a line"), ("turning", "on both sides of its middle")):
        for rows, censored in dict.fromkeys((c["rows"], c["censored"]) for c in cells):
            chosen = [c for c in cells if (c["effect"], c["rows"], c["censored"], c["act"]) == (effect, rows, censored, "line")]
            shown = [f"{mean(chosen, 'at_' + level):.2f}, {mean(chosen, 'cox_' + level):.2f}" for level in ("05", "01")]
            lines.append(f"| {word} | {int(rows)} | {censored:.0%} | " + " | ".join(shown) + " |")
    lines += ["", f"Shares of {int(cells[0]['draws'])} data sets per cell, over {len(cells)} cells: X a number or two values, 200 and 500 rows, 30% and 60% of the times censored. Power is that of cells where Z acts along a line, as Cox regression assumes."]
    (HERE / "CENSORED.md").write_text("\n".join(lines) + "\n")


def write_series():
    """Sums over the draws of series.csv: by kind and rows, by autocorrelation, and panels compared with one series."""
    with open(HERE / "series.csv", newline="") as file:
        draws = list(csv.DictReader(file))
    single = [d for d in draws if d["part"] == "single"]
    kinds = list(dict.fromkeys(d["kind"] for d in single))
    lines = ["| columns | rows | draws | edges found | false edges | F1 | directions found, wrong | seconds |", "|---|---|---|---|---|---|---|---|"]
    lines += [series_row(f"{kind} | {rows}", [d for d in single if (d["kind"], d["rows"]) == (kind, rows)])
              for kind in kinds for rows in dict.fromkeys(d["rows"] for d in single)]
    lines += ["", "In each cell: mixmi, then tigramite. Half of the draws have 5 columns, half 10; half have autocorrelations of at most .3, half of .65 to .95. alpha is .01, three lags. By autocorrelation:", "",
              "| autocorrelation at most | columns | draws | edges found | false edges | F1 | directions found, wrong | seconds |", "|---|---|---|---|---|---|---|---|"]
    lines += [series_row(f"{a} | {kind}", [d for d in single if (d["kind"], d["autocorrelation"]) == (kind, a)])
              for a in dict.fromkeys(d["autocorrelation"] for d in single) for kind in kinds]
    panels = [d for d in draws if d["part"] == "panel"]
    lines += ["", "One series of 1000 rows, and 100 series of 10 rows, which leave 400 rows for tests with six lags:", "",
              "| columns | series x rows | draws | edges found | false edges | F1 | directions found, wrong | seconds |", "|---|---|---|---|---|---|---|---|"]
    lines += [series_row(f"{kind} | {count} x {rows}", [d for d in panels if (d["kind"], d["series"], d["rows"]) == (kind, count, rows)])
              for kind, count, rows in dict.fromkeys((d["kind"], d["series"], d["rows"]) for d in panels)]
    with open(HERE / "series_slow.csv", newline="") as file:
        slow = list(csv.DictReader(file))
    lines += ["", "Beside PCMCI+ with CMIknn (CMIknnMixed for mixed columns), 5 columns, 200 rows: mixmi, partial correlation, CMIknn:", "",
              "| columns | draws | edges found | false edges | F1 | directions found, wrong | seconds |", "|---|---|---|---|---|---|---|"]
    lines += [series_row(kind, [d for d in slow if d["kind"] == kind]) for kind in dict.fromkeys(d["kind"] for d in slow)]
    (HERE / "SERIES.md").write_text("\n".join(lines) + "\n")


def series_row(head, draws):
    shown = {name: [] for name in ("found", "false", "f1", "arrows", "seconds")}
    for method in dict.fromkeys(d["method"] for d in draws):
        chosen = [d for d in draws if d["method"] == method]
        total = {name: sum(float(d[name]) for d in chosen) for name in chosen[0] if name not in ("part", "kind", "method")}
        shown["found"].append(f"{total['found'] / total['true']:.2f}")
        shown["false"].append(f"{total['false'] / total['pairs']:.4f}")
        shown["f1"].append(f"{2 * total['found'] / (total['true'] + total['found'] + total['false']):.3f}")
        arrows = total["arrows"]
        shown["arrows"].append(f"{total['right'] / arrows:.2f} ({total['wrong'] / arrows:.2f})" if arrows else "-")
        shown["seconds"].append(f"{total['seconds'] / len(chosen):.1f}")
    return f"| {head} | {len(chosen)} | " + " | ".join(", ".join(values) for values in shown.values()) + " |"


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
    """Processor seconds: the minimum of some runs."""
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
