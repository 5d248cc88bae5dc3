"""Who or what."""

import pytest

from engines.core.language import parse_strings
from engines.english.animacy import is_person, noun_class


def judged(sentence: str, word: str) -> str:
    doc = parse_strings([sentence])[0]
    return "who" if is_person(next(token for token in doc if token.text == word)) else "what"


@pytest.mark.parametrize(
    ("sentence", "word", "expected"),
    [
        ("Maren Oduya left the harbour.", "Oduya", "who"),
        ("She left the harbour.", "She", "who"),
        ("It left the harbour.", "It", "what"),
        ("The goalkeeper left.", "goalkeeper", "who"),
        ("The paraglider landed in a field.", "paraglider", "who"),
        ("Thousands of people marched.", "Thousands", "who"),
        ("Thousands of bottles were found.", "Thousands", "what"),
        ("One of the farmers waved.", "One", "who"),
        ("The police arrived.", "police", "who"),
        ("The horses were tired.", "horses", "what"),
        ("The computer stopped.", "computer", "what"),
        ("The newspaper printed it.", "newspaper", "what"),
        ("The decision was late.", "decision", "what"),
        ("The Svanhild was built in Gdansk.", "Svanhild", "what"),
        ("The Pope left the harbour.", "Pope", "who"),
    ],
)
def test_people_are_asked_for_with_who(sentence: str, word: str, expected: str) -> None:
    assert judged(sentence, word) == expected


def test_nouns_have_a_broad_class() -> None:
    assert noun_class("doctor") == "person"
    assert noun_class("winter") == "time"
    assert noun_class("ex-footballer") == "person"
    assert noun_class("29-seater") == noun_class("two-seater") == "artifact"
    assert noun_class("zzyzx") == ""
