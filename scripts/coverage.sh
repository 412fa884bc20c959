#!/usr/bin/env bash
# Which lines of src/ the tests run, for `make coverage`: builds with gcc's counters, runs the unit, fault, fuzz, command and cluster tests
# (a fifth of their random cases), and prints the share of lines. build-coverage/coverage.txt has every file, the least covered first. Fails
# below 90% or if a test fails. src/mpi is not part of the library and needs MPI.
set -u
least=90
cd "$(dirname "$0")/.." || exit 1
scripts/setup.sh check coverage || exit 1
. scripts/lib.sh

build coverage build-coverage || exit 1
# Only the counters of this run and of sources that still exist: gcovr fails on notes whose source has moved or gone.
find build-coverage -name '*.gcda' -delete
objects=build-coverage/CMakeFiles/mixmi_objects.dir
find "$objects" -name '*.gcno' | while read -r notes; do
    source=${notes#"$objects/"}
    [ -e "${source%.gcno}" ] || rm "$notes"
done
MIXMI_TEST_SHARE=20 run_tests coverage build-coverage --label-regex 'unit|cli|fuzz|faults|cluster' --label-exclude 'statistics|long'
# gcov writes some negative counts of branches, which gcovr refuses, so only lines are counted.
gcovr --gcov-ignore-parse-errors --root . --filter 'src/' --exclude 'src/mpi/' --csv build-coverage/lines.csv "$objects" || exit 1
# The columns are found by their names; the text report would shorten long paths.
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { lines = $at["line_total"]; run = $at["line_covered"]; all += lines; ran += run }
    lines > 0 { printf "%5.1f%% %5d of %5d  %s\n", 100 * run / lines, run, lines, $at["filename"] }
    END { printf "%5.1f%% %5d of %5d  TOTAL\n", 100 * ran / all, ran, all }' build-coverage/lines.csv | sort -n >build-coverage/coverage.txt
share=$(sed -n 's/^ *\([0-9]*\)\..*TOTAL$/\1/p' build-coverage/coverage.txt)
head -n 20 build-coverage/coverage.txt
grep 'TOTAL$' build-coverage/coverage.txt
echo "the tests run $share% of the lines of src/; every file: build-coverage/coverage.txt"
finish || exit 1
[ "$share" -ge $least ]
