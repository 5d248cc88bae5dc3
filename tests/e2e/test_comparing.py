"""Compare: every engine on one pair, drawn as results come; disagreements lead to their words, units and evidence."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import seeds
from tests.e2e.settling import bars_nobody, fits, holds, settled
from tests.e2e.test_analyzing import SLOW, call, put

REFERENCE = "The ferry Aldona left Mirava on Tuesday. A storm damaged the mast. Captain Ilse Varn turned back. Nobody on board was hurt."
OUTPUT = "The ferry Aldona left Mirava on Friday. Captain Ilse Varn turned back. Six sailors were hurt."


NAMED = """() => {
  const strips = Array.from(document.querySelectorAll('.heat .hp')).flatMap((piece) => Array.from(piece.getClientRects()));
  const last = Math.max(...strips.map((box) => box.bottom)), names = Array.from(document.querySelectorAll('.gutter b'));
  return names.length > 0 && Math.abs(names.at(-1).getBoundingClientRect().bottom - last) < 16;
}"""
"""Whether the last line of the text has names."""


@pytest.fixture
def compared(visit: object) -> Page:
    """A finished comparison of all engines."""
    return compare(visit(), OUTPUT)


def compare(page: Page, output: str) -> Page:
    put(page, REFERENCE, output)
    page.locator("#compare").click()
    expect(page.locator(".compare[data-complete]")).to_be_visible(timeout=SLOW)
    return page


def test_all_engines_are_compared(compared: Page) -> None:
    page = compared
    expect(page.locator(".scores tbody tr")).to_have_count(5)
    expect(page.locator(".scores .failed")).to_have_count(0)
    expect(page.locator(".kappa tbody tr")).to_have_count(4)
    holds(page.locator(".heat"), OUTPUT)
    expect(page.locator(".gutter b").first).to_have_text("QASem")
    page.locator(".heat").evaluate("(text) => { text.style.width = '260px'; }")  # as beside the history, where it has more lines
    page.wait_for_function(NAMED, timeout=5000)


def test_a_disagreement_leads_to_its_evidence(visit: object) -> None:
    page = visit(seeds.DIVIDED)
    expect(page.locator(".compare[data-complete]")).to_be_visible()
    expect(page.locator(".dis > li")).to_have_count(2)
    chip = page.locator(".dchip").first
    chip.click()
    expect(chip).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".hp.lit").first).to_be_visible()
    expect(page.locator(".behind:visible .uchip").first).to_be_visible()
    expect(page.locator(".s.on").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator(".behind:visible")).to_have_count(0)
    page.keyboard.press("j")
    expect(page.locator(".dchip").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".dchip").nth(1)).to_have_attribute("aria-expanded", "true")


def test_a_comparison_stands_in_the_history_above_the_analyses_of_its_texts(compared: Page) -> None:
    page = compared
    page.keyboard.press("/")
    pair = page.locator("#history .pair", has=page.locator(".head", has_text=OUTPUT[:40]))
    expect(pair).to_have_count(1)
    expect(pair.locator(".open").first).to_contain_text("Comparison of 5")
    expect(pair.locator("[data-compared]")).to_have_attribute("aria-current", "true")
    expect(pair.locator("[data-open]").nth(4)).to_be_attached()
    pair.locator("[data-open]").first.click()
    expect(page.locator(".review[data-stored]")).to_be_visible()
    pair.locator("[data-compared]").click()
    expect(page.locator(".compare[data-complete]")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?c="))


def test_a_comparison_has_a_link_and_leads_to_its_analyses(compared: Page) -> None:
    page = compared
    expect(page).to_have_url(re.compile(r"\?c="))
    page.reload()
    expect(page.locator(".scores tbody tr")).to_have_count(5)
    page.get_by_role("button", name="Open the LSS analysis").click()
    expect(page.locator(".review[data-stored]")).to_be_visible()
    page.go_back()
    expect(page.locator(".compare[data-complete]")).to_be_visible()


def test_a_comparison_is_saved_with_the_votes_on_it(visit: object, tmp_path: Path) -> None:
    page = visit(seeds.DIVIDED)
    page.get_by_role("button", name="Open the SCALE analysis").click()
    page.get_by_role("button", name="Annotate").click()
    page.locator(".th.up").first.click()
    expect(page.locator("#status")).to_contain_text("Your opinion is kept.")
    page.go_back()
    expect(page.locator(".kappa .person td").first).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="HTML report").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == "errata-comparison.html"
    report = page.context.new_page()
    report.goto(file.as_uri())
    expect(report.locator(".scores tbody tr")).to_have_count(2)
    expect(report.locator(".kappa .person")).to_have_count(1)
    report.locator(".dchip").first.click()
    expect(report.locator(".s.on").first).to_be_in_viewport()


def test_what_is_compared_is_chosen(visit: object) -> None:
    page = visit()
    put(page, REFERENCE, OUTPUT)
    page.get_by_text("What to compare").click()
    for name in ("SCALE", "ACUEval", "QAGS"):
        page.get_by_label(name, exact=True).uncheck()
    page.locator("#compare").click()
    expect(page.locator(".compare[data-complete] .scores tbody tr")).to_have_count(2, timeout=SLOW)
    page.locator("#boxes > button").click()
    for name in ("QASem", "LSS"):
        page.get_by_label(name, exact=True).uncheck()
    page.locator("#compare").click()
    expect(page.locator("#status [role=alert]")).to_contain_text("Choose at least one engine")
    expect(page.locator("#compare")).to_be_enabled()


def test_a_link_to_deleted_analyses_says_so(visit: object) -> None:
    page = visit("?c=nosuch,thing")
    expect(page.locator("#status [role=alert]")).to_contain_text("None of the analyses of this comparison")


def test_a_comparison_bars_nobody(visit: object) -> None:
    page = visit(seeds.DIVIDED, viewport={"width": 390, "height": 844})
    expect(page.locator(".compare[data-complete]")).to_be_visible()
    page.locator(".dchip").first.click()
    page.locator("#boxes > button").click()
    page.get_by_text("About the engines").click()
    page.get_by_text("What to compare").click()
    page.locator("#choices summary", has_text="Settings").click()
    settled(page)
    fits(page)
    bars_nobody(page)


def test_programs_get_the_comparison_as_json(url: str) -> None:
    answer = call(url, "compare", REFERENCE, OUTPUT, ["qasem", "lss"], None, None, None)
    assert [opinion["name"] for opinion in answer["opinions"]] == ["qasem", "lss"]
    assert answer["agreement"][0]["first"] == "qasem"
