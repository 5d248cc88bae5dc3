"""The scores of ACUEval."""

from collections import defaultdict
from collections.abc import Sequence

from engines.core.results import Unit


def scores(units: Sequence[Unit]) -> dict[str, float]:
    """Mean probability (the paper's score), share of supported units, the counts, and the mean of each output sentence."""
    verified = [u for u in units if u.probability is not None]
    if not verified:
        return {"units": 0.0, "supported": 0.0}
    values = {
        "acueval": sum(u.probability or 0.0 for u in verified) / len(verified),
        "acueval_hard": sum(bool(u.supported) for u in verified) / len(verified),
        "units": float(len(verified)),
        "supported": float(sum(bool(u.supported) for u in verified)),
    }
    by_sentence: dict[int, list[float]] = defaultdict(list)
    for unit in verified:
        by_sentence[unit.details.sentence or 0].append(unit.probability or 0.0)
    for sentence, probabilities in sorted(by_sentence.items()):
        values[f"acueval_sentence_{sentence + 1}"] = sum(probabilities) / len(probabilities)
    return values
