"""Who is mistaken for whom: names in the place of others or made of two, and titles that somebody else has, with what is said instead."""

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from engines.core.language import parse_strings
from engines.verification.encoding.alignment import Alignment
from engines.verification.features.contrasts import facts_of, runs
from engines.verification.rules.entities.crossed_names import crossed_names
from engines.verification.rules.entities.misplaced_names import Place, misplaced_names, places
from engines.verification.rules.entities.title_conflicts import sentences_read, title_conflicts
from engines.verification.sentences.edits import Mistaken
from engines.verification.sentences.parsed import Facts

_places: WeakKeyDictionary[Alignment, list[Place]] = WeakKeyDictionary()
_mistaken: WeakKeyDictionary[Alignment, list[Mistaken]] = WeakKeyDictionary()
"""What was found for the alignments at hand, which are asked for more than once."""


def read_for_names(alignment: Alignment, mine: Facts) -> list[str]:
    """The sentences that `mistaken` will have parsed."""
    text = alignment.reference.text
    before = [string for run in runs(alignment, [place.sentence for place in _read(alignment, mine)]) for string in run]
    return [*before, *(text.model_text[slice(*text.sentences[i])] for i in sentences_read(alignment, mine))]


def mistaken(alignment: Alignment, mine: Facts) -> Sequence[Mistaken]:
    """The names and titles of a hypothesis that the reference contradicts."""
    if alignment not in _mistaken:
        parse_strings(list(dict.fromkeys(read_for_names(alignment, mine))))
        found = _read(alignment, mine)
        read = list(zip(found, facts_of(alignment, [place.sentence for place in found]), strict=True))
        _mistaken[alignment] = [
            *crossed_names(alignment, mine),
            *misplaced_names(alignment, mine, read),
            *title_conflicts(alignment, mine),
        ]
    return _mistaken[alignment]


def _read(alignment: Alignment, mine: Facts) -> list[Place]:
    if alignment not in _places:
        _places[alignment] = places(alignment, mine)
    return _places[alignment]
