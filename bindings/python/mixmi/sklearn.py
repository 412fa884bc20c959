"""mixmi in scikit-learn: a score function with p-values, and selectors that know about redundancy.

    SelectKBest(mixmi.sklearn.mutual_info, k=10)      scikit-learn's, for numbers without gaps
    mixmi.sklearn.SelectKBest(k=10)    the same for data frames of any types, missing values included
    DependenceSelector(k=10)           forward selection by conditional mutual information
    MarkovBlanketSelector()            the columns given which all others are irrelevant
"""
from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_array, check_is_fitted

from mixmi._answers import DETECTED, Answer
from mixmi._ask import test_many
from mixmi._call import Array, UsageError
from mixmi._choice import blanket, select
from mixmi._table import Table

_MOST_CLASSES = 20  # an integer target with more distinct values is numeric, not a class
TARGET = "the target"


def _discrete_columns(features: Any, count: int) -> Optional[List[str]]:
    """sklearn's discrete_features as names of the table's columns; None: by their types."""
    if isinstance(features, str):
        if features != "auto":
            raise UsageError(f"discrete_features is 'auto', a bool, a mask or indices, not '{features}'")
        return None
    if isinstance(features, (bool, np.bool_)):
        return [f"f{i}" for i in range(count)] if features else None
    chosen = np.asarray(features)
    places = np.flatnonzero(chosen) if chosen.dtype == bool else chosen
    return [f"f{int(i) % count}" for i in places]


def _is_class(y: Array) -> bool:
    if y.dtype.kind not in "iuf":
        return True
    return type_of_target(y) in ("binary", "multiclass") and len(np.unique(y)) <= _MOST_CLASSES


def _table(X: Any, y: Any, discrete_features: Any) -> Table:
    """Features f0, f1, ... and the target, whose type is detected: classes are discrete."""
    count = X.shape[1]
    columns = {f"f{i}": X.iloc[:, i] if hasattr(X, "iloc") else X[:, i] for i in range(count)}
    y = np.asarray(y)
    discrete = _discrete_columns(discrete_features, count)
    columns[TARGET] = y
    return Table(columns, discrete=[*(discrete or []), *([TARGET] if _is_class(y) else [])])


def mutual_info(X: Any, y: Any, *, discrete_features: Any = "auto", **options: Any) -> Tuple[Array, Array]:
    """Scores and p-values of every feature against y, as SelectKBest and SelectFdr take them.

    X may be a data frame of any types. `discrete_features`: "auto" (by type), a bool for all, a mask or indices. Other
    keywords are options of mixmi.test(). A score is I(X;Y) in nats.
    """
    if not hasattr(X, "iloc"):
        X = check_array(X, dtype=None, force_all_finite="allow-nan")
    table = _table(X, y, discrete_features)
    found = test_many(table, [(f"f{i}", TARGET) for i in range(X.shape[1])], **{"progress": False, **options})
    scores, p = found.numbers("estimate"), found.numbers("p")
    return np.nan_to_num(scores), np.where(np.isnan(p), 1.0, p)


class _Selector(SelectorMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no type information
    """Common part of both selectors: checks, the table, the mask."""

    def _more_tags(self) -> Any:
        return {"requires_y": True, "allow_nan": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.input_tags.allow_nan = True
        return tags

    def _prepare(self, X: Any, y: Any) -> Table:
        frame = X if hasattr(X, "iloc") and hasattr(X, "columns") else None
        mixed = frame is not None and any(kind.kind not in "biuf" for kind in map(np.dtype, map(_kind, frame.dtypes)))
        if mixed:  # texts, categories and dates are supported: only sizes and names are checked
            self._check_feature_names(frame, reset=True)
            self._check_n_features(frame, reset=True)
            y = np.asarray(y)
            if len(y) != len(frame):
                raise ValueError(f"X has {len(frame)} rows and y has {len(y)}")
            return _table(frame, y, self.discrete_features)
        X, y = self._validate_data(X, y, dtype="numeric", force_all_finite="allow-nan", multi_output=False,
                                   ensure_min_samples=2)
        return _table(X, y, self.discrete_features)

    def _get_support_mask(self) -> Array:
        check_is_fitted(self)
        mask: Array = np.zeros(self.n_features_in_, bool)
        mask[self.selected_] = True
        return mask

    def transform(self, X: Any) -> Any:
        """X with the selected features only. A data frame stays a data frame if it holds more than numbers."""
        if hasattr(X, "iloc") and any(np.dtype(_kind(kind)).kind not in "biuf" for kind in X.dtypes):
            self._check_feature_names(X, reset=False)
            self._check_n_features(X, reset=False)
            return X.loc[:, self.get_support()]
        return super().transform(X)


def _kind(dtype: Any) -> Any:
    """A NumPy type that represents the type of a column, which may be a pandas type."""
    return dtype if isinstance(dtype, np.dtype) else getattr(dtype, "numpy_dtype", np.dtype(object))


class SelectKBest(_Selector):
    """The `k` features with the most information about y, as scikit-learn's class of this name selects them, which takes neither
    texts nor missing values.

    Attributes: `selected_` positions, the best first; `scores_`, I(X;Y) of every feature in nats; `pvalues_`.
    """

    def __init__(self, k: int = 10, *, discrete_features: Any = "auto", test: str = "residual", threads: Optional[int] = None) -> None:
        self.k = k
        self.discrete_features = discrete_features
        self.test = test
        self.threads = threads

    def fit(self, X: Any, y: Any) -> "SelectKBest":
        table = self._prepare(X, y)
        found = test_many(table, [(f"f{i}", TARGET) for i in range(self.n_features_in_)], test=self.test, threads=self.threads, progress=False)
        self.scores_ = np.nan_to_num(found.numbers("estimate"))
        self.pvalues_ = np.nan_to_num(found.numbers("p"), nan=1.0)
        self.selected_ = np.argsort(-self.scores_, kind="stable")[:int(self.k)]
        return self


class DependenceSelector(_Selector):
    """Forward selection: each step adds the feature with the most information about y given those selected before.

    Parameters: `k`, maximum number of features; `given`, positions or names of features to condition on, which are not
    selected; `redundancy`, "cmi", or "none" to rank each feature by itself; `discrete_features` as in mutual_info(); `test`,
    `alpha` and `threads` as in mixmi.test(). The selection ends when the test detects no further dependence.

    Attributes: `selected_`, positions in order of selection; `scores_`, their I(X;Y|selected) in nats; `pvalues_`.
    """

    def __init__(self, k: int = 10, *, given: Any = None, redundancy: str = "cmi", discrete_features: Any = "auto",
                 test: str = "residual", alpha: float = 0.01, threads: Optional[int] = None) -> None:
        self.k = k
        self.given = given
        self.redundancy = redundancy
        self.discrete_features = discrete_features
        self.test = test
        self.alpha = alpha
        self.threads = threads

    def fit(self, X: Any, y: Any) -> "DependenceSelector":
        if self.redundancy not in ("cmi", "none"):
            raise UsageError(f"redundancy is 'cmi' or 'none', not '{self.redundancy}'")
        table = self._prepare(X, y)
        known = self._known()
        if known or self.redundancy == "none":
            rows = self._choose(table, known)
        else:
            rows = self._library(table)
        self.selected_ = np.array([row[0] for row in rows], int)
        self.scores_ = np.array([row[1] for row in rows], float)
        self.pvalues_ = np.array([row[2] for row in rows], float)
        return self

    def _options(self) -> Any:
        return {"test": self.test, "alpha": self.alpha, "threads": self.threads, "progress": False}

    def _known(self) -> List[int]:
        given = [] if self.given is None else [self.given] if isinstance(self.given, (str, int)) else list(self.given)
        names = list(getattr(self, "feature_names_in_", []))
        return [names.index(name) if isinstance(name, str) else int(name) % self.n_features_in_ for name in given]

    def _library(self, table: Table) -> List[Tuple[int, float, float]]:
        names = [name for name in table.names if name != TARGET]
        found = select(table, TARGET, int(self.k), names, **self._options())
        return [(int(row["column"][1:]), row["estimate"], row["p"]) for row in found.rows if row["role"] == "chosen"]

    def _choose(self, table: Table, known: Sequence[int]) -> List[Tuple[int, float, float]]:
        """Selection given known features, or without regard to redundancy: step by step, with many questions each."""
        chosen: List[Tuple[int, float, float]] = []
        left = [i for i in range(self.n_features_in_) if i not in known]
        condition = [f"f{i}" for i in known]
        while left and len(chosen) < self.k:
            found = test_many(table, [(f"f{i}", TARGET, condition) for i in left], **self._options())
            rows = sorted(((float(a), -i, a.answer["p"]) for i, a in zip(left, found)
                           if isinstance(a, Answer) and a.verdict == DETECTED), reverse=True)
            if self.redundancy == "none":
                return [(-i, value, p) for value, i, p in rows[:self.k]]
            if not rows:
                return chosen
            value, place, p = rows[0]
            chosen.append((-place, value, p))
            condition.append(f"f{-place}")
            left.remove(-place)
        return chosen


class MarkovBlanketSelector(_Selector):
    """Selects the Markov blanket of y: given these features, all others carry no further information about it.

    Attributes: `selected_` positions, `roles_` "neighbour" or "spouse" of each.
    """

    def __init__(self, *, discrete_features: Any = "auto", test: str = "residual", alpha: float = 0.01,
                 max_cond: Optional[int] = None, threads: Optional[int] = None) -> None:
        self.discrete_features = discrete_features
        self.test = test
        self.alpha = alpha
        self.max_cond = max_cond
        self.threads = threads

    def fit(self, X: Any, y: Any) -> "MarkovBlanketSelector":
        table = self._prepare(X, y)
        names = [name for name in table.names if name != TARGET]
        found = blanket(table, TARGET, names, test=self.test, alpha=self.alpha, max_cond=self.max_cond,
                        threads=self.threads, progress=False)
        rows = found._members()
        self.selected_ = np.array([int(row["column"][1:]) for row in rows], int)
        self.roles_ = [row["role"] for row in rows]
        return self
