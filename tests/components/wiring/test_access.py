"""With a token, who has it comes in once by the address or the form, goes on with a cookie, and nobody else comes in."""

import re
from html import escape, unescape

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from components.wiring import access as access_module
from components.wiring.access import ENTER, Access, chosen_token
from components.wiring.doors import own_doors
from components.wiring.guards import HEADERS, Guard, own_names
from engines.core.errors import InputError

TOKEN = "correct-horse-battery"
PAGES = ("/annotate", "/annotate/{id:path}", "/agreement", "/errata/class/quiz/{id:path}")
PAGE = {"accept": "text/html,*/*"}
FOREIGN = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}


@pytest.fixture
def access() -> Access:
    return Access(TOKEN, 7860)


@pytest.fixture
def client(access: Access) -> TestClient:
    routes = [
        Route("/", lambda request: PlainTextResponse("the page"), methods=["GET"]),
        *(Route(path, lambda request: PlainTextResponse("a page"), methods=["GET"]) for path in PAGES),
        Route("/errata/history.jsonl", lambda request: PlainTextResponse("the history"), methods=["GET"]),
        *access.routes(),
    ]
    guard = Guard(Starlette(routes=routes), own_names("127.0.0.1"), own_doors(routes), access)
    return TestClient(guard, base_url="http://127.0.0.1:7860", follow_redirects=False)


def came_in(client: TestClient) -> bool:
    return client.get("/").status_code == 200


@pytest.mark.parametrize("path", ["/", "/errata/history.jsonl"])
def test_without_the_token_there_is_nothing_to_read(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == 'Bearer realm="Errata"'
    assert "Authorization: Bearer" in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_a_person_is_shown_a_form_that_lets_them_in(client: TestClient) -> None:
    form = client.get("/?a=0123abc", headers=PAGE)
    assert form.status_code == 401
    action = f"{ENTER}?to=%2F%3Fa%3D0123abc"
    assert f'action="{action}"' in form.text
    wrong = client.post(action, data={"token": "no such token"}, headers=PAGE)
    assert (wrong.status_code, "set-cookie" in wrong.headers) == (401, False)
    assert "This is not the token." in wrong.text and f'action="{action}"' in wrong.text
    right = client.post(action, data={"token": TOKEN}, headers=PAGE)
    assert (right.status_code, right.headers["location"]) == (303, "/?a=0123abc")
    assert came_in(client)


@pytest.mark.parametrize(
    "address",
    ["/annotate", "/annotate/a1b2c3d4e5f6?by=Ada+%C3%98&mode=blind", "/agreement?ids=a%2Cb", "/errata/class/quiz/0%20c", "/?b=0123"],
)
def test_every_page_shows_the_form_and_opens_behind_it(client: TestClient, address: str) -> None:
    form = client.get(address, headers=PAGE)
    assert form.status_code == 401 and "copy what stands in it" in form.text
    (action,) = re.findall(r'action="([^"]+)"', form.text)
    right = client.post(unescape(action), data={"token": TOKEN}, headers=PAGE)
    assert (right.status_code, right.headers["location"]) == (303, address)
    assert client.get(address, headers=PAGE).status_code == 200
    client.cookies.clear()
    shown = client.get(f"{address}{'&' if '?' in address else '?'}token={TOKEN}", headers=PAGE)
    assert f'content="0; url={escape(address)}"' in shown.text and came_in(client)


@pytest.mark.parametrize(
    "to",
    [
        "//evil.example/",
        "http://evil.example",
        "/errata/history.jsonl",
        "/annotate\r\nX: 1",
        "/agreement\u2028",
        "/class/..",
        "",
        "%2F%2Fevil",
    ],
)
def test_the_form_leads_to_pages_of_ours_alone(client: TestClient, to: str) -> None:
    assert client.post(ENTER, params={"to": to}, data={"token": TOKEN}, headers=PAGE).headers["location"] == "/"


def test_the_printed_address_lets_in_and_leaves_no_token_in_the_address(client: TestClient) -> None:
    answer = client.get(f"/?token={TOKEN}&c=1%2C2", headers=PAGE)
    assert answer.status_code == 200
    assert 'content="0; url=/?c=1%2C2"' in answer.text
    assert TOKEN not in answer.text + str(answer.headers)
    assert came_in(client)


def test_the_cookie_is_for_this_server_alone(client: TestClient) -> None:
    cookie = client.get(f"/?token={TOKEN}").headers["set-cookie"]
    assert re.fullmatch(r"errata-7860=[0-9a-f]{64}; HttpOnly; Path=/; SameSite=strict", cookie)


def test_the_cookie_of_another_port_neither_opens_nor_shuts(client: TestClient) -> None:
    own = client.get(f"/?token={TOKEN}").cookies["errata-7860"]
    client.cookies.clear()
    other = Access(TOKEN, 7861)._pass
    for cookie in (
        f"errata-7861={own}",
        f"errata-7860={other}",
        "errata-7860=",
        "errata-7860",
        f"xerrata-7860={own}",
        f"errata-7860={TOKEN}",
    ):
        assert client.get("/", headers={"cookie": cookie}).status_code == 401
    assert client.get("/", headers={"cookie": f"a=b; errata-7860=planted; errata-7860={own}"}).status_code == 200


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (f"Bearer {TOKEN}", 200),
        (f"bearer  {TOKEN} ", 200),
        (f"Bearer {TOKEN}x", 401),
        (f"Bearer {TOKEN[:-1]}", 401),
        (f"Bearer {TOKEN.upper()}", 401),
        ("Bearer ", 401),
        ("Bearer", 401),
        (TOKEN, 401),
        (f"Basic {TOKEN}", 401),
        ("Basic eDpjb3JyZWN0LWhvcnNlLWJhdHRlcnk=", 401),
    ],
)
def test_programs_send_the_token_in_a_header(client: TestClient, sent: str, status: int) -> None:
    assert client.get("/errata/history.jsonl", headers={"authorization": sent}).status_code == status


def test_the_token_opens_nothing_but_the_page_by_its_address(client: TestClient) -> None:
    assert client.get(f"/errata/history.jsonl?token={TOKEN}").status_code == 401
    assert client.head(f"/?token={TOKEN}").status_code in (401, 405)
    for query in (f"token={TOKEN}&token={TOKEN}", f"token={TOKEN}&token=x", "token=", "token", f"Token={TOKEN}", f"token={TOKEN}%00"):
        assert client.get(f"/?{query}", headers=PAGE).status_code == 401
    assert not client.cookies


def test_the_ticket_of_the_opened_browser_is_good_once_and_soon(
    client: TestClient, access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticket = access.ticket()
    assert client.get("/errata/history.jsonl", headers={"authorization": f"Bearer {ticket}"}).status_code == 401
    assert client.get(f"/?token={ticket}", headers={**PAGE, **FOREIGN}).status_code == 200  # from the file that opens the browser
    assert came_in(client)
    client.cookies.clear()
    assert "used already" in client.get(f"/?token={ticket}", headers=PAGE).text
    assert not client.cookies
    late = access.ticket()
    now = access_module.time.monotonic()
    monkeypatch.setattr(access_module.time, "monotonic", lambda: now + access_module.TICKET_SECONDS + 1)
    assert client.get(f"/?token={late}").status_code == 401


def test_another_page_neither_guesses_nor_signs_in(client: TestClient) -> None:
    assert client.get("/?token=guess-guess-guess", headers={**PAGE, **FOREIGN}).status_code == 403
    assert client.post(ENTER, data={"token": TOKEN}, headers={"origin": "http://evil.example"}).status_code == 403
    client.get(f"/?token={TOKEN}")
    assert came_in(client)
    for sent in ({"origin": "http://127.0.0.1:9999"}, {"sec-fetch-site": "same-site"}, FOREIGN):
        assert client.get("/errata/history.jsonl", headers=sent).status_code == 403


def test_what_is_sent_to_the_form_is_limited(client: TestClient) -> None:
    assert client.post(ENTER, content=b"token=" + b"x" * 5000).status_code == 413
    assert client.post(ENTER, content=b"\xff\xfe%ff%00").status_code == 401


def test_a_token_is_given_or_set_or_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ERRATA_TOKEN", raising=False)
    assert (chosen_token(None), chosen_token(""), chosen_token(TOKEN)) == (None, "", TOKEN)
    monkeypatch.setenv("ERRATA_TOKEN", "from-the-environment")
    assert (chosen_token(None), chosen_token(""), chosen_token(TOKEN)) == ("from-the-environment", "from-the-environment", TOKEN)
    for weak in ("short", "twelve chars", "ümläut-ümläut", "x" * 201, "line\nline-line"):
        with pytest.raises(InputError, match="12 to 200"):
            chosen_token(weak)
