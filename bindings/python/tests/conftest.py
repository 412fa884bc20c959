"""What the tests share: the penguins, a folder to work in, the command to compare with."""
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

ROOT = Path(__file__).resolve().parents[3]
PENGUINS = ROOT / "data" / "penguins.csv"


@pytest.fixture(scope="session")
def penguins():
    return pd.read_csv(PENGUINS, float_precision="round_trip")


@pytest.fixture(scope="session")
def command():
    """The path of the command `mixmi`; what compares with it is skipped where it was not built."""
    path = os.environ.get("MIXMI", str(ROOT / "build" / "bin" / "mixmi"))
    if not os.access(path, os.X_OK):
        pytest.skip(f"no command at {path}")
    return path


@pytest.fixture
def rng():
    return np.random.default_rng(20261116)


@pytest.fixture
def mixture(rng):
    """300 rows with columns of every kind: numbers, a zero-inflated one, categories, a date, missing values."""
    n = 300
    z = rng.integers(0, 3, n)
    x = rng.normal(size=n) + z
    y = np.where(rng.random(n) < 0.3, 0.0, x + rng.normal(size=n))
    y[::17] = np.nan
    return pd.DataFrame({"x": x, "y": y, "z": np.array(["low", "middle", "high"])[z], "count": rng.poisson(3, n),
                         "day": pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 900, n), "D"),
                         "flag": x + rng.normal(size=n) > 1})
