"""mixmi as a test of pgmpy: a callable that says whether two columns are independent.

    from mixmi.pgmpy import ci_test
    PC(frame).estimate(ci_test=ci_test)

`CITest(test="rcot")` is the same with options of mixmi.test(). Data is prepared once and cached. Tests are thread-safe.
"""
from __future__ import annotations

import threading
import weakref
from typing import Any, Iterable, Tuple

from mixmi._call import UsageError
from mixmi._p import statistic_and_p
from mixmi._table import Table


class CITest:
    """A test with its options, and with `data` if it is only for these data."""

    def __init__(self, data: Any = None, **options: Any) -> None:
        self.options = options
        self._table = None if data is None else Table(data)
        self._tables: Any = {}
        self._lock = threading.Lock()

    def __getstate__(self) -> Any:
        return {"options": self.options, "table": self._table}

    def __setstate__(self, state: Any) -> None:
        self.__init__(**state["options"])  # type: ignore[misc]
        self._table = state["table"]

    def _prepared(self, data: Any) -> Table:
        if data is None:
            if self._table is None:
                raise UsageError("no data: give it here or when the test is made")
            return self._table
        if isinstance(data, Table):
            return data
        key = id(data)
        with self._lock:
            known = self._tables.get(key)
            if known is None or known[0]() is not data:
                forget = self._tables.pop
                known = weakref.ref(data, lambda _: forget(key, None)), Table(data)
                self._tables[key] = known
            found: Table = known[1]
            return found

    def __call__(self, u: Any, v: Any, sepset: Iterable[Any] = (), data: Any = None, boolean: bool = True,
                 significance_level: float = 0.01, **others: Any) -> Any:
        """True if u and v are independent given `sepset` at the level; with boolean=False (statistic, p)."""
        found = self.statistic_and_p(u, v, sepset, data, significance_level)
        return found[1] > significance_level if boolean else found

    def statistic_and_p(self, u: Any, v: Any, sepset: Iterable[Any], data: Any, level: float) -> Tuple[float, float]:
        return statistic_and_p(self._prepared(data), [u], [v], list(sepset), {"alpha": level, **self.options})


ci_test = CITest()
