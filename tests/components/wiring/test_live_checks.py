"""The route of the live check: what comes of a draft, what is refused, and what is kept of it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.wiring.autosave import saved
from components.wiring.doors import door_to, own_doors
from components.wiring.files import routes
from components.wiring.live_checks import CHANGES, LARGEST, LIVE, live_routes
from engines.core.errors import InputError
from engines.core.results import Analysis, Edit
from explorer import analyze
from explorer.services.drafting import RevisionDraft
from explorer.services.workspace import Workspace

REFERENCE = "The ferry was built in 1973 in Tessen. A storm damaged the mast. Captain Ilse Varn turned back."
OUTPUT = "🚢 The ferry was built in 1937 in Tessen. A storm damaged the mast."


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with Workspace(tmp_path_factory.mktemp("live")) as workspace:
        yield workspace


@pytest.fixture(scope="module")
def analysis(workspace: Workspace) -> Analysis:
    return analyze(REFERENCE, OUTPUT, workspace=workspace)


@pytest.fixture(scope="module")
def client(workspace: Workspace) -> TestClient:
    return TestClient(Starlette(routes=live_routes(workspace)))


def ask(client: TestClient, analysis: Analysis, text: str, version: int = 1, editor: str = "e") -> dict:
    answer = client.post(LIVE, json={"analysis": analysis.id, "text": text, "editor": editor, "version": version})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_errors_come_with_their_places_and_what_may_be_put_there(client: TestClient, analysis: Analysis) -> None:
    found = ask(client, analysis, OUTPUT, 3)
    assert found["version"] == 3 and found["remark"] == ""
    error = found["errors"][0]
    units = OUTPUT.encode("utf-16-le")
    assert units[2 * error["start"] : 2 * error["end"]].decode("utf-16-le") == "1937"
    assert (error["kind"], error["has"]) == ("contradicts the reference", "1973")
    assert error["put"] == [error["start"], error["end"], "1973"] and error["evidence"].split()[0] == "0"
    assert units[2 * found["sentences"][1][0] : 2 * found["sentences"][1][1]].decode("utf-16-le") == "A storm damaged the mast."
    assert found["supported"] < found["units"]
    right = ask(client, analysis, OUTPUT.replace("1937", "1973"), 4)
    assert right["errors"] == [] and right["verified"] == 1
    assert ask(client, analysis, OUTPUT, 3) == {"outdated": True}


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        (b"{", 422, "no text to be checked"),
        (b"[]", 422, "no text to be checked"),
        (b"[" * 10**5, 422, "no text to be checked"),
        (json.dumps({"analysis": "a", "text": "b", "editor": "c"}).encode(), 400, "`version` is missing"),
        (json.dumps({"analysis": "a", "text": 5, "editor": "c", "version": 1}).encode(), 400, "`text` must be a text"),
        (json.dumps({"analysis": "a", "text": "b", "editor": "c", "version": 1, "more": 2}).encode(), 400, "no `more`"),
        (json.dumps({"analysis": "../x", "text": "b", "editor": "c", "version": 1}).encode(), 422, "no analysis"),
    ],
)
def test_what_is_not_a_draft_is_refused_with_words(client: TestClient, sent: bytes, status: int, said: str) -> None:
    answer = client.post(LIVE, content=sent)
    assert answer.status_code == status and said.lower() in answer.text.lower()
    assert client.post(f"{LIVE}?x=1", content=sent).status_code == 400
    assert client.get(LIVE).status_code == 405


def test_the_routes_have_doors_that_take_a_draft_and_no_more(workspace: Workspace) -> None:
    doors = own_doors(routes(workspace))
    for path in (LIVE, CHANGES):
        door = door_to(doors, path)
        assert door is not None and door.methods == {"POST"} and door.largest == LARGEST


def test_what_is_written_by_hand_is_kept_beside_the_decisions(workspace: Workspace, analysis: Analysis, client: TestClient) -> None:
    def keep(**data: object) -> dict | None:
        saved(workspace, json.dumps({"kind": "choose", "data": {"analysis": analysis.id, **data}}).encode())
        return workspace.store.load_revision(analysis.id)

    kept = keep(choices="", written="Only <b>this</b>. \ud800")
    assert kept and kept["written"] == "Only <b>this</b>. \ud800" and kept["proposed"] is False and kept["edits"] == []
    start = OUTPUT.index("1937")
    edits = (Edit(start, start + 4, "1973", "why", ()),)
    workspace.store.save_revision(analysis.id, RevisionDraft(analysis.id, edits, choices=(0,)).to_json())
    written = OUTPUT.replace("1937", "1973") + " Nobody <i>sank</i>."
    kept = keep(choices="+", past=".", written=written)
    assert kept and (kept["choices"], kept["written"], kept["proposed"]) == ([1], written, True)
    assert RevisionDraft.from_json(kept).text(OUTPUT) == written and RevisionDraft.from_json(kept).now is None
    answer = client.post(CHANGES, json={"analysis": analysis.id, "written": written, "choices": "+"})
    html = answer.json()["html"]
    assert "edit accepted" in html and "&lt;i&gt;sank" in html and "<i>" not in html
    assert client.post(CHANGES, json={"analysis": "none", "written": "", "choices": ""}).status_code == 422
    kept = keep(choices="-")  # another tab, which does not know of it
    assert kept and (kept["choices"], kept["written"]) == ([-1], written)
    with pytest.raises(InputError, match="at most"):
        keep(choices="+", written="x" * 200_001)


def test_drafts_of_earlier_versions_are_read(tmp_path: Path) -> None:
    before = RevisionDraft("a", (Edit(0, 3, "", "why", ()),), choices=(0,)).to_json()
    del before["written"], before["proposed"]
    assert RevisionDraft.from_json(before) == RevisionDraft("a", (Edit(0, 3, "", "why", ()),), choices=(0,))
