"""One continuous score for every engine: how well the reference supports an output, so that two versions of a text can be compared."""

import math
from collections.abc import Mapping, Sequence

from engines.core.findings import WordSupport
from engines.core.results import Unit

SUPPORT = "support"
"""Its name among the scores."""
_LEAST = 0.001
"""No single unit counts for less: beyond it a probability says only that the unit is wrong."""


_OF_WORST_WORD = 0.2
"""What the worst word counts beside the units: more of it tells whole texts apart better, and pairs of texts less well."""


def support(units: Sequence[Unit], words: Sequence[WordSupport] | None = None) -> float | None:
    """The geometric mean of the units' probabilities, [0, 1], lowered by how wrong the worst word is; None where no unit has one.

    It falls with every doubt, wherever the threshold is, and faster the surer an error is; how long the text is leaves it as it is. Of
    some twenty ways to put probabilities together (mean, minimum, harmonic and power means, soft minima, discounted sums) it told texts
    with an error from texts without, in pairs and at large, best or nearly so with QASem, SCALE and ACUEval (BUMP and QAGS, parts). The
    worst word raises the AUC of BUMP's texts from 63 to 68 and leaves the pairs at 82 per cent.
    """
    values = [unit.probability for unit in units if unit.probability is not None]
    if not values:
        return None
    mean = sum(math.log(max(value, _LEAST)) for value in values) / len(values)
    worst = max((word.probability for word in words or ()), default=0.0)
    return round(math.exp(mean + _OF_WORST_WORD * math.log(max(1 - worst, _LEAST))), 6)


def with_support(scores: Mapping[str, float], units: Sequence[Unit], words: Sequence[WordSupport] | None = None) -> dict[str, float]:
    """Scores with the support of the units and words among them; those of a run that is not finished are none, and stay so."""
    value = support(units, words)
    return dict(scores) if value is None or not scores else {**scores, SUPPORT: value}
