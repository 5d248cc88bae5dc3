"""Denials of near copies: what is no denial of the same."""

import pytest

from tests.engines.verification.rules.edits.seeing import seen


@pytest.mark.parametrize(
    ("statement", "reference"),
    [
        (
            "In the mild winter the straits stayed open.",
            "It might have succeeded had the winter not been so mild: the straits stayed open.",
        ),
        ("The straits stayed open in the mild winter.", "If the winter had not been so mild, the straits would have frozen."),
        ("With his royalties he bought a former cutter.", "With his royalties he bought not a house but a boat, a former cutter."),
        ("They have found no evidence of poison.", "They have not found any evidence of poison."),
        ("They have not found any evidence of poison.", "They have found no evidence of poison."),
        ("Dale has not scored since March.", "Dale last scored in March."),
        ("The shop did not open until 1950.", "The shop opened in 1950."),
        (
            "Mette's daughter Sofie held an auction that raised $3,800.",
            "The town would replace the books but not the boat, so Mette's daughter Sofie held an auction, and it raised $3,800.",
        ),
        (
            "Lars Ekdal would have none of it, and by 1967 the staff was down from 31 to 5.",
            "The owner, Lars Ekdal, refused to touch it; his rivals did not, and by 1967 the staff had fallen from 31 to 5.",
        ),
        ("Pelle hasn't scored in the league since May.", "His mood hasn't suffered despite no scoring in the league since May."),
    ],
)
def test_what_denies_nothing_of_the_statement(statement: str, reference: str) -> None:
    assert seen("negation", statement, reference) == []


@pytest.mark.parametrize(
    ("statement", "reference", "words"),
    [
        ("With his royalties he bought a house.", "With his royalties he bought not a house but a boat.", "a house"),
        ("They have found evidence of poison.", "They have found no evidence of poison.", "evidence"),
        ("The shop did not open until 1950.", "The shop did open until 1950.", "not open"),
        ("The ice may not be safe.", "The ice is safe.", "may not be"),
        ("The loan was paid in May.", "The loan was not, in fact, paid in May.", "paid"),
        ("The new hall was never full on Mondays.", "The new hall was full on Mondays.", "never full"),
    ],
)
def test_what_is_denied_is_named_with_what_denies_it(statement: str, reference: str, words: str) -> None:
    assert [own for own, _ in seen("negation", statement, reference)] == [words]
