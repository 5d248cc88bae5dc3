"""Attributions: "It rained, according to the mayor." — who or what says so?"""

from typing import TYPE_CHECKING

from engines.english.noun_classes import is_animate
from engines.parsing.syntax.dependencies import children, noun_spans, span
from engines.parsing.wording.phrases import capitalised
from engines.parsing.wording.qas import WordedQA

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def is_attribution(token: "Token") -> bool:
    """Whether the word is the "according" of "according to" with a source."""
    return token.lower_ == "according" and any(_sources(token))


def attribution_qas(doc: "Doc", index: int) -> list[WordedQA]:
    """One QA for each source; its statement repeats the clause that is attributed."""
    found = []
    for source in _sources(doc[index]):
        for head, (start, end) in noun_spans(source, index):
            who = "Who" if is_animate(head) else "What"
            said = f"{_attributed(doc[index])} according to {doc[start:end].text}".strip()
            found.append(WordedQA(index, f"{who} says so?", start, end, capitalised(said), "prepositional"))
    return found


def _sources(token: "Token") -> list["Token"]:
    return [source for to in children(token, "prep") if to.lower_ == "to" for source in children(to, "pobj")]


def _attributed(token: "Token") -> str:
    """The clause or phrase that the attribution belongs to, without it."""
    head = token.head
    if head == token:
        return ""
    start, end = span(head, token.i)
    return head.doc[start:end].text
