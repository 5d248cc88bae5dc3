"""A long sentence with one wrong value: of its clauses, one says nearly what the reference says, with another number, date or amount.

A sentence is seldom near to one sentence of the reference as a whole, so that a wrong year in one of its clauses passes unseen. Its
clauses, taken apart as the content units of ACUEval are, come near enough to be compared. Only conflicts about values are believed
of them: cut short, a clause comes near to sentences about something else.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_strings
from engines.core.roles import ContentUnit
from engines.core.text import Text, model_text
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.reference import EncodedReference
from engines.verification.rules.pipeline import contradictions, is_copy, weight
from engines.verification.values.finding import find_values

BELIEVED = frozenset({"value", "misplaced"})
"""Kinds of conflict that count for a clause whose sentence as a whole agrees. Of 13 others in labelled sentences (LSS, QASemConsistency
dev), eight were of supported ones; of 28 about values four."""


@dataclass(frozen=True, eq=False)
class Clause:
    """One clause of a sentence, aligned, and the kinds of its conflicts that are believed.

    Attributes:
        parts: what it takes up of the sentence, characters from the sentence's start.
    """

    alignment: Alignment
    kinds: frozenset[str]
    parts: tuple[tuple[int, int], ...]


def clauses_in_conflict(
    reference: EncodedReference, sentences: Sequence[Alignment], about: Sequence[NDArray[np.bool_]] | None = None
) -> list[list[Clause]]:
    """The clauses of each sentence that a sentence of the reference contradicts about a value; copies have none.

    Args:
        about: for each sentence the words, (words,), of which only the shortest clauses that hold them are looked at; None looks at all.
    """
    units = [_clauses(sentence, None if about is None else about[i]) for i, sentence in enumerate(sentences)]
    distinct = list(dict.fromkeys(model_text(unit.statement) for of in units for unit in of))
    parse_strings(distinct)  # together, which takes a fraction of the time; they are remembered
    aligned = dict(zip(distinct, align(reference, distinct), strict=True))
    kinds = {clause: contradictions(alignment, [None])[0] & BELIEVED for clause, alignment in aligned.items()}
    found = [[(unit.spans, model_text(unit.statement)) for unit in of] for of in units]
    return [[Clause(aligned[clause], kinds[clause], spans) for spans, clause in of if weight(kinds[clause], "statement")] for of in found]


def _clauses(sentence: Alignment, about: NDArray[np.bool_] | None) -> list[ContentUnit]:
    """The content units of a sentence that have values in them."""
    from engines.decomposition.writer import decompose

    if not find_values(sentence.text) or is_copy(sentence):
        return []
    units = [unit for unit in decompose(Text.of(sentence.text)) if find_values(unit.statement)]
    if about is None:
        return units
    held = [[bool(np.any([sentence.words.inside(*part)[word] for part in unit.spans])) for word in np.flatnonzero(about)] for unit in units]
    by_length = sorted(range(len(units)), key=lambda u: len(units[u].statement))
    shortest = (next((u for u in by_length if held[u][k]), None) for k in range(int(about.sum())))
    return [units[u] for u in dict.fromkeys(shortest) if u is not None]


def clauses_without_conflict(reference: EncodedReference, sentences: Sequence[Alignment]) -> NDArray[np.float64]:
    """(sentences,) what is left of the probability of each after the conflicts of its clauses about values, [0, 1]."""
    found = clauses_in_conflict(reference, sentences)
    return np.array([1 - max((weight(clause.kinds, "statement") for clause in clauses), default=0.0) for clauses in found])


def values_without_conflict(
    reference: EncodedReference, sentences: Sequence[Alignment], asked: Sequence[NDArray[np.bool_]]
) -> NDArray[np.float64]:
    """(QAs,) what is left of the probability of each QA after such conflicts of the clauses of its sentence, [0, 1].

    Args:
        sentences: the sentence of each QA; the QAs of a sentence share one alignment.
        asked: for each QA the words that it is about, (words,).
    """
    distinct = {id(sentence): sentence for sentence in sentences}
    about = {key: np.zeros(len(sentence.words), dtype=bool) for key, sentence in distinct.items()}
    for sentence, words in zip(sentences, asked, strict=True):
        about[id(sentence)] |= words & sentence.equivalents.values_missing
    found = zip(distinct.values(), clauses_in_conflict(reference, list(distinct.values()), list(about.values())), strict=True)
    wrong = {id(sentence): values_in_conflict(sentence, clauses) for sentence, clauses in found if clauses}
    lost = weight(BELIEVED, "question")
    hit = [id(s) in wrong and bool((wrong[id(s)] & words).any()) for s, words in zip(sentences, asked, strict=True)]
    return 1 - lost * np.array(hit, dtype=np.float64)


def values_in_conflict(sentence: Alignment, clauses: Sequence[Clause]) -> NDArray[np.bool_]:
    """(words,) the words of a sentence that are the wrong values of its clauses."""
    wrong = np.zeros(len(sentence.words), dtype=bool)
    for clause in clauses:
        words = clause.alignment.words
        values = np.flatnonzero(clause.alignment.equivalents.values_missing | words.numbers)
        one_by_one = contradictions(clause.alignment, [np.arange(len(words)) == i for i in values])
        keys = {words.keys[i] for i, kinds in zip(values, one_by_one, strict=True) if kinds & BELIEVED}
        inside = np.any([sentence.words.inside(*part) for part in clause.parts], axis=0) if clause.parts else wrong
        wrong |= inside & np.array([key in keys for key in sentence.words.keys], dtype=bool)
    return wrong
