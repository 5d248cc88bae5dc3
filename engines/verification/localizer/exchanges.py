"""What could stand in the place of a word of the output: what the reference has of its kind, in its form, and what is likeliest there.

Nothing is decided here: a language model says which of them it would rather read (`engines.core.roles.LanguageModel.preferences`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engines.core.findings import Exchange
from engines.core.language import parse_sentences
from engines.core.spans import Span
from engines.core.text import Text
from engines.english.inflection import inflect
from engines.english.pronouns import HE, SHE, THEY
from engines.verification.values.finding import Value, find_values

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from engines.verification.localizer.reading import Reading

KINDS = ("value", "name", "pronoun", "verb", "noun", "own")
"""Numbers and dates; names; pronouns, for each other and for people; verbs; nouns; what the language model itself would have written."""
_NOUNS = frozenset({"NN", "NNS"})
_CONTENT = frozenset({"VERB", "NOUN", "ADJ", "ADV"})
_WORD = re.compile(r"[^\W\d_]{2,}")


class Candidate(NamedTuple):
    """An exchange, of what kind it is, and where the reference has what it puts in; None where it has it nowhere."""

    kind: str
    exchange: Exchange
    found: Span | None


class _Held(NamedTuple):
    """What the sentences of a reference have, by class: each with the first place where it stands."""

    values: dict[tuple[str, str], dict[str, Span]]
    names: dict[str, dict[str, Span]]
    words: dict[str, dict[str, Span]]


def candidates(reading: "Reading", sentences: Sequence[int]) -> list[Candidate]:
    """Every exchange that can be tried, in the order of the output.

    Args:
        sentences: those of the reference that are looked at.
    """
    held = _held(reading.reference.text, sentences)
    docs = [sentence.tree.doc for sentence in reading.sentences]
    likeliest = _likeliest(reading)
    return [
        found for doc, bounds in zip(docs, reading.output.sentences, strict=True) for found in _of_sentence(doc, bounds, held, likeliest)
    ]


def _likeliest(reading: "Reading") -> dict[int, str]:
    """By the place in the output where a token begins what the language model would have written there."""
    expected = reading.expected
    if expected is None:
        return {}
    output = reading.output.text
    starts = (start + 1 if output[start : start + 1].isspace() else start for start in expected.spans[:, 0].tolist())
    return {start: word for start, word in zip(starts, expected.likeliest, strict=True) if _WORD.fullmatch(word)}


def _held(text: Text, sentences: Sequence[int]) -> _Held:
    held = _Held({}, {}, {})
    for i, doc in zip(sentences, parse_sentences(text, sentences), strict=True):
        start = text.sentences[i][0]

        def place(first: int, last: int, start: int = start) -> Span:
            return Span(start + first, start + last, text.text[start + first : start + last])

        for value in find_values(doc.text):
            held.values.setdefault((value.kind, value.unit), {}).setdefault(value.surface, place(value.start, value.end))
        for name in _names(doc):
            first, last = name[0].idx, name[-1].idx + len(name[-1])
            held.names.setdefault(_of_name(name), {}).setdefault(doc.text[first:last], place(first, last))
        for token in doc:
            key = _key(token)
            if key:
                held.words.setdefault(key[0], {}).setdefault(key[1], place(token.idx, token.idx + len(token)))
    return held


def _key(token: "Token") -> tuple[str, str] | None:
    """The class of a word and what it is put in as: verbs by their lemma, to be inflected."""
    if token.pos_ == "VERB" and token.tag_.startswith("VB") and _WORD.fullmatch(token.lemma_):
        return "verb", token.lemma_.lower()
    if token.tag_ in _NOUNS and _WORD.fullmatch(token.text):
        return token.tag_, token.lower_
    return None


def _names(doc: "Doc") -> Iterator[list["Token"]]:
    """Names: proper nouns that stand beside each other."""
    name: list[Token] = []
    for token in doc:
        if token.pos_ == "PROPN":
            name.append(token)
        elif name:
            yield name
            name = []
    if name:
        yield name


def _of_name(name: Sequence["Token"]) -> str:
    return str(name[0].ent_type_ or name[-1].ent_type_)


def _of_sentence(doc: "Doc", bounds: tuple[int, int], held: _Held, likeliest: Mapping[int, str]) -> Iterator[Candidate]:
    start, until = bounds

    def put(kind: str, first: int, last: int, text: str, found: Span | None) -> Candidate:
        return Candidate(kind, Exchange(start + first, start + last, text, until), found)

    values = find_values(doc.text)
    for value in values:
        for text, place in held.values.get((value.kind, value.unit), {}).items():
            if text.lower() != value.surface.lower():
                yield put("value", value.start, value.end, text, place)
    for name in _names(doc):
        first, last = name[0].idx, name[-1].idx + len(name[-1])
        if not _within(first, last, values):
            mine = doc.text[first:last]
            for text, place in held.names.get(_of_name(name), {}).items():
                if text.lower() not in mine.lower() and mine.lower() not in text.lower():
                    yield put("name", first, last, text, place)
    for token in doc:
        first, last = token.idx, token.idx + len(token)
        if not _within(first, last, values):
            own = likeliest.get(start + first, "") if token.pos_ in _CONTENT else ""
            for kind, text, place in (*_of_word(token, held), *((("own", own, None),) if own else ())):
                if text.lower() != token.lower_:
                    yield put(kind, first, last, text[:1].upper() + text[1:] if token.text[:1].isupper() else text, place)


def _within(first: int, last: int, values: Sequence[Value]) -> bool:
    return any(value.start < last and first < value.end for value in values)


def _of_word(token: "Token", held: _Held) -> Iterator[tuple[str, str, Span | None]]:
    lower = token.lower_
    for pronoun in (HE, SHE, THEY):
        if lower in pronoun.plain:
            form = "possessive" if token.tag_ == "PRP$" else "subject" if lower == pronoun.subject else "object"
            yield from (("pronoun", getattr(other, form), None) for other in (HE, SHE, THEY) if other is not pronoun)
            people = held.names.get("PERSON", {}) if pronoun is not THEY else {}
            yield from (("pronoun", f"{name}'s" if form == "possessive" else name, place) for name, place in people.items())
            return
    key = _key(token)
    if key is None:
        return
    for text, place in held.words.get(key[0], {}).items():
        if key[0] != "verb":
            yield "noun", text, place
        elif text != key[1]:
            yield "verb", inflect(text, token.tag_), place
