"""What the reference says with an opposite, denied in only one of the two: "did not pass" of who failed, "closed" of what was not open."""

from collections.abc import Iterator

from engines.verification.rules.case import Case
from engines.verification.sentences.lexical_relations import NEGATIVE, is_denied, told_by_denial
from engines.verification.sentences.parsed import ParsedSentence

_REST = 0.5
"""Share of the other content words that the premise must have."""
_BEFORE = frozenset({"ADJ", "ADV", "AUX", "DET", "PART"})


def denials_told(case: Case) -> Iterator[frozenset[int]]:
    """The tokens of each word of the hypothesis that a premise tells so, with what denies it."""
    mine = case.hypothesis
    known = frozenset(key for premise in case.premises for keys in premise.sentence.keys for key in keys)
    for token in case.content:
        if mine.keys[token] & known:
            continue
        rest = [t for t in case.content if t != token and mine.lemmas[t] not in NEGATIVE]
        for premise in case.premises:
            theirs = premise.sentence
            present = frozenset(key for keys in theirs.keys for key in keys)
            fits = rest and sum(bool(mine.keys[t] & present) for t in rest) >= _REST * len(rest)
            if fits and any(told_by_denial(mine, token, theirs, there) for there in range(len(theirs.keys))):
                yield _with_denial(mine, token)
                break


def _with_denial(sentence: ParsedSentence, token: int) -> frozenset[int]:
    """A word with what stands before it from its negation on."""
    first = token
    while is_denied(sentence, token) and first and sentence.classes[first - 1] in _BEFORE:
        first -= 1
    return frozenset(range(first, token + 1))
