"""mixmi: dependence in mixed data.

Estimates conditional mutual information, tests conditional independence, describes the shape of a dependence and learns causal
graphs, in tables whose columns are discrete, continuous, or both at once.

    mixmi.cmi(df, "bill_length_mm", "bill_depth_mm", given="species")     p, estimate, interval
        mixmi.explain(df, "bill_length_mm", "bill_depth_mm")                  shape, sign, cells that contribute most
    mixmi.test(df, x, y, given=[...])                                     test of independence
        mixmi.pairs(df, target="species")                                     all columns ranked for a target
    mixmi.graph(df)                                                       causal graph
        mixmi.check(df, graph)                                                does a graph fit the data?
    mixmi.effect(df, x, y, graph=graph)                                   effect of x on y
    mixmi.report(df, "report.html", target="species")                     HTML report
    mixmi.histogram(df, ["a", "b"]).plot()                                adaptive histogram
    mixmi.Table(df), mixmi.read("file.csv")                               data prepared once for many questions
    mixmi.sketch(part, key="id"), mixmi.merge(a, b)                       tables beyond memory: states that answer questions

All results are computed by the C library and are the same as those of the command.
"""
from __future__ import annotations

from mixmi._adjust import Adjustment
from mixmi._answers import Answer, Failed, Question
from mixmi._ask import Answers, adjust_p, cmi, cmi_many, entropy, explain, histogram, pairs, test, test_many, transfer
from mixmi._call import Cancelled, DataError, DataWarning, Error, FileError, LimitError, UsageError
from mixmi._call import lib as _lib
from mixmi._call import text as _text
from mixmi._check import Check, check
from mixmi._choice import Choice, blanket, select
from mixmi._effect import Effect, effect
from mixmi._explain import ExplainedCell, ExplainedGroup, Explanation
from mixmi._graph import Graph, graph
from mixmi._histogram import Bin, Cells, Histogram
from mixmi._many import merge, sketch
from mixmi._report import report
from mixmi._table import Table, describe, read

__version__ = _text(_lib.mixmi_version())
del annotations  # of __future__, which would be a name of the package

__all__ = [
    "Adjustment", "Answer", "Answers", "Bin", "Cancelled", "Cells", "Check", "Choice", "DataError", "DataWarning", "Effect", "Error", "ExplainedCell",
    "ExplainedGroup", "Explanation", "Failed", "FileError", "Graph", "Histogram",
    "LimitError", "Question", "Table", "UsageError", "adjust_p", "blanket", "check", "cmi", "cmi_many", "describe", "effect", "entropy", "explain", "graph",
    "histogram", "merge", "pairs", "read", "report", "select", "sketch", "test", "test_many", "transfer",
]

_RENAMED = {"Estimate": "Answer", "TestResult": "Answer"}  # names of 0.2, until 0.4
_ADAPTERS = ("causallearn", "dask", "pgmpy", "pywhy", "sklearn", "tigramite")


def __getattr__(name: str) -> object:
    """Adapters to other packages are imported when they are first used."""
    if name in _RENAMED:
        from mixmi._call import deprecated

        deprecated(f"mixmi.{name}", f"mixmi.{_RENAMED[name]}")
        return globals()[_RENAMED[name]]
    if name in _ADAPTERS:
        import importlib

        return importlib.import_module(f"mixmi.{name}")
    raise AttributeError(f"module 'mixmi' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*__all__, *_ADAPTERS, "__version__", "__doc__"])
