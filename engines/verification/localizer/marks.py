"""What the cross-encoder is told of each word before it reads: where the reference has it, and what a thesaurus makes of it.

A network as small as the cross-encoder learns slowly which words say the same. So every word of the output is marked by whether the
passages beside it have it, a word that says the same or something wider, another part of the reference, or only a word that says something
else (`engines.verification.sentences.thesaurus`); and every word of the passages by what it is to the output.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.files import asset
from engines.verification.encoding.encoder import piece_of
from engines.verification.sentences.thesaurus import entry, forms, is_listed, phrases

LINKING = "linking_words.txt"
"""Words that only link others, which are not looked up: as the weights were trained."""
_CONTINUES = "##"


class Mark(IntEnum):
    """Of a word of the output, and from `PASSAGE` on of one of the passages."""

    LINKING = 0
    """Links others, or is no word."""
    BESIDE = 1
    """The passages beside the sentence have it."""
    SAME = 2
    """They have a word that says the same or implies it."""
    WIDER = 3
    """They have something wider."""
    ELSEWHERE = 4
    """Another part of the reference has it."""
    OTHERWISE = 5
    """The passages have a word that easily stands in its place and says something else."""
    NOWHERE = 6
    LISTED = 7
    """Nowhere, and the thesaurus knows the word."""
    PASSAGE = 8
    """Of the passages, and nothing to the output."""
    OF_OUTPUT = 9
    """The output has it."""
    RELATED = 10
    """Tells what a word of the output tells, or something wider or narrower."""
    OTHER = 11
    """Says something else than a word of the output."""
    UNTOLD = 12
    """What it is by the thesaurus is not told: so are some in training."""


def marked(own: Sequence[int], passages: Sequence[int], where: Sequence[Mark]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The marks of each piece of a sentence, and of each piece of the passages beside it.

    Args:
        own, passages: the pieces by their numbers.
        where: for each piece of the sentence `BESIDE`, `ELSEWHERE` or `NOWHERE`.
    """
    words, owners = _words(own)
    theirs, their_owners = _words(passages)
    mine, others = [_forms(word) for word in words], [_forms(word) for word in theirs]
    said = frozenset(phrases([known for word, known in zip(theirs, others, strict=True) if word.isalnum()]))
    every = frozenset(form for word, known in zip(words, mine, strict=True) if word not in _linking() for form in known)
    first = {owner: i for i, owner in reversed(list(enumerate(owners)))}
    related: set[str] = set()
    otherwise: set[str] = set()
    told = []
    for i, (word, known) in enumerate(zip(words, mine, strict=True)):
        if _links(word):
            told.append(Mark.LINKING)
            continue
        of = entry(known)
        related |= (of.same | of.implying | of.wider) & said
        otherwise |= of.other & said
        told.append(_mark(known, said, where[first[i]]))
    back = [
        Mark.PASSAGE if _links(word) else
        Mark.OF_OUTPUT if known & every else
        Mark.RELATED if known & related else
        Mark.OTHER if known & otherwise else
        Mark.PASSAGE
        for word, known in zip(theirs, others, strict=True)
    ]  # fmt: skip
    return np.array([told[i] for i in owners], dtype=np.int64), np.array([back[i] for i in their_owners], dtype=np.int64)


def _mark(known: frozenset[str], said: frozenset[str], where: Mark) -> Mark:
    of = entry(known)
    if where == Mark.BESIDE or known & said:
        return Mark.BESIDE
    if (of.same | of.implying) & said:
        return Mark.SAME
    if of.wider & said:
        return Mark.WIDER
    if where == Mark.ELSEWHERE:
        return Mark.ELSEWHERE
    if of.other & said:
        return Mark.OTHERWISE
    return Mark.LISTED if is_listed(known) else Mark.NOWHERE


def _words(ids: Sequence[int]) -> tuple[list[str], list[int]]:
    """The words that pieces make, and for each piece the number of its word."""
    words: list[str] = []
    owners = []
    for piece in map(piece_of, ids):
        if piece.startswith(_CONTINUES) and words:
            words[-1] += piece.removeprefix(_CONTINUES)
        else:
            words.append(piece)
        owners.append(len(words) - 1)
    return words, owners


def _links(word: str) -> bool:
    return not word.isalnum() or word in _linking()


def _forms(word: str) -> frozenset[str]:
    return forms(word) if word.isalpha() else frozenset({word})


@cache
def _linking() -> frozenset[str]:
    return frozenset(asset("localizer", LINKING).read_text("utf-8").split())
