"""A clause below a word of any class is read without a word about it."""

import pytest
import spacy
from spacy.tokens import Doc

from engines.core.language import parse_strings
from engines.parsing.syntax.modality import is_only_thought, is_open


@pytest.mark.parametrize("tag", ["IN", "UH", "XX", "", "NN", "VBZ"])
def test_a_clause_below_any_word_is_read(tag: str, capfd: pytest.CaptureFixture[str]) -> None:
    doc = Doc(
        spacy.blank("en").vocab, ["hopes", "he", "left"], tags=[tag, "PRP", "VBD"], heads=[0, 2, 0], deps=["ROOT", "nsubj", "ccomp"],
        lemmas=["hop", "he", "leave"], pos=["X", "PRON", "VERB"],
    )  # fmt: skip
    assert is_only_thought(doc[2]) == (tag == "VBZ")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("text", "verb", "thought"),
    [
        ("She hopes that he left.", "left", True),
        ("She said that he left.", "left", False),
        ("They denied the claim that he left.", "left", True),
        ("They accused him of leaving.", "leaving", True),
    ],
)
def test_what_is_only_thought(text: str, verb: str, thought: bool) -> None:
    (doc,) = parse_strings([text])
    assert is_only_thought(next(token for token in doc if token.text == verb)) == thought


def test_what_one_would_rather_not_do_is_left_open() -> None:
    doc = parse_strings(["She would rather walk than take a bus."])[0]
    assert is_open(next(token for token in doc if token.text == "take"))
    assert not is_open(next(token for token in doc if token.text == "walk"))
