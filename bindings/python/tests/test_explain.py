"""Explanations: what the command says with --explain and --by-z, and what an estimate says about itself."""
import math
import pickle

import numpy as np
import pytest

import mixmi


def test_cells_add_up_and_groups_hold_all_rows(penguins):
    e = mixmi.explain(penguins, "bill_length_mm", "bill_depth_mm", given="species", by_z=True)
    assert math.isclose(sum(cell.contribution for cell in e.cells), e.answer.fitted, rel_tol=1e-9)
    assert sum(cell.observed for cell in e.cells) == e.answer.rows == sum(group.rows for group in e.groups)
    assert [group.shape for group in e.groups] == ["increasing"] * 3
    assert e.shape == "increasing" and e.along == "x" and 0 < e.sign_error < 0.1 and math.isnan(e.where)


def test_an_estimate_explains_itself(penguins):
    estimate = mixmi.cmi(penguins, "bill_length_mm", "bill_depth_mm", given="species", units="bits")
    e = estimate.explain(by_z=True)
    assert float(e.estimate) == float(estimate) and e.answer.units == "bits" and len(e.groups) == 3
    assert pickle.loads(pickle.dumps(e)).words == e.words
    with pytest.raises(mixmi.UsageError, match="mixmi.explain"):
        pickle.loads(pickle.dumps(estimate)).explain()
    with pytest.raises(mixmi.UsageError, match="no grid"):
        mixmi.explain(penguins, "bill_length_mm", "bill_depth_mm", estimator="ms")


def test_shapes_have_their_places():
    draw = np.random.default_rng(1)
    x = draw.uniform(0, 100, 600)
    e = mixmi.explain(x=x, y=2.0 * (x > 37.2) + draw.normal(size=600))
    assert e.shape == "threshold" and abs(e.where - 37.2) < 2 and e.words.startswith("threshold near 3") and e.jump > 0
    e = mixmi.explain(x=x, y=draw.normal(size=600))
    assert e.shape == "none" and e.answer.verdict == "not_detected" and e.answer.lower == 0 < e.answer.upper < 0.15


def test_names_are_data():
    names = {"</b>\x01": [1, 2, 3, 4] * 40, "'y\"": [1, 2, 3, 4] * 40, "z; -- 🐧": ["<a>", "b, c"] * 80}
    e = mixmi.explain(names, "</b>\x01", "'y\"", given="z; -- 🐧", by_z=True)
    assert [group.words for group in e.groups] == ["z; -- 🐧 = <a>", "z; -- 🐧 = b, c"]
