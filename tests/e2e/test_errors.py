"""The wrong words in the output: previewed, pinned, opened, walked to, and the same at any threshold as the server would find them."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from components.review.page import review
from engines.core.results import Analysis
from engines.units.errors import completed
from tests.components import samples
from tests.components.reading import Element, parsed
from tests.e2e import seeds
from tests.e2e.finding import error, fact, unfold
from tests.e2e.settling import bars_nobody, fits, holds, painted, settled


def test_the_wrong_words_preview_and_pin_what_the_reference_has_instead(sample: Page) -> None:
    word, tip = sample.locator(".err", has_text="in Sardona"), sample.locator(".tip")
    word.hover()
    expect(tip).to_have_text(re.compile(r"^contradicts the reference\s+reference has: the Tarnish town of Vell\s*0.96$"))
    expect(tip).to_be_in_viewport()
    painted(sample, "errata-found", "the Tarnish town of Vell")
    expect(sample.locator(".s.on")).to_contain_text("Tarnish town of Vell")
    sample.locator(".err", has_text="next year").hover()
    expect(tip).to_have_text(re.compile(r"^not in the reference\s*Fares will not rise before 2031, the port said\.\s*0.88$"))
    word.click()
    expect(word).to_have_attribute("aria-pressed", "true")
    expect(error(sample, "in Sardona")).to_have_attribute("aria-pressed", "true")
    expect(sample.locator(".live")).to_contain_text(
        "Error: in Sardona: contradicts the reference, which has the Tarnish town of Vell. Closest passage: "
    )
    expect(sample.locator(".map i.cur")).to_have_attribute("data-unit", "q4")
    sample.locator(".err", has_text="Fares").hover()
    sample.wait_for_timeout(150)
    expect(sample.locator(".err.cur")).to_have_text("in Sardona")
    sample.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    expect(sample.locator(".err.cur, .s.on, .error.cur")).to_have_count(0)
    expect(word).to_have_attribute("aria-pressed", "false")


def test_the_keyboard_reaches_the_wrong_words_in_the_text(sample: Page) -> None:
    sample.locator(".pred", has_text="built").focus()
    sample.keyboard.press("Tab")
    word = sample.locator(".err", has_text="in Sardona")
    expect(word).to_be_focused()
    expect(sample.locator(".tip")).to_contain_text("reference has: the Tarnish town of Vell")
    sample.keyboard.press("Enter")
    expect(word).to_have_attribute("aria-pressed", "true")
    expect(word).to_be_focused()
    sample.keyboard.press("n")
    expect(error(sample, "Fares")).to_be_focused()


def test_an_error_opens_the_facts_that_it_explains(sample: Page) -> None:
    expect(fact(sample, "q4")).not_to_be_visible()
    unfold(sample, "in Sardona")
    expect(fact(sample, "q4")).to_be_visible()
    expect(sample.get_by_role("button", name="1 fact behind “in Sardona”")).to_have_attribute("aria-expanded", "true")
    unfold(sample, "in Sardona")
    expect(fact(sample, "q4")).not_to_be_visible()
    sample.get_by_role("button", name="Annotate").click()
    expect(fact(sample, "q4")).to_be_visible()
    sample.get_by_role("button", name="Review").click()
    expect(fact(sample, "q4")).not_to_be_visible()


MARKS = """() => Array.from(document.querySelectorAll('.marks > span'),
  mark => [mark.className, mark.textContent, mark.getAttribute('aria-label')])"""
ROWS = """() => Array.from(document.querySelectorAll('.error:not([hidden])'),
  row => [row.querySelector('.wrong').textContent, Array.from(row.querySelectorAll('.fold .qa'), fact => fact.dataset.unit).join(' ')])"""
LISTED = """() => Array.from(document.querySelectorAll('.list .qa'), fact => fact.dataset.unit)"""


def at(analysis: Analysis, threshold: float) -> Element:
    """The page as the server draws it for an analysis that was made with that threshold."""
    read = completed(analysis.with_threshold(threshold), threshold)
    return parsed(review(replace(read, engine=replace(read.engine, settings={"threshold": threshold})), stored=True))


def units(place: Element) -> list[str | None]:
    """The facts that stand in an element."""
    return [item.attributes["data-unit"] for item in place.all("qa")]


SEEDED = [made for _, made in seeds.analyses() if made.id in (samples.analysis().id, seeds.DELETIONS, seeds.CLAIMS, seeds.DOUBTED)]


@pytest.mark.parametrize("made", SEEDED, ids=lambda made: made.id)
def test_at_every_threshold_the_page_shows_what_the_server_would_find(visit: object, made: Analysis) -> None:
    page = visit(f"?a={made.id}")
    expect(page.locator("#review .chip")).to_have_count(len(made.units))
    for threshold in (0.97, 0.3, 0.9, 0.04, 0.05, 0.0, 1.0, 0.5):
        page.locator(".threshold input").fill(str(threshold))
        expect(page.locator(".threshold output")).to_have_text(f"{threshold:.2f}")
        root = at(made, threshold)
        marks = root.one("marks").all(tag="span")
        assert page.evaluate(MARKS) == [[mark.attributes["class"], mark.text, mark.attributes.get("aria-label")] for mark in marks]
        rows = [row for row in root.all("error") if "hidden" not in row.attributes]
        assert page.evaluate(ROWS) == [[row.one("wrong").text, " ".join(map(str, units(row)))] for row in rows]
        assert page.evaluate(LISTED) == units(root.one("list"))
        expect(page.locator(".sum h2")).to_have_text(root.one("sum").all(tag="h2")[0].text)
        holds(page.locator(".marks"), made.output.text)


def test_what_nobody_asked_about_is_dotted_and_told(visit: object) -> None:
    page = visit(f"?a={seeds.CLAIMS}")
    expect(page.locator(".sum h2")).to_contain_text("· 1 word not checked")
    expect(page.locator(".unasked")).to_have_text(["steam"])
    expect(page.locator(".unasked")).to_have_attribute("title", "No question asks about these words: not checked")
    expect(page.locator(".unasked")).to_have_css("text-decoration-style", "dotted")
    expect(page.locator(".err").first).to_have_css("text-decoration-style", "wavy")
    expect(page.locator(".pred").first).to_have_css("text-decoration-style", "solid")
    expect(page.locator(".key")).to_contain_text("not checked")


def test_where_to_look_in_a_red_fact_without_an_error_is_dashed_and_leads_to_it(visit: object) -> None:
    page = visit(f"?a={seeds.DOUBTED}")
    expect(page.locator(".err")).to_have_text(["Sardona"])
    doubtful = page.locator(".doubt")
    expect(doubtful).to_have_text(["Fares", "next"])
    expect(doubtful.first).to_have_css("text-decoration-style", "dashed")
    expect(page.locator(".key .dashes")).to_be_visible()
    doubtful.last.focus()
    page.keyboard.press("Enter")
    expect(fact(page, "q6")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-unit=q7] .doubtful")).to_have_text("Most doubtful here: next")
    expect(page.locator(".sum h2")).to_contain_text("1 error")
    page.locator(".threshold input").fill("0.1")
    expect(page.locator(".maybe")).to_have_text(["boats", "Sardona", "replace"])  # no error any more
    expect(page.locator(".doubt")).to_have_count(0)  # the other facts are supported now
    page.locator(".threshold input").fill("0.9")
    expect(page.locator(".maybe")).to_have_count(0)


def test_what_is_worth_a_look_is_listed_below_the_errors_and_counts_nowhere(visit: object) -> None:
    page = visit(f"?a={seeds.DOUBTED}")
    looks, places = page.locator(".look:not([hidden]) .wrong"), page.locator(".maybe")
    expect(looks).to_have_text(["replace", "boats"])
    expect(places).to_have_text(["boats", "replace"])
    expect(places.first).to_have_css("text-decoration-style", "dashed")
    expect(page.locator(".sum h2")).to_contain_text("1 error")
    places.last.click()
    row = page.locator(".look:not([hidden]) .eb").first
    expect(row).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tip .num")).to_have_text("0.24")
    expect(page.locator(".live")).to_contain_text("Worth a look: replace")
    page.keyboard.press("Escape")
    expect(row).to_have_attribute("aria-pressed", "false")
    page.locator("body").press("n")  # which goes from error to error
    expect(page.locator(".error.cur .wrong")).to_have_text("Sardona")
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator(".look.cur .wrong")).to_have_count(1)
    page.locator("[data-filter=no]").click()
    expect(page.locator(".looks")).not_to_be_visible()
    page.locator("[data-filter=unsure]").click()
    expect(page.locator(".looks")).to_be_visible()
    page.locator(".threshold input").fill("0.8")  # now they are errors
    expect(looks).to_have_count(0)
    expect(places).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("width", [1360, 390])
def test_doubts_bar_nobody(visit: object, width: int) -> None:
    page = visit(f"?a={seeds.DOUBTED}", viewport={"width": width, "height": 844})
    expect(page.locator(".doubt")).to_have_count(2)
    page.locator(".doubt").first.click()
    settled(page)
    fits(page)
    bars_nobody(page)


@pytest.mark.parametrize("width", [pytest.param(1360, marks=pytest.mark.thorough), 390])
def test_errors_bar_nobody(visit: object, width: int) -> None:
    page = visit(f"?a={seeds.CLAIMS}", viewport={"width": width, "height": 844})
    expect(page.locator(".err")).to_have_count(2)
    unfold(page, "in Sardona")
    page.locator(".err").first.click()
    expect(page.locator(".tip")).to_be_visible()
    settled(page)
    fits(page)
    bars_nobody(page)
