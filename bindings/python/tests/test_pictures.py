"""Pictures are drawn on the axes that are given, of what is there."""
import mixmi
import pytest

plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture
def ax():
    figure, ax = plt.subplots()
    yield ax
    plt.close(figure)


def test_one_column_is_steps_with_a_rug(penguins, ax):
    fitted = mixmi.histogram(penguins, "body_mass_g", atom_threshold=50)
    assert fitted.plot(ax=ax) is ax
    steps = ax.patches[0].get_data()
    assert len(steps.values) == len(fitted.bins(0)) and ax.get_xlabel() == "body_mass_g"
    area = sum(height * width for height, width in zip(steps.values, steps.edges[1:] - steps.edges[:-1]))
    assert area == pytest.approx(1)


def test_categories_are_bars(penguins, ax):
    mixmi.histogram(penguins, "species").plot(ax=ax)
    assert [bar.get_height() for bar in ax.patches] == pytest.approx([152 / 344, 68 / 344, 124 / 344])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["Adelie", "Chinstrap", "Gentoo"]


def test_point_masses_are_bars_whose_area_is_their_probability(ax, rng):
    values = rng.normal(size=200)
    values[:80] = 0
    fitted = mixmi.histogram({"v": values}, preset="paper")
    assert any(b.is_atom for b in fitted.bins("v"))
    fitted.plot(ax=ax)
    bars = [patch for patch in ax.patches if hasattr(patch, "get_width")]
    assert [bar.get_width() * bar.get_height() for bar in bars] == pytest.approx([80 / 200])
    assert ax.figure.axes == [ax]


def test_two_columns_are_cells_over_points(penguins, ax):
    fitted = mixmi.cmi(penguins, "bill_length_mm", "bill_depth_mm").histogram
    fitted.plot(ax=ax)
    assert len(ax.collections[0].get_paths()) == len(fitted.bins(0)) * len(fitted.bins(1)) and len(ax.lines[0].get_xdata()) == 344
    mixed = mixmi.histogram(penguins, ["body_mass_g", "species"], atom_threshold=50).plot()
    assert mixed.get_ylabel() == "species"
    plt.close(mixed.figure)
    with pytest.raises(mixmi.UsageError, match="one or two"):
        mixmi.histogram(penguins, ["species", "sex", "island"]).plot(ax=ax)


def test_given_z_ranks_of_residuals_are_drawn(penguins, ax):
    fitted = mixmi.cmi(penguins, "bill_length_mm", "bill_depth_mm", "species").histogram
    assert fitted.given("bill_length_mm") == "species" and fitted.given("species") is None
    ranks = fitted.ranks("bill_depth_mm")
    assert len(ranks) == 344 and sum(ranks != ranks) == 2 and ranks[ranks == ranks].mean() == pytest.approx(50)
    inside = [sum((ranks >= b.lower) & (ranks < b.upper)) for b in fitted.bins("bill_depth_mm")]
    assert inside == [b.rows for b in fitted.bins("bill_depth_mm")]
    fitted.plot(ax=ax)
    assert ax.get_xlabel() == "bill_depth_mm for its species, rank in %"
    assert list(ax.lines[0].get_xdata()) == pytest.approx(list(ranks), nan_ok=True)
    with pytest.raises(mixmi.UsageError, match="residual"):
        fitted.ranks("species")
    with pytest.raises(mixmi.UsageError, match="grid of residuals"):
        fitted.to_json()
    with pytest.raises(mixmi.UsageError, match="grid of residuals"):
        fitted.assign(penguins)


def test_pairs_are_a_heatmap(penguins, ax):
    assert mixmi.pairs(penguins, ["sex", "species", "island"]).heatmap(ax=ax) is ax
    assert len(ax.images) == 1 and len(ax.texts) == 6


def test_a_graph_is_boxes_and_arrows(ax):
    graph = mixmi.Graph.parse("a -> b\nb -- c")
    assert graph.plot(ax=ax) is ax
    assert sorted(text.get_text() for text in ax.texts) == ["a", "b", "c"] and len(ax.patches) == 2
    picture = graph._repr_svg_()
    assert picture is None or picture.startswith("<svg") and "image/svg+xml" in graph._repr_html_()


def test_pictures_work_without_graphviz(ax, monkeypatch):
    monkeypatch.setattr(mixmi.Graph, "_repr_svg_", lambda self: None)
    mixmi.Graph.parse("a -> b\nb -- c").plot(ax=ax)
    assert len(ax.patches) == 2


def test_cells_are_coloured_by_observed_against_expected(ax):
    same = [0, 1] * 50
    mixmi.histogram({"x": [str(v) for v in same], "y": [str(v) for v in same]}, ["x", "y"]).plot(ax=ax)
    colours = {tuple(round(255 * part) for part in colour[:3]) for colour in ax.collections[0].get_facecolor()}
    assert len(colours) == 2 and (31, 95, 153) in colours  # none where 25 are expected: blue; 50 where 25 are: orange
