"""Names that stand for people, and names that do not."""

import numpy as np
import pytest

from engines.core.language import parse_strings
from engines.parsing.models.people import NUMBERS, SYMBOLS, Slot, described, is_name, load_people
from tests.engines.parsing.asking import asked


@pytest.mark.parametrize(
    ("sentence", "word", "expected"),
    [
        ("Maren Oduya left the harbour.", "Oduya", True),
        ("the mayor met brannigole in the park.", "brannigole", True),
        ("The mayor met the baker in the park.", "baker", False),
        ("Bakers left the harbour.", "Bakers", False),
        ("She left the harbour.", "She", False),
    ],
)
def test_names_are_told_from_nouns(sentence: str, word: str, expected: bool) -> None:
    doc = parse_strings([sentence])[0]
    assert is_name(next(token for token in doc if token.text == word)) is expected


def test_every_column_is_filled() -> None:
    doc = parse_strings(["Oduya, who runs a bakery in Tessen, told them that she and Ana Ruiz had sold it."])[0]
    for token in doc:
        symbols, numbers = described(token, Slot("tell", "SUBJ"), 0.5)
        assert (len(symbols), len(numbers)) == (len(SYMBOLS), len(NUMBERS))
        assert numbers[-1] == 0.5


def test_the_verb_tells() -> None:
    doc = parse_strings(["Tessen opened last week."])[0]
    speaks, spans = load_people().probabilities(doc, [(0, Slot("say", "SUBJ", before=True)), (0, Slot("span", "SUBJ", before=True))])
    assert 0.0 < spans < speaks < 1.0


def test_words_without_a_vector_are_judged_too() -> None:
    doc = parse_strings(["Oduya denied it."])[0].copy()
    doc.tensor = np.zeros((0,), np.float32)
    assert 0.0 < load_people().probabilities(doc, [(0, Slot("deny", "SUBJ", before=True))])[0] < 1.0
    assert load_people().probabilities(doc, []) == []


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Norway has opened its border to lorries.", "Who has opened something to something?", "Norway"),
        ("Tessen Bakeries are hoping to open a shop.", "Who is hoping to do something?", "Tessen Bakeries"),
        ("Hazard said that he will miss three games.", "Who said something?", "Hazard"),
        ("Rebecca appears in the story.", "Who appears?", "Rebecca"),
        ("She bought the Tessen Bridge in 1990.", "What did someone buy?", "the Tessen Bridge"),
    ],
)
def test_it_is_asked_so(text: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(text)
