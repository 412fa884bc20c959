#!/usr/bin/env bash
# scripts/count.py, which adds up every check, on the output of ctest and pytest: a skipped test is neither passed nor failed and is
# named; one that could not be started, crashed or failed is a failure.
set -u
count=$(cd "$(dirname "$0")/.." && pwd)/scripts/count.py
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
bad=0

counted() { # counted WHAT EXPECTED: of the tests in CTestTestfile.cmake
    ctest --output-junit "$scratch/found.xml" >/dev/null 2>&1
    expect "$1" "$2"
}
expect() { # expect WHAT EXPECTED: of found.xml
    local said
    said=$(python3 "$count" found.xml 2>skipped)
    [ "$said" = "$2" ] || { echo "counts: $1: $said, and not $2"; bad=1; }
}
lists() { grep -qxF "$1" skipped || { echo "counts: no line '$1' but: $(cat skipped)"; bad=1; }; }

cat >CTestTestfile.cmake <<'CMAKE'
add_test(good true)
add_test(cases echo "[  PASSED  ] 7 test(s).")
add_test(lacks sh -c "echo it needs a cluster; exit 77")
set_tests_properties(lacks PROPERTIES SKIP_RETURN_CODE 77)
CMAKE
counted "a test that lacks something" "8 passed, 0 failed"
lists "skipped lacks: it needs a cluster"

cat >CTestTestfile.cmake <<'CMAKE'
add_test(partly sh -c "printf 'ok 1 - one\\nok 2 - two # SKIP no zsh\\nok 3 - three\\n1..3\\n'; exit 77")
set_tests_properties(partly PROPERTIES SKIP_RETURN_CODE 77)
CMAKE
counted "a test of which a case lacks something" "2 passed, 0 failed"
lists "skipped partly: two # SKIP no zsh"

cat >CTestTestfile.cmake <<'CMAKE'
add_test(good true)
add_test(cases echo "[  PASSED  ] 7 test(s).")
CMAKE

cat >>CTestTestfile.cmake <<'CMAKE'
add_test(absent /no/such/program)
add_test(crashed sh -c "kill -SEGV $$")
add_test(status sh -c "exit 77")
add_test(own sh -c "echo 3 passed, 2 failed; exit 1")
CMAKE
counted "tests that fail" "11 passed, 5 failed"

cat >found.xml <<'XML'
<testsuites><testsuite><testcase name="a"/><testcase name="b"><skipped message="no polars"/></testcase>
<testcase name="c"><failure/></testcase></testsuite></testsuites>
XML
expect "pytest" "1 passed, 1 failed"
lists "skipped b: no polars"
exit $bad
