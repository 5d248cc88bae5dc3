"""Each tab has its own texts: a reload brings them back, and what nobody has analysed yet stands among the drafts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from explorer.services.workspace import Workspace
from tests.e2e.conftest import free_port, start, stop
from tests.e2e.settling import kept
from tests.e2e.test_analyzing import SLOW, analyze, put


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tabs")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    """A server whose drafts are those of one test at a time."""
    port = free_port()
    process = start(folder, port)
    yield f"http://127.0.0.1:{port}/"
    stop(process)


@pytest.fixture
def url(server: str, folder: Path) -> str:
    with Workspace(folder) as workspace:
        for session, _, _ in workspace.store.drafts():
            workspace.store.delete_draft(session)
    return server


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    expect(page.locator("#filters select").first).to_be_attached()  # they come with the history
    return page


def typed(page: Page, reference: str, output: str) -> None:
    page.locator("#reference textarea").fill(reference)
    with kept(page, output):
        page.locator("#output textarea").fill(output)


def holds(page: Page, reference: str, output: str) -> None:
    expect(page.locator("#reference textarea")).to_have_value(reference)
    expect(page.locator("#output textarea")).to_have_value(output)


def drafts(page: Page, *titles: str) -> None:
    expect(page.locator("#history .drafts .t")).to_have_text(list(titles))


def test_two_tabs_have_their_own_texts_and_both_are_among_the_drafts(browser: Browser, url: str) -> None:
    context = browser.new_context()
    first = opened(context.new_page(), url)
    typed(first, "The reference of the first tab.", "The output of the first tab.")
    second = opened(context.new_page(), url)
    holds(second, "", "")
    typed(second, "The reference of the second tab.", "The output of the second tab.")
    first.reload()
    holds(first, "The reference of the first tab.", "The output of the first tab.")
    second.reload()
    holds(second, "The reference of the second tab.", "The output of the second tab.")
    third = opened(context.new_page(), url)
    holds(third, "", "")
    drafts(third, "The output of the second tab.", "The output of the first tab.")
    third.keyboard.press("/")
    third.locator("#history [data-draft]").last.click()
    holds(third, "The reference of the first tab.", "The output of the first tab.")
    context.close()


def test_who_closes_the_browser_finds_the_newest_texts_in_a_new_one(browser: Browser, url: str) -> None:
    context = browser.new_context()
    typed(opened(context.new_page(), url), "A reference from yesterday.", "An output from yesterday.")
    context.close()
    context = browser.new_context()
    page = opened(context.new_page(), url)
    holds(page, "A reference from yesterday.", "An output from yesterday.")
    drafts(page)
    context.close()


def test_new_makes_room_and_what_was_typed_stays_among_the_drafts(browser: Browser, url: str) -> None:
    context = browser.new_context()
    page = opened(context.new_page(), url)
    typed(page, "A reference that is being written.", "An output that is being written.")
    page.get_by_role("button", name="New", exact=True).click()
    holds(page, "", "")
    page.reload()
    holds(page, "", "")
    page.keyboard.press("/")
    draft = page.locator("#history [data-draft]")
    expect(draft).to_contain_text("An output that is being written.")
    page.locator("#history .drafts li").hover()
    page.locator("#history .drafts .del").click()
    expect(draft).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    draft.click()
    holds(page, "A reference that is being written.", "An output that is being written.")
    expect(draft).to_have_count(0)
    context.close()


@pytest.mark.thorough
def test_a_copy_of_a_tab_begins_with_its_texts_and_goes_its_own_way(browser: Browser, url: str) -> None:
    context = browser.new_context()
    first = opened(context.new_page(), url)
    typed(first, "One reference for both.", "One output for both.")
    with context.expect_page() as made:
        first.evaluate("window.open(location.href, '_blank', '')")  # takes the storage of the tab along, as Duplicate does
    second = made.value
    holds(second, "One reference for both.", "One output for both.")
    typed(second, "One reference for both.", "Another output.")
    first.reload()
    holds(first, "One reference for both.", "One output for both.")
    context.close()


def test_a_text_can_be_cleared_and_comes_back_with_undo(browser: Browser, url: str) -> None:
    context = browser.new_context()
    page = opened(context.new_page(), url)
    put(page, "A reference.", "An output.")
    page.get_by_role("button", name="Clear the output").click()
    holds(page, "A reference.", "")
    page.keyboard.press("Control+z")
    holds(page, "A reference.", "An output.")
    context.close()


@pytest.mark.thorough
def test_what_is_analysed_is_no_draft(browser: Browser, url: str) -> None:
    context = browser.new_context()
    page = opened(context.new_page(), url)
    typed(page, "The ferry left Vell in May.", "The ferry left Vell in June.")
    analyze(page)
    expect(page.locator(".review[data-stored]")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="New", exact=True).click()
    expect(page.locator(".emptyst")).to_be_visible()
    drafts(page)
    expect(page).to_have_url(url)
    page.go_back()
    expect(page.locator(".review[data-stored]")).to_be_visible()
    context.close()
