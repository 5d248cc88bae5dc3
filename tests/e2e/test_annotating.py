"""Annotating in two steps by keyboard alone, as a person does: kept with every key, stepped back, found again; and agreement."""

import os
import signal
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from explorer.services.labelling.agreement import labelled
from explorer.services.workspace import Workspace
from sessions.labelling.labels import Label, standing
from tests.components import samples
from tests.e2e import seeds
from tests.e2e.conftest import free_port, start, stop
from tests.e2e.settling import fits, settled
from tests.e2e.visiting import OWN, PATIENCE

ID = samples.analysis().id


class Annotator:
    """A person with a keyboard before the bench."""

    def __init__(self, browser: Browser, url: str, **settings: object):
        self.bad: list[str] = []
        self.page = browser.new_context(**{"viewport": {"width": 1360, "height": 860}, "reduced_motion": "reduce", **settings}).new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.bad.append(str(error)))
        self.page.on("request", lambda request: None if OWN.match(request.url) else self.bad.append(request.url))
        self.page.goto(url)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def asks(self, step: str, words: str) -> None:
        expect(self.page.locator(".ask .step")).to_contain_text(step)
        expect(self.page.locator(".ask .what")).to_have_text(words)

    def kept(self) -> None:
        expect(self.page.locator(".kept")).to_have_text("Everything is kept")


def said(folder: Path, name: str, id: str = ID) -> dict[tuple[str, str], str]:
    with Workspace(folder) as workspace:
        return {key: one.label for key, one in standing(workspace.store.labels(id, name)).items()}


def violations(page: Page) -> list[object]:
    settled(page)
    return [(rule["id"], [node["html"][:160] for node in rule["nodes"][:4]]) for rule in Axe().run(page).response["violations"]]


def test_a_text_from_the_first_key_to_the_last(browser: Browser, url: str, data_dir: Path) -> None:
    person = Annotator(browser, f"{url}annotate/{ID}")
    page = person.page
    page.keyboard.type("Ada")
    person.press("Enter")
    person.asks("Step 1", "Hallmere's last steam ferry")
    # A screen reader leaves single keys to the page where the focus is: it is there from the first, and again when a button with it goes.
    expect(page.get_by_role("application", name="Step 1 of 2 · In the reference?")).to_be_focused()
    person.press("Tab", "y")
    expect(page.locator(".ask")).to_be_focused()
    person.press("u")
    person.asks("Step 1", "Hallmere's last steam ferry")
    expect(page.locator(".words .w.on")).to_have_text(["Hallmere's", "last", "steam", "ferry"])
    person.press("y", "1", "y", "n")
    person.asks("Step 1", "Fares")
    person.press("u")
    person.asks("Step 1", "in Sardona")
    person.press("Shift+U")
    person.asks("Step 1", "Fares")
    person.press("f")
    expect(page.locator(".live")).to_have_text("Place 1 of 1 in the reference.")
    person.press("y", "n")
    person.asks("Step 2", "What will stop something? Hallmere's last steam ferry")
    person.press("w")
    page.keyboard.type("so it <says>")
    person.press("Enter", "s", "s", "s")
    person.asks("Step 2", "What will replace something? Two electric boats")  # where they were built is settled
    person.kept()
    page.reload()
    person.asks("Step 2", "What will replace something? Two electric boats")
    expect(page.locator(".far")).to_have_text("11 of 13")
    person.press("s", "c")
    expect(page.locator(".finished")).to_contain_text("This text is done")
    person.press("k", "k", "u")
    person.asks("Step 2", "What will rise? Fares")
    person.press("c")
    person.kept()
    labels = said(data_dir, "Ada")
    assert [labels.get((f"unit:q{n}", "support")) for n in range(1, 8)] == ["supported"] * 3 + [None, "supported", "contradicts", None]
    assert labels["unit:q1", "note"] == "so it <says>" and not person.bad
    with Workspace(data_dir) as workspace:
        (one,) = labelled(workspace.store, [ID], ["Ada"])
        assert one.people["Ada"].labels["unit:q4"] == "extrinsic" and one.people["Ada"].complete and one.people["Ada"].seconds > 0


def test_words_are_marked_by_keyboard_and_by_mouse_with_a_kind_of_error(browser: Browser, url: str, data_dir: Path) -> None:
    person = Annotator(browser, f"{url}annotate/{ID}?by=Bo")
    page = person.page
    person.asks("Step 1", "Hallmere's last steam ferry")
    person.press("m", "ArrowRight")
    expect(page.locator(".out.choosing")).to_be_visible()
    expect(page.locator(".ask")).to_be_focused()
    person.press("Shift+ArrowRight", "Enter")
    expect(page.locator(".live")).to_contain_text("What is wrong with “last steam”")
    expect(page.locator(".out.choosing")).to_be_visible()
    person.press("q", "Tab")
    page.keyboard.type("not the last")
    person.press("Enter")
    expect(page.locator("ul.own .again")).to_have_text(["last steam: quantity, not the last"])
    page.locator(".words .w", has_text="Sardona").dblclick()
    page.locator(".marking select").select_option("entity")
    person.press("Enter")
    expect(page.locator("ul.own .again")).to_have_count(2)
    person.press("m", "End", "Enter", "Tab")
    page.keyboard.type("never mind")
    person.press("Escape")
    expect(page.locator("ul.own .again")).to_have_count(2)
    person.press("u", "u", "Shift+U", "Shift+U")
    person.kept()
    places = [samples.span(samples.OUTPUT, words) for words in ("last steam", "Sardona")]
    first, second = (f"own:{place.start}-{place.end}" for place in places)
    assert {key: label for key, label in said(data_dir, "Bo").items() if label} == {
        (first, "own"): "quantity",
        (first, "note"): "not the last",
        (second, "own"): "entity",
    }
    assert not person.bad


def test_claims_take_one_key_each_and_verdicts_can_be_what_to_start_from(browser: Browser, url: str, data_dir: Path) -> None:
    person = Annotator(browser, f"{url}annotate/{seeds.CLAIMS}?by=Cy&mode=seeded")
    page = person.page
    expect(page.locator(".ask .engine")).to_contain_text("The engine: supported. Enter takes it.")
    expect(page.locator(".rtxt .s.on")).to_have_count(1)
    person.press("Enter", "c", "n", "Shift+Enter")
    expect(page.locator(".finished")).to_be_visible()
    person.kept()
    with Workspace(data_dir) as workspace:
        (one,) = labelled(workspace.store, [seeds.CLAIMS], ["Cy"])
    found = one.people["Cy"]
    assert list(found.labels.values())[:3] == ["supported", "intrinsic", "extrinsic"] and len(found.seeded) == len(found.labels) == 6
    page.goto(f"{url}annotate/{seeds.CLAIMS}?by=Blind")
    expect(page.locator(".ask .a")).not_to_be_empty()
    expect(page.locator(".rtxt .s.on, .proposed, .engine:not([hidden])")).to_have_count(0)
    assert not person.bad


@pytest.mark.thorough
def test_what_was_acknowledged_is_there_after_a_crash_and_what_was_not_is_sent_again(browser: Browser, tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        workspace.store.save(samples.analysis())
    port = free_port()
    server = start(tmp_path, port)
    person = Annotator(browser, f"http://127.0.0.1:{port}/annotate/{ID}?by=Ada")
    try:
        person.asks("Step 1", "Hallmere's last steam ferry")
        person.press("y", "y")
        person.press("w")
        person.page.keyboard.type("half a no")
        person.kept()
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        assert list(said(tmp_path, "Ada").values()) == ["covered", "covered", "half a no"]
        person.page.keyboard.type("te")
        person.press("Enter", "n")
        expect(person.page.locator("#status")).to_contain_text("waits on this page")
        server = start(tmp_path, port)
        person.kept()
        assert list(said(tmp_path, "Ada").values()) == ["covered", "covered", "half a note", "uncovered"]
    finally:
        stop(server)


@pytest.mark.parametrize(("scheme", "small"), [pytest.param("light", False, marks=pytest.mark.thorough), ("dark", True)])
def test_the_pages_hold_for_everybody(browser: Browser, url: str, data_dir: Path, scheme: str, small: bool) -> None:
    with Workspace(data_dir) as workspace:
        for number, (name, label) in enumerate((("Di", "supported"), ("Ed", "contradicts"))):
            event = Label(f"event-{scheme}-{number}", name, "unit:q1", "support", label)
            workspace.store.label(ID, event)
    size = {"viewport": {"width": 390, "height": 800}} if small else {}
    person = Annotator(browser, f"{url}annotate/{ID}?by=Di", color_scheme=scheme, **size)
    page = person.page
    expect(page.locator(".ask .a")).not_to_be_empty()
    for address in ("", "annotate", "annotate?by=Di", f"annotate/{ID}", f"agreement?ids={ID}&by=Ed"):
        if address:
            page.goto(url + address)
        fits(page)
        assert not violations(page), address
    expect(page.locator(".dispute.now")).to_have_count(1)
    person.press("2")
    expect(page.locator(".summary")).to_contain_text("0 to adjudicate")
    page.reload()
    expect(page.locator('[data-decide="intrinsic"]')).to_have_attribute("aria-pressed", "true")
    person.press("u")
    expect(page.locator(".summary")).to_contain_text("1 to adjudicate")
    assert not person.bad
