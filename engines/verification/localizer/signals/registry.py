"""The signals in the order in which the model reads their columns."""

import numpy as np

from engines.verification.localizer.reading import Reading
from engines.verification.localizer.signals import (
    assertion,
    conflicts,
    evidence,
    extractiveness,
    language,
    pronouns,
    ranks,
    relations,
    surroundings,
)
from engines.verification.localizer.signals.base import Array, Signal

SIGNALS: tuple[Signal, ...] = tuple(
    module.SIGNAL for module in (evidence, relations, surroundings, conflicts, pronouns, extractiveness, ranks, assertion)
)
DEEP: tuple[Signal, ...] = (*SIGNALS, language.SIGNAL)
"""What is read when a language model was asked, too."""
NAMES = tuple(f"{signal.name}:{column}" for signal in SIGNALS for column in signal.columns)
DEEP_NAMES = (*NAMES, *(f"{language.SIGNAL.name}:{column}" for column in language.COLUMNS))


def signal_rows(reading: Reading) -> list[Array]:
    """For every sentence (words, len(NAMES)); len(DEEP_NAMES) where a language model was asked."""
    parts = [signal.rows(reading) for signal in (SIGNALS if reading.expected is None else DEEP)]
    return [np.concatenate([part[i] for part in parts], axis=1) for i in range(len(reading.sentences))]
