"""What a sentence leaves open, and by which word."""

import pytest

from engines.core.language import parse_strings
from engines.verification.sentences.doubts import doubts


@pytest.mark.parametrize(
    ("sentence", "word", "left_open"),
    [
        ("The tanner may have drained the pond.", "may", "drained"),
        ("The pond was probably drained by the tanner.", "probably", "drained"),
        ("The wall fell, perhaps because the frost had loosened it.", "perhaps", "loosened"),
        ("The mill closed, possibly in 1904.", "possibly", "in"),
        ("She believes the pond was drained.", "believes", "drained"),
        ("The pond is thought to have been drained.", "thought", "drained"),
        ("The tanner is said to have drained the pond.", "said", "drained"),
        ("He hopes to drain the pond.", "hopes", "drain"),
        ("It is unclear why the pond was drained.", "unclear", "drained"),
        ("We cannot rule out that the frost loosened the wall.", "rule", "loosened"),
        ("Nobody recorded whether the pond was drained.", "whether", "drained"),
        ("By her own count, she drained forty ponds.", "count", "drained"),
        ("The widow said that the wall could fall.", "could", "fall"),
        ("It may be that the frost loosened the wall.", "may", "loosened"),
        ("The frost could have loosened the wall.", "could", "loosened"),
    ],
)  # fmt: skip
def test_what_leaves_something_open(sentence: str, word: str, left_open: str) -> None:
    doc = parse_strings([sentence])[0]
    found = {doc[doubt.word].text: doc[doubt.head].text for doubt in doubts(doc)}
    assert found[word] == left_open


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("By her own count, she drained forty ponds.", "By her own count"),
        ("The wall fell, perhaps because the frost had loosened it.", "perhaps because"),
        ("The pond was probably drained by the tanner.", "probably"),
    ],
)
def test_what_is_said_of_it(sentence: str, phrase: str) -> None:
    doc = parse_strings([sentence])[0]
    (doubt,) = doubts(doc)
    first, last = doubt.phrase
    assert doc[first : last + 1].text == phrase


@pytest.mark.parametrize(
    "sentence",
    [
        "The tanner could swim.",
        "The widow said that the tanner could not swim.",
        "The pond was drained so that the wall could be mended.",
        "I think I will drain the pond.",
        "It is possible to drain the pond.",
        "She said that the pond was drained.",
        "She does not believe that the pond was drained.",
        "The council will decide whether the pond is drained or filled.",
        "The pond was drained; the tanner suspected nothing.",
        "They are certain that the frost loosened the wall.",
    ],
)
def test_what_leaves_nothing_open(sentence: str) -> None:
    assert not list(doubts(parse_strings([sentence])[0]))


def test_what_is_told_elsewhere_is_not_left_open() -> None:
    doc = parse_strings(["The tanner, who lived by the pond, may have sold it, and his son built a mill."])[0]
    (doubt,) = doubts(doc)
    assert {doc[i].text for i in doubt.scope} >= {"sold", "tanner"}
    assert {doc[i].text for i in doubt.scope}.isdisjoint({"lived", "built", "mill"})
