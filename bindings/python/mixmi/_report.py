"""The report: a self-contained HTML page about a table, with its columns, all pairs, the graph and a target."""
from __future__ import annotations

import errno
import os
import uuid
from typing import Any, Dict, List, Mapping, Optional

from mixmi._call import DataError, LimitError, UsageError, ffi, lib, owned_text
from mixmi._graph import _knowledge, with_roots
from mixmi._options import TABLE, Options, document
from mixmi._table import Names, table_of

_NO_COLUMN = int(ffi.cast("size_t", -1))


def _listed(options: Mapping[str, Any], handle: Options) -> List[Any]:
    """Name and value of every given option that can change an answer."""
    found: List[Any] = []
    for name, value in options.items():
        row = TABLE[name]
        if value is not None and row.group != "running":
            found += [ffi.new("char[]", row.name.encode()), ffi.new("char[]", handle.get(row.name).encode())]
    return found


def _most(name: str, value: Optional[int]) -> int:
    if value is None:
        return 0
    if isinstance(value, bool) or int(value) != value or value < 1:
        raise UsageError(f"'{name}' is a whole number from 1")
    return int(value)


def _place(path: Any) -> str:
    """Path of the page, with links resolved. Checked before the analysis, which would be lost if the file cannot be written."""
    place = os.path.realpath(os.fsdecode(path))
    folder = os.path.dirname(place)
    wrong = (errno.EISDIR if os.path.isdir(place) else errno.ENOENT if not os.path.isdir(folder) else
             errno.EACCES if not os.access(place if _is_special(place) else folder, os.W_OK) else 0)
    if wrong:
        raise OSError(wrong, os.strerror(wrong), os.fsdecode(path))
    return place


def _is_special(place: str) -> bool:
    """True for paths that must not be replaced by a file: a pipe, a device."""
    return os.path.exists(place) and not os.path.isfile(place)


def _write(place: str, page: str) -> None:
    """Writes the file completely or leaves it unchanged. Reading the umask would change it temporarily for other threads."""
    temporary = place if _is_special(place) else os.path.join(os.path.dirname(place), f".mixmi-{uuid.uuid4().hex}")
    new = temporary != place
    handle = os.open(temporary, os.O_WRONLY | (os.O_CREAT | os.O_EXCL if new else 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(page.encode("utf-8"))
        if new:
            os.replace(temporary, place)
    except BaseException:
        if new:
            os.unlink(temporary)
        raise


def _effect(effect: Any, table: Any, graph: Optional[bool]) -> Any:
    """The indices of a treatment and an outcome."""
    if isinstance(effect, (str, bytes)) or not hasattr(effect, "__len__") or len(effect) != 2:
        raise UsageError('effect is a treatment and an outcome, as in ("dose", "pain")')
    if graph is False:
        raise UsageError("an effect needs the graph: leave out graph=False")
    return [table._labels.place(one) for one in effect]


@document("report")
def report(data: Any, path: Any = None, *, target: Any = None, effect: Any = None, columns: Names = None, exclude: Names = None,
           knowledge: Any = None, roots: Names = None, graph: Optional[bool] = None, number: Optional[int] = None,
           max_points: Optional[int] = None, max_pairs: Optional[int] = None, rows: bool = True, title: Optional[str] = None,
           discrete: Names = None, numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> str:
    """Writes a self-contained HTML report to `path` and returns its text; without `path` it only returns the text.

    `columns` are the columns to compare (None: all but constants, identifiers and repetitions), without `exclude`, at most 300.
    The others are ranked by their information about `target`, at most `number` of them (10). `effect` is
    a treatment and an outcome, as in ("dose", "pain"): its effect is estimated with the adjustment set of the graph, which is
    marked there. The graph is searched up to 60 columns, always with an effect or graph=True, never with graph=False; `knowledge` and `roots` as in `graph`. At most `max_points` rows are drawn
    (2000), and the grids of at most `max_pairs` pairs are kept (400). With rows=False bins of at least three rows are drawn instead of points. The same data and options give the same page.

    >>> page = mixmi.report(penguins, target="species", title="Palmer penguins", graph=False)
    >>> page.startswith("<!doctype html>")
    True
    """
    table = table_of(data, discrete, numeric, options)
    if table.rows == 0:
        raise DataError("the table has no rows: there is nothing to report")
    left = table._labels.all(exclude)
    places = table._suited() if columns is None else table._labels.all(columns)
    places = [place for place in dict.fromkeys(places) if place not in left]
    handle = Options("report", options, progress, "test")
    knowledge = with_roots(knowledge, roots)
    given, known = _listed(options, handle), ffi.NULL if knowledge is None else _knowledge(knowledge, table)
    file = os.fspath(data) if isinstance(data, (str, os.PathLike)) else "data"
    kept: Dict[str, Any] = {
        "title": ffi.NULL if title is None else ffi.new("char[]", title.encode("utf-8", "backslashreplace")),
        "file": ffi.new("char[]", os.fsencode(file)), "columns": ffi.new("size_t[]", places),
        "given": ffi.new("char *[]", given), "knowledge": known,
        "effect": ffi.NULL if effect is None else ffi.new("size_t[2]", _effect(effect, table, graph)),
    }
    request = ffi.new("mixmi_page *", {
        **kept, "column_count": len(places), "given_count": len(given) // 2,
        "target": _NO_COLUMN if target is None else table._labels.place(target),
        "graph": 0 if graph is None else 1 if graph else -1, "chosen": _most("number", number),
        "points": _most("max_points", max_points), "pairs": _most("max_pairs", max_pairs),
        "no_rows": 0 if rows else 1})
    place = None if path is None else _place(path)
    out = ffi.new("char **")
    status = lib.mixmi_page_make(out, table._handle, request, handle.handle)
    if status == lib.MIXMI_ERROR_MEMORY:
        handle.progress.end()
        raise LimitError("out of memory")
    handle.call(status)
    page = owned_text(out[0])
    if place is not None:
        _write(place, page)
    return page
