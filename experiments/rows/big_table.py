#!/usr/bin/env python3
"""A Parquet table of mixed columns for measurements of many rows: big_table.py ROWS FILES FOLDER.

Ten columns: normal, skewed, half zeros, bounded, a count, a sum, a row number that drifts, a rounded number, two labels; some
depend on each other. Needs DuckDB's library: MIXMI_DUCKDB, or libduckdb.so. Numbers come from hashes of the row's number, so the
table does not depend on threads or on the number of files."""
import ctypes
import os
import sys


class Result(ctypes.Structure):
    _fields_ = [("counts", ctypes.c_uint64 * 3), ("columns", ctypes.c_void_p), ("error", ctypes.c_char_p), ("internal", ctypes.c_void_p)]


def run(library, connection, query):
    result = Result()
    library.duckdb_result_error.restype = ctypes.c_char_p
    if library.duckdb_query(connection, query.encode(), ctypes.byref(result)):
        sys.exit(library.duckdb_result_error(ctypes.byref(result)).decode())
    library.duckdb_destroy_result(ctypes.byref(result))


def uniform(k):
    return f"((hash(i * 16 + {k}) >> 11)::double + .5) / 9007199254740992"


def main():
    rows, files, folder = int(float(sys.argv[1])), int(sys.argv[2]), sys.argv[3]
    library = ctypes.CDLL(os.environ.get("MIXMI_DUCKDB", "libduckdb.so"))
    database, connection = ctypes.c_void_p(), ctypes.c_void_p()
    library.duckdb_open(None, ctypes.byref(database))
    library.duckdb_connect(database, ctypes.byref(connection))
    run(library, connection, "SET memory_limit = '1GB'")
    os.makedirs(folder, exist_ok=True)
    u = [uniform(k) for k in range(10)]
    normal = f"(sqrt(-2 * ln({u[0]})) * cos(6.283185307179586 * ({u[1]})))"
    noise = f"(sqrt(-2 * ln({u[2]})) * cos(6.283185307179586 * ({u[3]})))"
    columns = (f"{normal} a, exp(2 * {noise} + .02 * {normal}) b, case when {u[4]} < .5 then 0 else {u[5]} * {u[6]} end c, "
               f"sqrt({u[5]}) d, floor(8 * {u[7]} * ({u[4]} + .5)) e, {normal} * {normal} / 20 + {noise} f, i / 7.0 + {u[8]} g, "
               f"round(100 * {u[8]} + {normal}) / 10 h, chr(65 + (6 * {u[9]})::int) s, "
               f"'g' || (20 * {u[7]} + 20 * {u[9]})::int t")
    for k in range(files):
        first, last = rows * k // files, rows * (k + 1) // files
        run(library, connection, f"COPY (SELECT i id, {columns} FROM range({first}, {last}) r(i)) "
                                 f"TO '{folder}/part-{k:03}.parquet' (FORMAT parquet)")


if __name__ == "__main__":
    main()
