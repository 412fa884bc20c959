"""The command and Python side by side: every example of the README, and the same on seven data sets, to the last bit.

`ask` turns a command line into a call of Python: an option --atom-threshold 25 is the keyword atom_threshold="25".
"""
import gzip
import json
import re
import shlex
import shutil
import subprocess

import mixmi
import numpy as np
import pandas as pd
import pytest
from conftest import PENGUINS, ROOT

FLAGS = {"-x": "x", "-y": "y", "-z": "z", "-c": "columns", "-k": "k"}
ARGUMENTS = ("target", "sort", "adjust", "exclude", "columns", "plot", "save", "model", "queries", "top", "number", "truth",
             "format", "knowledge", "output")


def parse(line):
    """The command, the file, the arguments and the options of a command line."""
    words = shlex.split(line)
    command, rest, file = words[1], words[2:], None
    arguments, options = {}, {}
    while rest:
        word = rest.pop(0)
        if word in FLAGS:
            arguments[FLAGS[word]] = rest.pop(0)
        elif word in ("--json", "--csv", "--explain", "--by-z", "--verbose"):
            continue
        elif word.startswith("--") and word[2:] in ARGUMENTS:
            arguments[word[2:]] = rest.pop(0)
        elif word.startswith("--"):
            options[word[2:].replace("-", "_")] = rest.pop(0)
        else:
            file = word
    return command, file, arguments, options


def names(table, listed):
    """A list of columns as the command takes it: names, or numbers from 1."""
    if listed is None:
        return None
    return [word if word in table.names else int(word) - 1 for word in listed.split(",")]


def same(a, b):
    return (a is None or a != a) and b is None or a == b


# The fields that an answer has in JSON too, whatever the method.
ALWAYS = ("verdict", "p", "alpha", "statistic", "estimate", "lower", "upper", "confidence", "standard_error", "strength",
          "strength_max", "rows", "rows_dropped", "comparable", "df", "corrected", "permutations")


def same_answer(found, answer):
    assert answer["schema_version"] == 2 and found.units == answer["units"]
    for field in ("method", *ALWAYS):
        assert same(getattr(found, field), answer[field]), field
    for field in set(dir(found)) & set(answer) - set(ALWAYS) - {"answer", "remarks"}:
        assert field == "method" or same(getattr(found, field), answer[field]), field
    assert set(found.remarks) <= set(answer["remarks"])  # the command has those of the histogram too


def ask_cmi(table, arguments, options, answer):
    if "k" in arguments:
        options["neighbours"] = arguments["k"]
    x, y, z = (names(table, arguments.get(name)) for name in "xyz")
    found = mixmi.cmi(table, x, y, z, **options)
    same_answer(found, answer)
    if "by_z" in answer:
        for group, other in zip(found.explain(by_z=True).groups, answer["by_z"], strict=True):
            assert group.words == other["words"] and group.rows == other["rows"] and group.shape == other["shape"]
            assert same(group.sign, other["sign"]) and all(same(getattr(group.answer, field), other[field]) for field in ALWAYS)


def ask_test(table, arguments, options, answer):
    x, y, z = (names(table, arguments.get(name)) for name in "xyz")
    found = mixmi.test(table, x, y, z, **options)
    same_answer(found, answer)


def ask_pairs(table, arguments, options, answer):
    target, given = names(table, arguments.get("target")), names(table, arguments.get("z"))
    found = mixmi.pairs(table, target=target, given=given, sort=arguments.get("sort", "evidence"),
                        adjust=arguments.get("adjust"), exclude=names(table, arguments.get("exclude")), **options)
    assert len(found) == len(answer["answers"])
    for (_, row), other in zip(found.iterrows(), answer["answers"]):
        assert [row.x] == other["x"] and [row.y] == other["y"] and row["rows"] == other["rows"]
        for field in ("verdict", "estimate", "lower", "upper", "strength", "p", "p_holm", "p_bh", "statistic"):
            assert same(row[field], other[field]), field


def ask_histogram(table, arguments, options, answer):
    columns = names(table, arguments.get("columns"))
    assert mixmi.entropy(table, columns, **options) == answer["estimate"]
    assert mixmi.entropy(table, columns, discretised=True, **options) == answer["discretised"]
    fitted = mixmi.histogram(table, columns, **options)
    assert fitted.info["score"] == answer["score"] and fitted.info["cells"] == answer["cells"]
    for column in answer["columns"]:
        assert fitted.cuts(column["name"]) == column["cuts"]
        assert [b.rows for b in fitted.bins(column["name"])] == [b["count"] for b in column["bin_list"]]


def ask_assign(table, arguments, options, answer):
    rows = mixmi.Histogram.load(arguments["model"]).assign(table)
    for j, column in enumerate(answer["columns"]):
        assert [None if b < 0 else b for b in rows[:, j].tolist()] == column["assigned"]


def ask_graph(table, arguments, options, answer):
    known = arguments.get("knowledge")
    found = mixmi.graph(table, exclude=names(table, arguments.get("exclude")),
                        knowledge=PENGUINS.parent.parent / known if known else None, **options)
    assert found.nodes == [node["name"] for node in answer["nodes"]] and len(found) == len(answer["edges"])
    edges = {frozenset((edge["from"], edge["to"])): edge for edge in found.edge_list()}
    for other in answer["edges"]:
        edge = edges[frozenset((other["from"], other["to"]))]
        assert other["type"] != "directed" or (edge["from"], edge["type"]) == (other["from"], "-->")
        assert sorted(edge["given"]) == sorted(other["given"]) and edge["rows"] == other["rows"]
        assert same(edge["p"], other["p"]) and same(edge["estimate"], other["estimate"])


def ask_choice(call):
    def ask(table, arguments, options, answer):
        number = {"k": int(arguments.get("k", 10))} if call is mixmi.select else {}
        found = call(table, arguments["target"], exclude=names(table, arguments.get("exclude")), **number, **options)
        for row, other in zip(found.rows, answer["columns"]):
            assert (row["column"], row["role"], row["given"]) == (other["column"], other["role"], other["given"])
            for field in ("p", "estimate", "level", "decided_by", "over"):
                assert same(row[field], other[field]), field

    return ask


def ask_describe(table, arguments, options, answer):
    found = table.describe(**options)
    for column in answer["columns"]:
        row = found.loc[column["name"]]
        for field in ("type", "distinct", "missing", "atoms", "atom_rows"):
            assert row[field] == column[field], (column["name"], field)


ASK = {"cmi": ask_cmi, "test": ask_test, "pairs": ask_pairs, "histogram": ask_histogram,
       "assign": ask_assign, "graph": ask_graph, "describe": ask_describe, "blanket": ask_choice(mixmi.blanket),
       "select": ask_choice(mixmi.select)}


def compare(command, line, folder, table, stdin=None):
    """Runs the line with --json in the folder, and asks Python the same."""
    words = shlex.split(line)
    done = subprocess.run([command, *words[1:], *([] if "--json" in words else ["--json"])], cwd=folder, input=stdin,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr.decode()
    name, _, arguments, options = parse(line)
    if "model" in arguments:
        arguments["model"] = folder / arguments["model"]
    ASK[name](table, arguments, options, json.loads(done.stdout))


# ------------------------------------------------------------------------------------------------- the README


def examples():
    """The command lines of the README and of the tour that ask about the penguins."""
    text = (ROOT / "README.md").read_text() + (ROOT / "docs/start/tour.md").read_text()
    lines = [line for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    lines += re.findall(r"^\$ (mixmi .*)$", text, re.MULTILINE)
    return [line for line in lines if re.search(r"(^|\| )mixmi \w+ ", line) and "--help" not in line]


def test_every_example_of_the_readme_has_its_line_of_python(command, tmp_path):
    shutil.copytree(PENGUINS.parent, tmp_path / "data")
    table, asked = mixmi.read(PENGUINS), 0
    for line in examples():
        before, _, last = line.rpartition("| ")
        name, file, _, _ = parse(last)
        if name == "report":  # test_report.py
            continue
        assert name in ASK, f"no line of Python for: {line}"
        if "penguins" not in line:
            continue
        stdin = gzip.compress(PENGUINS.read_bytes()) if before else None
        compare(command, last, tmp_path, table, stdin)
        asked += 1
    assert asked >= 8, "the documents have lost their examples"


# ---------------------------------------------------------------------------------------------- seven data sets


def draw(kind):
    """A data frame with names x, y, z, w; every value is written to a file and read back exactly."""
    rng = np.random.default_rng(sum(map(ord, kind)))
    n = 240
    x, y, w = rng.normal(size=(3, n))
    frame = pd.DataFrame({"x": x, "y": x + y, "z": np.round(w, 1), "w": rng.integers(0, 4, n)})
    if kind == "texts":
        frame["z"] = np.array(["red", "green, or so", "blue \"ish\""])[rng.integers(0, 3, n)]
        frame["y"] = np.where(frame.x > 0, "up", "down")
    if kind == "dates":
        frame["x"] = (pd.Timestamp("2019-06-01") + pd.to_timedelta(np.round(40 * x).astype(int), "D"))
        frame["z"] = pd.Timestamp("2001-02-03 04:05:06") + pd.to_timedelta(rng.integers(0, 10**6, n), "s")
    if kind == "missing":
        for j, name in enumerate(frame):
            frame[name] = frame[name].astype(object)
            frame.loc[rng.random(n) < 0.1 * (j + 1) / 2, name] = None
        frame["x"], frame["y"], frame["z"] = frame.x.astype(float), frame.y.astype(float), frame.z.astype(float)
        frame["w"] = frame.w.astype("Int64")
    if kind == "categories":
        frame["y"] = pd.Categorical(np.array(["b", "a", "c"])[np.digitize(x, [-0.5, 0.5])])
        frame["w"] = frame.w > 1
    if kind == "identifiers":
        frame["name"] = [f"row {i}" for i in range(n)]
        frame["same"] = "always"
    if kind == "mixture":
        frame["x"] = np.where(rng.random(n) < 0.4, 0.0, x)
        frame["y"] = np.where(frame.x == 0, rng.poisson(2, n), frame.x + y)
    return frame


LINES = [
    "mixmi cmi data.csv -x x -y y", "mixmi cmi data.csv -x x -y y -z z --units bits --confidence 0.9",
    "mixmi cmi data.csv -x x,w -y y -z z",
    "mixmi test data.csv -x x -y y -z w",
    "mixmi pairs data.csv", "mixmi pairs data.csv --target y --sort strength", "mixmi pairs data.csv -z w --test residual --sort p",
    "mixmi histogram data.csv -c y,w --atom-threshold 9", "mixmi graph data.csv",
    "mixmi blanket data.csv --target y", "mixmi select data.csv --target y -k 2",
]
# Where widths and distances count: a date that is days to the file is seconds to pandas.
WIDTHS = ["mixmi test data.csv -x x -y z -z w --test rcot --seed 3", "mixmi cmi data.csv -x x -y y --estimator ms -k 5", "mixmi cmi data.csv -x x -y y -z z --preset paper",
          "mixmi test data.csv -x x -y y -z w --preset paper --test fnml"]


@pytest.mark.parametrize("kind", ["numbers", "texts", "dates", "missing", "categories", "mixture",
                                  "identifiers"])
@pytest.mark.filterwarnings("ignore:left out")
def test_data_of_every_kind_give_the_same_bits(command, tmp_path, kind):
    frame = draw(kind)
    frame.to_csv(tmp_path / "data.csv", index=False)
    for table in (mixmi.Table(frame), mixmi.read(tmp_path / "data.csv")):
        for line in LINES + (WIDTHS if kind != "dates" else []):
            compare(command, line, tmp_path, table)
    compare(command, "mixmi describe data.csv", tmp_path, mixmi.read(tmp_path / "data.csv"))


def test_a_saved_histogram_serves_both(command, tmp_path, penguins):
    mixmi.histogram(penguins, ["body_mass_g", "species"]).save(tmp_path / "model.json")
    shutil.copy(PENGUINS, tmp_path / "data.csv")
    compare(command, "mixmi assign data.csv --model model.json", tmp_path, penguins)
    done = subprocess.run([command, "histogram", "data.csv", "-c", "sex,year", "--save", "other.json"], cwd=tmp_path,
                          stdout=subprocess.DEVNULL)
    assert done.returncode == 0
    again = mixmi.Histogram.load(tmp_path / "other.json")
    assert json.loads(again.to_json()) == json.loads(mixmi.histogram(penguins, ["sex", "year"]).to_json())
