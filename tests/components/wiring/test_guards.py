"""Who may talk to the page: its own origin, under its own names, by the routes that are listed, with as much as fits."""

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from components.wiring.doors import own_doors
from components.wiring.guards import HEADERS, LOOPBACK, Guard, named, own_names

OWN = "http://127.0.0.1:7860"


async def size(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


async def seen(request: Request) -> JSONResponse:
    return JSONResponse({"root": str(request.base_url), "headers": dict(request.headers)})


def client_of(host: str = "127.0.0.1") -> TestClient:
    routes = [
        Route("/", lambda request: PlainTextResponse("here"), methods=["GET", "POST", "DELETE"]),
        Route("/errata/keep", size, methods=["POST"]),
        Route("/errata/document", size, methods=["POST"]),
        Route("/errata/seen", seen, methods=["GET"]),
    ]
    return TestClient(Guard(Starlette(routes=routes), own_names(host), own_doors(routes)), base_url=OWN)


@pytest.fixture
def client() -> TestClient:
    return client_of()


HOSTS = [
    "evil.example",
    "127.0.0.1.evil.example",
    "[::1]",
    "",
    "localhost.evil.example:7860",
    "localhost.",
    "127.0.0.1.:7860",
    "127.0.0.1:7860:80",
    "127.0.0.1:x",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0.0.0.0:7860",
    "user@127.0.0.1:7860",
    "127.0.0.1@evil.example",
    "127.0.0.1 evil.example",
    "127.0.0.1,evil.example",
    "127.0.0.1/x",
    "[::ffff:127.0.0.1]:7860",
    "①②⑦.0.0.1",
]


@pytest.mark.parametrize("host", HOSTS)
def test_other_host_names_are_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host.encode()}).status_code == 400


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0xFF), max_size=40), st.sampled_from(["", *LOOPBACK]), st.booleans())
def test_no_other_spelling_of_a_name_is_ours(strange: str, name: str, before: bool) -> None:
    host = strange + name if before else name + strange
    ours = re.fullmatch(r"(127\.0\.0\.1|localhost)(:[0-9]{1,5})?", host.lower(), re.ASCII)
    assert named(Headers(raw=[(b"host", host.encode("latin-1"))]), own_names("127.0.0.1")) is bool(ours)


def test_two_host_names_are_refused(client: TestClient) -> None:
    assert client.get("/", headers=[("host", "127.0.0.1:7860"), ("host", "evil.example")]).status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:7860", "localhost:7860", "LocalHost:9000"])
def test_own_host_names_are_served(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


ORIGINS = ["http://evil.example", "null", "http://127.0.0.1:9999", "http://127.0.0.1", "https://127.0.0.1:7860", f"{OWN}.evil.example", ""]


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "DELETE"])
def test_what_another_origin_sends_is_refused(client: TestClient, method: str, origin: str) -> None:
    answer = client.request(method, "/", headers={"origin": origin, "access-control-request-method": "POST"})
    assert answer.status_code == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("sent", [{"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"referer": "http://evil.example/"}])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_another_page_asks_for_is_refused_without_an_origin_too(client: TestClient, method: str, sent: dict[str, str]) -> None:
    assert client.request(method, "/", headers=sent).status_code == 403


def test_one_true_header_does_not_cover_a_false_one(client: TestClient) -> None:
    assert client.get("/", headers=[("origin", OWN), ("origin", "http://evil.example")]).status_code == 403
    assert client.get("/", headers={"origin": OWN, "sec-fetch-site": "cross-site"}).status_code == 403
    assert client.get("/", headers={"sec-fetch-site": "same-origin", "referer": f"{OWN}.evil.example/"}).status_code == 403
    for site in ("none", "same-site", "cross-site"):
        assert client.post("/", headers={"origin": "null", "sec-fetch-site": site}).status_code == 403


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"sec-fetch-site": "none"},
        {"sec-fetch-site": "same-origin", "origin": OWN},
        {"referer": f"{OWN}/?a=b"},
        {"sec-fetch-site": "same-origin", "origin": "null"},
    ],
)
def test_the_page_itself_persons_and_programs_come_in(client: TestClient, sent: dict[str, str]) -> None:
    assert client.get("/", headers=sent).text == "here"
    assert client.post("/", headers=sent).text == "here"


def test_who_followed_a_link_from_elsewhere_can_go_on_by_hand(client: TestClient) -> None:
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    answer = client.get("/?a=0123&b=%22%3E%3Cscript%3E", headers=followed)
    assert answer.status_code == 403
    assert '<a href="/?a=0123&amp;b=%22%3E%3Cscript%3E">' in answer.text
    assert "<a" not in client.get("/errata/seen", headers=followed).text


def test_what_is_not_listed_does_not_answer(client: TestClient) -> None:
    missing = client.get("/errata/nothing")
    assert (missing.status_code, missing.headers["x-frame-options"]) == (404, "DENY")
    wrong = client.get("/errata/keep")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")


def test_every_answer_carries_the_protective_headers(client: TestClient) -> None:
    headers = client.get("/").headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "default-src 'self'" in headers["content-security-policy"]


def chunks(count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield b"x" * 2**20


def test_a_body_that_is_too_large_is_refused_whether_or_not_it_says_so(client: TestClient) -> None:
    assert client.post("/errata/document", content=chunks(30)).text == str(30 * 2**20)
    for content in (b"x" * (30 * 2**20 + 1), chunks(31)):
        answer = client.post("/errata/document", content=content)
        assert answer.status_code == 413
        assert "at most 30 MB can be sent" in answer.text
        assert answer.headers["x-frame-options"] == "DENY"
    assert client.post("/errata/keep", content=b"", headers={"content-length": str(10**12)}).status_code == 413
    assert client.post("/errata/keep", content=b"", headers={"content-length": "-1"}).status_code == 413
    assert client.request("GET", "/errata/seen", content=json.dumps({})).status_code == 413


def test_nothing_that_only_a_proxy_should_say_reaches_the_page(client: TestClient) -> None:
    claims = {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        "forwarded": "host=evil.example",
        "X-Forwarded-Prefix": "/x",
    }
    seen = client.get("/errata/seen", headers=claims).json()
    assert seen["root"] == f"{OWN}/"
    assert not [name for name in seen["headers"] if "forwarded" in name]


def test_web_sockets_are_closed(client: TestClient) -> None:
    """Through the client, which has a thread of its own: a browser test before may have left its event loop running in this one."""
    with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect("/"):
        pass
    assert closed.value.code == 1008


def test_a_chosen_address_is_served_under_its_name() -> None:
    assert "192.0.2.7" in own_names("192.0.2.7")
    assert "[::1]" in own_names("::1")
    assert "evil.example" not in own_names("0.0.0.0")
    assert client_of("::1").get("/", headers={"host": "[::1]:7860"}).status_code == 200
