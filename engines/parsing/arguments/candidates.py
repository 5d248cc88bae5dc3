"""Spans around a predicate that may be its arguments: for each phrase head a few ways to cut its subtree.

Nearly every gold argument (99 % at IOU 0.3) is among them; the scorer says which ones are arguments. What does not
depend on the predicate is computed once for a sentence, so that a further predicate costs little.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.parsing.syntax.dependencies import SUBJECTS, is_punctuation

if TYPE_CHECKING:
    from spacy.tokens import Doc

VARIANTS = ("rule", "minimal", "full", "core", "phrase", "clause", "bare clause", "verb phrase", "whole")
"""How a span was cut, by index; "rule" marks a span that only the rules propose."""
MOST_DISTANT = 70
"""Heads farther from the predicate than this many tokens are no candidates: bounds the work on very long sentences."""

_RULE, _MINIMAL, _FULL, _CORE, _PHRASE, _CLAUSE, _BARE, _VERB_PHRASE, _WHOLE = range(9)
_SKIPPED_TAGS = frozenset({"PUNCT", "DET", "AUX", "CCONJ", "PART", "SPACE", "SCONJ", "INTJ", "SYM"})
_SKIPPED_LABELS = frozenset({"aux", "auxpass", "det", "punct", "cc", "neg", "mark", "prt", "case", "predet"})
_HEADING_LABELS = frozenset(
    {"ROOT", "pobj", "dobj", "nsubj", "nsubjpass", "attr", "conj", "ccomp", "advcl", "relcl", "xcomp", "pcomp", "acl"}
)
_NOUN_TAGS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "SYM", "X"})
_NOUN_LABELS = frozenset({"nsubj", "nsubjpass", "dobj", "pobj"})
_LOOSE = frozenset({"relcl", "acl", "prep", "advcl"})
_NOTHING: frozenset[str] = frozenset()
_COORDINATION = frozenset({"cc", "conj"})
_MINIMAL_DROP = frozenset({"cc", "conj", "preconj", "appos", "relcl"})
_CORE_DROP = _MINIMAL_DROP | {"acl", "prep", "advcl", "npadvmod", "punct"}
_BARE_DROP = frozenset({"cc", "conj", "mark"})

Cut = tuple[int, int, int, int]
"""(head, variant, start, end)."""


@dataclass(frozen=True)
class Tree:
    """The dependency tree of a sentence as plain lists, indexed by token; far quicker to walk than spaCy tokens.

    Attributes:
        label, tag, fine, lower, lemma, entity: strings of each token (dependency, coarse and fine part of speech, forms, entity type).
        head: index of each token's head; a root is its own head.
        first, last: leftmost and rightmost token of each subtree.
        before, after: children to the left, nearest first, and to the right, nearest first.
        mark: whether the token is punctuation that never begins or ends an answer.
    """

    label: list[str]
    tag: list[str]
    fine: list[str]
    lower: list[str]
    lemma: list[str]
    entity: list[str]
    head: list[int]
    first: list[int]
    last: list[int]
    before: list[list[int]]
    after: list[list[int]]
    mark: list[bool]

    @classmethod
    def of(cls, doc: "Doc") -> "Tree":
        """Read the tree of a parsed sentence."""
        tokens = list(doc)
        head = [t.head.i for t in tokens]
        before: list[list[int]] = [[] for _ in tokens]
        after: list[list[int]] = [[] for _ in tokens]
        for i, h in enumerate(head):
            if i > h:
                after[h].append(i)
            elif i < h:
                before[h].insert(0, i)
        return cls(
            [t.dep_ for t in tokens],
            [t.pos_ for t in tokens],
            [t.tag_ for t in tokens],
            [t.lower_ for t in tokens],
            [t.lemma_.lower() for t in tokens],
            [t.ent_type_ for t in tokens],
            head,
            [t.left_edge.i for t in tokens],
            [t.right_edge.i for t in tokens],
            before,
            after,
            [is_punctuation(t) for t in tokens],
        )

    def __len__(self) -> int:
        return len(self.head)

    def ancestors(self, token: int) -> list[int]:
        """The tokens above `token`, nearest first."""
        chain: list[int] = []
        while self.head[token] != token and len(chain) < len(self.head):
            token = self.head[token]
            chain.append(token)
        return chain

    def depths(self) -> list[int]:
        """How many tokens stand above each token."""
        depth = [-1] * len(self)
        for token in range(len(self)):
            path = [token]
            while depth[path[-1]] < 0 and self.head[path[-1]] != path[-1] and len(path) <= len(self):
                path.append(self.head[path[-1]])
            known = max(depth[path[-1]], 0)
            for steps, passed in enumerate(reversed(path)):
                depth[passed] = known + steps
        return depth


class Candidates:
    """The candidate spans of one sentence, predicate by predicate."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._heads = [i for i in range(len(tree)) if _may_head(tree, i)]
        self._cuts: dict[int, list[Cut]] = {head: _cuts(tree, head, -1) for head in self._heads}

    def of(self, predicate: int) -> list[Cut]:
        """Distinct candidate spans of the predicate at that token."""
        above = set(self._tree.ancestors(predicate))
        seen: set[tuple[int, int]] = {(predicate, predicate + 1)}
        found = []
        for head in self._heads:
            if head == predicate or abs(head - predicate) > MOST_DISTANT:
                continue
            for cut in _cuts(self._tree, head, predicate) if head in above else self._cuts[head]:
                place = cut[2:]
                if place not in seen:
                    seen.add(place)
                    found.append(cut)
        return found


def _may_head(tree: Tree, token: int) -> bool:
    if tree.label[token] in _SKIPPED_LABELS:
        return False
    return tree.tag[token] not in _SKIPPED_TAGS or tree.label[token] in _HEADING_LABELS


def _cuts(tree: Tree, head: int, predicate: int) -> list[Cut]:
    """Ways to cut the subtree of `head`; the branch with the predicate (-1: none) is never part."""
    tag, label = tree.tag[head], tree.label[head]
    if tag in _NOUN_TAGS or (label in _NOUN_LABELS and tag not in ("VERB", "AUX")):
        cuts = ((_MINIMAL, _MINIMAL_DROP), (_FULL, _NOTHING), (_CORE, _CORE_DROP))
        return [(head, variant, *_phrase(tree, head, predicate, drop)) for variant, drop in cuts]
    if tag == "ADP" or label in ("prep", "agent"):
        return [(head, _PHRASE, *_phrase(tree, head, predicate, _COORDINATION))]
    if tag not in ("VERB", "AUX"):
        return [(head, _WHOLE, *_phrase(tree, head, predicate, _COORDINATION))]
    start, end = whole = _phrase(tree, head, predicate, _NOTHING)
    while start < head and (tree.mark[start] or (tree.label[start] == "mark" and tree.lower[start] in ("that", "whether"))):
        start += 1
    bare = _phrase(tree, head, predicate, _BARE_DROP)
    cuts_found: list[Cut] = [(head, _CLAUSE, start, end), (head, _BARE, *bare)]
    subject = next((c for c in tree.before[head] if tree.label[c] in SUBJECTS), None)
    if subject is not None:
        cuts_found.append((head, _VERB_PHRASE, tree.last[subject] + 1, max(bare[1], head + 1)))
    cuts_found.append((head, _WHOLE, *whole))
    return [cut for cut in cuts_found if cut[3] > cut[2]]


def _phrase(tree: Tree, head: int, predicate: int, drop: frozenset[str]) -> tuple[int, int]:
    """The tokens around `head` up to the first child that is dropped or holds the predicate (compare `syntax.span`)."""
    start, last = head, head
    for child in tree.before[head]:
        if tree.last[child] != start - 1 or tree.label[child] in drop or tree.first[child] <= predicate <= tree.last[child]:
            break
        start = tree.first[child]
    noun = tree.tag[head] in ("NOUN", "PROPN", "PRON")
    for child in tree.after[head]:
        first = tree.first[child]
        if first != last + 1 or tree.label[child] in drop or first <= predicate <= tree.last[child]:
            break
        if noun and tree.label[child] in _LOOSE and tree.lower[first - 1] == ",":
            break
        last = tree.last[child]
    while start < head and (tree.mark[start] or (tree.label[start] in ("cc", "preconj") and tree.head[start] == head)):
        start += 1
    while last > head and (tree.label[last] == "cc" or (tree.mark[last] and not _closes(tree, start, last))):
        last -= 1
    return start, last + 1


def _closes(tree: Tree, start: int, last: int) -> bool:
    mark = tree.lower[last]
    if mark == ")":
        return "(" in tree.lower[start:last]
    return mark == '"' and tree.lower[start:last].count('"') % 2 == 1
