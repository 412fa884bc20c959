"""A p-value for the searches of other packages, which need a number in any case."""
from __future__ import annotations

from typing import Any, Mapping, Tuple

from mixmi._answers import NOT_DETECTED
from mixmi._ask import test
from mixmi._call import DataError


def statistic_and_p(data: Any, x: Any, y: Any, given: Any, options: Mapping[str, Any]) -> Tuple[float, float]:
    """The estimate in nats and a p-value that is never NaN.

    A test without p-values gives 0 if a dependence was detected, else 1. Where it is undecided, or the data are too few for
    the question, p is 0: a search then keeps the edge, as mixmi.graph() does.
    """
    try:
        found = test(data, x, y, given, **{"progress": False, **options})
    except DataError:
        return 0.0, 0.0
    p = float(found.verdict == NOT_DETECTED) if found.p is None else found.p
    value = float(found)
    return (0.0 if value != value else value), p
