"""Writes what is generated from the option table: write_types.py SOURCE PACKAGE, where PACKAGE holds the module that was built.

__init__.pyi is SOURCE/__init__.pyi.in with the keywords of the library; _core.pyi tells type checkers that the
extension module is C's.
"""
import importlib.util
import re
import sys
from pathlib import Path


def load_options(package):
    """mixmi._options of the built package."""
    sys.path.insert(0, str(package.parent))
    found = importlib.util.find_spec("mixmi._options")
    assert found is not None and Path(found.origin).parent == package, found
    return importlib.import_module("mixmi._options")


def keywords(options, function):
    return "\n".join(f"    {name}: {options.TABLE[name].annotation} = ..." + "," for name in options.keywords(function))


def main(source, package):
    options = load_options(package)
    template = (source / "__init__.pyi.in").read_text()
    text = re.sub(r"^ *@options\((\w+)\)@$", lambda match: keywords(options, match.group(1)), template, flags=re.MULTILINE)
    (package / "__init__.pyi").write_text(text)
    (package / "_core.pyi").write_text("from typing import Any\n\nffi: Any\nlib: Any\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
