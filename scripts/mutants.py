#!/usr/bin/env python3
"""Mutation testing: makes each small error of tests/mutants/list.txt in a copy of the tree, builds what it touches, and runs the tests that
the list names until one fails. Prints the score, and fails below 95%: mutants.py [PATTERN].

With PATTERN only the errors in files whose name has it. Everything is in build-mutants. What a mutant came to is remembered there
for as long as its file and the tests stay the same, so a run that was interrupted goes on; RESTART=1 forgets it.
"""
import hashlib
import os
import pathlib
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build-mutants"
SOURCE, BUILD, RESULTS = WORK / "source", WORK / "build", WORK / "results.txt"
ENOUGH = 0.95
CPU_SECONDS, WAIT_SECONDS, BYTES = 600, 3600, 8 << 30  # an error may make a loop or an array endless: that is noticed too


class Mutant:
    """One error: `old` in `file` becomes `new`."""

    def __init__(self, file, tests, old, new, line):
        self.file, self.tests, self.old, self.new, self.line = file, tests, old, new, line

    def __str__(self):
        return f"{self.file}: {' '.join(self.old.split())}  ->  {' '.join(self.new.split())}"

    def key(self):
        """Changes with the file, the tests and the error itself."""
        digest = hashlib.sha256(repr((self.file, self.tests, self.old, self.new)).encode())
        digest.update((ROOT / self.file).read_bytes())
        for test in self.tests:
            label, name = test.split("_", 1)
            digest.update((ROOT / "tests" / label / f"{name}.c").read_bytes())
        return digest.hexdigest()

    def fits(self):
        """Whether the file has the text exactly once."""
        return (ROOT / self.file).is_file() and (ROOT / self.file).read_text().count(self.old) == 1

    def apply(self):
        """The text of the file with the error."""
        return (ROOT / self.file).read_text().replace(self.old, self.new)


def read_list():
    """All mutants of the list."""
    mutants, file, tests, old, new, start = [], None, [], [], [], 0
    lines = (ROOT / "tests/mutants/list.txt").read_text().splitlines()
    for number, line in enumerate(lines + [""], 1):
        if line.startswith("@ "):
            file, names = line[2:].split(": ")
            tests = names.split()
        elif line.startswith("- "):
            start = start or number
            old.append(line[2:])
        elif line.startswith("+ "):
            new.append(line[2:])
        elif old:
            mutants.append(Mutant(file, tests, "\n".join(old), "\n".join(new), start))
            old, new, start = [], [], 0
    return mutants


def copy_tree():
    """Brings the copy up to date without touching what is the same, so that little is built again."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            stdout=subprocess.PIPE).stdout.decode().split("\0")
    for name in filter(None, listed):
        source, target = ROOT / name, SOURCE / name
        if not source.is_file() or (target.is_file() and target.read_bytes() == source.read_bytes()):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def build(targets):
    """True if they could be built."""
    made = subprocess.run(["cmake", "--build", BUILD, "--target", *targets], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    (WORK / "build.log").write_bytes(made.stdout)
    return made.returncode == 0


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def passes(test):
    """True if the test, as it is built at present, passes."""
    try:
        ran = subprocess.run([BUILD / "tests" / test], cwd=SOURCE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit,
                             timeout=WAIT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


def try_mutant(mutant):
    """The test that noticed, or "survived"."""
    target = SOURCE / mutant.file
    target.write_text(mutant.apply())
    try:
        for test in mutant.tests:
            if not build([test]):
                sys.exit(f"mutants: list.txt:{mutant.line} cannot be built: see {WORK / 'build.log'}")
            if not passes(test):
                return test
        return "survived"
    finally:
        shutil.copyfile(ROOT / mutant.file, target)


def known_results():
    if not RESULTS.exists():
        return {}
    return dict(line.split(" ", 1) for line in RESULTS.read_text().splitlines())


def prepare(mutants):
    """Configures, builds all tests without any error, and makes sure that they pass."""
    if os.environ.get("RESTART"):
        RESULTS.unlink(missing_ok=True)
    WORK.mkdir(exist_ok=True)
    copy_tree()
    if not (BUILD / "build.ninja").exists():
        subprocess.run(["cmake", "-S", SOURCE, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG",
                        "-DMIXMI_TESTS=ON"], check=True, stdout=subprocess.DEVNULL)
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    if tests and not build(tests):
        sys.exit(f"mutants: the tests cannot be built: see {WORK / 'build.log'}")
    for test in tests:
        if not passes(test):
            sys.exit(f"mutants: {test} fails without any error")


def main(pattern):
    mutants = [mutant for mutant in read_list() if pattern in mutant.file]
    if not mutants:
        sys.exit(f"mutants: no file of the list has '{pattern}' in its name")
    stale = [mutant for mutant in mutants if not mutant.fits()]
    mutants = [mutant for mutant in mutants if mutant.fits()]
    known = {} if os.environ.get("RESTART") else known_results()
    prepare([mutant for mutant in mutants if mutant.key() not in known])
    survivors = []
    for number, mutant in enumerate(mutants, 1):
        key = mutant.key()
        if key not in known:
            known[key] = try_mutant(mutant)
            with RESULTS.open("a") as results:
                results.write(f"{key} {known[key]}\n")
        print(f"{number:4d} {known[key]:24s} {mutant}", flush=True)
        if known[key] == "survived":
            survivors.append(mutant)
    score = 1 - len(survivors) / max(len(mutants), 1)
    print(f"\n{len(mutants)} mutants, {len(mutants) - len(survivors)} noticed: {100 * score:.1f}%")
    for mutant in survivors:
        print(f"survived: list.txt:{mutant.line} {mutant}")
    for mutant in stale:
        print(f"not tried: list.txt:{mutant.line}: the file does not have the text once: {mutant}")
    return 0 if score >= ENOUGH and not stale else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
