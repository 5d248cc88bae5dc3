"""Another value in a sentence that has nearly all the other words: whatever their order, where no value of the premise bears it out."""

from collections.abc import Iterator
from math import isclose

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Near
from engines.verification.rules.context.copied_values import is_copied
from engines.verification.rules.context.year_spans import years_of_spans
from engines.verification.rules.registry import rule
from engines.verification.sentences.parsed import ParsedSentence
from engines.verification.values.finding import Value, compare, entails

_FRAME = 0.75
"""The share of the other words that the premise must have."""


@rule("quantity beside the same words", ConflictKind.QUANTITY, "values beside those of a premise with nearly all the other words")
def quantity_beside(case: Case) -> Iterator[Conflict]:
    """The values that a premise with the same frame has otherwise."""
    spans = years_of_spans(case)
    for near in case.near:
        for value in case.hypothesis.values if near.frame >= _FRAME else ():
            told = value.start in spans or _is_adverb(case, value) or is_copied(case, value)
            instead = None if told else _instead(value, near.sentence)
            if instead is not None and _comparable(value, near.sentence) and not _is_told_besides(case, value, instead, near):
                found = near.start + instead.start, near.start + instead.end
                yield Conflict(ConflictKind.QUANTITY, case.inside(value.start, value.end), found, near=near.place)


def _is_adverb(case: Case, value: Value) -> bool:
    """Whether a value is said of a deed: "it first appeared", where the reference has a second printing."""
    return {case.hypothesis.classes[token] for token in case.inside(value.start, value.end)} == {"ADV"}


def _instead(value: Value, other: ParsedSentence) -> Value | None:
    """A value of a premise that cannot be meant, if none of its values bears this one out."""
    if value.kind == "relative" or any(entails(known, value) for known in other.values):
        return None
    different = [known for known in other.values if compare(known, value) == "different"]
    return next((known for known in different if known.counted == value.counted), next(iter(different), None))


def _is_told_besides(case: Case, value: Value, instead: Value, near: Near) -> bool:
    """Whether the hypothesis has the premise's value, too, and another sentence that fits has this one of the same things: "walked 27
    stretches and found droppings on 19"."""
    both = any(entails(instead, other) for other in case.hypothesis.values if other.start != value.start)
    others = (known for premise in case.clause_premises if premise.number != near.number for known in premise.sentence.values)
    return both and any(known.counted == value.counted and entails(known, value) for known in others)


def _comparable(value: Value, other: ParsedSentence) -> bool:
    """Whether the sentence counts the same thing: an age is not contradicted by a number of charges, nor is "eight per cent" where it
    has "5.2 per cent" but also "it had asked for eight"."""
    if value.kind == "number":
        return any(v.kind == "number" and v.counted == value.counted for v in other.values)
    figure = 100 * value.low if value.kind == "percent" else value.low / value.factor
    return not any(v.kind == "number" and not v.counted and isclose(v.low, figure) for v in other.values)
