"""The ways to the pages of a class, and what keeps the rounds of a quiz."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.wiring.doors import door_to, own_doors
from components.wiring.files import routes
from engines.core.results import Engine
from explorer.services.workspace import Workspace
from tests.components import samples

ID = samples.analysis().id
ROUND = {"analysis": ID, "id": "r1", "revision": 0, "data": {"mode": "persons", "people": []}}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path) as workspace:
        workspace.store.save(samples.analysis(), title="A ferry & more")
        workspace.store.save(replace(samples.analysis(), id="b" * 12, engine=Engine("scale")))
        yield workspace


@pytest.fixture
def client(workspace: Workspace) -> TestClient:
    return TestClient(Starlette(routes=routes(workspace)), raise_server_exceptions=False)


@pytest.mark.parametrize(
    "path", [f"present/{ID}", f"quiz/{ID}", f"quiz/{ID}.html", f"handout/{ID}", f"handout/{ID}?kind=blank&paper=letter", "tour/lss"]
)
def test_pages_are_served_under_their_titles(client: TestClient, path: str) -> None:
    answer = client.get(f"/errata/class/{path}")
    assert answer.status_code == 200 and answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert ("LSS: guided tour" if "tour" in path else "A ferry &amp; more") in answer.text
    assert answer.headers.get("content-disposition", "") == (
        f'attachment; filename="errata-quiz-{ID}.html"' if path.endswith(".html") else ""
    )


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("present/nosuch", 404, "There is no analysis &#x27;nosuch&#x27; in the history"),
        ("quiz/%3Cimg%3E", 404, "&lt;img&gt;"),
        (f"handout/{ID}?kind=cloze", 404, "A hand-out is one of"),
        (f"present/{ID}?key=mine", 404, "The key of a class is one of engine, votes"),
        (f"present/{ID}?colour=red", 400, "There is no `colour` to give"),
        ("tour/nosuch", 404, "There is a tour of qasem"),
    ],
)
def test_what_cannot_be_shown_is_said_on_a_page(client: TestClient, path: str, status: int, said: str) -> None:
    answer = client.get(f"/errata/class/{path}")
    assert answer.status_code == status and said in answer.text and '<a href="/">Open Errata</a>' in answer.text


def test_votes_are_the_key_unless_the_engines_is_asked_for(client: TestClient, workspace: Workspace) -> None:
    assert "the verdicts of QASem: 3 errors" in client.get(f"/errata/class/quiz/{ID}").text
    workspace.store.annotate(ID, "q4", -1)
    voted, engines = client.get(f"/errata/class/quiz/{ID}").text, client.get(f"/errata/class/quiz/{ID}?key=engine").text
    assert "as you corrected them with your votes: 2 errors" in voted and 'href="?key=engine"' in voted
    assert "the verdicts of QASem: 3 errors" in engines and 'href="?key=votes"' in engines


def test_a_round_is_kept_and_comes_back_with_the_page(client: TestClient) -> None:
    assert client.post("/errata/class/rounds", json={"kind": "save", "data": ROUND}).json() == {"revision": 1}
    changed = {**ROUND, "revision": 1, "data": {"mode": "persons", "people": [{"name": "</script>Quillon", "marks": [3], "done": True}]}}
    assert client.post("/errata/class/rounds", json={"kind": "save", "data": changed}).json() == {"revision": 2}
    page = client.get(f"/errata/class/quiz/{ID}").text
    assert '"revision":2' in page and "\\u003c/script\\u003eQuillon" in page and "</script>Quillon" not in page
    assert "Quillon" not in client.get(f"/errata/class/quiz/{ID}.html").text  # what pupils are given has nobody's marks in it
    assert client.post("/errata/class/rounds", json={"kind": "forget", "data": {"analysis": ID}}).json() == {"forgotten": 1}
    assert '"rounds":[]' in client.get(f"/errata/class/quiz/{ID}").text


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        ({"kind": "save", "data": {**ROUND, "revision": 4}}, 409, "changed on another page"),
        ({"kind": "save", "data": {**ROUND, "analysis": "nosuch"}}, 422, "no analysis"),
        ({"kind": "save", "data": {**ROUND, "data": [1]}}, 400, "`data` must be an object"),
        ({"kind": "save", "data": {**ROUND, "more": 1}}, 400, "no `more`"),
        ({"kind": "save", "data": {"analysis": ID}}, 400, "is missing"),
        ({"kind": "burn", "data": {}}, 400, "`kind` must be one of save, forget"),
        ({"kind": "save", "data": None}, 400, "`data` must be an object"),
        ([], 422, "nothing that the page of a quiz keeps"),
    ],
)
def test_what_cannot_be_kept_is_said(client: TestClient, sent: object, status: int, said: str) -> None:
    answer = client.post("/errata/class/rounds", json=sent)
    assert answer.status_code == status and said in answer.text
    assert '"rounds":[]' in client.get(f"/errata/class/quiz/{ID}").text


def test_what_is_no_json_is_refused(client: TestClient) -> None:
    assert client.post("/errata/class/rounds", content=b"[" * 100_000).status_code == 422


def test_there_are_doors_for_these_ways_and_no_others(workspace: Workspace) -> None:
    doors = own_doors(routes(workspace))
    door = door_to(doors, "/errata/class/rounds")
    assert door and door.methods == {"POST"} and door.largest == 2**22
    for path in (f"/errata/class/present/{ID}", f"/errata/class/quiz/{ID}.html", "/errata/assets/classroom/quiz.js"):
        found = door_to(doors, path)
        assert found and "GET" in found.methods and not found.largest
    assert door_to(doors, "/errata/class/nosuch") is None and door_to(doors, "/errata/assets/classroom/../../x") is None
