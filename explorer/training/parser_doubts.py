"""How much each doubt about the words of an answer counts (`engines.parsing.doubts`), from the answers of a parser that saw none of them.

A logistic model of "is the answer right" over the scorer's log-odds and the doubts, on the verbs of the QASemConsistency sentences;
divided by the weight of the log-odds, so that the doubts are subtracted from these.
"""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from engines.files import ASSETS
from engines.parsing.arguments import Argument, overlap
from engines.parsing.doubts import DOUBTS, WEIGHTS, doubts, tag_certainty
from engines.parsing.selection import Thresholds, as_argument, select
from explorer.training.parser_data import QASRL_SOURCES, LabelledSentence
from explorer.training.parser_rows import Labelled, predicates_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

_LOOKED_AT = Thresholds(0.3, 0.3, 0.0, 0.0)
_RIGHT = 0.5
"""An answer with at least this IOU to a gold one is right."""

Found = list[list[Argument]]


def candidate_arguments(
    sentences: Sequence[LabelledSentence], docs: Sequence["Doc"], labelled: Labelled, scores: np.ndarray, thresholds: Thresholds
) -> Found:
    """The arguments of each gold predicate that reach the thresholds of a first pass, with their cross-validated probability."""
    places = [(doc, p, rules) for sentence, doc in zip(sentences, docs, strict=True) for p, rules in predicates_of(sentence, doc)]
    found: Found = [[] for _ in places]
    for row, score in select(labelled.rows, scores, thresholds):
        number = int(labelled.rows.predicate[row])
        cut = (int(labelled.rows.head[row]), int(labelled.rows.start[row]), int(labelled.rows.end[row]))
        doc, predicate, rules = places[number]
        found[number].append(as_argument(doc, predicate, rules, cut, "OBJ", score))
    return found


def train_doubts(sentences: Sequence[LabelledSentence], docs: Sequence["Doc"], labelled: Labelled, scores: np.ndarray) -> dict[str, float]:
    """Fit the weights and write them; negative ones are set to 0, for a doubt never makes an answer surer."""
    from sklearn.linear_model import LogisticRegression

    of_predicates = [doc for sentence, doc in zip(sentences, docs, strict=True) for _ in predicates_of(sentence, doc)]
    rows, right = [], []
    found = candidate_arguments(sentences, docs, labelled, scores, _LOOKED_AT)
    for doc, arguments, gold, kind, source in zip(of_predicates, found, labelled.gold, labelled.kind, labelled.source, strict=True):
        certainty = tag_certainty(doc)
        if kind != "verb" or source in QASRL_SOURCES or certainty is None:
            continue
        for argument in arguments:
            rows.append((float(np.log(argument.score / (1 - argument.score))), *doubts(certainty, argument)))
            right.append(max(overlap(argument.span, span) for span in gold) >= _RIGHT)
    model = LogisticRegression().fit(rows, right)
    log_odds, *others = model.coef_[0]
    weights = {name: round(max(0.0, -float(weight / log_odds)), 3) for name, weight in zip(DOUBTS, others, strict=True)}
    ASSETS.joinpath(*WEIGHTS).write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    return weights
