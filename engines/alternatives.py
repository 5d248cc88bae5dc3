"""Whether what the reference has in the place of a fact's words is an answer to the fact's question at all."""

from engines.results import Evidence, Unit
from engines.text import Text

_NOBODY = frozenset(
    {"nobody", "no one", "none", "nothing", "somebody", "someone", "something", "anybody", "anyone", "everybody", "everyone", "everything"}
)
_WHO = frozenset({"PERSON", "ORG", "NORP", "GPE"})


def answers(unit: Unit, found: Evidence, reference: Text) -> bool:
    """Whether `found` may be offered instead of the unit's own words: somebody to a *who*, and nowhere a word that names nothing."""
    if found.text.strip().lower() in _NOBODY:
        return False
    if not (unit.question or "").startswith("Who ") or found.sentence is None:
        return True
    from engines.language import parse_sentences
    from engines.parsing.noun_classes import is_animate

    doc = parse_sentences(reference, [found.sentence])[0]
    begin = reference.sentences[found.sentence][0]
    span = doc.char_span(found.start - begin, found.end - begin, alignment_mode="expand")
    return span is None or span.root.ent_type_ in _WHO or span.root.pos_ in ("PROPN", "PRON") or is_animate(span.root)
