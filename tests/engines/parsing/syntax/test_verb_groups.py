"""Verb groups found in a parse."""

import pytest

from engines.core.language import parse_strings
from engines.parsing.syntax.verb_groups import VerbGroup, verb_group


def group_of(sentence: str, word: str) -> VerbGroup:
    doc = parse_strings([sentence])[0]
    return verb_group(doc, next(token.i for token in doc if token.text == word))


@pytest.mark.parametrize(
    ("sentence", "word", "expected"),
    [
        ("The ferry has been repaired.", "repaired", VerbGroup(present=True, perfect=True, passive=True)),
        ("The ferry was being repaired.", "repaired", VerbGroup(progressive=True, passive=True)),
        ("Ana could not have seen it.", "seen", VerbGroup(modal="could", perfect=True, negated=True)),
        ("Ana is writing a letter.", "writing", VerbGroup(present=True, progressive=True)),
        ("Ana didn't write a letter.", "write", VerbGroup(negated=True)),
        ("Ana failed to write a letter.", "write", VerbGroup(negated=True)),
        ("Ana managed to write a letter.", "write", VerbGroup()),
        ("Ana plans to write a letter.", "write", VerbGroup(modal="might", present=True)),
        ("Ana agreed to write a letter.", "write", VerbGroup(modal="would")),
        ("Ana has not agreed to write a letter.", "write", VerbGroup(modal="might", present=False)),
        ("Ana never writes letters.", "writes", VerbGroup(present=True, negated=True, never=True)),
        ("He’s spent time in Porto.", "spent", VerbGroup(present=True, perfect=True)),
    ],
)
def test_verb_groups(sentence: str, word: str, expected: VerbGroup) -> None:
    assert group_of(sentence, word) == expected


@pytest.mark.parametrize(
    ("text", "verb", "modal"),
    [
        ("The judge would not suspend it, pointing out that three workers had lost their jobs.", "pointing", ""),
        ("The judge would not suspend it, leaving three workers without jobs.", "leaving", "might"),
        ("The union fears that two routes may shut, and its president denounced both parties.", "denounced", ""),
        ("The union fears that two routes may shut and others may follow.", "follow", "might"),
    ],
)
def test_what_is_told_beside_something_that_may_be_is_so(text: str, verb: str, modal: str) -> None:
    (doc,) = parse_strings([text])
    assert verb_group(doc, next(token.i for token in doc if token.text == verb)).modal == modal
