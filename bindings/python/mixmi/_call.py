"""Calls of the C library: statuses become exceptions, Ctrl-C cancels, progress is shown.

Every call goes through `check`, which reads the message of the calling thread. The library never keeps what a call got, so
nothing here outlives a call but the handles, which free themselves.
"""
from __future__ import annotations

import sys
import threading
import time
import warnings
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Sequence, Type

from mixmi._core import ffi, lib
from mixmi._html import escape

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]
else:
    Array = Any

__all__ = ["Array", "ffi", "lib", "Error", "UsageError", "DataError", "FileError", "LimitError", "Cancelled", "check", "error",
           "DataWarning", "deprecated", "owned_text", "run_by", "text", "warn", "workers_of"]


class Error(Exception):
    """Base class of all errors; the message says what was wrong and where."""


class UsageError(Error, ValueError):
    """An invalid argument or option: an unknown name, a value out of range, X and Y overlap."""


class DataError(Error, ValueError):
    """The data cannot be used: a malformed file, an infinite value, fewer than 2 usable rows."""


class FileError(Error, OSError):
    """A file could not be read or written."""


class LimitError(Error):
    """A documented limit was exceeded; the message says which."""


class Cancelled(Error):
    """The work was cancelled by its progress callback."""


class DataWarning(UserWarning):
    """A remark on the data, such as values treated as missing, or a column that looks like an identifier."""


def _options() -> List[str]:
    names: List[str] = []
    while lib.mixmi_option_at(len(names)) != ffi.NULL:
        names.append(ffi.string(lib.mixmi_option_at(len(names)).name).decode())
    return names


def typed(message: Optional[str]) -> str:
    """A message of the library in the words that are typed here: "option cluster" becomes "cluster="."""
    if message is None or "option " not in message:
        return message or ""
    known = set(_options())
    words = message.split("option ")
    said = words[0]
    for part in words[1:]:
        name = part[:len(part) - len(part.lstrip("abcdefghijklmnopqrstuvwxyz-0123456789"))]
        said += f"{name.replace('-', '_')}={part[len(name):]}" if name in known else f"option {part}"
    return said


def warn(message: str, kind: Type[Warning] = DataWarning) -> None:
    """Warns with the line of the caller outside the package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "mixmi":
        frame, level = frame.f_back, level + 1
    warnings.warn(typed(message), kind, stacklevel=level)


def deprecated(before: str, now: str) -> None:
    """Warns of a name of 0.2, which works until 0.4."""
    warn(f"{before} is now {now}; the old name goes with mixmi 0.4", DeprecationWarning)


_classes = {
    lib.MIXMI_ERROR_USAGE: UsageError,
    lib.MIXMI_ERROR_DATA: DataError,
    lib.MIXMI_ERROR_IO: FileError,
    lib.MIXMI_ERROR_LIMIT: LimitError,
    lib.MIXMI_ERROR_CANCELLED: Cancelled,
    lib.MIXMI_ERROR_MEMORY: MemoryError,
}


def text(pointer: Any) -> Optional[str]:
    """A C string, or None for NULL. Bytes that are not UTF-8 are kept as escapes."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "backslashreplace")


def error(status: int, message: Optional[str] = None) -> Exception:
    """The exception for a status, with the message of the latest failure in this thread."""
    return _classes[status](typed(message if message is not None else text(lib.mixmi_error_message())))


def check(status: int) -> None:
    if status != lib.MIXMI_OK:
        raise error(status)


def owned_text(pointer: Any) -> str:
    """A string returned by the library, which is released."""
    try:
        return str(ffi.string(pointer).decode("utf-8", "backslashreplace"))
    finally:
        lib.mixmi_free(pointer)


# ------------------------------------------------------------------------------------------------------- progress


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"


class _NotebookBar:
    """A progress bar in a notebook: one display that is replaced and finally removed, not a growing stream."""

    def __init__(self, total: Optional[int], unit: str, leave: bool) -> None:
        from IPython.display import HTML, display

        self.total, self.n, self.unit, self.stage, self._html = total, 0, unit, "", HTML
        self._shown = display(HTML(""), display_id=True)

    def set_description_str(self, stage: str, refresh: bool) -> None:
        self.stage = stage

    def refresh(self) -> None:
        share = f' value="{self.n}" max="{self.total}"' if self.total else ""
        count = f"{self.n} of {self.total}" if self.total else str(self.n)
        self._shown.update(self._html(f"{escape(self.stage)} <progress{share}></progress> {count}{self.unit}"))

    def close(self) -> None:
        self._shown.update(self._html(""))


def _bar_class() -> Any:
    """The progress bar for the current environment, or None if tqdm, which draws it on terminals, is not installed."""
    if _in_notebook():
        return _NotebookBar
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm


class Progress:
    """What the library reports to while it works: draws a bar and takes Ctrl-C.

    `shown`: True, False, or None for a bar where somebody sees it (on a terminal or in a notebook). A bar appears only for
    work that takes longer than a second.
    """

    delay = 1.0

    def __init__(self, shown: Optional[bool]) -> None:
        self.exception: Optional[BaseException] = None
        self.shown = shown
        self.bar: Any = None
        self.stage: Optional[str] = None
        self.started = time.monotonic()

    def wanted(self) -> bool:
        if self.shown is None:
            self.shown = _in_notebook() or bool(sys.stderr is not None and sys.stderr.isatty())
        return self.shown and time.monotonic() - self.started >= self.delay

    def report(self, progress: Any) -> bool:
        """Called by the library; an exception, such as that of Ctrl-C, cancels the call and is raised by it."""
        try:
            if self.shown is not False and self.wanted():
                self.draw(progress)
            return True
        except BaseException as exception:  # must not propagate through C
            self.exception = exception
            return False

    def draw(self, progress: Any) -> None:
        stage, total = text(progress.stage), progress.total or None
        if self.bar is None:
            tqdm = _bar_class()
            if tqdm is None:
                self.shown = False
                return
            self.bar = tqdm(total=total, unit=" " + (text(progress.unit) or "steps"), leave=False)
        if stage != self.stage:
            self.stage = stage
            self.bar.set_description_str(stage, refresh=False)
        self.bar.total = total
        self.bar.n = progress.done
        self.bar.refresh()

    def end(self) -> None:
        if self.bar is not None:
            self.bar.close()
        if self.exception is None:
            self.exception = _raised.__dict__.pop("exception", None)
        if self.exception is not None:
            raise self.exception


_raised = threading.local()  # set by Ctrl-C outside of Progress.report(), in the few Python steps around it


def _keep(kind: Any, exception: BaseException, traceback: Any) -> None:
    _raised.exception = exception


@ffi.def_extern(name="mixmi_python_progress", error=False, onerror=_keep)  # type: ignore[misc]
def _report(context: Any, progress: Any) -> bool:
    return ffi.from_handle(context).report(progress)  # type: ignore[no-any-return]


def workers_of(executor: Any) -> int:
    """Number of jobs that an executor runs at a time; 8 if unknown."""
    counts = [getattr(executor, name, None) for name in ("_max_workers", "num_workers")]
    if hasattr(executor, "ncores"):  # a Dask client
        counts.append(sum(executor.ncores().values()))
    return next((count for count in counts if isinstance(count, int) and count > 0), 8)


def run_by(executor: Any, function: Callable[..., Any], jobs: Sequence[Sequence[Any]]) -> Callable[[], List[Any]]:
    """Starts jobs, each the arguments of a call, on the workers of an executor, which has `submit` or at least `map`.

    Returns a function that waits for the results, in the order of the jobs.
    """
    if not hasattr(executor, "submit"):
        return lambda: list(executor.map(function, *zip(*jobs))) if jobs else []
    waiting = [executor.submit(function, *job) for job in jobs]
    return lambda: [future.result() for future in waiting]
