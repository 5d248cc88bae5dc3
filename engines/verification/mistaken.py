"""Who is mistaken for whom: names in the place of others or made of two, and titles that somebody else has, with what is said instead."""

from collections.abc import Sequence

from engines.language import parse_strings
from engines.verification.alignment import Alignment
from engines.verification.contrasts import facts_of, runs
from engines.verification.crossed_names import crossed_names
from engines.verification.differences import Mistaken
from engines.verification.misplaced_names import misplaced_names, places
from engines.verification.relations import Facts
from engines.verification.title_conflicts import sentences_read, title_conflicts


def read_for_names(alignment: Alignment, mine: Facts) -> list[str]:
    """The sentences that `mistaken` will have parsed."""
    text = alignment.reference.text
    before = [string for run in runs(alignment, [place.sentence for place in places(alignment, mine)]) for string in run]
    return [*before, *(text.model_text[slice(*text.sentences[i])] for i in sentences_read(alignment, mine))]


def mistaken(alignment: Alignment, mine: Facts) -> Sequence[Mistaken]:
    """The names and titles of a hypothesis that the reference contradicts."""
    parse_strings(list(dict.fromkeys(read_for_names(alignment, mine))))
    found = places(alignment, mine)
    read = list(zip(found, facts_of(alignment, [place.sentence for place in found]), strict=True))
    return [*crossed_names(alignment, mine), *misplaced_names(alignment, mine, read), *title_conflicts(alignment, mine)]
