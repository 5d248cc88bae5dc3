"""The words of a sentence as they can be deleted, and the tree that says what depends on what.

A deletable word is a run of spaCy tokens with no space between them ("well-known", "didn't", "3–0"), so that deleting
never glues or splits words; punctuation is no word and follows the words around it (see `repair`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_JOINERS = frozenset("-‐‑–—/'’.:&_@+,~")
"""Marks that join what stands on both sides of them without a space."""
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
CLAUSES = frozenset({"ROOT", "advcl", "relcl", "ccomp", "xcomp", "acl", "conj", "pcomp", "csubj", "parataxis"})
_BOUND = frozenset({"det", "aux", "auxpass", "neg", "prt", "predet", "case", "mark", "cc", "preconj"})
"""Function words that stand or fall with the word that they belong to."""


@dataclass(frozen=True)
class Word:
    """One deletable word.

    Attributes:
        start, end: its characters in the sentence.
        first, last: its tokens in the Doc, `last` exclusive.
        head: the token that governs the others.
    """

    start: int
    end: int
    first: int
    last: int
    head: int


@dataclass(frozen=True, eq=False)
class WordTree:
    """The deletable words of one sentence in order, with the parent of each (-1 for the root)."""

    doc: "Doc"
    words: tuple[Word, ...]
    parents: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The dependents of each word, in order."""
        found: list[list[int]] = [[] for _ in self.words]
        for i, parent in enumerate(self.parents):
            if parent >= 0:
                found[parent].append(i)
        return tuple(map(tuple, found))

    @cached_property
    def root(self) -> int:
        """The word that all others depend on."""
        return self.parents.index(-1)

    @cached_property
    def subject(self) -> int | None:
        """The head of the main clause's subject, None where there is none."""
        return next((c for c in self.children[self.root] if self.dep(c) in SUBJECTS), None)

    @cached_property
    def from_root(self) -> tuple[int, ...]:
        """Every word after its parent."""
        order = [self.root]
        for word in order:
            order.extend(self.children[word])
        return tuple(order)

    @cached_property
    def subtrees(self) -> tuple[tuple[int, ...], ...]:
        """Each word with all that depends on it, in order of position."""
        found: list[list[int]] = [[i] for i in range(len(self.words))]
        for word in reversed(self.from_root):
            if self.parents[word] >= 0:
                found[self.parents[word]].extend(found[word])
        return tuple(tuple(sorted(f)) for f in found)

    @cached_property
    def _text(self) -> str:
        return str(self.doc.text)

    @cached_property
    def _labels(self) -> tuple[tuple[str, str], ...]:
        return tuple((str(head.dep_), str(head.pos_)) for head in (self.doc[word.head] for word in self.words))

    @cached_property
    def branches(self) -> tuple[int, ...]:
        """The argument or adjunct of its clause's verb that each word belongs to."""
        found = list(range(len(self.words)))
        for word in self.from_root:
            parent = self.parents[word]
            if parent >= 0 and self.dep(word) not in CLAUSES and self.dep(parent) not in CLAUSES:
                found[word] = found[parent]
        return tuple(found)

    @cached_property
    def clauses_above(self) -> tuple[int, ...]:
        """How many clauses each word lies in."""
        found = [0] * len(self.words)
        for word in self.from_root:
            parent = self.parents[word]
            if parent >= 0:
                found[word] = found[parent] + (self.dep(parent) in CLAUSES)
        return tuple(found)

    def dep(self, index: int) -> str:
        """The dependency label of a word."""
        return self._labels[index][0]

    def pos(self, index: int) -> str:
        """The part of speech of a word."""
        return self._labels[index][1]

    def text(self, index: int) -> str:
        """The characters of a word."""
        word = self.words[index]
        return self._text[word.start : word.end]

    def bound(self, index: int) -> bool:
        """Whether a word only serves the word that it depends on: an article, an auxiliary, a conjunction."""
        return self.dep(index) in _BOUND and self.pos(index) not in ("NOUN", "PROPN", "NUM")

    def ancestors(self, index: int) -> Iterator[int]:
        """The words above a word, nearest first."""
        while (index := self.parents[index]) >= 0:
            yield index

    def phrase(self, index: int) -> tuple[int, int]:
        """The characters from the first to the last word of a subtree."""
        subtree = self.subtrees[index]
        return self.words[subtree[0]].start, self.words[subtree[-1]].end


def word_tree(doc: "Doc", compounds: bool = True) -> WordTree:
    """The deletable words of a parsed sentence; without `compounds` the parts of "19-year-old" are words of their own."""
    groups: list[list[int]] = []
    for token in doc:
        if token.is_space or not any(c.isalnum() for c in token.text):
            if not (groups and _joins(doc, token.i) and groups[-1][-1] == token.i - 1) or not (compounds or token.tag_ == "POS"):
                continue
            groups[-1].append(token.i)
        elif groups and groups[-1][-1] == token.i - 1 and not doc[token.i - 1].whitespace_ and (compounds or _is_clitic(token)):
            groups[-1].append(token.i)
        else:
            groups.append([token.i])
    owner = {token: g for g, group in enumerate(groups) for token in group}
    words = []
    for g, group in enumerate(groups):
        head = next((t for t in group if owner.get(doc[t].head.i) != g or doc[t].head.i == t), group[-1])
        words.append(Word(doc[group[0]].idx, doc[group[-1]].idx + len(doc[group[-1]]), group[0], group[-1] + 1, head))
    return WordTree(doc, tuple(words), _parents(doc, words, owner))


def _is_clitic(token: "Token") -> bool:
    """Whether a token only leans on the one before it: "n't", "'ll", "'s"."""
    return token.tag_ == "POS" or token.lower_ in ("n't", "n’t") or token.text[0] in "'’"


def _joins(doc: "Doc", index: int) -> bool:
    """Whether a mark belongs to the word before it: it joins two, or is the apostrophe of a possessive or the dot of an abbreviation."""
    token = doc[index]
    if index == 0 or doc[index - 1].whitespace_:
        return False
    if token.tag_ == "POS":
        return True
    following = doc[index + 1] if index + 1 < len(doc) else None
    inside = following is not None and not token.whitespace_ and any(c.isalnum() for c in following.text)
    return inside and token.text in _JOINERS


def _parents(doc: "Doc", words: list[Word], owner: dict[int, int]) -> tuple[int, ...]:
    parents = []
    for g, word in enumerate(words):
        token = doc[word.head]
        seen = 0
        while (owner.get(token.head.i) in (None, g)) and token.head.i != token.i and seen < len(doc):
            token, seen = token.head, seen + 1
        parent = owner.get(token.head.i, g)
        parents.append(-1 if parent == g else parent)
    roots = [g for g, parent in enumerate(parents) if parent < 0]
    for g in roots[1:]:
        parents[g] = roots[0]
    return _acyclic(parents)


def _acyclic(parents: list[int]) -> tuple[int, ...]:
    """Grouping tokens can close a circle: hang what does not reach the root below it."""
    if parents and -1 not in parents:
        parents[0] = -1
    root = parents.index(-1) if parents else -1
    for start in range(len(parents)):
        seen, at = set(), start
        while at >= 0 and at not in seen:
            seen.add(at)
            at = parents[at]
        if at >= 0:
            parents[at] = root
    return tuple(parents)
