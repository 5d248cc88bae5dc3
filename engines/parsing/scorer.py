"""The learned scorer of argument spans: which candidates are arguments, and in which role.

Boosted trees, a logistic model over hashed conjunctions and small networks judge each candidate; their log-odds are
averaged. Spans are taken greedily, best first: none that overlaps one already taken, and nested ones only when they are
the more certain.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from engines.files import asset
from engines.parsing.arguments import Argument
from engines.parsing.features import NUMBERS, SYMBOLS, Rows, build_rows
from engines.parsing.linear import Linear, WordClasses
from engines.parsing.network import Networks
from engines.parsing.trees import Trees, probability

if TYPE_CHECKING:
    from spacy.tokens import Doc

WEIGHTS = ("parser", "spans.safetensors")
BEST_THRESHOLD = 0.4
"""Maximises F1 on the QA-SRL dev files."""
DISPLAY_THRESHOLD = 0.47
"""Fewer wrong arguments, for people and verifiers."""
TREES, LINEAR, NETWORKS = 0.2, 0.4, 0.4
"""Weights of the models in the average of log-odds."""
MOST_OVERLAP = 0.25
"""Two arguments of one predicate overlap less than this (IOU)."""
NESTED = 0.6
"""What a candidate loses in log-odds for each argument already taken that it lies in or holds."""
LEARNED_ROLES = ("SUBJ", "OBJ", "PREP", "when", "where", "why", "how", "how long", "how much")
"""Roles that the role model tells apart; those in lower case are adjuncts with that question word."""

Sentence = tuple["Doc", Sequence[int], Mapping[int, Sequence[Argument]]]


class SpanScorer:
    """The weights of `assets/parser/spans.safetensors`, ready to score."""

    def __init__(self, arrays: Mapping[str, np.ndarray]) -> None:
        self._trees = Trees(part(arrays, "trees"), len(SYMBOLS), len(NUMBERS))
        self._linear = Linear(part(arrays, "linear"), WordClasses(part(arrays, "classes")))
        self._networks = Networks(part(arrays, "networks"))
        self._roles = [Trees(part(arrays, f"role {role}"), len(SYMBOLS), len(NUMBERS)) for role in LEARNED_ROLES]

    def probabilities(self, rows: Rows) -> np.ndarray:
        """P(argument) of each row."""
        if not len(rows):
            return np.zeros(0, np.float32)
        trees = self._trees.margins(rows.symbols, rows.numbers)
        linear = self._linear.margins(rows.symbols, rows.numbers)
        return probability(TREES * trees + LINEAR * linear + NETWORKS * self._networks.margins(rows))

    def arguments(self, sentences: Sequence[Sentence], threshold: float) -> list[dict[int, list[Argument]]]:
        """The arguments of each predicate of each sentence, in order of their position.

        Args:
            sentences: a Doc, the tokens of its predicates, and the rules' arguments of these and of every other verb.
            threshold: least probability of an argument.
        """
        rows = build_rows(sentences)
        chosen = select(rows, self.probabilities(rows), threshold)
        roles = self._learned_roles(rows, [row for row, _ in chosen])
        found: list[dict[int, list[Argument]]] = [{p: [] for p in predicates} for _, predicates, _ in sentences]
        places = [(number, p) for number, (_, predicates, _) in enumerate(sentences) for p in predicates]
        for (row, score), role in zip(chosen, roles, strict=True):
            number, predicate = places[rows.predicate[row]]
            doc, _, rules = sentences[number]
            cut = (int(rows.head[row]), int(rows.start[row]), int(rows.end[row]))
            found[number][predicate].append(_argument(doc, predicate, rules.get(predicate, ()), cut, role, score))
        for by_predicate in found:
            for arguments in by_predicate.values():
                arguments.sort(key=lambda argument: argument.span)
        return found

    def _learned_roles(self, rows: Rows, chosen: Sequence[int]) -> list[str]:
        if not chosen:
            return []
        margins = [model.margins(rows.symbols[chosen], rows.numbers[chosen]) for model in self._roles]
        return [LEARNED_ROLES[best] for best in np.argmax(margins, axis=0)]


@cache
def load_scorer() -> SpanScorer:
    """The bundled scorer."""
    from safetensors.numpy import load_file

    return SpanScorer(load_file(asset(*WEIGHTS)))


def part(arrays: Mapping[str, np.ndarray], name: str) -> dict[str, np.ndarray]:
    """The arrays of one ensemble in a weight file that holds several."""
    return {key.removeprefix(f"{name}/"): value for key, value in arrays.items() if key.startswith(f"{name}/")}


def select(rows: Rows, scores: np.ndarray, threshold: float) -> list[tuple[int, float]]:
    """Rows taken as arguments, with their score: predicate by predicate, best first (see `MOST_OVERLAP` and `NESTED`)."""
    taken: list[tuple[int, float]] = []
    good = np.flatnonzero(scores >= threshold)
    least = float(np.log(threshold / (1 - threshold)))
    margins = np.log(np.clip(scores, 1e-6, 1 - 1e-6) / np.clip(1 - scores, 1e-6, 1))
    pending: dict[int, list[tuple[float, int, int, int]]] = {}
    for row in good.tolist():
        place = (float(margins[row]), row, int(rows.start[row]), int(rows.end[row]))
        pending.setdefault(int(rows.predicate[row]), []).append(place)
    for candidates in pending.values():
        while candidates:
            best = max(candidates, key=lambda c: (c[0], -c[1]))
            if best[0] < least:
                break
            taken.append((best[1], float(scores[best[1]])))
            candidates = [(m - NESTED * nested, *c) for m, *c in candidates if (nested := _beside(c, best)) is not None]  # type: ignore[misc]
    return taken


def _beside(candidate: list[int], best: tuple[float, int, int, int]) -> bool | None:
    """None if the candidate overlaps the best one too much, else whether one of them holds the other."""
    _, start, end = candidate
    _, _, best_start, best_end = best
    shared = min(end, best_end) - max(start, best_start)
    if shared <= 0:
        return False
    if shared >= MOST_OVERLAP * (end - start + best_end - best_start - shared):
        return None
    return shared in (end - start, best_end - best_start)


def _argument(doc: "Doc", predicate: int, rules: Sequence[Argument], cut: tuple[int, int, int], role: str, score: float) -> Argument:
    """The argument for a chosen span: the rules' one where they know the span or its head, else with the learned role."""
    head, start, end = cut
    for rule in rules:
        if rule.span == (start, end):
            return replace(rule, score=score)
    inner = [head, *(c.i for c in doc[head].children if c.dep_ in ("pobj", "pcomp"))] if doc[head].pos_ == "ADP" else [head]
    for rule in rules:
        if rule.head in inner:
            return replace(rule, start=start, end=end, score=score)
    preposition = _preposition(doc, head)
    if role.islower():
        return Argument(head, start, end, "ADJ", role, "", False, "learned", score)
    if role == "PREP" and not preposition:
        role = "OBJ"
    return Argument(head, start, end, role, "", preposition if role in ("PREP", "IOBJ") else "", False, "learned", score)


def _preposition(doc: "Doc", head: int) -> str:
    token = doc[head]
    if token.pos_ == "ADP":
        return token.lower_
    return token.head.lower_ if token.dep_ in ("pobj", "pcomp") else ""
