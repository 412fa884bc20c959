"""Docstrings run, types check."""
import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import mixmi
import pytest
from conftest import PENGUINS

PACKAGE = Path(mixmi.__file__).parent
MODULES = [path.stem for path in sorted(PACKAGE.glob("_*.py")) if path.stem not in ("__init__", "__main__", "_frames")] + ["pywhy"]


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_docstrings_run(module, penguins, monkeypatch):
    monkeypatch.chdir(PENGUINS.parent)
    found = importlib.import_module(f"mixmi.{module}")
    result = doctest.testmod(found, extraglobs={"mixmi": mixmi, "penguins": penguins})
    assert result.failed == 0


def test_public_functions_have_examples():
    finder = doctest.DocTestFinder()
    for name in ("cmi", "test", "test_many", "pairs", "histogram", "entropy", "graph", "read", "Table", "adjust_p"):
        assert any(test.examples for test in finder.find(getattr(mixmi, name), name)), name


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """mypy --strict on files, in a folder of its own, whose cache serves the second call."""
    pytest.importorskip("mypy")
    folder = tmp_path_factory.mktemp("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", "cache"]

    def run(*files):
        done = subprocess.run([*command, *map(str, files)], cwd=folder, capture_output=True, text=True)
        return done.returncode, done.stdout

    return run


def test_the_package_and_an_example_pass_mypy_strict(tmp_path, mypy):
    example = tmp_path / "example.py"
    example.write_text('''
import mixmi

found: mixmi.Answer = mixmi.cmi({"a": [1.5, 2.5], "b": ["u", "v"]}, "a", "b", preset="default", threads=2)
half: float = found / 2
t = mixmi.test(mixmi.read("penguins.csv", discrete="year"), "sex", "year", alpha=0.05, test="residual")
p: float = t.pvalue
names: list[str] = mixmi.graph("penguins.csv", exclude=["year"], knowledge={"tiers": ["sex"]}).nodes
''')
    code, output = mypy(PACKAGE, example)
    assert code == 0, output


def test_mypy_sees_wrong_keywords(tmp_path, mypy):
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import mixmi\nmixmi.cmi(None, alpa=1)\nmixmi.test(None, test="guess")\nmixmi.cmi(None, threads="2")\n')
    code, output = mypy(PACKAGE, wrong)
    assert code == 1 and output.count("error:") == 3, output
