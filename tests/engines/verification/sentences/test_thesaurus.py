"""What the list of other words makes of two words, and whether its lines are of the form that is read."""

import re

import pytest

from engines.core.machine.files import asset
from engines.verification.sentences.lexical_relations import word_forms
from engines.verification.sentences.parsed import parsed_sentence
from engines.verification.sentences.thesaurus import FILE, Told, entry, forms, is_listed, phrases, told

LINE = re.compile(r"[a-z' -]+ =( [^=>!<]+)? >( [^=>!<]+)? !( [^=>!<]+)? <( [^=>!<]+)?")


@pytest.mark.parametrize(
    ("said", "there", "expected"),
    [
        ("acquitted", "cleared", Told.SAME),
        ("trapped", "stuck", Told.SAME),
        ("killed", "murdered", Told.WIDER),
        ("murdered", "killed", Told.NARROWER),
        ("donates", "sells", Told.OTHERWISE),
        ("silver", "gold", Told.OTHERWISE),
        ("arms", "hips", Told.OTHERWISE),
        ("digestive", "respiratory", Told.OTHERWISE),
        ("sneezed", "wexquilled", Told.UNKNOWN),
    ],
)
def test_a_word_of_the_reference_tells_the_same_implies_it_or_says_something_else(said: str, there: str, expected: Told) -> None:
    assert told(forms(said), forms(there)) is expected


def test_sameness_and_difference_are_read_from_either_side() -> None:
    for said, there in (("acquit", "clear"), ("donate", "sell"), ("gold", "silver")):
        assert told(forms(said), forms(there)) is told(forms(there), forms(said))


def test_listed_words_that_are_not_for_each_other_are_unrelated() -> None:
    assert is_listed(forms("bridges")) and is_listed(forms("sang")) and not is_listed(forms("wexquill"))
    assert told(forms("bridges"), forms("sang")) is Told.UNRELATED


def test_phrases_of_a_passage_tell_words() -> None:
    passage = frozenset(phrases([forms(word) for word in ["the", "police", "took", "him", "into", "custody", "on", "monday"]]))
    assert {"into custody on", "police", "take him"} <= passage
    assert told(forms("delayed"), frozenset(phrases([forms("put"), forms("off")]))) is Told.SAME


def test_what_tells_a_word_is_never_what_says_something_else() -> None:
    for word in ("arrest", "win", "doctor", "cheap", "raise", "before"):
        of = entry(forms(word))
        assert not of.other & (of.same | of.implying | of.wider) and not of.same & of.implying & of.wider


def test_every_line_is_of_the_form_that_is_read() -> None:
    lines = asset("verifier", FILE).read_text("utf-8").splitlines()
    heads = [line.split(" =")[0] for line in lines]
    assert len(lines) > 6_000 and heads == sorted(set(heads))
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    for line in lines:
        words = [word for part in re.split(r" [=>!<]", line)[1:] for word in part.strip().split(", ") if word]
        assert len(words) == len(set(words)) and line.split(" =")[0] not in words, line


@pytest.mark.parametrize(
    ("sentence", "verb", "phrase", "tells"),
    [
        ("If it rains, she will call it off by text.", "call", "call off", "cancel"),
        ("The board put the vote off.", "put", "put off", "delay"),
        ("The board called off the vote.", "called", "call off", "cancel"),
        ("She will call the office in May.", "call", "call in", ""),  # no particle of the verb
        ("She will call when it is off.", "call", "call off", ""),
    ],
)
def test_a_particle_behind_the_object_belongs_to_its_verb(sentence: str, verb: str, phrase: str, tells: str) -> None:
    parsed = parsed_sentence(sentence)
    token = next(t for t, (start, end) in enumerate(parsed.spans) if sentence[start:end] == verb)
    found = word_forms(parsed, token)
    assert "call" in found or "put" in found
    assert (phrase in found) == bool(tells)
    assert not tells or told(forms(tells), found) is Told.SAME
