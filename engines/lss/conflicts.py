"""Words that a sentence of the reference contradicts: an opposite verb, another value, arguments exchanged.

Every word of a near copy made false may stand somewhere in the reference, and the head trained on summaries saw hardly any. The
verifier's rules know which words are in conflict (`engines.verification.rules.pipeline`). A wrong detail goes alone; where the verb or
its subject is wrong, the whole clause says something else and goes; a negation that is too much goes alone, for what is left is true.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from engines.english.lexicon import words as parsing_words
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.words import lexicon
from engines.verification.rules.base import Conflict
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import conflicts
from engines.verification.rules.weights import weight
from engines.verification.word_support.tree import SUBJECTS, WordTree

_SURE = 0.7
"""Kinds of conflict that weigh less than this for a statement are too often no error to delete a clause for."""
_OF_PARTS = frozenset({"entity in a role"})
"""Rules that tell that somebody else did it, not that nobody did: no clause is deleted for them (the word F1 would fall by 0.004)."""
_DETAILS = 0.5
"""What weighs this much is reason enough to delete a detail, a phrase that its clause can do without (the word F1 falls by 0.001)."""
_CONTRADICTED = -4.0
"""Log-odds that a contradicted word has at most: no other word pulls it along."""
_PREDICATES = frozenset({"VERB", "AUX"})
_CORE = SUBJECTS | {"dobj", "dative", "attr", "oprd", "acomp"}
"""What a clause cannot do without."""


def conflict_bounds(tree: WordTree, alignment: Alignment) -> NDArray[np.float64]:
    """(words,) the log-odds that each word has at most, infinite for words without conflict.

    Args:
        alignment: of the tree's sentence.
    """
    bounds = np.full(len(tree), np.inf)
    if not len(tree):
        return bounds
    case = Case(alignment)
    wrong, details = _in_conflict(tree, case)
    deleted = [*_deleted(tree, wrong), *(word for i in details for word in _detail(tree, i, details))]
    bounds[list(dict.fromkeys(deleted))] = _CONTRADICTED
    return bounds


def _masks(tree: WordTree, case: Case) -> list[NDArray[np.bool_]]:
    return [case.alignment.words.inside(word.start, word.end) for word in tree.words]


def _in_conflict(tree: WordTree, case: Case) -> tuple[list[int], list[int]]:
    """The words that are surely in conflict, and the other nouns of details that are."""
    if weight(conflicts(case)[0], "statement") < _DETAILS:
        return [], []
    found = conflicts(case, _masks(tree, case))
    wrong = [i for i, of in enumerate(found) if _sure(of)]
    details = [
        i
        for i, of in enumerate(found)
        if i not in wrong and weight(of, "statement") >= _DETAILS and tree.pos(i) not in _PREDICATES and tree.dep(i) not in _CORE
    ]
    return wrong, details


def _sure(found: Sequence[Conflict]) -> bool:
    return weight([conflict for conflict in found if conflict.rule not in _OF_PARTS], "statement") >= _SURE


def _deleted(tree: WordTree, wrong: Sequence[int]) -> Iterable[int]:
    """The words to delete for those that are in conflict."""
    negations = [i for i in wrong if tree.text(i).lower() in lexicon().negations]
    if negations:
        # The verb is in conflict only by them.
        wrong = [i for i in wrong if i in negations or not any(tree.parents[n] == i for n in negations)]
    for i in wrong:
        if tree.pos(i) in _PREDICATES and i not in negations:
            yield from _clause(tree, i)
        elif tree.dep(i) in SUBJECTS and tree.parents[i] >= 0:
            yield from _clause(tree, tree.parents[i])
        else:
            yield from _detail(tree, i, wrong)


def _detail(tree: WordTree, noun: int, wrong: Sequence[int]) -> Iterable[int]:
    """A wrong detail with its preposition, unless that has a right one too; of "by the end of 2026" nothing is left."""
    yield from tree.subtrees[noun]
    above = tree.parents[noun]
    if above >= 0 and tree.pos(above) == "ADP" and all(c in wrong for c in tree.children[above] if tree.dep(c) == "pobj"):
        yield above
        bound = tree.parents[above]
        if bound >= 0 and tree.text(above).lower() == "of" and tree.text(bound).lower() in parsing_words("nouns of bounds"):
            yield from _detail(tree, bound, [bound])


def _clause(tree: WordTree, verb: int) -> Iterable[int]:
    """A verb with all that depends on it but the clauses beside it and the subject that these share; a report goes with what it reports."""
    apart: set[int] = set()
    for other in tree.children[verb]:
        if tree.dep(other) in ("conj", "parataxis") and tree.pos(other) in _PREDICATES:
            apart.update(tree.subtrees[other])
            if not any(tree.dep(c) in SUBJECTS for c in tree.children[other]):
                apart.update(w for c in tree.children[verb] if tree.dep(c) in SUBJECTS for w in tree.subtrees[c])
    yield from (w for w in tree.subtrees[verb] if w not in apart)
    above = tree.parents[verb]
    if above >= 0 and tree.dep(verb) == "ccomp" and tree.pos(above) in _PREDICATES:
        yield from _clause(tree, above)
