"""Every result shows its numbers, as text and in a notebook; the package has no names that are not its interface."""
import mixmi
import pytest


@pytest.fixture(scope="module")
def results(penguins):
    graph = mixmi.graph(penguins, ["species", "sex", "body_mass_g", "bill_depth_mm"])
    return {
        "answer": mixmi.test(penguins, "bill_length_mm", "bill_depth_mm", given="species"),
        "answers": mixmi.test_many(penguins, [("sex", "body_mass_g")]),
        "explanation": mixmi.explain(penguins, "sex", "body_mass_g"),
        "graph": graph,
        "check": mixmi.check(penguins, "species -> body_mass_g\nsex -> body_mass_g"),
        "adjustment": mixmi.Graph.parse("z -> x\nz -> y\nx -> y").adjust("x", "y"),
        "blanket": mixmi.blanket(penguins, "sex"),
        "choice": mixmi.select(penguins, "species", 2),
        "histogram": mixmi.histogram(penguins, "body_mass_g"),
        "table": mixmi.Table(penguins),
        "failed": mixmi.test_many({"a": [1.0, 2.0, None], "b": [None, None, 1.0]}, [("a", "b")])[0],
    }


KINDS = ["answer", "answers", "explanation", "graph", "check", "adjustment", "blanket", "choice", "histogram", "table", "failed"]


@pytest.mark.parametrize("kind", KINDS)
def test_results_show_themselves(results, kind):
    result = results[kind]
    page = result._repr_html_()
    assert len(repr(result)) > 20 and page.startswith("<") and "object at 0x" not in repr(result)


def test_numbers_are_shown(results):
    answer = results["answer"]
    assert f"{answer.p:.3g}" in repr(answer) and f"{answer.lower:.3g} to {answer.upper:.3g}" in repr(answer)
    edges = results["graph"].edge_list()
    lines = repr(results["graph"]).splitlines()
    assert len(lines) == 2 + len(edges) and all(f"{edge['strength']:.3g}" in line for edge, line in zip(edges, lines[2:]))
    chosen = results["choice"].rows[0]
    assert chosen["column"] in repr(results["choice"]) and f"{chosen['estimate']:.3g}" in repr(results["choice"])
    assert results["explanation"].size_words in repr(results["explanation"])


def test_the_package_has_no_leftovers():
    for name in ("text", "lib", "ffi", "annotations"):
        assert not hasattr(mixmi, name)
    assert set(mixmi.__all__) <= set(dir(mixmi)) and not [name for name in dir(mixmi) if name.startswith("_") and not name.startswith("__")]
