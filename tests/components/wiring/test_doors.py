"""Of all routes that Gradio registers, those that the page and the documented clients use answer, and no other."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import gradio
import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from components.server import guarded
from components.wiring.doors import door_to
from components.wiring.guards import Guard, own_names
from components.wiring.import_export import LARGEST as LARGEST_IMPORT
from explorer.reading.documents import LARGEST as LARGEST_DOCUMENT
from explorer.services.workspace import Workspace

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND")

USED = {
    ("GET", "/"),
    ("HEAD", "/"),
    ("GET", "/theme.css"),
    ("GET", "/favicon.ico"),
    ("GET", "/assets/{path:path}"),
    ("GET", "/config"),
    ("GET", "/gradio_api/info"),
    ("GET", "/gradio_api/app_id"),
    ("GET", "/gradio_api/heartbeat/{session_hash}"),
    ("GET", "/gradio_api/queue/data"),
    ("POST", "/gradio_api/queue/join"),
    ("POST", "/gradio_api/cancel"),
    ("POST", "/gradio_api/reset"),
    ("POST", "/gradio_api/run/{api_name}"),
    ("POST", "/gradio_api/call/{api_name}"),
    ("POST", "/gradio_api/call/v2/{api_name}"),
    ("GET", "/gradio_api/call/{api_name}/{event_id}"),
    ("GET", "/gradio_api/call/v2/{api_name}/{event_id}"),
}
OWN = {
    ("GET", "/errata/assets/css"),
    ("GET", "/errata/assets/js"),
    ("GET", "/errata/assets/fonts"),
    ("GET", "/errata/analysis/{id:path}.{kind}"),
    ("GET", "/errata/comparison.{kind}"),
    ("GET", "/errata/history.jsonl"),
    ("GET", "/annotate"),
    ("GET", "/annotate/{id:path}"),
    ("GET", "/agreement"),
    ("GET", "/agreement.jsonl"),
    ("GET", "/errata/batch/{id}.{kind}"),
    ("GET", "/errata/batch/{id}/state"),
    ("GET", "/errata/batch/{id}/figures"),
    ("GET", "/errata/batch/{id}/rows"),
    ("POST", "/errata/batch/{id}/do"),
    ("POST", "/errata/batch/file"),
    ("POST", "/errata/batch/preview"),
    ("POST", "/errata/batch/time"),
    ("POST", "/errata/batch/begin"),
    ("POST", "/errata/document"),
    ("POST", "/errata/import"),
    ("POST", "/errata/keep"),
    ("GET", "/errata/assets/classroom"),
    ("GET", "/errata/class/present/{id:path}"),
    ("GET", "/errata/class/quiz/{id:path}.html"),
    ("GET", "/errata/class/quiz/{id:path}"),
    ("GET", "/errata/class/handout/{id:path}"),
    ("GET", "/errata/class/tour/{engine}"),
    ("POST", "/errata/class/rounds"),
    ("POST", "/errata/live"),
    ("POST", "/errata/live/changes"),
}


@pytest.fixture(scope="module")
def guard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guard]:
    with Workspace(tmp_path_factory.mktemp("data")) as workspace:
        yield guarded(workspace, "127.0.0.1")


@pytest.fixture(scope="module")
def client(guard: Guard) -> TestClient:
    """The real doors, and behind them something that answers everything."""
    return TestClient(Guard(PlainTextResponse("reached"), own_names("127.0.0.1"), guard.doors), base_url="http://127.0.0.1:7860")


def templates(guard: Guard) -> set[str]:
    """The paths of all routes, Gradio's and our own, as they are registered."""
    *own, mount = guard.app.routes
    found, left = {route.path for route in own}, list(mount.app.routes)
    while left:
        route: Any = left.pop()
        inner = getattr(route, "original_router", None)
        if inner is not None:
            left.extend(inner.routes)
        else:
            found.add(route.path)
    return found


def filled(template: str) -> str:
    """A path that the template stands for, with what the page would ask for in it."""
    given = {"api_name": "predict" if "/run/" in template else "analyze", "kind": "json"}
    path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: given.get(found[1], "abc123"), template)
    return f"{path}/a.css" if template.startswith("/errata/assets") else path


def reached(client: TestClient, method: str, path: str) -> bool:
    answer = client.request(method, path)
    assert answer.status_code in (200, 404, 405)
    return answer.status_code == 200


def test_exactly_the_routes_that_are_used_answer(guard: Guard, client: TestClient) -> None:
    known = templates(guard)
    assert {path for _, path in USED | OWN} <= known
    assert {"/gradio_api/file={path_or_url:path}", "/gradio_api/proxy={url_path:path}", "/gradio_api/upload"} <= known
    answering = {(method, path) for path in known for method in METHODS if reached(client, method, filled(path))}
    heads = {("HEAD", path) for method, path in OWN if method == "GET"}
    assert answering - heads == USED | OWN


OTHERS = [
    "/gradio_api/file=http://127.0.0.1:9/x.png",
    "/gradio_api/file=https://evil.example/x.png",
    "/gradio_api/file=//evil.example/x.png",
    "/gradio_api/file=/etc/passwd",
    "/gradio_api/file=errata.db",
    "/gradio_api/file/errata.db",
    "/gradio_api/proxy=https://x.hf.space/",
    "/gradio_api/upload",
    "/gradio_api/upload_progress",
    "/gradio_api/deep_link",
    "/gradio_api/component_server",
    "/gradio_api/stream/x",
    "/gradio_api/startup-events",
    "/gradio_api/call/remove",
    "/gradio_api/call/load",
    "/gradio_api/run/analyze",
    "/gradio_api/api/predict",
    "/gradio_api/openapi.json",
    "/gradio_api/mcp/sse",
    "/gradio_api/dev/reload",
    "/gradio_api//file=http://127.0.0.1:9/x.png",
    "//gradio_api/file=http://127.0.0.1:9/x.png",
    "/gradio_api/./file=http://127.0.0.1:9/x.png",
    "/assets/../gradio_api/file=http://127.0.0.1:9/x.png",
    "/GRADIO_API/file=http://127.0.0.1:9/x.png",
    "/gradio_api/FILE=http://127.0.0.1:9/x.png",
    "/gradio_api/%66ile=http://127.0.0.1:9/x.png",
    "/gradio_api/%2566ile=http://127.0.0.1:9/x.png",
    "/gradio_api%2ffile=http://127.0.0.1:9/x.png",
    "/gradio_api/queue/join/",
    "/gradio_api/queue/join;file=x",
    "/gradio_api/queue/join%00",
    "/gradio_api/queue/join\n",
    "/theme.css\n",
    "/theme.css/",
    "/config/",
    "/assets/",
    "/assets/..",
    "/assets/../routes.py",
    "/assets/a/../../routes.py",
    "/assets/..%2froutes.py",
    "/assets/%2e%2e/routes.py",
    "/assets/..%5croutes.py",
    "/assets//etc/passwd",
    "/assets/.env",
    f"/assets/{'x' * 300}",
    f"/errata/assets/css/{'x' * 300}",
    "/static/img/logo.svg",
    "/svelte/a.js",
    "/robots.txt",
    "/manifest.json",
    "/monitoring",
    "/login",
    "/logout",
    "/docs",
    "/openapi.json",
    "/errata",
    "/errata/",
    "/errata/assets/css/",
    "/errata/assets/css/../js/autosave.js",
    "/errata/assets/css/..%2f..%2fpyproject.toml",
    "/errata/assets/parser/weights.json",
    "/errata/errata.db",
    "/errata/token",
    "http://evil.example/",
    "",
    "*",
]


@pytest.mark.parametrize("data", [[], [None], [[]], ["../../errata.db"], ["\ud800"], [{"": ""}]])
def test_values_that_a_function_of_the_page_cannot_use_are_told(guard: Guard, data: list[object]) -> None:
    client = TestClient(guard, base_url="http://127.0.0.1:7860", raise_server_exceptions=False)
    body = json.dumps({"data": data, "fn_index": 0, "session_hash": "abc"})
    answer = client.post("/gradio_api/run/predict", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422 and "these values" in answer.json()["error"]


@pytest.mark.parametrize("path", OTHERS)
def test_no_other_spelling_leads_anywhere(guard: Guard, path: str) -> None:
    """As the server hands it on, decoded once or not at all: the list is held against both."""
    assert door_to(guard.doors, path) is None
    assert door_to(guard.doors, unquote(path)) is None


def test_what_the_page_asks_for_can_be_asked(guard: Guard) -> None:
    frontend = Path(gradio.__file__).parent / "templates" / "frontend"
    names = [path.relative_to(frontend).as_posix() for path in (frontend / "assets").rglob("*") if path.is_file()]
    assert len(names) > 100
    assert [name for name in names if door_to(guard.doors, f"/{name}") is None] == []
    for path in ("/static/js/iframeResizer.contentWindow.min.js", "/errata/assets/fonts/newsreader-latin-wght-normal.woff2"):
        assert door_to(guard.doors, path)


def test_every_door_has_a_limit(guard: Guard) -> None:
    for door in guard.doors:
        assert (door.largest > 0) == ("POST" in door.methods)
        assert door.largest <= 128 * 2**20


def test_a_larger_file_is_refused_with_another_way(client: TestClient) -> None:
    """The routes themselves take whatever comes to them: here it is seen to that not too much does."""
    for path, largest, way in (("/errata/import", LARGEST_IMPORT, "errata import"), ("/errata/document", LARGEST_DOCUMENT, "that matters")):
        answers = [client.post(path, headers={"content-length": str(size)}) for size in (largest, largest + 1)]
        assert [answer.status_code for answer in answers] == [200, 413]
        assert way in answers[1].text


@pytest.mark.parametrize("path", ["queue/join", "run/predict", "cancel", "reset", "call/analyze", "call/v2/parse"])
@pytest.mark.parametrize("body", ["NaN", '{"data": Infinity}', '{"session_hash": NaN, "fn_index": -1e999, "data": [NaN]}'])
def test_numbers_that_no_json_has_are_no_failure(guard: Guard, path: str, body: str) -> None:
    client = TestClient(guard, base_url="http://127.0.0.1:7860", raise_server_exceptions=False)
    answer = client.post(f"/gradio_api/{path}", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422) and answer.text and "Traceback" not in answer.text


@pytest.mark.parametrize("path", ["queue/join", "run/predict"])
@pytest.mark.parametrize("number", [-1, 2**63, 10**60])
def test_a_function_that_there_is_not_is_told(guard: Guard, path: str, number: int) -> None:
    client = TestClient(guard, base_url="http://127.0.0.1:7860", raise_server_exceptions=False)
    answer = client.post(f"/gradio_api/{path}", json={"data": [], "fn_index": number, "session_hash": "abc"})
    assert answer.status_code == 404 and "no such function" in answer.text
