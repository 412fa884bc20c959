#!/usr/bin/env python3
"""Mutation testing: small errors at random places of all files of src/, each tried by the unit tests that run its line.

    mutants.py [--draw 200] [--seed N] [--tests remarks,read] [PATTERN]

Draws places in src/**/*.c (with PATTERN: in files whose path has it), changes one operator, number or statement there, compiles the
file, links each unit test whose coverage reaches the line with that object in place of the library's, and runs them, the
fastest first, until one fails. Prints the seed, each error with the test that noticed it, the survivors, and the score; fails below 90%. A
line that no unit test reaches is a survivor too. No source is changed; everything made is in build-mutants, also which lines
each test reaches, for as long as the tests and src/ stay as they are.
"""
import argparse
import collections
import functools
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD, WORK, COVERED = ROOT / "build", ROOT / "build-mutants", ROOT / "build-coverage"
SOURCE, OBJECT, PROGRAM = (WORK / f"mutant-{os.getpid()}{end}" for end in (".c", ".o", ""))  # runs side by side do not meet
ENOUGH = 0.9
CPU_SECONDS, WAIT_SECONDS, BYTES = 600, 1200, 8 << 30  # an error may make a loop or an array endless: that is noticed too
NEAR = 3  # lines
SHARE = "20"  # percent of the random cases of a test

# Errors that one makes: what is written, and what is written instead. Blanks keep pointers, arrows and comments out.
CHANGES = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "),
           (" && ", " || "), (" || ", " && "), (" + ", " - "), (" - ", " + "), (" / ", " * "), (" += ", " -= "), ("++", "--")]
NUMBER = re.compile(r"(?<![\w.\"%])(?<!e-)([0-9]+)(?![\w.\"])")
CALL = re.compile(r"^\t+[a-z_]\w*(\([^;]*\)|[\w.\[\]>-]* (=|\+=|-=|\|=|&=) [^;]*);$")


class Mutant:
    """One error: line `line` of `file` becomes `new`."""

    def __init__(self, file, line, old, new):
        self.file, self.line, self.old, self.new = file, line, old, new

    def __str__(self):
        return f"{self.file}:{self.line}: {self.old.strip()}  ->  {self.new.strip() or '(nothing)'}"

    def compile(self):
        """Makes OBJECT of the file with the error; False if that is no program."""
        lines = (ROOT / self.file).read_text().split("\n")
        lines[self.line - 1] = self.new
        SOURCE.write_text("\n".join(lines))
        command = shlex.split(commands(f"CMakeFiles/mixmi_objects.dir/{self.file}.o")[-1])
        command = [word for word in command if word not in ("-Werror", "-MD")]
        for option in ("-MT", "-MF"):
            at = command.index(option) if option in command else len(command)
            del command[at:at + 2]
        command[command.index("-o") + 1] = str(OBJECT)
        command[command.index("-c") + 1] = str(SOURCE)
        return run(command)


def run(command):
    """True if the command succeeds in the build folder."""
    made = subprocess.run(command, cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    (WORK / "build.log").write_bytes(made.stdout)
    return made.returncode == 0


@functools.lru_cache(maxsize=None)
def commands(target):
    """The commands that make a target."""
    return subprocess.run(["ninja", "-t", "commands", target], cwd=BUILD, stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()


def link(test):
    """Makes PROGRAM, the test with OBJECT in place of the library's own."""
    words = [word for word in shlex.split(commands(f"tests/{test}")[-1]) if word not in (":", "&&")]
    words[words.index("-o") + 1] = str(PROGRAM)
    words.insert(words.index("libmixmi.a"), str(OBJECT))
    if not run(words):
        sys.exit(f"mutants: {test} cannot be linked: see {WORK / 'build.log'}")


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def passes(program, environment=None, limited=True):
    """True if the test passes with a share of its random cases."""
    try:
        ran = subprocess.run([program], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             preexec_fn=limit if limited else None, timeout=WAIT_SECONDS,
                             env={**os.environ, "MIXMI_TEST_SHARE": SHARE, **(environment or {})}, check=False)
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


# ------------------------------------------------------------------------------------------------------------ what reaches a line


def digest():
    """Changes with src/ and the unit tests."""
    found = hashlib.sha256()
    for file in sorted([*ROOT.glob("src/**/*.[ch]"), *ROOT.glob("tests/unit/*.[ch]")]):
        found.update(file.read_bytes())
    return found.hexdigest()


def build_covered(only):
    WORK.mkdir(exist_ok=True)
    COVERED.mkdir(exist_ok=True)
    # tests that average over many draws take minutes, and notice little that the others do not
    for words in (["cmake", "--preset", "coverage", "-S", str(ROOT)],
                  ["ctest", "--test-dir", str(COVERED), "--show-only", "--label-regex", "unit", "--label-exclude", "statistics|long"]):
        listed = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True).stdout.decode()
    tests = sorted("unit_" + name for name in re.findall(r"Test +#[0-9]+: unit-(test_\w+)", listed) if not only or name[5:] in only)
    subprocess.run(["cmake", "--build", str(COVERED), "--target", *tests], stdout=subprocess.DEVNULL, check=True)
    return tests


def lines_of(test):
    """The lines of src/ that a test runs, by file, and its seconds."""
    for data in COVERED.glob("CMakeFiles/mixmi_objects.dir/src/**/*.gcda"):
        data.unlink()
    began = time.monotonic()
    if not passes(COVERED / "tests" / test, limited=False):
        print(f"mutants: {test} fails without any error and is left out", flush=True)
        return {}, 0
    seconds, reached = time.monotonic() - began, {}
    data = [str(path) for path in COVERED.glob("CMakeFiles/mixmi_objects.dir/src/**/*.gcda")]
    if not data:
        return {}, seconds
    said = subprocess.run(["gcov", "--json-format", "--stdout", *data], cwd=COVERED, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    for line in said.stdout.decode().splitlines():
        for file in json.loads(line)["files"] if line.startswith("{") else []:
            path = os.path.relpath(os.path.join(COVERED, file["file"]), ROOT)
            if path.startswith("src/") and path.endswith(".c"):
                reached.setdefault(path, set()).update(item["line_number"] for item in file["lines"] if item["count"] > 0)
    return reached, seconds


def find_reach(only):
    """For each file and line the tests that run it, the fastest first."""
    store, key = WORK / "reach.json", digest() + ",".join(only)
    if store.exists():
        kept = json.loads(store.read_text())
        if kept["digest"] == key:
            return kept["reach"]
    reach, times = collections.defaultdict(lambda: collections.defaultdict(list)), {}
    for test in build_covered(only):
        reached, times[test] = lines_of(test)
        for file, lines in reached.items():
            for line in lines:
                reach[file][str(line)].append(test)
    for lines in reach.values():
        for tests in lines.values():
            tests.sort(key=times.get)
    store.write_text(json.dumps({"digest": key, "reach": reach}))
    return reach


# -------------------------------------------------------------------------------------------------------------------- drawing


def code_lines(path):
    """The numbered lines of a file that are code: no comments, directives, or tables of texts."""
    inside = False
    for number, line in enumerate(path.read_text().split("\n"), 1):
        bare = line.strip()
        starts, ends = "/*" in bare, "*/" in bare
        if inside or bare.startswith(("/*", "#", "*")) or '"' in bare or starts:
            inside = (inside or starts) and not ends
            continue
        if line.startswith("\t") and bare:
            yield number, line


def errors_of(line):
    """The line with each of the errors that it admits."""
    for old, new in CHANGES:
        for at in range(len(line)):
            if line.startswith(old, at):
                yield line[:at] + new + line[at + len(old):]
    for match in NUMBER.finditer(line):
        yield line[:match.start()] + str(int(match.group(1)) + 1) + line[match.end():]
    if CALL.match(line) and not re.search(r"return|free\(|_clear\(", line):
        yield "\t;"


def draw(count, seed, pattern):
    """Places are drawn first and errors then, so that a line with many operators is not drawn more often."""
    places = []
    for path in sorted(ROOT.glob("src/**/*.c")):
        file = str(path.relative_to(ROOT))
        if pattern in file and not file.startswith("src/mpi/") and not file.endswith("_windows.c"):
            places += [(file, number, line) for number, line in code_lines(path) if any(errors_of(line))]
    if not places:
        sys.exit(f"mutants: no file of src/ has '{pattern}' in its path")
    chance = random.Random(seed)
    chance.shuffle(places)
    for file, number, line in places[:count * 2]:  # some are no programs
        yield Mutant(file, number, line, chance.choice(list(errors_of(line))))


def try_mutant(mutant, reach):
    """The test that noticed; "" if none did; None if the error is no program."""
    # optimised code has no place for some lines, but for one beside each
    lines, tests = reach.get(mutant.file, {}), {}
    for near in sorted(range(-NEAR, NEAR + 1), key=abs):
        tests.update(dict.fromkeys(lines.get(str(mutant.line + near), [])))
    if not mutant.compile():
        return None
    for test in tests:
        link(test)
        if not passes(PROGRAM):
            return test
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--draw", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--tests", default="", help="these unit tests alone, while one works on them")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    reach = find_reach([name for name in asked.tests.split(",") if name])
    tests = sorted({test for lines in reach.values() for found in lines.values() for test in found})
    BUILD.mkdir(exist_ok=True)
    if not run(["cmake", "--preset", "release", "-DMIXMI_TESTS=ON", "-S", str(ROOT)]) or not run(["cmake", "--build", str(BUILD), "--target", *tests]):
        sys.exit(f"mutants: the tests cannot be built: see {WORK / 'build.log'}")
    tried, survivors = 0, []
    for mutant in draw(asked.draw, asked.seed, asked.pattern):
        found = try_mutant(mutant, reach)
        if found is None:
            continue
        tried += 1
        print(f"{tried:4d} {found or 'SURVIVED':32s} {mutant}", flush=True)
        if not found:
            survivors.append(mutant)
        if tried == asked.draw:
            break
    for made in (SOURCE, OBJECT, PROGRAM):
        made.unlink(missing_ok=True)
    score = 1 - len(survivors) / max(tried, 1)
    print(f"\nseed {asked.seed}: {tried} mutants, {tried - len(survivors)} noticed: {100 * score:.1f}%")
    for mutant in survivors:
        print(f"survived: {mutant}")
    return 0 if score >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
