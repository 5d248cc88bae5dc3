"""How many of the same things the reference counts, where an output has a number of them that it does not have."""

import re
from typing import TYPE_CHECKING

from engines.core.digits import has_digit
from engines.core.language import parse_sentences
from engines.core.spans import Span
from engines.core.text import Text
from engines.english.inflection import plural
from engines.units.instead.things import counted

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token
    from spacy.tokens import Span as DocSpan

_MOST_SENTENCES = 20
"""Sentences of the reference that are looked at: those that name what is counted."""
_TELLING = frozenset({"ADJ", "ADV", "NOUN", "PROPN", "VERB"})
_DATED = frozenset({"DATE", "TIME"})


def counted_otherwise(output: Text, start: int, end: int, reference: Text) -> Span | None:
    """ "640" of "640 people had been told to leave", for "460" of "460 people were told to go".

    The reference must count the same things in a sentence that has more words in common with the output's than any other with another
    number of them, and one at least.

    Args:
        start, end: words of the output, in characters; without a number that counts something there is none.
    """
    index = output.sentence_at(start)
    if index is None or not has_digit(output.text[start:end]):
        return None
    begin = output.sentences[index][0]
    doc = parse_sentences(output, [index])[0]
    own = doc.char_span(start - begin, end - begin, alignment_mode="expand")
    number = None if own is None else next((token for token in own if token.dep_ == "nummod" and token.ent_type_ not in _DATED), None)
    thing, of = (None, None) if number is None else counted(doc[number.i : number.i + 1])
    if own is None or thing is None:
        return None
    lemma = thing.lemma_.lower()
    forms = (lemma, plural(lemma))
    naming = [i for i in range(len(reference.sentences)) if any(form in reference.sentence(i).lower() for form in forms)][:_MOST_SENTENCES]
    found: dict[str, tuple[int, Span]] = {}
    for i, other in zip(naming, parse_sentences(reference, naming), strict=True):
        shared = len(_told(doc, thing) & _told(other, thing))
        for theirs in _numbers(other, thing, of) if shared else ():
            if _has_number(output.text, theirs.text):
                continue
            first = reference.sentences[i][0] + theirs.start_char
            known = found.get(theirs.text)
            if known is None or known[0] < shared:
                found[theirs.text] = shared, Span(first, first + len(theirs.text), theirs.text)
    best = sorted(found.values(), key=lambda each: -each[0])
    return best[0][1] if best and (len(best) == 1 or best[0][0] > best[1][0]) else None


def _has_number(text: str, number: str) -> bool:
    """Whether a number is said in a text, and not as a part of another: 12 is none of 1912."""
    return re.search(rf"(?<![\d.,]){re.escape(number)}(?![.,]?\d)", text) is not None


def _told(doc: "Doc", thing: "Token") -> set[str]:
    return {token.lemma_.lower() for token in doc if token.pos_ in _TELLING} - {thing.lemma_.lower()}


def _numbers(doc: "Doc", thing: "Token", of: "Token | None") -> list["DocSpan"]:
    """The numbers of a sentence that count a thing, each with the numbers that belong to it: "1.3 million"."""
    found = []
    for token in doc:
        if token.dep_ != "nummod" or token.ent_type_ in _DATED:
            continue
        first = min((c.i for c in token.children if c.pos_ == "NUM" and c.i < token.i), default=token.i)
        number = doc[first : token.i + 1]
        same, whole = counted(doc[token.i : token.i + 1])
        if has_digit(number.text) and _are_same(same, thing) and (None in (whole, of) or _are_same(whole, of)):
            found.append(number)
    return found


def _are_same(one: "Token | None", two: "Token | None") -> bool:
    return one is not None and two is not None and one.lemma_.lower() == two.lemma_.lower()
