"""Estimates, tests, pairs and histograms: what they hold, and that what must not matter does not."""
import math
import warnings

import mixmi
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def test_an_answer_is_a_number_with_what_is_known_about_it(penguins):
    found = mixmi.cmi(penguins, "bill_length_mm", "bill_depth_mm", given="species", confidence=0.9)
    assert isinstance(found, mixmi.Answer) and isinstance(found, float) and found.estimate == float(found) > 0.05
    assert found.interval[0] <= found <= found.interval[1] and found.standard_error > 0
    assert 0 < found.strength < 1 and (found.rows, found.rows_dropped) == (342, 2)
    assert found.question.given == ["species"] and found.histogram.columns == ["bill_depth_mm", "bill_length_mm", "species"]
    assert found.verdict == "detected" and found.p == found.pvalue < found.alpha == 0.05 and found.confidence == 0.9
    assert str(found).endswith(f"= {found.estimate:.3g} nats") and str(found) in repr(found)
    for shown in (repr(found), found._repr_html_()):
        assert all(f"{number:.3g}" in shown for number in (found.estimate, found.lower, found.upper, found.p)) and "90% interval" in shown


def test_a_number_that_a_method_does_not_have_is_none(penguins):
    paper = mixmi.cmi(penguins, "bill_length_mm", "species", preset="paper")
    assert paper.interval is None and paper.lower is None and paper.plug_in > 0
    assert mixmi.cmi(penguins, "bill_length_mm", "species").plug_in is None
    bare = mixmi.cmi(penguins, "bill_length_mm", "bill_depth_mm", estimator="ksg")
    assert bare.p is None and bare.verdict is None and bare.strength_max is None and str(bare) in repr(bare)


def test_an_estimate_and_a_test_are_the_same_answer(penguins):
    for question in (("bill_length_mm", "sex", "species"), ("sex", "year"), (["island", "sex"], "body_mass_g")):
        estimate, test = mixmi.cmi(penguins, *question), mixmi.test(penguins, *question)
        assert repr(estimate.answer) == repr(test.answer) and repr(estimate) == repr(test)


LEVELS = (0.3, 0.2, 0.1, 0.05, 0.01, 1e-3, 1e-4, 1e-6)


@pytest.mark.parametrize("strength", [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.6])
@pytest.mark.parametrize("kind", ["numbers", "labels", "counts", "given"])
def test_p_is_below_a_level_if_and_only_if_the_interval_is_above_0(kind, strength):
    draw = np.random.default_rng(int(100 * strength))
    x, z, noise = draw.normal(size=(3, 250))
    y = strength * x + noise
    data = {"x": x + z if kind == "given" else x, "z": z,
            "y": {"numbers": y, "given": y + z, "labels": np.where(y > 0.4, "high", "low"), "counts": draw.poisson(np.exp(y / 2))}[kind]}
    given = "z" if kind == "given" else None
    p = mixmi.test(data, "x", "y", given).p
    for level in (*LEVELS, *(bound for bound in (p * 0.999, p * 1.001) if 1e-9 < bound <= 0.3)):
        for ask in (mixmi.test, mixmi.cmi):
            answer = ask(data, "x", "y", given, alpha=level)
            assert answer.p == p and math.isclose(answer.confidence, 1 - level)
            assert (p < level) == (answer.lower > 0) == (answer.verdict == "detected")
            assert answer.lower == 0 or answer.lower < answer.estimate and answer.estimate > 0
            assert answer.lower <= answer.estimate <= answer.upper


def test_pairs_and_groups_agree_too(rng):
    x, y, noise = rng.normal(size=(3, 240))
    data = {"x": x, "y": y, "sum": x + y / 4, "noise": noise, "group": ["a", "b", "c"] * 80}
    for level in (0.2, 0.05, 0.001):
        pairs = mixmi.pairs(data, alpha=level)
        assert ((pairs.p < level) == (pairs.lower > 0)).all() and ((pairs.verdict == "detected") == (pairs.p < level)).all()
        for group in mixmi.explain(data, "x", "sum", "group", by_z=True, alpha=level).groups:
            assert (group.answer.p < level) == (group.answer.lower > 0) == (group.answer.verdict == "detected")


def test_names_of_0_2_work_with_a_warning(penguins):
    found = mixmi.test(penguins, "bill_length_mm", "bill_depth_mm", given="species")
    with pytest.deprecated_call():
        assert found.independent is False
    with pytest.deprecated_call():
        assert found.verdict == "dependent" and found.verdict != "independent"
    with pytest.deprecated_call():
        assert found.detectable == found.upper
    with pytest.deprecated_call():
        assert found.undecided is False
    with pytest.deprecated_call():
        assert found.estimate.strength == found.strength
    with pytest.deprecated_call():
        assert found.value == found.estimate
    with pytest.deprecated_call():
        assert mixmi.TestResult is mixmi.Answer is mixmi.Estimate
    pairs = mixmi.pairs(penguins, ["sex", "year", "island"])
    with pytest.deprecated_call():
        assert (pairs["p_adjusted"] == pairs.p_bh).all()
    with pytest.deprecated_call():
        assert list(pairs.independent) == [verdict == "not_detected" for verdict in pairs.verdict]
    separations = mixmi.graph(penguins[["sex", "year", "species"]]).separations
    with pytest.deprecated_call():
        assert len(separations) > 0 and separations.detectable.equals(separations.upper)
    for option, before, now in (("preset", "robust", "default"), ("test", "scan", "residual"), ("test", "mdl", "sc")):
        with pytest.deprecated_call(match=f"{option}='{before}' is now '{now}'"):
            old = mixmi.test(penguins, "sex", "species", **{option: before})
        assert repr(old) == repr(mixmi.test(penguins, "sex", "species", **{option: now}))
    with pytest.deprecated_call():
        assert mixmi.cmi(penguins, "sex", "species", estimator="hist") == mixmi.cmi(penguins, "sex", "species")
    with pytest.raises(AttributeError), warnings.catch_warnings(record=True):
        found.estimate.nothing


def test_the_most_that_a_strength_can_be_follows_from_the_entropy(penguins):
    sexes = penguins.sex.dropna().value_counts(normalize=True)
    entropy = -sum(share * math.log(share) for share in sexes)
    assert math.isclose(mixmi.cmi(penguins, "sex", "body_mass_g").strength_max, math.sqrt(1 - math.exp(-2 * entropy)), rel_tol=1e-3)  # the bias is in it
    assert 0.99 < mixmi.cmi(penguins, "bill_length_mm", "body_mass_g").strength_max < 1
    assert mixmi.cmi(penguins, "bill_length_mm", "body_mass_g", preset="paper").strength_max == 1


def test_one_row_answers_nothing(penguins):
    for ask in (mixmi.pairs, mixmi.graph, lambda rows: mixmi.test_many(rows, [("bill_length_mm", "body_mass_g")])):
        with pytest.raises(mixmi.DataError, match="1 row|one value"):
            ask(penguins[["bill_length_mm", "body_mass_g"]][:1])


def test_bits_are_nats_over_ln_2(penguins):
    nats = mixmi.cmi(penguins, "bill_length_mm", "species")
    bits = mixmi.cmi(penguins, "bill_length_mm", "species", units="bits")
    assert math.isclose(bits, nats / math.log(2), rel_tol=1e-15) and bits.strength == nats.strength


def test_a_test_tells_dependence_from_independence(rng):
    x, noise = rng.normal(size=(2, 400))
    separate, joined = mixmi.test(x=x, y=noise), mixmi.test(x=x, y=x + noise)
    assert separate.verdict == "not_detected" and separate.p > 0.05 and separate.lower == 0
    assert joined.verdict == "detected" and joined.p < 0.05 and joined.lower > 0
    assert joined.question.x == ["x"] and joined.alpha == 0.05 and joined.confidence == 0.95
    assert f": no dependence detected; at most {separate.upper:.3g} nats" in repr(separate) and "not detected at alpha = 0.05" in separate._repr_html_()


def test_columns_themselves_may_be_asked(penguins):
    by_name = mixmi.cmi(penguins.rename(columns={"bill_length_mm": "x", "bill_depth_mm": "y", "species": "z"}), "x", "y", "z")
    assert mixmi.cmi(x=penguins.bill_length_mm, y=penguins.bill_depth_mm.to_numpy(), given=list(penguins.species)) == by_name
    both = mixmi.cmi(x=penguins[["bill_length_mm", "bill_depth_mm"]], y=penguins.species)
    assert both.question.x == ["bill_length_mm", "bill_depth_mm"] and both > by_name


def test_a_table_is_asked_as_its_data_are(penguins):
    table = mixmi.Table(penguins)
    for question in (("bill_length_mm", "sex", "species"), (["island", "sex"], "body_mass_g", None)):
        assert mixmi.cmi(table, *question) == mixmi.cmi(penguins, *question)


def test_many_questions_have_the_answers_of_each(penguins):
    questions = [("bill_length_mm", "sex"), ("bill_length_mm", "sex", "species"), (["island"], ["species"], ["sex", "year"])]
    many = mixmi.test_many(penguins, questions)
    single = [mixmi.test(penguins, *question) for question in questions]
    assert [t.pvalue for t in many] == [t.pvalue for t in single]
    assert many.numbers("estimate").tolist() == [float(t.estimate) for t in single]
    assert [float(e) for e in mixmi.cmi_many(penguins, questions)] == [float(mixmi.cmi(penguins, *q)) for q in questions]
    assert list(many.to_frame().x) == ["bill_length_mm", "bill_length_mm", "island"] and len(many[:2]) == 2


def test_a_question_that_fails_does_not_end_the_others():
    data = {"a": [1.0, None, None], "b": [None, 1.0, 2.0], "c": [1.0, 2.0, 4.0]}
    many = mixmi.test_many(data, [("a", "b"), ("b", "c")])
    assert isinstance(many[0], mixmi.Failed) and isinstance(many[0].error, mixmi.DataError)
    assert isinstance(many[1], mixmi.Answer) and np.isnan(many.numbers("estimate")[0])


def test_pairs_are_ranked(penguins):
    found = mixmi.pairs(penguins, target="species", sort="strength")
    assert list(found.y.unique()) == ["species"] and len(found) == 7
    assert found.strength.is_monotonic_decreasing
    assert len(mixmi.pairs(penguins, exclude="year")) == 21 and len(mixmi.pairs(penguins, ["sex", "year", "island"])) == 3
    by_p = mixmi.pairs(penguins, ["sex", "year", "island"], sort="p")
    assert by_p.p.is_monotonic_increasing and (by_p.p_bh >= by_p.p - 1e-15).all() and (by_p.p_holm >= by_p.p_bh - 1e-15).all()
    with pytest.raises(mixmi.UsageError, match="'bh' or 'holm'"):
        mixmi.adjust_p([0.5], "none")
    by_evidence = mixmi.pairs(penguins)
    assert by_evidence.lower.is_monotonic_decreasing and by_evidence.p[by_evidence.lower == 0].is_monotonic_increasing
    matrix = found.matrix()
    assert matrix.loc["species", "sex"] == matrix.loc["sex", "species"] and type(found.head()).__name__ == "PairsFrame"


def test_what_tells_nothing_is_left_out_with_a_warning(rng):
    data = {"a": rng.normal(size=90), "b": rng.normal(size=90), "id": [f"row {i}" for i in range(90)], "one": [1] * 90}
    with pytest.warns(UserWarning, match="left out.*'id', 'one'"):
        assert len(mixmi.pairs(data)) == 1
    with pytest.warns(UserWarning, match="left out"):
        assert mixmi.graph(data).nodes == ["a", "b"]
    assert len(mixmi.pairs(data, ["a", "id"])) == 1


def test_a_histogram_knows_its_bins(penguins, tmp_path):
    fitted = mixmi.histogram(penguins, ["body_mass_g", "species"], atom_threshold=25)
    bins, cells = fitted.bins("body_mass_g"), fitted.cells
    assert sum(b.rows for b in bins) == cells.counts.sum() == fitted.rows == 342
    assert fitted.cuts("body_mass_g") == [b.lower for b in bins][1:]
    assert [value for value, _ in fitted.atoms("species")] == ["Adelie", "Chinstrap", "Gentoo"]
    whole = fitted.entropy()
    brute = -sum(c / 342 * (math.log(c / 342) - v) for c, v in zip(cells.counts, cells.log_volumes))
    assert math.isclose(whole, brute, rel_tol=1e-12)
    rows = fitted.assign(penguins)
    assert rows.shape == (344, 2) and (rows[:, 0] == -1).sum() == 2
    assert np.bincount(rows[rows[:, 0] >= 0, 0]).tolist() == [b.rows for b in bins]
    fitted.save(tmp_path / "model.json")
    again = mixmi.Histogram.load(tmp_path / "model.json")
    assert again.to_json() == fitted.to_json() and again.entropy() == whole
    with pytest.raises(mixmi.FileError):
        fitted.save(tmp_path / "nowhere" / "model.json")


# ---------------------------------------------------------------------------------------- what must not matter

columns = st.lists(st.tuples(st.integers(-3, 3), st.sampled_from("uvw"), st.floats(-2, 2, width=16), st.integers(0, 1)),
                   min_size=8, max_size=60)


# The same in every run, however slow; the fuzzers (`make fuzz`) look for new ones.
same_examples = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def answers(frame, x, y, z):
    return (float(mixmi.cmi(frame, x, y, z)), mixmi.test(frame, x, y, z, test="chi2", preset="paper").pvalue)


def framed(rows):
    frame = pd.DataFrame(rows, columns=["a", "b", "c", "d"])
    frame["a"] = frame["a"] / 2 + frame["d"]
    return frame


@same_examples
@given(columns, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(rows, random):
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert answers(framed(rows), "a", "b", "c") == answers(framed(shuffled), "a", "b", "c")


@same_examples
@given(columns)
def test_exchanging_x_and_y_does_not_matter(rows):
    frame = framed(rows)
    assert answers(frame, "a", ["b", "d"], "c") == answers(frame, ["d", "b"], "a", "c")


@same_examples
@given(columns)
def test_renaming_does_not_matter_to_the_paper(rows):
    frame = framed(rows)
    renamed = frame.rename(columns={"a": "p", "b": "q", "c": "r"})
    assert (mixmi.cmi(frame, "a", "b", "c", preset="paper") == mixmi.cmi(renamed, "p", "q", "r", preset="paper"))


@same_examples
@given(columns)
def test_how_a_column_is_stored_does_not_matter(rows):
    frame = framed(rows)
    stored = frame.assign(a=frame.a.astype("float32").astype(object), b=frame.b.astype("category"), d=frame.d.astype("Int8"))
    assert answers(frame, "a", "b", "d") == answers(stored, "a", "b", "d")


def test_nothing_is_found_where_nothing_can_be_compared(rng):
    x = rng.normal(size=200)
    data = {"x": x, "y": x + rng.normal(size=200), "id": [f"u{i}" for i in range(200)]}
    test, estimate = (call(data, "x", "y", "id", confidence=0.9) for call in (mixmi.test, mixmi.cmi))
    for found in (test, estimate):
        assert found.verdict == "undecided" and "undecided" in str(found) and math.isnan(found)
        assert found.p is found.estimate is found.interval is found.lower is found.strength is None
    row = mixmi.pairs(data, ["x", "y"], given="id").iloc[0]
    assert row.verdict == "undecided" and row.comparable == 0 and row.remark == "undecided" and math.isnan(row.estimate)
    assert mixmi.cmi(data, "x", "y").verdict == "detected"


def test_adjusted_p_values_decide_if_asked(rng):
    data = {f"c{i}": rng.normal(size=60) for i in range(8)}
    plain = mixmi.pairs(data, sort="file", alpha=0.2)
    assert list(plain.verdict == "detected") == list(plain.p < 0.2)
    for adjust in ("holm", "bh"):
        adjusted = mixmi.pairs(data, sort="file", alpha=0.2, adjust=adjust)
        assert list(plain.verdict) != list(adjusted.verdict)
        assert list(adjusted.verdict == "detected") == list(adjusted[f"p_{adjust}"] < 0.2)


def test_holm_is_the_step_down_bonferroni(rng):
    p = [0.01, 0.04, 0.03, math.nan, 0.5, 0.03]
    known = sorted((value, place) for place, value in enumerate(p) if value == value)
    expected, most = [math.nan] * len(p), 0.0
    for step, (value, place) in enumerate(known):
        most = max(most, min(1, (len(known) - step) * value))
        expected[place] = most
    np.testing.assert_array_equal(mixmi.adjust_p(p, "holm"), expected)


def test_a_dependence_has_its_interval_wherever_it_is_asked_about(penguins):
    estimate = mixmi.cmi(penguins, "bill_length_mm", "sex", "species", confidence=0.9)
    test = mixmi.test(penguins, "bill_length_mm", "sex", "species", confidence=0.9)
    pair = mixmi.pairs(penguins, ["bill_length_mm", "sex"], given="species", confidence=0.9).iloc[0]
    assert test.interval == estimate.interval == (pair.lower, pair.upper)
