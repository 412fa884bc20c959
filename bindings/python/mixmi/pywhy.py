"""mixmi as a test of dowhy, dodiscover and pywhy-stats.

    from mixmi.pywhy import independence_test, conditional_independence_test
    falsify_graph(graph, frame, independence_test=independence_test,
                  conditional_independence_test=conditional_independence_test)

    from mixmi.pywhy import CITest
    dodiscover.PC(ci_estimator=CITest())
"""
from __future__ import annotations

from typing import Any, Optional, Tuple

from mixmi._p import statistic_and_p


def independence_test(x: Any, y: Any, **options: Any) -> float:
    """The p-value of X and Y being independent; arrays of one or two dimensions.

    >>> independence_test([1, 2, 3, 4] * 20, ["a", "b"] * 40) < 0.01
    True
    """
    return statistic_and_p(None, x, y, None, options)[1]


def conditional_independence_test(x: Any, y: Any, z: Any = None, **options: Any) -> float:
    """The p-value of X and Y being independent given Z; arrays of one or two dimensions."""
    return statistic_and_p(None, x, y, z, options)[1]


class CITest:
    """A conditional independence test as dodiscover asks it: .test(frame, {x}, {y}, {z}) -> (statistic, p)."""

    def __init__(self, **options: Any) -> None:
        self.options = options

    def test(self, df: Any, x_vars: Any, y_vars: Any, z_covariates: Optional[Any] = None) -> Tuple[float, float]:
        # sets have no order of their own, and answers must not depend on it
        x, y, z = (sorted(part or (), key=str) for part in (x_vars, y_vars, z_covariates))
        return statistic_and_p(df, x, y, z, self.options)
