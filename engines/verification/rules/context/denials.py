"""What the reference says with an opposite, denied in only one of the two: "did not pass" of who failed, "closed" of what was not open."""

from collections.abc import Iterator
from typing import NamedTuple

from engines.english.antonyms import prefixed
from engines.verification.rules.case import Case
from engines.verification.sentences.lexical_relations import NEGATIVE, is_denied, told_by_denial
from engines.verification.sentences.parsed import ParsedSentence

_REST = 0.5
"""Share of the other content words that the premise must have."""
_BEFORE = frozenset({"ADJ", "ADV", "AUX", "DET", "PART"})


class _Premise(NamedTuple):
    """A premise, what its words may be matched by, and which of its words are denied and which not."""

    sentence: ParsedSentence
    present: frozenset[str]
    by_denial: tuple[tuple[int, ...], tuple[int, ...]]


def denials_told(case: Case) -> Iterator[frozenset[int]]:
    """The tokens of each word of the hypothesis that a premise tells so, with what denies it."""
    mine, premises = case.hypothesis, [_read(premise.sentence) for premise in case.clause_premises]
    found = frozenset[str]().union(*(premise.present for premise in premises))
    unknown = [t for t in case.content if not mine.keys[t] & found]
    said = [t for t in case.content if mine.lemmas[t] not in NEGATIVE]
    shares = [sum(bool(mine.keys[t] & premise.present) for t in said) for premise in premises]
    for token in unknown:
        denied, rest = is_denied(mine, token), len(said) - (token in said)
        for premise, share in zip(premises, shares, strict=True):
            there = premise.by_denial[not denied]
            by = [other for other in there if rest and told_by_denial(mine, token, premise.sentence, other)]
            if by and (share >= _REST * rest or any(_is_prefixed(mine, token, premise.sentence, other) for other in by)):
                yield _with_denial(mine, token)
                break


def _is_prefixed(mine: ParsedSentence, token: int, other: ParsedSentence, there: int) -> bool:
    """Whether one word is the other with a prefix that denies it: "untethered" says by itself that something was not tethered."""
    words = {other.text[slice(*other.spans[there])].lower(), other.lemmas[there]}
    return not words.isdisjoint(prefixed(mine.text[slice(*mine.spans[token])].lower()) | prefixed(mine.lemmas[token]))


def _read(sentence: ParsedSentence) -> _Premise:
    tokens = [t for t, keys in enumerate(sentence.keys) if keys]
    denied = {t for t in tokens if is_denied(sentence, t)}
    sides = tuple(t for t in tokens if t not in denied), tuple(t for t in tokens if t in denied)
    return _Premise(sentence, frozenset(key for keys in sentence.keys for key in keys), sides)


def _with_denial(sentence: ParsedSentence, token: int) -> frozenset[int]:
    """A word, and if it is denied what denies it and the auxiliaries and the like around that."""
    first = token
    if is_denied(sentence, token):
        while first and sentence.classes[first - 1] in _BEFORE:
            first -= 1
    return frozenset(range(first, token + 1))
