"""How the page looks: what was chosen stays, nothing is lit that is not there, the facts have room, and Markdown is drawn."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.components import samples
from tests.e2e import seeds
from tests.e2e.finding import error, fact, unfold
from tests.e2e.settling import bars_nobody, copied, fits, holds, kept, painted, settled

SMALL = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WHOLE = """() => {
  const box = document.querySelector(".groups").getBoundingClientRect();
  return Array.from(document.querySelectorAll(".groups .qa, .groups .eb")).map((row) => row.getBoundingClientRect())
    .filter((row) => row.height && row.top >= box.top && row.bottom <= Math.min(box.bottom, innerHeight)).length;
}"""
SWIPE = """([from, to]) => {
  const at = document.querySelector(".qx.turned .rtxt, .qx:not(.turned) .left .bar2");
  const touch = (x) => [new Touch({ identifier: 1, target: at, clientX: x, clientY: 300 })];
  at.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: touch(from), changedTouches: touch(from) }));
  at.dispatchEvent(new TouchEvent("touchend", { bubbles: true, touches: [], changedTouches: touch(to) }));
}"""


def height(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["height"]


def width(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["width"]


def test_the_view_survives_a_reload_and_goes_with_its_analysis(visit: object) -> None:
    page = visit(f"?a={samples.analysis().id}")
    page.get_by_role("button", name="Annotate").click()
    page.reload()
    expect(page.locator(".qx.review")).to_have_attribute("data-mode", "annotate")
    expect(page.get_by_role("button", name="Annotate")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Review").click()
    page.reload()
    expect(page.locator("#review .chip")).to_have_count(7)
    expect(page.locator(".qx.review")).to_have_attribute("data-mode", "review")


def test_what_was_said_of_a_fact_shows_in_every_view(visit: object) -> None:
    page = visit(f"?a={seeds.FORGOTTEN}")
    page.get_by_role("button", name="Annotate").click()
    with kept(page, '"vote":-1'):
        page.locator(".qa[data-unit='q4'] .th.down").click()
    page.locator(".qa[data-unit='q2'] .note").fill("The ferry <b>.")
    with kept(page, "The ferry <b>."):
        page.locator(".qa[data-unit='q2'] .note").press("Tab")
    page.get_by_role("button", name="Review").click()
    expect(error(page, "in Sardona").locator(".mine.disputed")).to_be_visible()
    expect(fact(page, "q2").locator(".mine.noted")).to_have_attribute("title", "You made a note")
    expect(fact(page, "q2").locator(".mynote")).to_have_text("The ferry <b>.")
    page.reload()
    expect(page.locator("#review .chip")).to_have_count(7)
    unfold(page, "in Sardona")
    expect(fact(page, "q4").locator(".mine")).to_contain_text("You disagree")
    expect(page.locator(".chip .mine:visible")).to_have_count(2)


def test_what_the_filter_leaves_out_is_not_lit(sample: Page) -> None:
    fact(sample, "q1").click()
    expect(sample.locator(".s.on")).to_have_count(1)
    sample.get_by_role("button", name="Unsupported 3").click()
    expect(sample.locator(".s.on")).to_have_count(0)
    painted(sample, "errata-answer", "")
    fact(sample, "q4").click()
    sample.get_by_role("button", name="All 7").click()
    expect(fact(sample, "q4")).to_be_visible()  # and so it stays lit
    painted(sample, "errata-answer", "in Sardona")


def test_stepping_through_the_search_lights_the_reference(sample: Page) -> None:
    sample.locator(".tracebox summary").click()
    unfold(sample, "in Sardona")
    fact(sample, "q4").click()
    sample.get_by_role("button", name="Start", exact=True).click()
    expect(sample.locator(".s.kept")).to_have_count(7)
    sample.get_by_role("button", name="Next", exact=True).click()
    expect(sample.locator(".s.read")).to_have_count(1)
    expect(sample.locator(".s.kept")).to_contain_text("Tarnish town of Vell")
    expect(sample.locator(".s.kept")).to_be_in_viewport()
    sample.get_by_role("button", name="Whole search").click()
    expect(sample.locator(".s.read, .s.kept")).to_have_count(0)


def test_the_facts_have_room(visit: object) -> None:
    page = visit(f"?a={samples.analysis().id}")
    expect(page.locator("#review .chip")).to_have_count(7)
    settled(page)
    before = page.evaluate(WHOLE)
    assert before >= 6
    page.get_by_role("button", name="Details of the header").click()
    expect(page.locator(".sum p")).to_be_hidden()
    page.wait_for_function(f"({WHOLE})() >= {before}")
    page.reload()
    expect(page.get_by_role("button", name="Details of the header")).to_have_attribute("aria-expanded", "false")
    page.get_by_role("button", name="Details of the header").click()
    expect(page.locator(".sum p")).to_be_visible()


def test_the_lines_between_panes_are_dragged_and_stay(visit: object) -> None:
    page = visit(f"?a={seeds.BIG}")
    expect(page.locator("#review .chip")).to_have_count(156)
    settled(page)
    line, text = page.get_by_role("separator", name="Width of the left pane"), page.get_by_role("separator", name="Height of the text")
    expect(line).to_have_attribute("aria-valuenow", "50")
    line.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(line).to_have_attribute("aria-valuenow", "62")
    assert width(page.locator(".left")) > 1.4 * width(page.locator(".right"))
    box = text.bounding_box()
    assert box
    before = height(page.locator(".out"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 90, steps=3)
    page.mouse.up()
    assert height(page.locator(".out")) < before - 60
    page.reload()
    expect(page.get_by_role("separator", name="Width of the left pane")).to_have_attribute("aria-valuenow", "62")
    assert height(page.locator(".out")) < before - 60
    line.press("Enter")
    expect(line).to_have_attribute("aria-valuenow", "50")
    text.press("Home")
    expect(text).to_have_attribute("aria-valuenow", "20")
    text.dblclick()
    page.wait_for_function(f"document.querySelector('.out').getBoundingClientRect().height > {before - 2}")


def test_how_many_were_judged_leaves_the_filter_in_its_line(sample: Page) -> None:
    settled(sample)
    before = height(sample.locator(".bar2"))
    sample.get_by_role("button", name="Annotate").click()
    expect(sample.locator(".voted")).to_be_visible()
    assert height(sample.locator(".bar2")) <= before + 2


def test_the_panels_below_the_choice_stand_in_one_line(visit: object) -> None:
    page = visit()
    names = ("Models and presets", "What to compare", "About the engines", "Settings")
    tops = {name: page.locator("#run summary", has_text=name).bounding_box() for name in names}
    assert len({round(box["y"]) for box in tops.values() if box}) == 1, tops
    page.locator("#run summary", has_text="Models and presets").click()
    expect(page.get_by_role("heading", name="Presets")).to_be_visible()
    assert width(page.locator("#models details")) > 1000


def test_a_verb_in_a_lit_answer_can_be_read(sample: Page) -> None:
    sample.locator(".pred", has_text="built").click()
    word = sample.locator(".pred.cur")
    expect(word).to_have_css("color", "rgb(28, 27, 26)")
    expect(word).to_have_css("background-color", "rgb(228, 244, 240)")


def test_only_what_is_unsupported_is_printed(sample: Page) -> None:
    sample.evaluate("window.print = () => { window.printed = document.querySelector('.qx.review').dataset.print; }")
    sample.get_by_text("Print", exact=True).click()
    sample.get_by_role("button", name="Print only unsupported").click()
    assert sample.evaluate("window.printed") == "no"
    sample.emulate_media(media="print")
    expect(sample.locator(".qa.no:visible")).to_have_count(3)
    expect(sample.locator(".qa.ok:visible, .sentence:visible")).to_have_count(0)
    holds(sample.locator(".marks"), samples.OUTPUT)
    sample.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(sample.locator(".qa.ok:visible")).to_have_count(4)


def test_on_a_small_screen_the_reference_is_a_swipe_away(visit: object) -> None:
    page = visit(f"?a={samples.analysis().id}", **SMALL)
    expect(page.locator("#review .chip")).to_have_count(7)
    expect(page.locator(".rtxt")).not_to_be_visible()
    page.evaluate(SWIPE, [320, 120])
    expect(page.locator(".rtxt")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Reference", exact=True)).to_have_attribute("aria-pressed", "true")
    page.evaluate(SWIPE, [120, 320])
    expect(page.locator(".rtxt")).not_to_be_visible()
    page.locator(".list .chip").last.scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Reference", exact=True)).to_be_in_viewport()  # it stays at the top
    page.get_by_role("button", name="Reference", exact=True).tap()
    expect(page.locator(".rtxt")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Output", exact=True).tap()
    expect(page.locator(".rtxt")).not_to_be_visible()
    fits(page)


def test_markdown_is_drawn_and_copied_as_it_was_written(visit: object) -> None:
    page = visit(f"?a={seeds.MARKDOWN}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.locator("#review .chip")).to_have_count(3)
    made = seeds.markdown()
    holds(page.locator(".marks"), made.output.text)
    holds(page.locator(".rtxt"), made.reference.text)
    expect(page.locator(".marks .md-h2")).to_have_css("display", "block")
    expect(page.locator(".rtxt .md-cell")).to_have_text([re.compile(words) for words in ("Boat", "Seats", "Mara", "210")])
    assert all(width(mark) == 0 for mark in page.locator(".marks .md").all())
    expect(page.locator(".err[role=button]")).to_have_count(len([e for e in made.errors or () if e]))
    fact(page, "q3").click()
    expect(page.locator(".s.on")).to_contain_text("Two boats")
    page.locator(".threshold input").fill("0.95")
    holds(page.locator(".marks"), made.output.text)
    expect(page.locator(".marks .md-b .err")).not_to_have_count(0)
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.rtxt'))")
    page.keyboard.press("Control+c")
    copied(page, made.reference.text)


@pytest.mark.parametrize("small", [pytest.param(False, marks=pytest.mark.thorough), True])
def test_markdown_and_the_lines_bar_nobody(visit: object, small: bool) -> None:
    page = visit(f"?a={seeds.MARKDOWN}", **(SMALL if small else {}))
    expect(page.locator("#review .chip")).to_have_count(3)
    if small:
        page.get_by_role("button", name="Reference", exact=True).tap()
    else:
        page.get_by_role("separator", name="Width of the left pane").press("ArrowLeft")
        page.get_by_text("Print", exact=True).click()
    bars_nobody(page)


def test_a_lit_sentence_that_markdown_cuts_covers_no_letter_of_its_own(visit: object) -> None:
    page = visit(f"?a={seeds.MARKDOWN}")
    expect(page.locator("#review .chip")).to_have_count(3)
    page.locator(".err[role=button]").first.click()
    expect(page.locator(".s.on")).to_have_count(5)  # The, Isolde, stops in, May and the full stop
    expect(page.locator(".where")).to_have_text("Closest passage · sentence 2 of 5")
    shadows = page.locator(".s.on").evaluate_all("all => all.map((s) => getComputedStyle(s).boxShadow)")
    assert all(" 3px 0px 0px" in shadow for shadow in shadows)
