"""One continuous score for every engine: how well the reference supports an output, so that two versions of a text can be compared."""

import math
from collections.abc import Mapping, Sequence

from engines.core.results import Unit

SUPPORT = "support"
"""Its name among the scores."""
_LEAST = 0.001
"""No single unit counts for less: beyond it a probability says only that the unit is wrong."""


def support(units: Sequence[Unit]) -> float | None:
    """The geometric mean of the units' probabilities, [0, 1]; None where none has one.

    It falls with every doubt, wherever the threshold is, and faster the surer an error is; how long the text is leaves it as it is. Of
    some twenty ways to put probabilities together (mean, minimum, harmonic and power means, soft minima, discounted sums) it told texts
    with an error from texts without, in pairs and at large, best or nearly so with QASem, SCALE and ACUEval (BUMP and QAGS, parts).
    """
    values = [unit.probability for unit in units if unit.probability is not None]
    if not values:
        return None
    return round(math.exp(sum(math.log(max(value, _LEAST)) for value in values) / len(values)), 6)


def with_support(scores: Mapping[str, float], units: Sequence[Unit]) -> dict[str, float]:
    """Scores with the support of the units among them; those of a run that is not finished are none, and stay so."""
    value = support(units)
    return dict(scores) if value is None or not scores else {**scores, SUPPORT: value}
