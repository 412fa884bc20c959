"""Checks of graphs: what the command says, and what is wrong with a graph."""
import json
import pickle
import subprocess

import pytest

import mixmi

LINES = "species -> bill_length_mm\nspecies -> bill_depth_mm"


def test_a_check_is_that_of_the_command(command, penguins, tmp_path):
    (tmp_path / "graph.txt").write_text(LINES)
    penguins.to_csv(tmp_path / "data.csv", index=False)
    done = subprocess.run([command, "check", "data.csv", "--graph", "graph.txt", "--permuted", "3", "--json"], cwd=tmp_path,
                          stdout=subprocess.PIPE, check=True)
    answer, found = json.loads(done.stdout), mixmi.check(penguins, tmp_path / "graph.txt", permuted=3)
    for name in ("p", "kind", "test", "alpha", "rejected", "rejected_fdr", "undecided", "unsupported", "violations", "permuted", "quantile"):
        assert found.info[name] == answer[name], name
    for name, frame in (("claims", found.claims), ("missing", found.missing), ("edges", found.edges)):
        assert len(frame) == len(answer[name])
        for row, other in zip(frame.to_dict("records"), answer[name]):
            for key in set(row) & set(other):
                assert row[key] == other[key], (name, key)


def test_units_are_those_of_the_estimates(penguins):
    nats, bits = (mixmi.check(penguins, LINES, permuted=0, units=units).missing["estimate"][0] for units in ("nats", "bits"))
    assert bits > 1.4 * nats > 0


def test_a_check_can_be_sent(penguins):
    found = mixmi.check(penguins, mixmi.Graph.parse(LINES), permuted=0)
    again = pickle.loads(pickle.dumps(found))
    assert again.p == found.p and again.claims.equals(found.claims) and "reject" in repr(again)


@pytest.mark.parametrize("graph, error, words", [
    ("species -> nothing", mixmi.DataError, "node 'nothing'"), ("sex -> year\nyear -> species\nspecies -> sex", mixmi.DataError, "cycle"),
    (7, mixmi.UsageError, "mixmi.Graph")])
def test_a_graph_that_cannot_be_checked_says_why(penguins, graph, error, words):
    with pytest.raises(error, match=words):
        mixmi.check(penguins, graph)


def test_a_test_without_p_values_and_a_negative_number_are_refused(penguins):
    with pytest.raises(mixmi.UsageError, match="no p-value"):
        mixmi.check(penguins, LINES, test="sc")
    with pytest.raises(mixmi.UsageError, match="0 or more"):
        mixmi.check(penguins, LINES, permuted=-1)
