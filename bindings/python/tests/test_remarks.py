"""What may be wrong with the rows is said with every answer, also when it is in a column that the question does not have."""
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest

import mixmi


@pytest.fixture
def panel():
    rng = np.random.default_rng(3)
    return pd.DataFrame({"state": np.repeat([f"s{i}" for i in range(48)], 7), "year": np.tile(range(2000, 2007), 48),
                         "x": rng.normal(size=336), "y": rng.normal(size=336)})


def test_an_identifier_beside_the_question_is_remarked_on(panel):
    with pytest.warns(UserWarning, match="'state' is a repeated identifier .*cluster="):
        answer = mixmi.test(panel, "x", "y")
    assert any("'state'" in remark for remark in answer.remarks)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mixmi.test(panel, "x", "y", cluster="state").remarks == []
    assert pickle.loads(pickle.dumps(answer)).remarks == answer.remarks


def test_a_table_warns_once(panel):
    with pytest.warns(UserWarning, match="repeated identifier"):
        table = mixmi.Table(panel)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(mixmi.cmi(table, "x", "y").remarks) == 1


def test_remarks_are_on_the_columns_of_the_question_alone():
    rng = np.random.default_rng(5)
    with pytest.warns(UserWarning, match="'c'"):
        table = mixmi.Table({"a": rng.normal(size=60), "b": rng.normal(size=60), "c": [1.0] * 60})
    assert mixmi.test(table, "a", "b").remarks == []
    assert mixmi.test(table, "a", "c").remarks == ["column 'c': the same value in all rows"]


def test_a_wide_set_is_remarked_on():
    rng = np.random.default_rng(6)
    data = {f"v{i}": rng.normal(size=40) for i in range(8)}
    with pytest.warns(UserWarning, match="Z has 6 columns for 40 rows"):
        assert len(mixmi.test(data, "v0", "v1", [f"v{i}" for i in range(2, 8)]).remarks) == 1


def test_series_are_aligned_by_index_or_refused():
    rng = np.random.default_rng(8)
    x = pd.Series(rng.normal(size=200))
    y = x + 0.1 * pd.Series(rng.normal(size=200))
    order = rng.permutation(200)
    assert mixmi.test(x=x, y=y.iloc[order]).p == pytest.approx(mixmi.test(x=x, y=y).p, rel=1e-9)
    assert mixmi.test(x=x, y=y.iloc[50:]).rows == 150
    with pytest.raises(mixmi.UsageError, match="repeat labels"):
        mixmi.test(x=x, y=pd.Series(y.values, index=np.zeros(200, int)))
    with pytest.raises(mixmi.UsageError, match="the indexes of the Series differ"):
        mixmi.test(x=x, y=y.iloc[order], given=np.arange(200.0))
    with pytest.raises(mixmi.DataError, match="no label in common"):
        mixmi.test(x=x, y=pd.Series(y.values, index=np.arange(1000, 1200)))


def test_frames_keep_the_names_of_their_columns():
    rng = np.random.default_rng(9)
    frame = pd.DataFrame(rng.normal(size=(90, 4)), columns=["p", "q", "r", "s"])
    answer = mixmi.test(x=frame["p"], y=frame["q"], given=frame[["r", "s"]])
    assert answer.question.given == ["r", "s"]
    assert mixmi.test(x=frame[["p"]], y=frame[["q", "p"]].rename(columns={"p": "q2"})).question.y == ["q", "q2"]


def test_weights_that_look_like_sampling_weights_are_refused():
    rng = np.random.default_rng(10)
    data = {"w": rng.integers(50, 500, 300), "x": rng.normal(size=300), "y": rng.normal(size=300)}
    with pytest.raises(mixmi.DataError, match="look like sampling weights"):
        mixmi.test(data, "x", "y", weights="w")
    assert mixmi.test(data, "x", "y", weights="w", weights_are="frequencies").rows == data["w"].sum()
