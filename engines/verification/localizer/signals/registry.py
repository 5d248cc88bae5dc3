"""The signals in the order in which the model reads their columns."""

import numpy as np

from engines.verification.localizer.reading import Reading
from engines.verification.localizer.signals import (
    assertion,
    conflicts,
    evidence,
    extractiveness,
    pronouns,
    ranks,
    relations,
    rewording,
    surroundings,
)
from engines.verification.localizer.signals.base import Array, Signal

SIGNALS: tuple[Signal, ...] = tuple(
    module.SIGNAL for module in (evidence, relations, surroundings, conflicts, pronouns, extractiveness, ranks, assertion, rewording)
)
NAMES = tuple(f"{signal.name}:{column}" for signal in SIGNALS for column in signal.columns)


def signal_rows(reading: Reading) -> list[Array]:
    """For every sentence (words, len(NAMES))."""
    parts = [signal.rows(reading) for signal in SIGNALS]
    return [np.concatenate([part[i] for part in parts], axis=1) for i in range(len(reading.sentences))]
