"""A revision in the making: proposed once, decided edit by edit, scored when asked, kept whole."""

import json
from pathlib import Path

import pytest

from engines.core.errors import FormatError, InputError
from engines.core.results import Analysis, Edit
from explorer import analyze
from explorer.services.analysis import Stage
from explorer.services.drafting import RevisionDraft, Tally, stream_draft, stream_rescored
from explorer.services.workspace import Workspace
from tests.explorer.services.test_revision import OUTPUT, REFERENCE


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyze(REFERENCE, OUTPUT, engine="qasem")


@pytest.fixture(scope="module")
def draft(analysis: Analysis) -> RevisionDraft:
    *stages, last = stream_draft(analysis)
    assert stages and all(isinstance(stage, Stage) for stage in stages)
    assert isinstance(last, RevisionDraft)
    return last


def test_edits_are_proposed_undecided_with_the_score_before_and_after(analysis: Analysis, draft: RevisionDraft) -> None:
    assert draft.edits and set(draft.choices) == {0}
    assert draft.text(OUTPUT) == OUTPUT
    assert draft.comment and draft.before and draft.full and draft.now == draft.before
    assert draft.full.supported / draft.full.units > draft.before.supported / draft.before.units


def test_decisions_change_the_text_and_are_scored_once(analysis: Analysis, draft: RevisionDraft) -> None:
    accepted = draft.decided([1, *[-1] * (len(draft.edits) - 1)], [draft.choices])
    assert accepted.text(OUTPUT) != OUTPUT
    *_, scored = stream_rescored(analysis, accepted)
    assert isinstance(scored, RevisionDraft) and scored.now is not None
    assert list(stream_rescored(analysis, scored)) == [scored]
    assert RevisionDraft.from_json(json.loads(json.dumps(scored.to_json()))) == scored


def test_a_closed_revision_stops(analysis: Analysis) -> None:
    events = stream_draft(analysis)
    assert isinstance(next(events), Stage)
    events.close()


@pytest.mark.parametrize("choices", [[], [1, 1, 1], [2, 0], ["+", 0]])
def test_impossible_decisions_are_refused(choices: list[int]) -> None:
    edits = (Edit(0, 1, "", "", ()), Edit(2, 3, "", "", ()))
    with pytest.raises(InputError, match="2 edits"):
        RevisionDraft("a", edits).decided(choices)


def test_damaged_data_is_told(tmp_path: Path, analysis: Analysis) -> None:
    with pytest.raises(FormatError, match="damaged"):
        RevisionDraft.from_json({"edits": 3})
    kept = RevisionDraft(analysis.id, (Edit(0, 1, "x \ud800", "why", ("q1",)),), choices=(1,), scored={(): Tally(None, 1, 2)})
    with Workspace(tmp_path) as workspace:
        with pytest.raises(InputError, match="no analysis"):
            workspace.store.save_revision(analysis.id, kept.to_json())
        workspace.store.save(analysis)
        assert workspace.store.load_revision(analysis.id) is None
        workspace.store.save_revision(analysis.id, kept.to_json())
        assert RevisionDraft.from_json(workspace.store.load_revision(analysis.id) or {}) == kept
        workspace.store.delete(analysis.id)
        workspace.store.purge()
        assert workspace.store.load_revision(analysis.id) is None
