"""Figures of a batch, held against counts by hand and against the figures of the benchmark."""

import pytest

from explorer.evaluation.batch_figures import BINS, figures
from explorer.evaluation.metrics import balanced_accuracy, pearson, roc_auc, spearman
from sessions.batches.records import Answered


def row(position: int, score: float | None, errors: int | None, **more: object) -> Answered:
    known: dict[str, object] = {"words": 10, "cluster": f"r{position}", "support": score, **more}
    return Answered(position, position + 1, str(position), f"a{position}", score, errors=errors, **known)  # type: ignore[arg-type]


ROWS = [
    row(0, 1.0, 0, fields={"model": "Alder"}, label=1.0),
    row(1, 0.5, 2, fields={"model": "Alder"}, label=0.0, kinds={"intrinsic": 1, "extrinsic": 1}, conflicts={"negation": 1}),
    row(2, 0.95, 0, fields={"model": "Birch"}, label=0.0),
    row(3, 0.0, 1, fields={"model": "Birch"}, label=1.0, kinds={"extrinsic": 1}),
    row(4, 0.75, 0, fields={"model": "Birch"}, label=1.0),
    row(5, 0.62, 0, fields={}),
    Answered(6, 7, "6", error="line 7: empty.", fields={"model": "Birch"}),
]


def test_means_shares_and_densities_are_those_of_the_rows() -> None:
    found = figures(ROWS, ["model"])
    assert (found.whole.rows, found.whole.failed) == (6, 1)
    assert found.whole.score.value == pytest.approx((1 + 0.5 + 0.95 + 0 + 0.75 + 0.62) / 6)
    assert found.whole.wrong.value == pytest.approx(2 / 6) and found.whole.density.value == pytest.approx(100 * 3 / 60)
    assert found.whole.score.low is not None and found.whole.score.low < found.whole.score.value < (found.whole.score.high or 0)
    assert found.whole.kinds == {"intrinsic": 1, "extrinsic": 2} and found.conflicts == {"negation": 1}
    names = {group.name: group for group in found.groups["model"]}
    assert [group.name for group in found.groups["model"]] == ["Birch", "Alder", ""]
    assert (names["Birch"].rows, names["Birch"].failed) == (3, 1) and names["Alder"].score.value == pytest.approx(0.75)
    assert names["Alder"].score.low is None  # two references say nothing of others


def test_the_distribution_has_each_score_once() -> None:
    found = figures([*ROWS, row(7, 2.5, 0), row(8, None, 0)])
    assert sum(found.bins) == 6 and found.outside == 1 and len(found.bins) == BINS
    assert (found.bins[0], found.bins[10], found.bins[12], found.bins[15], found.bins[19]) == (1, 1, 1, 1, 2)
    assert (found.wrong_bins[0], found.wrong_bins[10], sum(found.wrong_bins)) == (1, 1, 2)


def test_agreement_is_that_of_the_benchmark() -> None:
    found = figures(ROWS).agreement
    assert found is not None and (found.rows, found.right, found.missed, found.false) == (5, 3, 1, 1)
    labels, support = [1, 0, 0, 1, 1], [1.0, 0.5, 0.95, 0.0, 0.75]
    assert found.figures["auc"].value == pytest.approx(roc_auc(labels, support))
    assert found.figures["balanced"].value == pytest.approx(balanced_accuracy(labels, [1.0, 0.0, 1.0, 0.0, 1.0]))
    assert found.figures["precision"].value == pytest.approx(1 / 2) and found.figures["recall"].value == pytest.approx(1 / 2)


def test_ratings_are_correlated() -> None:
    ratings = [5.0, 2.0, 4.0, 1.0, 3.0]
    found = figures(
        [row(n, one.score, one.errors, label=rating) for n, (one, rating) in enumerate(zip(ROWS, ratings, strict=False))]
    ).agreement
    assert found is not None and found.right is None
    scores = [one.score or 0.0 for one in ROWS[:5]]
    assert found.figures["spearman"].value == pytest.approx(spearman(ratings, scores))
    assert found.figures["pearson"].value == pytest.approx(pearson(ratings, scores))


def test_nothing_gives_nothing() -> None:
    found = figures([], ["model"])
    assert found.whole.rows == 0 and found.whole.score.value is None and found.agreement is None and found.groups == {"model": ()}
    only_failed = figures([ROWS[-1]], ["model"])
    assert only_failed.whole.failed == 1 and only_failed.groups["model"][0].score.value is None
