"""How far doubts about the words lower the probability of an argument.

The span scorer was trained on clean text and trusts the parse. On headlines, names in small letters or lists the tagger is less
sure of the words, and the parse is wrong more often than the scorer thinks. The weights of `assets/parser/doubts.json` say how much
each doubt takes away from the log-odds; they are fitted on answers of text that the scorer has not seen
(`explorer.training.parser_doubts`).
"""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from engines import language
from engines.files import asset
from engines.parsing.arguments import Argument

if TYPE_CHECKING:
    from spacy.tokens import Doc

WEIGHTS = ("parser", "doubts.json")
DOUBTS = ("sentence", "head", "answer", "prepositional")
"""The mean surprise of the sentence's tags (natural logarithm, times ten, at most 1.5), 1 - P(tag) of the argument's head and of its
least certain word (at most 0.5), and whether the preposition stays in the question."""
_LEAST = 1e-6
_MOST_SURPRISE = 1.5
_MOST_DOUBT = 0.5


def tag_certainty(doc: "Doc") -> np.ndarray | None:
    """P(its tag) of each token, (len(doc),), in [0, 1]; None for a pipeline whose tagger does not tell."""
    layer = _tagger_layer()
    if layer is None or doc.tensor.ndim != 2 or doc.tensor.shape != (len(doc), layer[0].shape[1]):
        return None
    logits = doc.tensor @ layer[0].T + layer[1]
    logits -= logits.max(axis=1, keepdims=True)
    return np.asarray(1 / np.exp(logits).sum(axis=1))


@cache
def _tagger_layer() -> tuple[np.ndarray, np.ndarray] | None:
    """Weights and bias of the last layer of the tagger, which reads the pipeline's token vectors."""
    nlp = language.pipeline()
    if "tagger" not in nlp.pipe_names:
        return None
    model = getattr(nlp.get_pipe("tagger"), "model", None)
    layer = next((node for node in model.walk() if node.name == "softmax"), None) if model is not None else None
    return None if layer is None else (np.asarray(layer.get_param("W")), np.asarray(layer.get_param("b")))


def doubts(certainty: np.ndarray, argument: Argument) -> tuple[float, ...]:
    """The `DOUBTS` of an argument of a sentence with tags of this certainty."""
    surprise = -10 * float(np.log(np.maximum(certainty, _LEAST)).mean())
    head = 1 - float(certainty[argument.head])
    answer = 1 - float(certainty[argument.start : argument.end].min())
    return min(surprise, _MOST_SURPRISE), min(head, _MOST_DOUBT), min(answer, _MOST_DOUBT), float(argument.role == "PREP")


def doubted(doc: "Doc", arguments: Sequence[Argument]) -> list[Argument]:
    """The arguments of a verb with the probability that is left after the doubts about their words."""
    certainty = tag_certainty(doc) if arguments else None
    if certainty is None:
        return list(arguments)
    weights = _weights()
    found = []
    for argument in arguments:
        taken = sum(weight * doubt for weight, doubt in zip(weights, doubts(certainty, argument), strict=True))
        found.append(replace(argument, score=_lowered(argument.score, taken)))
    return found


def _lowered(probability: float, log_odds: float) -> float:
    p = min(max(probability, _LEAST), 1 - _LEAST)
    return 1 / (1 + math.exp(log_odds - math.log(p / (1 - p))))


@cache
def _weights() -> tuple[float, ...]:
    known = json.loads(asset(*WEIGHTS).read_text(encoding="utf-8"))
    return tuple(float(known[name]) for name in DOUBTS)
