"""States of tables that a cluster holds: partitions become bytes on the workers, bytes are merged in a tree, and the last ones come
back.

    client = dask.distributed.Client(...)
    state = mixmi.dask.sketch(frame, client, key="id")       # a dask.dataframe, or any iterable of partitions
    mixmi.pairs(state)                                       # over all rows
    mixmi.graph(state, executor=client)                      # the sample; questions are shared by the workers

A worker that dies is no loss: its partitions are read again by another, with the same bytes.
"""
from __future__ import annotations

from typing import Any, Iterable, List

from mixmi._call import UsageError
from mixmi._many import merge
from mixmi._many import sketch as _sketch

__all__ = ["sketch"]

_WIDTH = 8  # states that one call merges: a state of many pairs of columns has megabytes


def _partitions(data: Any) -> List[Any]:
    """The delayed partitions of a dask collection, or the items of anything else."""
    if hasattr(data, "to_delayed"):
        return list(data.to_delayed())
    if not isinstance(data, Iterable):
        raise UsageError(f"{type(data).__name__} is neither a dask.dataframe nor an iterable of partitions")
    return list(data)


def _of_partition(data: Any, part: str, options: Any) -> bytes:
    return _sketch(data() if callable(data) else data, part=part, **options)


def sketch(data: Any, client: Any, **options: Any) -> bytes:
    """The state of all partitions. `data`: a dask.dataframe, or an iterable of partitions: data frames, paths, or functions that
    return them. `client`: of dask.distributed, or anything with `submit` whose futures can be arguments, as Dask's. `options`: as of
    `mixmi.sketch`; give `key` or `cluster`, or the rows are identified by the partition's number and theirs, which is only as
    stable as the partitions are."""
    parts = _partitions(data)
    if not parts:
        raise UsageError("there are no partitions")
    delayed = [client.compute(part) if hasattr(part, "dask") else part for part in parts]
    states = [client.submit(_of_partition, part, f"partition {i}", options, pure=False) for i, part in enumerate(delayed)]
    while len(states) > 1:
        groups = [states[i:i + _WIDTH] for i in range(0, len(states), _WIDTH)]
        states = [client.submit(merge, *group, pure=False) if len(group) > 1 else group[0] for group in groups]
    state: bytes = states[0].result()
    return state
