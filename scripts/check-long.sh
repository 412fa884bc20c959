#!/usr/bin/env bash
# Tests that take too long to be run for every change (`make check-long`). The last line is the total. ONLY="valgrind tsan" runs only these parts:
#   long       tests/long and the long tests of ranks and shards, in the release build
#   reproduce  a thinned reproduction of the paper
#   cluster    ranks by the other MPI, and the scripts for Slurm
#   python     100,000 calls, all notebooks, and the package under AddressSanitizer
#   asan       all cases of the unit and fault tests, and the tests of the command, under AddressSanitizer
#   valgrind   some cases of the unit and fault tests under valgrind
#   r          the R package as CRAN checks it, and its memory
#   tsan       some cases of the unit tests under ThreadSanitizer
set -u
cd "$(dirname "$0")/.." || exit 1
parts="long reproduce cluster python asan valgrind r tsan"
for part in ${ONLY:-}; do
    [[ " $parts " = *" $part "* ]] || { echo "check-long.sh: no part '$part' (there are $parts)" >&2; exit 1; }
done
scripts/setup.sh long || exit 1
. scripts/lib.sh

mpi=OFF
scripts/setup.sh cluster && mpi=ON
for set in slurm mpich r reproduce; do # here, because only one apt-get can run at a time
    scripts/setup.sh $set || echo "check-long.sh: what needs the packages of '$set' is skipped"
done

# one NAME COMMAND...: a step that counts as one test.
one() { if quiet "$@"; then count 1 0; else count 0 1; fi; }

part_long() { run_tests long build --label-regex long; }

part_reproduce() { one reproduce env QUICK=1 RESTART=1 scripts/reproduce.sh; }

# Ranks by the other MPI, and both scripts of docs/guide/clusters.md in a Slurm on this machine.
part_cluster() {
    run_tests cluster build --tests-regex cluster-scripts
    if scripts/setup.sh mpich && build mpich build-mpich; then
        run_tests mpich build-mpich --label-regex other-mpi
    fi
}

# 100,000 calls leave memory flat; all notebooks run; the module under AddressSanitizer.
part_python() {
    MIXMI_LEAK_ROUNDS=10000 run_python leaks -k 'leaks or notebook'
    if build asan build-asan; then
        quiet test-python-asan scripts/python.sh asan --junitxml="$PWD/$logs/python-asan.xml"
        add_counts python-asan
    fi
}

# All cases, built by gcc. `make check` runs one in ten with the sanitizers, and not the command.
part_asan() {
    build asan build-asan && run_sanitized asan --label-regex 'unit|cli|faults' --label-exclude 'statistics|long'
}

# Under valgrind a case takes 20 to 50 times as long, so one in twenty runs, and no test labelled statistics.
part_valgrind() {
    build valgrind build-valgrind &&
        OMP_NUM_THREADS=2 MIXMI_TEST_SHARE=5 run_tests valgrind build-valgrind --label-regex 'unit|faults' --label-exclude statistics
}

# The R package: R CMD check --as-cran, then its memory.
part_r() {
    run_r check-r check
    run_r memory-r long
}

# The library has its own threads, but the loops of experiments/lib, which some unit tests run, use OpenMP.
# ThreadSanitizer sees no synchronisation in an OpenMP runtime that it did not compile. LLVM's runtime reports its
# barriers and locks to Archer, which reports them to ThreadSanitizer; without Archer every such loop would look like a
# race, so a missing Archer is a failure and not a reason to skip.
part_tsan() {
    local archer launcher=
    archer=$(dirname "$(readlink -f "$(command -v clang)")")/../lib/libarcher.so
    if [ ! -e "$archer" ]; then
        echo "check-long.sh: libarcher.so (package libomp-dev) is missing: cannot look for data races" >&2
        count 0 1
        return
    fi
    build tsan build-tsan || return
    # Some versions cannot place their shadow memory where the kernel randomises addresses much.
    if setarch -R true 2>/dev/null; then launcher="setarch -R"; fi
    OMP_TOOL_LIBRARIES=$archer TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1 OMP_NUM_THREADS=4 MIXMI_TEST_SHARE=5 \
        run_tests tsan build-tsan --label-regex unit --label-exclude statistics
}

# lane PARTS...: runs the requested ones among these parts, one after the other.
lane() {
    for part; do
        [[ " ${ONLY:-$parts} " != *" $part "* ]] || "part_$part"
    done
}
trap 'kill 0' INT # a shell shields its background jobs from an interrupt
if build release build -DMIXMI_TESTS=ON -DMIXMI_WERROR=ON -DMIXMI_MPI=$mpi -DMPI_C_COMPILER=mpicc.openmpi -DMPIEXEC_EXECUTABLE:STRING=mpiexec.openmpi; then
    lane long reproduce cluster r tsan &
    lane asan python valgrind & # the first two share a build
    wait
fi
finish
