"""Explanation of a dependence: its shape and sign, the cells of the grid, and the groups of Z."""
from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from mixmi import _html
from mixmi._answers import Answer, Question, fields_of, in_units
from mixmi._call import check, deprecated, ffi, lib, owned_text, text
from mixmi._options import Options
from mixmi._table import Table


class ExplainedCell(NamedTuple):
    """A cell of the grid: its bins in words, its rows, the rows expected under independence, and its contribution."""

    words: str
    observed: float
    expected: float
    contribution: float
    share: float


class ExplainedGroup(NamedTuple):
    """A value or bin of Z, with the answer from its rows alone, which is undecided if there are too few."""

    words: str
    rows: int
    answer: Answer
    shape: str
    sign: float
    sign_error: float

    @property
    def estimate(self) -> Any:
        return self.answer.estimate

    @property
    def strength(self) -> Any:
        return self.answer.strength

    @property
    def detectable(self) -> Any:
        deprecated("'detectable'", "'answer.upper'")
        return self.answer.upper


class Explanation:
    """The result of mixmi.explain().

    >>> e = mixmi.explain(penguins, "bill_length_mm", "bill_depth_mm", given="species", by_z=True)
    >>> e.shape, 0.4 < e.sign < 0.6, [group.words for group in e.groups]
    ('increasing', True, ['species = Adelie', 'species = Chinstrap', 'species = Gentoo'])
    >>> e.size_words.startswith("bill_depth_mm"), e.size_lower < e.size < e.size_upper
    (True, True)
    >>> abs(sum(cell.share for cell in e.cells) - 1) < 1e-9
    True
    """

    __slots__ = ("answer", "shape", "words", "along", "where", "jump", "sign", "sign_error", "size", "size_lower", "size_upper",
                 "size_per", "size_words", "cells", "groups")

    answer: Answer
    shape: str  # "none", "increasing", "decreasing", "peak", "valley", "threshold", "point mass", "groups", "other"
    words: str  # the same in words: "threshold near 37.2, higher above it"
    along: str  # "x": Y as a function of X; "y": X as a function of Y
    where: float  # position of the threshold, point mass, maximum or minimum; otherwise NaN
    jump: float  # for a threshold or point mass: difference of mean ranks, from -1 to 1; otherwise NaN
    sign: float  # correlation of normal scores given Z
    sign_error: float
    size: float  # difference of shares or means, or slope for size_per more, in the units of the data; NaN: unknown
    size_lower: float  # interval of level 0.95
    size_upper: float
    size_per: float
    size_words: str  # the same in words; an association adjusted for Z, not an effect
    cells: List[ExplainedCell]  # sorted by contribution, largest first
    groups: List[ExplainedGroup]

    def __init__(self, **fields: Any) -> None:
        for name, value in fields.items():
            setattr(self, name, value)

    @property
    def estimate(self) -> Any:
        """The estimate of the answer."""
        return self.answer.estimate

    def __getstate__(self) -> Dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)

    def _facts(self) -> List[Tuple[str, str]]:
        sign = [] if self.sign != self.sign else [("sign", f"{self.sign:+.2f} (error {self.sign_error:.2g})")]
        size = [("size", self.size_words)] if self.size_words else []
        return [("shape", self.words), *sign, *size, *((cell.words, f"{100 * cell.share:.0f}%") for cell in self.cells[:4])]

    def __repr__(self) -> str:
        return "\n".join([f"Explanation({self.answer})", *(f"  {name}: {said}" for name, said in self._facts())])

    def _repr_html_(self) -> str:
        return _html.card(str(self.answer), self._facts())


def _cells(handle: Any, units: str) -> List[ExplainedCell]:
    found: List[ExplainedCell] = []
    words = ffi.new("char **")
    while True:
        cell = lib.mixmi_explanation_cell(handle, len(found))
        if cell == ffi.NULL:
            return found
        check(lib.mixmi_explanation_words(words, handle, len(found)))
        found.append(ExplainedCell(owned_text(words[0]), cell.observed, cell.expected,
                                   in_units(cell.contribution, units), cell.share))


def _groups(handle: Any, asked: Question, units: str) -> List[ExplainedGroup]:
    found: List[ExplainedGroup] = []
    while True:
        group = lib.mixmi_explanation_group(handle, len(found))
        if group == ffi.NULL:
            return found
        words, profile = text(group.words) or "", group.profile
        answer = Answer(fields_of(group.answer), Question(asked.x, asked.y, [words]), units)
        found.append(ExplainedGroup(words, group.rows, answer, text(profile.word) or "", profile.sign, profile.sign_error))


def explain_question(table: Table, sets: Sequence[Sequence[int]], by_z: bool, options: Options) -> Explanation:
    """Calls the library; `sets` are X, Y and Z as columns of the table."""
    kept = [ffi.new("size_t[]", list(places)) for places in sets]
    question = ffi.new("mixmi_question *")
    question.x, question.x_count = kept[0], len(sets[0])
    question.y, question.y_count = kept[1], len(sets[1])
    question.z, question.z_count = kept[2], len(sets[2])
    out, words, size = ffi.new("mixmi_explanation **"), ffi.new("char **"), ffi.new("char **")
    options.call(lib.mixmi_explain(out, table._handle, question, by_z, options.handle))
    handle = ffi.gc(out[0], lib.mixmi_explanation_free)
    profile, units = lib.mixmi_explanation_profile(handle), options.get("units")
    check(lib.mixmi_profile_words(words, profile, table._handle, question))
    shape_words = owned_text(words[0])
    check(lib.mixmi_size_words(size, profile, table._handle, question))
    names = table._labels.names
    asked = Question(*([names[place] for place in places] for places in sets))
    answer = Answer(fields_of(lib.mixmi_explanation_answer(handle)), asked, units)
    return Explanation(answer=answer, shape=text(profile.word), words=shape_words,
                       along="y" if profile.along_y else "x", where=profile.where, jump=profile.jump,
                       sign=profile.sign, sign_error=profile.sign_error, size=profile.size,
                       size_lower=profile.size_lower, size_upper=profile.size_upper, size_per=profile.size_per,
                       size_words=owned_text(size[0]), cells=_cells(handle, units),
                       groups=_groups(handle, asked, units))


def explain_again(answer: Any, settings: Optional[Dict[str, Any]], by_z: bool) -> Explanation:
    """The explanation of an answer that still has its table."""
    from mixmi._call import UsageError

    table = getattr(answer._histogram, "_table", None)
    if table is None or settings is None:
        raise UsageError("this answer does not know its data any more, or has no grid: use mixmi.explain()")
    question, names = answer.question, list(table._labels.names)
    sets = [[names.index(name) for name in part] for part in (question.x, question.y, question.given)]
    return explain_question(table, sets, by_z, Options("cmi", settings, None, "estimator"))
