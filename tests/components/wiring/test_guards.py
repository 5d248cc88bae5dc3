"""Who may talk to the page: its own origin, under its own names."""

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from components.wiring.guards import allowed_hosts, guards


@pytest.fixture
def client() -> TestClient:
    routes = [Route("/", lambda request: PlainTextResponse("here"), methods=["GET", "POST", "DELETE"])]
    return TestClient(Starlette(routes=routes, middleware=guards("127.0.0.1")), base_url="http://127.0.0.1:7860")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "[::1]", "", "localhost.evil.example:7860"])
def test_other_host_names_are_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:7860", "localhost:7860"])
def test_own_host_names_are_served(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://127.0.0.1", "http://127.0.0.1:7860.evil.example", ""]
)
@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_what_another_origin_sends_is_refused(client: TestClient, method: str, origin: str) -> None:
    assert client.request(method, "/", headers={"origin": origin}).status_code == 403


def test_a_cross_site_post_without_origin_is_refused(client: TestClient) -> None:
    assert client.post("/", headers={"sec-fetch-site": "cross-site"}).status_code == 403


def test_the_page_itself_and_programs_may_post(client: TestClient) -> None:
    assert client.post("/", headers={"origin": "http://127.0.0.1:7860", "sec-fetch-site": "same-origin"}).status_code == 200
    assert client.post("/").status_code == 200


def test_every_answer_carries_the_protective_headers(client: TestClient) -> None:
    headers = client.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_web_sockets_are_closed(client: TestClient) -> None:
    """Through the client, which has a thread of its own: a browser test before may have left its event loop running in this one."""
    with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect("/"):
        pass
    assert closed.value.code == 1008


def test_a_chosen_address_is_served_under_its_name() -> None:
    assert "192.0.2.7" in allowed_hosts("192.0.2.7")
    assert "evil.example" not in allowed_hosts("0.0.0.0")
