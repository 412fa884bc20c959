#!/usr/bin/env python3
"""Runs the code blocks of documents and compares what they print with what the page shows.

    pages.py [--root DIR] [--mixmi FILE] [--run KINDS] [--update] [--keep DIR] PAGE...

Blocks of a page run in its order, in a folder of their own with the data sets in data/. What a fence says decides:

    console   lines that begin with "$ " are commands of a shell; the lines below each are what it prints
    pycon     a session of Python, with >>> and ... (one session per page)
    rconsole  a session of R, with > and + (one session per page)
    sh, python, r   must run without an error; what they print is not shown
    c         a program; must compile without a warning and run

A block after the line `<!-- not run: WHY -->` is left alone. --run takes some kinds (console,sh,c by default; python and r mean both
kinds of each). --update writes what was printed into the page. --keep DIR keeps the pictures that a page draws, in DIR beside the page's copy.
PICTURES=none in the environment: without Graphviz, the picture of a graph is written as text.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FENCE = re.compile(r"^(\s*)(`{3,})\s*([^`]*)$")
NOT_RUN = re.compile(r"^\s*<!-- not run: .+ -->\s*$")
KINDS = {"console": "console", "sh": "sh", "c": "c", "pycon": "python", "python": "python", "rconsole": "r", "r": "r"}
SHOWN = ("console", "pycon", "rconsole")  # blocks that show what is printed
MARK = "#~ next block ~"
PLOT = "--plot graph.svg"

# What runs a page's Python: reads the blocks from standard input, writes each as a session, and the first error.
PYTHON = r'''
import code, contextlib, doctest, io, json, sys, traceback
blocks, said, names = json.load(sys.stdin), [], {"__name__": "__main__"}
def session(text):
    out = []
    for part in doctest.DocTestParser().parse(text):
        if isinstance(part, doctest.Example):
            lines = part.source.rstrip("\n").split("\n")
            out += [(">>> " if i == 0 else "... ") + line if line or i == 0 else "..." for i, line in enumerate(lines)]
            shown = io.StringIO()
            with contextlib.redirect_stdout(shown):
                exec(compile(part.source, "<page>", "single"), names)
            out += shown.getvalue().rstrip("\n").split("\n") if shown.getvalue() else []
        elif part.strip("\n") == "" and part:
            out += [""] * (part.count("\n"))
    return "\n".join(line.rstrip() for line in "\n".join(out).rstrip("\n").split("\n")) + "\n"
try:
    for kind, text in blocks:
        if kind == "pycon":
            said.append(session(text))
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(text, "<page>", "exec"), names)
            said.append(text)
    error = None
except BaseException:
    error = traceback.format_exc()
json.dump([said, error], sys.__stdout__)
'''


class Block:
    """A fenced block: its kind, its text and the lines of the page that hold the text."""

    def __init__(self, kind, indent, first):
        self.kind, self.indent, self.first, self.lines = kind, indent, first, []

    @property
    def text(self):
        return "".join(line + "\n" for line in self.lines)


def blocks_of(lines):
    """The blocks of a page that are to be run, in order."""
    found, block, fence, skip = [], None, None, False
    for number, line in enumerate(lines):
        match = FENCE.match(line)
        if block is not None:
            if match and match[2] == fence and not match[3]:
                if block.kind in KINDS and not skip:
                    found.append(block)
                block, skip = None, False
            else:
                block.lines.append(line[len(block.indent):].rstrip())
        elif match:
            block, fence = Block(match[3].strip(), match[1], number + 1), match[2]
        elif NOT_RUN.match(line):
            skip = True
        elif line.strip():
            skip = False
    return found


class Failure(Exception):
    """Why a block did not run."""


class Page:
    """One page, run in a folder of its own."""

    def __init__(self, path, settings):
        self.path, self.settings = path, settings
        self.lines = path.read_text().split("\n")
        self.blocks = blocks_of(self.lines)
        self.work = Path(tempfile.mkdtemp())
        for folder in ("data", "docs/gallery/data"):
            if (settings.root / folder).is_dir():
                shutil.copytree(settings.root / folder, self.work / "data", dirs_exist_ok=True)
        (self.work / "bin").mkdir()
        (self.work / "bin" / "mixmi").symlink_to(settings.mixmi)
        for example in (settings.root / "examples").glob("*.c"):
            shutil.copy(example, self.work)
        self.environment = dict(os.environ, C_INCLUDE_PATH=str(settings.root / "include"), LIBRARY_PATH=str(settings.build),
                                LD_LIBRARY_PATH=str(settings.build), PATH=f"{self.work}/bin:{os.environ['PATH']}", MPLBACKEND="Agg", LC_ALL="C.UTF-8",
                                NO_COLOR="1", COLUMNS="100", R_LIBS=str(settings.root / "build/r/library"))

    def call(self, command, text=None):
        done = subprocess.run(command, cwd=self.work, env=self.environment, input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, stdin=None if text is not None else subprocess.DEVNULL)
        return done.returncode, done.stdout

    def shell(self, command):
        if os.environ.get("PICTURES") == "none":
            command = command.replace(PLOT, "--write dot:graph.svg")
        code, out = self.call(["bash", "-c", f"set -e; {command}"])
        if code != 0:
            raise Failure(f"'{command}' fails with status {code}: {out}")
        return out

    def console(self, block):
        """The block again, with what its commands print now."""
        out, pending = [], None
        for line in block.lines:
            if line.startswith("$ ") or pending is not None:
                out.append(line)
                command = line[2:] if pending is None else pending + "\n" + line
                pending = command if command.endswith("\\") else None
                if pending is None:
                    out += self.shell(command).rstrip("\n").splitlines()
        return "".join(line.rstrip() + "\n" for line in out)

    def c(self, block):
        (self.work / "program.c").write_text(block.text)
        for command in (["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "program.c", "-o", "program", "-lmixmi", "-lm"], ["./program"]):
            code, out = self.call(command)
            if code != 0:
                raise Failure(f"{command[0]} fails: {out}")
        return block.text

    def python(self, blocks):
        interpreter = self.settings.root / "build/python-venv/bin/python"
        if not interpreter.exists():
            raise Failure("the Python package is not built (make python)")
        done = subprocess.run([interpreter, "-c", PYTHON], input=json.dumps([[b.kind, b.text] for b in blocks]), cwd=self.work,
                              env=self.environment, stdout=subprocess.PIPE, text=True)
        said, error = json.loads(done.stdout)
        if error:
            raise Failure(f"Python, block {len(said) + 1}: {error}")
        return said

    def r(self, blocks):
        script = f"{MARK}\n".join(r_input(block) for block in blocks)
        code, out = self.call(["R", "--vanilla", "--quiet"], "options(width = 100)\n" + script)
        if code != 0:
            raise Failure(f"R fails: {out[-2000:]}")
        out = out.split("\n", 1)[1]
        out = re.sub(r"> \n?$", "", out)
        return ["".join(line.rstrip() + "\n" for line in said.rstrip("\n").split("\n")) if b.kind == "rconsole" else b.text for said, b in zip(out.split(f"> {MARK}\n"), blocks)]

    def run(self):
        """The blocks that were run, each with what it should say."""
        said = []
        for language in ("python", "r"):
            blocks = [b for b in self.blocks if KINDS[b.kind] == language and language in self.settings.run]
            if blocks:
                said += zip(blocks, getattr(self, language)(blocks))
        for block in self.blocks:
            if block.kind == "console" and "console" in self.settings.run:
                said.append((block, self.console(block)))
            elif block.kind == "sh" and "sh" in self.settings.run:
                self.shell(block.text)
                said.append((block, block.text))
            elif block.kind == "c" and "c" in self.settings.run:
                said.append((block, self.c(block)))
        return said

    def update(self, said):
        for block, text in sorted(said, key=lambda pair: -pair[0].first):
            new = [block.indent + line if line else "" for line in text.rstrip("\n").split("\n")]
            self.lines[block.first:block.first + len(block.lines)] = new
        self.path.write_text("\n".join(self.lines))

    def keep(self):
        """Copies the pictures that were drawn to where the copy of the page is."""
        place = (self.settings.keep / self.path.resolve().relative_to(self.settings.root)).parent
        place.mkdir(parents=True, exist_ok=True)
        for picture in [*self.work.glob("*.svg"), *self.work.glob("*.png")]:
            shutil.copy(picture, place)


def r_input(block):
    """The lines of an R session that a person typed."""
    if block.kind == "r":
        return block.text
    return "".join(line[2:] + "\n" for line in block.lines if re.match(r"[>+] ", line))


def difference(block, text):
    import difflib

    return "".join(difflib.unified_diff(block.text.splitlines(True), text.splitlines(True), "the page", "printed now", n=1))


def check(path, settings):
    """Runs one page; the number of blocks, and what is wrong."""
    page = Page(path, settings)
    try:
        said = page.run()
        wrong = [difference(b, text) for b, text in said if b.kind in SHOWN and b.text != text]
        if wrong and settings.update:
            page.update(said)
            wrong = []
        if settings.keep:
            page.keep()
    except Failure as failure:
        said, wrong = [], [str(failure)]
    finally:
        shutil.rmtree(page.work)
    return len(said), wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--mixmi", type=Path)
    parser.add_argument("--run", default="console,sh,c")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("pages", nargs="+", type=Path)
    settings = parser.parse_args()
    settings.root = settings.root.resolve()
    settings.mixmi = (settings.mixmi or settings.root / "build/bin/mixmi").resolve()
    settings.build = settings.mixmi.parent.parent
    settings.run = settings.run.split(",")
    total, bad = 0, 0
    target = "docs" if "console" in settings.run else "docs-packages"
    for path in settings.pages:
        number, wrong = check(path, settings)
        total, bad = total + number, bad + len(wrong)
        for text in wrong:
            print(f"{path}: {text}\n    (what a page shows is recorded again by: make {target} UPDATE=1)")
    print(f"{total} blocks of {len(settings.pages)} pages ran, {bad} differ or fail")
    return 1 if bad or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
