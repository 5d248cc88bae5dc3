"""The trained model: how sure it is that the reference does not support a word, from what the signals say of it.

A sum of small regression trees, and networks that also read the vectors of words and of their counterparts. The log-odds are shifted so
that 0 is where a text should be looked at (`assets/localizer/CARD.md` says at which share of false alarms).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.core.errors import UnavailableError
from engines.core.machine.files import asset
from engines.verification.localizer.counterparts import COSINES, Counterparts
from engines.verification.localizer.network import WordNetwork, windows
from engines.verification.localizer.signals.base import Array
from engines.verification.localizer.signals.registry import NAMES
from engines.verification.sentences.thesaurus import Told
from engines.verification.word_support.head import Trees

ASSET, NETWORKS = "words.safetensors", "networks.safetensors"
CROSS_ENCODER, POINTER = "cross_encoder.safetensors", "pointer.safetensors"
"""The trees, the networks beside them, and the encoders of `cross_encoder` and of `pointer`, in `engines.verification.localizer`."""
FOLDER = "localizer"
_OTHER_VALUE = tuple(NAMES.index(f"conflicts:quantity {where}") for where in ("beside the same words", "in a copy", "in context"))
_RULES = tuple(NAMES.index(f"conflicts:{rule}") for rule in ("added clause", "added noun", "antonym", "cause"))
_NUMBER, _DENIAL, _PRONOUN, _LINKED = (
    NAMES.index(name) for name in ("evidence:pos=NUM", "assertion:denial_differs", "pronouns:is_pronoun", "pronouns:linked")
)
_VALUE = NAMES.index("evidence:is_value")
_PLACES = tuple(i for i, name in enumerate(NAMES) if name.startswith("rewording:in_"))


def rare_signs(rows: Array) -> NDArray[np.bool_]:
    """(words,) which words have a sign that tells much and that the trees see too seldom to learn how much.

    These are a number where a rule finds another value in its place, a verb that is denied where the reference's is not or the other way
    round, a pronoun that nobody stands behind, and what the rules for things added, opposites and reasons find.

    Args:
        rows: what the signals say, (words, len(NAMES)).
    """
    value = (rows[:, _OTHER_VALUE] > 0).any(axis=1) & (rows[:, _NUMBER] > 0)
    unnamed = (rows[:, _PRONOUN] > 0) & (rows[:, _LINKED] == 0)
    return np.asarray(value | unnamed | (rows[:, _DENIAL] > 0) | (rows[:, _RULES] > 0).any(axis=1))


def places_otherwise(rows: Array) -> NDArray[np.int64]:
    """(words,) in how many of the places where a word would stand the reference has one that says something else, by the thesaurus."""
    return np.asarray((rows[:, _PLACES] == Told.OTHERWISE).sum(axis=1))


def numbers(rows: Array) -> NDArray[np.bool_]:
    """(words,) which words are numbers of a value: an amount, a date, a time.

    The same doubt tells more of them than of other words, which people reword.
    """
    return np.asarray((rows[:, _VALUE] > 0) & (rows[:, _NUMBER] > 0))


@dataclass(frozen=True, eq=False)
class Networks:
    """Networks of which the mean counts, what it counts beside the trees, and what both together are multiplied with.

    Attributes:
        columns: the signals that they were trained with, by their places in `NAMES`.
    """

    networks: tuple[WordNetwork, ...]
    share: float
    scale: float
    columns: tuple[int, ...]

    def log_odds(self, rows: Sequence[Array], others: Sequence[Counterparts]) -> list[NDArray[np.float64]]:
        """(words,) for each sentence of a text.

        Args:
            rows: what the signals say of each sentence, (words, len(NAMES)).
            others: its words and their counterparts.
        """
        found: list[NDArray[np.float64]] = [np.zeros(0)] * len(rows)
        for first, last in windows([len(of) for of in rows]):
            of = (
                np.concatenate(rows[first:last])[:, self.columns],
                np.concatenate([each.vectors for each in others[first:last]]),
                np.concatenate([each.cosines for each in others[first:last]]),
            )
            odds = np.mean([network.log_odds(*of) for network in self.networks], axis=0)
            ends = np.cumsum([len(each) for each in rows[first:last]])[:-1]
            found[first:last] = np.split(self.share * odds.astype(np.float64), ends)
        return found


@dataclass(frozen=True, eq=False)
class WordModel:
    """The trees, what is added to their sum, and the networks.

    Attributes:
        sign: what is added for a rare sign (`rare_signs`).
        otherwise: what is added for each of `places_otherwise`.
        number: what is added for each of `numbers`.
        columns: the signals that the trees were trained with, by their places among all.
    """

    trees: Trees
    base: float
    sign: float
    otherwise: float
    number: float
    networks: Networks
    columns: tuple[int, ...]

    def log_odds(self, rows: Sequence[Array], others: Sequence[Counterparts]) -> list[NDArray[np.float64]]:
        """(words,) for each sentence of a text: above 0 a word raises an alarm.

        Args:
            rows: what the signals say of each sentence, (words, signals).
            others: its words and their counterparts.
        """
        if not rows:
            return []
        further = self.networks.log_odds(rows, others)
        every = np.concatenate(rows)
        odds = self.trees.log_odds(every[:, self.columns]) + self.sign * rare_signs(every) + self.otherwise * places_otherwise(every)
        odds += self.number * numbers(every)
        told = np.split(odds, np.cumsum([len(of) for of in rows])[:-1])
        return [of.astype(np.float64) + self.base + more if len(of) else np.zeros(0) for of, more in zip(told, further, strict=True)]

    def probabilities(self, odds: NDArray[np.float64]) -> NDArray[np.float64]:
        """How sure it is that a word is not supported, [0, 1]; 0.5 is the threshold of an alarm."""
        return np.asarray(1 / (1 + np.exp(-self.networks.scale * odds)))


@lru_cache(maxsize=2)
def asset_digest(*further: str) -> str:
    """Twelve hexadecimal digits that change with the weights, and with further files; nothing else is loaded for them."""
    parts = (asset(FOLDER, name) for name in (ASSET, NETWORKS, CROSS_ENCODER, POINTER, *further))
    return hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()[:12]


@lru_cache(maxsize=1)
def load_model() -> WordModel:
    """The bundled model, loaded once.

    Raises:
        UnavailableError: the weights are missing or belong to other signals.
    """
    metadata, arrays, columns = _stored(asset(FOLDER, ASSET), NAMES)
    base, sign, otherwise, number = (float(metadata[name]) for name in ("base", "sign", "otherwise", "number"))
    return WordModel(Trees(**arrays), base, sign, otherwise, number, load_networks(), columns)


@lru_cache(maxsize=1)
def load_networks() -> Networks:
    """The bundled networks, loaded once.

    Raises:
        UnavailableError: the weights are missing or belong to other signals.
    """
    metadata, arrays, columns = _stored(asset(FOLDER, NETWORKS), (*NAMES, *COSINES))
    of: list[dict[str, Array]] = [{} for _ in range(int(metadata["networks"]))]
    for name, values in arrays.items():
        number, _, rest = name.partition(".")
        of[int(number)][rest] = values.astype(np.float32)
    networks = tuple(WordNetwork(weights) for weights in of)
    return Networks(networks, float(metadata["share"]), float(metadata["scale"]), columns[: -len(COSINES)])


def _stored(path: Path, names: Sequence[str]) -> tuple[dict[str, str], dict[str, Any], tuple[int, ...]]:
    """Metadata, arrays and the places of the signals that they were trained with: those of rules that came later are not read."""
    from safetensors import safe_open

    with safe_open(str(path), "numpy") as stored:
        metadata = stored.metadata() or {}
        arrays = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    trained = metadata.get("signals", "").split("\n")
    if not set(trained) <= set(names):
        raise UnavailableError("The weights in assets/localizer were trained on other signals. Run: python -m explorer.training localizer")
    return metadata, arrays, tuple(names.index(name) for name in trained)
