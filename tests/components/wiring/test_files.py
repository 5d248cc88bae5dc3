"""What the page serves beside itself: files to save and files taken in, and a clear answer where that cannot be."""

import csv
import io
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.wiring.batch_routes import batch_routes
from components.wiring.files import routes
from engines.core.results import Engine
from explorer.reading import documents
from explorer.services.tabs.runs import Runs
from explorer.services.workspace import Workspace
from tests.components import samples


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with Workspace(tmp_path) as workspace:
        first = samples.analysis()
        workspace.store.save(first)
        workspace.store.save(replace(first, id="b" * 12, engine=Engine("scale")))
        workspace.store.save(samples.analysis(id="c" * 12, output=samples.OUTPUT + " It said so.", facts=()))
        workspace.store.annotate(first.id, "q4", -1, "It says Vell.")
        yield TestClient(Starlette(routes=routes(workspace)))


def test_an_analysis_is_saved_with_the_votes_on_it(client: TestClient) -> None:
    saved = client.get(f"/errata/analysis/{samples.analysis().id}.json")
    assert saved.headers["content-disposition"] == f'attachment; filename="errata-{samples.analysis().id}.json"'
    assert [(note["unit"], note["vote"], note["note"]) for note in saved.json()["annotations"]] == [("q4", -1, "It says Vell.")]
    sheet = client.get(f"/errata/analysis/{samples.analysis().id}.csv").content
    assert sheet.startswith(b"\xef\xbb\xbf") and client.post("/errata/import?name=a.csv", content=sheet).json()["kept"] == 1
    rows = list(csv.DictReader(io.StringIO(sheet.decode("utf-8-sig"), newline="")))
    assert [(row["unit"], row["vote"]) for row in rows if row["note"]] == [("q4", "-1")]
    assert "A person disagrees with this verdict" in client.get(f"/errata/analysis/{samples.analysis().id}.html").text


def test_a_comparison_is_saved_with_the_person_in_it(client: TestClient) -> None:
    ids = f"{samples.analysis().id},{'b' * 12}"
    made = client.get(f"/errata/comparison.json?ids={ids}").json()
    assert [opinion["name"] for opinion in made["opinions"]] == ["qasem", "scale"] and made["person"]["judgements"] == 1
    assert client.get(f"/errata/comparison.html?ids={ids}").text.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/errata/comparison.html?ids=", "nothing to compare"),
        ("/errata/comparison.html", "nothing to compare"),
        ("/errata/comparison.json?ids=nosuch", "no analysis 'nosuch'"),
        (f"/errata/comparison.json?ids={samples.analysis().id},{'c' * 12}", "different texts"),
        (f"/errata/comparison.csv?ids={samples.analysis().id}", "no report of that kind"),
        (f"/errata/comparison.exe?ids={samples.analysis().id}", "no report of that kind"),
        ("/errata/analysis/nosuch.json", "no analysis 'nosuch'"),
        (f"/errata/analysis/{samples.analysis().id}.exe", "no report of that kind"),
    ],
)
def test_what_is_not_there_is_said(client: TestClient, path: str, said: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404 and said in answer.text


def test_what_goes_out_comes_in_again(client: TestClient) -> None:
    lines = client.get("/errata/history.jsonl").text
    assert len(lines.splitlines()) == 3
    taken = client.post("/errata/import?name=x.jsonl", content=lines).json()
    assert taken["kept"] == 3 and taken["words"] == "Nothing new. 3 analyses were here already." and taken["id"] == ""
    one = client.post("/errata/import?name=x.json", content=lines.splitlines()[0]).json()
    assert one["kept"] == 1 and one["id"] == json.loads(lines.splitlines()[0])["id"]


def test_what_cannot_be_taken_in_is_said(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.post("/errata/import?name=x.json", content=b"nonsense").status_code == 422
    taken = client.post("/errata/import?name=x.jsonl", content=b"{}\n" * 9).json()
    assert taken["kept"] == 0 and "9 could not be read" in taken["words"] and "4 more remarks" in taken["words"]
    monkeypatch.setattr(documents, "LARGEST", 10)
    assert "at most" in client.post("/errata/document?name=a.txt", content=b"a" * 11).text


def test_a_document_comes_back_as_text_that_a_browser_can_show(client: TestClient) -> None:
    assert client.post("/errata/document?name=a.txt", content="a\0b ünd".encode()).json() == {"text": "a�b ünd"}
    assert client.get("/errata/document").status_code == 405


@pytest.mark.parametrize("id", ['a"; filename="evil.exe', "a/b.c", "ü漢x", "..", "a b", "a;b=c"])
def test_any_id_stands_in_a_header_and_in_an_address(client: TestClient, id: str) -> None:
    taken = client.post("/errata/import?name=x.json", content=json.dumps(samples.analysis(id=id).to_json()))
    assert taken.json()["id"] == id
    saved = client.get(f"/errata/analysis/{quote(id, safe='')}.json")
    said = saved.headers["content-disposition"]
    assert saved.json()["id"] == id and saved.headers.get("set-cookie") is None
    assert said.count('"') == 2 and said.isascii() and "/" not in said.replace("UTF-8''", "")


def test_a_file_is_taken_whole_or_not_at_all_and_an_import_is_taken_back(client: TestClient) -> None:
    rows = [samples.analysis(id="new").to_json(), {**samples.analysis(id="odd").to_json(), "scores": {"qasem": "high"}}]
    content = "\n".join(json.dumps(row) for row in rows)
    refused = client.post("/errata/import?name=x.jsonl", content=content)
    assert refused.status_code == 422 and (refused.json()["kept"], refused.json()["sound"], refused.json()["refused"]) == (0, 1, 1)
    assert client.get("/errata/analysis/new.json").status_code == 404
    taken = client.post("/errata/import?name=x.jsonl&skip_bad=1", content=content).json()
    assert (taken["kept"], taken["id"]) == (1, "new") and client.get("/errata/analysis/new.json").status_code == 200
    for number, status in (("x", 400), (99, 422), (10**30, 422), (taken["number"], 200), (taken["number"], 422)):
        assert client.post(f"/errata/import?undo={number}").status_code == status
    assert client.get("/errata/analysis/new.json").status_code == 404


@pytest.mark.parametrize("gone", ["database", "folder"])
def test_without_its_database_nothing_is_saved_as_a_file_and_it_is_said_why(tmp_path: Path, gone: str) -> None:
    folder = tmp_path / "data"
    with Workspace(folder) as workspace, TestClient(Starlette(routes=routes(workspace))) as client:
        workspace.store.save(samples.analysis())
        addresses = ("/errata/history.jsonl", f"/errata/analysis/{samples.analysis().id}.json")
        assert [client.get(address).status_code for address in addresses] == [200, 200]
        if gone == "folder":
            shutil.rmtree(folder)
        else:
            workspace.store.path.unlink()
        for address, status in zip(addresses, (503, 500), strict=True):
            answer = client.get(address)
            assert answer.status_code == status
            assert "was deleted or moved" in answer.text and "content-disposition" not in answer.headers
        assert not workspace.store.path.exists()


def test_an_export_with_a_damaged_record_goes_on_and_says_so(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace, TestClient(Starlette(routes=routes(workspace))) as client:
        for id in "abc":
            workspace.store.save(samples.analysis(id=id))
        assert client.get("/errata/history.jsonl").status_code == 200
        with workspace.store._database.writing() as tables:
            tables.execute("UPDATE analyses SET data = '{' WHERE id = 'b'")
        saved = client.get("/errata/history.jsonl")
        assert saved.status_code == 207 and saved.headers["x-errata-left-out"] == "1"
        *analyses, last = map(json.loads, saved.text.splitlines())
        assert [analysis["id"] for analysis in analyses] == ["a", "c"] and last["left_out"][0]["id"] == "b"
        assert client.get("/errata/analysis/b.html").status_code == 500


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where there is something in a JSON value; of a list its first two."""
    inner = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for name, item in inner:
        yield (*path, name)
        yield from places(item, (*path, name))


ODD = ("\ud800", "<img src=x onerror=alert(1)>", -1, 2**70, 1e308, None, [], {}, True, "9999-12-31T23:59:59+14:00")


def test_whatever_stands_in_a_record_the_import_answers_and_pages_are_drawn(client: TestClient) -> None:
    """`TestClient` raises what a route does not answer for."""
    sound = {**samples.analysis().to_json(), "words": [[0, 3, 0.2], [4, 8, 0.9, 0, 4]]}
    kept = []
    for number, path in enumerate(places(sound)):
        for value in ODD[number % 3 :: 3]:
            record = json.loads(json.dumps(sound | {"id": f"{number:06x}{ODD.index(value):06x}"}))
            inner = record
            for name in path[:-1]:
                inner = inner[name]
            inner[path[-1]] = value
            done = client.post("/errata/import?name=x.json", content=json.dumps(record))
            assert done.status_code in (200, 422), (path, value)
            kept += [done.json()["id"]] if done.status_code == 200 else []
    assert len(kept) > 50
    for id in kept[::9]:
        for page in (f"/annotate/{quote(id)}?by=Ada", *(f"/errata/class/{kind}/{quote(id)}" for kind in ("present", "quiz", "handout"))):
            drawn = client.get(page)
            assert drawn.status_code in (200, 404) and "<img" not in drawn.text, page


@pytest.mark.parametrize(
    "path", ["live", "live/changes", "keep", "batch/preview", "batch/time", "batch/begin", "batch/a/do", "class/rounds"]
)
def test_a_field_whose_name_cannot_be_written_is_named_all_the_same(tmp_path: Path, path: str) -> None:
    with Workspace(tmp_path) as workspace:
        client = TestClient(Starlette(routes=[*routes(workspace), *batch_routes(workspace, Runs())]))
        answer = client.post(f"/errata/{path}", content=b'{"\\ud800": 1}')
        assert (answer.status_code, answer.text[:15]) == (400, "There is no `?`")
