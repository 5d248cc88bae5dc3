"""Figures against scikit-learn, SciPy and counting by hand; intervals that hold what they promise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.evaluation.benchmark.figures import measures
from explorer.evaluation.benchmark.figures.judged import Judged, by_threshold, chosen_threshold, judged_measures, roc_curve
from explorer.evaluation.benchmark.figures.resampling import Resampling
from explorer.evaluation.benchmark.figures.spans import marked_texts, span_measures
from explorer.evaluation.benchmark.labels.gold import Item
from explorer.evaluation.benchmark.systems.answers import SUPPORT, Answer

sklearn = pytest.importorskip("sklearn.metrics")
stats = pytest.importorskip("scipy.stats")

weighted = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 12).map(lambda n: n / 12), st.integers(0, 3)), min_size=2, max_size=40)


@given(weighted)
def test_weighted_figures_are_those_of_items_that_often(rows: list[tuple[int, float, int]]) -> None:
    labels, scores, counts = (np.array(column, float) for column in zip(*rows, strict=True))
    decided, often = (scores >= 0.5).astype(float), counts.astype(int)
    weights, y, p = counts[None, :], np.repeat(labels, often), np.repeat(scores, often)
    if len(set(y)) < 2:
        assert np.isnan(measures.roc_auc(weights, labels, scores)[0]) and np.isnan(measures.balanced_accuracy(weights, labels, decided)[0])
        return
    assert measures.roc_auc(weights, labels, scores)[0] == pytest.approx(sklearn.roc_auc_score(y, p))
    assert measures.balanced_accuracy(weights, labels, decided)[0] == pytest.approx(sklearn.balanced_accuracy_score(y, p >= 0.5))
    precision, recall, f1, _ = sklearn.precision_recall_fscore_support(y == 0, p < 0.5, average="binary", zero_division=np.nan)
    assert measures.error_precision(weights, labels, decided)[0] == pytest.approx(precision, nan_ok=True)
    assert measures.error_recall(weights, labels, decided)[0] == pytest.approx(recall)
    assert measures.error_f1(weights, labels, decided)[0] == pytest.approx(f1)
    if len(set(p)) > 1:
        assert measures.pearson(weights, scores, labels)[0] == pytest.approx(stats.pearsonr(p, y)[0], abs=1e-9)
        assert measures.spearman(weights, scores, labels)[0] == pytest.approx(stats.spearmanr(p, y)[0], abs=1e-9)


@given(weighted)
def test_the_curve_encloses_the_area_that_is_told(rows: list[tuple[int, float, int]]) -> None:
    judged = [Judged(place, score, label) for place, (label, score, _) in enumerate(rows)]
    if len({label for label, _, _ in rows}) < 2:
        return
    x, y = roc_curve(judged)
    area = judged_measures(judged)["roc_auc"](np.ones((1, len(judged))))[0]
    assert np.trapezoid(y, x) == pytest.approx(area) and (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 1)


def test_the_threshold_is_the_best_one_and_nearest_to_a_half() -> None:
    def judged(*rows: tuple[int, float]) -> list[Judged]:
        return [Judged(0, score, label) for label, score in rows]

    assert chosen_threshold(judged((0, 0.7), (0, 0.8), (1, 0.9), (1, 0.95))) == pytest.approx(0.85)
    assert chosen_threshold(judged((0, 0.1), (1, 0.9))) == 0.5
    assert chosen_threshold(judged((1, 0.9))) is None
    found = by_threshold(judged((0, 0.7), (1, 0.9)), (0.5, 0.8))
    assert found["recall"] == [0, 1] and found["balanced_accuracy"] == [0.5, 1] and found["precision"][1] == 1


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    chance, hits = np.random.default_rng(3), 0
    for seed in range(120):
        right = (chance.random(60) < 0.7).astype(float)
        figure = Resampling(range(60), 300, seed).figures({"share": lambda w, right=right: measures.share(w, right, np.ones(60))})["share"]
        assert figure.value is not None and figure.low is not None and figure.high is not None
        assert figure.low <= figure.value <= figure.high
        hits += figure.low <= 0.7 <= figure.high
    assert 0.85 <= hits / 120 <= 1


def test_outputs_of_one_reference_are_drawn_together() -> None:
    values = np.repeat(np.random.default_rng(0).random(20), 10)
    of = {"mean": lambda w: measures.share(w, values, np.ones(200))}
    apart, together = (Resampling(clusters, 500).figures(of)["mean"] for clusters in (range(200), np.repeat(range(20), 10).tolist()))
    assert apart.value == pytest.approx(together.value)
    assert together.high - together.low > 2 * (apart.high - apart.low)  # type: ignore[operator]
    few = Resampling([1, 1, 2, 2], 500).figures({"one": lambda w: measures.share(w, np.ones(4), np.ones(4))})["one"]
    assert (few.value, few.low) == (1.0, None), "two references say nothing of others"


def test_systems_are_compared_on_the_same_draws() -> None:
    chance = np.random.default_rng(1)
    hard = chance.random(80)
    first, second = (hard < 0.60).astype(float), (hard < 0.70).astype(float)
    means = [{"m": lambda w, right=right: measures.share(w, right, np.ones(80))} for right in (first, second)]
    resampling = Resampling(range(80), 800)
    difference = resampling.differences(*means)["m"]
    alone = [resampling.figures(of)["m"] for of in means]
    assert difference.value == pytest.approx(first.mean() - second.mean()) and difference.high < 0 and difference.p < 0.05
    assert alone[0].high > alone[1].low, "each alone would not tell them apart"  # type: ignore[operator]
    same = resampling.differences(means[0], means[0])["m"]
    assert (same.value, same.low, same.high, same.p) == (0, 0, 0, 1)
    assert resampling.differences(means[0], means[1]) == Resampling(range(80), 800).differences(means[0], means[1])


OUTPUT = "The ferry left Mirava on Friday, late."


def item(number: int, spans: tuple[tuple[int, int], ...], faithful: str | None = None, output: str = OUTPUT) -> Item:
    return Item(number, f"t{number}", f"reference {number}", output, int(not spans), spans=spans, faithful=faithful)


def answer(support: float, *marks: tuple[int, int]) -> Answer:
    return Answer({SUPPORT: support}, (), marks, ((0.1, ()), (0.5, marks)))


def test_places_are_counted_in_words_and_characters() -> None:
    items = [item(1, ((25, 31),), "t2"), item(2, ()), item(3, ((4, 9), (33, 37)), "t2"), item(4, ())]
    answers = [answer(0.2, (22, 31)), answer(0.9), answer(0.95, (10, 14)), answer(0.4, (0, 9))]
    texts = marked_texts(items, answers)
    found = {name: float(measure(np.ones((1, 4)))[0]) for name, measure in span_measures(texts).items()}
    # Friday is found with "on" beside it; "left" is marked in the place of "ferry" and "late"; a faithful text has two of 7 words marked.
    assert found["located"] == pytest.approx(1 / 3)
    assert (found["precision"], found["recall"], found["f1"]) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert found["f1_all"] == pytest.approx(2 / (2 + 2 + 2 + 2))
    assert found["char_precision"] == pytest.approx(6 / 13) and found["char_recall"] == pytest.approx(6 / 15)
    assert found["iou"] == pytest.approx(6 / (6 + 7 + 9))
    assert (found["alarms"], found["alarm_words"]) == (0.5, 2 / 14)
    assert found["consistent"] == 0.5 and found["roc_auc"] == 0.5
    lower = {name: float(measure(np.ones((1, 4)))[0]) for name, measure in span_measures(marked_texts(items, answers, 0.3)).items()}
    assert (lower["located"], lower["alarms"]) == (0, 0) and np.isnan(lower["precision"])


def test_texts_with_errors_alone_are_held_against_their_pairs() -> None:
    items = [item(1, ((25, 31),), "t2"), item(2, ())]
    answers = [answer(0.2), answer(0.9)]
    texts = [text for text in marked_texts(items, answers) if text.faulty]
    assert float(span_measures(texts)["roc_auc"](np.ones((1, 1)))[0]) == 1
    assert marked_texts(items, [Answer(error="no"), Answer({SUPPORT: 1.0})]) == [], "no answer, or none with marks"


def test_marks_at_a_threshold_are_those_of_the_last_change() -> None:
    swept = Answer(sweep=((0.05, ()), (0.3, ((0, 1),)), (0.6, ((0, 1), (2, 3)))))
    assert [len(swept.marks_at(t)) for t in (0.05, 0.25, 0.3, 0.55, 0.6, 0.95)] == [0, 0, 1, 1, 2, 2]
    assert Answer().marks_at(0.5) == ()
