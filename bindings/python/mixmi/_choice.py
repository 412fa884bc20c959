"""Columns for a target: its Markov blanket, and forward selection by conditional mutual information."""
from __future__ import annotations

import math
from typing import Any, Dict, List, Mapping, Optional, Tuple

from mixmi._answers import VERDICTS
from mixmi._call import check, ffi, lib, text
from mixmi._options import Options, document
from mixmi._table import Names, Table, table_of

_ROLES = {lib.MIXMI_DISCARDED: "discarded", lib.MIXMI_NEIGHBOUR: "neighbour", lib.MIXMI_SPOUSE: "spouse",
          lib.MIXMI_CHOSEN: "chosen"}
_NO_COLUMN = 2 ** (8 * ffi.sizeof("size_t")) - 1  # SIZE_MAX


class Choice:
    """Columns selected for a target and columns that were discarded, with the test that decided about each.

    Each of `rows` has the verdict "detected", "not_detected" or "undecided". A blanket keeps undecided columns, without an
    estimate; a selection leaves them out and counts them in `info["undecided"]`. `decided_by` is "level" (p compared with
    `level`), "structure" (a spouse, which shares the effect `over` with the target), "false discovery rate", "score" (a test
    without p-values) or "none" (not tested or undecided).
    """

    __slots__ = ("target", "rows", "info")

    def __init__(self, target: str, rows: List[Dict[str, Any]], info: Dict[str, Any]) -> None:
        self.target, self.rows, self.info = target, rows, info

    def __reduce__(self) -> Any:
        return Choice, (self.target, self.rows, self.info)

    @property
    def columns(self) -> List[str]:
        """The names of the selected columns, in order."""
        return [row["column"] for row in self._members()]

    def _members(self) -> List[Dict[str, Any]]:
        return [row for row in self.rows if row["role"] not in ("discarded", "untested")]

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row per column: role, estimate, p, conditioning set and what decided."""
        from mixmi._frames import frame

        return frame(self.rows, ["column", "role", "verdict", "estimate", "corrected", "p", "level", "decided_by", "over", "total", "given",
                                 "rows", "few_rows", "open"])

    def __repr__(self) -> str:
        from mixmi._html import lines

        members = self._members()
        heads = ["column", "role", "estimate", "p"] + (["total"] if any(row["role"] == "chosen" for row in members) else [])
        return f"mixmi.Choice({self.target}: {', '.join(self.columns) or 'none'})" + lines(heads, members)

    def _repr_html_(self) -> str:
        return str(self.to_frame()._repr_html_())


def _rule(row: Any, verdict: Any) -> str:
    """The rule that decided about a column: as `decided_by` in the command's JSON."""
    if verdict == "undecided" or (row.open and not verdict):
        return "none"
    if row.over != _NO_COLUMN:
        return "structure"
    if row.by_rate:
        return "false discovery rate"
    return "score" if math.isnan(row.p) else "level"


def _read(pointer: Any, table: Table) -> Choice:
    handle = ffi.gc(pointer, lib.mixmi_choice_free)
    info, row = ffi.new("mixmi_choice_info *"), ffi.new("mixmi_chosen *")
    lib.mixmi_choice_describe(info, ffi.sizeof("mixmi_choice_info"), handle)
    names, rows = table.names, []
    for i in range(info.members + info.discarded):
        check(lib.mixmi_choice_at(row, ffi.sizeof("mixmi_chosen"), handle, i))
        given = ffi.unpack(row.given, row.given_count) if row.given_count else []
        verdict = VERDICTS[row.verdict]
        rows.append({"column": names[row.column], "role": "untested" if row.open and not verdict else _ROLES[row.role], "verdict": verdict,
                     "estimate": math.nan if verdict == "undecided" else row.estimate, "corrected": row.corrected,
                     "p": row.p, "level": row.level, "decided_by": _rule(row, verdict),
                     "over": names[row.over] if row.over != _NO_COLUMN else None, "total": row.total, "given": [names[z] for z in given],
                     "rows": row.rows, "few_rows": bool(row.few_rows), "open": bool(row.open)})
    facts = {"tests": info.tests, "test": text(info.test), "alpha": info.alpha, "complete": bool(info.complete),
             "undecided": info.undecided}
    return Choice(names[info.target], rows, facts)


def _chosen(data: Any, target: Any, columns: Names, exclude: Names, discrete: Names, numeric: Names,
            options: Mapping[str, Any]) -> Tuple[Table, int, List[int]]:
    table = table_of(data, discrete, numeric, options)
    left = table._labels.all(exclude)
    places = table._suited() if columns is None else table._labels.all(columns)
    return table, table._labels.place(target), [place for place in places if place not in left]


def _search(call: Any, table: Table, target: int, places: List[int], more: List[int], options: Options) -> Choice:
    out = ffi.new("mixmi_choice **")
    status = call(out, table._handle, target, ffi.new("size_t[]", places), len(places), *more, options.handle)
    found = _read(out[0], table) if out[0] != ffi.NULL else None
    options.call(status)
    assert found is not None
    return found


@document("choice")
def blanket(data: Any, target: Any, columns: Names = None, *, exclude: Names = None, discrete: Names = None,
            numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> Choice:
    """Finds the Markov blanket of a target: given these columns, all others carry no further information about it.

    >>> found = mixmi.blanket(penguins, "sex", exclude="year")
    >>> "body_mass_g" in found.columns, found.target
    (True, 'sex')
    """
    table, place, places = _chosen(data, target, columns, exclude, discrete, numeric, options)
    return _search(lib.mixmi_blanket, table, place, places, [], Options("choice", options, progress, "test"))


@document("choice")
def select(data: Any, target: Any, k: int = 10, columns: Names = None, *, exclude: Names = None, discrete: Names = None,
           numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> Choice:
    """Forward selection of up to `k` columns: each step adds the column with the most information about the target given those
    selected before, as long as the test detects a dependence.

    >>> found = mixmi.select(penguins, "species", 2)
    >>> len(found.columns), found.rows[1]["given"] == found.columns[:1]
    (2, True)
    """
    table, place, places = _chosen(data, target, columns, exclude, discrete, numeric, options)
    return _search(lib.mixmi_select, table, place, places, [k], Options("choice", options, progress, "test"))
