"""How well the uncertainty of a parse (`engines.parsing.scoring.uncertainty`) tells right answers from wrong ones of a parser new to them.

The shipped weights were chosen together with the thresholds of `engines.parsing.scoring.selection.DISPLAY`, by a search that weighed two
things: F1 of cross-validated answers against the QASemConsistency QAs, and the share of wrong answers that a reader of unseen text would
meet, as a logistic model over the scorer's log-odds and these measures tells it, fitted on 2,100 answers of verbs on pages and in news
that a person read and judged. They were then rounded, and those of long sentences made smaller, so that no fewer words are asked about.
What was read cannot be drawn again once the parser has changed, so training measures the weights and leaves them as they are.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from engines.parsing.arguments.structures import Argument, overlap
from engines.parsing.models.trees import Trees
from engines.parsing.scoring.scorer import learned_roles
from engines.parsing.scoring.selection import Thresholds, as_argument, select
from engines.parsing.scoring.uncertainty import Certainty, discounted
from explorer.training.parser.data import QASRL_SOURCES, LabelledSentence
from explorer.training.parser.rows import Labelled, predicates_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

_LOOKED_AT = Thresholds(0.35, 0.35, 0.0, 0.0)
_RIGHT = 0.5
"""An answer with at least this IOU to a gold one is right."""

Found = list[list[Argument]]


def candidate_arguments(
    sentences: Sequence[LabelledSentence],
    docs: Sequence["Doc"],
    labelled: Labelled,
    scores: np.ndarray,
    thresholds: Thresholds,
    roles: Trees | None = None,
) -> Found:
    """The arguments of each gold predicate that reach the thresholds of a first pass, with their cross-validated probability.

    What the rules do not know is an object, or what `roles` (`engines.parsing.scoring.scorer.role_trees`) say.
    """
    places = [(doc, p, rules) for sentence, doc in zip(sentences, docs, strict=True) for p, rules in predicates_of(sentence, doc)]
    found: Found = [[] for _ in places]
    chosen = select(labelled.rows, scores, thresholds)
    names = ["OBJ"] * len(chosen) if roles is None else learned_roles(roles, labelled.rows, [row for row, _ in chosen])
    for (row, score), role in zip(chosen, names, strict=True):
        number = int(labelled.rows.predicate[row])
        cut = (int(labelled.rows.head[row]), int(labelled.rows.start[row]), int(labelled.rows.end[row]))
        doc, predicate, rules = places[number]
        found[number].append(as_argument(doc, predicate, rules, cut, role, score))
    return found


def measured_uncertainty(
    sentences: Sequence[LabelledSentence], docs: Sequence["Doc"], labelled: Labelled, scores: np.ndarray
) -> dict[str, float]:
    """Area under the curve of verbs' answers by their probability, without and with the uncertainty of the parse, on both sets."""
    from sklearn.metrics import roc_auc_score

    places = [(doc, p) for sentence, doc in zip(sentences, docs, strict=True) for p, _ in predicates_of(sentence, doc)]
    found = candidate_arguments(sentences, docs, labelled, scores, _LOOKED_AT)
    known: dict[str, tuple[list[bool], list[float], list[float]]] = {name: ([], [], []) for name in ("QA-SRL", "QASemConsistency")}
    for (doc, predicate), arguments, gold, kind, source in zip(places, found, labelled.gold, labelled.kind, labelled.source, strict=True):
        certainty = Certainty.of(doc) if kind == "verb" and arguments else None
        if certainty is None:
            continue
        right, plain, lowered = known["QA-SRL" if source in QASRL_SOURCES else "QASemConsistency"]
        right.extend(max(overlap(a.span, span) for span in gold) >= _RIGHT for a in arguments)
        plain.extend(a.score for a in arguments)
        lowered.extend(a.score for a in discounted(certainty, predicate, arguments))
    areas: dict[str, float] = {}
    for name, (right, plain, lowered) in known.items():
        areas[name] = round(float(roc_auc_score(right, plain)), 3)
        areas[f"{name}, uncertainty taken away"] = round(float(roc_auc_score(right, lowered)), 3)
    return areas
