"""The notebooks of examples/ run from their first cell to their last, which asserts what they say; none keeps output."""
import json
import sys

import pytest
from conftest import ROOT

nbformat = pytest.importorskip("nbformat")
preprocessors = pytest.importorskip("nbconvert.preprocessors")
pytest.importorskip("ipykernel")
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def test_there_are_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["causal_graph", "feature_selection", "penguins"]


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    """A kernel of the Python that runs the tests, whatever the system's kernel is."""
    folder = tmp_path / "kernels" / "tested"
    folder.mkdir(parents=True)
    start = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (folder / "kernel.json").write_text(json.dumps({"argv": start, "display_name": "tested", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    monkeypatch.delenv("MPLBACKEND", raising=False)
    return "tested"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, kernel):
    book = nbformat.read(path, 4)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in code)
    patient = {"timeout": None, "startup_timeout": 7200, "iopub_timeout": 7200}  # only a kernel that hangs is late
    preprocessors.ExecutePreprocessor(kernel_name=kernel, **patient).preprocess(book, {"metadata": {"path": str(path.parent)}})
    kinds = {kind for cell in code for output in cell.outputs for kind in output.get("data", {})}
    assert {"text/html", "image/png"} <= kinds or path.stem == "feature_selection" and "text/html" in kinds
    assert not any(output.get("name") == "stderr" for cell in code for output in cell.outputs), "bars leave nothing"
