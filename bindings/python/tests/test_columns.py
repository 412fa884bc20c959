"""Columns of every kind become what they should, without what should not matter mattering."""
import warnings
import datetime
import decimal

import mixmi
import numpy as np
import pandas as pd
import pytest


def types(**columns):
    return mixmi.Table(columns).types


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "g", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">f8", ">i4"])
def test_numbers_of_every_width_are_the_same_numbers(dtype):
    values = np.array([3, 1, 2, 1, 100], dtype)
    table = mixmi.Table({"a": values})
    assert table.types == {"a": "numeric"}
    assert table.values("a").tolist() == [3, 1, 2, 1, 100]


@pytest.mark.parametrize("view", [
    lambda a: a[::2], lambda a: a[::-1], lambda a: np.stack([a, a], 1)[:, 1], lambda a: np.stack([a, -a])[0],
    lambda a: np.asfortranarray(np.stack([a, a], 1))[:, 0],
], ids=["every second", "backwards", "a column", "a row", "Fortran's order"])
def test_strided_arrays_are_read_where_they_lie(view, rng):
    values = view(rng.normal(size=50))
    assert mixmi.Table({"a": values}).values("a").tolist() == values.tolist()


def test_a_broadcast_value_stands_in_every_row():
    assert mixmi.Table({"a": np.broadcast_to(2.5, 4)}).values("a").tolist() == [2.5] * 4


def test_packed_records_are_read():
    records = np.array([(1, 2.5, "a"), (2, 3.5, "b")], dtype=[("i", "i1"), ("f", "f8"), ("s", "U1")])
    table = mixmi.Table(records)
    assert table.names == ["i", "f", "s"] and table.types["s"] == "discrete"
    assert table.values("f").tolist() == [2.5, 3.5]


def test_a_matrix_has_columns_x0_x1():
    table = mixmi.Table(np.arange(6.0).reshape(3, 2))
    assert table.names == ["x0", "x1"] and table.values(1).tolist() == [1, 3, 5]


def test_booleans_texts_and_categories_are_discrete():
    assert types(a=[True, False], b=["x", "y"], c=pd.Categorical(["u", "v"]), d=np.array(["u", "v"]),
                 e=np.array([b"u", b"v"]), f=np.array([True, False])) == dict.fromkeys("abcdef", "discrete")


def test_dates_and_durations_are_numeric_with_a_display_of_their_own():
    days = pd.to_datetime(["2020-02-29", None, "1969-12-31"])
    table = mixmi.Table({"day": days, "span": pd.to_timedelta([1, None, 3], "h"),
                         "numpy": np.array(["2020-02-29", "NaT", "1969-12-31"], "M8[D]"),
                         "objects": [datetime.date(2020, 2, 29), None, datetime.date(1969, 12, 31)]})
    assert set(table.types.values()) == {"numeric"}
    assert table.values("day")[0] == pd.Timestamp("2020-02-29").timestamp() and np.isnan(table.values("day")[1])
    assert table.values("span").tolist()[::2] == [3600, 10800] and np.isnan(table.values("span")[1])
    assert table.describe().loc[["day", "numpy", "objects"], "kind"].tolist() == ["date"] * 3


@pytest.mark.parametrize("unit", ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns"])
def test_dates_of_every_unit_keep_their_instant(unit):
    values = np.array(["2020", "2021"], f"M8[{unit}]")
    table = mixmi.Table({"t": values})
    scale = 86400.0 if table.values("t")[0] < 1e6 else 1.0
    assert (table.values("t") * scale).tolist() == (values.astype("M8[s]").astype(float)).tolist()


def test_a_time_zone_does_not_move_an_instant():
    utc = pd.Series(pd.date_range("2020-01-01", periods=4, freq="7H"))
    zone = utc.dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo")
    assert mixmi.Table({"t": utc}).values("t").tolist() == mixmi.Table({"t": zone}).values("t").tolist()


@pytest.mark.parametrize("column", [
    [1.0, None, 3.0], np.array([1, None, 3], object), pd.array([1, None, 3], "Int64"), pd.array([1, None, 3], "Float64"),
    pd.Series([1, np.nan, 3]), [1, float("nan"), 3], np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0]),
    pd.Series([1, pd.NA, 3], dtype=object), [decimal.Decimal(1), None, decimal.Decimal(3)],
    pd.Series(pd.arrays.SparseArray([1, np.nan, 3])),
], ids=lambda c: type(c).__name__)
def test_missing_numbers_are_missing_whatever_stands_for_them(column):
    table = mixmi.Table({"a": column})
    values = table.values("a")
    assert table.types == {"a": "numeric"} and values[0] == 1 and np.isnan(values[1]) and values[2] == 3


@pytest.mark.parametrize("column", [
    ["u", None, "v"], pd.array(["u", None, "v"], "string"), pd.Categorical(["u", None, "v"]),
    np.array(["u", float("nan"), "v"], object), pd.Series(["u", pd.NA, "v"]),
], ids=lambda c: type(c).__name__)
def test_missing_texts_are_missing_whatever_stands_for_them(column):
    table = mixmi.Table({"a": column})
    assert table.codes("a").tolist() == [0, -1, 1] and table.labels("a") == ["u", "v"]


def test_missing_booleans_are_missing():
    for column in ([True, None, False], pd.array([True, None, False], "boolean")):
        assert mixmi.Table({"a": column}).codes("a").tolist() == [1, -1, 0]


def test_ordered_categories_keep_their_order_and_others_do_not_gain_one():
    levels = ["low", "mid", "high"]
    ordered = pd.Categorical(["mid", "low", "high"], categories=levels, ordered=True)
    table = mixmi.Table({"a": ordered, "b": ordered.as_unordered()})
    assert table.labels("a") == levels and table.describe().ordered.tolist() == [True, False]


def test_values_of_mixed_types_are_texts():
    with pytest.warns(UserWarning, match="several types"):
        table = mixmi.Table({"a": [1, "1", 2.5, datetime.date(2020, 1, 1)]})
    assert table.types == {"a": "discrete"} and "2020-01-01" in table.labels("a")


def test_categories_that_look_the_same_stay_distinct():
    assert len(mixmi.Table({"a": pd.Categorical([1, "1"])}).labels("a")) == 2


def test_types_are_overridden():
    data = {"a": [1, 2, 3], "b": ["1", "2.5", None], "c": pd.Categorical(["7", "8", "7"]), "d": [True, False, True]}
    table = mixmi.Table(data, discrete="a", numeric=["b", "c", "d"])
    assert table.types == {"a": "discrete", "b": "numeric", "c": "numeric", "d": "numeric"}
    assert table.values("b").tolist()[:2] == [1, 2.5] and table.values("c").tolist() == [7, 8, 7]
    with pytest.raises(mixmi.DataError, match="column 'b', row 2: 'two' is not a number"):
        mixmi.Table({"b": ["1", "two"]}, numeric="b")
    with pytest.raises(mixmi.UsageError, match="both"):
        mixmi.Table(data, discrete="a", numeric="a")


def test_columns_are_found_by_label_name_and_position():
    frame = pd.DataFrame({10: [1.0, 2, 3], ("a", "b"): [3.0, 1, 2], "c": [1, 1, 2]})
    table = mixmi.Table(frame)
    assert table.names == ["10", "('a', 'b')", "c"]
    assert table.values(10).tolist() == table.values("10").tolist() == [1, 2, 3]
    assert table.values(("a", "b")).tolist() == [3, 1, 2]
    assert table.values(2).tolist() == table.values(-1).tolist() == [1, 1, 2]


def test_odd_names_and_labels_come_back():
    names = ["a,b", 'say "x"', "ünïcode", "# no comment", " "]
    data = {name: ["", "a\nb", "€"] for name in names}
    table = mixmi.Table(data)
    assert table.names == names and table.labels(0) == ["a\nb", "€"]  # the empty text is missing, as in a file
    assert mixmi.Table(data, recognise=False).labels(0) == ["", "a\nb", "€"]


@pytest.mark.parametrize("data, message", [
    ({"a": [1, 2], "b": [1]}, "column 'b' has 1 rows"), ({"a": [1.0, np.inf]}, "infinite"), ({}, "at least one column"),
    ({"a": np.array([1j])}, "complex"), ({"a": np.zeros((2, 2))}, "2 dimensions"), (np.zeros((2, 2, 2)), "3 dimensions"),
    (7, "int is not a table"), (pd.DataFrame([[1, 2]], columns=["a", "a"]), "two columns are called 'a'"),
])
def test_what_is_no_table_is_refused(data, message):
    with pytest.raises(mixmi.Error, match=message):
        mixmi.Table(data)


def test_a_table_is_made_of_a_part(penguins):
    table = mixmi.Table(penguins, only=["sex", "species"])
    assert table.names == ["sex", "species"] and mixmi.Table(table, only="sex").names == ["sex"]


@pytest.mark.parametrize("values", [[2**70, None, 2**70 + 1], [2**60, 2**60 + 1, 0.5], np.array([2**60, 2**60 + 1]),
                                    pd.array([2**60, None, 2**60 + 1], "Int64"), np.array([2**63 + 1], np.uint64)])
def test_whole_numbers_are_never_rounded_in_silence(values):
    with pytest.warns(UserWarning, match="'a': whole numbers beyond 2.53 .*are rounded"):
        mixmi.Table({"a": values})


def test_large_whole_numbers_give_the_answer_of_a_file(tmp_path):
    rng = np.random.default_rng(7)
    a = [2**60 + int(i) * 1024 for i in rng.integers(0, 50, 300)]
    b = [value % 7 + float(e) for value, e in zip(a, rng.normal(size=300))]
    path = tmp_path / "large.csv"
    path.write_text("a,b\n" + "".join(f"{x},{y!r}\n" for x, y in zip(a, b)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert mixmi.test({"a": a, "b": b}, "a", "b").p == mixmi.test(str(path), "a", "b").p


@pytest.mark.parametrize("values", [[2**70 + 1, None, 2**70, 5], np.array([2**60 + 1, 2**60, 5]),
                                    pd.array([2**60 + 1, None, 2**60, 5], "Int64"), np.array([2**63 + 1, 2**63, 5], np.uint64)])
def test_large_identifiers_stay_distinct_as_names(values):
    table = mixmi.Table({"a": values}, discrete="a")
    present = [int(value) for value in values if value is not None and value is not pd.NA]
    assert table.labels("a") == [str(value) for value in sorted(present)]


def test_any_label_of_a_frame_names_its_column():
    frame = pd.DataFrame(np.arange(60.0).reshape(30, 2), columns=pd.to_datetime(["2020-01-01", "2020-01-02"]))
    first, second = frame.columns
    assert mixmi.cmi(frame, first, second) == mixmi.cmi(frame, 0, 1)
    frame.columns = [1.5, 2.5]
    assert mixmi.cmi(frame, 1.5, [2.5]) == mixmi.cmi(frame, 0, 1)


def test_times_of_the_day_are_seconds():
    times = [datetime.time(1, 2, 3), None, datetime.time(0, 0, 1, 500000)]
    assert mixmi.Table({"a": times}).types == {"a": "numeric"}
    assert np.array_equal(mixmi.Table({"a": times}).values("a"), [3723, np.nan, 1.5], equal_nan=True)


def test_a_mixture_of_types_is_not_taken_in_silence():
    with pytest.warns(UserWarning, match=r"'a' mixes values of several types \(int, str\)"):
        assert mixmi.Table({"a": [1, "1", "b"]}).labels("a") == ["1", "b"]
    with pytest.raises(mixmi.UsageError, match="complex"):
        mixmi.Table({"a": [1 + 2j, 3]})


def test_a_signalling_nan_is_missing():
    values = [decimal.Decimal("1.5"), decimal.Decimal("sNaN"), decimal.Decimal("NaN"), decimal.Decimal(2)]
    assert np.array_equal(mixmi.Table({"a": values}).values("a"), [1.5, np.nan, np.nan, 2], equal_nan=True)
