"""Adverbial clauses: which question each answers."""

from typing import TYPE_CHECKING

from engines.english.lexicon import words
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import TokenSpan, children, clause_span, is_condition, span
from engines.parsing.syntax.passives import is_passive

if TYPE_CHECKING:
    from spacy.tokens import Token

_CLAUSE_WH = {
    **dict.fromkeys(("when", "while", "after", "before", "until", "once", "whenever", "till", "if", "unless"), "when"),
    **dict.fromkeys(("because", "since", "so", "though", "although", "despite"), "why"),
    "whereas": "how",
}


def add_adverbial_clause(found: list[Argument], clause: "Token", predicate: "Token", own: bool = True) -> None:
    """Append a subordinate clause as the answer to when, why or how."""
    if is_condition(clause):
        found.append(Argument(clause.i, *span(clause, predicate.i), "ADJ", "when", "", own, "own" if own else "inherited"))
        return
    place: TokenSpan = clause_span(clause, predicate.i, keep_mark=True)
    first = clause.doc[place[0]].lower_
    if first in ("that", "whereupon", "which", "who") or (first == "so" and not _is_purpose(clause, place[0])):
        return  # a relative clause gone astray, or a result, or what came next
    if first == "to" and predicate.lemma_ in words("verbs before what follows") and not is_passive(predicate):
        return  # "recovered from a bad start to win"
    expected = predicate.lemma_ in words("verbs of expecting") and children(predicate, "dobj")  # "anticipate sales to rise"
    taken = expected or predicate.lemma_ in words("verbs with to")  # "voted to close the school"
    if first == "to" and taken and not is_passive(predicate):
        found.append(Argument(clause.i, *place, "XCOMP", "what", "", own, "own" if own else "inherited"))
        return
    found.append(Argument(clause.i, *place, "ADJ", asked_by_clause(clause), "", own, "own" if own else "inherited"))


def _is_purpose(clause: "Token", start: int) -> bool:
    """Whether "so" means "so that": it is followed by "that", or by a clause with "can" or "could"."""
    following = clause.doc[start + 1].lower_ if start + 1 < len(clause.doc) else ""
    return following in ("that", "as") or any(child.tag_ == "MD" for child in clause.children)


def _is_inserted(clause: "Token") -> bool:
    """Whether a clause stands between commas behind the verb that it belongs to, which goes on behind it."""
    before, after = clause.left_edge.i - 1, clause.right_edge.i + 1
    ends = [i for i in (after - 1, after) if i < len(clause.doc) and clause.doc[i].text == ","]
    return before > clause.head.i and clause.doc[before].text == "," and bool(ends) and clause.head.right_edge.i > after


def asked_by_clause(clause: "Token") -> str:
    """The wh-word that a subordinate clause answers."""
    marks = [c for c in clause.children if c.i < clause.i and (c.dep_ == "mark" or (c.dep_ == "advmod" and c.tag_ == "WRB"))]
    mark = marks[0].lower_ if marks else ""
    if mark == "as":
        left_so = clause.lemma_ == "be" and clause.right_edge.i == clause.i  # "leave it as it is"
        alone = clause.tag_ == "MD" or (clause.pos_ == "AUX" and clause.lemma_ != "be" and clause.right_edge.i == clause.i)
        if clause.tag_ == "VBN" or clause.lemma_ == "do" or left_so or alone:  # "as planned", "as others do", "as they should"
            return "how"
        after = clause.left_edge.i - 1  # "…, as he was ill", "…, as the parcel came on time"
        if _is_inserted(clause):  # "in 1903, as the letter has it, by ship"
            return "how"
        reason = clause.lemma_.lower() in words("states") or (after > clause.head.i and clause.doc[after].text == ",")
        reason = reason or any(c.dep_ == "neg" or c.tag_ == "MD" for c in clause.children)  # "as the fee does not cover it"
        return "why" if reason else "when"
    if mark in _CLAUSE_WH:
        return _CLAUSE_WH[mark]
    purpose = any(c.dep_ == "aux" and c.lower_ == "to" for c in clause.children)
    if clause.tag_ == "VBG" and not mark and clause.lemma_.lower() in words("verbs of only thinking"):  # "opposed it, fearing a strike"
        return "why"
    return "how" if not purpose and clause.tag_ in ("VBG", "VBN") else "why"
