"""What a sentence reports: "X said that Y" as a whole, with as much of Y as it cannot do without."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.decomposition.clauses.attachments import is_connective
from engines.decomposition.clauses.clause import Clause
from engines.decomposition.clauses.extraction import clause_of
from engines.decomposition.clauses.indivisible import has_time_as_subject, is_indivisible, undivided
from engines.decomposition.lexicon import words
from engines.decomposition.statements.assembly import core, verb_group
from engines.decomposition.statements.drafts import Draft
from engines.decomposition.wording.phrases import Items, own_tokens, phrase
from engines.parsing.syntax.dependencies import SUBJECTS, VERBAL, children

if TYPE_CHECKING:
    from spacy.tokens import Token


def reported(clause: Clause) -> "Token | None":
    """The clause that a verb of saying reports."""
    if not is_saying(clause.innermost) and not is_saying(clause.verb):
        return None
    if any(c.dep_ == "prep" for c in clause.complements):
        return None
    said = next((c for c in clause.complements if c.dep_ == "ccomp" and c.pos_ in VERBAL and not _is_before_semicolon(c)), None)
    if said is None or not children(said, *SUBJECTS, "expl") or _is_perceived(said) or has_time_as_subject(clause):
        return None
    return said


def _is_before_semicolon(said: "Token") -> bool:
    """A main clause of its own, which the parse gives to the verb of saying in the next one."""
    after = said.doc[said.right_edge.i + 1 : said.right_edge.i + 2]
    return said.i < said.head.i and any(t.text in (";", ":", "—") for t in after)


def _is_perceived(said: "Token") -> bool:
    """The clause of "saw him leave", which is no sentence of its own."""
    return said.tag_ in ("VB", "VBG") and not children(said, "aux", "auxpass")


def is_saying(verb: "Token") -> bool:
    """Whether a verb is one of saying, knowing or showing."""
    return verb.lemma_.lower() in words("saying")


def asserts(verb: "Token") -> bool:
    """Whether what a verb of saying reports is claimed to be so."""
    negated = any(c.dep_ == "neg" for c in verb.children)
    return verb.lemma_.lower() in words("asserted complement") and not negated and not _is_question(verb)


def _is_question(verb: "Token") -> bool:
    return any(c.dep_ == "mark" and c.lower_ in ("whether", "if") for child in verb.children for c in child.children)


def report(clause: Clause, said: "Token", attributed: bool) -> Iterator[Draft]:
    """ "X said that Y" as a whole, Y with what it cannot do without."""
    if clause.subject is None:
        return
    inner = clause_of(said)
    words_of_mouth = own_tokens(core(inner)) if inner.subject is not None else phrase(said)
    marks = [c for c in said.children if c.dep_ == "mark"]
    lead: Items = [*clause.subject, *verb_group(clause)]
    rest = [t for c in clause.complements if c.i != said.i and c.dep_ in ("dobj", "dative", "prt") for t in phrase(c)]
    untouched = inner.subject is None or not asserts(clause.verb)
    content: Items = list(phrase(said)) if untouched else [*marks, *(undivided(inner) if is_indivisible(inner) else core(inner))]
    question = any(t.tag_ in ("WP", "WRB", "WDT", "WP$") for t in phrase(said)[:2])
    if inner.subject is not None and not marks and not question and said.tag_ not in ("VB", "VBG"):
        content = ["that", *content]
    yield Draft([*lead, *rest, *content], [*own_tokens(lead), *words_of_mouth], "report", attributed)
    for adjunct in clause.adjuncts:
        if adjunct.dep_ in ("prep", "npadvmod") and not is_connective(adjunct):
            added = phrase(adjunct)
            items: Items = [*added, ",", *lead, *rest, *content] if adjunct.i < clause.verb.i else [*lead, *rest, *added, *content]
            yield Draft(items, added, "adjunct", attributed)
