"""Graphs: learnt, with knowledge, and handed over."""
import mixmi
import numpy as np
import pandas as pd
import pytest
from mixmi._call import ffi, lib


@pytest.fixture(scope="module")
def chain():
    """a -> c <- b, c -> d: the collider is identifiable and so is the last arrow."""
    rng = np.random.default_rng(7)
    a, b, e, f = rng.normal(size=(4, 1500))
    c = a + b + 0.5 * e
    return pd.DataFrame({"a": a, "b": b, "c": c, "d": c + f})


TRUTH = "a -> c\nb -> c\nc -> d"


def test_a_collider_is_found(chain):
    found = mixmi.graph(chain)
    assert found.compare(mixmi.Graph.parse(TRUTH))["hamming"] == 0
    assert repr(found).startswith("mixmi.Graph(4 nodes, 3 edges; a -?> c, b -?> c, c -?> d)\n  edge") and found.info["complete"]
    assert set(zip(found.separations.a, found.separations.b)) == {("a", "b"), ("a", "d"), ("b", "d")}
    assert " -?> " in repr(found) and " --- " in repr(mixmi.graph(chain, direction_threshold=1))
    assert set(found.edges["shape"]) == {"increasing"} and set(found.edges["shape_along"]) <= set("abcd")
    assert found.conflicts == [] and found.types == dict.fromkeys("abcd", "numeric")


@pytest.mark.parametrize("knowledge", [
    {"forbid": [("a", "c", "--")]}, "forbid a -- c", 'forbid "a" -- "c"\n# and no more',
])
def test_knowledge_is_used_in_every_form(chain, knowledge, tmp_path):
    edges = mixmi.graph(chain, knowledge=knowledge).edges
    assert ("a", "c") not in set(zip(edges["from"], edges["to"]))
    path = tmp_path / "knowledge.txt"
    path.write_text("require d -> a")
    assert mixmi.graph(chain, knowledge=path).edges.required.any()


def test_tiers_give_directions(chain):
    found = mixmi.graph(chain, ["c", "d"], knowledge={"tiers": ["d", ["c"]]})
    assert found.edges[["from", "to", "type"]].values.tolist() == [["d", "c", "-->"]]


def test_matrices_of_other_tools():
    graph = mixmi.Graph.parse("a -> b\nb -- c")
    assert graph.to_pcalg().tolist() == [[0, 0, 0], [1, 0, 1], [0, 1, 0]]
    matrix = graph.to_causallearn()
    assert (matrix[1, 0], matrix[0, 1]) == (1, -1) and (matrix[1, 2], matrix[2, 1]) == (-1, -1)


def test_a_matrix_with_commas_in_names_is_read():
    graph = mixmi.Graph.parse('"a,b" -> "c ""d"""')
    assert graph.nodes == ["a,b", 'c "d"'] and graph.to_pcalg().tolist() == [[0, 0], [1, 0]]


def test_edges_stay_while_other_memory_is_taken():
    graph = mixmi.Graph.parse("a -> b\nb -> c\na -> c")
    edges = graph._rows("mixmi_edge", 3, lib.mixmi_graph_edges)
    taken = [ffi.new("char[]", b"\xff" * (ffi.sizeof("mixmi_edge") * 3 - 1)) for _ in range(1000)]
    assert len(taken) == 1000 and sorted((graph.nodes[getattr(e, "from")], graph.nodes[e.to]) for e in edges) == [
        ("a", "b"), ("a", "c"), ("b", "c")]


def test_networkx_has_the_graph(chain):
    networkx = pytest.importorskip("networkx")
    found = mixmi.graph(chain).to_networkx()
    assert sorted(found.edges) == [("a", "c"), ("b", "c"), ("c", "d")] and found.nodes["a"]["type"] == "numeric"
    assert found.edges["a", "c"]["estimate"] > 0 and networkx.is_directed_acyclic_graph(found)
    undirected = mixmi.Graph.parse("a -- b").to_networkx()
    assert sorted(undirected.edges) == [("a", "b"), ("b", "a")]


@pytest.mark.parametrize("format", ["json", "dot", "graphml", "csv", "lines"])
def test_every_format_is_read_back(format):
    graph = mixmi.Graph.parse("a -> b\nb -- c")
    assert mixmi.Graph.parse(graph.write(format)).compare(graph)["hamming"] == 0


def test_the_cpdag_forgets_what_data_do_not_say():
    assert repr(mixmi.Graph.parse("a -> b\nb -> c").cpdag()).startswith("mixmi.Graph(3 nodes, 2 edges; a --- b, b --- c)")


def test_a_search_that_is_interrupted_says_so(chain, monkeypatch):
    from mixmi import _call

    def interrupt(self, progress):
        self.exception = KeyboardInterrupt()
        return False

    monkeypatch.setattr(_call.Progress, "report", interrupt)
    with pytest.raises(KeyboardInterrupt):
        mixmi.graph(chain, bootstrap=50)


def test_a_search_that_there_is_no_more_is_refused(chain):
    with pytest.raises(mixmi.UsageError, match="pc-stable,score"):
        mixmi.graph(chain, search="greedy")
    assert mixmi.graph(chain, latent=True, preset="default").info["search"] == "rfci"


def test_a_comparison_has_what_the_command_says(command, tmp_path):
    import json
    import math
    import subprocess

    learnt, truth = "a -- b\nb -> c\nd -> c", "a -> b\nb -> c\nd -> c"
    (tmp_path / "learnt").write_text(learnt)
    (tmp_path / "truth").write_text(truth)
    done = subprocess.run([command, "compare", "learnt", "truth", "--json"], cwd=tmp_path, stdout=subprocess.PIPE, check=True)
    answer, found = json.loads(done.stdout), mixmi.Graph.parse(learnt).compare(mixmi.Graph.parse(truth))
    for name in ("hamming", "marks", "common_marks", "sid_lower", "sid_upper"):
        assert found[name] == answer[name], name
    assert found["head_recall"] == answer["arrowheads"]["recall"] and found["recall"] == answer["skeleton"]["recall"]
    assert 0 == found["sid_lower"] < found["sid_upper"]
    assert math.isnan(mixmi.Graph.parse(truth).compare(mixmi.Graph.parse(learnt))["sid_lower"])


def test_arrows_have_kinds_and_answers_say_what_they_rest_on():
    rng = np.random.default_rng(5)
    data = {name: rng.normal(size=2000) for name in "ab"}
    data["c"] = data["a"] + data["b"] + rng.normal(size=2000)
    data["age"] = data["c"] + rng.normal(size=2000)
    data |= {f"n{i}": rng.normal(size=2000) for i in range(60)}
    graph = mixmi.graph(data)
    kinds = {(e["from"], e["to"]): (e["kind"], e["certainty"]) for e in graph.edge_list()}
    assert kinds["a", "c"] == kinds["b", "c"] == ("clear", 0.85) and kinds["c", "age"] == ("possible", 0.5)
    assert graph.suggested_roots == {"age": "name"} and "c -?> age" in repr(graph)
    found = graph.adjust("age", "c")
    assert not found.affects and found.possible_arrows == 1 and found.rests_on == "c -?> age"
    known = mixmi.graph(data, roots="age")
    assert "knowledge" in {e["kind"] for e in known.edge_list()} and not known.suggested_roots
    assert mixmi.graph(data, knowledge="sink: n1", roots=["age"]).suggested_roots == {}


def test_sums_and_undecided_pairs_are_listed():
    rng = np.random.default_rng(4)
    data = {"inside": np.exp(rng.normal(size=300)), "outside": np.exp(rng.normal(size=300))}
    data["all"] = data["inside"] + data["outside"]
    (total,) = mixmi.graph(data).totals
    assert total["total"] == "all" and total["parts"] == ["inside", "outside"] and np.allclose(total["coefficients"], 1)
    graph = mixmi.graph({"x": rng.normal(size=60), "id": [f"u{i}" for i in range(60)]}, ["x", "id"])
    assert graph.undecided == [("x", "id")] and len(graph) == 0
