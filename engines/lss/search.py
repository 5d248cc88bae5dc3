"""The best set of words to keep, found exactly whatever the length of the sentence.

A set of kept words is worth the sum of its words' support (log-odds), less a penalty wherever a kept word hangs on a
deleted one (an orphan) or a kept word has lost a dependent that it needs. Both penalties only ever pull a word and its parent
together, so on a dependency tree dynamic programming finds the best set in linear time, and raising the support of any word
never removes a word from it (the energy is submodular; the largest of the best sets is taken).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engines.core.machine.files import asset
from engines.verification.word_support.tree import SUBJECTS, WordTree

_NEVER = -1e9


@dataclass(frozen=True)
class Penalties:
    """What tearing the tree costs, in log-odds; what is used comes from assets/lss/search.json.

    Attributes:
        orphan: a kept word whose parent is deleted.
        clause: the same for the head of a clause, which can stand alone.
        bound: a kept word without its article, auxiliary or conjunction, or such a word kept alone.
        needed: a kept verb without its subject or object, a preposition without its noun.
        lost: a kept word without another dependent.
        keep: added to the support of every word: above 0 keeps more.
    """

    orphan: float = 1.0
    clause: float = 0.3
    bound: float = 2.0
    needed: float = 1.0
    lost: float = 0.0
    keep: float = 0.0

    def __post_init__(self) -> None:
        if min(self.orphan, self.clause, self.bound, self.needed, self.lost) < 0:
            raise ValueError("A penalty must not be negative: the search would no longer be monotone.")


@cache
def load_penalties() -> Penalties:
    """The bundled penalties."""
    return Penalties(**json.loads(asset("lss", "search.json").read_text("utf-8")))


_CLAUSES = frozenset({"ccomp", "xcomp", "conj", "advcl", "relcl", "acl", "parataxis", "appos"})
_OF_COPULA = frozenset({"attr", "acomp", "nsubj"})
_NEEDED = SUBJECTS | {"dobj", "attr", "pobj", "pcomp", "agent", "xcomp", "ccomp", "oprd", "acomp"}


def best_subset(tree: WordTree, support: Sequence[float], penalties: Penalties) -> tuple[bool, ...]:
    """Which words to keep: the largest of the sets worth most, all False when every set is worth less than nothing.

    `support` is each word's log-odds of being supported. The head of the main clause's subject is kept if anything is.
    """
    if not len(tree):
        return ()
    chosen = _best(tree, support, penalties, tree.subject)
    return chosen if worth(tree, support, chosen, penalties) >= 0 else (False,) * len(tree)


def worth(tree: WordTree, support: Sequence[float], kept: Sequence[bool], penalties: Penalties) -> float:
    """What a set of kept words is worth; 0 for the empty set."""
    total = sum(s + penalties.keep for s, k in zip(support, kept, strict=True) if k)
    for child, parent in enumerate(tree.parents):
        if parent >= 0:
            orphan, lost = _edge(tree, child, penalties)
            total -= orphan * (kept[child] and not kept[parent]) + lost * (kept[parent] and not kept[child])
    return total


def _edge(tree: WordTree, child: int, penalties: Penalties) -> tuple[float, float]:
    """The price of keeping only the child, and of keeping only the parent."""
    if tree.bound(child):
        return penalties.bound, penalties.bound if tree.dep(child) != "det" else penalties.bound / 2
    dep = tree.dep(child)
    if dep in _OF_COPULA and tree.pos(tree.parents[child]) == "AUX":
        return penalties.bound, penalties.needed
    orphan = penalties.clause if dep in _CLAUSES else penalties.orphan
    if dep in ("pobj", "pcomp"):
        return penalties.bound, penalties.bound + penalties.needed
    return orphan, penalties.needed if dep in _NEEDED else penalties.lost


def _best(tree: WordTree, support: Sequence[float], penalties: Penalties, subject: int | None) -> tuple[bool, ...]:
    """The largest best set that contains the subject."""
    kept_value, lost_value = [0.0] * len(tree), [0.0] * len(tree)
    choice: list[tuple[bool, bool]] = [(False, False)] * len(tree)
    for word in reversed(tree.from_root):
        kept, lost = support[word] + penalties.keep, 0.0
        for child in tree.children[word]:
            orphan, missing = _edge(tree, child, penalties)
            with_kept = (kept_value[child], lost_value[child] - missing)
            with_lost = (kept_value[child] - orphan, lost_value[child])
            choice[child] = (with_kept[0] >= with_kept[1], with_lost[0] >= with_lost[1])
            kept += max(with_kept)
            lost += max(with_lost)
        kept_value[word] = kept
        lost_value[word] = _NEVER if word == subject else lost
    result = [False] * len(tree)
    result[tree.root] = kept_value[tree.root] >= lost_value[tree.root]
    for word in tree.from_root[1:]:
        result[word] = choice[word][0 if result[tree.parents[word]] else 1]
    return tuple(result)
