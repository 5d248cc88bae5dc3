"""How alike two answers are: token F1 and exact match with the normalisation of SQuAD (Rajpurkar et al. 2016)."""

import re
import string
from collections import Counter

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = frozenset(string.punctuation) | frozenset("–—‘’“”…")


def normalised(answer: str) -> list[str]:
    """Lower case, without punctuation and articles, as tokens."""
    plain = "".join(" " if c in "-–—" else c for c in answer.lower() if c in "-–—" or c not in _PUNCTUATION)
    return _ARTICLE.sub(" ", plain).split()


def f1(ours: str | None, theirs: str | None) -> float:
    """Token F1 of two answers, [0, 1]; "no answer" (None) agrees only with itself."""
    if ours is None or theirs is None:
        return float(ours is None and theirs is None)
    first, second = normalised(ours), normalised(theirs)
    if not first or not second:
        return float(first == second)
    shared = sum((Counter(first) & Counter(second)).values())
    return 2 * shared / (len(first) + len(second))


def exact_match(ours: str | None, theirs: str | None) -> float:
    """1 if the normalised answers are the same, else 0."""
    if ours is None or theirs is None:
        return float(ours is None and theirs is None)
    return float(normalised(ours) == normalised(theirs))


def values_differ(ours: str, theirs: str) -> bool:
    """Whether a number, an amount, a date or a time of one answer is another one in the other: then no shared word makes them one answer.

    "3 June" is not "3 July", nor "1915" the "1912 to 1915" of a span of years; "about half" agrees with "half", "July 2019" with "2019".
    """
    from engines.verification.values.finding import compare, find_values

    first, second = ([v for v in find_values(answer) if v.kind != "relative"] for answer in (ours, theirs))
    if not first or not second:
        return False
    spans = any(value.kind == "date" for value in (*first, *second))
    sides = ((first, second), (second, first)) if spans else ((first, second),)
    return any(all(compare(known, value) == "different" for known in others) for values, others in sides for value in values)
