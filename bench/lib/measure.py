"""How the Python benchmarks measure and record: the counterpart of measure.h, with the same table and JSON records."""
import json
import os
import statistics
import subprocess
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
COMMAND = os.path.join(ROOT, "build", "bin", "mixmi")
QUICK = os.environ.get("QUICK", "") not in ("", "0")
_bench = ""


def program(name):
    """A program of bench/, which `make bench` builds before it runs anything."""
    path = os.path.join(ROOT, "build", "bench", name)
    if not os.access(path, os.X_OK):
        sys.exit(f"bench: there is no {path}: run this by make bench ONLY=NAME, or build the target bench_programs first")
    return path


def need(*modules):
    """Imports modules that a yardstick needs, or ends the benchmark with a message: it is skipped, not failed."""
    found = []
    for name in modules:
        try:
            found.append(__import__(name, fromlist=["_"]))
        except ImportError:
            sys.exit(print(f"\n{os.path.basename(sys.argv[0])}: skipped, Python's {name} is not installed"))
    return found


def begin(bench, title):
    global _bench
    _bench = bench
    print(f"\n{bench}: {title}\n{'':<46} {'subject':>10} {'yardstick':>10} {'ratio':>9} (quartiles)", flush=True)


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def run(*arguments):
    """Runs a program; its seconds and what it printed."""
    start = time.perf_counter()
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    taken = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(arguments)} failed: {done.stderr}")
    return taken, done.stdout


def run_peak(*arguments):
    """Runs a program; its seconds and its peak memory in bytes."""
    taken, peak = run(program("peak"), *arguments)[1].split()
    return float(taken), float(peak)


def spread(values):
    values = sorted(values)
    quarter = len(values) // 4
    return {"median": statistics.median(values), "lower_quartile": values[quarter],
            "upper_quartile": values[len(values) - 1 - quarter]}


def in_unit(value):
    for least, factor, unit in ((1, 1, "s"), (1e-3, 1e3, "ms"), (1e-6, 1e6, "us"), (0, 1e9, "ns")):
        if value >= least:
            return f"{value * factor:.3g} {unit}"


def short(ratio):
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}"


def _finish(record, what, shown, ratio, goal):
    line = f"{what:<46} {shown[0]:>10} {shown[1]:>10} {shown[2]}"
    if goal:
        kind, bound = goal.split()
        record["goal"] = goal
        record["met"] = ratio >= float(bound) if kind == ">=" else ratio <= float(bound)
        line += f"   {goal}: {'met' if record['met'] else 'NOT MET'}"
    print(line, flush=True)
    if os.environ.get("BENCH_JSON"):
        with open(os.environ["BENCH_JSON"], "a") as out:
            out.write(json.dumps(record) + "\n")


def compare(what, subject, yardstick, speed_up=True, rounds=5, goal=None):
    """Times both sides in turn. A side is a pair of a name and a function that returns its seconds; goal: such as ">= 10"."""
    rounds = min(rounds, 3) if QUICK else rounds
    ours, theirs = [], []
    for _ in range(rounds):
        theirs.append(yardstick[1]())
        ours.append(subject[1]())
    ratio = spread([t / o if speed_up else o / t for o, t in zip(ours, theirs)])
    record = {"bench": _bench, "what": what, "subject": subject[0], "yardstick": yardstick[0], "clock": "wall",
              "rounds": rounds, "ratio_is": "yardstick / subject" if speed_up else "subject / yardstick",
              "subject_seconds": spread(ours), "yardstick_seconds": spread(theirs), "ratio": ratio}
    shown = (in_unit(record["subject_seconds"]["median"]), in_unit(record["yardstick_seconds"]["median"]),
             f"{short(ratio['median']):>9} ({short(ratio['lower_quartile'])} .. {short(ratio['upper_quartile'])})")
    _finish(record, what, shown, ratio["median"], goal)


def note(what, subject, yardstick, unit, goal=None):
    """A figure that is not timed: pairs of a name and a number."""
    ratio = subject[1] / yardstick[1]
    record = {"bench": _bench, "what": what, "subject": subject[0], "yardstick": yardstick[0], "unit": unit,
              "subject_value": subject[1], "yardstick_value": yardstick[1], "ratio_is": "subject / yardstick",
              "ratio": ratio}
    _finish(record, what, (f"{subject[1]:.4g} {unit}", f"{yardstick[1]:.4g} {unit}", f"{short(ratio):>9}"), ratio, goal)


def compare_least(what, commands, arguments, clock, goal, least_seconds, least_rounds, most_rounds, less=(0, 0)):
    """Two builds of one command in turn, until both have been run for long enough; returns their least times. These are compared,
    `less` a time of each."""
    times = ([], [])
    while len(times[0]) < most_rounds and (len(times[0]) < least_rounds or sum(times[0]) + sum(times[1]) < least_seconds):
        for command, taken in zip(commands, times):
            taken.append(clock(command, *arguments))
    least = min(times[0]), min(times[1])
    ours, theirs = (max(a - b, 1e-9) for a, b in zip(least, less))
    record = {"bench": _bench, "what": what, "subject": commands[0], "yardstick": commands[1], "clock": "processor",
              "rounds": len(times[0]), "ratio_is": "least subject / least yardstick", "subject_seconds": spread(times[0]),
              "yardstick_seconds": spread(times[1]), "ratio": ours / theirs}
    _finish(record, what, (in_unit(ours), in_unit(theirs), f"{ours / theirs:>9.3f}"), ours / theirs, goal)
    return least
