"""Units that were asked about and have no verdict, and what verifiers said of how their verdicts came about."""

from collections import Counter
from collections.abc import Sequence

from engines.core.results import Unit


def is_unanswered(unit: Unit) -> bool:
    """Whether it was asked about without a verdict, and its notes say why; a unit that waits for its turn has none."""
    return unit.supported is None and bool(unit.details.notes)


def remarks(units: Sequence[Unit]) -> tuple[str, ...]:
    """What is to be known of the verdicts on units: how many have none, which the scores leave out, and how the others were read."""
    without = Counter(note for unit in units if is_unanswered(unit) for note in unit.details.notes)
    others = Counter(note for unit in units if not is_unanswered(unit) for note in unit.details.notes)
    silent = [f"{note} The scores leave out {_of(count, units)}." for note, count in without.items()]
    return (*silent, *(f"{note} This concerns {_of(count, units)}." for note, count in others.items() if note not in without))


def _of(count: int, units: Sequence[Unit]) -> str:
    nouns = {unit.details.noun for unit in units}
    noun = nouns.pop() if len(nouns) == 1 else "fact"
    return f"{count} of {len(units):,} {noun if len(units) == 1 else noun + 's'}"
