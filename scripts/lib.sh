# shellcheck shell=bash
# Shared by check.sh and check-long.sh: named steps, each with a log, and the total of passed and failed tests.
# Sourced by bash, in the root of the source tree.
logs=build/check
rm -rf "$logs"
mkdir -p "$logs"
: >"$logs/counts" # a line "PASSED FAILED" a step: steps that run side by side all write here
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(nproc)}
# The tests start python3 some thousand times. The python3 of pyenv is a shell script that takes six times as long to start as the
# system's, so the system's comes first.
[ ! -x /usr/bin/python3 ] || export PATH=/usr/bin:$PATH
# Waiting threads sleep: several tests run side by side, and spinning threads would take processor time from the others.
export OMP_WAIT_POLICY=passive

count() { echo "$1 $2" >>"$logs/counts"; } # count PASSED FAILED

# quiet NAME COMMAND...: runs it into a log, which is shown if it fails.
quiet() {
    local name=$1 start=$SECONDS
    shift
    if "$@" >"$logs/$name.log" 2>&1; then
        printf '%-16s ok      %4d s\n' "$name" $((SECONDS - start))
        return 0
    fi
    printf '%-16s FAILED  %4d s\n' "$name" $((SECONDS - start))
    grep -vE '^ok |^\[       OK|^\[ RUN|   Passed  |^ +Start |^\[[0-9]+/[0-9]+\] ' "$logs/$name.log" | tail -n 80
    echo "(all of it: $logs/$name.log)"
    return 1
}

# build PRESET DIRECTORY [CMAKE ARGUMENTS...]: a build that fails is one failure; one that works counts nothing.
build() {
    local preset=$1 directory=$2
    shift 2
    if quiet "configure-$preset" cmake --preset "$preset" "$@" && quiet "build-$preset" cmake --build "$directory"; then
        return 0
    fi
    count 0 1
    return 1
}

# say_counts NAME "N passed, N failed": shows and adds them; anything else is a failure.
say_counts() {
    if [[ $2 =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        printf '%-16s %s\n' "$1" "$2"
        count "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    else
        count 0 1
    fi
}

# add_counts NAME: adds what the JUnit file NAME.xml in the logs says.
add_counts() { say_counts "test-$1" "$(python3 scripts/count.py "$logs/$1.xml")"; }

# run_tests NAME DIRECTORY [CTEST ARGUMENTS...]: adds the single cases to the sums. $launcher, if set, starts ctest.
run_tests() {
    local name=$1 directory=$2
    shift 2
    # shellcheck disable=SC2086 # the launcher has arguments
    quiet "test-$name" ${launcher:-} ctest --test-dir "$directory" --output-on-failure --no-tests=error --output-junit "$PWD/$logs/$name.xml" \
        --test-output-size-passed 1000000 --test-output-size-failed 1000000 "$@"
    add_counts "$name"
}

# run_sanitized NAME [CTEST ARGUMENTS...]: tests of build-NAME, which has the sanitizers of memory and undefined behaviour.
# LeakSanitizer crashes ("Tracer caught signal 11") on thread-local memory of libraries that are loaded at run time, unless it does
# not follow it.
run_sanitized() {
    ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:intercept_tls_get_addr=0 UBSAN_OPTIONS=print_stacktrace=1 run_tests "$1" "build-$1" "${@:2}"
}

# run_python NAME [PYTEST ARGUMENTS...]: builds the Python package on the release build's core and adds its tests to the sums.
run_python() {
    local name=$1
    shift
    if ! quiet build-python scripts/python.sh build; then
        count 0 1
        return
    fi
    quiet "test-$name" scripts/python.sh test --junitxml="$PWD/$logs/$name.xml" "$@"
    add_counts "$name"
}

# run_r NAME WHAT: `scripts/r.sh WHAT`; the last line of its log says how many passed and failed.
run_r() {
    quiet "$1" scripts/r.sh "$2"
    say_counts "$1" "$(tail -n 1 "$logs/$1.log")"
}

# run_pages: runs the documentation's examples in Python and R, once both packages are built.
run_pages() {
    if quiet test-pages tests/pages.py --run python,r README.md docs/index.md docs/*/*.md; then count 1 0; else count 0 1; fi
}

# Prints the last line of every check.
finish() {
    awk '{ passed += $1; failed += $2 } END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 || passed == 0 }' \
        "$logs/counts" >"$logs/total"
    local code=$?
    cat "$logs/total"
    return $code
}
