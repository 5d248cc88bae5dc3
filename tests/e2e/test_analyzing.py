"""Analyze with the bundled models: facts stream in, are kept, and can be cancelled."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.guards.test_safety import ask
from tests.e2e.settling import holds

SLOW = 120_000


def put(page: Page, reference: str, output: str) -> None:
    page.locator("#reference textarea").fill(reference)
    page.locator("#output textarea").fill(output)


def analyze(page: Page) -> None:
    page.get_by_role("button", name="Analyze", exact=True).click()


def test_an_example_is_analysed_kept_and_not_run_twice(visit: object) -> None:
    page = visit()
    page.get_by_role("button", name="The Vessel Street bridge").click()
    expect(page.locator("#output textarea")).to_have_value(re.compile("Orlestad"))
    analyze(page)
    expect(page.locator(".review[data-stored]")).to_be_visible(timeout=SLOW)
    expect(page.locator("#review .chip").nth(7)).to_be_attached()
    expect(page.locator(".qa.wait")).to_have_count(0)
    heard = re.compile(r"^The analysis is finished\. \d+ errors?, \d+ of \d+ facts supported.*\.$")
    expect(page.locator("#review .live")).to_have_text(heard, use_inner_text=False)
    expect(page).to_have_url(re.compile(r"\?a=\w+"))
    page.locator("#review .list .chip").nth(2).click()
    expect(page.locator(".s.on").first).to_be_in_viewport()
    page.keyboard.press("/")
    expect(page.locator("#history [data-open]").first).to_have_attribute("aria-current", "true")
    page.locator("#boxes > button").click()
    analyze(page)
    expect(page.locator("#status")).to_contain_text("no model was run")


def test_an_example_chosen_before_the_page_is_ready_comes(browser: Browser, url: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(url)
    page.get_by_role("button", name="The Vessel Street bridge").click()  # its scripts are on their way
    expect(page.locator("#output textarea")).to_have_value(re.compile("Orlestad"), timeout=SLOW)
    context.close()


@pytest.mark.parametrize(
    ("reference", "output", "said"),
    [("", "It ran.", "reference is empty"), ("It ran.", " ", "output is empty"), ("—", "It ran.", "no words")],
)
def test_what_cannot_be_analysed_is_explained_and_the_texts_stay(visit: object, reference: str, output: str, said: str) -> None:
    page = visit()
    put(page, reference, output)
    analyze(page)
    expect(page.locator("#status [role=alert]")).to_contain_text(said, timeout=SLOW)
    expect(page.locator("#analyze")).to_be_enabled()
    expect(page.locator("#reference textarea")).to_have_value(reference)
    expect(page.locator("#output textarea")).to_have_value(output)


def test_a_paste_beyond_all_measure_is_refused_with_words(visit: object) -> None:
    page = visit()
    put(page, "A reference.", "An output.")
    page.evaluate(
        """() => {
          const box = document.querySelector('#output textarea'), data = new DataTransfer();
          data.setData('text', 'a '.repeat(200000));
          box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.locator("#status [role=alert]")).to_contain_text("at most 200,000 fit")
    expect(page.locator("#output textarea")).to_have_value("An output.")


def test_odd_texts_give_an_answer(visit: object) -> None:
    page = visit()
    put(page, "🦊 The <b>fox</b> ran. ${x} C:\\users", "The fox 🦊 ran home.\n\n- شركة\n- <img src=x onerror=alert(1)>")
    analyze(page)
    expect(page.locator(".review[data-stored]")).to_be_visible(timeout=SLOW)
    holds(page.locator(".marks"), "The fox 🦊 ran home.\n\n- شركة\n- <img src=x onerror=alert(1)>")


def test_cancel_works_at_once(visit: object) -> None:
    page = visit()
    reference = " ".join(f"The council of town {n} bought {n + 3} boats in May and sold {n} bridges to Vell." for n in range(500))
    output = " ".join(f"The council of town {n} bought {n + 2} boats in June." for n in range(300))
    put(page, reference, output)
    analyze(page)
    expect(page.locator("#cancel")).to_be_enabled()
    page.wait_for_timeout(300)
    page.locator("#cancel").click()
    expect(page.locator("#status")).to_contain_text("Cancelled")
    expect(page.locator("#analyze")).to_be_enabled()
    page.wait_for_timeout(1500)
    expect(page.locator("#status")).to_contain_text("Cancelled")
    expect(page.locator(".review[data-stored]")).to_have_count(0)


def call(url: str, name: str, *values: object) -> object:
    """What a named endpoint answers, asked as curl would."""
    status, answer = ask(url, "POST", f"/gradio_api/call/{name}", json.dumps({"data": values}), Content_Type="application/json")
    assert status == 200
    _, events = ask(url, "GET", f"/gradio_api/call/{name}/{json.loads(answer)['event_id']}")
    assert b"event: complete" in events, events
    (result,) = json.loads(events.decode().split("event: complete\ndata: ")[1].split("\n")[0])
    return result


def test_programs_may_name_what_they_give_and_leave_out_the_rest(url: str) -> None:
    given = json.dumps({"reference": "The ferry left Vell in May.", "output": "The ferry left in June."})
    _, answer = ask(url, "POST", "/gradio_api/call/v2/analyze", given, Content_Type="application/json")
    _, events = ask(url, "GET", f"/gradio_api/call/analyze/{json.loads(answer)['event_id']}")
    assert b"event: complete" in events and b'"schema": "errata/2"' in events
    _, answer = ask(url, "POST", "/gradio_api/call/v2/analyze", '{"reference": "The ferry left."}', Content_Type="application/json")
    _, events = ask(url, "GET", f"/gradio_api/call/analyze/{json.loads(answer)['event_id']}")
    assert b"The output is empty." in events


def test_programs_get_the_same_json(url: str) -> None:
    analysis = call(url, "analyze", "The ferry left Vell in May.", "The ferry left in June.", "qasem", "compact", None, None)
    assert analysis["schema"] == "errata/2"
    assert analysis["units"]
    (verdict,) = call(
        url, "verify", [{"id": 7, "reference": "The ferry left Vell in May.", "statement": "The ferry left Vell."}], "compact", 0.5
    )
    assert verdict["id"] == 7
    assert 0 <= verdict["probability"] <= 1
    (parse,) = call(url, "parse", [{"id": "x", "text": "The ferry left Vell in May."}], None)
    assert [predicate["text"] for predicate in parse["predicates"]] == ["left"]


def test_the_settings_of_an_engine_are_chosen_kept_and_told(visit: object) -> None:
    page = visit()
    put(page, "The ferry Aldona left Mirava on Tuesday. It rained.", "The ferry Aldona left Mirava on Friday.")
    page.locator('select.choose[name="engine"]').select_option("scale")
    page.locator("#choices summary", has_text="Settings").click()
    beam = page.locator("fieldset[data-settings=scale] [data-setting=beam]")
    expect(beam).to_have_value("2")
    expect(page.locator("[data-settings=qasem]")).not_to_be_visible()
    beam.fill("5")
    analyze(page)
    expect(page.locator(".review[data-stored]")).to_be_visible(timeout=SLOW)
    made = page.locator("details", has_text="How it was made").last
    made.locator("summary").click()
    expect(made).to_contain_text(re.compile(r"Setting beam\s*5"))
    page.goto(page.url.split("?")[0])
    expect(beam).to_have_value("5")
    page.locator("#choices summary", has_text="Settings").click()
    beam.fill("2")
    page.locator('select.choose[name="engine"]').select_option("qasem")
    expect(page.locator("[data-settings=qasem] input[value=relation]")).to_be_checked()
