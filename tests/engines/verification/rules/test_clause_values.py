"""A wrong value in one clause of a long sentence is seen."""

import pytest

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.models import registry
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.clause_values import clauses_without_conflict
from engines.verification.values.finding import find_values

REFERENCE = Text.of(
    "The harbour town of Velmora voted to close its last power station by the end of 2027, three years earlier than planned. "
    "The company will build a wind farm in 2026. The station employs 214 people, and half of them live in the town."
)


@pytest.mark.parametrize(
    "wrong, right",
    [
        (
            "After long talks, Velmora decided to close its last power station by the end of 2026, and the mayor praised everyone.",
            "After long talks, Velmora decided to close its last power station by the end of 2027, and the mayor praised everyone.",
        ),
        (
            "The station employs 412 people, and the mayor, who took office last year, has met most of them at the gates.",
            "The station employs 214 people, and the mayor, who took office last year, has met most of them at the gates.",
        ),
    ],
)
def test_another_value_in_a_clause_weighs_on_the_sentence(wrong: str, right: str) -> None:
    source = encoded(REFERENCE)
    left = clauses_without_conflict(source, align(source, [wrong, right]))
    assert left[0] < 0.5
    assert left[1] == 1.0
    verifier = registry.get("verifier", "compact")
    lower, higher = (v.probability for v in verifier.verify(REFERENCE, [Hypothesis(wrong), Hypothesis(right)]))
    assert lower < 0.3 and lower < higher


def test_copies_and_nothing_are_left_alone() -> None:
    source = encoded(REFERENCE)
    copy = REFERENCE.sentence(2)
    assert clauses_without_conflict(source, align(source, [copy, "", "Rain."])).tolist() == [1.0, 1.0, 1.0]
    assert clauses_without_conflict(source, []).tolist() == []


def test_another_value_in_a_clause_weighs_on_the_questions_that_hold_it_alone() -> None:
    sentence = "The council meets in spring, the new owners hope for money, and the station employs 412 people in its old halls."
    verifier = registry.get("verifier", "compact")
    about = {"predicate": "employs", "predicate_kind": "verb", "sentence": sentence}
    who, whom, count = (
        Hypothesis(f"{question} {answer}", question=question, answer=answer, **about)
        for question, answer in (
            ("Who employs someone?", "the station"),
            ("Who does someone employ?", "412 people"),
            ("How many people does someone employ?", "412"),
        )
    )
    employer, employed, number = (verdict.probability for verdict in verifier.verify(REFERENCE, [who, whom, count]))
    assert max(employed, number) < 0.5 < employer


def test_one_hand_is_no_amount() -> None:
    assert find_values("On one hand, many pupils have no desk.") == ()
