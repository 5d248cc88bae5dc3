"""What is inserted between commas: the sentence goes on behind it as if it were not there."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.parsing.syntax.dependencies import Arc

if TYPE_CHECKING:
    from spacy.tokens import Doc

_STATES = frozenset({"attr", "acomp"})


def behind_insertions(doc: "Doc") -> Iterator[Arc]:
    """ "Left early, as she told her sister, because of the noise", where the parse has her tell it because of the noise."""
    for clause in doc:
        start = clause.left_edge.i
        inserted = clause.dep_ == "advcl" and clause.head.i < start and doc[start].lower_ == "as" and doc[start].dep_ == "mark"
        if not inserted or doc[start - 1].text != ",":
            continue
        for child in clause.children:
            if child.i > clause.i and child.dep_ in ("prep", "advcl", "npadvmod") and doc[child.left_edge.i - 1].text == ",":
                yield child, clause.head, child.dep_


def denials(doc: "Doc") -> Iterator[Arc]:
    """ "Has not, so far, answered", where the parse has a "not" of the auxiliary alone."""
    for token in doc:
        verb = token.head.head
        if token.dep_ == "neg" and token.head.dep_ in ("aux", "auxpass") and token.i < verb.i:
            yield token, verb, "neg"


def before_states(doc: "Doc") -> Iterator[Arc]:
    """ "Was, until 1903, a port", where the parse has a 1903 that is a port; "was, she wrote, the longest", where it has a length that she
    wrote."""
    for verb in doc[:-1]:
        if verb.lemma_ != "be" or verb.nbor().text != "," or verb.dep_ in ("aux", "auxpass"):
            continue
        states = [c for c in verb.children if c.dep_ in _STATES and c.i > verb.i]
        for state in states:
            yield from ((c, verb, c.dep_) for c in state.children if c.dep_ in ("advcl", "parataxis", "prep") and c.right_edge.i < state.i)
        if states or any(c.dep_ in ("ccomp", "xcomp", "expl") for c in verb.children):
            continue
        inside = next((c for c in verb.children if c.dep_ == "prep" and c.left_edge.i == verb.i + 2), None)
        below = (t for t in inside.subtree if t.dep_ == "appos" and t.pos_ in ("NOUN", "PROPN")) if inside is not None else ()
        beside = next((t for t in below if doc[t.left_edge.i - 1].text == ","), None)
        if beside is not None and any(t.dep_ == "det" for t in beside.children):
            yield beside, verb, "attr"
