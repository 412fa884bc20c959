#!/usr/bin/env python3
"""The JSON of every command is what docs/reference/mixmi.schema.json says: schema.py MIXMI.

Answers are validated as a reader would, and again with every object closed, so that a key which the schema does not name is found; and every key that
the schema names must be in some answer. That both checks can fail is shown at the end.
"""
import copy
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("schema: python3-jsonschema is not installed; skipped")
    sys.exit(77)

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = json.loads((ROOT / "docs/reference/mixmi.schema.json").read_text())
PENGUINS, GRAPH = "data/penguins.csv", "species,sex,body_mass_g,island"
XYZ = "-x bill_length_mm -y sex -z species"
UNSEEN = {"labels"}  # a group of texts, which only a histogram of dependence has; the command draws densities
OPEN = ("report",)  # made for the page's own script

ASKED = [
    f"cmi {PENGUINS} {XYZ} --explain --by-z", f"cmi {PENGUINS} -x sex -y species", f"cmi {PENGUINS} -x sex -y species --preset paper",
    f"cmi {PENGUINS} -x bill_length_mm -y bill_depth_mm --estimator ksg", f"cmi {PENGUINS} -x sex -y species --estimator ms --units bits",
    f"cmi {PENGUINS} -x sex -y species --estimator miic", "cmi dates.csv -x day -y value", f"histogram {PENGUINS} -c species,body_mass_g",
    f"histogram {PENGUINS} -c body_mass_g,sex --save model.json", f"histogram {PENGUINS} -c bill_length_mm,species --preset paper --atom-threshold 3",
    "histogram dates.csv -c day,value", "histogram counts.csv -c count,label", f"test {PENGUINS} {XYZ}", f"test {PENGUINS} -x sex -y species --confidence 0", f"test {PENGUINS} {XYZ} --test rcot",
    f"test {PENGUINS} {XYZ} --test miic", f"test {PENGUINS} {XYZ} --test perm", f"test {PENGUINS} {XYZ} --test chi2", "test data/cars93.csv -x Price -y Weight -z Make",
    f"test {PENGUINS} --queries questions.csv --confidence 0.9", f"pairs {PENGUINS} --target sex --adjust", f"pairs {PENGUINS} --sort p --top 3",
    f"graph {PENGUINS} --exclude year --stability 2", f"graph {PENGUINS} -c {GRAPH} --knowledge data/penguins-known.txt", f"graph {PENGUINS} -c {GRAPH} --latent",
    "graph hidden.csv --latent",
    f"graph {PENGUINS} -c {GRAPH} --search pc-stable --truth graph.json", "graph data/air.csv --time date --lags 1", "graph data/air.csv --time date --lags 1 --summary", "cmi data/air.csv -x Temp -y Ozone --time date --lags 1", "compare graph.json graph.json", "test data/pbcseq.csv -x trt -y bili --cluster id", "cmi data/pbcseq.csv -x trt -y platelet -z sex --cluster id", "pairs data/pbcseq.csv --columns trt,bili --cluster id", "adjust assumed.txt -x x -y y", "adjust assumed.txt -x x -y y --unmeasured u", f"check {PENGUINS} --graph known.txt", f"effect {PENGUINS} --graph known.txt -x sex -y body_mass_g", f"effect {PENGUINS} --adjust sex -x bill_length_mm -y species", "effect data/pbc.csv --adjust age -x trt -y time --survival time:status=2 --randomised", "effect data/penguins.csv --graph pair.txt -x sex -y species", f"blanket {PENGUINS} --target sex", f"select {PENGUINS} --target sex -k 2",
    "describe data/pbc.csv", f"describe {PENGUINS}", f"assign {PENGUINS} --model model.json", f"report {PENGUINS} --target sex --graph no",
]


def prepare(work):
    (work / "data").mkdir()
    for folder in ("data", "docs/gallery/data"):
        subprocess.run(["cp", "-r", f"{ROOT / folder}/.", f"{work}/data/"], check=True)
    (work / "dates.csv").write_text("day,value\n" + "".join(f"2024-{i % 12 + 1:02}-{i % 27 + 1:02},{(i * 37) % 101 + (i % 12)}\n" for i in range(200)))
    (work / "counts.csv").write_text("count,label\n" + "".join(f"{(i * 7) % 5 * (i % 3 > 0)},{'abcdefgh'[(i * 7) % 5 + (i % 4 == 0)]}\n" for i in range(300)))
    (work / "known.txt").write_text("species -> island\nsex -> body_mass_g\nisland -> body_mass_g\n")
    draw = random.Random(1)  # a -> x <- h -> y <- b with h hidden, and a sum
    rows = [(draw.gauss(0, 1), draw.gauss(0, 1), draw.gauss(0, 1)) for _ in range(800)]
    lines = [(a, a + h + draw.gauss(0, .5), h + b + draw.gauss(0, .5), b, draw.random(), draw.random()) for a, h, b in rows]
    (work / "hidden.csv").write_text("a,x,y,b,in,out,all\n" + "".join(",".join(map(str, (*line, line[4] + line[5]))) + "\n" for line in lines))
    (work / "assumed.txt").write_text("u -> x\nu -> y\nx -> m\nm -> y\nz -> x\n")
    (work / "pair.txt").write_text("sex -- species\n")
    (work / "questions.csv").write_text("x,y,z\nsex,species,\nbill_length_mm,sex,species\n")


def ask(mixmi, words, work):
    done = subprocess.run([mixmi, *words.split(), "--json"], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise SystemExit(f"schema: mixmi {words} fails: {done.stderr.decode()}")
    return json.loads(done.stdout)


def closed(schema):
    """The schema with every object closed."""
    schema = copy.deepcopy(schema)
    for name, part in schema["$defs"].items():
        if name not in OPEN:
            part["additionalProperties"] = False
    return schema


def definition(schema, answer):
    """The part of the schema that an answer belongs to, so that an error names the key and not "none of them"."""
    name = answer.get("command")
    name = "test_many" if name == "test" and "answers" in answer else name
    if name not in schema["$defs"]:
        raise SystemExit(f"schema: the command {name} is not in docs/reference/mixmi.schema.json")
    return {**schema, "oneOf": [{"$ref": f"#/$defs/{name}"}], "$ref": f"#/$defs/{name}"}


def complaints(schema, answer):
    found = Draft202012Validator({k: v for k, v in definition(schema, answer).items() if k != "oneOf"}).iter_errors(answer)
    return [f"{'/'.join(map(str, error.absolute_path)) or 'the object'}: {error.message[:200]}" for error in found]


def named_keys(schema):
    return {key for name, part in schema["$defs"].items() if name not in OPEN for key in part["properties"]}


def keys(value):
    if isinstance(value, dict):
        return set(value) | {k for v in value.values() for k in keys(v)}
    return {k for v in value for k in keys(v)} if isinstance(value, list) else set()


def commands(mixmi):
    """Commands that print JSON."""
    text = subprocess.run([mixmi, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    names = [line.split()[0] for line in text.split("Commands:")[1].split("\n\n")[0].strip().split("\n")]
    has = lambda name: "--json" in subprocess.run([mixmi, name, "--help"], stdout=subprocess.PIPE, text=True).stdout
    return [name for name in names if name != "help" and has(name)]


def main():
    mixmi, bad = Path(sys.argv[1]).resolve(), []
    Draft202012Validator.check_schema(SCHEMA)
    asked = {words.split()[0] for words in ASKED}
    bad += [f"mixmi {name} prints JSON that the schema and this test do not know" for name in commands(mixmi) if name not in asked]
    with tempfile.TemporaryDirectory() as work:
        prepare(Path(work))
        subprocess.run([mixmi, "graph", PENGUINS, "-c", GRAPH, "--json", "-o", "graph.json"], cwd=work, check=True, stderr=subprocess.DEVNULL)
        answers = [ask(mixmi, words, Path(work)) for words in ASKED]
    for words, answer in zip(ASKED, answers):
        Draft202012Validator(SCHEMA).validate(answer)
        bad += [f"mixmi {words}: {text}" for text in complaints(closed(SCHEMA), answer)]
    unseen = named_keys(SCHEMA) - {key for answer in answers for key in keys(answer)} - UNSEEN
    bad += [f"the schema names {key}, which no answer has" for key in sorted(unseen)]
    for spoilt in ({**answers[0], "surprise": 1}, {**answers[0], "estimate": "0.2"}, {k: v for k, v in answers[0].items() if k != "rows"}):
        if not complaints(closed(SCHEMA), spoilt):
            bad.append("a spoilt answer passes")
    print("\n".join(bad) or f"{len(answers)} answers are as the schema says")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
