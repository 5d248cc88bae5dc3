"""Whether what the reference has in the place of a fact's words is an answer to the fact's question at all."""

from typing import TYPE_CHECKING

from engines.core.results import Evidence, Unit
from engines.core.text import Text
from engines.english.pronouns import INDEFINITE

if TYPE_CHECKING:
    from spacy.tokens import Span

_NOBODY = INDEFINITE - {"one"} | {"everything", "no one", "none", "nothing", "something"}
_WHO = frozenset({"PERSON", "ORG", "NORP", "GPE"})


def answers(unit: Unit, found: Evidence, reference: Text) -> bool:
    """Whether `found` may be offered instead of the unit's own words: words that belong together, somebody to a *who*, and nowhere a word
    that names nothing."""
    if found.text.strip().lower() in _NOBODY:
        return False
    if found.sentence is None:
        return True
    from engines.core.language import parse_sentences
    from engines.english.noun_classes import is_animate

    doc = parse_sentences(reference, [found.sentence])[0]
    begin = reference.sentences[found.sentence][0]
    span = doc.char_span(found.start - begin, found.end - begin, alignment_mode="expand")
    if span is None:
        return True
    if not _belongs_together(span):
        return False
    asks_who = (unit.question or "").startswith("Who ")
    return not asks_who or span.root.ent_type_ in _WHO or span.root.pos_ in ("PROPN", "PRON") or is_animate(span.root)


def _belongs_together(span: "Span") -> bool:
    """Whether the words are of one phrase: "plan the old" of "Under the plan the old mill will go" are of two."""
    tops = [t for t in span if not span.start <= t.head.i < span.end or t.head == t]
    nouns = [t for t in tops if t.pos_ in ("NOUN", "PROPN")]
    return not (nouns and any(t.dep_ in ("det", "amod", "nummod", "compound", "poss") for t in tops if t not in nouns))
