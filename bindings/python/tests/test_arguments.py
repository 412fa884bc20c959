"""Every argument of every function does something: a call with another value gives another result, or the reason is here."""
import inspect
import math

import mixmi
import numpy as np
import pandas as pd
import pytest
from mixmi import _options

pytestmark = pytest.mark.filterwarnings("ignore::mixmi.DataWarning")


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(12)
    n = 120
    a = rng.normal(size=n)
    b = np.where(rng.random(n) < 0.3, 0, np.maximum(0, a + rng.normal(size=n) / 2))
    d = rng.normal(size=n)
    day = pd.Timestamp("2020-01-01") + pd.to_timedelta(np.argsort(b), "D")
    texts = [f"{v:.1f}" for v in np.round(np.linspace(1, 12, n - 9), 1)] + ["n.a."] * 9
    return pd.DataFrame({"a": a, "b": b, "c": np.where(b > 0.5, "high", np.where(b > 0, "low", "none")), "d": d, "e": d + b,
                         "n": np.resize([1, 2, 3], n), "s": np.resize([1, 1, 0], n), "g": np.arange(n) // 4, "t": texts, "day": day.strftime("%Y-%m-%d"), "k": np.round(3 * b),
                         "point": [f"{v:.2f}" for v in b + d], "f": pd.Categorical([f"{v:.1f}" for v in b])})


@pytest.fixture(scope="module")
def other(data):
    return data.iloc[:80]


def ring():
    """A Gaussian ring without chords, as selection makes it."""
    precision = np.eye(4)
    for i in range(4):
        precision[i, (i + 1) % 4] = precision[(i + 1) % 4, i] = 0.4
    values = np.random.default_rng(8).multivariate_normal(np.zeros(4), np.linalg.inv(precision), 600)
    return pd.DataFrame(values, columns=list("wxyz"))


def content(found):
    """What a result says, as a text without addresses."""
    if isinstance(found, mixmi.Table):
        return repr((found.names, found.rows, found.describe().to_csv(), found.notes))
    if isinstance(found, mixmi.Answer):
        return repr((found.answer, str(found.question), found.units))
    if isinstance(found, mixmi.Explanation):
        return repr((float(found.estimate), found.answer.interval, found.words, found.sign, found.cells, found.groups, str(found.answer.question)))
    if isinstance(found, mixmi.Answers):
        return repr([content(answer) for answer in found])
    if isinstance(found, mixmi.Histogram):
        return found.to_json()
    if isinstance(found, mixmi.Graph):
        return found.write("json") + repr(found.info)
    if isinstance(found, mixmi.Check):
        return repr((found.info, found._rows))
    if isinstance(found, mixmi.Effect):
        return repr([getattr(found, name) for name in found.__slots__])
    if isinstance(found, mixmi.Choice):
        return repr((found.target, found.rows, found.info))
    return found.to_csv() if isinstance(found, pd.DataFrame) else repr(found)


# Options: another value, and what else must be said for it to count.
ASK = {"x": "a", "y": "b"}
OPTIONS = {
    "preset": ("paper", {}), "atom_threshold": (100, {"preset": "paper", "y": "k"}), "k_init_factor": (2, {"preset": "paper"}),
    "k_init": (3, {"preset": "paper"}), "k_max_factor": (0.3, {"preset": "paper"}), "k_max": (2, {"preset": "paper"}),
    "max_rounds": (1, {"preset": "paper"}), "estimator": ("ms", {}), "neighbours": (3, {"estimator": "ms"}),
    "ksg_variant": ("2", {"estimator": "ksg", "y": "d"}), "metric": ("numbers", {"estimator": "ms", "y": "k", "discrete": "k"}),
    "miic_bins": (3, {"estimator": "miic"}), "bias": ("miller-madow", {"preset": "paper"}), "confidence": (0.5, {}),
    "features": (7, {"test": "rcot", "given": "d"}), "features_xy": (2, {"test": "rcot"}), "null": ("gamma", {"test": "rcot"}),
    "one_hot": (True, {"test": "rcot", "y": "c"}), "alpha": (0.9, {}), "test": ("chi2", {}),
    "permutations": (199, {"test": "perm"}), "tail": ("gamma", {"test": "perm"}), "seed": (7, {"test": "perm"}),
    "units": ("bits", {}), "recognise": (False, {"x": "t"}), "dates": ("no", {"x": "day"}), "decimal": ("comma", {"x": "point"}),
    "cluster": ("d", {}), "survival": ("b:s", {}), "within": (True, {"cluster": "g"}), "weights": ("n", {"weights_are": "frequencies"}), "where": ("b > 0", {}), "sample": (60, {}), "missing": (["1.0", "2.0"], {"x": "t"}),
}
GRAPH = {
    "max_cond": (0, {}), "search": ("pc-stable", {"alpha": 0.3}), "v_rule": ("standard", {"search": "pc-stable", "alpha": 0.4}),
    "latent": (True, {}), "min_rows": (10**6, {}), "direction_threshold": (1.0, {}), "stability": (4, {}), "bootstrap": (4, {}),
    "selection_bias": (True, {"latent": True, "search": "pc-stable"}),
}
SILENT = {
    "key": "of states (test_many.py)", "memory": "of states (test_many.py)",
    "adjust": "of effect, in place of graph (test_effect.py)", "population": "of effect (test_effect.py)", "randomised": "of effect", "horizon": "of effect",
    "threads": "never changes a result", "progress": "shows a bar", "executor": "the same bytes (test_executors.py)",
    "checkpoint": "keeps answers, which stay the same", "shard": "rounds of processes (docs/guide/clusters.md)", "gather": "rounds of processes",
    "weights_are": "an error or nothing (test_remarks.py)", "path": "names a file", "delimiter": "of files", "quote": "of files", "header": "of files", "comment": "of files", "sql": "of files", "sheet": "of workbooks", "memory": "of sketches (test_many.py)", "key": "of sketches",
    "time": "of series (test_series.py)", "id": "of series", "step": "of series", "lags": "of series", "contemporaneous": "of series",
    "table": "of files", "ordered": "an order of labels, seen by describe below", "discrete": "an argument of its own",
    "numeric": "an argument of its own", "only": "an argument of its own", "max_unpacked": "a limit of files", "max_field": "a limit of files",
    "max_pairs": "a limit: an error or nothing", "cache": "memory, which never changes a result",
    "latent_search": "of earlier versions, without effect",
}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_of_a_question_counts(data, name):
    value, more = OPTIONS[name]
    estimates = name == "estimator" or "estimator" in more or "preset" in more
    call = mixmi.cmi if estimates else mixmi.test
    arguments = {**ASK, **more}
    assert content(call(data, **arguments, **{name: value})) != content(call(data, **arguments))


@pytest.mark.parametrize("name", GRAPH)
def test_every_option_of_a_graph_counts(data, name):
    value, more = GRAPH[name]
    frame = ring() if name == "selection_bias" else data[["a", "b", "c", "d", "e"]]
    assert content(mixmi.graph(frame, **more, **{name: value})) != content(mixmi.graph(frame, **more))


def test_an_order_of_labels_counts(data):
    assert mixmi.describe(data, "c", ordered="none<low<high").ordered.all() and not mixmi.describe(data, "c").ordered.any()


def test_every_option_is_looked_at():
    assert set(_options.TABLE) == set(OPTIONS) | set(GRAPH) | (set(SILENT) & set(_options.TABLE))


def test_options_of_files_count(tmp_path):
    path = tmp_path / "f.csv"
    path.write_text("# a note\na;b\n1,5;'x'\n2,5;'y'\n")
    plain = content(mixmi.read(path, comment="hash", delimiter=";", decimal="comma", quote="single", header=True))
    for name, value in {"comment": "none", "delimiter": "tab", "quote": "none", "header": False, "decimal": "point"}.items():
        given = {"comment": "hash", "delimiter": ";", "decimal": "comma", "quote": "single", "header": True, name: value}
        try:
            found = content(mixmi.read(path, **given))
        except mixmi.DataError as wrong:
            found = str(wrong)
        assert found != plain, name


# Of each function: its arguments, and for each argument others.
def cases(data, other):
    pair, three = ASK, {"columns": ["a", "b", "c"]}
    types = {"discrete": {"discrete": "b"}, "numeric": {"x": "f", "numeric": "f"}}
    question = {"data": {"data": other}, "x": {"x": "d"}, "y": {"y": "d"}, "given": {"given": "c"}, **types}
    asked = [("a", "b"), ("a", "c", "d")]
    many = {"data": {"data": other}, "questions": {"questions": asked[:1]}, "discrete": {"discrete": "b"},
            "numeric": {"questions": [("f", "a")], "numeric": "f"}}
    chosen = {"data": {"data": other}, "columns": {"columns": ["a", "b"]}, "exclude": {"exclude": "b"}, "discrete": {"discrete": "b"},
              "numeric": {"columns": ["a", "b", "f"], "numeric": "f"}}
    knowledge = {"roots": ["a"], "tiers": [["a"], ["b", "c"]]}
    some = {"data": {"data": other}, "columns": {"columns": "a"}, "discrete": {"discrete": "b"}, "numeric": {"columns": "f", "numeric": "f"}}
    return {
        mixmi.cmi: (pair, question), mixmi.test: (pair, question),
        mixmi.explain: (pair, {**question, "by_z": {"given": "c", "by_z": True}}),
        mixmi.cmi_many: ({"questions": asked}, many), mixmi.test_many: ({"questions": asked}, many),
        mixmi.pairs: (three, {**chosen, "target": {"target": "a"}, "given": {"given": "d"}, "sort": {"sort": "name"}, "adjust": {"columns": ["a", "d", "g", "n", "s"], "alpha": 0.5, "adjust": "bh"}}),
        mixmi.graph: (three, {**chosen, "knowledge": {"knowledge": knowledge}, "roots": {"roots": "a"}}),
        mixmi.check: ({"graph": "a -> b\nd", "permuted": 0}, {
            "data": {"data": other}, "graph": {"graph": "a -> d\nb"}, "all_pairs": {"all_pairs": True}, "permuted": {"permuted": 2},
            "discrete": {"discrete": "b"}, "numeric": {"graph": "a -> f", "numeric": "f"}}),
        mixmi.effect: ({"x": "c", "y": "a", "graph": "c -> a\nd -> a\nd -> c"}, {
            "data": {"data": other}, "x": {"x": "d"}, "y": {"y": "d"}, "reference": {"reference": "none"}, "graph": {"graph": "c -> a"},
            "most": {"graph": "c -- a", "most": 1}, "discrete": {"discrete": "d", "data": data.round()},
            "numeric": {"x": "f", "graph": "f -> a", "numeric": "f"}}),
        mixmi.blanket: ({"target": "a", "columns": ["b", "c", "d"]}, {**chosen, "target": {"target": "b"}, "columns": {"columns": ["c", "d"]}}),
        mixmi.select: ({"target": "e", "k": 2, "columns": ["a", "b", "d"]},
                       {**chosen, "target": {"target": "a"}, "k": {"k": 1}, "columns": {"columns": ["a", "d"]}, "exclude": {"exclude": "d"},
                        "discrete": {"discrete": "d"}, "numeric": {"target": "b", "columns": ["f"], "numeric": "f"}}),
        mixmi.report: ({**three, "graph": False, "max_points": 20}, {
            **chosen, "target": {"target": "a"}, "knowledge": {"graph": True, "knowledge": knowledge}, "roots": {"graph": True, "roots": "a"}, "graph": {"graph": True},
            "number": {"target": "a", "number": 1}, "max_points": {"max_points": 5}, "max_pairs": {"max_pairs": 1}, "rows": {"rows": False},
            "title": {"title": "another"}, "effect": {"graph": True, "effect": ("a", "b")}}),
        mixmi.histogram: ({"columns": "b"}, some),
        mixmi.entropy: ({"columns": "b"}, {**some, "discretised": {"columns": "a", "discretised": True}}),
        mixmi.describe: ({"columns": "b"}, some),
        mixmi.Table: ({}, {"data": {"data": other}, "only": {"only": "a"}, "discrete": {"discrete": "b"}, "numeric": {"numeric": "f"}}),
    }


FUNCTIONS = ["cmi", "test", "explain", "cmi_many", "test_many", "pairs", "graph", "check", "effect", "blanket", "select", "report", "histogram", "entropy",
             "describe", "Table"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_argument_of_a_function_counts(data, other, name):
    function = getattr(mixmi, name)
    first, changes = cases(data, other)[function]
    known = set(changes) | set(OPTIONS) | set(GRAPH) | set(SILENT)
    parameters = {p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD}
    assert parameters <= known, parameters - known
    for argument, change in changes.items():
        base = {"data": data, **first, **{key: value for key, value in change.items() if key != argument}}
        assert content(function(**{**base, **change})) != content(function(**base)), argument


def test_no_function_is_left_out():
    functions = {name for name in mixmi.__all__ if inspect.isfunction(getattr(mixmi, name))} | {"Table"}
    assert functions == set(FUNCTIONS) | {"adjust_p", "read", "transfer", "sketch", "merge"}  # of an array; of a file, above; test_series.py; test_many.py
    assert not math.isnan(mixmi.adjust_p([0.5])[0])
