"""A name made of two people's: "Hugo Okafor" where the reference has Hugo Castellane and Bram Okafor."""

from collections.abc import Iterator

from engines.english.animacy import lexicon as people
from engines.english.animacy import noun_class
from engines.verification.encoding.alignment import Alignment
from engines.verification.features.contrasts import best_sentences
from engines.verification.names.finding import find_names
from engines.verification.sentences.edits import Change, Mistaken
from engines.verification.sentences.parsed import Facts


def crossed_names(alignment: Alignment, mine: Facts) -> Iterator[Mistaken]:
    """The names whose first word begins one full name of the reference and whose last word ends another, and which it nowhere has.

    What ends in a noun ("Classic Games") is no person's unless it begins with a known first name.
    """
    reference = alignment.reference
    best = best_sentences(alignment)
    for name in find_names(mine.text):
        if len(name.words) != 2 or any(len(form.words) > 1 for form in reference.names.mentions(name.surface)):
            continue
        first, last = name.words
        if first not in people().first_names and any(noun_class(form) for form in (last, last.removesuffix("s"))):
            continue
        known = [full for full in reference.names.names if len(full.words) > 1]
        if any({first, last} <= set(full.words) for full in known):
            continue
        begun, ended = [full for full in known if full.words[0] == first], [full for full in known if full.words[-1] == last]
        if begun and ended:
            meant = next((full for i in best for full in (*ended, *begun) if reference.sentence_of(full.start) == i), ended[0])
            tokens = frozenset(t for t, (start, end) in enumerate(mine.spans) if start < name.end and name.start < end)
            yield Mistaken(Change("name", tokens), (meant.start, meant.end))
