"""Where the reference may tell what an edit puts in, and what a cut leaves."""

from collections.abc import Sequence

from engines.core.results import Evidence, Unit
from engines.core.retrieval import sentence_evidence
from engines.core.text import Text

_PLACES = 4
"""So many sentences of the reference that have the words are looked at."""


def places_with(reference: Text, words: str, known: int | None) -> tuple[int, ...]:
    """The sentences of the reference that may tell what is put in: where it was found, and others that have the words."""
    sought = words.strip().casefold()
    having = [i for i in range(len(reference.sentences)) if sought and sought in reference.sentence(i).casefold()]
    return tuple(dict.fromkeys(i for i in (known, *having) if i is not None))[:_PLACES]


def passages_of(reference: Text, units: Sequence[Unit]) -> dict[int, Evidence]:
    """Sentences of the reference that may have the right value: where the verifier found one, then the evidence of the units."""
    passages: dict[int, Evidence] = {}
    for unit in units:
        sentence = unit.details.found.sentence if unit.details.found else None
        if sentence is not None and 0 <= sentence < len(reference.sentences):
            passages.setdefault(sentence, sentence_evidence(reference, sentence, 1.0))
    for unit in units:
        for passage in unit.evidence:
            if passage.sentence is not None:
                passages.setdefault(passage.sentence, passage)
    return passages
