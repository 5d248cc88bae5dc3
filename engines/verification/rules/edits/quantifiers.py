"""Words for how many (some, most, all) and bounds of numbers: which of them a sentence with another one bears out."""

from collections.abc import Iterable

from engines.verification.features.contrasts import quantifiers
from engines.verification.sentences.parsed import Facts, counts
from engines.verification.values.finding import Value

_LEVELS: dict[str, int] = {
    **dict.fromkeys(("no", "none", "neither", "nobody", "nothing"), 0),
    **dict.fromkeys(("few", "hardly", "rarely"), 1),
    **dict.fromkeys(("some", "several", "sometimes", "one"), 2),
    **dict.fromkeys(("many", "often"), 3),
    **dict.fromkeys(("most", "mostly", "usually"), 4),
    **dict.fromkeys(("all", "every", "each", "both", "always", "everyone", "everybody", "everything"), 5),
}
"""Quantifiers by how much they say; a sentence with a higher one bears out a lower one, but none bears out nothing."""
_PART = frozenset({"most", "many", "some", "several", "few", "half", "third", "quarter", "part"})
_REACH = 5
"""So many tokens from its noun may the word for a part stand."""
_EVERY = frozenset({"all", "every", "each", "both"})
_COMPARING = frozenset({"more", "less", "few", "fewer", "little", "long", "late", "early"})


def amounts(facts_: Facts, tokens: Iterable[int]) -> list[int]:
    """How much each quantifier among the tokens says; not of those in bounds: "at most three", "no more than three"."""
    return [_LEVELS[facts_.lemmas[t]] for t in tokens if facts_.lemmas[t] in _LEVELS and not _bounds(facts_, t)]


def _bounds(facts_: Facts, token: int) -> bool:
    before, after = facts_.lemmas[token - 1 : token], facts_.lemmas[token + 1 : token + 2]
    compared = facts_.text[slice(*facts_.spans[token])].lower() == "fewer"
    return compared or before == ("at",) or (facts_.lemmas[token] == "no" and bool(after) and after[0] in _COMPARING)


def says_more(said: int, known: int, limited: bool = False) -> bool:
    """Whether a quantifier is not borne out by another: more is said, or none of what there is, or ("only") no more than a part."""
    return said > known or said <= 1 < known or (limited and said < known)


def more_of_them(mine: Facts, other: Facts, tokens: frozenset[int]) -> bool:
    """Whether a quantifier of the hypothesis is not borne out by those of the sentence."""
    said, known = amounts(mine, sorted(tokens)), amounts(other, range(len(other.lemmas)))
    if not known:
        return bool(said) and quantifiers(mine, [other], tokens) > 0
    return any(all(says_more(level, there) for there in known) for level in said)


def bounded_otherwise(mine: Facts, value: Value, other: Facts, known: Value) -> bool:
    """Whether the same number is the least in one sentence and the most in the other."""
    if (value.kind, value.unit, value.low, value.high) != (known.kind, known.unit, known.low, known.high):
        return False
    sides = _side(mine, value), _side(other, known)
    return "" not in sides and sides[0] != sides[1]


def _side(facts_: Facts, value: Value) -> str:
    """Whether a value is a lower or an upper bound; "nearly" and "almost" are upper ones."""
    if value.comparator in (">", ">="):
        return "least"
    short = facts_.text[: value.start].lower().rstrip().endswith(("nearly", "almost", "just under", "not quite"))
    return "most" if short or value.comparator in ("<", "<=") else ""


def all_of_a_part(mine: Facts, other: Facts, tokens: frozenset[int]) -> bool:
    """Whether all of what the sentence says only of a part is meant: "all of the volunteers" for "volunteers, most of them"."""
    if (_EVERY | {"whole", "entire"}) & set(other.lemmas):
        return False
    parts = [t for t, lemma in enumerate(other.lemmas) if lemma in _PART]
    for token in tokens:
        if mine.lemmas[token] != "all" or mine.lemmas[token - 1 : token] in (("at",), ("of",), ("not",), ("after",), ("above",)):
            continue
        noun = next((t for t in range(token + 1, min(token + 4, len(mine.keys))) if counts(mine, t)), None)
        if noun is not None and any(
            mine.keys[noun] & other.keys[t] for part in parts for t in range(max(0, part - _REACH), min(part + _REACH, len(other.keys)))
        ):
            return True
    return False
