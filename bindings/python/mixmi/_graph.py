"""Causal graphs: learnt from data with background knowledge, read from files, converted for other tools."""
from __future__ import annotations

import base64
import math
import os
import re
import tempfile
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence

import numpy as np

from mixmi._call import Array, UsageError, check, ffi, lib, owned_text, run_by, text, workers_of
from mixmi._html import lines
from mixmi._options import Options, document
from mixmi._table import Names, Table, table_of

_MARKS = {lib.MIXMI_MARK_NONE: "", lib.MIXMI_MARK_TAIL: "-", lib.MIXMI_MARK_ARROW: ">", lib.MIXMI_MARK_CIRCLE: "o"}

_SWITCHES = ("required", "forbidden", "few_rows", "doubtful", "undecided", "same", "of_sum")
_ARROWS = ("", "possible", "clear", "knowledge")
_WORDS = {"kind": _ARROWS, "kind_from": _ARROWS, "verdict": (None, "not_detected", "detected", "undecided"),
          "size_kind": (None, "shares", "means", "slope"),
          "shape": ("none", "increasing", "decreasing", "peak", "valley", "threshold", "point mass", "groups", "other")}


def _facts_of(struct: str, without: str) -> List[str]:
    """The fields of a struct that are facts about a pair of nodes, in the order of the header."""
    names = [name for name, _ in ffi.typeof(struct).fields if not name.startswith("reserved")]
    return [name for name in names if name not in without.split()]


_EDGE_FACTS = _facts_of("mixmi_edge", "from to mark_from mark_to directed given_count")
_SEPARATION_FACTS = _facts_of("mixmi_separation", "a b given_count")


def _type_of(edge: Any) -> str:
    """The symbol of an edge: -->, ---, o->, <->, o-o, or === between columns that carry the same information."""
    if edge.same:
        return "==="
    return _type_by_marks(edge.mark_from, edge.mark_to)


def shown_type(edge: Dict[str, Any], pag: bool) -> str:
    """The type of an edge as texts and pictures show it: -?> for a possible arrow; in a PAG possible arrowheads, and the tails opposite to
    them, are circles."""
    first, second = edge["kind_from"] == "possible", edge["kind"] == "possible"
    if not pag or not (first or second):
        return "-?>" if second else str(edge["type"])
    left, right = edge["type"][0], edge["type"][-1]
    return f"{'o' if first or (second and left == '-') else left}-{'o' if second or (first and right == '-') else right}"


def _type_by_marks(mark_from: int, mark_to: int) -> str:
    left = {">": "<"}.get(_MARKS[mark_from], _MARKS[mark_from])
    return f"{left}-{_MARKS[mark_to]}"


class Graph:
    """A graph over columns. A learnt graph has the test that decided each edge and each missing edge.

    >>> g = mixmi.Graph.parse("a -> b\\nb -- c")
    >>> g.nodes, len(g)
    (['a', 'b', 'c'], 2)
    >>> g.to_pcalg().tolist()
    [[0, 0, 0], [1, 0, 1], [0, 1, 0]]
    """

    __slots__ = ("_handle", "nodes", "__weakref__")

    _handle: Any
    nodes: List[str]

    def __init__(self) -> None:
        raise TypeError("graphs are learnt by mixmi.graph() or read by mixmi.Graph.read()")

    @classmethod
    def _adopt(cls, pointer: Any) -> "Graph":
        self: Graph = object.__new__(cls)
        self._handle = ffi.gc(pointer, lib.mixmi_graph_free)
        self.nodes = [text(lib.mixmi_graph_node(pointer, i, ffi.NULL)) or "" for i in range(self._info().nodes)]
        return self

    @classmethod
    def parse(cls, content: str) -> "Graph":
        """A graph from a text in any format of `write` except "text", or lines such as "A -> B" and "A -- B"."""
        out, data = ffi.new("mixmi_graph **"), content.encode()
        check(lib.mixmi_graph_parse(out, data, len(data)))
        return cls._adopt(out[0])

    @classmethod
    def read(cls, path: Any) -> "Graph":
        """A graph from a file in such a format."""
        out = ffi.new("mixmi_graph **")
        check(lib.mixmi_graph_read(out, os.fsencode(path)))
        return cls._adopt(out[0])

    def __reduce__(self) -> Any:
        return Graph.parse, (self.write("json"),)

    def __copy__(self) -> "Graph":
        return self

    def __deepcopy__(self, memo: Any) -> "Graph":
        return self  # graphs are immutable here

    # --------------------------------------------------------------------------------------------- what is in it

    def _info(self) -> Any:
        out = ffi.new("mixmi_graph_info *")
        lib.mixmi_graph_describe(out, ffi.sizeof("mixmi_graph_info"), self._handle)
        return out

    @property
    def info(self) -> Dict[str, Any]:
        """How the graph was learnt: test, alpha, number of tests, levels, whether the search was completed."""
        info = self._info()
        names = [name for name, _ in ffi.typeof("mixmi_graph_info").fields if not name.startswith("reserved")]
        return {**{name: getattr(info, name) for name in names}, "test": text(info.test),
                "kind": text(info.kind), "search": text(info.search), "stage": text(info.stage),
                "complete": bool(info.complete)}

    @property
    def types(self) -> Dict[str, str]:
        """'numeric' or 'discrete', by node."""
        kind, found = ffi.new("mixmi_type *"), {}
        for i, name in enumerate(self.nodes):
            lib.mixmi_graph_node(self._handle, i, kind)
            found[name] = "numeric" if kind[0] == lib.MIXMI_NUMERIC else "discrete"
        return found

    def __len__(self) -> int:
        return int(self._info().edges)

    def _rows(self, struct: str, count: int, fill: Any) -> Any:
        """The array itself, because its elements are views that do not keep it alive."""
        out = ffi.new(f"{struct}[]", count)
        check(fill(out, ffi.sizeof(struct), self._handle))
        return out

    def edge_list(self) -> List[Dict[str, Any]]:
        """The edges as dictionaries, with the weakest test that kept each."""
        found = []
        for e in self._rows("mixmi_edge", len(self), lib.mixmi_graph_edges):
            row = {"from": self.nodes[getattr(e, "from")], "to": self.nodes[e.to], "type": _type_of(e)}
            found.append({**row, **self._facts(e, _EDGE_FACTS)})
        return found

    def _facts(self, row: Any, names: Sequence[str]) -> Dict[str, Any]:
        """Other fields of an edge or a separation: columns by name, flags as booleans."""
        facts: Dict[str, Any] = {}
        for name in names:
            value = self._named(row.given, row.given_count) if name == "given" else getattr(row, name)
            if name in ("shape_along", "size_of"):
                value = self.nodes[value]
            facts[name] = _WORDS[name][value] if name in _WORDS else bool(value) if name in _SWITCHES else value
        return facts

    def _named(self, places: Any, count: int) -> List[str]:
        return [self.nodes[place] for place in ffi.unpack(places, count)] if count else []

    @property
    def edges(self) -> Any:
        """A pandas DataFrame with one row per edge: from, to, type, kind, certainty, estimate, share, p, given, rows, frequencies.

        `kind` says what an arrow rests on: 'knowledge', 'clear' (A and another cause of B are independent, and clearly
        dependent given B) or 'possible'; it never changes the type. `certainty` is the share of arrows of that kind that were
        right on real tables with known answers. `probability_from` and `probability_to` are the probabilities that the end
        marks are right if there are no unmeasured causes, `mark_probability` is the smaller one."""
        from mixmi._frames import frame

        return frame(self.edge_list(), ["from", "to", "type", *_EDGE_FACTS])

    @property
    def undecided(self) -> List[Any]:
        """Pairs of columns that no test could decide: they are neither edges nor separated."""
        found, pair = [], ffi.new("mixmi_edge *")
        for i in range(self._info().undecided):
            check(lib.mixmi_graph_undecided(pair, ffi.sizeof("mixmi_edge"), self._handle, i))
            found.append((self.nodes[getattr(pair, "from")], self.nodes[pair.to]))
        return found

    @property
    def suggested_roots(self) -> Dict[str, str]:
        """Columns that probably nothing else here can cause, by their 'name', 'dates' or 'years'; `graph(..., roots=[...])`
        directs their edges. They are never applied unasked."""
        found, node, why = {}, ffi.new("size_t *"), ffi.new("char **")
        for i in range(self._info().suggested_roots):
            check(lib.mixmi_graph_suggested_root(node, why, self._handle, i))
            found[self.nodes[node[0]]] = text(why[0]) or ""
        return found

    @property
    def separations(self) -> Any:
        """A pandas DataFrame with one row per pair without an edge: the set that separated it, and its test."""
        from mixmi._frames import AnswersFrame

        rows = [{"a": self.nodes[s.a], "b": self.nodes[s.b], **self._facts(s, _SEPARATION_FACTS)}
                for s in self._rows("mixmi_separation", self._info().separated, lib.mixmi_graph_separations)]
        return AnswersFrame(rows, columns=["a", "b", *_SEPARATION_FACTS])

    @property
    def conflicts(self) -> List[str]:
        """Contradictions between directions, one sentence each."""
        return [text(lib.mixmi_graph_conflict(self._handle, i)) or "" for i in range(self._info().conflicts)]

    @property
    def determined(self) -> List[Any]:
        """Columns whose values are a function of those of another, as pairs (column, by)."""
        found, node, by = [], ffi.new("size_t *"), ffi.new("size_t *")
        for i in range(self._info().determined):
            check(lib.mixmi_graph_determined(node, by, self._handle, i))
            found.append((self.nodes[node[0]], self.nodes[by[0]]))
        return found

    @property
    def totals(self) -> List[Dict[str, Any]]:
        """Columns that are nearly exact sums of others in their own units, or products (sums of the logarithms of all):
        {"total", "parts", "coefficients", "constant", "logarithms"}. A total is left
        out of the search and joined to its parts by possible arrows."""
        found, total = [], ffi.new("mixmi_total *")
        for i in range(self._info().totals):
            check(lib.mixmi_graph_total(total, ffi.sizeof("mixmi_total"), self._handle, i))
            found.append({"total": self.nodes[total.total], "parts": self._named(total.parts, total.count),
                          "coefficients": ffi.unpack(total.coefficients, total.count), "constant": total.constant, "logarithms": bool(total.logarithms)})
        return found

    def compare(self, truth: "Graph") -> Dict[str, float]:
        """Compares with a true graph over the same nodes: precision, recall, structural Hamming distance, and structural
        intervention distance (`sid_lower` and `sid_upper`: equal for a DAG, the range over its DAGs for a CPDAG, NaN for
        other graphs or if the true graph is not a DAG).

        >>> found = mixmi.Graph.parse("a -- b").compare(mixmi.Graph.parse("a -> b"))
        >>> found["hamming"], found["sid_lower"], found["sid_upper"]
        (1, 0, 2)
        """
        out, lower, upper = ffi.new("mixmi_comparison *"), ffi.new("size_t *"), ffi.new("size_t *")
        check(lib.mixmi_graph_compare(out, ffi.sizeof("mixmi_comparison"), self._handle, truth._handle))
        found = {name: getattr(out, name) for name, _ in ffi.typeof("mixmi_comparison").fields}
        status = lib.mixmi_graph_sid(lower, upper, self._handle, truth._handle)
        known = status not in (lib.MIXMI_ERROR_DATA, lib.MIXMI_ERROR_LIMIT)
        if known:
            check(status)
        return {**found, "sid_lower": lower[0] if known else math.nan, "sid_upper": upper[0] if known else math.nan}

    def adjust(self, x: str, y: str, *, unmeasured: Any = (), latent: bool = False, most: int = 20) -> Any:
        """Finds the sets of nodes to adjust for when estimating the effect of `x` on `y`: a `mixmi.Adjustment`.

        Uses the generalised adjustment criterion for DAGs, CPDAGs, MAGs and PAGs. Nodes in `unmeasured` are in no set. With
        `latent`, a graph of arrows alone is a MAG, in which there may be unmeasured common causes. At most `most` minimal
        sets are listed.

        >>> mixmi.Graph.parse("z -> x\\nz -> y\\nx -> y").adjust("x", "y").minimal
        [['z']]
        """
        from mixmi._adjust import adjust

        return adjust(self, x, y, unmeasured, latent, most)

    def cpdag(self) -> "Graph":
        """The CPDAG of a directed acyclic graph."""
        out = ffi.new("mixmi_graph **")
        check(lib.mixmi_graph_cpdag(out, self._handle))
        return Graph._adopt(out[0])

    # ---------------------------------------------------------------------------------------------- other tools

    def summary(self) -> "Graph":
        """The summary of the graph of a time series: one node per column, and one edge for all lags."""
        out = ffi.new("mixmi_graph **")
        check(lib.mixmi_graph_summary(out, self._handle))
        return Graph._adopt(out[0])

    def write(self, format: str = "json") -> str:
        """The graph as a text: "text", "json", "dot", "graphml", "csv" or "lines" (a -> b)."""
        out = ffi.new("char **")
        check(lib.mixmi_graph_write(out, self._handle, format.encode()))
        return owned_text(out[0])

    def _matrix(self, code: Any) -> Array:
        place = {name: i for i, name in enumerate(self.nodes)}
        matrix = np.zeros((len(place), len(place)), int)
        for edge in self.edge_list():
            a, b = place[edge["from"]], place[edge["to"]]
            at_a, at_b = edge["type"][0].replace("<", ">"), edge["type"][-1]
            matrix[a, b], matrix[b, a] = code(at_a, at_b), code(at_b, at_a)
        return matrix

    def to_pcalg(self) -> Array:
        """The adjacency matrix as pcalg codes it: [i, j] = 1 is an arrow from j to i, both an undirected edge; of a PAG
        [i, j] is the mark at j, 1 a circle, 2 an arrowhead, 3 a tail."""
        if any("o" in edge["type"] or edge["type"] == "<->" for edge in self.edge_list()):
            return self._matrix(lambda here, there: {"o": 1, ">": 2, "-": 3}[there])
        return self._matrix(lambda here, there: int(here == ">" or there != ">"))

    def to_causallearn(self) -> Array:
        """The adjacency matrix as causal-learn codes it: [j, i] = 1 and [i, j] = -1 for i -> j, 2 a circle."""
        return self._matrix(lambda here, there: {">": 1, "-": -1, "o": 2}[here])

    def to_tigramite(self) -> dict[str, Any]:
        """The graph of a time series in the arrays of tigramite: `graph[i, j, lag]` is "-->" if column i affects column j
        after `lag` steps, at lag 0 also "<--", "o-o" without a direction and "" without an edge; `val_matrix` has the
        estimates in nats and `p_matrix` the p-values, NaN where there is no edge."""
        def split(name: str) -> tuple[str, int]:
            bare, at, lag = name.rpartition("@")
            return (bare, int(lag)) if at and bare in present and lag.isdigit() else (name, 0)

        lags = int(self.info["lags"])
        present = [name for name in self.nodes if not (lags and re.fullmatch(".*@[0-9]+", name) and name.rpartition("@")[0] in self.nodes)]
        place, shape = {name: i for i, name in enumerate(present)}, (len(present), len(present), lags + 1)
        marks, values, p = np.full(shape, "", "<U3"), np.full(shape, np.nan), np.full(shape, np.nan)
        for edge in self.edge_list():
            (a, lag), (b, _) = split(edge["from"]), split(edge["to"])
            mark = edge["type"] if edge["type"] != "---" else "o-o"
            ends = [(place[a], place[b], mark)]
            if lag == 0:
                ends.append((place[b], place[a], mark[::-1].translate({62: 60, 60: 62})))
            for i, j, shown in ends:
                marks[i, j, lag], values[i, j, lag], p[i, j, lag] = shown, edge["estimate"], edge["p"]
        return {"tau_max": lags, "var_names": present, "graph": marks, "val_matrix": values, "p_matrix": p}

    def to_networkx(self) -> Any:
        """A networkx DiGraph: a directed edge where there is an arrow, both ways for an undirected one; attributes `type`,
        `mark_from`, `mark_to` and those of `edges`."""
        import networkx

        graph = networkx.DiGraph()
        types = self.types
        graph.add_nodes_from((name, {"type": types[name]}) for name in self.nodes)
        for edge in self.edge_list():
            facts = {key: value for key, value in edge.items() if key not in ("from", "to")}
            left, right = edge["type"][0], edge["type"][-1]
            graph.add_edge(edge["from"], edge["to"], **facts, mark_from=left.replace("<", ">"), mark_to=right)
            if left != "-" or right == "-":  # not a plain arrow: it can be traversed from either end
                graph.add_edge(edge["to"], edge["from"], **facts, mark_from=right, mark_to=left.replace("<", ">"))
        return graph

    # -------------------------------------------------------------------------------------------------- showing

    def save(self, path: Any, adjustment: Any = None) -> None:
        """Draws the graph through Graphviz into a file that ends in .svg, .png or .pdf; with an `adjustment` that `adjust` found, its
        treatment, outcome and optimal set (or first minimal one) are marked."""
        if adjustment is None:
            check(lib.mixmi_graph_plot(self._handle, ffi.NULL, os.fsencode(path)))
            return
        x, y, *places = (self.nodes.index(name) for name in (adjustment.x, adjustment.y, *adjustment.chosen))
        check(lib.mixmi_graph_plot_adjustment(self._handle, x, y, places, len(places), ffi.NULL, os.fsencode(path)))

    def plot(self, ax: Any = None, adjustment: Any = None) -> Any:
        """Draws the graph with matplotlib, with an adjustment marked as `save` does; returns the axes."""
        from mixmi import _draw

        return _draw.graph(self, ax, adjustment)

    def _repr_svg_(self) -> Optional[str]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "graph.svg")
            if lib.mixmi_graph_plot(self._handle, ffi.NULL, os.fsencode(path)) != lib.MIXMI_OK:
                return None  # no Graphviz: the notebook shows the text
            with open(path, encoding="utf-8") as file:
                picture = file.read()
            return picture[picture.index("<svg"):]

    def _repr_html_(self) -> Optional[str]:
        """The same picture as an image, because tools that convert notebooks to pages modify inline SVG."""
        picture = self._repr_svg_()
        if picture is None:
            return None
        return f'<img alt="graph" src="data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}">'

    def __repr__(self) -> str:
        pag = text(self._info().kind) == "pag"
        edges = [{**e, "edge": f"{e['from']} {shown_type(e, pag)} {e['to']}"} for e in self.edge_list()]
        heads = ["edge", "strength", "p"] + (["certainty"] if any(e["certainty"] == e["certainty"] for e in edges) else [])
        said = ", ".join(e["edge"] for e in edges[:3]) + (", ..." if len(edges) > 3 else "")
        return f"mixmi.Graph({len(self.nodes)} nodes, {len(edges)} {'edge' if len(edges) == 1 else 'edges'}; {said or 'no edges'})" + lines(heads, edges)


# ----------------------------------------------------------------------------------------- background knowledge


def _quoted(name: Any) -> str:
    return '"' + str(name).replace('"', '""') + '"'


def _list(names: Any) -> List[Any]:
    return [names] if isinstance(names, str) else list(names)


def _statements(knowledge: Mapping[str, Any]) -> Iterable[str]:
    for key, value in knowledge.items():
        if key in ("require", "forbid"):
            for edge in value:
                arrow = edge[2] if len(edge) == 3 else "->"
                yield f"{key} {_quoted(edge[0])} {arrow} {_quoted(edge[1])}"
        elif key == "tiers":
            for i, tier in enumerate(value):
                yield f"tier {i + 1}: " + ", ".join(_quoted(name) for name in _list(tier))
        elif key in ("roots", "sinks"):
            yield f"{key[:-1]}: " + ", ".join(_quoted(name) for name in _list(value))
        else:
            raise UsageError(f"knowledge has 'require', 'forbid', 'tiers', 'roots' and 'sinks', not '{key}'")


def with_roots(knowledge: Any, roots: Names) -> Any:
    """Background knowledge with further roots."""
    if roots is None:
        return knowledge
    if knowledge is None or isinstance(knowledge, Mapping):
        return {**(knowledge or {}), "roots": [*_list((knowledge or {}).get("roots", [])), *_list(roots)]}
    if isinstance(knowledge, os.PathLike):
        with open(knowledge, encoding="utf-8") as file:
            knowledge = file.read()
    return f"{knowledge}\n" + "\n".join(_statements({"roots": roots}))


def _knowledge(knowledge: Any, table: Table) -> Any:
    """Background knowledge of any form, for a table: a text of statements, a path, or a mapping."""
    out = ffi.new("mixmi_knowledge **")
    if isinstance(knowledge, os.PathLike):
        check(lib.mixmi_knowledge_read(out, os.fsencode(knowledge), table._handle))
    else:
        lines = knowledge if isinstance(knowledge, str) else "\n".join(_statements(knowledge))
        check(lib.mixmi_knowledge_parse(out, lines.encode(), b"knowledge", table._handle))
    return ffi.gc(out[0], lib.mixmi_knowledge_free)


def _learn(table: Table, places: Sequence[int], knowledge: Any, options: Dict[str, Any], progress: Optional[bool]) -> Graph:
    settled = Options("graph", options, progress, "test")
    known = ffi.NULL if knowledge is None else _knowledge(knowledge, table)
    out, chosen = ffi.new("mixmi_graph **"), ffi.new("size_t[]", places)
    status = lib.mixmi_graph_learn(out, table._handle, chosen, len(places), known, settled.handle)
    learnt = Graph._adopt(out[0]) if out[0] != ffi.NULL else None
    settled.call(status)
    assert learnt is not None
    return learnt


def _files_of(folder: str) -> Dict[str, bytes]:
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def _put_files(folder: str, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)


def _shard(table: Table, places: Sequence[int], knowledge: Any, options: Dict[str, Any], known: Dict[str, bytes],
           share: str) -> Dict[str, bytes]:
    """Run by a worker of an executor: a share of the current tests, given the known answers.

    It needs no shared folder; it returns its new answers.
    """
    with tempfile.TemporaryDirectory() as folder:
        _put_files(folder, known)
        _learn(table, places, knowledge, {"threads": 1, **options, "checkpoint": folder, "shard": share}, False)
        return {name: content for name, content in _files_of(folder).items() if known.get(name) != content}


def _spread(executor: Any, table: Table, places: Sequence[int], knowledge: Any, options: Dict[str, Any],
            progress: Optional[bool]) -> Graph:
    """The graph by workers, in rounds: each runs a share of the current tests, then the answers are joined."""
    Options("graph", options, False, "test")  # reports invalid options once, before the loop
    if any(options.get(name) for name in ("checkpoint", "shard", "gather")):
        raise UsageError("executor= shares the work by itself: it goes without checkpoint, shard and gather")
    count = workers_of(executor)
    with tempfile.TemporaryDirectory() as folder:
        while True:
            learnt = _learn(table, places, knowledge, {**options, "checkpoint": folder, "gather": True}, progress)
            if learnt.info["round"] == 0:  # workers answer each question once, so no answer counts as reused
                return Graph.parse(re.sub(r'"tests_reused": \d+', '"tests_reused": 0', learnt.write("json"), count=1))
            known = _files_of(folder)
            jobs = [(table, places, knowledge, options, known, f"{k}/{count}") for k in range(1, count + 1)]
            for files in run_by(executor, _shard, jobs)():
                _put_files(folder, files)


@document("graph")
def graph(data: Any, columns: Names = None, *, exclude: Names = None, knowledge: Any = None, roots: Names = None, executor: Any = None,
          discrete: Names = None, numeric: Names = None, progress: Optional[bool] = None, **options: Any) -> Graph:
    """Learns a causal graph of columns (None: all but constants and identifiers), without `exclude`.

    `knowledge` is a mapping, a text with the statements of a knowledge file, or the pathlib.Path of one. In a mapping, "require"
    and "forbid" are lists of edges (from, to), or (from, to, "--") for either direction; "tiers" is a list of lists of columns,
    of which later ones do not cause earlier ones; "roots" are columns without causes, and "sinks" columns without effects.
    `roots` adds such columns, for example those of `Graph.suggested_roots`. The
    workers of `executor` (see `test_many`) run the tests, also those of the subsamples of `stability`; the graph is the same.

    >>> g = mixmi.graph(penguins, ["sex", "body_mass_g", "year"], knowledge={"tiers": ["sex", ["body_mass_g", "year"]]})
    >>> print(repr(g).splitlines()[0])
    mixmi.Graph(3 nodes, 1 edge; sex --> body_mass_g)
    """
    table = table_of(data, discrete, numeric, options)
    knowledge = with_roots(knowledge, roots)
    left = table._labels.all(exclude)
    places = table._labels.all(columns) if columns is not None else table._suited(options.get("preset") != "paper")
    places = [place for place in places if place not in left]
    if executor is None:
        return _learn(table, places, knowledge, options, progress)
    return _spread(executor, table, places, knowledge, options, progress)
