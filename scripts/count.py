#!/usr/bin/env python3
"""Counts single cases in a JUnit file of ctest or pytest: count.py FILE prints "N passed, N failed".

A cmocka executable counts as its cases, a script that writes TAP lines ("ok 1 - ...") or its own "N passed, N failed"
as those, any other test as one. A test that failed without a failed case of its own (it crashed, timed out or leaked) is one failure more.
A test that was skipped because what it needs is not here is named on standard error, and counts the cases that did run; a case
that was skipped ("ok 2 - ... # SKIP why") counts as nothing.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree


def cases_of(output):
    """Numbers of passed and failed cases that a test's output reports, or None."""
    own = re.findall(r"^(\d+) passed, (\d+) failed$", output, re.MULTILINE)
    if own:
        return tuple(map(int, own[-1]))
    passed = re.findall(r"^\[  PASSED  \] (\d+) test", output, re.MULTILINE)
    failed = re.findall(r"^\[  FAILED  \] .*?(\d+) test\(s\)", output, re.MULTILINE)
    if passed:
        return sum(map(int, passed)), sum(map(int, failed))
    if re.search(r"^1\.\.\d+$", output, re.MULTILINE):
        return tuple(len(re.findall(rf"^{word} \d+(?!.* # SKIP)", output, re.MULTILINE)) for word in ("ok", "not ok"))
    return None


def succeeded(case):
    """Uses the status that ctest writes; pytest writes none, but an element for what went wrong."""
    status = case.get("status")
    return status == "run" if status is not None else case.find("failure") is None and case.find("error") is None


def why_skipped(case):
    """The reason of a skipped test, or None. A test that ctest could not start is "skipped" there, but counts as failed."""
    skipped = case.find("skipped")
    if skipped is None:
        return None
    message = skipped.get("message", "")
    if case.get("status") is None:  # pytest
        return message
    said = (case.findtext("system-out") or "").strip().splitlines()
    cases = [re.sub(r"^ok \d+ - ", "", line) for line in said if " # SKIP" in line]
    return ("; ".join(cases) or (said[0] if said else message)) if message.startswith("SKIP_") else None


def main(path):
    passed = failed = 0
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        why = why_skipped(case)
        if why is not None:
            print(f"skipped {case.get('name')}: {why}", file=sys.stderr)
            passed += (cases_of(case.findtext("system-out") or "") or (0, 0))[0]
            continue
        ok = succeeded(case)
        good, bad = cases_of(case.findtext("system-out") or "") or (int(ok), 0)
        passed += good
        failed += bad if ok or bad else 1
    print(f"{passed} passed, {failed} failed")


if __name__ == "__main__":
    main(sys.argv[1])
