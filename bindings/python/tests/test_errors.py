"""What goes wrong says so: exceptions, options, Ctrl-C, progress."""
import inspect
import signal
import threading

import mixmi
import numpy as np
import pytest
from mixmi import _call, _options


def test_exceptions_are_of_one_family():
    for kind in (mixmi.UsageError, mixmi.DataError, mixmi.LimitError, mixmi.FileError, mixmi.Cancelled):
        assert issubclass(kind, mixmi.Error)
    assert issubclass(mixmi.UsageError, ValueError) and issubclass(mixmi.DataError, ValueError)
    assert issubclass(mixmi.FileError, OSError)


@pytest.mark.parametrize("call, kind, message", [
    (lambda t: mixmi.cmi(t, "a", "nothing"), mixmi.UsageError, "no column 'nothing' among the"),
    (lambda t: mixmi.cmi(t, "a", "a"), mixmi.UsageError, "'a'"),
    (lambda t: mixmi.cmi(t, "a"), mixmi.UsageError, "Y|y"),
    (lambda t: mixmi.cmi(t, "a", 5), mixmi.UsageError, "no column 5"),
    (lambda t: mixmi.cmi({"a": [[1], [2]], "b": [1, 2]}, "a", "b"), mixmi.UsageError, "'a': values of type list cannot be measured"),
    (lambda t: mixmi.cmi(t, "a", "b", alpa=0.1), mixmi.UsageError, "did you mean alpha="),
    (lambda t: mixmi.graph(t, exlude="a"), mixmi.UsageError, "did you mean exclude="),
    (lambda t: mixmi.report(t, taget="a"), mixmi.UsageError, "did you mean target="),
    (lambda t: mixmi.cmi(t, "a", "b", conf=0.9), mixmi.UsageError, "did you mean confidence="),
    (lambda t: mixmi.cmi({"bill_length": [1, 2], "b": [1, 2]}, "bill", "b"), mixmi.UsageError, "did you mean 'bill_length'"),
    (lambda t: mixmi.cmi(t, "a", "b", permutations=9), mixmi.UsageError, "no effect"),
    (lambda t: mixmi.cmi(t, "a", "b", neighbours=9), mixmi.UsageError, "no effect on the estimator residual"),
    (lambda t: mixmi.test(t, "a", "b", alpha=2), mixmi.UsageError, "alpha"),
    (lambda t: mixmi.test(t, "a", "b", alpha="much"), mixmi.UsageError, "alpha"),
    (lambda t: mixmi.test(t, "a", "b", test="guess"), mixmi.UsageError, "guess"),
    (lambda t: mixmi.test(t, "a", "b", seed=[1]), mixmi.UsageError, "takes a number"),
    (lambda t: mixmi.cmi({"a": [1, None], "b": [None, 2]}, "a", "b"), mixmi.DataError, "rows"),
    (lambda t: mixmi.read("nowhere.csv"), mixmi.FileError, "nowhere.csv"),
    (lambda t: mixmi.pairs(t, sort="colour"), mixmi.UsageError, "sort"),
    (lambda t: mixmi.pairs(t, "a"), mixmi.DataError, "no pair"),
    (lambda t: mixmi.graph(t, knowledge={"tears": []}), mixmi.UsageError, "tears"),
    (lambda t: mixmi.graph(t, knowledge="require a => b"), mixmi.Error, "knowledge"),
    (lambda t: mixmi.Histogram.from_json("{}"), mixmi.DataError, ""),
    (lambda t: mixmi.cmi(t, 1.0, "b"), mixmi.UsageError, "by name or by number"),
    (lambda t: mixmi.cmi(x=1.0, y=[1, 2]), mixmi.UsageError, "not a column"),
    (lambda t: mixmi.cmi(x="ab", y=[1, 2]), mixmi.UsageError, "not a column"),
    (lambda t: mixmi.Table({"\ud800": [1, 2]}), mixmi.UsageError, "Unicode"),
    (lambda t: mixmi.Table(t, discrete="a"), mixmi.UsageError, "when the table is made"),
])
def test_errors_say_what_was_wrong(call, kind, message):
    table = mixmi.Table({"a": np.arange(20.0), "b": np.arange(20.0) % 3})
    with pytest.raises(kind, match=message):
        call(table)


def test_errors_of_threads_do_not_mix():
    table = mixmi.Table({"a": np.arange(20.0), "b": np.arange(20.0) % 3})
    wrong = []

    def ask(name):
        for _ in range(200):
            try:
                mixmi.histogram(table, ["a"], max_rounds=-1 - name)
            except mixmi.UsageError as error:
                if str(-1 - name) not in str(error):
                    wrong.append(str(error))

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_every_option_of_the_library_is_a_keyword_somewhere():
    taken = set().union(*(_options.keywords(function) for function in _options._TAKES)) | set(_options.LISTS)
    assert taken | {"memory", "key"} == set(_options.TABLE)  # those of sketch(), which names its arguments


@pytest.mark.parametrize("function", [mixmi.cmi, mixmi.test, mixmi.graph, mixmi.pairs, mixmi.histogram, mixmi.read])
def test_signatures_and_documentation_have_the_options(function):
    names = inspect.signature(function).parameters
    assert "threads" in names and "threads: number of threads" in function.__doc__
    assert not any(p.kind is p.VAR_KEYWORD for p in names.values())


def test_ctrl_c_cancels(rng, monkeypatch):
    """The signal is raised by the first report of progress, so nothing depends on how fast the machine is."""
    report = _call.Progress.report
    calls = []

    def interrupt(self, progress):
        if not calls:
            calls.append(threading.current_thread())
            signal.raise_signal(signal.SIGINT)  # to this thread, at once
        return report(self, progress)

    monkeypatch.setattr(_call.Progress, "report", interrupt)
    data = {f"c{i}": rng.normal(size=2000) for i in range(40)}
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
    try:
        with pytest.raises(KeyboardInterrupt):
            mixmi.pairs(data, test="perm", preset="paper", permutations=999)
    finally:
        signal.signal(signal.SIGINT, before)
    assert calls == [threading.main_thread()]


def test_an_exception_in_progress_cancels_and_is_raised(rng, monkeypatch):
    class Wrong(Exception):
        pass

    def fail(self, progress):
        raise Wrong

    monkeypatch.setattr(_call.Progress, "draw", fail)
    monkeypatch.setattr(_call.Progress, "delay", 0)
    data = {f"c{i}": rng.normal(size=2000) for i in range(40)}
    with pytest.raises(Wrong):
        mixmi.pairs(data, test="perm", preset="paper", permutations=999, progress=True)


def test_progress_is_shown_by_tqdm(rng, monkeypatch):
    tqdm = pytest.importorskip("tqdm")
    bars = []

    class Bar(tqdm.tqdm):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            bars.append(self)

    monkeypatch.setattr(_call, "_bar_class", lambda: Bar)
    monkeypatch.setattr(_call.Progress, "delay", 0)
    data = {f"c{i}": rng.normal(size=500) for i in range(12)}
    mixmi.pairs(data, test="perm", preset="paper", permutations=39, progress=True)
    assert len(bars) == 1 and 0 <= bars[0].n <= bars[0].total == 66 and bars[0].desc in ("testing", "profiles")
    mixmi.pairs(data, test="perm", preset="paper", permutations=9, progress=False)
    mixmi.pairs(data, test="perm", preset="paper", permutations=9)
    assert len(bars) == 1, "no bar where nobody asked and nobody sees it"
