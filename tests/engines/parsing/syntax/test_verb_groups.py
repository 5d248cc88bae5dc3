"""Verb groups: found in a parse, and said again in questions and statements."""

import pytest

from engines.core.language import parse_strings
from engines.english.inflection import inflect
from engines.parsing.syntax.verb_groups import VerbGroup, verb_group
from engines.parsing.wording.conjugation import finite, inverted


def group_of(sentence: str, word: str) -> VerbGroup:
    doc = parse_strings([sentence])[0]
    return verb_group(doc, next(token.i for token in doc if token.text == word))


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("set", "VBD", "set"),
        ("bear", "VBN", "born"),
        ("found", "VBD", "founded"),
        ("lie", "VBD", "lay"),
        ("stop", "VBG", "stopping"),
        ("carry", "VBZ", "carries"),
        ("tweet", "VBD", "tweeted"),
        ("re-open", "VBD", "re-opened"),
    ],
)
def test_forms(lemma: str, tag: str, form: str) -> None:
    assert inflect(lemma, tag) == form


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
        ("Ana plans to write a letter.", "write", VerbGroup(modal="will", present=True)),
        ("Ana never writes letters.", "writes", VerbGroup(present=True, negated=True, never=True)),
        ("He’s spent time in Porto.", "spent", VerbGroup(present=True, perfect=True)),
    ],
)
def test_verb_groups(sentence: str, word: str, expected: VerbGroup) -> None:
    assert group_of(sentence, word) == expected


def test_agreement_and_do_support() -> None:
    assert finite(VerbGroup(present=True, negated=True), "carry", "plural") == ["don't", "carry"]
    assert finite(VerbGroup(passive=True), "carry", "plural") == ["were", "carried"]
    assert finite(VerbGroup(present=True), "be", "first") == ["am"]
    assert inverted(VerbGroup(), "carry") == ("did", ["carry"])
    assert inverted(VerbGroup(modal="may", negated=True), "carry") == ("may", ["not", "carry"])
    assert inverted(VerbGroup(present=True), "be") == ("is", [])
