#!/usr/bin/env bash
# Runs every fuzzer for a while (`make fuzz`). New inputs are added to the kept ones, reduced to the fewest that reach the same
# code, and packed again into one archive per target, tests/fuzz/corpus/NAME.tar.xz; an input that fails is left in
# build-fuzz/findings.
#   SECONDS_EACH=N   how long each runs (300)
#   ONLY=NAMES       only these targets, such as ONLY="csv graph"
#   KEEP=0           leaves the kept inputs as they are
set -u
cd "$(dirname "$0")/.." || exit 1
scripts/setup.sh check || exit 1
build="build-fuzz"
seconds=${SECONDS_EACH:-300}
for name in ${ONLY:-}; do
    [ -e "tests/fuzz/targets/$name.c" ] || {
        echo "fuzz: no target '$name'; there are: $(basename -s .c tests/fuzz/targets/*.c | paste -sd' ')" >&2
        exit 1
    }
done
cmake --preset fuzz >/dev/null && cmake --build "$build" --target fuzz_programs || exit 1
mkdir -p "$build/findings"
export ASAN_OPTIONS=detect_leaks=1 OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
LSAN_OPTIONS=suppressions=$PWD/tests/lsan.supp:print_suppressions=0
export LSAN_OPTIONS

# pack ARCHIVE FOLDER: the same bytes for the same files
pack() {
    (cd "$2" && find . -type f -printf "%f\n" | LC_ALL=C sort | tar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 -cf - -T -) | xz -9e >"$1"
}

failed=
for source in tests/fuzz/targets/*.c; do
    name=$(basename "$source" .c)
    case " ${ONLY:-$name} " in *" $name "*) ;; *) continue ;; esac
    archive=tests/fuzz/corpus/$name.tar.xz
    corpus=$build/kept/$name
    work=$build/corpus/$name
    rm -rf "$corpus"
    mkdir -p "$corpus" "$work"
    [ ! -e "$archive" ] || tar -xJf "$archive" -C "$corpus"
    # bytes: files of SAS are long, and programs of calls short
    case $name in binary) length=20000 ;; arrow) length=4096 ;; api | search | command) length=400 ;; *) length=2048 ;; esac
    [ -e "tests/fuzz/dictionaries/$name" ] && words=-dict=tests/fuzz/dictionaries/$name || words=
    # shellcheck disable=SC2086 # no argument without a dictionary
    if "$build/fuzz/$name" -max_total_time="$seconds" -max_len="$length" -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 $words \
        -artifact_prefix="$build/findings/$name-" "$work" "$corpus" >"$build/$name.log" 2>&1; then
        printf '%-12s ok, %s runs, %s\n' "$name" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log")" \
            "$(grep -o 'cov: [0-9]* ft: [0-9]*' "$build/$name.log" | tail -n 1)"
    else
        printf '%-12s FAILED\n' "$name"
        tail -n 40 "$build/$name.log"
        failed="$failed $name"
    fi
    if [ "${KEEP:-1}" != 0 ]; then
        "$build/fuzz/$name" -merge=1 -use_counters=0 -max_len="$length" -artifact_prefix="$build/findings/$name-merge-" \
            "$corpus" "$work" >>"$build/$name.log" 2>&1 || failed="$failed $name-merge"
        pack "$archive" "$corpus"
    fi
done
[ -z "$failed" ] || { echo "fuzz: failed:$failed; the inputs are in $build/findings" >&2; exit 1; }
