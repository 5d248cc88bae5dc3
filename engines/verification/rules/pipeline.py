"""All rules on one case, and which of their conflicts count for which part of the hypothesis.

A conflict with one premise counts unless another premise that says nearly the same agrees; of the conflicts of several such premises
the mildest ones count. What a rule finds with the whole reference in view counts as it is. A copy has no conflicts.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.core import findings
from engines.core.spans import Span
from engines.verification.encoding.derived import Remembered
from engines.verification.rules.base import Conflict, ConflictKind, Rule
from engines.verification.rules.case import LEAST, Case
from engines.verification.rules.context.reckoning import values_derived
from engines.verification.rules.registry import rules
from engines.verification.rules.weights import weight
from engines.verification.sentences.parsed import is_prose

Mask = NDArray[np.bool_]
_MARGIN = 0.1
"""So much less of the hypothesis may be in a premise that agrees with it than in one that does not."""

_off: ContextVar[frozenset[str]] = ContextVar("rules switched off", default=frozenset())


@contextmanager
def switched_off(*names: str) -> Iterator[None]:
    """Within the block these rules, by name, find nothing; for measuring what each is worth.

    Raises:
        KeyError: there is no such rule.
    """
    unknown = set(names) - set(rules())
    if unknown:
        raise KeyError(", ".join(sorted(unknown)))
    token = _off.set(_off.get() | frozenset(names))
    try:
        yield
    finally:
        _off.reset(token)


def trace(case: Case) -> tuple[Conflict, ...]:
    """Every conflict that a rule sees, whether it counts or not, in the order of the rules' names; none in a copy, nor in a list.

    Kept with the reference: verifier and localizer ask about the same sentences.
    """
    asked = tuple(rule for name, rule in rules().items() if name not in _off.get())
    return case.reference.derived(Remembered).of((trace, case.key, asked), len(case.alignment.words), lambda: _trace(case, asked))


def _trace(case: Case, asked: Sequence[Rule]) -> tuple[Conflict, ...]:
    if case.is_copy or not is_prose(case.hypothesis):
        return ()
    found = [
        conflict if conflict.near is None else replace(conflict, copy=case.near[conflict.near].much_the_same)
        for rule in asked
        for conflict in rule.conflicts(case)
    ]
    return tuple(conflict for conflict in found if conflict.kind is not ConflictKind.QUANTITY or not _follows(case, conflict))


def _follows(case: Case, conflict: Conflict) -> bool:
    """Whether a conflict is about values alone that follow from others of the reference."""
    of_values = {t for value in case.hypothesis.values for t in case.inside(value.start, value.end)} & conflict.tokens
    return bool(of_values) and of_values <= {t for value in case.derived(values_derived) for t in case.inside(value.start, value.end)}


def conflicts(case: Case, masks: Sequence[Mask | None] = (None,)) -> list[tuple[Conflict, ...]]:
    """The conflicts that count for each mask over the words of a hypothesis; None is the whole."""
    seen = trace(case)
    near = [premise.words for premise in case.near] if seen else []
    return [counting(seen, case.tokens(mask), near) if seen else () for mask in masks]


def counting(seen: Sequence[Conflict], part: frozenset[int], near: Sequence[float]) -> tuple[Conflict, ...]:
    """Those of the conflicts seen that count for a part of the hypothesis, a set of its tokens.

    Args:
        near: for each premise of `Case.near` the share of the hypothesis' words that it has, [0, 1].
    """
    concerning = [conflict for conflict in seen if conflict.concerns(part)]
    by_premise = [[conflict for conflict in concerning if conflict.near == place] for place in range(len(near))]
    return (*(conflict for conflict in concerning if conflict.near is None), *_decided(by_premise, near))


def _decided(by_premise: Sequence[list[Conflict]], near: Sequence[float]) -> list[Conflict]:
    """The mildest of the conflicts with near premises; none where a premise that is about as near agrees."""
    nearest = max((words for words, found in zip(near, by_premise, strict=True) if found), default=0.0)
    agreeing = any(not found and words >= max(LEAST, nearest - _MARGIN) for words, found in zip(near, by_premise, strict=True))
    conflicting = [found for found in by_premise if found]
    return [] if agreeing or not conflicting else min(conflicting, key=lambda found: weight(found, "statement"))


def shown(case: Case, conflict: Conflict) -> tuple[findings.Conflict, ...]:
    """A conflict for whoever shows a verdict: one for each run of neighbouring words, with what the reference has instead."""
    mine, text = case.hypothesis, case.reference.text
    found = None if conflict.found is None else Span(*conflict.found, text.text[slice(*conflict.found)])
    runs: list[tuple[int, int]] = []
    for start, end in (mine.spans[t] for t in sorted(conflict.tokens) if mine.keys[t]):
        if runs and not mine.text[runs[-1][1] : start].strip():
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return tuple(findings.Conflict(conflict.rule, conflict.kind.value, start, end, found, conflict.copy) for start, end in runs)
