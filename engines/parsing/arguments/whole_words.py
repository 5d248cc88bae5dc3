"""Answers without a word, number or name that is cut in two."""

from dataclasses import replace
from typing import TYPE_CHECKING

from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import SUBJECTS

if TYPE_CHECKING:
    from spacy.tokens import Doc

_AMOUNTS = frozenset({"MONEY", "PERCENT", "QUANTITY", "CARDINAL", "DATE", "TIME"})
_CONNECTIVES = frozenset({"already", "also", "so", "still", "then", "thus"})
_CORE = frozenset({"SUBJ", "OBJ"})
_OUTINGS = frozenset({"day", "night", "evening", "weekend", "trip"})


def with_whole_words(doc: "Doc", predicate: int, argument: Argument) -> Argument:
    """The argument without a hyphenated word or a firm's name cut in two: "semi-finals", not "finals", "Brandt & Loy", not "Loy"."""
    start, end = argument.start, argument.end
    if end < len(doc) and doc[end].ent_iob_ == "I" and doc[end].ent_type_ in _AMOUNTS and doc[end - 1].ent_type_ == doc[end].ent_type_:
        subject = next((c.left_edge.i for c in doc[predicate].children if c.dep_ in SUBJECTS), -1)  # "Between 1808 and 1814 Brekk sold it"
        while end < len(doc) and doc[end].ent_iob_ == "I" and end not in (predicate, subject):  # "US", "$30 billion"
            end += 1
    if end < len(doc) and doc[end].lower_ == "out" and argument.head == end - 1 and doc[end - 1].lemma_.lower() in _OUTINGS:
        end += 1  # "a great day out"
    if (
        doc[start].lower_ in _CONNECTIVES
        and doc[start].pos_ in ("ADV", "CCONJ", "SCONJ")
        and start < argument.head
        and argument.role in _CORE
    ):
        start += 1  # "and so more help is needed"
    while start > 1 and doc[start - 1].text == "-" and not doc[start - 1].whitespace_ and start - 2 != predicate:
        start -= 2
    while end + 1 < len(doc) and doc[end].text == "-" and not doc[end - 1].whitespace_ and end + 1 != predicate:
        end += 2
    while _one_name(doc, start - 1) and start - 2 != predicate:
        start -= 2
        while start > 0 and doc[start - 1].pos_ == "PROPN" and doc[start - 1].dep_ == "compound":
            start -= 1
    while _one_name(doc, end) and end + 1 != predicate:
        end += 2
        while end < len(doc) and doc[end].pos_ == "PROPN" and doc[end - 1].dep_ == "compound":
            end += 1
    while end < len(doc) and end != predicate and (_goes_on_with_number(doc, end) or _goes_on_with_person(doc, end)):
        end += 1
    return argument if (start, end) == argument.span else replace(argument, start=start, end=end)


def _goes_on_with_number(doc: "Doc", i: int) -> bool:
    """Whether token `i` is the end of a number, which the tokenizer cut off: "m" of "£2.3m"."""
    before = doc[i - 1]
    return before.text[-1:].isdecimal() and not before.whitespace_ and doc[i].is_alpha


def _goes_on_with_person(doc: "Doc", i: int) -> bool:
    """Whether token `i` is a surname that the parse took for the subject of another clause: "Ruiz" of "director Ana Ruiz hopes"."""
    name, before = doc[i], doc[i - 1]
    return name.ent_type_ == "PERSON" and name.ent_iob_ == "I" and name.pos_ == before.pos_ == "PROPN" and name.is_title


def _one_name(doc: "Doc", i: int) -> bool:
    """Whether token `i` is an ampersand between names."""
    return 0 < i < len(doc) - 1 and doc[i].text == "&" and doc[i - 1].pos_ == doc[i + 1].pos_ == "PROPN"
