"""What the page asks of batches: a file in, columns, a run that goes on by itself, results, and what is wrong in words."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.wiring.batch import receiving
from components.wiring.batch_routes import FILE, batch_routes
from explorer.services.tabs.runs import Runs
from explorer.services.workspace import Workspace

REFERENCE = "The port of Hallam Bay will retire its last diesel ferry in November. Parliament approved 41 million crowns in 2022."
EVIL = "<img src=x onerror=alert(1)>"
ROWS: list[dict[str, Any]] = [
    {"id": "a", "article": REFERENCE, "summary": "The ferry will be retired in November.", "model": "Alder", "label": 1},
    {"id": EVIL, "article": REFERENCE, "summary": f"The ferry {EVIL} will be retired in May.", "model": EVIL, "label": 0},
    {"id": "c", "article": REFERENCE, "summary": "", "model": "Alder", "label": 0},
]
COLUMNS = {"reference": ["article"], "output": "summary", "id": "id", "label": "label", "groups": ["model"]}
CHOICE = json.dumps({"engine": "scale"})


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path / "data") as workspace:
        yield workspace


@pytest.fixture
def runs() -> Iterator[Runs]:
    runs = Runs()
    yield runs
    runs.close()


@pytest.fixture
def client(workspace: Workspace, runs: Runs) -> TestClient:
    return TestClient(Starlette(routes=batch_routes(workspace, runs)), base_url="http://127.0.0.1:7860")


def upload(client: TestClient, rows: Any = ROWS, name: str = "ferries.jsonl") -> str:
    data = rows if isinstance(rows, bytes) else "\n".join(map(json.dumps, rows)).encode()
    answer = client.post(FILE, params={"name": name}, content=data)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["upload"])


def begun(client: TestClient, **more: Any) -> str:
    known = {"upload": upload(client), "name": "Ferries", "columns": COLUMNS, "choice": CHOICE} | more
    answer = client.post("/errata/batch/begin", json=known)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def until(true: Callable[[], bool]) -> None:
    for _ in range(1200):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come")


def finished(client: TestClient, id: str) -> dict[str, Any]:
    until(lambda: not client.get(f"/errata/batch/{id}/state").json()["running"])
    return dict(client.get(f"/errata/batch/{id}/state").json())


def test_a_file_is_read_its_columns_guessed_and_its_rows_shown(client: TestClient) -> None:
    answer = client.post(FILE, params={"name": EVIL + ".jsonl"}, content="\n".join(map(json.dumps, ROWS)).encode())
    form = answer.json()["html"]
    assert answer.status_code == 200 and "<img" not in form and "3 rows" in form
    assert re.search(r'<option value="article" selected>', form) and re.search(r'<option value="summary" selected>', form)
    known = {"upload": answer.json()["upload"], "columns": COLUMNS}
    page = client.post("/errata/batch/preview", json=known).json()["html"]
    assert "retired in November" in page and "<img" not in page and "retired in May" in page
    words = client.post("/errata/batch/time", json=known | {"choice": CHOICE}).json()["words"]
    assert "for 3 rows on this machine" in words


def test_while_rows_are_timed_the_next_who_asks_is_told_to_ask_again(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    begun_timing, done = threading.Event(), threading.Event()

    def slowly(*_: object) -> str:
        begun_timing.set()
        assert done.wait(30)
        return "About a minute"

    monkeypatch.setattr(receiving, "timed_words", slowly)
    asked = {"upload": "a" * 12, "columns": COLUMNS, "choice": CHOICE}
    with ThreadPoolExecutor(1) as other:
        first = other.submit(client.post, "/errata/batch/time", json=asked)
        assert begun_timing.wait(30)
        assert client.post("/errata/batch/time", json=asked).json() == {"words": "", "busy": True}
        done.set()
        assert first.result(30).json() == {"words": "About a minute"}


def test_a_batch_runs_by_itself_and_all_of_it_is_drawn_escaped(client: TestClient, workspace: Workspace) -> None:
    id = begun(client)
    state = finished(client, id)
    assert state["done"] == 3 and "1 failed" in state["html"] and "data-batch-go" in state["html"]
    figures, rows = client.get(f"/errata/batch/{id}/figures").text, client.get(f"/errata/batch/{id}/rows").text
    assert "Mean SCALE" in figures and "By model" in figures and "Agreement with the labels" in figures and "The output is empty" in figures
    first = workspace.store.answers(id)
    assert f'href="/?a={next(first).analysis}"' in rows and "retired in May" in rows
    assert "<img" not in figures + rows and "&lt;img" in figures and "&lt;img" in rows
    assert "1–1 of 1 row" in client.get(f"/errata/batch/{id}/rows", params={"shown": "failed"}).text
    assert "No row is like that" in client.get(f"/errata/batch/{id}/rows", params={"query": "zebra"}).text


def test_it_is_saved_as_lines_as_a_table_and_as_a_page_that_needs_nothing_else(client: TestClient) -> None:
    id = begun(client)
    finished(client, id)
    lines = [json.loads(line) for line in client.get(f"/errata/batch/{id}.jsonl").text.splitlines()]
    assert [row["id"] for row in lines] == ["a", EVIL, "c"] and lines[0]["analysis"]["schema"] == "errata/2" and "error" in lines[2]
    table = client.get(f"/errata/batch/{id}.csv")
    assert table.text.startswith("\ufeffid,reference,output") and 'filename="Ferries.csv"' in table.headers["content-disposition"]
    page = client.get(f"/errata/batch/{id}.html").text
    assert (
        "Distribution of scores" in page
        and "The 2 worst rows" in page
        and "<img" not in page
        and 'data-kind="' not in page.split("<main>")[1].split("qx review")[0]
    )


def test_stopped_and_begun_again_it_answers_the_rest(client: TestClient, runs: Runs, workspace: Workspace) -> None:
    rows = [ROWS[0] | {"id": str(n), "summary": f"The ferry will be retired in November {n}."} for n in range(40)]
    id = begun(client, upload=upload(client, rows))
    until(lambda: client.get(f"/errata/batch/{id}/state").json()["done"] >= 2)
    assert client.post(f"/errata/batch/{id}/do", json={"what": "stop"}).status_code == 200
    state = finished(client, id)
    assert 2 <= state["done"] < 40 and "Go on" in state["html"] and "Stopped at" in state["html"]
    assert client.post(f"/errata/batch/{id}/do", json={"what": "go"}).status_code == 200
    assert finished(client, id)["done"] == 40 and len(list(workspace.store.answers(id))) == 40


def test_it_is_renamed_regrouped_removed_and_brought_back(client: TestClient, workspace: Workspace) -> None:
    id = begun(client)
    finished(client, id)

    def do(**data: Any) -> int:
        return client.post(f"/errata/batch/{id}/do", json=data).status_code

    assert do(what="rename", name="Boats") == 200 and workspace.store.batch(id).name == "Boats"
    assert do(what="groups", groups=[]) == 200 and "By model" not in client.get(f"/errata/batch/{id}/figures").text
    assert do(what="groups", groups=["article"]) == 422
    assert do(what="remove") == 200 and client.get(f"/errata/batch/{id}/state").status_code == 404
    assert do(what="rename", name="x") == 422 and do(what="restore") == 200 and client.get(f"/errata/batch/{id}/state").status_code == 200


@pytest.mark.parametrize(
    ("path", "data", "status", "words"),
    [
        (
            "begin",
            {"upload": "0" * 12, "name": "x", "columns": COLUMNS, "choice": CHOICE},
            422,
            "Choose the file again|choose the file again",
        ),
        ("begin", {"upload": "../../etc", "name": "x", "columns": COLUMNS, "choice": CHOICE}, 422, "no batch"),
        ("begin", {"name": "x", "columns": COLUMNS, "choice": CHOICE}, 400, "`upload` is missing"),
        ("begin", {"upload": 5, "name": "x", "columns": COLUMNS, "choice": CHOICE}, 400, "`upload` must be a text"),
        ("begin", {"upload": "a", "name": "x", "columns": [], "choice": CHOICE}, 400, "`columns` must be an object"),
        ("preview", {"upload": "a", "columns": {}, "more": 1}, 400, "no `more` to give"),
        ("0123456789ab/do", {"what": "dance"}, 422, "no batch"),
    ],
)
def test_what_is_wrong_is_told(client: TestClient, path: str, data: Any, status: int, words: str) -> None:
    answer = client.post(f"/errata/batch/{path}", json=data)
    assert answer.status_code == status and re.search(words, answer.text)


def test_choices_that_cannot_be_are_told_before_anything_begins(client: TestClient, workspace: Workspace) -> None:
    known = {"upload": upload(client), "name": "Ferries", "columns": COLUMNS, "choice": CHOICE}
    for more, words in (
        ({"columns": {"reference": ["article"], "output": "article"}}, "cannot be the same"),
        ({"columns": COLUMNS | {"output": "nothing"}}, "no column 'nothing'"),
        ({"choice": json.dumps({"engine": "crystal ball"})}, "no engine called"),
        ({"workers": 99}, "Between 1 and"),
        ({"name": " "}, "Give the batch a name"),
    ):
        answer = client.post("/errata/batch/begin", json=known | more)
        assert answer.status_code == 422 and words in answer.text
    assert workspace.store.batches() == []
    assert client.post("/errata/batch/begin", json=known).status_code == 200
    assert "begun already" in client.post("/errata/batch/begin", json=known).text


def test_files_and_addresses_that_are_wrong_are_told(client: TestClient) -> None:
    for name, data, words in (("a.pdf", b"%PDF", "Save it as one of"), ("a.jsonl", b"", "is empty"), ("a.jsonl", b"{", "can be read")):
        answer = client.post(FILE, params={"name": name}, content=data)
        assert answer.status_code == 422 and words in answer.text
    assert client.post(FILE, params={"name": "a.jsonl", "colour": "red"}, content=b"{}").status_code == 400
    assert client.post("/errata/batch/preview", content=b"nonsense").status_code == 400
    id = begun(client)
    finished(client, id)
    assert client.get(f"/errata/batch/{id}/rows", params={"colour": "red"}).status_code == 400
    assert client.get(f"/errata/batch/{id}.exe").status_code == 404 and client.get("/errata/batch/nobody.jsonl").status_code == 404
    for odd in ({"start": "-5"}, {"start": "9" * 30}, {"score": "nan-inf"}, {"field": "\n"}, {"order": EVIL}):
        page = client.get(f"/errata/batch/{id}/rows", params=odd)
        assert page.status_code == 200 and "<img" not in page.text
