"""Words put together with an input method: its keys are its own, and what is written so is kept and checked as any other."""

from playwright.sync_api import CDPSession, Page, expect

from tests.e2e import seeds
from tests.e2e.settling import kept
from tests.e2e.test_history import open_history
from tests.e2e.visiting import Visit
from tests.e2e.writing.test_writing import OUTPUT, box, checked, underlined, writing

__all__ = ["writing"]


def composing(page: Page, *steps: str) -> CDPSession:
    """Put the last of the steps together at the caret, not yet taken."""
    session = page.context.new_cdp_session(page)
    for step in steps:
        session.send("Input.imeSetComposition", {"text": step, "selectionStart": len(step), "selectionEnd": len(step)})
    return session


def test_enter_takes_a_candidate_and_ends_no_field(visit: Visit) -> None:
    page = visit()
    open_history(page)
    page.locator(f"[data-open='{seeds.FORGOTTEN}']").press("F2")
    field = page.locator("#history input.title")
    field.fill("")
    session = composing(page, "t", "to", "とう")
    page.keyboard.press("Enter")
    expect(field).to_have_value("とう")
    session.send("Input.insertText", {"text": "灯台"})
    expect(field).to_have_value("灯台")
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)


def test_a_word_put_together_in_the_draft_is_checked_when_it_is_taken(writing: Page) -> None:
    page = writing
    underlined(page, "1937")
    page.keyboard.press("Control+End")
    page.keyboard.type(" It carries ")
    checked(page)
    session = composing(page, "9", "90", "900")
    expect(box(page)).to_have_value(f"{OUTPUT} It carries 900")
    with kept(page, "900 people"):
        session.send("Input.insertText", {"text": "900 people."})
    checked(page)
    underlined(page, "1937", "900")
    page.keyboard.press("Control+z")
    expect(box(page)).not_to_have_value(f"{OUTPUT} It carries 900 people.")
    page.keyboard.press("Control+y")
    expect(box(page)).to_have_value(f"{OUTPUT} It carries 900 people.")
