#!/usr/bin/env bash
# All tests that belong to every change, run by `make check`: in the release build, under the address and
# undefined-behaviour sanitizers, and as built by clang; warnings are errors in all three; then the Python and the R package's. The last line is the sum.
set -u
cd "$(dirname "$0")/.." || exit 1
scripts/setup.sh check || exit 1
scripts/setup.sh report || echo "check: tests of the report's page that need node, npm or chromium are skipped"
. scripts/lib.sh

mpi=OFF # without MPI its tests are skipped, and say so
scripts/setup.sh cluster && mpi=ON
build release build -DMIXMI_TESTS=ON -DMIXMI_WERROR=ON -DMIXMI_MPI=$mpi -DMPI_C_COMPILER=mpicc.openmpi &&
    run_tests release build --label-exclude long
run_python
run_r test-r test
build asan build-asan &&
    ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1 \
        run_tests asan build-asan --label-regex 'unit|cli|fuzz|faults'
build clang build-clang &&
    run_tests clang build-clang --label-regex unit
finish
