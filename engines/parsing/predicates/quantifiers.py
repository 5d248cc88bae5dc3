"""Quantifiers without a number: "all of them", "most voters", "half the crew", "every boat": how many are meant?

The verb's own question has the quantifier in its answer ("Who survived? All of them"); here it is the answer itself, so that "some" in
the place of "all" is a fact of its own.
"""

from typing import TYPE_CHECKING

from engines.core.digits import has_digit
from engines.english.animacy import person_share
from engines.english.inflection import plural
from engines.english.lexicon import words
from engines.english.noun_classes import is_time
from engines.parsing.predicates.quantities import asked_with_verb
from engines.parsing.syntax.dependencies import COORDINATION, children, span
from engines.parsing.wording.phrases import without
from engines.parsing.wording.qas import WordedQA

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_BEFORE_SEVERAL = frozenset({"all", "few", "half", "many", "most", "several"})
_BEFORE_ONE = frozenset({"each", "every"})
_WITH_OF = _BEFORE_SEVERAL | {"both", "each", "none", "some"}
_DETERMINING = frozenset({"amod", "det", "nummod", "predet", "quantmod"})
_MOST_MODIFIERS = 3
"""Words before a quantifier that go with it: "no less than"."""


def quantifier_qas(doc: "Doc") -> list[WordedQA]:
    """One QA for each quantifier of a subject or object."""
    found = []
    for token in doc:
        word = token.lower_
        if word in _WITH_OF and any(child.lower_ == "of" for child in token.children):
            qa = _of_several(token)
        elif token.dep_ in _DETERMINING and word in _BEFORE_SEVERAL | _BEFORE_ONE and token.head.pos_ == "NOUN":
            qa = _before_noun(token, token.head)
        else:
            continue
        if qa is not None:
            found.append(qa)
    return found


def _of_several(quantifier: "Token") -> WordedQA | None:
    """ "All of them", "most of the money"."""
    of = next(child for child in quantifier.children if child.lower_ == "of")
    counted = children(of, "pobj")
    if not counted or of.i != quantifier.i + 1 or counted[0].tag_ in ("WP", "WDT"):
        return None
    if any(child.lower_ in ("a", "an") for child in counted[0].children):  # "most of a gap"
        return None
    several = counted[0].tag_ in ("NNS", "NNPS") or counted[0].lower_ in words("plural pronouns") | {"them", "us"}
    start, end = of.i, span(counted[0], None, COORDINATION | {"appos", "relcl", "acl"})[1]
    asked = quantifier.doc[start:end].text
    return _worded(quantifier, quantifier, asked, several or person_share(counted[0]) >= 0.5)


def _before_noun(quantifier: "Token", noun: "Token") -> WordedQA | None:
    """ "Most voters", "every boat", "half the crew"."""
    one = quantifier.lower_ in _BEFORE_ONE
    if quantifier.i and quantifier.nbor(-1).lower_ in ("how", "the") and quantifier.lower_ in ("many", "most"):
        return None  # "drew the most complaints"
    if quantifier.i + 1 < len(quantifier.doc) and quantifier.nbor().text == "-":  # "two half-brothers"
        return None
    if (
        is_time(noun)
        or noun.lemma_ == "one"
        or quantifier.i > noun.i
        or (not one and noun.tag_ == "NN" and quantifier.lower_ not in ("all", "half", "most"))
    ):
        return None
    low, _ = span(noun, None, COORDINATION | {"appos", "relcl", "acl"})
    removed = {*range(low, quantifier.i + 1), *(c.i for c in noun.children if c.dep_ == "det")}
    if one:
        removed.add(noun.i)
    counted = without(noun.doc, low, noun.i + 1, removed)
    if has_digit(counted) or any(c.dep_ == "nummod" and c.i > quantifier.i for c in noun.children):  # "all 25 people"
        return None
    asked = f"{counted} {plural(noun.lemma_.lower())}".strip() if one else counted
    whole = any(child.dep_ == "poss" or child.lower_ == "the" for child in noun.children if child.i > quantifier.i)
    if asked and whole and not one:  # "half our orders", "all the data"
        asked = f"of the {asked}" if any(child.lower_ == "the" for child in noun.children) else f"of {asked}"
    return _worded(quantifier, noun, asked, one or noun.tag_ == "NNS" or person_share(noun) >= 0.5) if asked else None


def _worded(quantifier: "Token", head: "Token", asked: str, several: bool) -> WordedQA | None:
    worded = asked_with_verb(head, asked, "how many" if several else "how much")
    if worded is None:
        return None
    start, end = quantifier.left_edge.i, quantifier.i + 1
    if end - start > 1 + _MOST_MODIFIERS:
        start = quantifier.i
    if start and quantifier.doc[start - 1].lower_ in words("not quite"):  # "nearly all"
        start -= 1
    if quantifier.lower_ in _BEFORE_ONE and head.i > quantifier.i:  # "every boat"
        end = head.i + 1
    return WordedQA(quantifier.i, worded[0], start, end, worded[1], "how many")
