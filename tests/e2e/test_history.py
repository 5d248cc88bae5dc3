"""What is typed, analysed, opened and annotated is kept, found again, and can be deleted and taken back."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.components import samples
from tests.e2e import seeds
from tests.e2e.settling import copied, kept, settled
from tests.explorer.reading.test_documents import word


def open_history(page: Page) -> None:
    page.keyboard.press("/")
    expect(page.locator("#search input, #search textarea")).to_be_focused()


def test_the_history_is_searched_in_titles_and_texts(visit: object) -> None:
    page = visit()
    open_history(page)
    expect(page.locator("#history [data-open]").first).to_be_visible()
    page.keyboard.type("lighthouses")
    expect(page.locator("#history [data-open]")).to_have_count(1)
    page.keyboard.press("Control+a")
    page.keyboard.type("nothing like this")
    expect(page.locator("#history")).to_contain_text("Nothing found for “nothing like this”")


def test_an_analysis_is_opened_and_back_leads_to_the_one_before(visit: object) -> None:
    page = visit(f"?a={samples.analysis().id}")
    expect(page.locator("#review .chip")).to_have_count(7)
    open_history(page)
    page.locator(f"[data-open='{seeds.DELETIONS}']").click()
    expect(page.locator("button[data-mode=delete]")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"\?a={seeds.DELETIONS}$"))
    expect(page.locator(f"[data-open='{seeds.DELETIONS}']")).to_have_attribute("aria-current", "true")
    page.go_back()
    expect(page.locator(f".review[data-analysis='{samples.analysis().id}']")).to_be_visible()
    page.reload()
    expect(page.locator("#review .chip")).to_have_count(7)


def test_an_analysis_is_renamed_and_found_by_its_new_name(visit: object) -> None:
    page = visit()
    open_history(page)
    entry = page.locator(f"[data-open='{seeds.FORGOTTEN}'] :is(.t, .own)")
    page.locator(f"[data-open='{seeds.FORGOTTEN}']").hover()
    page.locator(f"[data-rename='{seeds.FORGOTTEN}']").click()
    field = page.locator("#history input.title")
    expect(field).to_have_value("A forgotten note about lighthouses")
    field.press("Escape")
    expect(field).to_have_count(0)
    page.locator(f"[data-open='{seeds.FORGOTTEN}']").press("F2")
    field.fill("Beacons <b> and lighthouses")
    field.press("Enter")
    expect(entry).to_have_text("Beacons <b> and lighthouses")
    page.locator("#search input, #search textarea").fill("beacons")
    expect(page.locator("#history [data-open]")).to_have_count(1)


def test_analyses_are_filtered_tagged_and_found_by_facts_and_notes(visit: object) -> None:
    page = visit()
    open_history(page)
    entries, tagged = page.locator("#history [data-open]"), page.locator(f"[data-tags^='{seeds.RTL}']")
    every = page.locator("#filters [data-clear-filters]")
    page.locator("[data-filter-by=engine]").select_option("qags")
    expect(page.locator(f"[data-open='{seeds.RTL}']")).to_have_count(0)
    expect(page.locator(f"[data-open='{seeds.ASKED}']")).to_be_visible()
    every.click()
    page.locator("[data-filter-by=score]").select_option("70-99")
    expect(page.locator(f"[data-open='{seeds.ASKED}']")).to_have_count(0)
    every.click()
    page.locator(f"[data-open='{seeds.RTL}']").hover()
    tagged.click()
    page.locator("#history input.title").fill("#from right, first")
    page.keyboard.press("Enter")
    page.locator("#history").get_by_role("button", name="#first").click()
    expect(page.locator("[data-filter-by=tag]")).to_have_value("first")
    expect(entries).to_have_count(1)
    page.reload()
    expect(entries.first).to_be_attached()
    open_history(page)
    expect(page.locator("#history").get_by_role("button", name="#from right")).to_be_visible()
    page.keyboard.type("from right")
    expect(entries).to_have_count(1)
    every.click()
    expect(page.locator("#search input, #search textarea")).to_have_value("")
    page.locator(f"[data-open='{seeds.RTL}']").hover()
    tagged.click()
    page.locator("#history input.title").fill("")
    page.keyboard.press("Enter")
    expect(page.locator("#history .tags")).to_have_count(0)


def test_what_is_chosen_before_the_last_choice_is_answered_counts(visit: object) -> None:
    page = visit()
    open_history(page)
    held = []
    page.route("**/gradio_api/run/predict", lambda route: held.append(route) if not held else route.continue_())
    page.locator("[data-filter-by=engine]").select_option("qags")
    page.locator("[data-filter-by=engine]").select_option("qasem")
    expect(page.locator(f"[data-open='{seeds.RTL}']")).to_be_visible()
    expect(page.locator(f"[data-open='{seeds.ASKED}']")).to_have_count(0)
    held[0].continue_()
    expect(page.locator("[data-filter-by=engine]")).to_have_value("qasem")
    expect(page.locator(f"[data-open='{seeds.ASKED}']")).to_have_count(0)
    page.locator("#filters [data-clear-filters]").click()
    expect(page.locator(f"[data-open='{seeds.ASKED}']")).to_be_visible()


def test_a_deleted_analysis_can_be_taken_back(visit: object) -> None:
    page = visit()
    open_history(page)
    entry = page.locator(f"[data-open='{seeds.FORGOTTEN}']")
    entry.hover()
    page.locator(f"[data-delete='{seeds.FORGOTTEN}']").click()
    expect(entry).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(entry).to_have_count(1)


def test_an_unknown_link_says_so_and_leaves_the_page_usable(visit: object) -> None:
    page = visit("?a=nosuchthing")
    expect(page.locator("#status [role=alert]")).to_contain_text("no analysis 'nosuchthing'")
    expect(page.locator("#analyze")).to_be_enabled()


def test_an_opinion_is_kept_at_once(visit: object) -> None:
    page = visit(f"?a={samples.analysis().id}")
    page.get_by_role("button", name="Annotate").click()
    row = page.locator(".qa[data-unit='q4']")
    row.locator(".th.down").click()
    expect(page.locator("#status")).to_contain_text("Your opinion is kept.")
    with kept(page, "The town is Vell <b>"):
        row.locator(".note").fill("The town is Vell <b>")
        row.locator(".note").press("Tab")
    page.reload()
    page.get_by_role("button", name="Annotate").click()
    expect(row.locator(".th.down")).to_have_attribute("aria-pressed", "true")
    expect(row.locator(".note")).to_have_value("The town is Vell <b>")
    row.locator(".th.down").click()
    row.locator(".note").fill("")
    with kept(page, '"note":""'):
        row.locator(".note").press("Tab")


def test_facts_are_judged_from_the_keyboard_and_the_page_stays_where_it_is(visit: object) -> None:
    page = visit(f"?a={samples.analysis().id}")
    page.get_by_role("button", name="Annotate").click()
    expect(page.locator(".voted")).to_have_text("0 of 7 judged by you")
    settled(page)
    top = page.locator(".panes").bounding_box()
    page.keyboard.press("n")
    page.keyboard.press("d")
    expect(page.locator(".qa[data-unit='q4'] .th.down")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".voted")).to_have_text("1 of 7 judged by you")
    expect(page.locator("#status")).to_contain_text("Your opinion is kept.")
    assert page.locator(".panes").bounding_box() == top
    page.keyboard.press("d")
    expect(page.locator("#status")).to_contain_text("taken back")
    expect(page.locator(".voted")).to_have_text("0 of 7 judged by you")


def test_typed_text_survives_a_reload(visit: object) -> None:
    page = visit()
    page.locator("#reference textarea").fill("A reference typed by hand \U0001f98a.")
    with kept(page, "An output <b>."):
        page.locator("#output textarea").fill("An output <b>.")
    page.wait_for_timeout(1500)
    expect(page.locator("#status")).to_have_text("")
    page.reload()
    expect(page.locator("#history [data-open]").first).to_be_attached()
    expect(page.locator("#reference textarea")).to_have_value("A reference typed by hand \U0001f98a.")
    expect(page.locator("#output textarea")).to_have_value("An output <b>.")
    open_history(page)
    page.locator(f"[data-open='{samples.analysis().id}']").click()
    expect(page.locator("#review .chip")).to_have_count(7)
    page.locator("#boxes > button").click()
    expect(page.locator("#reference textarea")).to_have_value("A reference typed by hand \U0001f98a.")
    page.get_by_role("button", name="Edit texts").click()
    expect(page.locator("#output textarea")).to_have_value(samples.OUTPUT)


SLOW_START = """() => {
  const ask = window.fetch;
  window.fetch = async (...given) => {
    if (given[1]?.method === "POST") await new Promise(later => setTimeout(later, 3000));
    return ask(...given);
  };
}"""


@pytest.mark.thorough
def test_what_is_typed_before_the_texts_of_last_time_come_back_stays(visit: object) -> None:
    page = visit(new=True)
    with kept(page, "of last time"):
        page.locator("#reference textarea").fill("The reference of last time.")
    page.locator("#output textarea").fill("The output before.")
    page.add_init_script(f"({SLOW_START})()")
    with kept(page, "Typed at once."):
        page.goto(page.url, wait_until="commit")
        page.locator("#output textarea").fill("Typed at once.")
        expect(page.locator("#models summary")).to_be_attached()
    expect(page.locator("#reference textarea")).to_have_value("The reference of last time.")
    expect(page.locator("#output textarea")).to_have_value("Typed at once.")
    with kept(page, '"reference":""'):
        page.locator("#reference textarea").fill("")
        page.locator("#output textarea").fill("")


def test_a_stored_analysis_can_be_downloaded(sample: Page) -> None:
    with sample.expect_download() as download:
        sample.get_by_role("link", name="JSON").click()
    data = json.loads(download.value.path().read_text())
    assert data["id"] == samples.analysis().id
    assert data["output"]["text"] == samples.OUTPUT


def test_the_link_and_the_report_can_be_taken_along(sample: Page) -> None:
    sample.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sample.get_by_role("button", name="Copy link").click()
    expect(sample.get_by_role("button", name="Copied")).to_be_visible()
    copied(sample, f"?a={samples.analysis().id}")
    with sample.expect_download() as download:
        sample.get_by_role("link", name="HTML report").click()
    report = download.value.path().with_suffix(".html")
    download.value.save_as(report)
    page = sample.context.new_page()
    page.goto(report.as_uri())
    page.locator(".err", has_text="in Sardona").click()
    expect(page.locator(".s.on")).to_contain_text("Tarnish town of Vell")
    expect(page.locator(".tip")).to_contain_text("reference has: the Tarnish town of Vell")
    page.locator(".unfold:visible").first.click()
    page.locator(".qa[data-unit='q4'] .chip").click()
    expect(page.locator(".chip[aria-pressed=true]")).to_have_count(1)


def test_documents_are_opened_and_dropped_into_the_boxes(visit: object, tmp_path: Path) -> None:
    page = visit()
    (tmp_path / "reference.docx").write_bytes(word())
    page.locator("input[data-file=reference]").set_input_files(tmp_path / "reference.docx")
    expect(page.locator("#reference textarea")).to_have_value("The ferry Aldona left.\n\nEverybody waved.")
    expect(page.locator("#status")).to_contain_text("reference.docx is in the reference")
    expect(page.locator("[data-count=reference]")).to_have_text("6 words")
    dropped = page.evaluate_handle("() => { const all = new DataTransfer(); all.items.add(new File(['A cat.'], 'b.txt')); return all; }")
    page.dispatch_event("#output textarea", "drop", {"dataTransfer": dropped})
    expect(page.locator("#output textarea")).to_have_value("A cat.")
    (tmp_path / "old.doc").write_bytes(b"x")
    page.locator("input[data-file=output]").set_input_files(tmp_path / "old.doc")
    expect(page.locator("#status .bad")).to_contain_text("Save old.doc as .docx")
    expect(page.locator("#output textarea")).to_have_value("A cat.")


def test_the_history_goes_out_and_labelled_records_come_in(visit: object, tmp_path: Path) -> None:
    page = visit()
    open_history(page)
    record = {"prompt": "The ferry left on Monday.", "answer": "The ferry left on Friday, at dawn.", "labels": [{"start": 18, "end": 24}]}
    (tmp_path / "labelled.jsonl").write_text(json.dumps(record), encoding="utf-8")
    page.locator("input[data-import]").set_input_files(tmp_path / "labelled.jsonl")
    expect(page.locator(".sum h2")).to_have_text("1 error · 2 of 3 passages supported")
    expect(page.locator("#status")).to_contain_text("1 analysis imported")
    expect(page.locator(".hist > ol .t").first).to_contain_text("The ferry left on Friday")
    expect(page.get_by_role("button", name="Revise")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Export all").click()
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert {json.loads(line).get("engine", {}).get("name") for line in lines} >= {"person", "qasem"}
    (tmp_path / "bad.json").write_text("nonsense", encoding="utf-8")
    page.locator("input[data-import]").set_input_files(tmp_path / "bad.json")
    expect(page.locator("#status .bad")).to_contain_text("not JSON")


def test_an_example_fills_the_boxes(visit: object) -> None:
    page = visit()
    page.get_by_role("button", name="Maren Ostervik").click()
    expect(page.locator("#output textarea")).to_have_value(re.compile("Halvorian cartographer"))
    expect(page.locator("#status")).to_contain_text("Press Analyze")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_follows_the_system_until_one_is_chosen(visit: object, theme: str) -> None:
    page = visit(color_scheme=theme)
    expect(page.locator("body")).to_have_class(re.compile("dark") if theme == "dark" else re.compile("^(?!.*dark)"))
    page.locator("[data-theme-toggle]").click()
    page.reload()
    expect(page.locator("body")).to_have_class(re.compile("dark") if theme == "light" else re.compile("^(?!.*dark)"))


def test_the_keys_are_explained(visit: object) -> None:
    page = visit()
    page.locator(".qx.top p").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("heading", name="Keys")).to_be_focused()  # a screen reader reads on from there
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_visible()
