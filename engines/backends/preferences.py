"""What a causal language model would rather read in an output: exchanges of words tried in their place, with what follows them.

How likely a word is after what stands before it says little of the words after it; with another word in its place both are read. Of
the exchanges at one place only those are read on that begin best, which is known from reading the output itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.backends.runtime.branches import Branch, BranchedText
from engines.core.findings import Exchange, Preference

AT_A_PLACE = 3
"""So many exchanges at one place are read on."""
BEGINS = -1.0
"""Nats by which an exchange begins less likely than what stands there, at most; of those that begin worse few would be preferred."""
LEAST = 1.0
"""Nats from which on an exchange is read without the reference, too; less says nothing."""
_WORDS = 6
"""So many words after an exchange are read on, at most to the end of its sentence."""
_LONGEST = 48
"""Tokens of the longest branch: four times as many as six words have; a number of a thousand digits is no word."""


@dataclass(frozen=True)
class Way:
    """An exchange as a branch of the output's tokens, and the token before which both have said the same."""

    exchange: int
    place: tuple[int, int]
    branch: Branch
    until: int

    def within(self, first: int, tokens: int) -> "Way":
        """The same, counted from the first of a part of the output's tokens, and not beyond its last."""
        until = min(self.until - first, tokens)
        kept = len(self.branch.tokens) - (self.until - first - until)
        return replace(self, branch=Branch(self.branch.after - first, self.branch.tokens[: max(kept, 1)]), until=until)


def ways(tokenizer: Any, output: str, encoded: tuple[Sequence[int], Any], exchanges: Sequence[Exchange]) -> list[Way]:
    """The exchanges as branches; those are left out where the tokenizer parts the words around them otherwise than in the output.

    Args:
        output: as it was tokenised, with a space before it.
        encoded: its tokens, and (tokens, 2) their characters in `output`.
    """
    ids, spans = encoded
    windows = [_window(output, exchange) for exchange in exchanges]
    if not windows:
        return []
    pieces = [" " + output[begin:until] for begin, until in windows]
    changed = [" " + _exchanged(output, exchange, *window) for exchange, window in zip(exchanges, windows, strict=True)]
    mine, theirs = (tokenizer(texts, add_special_tokens=False).input_ids for texts in (pieces, changed))
    found = []
    for i, (exchange, (begin, _), old, new) in enumerate(zip(exchanges, windows, mine, theirs, strict=True)):
        first = int((spans[:, 0] < begin - 1).sum())  # the space before a word may be a token of its own
        shared = next((k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        fits = list(ids[first : first + len(old)]) == list(old) and shared < min(len(old), len(new))
        if fits and len(new) - shared <= _LONGEST:
            branch = Branch(first + shared, tuple(int(token) for token in new[shared:]))
            found.append(Way(i, (exchange.start, exchange.end), branch, first + len(old)))
    return found


def _window(output: str, exchange: Exchange) -> tuple[int, int]:
    """From the beginning of the word in which an exchange begins to the last word that is read on."""
    begin = exchange.start
    while begin > 0 and not output[begin - 1].isspace():
        begin -= 1
    until = exchange.end
    for _ in range(_WORDS):
        start = until
        while start < exchange.until and output[start].isspace():
            start += 1
        while start < exchange.until and not output[start].isspace():
            start += 1
        until = start
    return begin, until


def _exchanged(output: str, exchange: Exchange, begin: int, until: int) -> str:
    return output[begin : exchange.start] + exchange.text + output[exchange.end : until]


def preferred(read: BranchedText, unread: BranchedText, found: Sequence[Way]) -> Iterator[tuple[int, Preference]]:
    """The exchanges that were read on, by their numbers.

    Args:
        read, unread: the output after the reference and without it, or a part of it; the ways lie in it.
    """
    chosen = list(_best(read, found))
    gains = _gains(read, chosen)
    likely = [(way, gain) for way, gain in zip(chosen, gains, strict=False) if gain > LEAST]
    without = _gains(unread, [way for way, _ in likely])
    for (way, gain), other in zip(likely, without, strict=False):
        yield way.exchange, Preference(gain, other)


def _best(read: BranchedText, found: Sequence[Way]) -> Iterator[Way]:
    """Of each place those that begin best."""
    places: dict[tuple[int, int], list[Way]] = {}
    for way in found:
        places.setdefault(way.place, []).append(way)
    for each in places.values():
        begun = sorted(((read.first(way.branch), way) for way in each), key=lambda told: -told[0])
        yield from (way for first, way in begun[:AT_A_PLACE] if first > BEGINS)


def _gains(text: BranchedText, found: Sequence[Way]) -> list[float]:
    told = text.log_probabilities([way.branch for way in found]) or ()
    return [said - (text.sums[way.until] - text.sums[way.branch.after]) for way, said in zip(found, told, strict=False)]
