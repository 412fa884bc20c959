"""One column of any kind of Python data as the library's mixmi_array, without a copy where the memory serves as it is.

What is numeric and what discrete: numbers, dates and durations are numeric; texts, categories and booleans are discrete; an
ordered categorical keeps its order. `type` overrides that. A None, NaN, NaT or pandas.NA is missing.
"""
from __future__ import annotations

import datetime
import decimal
import numbers
import sys
from typing import Any, Iterable, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mixmi._call import Array, DataError, LimitError, UsageError, check, ffi, lib, warn

DISCRETE, NUMERIC, AUTO = lib.MIXMI_DISCRETE, lib.MIXMI_NUMERIC, lib.MIXMI_AUTO

_formats = {
    "f8": lib.MIXMI_FLOAT64, "f4": lib.MIXMI_FLOAT32,
    "i1": lib.MIXMI_INT8, "i2": lib.MIXMI_INT16, "i4": lib.MIXMI_INT32, "i8": lib.MIXMI_INT64,
    "u1": lib.MIXMI_UINT8, "u2": lib.MIXMI_UINT16, "u4": lib.MIXMI_UINT32, "u8": lib.MIXMI_UINT64,
    "b1": lib.MIXMI_BOOL8,
}
_units = {
    "D": lib.MIXMI_DAYS, "s": lib.MIXMI_SECONDS, "ms": lib.MIXMI_MILLISECONDS,
    "us": lib.MIXMI_MICROSECONDS, "ns": lib.MIXMI_NANOSECONDS,
}
_NAT = np.iinfo(np.int64).min
_EXACT = 2**53  # integers up to here are exact as doubles


class Column(NamedTuple):
    """A column before it is passed to the library."""

    values: Array  # in a format supported by the library
    unit: int = lib.MIXMI_PLAIN
    na: Optional[int] = None  # the integer that means a missing value
    missing: Optional[Array] = None  # uint8, not 0: missing
    labels: Optional[Sequence[str]] = None  # labels of the integers from 0 on
    ordered: bool = False
    below: Sequence[str] = ()  # texts of the detection limits that are the smallest distinct numbers ...
    above: Sequence[str] = ()  # ... and the largest
    categories: bool = False  # the labels were declared to be categories, and nothing else is recognised in them
    mixed: str = ""  # the types of the Python objects that were converted to texts, if there are several
    rounded: bool = False  # Python's integers beyond 2^53 were rounded


def _bytes(value: str) -> bytes:
    return value.replace("\0", "\u2400").encode("utf-8", "backslashreplace")


def _pointers(labels: Sequence[str]) -> Tuple[Any, List[Any]]:
    """The labels as an array of C strings, and the objects that must outlive it."""
    encoded = [_bytes(label) for label in labels]
    blob = ffi.from_buffer(b"\0".join(encoded) + b"\0")
    starts = np.zeros(len(encoded), np.uintp)
    np.cumsum([len(label) + 1 for label in encoded[:-1]], out=starts[1:])
    starts += np.uintp(int(ffi.cast("uintptr_t", blob)))
    return ffi.cast("const char *const *", starts.ctypes.data), [blob, starts]


def fill(array: Any, column: Column, type_: int) -> List[Any]:
    """Fills in a mixmi_array; the returned objects must outlive it."""
    values = column.values
    stride = values.strides[0]
    if stride == 0:  # all rows share one value; the library would take stride 0 as contiguous
        values = values.copy()
        stride = values.strides[0]
    array.values = ffi.cast("void *", values.__array_interface__["data"][0])
    array.stride = stride
    array.format = _formats[values.dtype.kind.replace("M", "i") + str(values.dtype.itemsize)]
    array.type = type_
    array.unit = column.unit
    if column.na is not None:
        array.has_na, array.na = 1, column.na
    if column.missing is not None:
        array.missing = ffi.cast("uint8_t *", column.missing.__array_interface__["data"][0])
    kept: List[Any] = [values, column]
    if column.labels is not None:
        array.labels, texts = _pointers(column.labels)
        array.label_count = len(column.labels)
        array.ordered = int(column.ordered)
        kept += texts
    if column.below or column.above:
        array.limits, texts = _pointers([*column.below, *column.above])
        array.below, array.above = len(column.below), len(column.above)
        kept += texts
    return kept


def add(table: Any, name: str, column: Column, type_: int) -> None:
    """Adds the column unchanged to a table under construction."""
    array = ffi.new("mixmi_array *")
    kept = fill(array, column, type_)
    check(lib.mixmi_table_add_array(table, name.encode(), array, ffi.sizeof("mixmi_array")))
    del kept


def read(names: Sequence[str], columns: Sequence[Column], options: Any) -> Any:
    """A table of columns that are read like those of a file: the meaning of their texts is recognised."""
    arrays, out = ffi.new("mixmi_array[]", len(columns)), ffi.new("mixmi_table **")
    kept = [fill(arrays[i], column, DISCRETE if column.categories else AUTO) for i, column in enumerate(columns)]
    labels, texts = _pointers(names)
    options.call(lib.mixmi_table_from_arrays(out, len(columns[0].values), labels, arrays, ffi.sizeof("mixmi_array"),
                                             len(columns), options.handle))
    del kept, texts
    return ffi.gc(out[0], lib.mixmi_table_free)


# ------------------------------------------------------------------------------------------------ NumPy's arrays


def _from_times(values: Array) -> Column:
    unit, count = np.datetime_data(values.dtype)
    if unit == "generic":
        raise UsageError("dates without a unit: say which, as in datetime64[s]")
    if unit not in _units or count != 1:
        values = values.astype("datetime64[D]" if unit in ("Y", "M", "W") else "datetime64[us]")
        unit = np.datetime_data(values.dtype)[0]
    return Column(values, unit=_units[unit], na=_NAT)


def _from_durations(values: Array) -> Column:
    seconds = values / np.timedelta64(1, "s")  # NaT becomes NaN
    return Column(np.asarray(seconds, np.float64))


def _from_texts(values: Array) -> Column:
    """NumPy texts of fixed width."""
    unique, codes = np.unique(values, return_inverse=True)
    labels = [label.decode("utf-8", "backslashreplace") if isinstance(label, bytes) else str(label) for label in unique]
    return Column(codes.astype(np.int64), labels=labels)


def _from_array(values: Array) -> Column:
    kind = values.dtype.kind
    if not values.dtype.isnative:
        values = values.astype(values.dtype.newbyteorder("="))
    if kind == "M":
        return _from_times(values)
    if kind == "m":
        return _from_durations(values)
    if kind in "US":
        return _from_texts(values)
    if kind == "O":
        return _from_objects(values)
    if kind + str(values.dtype.itemsize) in _formats:
        return Column(values)
    if kind == "f":
        return Column(values.astype(np.float64))
    raise UsageError(f"values of type {values.dtype} cannot be measured")


# ----------------------------------------------------------------------------------------------- Python's objects


def _is_missing(value: Any) -> bool:
    if value is None or value is np.ma.masked or isinstance(value, decimal.Decimal) and value.is_nan():
        return True
    try:
        return bool(value != value)  # NaN, NaT
    except (TypeError, ValueError):  # pandas.NA is neither equal nor unequal
        return True


def _missing_of(values: Array) -> Array:
    pandas = sys.modules.get("pandas")
    if pandas is not None and not any(isinstance(value, decimal.Decimal) for value in values):
        return np.asarray(pandas.isna(values), np.uint8)
    return np.fromiter(map(_is_missing, values), np.uint8, len(values))


def _spread(present: Array, missing: Array) -> Array:
    """The values that are not missing, in their rows; zeros elsewhere."""
    out = np.zeros(len(missing), present.dtype)
    out[missing == 0] = present
    return out


def _coded(present: Sequence[str], missing: Array) -> Column:
    labels = sorted(set(present))
    number = dict(zip(labels, range(len(labels))))
    codes = np.fromiter(map(number.__getitem__, present), np.int64, len(present))
    return Column(_spread(codes, missing), missing=missing, labels=labels)


def _utc(value: Any) -> Any:
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    return value


def _text(value: Any) -> str:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _all(kinds: Sequence[type], of: Any) -> bool:
    return all(issubclass(kind, of) for kind in kinds)


def _numbers(there: Sequence[Any], missing: Array) -> Column:
    """Python's numbers. Integers of up to 64 bits stay integers, of which the library says where they were rounded."""
    if all(isinstance(value, numbers.Integral) and -(2**63) <= int(value) < 2**63 for value in there):
        return Column(_spread(np.array(there, np.int64), missing), missing=missing)
    rounded = any(isinstance(value, numbers.Integral) and abs(int(value)) > _EXACT for value in there)
    return Column(_spread(np.array([float(value) for value in there], np.float64), missing), missing=missing, rounded=rounded)


def _from_objects(values: Array) -> Column:
    """Chooses the type by what the values have in common; values of different types become text."""
    missing = _missing_of(values)
    there = values[missing == 0].tolist()
    kinds = list(set(map(type, there)))
    if not kinds:
        return Column(np.full(len(values), np.nan))
    if _all(kinds, (bool, np.bool_)):
        return Column(_spread(np.array(there, bool), missing), missing=missing)
    if _all(kinds, (numbers.Real, decimal.Decimal, np.bool_)):
        return _numbers(there, missing)
    if _all(kinds, (datetime.date, np.datetime64)):
        times = np.array([_utc(value) for value in there], "datetime64[us]")
        return Column(_spread(times, missing), unit=lib.MIXMI_MICROSECONDS, missing=missing)
    if _all(kinds, datetime.time):
        seconds = [t.hour * 3600 + t.minute * 60 + t.second + t.microsecond / 1e6 for t in there]
        return Column(_spread(np.array(seconds, np.float64), missing), missing=missing)
    if any(issubclass(kind, numbers.Complex) and not issubclass(kind, numbers.Real) for kind in kinds):
        raise UsageError("complex numbers cannot be measured")
    if _all(kinds, (datetime.timedelta, np.timedelta64)):
        durations = _from_durations(np.array(there, "timedelta64[us]")).values
        return Column(_spread(durations, missing), missing=missing)
    names = sorted({kind.__name__ for kind in kinds})
    if any(kind.__hash__ is None for kind in kinds):  # lists, dictionaries, arrays
        raise UsageError(f"values of type {', '.join(names)} cannot be measured")
    texts = len(names) == 1 or _all(kinds, str)
    return _coded(list(map(_text, there)), missing)._replace(mixed="" if texts else ", ".join(names))


# ---------------------------------------------------------------------------------------------- pandas, by duck


def _from_categories(values: Any) -> Column:
    """A pandas Categorical."""
    categories = values.categories
    labels = [_text(category) for category in categories]
    if len(set(labels)) != len(labels):  # 1 and "1" in one column
        labels = [repr(category) for category in categories]
    return Column(np.asarray(values.codes), na=-1, labels=labels, ordered=bool(values.ordered), categories=True)


def _from_pandas(values: Any) -> Column:
    array = getattr(values, "array", values)
    dtype = array.dtype
    if hasattr(array, "categories"):
        return _from_categories(array)
    if dtype.kind == "M":  # with a time zone: converted to UTC
        return _from_array(np.asarray(array, "datetime64[ns]"))
    if dtype.name == "boolean" or dtype.kind in "iufb" and hasattr(array, "isna") and hasattr(array, "to_numpy"):
        missing = np.asarray(array.isna(), np.uint8)
        numpy_type = np.dtype(getattr(dtype, "numpy_dtype", None) or getattr(dtype, "subtype", None) or np.float64)
        if dtype.name.startswith("Sparse"):
            return _from_array(np.asarray(array))
        return Column(array.to_numpy(dtype=numpy_type, na_value=numpy_type.type(0)), missing=missing)
    if dtype.name.startswith("period"):
        return _from_array(np.asarray(array.to_timestamp(), "datetime64[ns]"))
    return _from_objects(np.asarray(array, object))


# -------------------------------------------------------------------------------------------------- any of them


def _as_names(values: Any) -> Any:
    """Values of a discrete column: integers too large for a double become texts, in their order; others are unchanged."""
    kind = getattr(getattr(values, "dtype", None), "kind", "O")
    if kind not in "iuO" or not hasattr(values, "__array__") and not isinstance(values, (list, tuple)):
        return values
    there = np.asarray(values, object)
    if there.ndim != 1:
        return values
    missing = _missing_of(there)
    present = there[missing == 0].tolist()
    if not all(isinstance(value, numbers.Integral) for value in present) or all(abs(value) <= _EXACT for value in present):
        return values
    levels = sorted(set(present))
    number = dict(zip(levels, range(len(levels))))
    codes = np.fromiter(map(number.__getitem__, present), np.int64, len(present))
    return Column(_spread(codes, missing), missing=missing, labels=list(map(str, levels)), categories=True)


def _column_of(values: Any) -> Column:
    if isinstance(values, np.ma.MaskedArray):
        mask = np.asarray(values.mask | np.zeros(values.shape, bool), np.uint8)
        return _from_array(values.data)._replace(missing=mask)
    if isinstance(values, np.ndarray):
        return _from_array(values)
    if isinstance(getattr(values, "dtype", None), np.dtype):  # a pandas Series or Index of NumPy values
        return _from_array(np.asarray(values))
    if type(values).__module__.partition(".")[0] == "pandas":
        return _from_pandas(values)
    return _from_sequence(values)


def convert(name: str, values: Any, discrete: bool, numeric: bool) -> Column:
    """Any one-dimensional object as a column; `discrete` and `numeric`: it was declared so."""
    try:
        named = _as_names(values) if discrete else values
        column = named if isinstance(named, Column) else _column_of(named)
        if column.values.ndim != 1:
            raise UsageError(f"values of {column.values.ndim} dimensions are not a column")
        if column.rounded:
            warn(f"column '{name}': whole numbers beyond 2^53 are rounded, so different ones may become equal; discrete= takes "
                 "them as names")
        if column.mixed and not numeric:
            warn(f"column '{name}' mixes values of several types ({column.mixed}): they are taken as texts, so "
                 "that 1 and '1' are the same")
        return column
    except (UsageError, DataError, LimitError) as wrong:
        raise type(wrong)(f"column '{name}': {wrong}") from None


def _from_sequence(values: Any) -> Column:
    """A list or similar sequence: by its objects, unless they are plain numbers."""
    if not hasattr(values, "__array__"):
        if not isinstance(values, Iterable) or isinstance(values, (str, bytes)):
            raise UsageError(f"{values!r} is not a column of values")
        values = list(values)
        objects = np.empty(len(values), object)
        objects[:] = values
        return _from_objects(objects)
    return _from_array(np.asarray(values))
