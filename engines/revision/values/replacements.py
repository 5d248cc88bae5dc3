"""Values that the evidence has in the place of an unsupported one: names, places, dates, numbers, amounts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.core.results import Evidence
from engines.english.articles import indefinite
from engines.english.calendar import names_month, names_weekday
from engines.units.instead.families import FAMILIES, NAMES

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_LENGTH = re.compile(r"\b(?:seconds|minutes|hours|days|weeks|months|years|decades|centuries)\b")


@dataclass(frozen=True)
class Replacement:
    """Characters [start, end) of a sentence to be read as `text`, as the evidence has it; `family` says what it is."""

    start: int
    end: int
    text: str
    family: str
    evidence: Evidence


def replacements(
    doc: "Doc", reference: str, evidence: Sequence[tuple[Evidence, "Doc"]], found: Sequence[str] = ()
) -> Iterator[Replacement]:
    """Values of a sentence that the reference does not have, each with a value of the same family and place in an evidence sentence.

    The place is the same when both hang on the same word (the same preposition of the same verb or noun, or the same role at
    the same word), and values of the same form are compared: a year with a year, a day with a day. Where sentences are built
    differently, a value that the verifier `found` instead is taken, or a date after the same preposition, if the evidence has only that
    one of the family and form, and what else is said with it.
    """
    instead = [_plain(text) for text in found]
    for entity in doc.ents:
        family = FAMILIES.get(entity.label_)
        if family is None or _is_in(entity.text, reference) or _goes_on(entity):
            continue
        for passage, parsed in evidence:
            others = [e for e in parsed.ents if FAMILIES.get(e.label_) == family and not _is_in(e.text, doc.text) and not _goes_on(e)]
            others = [e for e in others if _joins(e) == _joins(entity)]
            if not _is_about_the_same(entity, parsed):
                continue
            formed = [e for e in others if _form(e.text) == _form(entity.text) and {e.root.pos_, entity.root.pos_} != {"NOUN", "NUM"}]
            whole = has_the_rest(entity.root, parsed)
            counted = entity.root.dep_ in ("nummod", "compound", "amod")
            alike = [e for e in formed if _place(e) & _place(entity) and (whole or not counted)]
            if not alike and whole and len({_plain(e.text) for e in formed}) == 1:
                alike = [
                    e
                    for e in formed
                    if any(f" {text} " in f" {_plain(e.text)} " for text in instead) or _preposition(e) == _preposition(entity) != ""
                ]
            chosen = alike[0] if len({_plain(e.text) for e in alike}) == 1 else None
            if chosen is not None and "\n" not in chosen.text:
                start, end, text = _fitted(entity, chosen)
                yield Replacement(start, end, text, _called(family, text), passage)
                break


def _called(family: str, value: str) -> str:
    """The family as a person would say it: `fourteen months` are no date."""
    return "length of time" if family == "date" and _LENGTH.search(value.lower()) and not any(_form(value)[:3]) else family


def _is_about_the_same(entity: "Span", evidence: "Doc") -> bool:
    """Whether the evidence names whom a value is said of, where the sentence does: nobody's birthday is put in for somebody else's."""
    head = entity.root.head
    while head.head != head and head.pos_ == "ADP":
        head = head.head
    about = head.head if head.dep_ in ("acl", "relcl") else next((c for c in head.children if c.dep_ in ("nsubj", "nsubjpass")), head)
    inside = entity.start <= about.i < entity.end
    return inside or about.pos_ != "PROPN" or _is_in(about.text, evidence.text)


def has_the_rest(value: "Token", evidence: "Doc") -> bool:
    """Whether the evidence names what else is said with a value: what a budget is says nothing of what the farmers are paid."""
    verb = next((t for t in value.ancestors if t.pos_ in ("VERB", "AUX")), None)
    if verb is None:
        return True
    own = {value.i, *(t.i for t in value.ancestors)}
    beside = [c for c in verb.children if c.dep_ in ("dobj", "dative", "prep", "agent") and c.i not in own]
    heads = [g for c in beside for g in ([c] if c.dep_ in ("dobj", "dative") and c.pos_ != "ADP" else c.children)]
    known = {t.lemma_.lower() for t in evidence}
    return all(t.lemma_.lower() in known for t in heads if t.pos_ in ("NOUN", "PROPN"))


def _goes_on(entity: "Span") -> bool:
    """A town with its state after it: one without the other would be a place that nobody named."""
    following = entity.doc[entity.end : entity.end + 2]
    place = FAMILIES.get(entity.label_) == "place"
    return place and len(following) == 2 and following[0].text == "," and FAMILIES.get(following[1].ent_type_) == "place"


def _joins(entity: "Span") -> bool:
    """Whether these are two names, joined by an "and": one does not stand for both."""
    return FAMILIES.get(entity.label_) in NAMES and any(token.dep_ == "cc" for token in entity)


def _form(value: str) -> tuple[bool, ...]:
    """What makes two values comparable: a month, a year, a day of the week, digits, more than one word."""
    lowered = value.lower()
    month, weekday = names_month(value), names_weekday(value)
    return month, weekday, bool(re.search(r"\b(?:1[0-9]|20)\d\d\b", lowered)), bool(re.search(r"\d", lowered)), "-" in lowered and not month


def _is_in(value: str, text: str) -> bool:
    return f" {_plain(value)} " in f" {_plain(text)} "


def _plain(text: str) -> str:
    words = "".join(c if c.isalnum() else " " for c in text.lower()).split()
    return " ".join(w for w in words if w not in ("the", "a", "an", "s"))


def _preposition(entity: "Span") -> str:
    """The preposition before a date; nothing for other values, which may stand anywhere with one."""
    dated = FAMILIES.get(entity.label_) == "date" and entity.root.dep_ == "pobj"
    return str(entity.root.head.lower_) if dated else ""


def _place(entity: "Span") -> set[str]:
    """What an entity hangs on: lemmas of its head and of the head's head, or the role at its verb."""
    root = entity.root
    head = root.head
    place = set()
    if root.dep_ == "pobj":
        place.add(f"{head.lower_} {head.head.lemma_.lower()}")
    elif root.dep_ in ("nsubj", "nsubjpass", "dobj", "attr", "poss") or root.dep_ in ("nummod", "compound", "amod", "appos", "npadvmod"):
        place.add(f"{root.dep_} {head.lemma_.lower()}")
    return place


def _fitted(entity: "Span", chosen: "Span") -> tuple[int, int, str]:
    """The replacement with the article, possessive and capital that fit where it is put."""
    start, end, text = entity.start_char, entity.end_char, chosen.text.strip()
    for tail in ("'s", "’s"):
        if text.endswith(tail) and not entity.text.endswith(tail):
            text = text[: -len(tail)]
        elif entity.text.endswith(tail) and not text.endswith(tail):
            text += tail
    lowered = entity.text.lower()
    if text.lower().startswith("the ") and not lowered.startswith("the "):
        before = entity.doc[entity.start - 1].lower_ if entity.start else ""
        if before in ("a", "an", "the") or entity.start == 0:
            text = text[4:]
    elif lowered.startswith("the ") and chosen.label_ in ("ORG", "FAC", "LOC", "DATE"):
        start += 4
        text = text[4:] if text.lower().startswith("the ") else text
    article_before = entity.doc[entity.start - 1] if entity.start else None
    if article_before is not None and article_before.lower_ in ("a", "an") and start == entity.start_char:
        article = indefinite(text)
        if article != article_before.lower_:
            start, text = article_before.idx, f"{article.capitalize() if article_before.text[0].isupper() else article} {text}"
    if start == 0:
        text = text[:1].upper() + text[1:]
    elif chosen.start == 0 and chosen[0].pos_ != "PROPN":
        text = text[:1].lower() + text[1:]
    return start, end, text
