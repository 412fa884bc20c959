"""States: summaries of the parts of a table that no machine holds, which are merged and asked. A state is bytes, so any engine can
carry it: a worker runs a function from a part to bytes, or from bytes to bytes."""
from __future__ import annotations

import os
from typing import Any, List

from mixmi._call import UsageError, check, ffi, lib
from mixmi._options import Options, quoted_list
from mixmi._table import Names, Table


def _list(columns: Any) -> str:
    return quoted_list([str(c) for c in ([columns] if isinstance(columns, (str, int)) else columns)])


def _bytes_of(sketch: Any) -> bytes:
    """The bytes of a sketch, which is released."""
    out, length = ffi.new("void **"), ffi.new("size_t *")
    try:
        check(lib.mixmi_sketch_bytes(out, length, sketch))
    finally:
        lib.mixmi_sketch_free(sketch)
    try:
        return bytes(ffi.buffer(out[0], length[0]))
    finally:
        lib.mixmi_free(out[0])


def _sketch_of(state: bytes) -> Any:
    out = ffi.new("mixmi_sketch **")
    check(lib.mixmi_sketch_from_bytes(out, ffi.from_buffer(state), len(state)))
    return out[0]


def _paths(data: Any) -> List[bytes]:
    """Paths of files; none if the data are something else."""
    several = list(data) if isinstance(data, (list, tuple)) else [data]
    if several and all(isinstance(one, (str, os.PathLike)) for one in several):
        return [os.fsencode(one) for one in several]
    return []


def sketch(data: Any, *, part: Any = None, first: int = 0, key: Names = None, cluster: Names = None, sample: int = 0,
           memory: int = 0, only: Names = None, discrete: Names = None, numeric: Names = None, **options: Any) -> bytes:
    """The state of a part of a table: a function of its rows, whose bytes merge with those of other parts.

    `data`: anything that `Table` takes, or a list of paths of files, patterns and folders, which are read in batches.
    Each row needs an identity: the values of the columns `key`, or the name `part` of this part and the row's number, from `first`
    (of files: the path and the number). With `cluster`, rows with the same values of these columns are drawn together. `sample`:
    rows to keep; by default as many as fit into `memory` (MB; by default half of what is free). Other options are those of
    `Table`.

    >>> a = mixmi.sketch({"x": [1.5, 2.5, 4]}, part="a")
    >>> b = mixmi.sketch({"x": [3.5, 1]}, part="b")
    >>> mixmi.merge(a, b) == mixmi.merge(b, a)
    True
    """
    lists = {name: _list(columns) for name, columns in (("cluster", cluster), ("key", key)) if columns is not None}
    size = {name: str(value) for name, value in (("sample", sample), ("memory", memory))}
    out, paths = ffi.new("mixmi_sketch **"), _paths(data)
    if paths:
        more = {name: _list(columns) for name, columns in (("only", only), ("discrete", discrete), ("numeric", numeric))
                if columns is not None}
        handle = Options("read", options, more={**size, **lists, **more})
        pointers = [ffi.new("char[]", path) for path in paths]
        handle.call(lib.mixmi_sketch_read(out, ffi.new("char *[]", pointers), len(pointers), handle.handle))
        return _bytes_of(out[0])
    if part is None and not lists:
        raise UsageError("rows need an identity: part= names this part, or key= the columns that identify rows, or cluster=")
    table = Table(data, only=only, discrete=discrete, numeric=numeric, **options)
    handle = Options("read", {}, more={**size, **{name: value for name, value in lists.items() if name == "cluster"}})
    handle.call(lib.mixmi_sketch_table(out, table._handle, str(part if part is not None else "").encode(), first,
                                       lists["key"].encode() if "key" in lists else ffi.NULL, handle.handle))
    return _bytes_of(out[0])


def merge(*states: bytes) -> bytes:
    """The state of all rows of some states, in any order. States that are damaged, about other columns, or given twice are errors."""
    if not states:
        raise UsageError("there is no state to merge")
    whole = _sketch_of(states[0])
    try:
        for state in states[1:]:
            other = _sketch_of(state)
            try:
                check(lib.mixmi_sketch_merge(whole, other))
            finally:
                lib.mixmi_sketch_free(other)
    except BaseException:
        lib.mixmi_sketch_free(whole)
        raise
    return _bytes_of(whole)
