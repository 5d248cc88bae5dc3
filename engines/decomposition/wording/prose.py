"""How the words of a statement read as a sentence of their own."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engines.decomposition.normalization.sentences import is_title, written
from engines.decomposition.wording.phrases import LOOSE_MARKS, OPENERS, QUOTES, Items, own_tokens
from engines.english.auxiliaries import WRITTEN_OUT

if TYPE_CHECKING:
    from spacy.tokens import Token

Naming = Callable[["Token", list["Token"]], str | None]
"""What a pronoun is to be called in a statement that mentions the given tokens, to which the noun named is added; None leaves the word."""


def read(items: Items, naming: Naming | None = None) -> str:
    """The items as a sentence: spacing, capitals and marks as in running text; a full stop at the end."""
    kept = _without_stray_marks(_with_hyphens(items))
    tokens = own_tokens(kept)
    text = ""
    before: Token | str | None = None
    named = False
    for item in kept:
        name = naming(item, tokens) if naming and not isinstance(item, str) else None
        word = item if isinstance(item, str) else name or (_written_out(item) if named else None) or _cased(item)
        if word == "," and text.endswith(","):
            continue
        if text and (_spaced(before, item) or (named and word in ("is", "has", "are", "have", "will"))):
            text += " "
        text += word
        before, named = item, bool(name)
    text = text.strip().rstrip(",;:-–— ")
    if not text:
        return ""
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?" or text[-2:] in ('."', ".”", ".'") else text + "."


def _written_out(token: "Token") -> str | None:
    """The verb that is contracted with a pronoun ("he's"), which would look like a possessive after a name."""
    if token.pos_ not in ("AUX", "VERB") or token.lower_ not in WRITTEN_OUT:
        return None
    return "has" if token.lemma_ == "have" and token.lower_.endswith("s") else WRITTEN_OUT[token.lower_]


def _cased(token: "Token") -> str:
    """The word as it reads inside a sentence: a capital only where the word has one of its own."""
    if token.i > 0 or not token.is_title or "-" in token.text or token.ent_type_ or token.text == "I" or is_title(token):
        return written(token)
    following = token.nbor() if len(token.doc) > 1 else token
    name = token.pos_ == "PROPN" and not (token.dep_ == "compound" and following.is_lower and following.pos_ == "NOUN")
    return written(token) if name else written(token).lower()


def _spaced(before: "Token | str | None", item: "Token | str") -> bool:
    if before is None:
        return False
    if not isinstance(before, str) and not isinstance(item, str) and item.i == before.i + 1 and item.doc is before.doc:
        return bool(before.whitespace_)
    word = item if isinstance(item, str) else item.text
    return not (word in ("'s", "’s", "'", "n't", ",", ".", ")", "%") or (not isinstance(before, str) and before.text in OPENERS))


def _with_hyphens(items: Items) -> Items:
    """Put back the hyphens inside words, and the commas between neighbours, that the parse gave to different phrases."""
    whole: Items = []
    for item in items:
        before = whole[-1] if whole else None
        if not isinstance(item, str) and before is not None and not isinstance(before, str) and item.i == before.i + 2:
            between = item.doc[item.i - 1]
            hyphen = between.text in ("-", "–", "/", "'", ":") and not between.whitespace_ and not before.whitespace_
            comma = between.text == "," and item.doc is before.doc and item.dep_ != "neg"
            if hyphen or (comma and (item.tag_ not in ("VBD", "VBZ", "VBP", "MD") or _opens_aside(whole))):
                whole.append(between)
        whole.append(item)
    return whole


def _opens_aside(items: Items) -> bool:
    """Whether a comma among the items still waits for its partner: "The writer, in a list of books"."""
    commas = sum(not isinstance(item, str) and item.text == "," for item in items)
    return commas % 2 == 1


def _without_stray_marks(items: Items) -> Items:
    """Drop commas and dashes that no longer stand between their neighbours, and quotes and brackets without a partner."""
    kept = list(items)
    for _ in range(3):
        kept = [item for i, item in enumerate(kept) if isinstance(item, str) or not _is_stray(kept, i)]
    quotes = [i for i, item in enumerate(kept) if not isinstance(item, str) and item.text in QUOTES and item.dep_ == "punct"]
    brackets = [i for i, item in enumerate(kept) if not isinstance(item, str) and item.text in "()[]"]
    unpaired: set[int] = set()
    if len(quotes) % 2:
        unpaired.update(i for i in quotes if not _is_apostrophe(kept[i]))
    texts = [kept[i].text for i in brackets if not isinstance(kept[i], str)]  # type: ignore[union-attr]
    if texts != ["(", ")"] * (len(texts) // 2) and texts != ["[", "]"] * (len(texts) // 2):
        unpaired.update(brackets)
    return [item for i, item in enumerate(kept) if i not in unpaired]


def _is_apostrophe(item: "Token | str") -> bool:
    """The mark of "Texas' port", which the parse takes for a quotation mark."""
    if isinstance(item, str) or item.text not in ("'", "’") or item.i == 0 or not item.whitespace_:
        return False
    before = item.nbor(-1)
    return not before.whitespace_ and before.lower_.endswith("s") and before.pos_ in ("NOUN", "PROPN")


def _is_stray(items: Items, index: int) -> bool:
    item = items[index]
    if isinstance(item, str):
        return False
    before, after = items[index - 1] if index else "", items[index + 1] if index + 1 < len(items) else ""
    if item.text in ("(", "["):
        return isinstance(after, str) or after.i != item.i + 1 or after.text in (")", "]")
    if item.text in (")", "]"):
        return isinstance(before, str) or before.i != item.i - 1 or before.text in ("(", "[")
    if item.text not in LOOSE_MARKS or item.dep_ not in ("punct", ""):
        return False
    return isinstance(before, str) or isinstance(after, str) or before.i != item.i - 1 or after.i != item.i + 1
