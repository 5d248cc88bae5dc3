"""Words that say the opposite of what the evidence says of the same things: "raise the fares" where it has "lower the fares"."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core.results import Evidence
from engines.english.antonyms import antonyms_of
from engines.english.articles import indefinite
from engines.english.inflection import inflect
from engines.revision.values.replacements import Replacement

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_KINDS = ("VERB", "ADJ", "ADV", "NOUN")
_EMPTY = frozenset({"DET", "PRON", "AUX", "PART", "ADP", "CCONJ", "SCONJ", "PUNCT"})


def antonym_replacements(doc: "Doc", evidence: Sequence[tuple[Evidence, "Doc"]]) -> Iterator[Replacement]:
    """Words of a sentence whose opposite stands in the evidence beside a word that both have, in the form that fits the sentence."""
    for token in doc:
        known = antonyms_of(token.lemma_.lower()) | antonyms_of(token.lower_) if token.pos_ in _KINDS and not token.ent_type_ else None
        if not known:
            continue
        for passage, parsed in evidence:
            other = next(
                (
                    t
                    for t in parsed
                    if t.pos_ == token.pos_ and not known.isdisjoint((t.lemma_.lower(), t.lower_)) and _beside(t) & _beside(token)
                ),
                None,
            )
            text = _fitting(other, token) if other is not None else ""
            if text:
                yield _placed(token, text, passage)
                break


def _beside(token: "Token") -> set[str]:
    """The lemmas of what a word stands with: its head and what hangs on it, also through a preposition."""
    near = [token.head, *token.children, *(grand for child in token.children if child.pos_ == "ADP" for grand in child.children)]
    return {t.lemma_.lower() for t in near if t != token and t.pos_ not in _EMPTY}


def _fitting(other: "Token", token: "Token") -> str:
    """The other word in the form of this one; empty where it has none."""
    if token.pos_ == "VERB":
        return inflect(other.lemma_.lower(), token.tag_) if token.tag_.startswith("VB") else ""
    return other.lower_ if other.tag_ == token.tag_ or other.lower_ in antonyms_of(token.lower_) else ""


def _placed(token: "Token", text: str, passage: Evidence) -> Replacement:
    """The replacement with the capital and the article before it that fit."""
    start, end = token.idx, token.idx + len(token.text)
    article = token.nbor(-1) if token.i else None
    if article is not None and article.lower_ in ("a", "an") and article.lower_ != indefinite(text):
        start, text = article.idx, f"{indefinite(text)} {text}"
    capital = token.doc.text[start].isupper()
    return Replacement(start, end, text[:1].upper() + text[1:] if capital else text, "word", passage)
