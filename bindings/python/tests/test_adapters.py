"""Adapters for the tools of causal discovery: each against a stand-in that has the documented contract, and against the real
package where it is installed (MIXMI_REAL may hold folders with packages, separated by colons)."""
import importlib
import os
import sys
import threading
import types

import mixmi
import numpy as np
import pandas as pd
import pytest

sys.path.extend(path for path in os.environ.get("MIXMI_REAL", "").split(":") if path)


@pytest.fixture
def fork(rng):
    """x <- z -> y, and w separate: x and y are independent given z."""
    z = rng.integers(0, 3, 500).astype(float)
    return np.column_stack([z + rng.normal(size=500), z + rng.normal(size=500), z, rng.normal(size=500)])


def stand_in(monkeypatch, adapter, **modules):
    """Imports the adapter over modules of the tests' own."""
    for name in list(sys.modules):
        if name == adapter or name.split(".")[0] in {module.split(".")[0] for module in modules}:
            monkeypatch.delitem(sys.modules, name)
    for name, attributes in modules.items():
        parts = name.replace("__", ".").split(".")
        for i in range(1, len(parts) + 1):
            module = types.ModuleType(".".join(parts[:i]))
            module.__path__ = []
            monkeypatch.setitem(sys.modules, module.__name__, module)
        for key, value in attributes.items():
            setattr(module, key, value)
    found = importlib.import_module(adapter)
    monkeypatch.delitem(sys.modules, adapter)
    return found


# ------------------------------------------------------------------------------------------------ causal-learn


class CITBase:
    """What causal-learn 0.1.4.7 documents of its base class: data, cache, method, keys."""

    def __init__(self, data, cache_path=None, **kwargs):
        assert isinstance(data, np.ndarray)
        self.data, self.pvalue_cache, self.cache_path = data, {"data_hash": str(data)}, cache_path

    def check_cache_method_consistent(self, method_name, parameters_hash):
        self.method = method_name
        self.pvalue_cache["method_name"] = method_name
        self.pvalue_cache["parameters_hash"] = parameters_hash

    def get_formatted_XYZ_and_cachekey(self, X, Y, condition_set):
        condition = sorted(set(map(int, condition_set or [])))
        x, y = sorted((int(X), int(Y)))
        return [x], [y], condition, f"{x};{y}|{condition}"


@pytest.fixture
def causallearn(monkeypatch):
    registered = {}
    adapter = stand_in(monkeypatch, "mixmi.causallearn",
                       causallearn__utils__cit={"CIT_Base": CITBase, "register_ci_test": registered.__setitem__})
    assert registered == {"mixmi": adapter.Mixmi}
    return adapter


def test_causal_learn_asks_by_position_and_gets_p(causallearn, fork):
    test = causallearn.Mixmi(fork, discrete=[2])
    assert test.method == "mixmi" and test(0, 1) < 0.01 and test(0, 1, [2]) > 0.01 and test(0, 3, ()) > 0.01
    assert test(np.int64(1), 0, {2}) == test(0, 1, [2]) == mixmi.test(fork, 0, 1, 2, discrete=[2]).pvalue
    assert "0;1|[2]" in test.pvalue_cache


def test_causal_learn_takes_a_table_with_types(causallearn, fork):
    table = mixmi.Table(pd.DataFrame(fork, columns=list("xyzw")).astype({"z": "category"}))
    test = causallearn.Mixmi(fork, table=table, test="rcot")
    assert test(0, 1, [2]) == mixmi.test(table, "x", "y", "z", test="rcot").pvalue
    with pytest.raises(mixmi.UsageError, match="the table has"):
        causallearn.Mixmi(fork[:, :2], table=table)


def test_the_cache_of_causal_learn_distinguishes_all_data(causallearn, fork):
    other = fork.copy()
    other[250, 0] += 1  # str(data) shows the first and last rows only
    hashes = {causallearn.Mixmi(data, **options).pvalue_cache["parameters_hash"]
              for data, options in ((fork, {}), (other, {}), (fork, {"seed": 2}), (fork, {"discrete": [2]}))}
    assert len(hashes) == 4


def test_too_few_rows_keep_the_edge(causallearn):
    test = causallearn.Mixmi(np.array([[1.0, np.nan], [np.nan, 2.0], [np.nan, 3.0]]))
    assert test(0, 1) == 0.0


def test_an_undecided_pair_keeps_its_edge(rng):
    from mixmi._p import statistic_and_p

    data = {"x": rng.normal(size=90), "y": rng.normal(size=90), "id": [f"u{i}" for i in range(90)]}
    assert statistic_and_p(data, "x", "y", "id", {})[1] == 0 < statistic_and_p(data, "x", "y", None, {})[1]


def test_the_real_causal_learn(fork):
    search = pytest.importorskip("causallearn.search.ConstraintBased.PC", reason="causal-learn is not installed")
    fci = pytest.importorskip("causallearn.search.ConstraintBased.FCI")
    importlib.import_module("mixmi.causallearn")
    found = search.pc(fork, 0.01, indep_test="mixmi", discrete=[2], show_progress=False).G.graph
    joined = {(i, k) for i in range(4) for k in range(i) if found[i, k] != 0}
    assert joined == {(2, 0), (2, 1)}
    graph, _ = fci.fci(fork, independence_test_method="mixmi", alpha=0.01, discrete=[2], show_progress=False)
    assert graph.graph[0, 1] == 0 and graph.graph[0, 2] != 0


# --------------------------------------------------------------------------------------------------- tigramite


class CondIndTest:
    """What tigramite 5.2 documents of its base class: the order of calls in run_test()."""

    def __init__(self, significance="analytic", seed=42, **kwargs):
        self.significance, self.kwargs = significance, kwargs

    def run_test_raw(self, array, xyz, data_type=None):
        value = self.get_dependence_measure(array, xyz, **({} if data_type is None else {"data_type": data_type}))
        if self.significance == "analytic":
            return value, self.get_analytic_significance(value=value, T=array.shape[1], dim=array.shape[0], xyz=xyz)
        return value, self.get_shuffle_significance(array=array, xyz=xyz, value=value, data_type=data_type)


@pytest.fixture
def tigramite(monkeypatch):
    return stand_in(monkeypatch, "mixmi.tigramite",
                    tigramite__independence_tests__independence_tests_base={"CondIndTest": CondIndTest})


@pytest.mark.parametrize("significance", ["analytic", "shuffle_test"])
def test_tigramite_gets_measure_and_significance(tigramite, fork, significance):
    test = tigramite.MixmiTest(significance=significance)
    assert test.measure == "mixmi" and not (test.two_sided or test.residual_based or test.recycle_residuals)
    types_ = np.zeros((3, 500), int)
    types_[2] = 1
    value, p = test.run_test_raw(fork[:, :3].T, np.array([0, 1, 2]), types_)
    expected = mixmi.test(x=fork[:, 0], y=fork[:, 1], given=fork[:, 2], discrete="z")
    assert p == expected.pvalue > 0.01 and value == expected.estimate
    value, p = test.run_test_raw(fork[:, :2].T, np.array([0, 1]))
    assert p < 0.01 and value > 0.05


def test_tigramite_gets_an_error_for_calls_out_of_order(tigramite, fork):
    test = tigramite.MixmiTest(test_options={"test": "rcot"})
    with pytest.raises(mixmi.UsageError, match="first"):
        test.get_analytic_significance(value=0.1, T=500, dim=2, xyz=np.array([0, 1]))


def test_the_real_tigramite(rng):
    base = pytest.importorskip("tigramite.independence_tests.independence_tests_base", reason="tigramite is not installed")
    adapter = importlib.import_module("mixmi.tigramite")
    assert issubclass(adapter.MixmiTest, base.CondIndTest)
    x, y = rng.normal(size=(2, 400, 1))
    for significance in ("analytic", "shuffle_test"):
        test = adapter.MixmiTest(significance=significance)
        separate, joined = test.run_test_raw(x, y), test.run_test_raw(x, x + y)
        assert separate[1] > 0.01 >= joined[1] and joined[0] > separate[0]


# ---------------------------------------------------------------------------------------- pgmpy, dowhy, dodiscover


def test_pgmpy_gets_a_verdict_from_any_thread(fork):
    from mixmi.pgmpy import CITest, ci_test

    frame = pd.DataFrame(fork, columns=list("xyzw")).astype({"z": "category"})
    assert ci_test("x", "y", ("z",), significance_level=0.01, data=frame, independencies=None) is True
    assert ci_test("x", "y", (), significance_level=0.01, data=frame) is False
    value, p = ci_test("x", "y", ("z",), data=frame, boolean=False)
    assert (value, p) == (mixmi.test(frame, "x", "y", "z").estimate, mixmi.test(frame, "x", "y", "z").pvalue)
    own, found = CITest(frame, test="rcot"), []
    threads = [threading.Thread(target=lambda: found.append(own("x", "y", ("z",), significance_level=0.01))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 6
    with pytest.raises(mixmi.UsageError, match="no data"):
        ci_test("x", "y", ())


def test_pgmpy_forgets_data_that_is_gone(fork):
    import gc

    from mixmi.pgmpy import CITest

    test, frame = CITest(), pd.DataFrame(fork, columns=list("xyzw"))
    test("x", "y", (), data=frame)
    assert len(test._tables) == 1
    del frame
    gc.collect()
    assert len(test._tables) == 0


def test_pywhys_calls(fork):
    from mixmi.pywhy import CITest, conditional_independence_test, independence_test

    assert independence_test(fork[:, 0], fork[:, 1]) < 0.01
    assert conditional_independence_test(fork[:, [0]], fork[:, [1]], fork[:, 2:], discrete="z0") > 0.01
    frame = pd.DataFrame(fork, columns=list("xyzw")).astype({"z": "category"})
    statistic, p = CITest().test(frame, {"x"}, {"y"}, {"z", "w"})
    assert p > 0.01 and statistic >= 0
    x, y, z = fork[:, 0], fork[:, 1], fork[:, 2:]
    for found, wanted in ((CITest().condind(x, y, z), conditional_independence_test(x, y, z)),
                          (CITest(test="rcot").ind(x, y), independence_test(x, y, test="rcot"))):
        assert found.pvalue == wanted and found.statistic >= 0
    clone = pytest.importorskip("sklearn.base").clone(CITest(alpha=0.1))
    assert clone.get_params() == {"alpha": 0.1} and clone.set_params(seed=3).get_params() == {"alpha": 0.1, "seed": 3}
    with pytest.raises(mixmi.UsageError, match="did you mean alpha="):
        CITest(alpa=0.1)
    assert CITest().test(frame, {"x"}, {"y"})[1] < 0.01 and CITest().test(frame, {"x"}, {"y"}, None)[1] < 0.01
