"""Pickles, copies, threads and executors: the same answers wherever they are computed."""
import copy
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import mixmi
import numpy as np
import pytest


@pytest.fixture
def table(mixture):
    return mixmi.Table(mixture.assign(z=mixture.z.astype("category").cat.reorder_categories(["low", "middle", "high"], ordered=True)))


def test_tables_survive_pickling(table):
    again = pickle.loads(pickle.dumps(table))
    assert again.names == table.names and again.types == table.types
    for name in table.names:
        assert np.array_equal(again.values(name), table.values(name), equal_nan=True)
        assert again.labels(name) == table.labels(name)
    columns = ["kind", "missing", "distinct", "unit", "ordered", "atoms"]
    assert again.describe()[columns].replace({"unit": {5: 2}}).equals(table.describe()[columns].replace({"unit": {5: 2}}))
    assert mixmi.cmi(again, "x", "y", "z") == mixmi.cmi(table, "x", "y", "z")
    assert copy.deepcopy(table) is table and copy.copy(table) is table


@pytest.fixture
def limited(tmp_path):
    """A column of numbers with detection limits at both ends, one of which lies among the numbers."""
    rng = np.random.default_rng(11)
    x = np.round(rng.gamma(2, 3, 400), 2)
    y = x + rng.normal(0, 2, 400)
    texts = ["<LOD" if v < 0.7 else "<2" if v < 1 else ">= 15" if v > 15 else f"{v:g}" for v in x]
    path = tmp_path / "limits.csv"
    path.write_text("x,y\n" + "".join(f"{t},{v!r}\n" for t, v in zip(texts, y.tolist())))
    return mixmi.read(path)


def answers_about(table):
    return [float(mixmi.cmi(table, "x", "y", preset=preset)) for preset in ("default", "paper")] + [
        float(mixmi.test(table, "x", "y").pvalue), mixmi.histogram(table, ["x"]).to_json()]


def test_detection_limits_survive_pickling(limited):
    again = pickle.loads(pickle.dumps(limited))
    columns = ["kind", "missing", "distinct", "below", "above", "atoms", "atom_rows", "minimum", "maximum"]
    assert limited.describe().loc["x", "below"] == 2 and limited.describe().loc["x", "above"] == 1
    assert again.describe()[columns].equals(limited.describe()[columns])
    assert answers_about(again) == answers_about(limited) == answers_about(mixmi.Table(limited, only=["x", "y"]))
    assert pickle.dumps(pickle.loads(pickle.dumps(again))) == pickle.dumps(again)
    with ProcessPoolExecutor(1) as pool:
        assert pool.submit(answers_about, limited).result() == answers_about(limited)


def test_answers_survive_pickling(table):
    found = mixmi.test(table, "x", "y", "z", units="bits")
    again = pickle.loads(pickle.dumps(found))
    assert repr(again) == repr(found) and repr(again.answer) == repr(found.answer)
    assert again.estimate == found.estimate and again.question == found.question and again.units == "bits"
    assert again.histogram is None  # a grid of residuals stays with the rows that it is of
    alone = mixmi.test(table, "x", "y")
    assert pickle.loads(pickle.dumps(alone)).histogram.to_json() == alone.histogram.to_json()
    assert copy.deepcopy(found) == found and copy.deepcopy(found.estimate) == found.estimate


def test_histograms_and_graphs_survive_pickling(table):
    fitted = mixmi.histogram(table, ["x", "z"])
    assert pickle.loads(pickle.dumps(fitted)).to_json() == copy.copy(fitted).to_json()
    graph = mixmi.graph(table, ["x", "y", "z"])
    again = pickle.loads(pickle.dumps(graph))
    shown = ["from", "to", "type", "estimate", "corrected", "p", "given", "rows", "required", "few_rows"]
    assert again.write("json") == graph.write("json") and again.edges[shown].equals(graph.edges[shown])
    assert again.separations[["a", "b", "given", "p"]].equals(graph.separations[["a", "b", "given", "p"]])
    assert copy.deepcopy(graph) is graph


def test_one_table_serves_many_threads(table):
    questions = [(x, y) for x in table.names for y in table.names if x < y]
    expected = [float(mixmi.cmi(table, x, y)) for x, y in questions]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda q: float(mixmi.cmi(table, *q)), questions * 4))
    assert found == expected * 4


class Mapping:
    """Has `map` alone, as mpi4py's older pools."""

    def map(self, function, *arguments):
        return map(function, *arguments)


@pytest.mark.parametrize("make", [lambda: ThreadPoolExecutor(3), lambda: ProcessPoolExecutor(2)], ids=["threads", "processes"])
def test_executors_give_the_same_bits(table, make):
    questions = [("x", "y"), ("x", "y", "z"), ("y", "count", ["z", "flag"]), ("day", "x")]
    expected, pairs = mixmi.test_many(table, questions), mixmi.pairs(table, given="z", test="residual", sort="file")
    against = mixmi.pairs(table, target=["y", "x"], sort="file")
    with make() as pool:
        found = mixmi.test_many(table, questions, executor=pool)
        assert [t.pvalue for t in found] == [t.pvalue for t in expected]
        assert mixmi.pairs(table, given="z", test="residual", sort="file", executor=pool).equals(pairs)
        assert mixmi.pairs(table, target=["y", "x"], sort="file", executor=pool).equals(against)


@pytest.mark.parametrize("make", [lambda: ThreadPoolExecutor(3), lambda: ProcessPoolExecutor(2)], ids=["threads", "processes"])
def test_subsamples_by_an_executor_give_the_same_graph(table, make):
    names, known = ["y", "x", "z", "count"], {"tiers": ["z", ["x", "y", "count"]]}
    for options in ({"stability": 6}, {"bootstrap": 3, "latent": True}, {"stability": 4, "search": "pc-stable", "test": "chi2"}):
        expected = mixmi.graph(table, names, knowledge=known, **options).write("json")
        with make() as pool:
            assert mixmi.graph(table, names, knowledge=known, executor=pool, **options).write("json") == expected
    assert mixmi.graph(table, names, executor=Mapping(), stability=3).write("json") == mixmi.graph(
        table, names, stability=3).write("json")
    assert mixmi.graph(table, names, executor=Mapping()).write("json") == mixmi.graph(table, names).write("json")
    with pytest.raises(mixmi.UsageError):
        mixmi.graph(table, names, executor=Mapping(), stability=3, alpha=7)


def test_an_executor_with_map_alone_serves(table):
    questions = [("x", "y"), ("x", "z")]
    assert ([float(e) for e in mixmi.cmi_many(table, questions, executor=Mapping())]
            == [float(e) for e in mixmi.cmi_many(table, questions)])


def test_joblib_workers_serve(table):
    joblib = pytest.importorskip("joblib")
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(mixmi.cmi)(table, "x", name) for name in ("y", "z"))
    assert found == [mixmi.cmi(table, "x", name) for name in ("y", "z")]
