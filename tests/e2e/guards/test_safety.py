"""Hostile texts stay texts, and strangers are turned away."""

import http.client
import json
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect

from tests.components import samples
from tests.e2e.settling import holds


def ask(url: str, method: str, path: str, body: str = "", **headers: str) -> tuple[int, bytes]:
    """The status and body of a raw request."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=120)
    try:
        connection.request(method, path, body or None, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize("number", range(len(samples.HOSTILE)))
def test_hostile_words_in_every_field_run_nothing(visit: object, number: int) -> None:
    words = samples.HOSTILE[number]
    page = visit(f"?a={number + 1:012x}")
    expect(page.locator("#review .chip")).to_have_count(2)
    holds(page.locator(".rtxt"), f"{words} said Ana. {words} ran.")
    holds(page.locator("#review .a").first, words)
    page.locator(".err").first.click()
    assert "".join(page.locator(".marks .err").all_text_contents()) == words
    expect(page.locator(".tip")).to_contain_text("contradicts the reference")
    page.locator(".unfold:visible").first.click()
    page.locator("#review .chip").first.click()
    page.keyboard.press("/")
    expect(page.locator("#history .t", has_text=f"Hostile {words}").first).to_be_visible()
    expect(page.locator("#review img, #review svg, #history img, #history svg")).to_have_count(0)


def test_hostile_search_shows_as_text(visit: object) -> None:
    page = visit()
    page.keyboard.press("/")
    page.locator("#search input, #search textarea").fill("<img src=nowhere onerror=alert(1)> ${alert(1)}")
    expect(page.locator("#history")).to_contain_text("Nothing found for “<img src=nowhere onerror=alert(1)> ${alert(1)}”")


def test_another_host_name_is_refused(url: str) -> None:
    assert ask(url, "GET", "/", Host="evil.example")[0] == 400
    assert ask(url, "GET", "/config", Host="evil.example:7860")[0] == 400


@pytest.mark.parametrize(
    "path",
    [
        "/gradio_api/queue/join",
        "/gradio_api/upload",
        "/gradio_api/call/analyze",
        "/gradio_api/component_server",
        "/errata/keep",
        "/errata/import",
    ],
)
def test_posts_of_another_origin_are_refused(url: str, path: str) -> None:
    status, _ = ask(url, "POST", path, "{}", Origin="http://evil.example", Content_Type="text/plain")
    assert status == 403


def test_no_file_of_the_disk_is_served(url: str, data_dir: Path) -> None:
    for path in (data_dir / "errata.db", Path(__file__), Path("/etc/passwd")):
        assert ask(url, "GET", f"/gradio_api/file={quote(str(path))}")[0] in (403, 404)
    for path in (
        "/errata/assets/css/../../pyproject.toml",
        "/errata/assets/css/%2e%2e/%2e%2e/pyproject.toml",
        "/errata/analysis/..%2f..%2fx.json",
    ):
        status, body = ask(url, "GET", path)
        assert status in (400, 404)
        assert b"[project]" not in body


def test_pages_carry_the_policy_and_nothing_is_recorded(url: str) -> None:
    status, body = ask(url, "GET", "/config")
    assert status == 200
    config = json.loads(body)
    assert config.get("run_history") is False
    assert config.get("analytics_enabled") is False
    assert ask(url, "GET", "/openapi.json")[0] == 404
    assert ask(url, "GET", "/monitoring")[0] in (403, 404)


@pytest.mark.parametrize("query", ["page=zzz", "page=", "deep_link=../x", f"a={'x' * 60_000}", "token=x", "a=%ff%00", "__theme=dark"])
def test_whatever_is_asked_behind_the_address_the_page_opens(url: str, query: str) -> None:
    assert ask(url, "GET", f"/?{query}")[0] == 200
    assert ask(url, "GET", f"/config?{query}")[1] == ask(url, "GET", "/config")[1]


def test_the_endpoints_are_named_and_nothing_else_is(url: str) -> None:
    _, body = ask(url, "GET", "/gradio_api/info")
    assert set(json.loads(body)["named_endpoints"]) == {"/analyze", "/compare", "/verify", "/parse"}
