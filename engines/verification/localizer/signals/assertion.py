"""How a verb is asserted here and in the reference: as a fact, planned, possible, denied; with which modal verb, in the past or not.

What is told of a verb is told of its auxiliaries and its negation, too, and of a conjunction that makes its clause a condition.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engines.core.language import parse_strings
from engines.verification.localizer.reading import ReadSentence
from engines.verification.localizer.signals.base import Array, Signal, by_sentence
from engines.verification.localizer.signals.likeness import likeness
from engines.verification.rules.case import Case, Premise
from engines.verification.sentences.lexical_relations import told_by_denial

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

COLUMNS = (
    "of_verb",
    "own_doubt",
    "other_doubt",
    "surer",
    "less_sure",
    "own_denied",
    "denial_differs",
    "own_modal",
    "other_modal",
    "modal_differs",
    "past_differs",
    "counterpart",
    "around",
)
_BOUND = ("aux", "auxpass", "neg", "mark")
_LIGHT = frozenset({"be", "have", "do", "to", "get"})
"""Auxiliaries that tell nothing but time and voice."""
_ALIKE = 0.6
"""Two verbs less alike than this are not compared."""


class _Counterpart(NamedTuple):
    """The verb of a premise that is most like one of the hypothesis, its parse, and how well the rest of the premise fits."""

    doc: "Doc"
    premise: Premise
    token: int
    alike: float
    around: float


def _of_sentence(sentence: ReadSentence) -> Array:
    """(words, len(COLUMNS))."""
    case, tree = sentence.case, sentence.tree
    found = np.zeros((len(tree), len(COLUMNS)), dtype=np.float32)
    told: dict[int, list[float]] = {}
    for i, word in enumerate(tree.words):
        verb = next((v for t in range(word.first, word.last) if (v := _verb(case, tree.doc[t])) is not None), None)
        if verb is not None:
            if verb not in told:
                told[verb] = _compared(case, tree.doc, verb)
            found[i] = told[verb]
    return found


def _verb(case: Case, token: "Token") -> int | None:
    """The verb that a token is or belongs to."""
    at = token.head.i if token.dep_ in _BOUND else token.i
    return at if at in case.hypothesis.verbs else None


def _compared(case: Case, doc: "Doc", verb: int) -> list[float]:
    own = case.hypothesis.verbs[verb]
    modal, past = _modal(doc[verb]), _past(doc[verb])
    columns = {"of_verb": 1.0, "own_doubt": float(own.doubt), "own_denied": float(own.negated), "own_modal": float(bool(modal))}
    other = _counterpart(case, verb)
    if other is not None:
        theirs = other.premise.sentence.verbs[other.token]
        their_modal = _modal(other.doc[other.token])
        columns |= {
            "other_doubt": float(theirs.doubt),
            "surer": float(own.doubt < theirs.doubt),
            "less_sure": float(own.doubt > theirs.doubt),
            "denial_differs": float(
                own.negated != theirs.negated and not told_by_denial(case.hypothesis, verb, other.premise.sentence, other.token)
            ),
            "other_modal": float(bool(their_modal)),
            "modal_differs": float(modal != their_modal),
            "past_differs": float(past != _past(other.doc[other.token])),
            "counterpart": other.alike,
            "around": other.around,
        }
    return [columns.get(name, 0.0) for name in COLUMNS]


def _counterpart(case: Case, verb: int) -> _Counterpart | None:
    """Of the premises the verb that is most like this one, where the rest of the sentence fits best."""
    best: _Counterpart | None = None
    for premise in case.premises:
        alike = likeness(case, premise)
        around = float(alike[list(case.content)].max(axis=1).mean()) if case.content and alike.size else 0.0
        for other in premise.sentence.verbs:
            fit = float(alike[verb, other])
            if fit >= _ALIKE and (best is None or fit + around > best.alike + best.around):
                best = _Counterpart(parse_strings([premise.sentence.text])[0], premise, other, fit, around)
    return best


def _modal(verb: "Token") -> frozenset[str]:
    """The auxiliaries that say that something may, must or will be."""
    return frozenset(c.lemma_.lower() for c in verb.children if c.dep_ == "aux") - _LIGHT


def _past(verb: "Token") -> bool:
    """Whether the first verb of the group is in the past."""
    group = [c for c in verb.children if c.dep_ in ("aux", "auxpass")]
    return (min(group, key=lambda token: token.i) if group else verb).tag_ == "VBD"


SIGNAL = Signal("assertion", COLUMNS, by_sentence(_of_sentence))
