"""mixmi as a test of tigramite, for time series of mixed data.

    from mixmi.tigramite import MixmiTest
    PCMCI(dataframe=dataframe, cond_ind_test=MixmiTest())

The measure is I(X;Y|Z) in nats, and its p-value is that of mixmi.test(), whose options are keywords (`test_options`). A column
whose `data_type` is 1 in all samples is discrete. If it is 1 only in some samples, the column is numeric, and its frequent values
are point masses.
"""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np
from tigramite.independence_tests.independence_tests_base import CondIndTest

from mixmi._call import Array, UsageError
from mixmi._p import statistic_and_p


class MixmiTest(CondIndTest):  # type: ignore[misc]  # tigramite has no type information
    """Conditional independence by mixmi.test(), both as analytic and as shuffle significance."""

    @property
    def measure(self) -> str:
        return "mixmi"

    def __init__(self, test_options: Optional[Dict[str, Any]] = None, **kwargs: Any) -> None:
        self.test_options = dict(test_options or {})
        self.two_sided = False
        self.residual_based = False
        self.recycle_residuals = False
        self._latest: Tuple[Any, float] = (None, float("nan"))
        super().__init__(**kwargs)

    def _ask(self, array: Array, xyz: Array, data_type: Optional[Array]) -> Tuple[float, float]:
        columns: Dict[str, Any] = {}
        sets: Tuple[List[str], List[str], List[str]] = ([], [], [])
        discrete = []
        for i, (values, role) in enumerate(zip(np.asarray(array), np.asarray(xyz))):
            name = f"{'xyz'[min(role, 2)]}{i}"
            columns[name] = values
            sets[min(role, 2)].append(name)
            if data_type is not None and np.all(np.asarray(data_type)[i] == 1):
                discrete.append(name)
        return statistic_and_p(columns, *sets, {**self.test_options, "discrete": discrete or None})

    def get_dependence_measure(self, array: Array, xyz: Array, data_type: Optional[Array] = None) -> float:
        value, p = self._ask(array, xyz, data_type)
        self._latest = ((value, np.shape(array)[1], np.shape(array)[0]), p)
        return value

    def get_analytic_significance(self, value: float, T: int, dim: int, xyz: Optional[Array] = None) -> float:
        """The p-value computed with the measure, which tigramite always requests first."""
        known, p = self._latest
        if known != (value, T, dim):
            raise UsageError("the significance is that of the latest measure: ask get_dependence_measure() first")
        return p

    def get_shuffle_significance(self, array: Array, xyz: Array, value: float, data_type: Optional[Array] = None,
                                 return_null_dist: bool = False) -> Any:
        if return_null_dist:
            raise UsageError("mixmi's tests have no null distribution to return")
        return self._ask(array, xyz, data_type)[1]
