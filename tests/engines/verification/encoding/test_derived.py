"""What is derived from a text is made once, and goes with the text."""

import gc
import weakref

import numpy as np

from engines.core.text import Text
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.reference import encoded, forget
from engines.verification.rules.case import Case
from engines.verification.sentences.context import best_sentences, hypothesis_of, premises
from engines.verification.word_support.support import word_support


def test_it_is_made_once() -> None:
    made: list[Alignment] = []

    def words(alignment: Alignment) -> int:
        made.append(alignment)
        return len(alignment.words)

    (alignment,) = align(encoded(Text.of("Rain fell on Lund all day.")), ["Rain fell on Lund."])
    assert [alignment.derived(words), alignment.derived(words)] == [4, 4] and made == [alignment]
    assert hypothesis_of(alignment) is hypothesis_of(alignment)
    assert word_support(alignment) is word_support(alignment)
    assert premises(alignment.reference, best_sentences(alignment)) == list(premises(alignment.reference, (0,)))


def test_nothing_of_a_reference_or_a_hypothesis_outlives_it() -> None:
    """No circle and no table elsewhere keeps them: they go at once, without the garbage collector."""
    gc.collect()
    gc.disable()
    try:
        reference = encoded(Text.of("Snow lay on the roofs of Halvik in the winter of 1954. The board bought the mill."))
        (alignment,) = align(reference, ["The board bought the mill in 1955."])
        case = Case(alignment)
        assert case.premises and case.near and np.isfinite(case.support).any()
        gone = [weakref.ref(thing) for thing in (reference, alignment)]
        forget()
        del reference, alignment, case
        assert [thing() for thing in gone] == [None, None]
    finally:
        gc.enable()
