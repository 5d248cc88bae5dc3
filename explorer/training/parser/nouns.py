"""Training of the model that says which nouns are predicates (`assets/parser/nouns.json`)."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from engines.core.machine.files import ASSETS
from engines.parsing.predicates.nominal import WEIGHTS, event_features
from explorer.training.parser.data import LabelledSentence, fold_of

_STRENGTH = 0.3
"""Inverse regularisation: there are only about 90 nominal predicates to learn from."""
_FOLDS = 10


def train_nouns(sentences: Sequence[LabelledSentence], docs: Sequence[Any]) -> dict[str, float]:
    """Fit on all sentences, write the weights, and return figures cross-validated by document.

    Args:
        sentences: with the kinds of their predicates (QASemConsistency).
        docs: their parses.
    """
    from sklearn.linear_model import LogisticRegression

    features, labels, documents = [], [], []
    gold = 0
    for sentence, doc in zip(sentences, docs, strict=True):
        gold += sum(kind == "noun" for kind in sentence.kinds.values())
        for token in doc:
            found = event_features(token) if token.pos_ == "NOUN" and token.tag_ in ("NN", "NNS") else None
            if found is not None:
                features.append(found)
                labels.append(sentence.kinds.get(token.i) == "noun")
                documents.append(sentence.document)
    names = list(features[0])
    table = np.array([[row[name] for name in names] for row in features])
    wanted = np.array(labels)
    folds = fold_of(documents, _FOLDS)
    fold = np.array([folds[document] for document in documents])
    scores = np.zeros(len(wanted))
    for k in range(_FOLDS):
        kept = fold != k
        scores[~kept] = LogisticRegression(C=_STRENGTH, max_iter=1000).fit(table[kept], wanted[kept]).predict_proba(table[~kept])[:, 1]
    figures = {threshold: _figures(scores >= threshold, wanted, gold) for threshold in (0.2, 0.25, 0.3, 0.35, 0.4)}
    best = max(figures, key=lambda threshold: figures[threshold]["f1"])
    model = LogisticRegression(C=_STRENGTH, max_iter=1000).fit(table, wanted)
    weights = {name: round(float(weight), 4) for name, weight in zip(names, model.coef_[0], strict=True)}
    content = {"bias": round(float(model.intercept_[0]), 4), "threshold": best, "weights": weights}
    (ASSETS.joinpath(*WEIGHTS)).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    return figures[best]


def _figures(said: np.ndarray, wanted: np.ndarray, gold: int) -> dict[str, float]:
    right = int((said & wanted).sum())
    return {
        "precision": round(100 * right / max(1, int(said.sum())), 1),
        "recall": round(100 * right / gold, 1),
        "f1": round(200 * right / (int(said.sum()) + gold), 1),
    }
