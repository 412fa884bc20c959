"""States of parts: bytes that do not depend on the split, by processes and by Dask with a worker that dies; answers over all rows."""
from __future__ import annotations

import os
import pickle
import signal
from concurrent.futures import ProcessPoolExecutor

import mixmi
import numpy as np
import pandas as pd
import pytest

pytestmark = pytest.mark.filterwarnings("ignore:column 'id'.*row number:mixmi.DataWarning")


def frame(rows=6000, seed=3):
    r = np.random.default_rng(seed)
    x, e = r.standard_normal(rows), r.standard_normal(rows)
    return pd.DataFrame({"id": np.arange(rows), "x": x, "y": np.where(r.random(rows) < .3, 0.0, .2 * x + e),
                         "g": np.array(["a", "b", "c"])[(e > 1).astype(int) + (x > 1)], "z": np.round(x + r.standard_normal(rows), 1)})


def cut(data, parts):
    return [data.iloc[len(data) * i * i // parts**2:len(data) * (i + 1)**2 // parts**2] for i in range(parts)]


def state_of(part):
    return mixmi.sketch(part, key="id", sample=500)


def test_the_split_does_not_matter():
    data = frame()
    whole = mixmi.sketch(data, key="id", sample=500)
    for parts in (4, 64):
        states = [state_of(p) for p in cut(data, parts)]
        assert mixmi.merge(*states) == whole
        assert mixmi.merge(*reversed(states)) == whole
    assert mixmi.sketch(data.sample(frac=1, random_state=1), key="id", sample=500) == whole


def test_questions_of_two_columns_are_answered_over_all_rows():
    data = frame()
    table, state = mixmi.Table(data), mixmi.sketch(data, key="id", sample=1000)
    with pytest.warns(mixmi.DataWarning, match="1000 of 6000"):
        sample = mixmi.Table(state)
    assert (sample.rows, sample.population) == (1000, 6000)
    for x, y in (("x", "y"), ("x", "g"), ("y", "g")):
        a, b = mixmi.test(table, x, y), mixmi.test(sample, x, y)
        assert b.rows == 6000
        assert np.log(b.p) == pytest.approx(np.log(a.p), rel=.03, abs=.03)
        assert abs(a.estimate - b.estimate) <= 6**.5 * a.standard_error  # what densities add comes from the sample
    assert mixmi.test(sample, "x", "y", given="z").rows == 1000
    again = pickle.loads(pickle.dumps(sample))
    assert mixmi.test(again, "x", "y").p == mixmi.test(sample, "x", "y").p


@pytest.mark.filterwarnings("ignore::mixmi.DataWarning")
def test_all_rows_in_the_sample_answer_as_the_table_does():
    data = frame(800)
    state = mixmi.sketch(data, key="id", sample=1000)
    a, b = mixmi.test(data, "x", "y", given=["z", "g"]), mixmi.test(state, "x", "y", given=["z", "g"])
    assert (a.p, a.estimate) == (b.p, b.estimate)


def test_rows_need_an_identity_and_have_it_once():
    data = frame(300)
    with pytest.raises(mixmi.UsageError, match="identity"):
        mixmi.sketch(data)
    state = mixmi.sketch(data, part="one")
    with pytest.raises(mixmi.DataError, match="twice"):
        mixmi.merge(state, state)
    with pytest.raises(mixmi.DataError, match="twice"):
        mixmi.sketch(data, key="g")
    with pytest.raises(mixmi.DataError):
        mixmi.merge(state, state[:-1])
    with pytest.raises(mixmi.DataError, match="different columns"):
        mixmi.merge(state, mixmi.sketch(data[["x"]], part="two"))


@pytest.mark.filterwarnings("ignore::mixmi.DataWarning")
def test_clusters_are_drawn_as_a_whole():
    data = frame(4000).assign(person=lambda d: d["id"] // 4)
    table = mixmi.Table(mixmi.sketch(data, cluster="person", sample=400))
    assert table.rows == 400
    counts = np.unique(table.values("person"), return_counts=True)[1]
    assert (counts == 4).all() and mixmi.test(table, "x", "y").clusters == 100


def test_files_are_read_in_parts(tmp_path):
    data = frame(3000)
    whole = tmp_path / "whole"
    whole.mkdir()
    for i, part in enumerate(cut(data, 5)):
        part.to_csv(whole / f"part-{i}.csv", index=False)
    data.to_csv(tmp_path / "one.csv", index=False)
    state = mixmi.sketch([whole], key="id", sample=200)
    assert state == mixmi.sketch([str(whole / "part-*.csv")], key="id", sample=200)
    assert state == mixmi.sketch(str(tmp_path / "one.csv"), key="id", sample=200)
    assert state == mixmi.merge(*[mixmi.sketch([p], key="id", sample=200) for p in whole.iterdir()])
    (whole / "part-9.csv").write_text("id,x,y,g,z\n9000,1,oops,a,2\n")
    with pytest.raises(mixmi.DataError, match=r"part-9.csv.*oops"):
        mixmi.sketch([whole], key="id")


def test_processes_make_and_merge_states():
    data = frame()
    with ProcessPoolExecutor(2) as pool:
        states = list(pool.map(state_of, cut(data, 6)))
        halves = [pool.submit(mixmi.merge, *states[i:i + 3]) for i in (0, 3)]
        assert mixmi.merge(*(h.result() for h in halves)) == mixmi.sketch(data, key="id", sample=500)


class Slow:
    """A partition that stays in work until a worker has died."""

    def __init__(self, data, here):
        self.data, self.here = data, here

    def __call__(self):
        try:
            os.close(os.open(self.here, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return self.data
        os.kill(os.getpid(), signal.SIGKILL)  # the first worker that is here


def test_a_dask_worker_that_dies_changes_nothing(tmp_path):
    distributed = pytest.importorskip("dask.distributed")
    data = frame(3000)
    parts = [Slow(p, str(tmp_path / "died")) if i == 5 else p for i, p in enumerate(cut(data, 9))]
    whole = mixmi.sketch(data, key="id", sample=300)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            assert mixmi.dask.sketch(parts, client, key="id", sample=300) == whole
    assert (tmp_path / "died").exists()
