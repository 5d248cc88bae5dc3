"""What the reference is shown to have instead of wrong words, as it fits where they stand."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.core.digits import has_digit
from engines.core.findings import ErrorSpan
from engines.core.language import parse_sentences
from engines.core.plain.copying import model_text
from engines.core.plain.spacing import single_spaced
from engines.core.spans import Span
from engines.core.text import Text
from engines.english.articles import indefinite
from engines.revision.values.dates import of_own_parts
from engines.units.instead.families import NAMES, family_of
from engines.units.instead.relations import share_governor
from engines.units.instead.standing import stands_for

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token
    from spacy.tokens import Span as DocSpan

_ARTICLE = re.compile(r"\b(an?|the)\s+$", re.IGNORECASE)
_CLASSES = {"PROPN": "NOUN", "PRON": "NOUN", "AUX": "VERB"}
_OF_VERB = frozenset({"VERB", "AUX", "ADV", "PART"})
_PLURAL, _SINGULAR = frozenset({"NNS", "NNPS"}), frozenset({"NN", "NNP"})
_APOSTROPHES = frozenset("'’")
_LONGER = 2
"""Words that what is put in the place of an error may have more or fewer."""


def put_instead(output: Text, doc: "Doc", error: ErrorSpan, reference: Text) -> tuple[int, int, str] | None:
    """Characters of the output and what to put there, as `fitted` has it, of what was found in the place of an error and is of its kind.

    Args:
        doc: the parse of the error's sentence.
    """
    if error.found is None:
        return None
    fit = fitted(output, error, error.found.text, opens_sentence(reference, error.found))
    if fit is None or not fit[2]:
        return fit
    narrowed = _narrowed(error, fit[2])
    found = of_one_kind(output, doc, narrowed, reference)
    if found is None or found == narrowed.found:
        return fit if found else None
    return fitted(output, error, found.text)


def with_article(output: str, start: int, text: str) -> tuple[int, str]:
    """Where to put words, and the words: with the article before them where that has to change ("a 15-year-old", "an 18-year-old")."""
    before = _ARTICLE.search(output, max(0, start - 5), start)
    if before is None or before[1].lower() == "the" or before[1].lower() == indefinite(text):
        return start, text
    article = indefinite(text)
    return before.start(1), f"{article.capitalize() if before[1][0].isupper() else article} {text}"


def _narrowed(error: ErrorSpan, words: str) -> ErrorSpan:
    """The error with only those words as what the reference has: of "fourteen months" the number, where "months" stands already."""
    found = error.found
    at = -1 if found is None else found.text.casefold().find(words.casefold())
    if found is None or at < 0:
        return error
    start, text = found.start + at, found.text[at : at + len(words)]
    return replace(error, found=Span(start, start + len(text), text))


def fitted(output: Text, error: ErrorSpan, found: str, opens: bool = False) -> tuple[int, int, str] | None:
    """Characters of the output and what to put there: with the article, the possessive and the capital that fit.

    Args:
        opens: whether what was found has its capital only because a sentence of the reference begins with it.

    Returns:
        None where nothing would change, or what was found is no words that could be put there; the words are empty where the error is
        one word too many.
    """
    start, end, text = error.start, error.end, single_spaced(model_text(found))
    bare = _without_what_stands_beside(output.text, start, end, text)
    if not text or abs(len(bare.split()) - len(error.text.split())) > _LONGER or text.casefold() == error.text.casefold():
        return None
    for tail in ("'s", "’s"):
        if error.text.endswith(tail) and not text.endswith(tail):
            text += tail
        elif text.endswith(tail) and not error.text.endswith(tail):
            text = text[: -len(tail)]
    if output.text[end : end + 1] in _APOSTROPHES and error.text[-1:] == "s" != text[-1:] and not output.text[end + 1 : end + 2].isalnum():
        text, end = f"{text}{output.text[end]}s", end + 1
    text = _without_what_stands_beside(output.text, start, end, text)
    before = _ARTICLE.search(output.text, max(0, start - 5), start)
    if before is not None:
        text = re.sub(r"^(?:an?|the)\s+", "", text, flags=re.IGNORECASE)
        start, text = with_article(output.text, start, text) if text else (start, text)
    if any(start == first for first, _ in output.sentences):
        text = text[:1].upper() + text[1:]
    elif opens:
        text = text[:1].lower() + text[1:]
    if text.startswith("not ") and output.text[max(0, start - 4) : start].casefold() == "can ":
        start -= 1  # "cannot" is one word
    if not text:  # what stands there instead stands there already: the error is one word too many
        start, end = _with_one_space(output, start, end)
    return start, end, text


def _with_one_space(output: Text, start: int, end: int) -> tuple[int, int]:
    """The characters with the space after them or, at the end of their sentence, the one before."""
    first, last = next(((a, b) for a, b in output.sentences if a <= start and end <= b), (start, end))
    if end < last and output.text[end] == " ":
        return start, end + 1
    return start - (first < start and output.text[start - 1] == " "), end


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


def of_one_kind(output: Text, doc: "Doc", error: ErrorSpan, reference: Text) -> Span | None:
    """What was found in the place of an error, as far as it is of the error's kind: "finished" of "Porsche finished" for "started".

    Words of one kind are governed by words of one class and number; numbers are of one thing; a name is a name of the same kind of
    thing, and no name is put in for a description, which may be of somebody else. A verb is a verb alone.

    Args:
        doc: the parse of the error's sentence.

    Returns:
        None where it is of another kind.
    """
    found = error.found
    index, place = output.sentence_at(error.start), reference.sentence_at(found.start) if found else None
    if found is None or index is None or place is None:
        return None
    begin = reference.sentences[place][0]
    own = _words(doc, output.sentences[index][0], error.start, error.end)
    other = _words(parse_sentences(reference, [place])[0], begin, found.start, found.end)
    if own is None or other is None:
        return None
    if not stands_for(own, other, reference, found):
        return None
    date = of_own_parts(own, other)
    if date is not other:
        return None if date is None else Span.of(reference.text, begin + date.start_char, begin + date.end_char)
    if has_digit(error.text) and has_digit(found.text) and len(error.text.split()) == len(found.text.split()):
        return found
    if _class(own) != _class(other):
        return None
    if _class(own) == "VERB":
        return _verb_alone(found, begin, own, other)
    fits = (_one_kind_of_name, _one_order)
    return found if _one_number(own, other, reference) and all(fit(own, other) for fit in fits) else None


def _verb_alone(found: Span, begin: int, own: "DocSpan", other: "DocSpan") -> Span:
    """What was found without nouns around its verb, where the error has none."""
    if any(token.pos_ not in _OF_VERB for token in own):
        return found
    first = last = other.root.i
    while first > other.start and other.doc[first - 1].pos_ in _OF_VERB:
        first -= 1
    while last + 1 < other.end and other.doc[last + 1].pos_ in _OF_VERB:
        last += 1
    start, end = begin + other.doc[first].idx - found.start, begin + other.doc[last].idx + len(other.doc[last].text) - found.start
    return Span(found.start + start, found.start + end, found.text[start:end]) if start >= 0 else found


def _one_number(own: "DocSpan", other: "DocSpan", reference: Text) -> bool:
    """Whether both are singular, or both plural; nobody can say so of a pronoun."""
    tags = own.root.tag_, other.root.tag_
    plural = [tag in _PLURAL or _is_plural_name(span.root, reference) for tag, span in zip(tags, (own, other), strict=True)]
    return any(tag not in _PLURAL | _SINGULAR for tag in tags) or plural[0] == plural[1]


def _is_plural_name(token: "Token", reference: Text) -> bool:
    """Whether a name is one that the reference has without its "s"."""
    single = token.text[:-1] if token.tag_ == "NNP" and token.text.endswith("s") else ""
    return bool(single) and re.search(rf"\b{re.escape(single)}\b", reference.model_text) is not None


def _one_kind_of_name(own: "DocSpan", other: "DocSpan") -> bool:
    """Whether what was found is no name, or may be one of the same kind: what is no place for the parse may be one in the role of one."""
    kinds = family_of(own.root), family_of(other.root)
    if kinds[1] not in NAMES or other.root.sent.start == other.start or kinds[0] == kinds[1] or own.root.pos_ == "PRON":
        return True
    same = "place" in kinds and own.root.dep_ == other.root.dep_ and share_governor(own, other)
    return own.root.pos_ == "PROPN" and (kinds[0] not in NAMES or same)


def _one_order(own: "DocSpan", other: "DocSpan") -> bool:
    """Whether both stand before a noun that they describe, or neither: no "cabbie driver" for "Uber driver"."""
    before = own.root.dep_ == "compound" and own.root.head.i >= own.end
    return not before or other.root.dep_ in ("compound", "amod", "nmod", "poss")


def opens_sentence(reference: Text, found: Span) -> bool:
    """Whether a sentence of the reference begins with these words, and with no name."""
    place = reference.sentence_at(found.start)
    if place is None or reference.sentences[place][0] != found.start:
        return False
    return parse_sentences(reference, [place])[0][0].pos_ != "PROPN"


def _words(doc: "Doc", begin: int, start: int, end: int) -> "DocSpan | None":
    """The words from `start` to `end`; None for those that end in the middle of a phrase."""
    span = doc.char_span(start - begin, end - begin, alignment_mode="expand")
    return None if not span or span[-1].pos_ in ("DET", "ADP", "CCONJ", "SCONJ", "PART") else span


def _class(span: "DocSpan") -> str:
    """The class of the word that governs a span."""
    return _CLASSES.get(span.root.pos_, str(span.root.pos_))
