"""Fitted joint histograms: a grid with bins in every column, and the counts of the cells that hold data."""
from __future__ import annotations

import os
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from mixmi._call import Array, FileError, UsageError, check, ffi, lib, owned_text, text
from mixmi._table import Labels, Names, Table, prepare


class Bin(NamedTuple):
    """A bin of a column: an interval [lower, upper), or one atom or a group of several (`is_atom`)."""

    lower: float
    upper: float
    volume: float
    rows: int
    label: Optional[str]
    atoms: int
    is_atom: bool


class Cells(NamedTuple):
    """The cells that hold data: bins[cell, column], counts[cell], log_volumes[cell]."""

    bins: Array
    counts: Array
    log_volumes: Array


class Histogram:
    """A fitted joint histogram of columns: the result of mixmi.histogram(), or the attribute `histogram` of an estimate."""

    __slots__ = ("_handle", "_labels", "_table", "__weakref__")

    _handle: Any
    _labels: Labels
    _table: Optional[Table]

    def __init__(self) -> None:
        raise TypeError("histograms are fitted by mixmi.histogram() or loaded by mixmi.Histogram.load()")

    @classmethod
    def _adopt(cls, pointer: Any, table: Optional[Table]) -> "Histogram":
        self: Histogram = object.__new__(cls)
        self._handle, self._table = ffi.gc(pointer, lib.mixmi_histogram_free), table
        self._labels = Labels([text(self._column(i).name) for i in range(self._info().columns)])
        return self

    @classmethod
    def from_json(cls, json: str) -> "Histogram":
        """A histogram from its JSON text, the same to the last bit."""
        out, data = ffi.new("mixmi_histogram **"), json.encode()
        check(lib.mixmi_histogram_from_json(out, data, len(data)))
        return cls._adopt(out[0], None)

    @classmethod
    def load(cls, path: Any) -> "Histogram":
        """A histogram that `save`, or the command's --save, wrote."""
        with open(path, encoding="utf-8") as file:
            return cls.from_json(file.read())

    def to_json(self) -> str:
        out = ffi.new("char **")
        check(lib.mixmi_histogram_to_json(out, self._handle))
        return owned_text(out[0])

    def save(self, path: Any) -> None:
        """Writes the histogram as JSON; the file is written completely or not at all."""
        part = f"{os.fspath(path)}.{os.getpid()}.part"
        try:
            with open(part, "w", encoding="utf-8") as file:
                file.write(self.to_json())
            os.replace(part, path)
        except OSError as wrong:
            if os.path.exists(part):
                os.unlink(part)
            raise FileError(f"cannot write {os.fspath(path)}: {wrong.strerror}") from wrong

    def __reduce__(self) -> Any:
        return Histogram.from_json, (self.to_json(),)

    def __copy__(self) -> "Histogram":
        return self

    def __deepcopy__(self, memo: Any) -> "Histogram":
        return self  # histograms are immutable

    # --------------------------------------------------------------------------------------------- what is in it

    def _info(self) -> Any:
        out = ffi.new("mixmi_histogram_info *")
        lib.mixmi_histogram_describe(out, ffi.sizeof("mixmi_histogram_info"), self._handle)
        return out

    def _is_of_residuals(self) -> bool:
        return any(self._column(i).residual for i in range(len(self.columns)))

    def _column(self, place: int) -> Any:
        out = ffi.new("mixmi_histogram_column *")
        check(lib.mixmi_histogram_get_column(out, ffi.sizeof("mixmi_histogram_column"), self._handle, place))
        return out

    @property
    def columns(self) -> List[str]:
        return list(self._labels.names)

    @property
    def info(self) -> Dict[str, Any]:
        """Rows, cells, score in bits and its parts, rounds of the search, preset, kind."""
        info = self._info()
        names = [name for name, _ in ffi.typeof("mixmi_histogram_info").fields if not name.startswith("reserved")]
        found = {name: getattr(info, name) for name in names}
        return {**found, "preset": text(info.preset), "kind": text(info.kind), "converged": bool(info.converged)}

    @property
    def rows(self) -> int:
        return int(self._info().rows)

    def bins_by_name(self) -> Dict[str, int]:
        """The number of bins of each column."""
        return {name: int(self._column(i).bins) for i, name in enumerate(self.columns)}

    def bins(self, column: Any) -> List[Bin]:
        """The bins of a column: intervals in ascending order, then atoms."""
        place = self._labels.place(column)
        count = self._column(place).bins
        out = ffi.new("mixmi_bin[]", count)
        check(lib.mixmi_histogram_bins(out, ffi.sizeof("mixmi_bin"), self._handle, place))
        return [Bin(b.lower, b.upper, b.volume, b.count, text(b.label), b.atoms, bool(b.is_atom)) for b in out]

    def atoms(self, column: Any) -> List[Tuple[Any, int]]:
        """The atoms (point masses) of a column: value or label, and its bin."""
        place = self._labels.place(column)
        out = ffi.new("mixmi_atom[]", self._column(place).atoms)
        check(lib.mixmi_histogram_atoms(out, ffi.sizeof("mixmi_atom"), self._handle, place))
        return [(a.value if a.label == ffi.NULL else text(a.label), a.bin) for a in out]

    def given(self, column: Any) -> Optional[str]:
        """What a column of an answer's grid is given, such as "species and sex": then its bins are those of the ranks, in percent, of
        what Z leaves of it. None: its bins are those of its own values."""
        return text(self._column(self._labels.place(column)).given)

    def ranks(self, column: Any) -> Array:
        """The ranks of the rows, in percent, in a column that has `given`; NaN for rows that are left out."""
        if self._table is None:
            raise UsageError("this grid does not know its data any more")
        out = np.empty(self._table.rows)
        check(lib.mixmi_histogram_ranks(ffi.from_buffer("double[]", out), out.size, self._handle, self._labels.place(column)))
        return out

    def cuts(self, column: Any) -> List[float]:
        """The inner borders of a column's intervals."""
        return [b.lower for b in self.bins(column) if not b.is_atom][1:]

    @property
    def cells(self) -> Cells:
        info = self._info()
        bins = np.empty((info.cells, info.columns), np.uint32)
        counts, volumes = np.empty(info.cells, np.uint64), np.empty(info.cells)
        if info.cells:
            check(lib.mixmi_histogram_cells(ffi.from_buffer("uint32_t[]", bins), ffi.from_buffer("uint64_t[]", counts),
                                            ffi.from_buffer("double[]", volumes), self._handle))
        return Cells(bins, counts, volumes)

    def entropy(self, columns: Names = None, *, discretised: bool = False) -> float:
        """Entropy in nats of some of its columns (None: all); `discretised`: the entropy of the bins alone."""
        places = self._labels.all(columns) if columns is not None else list(range(len(self.columns)))
        out = ffi.new("double *")
        check(lib.mixmi_histogram_entropy(out, self._handle, ffi.new("size_t[]", places), len(places), discretised))
        return float(out[0])

    def assign(self, data: Any) -> Array:
        """Bin numbers of the rows of other data, with columns matched by name: [row, column]; -1 if a value lies in no bin."""
        types = [self._column(i) for i in range(len(self.columns))]
        names = [name for name, column in zip(self.columns, types) if column.type == lib.MIXMI_DISCRETE]
        table, sets = prepare(data, [self.columns], None if isinstance(data, Table) else names, None)
        out = ffi.new("uint32_t **")
        check(lib.mixmi_histogram_assign(out, self._handle, table._handle, ffi.new("size_t[]", sets[0])))
        try:
            size = table.rows * len(self.columns)
            bins = np.frombuffer(ffi.buffer(out[0], 4 * size), np.uint32).astype(np.int64)
        finally:
            lib.mixmi_free(out[0])
        bins[bins == lib.MIXMI_NO_BIN] = -1
        return bins.reshape(table.rows, len(self.columns))

    # -------------------------------------------------------------------------------------------------- showing

    def plot(self, ax: Any = None, data: Any = None) -> Any:
        """Draws a histogram of one or two columns with matplotlib, over the rows it was fitted to (or `data`); returns the
        axes. Of the grid of an answer, columns of Z that have a single bin do not count."""
        from mixmi import _draw

        table = self._table if data is None else prepare(data, [self.columns], None, None)[0]
        return _draw.histogram(self, table, ax)

    def __repr__(self) -> str:
        bins = ", ".join(f"{name} {count}" for name, count in self.bins_by_name().items())
        return f"mixmi.Histogram({self.rows} rows, bins: {bins})"

    def _repr_html_(self) -> str:
        from mixmi import _html

        info = self.info
        rows = [("rows", f"{info['rows']} used, {info['rows_dropped']} left out"),
                ("cells", f"{info['cells']} of {info['grid_cells']:g} hold data"),
                ("score", f"{_html.short(info['score'])} bits"), ("preset", str(info["preset"]))]
        return _html.card("Histogram of " + ", ".join(self.columns), rows, self)
