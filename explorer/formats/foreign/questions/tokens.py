"""Texts from lists of tokens, written as people write, with the place of every token."""

from collections.abc import Sequence

_TIGHT_LEFT = frozenset(
    {".", ",", ";", ":", "!", "?", ")", "]", "}", "%", "’s", "'s", "n't", "n’t", "'re", "'ve", "'ll", "'d", "'m", "’", "..."}
)
_TIGHT_RIGHT = frozenset({"(", "[", "{", "$", "£", "€", "#"})
_QUOTES = frozenset({'"', "``", "''"})


def joined_tokens(tokens: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """The text, and start and end of each token in it. Tokens stand as they are; only the spaces between them are chosen."""
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    length, tight, quoted = 0, True, False
    for token in tokens:
        closing = token in _QUOTES and quoted
        space = not (tight or token in _TIGHT_LEFT or closing)
        if space:
            pieces.append(" ")
            length += 1
        pieces.append(token)
        places.append((length, length + len(token)))
        length += len(token)
        opening = token in _QUOTES and not quoted
        quoted = quoted != (token in _QUOTES)
        tight = token in _TIGHT_RIGHT or opening
    return "".join(pieces), places
