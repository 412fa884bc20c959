#!/usr/bin/env bash
# What takes too long for every change, run by `make check-long`: tests/long in the release build, a thinned reproduction of the
# paper, ranks by both MPIs and the scripts for Slurm, the Python package by 100,000 calls and under AddressSanitizer, the unit and fault
# tests under valgrind, the R package as CRAN checks it and its memory, and the unit tests under ThreadSanitizer. The last line is the sum.
set -u
cd "$(dirname "$0")/.." || exit 1
scripts/setup.sh long || exit 1
. scripts/lib.sh

mpi=OFF
scripts/setup.sh cluster && mpi=ON
scripts/setup.sh slurm || echo "check-long.sh: no Slurm: its test is skipped"
if build release build -DMIXMI_TESTS=ON -DMIXMI_WERROR=ON -DMIXMI_MPI=$mpi -DMPI_C_COMPILER=mpicc.openmpi && compgen -G 'tests/long/test_*.c' >/dev/null; then
    run_tests long build --label-regex long
    if quiet reproduce env QUICK=1 RESTART=1 scripts/reproduce.sh; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
fi

# Ranks by the other MPI, and both scripts of docs/CLUSTER.md in a Slurm on this machine.
run_tests cluster build --tests-regex cluster-scripts
if scripts/setup.sh mpich && build mpich build-mpich; then
    run_tests mpich build-mpich --tests-regex cluster-ranks-long
fi

# 100,000 calls leave memory flat; the module under AddressSanitizer.
if quiet build-python scripts/python.sh build; then
    MIXMI_LEAK_ROUNDS=10000 quiet test-leaks scripts/python.sh test -k leaks --junitxml="$PWD/$logs/leaks.xml"
    add_counts "$logs/leaks.xml"
else
    failed=$((failed + 1))
fi
if build asan build-asan; then
    quiet test-python-asan scripts/python.sh asan --junitxml="$PWD/$logs/python-asan.xml"
    add_counts "$logs/python-asan.xml"
fi

build valgrind build-valgrind &&
    OMP_NUM_THREADS=2 run_tests valgrind build-valgrind --label-regex 'unit|faults'

# The R package: R CMD check --as-cran, then its memory.
run_r check-r check
run_r memory-r long

# ThreadSanitizer sees no synchronisation in an OpenMP runtime that it did not compile. LLVM's runtime reports its
# barriers and locks to Archer, which reports them to ThreadSanitizer; without Archer every parallel loop would look
# like a race, so its absence is a failure and not a reason to skip.
archer=$(dirname "$(readlink -f "$(command -v clang)")")/../lib/libarcher.so
if [ ! -e "$archer" ]; then
    echo "check-long.sh: libarcher.so (package libomp-dev) is missing: cannot look for data races" >&2
    failed=$((failed + 1))
elif build tsan build-tsan; then
    export OMP_TOOL_LIBRARIES=$archer TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1 OMP_NUM_THREADS=4
    # Some versions cannot place their shadow memory where the kernel randomises addresses much.
    if setarch -R true 2>/dev/null; then launcher="setarch -R"; fi
    run_tests tsan build-tsan --label-regex unit
fi
finish
