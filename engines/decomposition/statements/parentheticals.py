"""What brackets say about the noun phrase before them: "Ana Lind (born 1907)", "Tom Reed (27)", "the Krone (sold as Kro)"."""

import re
from typing import TYPE_CHECKING

from engines.core.digits import whole_number
from engines.decomposition.normalization.sentences import Parenthetical, Reading
from engines.decomposition.statements.modifiers import described_by
from engines.decomposition.wording.agreement import article, being, is_past
from engines.decomposition.wording.phrases import Items, phrase, trimmed
from engines.english.animacy import is_person

if TYPE_CHECKING:
    from spacy.tokens import Token

_YEARS = re.compile(r"(?:1\d|20)\d\d")
_LONGEST = 14
"""Words of a bracket that can be one fact."""


def parentheticals(reading: Reading) -> list[tuple[str, Items, list["Token"]]]:
    """Statements from the brackets of a sentence: (kind, items, the words in the brackets); brackets that say no fact give none."""
    found = []
    for parenthetical in reading.parentheticals:
        noun = _noun_before(reading.doc[parenthetical.after])
        content = _content(parenthetical)
        items = _statement(noun, content) if noun is not None and content else None
        if items:
            found.append(("parenthetical", items, content))
    return found


def _noun_before(token: "Token") -> "Token | None":
    """The head of the noun phrase that ends with a token."""
    if token.is_punct and token.i > 0:
        token = token.nbor(-1)
    tied = token.dep_ == "conj" and any(c.dep_ == "cc" and c.text == "&" for c in token.head.children)
    if (token.dep_ == "compound" and token.head.i > token.i) or tied:
        return None
    return token if token.pos_ in ("NOUN", "PROPN") else None


def _content(parenthetical: Parenthetical) -> list["Token"]:
    """The words in the brackets up to the first semicolon, without the mark that many begin with ("(; born 1907)")."""
    tokens = trimmed([t for t in parenthetical.doc if not t.is_space])
    end = next((n for n, t in enumerate(tokens) if t.text == ";"), len(tokens))
    return trimmed(tokens[:end])


def _statement(noun: "Token", content: list["Token"]) -> Items | None:
    named: Items = list(described_by(noun))
    first, root = content[0], next((t for t in content if t.dep_ == "ROOT"), content[-1])
    if not named or len(content) > _LONGEST:
        return None
    if len(content) == 1 and first.text.isdecimal():
        return [*named, being(noun, is_past(noun)), first, "years old"] if _is_age(first.text) and is_person(noun) else None
    if is_person(noun) and len(content) == 3 and _is_year(first) and _is_year(content[-1]):
        return [*named, "lived from", first, "to", content[-1]]
    if first.lower_ in ("born", "died"):
        return [*named, *(["was"] if first.lower_ == "born" else []), *content] if len(content) > 1 else None
    inner = noun.dep_ == "pobj" and noun.head.lower_ == "of"  # "the tale of Nils (written in 1931)"
    if root.tag_ == "VBN" and not inner and (root == first or (root.i == first.i + 1 and first.pos_ == "ADV")):
        return [*named, being(noun, True), *content] if len(content) > 1 else None
    if root.pos_ == "NOUN" and root.tag_ == "NN" and is_person(root) and is_person(noun) and phrase(root) == content:
        determined = any(c.dep_ in ("det", "poss", "nummod") for c in root.children)
        return [*named, being(noun, is_past(noun)), *([] if determined else [article(first)]), *content]
    return None


def _is_age(text: str) -> bool:
    return bool(whole_number(text, 120))


def _is_year(token: "Token") -> bool:
    return bool(_YEARS.fullmatch(token.text))
