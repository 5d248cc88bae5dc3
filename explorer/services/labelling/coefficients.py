"""Agreement beyond chance, by NLTK: Cohen's kappa for two, Fleiss' kappa for as many as judge every unit, Krippendorff's alpha for all.

Labels are nominal. Who agree fully agree by 1, also where only one label was ever given, of which the formulas say nothing.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

Rating = Mapping[Any, str]
"""What is said of one unit, by who says it."""


def cohen(ratings: Sequence[Rating], first: Hashable, second: Hashable) -> float | None:
    """Cohen's kappa (1960) over the units that both judge; None where there are none."""
    both = [{0: one[first], 1: one[second]} for one in ratings if first in one and second in one]
    return _of(both, lambda task: float(task.kappa_pairwise(0, 1)))


def fleiss(ratings: Sequence[Rating]) -> float | None:
    """Fleiss' kappa (1971) over the units of `rated_alike`; None where there are none."""
    return _of(rated_alike(ratings), lambda task: float(task.pi()))


def rated_alike(ratings: Sequence[Rating]) -> list[Rating]:
    """The units that have as many labels as each other, two or more, as Fleiss' kappa wants them: as many labels in all as can be. Who gave
    which counts for nothing there."""
    counts = Counter(len(one) for one in ratings if len(one) > 1)
    wanted = max(counts, key=lambda number: (counts[number] * number, number), default=0)
    return [dict(enumerate(one.values())) for one in ratings if len(one) == wanted]


def alpha(ratings: Sequence[Rating]) -> float | None:
    """Krippendorff's alpha (nominal) over all units with two labels or more, however many judge each; None where there are none."""
    return _of([one for one in ratings if len(one) > 1], lambda task: float(task.alpha()))


def _of(ratings: Sequence[Rating], measure: Callable[[Any], float]) -> float | None:
    if not ratings:
        return None
    if len({label for one in ratings for label in one.values()}) == 1:
        return 1.0
    from nltk.metrics.agreement import AnnotationTask

    return measure(AnnotationTask(data=[(who, unit, label) for unit, one in enumerate(ratings) for who, label in one.items()]))
