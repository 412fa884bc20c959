"""Calls leave memory flat. MIXMI_LEAK_ROUNDS says how often ten calls are made; in make check-long 10,000 times."""
import gc
import os

import mixmi
import numpy as np
import pytest

ROUNDS = int(os.environ.get("MIXMI_LEAK_ROUNDS", 80))


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def ask_once(data, table):
    """Ten calls of the library, or a few more."""
    mixmi.cmi(data, "a", "b")
    fitted = mixmi.histogram(table, "a")
    fitted.assign(data)
    mixmi.Histogram.from_json(fitted.to_json())
    mixmi.test_many(table, [("a", "b"), ("a", "b", "c")], test="sc")
    mixmi.Graph.parse("a -> b\nb -- c").write("json")
    for wrong in ({"x": "a", "y": "a"}, {"x": "a", "y": "b", "seed": -1}):
        with pytest.raises(mixmi.UsageError):
            mixmi.test(table, **wrong)


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs Linux' /proc")
def test_calls_leave_memory_flat(rng):
    data = {"a": rng.normal(size=40), "b": rng.integers(0, 2, 40), "c": np.array(["u", "v"])[rng.integers(0, 2, 40)]}
    table = mixmi.Table(data)
    for _ in range(ROUNDS // 3):
        ask_once(data, table)
    gc.collect()
    before = resident()
    for _ in range(ROUNDS):
        ask_once(data, table)
    gc.collect()
    growth = resident() - before
    assert growth < 1_000_000 + 20 * ROUNDS, f"{growth} bytes in {ROUNDS} rounds"
