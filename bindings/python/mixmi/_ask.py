"""Questions about columns: mutual information of X and Y given Z, its test, and many questions at once."""
from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from mixmi._answers import Answer, Failed, Question, answer_of, as_row, fields_of, in_units
from mixmi._call import Array, DataError, UsageError, check, ffi, lib, run_by, text, workers_of, warn
from mixmi._explain import Explanation, explain_question
from mixmi._histogram import Histogram
from mixmi._options import Options, document
from mixmi._table import Names, Table, prepare, table_of

_ANSWER = ffi.sizeof("mixmi_answer")


# ------------------------------------------------------------------------------------------------ one question


def _parts(name: str, values: Any) -> List[Tuple[str, Any]]:
    """The columns of one side with their names: those of a data frame keep theirs."""
    if hasattr(values, "iloc") and hasattr(values, "columns"):
        return [(str(label), values.iloc[:, i]) for i, label in enumerate(values.columns)]
    if getattr(values, "ndim", 1) == 2:
        parts = [values[:, i] for i in range(values.shape[1])]
        return [(name if len(parts) == 1 else f"{name}{i}", part) for i, part in enumerate(parts)]
    return [(name, values)]


def _arrays(x: Any, y: Any, given: Any) -> Tuple[Dict[str, Any], List[List[str]]]:
    """Columns given as values, not by name: named x, y and z, or x0, x1, ... if there are several; those of data frames as there,
    unless a name is taken."""
    columns: Dict[str, Any] = {}
    sets: List[List[str]] = []
    for side, values in (("x", x), ("y", y), ("z", given)):
        sets.append([])
        for name, part in [] if values is None else _parts(side, values):
            while name in columns:
                name += "_"
            sets[-1].append(name)
            columns[name] = part
    return _aligned(columns), sets


def _aligned(columns: Dict[str, Any]) -> Dict[str, Any]:
    """Series in the rows that all of them have, in the order of the first, as pandas aligns them; others are rows by position."""
    series = {name: part for name, part in columns.items() if hasattr(part, "iloc") and hasattr(part, "reindex")}
    if not series:
        return columns
    first = next(iter(series.values())).index
    if all(first.equals(part.index) for part in series.values()):
        return columns
    if len(series) < len(columns):
        raise UsageError("the indexes of the Series differ, and other columns have none to align them by")
    if any(not part.index.is_unique for part in series.values()):
        raise UsageError("the indexes of the Series differ and repeat labels, so their rows cannot be aligned")
    for part in series.values():
        first = first[first.isin(part.index)]
    if not len(first):
        raise DataError("the indexes of the Series have no label in common")
    return {name: part.reindex(first) for name, part in series.items()}


def _is_column(thing: Any) -> bool:
    """True for one-dimensional values that are neither a table nor names of columns."""
    if hasattr(thing, "columns") or isinstance(thing, (Table, Mapping, str, bytes)):
        return False
    dtype = getattr(thing, "dtype", None)
    return getattr(thing, "ndim", 0) == 1 and getattr(dtype, "names", None) is None


def _question_of(data: Any, x: Any, y: Any, given: Any, discrete: Names, numeric: Names,
                 options: Mapping[str, Any]) -> Tuple[Table, List[List[int]]]:
    if data is None:
        if x is None or y is None:
            raise UsageError("a question needs x and y")
        columns, sets = _arrays(x, y, given)
        return prepare(columns, sets, discrete, numeric, options)
    if _is_column(data) and not isinstance(x, (str, int)):
        raise UsageError("the first argument is a table; to ask about columns themselves pass x= and y=, and given=")
    return prepare(data, [x, y, given], discrete, numeric, options)


def _c_question(sets: Sequence[Sequence[int]]) -> Tuple[Any, List[Any]]:
    arrays = [ffi.new("size_t[]", list(places)) for places in sets]
    question = ffi.new("mixmi_question *")
    question.x, question.x_count = arrays[0], len(sets[0])
    question.y, question.y_count = arrays[1], len(sets[1])
    question.z, question.z_count = arrays[2], len(sets[2])
    return question, arrays


def _named(table: Table, sets: Sequence[Sequence[int]]) -> Question:
    names = table._labels.names
    return Question(*([names[place] for place in places] for places in sets))


def _ask(call: Any, options: Options, table: Table, sets: Sequence[Sequence[int]]) -> Answer:
    question, _kept = _c_question(sets)
    answer, fitted = ffi.new("mixmi_answer *"), ffi.new("mixmi_histogram **")
    options.call(call(answer, _ANSWER, fitted, table._handle, question, options.handle))
    behind = Histogram._adopt(fitted[0], table) if fitted[0] != ffi.NULL else None
    found = Answer(fields_of(answer), _named(table, sets), options.get("units"), behind)
    found.remarks = _remarks(table, question)
    return found


def _remarks(table: Table, question: Any) -> List[str]:
    """Remarks on the rows, on the columns of the question, and on the question; the last are warned about here, the others when
    the table is made."""
    texts, counts = ffi.new("char ***"), ffi.new("size_t[2]")
    check(lib.mixmi_question_remarks(texts, counts, counts + 1, table._handle, question))
    found = [text(texts[0][i]) or "" for i in range(counts[0])]
    lib.mixmi_free(texts[0])
    for remark in found[len(found) - counts[1]:]:
        warn(remark)
    return found


@document("cmi")
def cmi(data: Any = None, x: Any = None, y: Any = None, given: Any = None, *, discrete: Names = None,
        numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> Answer:
    """Estimates I(X;Y|Z), the (conditional) mutual information of columns: how much X tells about Y once Z is known.

    With the default method this is the same answer as that of `test`, with p-value, estimate and interval.

    `data` is a Table or anything that `Table` accepts, and `x`, `y` and `given` name one or several columns. Without `data`
    they are the columns themselves. `discrete` and `numeric` override the types of columns. `progress` is True, False, or
    None for a progress bar on terminals and in notebooks. Options for reading data (`weights`, `missing`, `recognise`, ...)
    are those of `Table`.

    >>> e = mixmi.cmi(penguins, "bill_length_mm", "species", units="bits")
    >>> e.question, e.units, 0.5 < e < 1.5
    (I(bill_length_mm; species), 'bits', True)
    >>> mixmi.cmi(x=[1, 2, 3, 4] * 50, y=["a", "a", "b", "b"] * 50) > 0.5
    True
    """
    table, sets = _question_of(data, x, y, given, discrete, numeric, options)
    settled = Options("cmi", options, progress, "estimator")
    found = _ask(lib.mixmi_estimate, settled, table, sets)
    found._settings = dict(options)
    return found


@document("transfer")
def transfer(data: Any, x: Any, y: Any, given: Any = None, *, time: Any, lags: int = 1, discrete: Names = None,
             numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> Answer:
    """Estimates the transfer entropy: how much the last `lags` values of X tell about Y beyond the last values of Y and of
    `given`. This is `cmi` of x@1, ... and y given y@1, .... Rows are ordered by `time`; `id` identifies several series.

    >>> e = mixmi.transfer({"t": range(200), "x": [0, 1, 1, 0] * 50, "y": [0, 0, 1, 1] * 50}, "x", "y", time="t")
    >>> e.question
    I(x@1; y | y@1)
    """
    def past(columns: Any) -> List[str]:
        names = [] if columns is None else [columns] if isinstance(columns, str) else list(columns)
        return [f"{name}@{lag}" for name in names for lag in range(1, lags + 1)]

    found: Answer = cmi(data, past(x), y, past(y) + past(given), discrete=discrete, numeric=numeric, progress=progress,
                          time=time, **options)
    return found


@document("cmi")
def explain(data: Any = None, x: Any = None, y: Any = None, given: Any = None, *, by_z: bool = False,
            discrete: Names = None, numeric: Names = None, progress: Optional[bool] = None,
            **options: Any) -> Explanation:
    """Describes a dependence: its shape, its sign, and the cells of the grid that contribute most. Arguments as for `cmi`.

    With `by_z` the estimate is repeated for each value or bin of Z.

    >>> e = mixmi.explain(penguins, "flipper_length_mm", "body_mass_g")
    >>> e.shape, e.words, e.cells[0].share > e.cells[1].share > 0
    ('increasing', 'increasing', True)
    """
    table, sets = _question_of(data, x, y, given, discrete, numeric, options)
    return explain_question(table, sets, by_z, Options("cmi", options, progress, "estimator"))


@document("test")
def test(data: Any = None, x: Any = None, y: Any = None, given: Any = None, *, discrete: Names = None,
         numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> Answer:
    """Tests whether X and Y are independent given Z. Arguments as for `cmi`.

    >>> mixmi.test(penguins, "sex", "year").verdict
    'not_detected'
    """
    table, sets = _question_of(data, x, y, given, discrete, numeric, options)
    settled = Options("test", options, progress, "test")
    found = _ask(lib.mixmi_test, settled, table, sets)
    found._settings = dict(options)
    return found


test.__test__ = False  # type: ignore[attr-defined]  # tells pytest that this is not a test


# ----------------------------------------------------------------------------------------------- many questions


def _c_questions(questions: Sequence[Sequence[Sequence[int]]]) -> Tuple[Any, List[Any]]:
    columns: List[int] = []
    ends: List[int] = []
    for sets in questions:
        for places in sets:
            columns.extend(places)
            ends.append(len(columns))
    out = ffi.new("mixmi_questions *")
    kept = [ffi.new("size_t[]", columns or [0]), ffi.new("size_t[]", ends or [0])]
    out.count, out.columns, out.ends = len(questions), kept[0], kept[1]
    return out, kept


class Answers(Sequence[Any]):
    """Answers in the order of their questions. A question that failed is a `Failed` with the reason."""

    def __init__(self, answers: Iterable[Any]) -> None:
        self._answers = list(answers)

    def __len__(self) -> int:
        return len(self._answers)

    def __getitem__(self, index: Any) -> Any:
        return Answers(self._answers[index]) if isinstance(index, slice) else self._answers[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._answers)

    def numbers(self, field: str) -> Array:
        """One number of every answer, such as "p" or "estimate" (in nats); NaN if a question failed."""
        return np.array([np.nan if isinstance(a, Failed) else a.answer[field] for a in self._answers], float)

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row per question."""
        from mixmi._frames import AnswersFrame

        return AnswersFrame([as_row(answer) for answer in self._answers])

    def __repr__(self) -> str:
        return f"Answers({self._answers!r})"

    def _repr_html_(self) -> str:
        return str(self.to_frame()._repr_html_())


def _profiles(handle: Any, table: Table, options: Options) -> Any:
    """Sign and shape of every answer."""
    out = ffi.new("mixmi_profile[]", lib.mixmi_answers_count(handle))
    options.call(lib.mixmi_answers_profiles(out, ffi.sizeof("mixmi_profile"), handle, table._handle, options.handle))
    return out


def _collect(handle: Any, table: Table, units: str, profiles: Any) -> List[Any]:
    found, question, answer = [], ffi.new("mixmi_question *"), ffi.new("mixmi_answer *")
    for i in range(lib.mixmi_answers_count(handle)):
        check(lib.mixmi_answers_get(answer, _ANSWER, handle, i))
        check(lib.mixmi_answers_question(question, handle, i))
        sets = [ffi.unpack(places, count) if count else []
                for places, count in ((question.x, question.x_count), (question.y, question.y_count),
                                      (question.z, question.z_count))]
        found.append(answer_of(answer, _named(table, sets), units, lib.mixmi_answers_message(handle, i)))
        if profiles is not None and not isinstance(found[-1], Failed):
            found[-1].answer.update(sign=profiles[i].sign, sign_error=profiles[i].sign_error, shape=text(profiles[i].word))
    return found


def _ask_many(call: Any, options: Options, table: Table, *questions: Any, profile: bool = False) -> List[Any]:
    out = ffi.new("mixmi_answers **")
    status = call(out, table._handle, *questions, options.handle)
    handle = ffi.gc(out[0], lib.mixmi_answers_free) if out[0] != ffi.NULL else None
    options.call(status)
    profiles = _profiles(handle, table, options) if profile else None
    return _collect(handle, table, options.get("units"), profiles)


_CALLS: Dict[str, Any] = {"test": lib.mixmi_test_many, "cmi": lib.mixmi_estimate_many}


def _chunk(kind: str, table: Table, questions: Sequence[Any], given: Dict[str, Any], profile: bool) -> List[Any]:
    """Answers some questions: run by a worker of an executor, with one thread unless the options say otherwise."""
    options = Options(kind, {"threads": 1, **given}, False, "test" if kind == "test" else "estimator")
    asked, _kept = _c_questions(questions)
    return _ask_many(_CALLS[kind], options, table, asked, profile=profile)


def _spread(executor: Any, kind: str, table: Table, questions: Sequence[Any], given: Dict[str, Any],
            profile: bool = False) -> List[Any]:
    """The same answers from the workers of an executor: each question is answered by one of them."""
    size = max(1, -(-len(questions) // (4 * workers_of(executor))))
    parts = [questions[i:i + size] for i in range(0, len(questions), size)]
    found = run_by(executor, _chunk, [(kind, table, part, given, profile) for part in parts])
    return [answer for part in found() for answer in part]


def _many(kind: str, data: Any, questions: Iterable[Any], executor: Any, discrete: Names, numeric: Names,
          progress: Optional[bool], given: Dict[str, Any]) -> Answers:
    asked = [(*question, None) if len(question) == 2 else tuple(question) for question in questions]
    if any(len(question) != 3 for question in asked):
        raise UsageError("a question is (x, y) or (x, y, given)")
    table, flat = prepare(data, [columns for question in asked for columns in question], discrete, numeric, given)
    sets = [flat[i:i + 3] for i in range(0, len(flat), 3)]
    if executor is not None:
        Options(kind, given, False, "test" if kind == "test" else "estimator")  # reports invalid options once, before the loop
        return Answers(_spread(executor, kind, table, sets, given))
    options = Options(kind, given, progress, "test" if kind == "test" else "estimator")
    c_questions, _kept = _c_questions(sets)
    return Answers(_ask_many(_CALLS[kind], options, table, c_questions))


@document("test")
def test_many(data: Any, questions: Iterable[Any], *, executor: Any = None, discrete: Names = None,
              numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> Answers:
    """Tests many questions, each (x, y) or (x, y, given), in parallel: by threads, or by the workers of `executor`, an object
    with `submit` or `map` (concurrent.futures, Dask, mpi4py). The results do not depend on it.

    >>> [t.verdict for t in mixmi.test_many(penguins, [("sex", "year"), ("island", "species", "year")])]
    ['not_detected', 'detected']
    """
    return _many("test", data, questions, executor, discrete, numeric, progress, options)


test_many.__test__ = False  # type: ignore[attr-defined]


@document("cmi")
def cmi_many(data: Any, questions: Iterable[Any], *, executor: Any = None, discrete: Names = None,
             numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> Answers:
    """Estimates many questions, each (x, y) or (x, y, given), in parallel. See `test_many`."""
    return _many("cmi", data, questions, executor, discrete, numeric, progress, options)


# ---------------------------------------------------------------------------------------------------- all pairs


def pair_questions(columns: Sequence[int], targets: Sequence[int], given: Sequence[int]) -> List[List[List[int]]]:
    """The questions of mixmi_pairs(), for distribution: every pair, or every column with each target; a pair of targets occurs once."""
    if not targets:
        return [[[x], [y], list(given)] for i, x in enumerate(columns) for y in columns[i + 1:]]
    return [[[x], [y], list(given)] for i, y in enumerate(targets) for x in columns if x not in targets[:i + 1]]


@document("test")
def pairs(data: Any, columns: Names = None, *, target: Names = None, given: Names = None, exclude: Names = None,
          sort: str = "evidence", adjust: Optional[str] = None, executor: Any = None, discrete: Names = None,
          numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> Any:
    """Tests every pair of columns, or every column against `target`, and ranks them in a pandas DataFrame with `.heatmap()`.

    `columns`: the columns to pair (None: all but constants, identifiers and repetitions), without `exclude`. `sort`:
    "evidence" (detected dependences by the lower end of the interval, then the others by p), "estimate", "strength",
    "corrected", "p", "name" or "file". The columns `p_holm` and `p_bh` are p-values that control the family-wise error rate
    (Holm 1979) and the false discovery rate (Benjamini and Hochberg 1995); `adjust="holm"` or `adjust="bh"` decides by them.
    `executor`: see `test_many`.

    >>> p = mixmi.pairs(penguins, target="species")
    >>> len(p), list(p.columns[:6]), p.x[0] != "year"
    (7, ['x', 'y', 'given', 'estimate', 'lower', 'upper'], True)
    """
    from mixmi._frames import check_order, pairs_frame

    check_order(sort, adjust)
    table = table_of(data, discrete, numeric, options)
    targets, known, left = (table._labels.all(part) for part in (target, given, exclude))
    chosen = table._labels.all(columns) if columns is not None else table._suited()
    chosen = [place for place in chosen if place not in left and place not in known]
    if set(targets) & set(known):
        raise UsageError("a column is in both target and given")
    settled = Options("test", options, progress, "test")
    if executor is not None:
        found = _spread(executor, "test", table, pair_questions(chosen, targets, known), options, profile=True)
    else:
        arrays = [part for places in (chosen, targets, known) for part in (ffi.new("size_t[]", places), len(places))]
        found = _ask_many(lib.mixmi_pairs, settled, table, ffi.new("mixmi_pair_set *", arrays), profile=True)
    if not found:
        raise DataError("no pairs: at least two columns are needed")
    return pairs_frame(found, sort, adjust)


def adjust_p(p: Any, method: str = "bh") -> Array:
    """p-values adjusted to control the false discovery rate ("bh", Benjamini and Hochberg 1995) or the family-wise error rate
    ("holm", Holm 1979). NaN stays NaN and is not counted.

    >>> mixmi.adjust_p([0.01, 0.04, 0.03]), mixmi.adjust_p([0.01, 0.04, 0.03], "holm")
    (array([0.03, 0.04, 0.04]), array([0.03, 0.06, 0.06]))
    """
    if method not in ("bh", "holm"):
        raise UsageError(f"method is 'bh' or 'holm', not '{method}'")
    values = np.ascontiguousarray(p, float)
    out = np.empty_like(values)
    adjust = lib.mixmi_adjust_p if method == "bh" else lib.mixmi_adjust_p_holm
    check(adjust(ffi.from_buffer("double[]", out), ffi.from_buffer("double[]", values), values.size))
    return out


# ---------------------------------------------------------------------------------------------------- histograms


@document("histogram")
def histogram(data: Any, columns: Names = None, *, discrete: Names = None, numeric: Names = None,
              progress: Optional[bool] = None, **options: Any) -> Histogram:
    """Fits the joint histogram of columns (None: all) by minimum description length.

    >>> h = mixmi.histogram(penguins, ["island", "species"])
    >>> h.columns, h.bins_by_name(), h.entropy("species") == mixmi.entropy(penguins, "species")
    (['island', 'species'], {'island': 3, 'species': 3}, True)
    """
    table, places = _columns_of(data, columns, discrete, numeric, options)
    settled = Options("histogram", options, progress)
    out = ffi.new("mixmi_histogram **")
    chosen = ffi.new("size_t[]", places)
    settled.call(lib.mixmi_histogram_fit(out, table._handle, chosen, len(places), settled.handle))
    return Histogram._adopt(out[0], table)


def _columns_of(data: Any, columns: Names, discrete: Names, numeric: Names,
                options: Mapping[str, Any]) -> Tuple[Table, List[int]]:
    if columns is None:
        table = table_of(data, discrete, numeric, options)
        return table, list(range(len(table.names)))
    table, sets = prepare(data, [columns], discrete, numeric, options)
    return table, sets[0]


@document("entropy")
def entropy(data: Any, columns: Names = None, *, discretised: bool = False, discrete: Names = None,
            numeric: Names = None, progress: Optional[bool] = None, units: Optional[str] = None, **options: Any) -> float:
    """Estimates the joint entropy of columns (None: all) from their histogram; `discretised`: the entropy of the bins alone.

    >>> round(mixmi.entropy(penguins, ["species", "island"], units="bits"), 6)
    2.210807
    """
    fitted = histogram(data, columns, discrete=discrete, numeric=numeric, progress=progress, **options)
    return in_units(fitted.entropy(discretised=discretised), units or "nats")
