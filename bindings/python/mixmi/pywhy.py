"""mixmi as a test of dowhy, dodiscover and pywhy-stats.

    from mixmi.pywhy import independence_test, conditional_independence_test
    falsify_graph(graph, frame, independence_test=independence_test,
                  conditional_independence_test=conditional_independence_test)

    from mixmi.pywhy import CITest
    dodiscover.PC(ci_estimator=CITest())
    CITest(test="rcot").condind(X, Y, Z).pvalue        as a method of pywhy-stats
"""
from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Tuple

from mixmi._options import check_keywords
from mixmi._p import statistic_and_p


def independence_test(x: Any, y: Any, **options: Any) -> float:
    """The p-value of the test that X and Y are independent; arrays of one or two dimensions.

    >>> independence_test([1, 2, 3, 4] * 20, ["a", "b"] * 40) < 0.01
    True
    """
    return statistic_and_p(None, x, y, None, options)[1]


def conditional_independence_test(x: Any, y: Any, z: Any = None, **options: Any) -> float:
    """The p-value of the test that X and Y are independent given Z; arrays of one or two dimensions."""
    return statistic_and_p(None, x, y, z, options)[1]


class PValueResult(NamedTuple):
    """Replaces the result class of pywhy-stats, with the same names, if that package is not installed."""

    pvalue: float
    statistic: float
    additional_information: Optional[Any] = None


def _result(statistic: float, p: float) -> Any:
    try:
        from pywhy_stats import PValueResult as kind
    except ImportError:
        kind = PValueResult
    return kind(pvalue=p, statistic=statistic, additional_information=None)


class CITest:
    """A test of (conditional) independence with its options, in the manner of scikit-learn: the options are its parameters,
    `get_params`, `set_params` and `sklearn.base.clone` work.

    dodiscover calls .test(frame, {x}, {y}, {z}) -> (statistic, p); pywhy-stats calls .ind(X, Y) and .condind(X, Y, Z) with arrays,
    which return an object with `pvalue` and `statistic`. If the test is undecided, the p-value is 0, never NaN.

    >>> test = CITest(alpha=0.05).set_params(test="rcot")
    >>> test
    CITest(alpha=0.05, test='rcot')
    >>> test.ind([1.0, 2.0, 3.0, 4.0] * 20, [1.1, 2.1, 3.1, 4.1] * 20).pvalue < 0.01
    True
    """

    def __init__(self, **options: Any) -> None:
        check_keywords("test", options)
        self.options: Dict[str, Any] = options

    def get_params(self, deep: bool = True) -> Dict[str, Any]:
        return dict(self.options)

    def set_params(self, **options: Any) -> "CITest":
        check_keywords("test", options)
        self.options.update(options)
        return self

    def __repr__(self) -> str:
        return f"CITest({', '.join(f'{name}={value!r}' for name, value in self.options.items())})"

    def ind(self, X: Any, Y: Any) -> Any:
        """Are X and Y independent?"""
        return _result(*statistic_and_p(None, X, Y, None, self.options))

    def condind(self, X: Any, Y: Any, condition_on: Any) -> Any:
        """Are X and Y independent given `condition_on`?"""
        return _result(*statistic_and_p(None, X, Y, condition_on, self.options))

    def test(self, df: Any, x_vars: Any, y_vars: Any, z_covariates: Optional[Any] = None) -> Tuple[float, float]:
        # sets are unordered, and answers must not depend on their order
        x, y, z = (sorted(part or (), key=str) for part in (x_vars, y_vars, z_covariates))
        return statistic_and_p(df, x, y, z, self.options)
