"""True sentences with words exchanged by the thesaurus: for what says the same, which leaves them true, and for what says something else.

In most texts that people judged, words differ little from the reference's or are wrong. These show a network that a word which the
reference does not have may be right, and which of two in the same place it is.
"""

import random
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engines.core.language import parse_sentences
from engines.core.text import Text
from engines.english.articles import indefinite
from engines.english.inflection import inflect, plural
from engines.english.word_forms import lemmas
from engines.verification.sentences.thesaurus import entry, forms
from explorer.training.localizer.data import Labelled

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

NAME = "exchanged"
_CLASSES = frozenset({"ADJ", "ADV", "NOUN", "VERB"})
_FALSE, _SAME = 0.6, 0.7
"""How many are made false; and of the words exchanged for what leaves them true, how many for what says the same rather than for something
wider."""
_TRUE_WORDS = (0, 0, 1, 1, 2, 3)
"""How many words of a sentence are exchanged for others that leave it true: one of these is drawn."""
_ARTICLE = re.compile(r"\ban?(?= $)", re.IGNORECASE)


class _Exchange(NamedTuple):
    token: "Token"
    word: str
    is_wrong: bool


def exchanged(rows: Sequence[Labelled]) -> Iterator[Labelled]:
    """A text for each sentence of true rows that offers words to exchange; seeded, so that the same rows give the same texts."""
    draw = random.Random(0)
    for row in rows:
        if row.wrong != () or row.kept:
            continue
        output = Text.of(row.output)
        for number, ((start, end), doc) in enumerate(zip(output.sentences, parse_sentences(output), strict=True)):
            found = _drawn(doc, draw)
            if found:
                sentence, wrong = _written(doc, found)
                ranges = tuple((start + first, start + last) for first, last in wrong)
                text = output.text[:start] + sentence + output.text[end:]
                yield Labelled(NAME, f"{row.set}-{row.id}-{number}", row.reference, text, ranges)


def _drawn(doc: "Doc", draw: random.Random) -> list[_Exchange]:
    tokens = [token for token in doc if token.pos_ in _CLASSES and token.is_alpha and len(token) > 2 and not token.ent_type_]
    draw.shuffle(tokens)
    found: list[_Exchange] = []
    if draw.random() < _FALSE:
        offered = ((token, _fitting(token, entry(forms(token.lemma_.lower())).other)) for token in tokens)
        token, words = next(((token, words) for token, words in offered if words), (None, []))
        if token is not None:
            found.append(_Exchange(token, draw.choice(words), True))
    left = draw.choice(_TRUE_WORDS)
    for token in tokens:
        of = entry(forms(token.lemma_.lower()))
        words = _fitting(token, of.same if draw.random() < _SAME else of.wider)
        if left and words and all(token != other.token for other in found):
            found.append(_Exchange(token, draw.choice(words), False))
            left -= 1
    return sorted(found, key=lambda exchange: exchange.token.i)


def _fitting(token: "Token", words: frozenset[str]) -> list[str]:
    """Single words of the token's class, in its form."""
    return [_inflected(word, token) for word in sorted(words) if " " not in word and token.pos_ in lemmas(word)]


def _inflected(word: str, token: "Token") -> str:
    new = inflect(word, token.tag_) if token.pos_ == "VERB" else plural(word) if token.tag_ == "NNS" else word
    return new.capitalize() if token.is_title else new


def _written(doc: "Doc", exchanges: Sequence[_Exchange]) -> tuple[str, list[tuple[int, int]]]:
    """The sentence with the words exchanged, and where the wrong ones stand."""
    written, at, wrong = "", 0, []
    for token, word, is_wrong in exchanges:
        written += doc.text[at : token.idx]
        article = _ARTICLE.search(written)
        if article is not None and article.group().islower():
            written = f"{written[: article.start()]}{indefinite(word)} "
        if is_wrong:
            wrong.append((len(written), len(written) + len(word)))
        written, at = written + word, token.idx + len(token)
    return written + doc.text[at:], wrong
