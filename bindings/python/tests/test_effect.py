"""Effects: what the command says, a model whose truth is known, and what is wrong with a question."""
import json
import math
import pickle
import subprocess

import numpy as np
import pandas as pd
import pytest

import mixmi


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(4)
    n = 400
    z = rng.normal(size=n)
    t = (rng.random(n) < 1 / (1 + np.exp(-1.5 * z))).astype(int)
    x = z + rng.normal(size=n)
    y = 2 * t + 3 * z + rng.normal(size=n)
    return pd.DataFrame({"z": z, "t": t, "x": x, "y": y, "label": np.where(y > 1, "high", "low")})


CALLS = [(["-x", "t", "-y", "y", "--adjust", "z"], {"x": "t", "y": "y", "adjust": "z"}),
         (["-x", "x", "-y", "y", "--adjust", "z,t"], {"x": "x", "y": "y", "adjust": ["z", "t"]}),
         (["-x", "t", "-y", "label", "--graph", "graph.txt", "--reference", "1", "--units", "bits"],
          {"x": "t", "y": "label", "graph": "z -> t\nz -> label\nt -> label", "reference": 1, "units": "bits"}),
         (["-x", "t", "-y", "y", "--graph", "class.txt"], {"x": "t", "y": "y", "graph": "t -- y"}),
         (["-x", "t", "-y", "z", "--graph", "graph.txt"], {"x": "t", "y": "z", "graph": "z -> t\nz -> label\nt -> label"})]


def without_nan(value):
    if isinstance(value, dict):
        return {key: without_nan(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_nan(item) for item in value]
    return None if isinstance(value, float) and math.isnan(value) else value


@pytest.mark.parametrize("words, arguments", CALLS)
def test_numbers_are_those_of_the_command(command, tmp_path, data, words, arguments):
    data.to_csv(tmp_path / "data.csv", index=False, float_format="%.17g")
    (tmp_path / "graph.txt").write_text("z -> t\nz -> label\nt -> label\n")
    (tmp_path / "class.txt").write_text("t -- y\n")
    done = subprocess.run([command, "effect", "data.csv", "--json", *words], cwd=tmp_path, stdout=subprocess.PIPE, check=True)
    answer, found = json.loads(done.stdout), mixmi.effect(data, **arguments)
    for name in mixmi.Effect.__slots__:
        assert without_nan(getattr(found, name)) == answer[name], name
    again = pickle.loads(pickle.dumps(found))
    assert again.to_frame().equals(found.to_frame()) and repr(again) == repr(found)


def test_the_effect_of_the_model_is_found(data):
    found = mixmi.effect(data, "t", "y", adjust="z").to_frame()
    assert found["difference_lower"][1] < 2 < found["difference_upper"][1] and found["unadjusted"][1] - found["unadjusted"][0] > 4
    curve = mixmi.effect(data, "x", "y", adjust=["z", "t"])
    assert curve.curve and abs(curve.sets[0]["outcomes"][0]["slope"]) < 0.3 < curve.sets[0]["outcomes"][0]["slope_unadjusted"]
    assert set(curve.to_frame().columns) >= {"x", "mean", "band_lower", "support"} and "rows" not in curve.to_frame()


def test_an_effect_is_drawn(data):
    pytest.importorskip("matplotlib")
    curve = mixmi.effect(data, "x", "y", adjust=["z", "t"])
    ax = curve.plot()
    drawn = {line.get_label(): line for line in ax.get_lines()}
    assert list(drawn["adjusted"].get_ydata()) == pytest.approx(curve.to_frame()["mean"].tolist(), nan_ok=True)
    assert ax.get_xlabel() == "x" and ax.get_ylabel() == "mean of y" and ax.get_title(loc="left") == "adjusted for z, t"
    levels = mixmi.effect(data, "t", "y", adjust="z")
    again = levels.plot(ax=levels.plot())
    assert [tick.get_text() for tick in again.get_xticklabels()] == [str(p["x"]) for p in levels.sets[0]["outcomes"][0]["points"]]
    with pytest.raises(mixmi.UsageError, match="no set 1"):
        levels.plot(set=1)
    with pytest.raises(mixmi.UsageError, match="not a label"):
        levels.plot(outcome="high")


def test_whom_it_is_about_and_how_much_hides_in_it(data):
    everyone, treated = (mixmi.effect(data, "t", "y", adjust="z", population=who).to_frame() for who in ("all", "treated"))
    assert everyone["difference"][1] != treated["difference"][1] and abs(treated["difference"][1] - 2) < 0.6
    assert 0 < everyone["robustness_interval"][1] < everyone["robustness"][1] < 1 and everyone["strongest_column"][1] == "z"
    assert "difference" in str(mixmi.effect(data, "t", "y", randomised=True)) and mixmi.effect(data, "t", "y", randomised=True).randomised


def test_what_is_wrong_is_said(data):
    with pytest.raises(mixmi.UsageError, match="either graph=, adjust= or randomised=True"):
        mixmi.effect(data, "t", "y")
    with pytest.raises(mixmi.UsageError, match="mutually exclusive"):
        mixmi.effect(data, "t", "y", adjust="z", graph="t -> y")
    with pytest.raises(mixmi.UsageError, match="same column"):
        mixmi.effect(data, "t", "t", adjust="z")
    with pytest.raises(mixmi.UsageError, match="reference '7'"):
        mixmi.effect(data, "t", "y", adjust="z", reference=7)
    with pytest.raises(mixmi.UsageError, match="1 or more"):
        mixmi.effect(data, "t", "y", graph="t -> y", most=0)
    with pytest.raises(mixmi.DataError, match="at least 30"):
        mixmi.effect(data[:20], "t", "y", adjust="z")
    found = mixmi.effect(data, "t", "y", graph="u -> t\nu -> y\nt -> y")
    assert not found.sets and "u" in found.reason and "not identified" in repr(found) and len(found.to_frame()) == 0
