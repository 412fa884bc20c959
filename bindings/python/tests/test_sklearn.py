"""scikit-learn: the real contract, by its own checks."""
import mixmi
import numpy as np
import pandas as pd
import pytest

sklearn = pytest.importorskip("sklearn")
from sklearn.feature_selection import SelectFdr, SelectKBest  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.tree import DecisionTreeClassifier  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

from mixmi.sklearn import DependenceSelector, MarkovBlanketSelector, mutual_info  # noqa: E402
from mixmi.sklearn import SelectKBest as SelectMixed  # noqa: E402


@parametrize_with_checks([DependenceSelector(k=2, threads=1), MarkovBlanketSelector(threads=1),
                          DependenceSelector(k=2, redundancy="none", threads=1)])
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def known():
    """y is made of a and b; a2 repeats a with little noise; the rest is noise."""
    rng = np.random.default_rng(5)
    a, b, *noise = rng.normal(size=(6, 600))
    y = (a + b + 0.3 * rng.normal(size=600) > 0).astype(int)
    names = ["noise0", "a", "noise1", "a2", "b", "noise2", "noise3"]
    return pd.DataFrame(dict(zip(names, [noise[0], a, noise[1], a + 0.3 * rng.normal(size=600), b, noise[2], noise[3]]))), y


def test_scores_and_p_values_serve_selectkbest_and_selectfdr(known):
    X, y = known
    scores, p = mutual_info(X, y)
    assert set(np.argsort(scores)[-3:]) == {1, 3, 4} and (p[[1, 3, 4]] < 0.01).all() and (p >= 0).all() and (p <= 1).all()
    assert set(SelectKBest(mutual_info, k=3).fit(X, y).get_feature_names_out()) == {"a", "a2", "b"}
    assert {"a", "a2", "b"} <= set(SelectFdr(mutual_info, alpha=0.01).fit(X.to_numpy(), y).get_support(indices=True).astype(str)
                                   ) or set(SelectFdr(mutual_info, alpha=0.01).fit(X, y).get_feature_names_out()) == {"a", "a2", "b"}


def test_redundant_features_are_not_chosen(known):
    X, y = known
    chosen = DependenceSelector(k=2).fit(X, y)
    assert set(chosen.get_feature_names_out()) == {"a", "b"} and len(chosen.scores_) == 2
    alone = DependenceSelector(k=2, redundancy="none").fit(X, y)
    assert "a2" in alone.get_feature_names_out() or "b" in alone.get_feature_names_out()
    given = DependenceSelector(k=5, given=["a"]).fit(X, y)
    assert list(given.get_feature_names_out()) == ["b"]


def test_the_blanket_holds_the_causes(known):
    X, y = known
    assert set(MarkovBlanketSelector().fit(X, y).get_feature_names_out()) == {"a", "b"}


def test_selectors_work_in_pipelines_and_on_frames_of_any_types(penguins):
    frame = penguins.dropna()
    X, y = frame.drop(columns="species"), frame.species
    chosen = DependenceSelector(k=3).fit(X, y)
    small = chosen.transform(X)
    assert list(small.columns) == [name for name in X if name in chosen.get_feature_names_out()] and 0 < small.shape[1] <= 3
    numbers = X.select_dtypes("number")
    model = make_pipeline(DependenceSelector(k=2), DecisionTreeClassifier(random_state=0)).fit(numbers, y)
    assert model.score(numbers, y) > 0.9


def test_the_readme_runs_on_the_penguins_as_they_are(penguins):
    features = penguins.drop(columns="species")  # texts and missing values included
    best = SelectMixed(k=3).fit(features, penguins["species"])
    assert list(best.get_feature_names_out()) == [name for name in features if name in set(best.get_feature_names_out())]
    alone = [float(mixmi.test(penguins, name, "species")) for name in features]
    assert best.scores_ == pytest.approx(alone) and list(best.selected_) == list(np.argsort(-np.array(alone), kind="stable")[:3])
    assert "island" in features.columns[np.argsort(-best.pvalues_)][-7:] and best.transform(features).shape == (344, 3)
    for selector in (DependenceSelector(k=2), MarkovBlanketSelector()):
        assert 0 < selector.fit_transform(features, penguins["species"]).shape[1] <= 7


def test_discrete_features_are_said_in_every_way(rng):
    X = rng.integers(0, 3, (200, 2)).astype(float)
    y = X[:, 0] == 1
    expected = mixmi.cmi(x=X[:, 0], y=y, discrete="x")
    for said in (True, [True, True], [0, 1], np.array([0, 1])):
        assert mutual_info(X, y, discrete_features=said)[0][0] == expected
    with pytest.raises(mixmi.UsageError, match="discrete_features"):
        mutual_info(X, y, discrete_features="some")
