"""Names and values of a hypothesis that the reference has in another form: "the UN" for "United Nations", "1.5 km" for "1,500 m"."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import Words
from engines.verification.names.finding import find_names
from engines.verification.values.finding import find_values
from engines.verification.values.magnitudes import compare

Array = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Equivalents:
    """Per word of the hypothesis: is it part of a value (a name), and of one that the reference does not have?

    Attributes:
        values, values_missing: part of a value; of one that nothing in the reference entails.
        values_contrary: no value entails it and at least one of the same kind differs.
        names, names_missing: part of a name; how little of the name the reference has, [0, 1].
    """

    values: NDArray[np.bool_]
    values_missing: NDArray[np.bool_]
    values_contrary: NDArray[np.bool_]
    names: NDArray[np.bool_]
    names_missing: Array


def mark_equivalents(reference: EncodedReference, text: str, words: Words, exact: Array) -> Equivalents:
    """Set `exact` (words, segments) to 1 where a segment has a word's name or value in another form, and say what is nowhere."""
    count = len(words)
    values, missing, contrary, names = (np.zeros(count, dtype=bool) for _ in range(4))
    names_missing = np.zeros(count, dtype=np.float32)
    for claimed in find_values(text):
        inside = words.inside(claimed.start, claimed.end)
        if claimed.kind == "relative" or not ((inside & words.numbers).any() or claimed.is_vague):
            continue
        values |= inside
        entailing = reference.entailing(claimed)
        _mark(exact, inside, entailing)
        if not entailing:
            missing |= inside
            if any(compare(value, claimed) == "different" for value, _ in reference.amounts):
                contrary |= inside
    for name in find_names(text):
        inside = words.inside(name.start, name.end) & words.content
        names |= inside
        covered = reference.names.covers(name.surface)
        names_missing[inside] = 1 - covered
        # Another form altogether counts as the name; a longer form of it ("Ada Brenn" for "Brenn") adds something of its own.
        others = [m for m in reference.names.mentions(name.surface) if not set(m.words) & set(name.words)]
        _mark(exact, inside, [reference.segment_at(m.start) for m in others])
    return Equivalents(values, missing, contrary, names, names_missing)


def _mark(exact: Array, words: NDArray[np.bool_], segments: Sequence[int]) -> None:
    if segments:
        exact[np.ix_(np.flatnonzero(words), np.array(segments))] = 1
