"""The amount of another thing: "four fifths of the loans" where it is two fifths of the loans and four fifths of the late returns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.verification.sentences.edits import Change
from engines.verification.sentences.fillers import Fit, fit
from engines.verification.sentences.parsed import Facts, counts
from engines.verification.values.finding import Value, compare, entails


@dataclass(frozen=True)
class _Count:
    """A noun and the amount that is said of it."""

    amount: Value
    noun: int


def miscounted(mine: Facts, theirs: Sequence[Facts]) -> Iterator[Change]:
    """The amounts of a hypothesis that a sentence gives to something else, with another one for what the hypothesis counts.

    Args:
        theirs: the sentences of the reference that fit best; nothing is found if one of them has the amount for the same thing.
    """
    known = [(other, list(_counts(other))) for other in theirs]
    for claimed in _counts(mine):
        if any(_says(mine, claimed, other, c) for other, found in known for c in found):
            continue
        for other, found in known:
            same = [entails(c.amount, claimed.amount) for c in found]
            # An amount without a noun of its own may be of anything.
            elsewhere = sum(same) == sum(entails(value, claimed.amount) for value in other.values) > 0
            counted = [c.amount for c in found if mine.keys[claimed.noun] & other.keys[c.noun]]
            if elsewhere and any(a.kind == claimed.amount.kind and compare(a, claimed.amount) == "different" for a in counted):
                yield Change("value", _tokens(mine, claimed.amount) | {claimed.noun})


def _says(mine: Facts, claimed: _Count, other: Facts, known: _Count) -> bool:
    """Whether a sentence has the amount for what may be the same thing."""
    if not entails(known.amount, claimed.amount):
        return False
    return bool(mine.keys[claimed.noun] & other.keys[known.noun]) or fit(mine, claimed.noun, other, known.noun) is not Fit.OTHER


def _counts(facts_: Facts) -> Iterator[_Count]:
    for amount in facts_.values:
        tokens = _tokens(facts_, amount)
        if amount.kind not in ("number", "percent"):
            continue
        for relation in facts_.relations:
            if relation.role == "of" and relation.head in tokens:
                noun = relation.dep
            elif relation.role == "MOD" and relation.dep in tokens and relation.head not in tokens:
                noun = relation.head
            else:
                continue
            if facts_.classes[noun] == "NOUN" and counts(facts_, noun):
                yield _Count(amount, noun)


def _tokens(facts_: Facts, amount: Value) -> frozenset[int]:
    return frozenset(t for t, (start, end) in enumerate(facts_.spans) if amount.start < end and start < amount.end and facts_.keys[t])
