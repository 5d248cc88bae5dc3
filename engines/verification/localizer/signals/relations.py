"""Who does what to whom: whether the reference has a word in the same relations, and what it has in its place.

Every content word of a sentence is held against the sentences that fit it best. *Attachment* asks for the word with the word that it
depends on, *frame* for a word with its own dependents, *filler* for what else stands in its place.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.verification.localizer.reading import Reading, ReadSentence
from engines.verification.localizer.signals.base import Array, Signal
from engines.verification.rules.case import Case, Premise
from engines.verification.sentences.lexical_relations import are_opposite, are_related
from engines.verification.sentences.parsed import CORE, ParsedSentence

COLUMNS = (
    "near_words",
    "near_frame",
    "near_back",
    "in_order",
    "gap_mine",
    "gap_theirs",
    "gap_flanked",
    "gap_same_class",
    "gap_alike",
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
_ALIKE = 0.6
"""From here on two words are taken for one when their dependents are compared."""


def rows(reading: Reading) -> Sequence[Array]:
    """(words, len(COLUMNS)) of every sentence."""
    return [_of_sentence(sentence) for sentence in reading.sentences]


def _of_sentence(sentence: ReadSentence) -> Array:
    case, tree = sentence.case, sentence.tree
    found = np.zeros((len(tree), len(COLUMNS)), dtype=np.float32)
    if not len(tree):
        return found
    compared = [_Compared(case, premise) for premise in case.premises]
    order = _orders(case)
    for i, word in enumerate(tree.words):
        tokens = [t for t in range(word.first, word.last) if case.hypothesis.keys[t]] or [word.head]
        at = word.head if word.head in tokens else tokens[-1]
        found[i, :9] = order[at]
        if compared:
            best = max(compared, key=lambda c: c.worth(at))
            found[i, 9:] = np.maximum.reduce([c.of(at) for c in compared]) if len(compared) > 1 else compared[0].of(at)
            # What speaks against a word counts where the word fits best.
            against = best.of(at)
            for column in (2, 3, 4, 8, 9, 10):
                found[i, 9 + column] = against[column]
    return found


def _orders(case: Case) -> Array:
    """For each token: how near the nearest sentence is, whether the token is shared in order with one, and the gap that it is in."""
    mine = case.hypothesis
    found = np.zeros((len(mine.keys), 9), dtype=np.float32)
    if not case.near:
        return found
    found[:, 0] = max(n.words for n in case.near)
    found[:, 1] = max(n.frame for n in case.near)
    found[:, 2] = max(n.back for n in case.near)
    place = max(range(len(case.near)), key=lambda p: case.differences[p].shared)
    between, theirs = case.differences[place], case.near[place].sentence
    for difference in case.differences:
        for a, _ in difference.pairs:
            found[a, 3] = 1
    for gap in between.gaps:
        for t in gap.mine:
            classes = [case.hypothesis.classes[t] == theirs.classes[o] for o in gap.theirs]
            found[t, 4] = min(len(gap.mine), 10)
            found[t, 5] = min(len(gap.theirs), 10)
            found[t, 6] = (gap.before is not None) + (gap.after is not None)
            found[t, 7] = any(classes)
            found[t, 8] = max((_alike(case, case.near[place], t, o) for o in gap.theirs), default=0.0)
    return found


def _alike(case: Case, premise: Premise, mine: int, theirs: int) -> float:
    if case.hypothesis.keys[mine] & premise.sentence.keys[theirs]:
        return 1.0
    return float(_degrees(case, premise)[mine, theirs])


def _degrees(case: Case, premise: Premise) -> NDArray[np.float32]:
    """(tokens, tokens) how much alike the words of a hypothesis and of a premise are, in [0, 1]."""
    known = case.derived(_tables)
    if premise.number not in known:
        known[premise.number] = _table(case, premise)
    return known[premise.number]


def _tables(case: Case) -> dict[int, NDArray[np.float32]]:
    return {}


def _table(case: Case, premise: Premise) -> NDArray[np.float32]:
    mine, theirs = case.hypothesis, premise.sentence
    table = np.zeros((len(mine.keys), len(theirs.keys)), dtype=np.float32)
    reference = case.reference.words
    low = int(np.searchsorted(reference.ends, premise.start, side="right"))
    high = int(np.searchsorted(reference.starts, premise.start + len(theirs.text)))
    if high > low:
        beside = case.alignment.beside(low, high)
        columns = [
            np.flatnonzero((reference.starts[low:high] < premise.start + e) & (reference.ends[low:high] > premise.start + s))
            for s, e in theirs.spans
        ]
        for a in range(len(mine.keys)):
            inside = case.words(a)
            if not len(inside) or not mine.keys[a]:
                continue
            own = beside[inside].max(axis=0)
            for b, of in enumerate(columns):
                if len(of) and theirs.keys[b]:
                    table[a, b] = own[of].max()
    owners: dict[str, list[int]] = {}
    for b, keys in enumerate(theirs.keys):
        for key in keys:
            owners.setdefault(key, []).append(b)
    for a, keys in enumerate(mine.keys):
        for key in keys:
            table[a, owners.get(key, [])] = 1
    return table


class _Compared:
    """A hypothesis beside one premise: every relation of the one held against every relation of the other."""

    def __init__(self, case: Case, premise: Premise):
        self.mine: ParsedSentence = case.hypothesis
        self.theirs: ParsedSentence = premise.sentence
        self.alike = _degrees(case, premise)
        own = [r for r in self.mine.relations if self.mine.keys[r.head] and self.mine.keys[r.dep]]
        other = [r for r in self.theirs.relations if self.theirs.keys[r.head] and self.theirs.keys[r.dep]]
        self.own, self.other = own, other
        if own and other:
            heads = self.alike[np.ix_([r.head for r in own], [r.head for r in other])]
            deps = self.alike[np.ix_([r.dep for r in own], [r.dep for r in other])]
            roles = np.array([[a.role == b.role for b in other] for a in own], dtype=np.float32)
            self.heads, self.deps, self.roles = heads, deps, roles
            self.both = np.minimum(heads, deps)
        self.up: dict[int, list[int]] = {}
        self.down: dict[int, list[int]] = {}
        for k, r in enumerate(own):
            self.up.setdefault(r.dep, []).append(k)
            self.down.setdefault(r.head, []).append(k)
        self._known: dict[int, Array] = {}
        self._frames = self._by_head()

    def _by_head(self) -> tuple[list[int], NDArray[np.float32], NDArray[np.float32]]:
        """The heads of the premise with, for each own relation, how well one of their dependents fits, in any role and in the same."""
        heads = sorted({r.head for r in self.other})
        count = len(self.own)
        fit, fit_role = np.zeros((count, len(heads)), dtype=np.float32), np.zeros((count, len(heads)), dtype=np.float32)
        for j, head in enumerate(heads):
            columns = [k for k, r in enumerate(self.other) if r.head == head]
            if count and columns:
                fit[:, j] = self.deps[:, columns].max(axis=1)
                fit_role[:, j] = (self.deps[:, columns] * self.roles[:, columns]).max(axis=1)
        return heads, fit, fit_role

    def worth(self, token: int) -> float:
        """How well the premise has a token with what it is related to."""
        of = self.of(token)
        return float(of[0] + of[5] + 0.1 * of[15])

    def of(self, token: int) -> Array:
        """The columns of one token, from "attached" on."""
        if token not in self._known:
            self._known[token] = self._of(token)
        return self._known[token]

    def _of(self, t: int) -> Array:
        mine, theirs = self.mine, self.theirs
        found = np.zeros(16, dtype=np.float32)
        found[15] = self.alike[t].max(initial=0)
        up, down = self.up.get(t, []), self.down.get(t, [])
        found[12] = min(len(up) + len(down), 8)
        if self.own and self.other:
            if up:
                found[0] = self.both[up].max()
                found[1] = (self.both[up] * self.roles[up]).max()
                same = self.heads[up] * self.roles[up]
                k, j = (int(x) for x in np.unravel_index(int(same.argmax()), same.shape))
                found[2] = same[k, j]
                found[3] = self.deps[up[k], j]
                found[4] = float((same * (1 - self.deps[up])).max())
            if down:
                core = [k for k in down if self.own[k].role in CORE] or down
                found[5] = float(self.both[down].max(axis=1).mean())
                found[6] = float((self.both[down] * self.roles[down]).max(axis=1).mean())
                found[7] = float(self.deps[core].max(axis=1).mean())
                heads, fit, fit_role = self._frames
                scores = fit[down].mean(axis=0) + fit_role[down].mean(axis=0)
                own = self.alike[t, heads]
                others = np.where(own < _ALIKE, scores, 0)
                j = int(others.argmax())
                found[8] = others[j] / 2
                found[9] = own[j]
                like = np.where(own >= _ALIKE, scores, 0)
                found[10] = (others.max() - like.max()) / 2
        if t in mine.verbs:
            at = int(self.alike[t].argmax())
            if at in theirs.verbs and self.alike[t, at] >= _ALIKE:
                found[11] = 1.0 if theirs.verbs[at].negated == mine.verbs[t].negated else -1.0
        present = [b for b in range(len(theirs.keys)) if theirs.keys[b]]
        found[13] = any(are_opposite(mine, t, theirs, b) for b in present)
        found[14] = found[15] < 1 and any(are_related(mine, t, theirs, b) for b in present if self.alike[t, b] > 0.15)
        return found


SIGNAL = Signal("relations", COLUMNS, rows)
