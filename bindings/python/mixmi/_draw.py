"""Pictures with matplotlib, in the colours of the command's: histograms of one and two columns, pairs, graphs, effects.

Cells of two columns are coloured by observed versus expected rows. They come in three kinds: areas (interval by interval, or
by a band), lines (a numeric atom by an interval or band) and dots (atom by atom). In one column area is probability.
"""
from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from typing import Any, Dict, List, NamedTuple, Sequence, Set, Tuple

import numpy as np

from mixmi._call import Array, UsageError

BLUE, PALE_BLUE, ORANGE, GREY, PALE_GREY, BLACK = "#1f5f99", "#c9ddef", "#c8500a", "#555555", "#a8a8a8", "#222222"
STRENGTHS = ["#f6f9fc", "#c9ddef", "#7fafd8", "#3478b5", "#0d3a6e"]  # from 0 to 1
RATIOS = ["#1f5f99", "#6097c7", "#adcbe4", "#fafafa", "#f8c69e", "#e2894e", "#b84a08"]  # from a quarter to four times
RATIO_WORDS = ["a quarter, or fewer", "half as many", "as many as expected", "twice as many", "4 times as many, or more"]


def _colours(anchors: Sequence[str]) -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("mixmi", list(anchors))


def _axes(ax: Any, size: Tuple[float, float]) -> Any:
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots(figsize=size, constrained_layout=True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(GREY)
    ax.tick_params(colors=GREY)
    return ax


class Piece(NamedTuple):
    """A part of a bin as it is drawn: its interval, a band of a category, or an atom (thin: lower == upper)."""

    lower: float
    upper: float
    volume: float  # of the whole bin in units of the axis
    thin: bool


class Axis:
    """One column of a histogram as an axis: categories have a band of width 1 each around 0, 1, 2, ..."""

    def __init__(self, histogram: Any, place: int) -> None:
        self.name: str = histogram.columns[place]
        self.place, self.given = place, histogram.given(self.name)
        self.ranks = None if self.given is None or histogram._table is None else histogram.ranks(self.name)
        self.bins = histogram.bins(place)
        self.atoms = histogram.atoms(place)
        self.bands = all(b.is_atom for b in self.bins)
        self.pieces: List[List[Piece]] = [[] if b.is_atom else [Piece(b.lower, b.upper, b.volume, False)]
                                          for b in self.bins]
        for number, (value, bin_) in enumerate(self.atoms):
            volume = self.bins[bin_].volume
            self.pieces[bin_].append(Piece(number - 0.5, number + 0.5, volume, False) if self.bands
                                     else Piece(value, value, volume, True))

    def places(self, table: Any) -> Array:
        """Positions of the rows of a table on the axis; NaN if they are not drawn."""
        if self.ranks is not None:
            return np.asarray(self.ranks, float)
        if not self.bands:
            return np.asarray(table.values(self.name), float)
        labels = table.labels(self.name)
        number = {value: i for i, (value, _) in enumerate(self.atoms)}
        if labels is None:
            return np.array([number.get(value, math.nan) for value in table.values(self.name)])
        levels = np.array([number.get(label, math.nan) for label in labels] + [math.nan])
        return np.asarray(levels[table.codes(self.name)], float)

    def label(self, set_label: Any, axis: Any) -> None:
        set_label(self.name if self.given is None else f"{self.name} for its {self.given}, rank in %", color=BLACK)
        if self.bands:
            names = [value if isinstance(value, str) else f"{value:g}" for value, _ in self.atoms]
            axis.set_ticks(range(len(names)))
            axis.set_ticklabels([name if len(name) <= 24 else name[:23] + "…" for name in names])


def _title(ax: Any, name: str, said: str) -> None:
    """As in the command's pictures: the columns, and below them in smaller type the number of rows."""
    ax.set_title(name, loc="left", color=BLACK, pad=20)
    ax.text(0, 1.02, said, transform=ax.transAxes, color=GREY, fontsize="small")


def histogram(found: Any, table: Any, ax: Any) -> Any:
    axes = [Axis(found, i) for i in range(len(found.columns))]
    if len(axes) > 2 and found.info["kind"] == "dependence":
        axes = [axis for axis in axes if len(axis.bins) > 1]
    if len(axes) == 1:
        return _one(found, axes[0], table, _axes(ax, (6.4, 4.2)))
    if len(axes) == 2:
        return _two(found, axes[0], axes[1], table, _axes(ax, (6.8, 5.0)))
    raise UsageError(f"a histogram of one or two columns can be drawn, not of {len(axes)}")


# ------------------------------------------------------------------------------------------------- one column


def _one(found: Any, axis: Axis, table: Any, ax: Any) -> Any:
    rows = found.rows
    axis.label(ax.set_xlabel, ax.xaxis)
    intervals = sum(not b.is_atom for b in axis.bins)
    parts = [f"{rows} rows"] + [f"{n} {word}{'s' if n > 1 else ''}" for n, word in ((intervals, "interval"), (len(axis.atoms), "atom")) if n > 0]
    _title(ax, axis.name, ", ".join(parts))
    ax.grid(axis="y", color="#e4e4e4", linewidth=0.8)
    ax.set_axisbelow(True)
    spikes = [(piece.lower, bin_.rows / rows / piece.volume) for bin_, pieces in zip(axis.bins, axis.pieces)
              for piece in pieces if piece.thin]
    if axis.bands:
        shares = [axis.bins[b].rows / rows / axis.bins[b].volume for _, b in axis.atoms]
        ax.bar(range(len(shares)), shares, width=0.72, color=PALE_BLUE, edgecolor=BLUE)
        ax.set_ylabel("probability", color=GREY)
        return ax
    steps = [(b.lower, b.upper, b.rows / rows / b.volume) for b in axis.bins if not b.is_atom]
    if steps:
        edges = [steps[0][0]] + [upper for _, upper, _ in steps]
        ax.stairs([height for _, _, height in steps], edges, fill=True, color=PALE_BLUE)
        ax.stairs([height for _, _, height in steps], edges, color=BLUE, linewidth=1.6)
        ax.set_ylabel("density (area is probability)", color=GREY)
        if table is not None:
            values = axis.places(table)
            ax.plot(values, np.zeros(len(values)), "|", color=GREY, markersize=6, alpha=0.5)
    if spikes:
        wide = _bar_width(steps, spikes)
        ax.bar([x for x, _ in spikes], [y / wide if steps else y for _, y in spikes], width=wide, color=ORANGE, alpha=0.75,
               linewidth=0, zorder=3)
        if not steps:
            ax.set_ylabel("probability", color=GREY)
    ax.set_ylim(bottom=0)
    return ax


def _bar_width(steps: Sequence[Tuple[float, float, float]], spikes: Sequence[Tuple[float, float]]) -> float:
    """Width of bars of point masses for which the highest is twice as high as the highest step, limited by neighbouring bars."""
    places = sorted([x for x, _ in spikes] + [edge for lower, upper, _ in steps for edge in (lower, upper)])
    values = sorted(x for x, _ in spikes)
    range_ = places[-1] - places[0] or 1.0
    gap = min([b - a for a, b in zip(values, values[1:])], default=range_)
    wanted = max(y for _, y in spikes) / (2 * max(height for _, _, height in steps)) if steps else 0.02 * range_
    return float(min(max(min(wanted, 0.06 * range_), 0.008 * range_), 0.8 * gap))


# ------------------------------------------------------------------------------------------------ two columns


def _kind(x: Piece, y: Piece) -> str:
    return "dot" if x.thin and y.thin else "line" if x.thin or y.thin else "area"


def _log_ratios(found: Any, x: Axis, y: Axis) -> Array:
    """Base-2 logarithms of observed over expected rows of all bins of x and y, with one added to both; NaN if a bin is empty."""
    cells = found.cells
    observed = np.zeros([len(x.bins), len(y.bins)])
    np.add.at(observed, tuple(np.asarray(cells.bins).T[[x.place, y.place]]), np.asarray(cells.counts, float))
    expected = np.outer(observed.sum(1), observed.sum(0)) / max(observed.sum(), 1.0)
    return np.asarray(np.where(expected > 0, np.log2((observed + 1) / (expected + 1)), np.nan))


def _drawn(found: Any, x: Axis, y: Axis) -> Dict[str, List[Tuple[Piece, Piece, float]]]:
    """The pieces of cells by kind, each with its ratio. Only a bin without an interval shows its atoms."""
    kinds: Dict[str, List[Tuple[Piece, Piece, float]]] = {"area": [], "line": [], "dot": []}
    ratios = _log_ratios(found, x, y)
    for i, k in zip(*np.nonzero(np.isfinite(ratios))):
        for a in x.pieces[i] if x.pieces[i][0].thin or x.bands else x.pieces[i][:1]:
            for b in y.pieces[k] if y.pieces[k][0].thin or y.bands else y.pieces[k][:1]:
                kinds[_kind(a, b)].append((a, b, float(ratios[i, k])))
    return kinds


def _two(found: Any, x: Axis, y: Axis, table: Any, ax: Any) -> Any:
    from matplotlib.cm import ScalarMappable
    from matplotlib.collections import LineCollection, PolyCollection
    from matplotlib.colors import Normalize

    kinds, colours, norm = _drawn(found, x, y), _colours(RATIOS), Normalize(-2, 2, clip=True)
    for kind, parts in kinds.items():
        if not parts:
            continue
        shades = colours(norm([ratio for _, _, ratio in parts]))
        if kind == "area":
            corners = [[(a.lower, b.lower), (a.upper, b.lower), (a.upper, b.upper), (a.lower, b.upper)]
                       for a, b, _ in parts]
            ax.add_collection(PolyCollection(corners, facecolors=shades, edgecolors="#b4b4b4", linewidths=0.5))
        elif kind == "line":
            ends = [[(a.lower, b.lower), (a.upper, b.upper)] for a, b, _ in parts]
            ax.add_collection(LineCollection(ends, colors=shades, linewidths=5))
        else:
            ax.scatter([a.lower for a, _, _ in parts], [b.lower for _, b, _ in parts], c=shades, s=40, zorder=2)
    bar = ax.figure.colorbar(ScalarMappable(norm, colours), ax=ax, ticks=range(-2, 3),
                             label="rows, compared with what independence expects")
    bar.ax.set_yticklabels(RATIO_WORDS)
    bar.outline.set_visible(False)
    _points(x, y, table, ax)
    _title(ax, f"{x.name} × {y.name}", f"{found.rows} rows, {len(x.bins)} × {len(y.bins)} bins")
    ax.autoscale_view()
    x.label(ax.set_xlabel, ax.xaxis)
    y.label(ax.set_ylabel, ax.yaxis)
    return ax


def _points(x: Axis, y: Axis, table: Any, ax: Any) -> None:
    """The rows, spread slightly within the bands of categories; if there are many, 5000 at equal distances."""
    if table is None or (x.bands and y.bands):
        return
    places = [axis.places(table) for axis in (x, y)]
    steps = max(1, -(-len(places[0]) // 5000))
    places = [part[::steps] for part in places]
    spread = np.modf(np.arange(len(places[0])) * 0.6180339887498949)[0] - 0.5
    places = [part + 0.7 * spread if axis.bands else part for axis, part in zip((x, y), places)]
    many = len(places[0])
    ax.plot(places[0], places[1], "o", color="black", markersize=1.2 if many > 1500 else 1.8,
            alpha=0.35 if many > 1500 else 0.5 if many > 500 else 0.7, markeredgewidth=0)


# -------------------------------------------------------------------------------------------------------- pairs


def heatmap(matrix: Any, value: str, ax: Any) -> Any:
    count = len(matrix)
    ax = _axes(ax, (2.6 + 0.55 * count, 1.8 + 0.5 * count))
    numbers = matrix.to_numpy(float)
    there = np.isfinite(numbers)
    top = 1.0 if value == "strength" else float(np.max(numbers[there], initial=0.0)) or 1.0
    image = ax.imshow(numbers, cmap=_colours(STRENGTHS), vmin=0, vmax=top, aspect="auto")
    ax.set_xticks(range(count), list(matrix.columns), rotation=45, ha="right")
    ax.set_yticks(range(count), list(matrix.index))
    for i, k in zip(*np.nonzero(there)):
        dark = numbers[i, k] > 0.4 * top
        if count <= 20:
            ax.text(k, i, f"{numbers[i, k]:.2g}", ha="center", va="center", fontsize=8,
                    color="white" if dark else "#222222")
    ax.figure.colorbar(image, ax=ax, label=value).outline.set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    return ax


# ------------------------------------------------------------------------------------------------------- graphs


def _layout(found: Any) -> Dict[str, Tuple[float, float]]:
    """Positions of the nodes by Graphviz, so that both pictures look the same; without Graphviz they are on a circle."""
    places: Dict[str, Tuple[float, float]] = {}
    picture = found._repr_svg_()
    if picture is not None:
        space = "{http://www.w3.org/2000/svg}"
        for group in ElementTree.fromstring(picture).iter(f"{space}g"):
            title, text = group.find(f"{space}title"), group.find(f"{space}text")
            if group.get("class") == "node" and title is not None and text is not None:
                places[title.text or ""] = (float(text.get("x", 0)) / 62, -float(text.get("y", 0)) / 62)
    if set(found.nodes) == set(places):
        return places
    turns = [2 * math.pi * i / len(found.nodes) for i in range(len(found.nodes))]
    reach = 0.6 + 0.25 * len(turns)
    return {node: (1.8 * reach * math.cos(turn), reach * math.sin(turn)) for node, turn in zip(found.nodes, turns)}


def graph(found: Any, ax: Any, adjustment: Any = None) -> Any:
    from matplotlib.patches import FancyArrowPatch

    from mixmi._graph import shown_type

    pag = found.info["kind"] == "pag"
    places = _layout(found)
    xs, ys = zip(*places.values())
    ax = _axes(ax, (min(14.0, 2.2 + max(xs) - min(xs)), min(10.0, 1.2 + max(ys) - min(ys))))
    ax.set_axis_off()
    boxes: Dict[str, Any] = {}
    for name, kind in found.types.items():
        discrete = kind == "discrete"
        style: Dict[str, Any] = {"boxstyle": "round,pad=0.4" if discrete else "round,pad=0.45,rounding_size=0.8",
                                 "facecolor": "#fde9d9" if discrete else "#e3edf7", "edgecolor": ORANGE if discrete else BLUE}
        if adjustment is not None and name in adjustment.chosen:
            style.update(facecolor="#cfe8cf", edgecolor="#222222")
        elif adjustment is not None and name in (adjustment.x, adjustment.y):
            style.update(edgecolor="#222222", linewidth=2.4, linestyle="--" if name == adjustment.x else "-")
        text = ax.text(*places[name], name, ha="center", va="center", fontsize=10, color="#222222", bbox=style, zorder=3)
        boxes[name] = text
    ax.set_xlim(min(xs) - 1.2, max(xs) + 1.2)
    ax.set_ylim(min(ys) - 0.6, max(ys) + 0.6)
    ax.figure.canvas.draw()  # so that the boxes get their sizes
    for edge in found.edge_list():
        strength = edge["estimate"] if edge["estimate"] == edge["estimate"] else 0.0
        a, b = edge["from"], edge["to"]
        shown = shown_type(edge, pag)
        left, right = shown[0], shown[-1]
        line = "<|-|>" if left == "<" and right == ">" else "-|>" if right == ">" else "-"
        arrow = FancyArrowPatch(places[a], places[b], patchA=boxes[a].get_bbox_patch(), patchB=boxes[b].get_bbox_patch(),
                                arrowstyle=line, mutation_scale=14, shrinkA=0, shrinkB=2, color=_edge_colour(edge),
                                connectionstyle=f"arc3,rad={_bend(places, a, b)}",
                                linestyle="--" if edge.get("doubtful") or edge.get("few_rows") else "-",
                                linewidth=1 + 3 * math.sqrt(max(0.0, 1 - math.exp(-2 * strength))), zorder=2)
        if shown == "-?>":  # a hollow head
            arrow.set_facecolor("white")
        if edge.get("same"):  # two lines
            import matplotlib.patheffects as effects

            arrow.set_path_effects([effects.Stroke(linewidth=4.5, foreground=GREY), effects.Stroke(linewidth=2, foreground="white")])
        ax.add_patch(arrow)
        for mark, start, end in ((left, a, b), (right, b, a)):
            if mark == "o":
                _circle(ax, boxes[start], places[start], places[end])
    for a, b in found.undecided:
        ax.plot(*zip(places[a], places[b]), color=GREY, linestyle="--", linewidth=1, zorder=1)
    _sign_legend(ax, {_edge_colour(edge) for edge in found.edge_list()})
    return ax


def _bend(places: Dict[str, Tuple[float, float]], a: str, b: str) -> float:
    """0, or the bend of a line that would otherwise run through another node."""
    (ax, ay), (bx, by) = places[a], places[b]
    length = math.hypot(bx - ax, by - ay)
    for name, (x, y) in places.items():
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length > 0 else -1.0
        across = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length if length > 0 else math.inf
        if name not in (a, b) and 0 < along < length and across < 0.3:
            return 0.35
    return 0.0


def _sign_legend(ax: Any, used: Set[str]) -> None:
    """The colours of edges in words, those of the report."""
    from matplotlib.lines import Line2D

    words = {BLUE: "rise together", ORANGE: "one rises, the other falls", GREY: "categories or no direction"}
    lines = [Line2D([], [], color=colour, linewidth=3, label=word) for colour, word in words.items() if colour in used]
    if lines:
        ax.legend(handles=lines, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncol=len(lines), frameon=False, fontsize=9)


def _edge_colour(edge: Dict[str, Any]) -> str:
    """Blue for a positive sign, orange for a negative one, grey if neither is clear."""
    sign = edge.get("sign", math.nan)
    return BLUE if sign >= 0.1 else ORANGE if sign <= -0.1 else GREY


def _circle(ax: Any, box: Any, start: Tuple[float, float], end: Tuple[float, float]) -> None:
    """The circle of an unknown mark, just outside the node's box."""
    outline = box.get_window_extent().expanded(1.25, 1.6)
    a, b = ax.transData.transform(start), ax.transData.transform(end)
    direction = b - a
    reach = min((outline.width / 2 / abs(direction[0])) if direction[0] else math.inf,
                (outline.height / 2 / abs(direction[1])) if direction[1] else math.inf)
    ax.plot(*ax.transData.inverted().transform(a + reach * direction), "o", markersize=7, markerfacecolor="white",
            markeredgecolor=GREY, zorder=4)


# --------------------------------------------------------------------------------------------------------- effects


def effect(found: Any, one: Dict[str, Any], outcome: Dict[str, Any], ax: Any = None) -> Any:
    """Means at the values of a treatment: a curve with its intervals, or a dot per level; unadjusted in grey."""
    ax = _axes(ax, (6, 4))
    points = outcome["points"]
    columns = {name: np.array([point[name] for point in points], dtype=float)
               for name in ("mean", "lower", "upper", "band_lower", "band_upper", "unadjusted")}
    if found.curve:
        x = np.array([point["x"] for point in points], dtype=float)
        ax.fill_between(x, columns["band_lower"], columns["band_upper"], color="#dbe7f3", linewidth=0)
        ax.fill_between(x, columns["lower"], columns["upper"], color="#a9c7e2", linewidth=0)
        ax.axvline(float(found.reference), color=PALE_GREY, linestyle=":", linewidth=1)
        ax.plot(x, columns["unadjusted"], "--", color=PALE_GREY, label="unadjusted")
        ax.plot(x, columns["mean"], color=BLUE, linewidth=2, label="adjusted")
    else:
        x = np.arange(len(points), dtype=float)
        ax.vlines(x - 0.06, columns["lower"], columns["upper"], color=BLUE, linewidth=2)
        ax.plot(x + 0.06, columns["unadjusted"], "o", markerfacecolor="none", markeredgecolor=PALE_GREY, label="unadjusted")
        ax.plot(x - 0.06, columns["mean"], "o", color=BLUE, label="adjusted")
        ax.set_xticks(x, [str(point["x"]) for point in points])
        ax.set_xlim(-0.5, len(points) - 0.5)
    ax.set_xlabel(str(found.x))
    ax.set_ylabel(f"mean of {found.y}" if outcome["label"] is None else f"risk of {found.y} = {outcome['label']}")
    ax.set_title("adjusted for " + (", ".join(map(str, one["adjusted_for"])) or "nothing"), loc="left", fontsize=10, color=GREY)
    ax.legend(frameon=False)
    return ax
