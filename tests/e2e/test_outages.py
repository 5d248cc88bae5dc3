"""A server that dies in the middle of someone's work takes nothing with it."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from explorer.services.workspace import Workspace
from sessions.drafts import Draft
from tests.components import samples
from tests.e2e.conftest import free_port, start
from tests.e2e.visiting import Visit


class Outage:
    """A server of its own with the sample analysis in its store, that can be killed and started again."""

    def __init__(self, browser: Browser, folder: Path):
        self._folder, self._port = folder, free_port()
        self._server = start(folder, self._port)
        self.visits = Visit(browser, f"http://127.0.0.1:{self._port}/")

    def begin(self) -> None:
        self._server.kill()
        self._server.wait(15)

    def end(self) -> None:
        self._server = start(self._folder, self._port)


@pytest.fixture
def outage(browser: Browser, tmp_path: Path) -> Iterator[Outage]:
    with Workspace(tmp_path) as workspace:
        workspace.store.save(samples.analysis())
    outage = Outage(browser, tmp_path)
    yield outage
    outage.visits.close()
    outage.begin()
    assert not outage.visits.bad


def stored(folder: Path, found: Callable[[Workspace], bool]) -> None:
    """Until the store has it."""
    for _ in range(240):
        with Workspace(folder) as workspace:
            if found(workspace):
                return
        time.sleep(0.25)
    raise AssertionError("It was not kept.")


def note_of(unit: str, words: str) -> Callable[[Workspace], bool]:
    def found(workspace: Workspace) -> bool:
        said = workspace.store.annotations(samples.analysis().id).get(unit)
        return said is not None and said.note == words

    return found


def drafted(found: Callable[[Draft], bool]) -> Callable[[Workspace], bool]:
    """Whether a tab has such a draft."""
    return lambda workspace: any(found(draft) for _, _, draft in workspace.store.drafts())


def annotating(page: Page) -> None:
    expect(page.locator("#review .chip")).to_have_count(7)
    page.get_by_role("button", name="Annotate").click()


@pytest.mark.thorough
def test_votes_notes_and_drafts_outlive_a_server_that_is_killed_and_started_again(outage: Outage, tmp_path: Path) -> None:
    page = outage.visits(f"?a={samples.analysis().id}")
    annotating(page)
    row, other = page.locator(".qa[data-unit='q4']"), page.locator(".qa[data-unit='q6']")
    row.locator(".th.down").click()
    row.locator(".note").press_sequentially("The town is ")
    outage.begin()
    row.locator(".note").press_sequentially("Vell")
    place = other.bounding_box()
    other.locator(".th.up").click()
    expect(page.locator("#status [role=alert]")).to_contain_text("does not answer")
    assert other.bounding_box() == place  # nothing moves from under the pointer
    expect(other.locator(".th.up")).to_have_attribute("aria-pressed", "true")
    page.locator("#boxes button").first.click()
    page.locator("#output textarea").fill("A text that was typed meanwhile.")
    page.wait_for_timeout(800)
    outage.end()
    page.reload()  # as Gradio does when it finds the server again
    stored(tmp_path, note_of("q4", "The town is Vell"))
    stored(tmp_path, lambda workspace: "q6" in workspace.store.annotations(samples.analysis().id))
    stored(tmp_path, drafted(lambda draft: draft.output.endswith("meanwhile.")))
    page.reload()
    annotating(page)
    expect(row.locator(".th.down")).to_have_attribute("aria-pressed", "true")
    expect(row.locator(".note")).to_have_value("The town is Vell")
    expect(other.locator(".th.up")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#output textarea")).to_have_value("A text that was typed meanwhile.")


def reloads(page: Page) -> None:
    """The browser shows that nobody answers."""
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        page.reload()


def returns(page: Page, address: str) -> None:
    """The address once more, unless the browser has tried it again by itself."""
    with suppress(Error):
        page.goto(address)


NOTHING_LEFT = "() => sessionStorage.getItem('errata-waiting') === null"


def test_what_was_typed_outlives_a_reload_while_the_program_is_down(outage: Outage, tmp_path: Path) -> None:
    page = outage.visits("")
    address = page.url
    page.locator("#reference textarea").fill("What was kept before.")
    stored(tmp_path, drafted(lambda draft: draft.reference == "What was kept before."))
    assert page.evaluate(NOTHING_LEFT)
    outage.begin()
    page.locator("#reference textarea").fill("Typed in a hurry \U0001f98a.")
    reloads(page)  # before the page has noticed
    outage.end()
    returns(page, address)
    expect(page.locator("#reference textarea")).to_have_value("Typed in a hurry \U0001f98a.")
    stored(tmp_path, drafted(lambda draft: "hurry" in draft.reference))
    page.wait_for_function(NOTHING_LEFT)
    page.reload()
    expect(page.locator("#reference textarea")).to_have_value("Typed in a hurry \U0001f98a.")


@pytest.mark.thorough
def test_what_was_decided_outlives_a_reload_while_the_program_is_down(outage: Outage, tmp_path: Path) -> None:
    page = outage.visits(f"?a={samples.analysis().id}")
    address = page.url
    annotating(page)
    outage.begin()
    row = page.locator(".qa[data-unit='q4']")
    row.locator(".th.down").click()
    row.locator(".note").fill("It says Vell.")
    expect(page.locator("#status [role=alert]")).to_contain_text("does not answer")
    page.locator("#boxes button").first.click()
    page.locator("#output textarea").fill("x" * 100_000)  # more than a browser sends on its way out
    page.wait_for_timeout(800)
    reloads(page)
    outage.end()
    returns(page, address)
    annotating(page)
    expect(row.locator(".th.down")).to_have_attribute("aria-pressed", "true")
    expect(row.locator(".note")).to_have_value("It says Vell.")
    expect(page.locator("#output textarea")).to_have_value("x" * 100_000)
    stored(tmp_path, note_of("q4", "It says Vell."))
    page.wait_for_function(NOTHING_LEFT)


@pytest.mark.thorough
def test_the_page_says_when_it_has_caught_up(outage: Outage, tmp_path: Path) -> None:
    page = outage.visits(f"?a={samples.analysis().id}")
    annotating(page)
    outage.begin()
    page.locator(".qa[data-unit='q4'] .th.down").click()
    expect(page.locator("#status [role=alert]")).to_contain_text("does not answer")
    outage.end()
    expect(page.locator("#status")).to_contain_text("answers again")
    with Workspace(tmp_path) as workspace:
        assert workspace.store.annotations(samples.analysis().id)["q4"].vote == -1


def test_a_note_is_kept_when_the_page_is_closed_in_the_middle_of_it(visit: Visit, data_dir: Path) -> None:
    page = visit(f"?a={samples.analysis().id}")
    annotating(page)
    page.locator(".qa[data-unit='q2'] .note").press_sequentially("In the middle of")
    page.goto("about:blank")
    stored(data_dir, note_of("q2", "In the middle of"))
    page = visit(f"?a={samples.analysis().id}")
    annotating(page)
    note = page.locator(".qa[data-unit='q2'] .note")
    expect(note).to_have_value("In the middle of")
    note.fill("")
    note.press("Tab")
    expect(page.locator("#status")).to_contain_text("taken back")
