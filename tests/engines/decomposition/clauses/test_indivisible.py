"""Clauses whose parts would say something else are given as a whole."""

import pytest

from engines.core.text import Text
from engines.decomposition import decompose


def statements(text: str) -> list[str]:
    return [unit.statement for unit in decompose(Text.of(text))]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (
            "29 June saw striker Jon Ask join Reed Town for a year.",
            "29 June saw striker Jon Ask join Reed Town for a year.",
        ),
        ("The boats were sold or burnt by the owners.", "The boats were sold or burnt by the owners."),
        ("It was Ana Lind, the mayor, who called the police.", "It was Ana Lind, the mayor, who called the police."),
        ("The farmers use as much water as they need.", "The farmers use as much water as they need."),
        ("The book passed the House and Senate.", "The book passed the House and Senate."),
        ("The clerk took part in the race.", "The clerk took part in the race."),
        ("Only one boat was seen in the harbour.", "Only one boat was seen in the harbour."),
        ("The mill closes if the court agrees.", "The mill closes if the court agrees."),
    ],
)
def test_a_clause_is_kept_whole_whose_parts_say_something_else(text: str, whole: str) -> None:
    found = statements(text)
    assert whole in found
    assert not any(s.rstrip(".") in whole and len(s) < len(whole) for s in found if not s.startswith("Ana Lind"))
