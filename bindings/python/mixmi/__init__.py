"""mixmi: dependence in mixed data.

How much does X tell about Y once Z is known, is that more than chance, what does it look like, and which causal graph fits
all of it? For tables whose columns are discrete, continuous, or both at once.

    mixmi.cmi(df, "bill_length_mm", "bill_depth_mm", given="species")     estimate
    mixmi.explain(df, "bill_length_mm", "bill_depth_mm")                  its shape, its sign, where it comes from
    mixmi.test(df, x, y, given=[...])                                     test of independence
    mixmi.pairs(df, target="species")                                     every column against one, ranked
    mixmi.graph(df)                                                       causal graph
    mixmi.check(df, graph)                                                does a graph fit?
    mixmi.effect(df, x, y, graph=graph)                                   what setting x would do to y
    mixmi.report(df, "report.html", target="species")                     all of it on one page for a browser
    mixmi.histogram(df, ["a", "b"]).plot()                                the adaptive histogram itself
    mixmi.Table(df), mixmi.read("file.csv")                               data prepared once, asked often

It is the C library mixmi, to the last bit; nothing is computed a second way here.
"""
from __future__ import annotations

from mixmi._adjust import Adjustment
from mixmi._answers import Estimate, Failed, Question, TestResult
from mixmi._ask import Answers, adjust_p, cmi, cmi_many, entropy, explain, histogram, pairs, test, test_many, transfer
from mixmi._call import Cancelled, DataError, DataWarning, Error, FileError, LimitError, UsageError, lib, text
from mixmi._check import Check, check
from mixmi._choice import Choice, blanket, select
from mixmi._effect import Effect, effect
from mixmi._explain import ExplainedCell, ExplainedGroup, Explanation
from mixmi._graph import Graph, graph
from mixmi._histogram import Bin, Cells, Histogram
from mixmi._report import report
from mixmi._table import Table, describe, read

__version__ = text(lib.mixmi_version())

__all__ = [
    "Adjustment", "Answers", "Bin", "Cancelled", "Cells", "Check", "Choice", "DataError", "DataWarning", "Effect", "Error", "Estimate", "ExplainedCell",
    "ExplainedGroup", "Explanation", "Failed", "FileError", "Graph", "Histogram",
    "LimitError", "Question", "Table", "TestResult", "UsageError", "adjust_p", "blanket", "check", "cmi", "cmi_many", "describe", "effect", "entropy", "explain", "graph",
    "histogram", "pairs", "read", "report", "select", "test", "test_many", "transfer",
]

_ADAPTERS = ("causallearn", "pgmpy", "pywhy", "sklearn", "tigramite")


def __getattr__(name: str) -> object:
    """Adapters to other packages are imported when they are first used."""
    if name in _ADAPTERS:
        import importlib

        return importlib.import_module(f"mixmi.{name}")
    raise AttributeError(f"module 'mixmi' has no attribute '{name}'")
