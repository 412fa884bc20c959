#!/usr/bin/env bash
# The tests that every change must pass, run by `make check`: the release build by gcc, the Python and R packages, and a build by
# clang with AddressSanitizer and UndefinedBehaviorSanitizer. Warnings are errors in both builds.
# The last line is the total. The limit is 8 minutes on two idle processors.
set -u
cd "$(dirname "$0")/.." || exit 1
scripts/setup.sh check || exit 1
scripts/setup.sh report || echo "check: tests of the report's page that need node, npm or chromium are skipped"
. scripts/lib.sh

mpi=OFF # without MPI its tests are skipped, and say so
scripts/setup.sh cluster && mpi=ON

# Three lanes keep both processors busy: the tests of the release build, those of the packages, and the sanitized build with
# its tests. The packages that they need are installed here, because only one apt-get can run at a time.
scripts/setup.sh r
trap 'kill 0' INT # a shell shields its background jobs from an interrupt
packages() {
    run_python python -k 'not notebook or penguins'
    run_r test-r test
    run_pages
}
release() {
    if build release build -DMIXMI_TESTS=ON -DMIXMI_WERROR=ON -DMIXMI_MPI=$mpi -DMPI_C_COMPILER=mpicc.openmpi -DMPIEXEC_EXECUTABLE:STRING=mpiexec.openmpi; then
        packages &
        run_tests release build --label-exclude 'long|other-mpi|slurm|faults' # the sanitized lane runs faults, where leaks show too
        wait
    fi
}
# clang's warnings and the sanitizers share a build. Sanitized code is ten times slower, so one case in ten runs here (of the
# failing allocations, the first of each function for each caller). check-long runs all of them.
sanitized() {
    build clang build-clang &&
        MIXMI_TEST_SHARE=10 run_sanitized clang --label-regex 'unit|fuzz|faults' --label-exclude statistics
}
release &
sanitized &
wait
finish
