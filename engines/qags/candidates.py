"""Spans that a question can be asked about: named entities and noun phrases (QAGS, section 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.core.results import Span
from engines.core.text import Text
from engines.english.noun_classes import is_animate, is_time
from engines.english.number_words import SHORT_MULTIPLES
from engines.parsing.repairs.repair import repaired

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token
    from spacy.tokens import Span as TokenSpan

DATES = frozenset({"DATE", "TIME"})
NUMBERS = frozenset({"CARDINAL", "ORDINAL", "MONEY", "PERCENT", "QUANTITY"})
PLACES = frozenset({"GPE", "LOC", "FAC"})


@dataclass(frozen=True)
class Candidate:
    """An answer candidate of a text.

    Attributes:
        span: its characters in the text, articles included.
        sentence: index of its sentence.
        head: its head token in the sentence's Doc.
        first, last: its tokens, `last` exclusive.
        label: entity label, "" for a noun phrase that is none.
        sort: "when", "number", "where", "who" or "what": what a question about it would begin with.
    """

    span: Span
    sentence: int
    head: int
    first: int
    last: int
    label: str
    sort: str

    @property
    def is_entity(self) -> bool:
        """Whether it is a named entity, a date or a number."""
        return bool(self.label)


def candidates(text: Text, docs: Sequence["Doc"], sentences: Sequence[int] | None = None) -> list[Candidate]:
    """Entities and noun phrases of a text, in order; of two with the same head the entity is taken, pronouns are left out.

    `sentences` are the indices of the sentences that `docs` are the parses of (all, if not given).
    """
    found: list[Candidate] = []
    for number, parse in zip(range(len(docs)) if sentences is None else sentences, docs, strict=True):
        doc = repaired(parse)
        start = text.sentences[number][0]
        spans: dict[int, tuple[int, int, str]] = {}
        for chunk in doc.noun_chunks:
            if chunk.root.pos_ != "PRON" and any(c.isalnum() for c in chunk.text):
                spans[chunk.root.i] = (chunk.start, chunk.end, "")
        for entity in doc.ents:
            first, last = _trimmed(entity)
            attribute = entity.root.dep_ in ("amod", "compound", "nmod") and entity.root.pos_ in ("ADJ", "PROPN", "NOUN")
            if first < last and not attribute and entity.label_ != "ORDINAL":
                known = spans.get(entity.root.i)
                if known and entity.label_ not in DATES and known[0] <= first and known[1] >= last:
                    first, last = known[0], known[1]
                # "cent" of "12 per cent" is nothing to ask about.
                spans = {head: kept for head, kept in spans.items() if kept[2] or not first <= kept[0] < kept[1] <= last}
                spans[entity.root.i] = (first, last, entity.label_)
        for head, (first, last, label) in _in_whole_words(doc, spans):
            begin, end = start + doc[first].idx, start + doc[last - 1].idx + len(doc[last - 1])
            span = Span(begin, end, text.text[begin:end])
            found.append(Candidate(span, number, head, first, last, label, sort_of(doc[head], label)))
    return found


def _in_whole_words(doc: "Doc", spans: dict[int, tuple[int, int, str]]) -> list[tuple[int, tuple[int, int, str]]]:
    """The spans by their heads, widened to whole words: "two" is no part of "twenty-two". One that comes to lie in another goes."""
    whole: list[tuple[int, tuple[int, int, str]]] = []
    widened: list[tuple[int, int]] = []
    for head, (first, last, label) in sorted(spans.items(), key=lambda item: item[1][0] - item[1][1]):
        before = first, last
        if label and label not in NUMBERS | DATES:  # "London" of "a London-based firm"
            whole.append((head, (first, last, label)))
            continue
        if label == "MONEY":
            first -= first > 0 and doc[first - 1].tag_ in ("$", "SYM") and doc[first - 1].is_currency
            last += last < len(doc) and doc[last].lower_ in SHORT_MULTIPLES
        while first > 1 and _is_joined(doc, first - 1):
            first -= 2
        while last + 1 < len(doc) and _is_joined(doc, last):
            last += 2
        if (first, last) != before:
            if any(a <= first and last <= b for a, b in widened):
                continue
            widened.append((first, last))
        whole.append((head, (first, last, label)))
    return sorted(whole)


def _is_joined(doc: "Doc", index: int) -> bool:
    """Whether the token is a hyphen that joins two words to one."""
    return doc[index].text == "-" and not doc[index].whitespace_ and not doc[index - 1].whitespace_ and doc[index + 1].text[:1].isalpha()


def _trimmed(entity: "TokenSpan") -> tuple[int, int]:
    """An entity without punctuation and possessive marks at its borders."""
    first, last = entity.start, entity.end
    while first < last and not any(c.isalnum() for c in entity.doc[first].text):
        first += 1
    while last > first and (entity.doc[last - 1].tag_ == "POS" or not any(c.isalnum() for c in entity.doc[last - 1].text)):
        last -= 1
    return first, last


def sort_of(head: "Token", label: str) -> str:
    """What kind of answer a span is, by its entity label, else by its head."""
    if label in DATES or (not label and is_time(head)):
        return "when"
    if label in NUMBERS:
        return "number"
    if label in PLACES:
        return "where"
    if label in ("PERSON", "NORP") or (not label and is_animate(head)):
        return "who"
    return "who" if label == "ORG" else "what"
