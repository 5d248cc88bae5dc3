"""Revise: edits are accepted and rejected by mouse and keys, undone, scored, copied, and survive a reload."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.settling import bars_nobody, copied, fits, kept, settled
from tests.e2e.test_analyzing import SLOW, analyze, put

REFERENCE = "The ferry Aldona left Mirava on Tuesday. A storm damaged the mast. Captain Ilse Varn turned back. Nobody on board was hurt."
OUTPUT = "A storm damaged the mast. Forty elephants were photographed by the bishop of Teal. Captain Ilse Varn turned back."
REVISED = "A storm damaged the mast. Captain Ilse Varn turned back."


@pytest.fixture
def revising(visit: object) -> Page:
    """A page on which edits have been proposed."""
    page = visit()
    put(page, REFERENCE, OUTPUT)
    analyze(page)
    expect(page.locator(".review[data-stored]")).to_be_visible(timeout=SLOW)
    page.locator("button[data-mode=revise]").click()
    expect(page.locator(".rev .er")).to_have_class(re.compile("open|accepted|rejected"), timeout=SLOW)
    decided = page.locator(".er [data-choose][aria-pressed=true]")
    if decided.count():  # another test has decided: the choices are kept
        decided.click()
    expect(page.locator(".er")).to_have_class(re.compile("open"))
    return page


def test_an_edit_is_accepted_undone_copied_and_saved(revising: Page) -> None:
    page = revising
    expect(page.locator(".draft del")).to_contain_text("elephants")
    page.get_by_role("button", name="Accept: edit 1").click()
    expect(page.locator(".er")).to_have_class(re.compile("accepted"))
    expect(page.locator(".now dd")).to_contain_text("100%")
    page.wait_for_timeout(500)
    expect(page.locator("#status [role=alert]")).to_have_count(0)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy draft").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied(page, REVISED)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == REVISED
    page.keyboard.press("Control+z")
    expect(page.locator(".er")).to_have_class(re.compile("open"))
    with kept(page, '"choices":"+"'):
        page.locator("[data-rev=redo]").click()
    expect(page.locator(".er")).to_have_class(re.compile("accepted"))
    page.reload()
    page.locator("button[data-mode=revise]").click()
    expect(page.locator(".er")).to_have_class(re.compile("accepted"))
    page.locator("[data-rev=undo]").click()
    expect(page.locator(".er")).to_have_class(re.compile("open"))


def test_keys_decide_and_the_evidence_is_lit(revising: Page) -> None:
    page = revising
    page.locator(".bar2:visible h3").click()
    page.keyboard.press("j")
    expect(page.locator(".echip")).to_be_focused()
    expect(page.locator(".s.on").first).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator(".er")).to_have_class(re.compile("rejected"))
    page.keyboard.press("r")
    expect(page.locator(".er")).to_have_class(re.compile("open"))
    expect(page.locator(".comment li").first).to_contain_text("elephants")


def test_revising_bars_nobody(revising: Page) -> None:
    page = revising
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".echip").click()
    settled(page)
    fits(page)
    bars_nobody(page)
