"""What the page sends to be kept is kept, and what it cannot have sent is refused with words."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from components.wiring.autosave import saved
from engines.core.errors import InputError
from engines.core.results import Edit
from explorer.services.drafting import RevisionDraft
from explorer.services.workspace import Workspace
from tests.components import samples


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path) as workspace:
        workspace.store.save(samples.analysis())
        yield workspace


def send(workspace: Workspace, kind: str, **data: object) -> str:
    return saved(workspace, json.dumps({"kind": kind, "data": data}).encode())


def test_a_vote_is_kept_against_the_verdict_that_was_shown(workspace: Workspace) -> None:
    id = samples.analysis().id
    assert send(workspace, "annotate", analysis=id, unit="q4", vote=-1, supported=True, note="<b>") == "Your opinion is kept."
    said = workspace.store.annotations(id)["q4"]
    assert (said.vote, said.note) == (1, "<b>")  # stored as unsupported: who disagreed with green agrees with red
    assert send(workspace, "annotate", analysis=id, unit="q4", vote=0, note="") == "Your opinion was taken back."
    assert not workspace.store.annotations(id)


def test_a_draft_is_kept_with_what_was_chosen_before(workspace: Workspace) -> None:
    workspace.store.save_draft("page", "a", "b", engine="lss", analysed=True)
    send(workspace, "draft", reference="c \ud800", output="d")
    draft = workspace.store.load_draft("page")
    assert draft and (draft.output, draft.settings) == ("d", {"engine": "lss", "analysed": False})


def test_decisions_are_kept_only_where_there_are_edits(workspace: Workspace) -> None:
    id = samples.analysis().id
    with pytest.raises(InputError, match="Choose Revise again"):
        send(workspace, "choose", analysis=id, choices="+")
    draft = RevisionDraft(id, (Edit(0, 3, "", "why", ()),), (), (), choices=(0,))
    workspace.store.save_revision(id, draft.to_json())
    send(workspace, "choose", analysis=id, choices="+", past=".", future="")
    stored = workspace.store.load_revision(id)
    assert stored and (stored["choices"], stored["past"]) == ([1], [[0]])
    with pytest.raises(InputError, match="1 edits"):
        send(workspace, "choose", analysis=id, choices="++", past="", future="")


@pytest.mark.parametrize(
    "written", [b"", b"[]", b"{}", b'{"kind": "erase", "data": {}}', b'{"kind": "draft", "data": {}}', b"\xff", b"[" * 10**5]
)
def test_anything_else_is_refused(workspace: Workspace, written: bytes) -> None:
    with pytest.raises(InputError):
        saved(workspace, written)
