#!/usr/bin/python3
"""Reading speed against pandas' C reader, on the same files in the same run, in turn.

mixmi's time includes the preparation of the columns (sorting, distinct values), pandas' does not.
"""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
import measure

np, pd = measure.need("numpy", "pandas")
ROWS = int(os.environ.get("ROWS") or (200_000 if measure.QUICK else 3_000_000))
BLOCK = 250_000


def doubles(rng, rows):
    return {name: ["%.17g" % x for x in rng.standard_normal(rows)] for name in "abc"}


def integers(rng, rows):
    return {name: [str(x) for x in rng.integers(0, high, rows)] for name, high in (("a", 10), ("b", 1000), ("c", 10**6))}


def mixed(rng, rows):
    words = np.array(["red", "green", "blue", "a longer label", '"quoted, text"'])
    return {"a": ["%.6g" % x for x in rng.standard_normal(rows)], "b": list(words[rng.integers(0, 5, rows)]),
            "c": [str(x) for x in rng.integers(0, 100, rows)]}


def write(path, make, rows):
    rng = np.random.default_rng(1)
    with open(path, "w") as out:
        out.write("a,b,c\n")
        for start in range(0, rows, BLOCK):
            columns = make(rng, min(BLOCK, rows - start))
            out.write("\n".join(map(",".join, zip(*columns.values()))) + "\n")


def main():
    measure.begin("read", f"reading {ROWS} rows of 3 columns, and preparing them, against pandas.read_csv; times as fast")
    for make in (doubles, integers, mixed):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, make.__name__ + ".csv")
            write(path, make, ROWS)
            for threads in (0, 1):
                what = f"{make.__name__}, {os.path.getsize(path) / 1e6:.0f} MB" + (", one thread" if threads else "")
                measure.compare(what,
                                ("mixmi_table_read", lambda: float(measure.run(measure.program("read_speed"), path, "1",
                                                                               str(threads))[1])),
                                ("pandas.read_csv", lambda: measure.seconds(lambda: pd.read_csv(path))))


main()
