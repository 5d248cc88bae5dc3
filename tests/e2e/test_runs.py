"""Runs belong to the server: they outlive a reload, are begun again after Cancel every time, and are seen by their own tab alone."""

import re
from pathlib import Path
from secrets import token_hex

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.breaking import Breaking
from tests.e2e.test_analyzing import SLOW, analyze, put
from tests.e2e.test_outages import Outage, returns
from tests.e2e.visiting import Visit

LONG = 40


def pair(name: str, length: int = LONG) -> tuple[str, str]:
    """Two texts that take some seconds to analyse, others each time: what another try has left in the history is not found again."""
    reference = " ".join(f"The council of {name} {n} bought {n + 3} boats in May and sold {n} bridges to Vell." for n in range(2 * length))
    output = " ".join(f"The council of {name} {n} bought {n + 2} boats in June." for n in range(length))
    return f"{reference} Clerk {token_hex(4)} wrote it down.", output


def running(page: Page) -> None:
    expect(page.locator("#status .status[data-run]")).to_be_visible(timeout=SLOW)
    expect(page.locator("#cancel")).to_be_enabled()


def boxes(page: Page) -> None:
    if not page.locator("#output textarea").is_visible():
        page.locator("#boxes > button").click()


@pytest.mark.thorough
def test_analyze_works_every_time_after_cancel(visit: Visit) -> None:
    page = visit()
    for attempt in range(3):
        boxes(page)
        put(page, *pair(f"Ostby {attempt}", 2 * LONG))  # none comes to its end
        analyze(page)
        running(page)
        page.wait_for_timeout(300 * attempt)
        page.locator("#cancel").click()
        expect(page.locator("#status")).to_contain_text("only what was complete")
        expect(page.locator("#analyze")).to_be_enabled()
    boxes(page)
    put(page, "The ferry left Vell in May.", "The ferry left Vell in June.")
    analyze(page)
    expect(page.locator(".review[data-stored] .marks")).to_contain_text("left Vell in June", timeout=SLOW)
    expect(page.locator("#status .status[data-run]")).to_have_count(0)


def test_a_run_outlives_a_reload_and_its_result_is_found_again(visit: Visit) -> None:
    page = visit()
    put(page, *pair("Marrow"))
    analyze(page)
    running(page)
    run = page.locator("#status .status").get_attribute("data-run")
    page.reload()
    expect(page.locator(f"#status .status[data-run='{run}']")).to_be_visible(timeout=SLOW)
    expect(page.locator("#analyze")).to_be_disabled()
    expect(page.locator("#output textarea")).to_have_value(re.compile("council of Marrow 7"))
    other = page.context.new_page()
    other.goto(visit.url)
    expect(other.locator("#history .hist")).to_be_attached()
    expect(other.locator("#analyze")).to_be_enabled()
    expect(other.locator("#status .status[data-run]")).to_have_count(0)
    other.close()
    expect(page.locator(".review[data-stored] .marks")).to_contain_text("council of Marrow 7", timeout=SLOW)
    expect(page).to_have_url(re.compile(r"\?a=\w+"))
    expect(page.locator("#analyze")).to_be_enabled()


@pytest.mark.thorough
def test_a_run_ends_while_nobody_looks_and_is_shown_to_who_comes_back(visit: Visit) -> None:
    page = visit()
    put(page, *pair("Tindle", 40))
    analyze(page)
    running(page)
    page.goto("about:blank")
    other = visit()
    found = other.locator("#history [data-open]", has_text="council of Tindle")
    for _ in range(60):
        other.reload()
        expect(other.locator("#history [data-open]").first).to_be_attached()
        if found.count():
            break
        other.wait_for_timeout(1000)
    expect(found).to_have_count(1)
    page.go_back()
    expect(page.locator(".review[data-stored] .marks")).to_contain_text("council of Tindle 7", timeout=SLOW)
    expect(page.locator("#analyze")).to_be_enabled()


def test_a_run_is_stopped_after_a_reload(visit: Visit) -> None:
    page = visit()
    kept = page.locator("#history [data-open]", has_text="council of Hale")
    before = kept.count()  # another try may have been too slow
    put(page, *pair("Hale", 3 * LONG))
    analyze(page)
    running(page)
    page.reload()
    running(page)
    page.locator("#cancel").click()
    expect(page.locator("#status")).to_contain_text("only what was complete")
    expect(page.locator("#analyze")).to_be_enabled()
    page.reload()
    expect(page.locator("#output textarea")).to_have_value(re.compile("council of Hale 7"))
    expect(page.locator("#status .status[data-run]")).to_have_count(0)
    expect(kept).to_have_count(before)


@pytest.mark.thorough
def test_the_page_can_look_at_something_else_meanwhile_and_come_back(visit: Visit) -> None:
    page = visit()
    put(page, *pair("Corran"))
    analyze(page)
    running(page)
    page.keyboard.press("/")
    page.locator("#history [data-open]", has_text="A long report").first.click()
    expect(page.locator(".review[data-stored]")).to_be_visible()
    running(page)
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".marks")).to_contain_text("council of Corran", timeout=SLOW)
    expect(page.locator(".review[data-stored] .marks")).to_contain_text("council of Corran", timeout=SLOW)


@pytest.mark.thorough
def test_a_run_that_was_lost_with_the_server_is_said_and_its_texts_are_there(browser: Browser, tmp_path: Path) -> None:
    outage = Outage(browser, tmp_path)
    visits = outage.visits
    context = browser.new_context()
    page = context.new_page()
    page.goto(visits.url)
    put(page, *pair("Lostwith", 3 * LONG))  # does not come to its end
    analyze(page)
    running(page)
    outage.begin()
    outage.end()
    returns(page, visits.url)
    expect(page.locator("#status [role=alert]")).to_contain_text("The run was lost")
    expect(page.locator("#output textarea")).to_have_value(re.compile("council of Lostwith 7"))
    expect(page.locator("#analyze")).to_be_enabled()
    context.close()
    outage.begin()


@pytest.mark.thorough
def test_every_run_comes_to_its_result_where_the_connection_breaks_off_again_and_again(browser: Browser, url: str) -> None:
    """The page asks again; what was told meanwhile is not lost."""
    way = Breaking(int(url.rstrip("/").rpartition(":")[2]))
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{way.port}/")
    expect(page.locator("#history [data-open]").first).to_be_attached()
    for name in ("Sorrel", "Hovde"):
        boxes(page)
        put(page, *pair(name, 25))
        analyze(page)
        expect(page.locator(".review[data-stored] .marks")).to_contain_text(f"council of {name} 7", timeout=SLOW)
        expect(page.locator("#analyze")).to_be_enabled()
        expect(page.locator("#status .status[data-run]")).to_have_count(0)
    assert way.broken
    context.close()
    way.close()
