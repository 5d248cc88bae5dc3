"""What a reader is told is missing: whole words, and words that name something."""

import pytest

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.verifier import CompactVerifier

REFERENCE = "The examination in Tarn could not establish what the cause was. Ida Renn brought them to the hall."


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        ("A post-mortem examination in Tarn could not establish the cause.", "post-mortem"),
        ("A post - mortem examination in Tarn , he said , could not establish the cause .", "post - mortem"),
    ],
)
def test_compounds_are_missing_as_a_whole(statement: str, missing: str) -> None:
    verdict = CompactVerifier().verify(Text.of(REFERENCE), [Hypothesis(statement)])[0]
    assert missing in verdict.missing


def test_words_that_name_nothing_are_not_missing() -> None:
    verdict = CompactVerifier().verify(Text.of(REFERENCE), [Hypothesis("The examination could not establish something.")])[0]
    assert "something" not in verdict.missing


def test_a_pronoun_is_not_shown_instead_of_an_answer() -> None:
    question = Hypothesis(
        "What did someone bring? sunglasses", "What did someone bring?", "sunglasses", "Ida Renn brought sunglasses.", "brought"
    )
    verdict = CompactVerifier().verify(Text.of(REFERENCE), [question])[0]
    assert verdict.found is None or verdict.found.text != "them"


def _asked(question: str, answer: str, sentence: str, predicate: str) -> Hypothesis:
    return Hypothesis(f"{question} {answer}", question, answer, sentence, predicate)


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        (
            "The company Veltro makes bicycles in Vell. Last year it sold 40,000 of them, a third more than the year before.",
            _asked("Who sold something?", "Veltro", "Veltro sold 40,000 bicycles last year.", "sold"),
        ),
        (
            "Two rangers found the bear near the lake. They carried it to a shelter in Vell by boat.",
            _asked("What did someone carry?", "the bear", "The rangers carried the bear to a shelter.", "carried"),
        ),
    ],
)
def test_the_sentence_that_says_it_comes_before_the_one_that_names_it(reference: str, hypothesis: Hypothesis) -> None:
    """What a pronoun stands for is in the sentence before: the two are read together."""
    text, verifier = Text.of(reference), CompactVerifier()
    assert verifier.verify(text, [hypothesis])[0].evidence[0].sentence == 1
    first, second = verifier.score_ranges(text, [hypothesis], [[(0, 1), (1, 2)]])[0]
    assert second > first
