"""Tables: data prepared once for many questions. Every column is sorted once into its distinct values and a code per row."""
from __future__ import annotations

import ctypes
import os
import re
import warnings
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from mixmi import _columns
from mixmi._call import Array, DataError, LimitError, UsageError, check, ffi, lib, text, warn
from mixmi._options import FILE_FORMAT, Options, check_keywords, document, nearest, preparing_of, quoted_list, reading_of

Names = Union[None, str, int, Iterable[Any]]


def _as_list(columns: Any, known: Mapping[Any, int]) -> List[Any]:
    """One column or several, as a list of labels."""
    if columns is None:
        return []
    if isinstance(columns, (str, int, np.integer)) or _is_label(columns, known):
        return [columns]
    if not isinstance(columns, Iterable):
        raise UsageError(f"columns are given by name or by number, not by {columns!r}")
    return list(columns)


def _is_label(columns: Any, known: Mapping[Any, int]) -> bool:
    """True for values that can only be labels of columns: a date, a number that is not an integer, a tuple of a MultiIndex."""
    try:
        return columns in known
    except TypeError:  # lists and sets of labels cannot be hashed
        return False


def _lag_of(label: Any, known: Mapping[Any, int]) -> Tuple[Any, int]:
    """A column and its lag: x and 2 for x@2; a known label is not split."""
    found = re.fullmatch(r"(.+)@(\d+)", label) if isinstance(label, str) and label not in known else None
    return (found[1], int(found[2])) if found else (label, 0)


class Labels:
    """Column labels of data, and their positions. A label may be anything; an integer that is not a label is a position, from 0."""

    def __init__(self, labels: Sequence[Any]) -> None:
        self.labels = list(labels)
        self.names = [label if isinstance(label, str) else str(label) for label in self.labels]
        self.places: Dict[Any, int] = {}
        for places in (self.names, self.labels):
            self.places.update((label, i) for i, label in enumerate(places))
        if len(set(self.names)) < len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise UsageError(f"two columns are called '{twice}'")

    def place(self, label: Any) -> int:
        found = self.places.get(label)
        if found is not None:
            return found
        if isinstance(label, (int, np.integer)) and not isinstance(label, bool):
            if -len(self.labels) <= label < len(self.labels):
                return int(label) % len(self.labels)
            raise UsageError(f"no column {label} among the {len(self.labels)} of the table, counted from 0")
        if _lag_of(label, self.places)[0] in self.places:
            raise UsageError(f"no column '{label}': lags are whole numbers from 1, of columns that change, and need option time")
        near = nearest(str(label), self.names)
        raise UsageError(f"no column '{label}'" + (f"; did you mean '{near}'?" if near else f" among the {len(self.labels)} of the table"))

    def all(self, columns: Any) -> List[int]:
        return [self.place(label) for label in _as_list(columns, self.places)]


# ------------------------------------------------------------------------------------------------- kinds of data


def _frame_columns(data: Any) -> Optional[Tuple[Labels, Any]]:
    """Labels, and a function that returns the values of a column by position; None for unknown kinds of data."""
    if isinstance(data, np.ndarray):
        if data.dtype.names is not None:
            names = data.dtype.names
            return Labels(names), lambda i: data[names[i]]
        if data.ndim == 1:
            return Labels(["x0"]), lambda i: data
        if data.ndim == 2:
            return Labels([f"x{i}" for i in range(data.shape[1])]), lambda i: data[:, i]
        raise UsageError(f"an array of {data.ndim} dimensions is not a table")
    if isinstance(data, Mapping):
        values = list(data.values())
        return Labels(list(data)), lambda i: values[i]
    if hasattr(data, "iloc") and hasattr(data, "columns"):  # pandas
        return Labels(list(data.columns)), lambda i: data.iloc[:, i]
    if hasattr(data, "iloc") and hasattr(data, "name"):  # one Series
        return Labels(["x0" if data.name is None else data.name]), lambda i: data
    return None


def _name(name: str) -> str:
    if "\0" in name:
        raise UsageError("a column's name holds a NUL")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise UsageError(f"the column name {name!r} is not valid Unicode") from None
    return name


_WATCHED = 100_000  # cells of a table: all its columns are converted in less time than a question takes


class _Frame:
    """Data in memory before conversion to a table: labels, values by position, and reading options."""

    def __init__(self, labels: Labels, values_at: Any, discrete: Names, numeric: Names, options: Mapping[str, Any]) -> None:
        for name in reading_of(options):
            if name in FILE_FORMAT:
                raise UsageError(f"'{name}' is about files, and these data are in memory")
        self.labels, self.values_at, self.options = labels, values_at, preparing_of(options)
        self.aside: List[int] = []  # indices of columns that are read but are not part of the table
        if self.options.get("weights") is not None:
            place = self._take("weights", self.options["weights"])
            self.options["weights"] = self.labels.names[place]
        for name in ("time", "id"):
            if self.options.get(name) is not None:
                place = self._take(name, self.options[name])
                self.options[name] = quoted_list([self.labels.names[place]])
        if self.options.get("cluster") is not None:
            self.options["cluster"] = quoted_list([self.labels.names[i] for i in self._take_clusters(self.options["cluster"])])
        self.survival = self._take_survival(self.options.pop("survival", None))
        self.discrete, self.numeric = labels.all(discrete), labels.all(numeric)

    def settle_lags(self, sets: Sequence[Any]) -> List[List[Any]]:
        """The columns in the sets, x for x@2; the table gets the required lags."""
        if self.options.get("time") is None:
            return [_as_list(columns, self.labels.places) for columns in sets]
        parted = [[_lag_of(label, self.labels.places) for label in _as_list(columns, self.labels.places)] for columns in sets]
        self.options["lags"] = max([int(self.options.get("lags") or 0), *(lag for chosen in parted for _, lag in chosen)])
        return [[label for label, _ in chosen] for chosen in parted]

    def _take(self, option: str, values: Any) -> int:
        """The position of a column that an option gives by label or by values."""
        if isinstance(values, (str, int, np.integer)) or _is_label(values, self.labels.places):
            place = self.labels.place(values)
        else:
            name, earlier, place = option, self.values_at, len(self.labels.names)
            while name in self.labels.places:
                name += "_"
            self.labels = Labels([*self.labels.labels, name])
            self.values_at = lambda i: earlier(i) if i < place else values
        self.aside.append(place)
        return place

    def _take_clusters(self, cluster: Any) -> List[int]:
        """One column, several columns, or values."""
        several = isinstance(cluster, (list, tuple)) and all(_is_label(label, self.labels.places) for label in cluster)
        return [self._take("cluster", label) for label in (cluster if several else [cluster])]

    def _take_survival(self, survival: Any) -> List[Tuple[str, int, int]]:
        """Each "time:status" or "time:status=value" with the positions of the time and its status."""
        found = []
        for item in [] if survival is None else [survival] if isinstance(survival, str) else survival:
            splits = [(item[:i], item[i + 1:]) for i, c in enumerate(item) if c == ":"]
            if not splits:
                raise UsageError(f"survival: '{item}' is not of the form 'time:status'")
            time, status = next((split for split in splits if split[0] in self.labels.places), splits[0])
            ends = status if status in self.labels.places else status.rsplit("=", 1)[0]
            found.append((item, self.labels.place(time), self._take("survival", ends)))
        return found

    def _watched(self, used: Sequence[int], rows: int) -> List[Tuple[int, Any]]:
        """The other columns of a small table: the library reads them for remarks on the rows alone. What cannot be read is left out."""
        found: List[Tuple[int, Any]] = []
        others = set(range(len(self.labels.names))) - set(used)
        if not used or rows * len(self.labels.names) > _WATCHED:
            return found
        for i in sorted(others):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    column = _columns.convert(_name(self.labels.names[i]), self.values_at(i), False, False)
            except (UsageError, DataError, LimitError):
                continue
            if len(column.values) == rows:
                found.append((i, column))
        return found

    def table(self, places: Sequence[int]) -> "Table":
        """A table of the columns at these positions, in order."""
        names = self.labels.names
        used = list(dict.fromkeys(places))
        if self.options.get("where") is not None:
            used += [place for place in range(len(names)) if place not in set(used)]
        used += [place for place in self.aside if place not in used]
        survival = [item for item, time, _ in self.survival if time in used]
        columns = [_columns.convert(_name(names[i]), self.values_at(i), i in self.discrete, i in self.numeric) for i in used]
        if not columns:
            raise DataError("a table needs at least one column")
        others = self._watched(used, len(columns[0].values))
        used, columns = used + [i for i, _ in others], columns + [column for _, column in others]
        for i, column in zip(used, columns):
            if len(column.values) != len(columns[0].values):
                raise DataError(f"column '{names[i]}' has {len(column.values)} rows, others have {len(columns[0].values)}")
        lists = {"only": places if len(used) > len(set(places)) else [], "discrete": self.discrete, "numeric": self.numeric}
        options = Options("read", self.options, more={
            **{name: quoted_list([names[i] for i in chosen if i in set(used)]) for name, chosen in lists.items() if chosen},
            **({"survival": quoted_list(survival)} if survival else {})})
        table: Table = object.__new__(Table)
        table._handle = _columns.read([names[i] for i in used], columns, options)
        table._labels = Labels([self.labels.labels[i] for i in dict.fromkeys(places)])
        if self.options.get("lags"):
            table._adopt(table._handle)
        table._remark()
        return table


def _new(rows: int) -> Any:
    out = ffi.new("mixmi_table **")
    check(lib.mixmi_table_new(out, rows))
    return ffi.gc(out[0], lib.mixmi_table_free)


def _from_arrow(data: Any, lists: Mapping[str, str], given: Mapping[str, Any]) -> Any:
    capsule = data.__arrow_c_stream__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    stream = ffi.cast("struct ArrowArrayStream *", pointer(capsule, b"arrow_array_stream"))
    options, out = Options("read", preparing_of(given), more=lists), ffi.new("mixmi_table **")
    options.call(lib.mixmi_table_from_arrow(out, stream, options.handle))
    return ffi.gc(out[0], lib.mixmi_table_free)


def _lists(**lists: Any) -> Dict[str, str]:
    return {name: quoted_list([str(label) for label in _as_list(columns, {})])
            for name, columns in lists.items() if columns is not None}


class Table:
    """Columns of equal length, prepared once and asked often.

    `data`: a data frame (pandas, polars, anything with `__arrow_c_stream__`), a mapping of names to columns, a structured
    or a two-dimensional NumPy array (whose columns are x0, x1, ...), the path of a file, or a state (`mixmi.sketch`). Remarks on the data are warnings
    of class DataWarning. Options:

    - `only`: keep these columns; `discrete`, `numeric`: treat these columns as such
    - `recognise=False`: treat texts as categories; by default formatted numbers, dates and words for missing values are
      recognised as in a file
    - `missing`: values that mean missing; `where`: a condition that rows must satisfy
    - `weights`: a column, or numbers, that say how often each row counts
    - `cluster`: columns, or values, that identify clusters of dependent rows, such as the visits of one patient
    - `survival`: censored times as "time:status", or a list of these
    - `time`: a column, or values, that order the rows as a time series; `id` identifies several series, and `lags` adds
      lagged copies of all columns: x@1 is x one step earlier

    >>> t = mixmi.Table({"a": [1.5, 2.5, None], "b": ["x", "y", "x"]})
    >>> t.names, t.rows, t.types
    (['a', 'b'], 3, {'a': 'numeric', 'b': 'discrete'})
    """

    __slots__ = ("_handle", "_labels", "_source", "__weakref__")

    _handle: Any
    _labels: Labels
    _source: Optional[bytes]  # the state that this is the sample of

    def __init__(self, data: Any, *, only: Names = None, discrete: Names = None, numeric: Names = None,
                 **options: Any) -> None:
        if isinstance(data, Table):
            _refuse_reading(discrete, numeric, options)
            data = data if only is None else data._copy(data._labels.all(only))
            self._handle, self._labels, self._source = data._handle, data._labels, getattr(data, "_source", None)
            return
        if isinstance(data, bytes):
            _refuse_reading(discrete, numeric, options)
            if only is not None:
                raise UsageError("the columns of a state are decided when it is made: mixmi.sketch(data, only=)")
            self._sample(data)
            return
        check_keywords("read", options)
        lists = _lists(only=only, discrete=discrete, numeric=numeric)
        if isinstance(data, (str, os.PathLike)):
            self._read(data, preparing_of(options), None, lists)
            return
        found = _frame_columns(data)
        if found is not None:
            frame = _Frame(*found, discrete, numeric, options)
            places = [i for i in range(len(frame.labels.names)) if i not in frame.aside]
            made = frame.table(places if only is None else frame.labels.all(only))
            self._handle, self._labels = made._handle, made._labels
        elif hasattr(data, "__arrow_c_stream__"):
            self._adopt(_from_arrow(data, lists, options))
            self._remark()
        else:
            raise UsageError(f"{type(data).__name__} is not a table: give a data frame, a mapping, an array or a path")

    def _adopt(self, handle: Any) -> None:
        self._handle = handle
        count = lib.mixmi_table_columns(handle)
        self._labels = Labels([text(lib.mixmi_table_name(handle, i)) for i in range(count)])

    def _read(self, path: Any, given: Mapping[str, Any], progress: Optional[bool], lists: Mapping[str, str]) -> None:
        options, out = Options("read", given, progress, more=lists), ffi.new("mixmi_table **")
        options.call(lib.mixmi_table_read(out, os.fsencode(path), options.handle))
        self._adopt(ffi.gc(out[0], lib.mixmi_table_free))
        self._remark()

    def _sample(self, state: bytes) -> None:
        sketch, out = ffi.new("mixmi_sketch **"), ffi.new("mixmi_table **")
        check(lib.mixmi_sketch_from_bytes(sketch, ffi.from_buffer(state), len(state)))
        check(lib.mixmi_sketch_to_table(out, sketch[0]))
        self._adopt(ffi.gc(out[0], lib.mixmi_table_free))
        self._source = state
        self._remark()

    def _remark(self) -> None:
        """Warns about the command's remarks, except about requested row selections."""
        for note in self.notes:
            if not re.match(r"\d+ (of \d+ )?rows (are kept|count as)", note):
                warn(note)

    # ------------------------------------------------------------------------------------------- what is in it

    @property
    def names(self) -> List[str]:
        """The columns' names, in their order."""
        return list(self._labels.names)

    @property
    def rows(self) -> int:
        return int(lib.mixmi_table_rows(self._handle))

    @property
    def population(self) -> int:
        """The number of rows that these are a sample of."""
        return int(lib.mixmi_table_population(self._handle))

    def __len__(self) -> int:
        return self.rows

    @property
    def types(self) -> Dict[str, str]:
        """'numeric' or 'discrete', by name."""
        kinds = [lib.mixmi_table_type(self._handle, i) for i in range(len(self.names))]
        return {name: "numeric" if kind == _columns.NUMERIC else "discrete" for name, kind in zip(self.names, kinds)}

    @property
    def notes(self) -> List[str]:
        """Remarks on the data."""
        found: List[str] = []
        while True:
            note = text(lib.mixmi_table_note(self._handle, len(found)))
            if note is None:
                return found
            found.append(note)

    def values(self, column: Any) -> Array:
        """The numbers of a column; NaN for missing values; dates as days or seconds since 1970; labels as their codes."""
        out = np.empty(self.rows)
        check(lib.mixmi_table_values(ffi.from_buffer("double[]", out), self._handle, self._labels.place(column)))
        return out

    def codes(self, column: Any) -> Array:
        """The code of each row: the rank of its value among the distinct values, from 0; -1 for missing values."""
        out = np.empty(self.rows, np.uint32)
        check(lib.mixmi_table_codes(ffi.from_buffer("uint32_t[]", out), self._handle, self._labels.place(column)))
        codes = out.astype(np.int64)
        codes[codes == lib.MIXMI_NO_CODE] = -1
        return codes

    def labels(self, column: Any) -> Optional[List[str]]:
        """The labels of the codes of a column; None in a column of numbers."""
        place = self._labels.place(column)
        if not self._column(place).has_labels:
            return None
        count = lib.mixmi_table_distinct(self._handle, place)
        return [text(lib.mixmi_table_label(self._handle, place, code)) or "" for code in range(count)]

    def _column(self, place: int, options: Any = ffi.NULL) -> Any:
        out = ffi.new("mixmi_column *")
        check(lib.mixmi_table_column(out, ffi.sizeof("mixmi_column"), self._handle, place, options))
        return out

    @document("table")
    def describe(self, **options: Any) -> Any:
        """A data frame with a row per column: type and why, missing and distinct values, range, point masses, remarks."""
        from mixmi._frames import frame

        handle = Options("table", options).handle
        fields = [name for name, _ in ffi.typeof("mixmi_column").fields if not name.startswith("reserved")]
        rows = []
        for place in range(len(self.names)):
            column = self._column(place, handle)
            rows.append({field: _plain(getattr(column, field)) for field in fields})
            rows[-1]["type"] = "numeric" if column.type == _columns.NUMERIC else "discrete"
            for field in ("has_labels", "ordered", "suited"):
                rows[-1][field] = bool(rows[-1][field])
        return frame(rows, fields).set_index("name")

    def _suited(self, repeats: bool = False) -> List[int]:
        """Columns included in a search by default: not constant, not an identifier and, unless `repeats`, not a repetition of another.
        Warnings name the others."""
        about = [self._column(place) for place in range(len(self.names))]
        taken = [bool(column.suited) or (repeats and text(column.kind) == "repeat") for column in about]
        for repeated, why in ((False, "carry no information about other columns"), (True, "carry the same information as another column")):
            others = ", ".join(f"'{name}'" for name, column, take in zip(self.names, about, taken)
                               if not take and (text(column.kind) == "repeat") == repeated)
            if others:
                warn(f"left out, as they {why}: {others} (columns= takes them by name)")
        return [place for place, take in enumerate(taken) if take]

    def __repr__(self) -> str:
        return f"mixmi.Table({self.rows} rows: {', '.join(self.names)})"

    def _repr_html_(self) -> str:
        return str(self.describe()._repr_html_())

    # ---------------------------------------------------------------------------------------- copies and pickles

    def _state(self, place: int) -> Dict[str, Any]:
        column = self._column(place)
        discrete = column.type == _columns.DISCRETE
        state = {"type": _columns.DISCRETE if discrete else _columns.NUMERIC, "unit": column.unit}
        if column.has_labels:
            codes = self.codes(place)
            small = np.int8 if column.distinct < 127 else np.int32
            return {**state, "values": codes.astype(small), "labels": self.labels(place), "ordered": bool(column.ordered)}
        if column.below or column.above:
            first_above = column.distinct - column.above
            state["below"] = [text(lib.mixmi_table_label(self._handle, place, code)) for code in range(column.below)]
            state["above"] = [text(lib.mixmi_table_label(self._handle, place, code))
                              for code in range(first_above, column.distinct)]
        if lib.mixmi_table_is_survival(self._handle, place):
            observed = np.empty(self.rows, dtype=np.uint8)
            check(lib.mixmi_table_observed(ffi.cast("unsigned char *", observed.ctypes.data), self._handle, place))
            state["observed"] = observed
        return {**state, "values": self.values(place)}

    def lag(self, lags: int) -> "Table":
        """The same table with lagged copies of all columns, x@1 to x@`lags`. The table must have been created with `time`."""
        out = ffi.new("mixmi_table **")
        check(lib.mixmi_table_lag(out, self._handle, lags))
        table: Table = object.__new__(Table)
        table._adopt(ffi.gc(out[0], lib.mixmi_table_free))
        return table

    def _series(self) -> Any:
        """Times, the number of each row's series, the step and the lags; None: rows have no order."""
        times, units = np.empty(self.rows), np.empty(self.rows, dtype=np.uint32)
        step = lib.mixmi_table_times(ffi.cast("double *", times.ctypes.data), ffi.cast("uint32_t *", units.ctypes.data), self._handle)
        return None if np.isnan(step) else (times, units, step, int(lib.mixmi_table_lags(self._handle)))

    def _copy(self, places: Sequence[int]) -> "Table":
        kept = [i for i in places if self._column(i).lag == 0]
        return _restored([self._labels.labels[i] for i in kept], self.rows, [self._state(i) for i in kept], self._clusters(), self._series())

    def _clusters(self) -> Any:
        """The cluster number of each row; None: rows are independent."""
        if lib.mixmi_table_clusters(self._handle) == 0:
            return None
        numbers = np.empty(self.rows, dtype=np.uint32)
        check(lib.mixmi_table_cluster_numbers(ffi.cast("uint32_t *", numbers.ctypes.data), self._handle))
        return numbers

    def __reduce__(self) -> Any:
        if getattr(self, "_source", None) is not None:
            return _sampled, (self._source,)
        places = [i for i in range(len(self.names)) if self._column(i).lag == 0]
        return _restored, ([self._labels.labels[i] for i in places], self.rows, [self._state(i) for i in places], self._clusters(),
                           self._series())

    def __copy__(self) -> "Table":
        return self

    def __deepcopy__(self, memo: Any) -> "Table":
        return self  # tables are immutable


def _sampled(state: bytes) -> Table:
    """The table of a state in another process, where its remarks are not repeated."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Table(state)


def _plain(value: Any) -> Any:
    if isinstance(value, (int, float)):
        return value
    return text(value)


def _restored(labels: Sequence[Any], rows: int, states: Sequence[Mapping[str, Any]], clusters: Any = None,
              series: Any = None) -> Table:
    table: Table = object.__new__(Table)
    table._labels, table._handle = Labels(labels), _new(rows)
    for name, state in zip(table.names, states):
        coded = state.get("labels") is not None
        column = _columns.Column(state["values"], unit=state["unit"], na=-1 if coded else None,
                                 labels=state.get("labels"), ordered=state.get("ordered", False),
                                 below=state.get("below", ()), above=state.get("above", ()))
        _columns.add(table._handle, name, column, state["type"])
    for place, state in enumerate(states):
        if "observed" in state:
            observed = np.ascontiguousarray(state["observed"])
            check(lib.mixmi_table_set_survival(table._handle, place, ffi.cast("unsigned char *", observed.ctypes.data)))
    if clusters is not None:
        check(lib.mixmi_table_set_clusters(table._handle, ffi.cast("uint32_t *", clusters.ctypes.data)))
    if series is not None:
        times, units, step, lags = series
        check(lib.mixmi_table_set_time(table._handle, ffi.cast("double *", times.ctypes.data),
                                       ffi.cast("uint32_t *", units.ctypes.data), step))
        return table.lag(lags) if lags > 0 else table
    return table


@document("read")
def read(path: Any, *, only: Names = None, discrete: Names = None, numeric: Names = None,
         progress: Optional[bool] = None, **options: Any) -> Table:
    """Reads a file into a Table: delimited text, plain or compressed, or another format that the library knows.

    >>> t = mixmi.read("penguins.csv", discrete="year")
    >>> t.rows, t.types["year"]
    (344, 'discrete')
    """
    table: Table = object.__new__(Table)
    table._read(path, options, progress, _lists(only=only, discrete=discrete, numeric=numeric))
    return table


@document("describe")
def describe(data: Any, columns: Names = None, *, discrete: Names = None, numeric: Names = None,
             progress: Optional[bool] = None, **options: Any) -> Any:
    """Describes the columns (None: all) in a pandas DataFrame with one row per column: type and why, missing and distinct values,
    range, point masses, remarks.

    >>> mixmi.describe(penguins, ["species", "year"])["kind"].tolist()
    ['categories', 'rounded']
    """
    check_keywords("describe", options)
    table = table_of(data, discrete, numeric, options)
    found = table.describe(**{name: value for name, value in options.items() if name not in preparing_of(options)})
    return found if columns is None else found.iloc[table._labels.all(columns)]


# ------------------------------------------------------------------------------------------------ columns asked for


def _refuse_reading(discrete: Names, numeric: Names, options: Mapping[str, Any]) -> None:
    """Reading options must be given when a table is made."""
    late = [name for name, value in (("discrete", discrete), ("numeric", numeric)) if value is not None]
    late += list(reading_of(options))
    if late:
        raise UsageError(f"'{late[0]}' is decided when the table is made: mixmi.Table(data, {late[0]}=)")


def table_of(data: Any, discrete: Names, numeric: Names, options: Mapping[str, Any]) -> Table:
    """All columns of the data as a table."""
    if isinstance(data, Table):
        _refuse_reading(discrete, numeric, options)
        return data
    return Table(data, discrete=discrete, numeric=numeric, **preparing_of(options))


def prepare(data: Any, sets: Sequence[Any], discrete: Names, numeric: Names,
            options: Mapping[str, Any] = {}) -> Tuple[Table, List[List[int]]]:
    """A table of the columns in the sets (all columns if a set is None), and the positions of each set."""
    found = None if isinstance(data, (Table, str, os.PathLike)) else _frame_columns(data)
    if found is None:
        if options.get("time") is not None:
            lags = [_lag_of(label, {})[1] for columns in sets for label in _as_list(columns, {})]
            options = {**options, "lags": max([int(options.get("lags") or 0), *lags])}
        table = table_of(data, discrete, numeric, options)
        return table, [table._labels.all(columns) for columns in sets]
    frame = _Frame(*found, discrete, numeric, options)
    places = [frame.labels.all(columns) for columns in frame.settle_lags(sets)]
    used = sorted({place for chosen in places for place in chosen})
    if frame.options.get("lags"):
        table = frame.table(used)
        return table, [table._labels.all(columns) for columns in sets]
    number = {place: i for i, place in enumerate(used)}
    return frame.table(used), [[number[place] for place in chosen] for chosen in places]
