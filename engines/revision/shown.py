"""What the reference is shown to have instead of wrong words, as it fits where they stand."""

import re
from typing import TYPE_CHECKING

from engines.core.digits import has_digit
from engines.core.findings import ErrorSpan
from engines.core.language import parse_sentences
from engines.core.plain.spacing import single_spaced
from engines.core.spans import Span
from engines.core.text import Text
from engines.english.articles import indefinite

if TYPE_CHECKING:
    from spacy.tokens import Doc

_ARTICLE = re.compile(r"\b(an?|the)\s+$", re.IGNORECASE)
_CLASSES = {"PROPN": "NOUN", "PRON": "NOUN", "AUX": "VERB"}
_LONGER = 2
"""Words that what is put in the place of an error may have more or fewer."""


def fitted(output: Text, error: ErrorSpan, found: str, opens: bool = False) -> tuple[int, int, str] | None:
    """Characters of the output and what to put there: with the article, the possessive and the capital that fit.

    Args:
        opens: whether what was found has its capital only because a sentence of the reference begins with it.

    Returns:
        None where nothing would change, or what was found is no words that could be put there; the words are empty where the error is
        one word too many.
    """
    start, end, text = error.start, error.end, single_spaced(found)
    if not text or abs(len(text.split()) - len(error.text.split())) > _LONGER or text.casefold() == error.text.casefold():
        return None
    for tail in ("'s", "’s"):
        if error.text.endswith(tail) and not text.endswith(tail):
            text += tail
        elif text.endswith(tail) and not error.text.endswith(tail):
            text = text[: -len(tail)]
    text = _without_what_stands_beside(output.text, start, end, text)
    before = _ARTICLE.search(output.text, max(0, start - 5), start)
    if before is not None:
        text = re.sub(r"^(?:an?|the)\s+", "", text, flags=re.IGNORECASE)
        article = before[1]
        if article.lower() != "the" and text and indefinite(text) != article.lower():
            start = before.start(1)
            text = f"{indefinite(text).capitalize() if article[0].isupper() else indefinite(text)} {text}"
    if any(start == first for first, _ in output.sentences):
        text = text[:1].upper() + text[1:]
    elif opens:
        text = text[:1].lower() + text[1:]
    if not text:  # what stands there instead stands there already: the error is one word too many
        end += output.text[end : end + 1] == " "
    return start, end, text


def _without_what_stands_beside(output: str, start: int, end: int, text: str) -> str:
    """What was found without its beginning and its end where these stand before and after the error already: "four years" for the
    "eight" of "eight years" is "four"."""
    for size in range(min(len(text), start), 0, -1):
        if output[start - size : start].casefold() == text[:size].casefold() and _parts(output, start - size) and _parts(text, size):
            text = text[size:].lstrip()
            break
        joined = f"{text[:size]} "
        if (
            output[max(0, start - size - 1) : start].casefold() == joined.casefold()
            and _parts(output, start - size - 1)
            and _parts(text, size)
        ):
            text = text[size:].lstrip()
            break
    following = output[end:].lstrip() if output[end : end + 1] == " " else output[end : end + len(text)]
    for size in range(len(text), 0, -1):
        if (
            following[:size].casefold() == text[len(text) - size :].casefold()
            and _parts(following, size)
            and _parts(text, len(text) - size)
        ):
            return text[: len(text) - size].rstrip()
    return text


def _parts(text: str, place: int) -> bool:
    """Whether two words, or a word and a sign, or a number and its unit, meet at this place of a text."""
    before, after = text[place - 1 : place], text[place : place + 1]
    return not (before.isalpha() and after.isalpha()) and not (before.isdecimal() and after.isdecimal())


def of_one_class(output: Text, doc: "Doc", error: ErrorSpan, reference: Text) -> bool:
    """Whether the words of an error and what was found in their place are governed by words of one class: "five" stands for no "one show".

    Args:
        doc: the parse of the error's sentence.
    """
    found = error.found
    index, place = output.sentence_at(error.start), reference.sentence_at(found.start) if found else None
    if found is None or index is None or place is None:
        return False
    own = _root(doc, output.sentences[index][0], error.start, error.end)
    other = _root(parse_sentences(reference, [place])[0], reference.sentences[place][0], found.start, found.end)
    values = has_digit(error.text) and has_digit(found.text) and len(error.text.split()) == len(found.text.split())
    return own is not None and other is not None and (own == other or values)


def opens_sentence(reference: Text, found: Span) -> bool:
    """Whether a sentence of the reference begins with these words, and with no name."""
    place = reference.sentence_at(found.start)
    if place is None or reference.sentences[place][0] != found.start:
        return False
    return parse_sentences(reference, [place])[0][0].pos_ != "PROPN"


def _root(doc: "Doc", begin: int, start: int, end: int) -> str | None:
    """The class of the word that governs a span; None for one that ends in the middle of a phrase."""
    span = doc.char_span(start - begin, end - begin, alignment_mode="expand")
    if span is None or span[-1].pos_ in ("DET", "ADP", "CCONJ", "SCONJ", "PART"):
        return None
    return _CLASSES.get(span.root.pos_, str(span.root.pos_))
