"""The scores of QASem."""

from collections import defaultdict
from collections.abc import Sequence

from engines.core.results import Unit


def scores(units: Sequence[Unit]) -> dict[str, float]:
    """The QASemConsistency score (supported QAs / all QAs), the mean probability, the counts, and the score of each output sentence."""
    verified = [u for u in units if u.supported is not None]
    if not verified:
        return {"units": 0.0, "supported": 0.0}
    values = {
        "qasem": sum(bool(u.supported) for u in verified) / len(verified),
        "mean_probability": sum(u.probability or 0.0 for u in verified) / len(verified),
        "units": float(len(verified)),
        "supported": float(sum(bool(u.supported) for u in verified)),
    }
    by_sentence: dict[int, list[bool]] = defaultdict(list)
    for unit in verified:
        by_sentence[unit.details.sentence or 0].append(bool(unit.supported))
    for sentence, supported in sorted(by_sentence.items()):
        values[f"qasem_sentence_{sentence + 1}"] = sum(supported) / len(supported)
    return values


def predicate_scores(units: Sequence[Unit]) -> dict[tuple[int, int], float]:
    """The share of supported QAs of each predicate, by its (start, end)."""
    groups: dict[tuple[int, int], list[bool]] = defaultdict(list)
    for unit in units:
        if unit.predicate is not None and unit.supported is not None:
            groups[(unit.predicate.start, unit.predicate.end)].append(unit.supported)
    return {span: sum(values) / len(values) for span, values in groups.items()}
