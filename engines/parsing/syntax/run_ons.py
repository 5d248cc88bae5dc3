"""Sentences run together without a mark between them: a headline and the text below it, as web pages are often copied.

"Rovers sign keeper Ilse Varga has joined Rovers on loan" is two sentences. Parsed as one, the names at the seam become one
phrase and every answer is wrong, so each part is parsed for itself.
"""

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from engines.core import language
from engines.core.text import Text
from engines.english.animacy import person_share
from engines.english.lexicon import words
from engines.english.word_forms import lemmas
from engines.parsing.syntax.dependencies import FINITE, SUBJECTS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

_CLOSED = frozenset({"ADP", "DET", "CCONJ", "SCONJ", "AUX", "PART", "PRON", "PUNCT", "SYM", "SPACE"})
_MOST_PARTINGS = 3
_FEWEST = 3
"""Words on either side of a boundary."""
_ENDING = frozenset({"NOUN", "PROPN", "NUM", "ADV"})
_JOINED = frozenset({"compound", "nmod", "appos", "amod", "npadvmod", "dep", "nsubj", "poss", "nummod", "advmod"})
_BEFORE_NOUN = frozenset({"compound", "amod", "det", "poss", "nummod", "nmod"})
_OPENERS = frozenset({"The", "A", "An", "He", "She", "It", "They", "We", "This", "These", "In", "On", "At", "After"})
_BEGINNERS = frozenset(
    {"And", "But", "What", "When", "That", "There", "To", "As", "For", "With", "From", "If", "While", "His", "Her", "Our"}
)
"""Words that, like the openers, no name begins with right after a word in small letters, unless it is a title."""
_SUBJECT_WORDS = frozenset({"He", "She", "It", "They", "We", "This", "That", "These", "Those", "There"})
_LONGEST_NAME = 4
_LONGEST_LABEL = 6
_HEADLINE = 5
"""Capital words in a row that make a headline."""


class Piece(NamedTuple):
    """A sentence, or a part of one that was run together with others.

    Attributes:
        sentence: its number in the text.
        start: where it begins in the text, in characters.
        doc: its parse.
    """

    sentence: int
    start: int
    doc: "Doc"


def pieces(text: Text) -> list[Piece]:
    """Every sentence of a text, parsed without a label before it; those that hold several are parsed part by part."""
    whole = language.parse_sentences(text)
    found: list[Piece] = []
    for number, doc in enumerate(whole):
        start, end = text.sentences[number]
        label = _end_of_label(doc)
        if label:
            start += doc[label].idx
            (doc,) = language.parse_strings([text.model_text[start:end].rstrip()])
        found.extend(_parted(text, Piece(number, start, doc), end))
    return found


def _end_of_label(doc: "Doc") -> int:
    """Where a sentence begins behind who says it or what it is about ("Ana Ruiz: We have …"), 0 without such a label."""
    colon = next((token.i for token in doc[1 : _LONGEST_LABEL + 1] if token.text == ":"), 0)
    if not colon or colon + _FEWEST >= len(doc) or not doc[colon].whitespace_ or not doc[colon + 1].text[0].isupper():
        return 0
    label = doc[:colon]
    written = all(token.text[0].isupper() or token.text in ("-", "and", "&", "of") for token in label)
    return colon + 1 if written and not _holds_clause(label) and _holds_clause(doc[colon + 1 :]) else 0


def _parted(text: Text, piece: Piece, end: int, depth: int = 0) -> list[Piece]:
    cuts = [piece.start, *(piece.start + piece.doc[start].idx for start in boundaries(piece.doc)), end]
    if len(cuts) == 2 or depth > _MOST_PARTINGS:
        return [piece]
    bounds = list(pairwise(cuts))
    parts = language.parse_strings([text.model_text[a:b].rstrip() for a, b in bounds])
    places = zip(bounds, parts, strict=True)
    return [smaller for (a, b), doc in places for smaller in _parted(text, Piece(piece.sentence, a, doc), b, depth + 1)]


def boundaries(doc: "Doc") -> list[int]:
    """The tokens with which a new sentence begins although nothing marks it."""
    found: list[int] = []
    first = 0
    headline = _end_of_headline(doc)
    for i in range(_FEWEST, len(doc) - _FEWEST):
        if i - first >= _FEWEST and (i == headline or _is_boundary(doc, first, i)):
            found.append(i)
            first = i
    return found


def _ends_capitals(doc: "Doc", first: int, i: int) -> bool:
    """Whether a line in capitals ends before token `i`."""
    line = [token for token in doc[first:i] if token.is_alpha]
    return len(line) >= _HEADLINE - 1 and doc[i].is_title and all(token.is_upper for token in line)


def _repeats(doc: "Doc", first: int, i: int) -> bool:
    """Whether a name stands twice in a row: "Orlo Bay Orlo Bay is a village", a title and the text about it."""
    if doc[i].pos_ != "PROPN":
        return False
    end = i + 1
    while end < len(doc) and end - i < i - first and doc[end].pos_ == "PROPN":
        end += 1
    names, here = [token.text for token in doc[first:end]], i - first
    twice = any(names[here - n : here] == names[here : here + n] for n in range(end - i, 0, -1))
    return twice and _holds_clause(doc[i:])


def _is_boundary(doc: "Doc", first: int, i: int) -> bool:
    """Whether the capital word at `i` begins a clause of its own right after a noun that ends another one."""
    token, before = doc[i], doc[i - 1]
    if _opens_quotation(doc, first, i):
        return True
    if not token.text[0].isupper() or not (before.is_alpha or before.pos_ == "NUM") or not _holds_clause(doc[i:]):
        return False
    if token.text in _SUBJECT_WORDS and doc[i + 1].tag_ in FINITE and before.pos_ in ("NOUN", "PROPN", "NUM", "ADV"):
        return True  # "Brekke 2010 This is …"
    if not before.is_alpha:
        return False
    if token.text in ("The", "A", "An") and _is_title_without_verb(doc, first, i):
        return True
    if _ends_capitals(doc, first, i) or _repeats(doc, first, i) or _names_again(doc, first, i):
        return True
    if token.text in _BEGINNERS and doc[i + 1].text.islower() and before.pos_ == "VERB" and before.text.islower():
        return True  # "they will merge To create …"
    if before.pos_ not in _ENDING:
        return False
    if before.ent_type_ == "DATE" or before.text.istitle() != (before.pos_ == "PROPN"):
        return False
    if token.text in _OPENERS or (token.text in _BEGINNERS and doc[i + 1].text.islower()):
        return before.text.islower() and not _determined(doc, first, i - 1)
    if token.ent_iob_ == "I" or token.text.isupper() or not _holds_clause(doc[first:i]):
        return False
    return _wrongly_joined(doc, first, i) or _wrongly_subordinate(doc, first, i)


def _is_title_without_verb(doc: "Doc", first: int, i: int) -> bool:
    """Whether a line of capital words and no verb ends before an article: "Statement on Ilse Varga The Cycling Union announces …"."""
    words_before = [token for token in doc[first:i] if token.is_alpha and token.pos_ not in _CLOSED]
    capitals = sum(token.text[0].isupper() for token in words_before)
    return len(words_before) >= _FEWEST and capitals == len(words_before) and not _holds_clause(doc[first:i]) and doc[i - 1].is_title


def _opens_quotation(doc: "Doc", first: int, i: int) -> bool:
    """Whether a quotation begins right after the end of a sentence: 'They moved out. "we had no time to pack."'."""
    marked = doc[i].text in ('"', "“") and not doc[i].whitespace_ and doc[i - 1].text in (".", "!", "?") and doc[i - 1].whitespace_
    return bool(marked) and _holds_clause(doc[first:i]) and _holds_clause(doc[i:])


def _names_again(doc: "Doc", first: int, i: int) -> bool:
    """Whether a name that was said before is the subject of a clause: the text below a headline begins with whom it is about."""
    token, before = doc[i], doc[i - 1]
    if token.pos_ != "PROPN" or before.pos_ in (*_CLOSED, "NUM") or before.lemma_ in words("verbs of saying"):
        return False
    end = i + 1
    while end < len(doc) and doc[end].pos_ == "PROPN":
        end += 1
    if end - i > 1 and end < len(doc) and doc[end].tag_ in FINITE and doc[end - 1].text == before.text:
        return True  # "Varga leaves Rovers Orlo Rovers have …"
    if end - i > 1 and end < len(doc) and doc[end].tag_ == "VBP" and _stood_alone(doc, first, end - 1):
        return False  # "Orlo sign Ilse Varga Orlo have …": the boundary comes later
    bare = end == i + 1 and end < len(doc) and doc[end].tag_ == "VBP" and _stood_alone(doc, first, i)
    if before.pos_ == "PROPN" and not bare and (token.ent_iob_ == "I" or before.ent_type_ == "PERSON" or before.head.i >= i):
        return False
    if not any(t.text == other.text for t in doc[i:end] for other in doc[first : i - 1] if other.pos_ == "PROPN" or other.i == first):
        return False
    following = next((t for t in doc[end:] if t.pos_ not in ("NOUN", "ADJ", "ADV", "PROPN", "CCONJ")), None)
    return following is not None and following.tag_ in FINITE and following.i < end + _LONGEST_NAME


def _stood_alone(doc: "Doc", first: int, i: int) -> bool:
    """Whether a surname or club was named by this one word before: "Orlo sign Ilse Varga Orlo have signed …"."""
    return any(t.text == doc[i].text and (t.i == first or doc[t.i - 1].pos_ != "PROPN") for t in doc[first : i - 1])


def _wrongly_joined(doc: "Doc", first: int, i: int) -> bool:
    """Whether the parse makes the noun part of the name: no role ("keeper Ilse Varga"), and no article ("the magazine Aurora")."""
    token, before = doc[i], doc[i - 1]
    if before.head.i < i or before.dep_ not in _JOINED or person_share(before) >= 0.5:
        return False
    if before.pos_ == "PROPN" and (not before.ent_type_ or not token.ent_type_ or before.ent_type_ == "PERSON"):
        return False
    return not _determined(doc, first, i - 1)


def _wrongly_subordinate(doc: "Doc", first: int, i: int) -> bool:
    """Whether the parse makes the clause before a part of the one after: "Ferries stop for repairs Lunn Lines has said sorry"."""
    verb = next((t for t in doc[i:] if t.tag_ in FINITE and t.dep_ == "ROOT"), None)
    if verb is None or verb.lemma_ in words("verbs of saying"):
        return False
    if not any(c.dep_ in SUBJECTS and c.left_edge.i == i for c in verb.children):
        return False
    return any(
        c.dep_ in ("ccomp", "dep", "parataxis")
        and first <= c.i < i
        and not any(g.dep_ == "mark" for g in c.children)
        and c.right_edge.i == i - 1
        for c in verb.children
    )


def _determined(doc: "Doc", first: int, noun: int) -> bool:
    """Whether the noun phrase that ends at a noun has an article or possessor."""
    start = noun
    while start > first and doc[start - 1].head.i >= noun and doc[start - 1].dep_ in _BEFORE_NOUN:
        start -= 1
    return any(t.dep_ in ("det", "poss") for t in doc[start : noun + 1])


def _holds_clause(tokens: "Span") -> bool:
    return any(t.tag_ in FINITE for t in tokens)


def _end_of_headline(doc: "Doc") -> int:
    """Where the text begins after a headline in capitals, -1 without one."""
    small = next((t.i for t in doc if t.is_alpha and t.text[0].islower() and t.pos_ not in ("ADP", "DET", "CCONJ", "PART", "PRON")), 0)
    start = small - 1
    while start > 0 and doc[start].ent_iob_ == "I":
        start -= 1
    if start < _FEWEST or not doc[start].text[0].isupper() or doc[start - 1].pos_ in _CLOSED:
        return -1
    capitals = [t for t in doc[:start] if t.is_alpha and t.text[0].isupper()]
    if len(capitals) < _HEADLINE or not any(t.is_title and (t.pos_ == "VERB" or _only_verb(t.lower_)) for t in capitals[1:]):
        return -1
    return start if _holds_clause(doc[start:]) else -1


def _only_verb(form: str) -> bool:
    """Whether a form is a verb's and no noun's, so that its capital is a headline's and not a name's."""
    return list(lemmas(form)) in (["VERB"], ["ADJ", "VERB"], ["VERB", "ADJ"])
