#!/usr/bin/env bash
# All tests that belong to every change, run by `make check`: in the release build by gcc, beside it those of the Python and the R
# package, then in a build by clang with the address and undefined-behaviour sanitizers. Warnings are errors in both builds.
# The last line is the sum. It is to take less than 8 minutes of two idle processors.
set -u
cd "$(dirname "$0")/.." || exit 1
scripts/setup.sh check || exit 1
scripts/setup.sh report || echo "check: tests of the report's page that need node, npm or chromium are skipped"
. scripts/lib.sh

mpi=OFF # without MPI its tests are skipped, and say so
scripts/setup.sh cluster && mpi=ON

# The packages are tested beside the other builds, which leave a processor idle at times; what they need is installed here,
# because one apt-get at a time can run.
trap 'kill 0' INT # shells keep an interrupt away from what runs beside them
packages() {
    run_python python
    run_r test-r test
    run_pages
}
scripts/setup.sh r
if build release build -DMIXMI_TESTS=ON -DMIXMI_WERROR=ON -DMIXMI_MPI=$mpi -DMPI_C_COMPILER=mpicc.openmpi -DMPIEXEC_EXECUTABLE:STRING=mpiexec.openmpi; then
    packages &
    run_tests release build --label-exclude 'long|other-mpi|faults' # allocations fail below, where leaks are seen too
fi
# clang's warnings and the sanitizers share a build. With them a case takes ten times as long: one in ten runs here (of the
# allocations, the first of each function for each caller fails), all of them in check-long.
build clang build-clang &&
    MIXMI_TEST_SHARE=10 run_sanitized clang --label-regex 'unit|fuzz|faults' --label-exclude statistics
wait
finish
