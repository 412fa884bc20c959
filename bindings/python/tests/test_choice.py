"""Columns for a target: an undecided column is neither dependent nor independent."""
import math

import mixmi
import numpy as np
import pandas as pd
import pytest


@pytest.fixture
def data():
    """y depends on x; z is noise; w has another text in every row, so nothing can be compared."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=300)
    data = pd.DataFrame({"x": x, "y": x + rng.normal(0, 0.3, 300), "z": rng.normal(size=300)})
    data["w"] = [f"t{i}" for i in range(300)]
    return data


def test_a_blanket_says_which_of_three_verdicts_each_column_has(data):
    found = mixmi.blanket(data, "y", ["x", "z", "w"])
    rows = {row["column"]: row for row in found.rows}
    assert rows["x"]["verdict"] == "detected" and rows["x"]["estimate"] > 0.5
    assert rows["z"]["verdict"] == "not_detected" and rows["z"]["role"] == "discarded"
    assert rows["w"]["verdict"] == "undecided" and math.isnan(rows["w"]["estimate"]) and math.isnan(rows["w"]["p"])
    assert set(found.to_frame()["verdict"]) == {"detected", "not_detected", "undecided"}


def test_a_selection_says_how_many_columns_are_undecided(data):
    found = mixmi.select(data, "y", 3, ["x", "z", "w"])
    assert found.columns == ["x"] and found.rows[0]["verdict"] == "detected" and found.info["undecided"] == 1
    assert mixmi.select(data, "y", 3, ["z"]).info["undecided"] == 0
    alone = mixmi.select(data, "y", 3, ["w"])
    assert alone.columns == [] and alone.info["undecided"] == 1
