"""What comes first: "she ate before she slept" says what "she slept after she ate" says, and "she slept before she ate" does not."""

from collections.abc import Sequence

from engines.verification.sentences.parsed import Facts, counts

_MARKS = frozenset({"before", "after", "then"})
_POINTING = ((), (",",), (".",), ("that",), ("this",), ("it",), ("all",))
"""After which it is not said in the same sentence what the other event is: "before that"."""
_REST = 0.6
"""The share of the words of a hypothesis, on either side, that the other sentence must have."""


def order_compared(mine: Facts, other: Facts) -> str:
    """How two sentences tell of the same two events.

    "reworded": in the same order, but the one with "after" and the other with "before"; "reversed": in the other order; "" for others.
    """
    marks = _mark(mine), _mark(other)
    if marks[0] is None or marks[1] is None:
        return ""
    own, theirs = _places(mine, marks[0]), _places(other, marks[1])
    if own is None or theirs is None:
        return ""
    for verbs in (True, False):
        parts = [_keys(f, place, verbs) for f, places in ((mine, own), (other, theirs)) for place in places]
        if all(parts):
            first, second, earlier, later = parts
            kept = _shared(first, earlier), _shared(second, later)
            crossed = _shared(first, later), _shared(second, earlier)
            if max(sum(kept), sum(crossed)) >= _REST * (len(first) + len(second)):
                if sum(kept) > sum(crossed) and all(kept):
                    return "reworded" if mine.lemmas[marks[0]] != other.lemmas[marks[1]] else ""
                return "reversed" if sum(crossed) > sum(kept) and all(crossed) else ""
    return ""


def _mark(facts_: Facts) -> int | None:
    """The one word that says which event comes first."""
    marks = [t for t, lemma in enumerate(facts_.lemmas) if lemma in _MARKS]
    return marks[0] if len(marks) == 1 and facts_.lemmas[marks[0] + 1 : marks[0] + 2] not in _POINTING else None


def _places(facts_: Facts, mark: int) -> tuple[range, range] | None:
    """The tokens of the earlier event and of the later one; None where a comma should part them and does not."""
    end = len(facts_.lemmas)
    outside, inside = range(mark), range(mark + 1, end)
    if mark == 0:
        comma = next((start for start, lemma in enumerate(facts_.lemmas) if lemma == ","), None)
        if comma is None:
            return None
        outside, inside = range(comma, end), range(1, comma)
    return (inside, outside) if facts_.lemmas[mark] == "after" else (outside, inside)


def _keys(facts_: Facts, place: range, only_verbs: bool) -> list[frozenset[str]]:
    """What each word of content may be matched by, of verbs alone or of all."""
    tokens = (t for t in place if counts(facts_, t) and facts_.lemmas[t] != "first")
    return [facts_.keys[t] for t in tokens if t in facts_.verbs or not only_verbs]


def _shared(words: Sequence[frozenset[str]], among: Sequence[frozenset[str]]) -> int:
    present = frozenset(key for keys in among for key in keys)
    return sum(bool(keys & present) for keys in words)
