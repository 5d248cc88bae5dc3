"""Verbs that are joined by "and" where the parse joins other ones: "declined because they would not pay, and left".

What is joined stands in one form: a finite verb beside a finite one, a past tense beside a past tense, an infinitive beside an infinitive.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.parsing.syntax.dependencies import FINITE, SUBJECTS, Arc

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_INFINITE = frozenset({"VB", "VBG"})
_CLAUSES = frozenset({"advcl", "ccomp", "relcl"})


def conjoined(doc: "Doc") -> Iterator[Arc]:
    """ "Declined because they would not pay, and left": a finite verb is joined to a finite one, not to an infinitive; "saw holes where
    sweets are sold but warned them": nor a past tense to a present one in a clause of its own."""
    for verb in doc:
        head = verb.head
        if verb.dep_ != "conj" or verb.tag_ not in FINITE or any(c.dep_ in SUBJECTS for c in verb.children):
            continue
        if verb.tag_ == "VBD" and head.dep_ in _CLAUSES and _is_present(head) and not _is_participle_too(verb):
            above = next((t for t in head.ancestors if t.tag_ == "VBD"), None)
            if above is not None:
                yield verb, above, "conj"
                yield from ((c, above, "cc") for c in head.children if c.dep_ == "cc" and head.i < c.i < verb.i)
            continue
        if head.tag_ not in _INFINITE:
            continue
        auxiliaries = {c.lemma_ for c in head.children if c.dep_ == "aux"}
        set_off = any(c.text == "," and head.i < c.i < verb.i for c in head.children)
        if "do" in auxiliaries or not (set_off or auxiliaries <= {"to"}):  # "did not know and was unfit", "would pay and was late"
            continue
        above = head
        while above.head != above and above.tag_ != verb.tag_:
            above = above.head
        if above.tag_ == verb.tag_ and above.i < head.i:
            yield verb, above, "conj"
            yield from ((c, above, "cc") for c in head.children if c.dep_ == "cc" and head.i < c.i < verb.i)


def _is_present(verb: "Token") -> bool:
    """Whether a verb, or its auxiliary, is of the present: "sells", "are sold"."""
    auxiliaries = [c.tag_ for c in verb.children if c.dep_ in ("aux", "auxpass")]
    return (auxiliaries[0] if auxiliaries else verb.tag_) in ("VBP", "VBZ")


def _is_participle_too(past: "Token") -> bool:
    """Whether a past tense without an object may be a participle that shares the auxiliary of a passive one: "are washed and dried"."""
    return past.i + 1 < len(past.doc) and not any(c.dep_ in ("ccomp", "dobj", "prep") and c.i > past.i for c in past.children)


def bare(doc: "Doc") -> Iterator[Arc]:
    """ "Will book a bus, as parking is limited, and ask the club", "is asked to cut prices and obtain offers": an infinitive is joined to
    an infinitive, not to a finite verb."""
    for verb in doc:
        head = verb.head
        finite = head.tag_ in FINITE or head.tag_ == "VBN"
        if verb.dep_ != "conj" or verb.tag_ != "VB" or not finite or any(c.dep_ in ("aux", *SUBJECTS) for c in verb.children):
            continue
        if any(c.tag_ == "MD" or c.lemma_ == "do" for c in head.children if c.dep_ == "aux"):
            continue
        before = (t for t in reversed(doc[: verb.i]) if t.tag_ == "VB" and any(c.tag_ in ("MD", "TO") for c in t.children))
        other = next((t for t in before if head in (t.head, t, *t.ancestors) or t in head.ancestors), None)
        if other is not None:
            yield verb, other, "conj"


def listed_gerunds(doc: "Doc") -> Iterator[Arc]:
    """ "Proposes freeing the windows, ordering fans and extending the scheme": the second of three that are joined."""
    for gerund in doc:
        if gerund.dep_ != "advcl" or gerund.tag_ != "VBG" or not any(c.dep_ == "conj" and c.tag_ == "VBG" for c in gerund.children):
            continue
        first = next((c for c in gerund.head.children if c.dep_ == "xcomp" and c.tag_ == "VBG" and c.i < gerund.i), None)
        if first is not None and gerund.left_edge == gerund and doc[gerund.i - 1].text == ",":
            yield gerund, first, "conj"
