"""The library's option table as keyword arguments: names, ranges, defaults and help come from the library.

An option `atom-threshold` is the keyword `atom_threshold`; None leaves the default. `Options` is a handle for one call, with
its progress; it is never shared between threads.
"""
from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, TypeVar

from mixmi._call import Progress, UsageError, check, deprecated, error, ffi, lib, text


F = TypeVar("F", bound=Callable[..., Any])


class Option(NamedTuple):
    """A row of the option table."""

    name: str  # as in the library, such as "atom-threshold"
    group: str
    kind: int
    choices: Sequence[str]
    minimum: float
    maximum: float
    default: str
    help: str

    @property
    def keyword(self) -> str:
        return self.name.replace("-", "_")

    @property
    def annotation(self) -> str:
        """The type of the keyword argument, for type checkers."""
        if self.kind == lib.MIXMI_OPTION_INTEGER:
            return "Optional[int]"
        if self.kind == lib.MIXMI_OPTION_REAL:
            return "Optional[float]"
        if self.kind == lib.MIXMI_OPTION_SWITCH:
            return "Union[bool, str, None]"
        if self.kind == lib.MIXMI_OPTION_CHOICE:
            return "Optional[Literal[" + ", ".join(f'"{choice}"' for choice in self.choices) + "]]"
        return "Any" if self.group == "reading" else "Optional[str]"  # lists of texts, columns of weights

    @property
    def range(self) -> str:
        """The allowed values, in words."""
        if self.choices:
            return ", ".join(self.choices)
        if self.kind in (lib.MIXMI_OPTION_INTEGER, lib.MIXMI_OPTION_REAL):
            return f"{self.minimum:g} to {self.maximum:g}"
        return "text"


def _rows() -> Iterator[Option]:
    index = 0
    while True:
        row = lib.mixmi_option_at(index)
        if row == ffi.NULL:
            return
        choices = (text(row.choices) or "").split(",") if row.choices != ffi.NULL else []
        help_ = (text(row.help) or "").replace("--", "")
        yield Option(text(row.name) or "", text(row.group) or "", row.kind, choices, row.minimum, row.maximum,
                     text(row.fallback) or "", help_)
        index += 1


TABLE: Dict[str, Option] = {row.keyword: row for row in _rows()}

# The groups of options that a function accepts, with additions and exceptions.
_TAKES: Dict[str, Dict[str, str]] = {
    "read": {"groups": "reading", "and": "threads seed"},
    "cmi": {"groups": "model estimator reading showing running", "and": "alpha seed"},
    "transfer": {"groups": "model estimator reading showing running", "and": "alpha seed", "without": "time lags"},
    "test": {"groups": "model estimator kernel test reading showing running",
             "without": "estimator neighbours ksg_variant metric"},
    "graph": {"groups": "model estimator kernel test graph reading running",
              "without": "estimator neighbours ksg_variant metric confidence"},
    "choice": {"groups": "model estimator kernel test graph reading running",
               "without": "estimator neighbours ksg_variant metric confidence search v_rule latent latent_search "
                          "selection_bias contemporaneous direction_threshold stability bootstrap survival"},
    "report": {"groups": "model estimator kernel test graph reading showing running",
               "without": "estimator neighbours ksg_variant metric checkpoint shard gather survival"},
    "effect": {"groups": "effect reading showing", "and": "confidence seed latent threads", "without": "lags"},
    "histogram": {"groups": "model reading running", "and": "seed", "without": "cluster survival time id step lags"},
    "entropy": {"groups": "model reading showing running", "and": "seed", "without": "cluster survival time id step lags"},
    "describe": {"groups": "model reading", "and": "seed threads", "without": "cluster time id step lags"},
    "table": {"groups": "model"},
}
# Reading options about file formats, which do not apply to data in memory.
FILE_FORMAT = frozenset("delimiter quote header comment sql table".split())
# Argument names used by other packages.
_ALIASES = {"z": "given", "cond": "given", "conditioning": "given", "condition": "given", "weight": "weights", "clusters": "cluster", "groups": "cluster",
            "confidence_level": "confidence", "na_values": "missing", "pvalue": "p"}
# Text options that are lists of columns: separate arguments, which accept Python sequences.
LISTS = ("discrete", "numeric", "only")


def keywords(function: str) -> List[str]:
    """The keyword arguments of a kind of function, in the order of the option table."""
    takes = _TAKES[function]
    groups, more = takes["groups"].split(), takes.get("and", "").split()
    without = takes.get("without", "").split()
    return [name for name, row in TABLE.items()
            if (row.group in groups or name in more) and name not in without and name not in LISTS]


_KEYWORDS = {function: frozenset(keywords(function)) for function in _TAKES}
_PARAMETERS: Dict[str, List[str]] = {}  # the other arguments of the functions of a kind, filled by document()


def nearest(typed: str, names: Sequence[str]) -> Optional[str]:
    """The name that a misspelled one was probably meant to be: a similar one, or one that begins with it."""
    import difflib

    similar = difflib.get_close_matches(typed, names, 1)
    begin = [name for name in names if len(typed) > 1 and name.lower().startswith(typed.lower())]
    return next(iter(similar + begin), None)


def check_keywords(function: str, given: Mapping[str, Any]) -> None:
    """An option that a function does not accept is an error that suggests the closest one."""
    for name in given:
        if name not in _KEYWORDS[function]:
            if name in TABLE:
                raise UsageError(f"'{name}' is an option that has no effect here")
            near = _ALIASES.get(name) or nearest(name, sorted({*_KEYWORDS[function], *_PARAMETERS.get(function, [])}))
            raise UsageError(f"no argument '{name}'" + (f"; did you mean {near}=?" if near else ""))


def reading_of(given: Mapping[str, Any]) -> Dict[str, Any]:
    """The options that determine how data become a table."""
    return {name: value for name, value in given.items() if value is not None and name in TABLE and TABLE[name].group == "reading"}


def preparing_of(given: Mapping[str, Any]) -> Dict[str, Any]:
    """The same with those that may affect the conversion."""
    more = {name: given[name] for name in ("seed", "threads") if given.get(name) is not None}
    return {**reading_of(given), **more}


def _set(handle: Any, name: str, value: Any) -> None:
    row = TABLE[name]
    key = row.name.encode()
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if isinstance(value, str):
        renamed = text(lib.mixmi_option_renamed(key, value.encode()))
        if renamed is not None:
            deprecated(f"{name}='{value}'", f"'{renamed}'")
        check(lib.mixmi_options_set(handle, key, value.encode()))
        return
    if isinstance(value, (list, tuple, set, frozenset)) and row.kind == lib.MIXMI_OPTION_TEXT:
        value = quoted_list([str(item) for item in value])
    if row.kind not in (lib.MIXMI_OPTION_INTEGER, lib.MIXMI_OPTION_REAL, lib.MIXMI_OPTION_SWITCH):
        check(lib.mixmi_options_set(handle, key, str(value).encode()))
        return
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise UsageError(f"option '{name}' takes a number, not {value!r}") from None
    check(lib.mixmi_options_set_number(handle, key, number))


def _method(handle: Any, kind: str) -> Any:
    """The chosen estimator or test."""
    at = lib.mixmi_estimator_at if kind == "estimator" else lib.mixmi_test_at
    chosen, index = ffi.string(lib.mixmi_options_get(handle, kind.encode())), 0
    while True:
        method = at(index)
        if method == ffi.NULL or ffi.string(method.name) == chosen:
            return method
        index += 1


def _check_used(handle: Any, kind: str, given: Mapping[str, Any]) -> None:
    """An option that the chosen method does not use is an error, as on the command line."""
    method = _method(handle, kind)
    for name, value in given.items():
        row = TABLE[name]
        silent = value is None or row.group not in ("model", "estimator", "kernel", "test")
        if silent or name in ("preset", "atom_threshold", "alpha", "seed", kind):
            continue
        if not lib.mixmi_method_uses_option(method, row.name.encode()):
            raise UsageError(f"option '{name}' has no effect on the {kind} {text(method.name)}")


class Options:
    """Options of one call and its progress: `with Options(...) as handle`. Leaving it raises what Ctrl-C has raised."""

    __slots__ = ("handle", "progress", "_self")

    def __init__(self, function: str, given: Mapping[str, Any], progress: Optional[bool] = False,
                 method: Optional[str] = None, more: Optional[Mapping[str, str]] = None) -> None:
        out = ffi.new("mixmi_options **")
        check(lib.mixmi_options_new(out))
        self.handle = ffi.gc(out[0], lib.mixmi_options_free)
        if given:
            check_keywords(function, given)
            if given.get("preset") is not None:  # it changes other options, so it is set first
                _set(self.handle, "preset", given["preset"])
            for name, value in given.items():
                if value is not None and name != "preset":
                    _set(self.handle, name, value)
            if method is not None:
                _check_used(self.handle, method, given)
        for name, value in (more or {}).items():
            check(lib.mixmi_options_set(self.handle, name.encode(), value.encode()))
        self.progress = Progress(progress)
        self._self = ffi.new_handle(self.progress)
        lib.mixmi_options_set_progress(self.handle, lib.mixmi_python_progress, self._self)

    def __enter__(self) -> Any:
        return self.handle

    def __exit__(self, *exception: Any) -> None:
        self.progress.end()

    def call(self, status: int) -> None:
        """Ends the call: raises an exception raised during the call, or that of its status."""
        self.progress.end()
        if status != lib.MIXMI_OK:
            raise error(status)

    def get(self, name: str) -> str:
        return text(lib.mixmi_options_get(self.handle, name.encode())) or ""

    def number(self, name: str) -> float:
        out = ffi.new("double *")
        check(lib.mixmi_options_number(out, self.handle, name.encode()))
        return float(out[0])


def quoted_list(names: Sequence[str]) -> str:
    """Names as one of the library's comma-separated lists."""
    return ",".join('"' + name.replace('"', '""') + '"' for name in names)


# ------------------------------------------------------------------------------------------------- documentation


def document(function: str) -> Callable[[F], F]:
    """A decorator that adds the options of this kind to the function's documentation and signature."""

    def decorate(target: F) -> F:
        import inspect

        lines = ["", "    Options (keywords; None is the default):"]
        signature = inspect.signature(target)
        parameters = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        taken = {p.name for p in parameters}
        _PARAMETERS.setdefault(function, []).extend(taken)
        for name in keywords(function):
            row = TABLE[name]
            lines.append(f"        {name}: {row.help} [{row.range}; default {row.default or 'none'}]")
            if name not in taken:
                parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None))
        target.__doc__ = (target.__doc__ or "").rstrip() + "\n" + "\n".join(lines) + "\n"
        setattr(target, "__signature__", signature.replace(parameters=parameters))
        return target

    return decorate
