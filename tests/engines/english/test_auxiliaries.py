"""Auxiliary verbs."""

from engines.english.auxiliaries import FINITE_OR_NEGATED, MODAL_OF, negated


def test_negations() -> None:
    assert [negated(form) for form in ("will", "can", "did", "may")] == ["won't", "can't", "didn't", "may not"]


def test_finite_forms_and_their_negations_may_stand_before_a_subject() -> None:
    assert {"did", "didn't", "wouldn't", "is", "hasn't"} <= FINITE_OR_NEGATED
    assert "been" not in FINITE_OR_NEGATED and "may not" not in FINITE_OR_NEGATED


def test_pieces_of_contractions_stand_for_modals() -> None:
    assert (MODAL_OF["wo"], MODAL_OF["’d"], MODAL_OF["could"]) == ("will", "would", "could")
