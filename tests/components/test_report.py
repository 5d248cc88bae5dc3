"""The HTML report in a real browser: it loads nothing, runs nothing of the texts, and links facts to evidence."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from components.report import comparison_report, html_report
from engines.core.details import Details
from engines.core.results import Analysis, Document, Engine, Evidence, Predicate, Span, Unit
from explorer.services.comparison import comparison_of
from sessions.annotations import Annotation
from tests.chromium import CHROMIUM
from tests.components import samples

sync = pytest.importorskip("playwright.sync_api")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")]

EVIL = "<img src=x onerror=alert(1)></script><script>alert(2)</script>${alert(3)} \"'><b x='"


def sample() -> Analysis:
    reference, output = f"Snow fell. Ada left Norvik. {EVIL}", f"Ada left Norvik. {EVIL}"
    unit = Unit(
        "q1",
        "qa",
        EVIL,
        Predicate(4, 8, "left"),
        f"Who left? {EVIL}",
        Span(0, 3, "Ada"),
        0.9,
        True,
        None,
        (Evidence(11, 27, "Ada left Norvik.", 0.8, 1),),
        details=Details(sentence=0),
    )
    sentences = ((0, 10), (11, 27), (28, len(reference)))
    return Analysis(
        EVIL,
        "2026-01-01T00:00:00+00:00",
        Engine("qasem"),
        Document(reference, sentences, 1.0),
        Document(output, ((0, 16), (17, len(output)))),
        {"qasem": 1.0},
        (unit,),
        warnings=(EVIL,),
    )


def test_votes_and_notes_are_there_to_be_read(tmp_path: Path, browser: "sync.Browser") -> None:
    said = {EVIL: {"q1": Annotation(EVIL, "q1", -1, f"Not so. {EVIL}", "2026-01-02")}}
    (tmp_path / "voted.html").write_text(html_report([sample()], said), encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "voted.html").as_uri())
    assert page.locator(".said").inner_text() == f"A person disagrees with this verdict: Not so. {EVIL}"
    assert page.locator(".report input:not([type=range]), .report .th").count() == 0
    page.close()


def test_a_report_is_headed_by_its_title(tmp_path: Path, browser: "sync.Browser") -> None:
    given = {"second": "The Norvik story"}
    (tmp_path / "one.html").write_text(html_report([replace(sample(), id="second")], title_given=given.get), encoding="utf-8")
    (tmp_path / "two.html").write_text(html_report([sample(), replace(sample(), id="second")], title_given=given.get), encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "one.html").as_uri())
    assert page.locator("h1").inner_text() == "The Norvik story"
    assert page.locator(".titled p").inner_text() == "Errata report · QASem · 1 January 2026, 00:00 UTC"
    page.goto((tmp_path / "two.html").as_uri())
    assert page.locator("h1").inner_text() == "2 analyses"
    first, second = page.locator(".report .titled h2").all_inner_texts()
    assert first.startswith("Ada left Norvik.") and second == "The Norvik story"
    page.close()


def test_only_what_is_unsupported_is_printed(tmp_path: Path, browser: "sync.Browser") -> None:
    (tmp_path / "one.html").write_text(html_report([samples.analysis()]), encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "one.html").as_uri())
    page.evaluate("window.print = () => {}")
    page.get_by_text("Print", exact=True).click()
    page.get_by_role("button", name="Print only unsupported").click()
    page.emulate_media(media="print")
    assert (page.locator(".qa.no:visible").count(), page.locator(".qa.ok:visible").count()) == (3, 0)
    assert page.locator("h1").is_visible() and not page.locator(".menu, .sep, .turns").first.is_visible()
    page.close()


def test_on_paper_every_text_is_there_in_full(page: "sync.Page") -> None:
    page.emulate_media(media="print")
    first = page.locator(".report").first
    for name in (".out", ".groups", ".rtxt"):
        assert first.locator(name).evaluate("e => e.scrollHeight <= e.clientHeight + 1 && getComputedStyle(e).overflowY === 'visible'")
    assert not first.locator(".threshold").is_visible() and not first.locator(".map").is_visible()


@pytest.fixture
def page(tmp_path: Path, browser: "sync.Browser") -> Iterator["sync.Page"]:
    (tmp_path / "report.html").write_text(html_report([sample(), replace(sample(), id="second")]), encoding="utf-8")
    opened = browser.new_page()
    trouble: list[str] = []
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    opened.on("dialog", lambda dialog: trouble.append(dialog.message))
    opened.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else trouble.append(request.url))
    opened.goto((tmp_path / "report.html").as_uri())
    yield opened
    opened.close()
    assert trouble == []


def test_a_fact_lights_its_evidence_and_texts_stay_texts(page: "sync.Page") -> None:
    sync.expect(page.locator(".report")).to_have_count(2)
    first = page.locator(".report").first
    first.locator(".chip").first.click()
    sync.expect(first.locator(".s.on")).to_have_text("Ada left Norvik.")
    sync.expect(first.locator(".where")).to_contain_text("sentence 2 of 3")
    sync.expect(page.locator("img")).to_have_count(0)
    assert EVIL in (first.locator(".rtxt").text_content() or "")
    page.keyboard.press("Escape")
    sync.expect(first.locator(".s.on")).to_have_count(0)


def test_a_comparison_opens_its_disagreements_without_the_page(tmp_path: Path, browser: "sync.Browser") -> None:
    doubter = replace(sample(), id="scale", engine=Engine("scale"), units=(replace(sample().units[0], probability=0.1, supported=False),))
    path = tmp_path / "comparison.html"
    path.write_text(comparison_report(comparison_of([sample(), doubter])), encoding="utf-8")
    opened = browser.new_page()
    trouble: list[str] = []
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.on("dialog", lambda dialog: trouble.append(dialog.message))
    opened.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else trouble.append(request.url))
    opened.goto(path.as_uri())
    opened.locator(".dchip").first.click()
    sync.expect(opened.locator(".s.on")).to_have_text("Ada left Norvik.")
    sync.expect(opened.locator(".gutter b")).not_to_have_count(0)
    assert opened.url == path.as_uri()
    opened.close()
    assert trouble == []
