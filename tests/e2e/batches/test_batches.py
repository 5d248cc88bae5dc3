"""A file checked whole: chosen, its columns picked, begun, read row by row, renamed, removed and brought back; in both themes."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.settling import fits, settled
from tests.e2e.test_analyzing import SLOW

ROWS = """name,article,summary,model,label
a,The port of Hallam Bay will retire its last ferry in November.,The ferry will be retired in November.,Alder,1
b,The port of Hallam Bay will retire its last ferry in November.,The ferry will be retired in May.,Birch,0
c,The port of Hallam Bay will retire its last ferry in November.,,Birch,0
d,The mill at Oxby closed in 1902 and became a museum.,The mill at Oxby closed in 1911.,Birch,0
e,The mill at Oxby closed in 1902 and became a museum.,The mill at Oxby became a museum.,Alder,1
"""


def nobody_is_barred(page: Page) -> None:
    from axe_playwright_python.sync_playwright import Axe

    settled(page)
    found = Axe().run(page).response["violations"]
    assert not found, [(rule["id"], [node["html"][:160] for node in rule["nodes"][:4]]) for rule in found]


def test_a_file_is_checked_and_every_row_is_one_click_away(visit: object, tmp_path: Path) -> None:
    file = tmp_path / "ferries and mills.csv"
    file.write_text(ROWS, encoding="utf-8")
    page = visit()
    page.get_by_role("button", name="Batch", exact=True).click()
    expect(page.get_by_role("heading", name="Check a whole file")).to_be_visible()
    expect(page.get_by_role("button", name="Choose a file")).to_be_focused()  # where somebody goes the keys go on
    page.locator("#choices select[name=engine]").select_option("scale")
    page.locator("input[data-batch-file]").set_input_files(file)
    form = page.locator("form.pickers")
    expect(form.locator("select[name=reference]")).to_have_value("article")
    expect(form.locator("select[name=output]")).to_have_value("summary")
    expect(form.locator("select[name=label]")).to_have_value("label")
    expect(form.locator(".preview tbody tr").nth(1)).to_contain_text("retired in May")
    form.locator("select[name=id]").select_option("name")
    form.locator("select[name=output]").select_option("article")
    expect(form.get_by_role("alert")).to_contain_text("cannot be the same column")
    form.locator("select[name=output]").select_option("summary")
    expect(form.get_by_role("alert")).to_be_empty()
    expect(form.locator("[data-part=estimate]")).to_contain_text("for 5 rows on this machine")
    nobody_is_barred(page)
    form.get_by_role("button", name="Start").click()

    batch = page.locator(".qx.batch")
    expect(batch.locator(".bprog")).to_contain_text("All rows have been tried; 1 failed.", timeout=SLOW)
    expect(page).to_have_url(re.compile(r"\?b=[0-9a-f]{12}$"))
    expect(batch.get_by_role("heading", name="ferries and mills")).to_be_focused()
    expect(batch.get_by_role("heading", name="Agreement with the labels")).to_be_visible()
    expect(batch.locator(".bygroup")).to_contain_text("Birch")
    expect(batch.locator(".brows tbody tr")).to_have_count(5)
    expect(batch.locator(".brows tbody tr").first).to_contain_text("1911")
    expect(batch.locator(".failed")).to_contain_text("The output is empty")

    batch.get_by_role("button", name="Birch: list the rows").click()
    expect(batch.locator(".brows tbody tr")).to_have_count(3)
    batch.get_by_label("Search rows").fill("may")
    expect(batch.locator(".brows tbody tr")).to_have_count(1)
    batch.locator(".brows a").click()
    expect(page.locator(".qx.review")).to_contain_text("The ferry will be retired in May.")
    expect(page).to_have_url(re.compile(r"\?a=[0-9a-f]{12}$"))
    expect(page.locator(".frombatch")).to_contain_text("row b")
    expect(page.locator(".qx.review h2").first).to_be_focused()
    page.reload()
    page.locator(".frombatch a").first.click()
    expect(batch.locator(".brows tbody tr")).to_have_count(5)

    batch.get_by_role("button", name="Remove").click()
    expect(page.locator("#status")).to_contain_text("“ferries and mills” was removed.")
    page.locator("#status").get_by_role("button", name="Undo").click()
    expect(batch.locator(".brows tbody tr")).to_have_count(5)
    batch.get_by_role("button", name="Rename").click()
    page.get_by_label("Name of the batch").fill("Ferries")
    page.keyboard.press("Enter")
    expect(page.locator("#history [data-batch]")).to_contain_text("Ferries")
    address = page.url.split("/")[-1]
    for settings in ({"color_scheme": "dark"}, {"viewport": {"width": 390, "height": 800}}):
        other = visit(address, **settings)
        expect(other.locator(".brows tbody tr")).to_have_count(5)
        fits(other)
        nobody_is_barred(other)


def test_a_question_and_passages_go_with_an_analysis(visit: object) -> None:
    page = visit()
    page.get_by_text("Question and passages").click()
    page.get_by_label("Question that the output answers").fill("When did the ferry leave?")
    page.get_by_label("Passage 1").fill("The ferry left in May.")
    page.get_by_role("button", name="Add a passage").click()
    page.get_by_label("Passage 2").fill("It had been built in Brekke.")
    expect(page.locator("#reference textarea")).to_have_value("[1] The ferry left in May.\n\n[2] It had been built in Brekke.")
    page.locator("#output textarea").fill("The ferry left in May [1].")
    page.locator("#choices select[name=engine]").select_option("scale")
    page.get_by_role("button", name="Analyze").click()
    expect(page.locator(".qx.review[data-stored] .question")).to_contain_text("When did the ferry leave?")
    page.reload()
    expect(page.locator(".qx.review .question")).to_contain_text("When did the ferry leave?")
    expect(page.get_by_label("Question that the output answers")).to_have_value("When did the ferry leave?")
