"""What the place of the reference that tells the rest of a hypothesis has otherwise: another value, fewer of them, a word of doubt."""

from weakref import WeakKeyDictionary

from engines.verification.encoding.alignment import Alignment
from engines.verification.rules.context.hedges import told_as_fact
from engines.verification.rules.context.scopes import other_scopes
from engines.verification.rules.context.values_in_place import values_in_place
from engines.verification.sentences.edits import Mistaken
from engines.verification.sentences.parsed import Facts

_found: WeakKeyDictionary[Alignment, list[Mistaken]] = WeakKeyDictionary()
"""What was found of each alignment; it goes when the alignment goes."""


def out_of_place(alignment: Alignment, mine: Facts) -> list[Mistaken]:
    """The values, words for how many and verbs of a hypothesis that its best place contradicts, each with what is said there."""
    if alignment not in _found:
        told = len(alignment.reference.segments) > 0
        _found[alignment] = (
            [*values_in_place(alignment, mine), *other_scopes(alignment, mine), *told_as_fact(alignment, mine)] if told else []
        )
    return _found[alignment]
