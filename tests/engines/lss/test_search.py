"""The search is exact, keeps the subject, and never keeps less when any word is better supported."""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.lss.search import Penalties, best_subset, load_penalties, worth

DEPS = ("nsubj", "dobj", "prep", "pobj", "amod", "advcl", "det", "conj", "cc", "aux")


@dataclass
class DrawnTree:
    """A tree of words with only what the search asks for."""

    parents: tuple[int, ...]
    deps: tuple[str, ...]
    root: int = 0
    subject: int | None = field(init=False)

    def __post_init__(self) -> None:
        self.subject = next((c for c in self.children[0] if self.deps[c] == "nsubj"), None)

    def __len__(self) -> int:
        return len(self.parents)

    @cached_property
    def children(self) -> list[list[int]]:
        return [[c for c, p in enumerate(self.parents) if p == i] for i in range(len(self.parents))]

    @cached_property
    def from_root(self) -> tuple[int, ...]:
        return tuple(range(len(self.parents)))

    def dep(self, index: int) -> str:
        return self.deps[index]

    def pos(self, index: int) -> str:
        return "VERB" if index == 0 else "NOUN"

    def bound(self, index: int) -> bool:
        return self.deps[index] in ("det", "cc", "aux")


@st.composite
def trees(draw: st.DrawFn) -> tuple[DrawnTree, list[float]]:
    size = draw(st.integers(1, 9))
    parents = (-1, *(draw(st.integers(0, i - 1)) for i in range(1, size)))
    deps = ("ROOT", *(draw(st.sampled_from(DEPS)) for _ in range(1, size)))
    support = [draw(st.floats(-4, 4)) for _ in range(size)]
    return DrawnTree(parents, deps), support


@given(trees())
def test_no_other_set_is_worth_more(drawn: tuple[DrawnTree, list[float]]) -> None:
    tree, support = drawn
    penalties = load_penalties()
    found = best_subset(tree, support, penalties)  # type: ignore[arg-type]
    sets = [s for s in product((False, True), repeat=len(tree)) if not any(s) or tree.subject is None or s[tree.subject]]
    best = max(worth(tree, support, s, penalties) for s in sets)  # type: ignore[arg-type]
    assert worth(tree, support, found, penalties) == pytest.approx(best)  # type: ignore[arg-type]


@given(trees())
def test_the_subject_stays_if_anything_does(drawn: tuple[DrawnTree, list[float]]) -> None:
    tree, support = drawn
    found = best_subset(tree, support, load_penalties())  # type: ignore[arg-type]
    assert tree.subject is None or not any(found) or found[tree.subject]


@given(trees(), st.data())
def test_more_support_never_deletes_more(drawn: tuple[DrawnTree, list[float]], data: st.DataObject) -> None:
    tree, support = drawn
    more = [s + data.draw(st.floats(0, 3)) for s in support]
    before, after = (best_subset(tree, s, load_penalties()) for s in (support, more))  # type: ignore[arg-type]
    assert all(b <= a for b, a in zip(before, after, strict=True))


def test_nothing_supported_keeps_nothing() -> None:
    tree = DrawnTree((-1, 0, 0), ("ROOT", "nsubj", "dobj"))
    assert best_subset(tree, [-2.0, -1.0, -3.0], load_penalties()) == (False, False, False)  # type: ignore[arg-type]


def test_a_penalty_is_never_a_reward() -> None:
    with pytest.raises(ValueError, match="monotone"):
        Penalties(orphan=-1)
