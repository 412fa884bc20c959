"""The workers of any executor give the bytes that one process gives: pairs, many questions, graphs and their subsamples."""
import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

import mixmi
import pytest

COLUMNS = ["x", "y", "z", "count", "flag"]
QUESTIONS = [("x", "y"), ("x", "y", "z"), ("count", "flag"), ("x", "flag", ["y", "z"])]


def everything(table, executor=None):
    """What can be shared, as texts: two that are the same have the same bits."""
    asked = mixmi.test_many(table, QUESTIONS, executor=executor)
    yield mixmi.pairs(table, COLUMNS, executor=executor).to_csv()
    yield repr([[answer.answer[field] for field in ("estimate", "p", "strength")] for answer in asked])
    yield repr([float(answer) for answer in mixmi.cmi_many(table, QUESTIONS, executor=executor)])
    yield mixmi.graph(table, COLUMNS, executor=executor).write("json")
    yield mixmi.graph(table, COLUMNS, executor=executor, stability=4, search="pc-stable").write("json")


@contextmanager
def loky():
    joblib = pytest.importorskip("joblib.externals.loky")
    executor = joblib.get_reusable_executor(max_workers=2)
    yield executor
    executor.shutdown(wait=True)


@contextmanager
def dask_client():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            yield client


@contextmanager
def dask_executor():
    with dask_client() as client:
        yield client.get_executor()


@pytest.fixture(scope="module")
def table():
    import numpy as np

    rng = np.random.default_rng(4)
    n = 200
    z = rng.integers(0, 3, n)
    x = rng.normal(size=n) + z
    y = x + rng.normal(size=n)
    return mixmi.Table({"x": x, "y": y, "z": np.array(["a", "b", "c"])[z], "count": rng.poisson(3, n),
                        "flag": y + rng.normal(size=n) > 1})


@pytest.fixture(scope="module")
def expected(table):
    return list(everything(table))


@pytest.mark.parametrize("make", [lambda: ThreadPoolExecutor(3), lambda: ProcessPoolExecutor(2), loky, dask_client, dask_executor],
                         ids=["threads", "processes", "loky of joblib", "client of Dask", "executor of Dask"])
def test_workers_give_the_same_bytes(table, expected, make):
    with make() as executor:
        for found, wanted in zip(everything(table, executor), expected):
            assert found == wanted


def test_numbers_of_edges_cross_processes_to_the_last_bit(table):
    pandas = pytest.importorskip("pandas")
    alone = mixmi.graph(table, COLUMNS)
    with ProcessPoolExecutor(2) as executor:
        pandas.testing.assert_frame_equal(mixmi.graph(table, COLUMNS, executor=executor).edges, alone.edges, check_exact=True)
    assert any(round(value, 6) != value for value in alone.edges.mark_probability.dropna())


RANKS = """
import pickle, sys
sys.path.insert(0, sys.argv[1])
from mpi4py.futures import MPICommExecutor
from mpi4py import MPI
from test_executors import everything
with MPICommExecutor(MPI.COMM_WORLD) as executor:
    if executor is not None:
        table, expected = pickle.load(open(sys.argv[2], "rb"))
        print("same" if list(everything(table, executor)) == expected else "different")
"""


def test_ranks_of_mpi_give_the_same_bytes(table, expected, tmp_path):
    pytest.importorskip("mpi4py")
    if shutil.which("mpirun") is None:
        pytest.skip("there is no mpirun")
    import pickle

    (tmp_path / "case").write_bytes(pickle.dumps((table, expected)))
    (tmp_path / "ranks.py").write_text(RANKS)
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
    run = subprocess.run(["mpirun", "-n", "3", sys.executable, tmp_path / "ranks.py", os.path.dirname(__file__), tmp_path / "case"],
                         capture_output=True, text=True, env=environment, timeout=600)
    assert run.stdout.split() == ["same"], run.stderr


def test_an_executor_goes_without_files_of_its_own(table, tmp_path):
    with ThreadPoolExecutor(2) as pool, pytest.raises(mixmi.UsageError, match="goes without checkpoint"):
        mixmi.graph(table, COLUMNS, executor=pool, checkpoint=str(tmp_path / "answers"))


def test_nothing_heavy_is_imported_before_it_is_needed():
    """What makes the import fast: pandas, matplotlib and the like come with the first call that needs them."""
    code = "import mixmi, sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = set(subprocess.check_output([sys.executable, "-c", code], text=True).split())
    assert not loaded & {"pandas", "matplotlib", "networkx", "sklearn", "tqdm", "scipy", "concurrent", "multiprocessing", "asyncio"}
