"""Statements put together from a clause: subject, verb group, complements, an adjunct, one conjunct instead of several."""

from typing import TYPE_CHECKING

from engines.decomposition.clauses.attachments import continuation, is_fact
from engines.decomposition.clauses.clause import Clause
from engines.decomposition.clauses.extraction import clause_of
from engines.decomposition.lexicon import words
from engines.decomposition.wording.phrases import (
    Items,
    after_comma,
    in_quotes,
    is_detached,
    measured_phrase,
    noun_phrase,
    own_tokens,
    phrase,
    shared_complements,
)
from engines.english.animacy import is_person
from engines.english.inflection import singular_form
from engines.parsing.syntax.dependencies import SUBJECTS, children, is_one_name

if TYPE_CHECKING:
    from spacy.tokens import Token


def verb_group(clause: Clause) -> Items:
    """Borrowed auxiliaries and the verb group, what stands between subject and verb included."""
    return [*clause.borrowed, *clause.group]


def core(
    clause: Clause,
    conjunct: "Token | None" = None,
    adjunct: "Token | None" = None,
    subject: Items | None = None,
    part: "Token | None" = None,
) -> Items:
    """Subject, verb group, complements in their order.

    A complement may be cut down to one `conjunct`; an `adjunct` may be added, itself cut down to one `part`; `subject` replaces its own.
    """
    subject = subject if subject is not None else (clause.subject or [])
    taken = {t.i for t in own_tokens(subject)}
    first = min((t.i for t in clause.group), default=0)
    placed: list[tuple[int, Items]] = [(t.i, [t]) for t in clause.group if t.i not in taken]
    late: list[Items] = []
    early: Items = []
    for complement in clause.complements:
        items = _complement(clause, complement, conjunct)
        if complement.i in clause.replaced:
            if complement.dep_ == "advmod":
                late.append(items)
            else:
                placed.append((clause.innermost.i, items))
        elif complement.i < first:
            late.append(items)
        else:
            placed.append((complement.i, items))
    if adjunct is not None:
        items = adjunct_items(adjunct, part)
        if adjunct.i < first and (clause.head is None or adjunct.i < clause.head.i):
            ends_open = bool(items) and not isinstance(items[-1], str) and items[-1].text == ","
            early = items if ends_open else [*items, ","]
        elif adjunct.i < first and adjunct.dep_ != "advmod":
            late.append(items)
        else:
            placed.append((adjunct.i, items))
    placed.sort(key=lambda pair: pair[0])
    items = [*early, *subject, *clause.borrowed, *(i for _, part in placed for i in part), *(i for part in late for i in part)]
    return _without_repetition(items)


def _without_repetition(items: Items) -> Items:
    """Every token once: a complement may also be part of what is added."""
    seen: set[int] = set()
    kept: Items = []
    for item in items:
        if isinstance(item, str) or item.i not in seen:
            kept.append(item)
        if not isinstance(item, str):
            seen.add(item.i)
    return kept


def _complement(clause: Clause, complement: "Token", conjunct: "Token | None") -> Items:
    if complement.i in clause.replaced:
        return list(clause.replaced[complement.i])
    if conjunct is not None and (conjunct == complement or conjunct in _conjuncts(complement)):
        return noun_phrase(conjunct, alone=True)
    having = complement.dep_ == "dobj" and complement.head.lemma_ in ("have", "get", "want", "need", "see", "find", "leave")
    found = measured_phrase(complement) if complement.dep_ == "prep" else phrase(complement, keep_detached=having and _is_done(complement))
    joint = complement.left_edge.nbor(-1) if complement.left_edge.i else None
    if complement.dep_ == "dobj" and joint is not None and joint.dep_ == "cc":  # "told of the boats and the role they played"
        return [joint, *found]
    return list(found)


def _goal_of(adjunct: "Token") -> "Token | None":
    """The phrase before a "to ..." that it may belong to: "five bets on the party to win"."""
    if adjunct.dep_ != "advcl" or adjunct.tag_ != "VB" or adjunct.i < adjunct.head.i or adjunct.left_edge.lower_ != "to":
        return None
    last = adjunct.left_edge.i - 1
    return next((c for c in adjunct.head.children if c.dep_ == "prep" and c.i > adjunct.head.i and c.right_edge.i == last), None)


def _is_done(noun: "Token") -> bool:
    """Whether a participle right after a noun says what was done to it: "had a string fitted"."""
    following = noun.doc[noun.i + 1 : noun.i + 2]
    return any(t.dep_ == "acl" and t.tag_ == "VBN" and t.head == noun for t in following)


def adjunct_items(adjunct: "Token", conjunct: "Token | None") -> Items:
    """An adjunct: a clause that is a fact of its own without what it adds; with `conjunct`, a prepositional phrase cut down to one noun."""
    tokens = measured_phrase(adjunct)
    before = _goal_of(adjunct)
    if before is not None:
        return [*phrase(before), *tokens]
    until = continuation(adjunct)
    if until is not None:
        return [*tokens, *phrase(until)]
    if adjunct.dep_ == "advcl" and is_fact(adjunct):
        inner = clause_of(adjunct)
        marks = [t for c in adjunct.children if (c.dep_ == "mark" or c.tag_ == "WRB") and c.i < adjunct.i for t in c.subtree]
        if inner.subject is not None and marks and all(t.i > marks[0].i for t in own_tokens(inner.subject)):
            return [*marks, *(i for i in core(inner) if i not in marks)]
    if conjunct is not None:
        head = next(iter(children(adjunct, "pobj")), None)
        if head is not None and (conjunct == head or conjunct in _conjuncts(head)):
            return [*(t for t in tokens if t.i < head.left_edge.i), *noun_phrase(conjunct, alone=True)]
    if after_comma(adjunct) and adjunct.dep_ == "advcl" and adjunct.i > adjunct.head.i and adjunct.tag_ == "VBG":
        return [",", *tokens]
    return list(tokens)


def _conjuncts(token: "Token") -> list["Token"]:
    return [c for c in token.conjuncts if c.i > token.i]


def separable(head: "Token") -> list["Token"]:
    """The conjuncts of a noun phrase when each can stand for itself: no ranges, numbers or pairs."""
    if is_one_name(head):
        return []
    later = [c for c in _conjuncts(head) if c.pos_ in ("NOUN", "PROPN", "ADJ", "PRON", "VERB")]
    if head.dep_ in ("attr", "acomp", "prep") and head.head.lemma_ == "be":
        places = [c for c in head.conjuncts if c.i > head.i and c.pos_ == "ADP" and children(c, "pobj")]
        if len(places) == 1 and len(list(head.conjuncts)) == 1 and not any(c.lower_ in ("both", "either") for c in head.children):
            return [head, *places]
    if head.dep_ == "prep" or any(t.ent_type_ in ("DATE", "TIME") for t in (head, *later)):
        return []
    if (
        not later
        or not any(c.dep_ == "cc" for t in [head, *later] for c in t.children)
        or head.pos_ == "NUM"
        or any(c.pos_ == "NUM" for c in later)
    ):
        return []
    if not _is_plain_list([head, *later]):
        return []
    if any(c.dep_ == "cc" and c.lower_ in ("or", "nor", "&", "/") for t in [head, *later] for c in t.children):
        return []
    if head.pos_ == "PROPN" and any(c.tag_ == "NN" and not any(d.dep_ in ("det", "poss") for d in c.children) for c in later):
        return []
    unmarked = [t for t in (head, *later) if t.tag_ == "NN" and not any(c.dep_ in ("det", "poss") for c in t.children)]
    if head in unmarked and is_person(head):
        return []
    if head.dep_ in SUBJECTS and any(t in unmarked for t in (head, later[-1])) and not _lends(head):
        return []
    if in_quotes(head) or head.head.lower_ in ("between", "among") or any(c.lower_ in ("both", "either", "neither") for c in head.children):
        return []
    if any(c.dep_ in ("prep", "relcl") and c.i > head.i for c in later[-1].children) and head.tag_ != later[-1].tag_:
        return []
    if any(a.ent_type_ and a.ent_type_ == b.ent_type_ and a.ent_iob_ == "I" and b.ent_iob_ == "I" for a, b in [(head, later[0])]):
        return []
    return [head, *later]


def _is_plain_list(parts: list["Token"]) -> bool:
    """Whether nothing else stands in a list than what is listed, each part a whole one.

    Not so are lists with something said of one part between two ("the book, a set of essays, and a film"), names that share an article
    or the word before them ("the House and Senate", "sister papers Dawn and Noon") and names of one kind ("League South and West").
    """
    first = parts[0]
    if any(p.lower_ in ("others", "other", "some", "more", "one") for p in parts[1:]) or _share_complement(parts):
        return False
    for part in parts[:-1] if len(parts) > 2 else ():
        if any(is_detached(c) and c.i > part.i and c.dep_ != "conj" for c in part.children):
            return False
    grouped = any(c.dep_ in ("compound", "nmod") and c.tag_ == "NNS" for c in first.children)
    if grouped and any(p.pos_ == "PROPN" or p.ent_type_ for p in parts):
        return False
    if first.pos_ == "PROPN" and all(p.pos_ == "PROPN" for p in parts):
        bare = [p for p in parts[1:] if not any(c.dep_ in ("det", "poss") for c in p.children) and p.ent_type_ not in ("GPE", "PERSON")]
        if bare and any(c.dep_ == "det" for c in first.children):
            return False
        if any(p.lower_ in words("directions") for p in parts):
            return False
    return True


def _share_complement(parts: list["Token"]) -> bool:
    """Whether what follows a list belongs to all of it: "the growth and renewal of the port"."""
    first, last = parts[0], parts[-1]
    if last.pos_ == "VERB" and children(last, "dobj") and not children(first, "dobj"):
        return True
    after = [c for c in first.children if c.dep_ == "prep" and c.i > last.i and (first.dep_ != "attr" or c.lower_ == "of")]
    return bool(after) and not shared_complements(first)


def _lends(head: "Token") -> bool:
    """Whether the first of several nouns has an article for all of them."""
    return any(c.dep_ in ("det", "poss") for c in head.children)


def is_distributive(clause: Clause) -> bool:
    """Whether what is said of several is said of each."""
    if clause.innermost.lemma_.lower() in words("collective"):
        return False
    if any(c.dep_ == "oprd" for c in clause.complements) and clause.innermost.lemma_.lower() in ("call", "name", "dub", "title", "rename"):
        return False
    tokens = own_tokens(core(clause))
    if any(t.tag_ in ("JJS", "RBS") or t.lower_ in ("first", "only", "same") for c in clause.complements for t in phrase(c)):
        return False
    if any(c.dep_ == "prep" and c.lower_ == "as" and any(o.tag_ == "NNS" for o in c.children) for c in clause.complements):
        return False
    return not any(t.lower_ in words("collective") for t in tokens) and not any(
        c.dep_ == "attr" and c.tag_ in ("NNS", "NNPS") for c in clause.complements
    )


def singular(clause: Clause, subject: "Token") -> dict[int, str]:
    """How the first finite verb is written to agree with one conjunct alone, by its index; empty where it agrees as it is."""
    if subject.tag_ in ("NNS", "NNPS") or subject.lower_ in ("police", "people"):
        return {}
    finite = next((t for t in (*own_tokens(clause.borrowed), *clause.group) if t.tag_ in ("VBP", "VBD")), None)
    if finite is None:
        return {}
    form = singular_form(finite.text, finite.lemma_, finite.tag_)
    return {} if form is None else {finite.i: form}
