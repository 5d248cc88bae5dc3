"""Everything that has nothing to ask here is turned away by the running page: foreign pages, foreign names, users without the token."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from gradio_client import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from explorer.services.workspace import Workspace
from tests.components import samples
from tests.e2e.conftest import ROOT, free_port, start, stop
from tests.e2e.foreign import Foreign, foreign_server
from tests.e2e.guards.test_safety import ask
from tests.e2e.visiting import Visit

TOKEN = "a-token-for-the-tests"
PAIR = ("The ferry left Vell in May.", "The ferry left in June.")


@pytest.fixture
def foreign() -> Iterator[Foreign]:
    with foreign_server() as server:
        yield server


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A person's browser, with cookies of its own."""
    context = browser.new_context()
    context.set_default_timeout(45_000)
    yield context
    context.close()


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page behind a token."""
    folder, port = tmp_path_factory.mktemp("closed"), free_port()
    with Workspace(folder) as workspace:
        workspace.store.save(samples.analysis())
    server = start(folder, port, "--token", TOKEN)
    yield f"http://127.0.0.1:{port}/"
    stop(server)


def curl(*arguments: str, user: str | None = None) -> tuple[int, str]:
    """The status and the body of what curl is told to ask."""
    command = ["curl", "-sS", "--max-time", "60", "-w", "\n%{http_code}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, user=user, cwd="/", env={"PATH": os.environ["PATH"]})
    assert done.returncode == 0, done.stderr
    body, _, status = done.stdout.rpartition("\n")
    return int(status), body


PROXIES = ["gradio_api/file=", "gradio_api//file=", "gradio_api/proxy=", "gradio_api/%66ile=", "gradio_api/file%3D", "gradio_api/file/"]


@pytest.mark.parametrize("route", PROXIES)
def test_no_address_is_fetched_for_anybody(url: str, foreign: Foreign, route: str) -> None:
    for address in (f"{foreign.url}x.png", foreign.url.replace("127.0.0.1", "localhost") + "x.png"):
        status, body = ask(url, "GET", f"/{route}{address}")
        assert status == 404
        assert b"script" not in body
    assert foreign.asked == []


def test_a_page_is_not_taken_over_by_one_that_it_is_sent_to(context: BrowserContext, url: str, foreign: Foreign) -> None:
    page = context.new_page()
    page.goto(foreign.url)
    page.goto(f"{url}gradio_api/file={foreign.url}x.png")
    assert page.title() != "taken over"
    page.goto(foreign.url)
    page.evaluate("address => { location = address; }", f"{url}gradio_api/file={foreign.url}x.png")
    page.wait_for_url(re.compile("gradio_api"))
    assert "Refused" in page.locator("body").inner_text()
    assert not [path for path in foreign.asked if "x.png" in path or "schema" in path]


def drafts_of(folder: Path) -> list[str]:
    """The references of the drafts that are kept."""
    with Workspace(folder) as workspace:
        return [draft.reference for *_, draft in workspace.store.drafts() if draft.reference]


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_foreign_page_in_the_same_browser_gets_nothing(
    context: BrowserContext, url: str, data_dir: Path, foreign: Foreign, name: str
) -> None:
    """From another port of the same name, and from another name: neither reads a word nor writes one."""
    before = drafts_of(data_dir), count(data_dir)
    page = context.new_page()
    page.goto(f"{foreign.url.replace('127.0.0.1', name)}?errata={url}")
    expect(page).to_have_title("done")
    (got,) = foreign.reports
    assert len(got) > 20
    assert {what: words for what, words in got.items() if words} == {}
    assert not [path for path in foreign.asked if "stolen" in path]
    assert (drafts_of(data_dir), count(data_dir)) == before


def count(folder: Path) -> int:
    with Workspace(folder) as workspace:
        return workspace.store.count()


def test_who_signed_in_is_not_used_by_a_foreign_page(context: BrowserContext, closed: str, foreign: Foreign) -> None:
    signed_in(context, f"{closed}?token={TOKEN}")
    other = context.new_page()
    other.goto(f"{foreign.url}?errata={closed}")
    expect(other).to_have_title("done")
    assert {what: words for what, words in foreign.reports[0].items() if words} == {}


def test_a_link_from_elsewhere_opens_with_another_click(context: BrowserContext, url: str, foreign: Foreign) -> None:
    page = context.new_page()
    page.goto(foreign.url)
    page.evaluate("address => { location = address; }", f"{url}?a={samples.analysis().id}")
    expect(page.locator("body")).to_contain_text("a page of another origin")
    page.get_by_role("link", name="Open Errata").click()
    expect(page.locator("#review .chip")).to_have_count(7)


def test_the_address_of_the_page_is_its_own_whatever_a_proxy_is_said_to_be(url: str) -> None:
    for name in ("X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded"):
        status, body = ask(url, "GET", "/config", **{name.replace("-", "_"): "evil.example"})
        assert (status, json.loads(body)["root"]) == (200, url.rstrip("/"))
        assert b"evil.example" not in ask(url, "GET", "/", **{name.replace("-", "_"): "evil.example"})[1]


def signed_in(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#history [data-open]").first).to_be_attached()
    return page


def test_with_a_token_the_page_works_as_ever(browser: Browser, closed: str) -> None:
    visits = Visit(browser, closed)
    page = visits(f"?token={TOKEN}&a={samples.analysis().id}")
    expect(page.locator("#review .chip")).to_have_count(7)
    assert page.url == f"{closed}?a={samples.analysis().id}"
    page.locator("#boxes button").first.click()
    page.locator("#reference textarea").fill(PAIR[0])
    page.locator("#output textarea").fill(PAIR[1])
    page.locator("#analyze").click()
    expect(page.locator(".review[data-stored]")).to_be_visible(timeout=90_000)
    page.reload()
    expect(page.locator(".review[data-stored]")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON").click()
    assert json.loads(download.value.path().read_text())["schema"] == "errata/2"
    assert page.evaluate("document.cookie") == ""
    (cookie,) = page.context.cookies()
    assert (cookie["sameSite"], cookie["httpOnly"]) == ("Strict", True)
    visits.close()
    assert not visits.bad


def test_a_person_who_has_only_the_token_types_it(context: BrowserContext, closed: str) -> None:
    page = context.new_page()
    page.goto(f"{closed}?a={samples.analysis().id}")
    page.get_by_label("Token").fill("not the token")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_have_text("This is not the token.")
    page.get_by_label("Token").fill(TOKEN)
    page.keyboard.press("Enter")
    expect(page.locator("#review .chip")).to_have_count(7)


@pytest.mark.thorough
def test_what_is_typed_waits_until_the_new_token_is_shown(context: BrowserContext, tmp_path: Path) -> None:
    """A server that was started again with another token knows nobody; what was typed for it is not lost."""
    port = free_port()
    with Workspace(tmp_path) as workspace:
        workspace.store.save(samples.analysis())
    server = start(tmp_path, port, ERRATA_TOKEN=TOKEN)
    address = f"http://127.0.0.1:{port}/"
    page = signed_in(context, f"{address}?token={TOKEN}")
    stop(server)
    server = start(tmp_path, port, ERRATA_TOKEN="another-token-now")
    page.locator("#reference textarea").fill("Typed for whoever listens.")
    expect(page.locator("#status [role=alert]")).to_contain_text("asks for its token")
    assert drafts_of(tmp_path) == []
    signed_in(context, f"{address}?token=another-token-now")
    expect(page.locator("#status")).to_contain_text("answers again")
    stop(server)
    assert drafts_of(tmp_path) == ["Typed for whoever listens."]


@pytest.fixture
def opening(tmp_path: Path) -> Iterator[Path]:
    """The data folder of a server behind a token that opens a browser: a program that writes down what it is told in `told`."""
    browser, told = tmp_path / "browser", tmp_path / "told"
    browser.write_text(f'#!/bin/sh\necho "$1" > {told}.part\nmv {told}.part {told}\n')
    browser.chmod(0o700)
    with Workspace(tmp_path) as workspace:
        workspace.store.save(samples.analysis())
    command = [sys.executable, "app.py", "--port", str(free_port()), "--data-dir", str(tmp_path), "--token"]
    with (tmp_path / "server.log").open("w") as log:
        server = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env={**os.environ, "BROWSER": f"{browser} %s"})
    yield tmp_path
    stop(server)
    assert not (tmp_path / "open.html").exists()


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="the browser of the test is a shell script")
def test_the_browser_is_opened_by_a_file_that_only_its_owner_reads(context: BrowserContext, opening: Path) -> None:
    """What is run to open the browser is told no secret; the file that it is told of is good once."""
    page = context.new_page()
    for _ in range(1200):
        if (opening / "told").exists():
            break
        page.wait_for_timeout(100)
    address = (opening / "told").read_text().strip()
    assert address == (opening / "open.html").as_uri()
    assert (opening / "open.html").stat().st_mode & 0o077 == 0
    page.goto(address)
    expect(page.locator("#history [data-open]").first).to_be_attached()
    assert "token" not in page.url
    context.clear_cookies()
    page.goto(address)
    expect(page.locator("body")).to_contain_text("another origin")


needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")


@needs_curl
@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can become another user")
def test_another_user_of_the_machine_reads_and_writes_nothing_without_the_token(closed: str) -> None:
    for path in ("", "config", "errata/history.jsonl", f"errata/analysis/{samples.analysis().id}.json", "gradio_api/info"):
        status, body = curl(f"{closed}{path}", user="nobody")
        assert status == 401
        assert "ferry" not in body
    draft = json.dumps({"kind": "draft", "data": {"reference": "theirs", "output": "theirs"}})
    assert curl(f"{closed}errata/keep", "--json", draft, user="nobody")[0] == 401
    assert curl(f"{closed}gradio_api/call/analyze", "--json", json.dumps({"data": PAIR}), user="nobody")[0] == 401
    assert curl(f"{closed}gradio_api/queue/join", "--json", "{}", user="nobody")[0] == 401
    for name in Path("/proc").glob("[0-9]*/cmdline"):
        assert b"open.html" not in name.read_bytes()


@needs_curl
@pytest.mark.parametrize("token", ["", TOKEN])
def test_programs_ask_as_the_readme_says(url: str, closed: str, token: str) -> None:
    address, header = (closed, ("-H", f"Authorization: Bearer {token}")) if token else (url, ())
    given = json.dumps(dict(zip(("reference", "output"), PAIR, strict=True)))
    status, said = curl(f"{address}gradio_api/call/v2/analyze", "--json", given, *header)
    assert status == 200
    status, events = curl("-N", f"{address}gradio_api/call/analyze/{json.loads(said)['event_id']}", *header)
    assert status == 200
    assert "event: complete" in events
    client = Client(address, verbose=False, headers={"Authorization": f"Bearer {token}"} if token else None)
    assert client.predict(*PAIR, api_name="/analyze")["schema"] == "errata/2"
    assert len(client.predict(*PAIR, ["qasem", "lss"], api_name="/compare")["opinions"]) == 2
    job = client.submit([{"reference": PAIR[0], "statement": PAIR[1]}], api_name="/verify")
    assert job.result()[0]["supported"] in (True, False)
    client.close()


def test_a_client_without_the_token_is_turned_away(closed: str) -> None:
    with pytest.raises(Exception, match="credentials were not provided"):
        Client(closed, verbose=False)


def own_address() -> str | None:
    """An address of this machine that other machines could use."""
    places = [place.address for places in psutil.net_if_addrs().values() for place in places if place.family == socket.AF_INET]
    return next((place for place in places if not place.startswith("127.")), None)


@pytest.mark.skipif(own_address() is None, reason="this machine has no network")
def test_on_a_network_only_those_with_the_token_come_in(context: BrowserContext, tmp_path: Path) -> None:
    port, host = free_port(), own_address()
    assert host
    with Workspace(tmp_path) as workspace:
        workspace.store.save(samples.analysis())
    server = start(tmp_path, port, "--host", "0.0.0.0", "--token", ERRATA_TOKEN=TOKEN)
    address = f"http://{host}:{port}/"
    evil = {"Origin": "https://evil.example", "Authorization": f"Bearer {TOKEN}"}
    for path in ("/", "/config", "/errata/history.jsonl"):
        assert ask(address, "GET", path)[0] == 401
        assert ask(address, "GET", path, **evil)[0] == 403
        assert ask(address, "GET", path, Host="evil.example")[0] == 400
        assert ask(address, "GET", path, Authorization=f"Bearer {TOKEN}")[0] == 200
    page = signed_in(context, f"{address}?token={TOKEN}")
    page.reload()
    expect(page.locator("#history [data-open]").first).to_be_attached()
    context.clear_cookies()
    page.reload()
    page.get_by_label("Token").fill(TOKEN)
    page.keyboard.press("Enter")
    expect(page.locator("#history [data-open]").first).to_be_attached()
    stop(server)
    log = (tmp_path / "server.log").read_text()
    assert host in log
    assert "not encrypted" in log
    assert TOKEN not in log
