#!/usr/bin/env python3
"""The table of docs/reference/interface.md has every function of the command, Python and R, and nothing that does not exist; every
field of an answer is in C, JSON, Python and R by the same name: interface.py ROOT MIXMI."""
import json
import re
import subprocess
import sys
from pathlib import Path

root, mixmi = Path(sys.argv[1]).resolve(), str(Path(sys.argv[2]).resolve())
page = (root / "docs/reference/interface.md").read_text()
wrong = []


def table(heading):
    """The rows of the table below a heading, as lists of the names in backticks."""
    part = page.split(f"## {heading}")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    return [[re.findall(r"`([^`]+)`", cell) for cell in row] for row in cells]


def compare(place, listed, there):
    for name in sorted(set(there) - set(listed)):
        wrong.append(f"{place}: {name} is not in the table")
    for name in sorted(set(listed) - set(there)):
        wrong.append(f"{place}: {name} of the table does not exist")


def run(*words):
    return subprocess.run([mixmi, *words], capture_output=True, text=True, check=True, cwd=root).stdout


functions = table("Functions")
headers = "".join(path.read_text() for path in sorted((root / "include").rglob("*.h")))
public = set(re.findall(r"MIXMI_API[^;]*?\b(mixmi_\w+)\(", headers))
for name in {name for row in functions for name in row[1]} - public:
    wrong.append(f"C: {name} of the table does not exist")
commands = re.findall(r"^  (\w+)  ", run("help").split("Commands:")[1].split("Exit status")[0], re.MULTILINE)
listed = {name.split()[0] for row in functions for name in row[2] if not name.startswith("-")}
compare("command", listed, commands)
for name in (name for row in functions for name in row[2] if " --" in name):
    command, flag = name.split()
    if flag not in run(command, "--help-all"):
        wrong.append(f"command: {name} of the table does not exist")
source = (root / "bindings/python/mixmi/__init__.py").read_text()
names = re.findall(r'"(\w+)"', source.split("__all__ = [")[1].split("]")[0])
python = {name for name in names if name[0].islower()}
compare("Python", {name for row in functions for name in row[3] if name[0].islower()}, python)
exports = re.findall(r"export\(([^)]*)\)", (root / "bindings/r/NAMESPACE").read_text())
compare("R", {name for row in functions for name in row[4]}, {name.strip() for line in exports for name in line.split(",")})

fields = {name for row in table("Fields of an answer") for name in row[0]}
struct = re.sub(r"/\*.*?\*/", "", headers.split("typedef struct mixmi_answer {")[1].split("} mixmi_answer;")[0], flags=re.DOTALL)
in_c = {name for line in struct.split(";") for name in re.findall(r"(\w+)(?:\[\d+\])?\s*(?:,|$)", line.strip())}
compare("C's mixmi_answer", fields, in_c - {"status", "paper", "profile", "reserved"})
question = ["data/penguins.csv", "-x", "sex", "-y", "species"]
visits = ["docs/gallery/data/pbcseq.csv", "-x", "bili", "-y", "albumin", "--cluster", "id"]
answers = [json.loads(run(*words, "--json")) for words in (["cmi", *question], ["cmi", *question, "--preset", "paper"], ["test", *question],
           ["test", *question, "--test", "chi2"], ["test", *question, "--test", "perm"], ["test", *visits])]
for name in fields - {name for answer in answers for name in answer}:
    wrong.append(f"JSON: no answer has the field {name}")
declared = (root / "bindings/python/mixmi/_answers.py").read_text().split("class Answer(float)")[1].split("\nclass ")[0]
for name in fields:
    if not re.search(rf"^    (def {name}\(|{name}: Any = )", declared, re.MULTILINE):
        wrong.append(f"Python: Answer has no {name}")
bridge = "".join(path.read_text() for path in sorted((root / "bindings/r").glob("*/*.[cR]")))
for name in fields:
    if not re.search(rf"_OF\({name}\)|\"{name}\"", bridge):
        wrong.append(f"R: no field {name}")
for row in table("Arguments"):
    flag = next((name for name in row[1] if name.startswith("--")), None)
    if flag and not any(flag.replace("--no-", "--") in run(command, "--help-all").replace("--no-", "--") for command in ("graph", "pairs", "cmi", "report")):
        wrong.append(f"command: {flag} of the table does not exist")

print("\n".join(f"interface: {line}" for line in wrong) or f"{len(functions)} functions and {len(fields)} fields are the same everywhere")
sys.exit(1 if wrong else 0)
