"""Results as pandas data frames; pandas is imported only here, and only when one is requested."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np
import pandas

from mixmi._answers import DETECTED, NOT_DETECTED, UNDECIDED, as_row, independent_of
from mixmi._call import UsageError, deprecated


def frame(rows: Sequence[Any], columns: Optional[Sequence[str]] = None) -> pandas.DataFrame:
    return pandas.DataFrame(list(rows), columns=list(columns) if columns is not None else None)


# Columns of 0.2, until 0.4: the present column, and the old one made from it.
_OLD: Dict[str, Tuple[str, Callable[[Any], Any]]] = {
    "detectable": ("upper", lambda upper: upper),
    "p_adjusted": ("p_bh", lambda p: p),
    "independent": ("verdict", lambda verdicts: pandas.Series([independent_of(v) for v in verdicts], verdicts.index, object)),
}


class AnswersFrame(pandas.DataFrame):  # type: ignore[misc]  # pandas 1.5 has no type information
    """A data frame of answers: columns x, y, given, estimate, lower, upper, strength, p, verdict, ..."""

    @property
    def _constructor(self) -> Any:
        return type(self)

    def __getitem__(self, key: Any) -> Any:
        now, made = _OLD.get(key, ("", None)) if isinstance(key, str) else ("", None)
        if made is None or key in self.columns or now not in self.columns:
            return super().__getitem__(key)
        deprecated(f"the column '{key}'", f"'{now}'")
        return made(super().__getitem__(now))

    def __getattr__(self, name: str) -> Any:
        if name in _OLD and name not in self.columns:
            return self[name]
        return super().__getattr__(name)


_SHOWN = ("x", "y", "given", "estimate", "lower", "upper", "strength", "sign", "shape", "p", "p_holm", "p_bh")


class PairsFrame(AnswersFrame):
    """A data frame of pairs, ranked. One row per pair."""

    def __repr__(self) -> str:
        """The most important columns: those in _SHOWN that are not empty, one line per pair; str(pandas.DataFrame(pairs)) has all."""
        known = [name for name in _SHOWN if name in self.columns]
        if not {"x", "y", "estimate"} <= set(known) or len(known) == len(self.columns):
            return str(super().__repr__())
        kept = [name for name in known if name in ("x", "y") or self[name].notna().any()]
        plain = pandas.DataFrame(self)[[name for name in kept if name != "given" or self["given"].any()]]
        return str(plain.to_string(max_rows=pandas.get_option("display.max_rows"), float_format=lambda v: f"{v:.3g}",
                                   na_rep="-"))

    def matrix(self, value: str = "strength") -> pandas.DataFrame:
        """One value of every pair as a symmetric table; the diagonal and pairs that were not tested are NaN."""
        names = list(dict.fromkeys([*self["x"], *self["y"]]))
        out = pandas.DataFrame(np.nan, index=names, columns=names)
        for x, y, number in zip(self["x"], self["y"], self[value]):
            out.loc[x, y] = out.loc[y, x] = number
        return out

    def heatmap(self, value: str = "strength", ax: Any = None) -> Any:
        """Draws the pairs as a heat map with matplotlib; returns the axes."""
        from mixmi import _draw

        return _draw.heatmap(self.matrix(value), value, ax)


_SORTS = ("evidence", "estimate", "strength", "corrected", "p", "name", "file")


def check_order(sort: str, adjust: Optional[str]) -> None:
    if sort not in _SORTS:
        raise UsageError(f"sort is one of {', '.join(_SORTS)}, not '{sort}'")
    if adjust not in (None, "holm", "bh"):
        raise UsageError(f"adjust is 'holm', 'bh' or None, not '{adjust}'")


def _group(verdict: Any) -> int:
    """Detected dependences come first, undecided questions and then failures last."""
    return 0 if verdict == DETECTED else 2 if verdict == UNDECIDED else 1


def _ordered(found: PairsFrame, sort: str) -> PairsFrame:
    """Largest first (for p smallest), ties by name; the same order as that of the command."""
    keys: List[str] = [] if sort == "name" else [sort]
    if sort == "evidence":
        groups = [3 if rows != rows else _group(verdict) for verdict, rows in zip(found["verdict"], found["rows"])]
        found = PairsFrame(found.assign(_group=groups, _size=found["corrected"].fillna(found["estimate"])))
        keys = ["_group", "lower", "p", "_size"]
    elif keys and found[sort].isna().all():
        keys = ["p"]  # a test without estimates ranks by p-value
    ascending = [key in ("_group", "p") for key in keys] + [True, True]
    ordered = found.sort_values([*keys, "x", "y"], ascending=ascending, na_position="last", kind="stable", ignore_index=True)
    return PairsFrame(ordered.drop(columns=["_group", "_size"], errors="ignore"))


def pairs_frame(answers: Sequence[Any], sort: str, adjust: Optional[str]) -> PairsFrame:
    """Answers to pairs as a frame, in the order asked for."""
    from mixmi._ask import adjust_p

    found = PairsFrame([as_row(answer) for answer in answers])
    for field in ("estimate", "lower", "upper", "corrected", "strength", "sign", "statistic", "df", "p"):
        found[field] = found[field].astype(float) if field in found else np.nan
    if "verdict" not in found:  # no question has an answer
        found = PairsFrame(found.assign(verdict=None, rows=np.nan))
    p = found["p"].to_numpy()
    after = list(found.columns).index("p") + 1
    found.insert(after, "p_holm", adjust_p(p, "holm"))
    found.insert(after + 1, "p_bh", adjust_p(p))
    if adjust is not None:
        found["verdict"] = [kept if level != level else DETECTED if level < answer.alpha else NOT_DETECTED
                            for kept, level, answer in zip(found["verdict"], found[f"p_{adjust}"], answers)]
    return found if sort == "file" else _ordered(found, sort)
