"""Answers: what is said about X and Y given Z, with p-value, estimate and interval that agree."""
from __future__ import annotations

import functools
import math
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from mixmi import _html
from mixmi._call import deprecated, error, ffi, lib, text
from mixmi._options import Options


def _paths() -> Dict[str, Tuple[str, ...]]:
    """The numbers of mixmi_answer by their flat names, as in JSON: chi2 is answer.paper.chi2."""
    found: Dict[str, Tuple[str, ...]] = {}
    for name, field in ffi.typeof("mixmi_answer").fields:
        if field.type.kind == "struct":
            found.update({inner: (name, inner) for inner, part in field.type.fields if part.type.kind == "primitive"})
        elif name not in ("status", "verdict", "method", "reserved"):
            found[name] = (name,)
    return found


FIELDS = _paths()
_OLD_VERDICTS = {"independent": "not_detected", "dependent": "detected"}


class Verdict(str):
    """"detected", "not_detected" or "undecided". Comparisons with the words of 0.2 work until 0.4, with a warning."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        now = _OLD_VERDICTS.get(other) if isinstance(other, str) else None
        if now is not None:
            deprecated(f"the verdict '{other}'", f"'{now}'")
        return str(self) == (now or other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


VERDICTS: Dict[int, Optional[Verdict]] = {
    lib.MIXMI_NO_VERDICT: None,
    lib.MIXMI_NOT_DETECTED: Verdict("not_detected"),
    lib.MIXMI_DETECTED: Verdict("detected"),
    lib.MIXMI_UNDECIDED: Verdict("undecided"),
}
DETECTED, NOT_DETECTED, UNDECIDED = (VERDICTS[code] for code in (lib.MIXMI_DETECTED, lib.MIXMI_NOT_DETECTED, lib.MIXMI_UNDECIDED))


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


def _known(number: float) -> Optional[float]:
    return None if number != number else float(number)


def _number(name: str, meaning: str) -> Any:
    """A field of an answer as an attribute: None if the method does not provide it."""
    return property(lambda self: _known(self.answer[name]), doc=meaning)


def _information(name: str, meaning: str) -> Any:
    """The same for information, in the units of the answer."""
    return property(lambda self: _known(in_units(self.answer[name], self.units)), doc=meaning)


def _count(name: str, meaning: str) -> Any:
    return property(lambda self: int(self.answer[name]), doc=meaning)


def _renamed(before: str, now: str, found: Callable[[Any], Any]) -> Any:
    """An attribute of 0.2, until 0.4."""

    def get(self: Any) -> Any:
        deprecated(f"'{before}'", f"'{now}'")
        return found(self)

    return property(get, doc=f"Deprecated: use {now}.")


class _Value(float):
    """The estimate of an answer. In 0.2 it had the further numbers; they are found on the answer, with a warning, until 0.4."""

    _answer: Any

    def __new__(cls, value: float, answer: Any) -> "_Value":
        self = super().__new__(cls, value)
        self._answer = answer
        return self

    def __reduce__(self) -> Any:
        return float, (float(self),)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = getattr(self._answer, name)
        deprecated(f"'answer.estimate.{name}'", f"'answer.{name}'")
        return found


class Answer(float):
    """The answer to a question about X and Y given Z. As a float it is its estimate, or NaN if there is none.

    Values of information are in `units`. A number that the method does not provide is None. With the default method they
    agree: for every a up to 0.3, p < a if and only if the interval of level 1 - a starts above 0, and then the estimate is
    above 0.

    >>> a = mixmi.test(penguins, "bill_length_mm", "bill_depth_mm", given="species")
    >>> a.question, a.units, a.rows
    (I(bill_length_mm; bill_depth_mm | species), 'nats', 342)
    >>> a.verdict, a.p < a.alpha, 0 < a.lower < a.estimate < a.upper
    ('detected', True, True)
    """

    __slots__ = ("answer", "question", "units", "remarks", "_histogram", "_settings")

    answer: Dict[str, Any]  # all numbers, in nats, by their names in C and JSON
    question: Question
    units: str
    remarks: List[str]  # on the rows, the columns of the question, and the question; each names the option that answers it
    _histogram: Any
    _settings: Optional[Dict[str, Any]]  # the options of the call, for explain()

    def __new__(cls, answer: Dict[str, Any], question: Question, units: str = "nats", histogram: Any = None) -> "Answer":
        self = super().__new__(cls, in_units(answer["estimate"], units))
        self.answer, self.question, self.units, self._histogram = answer, question, units, histogram
        self.remarks, self._settings = [], None
        return self

    def __reduce__(self) -> Any:
        # a grid of residuals is of the rows of its table, and stays with them
        kept = None if self._histogram is not None and self._histogram._is_of_residuals() else self._histogram
        return type(self), (self.answer, self.question, self.units, kept), (None, {"remarks": self.remarks})

    def __bool__(self) -> bool:
        raise TypeError("an answer has no truth value: is its verdict 'detected', or its estimate above 0?")

    p: Any = _number("p", "The p-value of independence given Z.")
    pvalue: Any = _number("p", "The same as `p`, by the name that scipy uses.")
    alpha: Any = _number("alpha", "The level of the verdict.")
    statistic: Any = _number("statistic", "The statistic of the test.")
    df: Any = _number("df", "Test chi2: degrees of freedom.")
    lower: Any = _information("lower", "Lower end of the interval; 0 if no dependence was detected.")
    upper: Any = _information("upper", "Upper end of the interval: if no dependence was detected, what such data can still hide.")
    confidence: Any = _number("confidence", "Level of the interval, by default 1 - alpha.")
    standard_error: Any = _information("standard_error", "2 estimate / z, where z is the normal deviate with the two-sided tail p.")
    strength: Any = _number("strength", "From 0 to 1: |r| of a Gaussian pair with the same mutual information, for columns of all types.")
    strength_max: Any = _number("strength_max", "The largest possible `strength` for these columns; below 1 if one side has few values.")
    rows: Any = _count("rows", "Rows used.")
    rows_dropped: Any = _count("rows_dropped", "Rows left out for a missing value.")
    comparable: Any = _count("comparable", "Rows that have others with a similar Z to compare with.")
    clusters: Any = _count("clusters", "Clusters of the rows; 0: rows were treated as independent.")
    effective_rows: Any = _number("effective_rows", "Number of independent rows that are as informative as these clusters.")
    permutations: Any = property(lambda self: self.answer["permutations"] or (0 if self.method == "perm" else None),
                                 doc="Permutations that the test made; None if it makes none.")
    bins_x: Any = _number("bins_x", "Cells of X in the grid of the answer.")
    bins_y: Any = _number("bins_y", "Cells of Y in the grid of the answer.")
    bins_z: Any = _number("bins_z", "Cells of Z in the grid of the answer.")
    fitted: Any = _information("fitted", "Information of the counts in the cells, without any correction.")
    plug_in: Any = _information("plug_in", "Estimator histogram: the plug-in estimate, before any correction.")
    bias: Any = _information("bias", "Estimator histogram: the bias that was subtracted from the plug-in estimate.")
    corrected: Any = _information("corrected", "Estimate after the method's complexity penalty; 0: no dependence.")

    value: Any = _renamed("value", "estimate", lambda self: self.estimate)
    detectable: Any = _renamed("detectable", "upper", lambda self: self.upper)
    undecided: Any = _renamed("undecided", "verdict", lambda self: self.verdict == UNDECIDED)
    independent: Any = _renamed("independent", "verdict", lambda self: independent_of(self.verdict))

    @property
    def estimate(self) -> Any:
        """The estimate of I(X;Y|Z)."""
        return None if self != self else _Value(float(self), self)

    @property
    def verdict(self) -> Optional[str]:
        """"detected", "not_detected", or "undecided" if (almost) no rows can be compared given Z; None if the method gives
        no verdict."""
        found: Optional[str] = self.answer["verdict"]
        return found

    @property
    def method(self) -> str:
        """Name of the estimator or test."""
        return str(self.answer["method"])

    @property
    def interval(self) -> Optional[Tuple[float, float]]:
        """The confidence interval, (lower, upper), at the level `confidence`; None if the method has none or the result is
        undecided."""
        return None if self.lower is None else (self.lower, self.upper)

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

    def __str__(self) -> str:
        """The headline: what was found."""
        if self.verdict == UNDECIDED:
            return f"{self.question}: undecided"
        if self.verdict == NOT_DETECTED and self.upper is not None:
            return f"{self.question}: no dependence detected; at most {self.upper:.3g} {self.units}"
        if self.verdict == NOT_DETECTED and self.p is not None:
            return f"{self.question}: no dependence detected"
        if self.estimate is None:
            return f"{self.question}: {'no estimate' if self.verdict is None else 'dependence detected'}"
        return f"{self.question} = {float(self):.3g} {self.units}"

    def __repr__(self) -> str:
        headline = str(self)
        facts = [f"{name} {said}" for name, said in self._facts() if name != "estimate" or " = " not in headline]
        return f"Answer({'; '.join([headline, *facts])})"

    def _facts(self) -> List[Tuple[str, str]]:
        """Estimate, interval and p, as far as there are any."""
        facts = [] if self.estimate is None else [("estimate", f"{float(self):.3g}")]
        if self.lower is not None:
            facts.append((f"{self._level()} interval".strip(), f"{self.lower:.3g} to {self.upper:.3g}"))
        return facts if self.p is None else [*facts, ("p", f"{self.p:.3g}")]

    def _level(self) -> str:
        return "" if self.confidence is None else f"{100 * self.confidence:.6g}%"

    def _repr_html_(self) -> str:
        rows = [*self._facts()]
        if self.verdict is not None:
            said = self.verdict.replace("_", " ")
            rows.append(("verdict", said if self.p is None else f"{said} at alpha = {self.alpha:g}"))
        if self.strength is not None:
            rows.append(("strength", f"{self.strength:.3g}"))
        rows += [("rows", f"{self.rows} used, {self.rows_dropped} left out"), ("method", self.method)]
        return _html.card(str(self), rows, self._histogram)


def independent_of(verdict: Any) -> Optional[bool]:
    """The `independent` of 0.2."""
    return None if verdict not in (DETECTED, NOT_DETECTED) else verdict == NOT_DETECTED


class Failed:
    """A question that could not be answered: `error` is the exception that a single call would have raised."""

    __slots__ = ("question", "error")

    def __init__(self, question: Question, exception: Exception) -> None:
        self.question, self.error = question, exception

    def __reduce__(self) -> Any:
        return Failed, (self.question, self.error)

    def __repr__(self) -> str:
        return f"Failed({self.question}: {self.error})"

    def _repr_html_(self) -> str:
        return _html.card(f"{self.question}: no answer", [("error", str(self.error))])


def answer_of(answer: Any, question: Question, units: str, message: Any) -> Any:
    """An Answer, or Failed, of one answer out of many."""
    if answer.status != lib.MIXMI_OK:
        return Failed(question, error(answer.status, text(message)))
    return Answer(fields_of(answer), question, units)


def as_row(answer: Any) -> Mapping[str, Any]:
    """An answer as a row of a data frame, with the names of its fields; NaN is a number that the method does not provide."""
    question = answer.question
    row: Dict[str, Any] = {"x": ", ".join(question.x), "y": ", ".join(question.y), "given": ", ".join(question.given)}
    if isinstance(answer, Failed):
        return {**row, "remark": str(answer.error)}
    found = answer.answer
    for field in ("estimate", "lower", "upper", "corrected"):
        row[field] = in_units(found[field], answer.units)
    row.update((field, found[field]) for field in ("strength", "sign", "sign_error", "shape", "statistic", "df", "p", "verdict",
                                                   "rows", "rows_dropped", "comparable") if field in found)
    row["remark"] = "undecided" if found["verdict"] == UNDECIDED else None
    return row
