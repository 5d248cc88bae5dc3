"""Advice for and against a thing, in whatever words it is given."""

import pytest

from engines.verification.rules.predicates.advice import agrees, turned_advice
from engines.verification.sentences.parsed import facts

GUIDE = tuple(
    facts(sentence)
    for sentence in (
        "The Fenmoor boat club advises members never to paint a wet hull, because the paint blisters.",
        "It recommends two thin coats of varnish.",
        "You should not leave brushes in white spirit overnight.",
        "Experts warn against burning old rope.",
    )
)


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        ("The club recommends painting a wet hull.", "recommends"),
        ("The club advises against thin coats of varnish.", "advises"),
        ("You should leave brushes in white spirit overnight.", "leave"),
        ("Experts advise burning old rope.", "advise"),
    ],
)
def test_advice_for_what_the_reference_advises_against_is_found_with_its_word(statement: str, word: str) -> None:
    mine = facts(statement)
    changes = [change for change, _ in turned_advice(mine, GUIDE)]
    assert [change.kind for change in changes] == ["opposite"]
    assert word in {mine.text[slice(*mine.spans[t])] for t in changes[0].tokens}
    assert not agrees(mine, GUIDE)


@pytest.mark.parametrize(
    "statement",
    [
        "The club warns members against painting a wet hull.",
        "Members are told not to paint a wet hull.",
        "The club recommends that nobody paint a wet hull.",
        "Do not leave brushes in white spirit overnight.",
        "Experts advise people not to burn old rope.",
        "The club recommends thin coats of varnish.",
        "The club recommends painting a dry mast.",
    ],
)
def test_the_same_advice_in_other_words_and_other_advice_are_left_alone(statement: str) -> None:
    assert not list(turned_advice(facts(statement), GUIDE))


def test_advice_against_something_agrees_with_a_prohibition() -> None:
    assert agrees(facts("The club warns members against painting a wet hull."), GUIDE)
