"""What a preposition takes, where the parse gives it nothing, too little, or to another word.

A number is no subject behind a preposition without an object; a clause has a subject; what is done to somebody keeps its preposition.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class, person_share
from engines.english.inflection import inflect
from engines.parsing.syntax.dependencies import FINITE, NOMINAL, SUBJECTS, Arc

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CONJUNCTIONS_TOO = frozenset({"after", "before", "since", "until"})
_MADE = frozenset({"act", "cognition", "communication", "event"})
"""Classes of what somebody makes, and so of what "by" may tell the maker: "a report by the board"."""
_PERSON = 0.7


def opening_clauses(doc: "Doc") -> Iterator[Arc]:
    """ "After its captain, Ana Ruiz, had swerved", where the parse has only "after its captain": the clause behind has no subject of its
    own."""
    for noun in doc:
        opener = noun.head
        edge = noun.right_edge.i
        if noun.dep_ != "pobj" or opener.lower_ not in _CONJUNCTIONS_TOO or opener.dep_ != "prep" or edge + 1 >= len(doc):
            continue
        if doc[edge].text == ",":
            end, name = edge, next((c for c in noun.children if c.dep_ == "appos"), None)
        elif doc[edge + 1].text == ",":
            end = next((t.i for t in doc[edge + 2 :] if t.text == ","), len(doc))
            name = next((t for t in doc[edge + 2 : end] if t.pos_ in NOMINAL and t.right_edge.i == end - 1), None)
        else:
            continue
        first = doc[end + 1] if end + 1 < len(doc) else None
        verb = None if first is None else first.head if first.dep_ in ("aux", "auxpass") else first
        if name is None or verb is None or verb.i < end or not _lacks_subject(verb, name):
            continue
        yield noun, verb, "nsubjpass" if any(c.dep_ == "auxpass" for c in verb.children) else "nsubj"
        yield opener, verb, "mark"
        yield verb, opener.head, "advcl"
        yield name, noun, "appos"
        yield from ((doc[i], noun, "punct") for i in (edge + 1, end) if doc[i].is_punct)


def _lacks_subject(verb: "Token", name: "Token") -> bool:
    """Whether a finite verb hangs somewhere without a conjunction and without a subject other than a name before it."""
    told = [verb, *(c for c in verb.children if c.dep_ in ("aux", "auxpass"))]
    if not any(t.tag_ in FINITE for t in told) or verb.dep_ not in ("dep", "conj", "advcl", "ccomp", "parataxis"):
        return False
    return not any(c.dep_ in (*SUBJECTS, "mark", "expl") and c != name for c in verb.children) and not any(
        c.dep_ == "cc" for c in verb.head.children
    )


def before_participles(doc: "Doc") -> Iterator[Arc]:
    """ "After two samples taken a day apart", where the parse has samples that took: a participle alone is no finite verb."""
    for opener in doc:
        done = opener.head
        if opener.dep_ != "mark" or opener.lower_ not in _CONJUNCTIONS_TOO or done.dep_ != "advcl" or done.tag_ != "VBN":
            continue
        noun = next(
            (c for c in done.children if c.dep_ in SUBJECTS and c.left_edge.i == opener.i + 1 and c.right_edge.i == done.i - 1), None
        )
        alone = not any(c.dep_ in ("aux", "auxpass", "cc", "conj") for c in done.children)
        if noun is not None and alone and inflect(done.lemma_, "VBD") != done.lower_:
            yield opener, done.head, "prep"
            yield noun, opener, "pobj"
            yield done, noun, "acl"


def at_ages(doc: "Doc") -> Iterator[Arc]:
    """ "And at nineteen was taken on", where the parse has a number that was taken on."""
    for number in doc[1:]:
        before = number.nbor(-1)
        lone = before.dep_ == "prep" and before.pos_ == "ADP" and not any(before.children)
        if number.dep_ in SUBJECTS and number.pos_ == "NUM" and number.left_edge == number and lone and before.head == number.head:
            yield number, before, "pobj"


def stranded(doc: "Doc") -> Iterator[Arc]:
    """ "Would rather be listened to than occupy it", where the parse makes "to" the infinitive's."""
    for to in doc[1:-1]:
        verb = to.nbor(-1)
        if to.tag_ == "TO" and to.dep_ == "aux" and to.nbor().lower_ == "than" and verb.pos_ == "VERB" and to.head != verb:
            yield to, verb, "prep"


def _is_made(noun: "Token") -> bool:
    """Whether "by" behind a noun may tell who made or did it."""
    return noun_class(noun.lemma_) in _MADE


def agents(doc: "Doc") -> Iterator[Arc]:
    """ "Chaired in her absence by Ana Ruiz", where the parse has somebody's absence by her: who does what is done."""
    for by in doc:
        noun, person = by.head, next((c for c in by.children if c.dep_ == "pobj"), None)
        if by.lower_ != "by" or by.dep_ != "prep" or noun.dep_ != "pobj" or person is None or person_share(person) < _PERSON:
            continue
        verb = noun.head.head
        acts = any(c.lemma_ == "have" for c in verb.children if c.dep_ == "aux")
        done = verb.tag_ == "VBN" and verb.i < noun.i and (not acts or any(c.dep_ == "auxpass" for c in verb.children))
        if done and not any(c.dep_ in ("agent", "dobj") for c in verb.children) and not _is_made(noun):
            yield by, verb, "agent"
