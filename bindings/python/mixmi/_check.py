"""Checks whether a graph fits the data: tests the independences that it implies, and its edges."""
from __future__ import annotations

import os
from typing import Any, Dict, List, Optional

from mixmi._answers import VERDICTS, in_units
from mixmi._call import UsageError, check as succeed, ffi, lib, text
from mixmi._graph import Graph, _type_by_marks
from mixmi._options import Options, document
from mixmi._table import Names, table_of


def graph_of(graph: Any) -> Graph:
    """A graph as it is, or from a path or a text of lines such as "A -> B"."""
    if isinstance(graph, Graph):
        return graph
    if isinstance(graph, os.PathLike):
        return Graph.read(graph)
    if isinstance(graph, str):
        return Graph.parse(graph)
    raise UsageError(f"a graph is a mixmi.Graph, a path or a text, not {type(graph).__name__}")


class Check:
    """The result of checking a graph against data.

    `p` is the p-value of the graph, and `info` has further numbers. `claims`, `missing` and `edges` are pandas DataFrames: the
    independencies that the graph implies, the edges to add, and the edges of the graph, those without support first.
    """

    __slots__ = ("info", "_rows")

    def __init__(self, info: Dict[str, Any], rows: Dict[str, List[Dict[str, Any]]]) -> None:
        self.info, self._rows = info, rows

    def __reduce__(self) -> Any:
        return Check, (self.info, self._rows)

    @property
    def p(self) -> float:
        """The p-value of the graph: small if the data reject it. Valid for any dependence between the tests."""
        return float(self.info["p"])

    @property
    def claims(self) -> Any:
        """The independencies that the graph implies, the smallest p first: `a` of all nodes in `b`, given `given`."""
        return self._frame("claims", ["a", "b", "given", "p", "p_holm", "p_bh", "rows", "verdict", "rejected"])

    @property
    def missing(self) -> Any:
        """Edges to add, the clearest first, with the conditional mutual information and its interval."""
        return self._frame("missing", ["from", "to", "type", "given", "estimate", "lower", "upper", "p", "p_holm", "p_bh", "rows"])

    @property
    def edges(self) -> Any:
        """The edges of the graph, the largest p first, each given the set that would separate its ends without it."""
        return self._frame("edges", ["from", "to", "type", "given", "p", "p_holm", "p_bh", "rows", "supported"])

    def _frame(self, name: str, columns: List[str]) -> Any:
        from mixmi._frames import frame

        return frame(self._rows[name], columns)

    def __repr__(self) -> str:
        facts = self.info
        return (f"mixmi.Check({facts['kind']} of {facts['nodes']} nodes: p = {self.p:.3g}; {facts['rejected']} of {facts['claims']} "
                f"independencies rejected, {facts['unsupported']} of {facts['edges']} edges without support)")

    def _repr_html_(self) -> str:
        from mixmi import _html

        facts = self.info
        rows = [("p", f"{self.p:.3g}"), ("independencies", f"{facts['rejected']} of {facts['claims']} rejected"),
                ("edges", f"{facts['unsupported']} of {facts['edges']} without support")]
        return _html.card(f"Check of a {facts['kind']} of {facts['nodes']} nodes", rows)


def _named(graph: Graph, nodes: Any, count: int) -> List[str]:
    return [graph.nodes[node] for node in ffi.unpack(nodes, count)] if count else []


def _row(claim: Any, name: str, graph: Graph, units: str) -> Dict[str, Any]:
    b = _named(graph, claim.b, claim.b_count)
    row: Dict[str, Any] = {"given": _named(graph, claim.given, claim.given_count), "p": claim.p, "p_holm": claim.p_holm,
                           "p_bh": claim.p_bh, "rows": claim.rows}
    if name == "claims":
        return {"a": graph.nodes[claim.a], "b": b, **row, "verdict": VERDICTS[claim.verdict], "rejected": bool(claim.rejected)}
    ends = {"from": graph.nodes[claim.a], "to": b[0], "type": _type_by_marks(claim.mark_a, claim.mark_b)}
    if name == "missing":
        return {**ends, **row, "estimate": in_units(claim.estimate, units), "lower": in_units(claim.lower, units),
                "upper": in_units(claim.upper, units)}
    return {**ends, **row, "supported": None if claim.verdict == lib.MIXMI_UNDECIDED else bool(claim.rejected)}


def _read(pointer: Any, graph: Graph, units: str) -> Check:
    handle = ffi.gc(pointer, lib.mixmi_check_free)
    info, claim = ffi.new("mixmi_check_info *"), ffi.new("mixmi_claim *")
    lib.mixmi_check_describe(info, ffi.sizeof("mixmi_check_info"), handle)
    rows: Dict[str, List[Dict[str, Any]]] = {}
    for name, place in (("claims", lib.MIXMI_CLAIMS), ("missing", lib.MIXMI_MISSING), ("edges", lib.MIXMI_EDGES)):
        rows[name] = []
        for i in range(getattr(info, name)):
            succeed(lib.mixmi_check_at(claim, ffi.sizeof("mixmi_claim"), handle, place, i))
            rows[name].append(_row(claim, name, graph, units))
    names = [name for name, _ in ffi.typeof("mixmi_check_info").fields]
    facts = {**{name: getattr(info, name) for name in names}, "kind": text(info.kind), "test": text(info.test)}
    return Check(facts, rows)


@document("test")
def check(data: Any, graph: Any, *, all_pairs: bool = False, permuted: int = 20, discrete: Names = None, numeric: Names = None,
          progress: Optional[bool] = None, **options: Any) -> Check:
    """Checks whether a graph (a `mixmi.Graph`, a path, or a text such as "a -> b") fits the data.

    Each node of a DAG or CPDAG is tested against all its non-descendants given its parents. With `all_pairs`, and for a MAG or
    PAG, every pair of nodes without an edge is tested given a smallest separating set. For comparison, `permuted` graphs with
    permuted node names are tested: `info["quantile"]` is the share of them that violate no more independencies.

    >>> found = mixmi.check(penguins, "species -> bill_length_mm\\nspecies -> bill_depth_mm", permuted=0)
    >>> found.p < 0.01, found.missing[["from", "to"]].values.tolist()
    (True, [['bill_depth_mm', 'bill_length_mm']])
    """
    if permuted < 0:
        raise UsageError(f"permuted is a number of graphs, 0 or more, not {permuted}")
    table, known = table_of(data, discrete, numeric, options), graph_of(graph)
    settled, out = Options("test", options, progress, "test"), ffi.new("mixmi_check **")
    status = lib.mixmi_graph_check(out, table._handle, known._handle, all_pairs, permuted, settled.handle)
    found = _read(out[0], known, settled.get("units")) if out[0] != ffi.NULL else None
    settled.call(status)
    assert found is not None
    return found
