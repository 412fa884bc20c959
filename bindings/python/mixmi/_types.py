"""Types of arguments, for the declarations of the package."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping, Protocol, Sequence, Union

if TYPE_CHECKING:
    import numpy.typing as npt

    from mixmi._graph import Graph
    from mixmi._table import Table


class Frame(Protocol):
    """A data frame of pandas or polars."""

    @property
    def columns(self) -> Any: ...

    def __len__(self) -> int: ...


class ArrowStream(Protocol):
    """Anything that gives an Arrow stream."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


class Executor(Protocol):
    """What runs questions elsewhere: concurrent.futures, loky, a Dask client, mpi4py."""

    def submit(self, function: Any, *arguments: Any) -> Any: ...


Column = Union[str, int]
"""A column by name or position."""

if TYPE_CHECKING:
    Path = Union[str, "os.PathLike[str]"]
    Data = Union[Frame, ArrowStream, Mapping[str, npt.ArrayLike], npt.NDArray[Any], Path, Table, None]
    Side = Union[Column, Sequence[Column], npt.ArrayLike, None]
    GraphLike = Union[Graph, Path]
