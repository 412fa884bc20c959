# shellcheck shell=bash
# Shared by check.sh and check-long.sh: named steps with a log each, and the sum of what passed and failed.
# Sourced by bash, in the root of the source tree.
logs=build/check
rm -rf "$logs"
mkdir -p "$logs"
passed=0
failed=0
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(nproc)}

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
    failed=$((failed + 1))
    return 1
}

# add_counts FILE: adds what a JUnit file says to the sums; one that says nothing is a failure.
add_counts() {
    local counts
    if counts=$(python3 scripts/count.py "$1"); then
        echo "                 $counts"
        passed=$((passed + ${counts%% passed*}))
        counts=${counts#*, }
        failed=$((failed + ${counts%% failed*}))
    else
        failed=$((failed + 1))
    fi
}

# run_tests NAME DIRECTORY [CTEST ARGUMENTS...]: adds the single cases to the sums. $launcher, if set, starts ctest.
run_tests() {
    local name=$1 directory=$2
    shift 2
    # shellcheck disable=SC2086 # the launcher has arguments
    quiet "test-$name" ${launcher:-} ctest --test-dir "$directory" --output-on-failure --no-tests=error --output-junit "$PWD/$logs/$name.xml" \
        --test-output-size-passed 1000000 --test-output-size-failed 1000000 "$@"
    add_counts "$logs/$name.xml"
}

# run_python: builds the Python package on the release build's core and adds its tests to the sums.
run_python() {
    if ! quiet build-python scripts/python.sh build; then
        failed=$((failed + 1))
        return
    fi
    quiet test-python scripts/python.sh test --junitxml="$PWD/$logs/python.xml"
    add_counts "$logs/python.xml"
}

# run_r NAME WHAT: `scripts/r.sh WHAT`; the last line of its log says how many passed and failed.
run_r() {
    local counts
    quiet "$1" scripts/r.sh "$2"
    counts=$(tail -n 1 "$logs/$1.log")
    if [[ $counts =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        echo "                 $counts"
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
    else
        failed=$((failed + 1))
    fi
}

# The last line of every check.
finish() {
    echo "$passed passed, $failed failed" | tee "$logs/total"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
