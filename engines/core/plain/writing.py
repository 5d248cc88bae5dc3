"""A copy of a text with something else in places, as long as the text."""

from collections.abc import Iterable

Blank = tuple[int, int, str]
"""(start, end, what stands there instead): no longer than the place itself."""


def written_over(text: str, places: Iterable[Blank]) -> str:
    """The text with `places` written over: what stands there instead, then spaces; line breaks stay where they are.

    Of places that overlap the first counts, of those that begin together the longest.
    """
    parts: list[str] = []
    position = 0
    for start, end, instead in sorted(places, key=lambda place: (place[0], -place[1])):
        if start < position or start == end:
            continue
        rest = "".join(c if c in "\n\r" else " " for c in text[start + len(instead) : end])
        parts += (text[position:start], instead, rest)
        position = end
    return "".join([*parts, text[position:]])
