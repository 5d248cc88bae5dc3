"""The deep check: what a language model that reads along adds to the log-odds of words.

It says how expected each word is after the reference (`signals.language`), and what of the reference it would rather read in its place
(`exchanges`). Both count with weights that are learned (`assets/localizer/deep.json`, which can be read); a probe of its states says more
where it is the model of the probe (`states`).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engines.core.findings import Preference
from engines.core.machine.files import asset
from engines.core.roles import LanguageModel
from engines.core.spans import Span
from engines.verification.localizer.exchanges import KINDS, Candidate, candidates
from engines.verification.localizer.reading import Reading, fitting, passages
from engines.verification.localizer.signals import language
from engines.verification.localizer.states import load_probe

ASSET = "deep.json"
TOLD = {
    "probability_sum": (-20.0, 0.0),
    "gap_most": (0.0, 12.0),
    "gain_sum": (-10.0, 10.0),
    "unread_gap_first": (0.0, 12.0),
    "above_sentence": (-20.0, 20.0),
    "rank_first": (0.0, 12.0),
}
"""What counts of how expected a word is, and between which bounds."""
COLUMNS = (*(f"prefers_{kind}" for kind in KINDS), *TOLD)
_MOST_PREFERRED = 8.0
_SURELY_RIGHT = -6.0
"""Log-odds below which nothing is tried: of the words two in three, of the wrong ones that an exchange would show one in thirty."""
_SURELY = 2.0
"""Nats from which on what is preferred is told to be what the reference has instead."""
_TOLD = [language.COLUMNS.index(name) for name in TOLD]
_BOUNDS = np.array(list(TOLD.values()))


@dataclass(frozen=True)
class Asked:
    """What a language model said of the words of a reading.

    Attributes:
        rows: for every sentence (words, len(COLUMNS)).
        instead: for every sentence, by the number of the word, what of the reference it would surely rather read there.
        states: for every sentence (words,) what its states add to the log-odds.
    """

    rows: tuple[NDArray[np.float64], ...]
    instead: tuple[dict[int, Span], ...]
    states: tuple[NDArray[np.float64], ...]


def ask(reading: Reading, model: LanguageModel, odds: Sequence[NDArray[np.float64]]) -> Asked:
    """Ask it which exchanges it prefers where a word is not surely right; what it expected is in the reading.

    Args:
        odds: (words,) for every sentence, without the language model.

    Raises:
        ModelError: the model fails.
    """
    alignments = [sentence.alignment for sentence in reading.sentences]
    opened = np.zeros(len(reading.output.text) + 1, dtype=np.int64)
    for sentence, (start, _), of in zip(reading.sentences, reading.output.sentences, odds, strict=True):
        for word, value in zip(sentence.tree.words, of, strict=True):
            opened[start + word.start + 1 : start + word.end + 1] = value > _SURELY_RIGHT
    opened = opened.cumsum()
    tried = [
        one for one in candidates(reading, fitting(reading.reference, alignments)) if opened[one.exchange.end] > opened[one.exchange.start]
    ]
    preferences = model.preferences(passages(reading.reference, alignments), reading.output.text, [one.exchange for one in tried])
    return asked(reading, [(one, preference) for one, preference in zip(tried, preferences, strict=True) if preference is not None])


def asked(reading: Reading, told: Sequence[tuple[Candidate, Preference]]) -> Asked:
    """The answers, word by word."""
    rows, instead = [], []
    expected = language.rows(reading)
    for sentence, (start, _), of in zip(reading.sentences, reading.output.sentences, expected, strict=True):
        found = np.zeros((len(sentence.tree), len(COLUMNS)))
        found[:, len(KINDS) :] = np.clip(of[:, _TOLD], _BOUNDS[:, 0], _BOUNDS[:, 1])
        best: dict[int, tuple[float, Span]] = {}
        for w, word in enumerate(sentence.tree.words):
            for candidate, preference in told:
                exchange = candidate.exchange
                if exchange.start >= start + word.end or start + word.start >= exchange.end:
                    continue
                # What the language alone prefers says nothing of the reference.
                gain = min(preference.read, preference.read - preference.unread)
                column = KINDS.index(candidate.kind)
                found[w, column] = max(found[w, column], min(gain, _MOST_PREFERRED))
                if candidate.found and gain > best.get(w, (_SURELY,))[0]:
                    best[w] = gain, candidate.found
        rows.append(found)
        instead.append({w: span for w, (_, span) in best.items()})
    return Asked(tuple(rows), tuple(instead), tuple(load_probe().added(reading)))


@dataclass(frozen=True)
class SecondLook:
    """What a language model adds to the log-odds of words.

    Attributes:
        weights: of the columns.
        base: what is added to them.
        least: what it adds at least (below 0). What is surely unsupported stays so, however expected it is: what a model has written
            a model expects.
    """

    weights: NDArray[np.float64]
    base: float
    least: float

    def together(self, rows: NDArray[np.float64], odds: NDArray[np.float64]) -> NDArray[np.float64]:
        """(words,): 0 is the threshold of an alarm.

        Args:
            rows: (words, len(COLUMNS)).
            odds: (words,) without a language model.
        """
        return np.asarray(odds + np.maximum(rows @ self.weights + self.base, self.least))

    def log_odds(self, asked_: Asked, odds: Sequence[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
        """The same, sentence by sentence."""
        return [self.together(rows, of) + states for rows, of, states in zip(asked_.rows, odds, asked_.states, strict=True)]


@lru_cache(maxsize=1)
def load_second_look() -> SecondLook:
    """The bundled weights, loaded once."""
    stored = json.loads(asset("localizer", ASSET).read_text("utf-8"))
    weights = np.array([stored["weights"][name] for name in COLUMNS])
    return SecondLook(weights, float(stored["base"]), float(stored["least"]))
