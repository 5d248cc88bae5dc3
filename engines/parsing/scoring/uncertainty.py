"""How far the uncertainty of the tags and arcs of a parse lowers the probability of an argument.

The span scorer was trained on clean text and trusts the parse. On headlines, names in small letters, lists and long sentences the
parse is wrong more often than the scorer thinks. The weights of `assets/parser/uncertainty.json` say how much each measure takes away from
the log-odds; how they were chosen and how well they tell is in `explorer.training.parser.uncertainty`.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engines.core import language
from engines.core.machine.files import asset
from engines.parsing.arguments.structures import Argument
from engines.parsing.scoring.arc_errors import arc_surprise

if TYPE_CHECKING:
    from spacy.tokens import Doc

WEIGHTS = ("parser", "uncertainty.json")
UNCERTAINTIES = ("path", "predicate", "answer", "sentence", "tag")
"""The surprise (`engines.parsing.scoring.arc_errors`) of the arcs between answer and predicate and of the predicate's own arc, at most 3;
1 - P(tag) of the answer's least certain word, at most 0.5; ten times the mean surprise of the sentence, at most 2; and 1 - P(tag) of the
predicate, at most 0.5."""
_LEAST = 1e-6
_MOST_SURPRISE = 3.0
_MOST_UNSURE = 0.5
_MOST_OF_SENTENCE = 2.0


class Certainty(NamedTuple):
    """What is known about the parse of a sentence.

    Attributes:
        surprise: of each token's arc, from 0 up.
        tags: P(its tag) of each token, in [0, 1].
        head: index of each token's head.
    """

    surprise: np.ndarray
    tags: np.ndarray
    head: list[int]

    @classmethod
    def of(cls, doc: "Doc") -> "Certainty | None":
        """None for a pipeline that does not tell."""
        tags, surprise = tag_certainty(doc), arc_surprise(doc)
        return None if tags is None or surprise is None else cls(surprise, tags, [token.head.i for token in doc])


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


def uncertainties(certainty: Certainty, predicate: int, argument: Argument) -> tuple[float, ...]:
    """The `UNCERTAINTIES` of an argument of the predicate at a token."""
    path = _path(certainty.head, argument.head, predicate)
    between = float(certainty.surprise[sorted(path)].sum())
    unsure = 1 - float(certainty.tags[argument.start : argument.end].min())
    mean = 10 * float(certainty.surprise.mean())
    own = float(certainty.surprise[predicate])
    tag = 1 - float(certainty.tags[predicate])
    return (
        min(between, _MOST_SURPRISE),
        min(own, _MOST_SURPRISE),
        min(unsure, _MOST_UNSURE),
        min(mean, _MOST_OF_SENTENCE),
        min(tag, _MOST_UNSURE),
    )


def _path(head: Sequence[int], answer: int, predicate: int) -> set[int]:
    """The tokens whose arcs lead from the answer's head and from the predicate up to the lowest token above both."""
    up, down = _above(head, answer), _above(head, predicate)
    shared = set(up) & set(down)
    return (set(up) | set(down)) - shared


def _above(head: Sequence[int], token: int) -> list[int]:
    chain = [token]
    while head[chain[-1]] != chain[-1] and len(chain) <= len(head):
        chain.append(head[chain[-1]])
    return chain


def discounted(certainty: Certainty, predicate: int, arguments: Sequence[Argument]) -> list[Argument]:
    """The arguments of a verb with the probability that is left when the uncertainty of the parse is taken off."""
    weights = _weights()
    found = []
    for argument in arguments:
        taken = sum(weight * measure for weight, measure in zip(weights, uncertainties(certainty, predicate, argument), strict=True))
        found.append(replace(argument, score=_lowered(argument.score, taken)))
    return found


def _lowered(probability: float, log_odds: float) -> float:
    p = min(max(probability, _LEAST), 1 - _LEAST)
    return 1 / (1 + math.exp(log_odds - math.log(p / (1 - p))))


@cache
def _weights() -> tuple[float, ...]:
    known = json.loads(asset(*WEIGHTS).read_text(encoding="utf-8"))
    return tuple(float(known[name]) for name in UNCERTAINTIES)
