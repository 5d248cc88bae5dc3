"""A verifier's probabilities against a person's own votes: how far off they are, and a recalibration fitted to them.

Calibration as in SCALE, section 4.3. A vote says whether the person agrees with a verdict, so an agreed "supported" and a
disagreed "unsupported" are both labels of support. Labels are gathered per engine and verifier, since each pair has
probabilities of its own kind.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.calibration.reliability import Calibration, ReliabilityBin, expected_calibration_error, recalibrate, reliability
from engines.core.errors import FormatError, InputError, StoreError
from engines.core.results import Analysis
from engines.declaration.registry import known
from engines.units.errors import completed
from engines.units.support import SUPPORT
from explorer.formats.added import check_calibration
from sessions.store import Store

ENOUGH = 20
"""Fewest labels for a recalibration."""
ENOUGH_OF_EACH = 4
"""Fewest labels of support, and of none."""
FOLDS = 5


@dataclass(frozen=True)
class CalibrationReport:
    """How an engine's probabilities compare with a person's labels.

    Attributes:
        engine, verifier: what the probabilities are of; the verifier by its identity.
        labels: how many there are; `supported` of them of support.
        bins: the reliability plot.
        error: expected calibration error, [0, 1]; None without labels.
        error_after: the same after recalibration, each label by a fit to the others (five folds); None where there are too few.
        missing: what is missing for a recalibration, in words; "" where nothing is.
        calibration: the recalibration in use; None where there is none.
        fitted_to: how many labels it was fitted to.
    """

    engine: str
    verifier: str
    labels: int
    supported: int
    bins: tuple[ReliabilityBin, ...]
    error: float | None
    error_after: float | None
    missing: str
    calibration: Calibration | None = None
    fitted_to: int = 0


def report(store: Store, analysis: Analysis) -> CalibrationReport | None:
    """The report for the engine and verifier of an analysis; None for an engine without a verifier's probabilities."""
    engine, verifier = analysis.engine.name, analysis.engine.models.get("verifier", "")
    declared = known(engine)
    if declared is None or not declared.calibrates or not verifier:
        return None
    probabilities, labels = labels_of(store, engine, verifier)
    missing = _missing(labels)
    return CalibrationReport(
        engine,
        verifier,
        len(labels),
        sum(labels),
        tuple(reliability(probabilities, labels)),
        expected_calibration_error(probabilities, labels) if labels else None,
        None if missing else _error_after(probabilities, labels),
        missing,
        *_kept(store, engine, verifier),
    )


def _kept(store: Store, engine: str, verifier: str) -> tuple[Calibration | None, int]:
    """The recalibration in use and its labels; one that is damaged counts as none, and can be fitted again."""
    try:
        kept = store.load_calibration(engine, verifier)
        if not kept:
            return None, 0
        check_calibration(kept)
        return Calibration.from_json(kept["calibration"]), kept["labels"]
    except (FormatError, StoreError):
        return None, 0


def labels_of(store: Store, engine: str, verifier: str) -> tuple[list[float], list[int]]:
    """The probabilities that were annotated, and for each 1 where the person found support, else 0."""
    rows = store.votes(engine, verifier)
    return [p for p, _, _ in rows], [int(bool(supported) == (vote > 0)) for _, supported, vote in rows]


def recalibrate_from_annotations(store: Store, analysis: Analysis) -> CalibrationReport:
    """Fit a calibration to the person's annotations and keep it for the engine and verifier of the analysis.

    Raises:
        InputError: there are too few annotations, or of one kind only; the message says how many are missing.
    """
    known = report(store, analysis)
    if known is None:
        raise InputError(f"The engine {analysis.engine.name!r} has no probabilities that could be recalibrated.")
    if known.missing:
        raise InputError(known.missing)
    probabilities, labels = labels_of(store, known.engine, known.verifier)
    fitted = recalibrate(probabilities, labels)
    store.save_calibration(known.engine, known.verifier, {"calibration": fitted.to_json(), "labels": len(labels)})
    return replace(known, calibration=fitted, fitted_to=len(labels))


def forget_calibration(store: Store, analysis: Analysis) -> None:
    """Go back to the verifier's own probabilities."""
    store.save_calibration(analysis.engine.name, analysis.engine.models.get("verifier", ""), None)


def calibrated(analysis: Analysis, calibration: Calibration) -> Analysis:
    """The analysis with recalibrated probabilities, verdicts at its own threshold, and scores to match; nothing is stored."""
    threshold = float(analysis.engine.settings.get("threshold", 0.5))
    units = tuple(
        unit if unit.probability is None else replace(unit, probability=round(float(calibration.apply([unit.probability])[0]), 4))
        for unit in analysis.units
    )
    read = replace(analysis, units=units).with_threshold(threshold)
    declared = known(analysis.engine.name)
    scores = {name: value for name, value in analysis.scores.items() if name != SUPPORT}
    if declared is not None and declared.rescored is not None:
        scores |= declared.rescored(read.units)
    return completed(replace(read, scores=scores), threshold)


def _missing(labels: Sequence[int]) -> str:
    supported, unsupported = sum(labels), len(labels) - sum(labels)
    if len(labels) >= ENOUGH and min(supported, unsupported) >= ENOUGH_OF_EACH:
        return ""
    return (
        f"A recalibration needs {ENOUGH} annotated facts, at least {ENOUGH_OF_EACH} of them supported and {ENOUGH_OF_EACH} not. "
        f"There are {len(labels)}: {supported} supported, {unsupported} not."
    )


def _error_after(probabilities: Sequence[float], labels: Sequence[int]) -> float | None:
    """The calibration error when every fold is calibrated by a fit to the others."""
    after: list[Any] = [None] * len(labels)
    for fold in range(FOLDS):
        others = [i for i in range(len(labels)) if i % FOLDS != fold]
        mine = [i for i in range(len(labels)) if i % FOLDS == fold]
        if not 0 < sum(labels[i] for i in others) < len(others):
            return None
        fitted = recalibrate([probabilities[i] for i in others], [labels[i] for i in others])
        for i, value in zip(mine, fitted.apply([probabilities[i] for i in mine]), strict=True):
            after[i] = float(value)
    return expected_calibration_error(after, labels)
