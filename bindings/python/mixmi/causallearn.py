"""mixmi as a test of causal-learn: importing this registers "mixmi".

    import mixmi.causallearn
    from causallearn.search.ConstraintBased.PC import pc
    pc(data, alpha, indep_test="mixmi")
    pc(data, alpha, indep_test="mixmi", table=mixmi.Table(frame))     # with types; its columns are those of data

Options of mixmi.test() may be given too. The data of causal-learn is a matrix of numbers. For texts, pass codes and name their
columns in `discrete=[positions]`, or pass `table`, which is then used instead of the matrix.
"""
from __future__ import annotations

import hashlib
from typing import Any, Iterable, Optional

import numpy as np
from causallearn.utils.cit import CIT_Base, register_ci_test

from mixmi._call import UsageError
from mixmi._p import statistic_and_p
from mixmi._table import Table


class Mixmi(CIT_Base):  # type: ignore[misc]  # causal-learn has no type information
    """Conditional independence by mixmi.test(): called with positions of columns, it gives a p-value."""

    def __init__(self, data: Any, *, table: Optional[Table] = None, discrete: Any = None, numeric: Any = None,
                 cache_path: Optional[str] = None, **options: Any) -> None:
        super().__init__(data, cache_path=cache_path)
        self.table = Table(data, discrete=discrete, numeric=numeric) if table is None else table
        if (self.table.rows, len(self.table.names)) != data.shape:
            raise UsageError(f"the table has {self.table.rows} rows and {len(self.table.names)} columns, "
                             f"the data has {data.shape[0]} and {data.shape[1]}")
        self.options = options
        self.check_cache_method_consistent("mixmi", self._hash())

    def _hash(self) -> str:
        """Hash of all values, types and options: causal-learn's own hash covers only the ends of large data."""
        made = hashlib.sha256(repr(sorted(self.options.items())).encode())
        for name, kind in self.table.types.items():
            made.update(f"{name}\0{kind}".encode())
            made.update(np.ascontiguousarray(self.table.values(name)).tobytes())
        return made.hexdigest()

    def __call__(self, X: Any, Y: Any, condition_set: Optional[Iterable[Any]] = None) -> float:
        x, y, given, key = self.get_formatted_XYZ_and_cachekey(X, Y, condition_set)
        if key not in self.pvalue_cache:
            self.pvalue_cache[key] = statistic_and_p(self.table, x, y, given, self.options)[1]
        return float(self.pvalue_cache[key])


register_ci_test("mixmi", Mixmi)
