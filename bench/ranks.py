#!/usr/bin/python3
"""Ranks of MPI: efficiency from 1 to 2 ranks, memory per rank, and what 1,024 ranks would do.

A graph of mixed columns (tests/cluster/draw.py) is learnt by one rank and by two; efficiency is half of the quotient of their
times, which says something only where two processors are free, so the quotient of processor times stands beside it: what
sharing costs. PSS is what a rank has for itself, with its part of what it shares. The times of all questions, taken by one
process, go to build/bench/hand_out, which simulates more ranks; with LARGER=5, for a search over five times as many columns. Needs a build with tests and MPI:
    cmake --preset release -DMIXMI_TESTS=ON -DMIXMI_MPI=ON
"""
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "lib"))
import measure

ROOT = os.path.dirname(HERE)
COLUMNS = int(os.environ.get("COLUMNS_OF_GRAPH", "40" if measure.QUICK else "200"))
ROWS = 1000
LARGER = int(os.environ.get("LARGER", "1"))
QUIET = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_NUM_THREADS="1",
             OMPI_MCA_mpi_yield_when_idle="1", OMPI_MCA_hwloc_base_binding_policy="none", OMPI_MCA_rmaps_base_oversubscribe="1")


def pss_of(name, path):
    """Proportional set sizes in MB of all processes with this name that work on this file."""
    sizes = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/comm") as comm, open(f"/proc/{pid}/cmdline") as line, open(f"/proc/{pid}/smaps_rollup") as rollup:
                if comm.read().strip() == name and path in line.read():
                    sizes.append(int(re.search(r"^Pss: +(\d+)", rollup.read(), re.M).group(1)) / 1024)
        except OSError:
            pass
    return sizes


def run(ranks, path):
    """Seconds, processor seconds, tests, and the largest PSS of a rank that was seen, of one search."""
    before, start, largest = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic(), 0.0
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen([os.environ.get("MPIRUN", "mpirun"), "-n", str(ranks), f"{ROOT}/build/bin/mixmi-mpi", "graph", path,
                                  "--json"], stdout=out, stderr=subprocess.DEVNULL, env=QUIET)
        while child.poll() is None:
            largest = max([largest] + pss_of("mixmi-mpi", path))
            time.sleep(0.2)
        seconds = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        out.seek(0)
        tests = int(re.search(rb'"tests": (\d+)', out.read()).group(1))
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, tests, largest


def pieces(lines):
    """Questions of one process put together to the pieces that are handed out: (stage, seconds, bytes)."""
    found, skeleton, key = [], True, None
    for line in lines:
        sample, a, b, size, seconds = line.split()
        if found and skeleton and int(size) < level:
            skeleton = False
        level = int(size)
        measured = int(sample) > 0
        stage = "measuring" if measured else f"level-{size}" if skeleton else "later"
        if (stage, a, b) != key:
            found.append([stage, 0.0, 24 if measured else 45 + 4 * int(size)])
            key = stage, a, b
        found[-1][1] += float(seconds)
    return found


def enlarge(found, times):
    """The pieces of a search over `times` as many columns: pairs grow with the square, what is left of them after level 0 about
    twice as fast as the columns (sparse graphs, and pairs that chance keeps); times drawn from the measured ones of the stage."""
    rng, stages = random.Random(1), {}
    for stage, *rest in found:
        stages.setdefault(stage, []).append(rest)
    for stage, known in stages.items():
        growth = times * times if stage in ("level-0", "measuring") else 2 * times
        for seconds, size in rng.choices(known, k=len(known) * growth):
            yield stage, seconds, size


def main():
    with tempfile.TemporaryDirectory() as folder:
        path, times, table = (os.path.join(folder, name) for name in ("table.csv", "questions", "pieces"))
        with open(path, "w") as out:
            subprocess.run([sys.executable, f"{ROOT}/tests/cluster/draw.py", str(COLUMNS), str(ROWS), "1"], stdout=out, check=True)
        subprocess.run([f"{ROOT}/build/tests/mixmi_shard_hooked", "graph", path, "--checkpoint", os.path.join(folder, "answers"),
                        "--threads", "1", "--json"], env=dict(QUIET, HOOK_TIMES=times), stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        with open(times) as lines, open(table, "w") as out:
            found = pieces(lines)
            for stage, seconds, size in enlarge(found, LARGER) if LARGER > 1 else found:
                out.write(f"{stage} {seconds:.9f} {size}\n")
        print(f"\nranks: a graph of {COLUMNS * LARGER} columns, {ROWS} rows" + (", simulated" if LARGER > 1 else ""))
        sys.stdout.flush()
        subprocess.run([f"{ROOT}/build/bench/hand_out", table], check=True)
        if measure.QUICK or LARGER > 1:
            return
        one, two = run(1, path), run(2, path)
        print(f"{'':8} 1 rank: {one[2]} tests, {one[0]:.1f} s, {one[1]:.1f} s of processors, PSS {one[3]:.0f} MB")
        print(f"{'':8} 2 ranks: {two[2]} tests, {two[0]:.1f} s, {two[1]:.1f} s of processors, PSS {two[3]:.0f} MB per rank")
        print(f"{'':8} efficiency {one[0] / two[0] / 2:.3f} by the clock, {one[1] / two[1]:.3f} by processor time")


if not os.access(f"{ROOT}/build/bin/mixmi-mpi", os.X_OK) or not os.access(f"{ROOT}/build/tests/mixmi_shard_hooked", os.X_OK):
    print("ranks: skipped, it needs a build with -DMIXMI_TESTS=ON -DMIXMI_MPI=ON")
    sys.exit(0)
main()
