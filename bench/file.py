#!/usr/bin/python3
"""The whole way from a CSV file to I(X;Y|Z), X and Y mixtures, Z discrete, against what pandas takes to read the file.

Usage: bench/file.py      ROWS in the environment: 1000000 by default; FILE: where to put the file (a temporary folder)

For 100,000,000 rows: make bench ONLY=file ROWS=100000000 (1.6 GB on disk, 5 GB of memory).
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
import measure

pandas, = measure.need("pandas")


def main():
    rows = int(os.environ.get("ROWS") or (100000 if measure.QUICK else 1000000))
    rounds = 7 if rows <= 1000000 else 1
    large = rows >= 1000000  # below, starting a process is most of it: the goals are for large files
    with tempfile.TemporaryDirectory(dir=os.environ.get("FILE") or None) as folder:
        path = os.path.join(folder, "mixture.csv")
        subprocess.run([measure.program("file"), str(rows), path], check=True)
        question = [measure.COMMAND, "cmi", path, "-x", "x", "-y", "y", "-z", "z", "--discrete", "z"]
        peaks = []

        def whole(*flags):
            taken, peak = measure.run_peak(*question, *flags)
            peaks.append(peak)
            return taken

        read = ("pandas.read_csv", lambda: measure.seconds(lambda: pandas.read_csv(path)))
        measure.begin("file", f"from a file of {rows} rows to the answer, against pandas' reading alone")
        measure.compare("mixmi cmi, reading included", ("mixmi cmi", whole), read, False, rounds, "<= 1.5" if large else None)
        measure.note("mixmi cmi, peak memory to the doubles", ("peak", max(peaks) / 1e6), ("rows x 3 x 8", rows * 24 / 1e6),
                     "MB", "<= 3" if large else None)
        measure.compare("mixmi cmi with one thread", ("mixmi cmi", lambda: whole("--threads", "1")), read, False, rounds)
        measure.compare("mixmi cmi, preset paper", ("mixmi cmi", lambda: whole("--preset", "paper")), read, False, rounds)
        inside = ("estimate alone", lambda: float(measure.run(measure.program("file_estimate"), path)[1]))
        measure.compare("the estimate without reading", inside, read, False, rounds, "<= 1" if large else None)


main()
