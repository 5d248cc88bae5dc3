"""From scored candidates to arguments: which spans are taken, and in which role."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engines.parsing.arguments.adjuncts import asked_by_preposition
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters.plausibility import plausible
from engines.parsing.predicates.nominal import event_probability
from engines.parsing.scoring.features import NUMBERS, Rows
from engines.parsing.scoring.uncertainty import Certainty, discounted
from engines.parsing.syntax.dependencies import verb_form

if TYPE_CHECKING:
    from spacy.tokens import Doc


class Thresholds(NamedTuple):
    """How probable an argument must be at least, by what it is.

    Attributes:
        verb, noun: an argument of a verb, of a noun.
        learned_of_verb: one that the rules do not know.
        learned_of_noun: the same of a noun, times the probability that the noun is a predicate.
        taken_over, taken_over_by_noun: one that is taken over from another word (shared, controlled, inherited) or stands for another
            argument (antecedents, appositions).
        sole: enough, however uncertain its words, for the best argument of a predicate that would have none.
        agent: the noun itself, as whoever does what it says ("the builder of the mill").
        doubtful: an argument of a noun that may be none.
        place: a verb's places and recipients, which often belong to another word.
        sceptical: whether the uncertainty of the parse (`engines.parsing.scoring.uncertainty`) lowers the probability of a verb's arguments
            first.
        steady: in which share of the parses with units left out (`engines.parsing.scoring.steadiness`) what a question rests on must stay.
        rather_steady: the same for a question that alone asks about some of its words.
    """

    verb: float
    noun: float
    learned_of_verb: float = 0.0
    learned_of_noun: float = 0.0
    taken_over: float = 0.0
    taken_over_by_noun: float = 0.0
    sole: float = 1.0
    agent: float = 0.0
    doubtful: float = 0.0
    place: float = 0.0
    sceptical: bool = False
    steady: float = 0.0
    rather_steady: float = 0.0

    @property
    def floor(self) -> "Thresholds":
        """What an argument must reach to be looked at in a first pass."""
        return self._replace(verb=min(self.verb, self.sole), noun=min(self.noun, self.sole))


BEST = Thresholds(0.38, 0.37)
"""Maximises F1 on the QA-SRL dev files."""
DISPLAY = Thresholds(
    verb=0.36,
    noun=0.7,
    learned_of_verb=0.64,
    learned_of_noun=0.37,
    taken_over=0.6,
    taken_over_by_noun=0.72,
    sole=0.3,
    agent=0.58,
    doubtful=0.65,
    place=0.57,
    sceptical=True,
    steady=0.5,
    rather_steady=0.2,
)
"""Fewer wrong arguments, for people and verifiers."""
SURE_EVENT = 0.5
"""From this probability on a noun is a predicate even if little is known about its arguments."""
_LEAST_EVENT = 0.01
BEFORE_NOUN = 0.1
"""Enough for the noun of a participle that stands before it: "increased costs"."""
_SECOND_NAMES = frozenset({"antecedent", "apposition"})
MOST_OVERLAP = 0.25
"""Two arguments of one predicate overlap less than this (IOU)."""
NESTED = 0.4
"""What a candidate loses in log-odds for each argument already taken that it lies in or holds."""
FAMILIAR = 0.75
"""Head start in log-odds, among candidates that are good enough, of a span that the rules propose too."""

_EXACT, _NOMINAL = NUMBERS.index("exact rule"), NUMBERS.index("nominal")


class _Candidate(NamedTuple):
    margin: float
    row: int
    head: int
    start: int
    end: int
    familiar: bool


def select(rows: Rows, scores: np.ndarray, thresholds: Thresholds) -> list[tuple[int, float]]:
    """Rows taken as arguments, with their score: predicate by predicate, best first.

    None that overlaps one already taken (`MOST_OVERLAP`) or is another cut of it, and nested ones only when they are the
    more certain (`NESTED`).
    """
    least = np.where(rows.numbers[:, _NOMINAL] > 0, thresholds.noun, thresholds.verb)
    margins = _log_odds(scores) - _log_odds(least)
    pending: dict[int, list[_Candidate]] = {}
    for row in np.flatnonzero(margins >= 0).tolist():
        familiar = bool(rows.numbers[row, _EXACT])
        candidate = _Candidate(float(margins[row]), row, int(rows.head[row]), int(rows.start[row]), int(rows.end[row]), familiar)
        pending.setdefault(int(rows.predicate[row]), []).append(candidate)
    taken: list[tuple[int, float]] = []
    for candidates in pending.values():
        while candidates:
            best = max(candidates, key=lambda c: (c.margin + FAMILIAR * c.familiar, -c.row))
            taken.append((best.row, float(scores[best.row])))
            candidates = [lowered for c in candidates if (lowered := _beside(c, best)) is not None and lowered.margin >= 0]
    return taken


def _log_odds(probability: np.ndarray) -> np.ndarray:
    clipped = np.clip(probability, 1e-6, 1 - 1e-6)
    return np.log(clipped / (1 - clipped))


def _beside(candidate: _Candidate, best: _Candidate) -> _Candidate | None:
    """The candidate after the best one was taken: None if they overlap too much, less certain if one holds the other."""
    shared = min(candidate.end, best.end) - max(candidate.start, best.start)
    if shared <= 0:
        return candidate
    if candidate.head == best.head:
        return None
    length, best_length = candidate.end - candidate.start, best.end - best.start
    if shared >= MOST_OVERLAP * (length + best_length - shared):
        return None
    return candidate._replace(margin=candidate.margin - NESTED) if shared in (length, best_length) else candidate


def as_argument(doc: "Doc", predicate: int, rules: Sequence[Argument], cut: tuple[int, int, int], role: str, score: float) -> Argument:
    """The argument for a chosen (head, start, end): the rules' one where they know the span or its head, else with the learned role."""
    head, start, end = cut
    for rule in rules:
        if rule.span == (start, end):
            return replace(rule, score=score)
    token = doc[head]
    inner = [head, *(c.i for c in token.children if c.dep_ in ("pobj", "pcomp"))] if token.pos_ == "ADP" else [head]
    for rule in rules:
        if rule.head in inner:
            kept = rule.preposition or (token.lower_ if rule.role in ("SUBJ", "OBJ") and token.lower_ in ("of", "by") else "")
            return replace(rule, start=_after_preposition(doc, start, end, kept), end=end, score=score)
    preposition = token.lower_ if token.pos_ == "ADP" else token.head.lower_ if token.dep_ in ("pobj", "pcomp") else ""
    if token.pos_ == "ADP" and verb_form(doc[predicate]) == "noun":
        wh, kept, _ = asked_by_preposition(token, doc[predicate])
        role = "PREP" if kept else wh
    if role.islower():
        return Argument(head, start, end, "ADJ", role, "", False, "learned", score)
    if role == "PREP" and not preposition:
        role = "OBJ"
    if role in ("SUBJ", "OBJ") and preposition in ("of", "by"):  # "opponent of the plan": the question has no "of"
        return Argument(head, _after_preposition(doc, start, end, preposition), end, role, "", "", False, "learned", score)
    kept = preposition if role == "PREP" else ""
    return Argument(head, _after_preposition(doc, start, end, preposition), end, role, "", kept, False, "learned", score)


def _after_preposition(doc: "Doc", start: int, end: int, preposition: str) -> int:
    """The question keeps the preposition, so the answer does not repeat it, nor the end of "out of"."""
    words = preposition.split()
    for first in range(len(words)):
        rest = words[first:]
        if end - start > len(rest) and [token.lower_ for token in doc[start : start + len(rest)]] == rest:
            return start + len(rest)
    return start


def certain_enough(
    doc: "Doc", predicate: int, arguments: Sequence[Argument], thresholds: Thresholds, certainty: Certainty | None = None
) -> list[Argument]:
    """Without arguments that are not certain enough for what they are; if none is left that makes a QA, the most certain one of the
    predicate's own.

    Args:
        doc: the sentence.
        predicate: its token.
        arguments: those of the predicate.
        thresholds: how certain each must be.
        certainty: of the sentence, if it counts (`Thresholds.sceptical`).
    """
    noun = verb_form(doc[predicate]) == "noun"
    event = event_probability(doc[predicate]) if noun else 1.0

    def least(argument: Argument) -> float:
        second_hand = not argument.own or argument.source in _SECOND_NAMES
        return (
            _least_of_noun(argument, predicate, second_hand, event, thresholds)
            if noun
            else _least_of_verb(argument, second_hand, thresholds)
        )

    lowered = discounted(certainty, predicate, arguments) if certainty is not None and not noun else list(arguments)
    certain = [a for a in lowered if a.score >= least(a)]
    known = [
        after
        for before, after in zip(arguments, lowered, strict=True)
        if before.source != "learned" and before.score >= (BEFORE_NOUN if _stands_before(doc, predicate, before) else thresholds.sole)
    ]
    if len(certain) > 1 or (certain and (not known or plausible(doc, predicate, certain))):
        return certain
    return certain + sorted((a for a in known if a not in certain), key=lambda a: -a.score)[:1]


def _least_of_verb(argument: Argument, second_hand: bool, thresholds: Thresholds) -> float:
    if argument.source == "learned":
        return thresholds.learned_of_verb
    least = thresholds.taken_over if second_hand else thresholds.verb
    if argument.wh == "where" or argument.role == "IOBJ":
        return max(least, thresholds.place)
    return least


def _least_of_noun(argument: Argument, noun: int, second_hand: bool, event: float, thresholds: Thresholds) -> float:
    if argument.source == "learned":
        return thresholds.learned_of_noun / max(event, _LEAST_EVENT)
    if argument.head == noun:
        return thresholds.agent
    least = thresholds.doubtful if event < SURE_EVENT else thresholds.noun
    return max(least, thresholds.taken_over_by_noun) if second_hand else least


def _stands_before(doc: "Doc", predicate: int, argument: Argument) -> bool:
    """Whether the predicate is a past participle right before the argument: "increased costs"."""
    verb = doc[predicate]
    return verb.tag_ == "VBN" and verb.dep_ == "amod" and verb.head.i == argument.head and predicate < argument.start + 1
