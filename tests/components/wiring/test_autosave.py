"""What the page sends to be kept is kept, and what it cannot have sent is refused with words."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from components.wiring.autosave import saved
from components.wiring.fields import Misfit
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
    ("kind", "data", "field", "said"),
    [
        ("annotate", {"analysis": 5, "unit": "q4", "vote": 1}, "analysis", "`analysis` must be a text, not a number."),
        ("annotate", {"analysis": "a", "unit": "q4", "vote": "up"}, "vote", "`vote` must be a number, not a text."),
        ("annotate", {"analysis": "a", "unit": "q4", "votes": 1}, "votes", "There is no `votes` to give."),
        ("annotate", {"analysis": "a"}, "unit", "`unit` is missing."),
        ("draft", {"reference": "a", "output": None}, "output", "`output` must be a text, not null."),
        ("choose", {"analysis": "a", "choices": [1]}, "choices", "`choices` must be a text, not a list."),
        ("erase", {}, "kind", "`kind` must be one of annotate, draft, choose, label."),
    ],
)
def test_the_field_that_is_wrong_is_named(workspace: Workspace, kind: str, data: dict, field: str, said: str) -> None:
    with pytest.raises(Misfit) as problem:
        send(workspace, kind, **data)
    assert problem.value.field == field and str(problem.value).startswith(said)
    assert not workspace.store.annotations(samples.analysis().id)


@pytest.mark.parametrize(
    "written", [b"", b"[]", b"{}", b'{"kind": "erase", "data": {}}', b'{"kind": "draft", "data": {}}', b"\xff", b"[" * 10**5]
)
def test_anything_else_is_refused(workspace: Workspace, written: bytes) -> None:
    with pytest.raises(InputError):
        saved(workspace, written)
