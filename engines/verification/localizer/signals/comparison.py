"""A hypothesis beside one premise: every relation of the one held against every relation of the other."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engines.verification.localizer.signals.base import Array
from engines.verification.localizer.signals.likeness import likeness
from engines.verification.rules.case import Case, Premise
from engines.verification.sentences.lexical_relations import are_related, has_opposite, told_by_denial
from engines.verification.sentences.parsed import CORE, ParsedSentence

COLUMNS = (
    "attached",
    "attached_in_role",
    "filler_head",
    "filler_alike",
    "filler_other",
    "frame",
    "frame_in_role",
    "frame_dependents",
    "frame_of_others",
    "frame_others_alike",
    "frame_lead",
    "verb_agrees",
    "relations",
    "opposite",
    "related",
    "best_alike",
)
AGAINST = ("filler_head", "filler_alike", "filler_other", "frame_of_others", "frame_others_alike", "frame_lead")
"""What speaks against a word."""
_ALIKE = 0.6
"""From here on two words are taken for one when their dependents are compared."""
_REMOTELY = 0.15
"""Words less alike than this are not looked up as related."""
_MOST_RELATIONS = 8
_OPEN = frozenset({"NOUN", "VERB", "ADJ", "ADV"})
"""Classes of words that the thesaurus has."""
_BY_LIKENESS = 0.1
"""What likeness alone counts when the premise that has a word best is chosen."""


class Comparison:
    """What one premise says of each token of a hypothesis."""

    def __init__(self, case: Case, premise: Premise):
        self._mine, self._theirs = case.hypothesis, premise.sentence
        self._alike = likeness(case, premise)
        self._own = [r for r in self._mine.relations if self._mine.keys[r.head] and self._mine.keys[r.dep]]
        self._other = [r for r in self._theirs.relations if self._theirs.keys[r.head] and self._theirs.keys[r.dep]]
        shape = (len(self._own), len(self._other))
        self._heads = self._alike[np.ix_([r.head for r in self._own], [r.head for r in self._other])] if all(shape) else np.zeros(shape)
        self._deps = self._alike[np.ix_([r.dep for r in self._own], [r.dep for r in self._other])] if all(shape) else np.zeros(shape)
        self._roles = np.array([[a.role == b.role for b in self._other] for a in self._own], dtype=np.float32).reshape(shape)
        self._both = np.minimum(self._heads, self._deps)
        self._above: dict[int, list[int]] = {}
        self._below: dict[int, list[int]] = {}
        for number, relation in enumerate(self._own):
            self._above.setdefault(relation.dep, []).append(number)
            self._below.setdefault(relation.head, []).append(number)
        self._fits = self._fit_by_head()
        self._present = [b for b, keys in enumerate(self._theirs.keys) if keys]
        self._known: dict[int, dict[str, float]] = {}
        self._fillers: dict[int, int] = {}
        self._frames: dict[int, int] = {}

    def worth(self, token: int) -> float:
        """How well the premise has a token with what it is related to."""
        found = self.of(token)
        return found["attached"] + found["frame"] + _BY_LIKENESS * found["best_alike"]

    def of(self, token: int) -> dict[str, float]:
        """The columns of one token, by name."""
        if token not in self._known:
            self._known[token] = {**dict.fromkeys(COLUMNS, 0.0), **self._words(token), **self._attachment(token), **self._frame(token)}
        return self._known[token]

    def filler_of(self, token: int) -> int | None:
        """What stands in the place of a token there: on the same word, in the same role."""
        self.of(token)
        return self._fillers.get(token)

    def frame_of(self, token: int) -> int | None:
        """The other word that has there what hangs on a token."""
        self.of(token)
        return self._frames.get(token)

    def _fit_by_head(self) -> tuple[list[int], Array, Array]:
        """The heads of the premise; for each own relation how well one of their dependents fits, in any role and in the same one."""
        heads = sorted({relation.head for relation in self._other})
        fit, in_role = (np.zeros((len(self._own), len(heads)), dtype=np.float32) for _ in range(2))
        for column, head in enumerate(heads if self._own else ()):
            of = [number for number, relation in enumerate(self._other) if relation.head == head]
            fit[:, column] = self._deps[:, of].max(axis=1)
            in_role[:, column] = (self._deps[:, of] * self._roles[:, of]).max(axis=1)
        return heads, fit, in_role

    def _has_opposite(self, token: int) -> bool:
        """Whether the premise has an opposite of a word, and not denied in only one of the two; most words have none."""
        mine, theirs = self._mine, self._theirs
        if not has_opposite(mine, token, theirs, self._present):
            return False
        return has_opposite(mine, token, theirs, [b for b in self._present if not told_by_denial(mine, token, theirs, b)])

    def _words(self, token: int) -> dict[str, float]:
        """What the words alone say."""
        mine, theirs, alike = self._mine, self._theirs, self._alike[token]
        best = float(alike.max(initial=0))
        found = {
            "best_alike": best,
            "relations": float(min(len(self._above.get(token, ())) + len(self._below.get(token, ())), _MOST_RELATIONS)),
            "opposite": float(self._has_opposite(token)),
            "related": float(best < 1 and any(are_related(mine, token, theirs, b) for b in self._present if alike[b] > _REMOTELY)),
        }
        if token in mine.verbs and len(alike):
            at = int(alike.argmax())
            if at in theirs.verbs and alike[at] >= _ALIKE:
                found["verb_agrees"] = 1.0 if theirs.verbs[at].negated == mine.verbs[token].negated else -1.0
        return found

    def _attachment(self, token: int) -> dict[str, float]:
        """Whether the token hangs on the same word there, and what else does so in its role."""
        rows = self._above.get(token)
        if not rows or not self._other:
            return {}
        same_head: NDArray[np.floating] = self._heads[rows] * self._roles[rows]
        row, column = (int(x) for x in np.unravel_index(int(same_head.argmax()), same_head.shape))
        if same_head[row, column] >= _ALIKE:
            self._fillers[token] = self._other[column].dep
        return {
            "attached": float(self._both[rows].max()),
            "attached_in_role": float((self._both[rows] * self._roles[rows]).max()),
            "filler_head": float(same_head[row, column]),
            "filler_alike": float(self._deps[rows[row], column]),
            "filler_other": float((same_head * (1 - self._deps[rows])).max()),
        }

    def _frame(self, token: int) -> dict[str, float]:
        """Whether the token has the same dependents there, and which other word has them."""
        rows = self._below.get(token)
        if not rows or not self._other:
            return {}
        core = [row for row in rows if self._own[row].role in CORE] or rows
        heads, fit, in_role = self._fits
        scores = fit[rows].mean(axis=0) + in_role[rows].mean(axis=0)
        own = self._alike[token, heads]
        others = np.where(own < _ALIKE, scores, 0)
        best = int(others.argmax())
        if others[best] > 0:
            self._frames[token] = heads[best]
        return {
            "frame": float(self._both[rows].max(axis=1).mean()),
            "frame_in_role": float((self._both[rows] * self._roles[rows]).max(axis=1).mean()),
            "frame_dependents": float(self._deps[core].max(axis=1).mean()),
            "frame_of_others": float(others[best]) / 2,
            "frame_others_alike": float(own[best]),
            "frame_lead": float(others.max() - np.where(own >= _ALIKE, scores, 0).max()) / 2,
        }


def comparisons(case: Case) -> list[Comparison]:
    """A hypothesis beside each of the premises that fit best, in their order; made once."""
    return case.derived(_comparisons)


def _comparisons(case: Case) -> list[Comparison]:
    return [Comparison(case, premise) for premise in case.premises]


def in_place_of(case: Case, token: int) -> Iterator[tuple[str, Premise, int]]:
    """What stands in the reference where a word would stand: in which way, in which premise, and its token there.

    That is in the gap of a sentence that else has the same words in order (gap), with the same arguments (frame), or on the same word in
    the same role (filler).
    """
    if case.near:
        place = max(range(len(case.near)), key=lambda p: case.differences[p].shared)
        for gap in case.differences[place].gaps:
            if token in gap.mine:
                yield from (("gap", case.near[place], there) for there in gap.theirs)
    compared = comparisons(case)
    if compared:
        best = max(range(len(compared)), key=lambda k: compared[k].worth(token))
        for name, there in (("frame", compared[best].frame_of(token)), ("filler", compared[best].filler_of(token))):
            if there is not None:
                yield name, case.premises[best], there


def is_open(sentence: ParsedSentence, token: int) -> bool:
    """Whether a word is of a class that the thesaurus has: no name, and none that only links others."""
    return sentence.classes[token] in _OPEN and token not in sentence.named
