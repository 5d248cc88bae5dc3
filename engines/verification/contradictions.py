"""Which conflicts of a sentence count for a question, for a statement and for a content unit of it."""

from collections.abc import Sequence
from dataclasses import replace

from engines.core.findings import Conflict
from engines.core.plain.copying import model_text
from engines.core.roles import Hypothesis
from engines.verification.encoding.alignment import Alignment
from engines.verification.features.measuring import Measured
from engines.verification.rules.base import ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import Mask, conflicts, shown

Conflicts = tuple[Conflict, ...]
BELIEVED = frozenset({ConflictKind.QUANTITY, ConflictKind.ANTONYM, ConflictKind.SUBSTITUTION, ConflictKind.NEGATION})
"""Kinds of conflict that count for a content unit whose sentence as a whole agrees: cut short, it comes near to sentences about
something else. In labelled units (LSS, QASemConsistency dev) 17 of 19 of these were of unsupported ones, of names three of eight."""


def question_conflicts(measured: Sequence[Measured], asked: Sequence[Mask]) -> list[Conflicts]:
    """For each QA the conflicts of its sentence that touch the words that it is about.

    Args:
        asked: for each QA its words, (words,).
    """
    found: list[Conflicts] = [()] * len(measured)
    for case, rows in _cases([m.alignment for m in measured]):
        for i, of in zip(rows, conflicts(case, [asked[i] for i in rows]), strict=True):
            found[i] = tuple(each for conflict in of for each in shown(case, conflict))
    return found


def statement_conflicts(alignments: Sequence[Alignment], agreeing: Sequence[bool | None]) -> list[tuple[bool, Conflicts]]:
    """For each sentence of a statement whether it is a copy of one of the reference, and its conflicts.

    Args:
        agreeing: whether the sentence that a content unit was taken from has no conflict, None for what is no unit.
    """
    found: list[tuple[bool, Conflicts]] = [(False, ())] * len(alignments)
    for case, rows in _cases(alignments):
        (every,) = conflicts(case)
        for i in rows:
            of = [conflict for conflict in every if not agreeing[i] or conflict.kind in BELIEVED]
            found[i] = case.is_copy, tuple(each for conflict in of for each in shown(case, conflict))
    return found


def part_conflicts(alignment: Alignment, parts: Sequence[Mask]) -> tuple[bool, list[Conflicts]]:
    """Whether a sentence has no conflict as a whole, and the conflicts of its parts, masks over its words."""
    case = Case(alignment)
    whole, *found = conflicts(case, [None, *parts])
    return not whole, [tuple(each for conflict in of for each in shown(case, conflict)) for of in found]


def in_hypothesis(conflicts: Conflicts, hypothesis: Hypothesis, sentence: str) -> Conflicts:
    """Conflicts of one sentence of a statement, placed in the statement; those of a content unit in the parts of the sentence it is from.

    A word that a unit does not share with its sentence stands for all of its parts.
    """
    if not hypothesis.sentence:
        shift = max(0, model_text(hypothesis.statement).find(model_text(sentence)))
        return tuple(replace(each, start=each.start + shift, end=each.end + shift) for each in conflicts)
    if not hypothesis.parts:
        return ()
    first, last = min(start for start, _ in hypothesis.parts), max(end for _, end in hypothesis.parts)
    placed = []
    for each in conflicts:
        words = sentence[each.start : each.end]
        start = hypothesis.sentence.find(words, first, last)
        placed.append(replace(each, start=start, end=start + len(words)) if start >= 0 else replace(each, start=first, end=last))
    return tuple(placed)


def _cases(alignments: Sequence[Alignment]) -> list[tuple[Case, list[int]]]:
    """A case for each distinct alignment, with the rows that have it."""
    members: dict[int, list[int]] = {}
    for i, alignment in enumerate(alignments):
        members.setdefault(id(alignment), []).append(i)
    return [(Case(alignments[rows[0]]), rows) for rows in members.values()]
