"""The draft edited by hand: errors come and go as one types, edits and typing are undone together, and nothing is lost."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import free_port, start, stop
from tests.e2e.settling import bars_nobody, copied, fits, kept, settled
from tests.e2e.test_analyzing import SLOW, analyze, put
from tests.e2e.visiting import Visit

REFERENCE = (
    "The ferry Aldona left Mirava on Tuesday. A storm damaged the mast. Captain Ilse Varn turned back. Nobody on board was hurt. "
    "The ferry was built in 1973 in Tessen. It carries 140 people."
)
OUTPUT = "## The ferry\n\nA **storm** damaged the mast. Captain Ilse Varn turned back. The ferry was built in 1937 in Tessen."
RIGHT = OUTPUT.replace("1937", "1973")
GENEROUS = 10
"""Seconds: on a machine of one's own it is a few tenths."""


@pytest.fixture
def writing(visit: Visit) -> Page:
    """A page on which an edit has been proposed, and the box is open; what an earlier test wrote is taken out."""
    page = visit()
    put(page, REFERENCE, OUTPUT)
    analyze(page)
    expect(page.locator(".review[data-stored]")).to_be_visible(timeout=SLOW)
    page.locator("button[data-mode=revise]").click()
    expect(page.locator(".rev .er")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Edit by hand").click()
    if box(page).input_value() != OUTPUT:
        with kept(page, '"written"'):
            box(page).fill(OUTPUT)
    checked(page)
    box(page).focus()
    return page


def box(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Corrected draft")


def checked(page: Page) -> None:
    """Until the draft as it stands is checked."""
    expect(page.locator(".livebar[data-state=checked]")).to_be_visible(timeout=SLOW)


def underlined(page: Page, *words: str) -> None:
    """Until there are lines under just these words."""
    expect(page.locator(".under .lerr:not(.stale)")).to_have_text(list(words))


def test_an_error_comes_and_goes_while_one_types(writing: Page) -> None:
    page = writing
    underlined(page, "1937")
    page.keyboard.press("Control+End")
    page.keyboard.type(" Nobody on board was hurt. The ferry carries 900 people.", delay=15)
    began = time.monotonic()
    expect(page.locator(".under .lerr").last).to_have_text("900")
    assert time.monotonic() - began < GENEROUS
    caret = "e => [e.selectionStart, e.selectionEnd, e.value.length]"
    start, end, length = box(page).evaluate(caret)
    assert start == end == length  # drawing has moved nothing
    page.keyboard.press("ArrowLeft")
    for _ in range(10):
        page.keyboard.press("Backspace")
    expect(page.locator(".under .lerr.stale, .livebar:not([data-state=checked])").first).to_be_attached()  # faded, not lying
    with kept(page, "140 people"):
        page.keyboard.type("140 people", delay=15)
    checked(page)
    underlined(page, "1937")
    expect(page.locator("#live-state")).to_contain_text("1 error")
    page.reload()
    page.locator("button[data-mode=revise]").click()
    expect(page.locator(".draft .hand ins")).to_contain_text("140 people")
    expect(box(page)).to_have_count(0)
    page.get_by_role("button", name="Edit by hand").click()
    expect(box(page)).to_have_value(OUTPUT + " Nobody on board was hurt. The ferry carries 140 people.")


def test_what_hands_have_put_right_is_no_more_listed_as_left_over(visit: Visit) -> None:
    page = visit()
    put(
        page,
        REFERENCE,
        "Captain Ilse Varn was a nurse. The ferry Aldona left Mirava on Tuesday. The ferry was built in 1937 in Tessen.",
    )
    analyze(page)
    expect(page.locator(".review[data-stored]")).to_be_visible(timeout=SLOW)
    page.locator("button[data-mode=revise]").click()
    left = page.locator(".left-over li[data-says]")
    expect(page.locator(".rev .stand")).to_be_visible(timeout=SLOW)
    expect(left).to_have_text(re.compile("still says “"))
    page.get_by_role("button", name="Edit by hand").click()
    with kept(page, '"written"'):
        box(page).fill("Captain Ilse Varn turned back. The ferry Aldona left Mirava on Tuesday.")
    checked(page)
    expect(page.locator(".left-over")).to_be_hidden()


def test_keys_lead_to_an_error_and_put_in_what_the_reference_has(writing: Page) -> None:
    page = writing
    page.keyboard.press("Control+Home")
    page.keyboard.press("F8")
    expect(page.locator(".livetip")).to_contain_text("reference has: 1973")
    expect(page.locator(".review > .live")).to_contain_text("Error: 1937")
    expect(page.locator(".s.on")).to_contain_text("built in 1973")
    with kept(page, '"choices":"+"'):
        page.keyboard.press("Alt+Enter")
    expect(box(page)).to_have_value(RIGHT)
    underlined(page)
    expect(page.locator(".er")).to_have_class(re.compile("accepted"))  # it is what the edit would have done
    page.keyboard.press("Control+z")
    expect(box(page)).to_have_value(OUTPUT)
    expect(page.locator(".er")).to_have_class(re.compile("open"))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".livebar")).to_be_hidden()
    expect(page.locator(".draft .md-h2")).to_contain_text("The ferry")
    expect(page.locator(".draft .edit del")).to_have_text("1937")


def test_edits_and_typing_are_undone_in_their_order(writing: Page) -> None:
    page = writing
    page.keyboard.press("Control+Home")
    page.keyboard.type("Tuesday: ")
    page.get_by_role("button", name="Accept: edit 1").click()
    expect(box(page)).to_have_value("Tuesday: " + RIGHT)
    box(page).focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("!")
    for expected in ("Tuesday: " + RIGHT, "Tuesday: " + OUTPUT, OUTPUT):
        page.keyboard.press("Control+z")
        expect(box(page)).to_have_value(expected)
    for expected in ("Tuesday: " + OUTPUT, "Tuesday: " + RIGHT, "Tuesday: " + RIGHT + "!"):
        page.keyboard.press("Control+Shift+z")
        expect(box(page)).to_have_value(expected)
    at = ("Tuesday: " + RIGHT).index("1973") + 2
    box(page).evaluate("(e, at) => e.setSelectionRange(at, at)", at)
    page.keyboard.type("0")
    expect(page.locator(".er")).to_have_class(re.compile("overtaken"))
    expect(page.locator(".er .lost")).to_be_visible()
    with kept(page, "19073"):
        page.get_by_role("button", name="Accept: edit 1").click(force=True)
    expect(box(page)).to_have_value("Tuesday: " + RIGHT.replace("1973", "19073") + "!")


def test_the_draft_becomes_an_analysis_beside_the_old_one(writing: Page) -> None:
    page = writing
    box(page).fill(RIGHT + " The mast was blue.")
    checked(page)
    live = page.locator("#live-state").inner_text()
    before = page.url
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy draft").click()
    copied(page, RIGHT + " The mast was blue.")
    page.get_by_role("button", name="Analyze draft").click()
    expect(page).not_to_have_url(before, timeout=SLOW)
    expect(page.locator(".review[data-stored] .marks")).to_contain_text("The mast was blue.")
    said = page.locator(".sum h2").inner_text()
    count = re.search(r"(\d+) error", live)
    assert re.search(r"(\d+) of (\d+) facts", live)[0].split(" facts")[0] in said  # type: ignore[index]
    assert (count[0] in said) if count else "error" not in said or "No errors" in said
    page.go_back()
    page.locator("button[data-mode=revise]").click()
    expect(page.locator(".draft .hand ins")).to_contain_text("The mast was blue.")


def test_an_analysis_without_edits_can_be_written_in(visit: Visit) -> None:
    page = visit()
    put(page, REFERENCE, "A storm damaged the mast.")
    analyze(page)
    page.get_by_role("button", name="Edit and check live").click()
    expect(box(page)).to_be_focused(timeout=SLOW)
    checked(page)
    underlined(page)
    page.keyboard.press("Control+a")
    with page.expect_response(lambda answer: answer.url.endswith("/errata/live") and answer.ok):
        page.keyboard.insert_text("The ferry was built in 1937 in Tessen.")
    underlined(page, "1937")
    assert page.evaluate("document.querySelector('.under').offsetHeight === document.querySelector('.write textarea').scrollHeight")


def test_writing_bars_nobody(writing: Page) -> None:
    page = writing
    page.set_viewport_size({"width": 390, "height": 844})
    page.keyboard.press("Control+Home")
    page.keyboard.press("F8")
    expect(page.locator(".livetip")).to_be_visible()
    settled(page)
    fits(page)
    bars_nobody(page)


@pytest.mark.thorough
def test_what_was_written_outlives_the_program(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    server = start(tmp_path, port)
    visits = Visit(browser, f"http://127.0.0.1:{port}/")
    try:
        page = browser.new_context().new_page()
        page.goto(visits.url)
        page.wait_for_function("() => document.querySelector('#output textarea') && window.errata?.keep")
        page.wait_for_timeout(1000)
        put(page, REFERENCE, OUTPUT)
        analyze(page)
        page.get_by_role("button", name="Edit and check live").click()
        expect(box(page)).to_be_focused(timeout=SLOW)
        with kept(page, "Forty elephants"):
            page.keyboard.press("Control+End")
            page.keyboard.insert_text(" Forty elephants slept.")
        address = page.url
        server.kill()
        server.wait()
        page.keyboard.insert_text(" They were grey.")  # while nobody answers
        expect(page.locator(".livebar[data-state=failed]")).to_be_visible()
        server = start(tmp_path, port)
        page.goto(address)
        page.locator("button[data-mode=revise]").click()
        expect(page.locator(".draft")).to_contain_text("Forty elephants slept. They were grey.", timeout=SLOW)
    finally:
        stop(server)
        page.context.close()
