"""When it was by the reference, where an output has a date for it that the reference does not have."""

from typing import TYPE_CHECKING

from engines.core.digits import has_digit
from engines.core.language import parse_sentences
from engines.core.spans import Span
from engines.core.text import Text
from engines.units.instead.things import YEAR, calendar, deed

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token
    from spacy.tokens import Span as DocSpan

_AROUND = 10
"""So many words on either side of a date tell what it dates."""
_LEAST, _SAME_PREPOSITION, _SAME_VERB = 1.5, 0.5, 2.0
"""What a date must share: two words, or one word and its preposition; and what its verb counts, in words."""
_MOST_SENTENCES = 40
_TELLING = frozenset({"ADJ", "ADV", "NOUN", "PROPN", "VERB"})
_DATED = frozenset({"DATE", "TIME"})


def dated_otherwise(output: Text, start: int, end: int, reference: Text) -> Span | None:
    """ "1978" of "she taught there until 1978", for "1973" of "she gave up film work and taught until 1973".

    The reference must have a date of the same form with more of the words around it, and its preposition, than any other date has.

    Args:
        start, end: a date of the output, in characters, or a part of one.
    """
    index = output.sentence_at(start)
    if index is None or not has_digit(output.text[start:end]):
        return None
    begin = output.sentences[index][0]
    own = _date(parse_sentences(output, [index])[0], start - begin, end - begin)
    if own is None:
        return None
    form = calendar(own) - {"weekday"}
    dated = [i for i in range(len(reference.sentences)) if has_digit(reference.sentence(i))][:_MOST_SENTENCES]
    found: dict[str, tuple[float, Span]] = {}
    for i, doc in zip(dated, parse_sentences(reference, dated), strict=True):
        for other in doc.ents:
            if other.label_ not in _DATED or not has_digit(other.text) or calendar(other) - {"weekday"} != form:
                continue
            told = _told(own) & _told(other)
            verbs = {verb.lemma_.lower() for verb in (deed(own), deed(other)) if verb is not None}
            same_verb = len(verbs) == 1 and verbs <= told
            shared = len(told) + _SAME_PREPOSITION * (_before(own) == _before(other) != "") + _SAME_VERB * same_verb
            shown = _shown(other, form, reference.sentences[i][0])
            if shared >= _LEAST and shown.text not in output.text and shared > found.get(shown.text, (0.0,))[0]:
                found[shown.text] = shared, shown
    best = sorted(found.values(), key=lambda each: -each[0])
    return best[0][1] if best and (len(best) == 1 or best[0][0] > best[1][0]) else None


def _date(doc: "Doc", start: int, end: int) -> "DocSpan | None":
    """The date that holds these characters of a sentence."""
    dates = (ent for ent in doc.ents if ent.label_ in _DATED and ent.start_char < end and start < ent.end_char)
    found = next(dates, None)
    return found if found is not None and calendar(found) - {"weekday"} else None


def _told(date: "DocSpan") -> set[str]:
    around = date.doc[max(0, date.start - _AROUND) : min(len(date.doc), date.end + _AROUND)]
    return {token.lemma_.lower() for token in around if token.pos_ in _TELLING and token.ent_type_ not in _DATED}


def _before(date: "DocSpan") -> str:
    """The preposition of a date, "" without one."""
    words: list[Token] = [date[0], *(date.doc[date.start - 1 : date.start] if date.start else ())]
    return next((word.lower_ for word in words if word.pos_ in ("ADP", "SCONJ")), "")


def _shown(date: "DocSpan", form: frozenset[str], begin: int) -> Span:
    """The date without its preposition; of a date that is but a year the year."""
    year = YEAR.search(date.text) if form == {"year"} else None
    first, last = (0, len(date.text)) if year is None else year.span()
    if year is None and date[0].pos_ == "ADP" and len(date) > 1:
        first = date[1].idx - date[0].idx
    start = begin + date.start_char
    return Span(start + first, start + last, date.text[first:last])
