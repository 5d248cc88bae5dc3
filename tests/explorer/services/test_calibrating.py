"""Votes become labels, labels a recalibration, and a recalibration other probabilities: for one engine and verifier."""

from dataclasses import replace
from pathlib import Path

import pytest

from engines.core.details import ACUDetails
from engines.core.errors import InputError
from engines.core.results import Analysis, Document, Engine, Unit
from explorer.services.calibrating import calibrated, forget_calibration, labels_of, recalibrate_from_annotations, report
from explorer.services.workspace import Workspace

OUTPUT = "It ran."


def analysis(count: int = 30, engine: str = "acueval") -> Analysis:
    """Units whose probabilities are all too high."""
    units = tuple(
        Unit(f"a{i}", "acu", f"Statement {i}.", probability=0.6 + i / 100, supported=True, details=ACUDetails(sentence=0, spans=((0, 6),)))
        for i in range(count)
    )
    scores = {"acueval": sum(u.probability or 0 for u in units) / count}
    return Analysis(
        "id", "2020-01-01", Engine(engine, {"threshold": 0.5}, {"verifier": "v-1"}), Document("R.", ()), Document(OUTPUT, ()), scores, units
    )


def vote(workspace: Workspace, made: Analysis, votes: dict[int, int]) -> None:
    workspace.store.save(made)
    for number, value in votes.items():
        workspace.store.annotate(made.id, f"a{number}", value, "")


def test_a_vote_against_a_verdict_is_a_label_of_the_other_kind(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        vote(workspace, analysis(), {0: 1, 1: -1, 2: 1})
        assert labels_of(workspace.store, "acueval", "v-1") == ([0.6, 0.61, 0.62], [1, 0, 1])
        assert labels_of(workspace.store, "acueval", "v-2") == ([], [])
        assert labels_of(workspace.store, "qasem", "v-1") == ([], [])
        known = report(workspace.store, analysis())
        assert known and (known.labels, known.supported) == (3, 2)
        assert sum(b.count for b in known.bins) == 3
        assert "There are 3: 2 supported, 1 not." in known.missing
        with pytest.raises(InputError, match="needs 20"):
            recalibrate_from_annotations(workspace.store, analysis())


def test_enough_votes_recalibrate_what_is_shown_and_can_be_forgotten(tmp_path: Path) -> None:
    made = analysis()
    with Workspace(tmp_path) as workspace:
        vote(workspace, made, {i: 1 if i % 4 == 0 else -1 for i in range(30)})
        known = recalibrate_from_annotations(workspace.store, made)
        assert known.error and known.error_after is not None and known.error_after < known.error
        again = report(workspace.store, made)
        assert again and again.calibration == known.calibration and again.fitted_to == 30
        read = calibrated(made, known.calibration)
        assert all((new.probability or 1) < (old.probability or 0) for old, new in zip(made.units, read.units, strict=True))
        assert not any(unit.supported for unit in read.units)
        assert read.scores["acueval"] == pytest.approx(sum(u.probability or 0 for u in read.units) / 30)
        forget_calibration(workspace.store, made)
        assert report(workspace.store, made).calibration is None


def test_engines_without_a_verifier_have_no_report(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        assert report(workspace.store, analysis()) is not None
        assert report(workspace.store, analysis(engine="qags")) is None
        assert report(workspace.store, replace(analysis(), engine=Engine("scale"))) is None
