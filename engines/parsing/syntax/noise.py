"""Lines that parse badly: titles, catalogue entries, headlines run into the text below.

The parse of such a line is wrong more often than its scores tell, so the parser asks for surer answers there
(`engines.parsing.filters.plausibility`).
"""

import re
from typing import TYPE_CHECKING

from engines.parsing.syntax.dependencies import FINITE

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SHORT = 12
"""A headline has fewer words than this."""
_HEADLINE = 5
"""Capital words in a row that make a headline."""
_SMALL_WORDS = frozenset({"after", "are", "as", "has", "have", "is", "over", "to", "was", "were", "will"})
"""Words that no name but a headline writes with a capital."""
_CONNECTING = frozenset({"ADP", "DET", "CCONJ", "SCONJ", "PUNCT", "PART", "AUX"})
_GLUED = re.compile(r"[|»«›‹►•={}@<>©®]|['’]\(|&(?:apos|amp|quot|nbsp)|\d[A-Z][a-z]{2}|[a-z]{2}[A-Z]{2,}[a-z]")
_SURE_IN_CLUTTER, _SURE_IN_FRAGMENTS, _SURE_IN_PARTS, _SURE_OF_NOUN_IN_PARTS = 0.85, 0.78, 0.65, 0.85


def least_probability(doc: "Doc", kind: str = "verb", noisy: bool | None = None, parted: bool = False) -> float:
    """How probable an answer in this line must be at least, [0, 1]; 0 for a line that reads as a sentence.

    Args:
        doc: the line.
        kind: that of the predicate.
        noisy: `is_noisy(doc)`, where it is known.
        parted: whether the line is a part of one that was run together (`engines.parsing.syntax.run_ons`).
    """
    if is_noisy(doc) if noisy is None else noisy:
        return _SURE_IN_CLUTTER
    if is_fragment(doc):
        return _SURE_IN_FRAGMENTS
    if not parted:
        return 0.0
    return _SURE_OF_NOUN_IN_PARTS if kind == "noun" else _SURE_IN_PARTS


def is_fragment(doc: "Doc") -> bool:
    """Whether a longer text has no finite verb and gives no order: a title, a list or an entry of a catalogue, which parses badly."""
    if len(doc) < _SHORT:
        return False
    return not any(token.tag_ in FINITE or (token.dep_ == "ROOT" and token.tag_ == "VB") for token in doc)


def is_noisy(doc: "Doc") -> bool:
    """Whether a line holds marks and pieces of a web page, or a title and the text below it in one."""
    return any(_GLUED.search(token.text) for token in doc[1:]) or _begins_with_headline(doc) or _names_twice(doc)


def _begins_with_headline(doc: "Doc") -> bool:
    """Whether a row of capital words, with a verb or a small word among them, runs into a sentence in small letters."""
    words = [token for token in doc if token.is_alpha]
    end = next((k for k, token in enumerate(words) if not token.text[0].isupper() and token.pos_ not in _CONNECTING), len(words))
    row = words[:end]
    if sum(token.text[0].isupper() for token in row) < _HEADLINE or len(words) - end < _HEADLINE:
        return False
    return any(_is_headline_word(token) for token in row)


def _is_headline_word(token: "Token") -> bool:
    """Whether a word inside a line has a capital that only a headline, or the beginning of the next sentence, gives it."""
    if token.i == 0 or not token.is_title or not token.nbor(-1).is_alpha:
        return False
    if token.lower_ in _SMALL_WORDS:
        return True
    if token.ent_type_ in ("PERSON", "WORK_OF_ART", "FAC"):
        return False
    if token.pos_ in ("DET", "PRON"):
        return token.nbor(-1).text[0].isupper() and token.nbor(-1).is_alpha
    return token.pos_ in ("VERB", "AUX", "PART", "ADV", "SCONJ")


def _names_twice(doc: "Doc") -> bool:
    """Whether a name comes back as the subject of a clause that nothing parts from the one before."""
    return any(_comes_back(token) for token in doc[2:])


def _comes_back(name: "Token") -> bool:
    doc = name.doc
    following = next((token for token in doc[name.i + 1 :] if token.pos_ != "ADV"), None)
    if name.pos_ != "PROPN" or following is None or following.tag_ not in FINITE:
        return False
    before = doc[max(0, name.left_edge.i - 1)]
    if not before.is_alpha or before.pos_ in (*_CONNECTING, "VERB", "PRON", "ADV"):
        return False
    return any(other.text == name.text and other.pos_ == "PROPN" for other in doc[: name.left_edge.i])
