"""Adjustment sets: what the command says, and what is wrong with a question."""
import json
import pickle
import subprocess

import pytest

import mixmi

GRAPHS = ["z -> x\nx -> y\nz -> w\nw -> y\nv -> y", "u -> x\nu -> y\nx -> m\nm -> y\nz -> x", "x -- y\nz -- y",
          "a o-> x\nb o-> x\nx -> y"]


@pytest.mark.parametrize("lines", GRAPHS)
@pytest.mark.parametrize("unmeasured", [[], ["u"]])
def test_sets_are_those_of_the_command(command, tmp_path, lines, unmeasured):
    graph = mixmi.Graph.parse(lines)
    if not set(unmeasured) <= set(graph.nodes):
        return
    (tmp_path / "graph.txt").write_text(lines)
    words = ["--unmeasured", ",".join(unmeasured)] if unmeasured else []
    done = subprocess.run([command, "adjust", "graph.txt", "-x", "x", "-y", "y", "--json", *words], cwd=tmp_path,
                          stdout=subprocess.PIPE, check=True)
    answer, found = json.loads(done.stdout), graph.adjust("x", "y", unmeasured=unmeasured)
    for name in mixmi.Adjustment.__slots__:
        assert getattr(found, name) == answer[name], name
    again = pickle.loads(pickle.dumps(found))
    assert again.to_frame().equals(found.to_frame()) and repr(again) == repr(found)


def test_a_frame_has_a_row_per_set():
    found = mixmi.Graph.parse(GRAPHS[1]).adjust("x", "y", unmeasured="u").to_frame()
    assert found["what"].tolist() == ["front_door", "instrument", "parents"]
    assert found["nodes"].tolist() == [["m"], ["z"], ["u", "z"]]


def test_what_is_wrong_is_said():
    graph = mixmi.Graph.parse("x -> y\ny -> z")
    with pytest.raises(mixmi.UsageError, match="no node 'q'"):
        graph.adjust("x", "q")
    with pytest.raises(mixmi.UsageError, match="same node"):
        graph.adjust("x", "x")
    with pytest.raises(mixmi.UsageError, match="must be measured"):
        graph.adjust("x", "y", unmeasured="y")
    with pytest.raises(mixmi.DataError, match="cycle"):
        mixmi.Graph.parse("x -> y\ny -> z\nz -> x").adjust("x", "y")
    assert not mixmi.Graph.parse("x -> y").adjust("x", "y", latent=True).identified


def test_the_set_is_marked_in_pictures(tmp_path):
    graph = mixmi.Graph.parse("z -> x\nz -> y\nx -> y\nw -> y")
    found = graph.adjust("x", "y")
    assert sorted(found.chosen) == ["w", "z"]
    path = tmp_path / "graph.svg"
    try:
        graph.save(path, found)
    except mixmi.Error as error:
        pytest.skip(str(error))  # no Graphviz
    picture = path.read_text()
    assert picture.count("#cfe8cf") == 3 and "adjusted for" in picture  # two nodes and the legend
    graph.save(path)
    assert "adjusted for" not in path.read_text()
    pytest.importorskip("matplotlib")
    boxes = {text.get_text(): text.get_bbox_patch() for text in graph.plot(adjustment=found).texts if text.get_bbox_patch() is not None}
    assert boxes["x"].get_linestyle() == "--" and boxes["z"].get_facecolor() == boxes["w"].get_facecolor() != boxes["y"].get_facecolor()
