#!/usr/bin/env python3
"""Mutation testing: compiles each small error of tests/mutants/list.txt, links the tests that the list names with that object in front of the
library of the release build, and runs them until one fails. Prints the score, and fails below 95%: mutants.py [PATTERN].

With PATTERN only the errors in files whose name has it. No source is changed; everything made is in build-mutants. What a mutant came to is
remembered there for as long as its file and the tests stay the same, so a run that was interrupted goes on; RESTART=1 forgets it.
"""
import functools
import hashlib
import os
import pathlib
import resource
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD, WORK = ROOT / "build", ROOT / "build-mutants"
RESULTS = WORK / "results.txt"
SOURCE, OBJECT, PROGRAM = (WORK / f"mutant-{os.getpid()}{end}" for end in (".c", ".o", ""))  # runs side by side do not meet
ENOUGH = 0.95
FIRST_SHARE = "20"  # percent of the random cases: most errors show in these; all cases follow
CPU_SECONDS, WAIT_SECONDS, BYTES = 600, 1200, 8 << 30  # an error may make a loop or an array endless: that is noticed too


class Mutant:
    """One error: `old` in `file` becomes `new`. `reason`: why no test can notice it, or empty."""

    def __init__(self, file, tests, old, new, line, reason):
        self.file, self.tests, self.old, self.new, self.line, self.reason = file, tests, old, new, line, reason

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
        """True if the file has the text exactly once."""
        return (ROOT / self.file).is_file() and (ROOT / self.file).read_text().count(self.old) == 1

    def compile(self):
        """Makes OBJECT of the file with the error."""
        SOURCE.write_text((ROOT / self.file).read_text().replace(self.old, self.new))
        command = shlex.split(commands(f"CMakeFiles/mixmi_objects.dir/{self.file}.o")[-1])
        command = [word for word in command if word not in ("-Werror", "-MD")]
        for option in ("-MT", "-MF"):
            at = command.index(option) if option in command else len(command)
            del command[at:at + 2]
        command[command.index("-o") + 1] = str(OBJECT)
        command[command.index("-c") + 1] = str(SOURCE)
        if not run(command):
            sys.exit(f"mutants: list.txt:{self.line} cannot be compiled: see {WORK / 'build.log'}")


def read_list():
    """All mutants of the list."""
    mutants, file, tests, old, new, start, reason = [], None, [], [], [], 0, []
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
        elif line.startswith("= "):
            reason.append(line[2:])
        elif old:
            mutants.append(Mutant(file, tests, "\n".join(old), "\n".join(new), start, " ".join(reason)))
            old, new, start, reason = [], [], 0, []
    return mutants


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
    words = shlex.split(commands(f"tests/{test}")[-1])
    words = [word for word in words if word not in (":", "&&")]
    words[words.index("-o") + 1] = str(PROGRAM)
    words.insert(words.index("libmixmi.a"), str(OBJECT))
    if not run(words):
        sys.exit(f"mutants: {test} cannot be linked: see {WORK / 'build.log'}")


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def passes(program, share):
    """True if the test passes with that share of its random cases."""
    try:
        ran = subprocess.run([program], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit, timeout=WAIT_SECONDS,
                             env={**os.environ, "MIXMI_TEST_SHARE": share}, check=False)
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


def try_mutant(mutant, sound):
    """The test that noticed, or "survived"."""
    mutant.compile()
    for share in (FIRST_SHARE, "100"):
        for test in mutant.tests:
            link(test)
            if not passes(PROGRAM, share) and sound(test):
                return test
    return "survived"


def known_results():
    if os.environ.get("RESTART"):
        RESULTS.unlink(missing_ok=True)
    if not RESULTS.exists():
        return {}
    return dict(line.split(" ", 1) for line in RESULTS.read_text().splitlines())


def remember(known, key, found):
    known[key] = found
    with RESULTS.open("a") as results:
        results.write(f"{key} {found}\n")


def prepare(tests):
    """The release build with these tests."""
    WORK.mkdir(exist_ok=True)
    BUILD.mkdir(exist_ok=True)
    if not run(["cmake", "--preset", "release", "-DMIXMI_TESTS=ON", "-S", ROOT]) or not run(["cmake", "--build", BUILD, "--target", *tests]):
        sys.exit(f"mutants: the tests cannot be built: see {WORK / 'build.log'}")


def make_sure(known):
    """A function that ends the run where a test fails without any error."""
    def sound(test):
        program = BUILD / "tests" / test
        key = hashlib.sha256(program.read_bytes()).hexdigest()
        if key not in known:
            for share in (FIRST_SHARE, "100"):
                if not passes(program, share):
                    sys.exit(f"mutants: {test} fails without any error")
            remember(known, key, "passes")
        return True
    return sound


def main(pattern):
    listed = [mutant for mutant in read_list() if pattern in mutant.file]
    if not listed:
        sys.exit(f"mutants: no file of the list has '{pattern}' in its name")
    mutants = [mutant for mutant in listed if mutant.fits()]
    stale = [mutant for mutant in listed if not mutant.fits()]
    known = known_results()
    prepare(sorted({test for mutant in mutants for test in mutant.tests}))
    survivors, sound = [], make_sure(known)
    equivalent = [mutant for mutant in mutants if mutant.reason]
    mutants = [mutant for mutant in mutants if not mutant.reason]
    for number, mutant in enumerate(mutants, 1):
        key = mutant.key()
        if key not in known:
            remember(known, key, try_mutant(mutant, sound))
        print(f"{number:4d} {known[key]:24s} {mutant}", flush=True)
        if known[key] == "survived":
            survivors.append(mutant)
    for made in (SOURCE, OBJECT, PROGRAM):
        made.unlink(missing_ok=True)
    score = 1 - len(survivors) / max(len(mutants), 1)
    print(f"\n{len(mutants)} mutants, {len(mutants) - len(survivors)} noticed: {100 * score:.1f}%")
    for mutant in survivors:
        print(f"survived: list.txt:{mutant.line} {mutant}")
    for mutant in equivalent:
        print(f"not counted: list.txt:{mutant.line} {mutant}: {mutant.reason}")
    for mutant in stale:
        print(f"not tried: list.txt:{mutant.line}: the file does not have the text once: {mutant}")
    return 0 if score >= ENOUGH and not stale else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
