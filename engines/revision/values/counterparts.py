"""What the evidence has in the same role as a word of a sentence: another number of the same things, another noun at the same verb."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core.digits import begins_with_digit
from engines.core.results import Evidence
from engines.revision.values.replacements import Replacement, has_the_rest

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_ROLES = frozenset({"nsubj", "nsubjpass", "dobj", "attr"})


def counterparts(doc: "Doc", evidence: Sequence[tuple[Evidence, "Doc"]], found: Sequence[str]) -> Iterator[Replacement]:
    """Numbers and nouns of a sentence with what the evidence has in their role.

    A number gives way to the only other number that the evidence has of the same things ("two boats", "three boats"); a noun to the noun
    of the same role at the same word, if the verifier `found` it there instead.
    """
    instead = {word for text in found for word in text.lower().split()}
    for token in doc:
        for passage, parsed in evidence:
            others = _numbers(token, parsed) if token.dep_ == "nummod" else _nouns(token, parsed, instead)
            if len({_said(other) for other in others}) == 1:
                start, end = _bounds(token)
                text = parsed.text[slice(*_bounds(others[0]))]
                family = "number" if token.dep_ == "nummod" else "word"
                yield Replacement(start, end, text[:1].upper() + text[1:] if start == 0 else text, family, passage)
                break


def _numbers(token: "Token", evidence: "Doc") -> list["Token"]:
    """Numbers of the evidence that stand before the same noun and nowhere in the sentence."""
    things, own = token.head.lemma_.lower(), {_said(t) for t in token.doc if t.dep_ == "nummod"}
    same = [t for t in evidence if t.dep_ == "nummod" and t.head.lemma_.lower() == things]
    if any(_said(t) == _said(token) for t in same) or not has_the_rest(token, evidence):
        return []
    return [t for t in same if _said(t) not in own and begins_with_digit(_said(t)) == begins_with_digit(_said(token))]


def _nouns(token: "Token", evidence: "Doc", instead: set[str]) -> list["Token"]:
    """Nouns of the evidence in the same role and form, at the same word."""
    if token.tag_ not in ("NN", "NNS") or token.dep_ not in _ROLES or token.ent_type_:
        return []
    own = {t.lemma_.lower() for t in token.doc}
    return [
        t
        for t in evidence
        if t.tag_ == token.tag_ and t.lower_ in instead and t.lemma_.lower() not in own and not t.ent_type_ and _role(t) == _role(token)
    ]


def _role(token: "Token") -> tuple[str, str]:
    """The role with the lemma that it is filled at."""
    return token.dep_, token.head.lemma_.lower()


def _said(token: "Token") -> str:
    return token.doc.text[slice(*_bounds(token))].lower()


def _bounds(token: "Token") -> tuple[int, int]:
    """The characters of a noun, or of a whole number: "twenty-one" is three words, "20 million" two."""
    doc, first = token.doc, token.i
    while token.dep_ == "nummod" and first > 0 and (doc[first - 1].pos_ == "NUM" or doc[first - 1].text in ("-", "$", "£", "€")):
        first -= 1
    return doc[first].idx, token.idx + len(token.text)
