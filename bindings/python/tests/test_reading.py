"""Data frames are read as files are: what texts mean is recognised, with the same remarks; weights and conditions count."""
import json
import pickle
import subprocess
import warnings

import mixmi
import numpy as np
import pandas as pd
import pytest


@pytest.fixture
def dirty(rng):
    """Numbers as texts with words for missing, a sentinel, formatted numbers, dates and a scale."""
    n = 200
    x = rng.normal(size=n)
    y = x + rng.normal(size=n)
    words = [f"{v:.3f}" for v in x]
    words[5::40] = ["n.a.", "missing", "n.a.", "unknown", "-"]
    sentinel = np.round(10 + y, 1)
    sentinel[::50] = -999
    days = pd.Timestamp("2020-03-01") + pd.to_timedelta(np.round(10 * x) + 50, "D")
    return pd.DataFrame({"words": words, "sentinel": sentinel, "money": [f"${1000 + 100 * v:,.2f}" for v in y],
                         "day": days.strftime("%d.%m.%Y"), "scale": np.array(["low", "medium", "high"])[(y > 0) + (y > 1).astype(int)],
                         "padded": [f"{i % 17:03d}" for i in range(n)]})


def describe_by_command(command, path, *arguments):
    found = json.loads(subprocess.check_output([command, "describe", path, "--json", *arguments]))
    pairs = subprocess.run([command, "pairs", path], capture_output=True, text=True, check=True)  # describe has no notes
    return {column["name"]: column for column in found["columns"]}, pairs.stderr


def as_in_frames(remark):
    """A remark on a file with rows in place of lines."""
    import re

    remark = re.sub(r"--([a-z]+)", r"option \1", remark)  # as the command's user types it
    return re.sub(r"line (\d+)", lambda found: f"row {int(found.group(1)) - 1}", remark)


@pytest.mark.filterwarnings("ignore::mixmi.DataWarning")
def test_a_frame_is_taken_for_what_its_file_is(dirty, command, tmp_path):
    path = tmp_path / "dirty.csv"
    dirty.to_csv(path, index=False)
    expected, notes = describe_by_command(command, path)
    found = mixmi.describe(dirty)
    for name, column in expected.items():
        for field in ("type", "kind", "missing", "distinct"):
            assert found.loc[name, field] == column[field], (name, field)
    said = [as_in_frames(line.partition("note: ")[2]) for line in notes.splitlines() if "note: column" in line]
    assert mixmi.Table(dirty).notes == said and len(said) == 4
    for x, y in (("words", "money"), ("day", "scale"), ("sentinel", "padded")):
        assert float(mixmi.cmi(dirty, x, y)) == float(mixmi.cmi(path, x, y))
        assert mixmi.test(dirty, x, y).pvalue == mixmi.test(path, x, y).pvalue


def test_remarks_are_warnings_in_the_name_of_the_caller(dirty):
    with pytest.warns(mixmi.DataWarning, match=r"'words': 5 cells with a word for missing \(row 6: 'n.a.'\)") as warned:
        mixmi.cmi(dirty, "words", "money")
    assert {warning.filename for warning in warned} == {__file__}
    with pytest.warns(mixmi.DataWarning, match="-999 in 4 rows is far from the other values"):
        mixmi.Table(dirty)


def test_recognition_can_be_switched_off(dirty):
    with pytest.warns(mixmi.DataWarning, match="'words': an identifier?") as warned:  # nothing but what it looks like now
        table = mixmi.Table(dirty, only=["words", "money", "day", "scale"], recognise=False)
    assert not any("taken as" in str(warning.message) for warning in warned)
    assert set(table.types.values()) == {"discrete"} and "n.a." in table.labels("words")
    assert table.labels("scale") == ["high", "low", "medium"]


def test_a_stream_of_arrow_obeys_too(dirty):
    from test_arrow import Frame, texts

    words = dirty.words.tolist()
    frame = Frame([("words", "u")], [(len(words), [([None, *texts(words)],)])])
    with pytest.warns(mixmi.DataWarning, match="word for missing"):
        assert mixmi.Table(frame).types == {"words": "numeric"}
    frame.at = 0
    assert mixmi.Table(frame, recognise=False).types == {"words": "discrete"}


@pytest.mark.filterwarnings("ignore::mixmi.DataWarning")
def test_what_means_missing_can_be_named(dirty):
    for missing in (-999, "-999", ["-999", "n.a."]):
        assert np.isnan(mixmi.Table(dirty, missing=missing).values("sentinel")).sum() == 4
    assert mixmi.describe(dirty, "sentinel", missing=-999).missing.tolist() == [4]


def test_categories_stay_and_are_remarked_on(dirty):
    with pytest.warns(mixmi.DataWarning, match="of its categories are numbers"):
        table = mixmi.Table({"a": dirty.words.astype("category")})
    assert table.types == {"a": "discrete"}
    with pytest.warns(mixmi.DataWarning, match="word for missing"):
        assert mixmi.Table({"a": dirty.words.astype("category")}, numeric="a").types == {"a": "numeric"}


# ------------------------------------------------------------------------------------------------------ clusters


def visits():
    rng = np.random.default_rng(3)
    patient = np.repeat(np.arange(40), 6)
    x, y = rng.normal(size=40)[patient] + rng.normal(size=240), rng.normal(size=40)[patient] + rng.normal(size=240)
    return pd.DataFrame({"patient": [f"P{i}" for i in patient], "half": patient % 2, "x": x, "y": y, "z": rng.normal(size=240)})


def test_clusters_are_a_column_columns_or_values(command, tmp_path):
    frame, path = visits(), tmp_path / "visits.csv"
    frame.to_csv(path, index=False)
    by_command = json.loads(subprocess.check_output([command, "test", path, "-x", "x", "-y", "y", "-z", "z", "--cluster", "patient", "--json"]))
    assert by_command["clusters"] == 40 and 40 < by_command["effective_rows"] <= 240
    for found in (mixmi.test(frame, "x", "y", "z", cluster="patient"), mixmi.test(frame[["x", "y", "z"]], "x", "y", "z", cluster=frame.patient),
                  mixmi.test(frame, "x", "y", "z", cluster=["patient", "half"]), mixmi.test(path, "x", "y", "z", cluster="patient"),
                  mixmi.test(x=frame.x, y=frame.y, given=frame.z, cluster=frame.patient.tolist())):
        assert (found.pvalue, found.answer["clusters"], found.answer["effective_rows"]) == (
            by_command["p"], by_command["clusters"], by_command["effective_rows"])
    assert mixmi.test(frame, "x", "y", "z").answer["clusters"] == 0
    table = mixmi.Table(frame, cluster="patient")
    assert table.names == ["half", "x", "y", "z"] and mixmi.Table(frame, cluster="patient", only=["patient", "x"]).names == ["patient", "x"]
    for same in (table, pickle.loads(pickle.dumps(table)), mixmi.Table(table, only=["x", "y", "z"])):
        assert mixmi.test(same, "x", "y", "z").pvalue == by_command["p"]
    assert mixmi.test(frame, "x", "y", cluster="patient", within=True).pvalue != mixmi.test(frame, "x", "y", cluster="patient").pvalue
    assert set(mixmi.graph(frame, cluster="patient").nodes) == {"half", "x", "y", "z"}
    with pytest.raises(mixmi.UsageError, match="use one of: residual"):
        mixmi.test(frame, "x", "y", cluster="patient", test="chi2")
    with pytest.raises(mixmi.DataError, match="needs at least 6"):
        mixmi.test(frame, "x", "y", cluster="half")
    with pytest.raises(mixmi.UsageError):
        mixmi.describe(frame, cluster="patient")


# ------------------------------------------------------------------------------------------------------ survival


def followed():
    """Times that follow z, whose observation ends by x; x has no effect given z."""
    rng = np.random.default_rng(5)
    z = rng.normal(size=300)
    x = z + rng.normal(size=300)
    time, end = rng.exponential(size=300) * np.exp(-z), rng.exponential(size=300) * np.exp(-x)
    return pd.DataFrame({"x": x, "z": z, "time": np.minimum(time, end), "dead": np.where(time <= end, "yes", "no")})


def test_times_may_be_censored(command, tmp_path):
    frame, path = followed(), tmp_path / "followed.csv"
    frame.to_csv(path, index=False)
    by_command = json.loads(subprocess.check_output([command, "test", path, "-x", "x", "-y", "time", "-z", "z", "--survival", "time:dead", "--json"]))
    assert by_command["p"] > 0.01 and by_command["estimate"] is None
    assert mixmi.test(frame, "x", "time", "z").pvalue < 1e-4  # the times as they are
    table = mixmi.Table(frame, survival="time:dead")
    assert table.names == ["x", "z", "time"]
    for found in (mixmi.test(frame, "x", "time", "z", survival="time:dead"), mixmi.test(frame, "x", "time", "z", survival=["time:dead=yes"]),
                  mixmi.test(path, "x", "time", "z", survival="time:dead"), mixmi.test(pickle.loads(pickle.dumps(table)), "x", "time", "z"),
                  mixmi.test(mixmi.Table(table, only=["time", "z", "x"]), "x", "time", "z")):
        assert found.pvalue == by_command["p"] and np.isnan(found.answer["estimate"])
    assert mixmi.test(frame, "x", "z", survival="time:dead").pvalue == mixmi.test(frame, "x", "z").pvalue
    assert ("time", "z") not in {(e["from"], e["to"]) for e in mixmi.graph(frame, survival="time:dead").edge_list()}
    with pytest.raises(mixmi.UsageError, match="no estimate"):
        mixmi.cmi(frame, "x", "time", survival="time:dead")
    with pytest.raises(mixmi.UsageError, match="time:status"):
        mixmi.Table(frame, survival="time")
    with pytest.raises(mixmi.DataError, match="no value 'maybe'"):
        mixmi.Table(frame, survival="time:dead=maybe")


# ------------------------------------------------------------------------------------------------------- weights

COUNTS = pd.DataFrame({"sex": ["f", "f", "m", "m"], "survived": ["no", "yes", "no", "yes"], "n": [126, 344, 1364, 367]})


def test_weights_stand_for_rows(command, tmp_path):
    path = tmp_path / "counts.csv"
    COUNTS.to_csv(path, index=False)
    rows = COUNTS.loc[COUNTS.index.repeat(COUNTS.n)]
    expected = mixmi.cmi(rows, "sex", "survived")
    by_command = json.loads(subprocess.check_output([command, "cmi", path, "-x", "sex", "-y", "survived", "--weights", "n", "--json"]))
    assert by_command["estimate"] == float(expected) and by_command["rows"] == expected.rows == 2201
    frame = COUNTS[["sex", "survived"]]
    for found in (mixmi.cmi(COUNTS, "sex", "survived", weights="n"), mixmi.cmi(frame, "sex", "survived", weights=COUNTS.n),
                  mixmi.cmi(path, "sex", "survived", weights="n"),
                  mixmi.cmi(x=COUNTS.sex, y=COUNTS.survived, weights=COUNTS.n.tolist())):
        assert found == expected and found.rows == 2201
    assert mixmi.Table(COUNTS, weights="n").names == ["sex", "survived"]
    assert mixmi.test(COUNTS, "sex", "survived", weights="n").pvalue == mixmi.test(rows, "sex", "survived").pvalue
    assert mixmi.pairs(COUNTS, weights="n").rows.tolist() == [2201]
    assert mixmi.entropy(COUNTS, "sex", weights="n") == mixmi.entropy(rows, "sex")
    with pytest.raises(mixmi.DataError, match="weights must be frequencies"):
        mixmi.cmi(COUNTS, "sex", "survived", weights=[0.5, 1, 1, 1])
    with pytest.raises(mixmi.UsageError, match="no column 'm'"):
        mixmi.cmi(COUNTS, "sex", "survived", weights="m")


def test_weights_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = mixmi.Table(COUNTS, weights="n")
    assert table.notes == ["4 rows count as 2201 by their weights"]


def test_rows_are_chosen_by_a_condition(penguins):
    some = mixmi.Table(penguins, where='species == "Adelie" && year > 2007')
    assert some.rows == ((penguins.species == "Adelie") & (penguins.year > 2007)).sum()
    found = mixmi.cmi(penguins, "body_mass_g", "sex", where='species == "Adelie"')
    assert found == mixmi.cmi(penguins[penguins.species == "Adelie"], "body_mass_g", "sex")


def test_options_of_files_and_of_tables_are_refused_where_they_mean_nothing(penguins):
    with pytest.raises(mixmi.UsageError, match="'delimiter' is about files"):
        mixmi.cmi(penguins, "sex", "species", delimiter=";")
    with pytest.raises(mixmi.UsageError, match="'weights' is decided when the table is made"):
        mixmi.cmi(mixmi.Table(penguins), "sex", "species", weights="year")


# ------------------------------------------------------------------------------------------- help for a wrong call


def test_columns_in_place_of_a_table_are_answered_with_help(penguins):
    for first in (penguins.sex, penguins.sex.to_numpy(object)):
        with pytest.raises(mixmi.UsageError, match="pass x= and y="):
            mixmi.cmi(first, penguins.species)
    for name in ("z", "cond"):
        with pytest.raises(mixmi.UsageError, match="did you mean given="):
            mixmi.cmi(penguins, "sex", "species", **{name: "island"})


def test_a_test_has_no_truth_value(penguins):
    with pytest.raises(TypeError, match="no truth value"):
        bool(mixmi.test(penguins, "sex", "species"))
    with pytest.raises(TypeError):
        if mixmi.test(penguins, "sex", "species"):
            pass


def test_pairs_are_printed_with_what_decides(penguins):
    found = mixmi.pairs(penguins)
    head = str(found).splitlines()[0].split()
    assert head == ["x", "y", "estimate", "lower", "upper", "strength", "sign", "shape", "p", "p_holm", "p_bh"]
    assert len(str(found).splitlines()) == len(found) + 1 and "statistic" in found.columns
    assert "statistic" in str(found[["x", "y", "statistic"]])
