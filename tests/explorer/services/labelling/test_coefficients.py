"""The coefficients, against examples of those who made them and against other libraries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from engines.units.alignment import kappa
from explorer.services.labelling.coefficients import alpha, cohen, fleiss, rated_alike

FLEISS = (
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
)  # fmt: skip
"""Ten units, each put into one of five categories by fourteen raters: the example by which Fleiss' kappa is usually shown; it is .210."""

KRIPPENDORFF = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
"""Four observers and twelve units with missing values (Krippendorff, 2011, part C); nominal alpha is .743."""


def test_fleiss_own_example() -> None:
    ratings = [dict(enumerate("".join(str(k) * count for k, count in enumerate(row)))) for row in FLEISS]
    assert fleiss(ratings) == pytest.approx(0.210, abs=0.0005)


def test_krippendorffs_own_example_with_missing_values() -> None:
    ratings = [{who: own[unit] for who, own in enumerate(KRIPPENDORFF) if own[unit] != "."} for unit in range(12)]
    assert alpha(ratings) == pytest.approx(0.743, abs=0.0005)


@given(st.lists(st.tuples(st.sampled_from("sn"), st.sampled_from("sn")), min_size=2, max_size=30))
def test_cohen_as_scikit_learn_and_as_the_comparison_of_engines_have_it(pairs: list[tuple[str, str]]) -> None:
    first, second = zip(*pairs, strict=True)
    found = cohen([{"a": a, "b": b} for a, b in pairs], "a", "b")
    assert found == pytest.approx(kappa([a == "s" for a in first], [b == "s" for b in second]))
    if len({*first, *second}) > 1:
        assert found == pytest.approx(cohen_kappa_score(first, second))


def test_nothing_to_compare_has_no_figure_and_one_label_alone_is_full_agreement() -> None:
    assert cohen([{"a": "s"}, {"b": "s"}], "a", "b") is None and fleiss([]) is None and alpha([{"a": "s"}]) is None
    same = [{"a": "s", "b": "s"}, {"a": "s", "b": "s", "c": "s"}]
    assert cohen(same, "a", "b") == fleiss(same) == alpha(same) == 1.0


def test_fleiss_takes_the_units_with_as_many_labels_as_each_other() -> None:
    ratings = [{"a": "s", "b": "n"}] * 3 + [{"a": "s", "b": "n", "c": "s"}] * 3 + [{"c": "s"}]
    assert [len(one) for one in rated_alike(ratings)] == [3, 3, 3]
    assert rated_alike([{"a": "s"}]) == []
