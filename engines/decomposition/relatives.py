"""What relative and participial clauses say of their noun, as clauses of their own."""

from typing import TYPE_CHECKING

from engines.decomposition.agreement import being, is_past, is_plural
from engines.decomposition.clauses import Clause, clause_of
from engines.decomposition.lexicon import words
from engines.decomposition.modifiers import described_by, is_of_another_kind
from engines.decomposition.phrases import Items, after_comma, in_quotes, is_detached, is_restricted, noun_phrase, own_tokens
from engines.parsing.animacy import is_person
from engines.parsing.syntax import SUBJECTS, VERBAL, children

if TYPE_CHECKING:
    from spacy.tokens import Token

_FARTHEST = 4
"""Tokens between a noun and a participle that can safely be said of it: the parse is often wrong beyond."""
_RELATIVE = frozenset({"who", "which", "that", "whom"})


def relative_clause(verb: "Token") -> Clause | None:
    """The clause of a relative clause with its noun put in place of the relative pronoun; None where that is not possible."""
    noun = verb.head
    if verb.dep_ != "relcl" or noun.pos_ not in ("NOUN", "PROPN") or noun.lower_ in ("one", "people", "those", "way", "reason", "time"):
        return None
    pronoun = _relative_pronoun(verb)
    if _is_singled_out(noun) or (pronoun is not None and pronoun.dep_ in SUBJECTS and not _agree(noun, verb)):
        return None
    person = _person_above(noun) if pronoun is not None and pronoun.lower_ == "who" else None
    if pronoun is not None and pronoun.lower_ == "who" and person is None and noun.pos_ != "PROPN":
        return None
    noun = person or _described(noun)
    if pronoun is not None and pronoun.lower_ == "which" and _is_about_more(pronoun, noun, verb):
        return None
    named: Items = list(described_by(noun)) if noun.dep_ != "conj" else noun_phrase(noun, alone=True)
    if not own_tokens(named):
        return None
    if pronoun is not None and pronoun.dep_ in ("nsubj", "nsubjpass"):
        return clause_of(verb, list(named), noun)
    clause = clause_of(verb)
    if clause.subject is None or clause.head is None or clause.head.i == noun.i:
        return None
    if pronoun is None:
        return None
    clause.complements = [c for c in clause.complements if c.i != pronoun.i]
    clause.adjuncts = [c for c in clause.adjuncts if c.i != pronoun.i]
    if pronoun.tag_ == "WP$" or pronoun.lower_ == "whose":
        return _possessive(clause, pronoun, named)
    if pronoun.lower_ == "where" and pronoun.dep_ == "advmod":
        if noun.ent_type_ not in ("GPE", "LOC", "FAC", "ORG") and noun.lemma_.lower() not in words("organisations and places"):
            return None
        place = "in" if noun.ent_type_ in ("GPE", "LOC") or noun.lemma_.lower() in words("places lived in") else "at"
        clause.replaced = {pronoun.i: [place, *named]}
        clause.complements.append(pronoun)
        return clause
    if pronoun.dep_ == "dobj" and pronoun.head in clause.group:
        clause.replaced = {pronoun.i: list(named)}
        clause.complements.insert(0, pronoun)
        return clause
    return None


def participle(verb: "Token") -> Clause | None:
    """ "four boats moored in Mirava" -> Four boats were moored in Mirava; "a man carrying a flag" -> A man was carrying a flag."""
    noun = verb.head
    if verb.dep_ != "acl" or verb.tag_ not in ("VBN", "VBG") or noun.pos_ not in ("NOUN", "PROPN") or verb.i < noun.i:
        return None
    if verb.left_edge.i - noun.i > _FARTHEST:
        return None
    inner = noun.dep_ == "pobj" and noun.head.lower_ in ("with", "of", "for", "by") and noun.head.head.pos_ == "NOUN"
    if inner and (verb.tag_ == "VBG" or not any(c.dep_ in ("det", "poss", "nummod") for c in noun.children)):
        return None
    known = noun.pos_ == "PROPN" or is_person(noun) or any(c.dep_ in ("det", "nummod") for c in noun.children)
    if verb.tag_ == "VBG" and (verb.lemma_ in words("states") or (not known and not is_detached(verb))):
        return None
    if verb.tag_ == "VBG" and after_comma(verb) and noun.dep_ not in (*SUBJECTS, "appos"):
        return None
    if _is_singled_out(noun) or noun.lower_ in ("something", "anything", "number"):
        return None
    noun = _described(noun)
    named: Items = list(described_by(noun))
    if not named or children(verb, *SUBJECTS):
        return None
    drop = [verb]
    named = [t for t in named if isinstance(t, str) or not any(t == d or d.is_ancestor(t) for d in drop)]
    clause = clause_of(verb, named, noun)
    formerly = any(t.lower_ in words("past adverbs") for t in clause.group)
    clause.borrowed = [being(noun, formerly or is_past(noun))]
    return clause


def may_stand_alone(verb: "Token") -> bool:
    """Whether the clause on the side of a noun is said of it as a fact: not under a negation or a condition, not part of a title."""
    if in_quotes(verb):
        return False
    current = verb.head
    while current.head != current:
        if current.dep_ in ("advcl", "ccomp") and any(
            c.dep_ == "mark" and c.lower_ in words("conditional marks") for c in current.children
        ):
            return False
        if current.pos_ in VERBAL and any(c.dep_ == "neg" for c in current.children) and is_restricted(verb.head):
            return False
        current = current.head
    return True


def _is_singled_out(noun: "Token") -> bool:
    """Whether what follows a noun is needed to know what is meant: "no boat that sank", "the most goals scored in a year"."""
    if any(c.dep_ == "det" and c.lower_ in ("no", "any", "every", "each") for c in noun.children):
        return True
    return any(t.lower_ == "most" or t.tag_ == "JJS" for c in noun.lefts for t in c.subtree)


def _agree(noun: "Token", verb: "Token") -> bool:
    """Whether a noun can be the subject of a verb, by their number."""
    finite = next((t for t in (*children(verb, "aux", "auxpass"), verb) if t.tag_ in ("VBZ", "VBP", "VBD")), None)
    if finite is None or (noun.pos_ == "PROPN" and finite.lower_ != "were"):
        return True
    if finite.tag_ == "VBZ" or finite.lower_ == "was":
        return not is_plural(noun)
    return (finite.tag_ != "VBP" and finite.lower_ != "were") or is_plural(noun) or noun.lemma_.lower() in words("groups")


def _is_about_more(which: "Token", noun: "Token", verb: "Token") -> bool:
    """Whether "which" may take up a whole clause ("..., which would make it hard") or cannot be what the parse has it stand for."""
    dashed = which.i > 0 and which.nbor(-1).text in ("-", "–", "—", "--")
    whole = verb.lemma_.lower() in words("said of clauses") or any(
        c.dep_ == "aux" and c.lower_ in ("would", "could") for c in verb.children
    )
    person = is_person(noun) and (noun.pos_ == "NOUN" or noun.dep_ == "conj")
    return dashed or person or (whole and after_comma(which))


def _described(noun: "Token") -> "Token":
    """The noun that an apposition describes: what is said of "a painter" in "Ana Lind, a painter who ..." is said of her."""
    if noun.dep_ != "appos" or not is_detached(noun) or noun.head.pos_ not in ("NOUN", "PROPN") or is_of_another_kind(noun.head, noun):
        return noun
    return noun.head


def _person_above(noun: "Token") -> "Token | None":
    """The nearest noun that "who" can stand for: "a settler in the area who ..." is about the settler."""
    current = noun
    for _ in range(4):
        if is_person(current) or current.ent_type_ in ("ORG", "NORP") or current.tag_ == "NNS":
            return _described(current)
        above = current.head.head if current.dep_ == "pobj" else current.head
        if above.dep_ == "acl":
            above = above.head
        if above == current or above.pos_ not in ("NOUN", "PROPN"):
            return None
        current = above
    return None


def _possessive(clause: Clause, pronoun: "Token", named: Items) -> Clause | None:
    if clause.subject is None or pronoun not in clause.subject:
        return None
    at = clause.subject.index(pronoun)
    clause.subject = [*clause.subject[:at], *list(named), "'s", *clause.subject[at + 1 :]]
    return clause


def _relative_pronoun(verb: "Token") -> "Token | None":
    for token in verb.subtree:
        if token.i >= verb.i:
            break
        if (
            token.tag_ in ("WDT", "WP", "WP$")
            or token.lower_ == "where"
            or (token.lower_ in _RELATIVE and token.dep_ in (*SUBJECTS, "dobj", "pobj"))
        ):
            return token
    return None
