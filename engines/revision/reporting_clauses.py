"""The words of a sentence that only say who said it: "Officials said that" before what is said, ", officials said" after it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.decomposition.lexicon import words
from engines.english.pronouns import THIRD_PERSON_SUBJECTS
from engines.parsing.syntax.dependencies import SUBJECTS, children

if TYPE_CHECKING:
    from spacy.tokens import Token


def reporting_clause(said: "Token") -> Iterator[tuple[int, int, str]]:
    """(first token, last token, "report") of what may go around a reported clause."""
    verb = said.head
    if verb.lemma_.lower() not in words("saying") or not children(said, *SUBJECTS) or _reports_more(said):
        return
    if any(
        t.lower_ in THIRD_PERSON_SUBJECTS and t.pos_ == "PRON" for t in children(said, *SUBJECTS)
    ):  # "Ana Lind says she ...": who is "she" without it?
        return
    last_inside = max(t.i for t in said.subtree)
    first_inside = min(t.i for t in said.subtree)
    marks = [c.i for c in said.children if c.dep_ == "mark"]
    if first_inside > verb.i and last_inside >= len(said.doc) - 3:
        yield 0, (marks[0] if marks and marks[0] == first_inside else first_inside - 1), "report"
    elif first_inside == 0 and last_inside < verb.i:
        end = len(said.doc) - 1
        while end > last_inside and said.doc[end].is_punct:
            end -= 1
        yield last_inside + 1, end, "report"


def _reports_more(said: "Token") -> bool:
    """Whether a second "and that ..." would be left without the lead."""
    return any(t.lower_ == "that" and t.dep_ == "mark" and t.i > said.i and t.nbor(-1).dep_ == "cc" for t in said.doc)
