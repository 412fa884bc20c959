"""Stands for the compiled part of the Python package while its docstrings are read: the library itself, called without a compiler. So the
tables of options in the docstrings are those of the library."""
import re
import sys
import types

import cffi


class Ffi(cffi.FFI):
    def def_extern(self, *arguments, **more):
        return lambda function: function


class Library:
    """The library, and nothing for what only the package has."""

    def __init__(self, library):
        self._library = library

    def __getattr__(self, name):
        return getattr(self._library, name, None)


def install(root, library):
    sys.path.insert(0, str(root / "bindings/python"))
    import header

    ffi = Ffi()
    ffi.cdef(header.declarations(header.read(root)).replace(header.CALLBACKS, ""))
    module = types.ModuleType("mixmi._core")
    module.ffi, module.lib = ffi, Library(ffi.dlopen(str(library)))
    sys.modules["mixmi._core"] = module


def as_rst(lines):
    """Docstrings are plain text with `names` and indented examples."""
    out, code = [], False
    for line in lines:
        indented = line.startswith("    ") and not re.match(r"\s*(>>>|\.\.\.)", line)
        if indented and not code and out and out[-1].strip():
            out += ["", ".. code-block:: text", ""] if not out[-1].lstrip().startswith(">>>") else []
        elif indented and not code:
            out += [".. code-block:: text", ""]
        elif line.strip() and not indented and code:
            out.append("")
        code = indented if line.strip() else code
        out.append(line if code else re.sub(r"(?<![`\\])\|", r"\|", re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", line)).replace("*", r"\*"))
    return out


def setup(app):
    app.connect("autodoc-process-docstring", lambda app, what, name, item, options, lines: lines.__setitem__(slice(None), as_rst(lines)))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
