"""The effect of setting a treatment on an outcome, adjusted by a graph or for given columns."""
from __future__ import annotations

from typing import Any, Dict, List, Optional

from mixmi._answers import in_units
from mixmi._call import UsageError, check, ffi, lib, text
from mixmi._check import graph_of
from mixmi._options import Options, document
from mixmi._table import Names, Table, table_of

_POINT = ("unadjusted", "mean", "error", "lower", "upper", "band_lower", "band_upper", "difference", "difference_error",
          "difference_lower", "difference_upper", "support", "effective_rows", "overlap_difference", "overlap_difference_lower",
          "overlap_difference_upper", "robustness", "robustness_interval", "strongest", "e_value", "e_value_interval")
_TEXTS = {"lacking": "lacking", "strongest_column": "strongest_name"}
_FIELDS = {"unadjusted": "crude", "effective_rows": "size"}  # names that differ from the library's

_POPULATIONS = ("all", "treated", "untreated", "overlap")


class Effect:
    """The means or risks of an outcome at values of a treatment, standardised over an adjustment set.

    `sets` has one dictionary per adjustment set, as in `mixmi effect --json`. There is usually one set; a CPDAG that does not
    identify the effect has one per possible set of parents. If there is none, `reason` says why, or `affects` is false.
    `to_frame()` has one row per set, outcome and value of the treatment.
    """

    __slots__ = ("x", "y", "kind", "affects", "identified", "possible_arrows", "rests_on", "reason", "confidence", "population", "randomised", "horizon", "curve", "risks", "reference", "sets", "more_sets")

    x: Any
    y: Any
    kind: Optional[str]
    affects: bool
    possible_arrows: int
    rests_on: Optional[str]
    identified: bool
    reason: Optional[str]
    confidence: float
    population: str
    randomised: bool
    horizon: float
    curve: bool
    risks: bool
    reference: Any
    sets: List[Dict[str, Any]]
    more_sets: bool

    def __init__(self, facts: Dict[str, Any]) -> None:
        for name in self.__slots__:
            setattr(self, name, facts[name])

    def __reduce__(self) -> Any:
        return Effect, ({name: getattr(self, name) for name in self.__slots__},)

    def to_frame(self) -> Any:
        """A pandas DataFrame with the columns `set` (from 0), `outcome` (a label of y, or None), `x`, and the numbers of that point."""
        from mixmi._frames import frame

        rows = [{"set": i, "outcome": outcome["label"], **point} for i, one in enumerate(self.sets) for outcome in one["outcomes"]
                for point in outcome["points"]]
        return frame(rows, ["set", "outcome", "x"] + ([] if self.curve else ["rows"]) + list(_POINT) + list(_TEXTS))

    def plot(self, ax: Any = None, set: int = 0, outcome: Any = None) -> Any:
        """Draws the means or risks of one set with their intervals, and the unadjusted ones, with matplotlib; returns the axes.
        `outcome`: a label of y, by default the last."""
        from mixmi import _draw

        if not 0 <= set < len(self.sets):
            raise UsageError(f"there is no set {set}: {len(self.sets)} can be drawn")
        found = [one for one in self.sets[set]["outcomes"] if outcome is None or one["label"] == outcome]
        if not found:
            raise UsageError(f"'{outcome}' is not a label of {self.y}")
        return _draw.effect(self, self.sets[set], found[-1], ax)

    def __str__(self) -> str:
        lines = [repr(self)]
        for one in self.sets:
            for outcome in one["outcomes"]:
                name = outcome["label"] if outcome["label"] is not None else self.y
                lines += [f"  {name}: {self.x} {point['x']}: {point['mean']:.3g} ({point['lower']:.3g} to {point['upper']:.3g})"
                          + ("" if point["x"] == self.reference else f", difference {point['difference']:.3g} "
                             f"({point['difference_lower']:.3g} to {point['difference_upper']:.3g})") for point in outcome["points"]]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return str(self.to_frame()._repr_html_())

    def __repr__(self) -> str:
        if not self.affects:
            said = f"no effect if possible arrows are right: {self.rests_on}" if self.possible_arrows else "no effect by the graph"
        elif not self.sets:
            said = f"not identified: {self.reason}"
        elif not self.identified:
            said = f"{len(self.sets)} possible effects"
        else:
            said = f"adjusted for {self.sets[0]['adjusted_for']}, p = {self.sets[0]['outcomes'][0]['p']:.3g}"
        return f"mixmi.Effect({self.x} -> {self.y}: {said})"


def _value(point: Any) -> Any:
    return text(point.label) if point.label != ffi.NULL else point.value


def _points(handle: Any, info: Any, place: int, outcome: int) -> List[Dict[str, Any]]:
    point, rows = ffi.new("mixmi_effect_point *"), []
    for k in range(info.points):
        check(lib.mixmi_effect_point_at(point, ffi.sizeof("mixmi_effect_point"), handle, place, outcome, k))
        row: Dict[str, Any] = {"x": _value(point)}
        if not info.curve:
            row["rows"] = point.rows
        rows.append({**row, **{name: getattr(point, _FIELDS.get(name, name)) for name in _POINT},
                     **{name: text(getattr(point, field)) or None for name, field in _TEXTS.items()}})
    return rows


def _outcomes(handle: Any, info: Any, place: int) -> List[Dict[str, Any]]:
    out, rows = ffi.new("mixmi_effect_outcome *"), []
    for k in range(info.outcomes):
        check(lib.mixmi_effect_outcome_at(out, ffi.sizeof("mixmi_effect_outcome"), handle, place, k))
        rows.append({"label": text(out.label) if out.label != ffi.NULL else None, "p": out.p, "slope": out.slope,
                     "slope_lower": out.slope_lower, "slope_upper": out.slope_upper, "slope_unadjusted": out.crude_slope,
                     "points": _points(handle, info, place, k)})
    return rows


def _sets(handle: Any, info: Any, table: Table, units: str) -> List[Dict[str, Any]]:
    out, rows = ffi.new("mixmi_effect_set *"), []
    for k in range(info.sets):
        check(lib.mixmi_effect_set_at(out, ffi.sizeof("mixmi_effect_set"), handle, k))
        columns = [table.names[column] for column in ffi.unpack(out.columns, out.count)] if out.count else []
        undecided, outcomes = text(out.undecided) or None, _outcomes(handle, info, k)
        known = all(point["mean"] == point["mean"] for point in outcomes[0]["points"])
        rows.append({"adjusted_for": columns, "outcome_is_cause": bool(out.none), "rows": out.rows, "dropped": out.dropped,
                     "without_outcome": out.unobserved, "groups": out.groups,
                     "status": "undecided" if undecided else "ok" if known else "no support", "undecided": undecided,
                     "information": in_units(out.information, units), "information_lower": in_units(out.information_lower, units),
                     "information_upper": in_units(out.information_upper, units), "outcomes": outcomes})
    return rows


def _read(pointer: Any, table: Table, units: str) -> Effect:
    handle, info = ffi.gc(pointer, lib.mixmi_effect_free), ffi.new("mixmi_effect_info *")
    lib.mixmi_effect_describe(info, ffi.sizeof("mixmi_effect_info"), handle)
    sets = _sets(handle, info, table, units)
    return Effect({
        "x": table.names[info.x], "y": table.names[info.y], "kind": text(info.kind) or None, "affects": bool(info.affects),
        "identified": bool(info.identified), "possible_arrows": info.possible, "rests_on": text(info.rests_on) or None, "reason": text(info.reason) or None, "confidence": info.confidence,
        "population": _POPULATIONS[info.population], "randomised": bool(info.randomised), "horizon": info.horizon,
        "curve": bool(info.curve), "risks": bool(info.labels), "sets": sets, "more_sets": bool(info.more_sets),
        "reference": sets[0]["outcomes"][0]["points"][info.reference]["x"] if sets else None})


@document("effect")
def effect(data: Any, x: Any, y: Any, *, graph: Any = None, adjust: Names = None, reference: Any = None, most: int = 20,
           discrete: Names = None, numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> Effect:
    """Estimates the effect of column `x` on column `y`: a `mixmi.Effect`.

    The means of y, or the risks of its labels, are standardised over the adjustment set of `graph` (a `mixmi.Graph`, a path, or
    a text such as "z -> x"), or over the columns of `adjust`, which may be empty and is with `randomised=True`. A treatment with
    labels or two numbers has levels, estimated by cross-fitted augmented inverse probability weighting; other numbers give a curve
    by the g-formula. If fewer than half of the rows could have had a value of x, given the adjustment set, its mean is NaN. `reference`
    is the value of x that the others are compared with.

    >>> found = mixmi.effect(penguins, "sex", "body_mass_g", adjust="species")
    >>> round(found.to_frame()["difference"][1], -1)
    670.0
    """
    if graph is None and adjust is None and options.get("randomised") in (True, "yes"):
        adjust = []
    if (graph is None) == (adjust is None):
        raise UsageError("either graph=, adjust= or randomised=True is needed" if graph is None else "graph= and adjust= are mutually exclusive")
    if most < 1:
        raise UsageError(f"most is a number of sets, 1 or more, not {most}")
    table = table_of(data, discrete, numeric, options)
    settled, out = Options("effect", options, progress), ffi.new("mixmi_effect **")
    ends = table._labels.place(x), table._labels.place(y)
    compared = ffi.new("char[]", str(reference).encode()) if reference is not None else ffi.NULL
    if graph is not None:
        status = lib.mixmi_graph_effect(out, table._handle, graph_of(graph)._handle, *ends, most, compared, settled.handle)
    else:
        places = table._labels.all(adjust)
        status = lib.mixmi_effect_adjusted(out, table._handle, *ends, ffi.new("size_t[]", places), len(places), compared, settled.handle)
    found = _read(out[0], table, settled.get("units")) if out[0] != ffi.NULL else None
    settled.call(status)
    assert found is not None
    return found
