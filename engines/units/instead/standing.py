"""Whether what the reference has may be shown instead of words of an output: the same is asked before it is put there.

A passage that tells of another thing, another deed or somebody else is evidence; what it has is not what should stand there.
"""

from typing import TYPE_CHECKING

from engines.core.language import parse_sentences
from engines.core.spans import Span
from engines.core.text import Text
from engines.units.instead.relations import in_one_relation, name_alone
from engines.units.instead.things import of_one_form, of_one_thing

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.tokens import Span as DocSpan


def stands_for(own: "DocSpan", other: "DocSpan", reference: Text, found: Span) -> bool:
    """Whether nothing says that the words found are of another thing, event or person than the output's own.

    Args:
        own, other: the words of the output and those found, in their sentences.
        found: where these stand in the reference.
    """
    return of_one_form(own, other) and of_one_thing(own, other, reference, found) and in_one_relation(own, other)


def instead_of(doc: "Doc", start: int, end: int, reference: Text, found: Span) -> Span | None:
    """What may be shown of the words found, where words stand at the characters [start, end) of a parsed sentence; None for nothing.

    Of what is no words of one sentence nothing is said: it may be shown.
    """
    place = reference.sentence_at(found.start)
    if place is None:
        return found
    begin = reference.sentences[place][0]
    own = doc.char_span(max(0, start), min(end, len(doc.text)), alignment_mode="expand")
    other = parse_sentences(reference, [place])[0].char_span(found.start - begin, found.end - begin, alignment_mode="expand")
    if not own or not other:
        return found
    name = name_alone(own, other)
    if not stands_for(own, name, reference, found):
        return None
    return found if name is other else Span.of(reference.text, begin + name.start_char, begin + name.end_char)


def shown_instead(output: Text, start: int, end: int, reference: Text, found: Span) -> Span | None:
    """The same of words by their characters in the whole output."""
    index = output.sentence_at(start)
    if index is None:
        return found
    begin = output.sentences[index][0]
    return instead_of(parse_sentences(output, [index])[0], start - begin, end - begin, reference, found)
