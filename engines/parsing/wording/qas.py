"""A QA in words."""

from dataclasses import dataclass

from engines.parsing.wording.phrases import without_lone_quotes


@dataclass(frozen=True)
class WordedQA:
    """A QA of a kind that words itself (copulas, adjectives, clause relations …).

    Attributes:
        predicate: the token that the QA is about.
        start, end: the tokens of the answer, end exclusive.
        sentence: which sentence the answer is in, relative to the predicate's: 0, or -1 for the one before.
    """

    predicate: int
    question: str
    start: int
    end: int
    statement: str
    role: str
    implied: bool = False
    sentence: int = 0


def sentence_case(text: str) -> str:
    """The text with its first letter capital, without quotation marks that are left alone."""
    text = without_lone_quotes(text)
    return text[:1].upper() + text[1:]
