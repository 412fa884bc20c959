#!/usr/bin/env python3
"""Compares what tests/cross/answers prints here and on another system: compare.py HERE OTHER [exact]. Differences of more than 1e-9, relative to the
larger number and above 1e-12, are errors; with `exact` all differences are."""
import sys


def read(path):
    """Questions, and the numbers of their answers."""
    lines = [line.split() for line in open(path)]
    return [line[:3] for line in lines], [float(number) for line in lines for number in line[3:]]


def main(here, other, exact=None):
    (asked, ours), (asked_there, theirs) = read(here), read(other)
    if asked != asked_there or len(asked) < 100:
        sys.exit(f"cross: {len(asked)} questions here and {len(asked_there)} there are not the same, or too few")
    same = sum(repr(a) == repr(b) for a, b in zip(ours, theirs))
    gaps = [abs(a - b) / max(abs(a), abs(b)) for a, b in zip(ours, theirs) if abs(a - b) > 1e-12]
    print(f"cross: {same} of {len(ours)} numbers have the same bits; largest relative difference above 1e-12: {max(gaps, default=0):.1e}")
    # a number that only one system can compute is a difference, too
    lost = sum((a != a) != (b != b) for a, b in zip(ours, theirs))
    return lost > 0 or max(gaps, default=0) > 1e-9 or (exact is not None and same < len(ours))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
