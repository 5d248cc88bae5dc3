"""Where to look in a fact that is unsupported although no word of it is an error: its most doubtful word, drawn weaker than an error.

It is there so that nobody is left with a red fact and no red word; it is no error, and counts nowhere.
"""

from collections.abc import Mapping

from components.html.markup import escape
from engines.core.results import Analysis, Document
from engines.units.marked_words import most_doubtful

Doubt = tuple[int, int]
"""The place of a word in the output."""


def doubts(analysis: Analysis) -> dict[str, Doubt]:
    """The place of the most doubtful word of each fact, by the fact's id; none where nobody judged its words."""
    words = analysis.words or ()
    found = {unit.id: most_doubtful(unit, words) for unit in analysis.units if unit.probability is not None} if words else {}
    return {id: (word.start, word.end) for id, word in found.items() if word is not None}


def unexplained(analysis: Analysis, under: Mapping[str, int]) -> dict[Doubt, str]:
    """The places to draw, each with the fact that it leads to: those of unsupported facts that stand under no error.

    Args:
        under: the facts that an error explains (`components.review.errors.rows.owners`).
    """
    places = doubts(analysis)
    found: dict[Doubt, str] = {}
    for unit in analysis.units:
        if unit.supported is False and unit.id not in under and unit.id in places:
            found.setdefault(places[unit.id], unit.id)
    return found


def doubtful_words(output: Document, place: Doubt | None) -> str:
    """The line of a fact that names its most doubtful word; the page shows it where no error explains the fact."""
    if place is None:
        return ""
    return f'<span class="doubtful">Most doubtful here: <b>{escape(output.text[slice(*place)])}</b></span>'
