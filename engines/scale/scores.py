"""The scores of SCALE."""

from collections.abc import Sequence

from engines.core.results import Unit


def scores(units: Sequence[Unit]) -> dict[str, float]:
    """Mean, minimum and harmonic mean of the sentence scores, the counts, and the score of each sentence."""
    values = [u.probability for u in units if u.probability is not None]
    if not values:
        return {"units": 0.0, "supported": 0.0}
    result = {
        "scale": sum(values) / len(values),
        "scale_min": min(values),
        "scale_harmonic": len(values) / sum(1 / v for v in values) if min(values) > 0 else 0.0,
        "units": float(len(values)),
        "supported": float(sum(bool(u.supported) for u in units)),
    }
    for unit in units:
        if unit.probability is not None:
            result[f"scale_sentence_{(unit.details.sentence or 0) + 1}"] = unit.probability
    return result
