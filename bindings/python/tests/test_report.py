"""The report: the same page as the command writes, from any data."""
import json
import os
import pathlib
import subprocess
import tempfile

import mixmi
import numpy as np
import pandas as pd
import pytest

DATA = pathlib.Path(__file__).resolve().parents[3] / "data" / "penguins.csv"
MIXMI = os.environ.get("MIXMI")


def facts(page):
    """The data that the page carries."""
    start = page.index("{", page.index('type="application/json"'))
    return json.loads(page[start:page.index("</script>", start)])


@pytest.fixture
def table():
    return mixmi.read(DATA)


@pytest.mark.skipif(MIXMI is None, reason="no command")
def test_the_page_is_that_of_the_command(table, tmp_path):
    asked = ["--target", "species", "--units", "bits", "--number", "2", "--max-points", "60", "--max-pairs", "5",
             "--title", "a<b"]
    subprocess.run([MIXMI, "report", str(DATA), *asked, "-o", str(tmp_path / "command.html")], check=True)
    page = mixmi.report(table, tmp_path / "here.html", target="species", units="bits", number=2, max_points=60,
                        max_pairs=5, title="a<b")
    assert (tmp_path / "here.html").read_text() == page
    expected = facts((tmp_path / "command.html").read_text())
    assert expected.pop("file") == str(DATA)
    found = facts(page)
    assert found.pop("file") == "data"
    assert found == expected
    assert [name for name in os.listdir(tmp_path)] and not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_frames_paths_and_what_is_known_serve(table, tmp_path):
    frame = pd.read_csv(DATA)[["species", "sex", "body_mass_g"]]
    page = facts(mixmi.report(frame, knowledge={"forbid": [("species", "sex", "--")]}, columns=["species", "sex", "body_mass_g"]))
    assert len(page["pairs"]["p"]) == 3 and any(s[6] % 2 == 1 for s in page["graph"]["separations"])
    assert "graph" not in facts(mixmi.report(frame, graph=False))
    assert facts(mixmi.report(DATA, graph=False))["file"] == str(DATA)
    one = facts(mixmi.report({"a": [1, 2, 4, 3]}))
    assert len(one["columns"]) == 1 and "pairs" not in one


def test_an_effect_comes_with_its_adjustment_set():
    rng = np.random.default_rng(5)
    z = rng.normal(size=300)
    x = z + rng.normal(size=300)
    data = {"z": z, "x": x, "y": x - 3 * z + rng.normal(size=300)}
    known = {"require": [("z", "x"), ("z", "y"), ("x", "y")]}
    effect = facts(mixmi.report(data, effect=("x", "y"), knowledge=known))["effect"]
    assert effect["places"] == [1, 2] and effect["sets"][0]["places"] == [0] and effect["sets"][0]["adjusted_for"] == ["z"]
    outcome = effect["sets"][0]["outcomes"][0]
    assert outcome["slope_unadjusted"] < 0 < outcome["slope"]
    for wrong, message in [(("x",), "a treatment and an outcome"), ("xy", "a treatment and an outcome"), (("x", "v"), "no column")]:
        with pytest.raises((mixmi.UsageError, KeyError), match=message):
            mixmi.report(data, effect=wrong)
    with pytest.raises(mixmi.UsageError, match="needs the graph"):
        mixmi.report(data, effect=("x", "y"), graph=False)


def test_a_name_cannot_leave_the_data():
    page = mixmi.report({"</script><b>": [1, 2, 3, 4] * 9, "y": ["<!--", "x"] * 18}, title="</script>")
    assert page.count("</script>") == 2 and "<b>" not in page


def test_what_makes_no_sense_is_refused_and_leaves_no_file(table, tmp_path):
    path = tmp_path / "none.html"
    for wrong, message in [({"target": "speces"}, "species"), ({"number": 0}, "whole number"), ({"max_points": 1.5}, "whole"),
                           ({"checkpoint": "x"}, "no effect"), ({"columns": "nope"}, "nope")]:
        with pytest.raises(mixmi.UsageError, match=message):
            mixmi.report(table, path, **wrong)
    with pytest.raises(mixmi.DataError, match="no rows"):
        mixmi.report({"a": [], "b": []}, path)
    assert not path.exists()


def test_where_nothing_can_be_written_is_said_before_the_work(table, tmp_path, monkeypatch):
    monkeypatch.setattr(mixmi._report, "lib", None)  # the page is not made
    with pytest.raises(FileNotFoundError, match="nowhere"):
        mixmi.report(table, tmp_path / "nowhere" / "page.html")
    with pytest.raises(IsADirectoryError):
        mixmi.report(table, tmp_path)
    with pytest.raises(TypeError):
        mixmi.report(table, 5)
    assert os.listdir(tmp_path) == []


def test_links_are_followed_and_pipes_are_written_to(table, tmp_path):
    def ask(path):
        return mixmi.report(table, path, columns=["species", "sex"], graph=False)

    (tmp_path / "link").symlink_to(tmp_path / "page.html")
    page = ask(tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "page.html").read_text() == page
    os.mkfifo(tmp_path / "pipe")
    with tempfile.TemporaryFile() as received:  # a pipe would fill up, as nobody reads it before the page is written
        with subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=received):
            ask(tmp_path / "pipe")
        received.seek(0)
        assert received.read().decode() == page
    assert (tmp_path / "pipe").is_fifo() and sorted(os.listdir(tmp_path)) == ["link", "page.html", "pipe"]
