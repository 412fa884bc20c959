"""Results as pandas data frames; pandas is imported only here, and only when one is requested."""
from __future__ import annotations

from typing import Any, List, Optional, Sequence

import numpy as np
import pandas

from mixmi._answers import as_row
from mixmi._call import UsageError


def frame(rows: Sequence[Any], columns: Optional[Sequence[str]] = None) -> pandas.DataFrame:
    return pandas.DataFrame(list(rows), columns=list(columns) if columns is not None else None)


_SHOWN = ("x", "y", "given", "estimate", "strength", "sign", "shape", "p", "p_adjusted")


class PairsFrame(pandas.DataFrame):  # type: ignore[misc]  # pandas 1.5 has no type information
    """A data frame of pairs, ranked: columns x, y, estimate, strength, p, ... One row per pair."""

    @property
    def _constructor(self) -> Any:
        return PairsFrame

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


_SORTS = ("estimate", "strength", "corrected", "p", "name", "file")


def check_order(sort: str, adjust: Optional[str]) -> None:
    if sort not in _SORTS:
        raise UsageError(f"sort is one of {', '.join(_SORTS)}, not '{sort}'")
    if adjust not in (None, "bh"):
        raise UsageError(f"adjust is 'bh' or None, not '{adjust}'")


def pairs_frame(answers: Sequence[Any], sort: str, adjust: Optional[str]) -> PairsFrame:
    """Answers to pairs as a frame: largest first (smallest for p), failed ones last, ties by name."""
    found = PairsFrame([as_row(answer) for answer in answers])
    for field in ("estimate", "corrected", "strength", "sign", "statistic", "df", "p"):
        found[field] = found[field].astype(float) if field in found else np.nan
    if adjust is not None:
        from mixmi._ask import adjust_p

        found["p_adjusted"] = adjust_p(found["p"].to_numpy())
        found["independent"] = [kept if p != p else p > answer.alpha
                                for kept, p, answer in zip(found["independent"], found["p_adjusted"], answers)]
    by = sort
    if sort in ("estimate", "corrected", "strength") and found["estimate"].isna().all() and found["p"].notna().any():
        by = "p"  # a test without estimates ranks by p-value
    if by == "file":
        return found
    keys: List[str] = ["x", "y"] if by == "name" else [by, "x", "y"]
    ascending = [True, True] if by == "name" else [by == "p", True, True]
    return PairsFrame(found.sort_values(keys, ascending=ascending, na_position="last", kind="stable", ignore_index=True))
