"""Series and panels: lagged columns, transfer entropy, graphs with lags."""
import json
import pickle
import subprocess

import numpy as np
import pandas as pd
import pytest

import mixmi


@pytest.fixture(scope="module")
def frame():
    """x acts on y one step later; two series, rows shuffled."""
    rng = np.random.default_rng(5)
    parts = []
    for unit in ("a", "b"):
        x, y = np.zeros(300), np.zeros(300)
        for t in range(1, 300):
            x[t] = 0.5 * x[t - 1] + rng.normal()
            y[t] = 0.6 * x[t - 1] + 0.5 * y[t - 1] + rng.normal()
        parts.append(pd.DataFrame({"unit": unit, "t": np.arange(300) * 2, "x": x, "y": y}))
    return pd.concat(parts).sample(frac=1, random_state=1).reset_index(drop=True)


SERIES = {"time": "t", "id": "unit"}


def test_lagged_columns_are_those_of_earlier_rows(frame):
    table = mixmi.Table(frame, lags=2, **SERIES)
    assert table.names == ["x", "x@1", "x@2", "y", "y@1", "y@2"]
    places = {(row.unit, row.t): row.x for row in frame.itertuples()}
    expected = [places.get((row.unit, row.t - 4), np.nan) for row in frame.itertuples()]
    np.testing.assert_array_equal(table.values("x@2"), expected)
    assert mixmi.Table(frame, **SERIES).lag(2).names == table.names
    np.testing.assert_array_equal(mixmi.Table(frame, lags=1, step=4, **SERIES).values("x@1"), expected)


def test_questions_take_lags_as_the_command_does(frame, command, tmp_path):
    path = tmp_path / "series.csv"
    frame.to_csv(path, index=False)
    words = [command, "test", path, "-x", "x@1", "-y", "y", "-z", "y@1", "--time", "t", "--id", "unit", "--json"]
    by_command = json.loads(subprocess.check_output(words))
    table = mixmi.Table(frame, lags=1, **SERIES)
    for found in (mixmi.test(frame, "x@1", "y", "y@1", **SERIES), mixmi.test(path, "x@1", "y", "y@1", **SERIES),
                  mixmi.test(frame[["x", "y"]], "x@1", "y", "y@1", time=frame.t, id=frame.unit), mixmi.test(table, "x@1", "y", "y@1"),
                  mixmi.test(pickle.loads(pickle.dumps(table)), "x@1", "y", "y@1")):
        assert (found.pvalue, found.rows) == (by_command["p"], by_command["rows"]) and found.rows == 598
    with pytest.raises(mixmi.UsageError, match="no column 'x@1': lags .* need option time"):
        mixmi.test(frame, "x@1", "y")
    with pytest.raises(mixmi.DataError, match="in id="):
        mixmi.test(frame, "x@1", "y", time="t")
    with pytest.raises(mixmi.UsageError, match="has no effect without time="):
        mixmi.Table(frame, lags=1)


def test_transfer_entropy_is_a_conditional_mutual_information(frame):
    found = mixmi.transfer(frame, "x", "y", lags=2, **SERIES)
    assert float(found) == float(mixmi.cmi(frame, ["x@1", "x@2"], "y", ["y@1", "y@2"], **SERIES)) > 0.05
    assert mixmi.transfer(frame, "y", "x", **SERIES).interval[0] < 0.02 < found.interval[0]


def test_graphs_have_lags(frame):
    graph = mixmi.graph(frame, lags=2, alpha=1e-4, **SERIES)
    assert {(e["from"], e["to"], e["type"]) for e in graph.edge_list()} >= {("x@1", "x", "-->"), ("x@1", "y", "-->"), ("y@1", "y", "-->")}
    assert graph.info["search"] == "pcmci+" and graph.info["lags"] == 2
    arrays = graph.to_tigramite()
    assert arrays["var_names"] == ["x", "y"] and arrays["graph"].shape == (2, 2, 3) and arrays["graph"][0, 1, 1] == "-->"
    assert arrays["p_matrix"][0, 1, 1] < 1e-4 and arrays["graph"][1, 0, 1] == "" and np.isnan(arrays["val_matrix"][1, 0, 1])
    summary = graph.summary()
    assert set(summary.nodes) == {"x", "y"} and [(e["from"], e["to"]) for e in summary.edge_list()] == [("x", "y")]
    alone = mixmi.graph(frame, lags=1, contemporaneous=False, **SERIES)
    assert all("@" in e["from"] for e in alone.edge_list())
    with pytest.raises(mixmi.UsageError, match="latent"):
        mixmi.graph(frame, lags=1, latent=True, **SERIES)
