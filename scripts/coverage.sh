#!/usr/bin/env bash
# Which lines of src/ the tests run, for `make coverage`: builds with gcc's counters, runs the unit, fault, fuzz, command and cluster tests
# (a fifth of their random cases), and prints the share of lines. build-coverage/coverage.txt has every file, the least covered first. Fails
# below 90%, and where a test fails. src/mpi is not part of the library and needs MPI.
set -u
least=90
cd "$(dirname "$0")/.." || exit 1
scripts/setup.sh check coverage || exit 1
. scripts/lib.sh

build coverage build-coverage || exit 1
find build-coverage -name '*.gcda' -delete # what earlier runs have counted
MIXMI_TEST_SHARE=20 run_tests coverage build-coverage --label-regex 'unit|cli|fuzz|faults|cluster' --label-exclude 'statistics|long'
gcovr --root . --object-directory build-coverage --filter 'src/' --exclude 'src/mpi/' --sort-percentage --txt build-coverage/coverage.txt \
    --json-summary build-coverage/coverage.json >/dev/null || exit 1
share=$(sed -n 's/^TOTAL .* \([0-9]*\)%.*/\1/p' build-coverage/coverage.txt)
head -n 20 build-coverage/coverage.txt
echo "the tests run $share% of the lines of src/; every file: build-coverage/coverage.txt"
finish || exit 1
[ "$share" -ge $least ]
