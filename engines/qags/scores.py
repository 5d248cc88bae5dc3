"""The scores of QAGS."""

from collections.abc import Sequence

from engines.core.details import QuestionDetails
from engines.core.results import Unit


def scores(units: Sequence[Unit]) -> dict[str, float]:
    """`qags`: the mean F1 of the answers; `qags_em`: the share of the same answers; the number of questions, and of those answered.

    An output that nothing can be asked about scores 0: nothing speaks for it.
    """
    if not units:
        return {"qags": 0.0, "qags_em": 0.0, "questions": 0.0, "answered": 0.0}
    details = [u.details for u in units if isinstance(u.details, QuestionDetails)]
    return {
        "qags": sum(d.f1 or 0.0 for d in details) / len(units),
        "qags_em": sum(d.em or 0.0 for d in details) / len(units),
        "questions": float(len(units)),
        "answered": float(sum(d.reference_answer is not None for d in details)),
    }
