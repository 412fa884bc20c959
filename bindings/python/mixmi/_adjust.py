"""Adjustment sets, from a graph alone."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional, Union

from mixmi._call import UsageError, check, ffi, lib, text


class Adjustment:
    """Sets of nodes to adjust for when estimating the effect of `x` on `y`, or the reason why there are none.

    `minimal` is a list of sets, `optimal` and `largest` are sets or None, `front_door` is a set of mediators or None, `instruments` a
    list of {"instrument": name, "given": names}. `reason` says why there is no valid set; None if there is one.
    `parents` lists the possible sets of parents of x in a DAG or CPDAG: adjusting for each of them gives the possible effects
    (IDA); if y is among them, there is no effect. If `possible_arrows` is above 0, the answer rests on arrows of a learnt graph
    that are only possible; `rests_on` names the first of them.
    """

    __slots__ = ("x", "y", "kind", "identified", "affects", "possible_arrows", "rests_on", "reason", "minimal", "more", "optimal", "largest", "instruments",
                 "front_door", "parents", "more_parents")

    x: str
    y: str
    kind: str
    identified: bool
    affects: bool
    possible_arrows: int
    rests_on: Optional[str]
    reason: Optional[str]
    minimal: List[List[str]]
    more: bool
    optimal: Optional[List[str]]
    largest: Optional[List[str]]
    instruments: List[Dict[str, Any]]
    front_door: Optional[List[str]]
    parents: List[List[str]]
    more_parents: bool

    def __init__(self, facts: Dict[str, Any]) -> None:
        for name in self.__slots__:
            setattr(self, name, facts[name])

    def __reduce__(self) -> Any:
        return Adjustment, ({name: getattr(self, name) for name in self.__slots__},)

    @property
    def chosen(self) -> List[str]:
        """The set used to estimate an effect: the optimal one, or otherwise the first minimal one."""
        return self.optimal if self.optimal is not None else next(iter(self.minimal), [])

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row per set: its kind, its nodes, and for an instrument its conditioning set."""
        from mixmi._frames import frame

        rows = [{"what": "minimal", "nodes": nodes, "given": []} for nodes in self.minimal]
        for what in ("optimal", "largest", "front_door"):
            if getattr(self, what) is not None:
                rows.append({"what": what, "nodes": getattr(self, what), "given": []})
        rows += [{"what": "instrument", "nodes": [row["instrument"]], "given": row["given"]} for row in self.instruments]
        rows += [{"what": "parents", "nodes": nodes, "given": []} for nodes in self.parents]
        return frame(rows, ["what", "nodes", "given"])

    def __repr__(self) -> str:
        said = f"minimal sets {self.minimal}" if self.identified else f"no set: {self.reason}"
        return f"mixmi.Adjustment({self.x} -> {self.y}: {said})"

    def _repr_html_(self) -> str:
        from mixmi import _html

        names = [("optimal", self.optimal), ("largest", self.largest), ("front door", self.front_door)]
        rows = [("minimal set", ", ".join(one) or "nothing") for one in self.minimal]
        rows += [(name, ", ".join(one) or "nothing") for name, one in names if one is not None]
        rows += [("instrument", f"{one['instrument']} given {', '.join(one['given']) or 'nothing'}") for one in self.instruments]
        return _html.card(f"Adjustment for {self.x} -> {self.y}", rows or [("no set", str(self.reason))])


def adjust(graph: Any, x: str, y: str, unmeasured: Union[str, Iterable[str]], latent: bool, most: int) -> Adjustment:
    """Implements Graph.adjust()."""
    names = [unmeasured] if isinstance(unmeasured, str) else list(unmeasured)
    for name in (x, y, *names):
        if name not in graph.nodes:
            raise UsageError(f"the graph has no node '{name}'")
    options, out = ffi.new("mixmi_options **"), ffi.new("mixmi_adjustment **")
    check(lib.mixmi_options_new(options))
    settled = ffi.gc(options[0], lib.mixmi_options_free)
    check(lib.mixmi_options_set(settled, b"latent", b"yes" if latent else b"no"))
    places = ffi.new("size_t[]", [graph.nodes.index(name) for name in names])
    check(lib.mixmi_graph_adjust(out, graph._handle, graph.nodes.index(x), graph.nodes.index(y), places, len(names), most, settled))
    return _read(ffi.gc(out[0], lib.mixmi_adjustment_free), graph.nodes, x, y)


def _read(handle: Any, nodes: List[str], x: str, y: str) -> Adjustment:
    info, members, count = ffi.new("mixmi_adjustment_info *"), ffi.new("size_t **"), ffi.new("size_t *")
    lib.mixmi_adjustment_describe(info, ffi.sizeof("mixmi_adjustment_info"), handle)

    def sets(kind: int) -> List[List[str]]:
        found = []
        for i in range(info.sets[kind]):
            check(lib.mixmi_adjustment_set(members, count, handle, kind, i))
            found.append([nodes[node] for node in ffi.unpack(members[0], count[0])] if count[0] else [])
        return found

    def one(kind: int) -> Optional[List[str]]:
        return next(iter(sets(kind)), None)

    return Adjustment({
        "x": x, "y": y, "kind": text(info.kind), "identified": bool(info.identified), "affects": bool(info.affects),
        "possible_arrows": info.possible, "rests_on": text(info.rests_on) or None,
        "reason": text(info.reason) or None, "minimal": sets(lib.MIXMI_SET_MINIMAL), "more": bool(info.more),
        "optimal": one(lib.MIXMI_SET_OPTIMAL), "largest": one(lib.MIXMI_SET_LARGEST),
        "instruments": [{"instrument": row[0], "given": row[1:]} for row in sets(lib.MIXMI_SET_INSTRUMENT)],
        "front_door": one(lib.MIXMI_SET_FRONT_DOOR), "parents": sets(lib.MIXMI_SET_PARENTS), "more_parents": bool(info.more_parents)})
