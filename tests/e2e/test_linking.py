"""A fact is linked to its answer in the output and its evidence in the reference, by mouse, keyboard and threshold."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.components import samples
from tests.e2e import seeds
from tests.e2e.finding import error, fact, unfold
from tests.e2e.settling import bars_nobody, fits, holds, painted, settled

TOLD = """note => {
  window.told = [];
  new MutationObserver(() => window.told.push(note.textContent)).observe(note, { childList: true, characterData: true, subtree: true });
}"""


def test_the_panes_hold_the_exact_texts(sample: Page) -> None:
    holds(sample.locator(".marks"), samples.OUTPUT)
    holds(sample.locator(".rtxt"), samples.REFERENCE)


def test_a_click_lights_answer_evidence_and_found_value(sample: Page) -> None:
    unfold(sample, "in Sardona")
    fact(sample, "q4").click()
    lit = sample.locator(".s.on")
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text("Tarnish town of Vell")
    expect(lit).to_be_in_viewport()
    expect(sample.locator(".where")).to_have_text("Closest passage · sentence 2 of 7")
    painted(sample, "errata-answer", "in Sardona")
    painted(sample, "errata-found", "the Tarnish town of Vell")
    expect(sample.locator(".pred.cur")).to_have_text("built")
    expect(fact(sample, "q4")).to_have_attribute("aria-pressed", "true")
    expect(sample.locator(".live")).to_contain_text("Unsupported, not in the reference")


def test_a_second_click_or_escape_lets_go(sample: Page) -> None:
    fact(sample, "q1").click()
    fact(sample, "q1").click()
    expect(sample.locator(".s.on")).to_have_count(0)
    fact(sample, "q2").click()
    sample.keyboard.press("Escape")
    expect(sample.locator(".s.on")).to_have_count(0)
    painted(sample, "errata-answer", "")


def test_hovering_previews_and_a_pinned_fact_stays(sample: Page) -> None:
    fact(sample, "q5").hover()
    expect(sample.locator(".s.on")).to_contain_text("Two electric boats")
    fact(sample, "q1").click()
    error(sample, "Fares").hover()
    sample.wait_for_timeout(150)
    expect(sample.locator(".s.on")).to_contain_text("steam ferry")


def test_keys_walk_through_the_facts(sample: Page) -> None:
    """Errors first, with the facts that are open under them, then the other facts."""
    sample.locator("body").press("j")
    expect(error(sample, "in Sardona")).to_be_focused()
    expect(sample.locator(".err.cur")).to_have_text("in Sardona")
    unfold(sample, "in Sardona")
    sample.keyboard.press("j")
    expect(fact(sample, "q4")).to_be_focused()
    for key in ("ArrowDown", "j", "j"):
        sample.keyboard.press(key)
    expect(fact(sample, "q1")).to_be_focused()
    sample.keyboard.press("k")
    expect(error(sample, "next year")).to_be_focused()
    expect(sample.locator(".s.on")).to_contain_text("Fares will not rise")
    sample.keyboard.press("End")
    expect(fact(sample, "q5")).to_be_focused()
    sample.keyboard.press("Enter")
    expect(fact(sample, "q5")).to_have_attribute("aria-pressed", "true")
    expect(sample.locator(".live")).to_contain_text("Supported. Evidence: ")
    sample.keyboard.press("Home")
    expect(error(sample, "in Sardona")).to_be_focused()
    expect(sample.locator(".chip[tabindex='0'], .eb[tabindex='0']")).to_have_count(1)


def test_keys_walk_from_one_error_to_the_next(sample: Page) -> None:
    for key, words in (("n", "in Sardona"), ("n", "Fares"), ("n", "next year"), ("n", "next year"), ("p", "Fares")):
        sample.keyboard.press(key) if sample.locator(".eb:focus").count() else sample.locator("body").press(key)
        expect(error(sample, words)).to_be_focused()


def test_facts_that_pass_without_being_sure_are_shown_and_walked_through(sample: Page) -> None:
    slider = sample.locator(".threshold input")
    slider.fill("0.03")  # what was at 0.04 passes now, without being sure
    expect(sample.locator(".count-unsure")).not_to_have_text("0")
    unsure = int(sample.locator(".count-unsure").text_content() or "0")
    sample.locator("[data-filter=unsure]").click()
    expect(sample.locator(".qa:visible")).to_have_count(unsure)
    sample.keyboard.press("n")
    expect(sample.locator(".qa.unsure .chip:focus")).to_have_count(1)
    slider.fill("1")
    expect(sample.locator(".groups .sure")).to_be_visible()
    expect(sample.locator(".qa:visible")).to_have_count(0)


def test_a_predicate_opens_its_worst_fact(sample: Page) -> None:
    sample.locator(".pred", has_text="built").click()
    expect(fact(sample, "q4")).to_have_attribute("aria-pressed", "true")
    expect(fact(sample, "q4")).to_be_focused()


def test_the_filter_shows_what_is_unsupported(sample: Page) -> None:
    sample.get_by_role("button", name="Unsupported 3").click()
    expect(sample.locator(".chip:visible")).to_have_count(3)
    expect(sample.locator(".grp:visible, .sentence:visible")).to_have_count(0)
    sample.get_by_role("button", name="All 7").click()
    expect(sample.locator(".chip:visible")).to_have_count(4)
    expect(sample.locator(".eb:visible")).to_have_count(3)
    sample.get_by_role("button", name="Unsure 0").click()
    expect(sample.locator(".eb:visible")).to_have_count(0)


def test_the_threshold_reads_every_verdict_again(sample: Page) -> None:
    slider = sample.locator(".threshold input")
    slider.fill("0.4")
    expect(sample.locator(".big b")).to_have_text("71")
    expect(sample.locator(".sum h2")).to_have_text("2 errors · 5 of 7 facts supported")
    expect(sample.locator(".err")).to_have_text(["in Sardona", "next year"])
    expect(sample.locator(".error:visible .wrong")).to_have_text(["in Sardona", "next year"])
    expect(sample.locator(".count-no")).to_have_text("2")
    expect(sample.locator(".strip i.no")).to_have_count(2)
    expect(sample.locator(".map i.no")).to_have_count(2)
    expect(sample.locator(".qa[data-unit='q6']")).to_have_class(re.compile(r"\bok\b"))
    expect(sample.locator(".grp:has([data-unit='q6']) .tally")).to_have_text("1/2")
    slider.fill("0.95")
    expect(sample.locator(".sum h2")).to_have_text("5 errors · 1 of 7 facts supported")
    expect(sample.locator(".pred[aria-label='running, 0 of 1 fact supported']")).to_have_text("running")
    expect(sample.locator(".sentence .tally").first).to_have_text("1/2")
    holds(sample.locator(".marks"), samples.OUTPUT)
    slider.fill("0")
    expect(sample.locator(".sum h2")).to_have_text("No errors found · 7 of 7 facts supported")
    expect(sample.locator(".err, .error:visible")).to_have_count(0)
    expect(sample.locator(".list .qa")).to_have_count(7)
    sample.get_by_role("button", name="Unsupported 0").click()
    expect(sample.locator(".groups .none")).to_be_visible()


def test_the_search_for_the_evidence_is_drawn(sample: Page) -> None:
    sample.locator(".tracebox summary").click()
    unfold(sample, "in Sardona")
    fact(sample, "q4").click()
    expect(sample.locator(".trow[data-level]")).to_have_count(2)
    expect(sample.locator(".tracenote")).to_contain_text("2 ranges")
    sample.mouse.move(0, 0)  # what the pointer happens to be on would be told of instead
    block = sample.locator("button.tn").last
    expect(block).to_have_attribute("title", re.compile("sentence 2: 0.90"))
    block.focus()
    expect(sample.locator(".texcerpt")).to_contain_text("Sentence 2 · 0.90 · ")
    expect(sample.locator(".s.ranged")).to_have_count(1)


def test_the_search_can_be_walked_through(sample: Page) -> None:
    sample.locator(".tracebox summary").click()
    unfold(sample, "in Sardona")
    fact(sample, "q4").click()
    sample.get_by_role("button", name="Start", exact=True).click()
    expect(sample.locator(".tracenote")).to_contain_text("Step 1 of 2: the whole reference is split")
    expect(sample.locator(".trow.later")).to_have_count(1)
    sample.get_by_role("button", name="Next", exact=True).click()
    expect(sample.locator(".tracenote")).to_contain_text("Step 2 of 2")
    sample.locator(".tracenote").evaluate(TOLD)
    sample.get_by_role("button", name="Play", exact=True).click()
    sample.wait_for_function("told.length === 2 && told[0].includes('Step 1 of 2') && told[1].includes('Step 2 of 2')")
    sample.get_by_role("button", name="Whole search").click()
    expect(sample.locator(".trow.later")).to_have_count(0)


def test_the_map_of_the_evidence_is_drawn_when_asked_for_and_leads_to_its_facts(sample: Page) -> None:
    sample.locator("#evidence-map > button").click()
    points = sample.locator("#plot .scatterlayer .point")
    expect(points).to_have_count(7)
    points.first.scroll_into_view_if_needed()
    settled(sample)
    box = points.first.bounding_box()
    assert box
    sample.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(sample.locator("#plot .hovertext")).to_contain_text("click to see it")
    sample.mouse.down()
    sample.mouse.up()
    expect(sample.locator(".chip[aria-pressed=true]")).to_have_count(1)
    expect(sample.locator(".s.on").first).to_be_in_viewport()


def test_deletions_are_struck_out_and_follow_the_threshold(visit: object) -> None:
    page = visit(f"?a={seeds.DELETIONS}")
    page.locator("button[data-mode=delete]").click()
    expect(page.locator(".dels del:visible")).to_have_text(["in Sardona", "Fares will rise next year."])
    page.locator(".threshold input").fill("0.01")
    expect(page.locator(".dels del.kept")).to_have_count(2)


def test_a_long_reference_is_linked_at_once(visit: object) -> None:
    page = visit(f"?a={seeds.BIG}")
    expect(page.locator("#review .chip")).to_have_count(156)
    fact(page, "q150").click()
    lit = page.locator(".s.on")
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text("Item 298 ")
    expect(lit).to_be_in_viewport()


def test_text_from_right_to_left_is_shown_so_and_marked(visit: object) -> None:
    page = visit(f"?a={seeds.RTL}")
    expect(page.locator("#review .chip")).to_have_count(1)
    expect(page.locator(".marks")).to_have_css("direction", "rtl")
    word = page.locator(".err")
    expect(word).to_have_text("في يونيو")
    word.click()
    expect(page.locator(".tip")).to_contain_text("not in the reference")
    unfold(page, "في يونيو")
    fact(page, "q1").click()
    painted(page, "errata-answer", "في يونيو")


def test_on_a_small_screen_the_reference_is_a_sheet(visit: object) -> None:
    page = visit(f"?a={samples.analysis().id}", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    expect(page.locator("#review .chip")).to_have_count(7)
    expect(page.locator(".rtxt")).not_to_be_visible()
    page.locator(".err", has_text="in Sardona").tap()
    expect(page.locator(".tip")).to_be_in_viewport()
    expect(page.locator(".s.on")).to_be_in_viewport()
    page.get_by_role("button", name="Close the reference").tap()
    unfold(page, "in Sardona")
    fact(page, "q4").tap()
    expect(page.locator(".rtxt")).to_be_visible()
    expect(page.locator(".s.on")).to_be_in_viewport()
    page.wait_for_function("document.querySelector('.chip[aria-pressed=true]').getBoundingClientRect().bottom < innerHeight * 0.56")
    page.get_by_role("button", name="Close the reference").tap()
    expect(page.locator(".rtxt")).not_to_be_visible()
    # The fact stays chosen, so that its search can be looked at; a tap brings the reference back.
    expect(fact(page, "q4")).to_have_attribute("aria-pressed", "true")
    fact(page, "q4").tap()
    expect(page.locator(".rtxt")).to_be_visible()
    page.get_by_role("button", name="Close the reference").tap()
    fits(page)


def test_nothing_bars_people_with_disabilities(visit: object) -> None:
    page = visit(f"?a={samples.analysis().id}")
    expect(page.locator("#review .chip")).to_have_count(7)
    page.get_by_role("button", name="Annotate").click()
    fact(page, "q4").click()
    page.keyboard.press("/")
    expect(page.locator("#history [data-open]").first).to_be_visible()
    bars_nobody(page)


def test_a_deletion_leads_to_what_explains_it(visit: object) -> None:
    page = visit(f"?a={seeds.DELETIONS}")
    page.locator("button[data-mode=delete]").click()
    part = page.locator(".delb", has_text="in Sardona")
    part.focus()
    part.press("Enter")
    expect(fact(page, "q4")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".s.on")).to_contain_text("Tarnish town of Vell")
    several = page.locator(".delb", has_text="Fares will rise")
    several.click()
    expect(fact(page, "q6")).to_have_attribute("aria-pressed", "true")
    several.click()
    expect(fact(page, "q7")).to_have_attribute("aria-pressed", "true")


def test_both_answers_to_a_question_are_marked(visit: object) -> None:
    page = visit(f"?a={seeds.ASKED}")
    expect(page.locator(".qrow")).to_have_count(2)
    page.locator(".qrow", has_text="Vell").click()
    painted(page, "errata-answer", "in Sardona")
    painted(page, "errata-found", "Vell")
    page.keyboard.press("Escape")
    page.locator(".rowq").last.focus()
    page.keyboard.press("k")
    expect(page.locator(".rowq").first).to_be_focused()
    painted(page, "errata-same", "May")
    expect(page.locator(".qrow").first).to_have_class(re.compile(r"\bcur\b"))


@pytest.mark.parametrize("id", [seeds.ASKED, pytest.param(seeds.DELETIONS, marks=pytest.mark.thorough)])
def test_the_views_of_the_engines_bar_nobody(visit: object, id: str) -> None:
    page = visit(f"?a={id}", viewport={"width": 390, "height": 844})
    expect(page.locator("#review .chip").first).to_be_attached()
    page.locator("button[data-mode=table], button[data-mode=delete]").first.click()
    page.locator(".rowq, .delb").first.click()
    page.locator(".review .close").click()
    page.locator(".scorebox summary").click()
    for box in page.locator(".tracebox summary").all():
        box.click()
    settled(page)
    fits(page)
    bars_nobody(page)
