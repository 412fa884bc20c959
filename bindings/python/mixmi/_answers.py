"""Answers: an Estimate is a number with its details; a TestResult is the result of a test."""
from __future__ import annotations

import functools
import math
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from mixmi import _html
from mixmi._call import error, ffi, lib, text
from mixmi._options import Options


def _paths() -> Dict[str, Tuple[str, ...]]:
    """The numbers of mixmi_answer by their flat names, as in JSON: p is answer.p, estimate is answer.estimate."""
    found: Dict[str, Tuple[str, ...]] = {}
    for name, field in ffi.typeof("mixmi_answer").fields:
        if field.type.kind == "struct":
            found.update({name if inner == "value" else inner: (name, inner)
                          for inner, _ in field.type.fields if inner != "reserved"})
        elif name not in ("status", "verdict", "method"):
            found[name] = (name,)
    return found


FIELDS = _paths()
VERDICTS: Dict[int, Optional[str]] = {
    lib.MIXMI_NO_VERDICT: None,
    lib.MIXMI_NOT_DETECTED: "independent",
    lib.MIXMI_DETECTED: "dependent",
    lib.MIXMI_UNDECIDED: "undecided",
}

_DECISIONS: Dict[Optional[str], Optional[bool]] = {"independent": True, "dependent": False, "undecided": None, None: None}


def fields_of(answer: Any) -> Dict[str, Any]:
    """A mixmi_answer as a dictionary: every number in it, in nats, with method and verdict."""
    found = {name: functools.reduce(getattr, path, answer) for name, path in FIELDS.items()}
    found["method"] = text(answer.method)
    found["verdict"] = VERDICTS[answer.verdict]
    return found


def in_units(nats: float, units: str) -> float:
    """A value in nats in these units."""
    if units not in ("nats", "bits"):
        Options("cmi", {"units": units})  # raises the library's error
    return nats / math.log(2) if units == "bits" else nats


class Question:
    """X and Y given Z, by the names of columns."""

    __slots__ = ("x", "y", "given")

    def __init__(self, x: Sequence[str], y: Sequence[str], given: Sequence[str]) -> None:
        self.x, self.y, self.given = list(x), list(y), list(given)

    def __str__(self) -> str:
        inner = f"{', '.join(self.x)}; {', '.join(self.y)}"
        return f"I({inner}{' | ' + ', '.join(self.given) if self.given else ''})"

    __repr__ = __str__

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Question) and (self.x, self.y, self.given) == (other.x, other.y, other.given)

    def __hash__(self) -> int:
        return hash((tuple(self.x), tuple(self.y), tuple(self.given)))


class _Answered:
    """Common part of all answers: rows and method."""

    __slots__ = ()
    answer: Dict[str, Any]

    @property
    def rows(self) -> int:
        return int(self.answer["rows"])

    @property
    def rows_dropped(self) -> int:
        """Rows left out for a missing value."""
        return int(self.answer["rows_dropped"])

    @property
    def method(self) -> str:
        return str(self.answer["method"])


class Estimate(_Answered, float):
    """An estimate of I(X;Y|Z): a float in the chosen units, with its interval, strength and further numbers.

    >>> e = mixmi.cmi(penguins, "bill_length_mm", "bill_depth_mm", given="species", confidence=0.95)
    >>> e.question, e.units, e.rows
    (I(bill_length_mm; bill_depth_mm | species), 'nats', 342)
    >>> e.interval[0] < e < e.interval[1]
    True
    """

    __slots__ = ("answer", "question", "units", "_histogram", "_settings")

    answer: Dict[str, Any]
    question: Question
    units: str
    _histogram: Any
    _settings: Optional[Dict[str, Any]]  # the options of the call, for explain()

    def __new__(cls, answer: Dict[str, Any], question: Question, units: str = "nats",
                histogram: Any = None) -> "Estimate":
        self = super().__new__(cls, in_units(answer["estimate"], units))
        self.answer, self.question, self.units, self._histogram = answer, question, units, histogram
        self._settings = None
        return self

    def __reduce__(self) -> Any:
        return type(self), (self.answer, self.question, self.units, self._histogram)

    def _in_units(self, field: str) -> float:
        return in_units(self.answer[field], self.units)

    @property
    def value(self) -> float:
        return float(self)

    @property
    def interval(self) -> Optional[Tuple[float, float]]:
        """The confidence interval at the level of option `confidence`, by default 0.95; None if the method has none or the
        result is undecided."""
        lower, upper = self._in_units("lower"), self._in_units("upper")
        return None if lower != lower else (lower, upper)

    @property
    def standard_error(self) -> float:
        return self._in_units("standard_error")

    @property
    def plug_in(self) -> float:
        """The plug-in estimate, before any correction."""
        return self._in_units("plug_in")

    @property
    def bias(self) -> float:
        """The bias that was subtracted from the plug-in estimate: small-sample bias minus discretisation bias; may be
        negative."""
        return self._in_units("bias")

    @property
    def strength(self) -> float:
        """From 0 to 1: |r| of a Gaussian pair with the same mutual information, for columns of all types."""
        return float(self.answer["strength"])

    @property
    def strength_max(self) -> float:
        """The largest possible `strength` for these columns; below 1 if one side has few values."""
        return float(self.answer["strength_max"])

    @property
    def undecided(self) -> bool:
        """True if (almost) no rows can be compared, for example given an identifier. Ignore the estimate then."""
        return bool(self.answer["verdict"] == "undecided")

    @property
    def detectable(self) -> float:
        """If the estimate is 0: the smallest linear dependence, in nats, that the test would detect with power 0.9 in data
        of this size; else NaN. Other shapes may need a stronger dependence."""
        return self._in_units("detectable")

    def explain(self, by_z: bool = False) -> Any:
        """The shape of the dependence and the cells that contribute most; see mixmi.explain(). Estimates again on the same data.

        >>> mixmi.cmi(penguins, "flipper_length_mm", "body_mass_g").explain().words
        'increasing'
        """
        from mixmi._explain import explain_again

        return explain_again(self, self._settings, by_z)

    @property
    def histogram(self) -> Any:
        """The mixmi.Histogram of the estimate; None if the method fits none."""
        return self._histogram

    def __repr__(self) -> str:
        return f"Estimate({self})"

    def __str__(self) -> str:
        return f"{self.question} = {float(self):.3g} {self.units}{', undecided' if self.undecided else ''}"

    def _repr_html_(self) -> str:
        rows = [("estimate", f"{float(self):.3g} {self.units}"), ("strength", f"{self.estimate.strength:.3g}")]
        if self.interval is not None:
            rows.insert(1, ("interval", f"{self.interval[0]:.3g} to {self.interval[1]:.3g}"))
        if self.undecided:
            rows.append(("verdict", "undecided"))
        rows.append(("rows", f"{self.rows} used, {self.rows_dropped} left out"))
        rows.append(("method", self.method))
        return _html.card(str(self.question), rows, self._histogram)


class TestResult(_Answered):
    """Whether X and Y are independent given Z.

    >>> t = mixmi.test(penguins, "bill_length_mm", "bill_depth_mm", given="species")
    >>> t.independent, t.p < t.alpha, t.verdict
    (False, True, 'dependent')
    """

    __test__ = False  # tells pytest that this is not a test
    __slots__ = ("answer", "question", "estimate")

    def __init__(self, answer: Dict[str, Any], question: Question, units: str = "nats",
                 histogram: Any = None) -> None:
        self.answer, self.question = answer, question
        self.estimate = Estimate(answer, question, units, histogram)

    def __reduce__(self) -> Any:
        e = self.estimate
        return type(self), (self.answer, self.question, e.units, e._histogram)

    def __bool__(self) -> bool:
        raise TypeError("a test has no truth value: is it .independent, or .p < .alpha?")

    @property
    def p(self) -> float:
        """The p-value; NaN if the test gives none."""
        return float(self.answer["p"])

    @property
    def pvalue(self) -> float:
        """The same as `p`, by the name that scipy uses."""
        return self.p

    @property
    def statistic(self) -> float:
        return float(self.answer["statistic"])

    @property
    def df(self) -> float:
        return float(self.answer["df"])

    @property
    def alpha(self) -> float:
        return float(self.answer["alpha"])

    @property
    def verdict(self) -> str:
        """'independent', 'dependent', or 'undecided' if (almost) no rows can be compared given Z."""
        return str(self.answer["verdict"])

    @property
    def independent(self) -> Optional[bool]:
        """True or False; None if the result is undecided."""
        return _DECISIONS[self.verdict]

    @property
    def histogram(self) -> Any:
        return self.estimate.histogram

    def _said(self) -> str:
        """The verdict in words: no dependence detected is not a proof of independence."""
        return f"no dependence detected at alpha = {self.alpha:g}" if self.independent else self.verdict

    def __repr__(self) -> str:
        p = "" if self.p != self.p else f", p = {self.p:.3g}"
        return f"TestResult({self.question}: {self._said()}{p}, {self.method})"

    def _repr_html_(self) -> str:
        rows = [("verdict", self._said() if self.independent else f"{self.verdict} at alpha = {self.alpha:g}"), ("p", f"{self.p:.3g}"),
                ("estimate", f"{float(self.estimate):.3g} {self.estimate.units}"),
                ("strength", f"{self.estimate.strength:.3g}"),
                ("rows", f"{self.rows} used, {self.rows_dropped} left out"), ("test", self.method)]
        return _html.card(str(self.question), rows, self.histogram)


class Failed:
    """A question that could not be answered: `error` is the exception that a single call would have raised."""

    __slots__ = ("question", "error")

    def __init__(self, question: Question, exception: Exception) -> None:
        self.question, self.error = question, exception

    def __reduce__(self) -> Any:
        return Failed, (self.question, self.error)

    def __repr__(self) -> str:
        return f"Failed({self.question}: {self.error})"


def answer_of(kind: Any, answer: Any, question: Question, units: str, message: Any) -> Any:
    """An Estimate or a TestResult, or Failed, of one answer out of many."""
    if answer.status != lib.MIXMI_OK:
        return Failed(question, error(answer.status, text(message)))
    return kind(fields_of(answer), question, units)


def as_row(answer: Any) -> Mapping[str, Any]:
    """An answer as a row of a data frame."""
    question = answer.question
    row: Dict[str, Any] = {"x": ", ".join(question.x), "y": ", ".join(question.y), "given": ", ".join(question.given)}
    if isinstance(answer, Failed):
        return {**row, "remark": str(answer.error)}
    found = answer.answer
    units = answer.estimate.units if isinstance(answer, TestResult) else answer.units
    interval = ("lower", "upper") if found["lower"] == found["lower"] else ()
    for field in ("estimate", *interval, "corrected", "detectable"):
        row[field] = in_units(found[field], units)
    row.update((field, found[field]) for field in ("strength", "sign", "sign_error", "shape", "statistic", "df", "p")
               if field in found)
    row["independent"] = _DECISIONS[found["verdict"]]
    row.update((field, found[field]) for field in ("rows", "rows_dropped", "comparable"))
    row["remark"] = "undecided" if found["verdict"] == "undecided" else None
    return row
