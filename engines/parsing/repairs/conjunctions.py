"""What opens a clause and is taken for something else: "that" for an object, "provided" for a verb of its own."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.parsing.syntax.dependencies import SUBJECTS, Arc

if TYPE_CHECKING:
    from spacy.tokens import Doc


def conjunctions(doc: "Doc") -> Iterator[Arc]:
    """ "Told the board that the roof leaked", where the parse makes "that" the object of a verb that is said of another subject."""
    for that in doc:
        clause = that.head
        if that.lower_ != "that" or that.dep_ not in ("dobj", "dative") or clause.dep_ != "ccomp" or that.i < clause.head.i:
            continue
        if any(c.dep_ in SUBJECTS and c.i > that.i for c in clause.children) and clause.left_edge == that:
            yield that, clause, "mark"


def conditions(doc: "Doc") -> Iterator[Arc]:
    """ "He agreed provided that she stays", where the parse has what he agreed to do."""
    for token in doc:
        clause = next((c for c in token.children if c.dep_ == "ccomp" and c.i > token.i), None)
        opened = token.lower_ in ("provided", "providing") and token.dep_ in ("ccomp", "conj", "xcomp") and clause is not None
        if opened and not any(c.dep_ in ("aux", "auxpass", "cc", "dobj", *SUBJECTS) for c in token.children) and token.i > token.head.i:
            yield token, token.head, "advcl"
