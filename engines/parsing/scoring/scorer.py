"""The learned scorer of argument spans: which candidates are arguments, and in which role.

Boosted trees, a logistic model over hashed conjunctions and small networks judge each candidate; their log-odds are
averaged, and `engines.parsing.scoring.selection` takes the spans.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from engines.core.machine.files import asset
from engines.parsing.arguments.structures import Argument
from engines.parsing.models.trees import Trees, merged, probability
from engines.parsing.scoring.features import NUMBERS, SYMBOLS, Rows, build_rows
from engines.parsing.scoring.linear import Linear, WordClasses
from engines.parsing.scoring.network import Networks
from engines.parsing.scoring.selection import Thresholds, as_argument, certain_enough, select
from engines.parsing.scoring.uncertainty import Certainty

if TYPE_CHECKING:
    from spacy.tokens import Doc

WEIGHTS = ("parser", "spans.safetensors")
TREES, LINEAR, NETWORKS = 0.2, 0.35, 0.45
"""Weights of the models in the average of log-odds."""
LEARNED_ROLES = ("SUBJ", "OBJ", "PREP", "when", "where", "why", "how", "how long", "how much")
"""Roles that the role model tells apart; those in lower case are adjuncts with that question word."""

Sentence = tuple["Doc", Sequence[int], Mapping[int, Sequence[Argument]]]


class SpanScorer:
    """The weights of `assets/parser/spans.safetensors`, ready to score."""

    def __init__(self, arrays: Mapping[str, np.ndarray]) -> None:
        self._trees = Trees(part(arrays, "trees"), len(SYMBOLS), len(NUMBERS))
        self._linear = Linear(part(arrays, "linear"), WordClasses(part(arrays, "classes")))
        self._networks = Networks(part(arrays, "networks"))
        self._roles = role_trees(arrays)

    def probabilities(self, rows: Rows) -> np.ndarray:
        """P(argument) of each row."""
        if not len(rows):
            return np.zeros(0, np.float32)
        trees = self._trees.margins(rows.symbols, rows.numbers)
        linear = self._linear.margins(rows.symbols, rows.numbers)
        return probability(TREES * trees + LINEAR * linear + NETWORKS * self._networks.margins(rows))

    def arguments(self, sentences: Sequence[Sentence], thresholds: Thresholds) -> list[dict[int, list[Argument]]]:
        """The arguments of each predicate of each sentence, in order of their position.

        Args:
            sentences: a Doc, the tokens of its predicates, and the rules' arguments of these and of every other verb.
            thresholds: least probability of an argument.
        """
        rows = build_rows(sentences)
        chosen = select(rows, self.probabilities(rows), thresholds.floor)
        roles = learned_roles(self._roles, rows, [row for row, _ in chosen])
        found: list[dict[int, list[Argument]]] = [{p: [] for p in predicates} for _, predicates, _ in sentences]
        places = [(number, p) for number, (_, predicates, _) in enumerate(sentences) for p in predicates]
        for (row, score), role in zip(chosen, roles, strict=True):
            number, predicate = places[rows.predicate[row]]
            doc, _, rules = sentences[number]
            cut = (int(rows.head[row]), int(rows.start[row]), int(rows.end[row]))
            found[number][predicate].append(as_argument(doc, predicate, rules.get(predicate, ()), cut, role, score))
        return [_certain(doc, by_predicate, thresholds) for (doc, _, _), by_predicate in zip(sentences, found, strict=True)]


def learned_roles(roles: Trees, rows: Rows, chosen: Sequence[int]) -> list[str]:
    """The most probable of `LEARNED_ROLES` for each chosen row, by their ensembles."""
    if not chosen:
        return []
    margins = roles.margins_of_parts(rows.symbols[chosen], rows.numbers[chosen], len(LEARNED_ROLES))
    return [LEARNED_ROLES[best] for best in np.argmax(margins, axis=1)]


def role_trees(arrays: Mapping[str, np.ndarray]) -> Trees:
    """The ensembles of all roles in one, from a weight file's arrays."""
    return Trees(merged([part(arrays, f"role {role}") for role in LEARNED_ROLES]), len(SYMBOLS), len(NUMBERS))


def _certain(doc: "Doc", found: Mapping[int, Sequence[Argument]], thresholds: Thresholds) -> dict[int, list[Argument]]:
    """Of the arguments of each predicate of a sentence those that are certain enough, in order of their position."""
    certainty = Certainty.of(doc) if thresholds.sceptical and any(found.values()) else None
    return {p: sorted(certain_enough(doc, p, arguments, thresholds, certainty), key=lambda a: a.span) for p, arguments in found.items()}


@cache
def load_scorer() -> SpanScorer:
    """The bundled scorer."""
    from safetensors.numpy import load_file

    return SpanScorer(load_file(asset(*WEIGHTS)))


def part(arrays: Mapping[str, np.ndarray], name: str) -> dict[str, np.ndarray]:
    """The arrays of one ensemble in a weight file that holds several."""
    return {key.removeprefix(f"{name}/"): value for key, value in arrays.items() if key.startswith(f"{name}/")}
