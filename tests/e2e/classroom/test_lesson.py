"""A lesson at a projector of 1280 by 720 with the browser at 200 %: presentation, quiz, hand-out and tour."""

import csv
import io
import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Response, expect
from pypdf import PdfReader

from components.classroom.handout import handout
from components.classroom.quiz import quiz
from explorer import analyze
from explorer.services.classroom.key import engine_key
from explorer.services.workspace import Workspace
from tests.components import samples
from tests.e2e import seeds
from tests.e2e.conftest import free_port, start, stop
from tests.e2e.settling import fits
from tests.e2e.visiting import OWN, PATIENCE

ROOT = Path(__file__).parents[3]
ID = samples.analysis().id
PROJECTOR = {"viewport": {"width": 640, "height": 360}, "device_scale_factor": 2}
WITHIN = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.height > 0 && box.top >= -1 && box.bottom <= innerHeight + 1;
}"""

Open = Callable[..., Page]


@pytest.fixture
def lesson(browser: Browser, url: str) -> Iterator[Open]:
    """Open a page of the class: `lesson("quiz/ID")`, at 200 % unless other settings are given; a whole address as it is.

    No round of another test is there, nor one of the same test tried before.
    """
    bad: list[str] = []
    contexts = []
    for analysis in (ID, seeds.CLAIMS, seeds.DELETIONS):
        forget(url, analysis)

    def open_(path: str, **settings: object) -> Page:
        context = browser.new_context(**{**PROJECTOR, "reduced_motion": "reduce", **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: None if OWN.match(request.url) or request.url.startswith("file:") else bad.append(request.url))
        page.on("pageerror", lambda error: bad.append(str(error)))
        page.on("console", lambda line: bad.append(line.text) if line.type == "error" and not re.search("409|503", line.text) else None)
        page.set_default_timeout(PATIENCE)
        page.goto(path if path.startswith("file:") else f"{url}errata/class/{path}")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not bad


def forget(url: str, analysis: str) -> None:
    body = json.dumps({"kind": "forget", "data": {"analysis": analysis}}).encode()
    asked = urllib.request.Request(f"{url}errata/class/rounds", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        assert answer.status == 200


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def accessible(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert not found, [(each["id"], [node["html"][:160] for node in each["nodes"]][:3]) for each in found]


def test_facts_are_asked_and_revealed_one_at_a_time(lesson: Open) -> None:
    page = lesson(f"present/{ID}")
    expect(page.locator(".read")).to_be_visible()
    press(page, "Space")
    expect(page.locator(".point:visible .a")).to_have_text("Hallmere's last steam ferry")
    expect(page.locator(".point:visible .card")).to_be_hidden()
    expect(page.locator(".txt .w.focus")).to_have_text(["Hallmere's", "last", "steam", "ferry"])
    press(page, "PageDown")
    expect(page.locator(".point:visible .verdict")).to_contain_text("Supported")
    expect(page.locator("#said")).to_contain_text("Supported")
    assert page.evaluate(WITHIN, ".point:not([hidden]) blockquote") and page.evaluate(WITHIN, ".say .txt")
    fits(page)
    press(page, "n", "Space", "Space", "Space", "Space")
    expect(page.locator(".point:visible .verdict")).to_contain_text("Unsupported")
    expect(page.locator(".point:visible .card .found").first).to_have_text("the Tarnish town of Vell")
    expect(page.locator(".txt .w.no")).to_have_text(["in", "Sardona"])
    assert page.url.endswith("#u3r")
    press(page, "ArrowLeft")
    expect(page.locator(".point:visible .card")).to_be_hidden()
    accessible(page)


def test_the_step_is_in_the_address(lesson: Open) -> None:
    page = lesson(f"present/{ID}#u3r,whole")
    expect(page.locator(".point:visible .verdict")).to_contain_text("Unsupported")
    expect(page.locator("[data-do=whole]")).to_have_attribute("aria-pressed", "true")
    press(page, "e")
    expect(page.locator(".where")).to_contain_text("1 error")
    press(page, "End")
    expect(page.locator(".end")).to_contain_text("3 errors")
    expect(page.locator(".end .all li")).to_have_count(3)
    page.reload()
    expect(page.locator(".end")).to_be_visible()
    accessible(page)


def test_the_search_is_walked_through_to_the_sentence(lesson: Open) -> None:
    page = lesson("tour/qasem#6")
    box = page.locator(".step:visible .search")
    expect(box.locator(".told")).to_contain_text("in a reference of 8 sentences")
    press(page, "ArrowRight")
    expect(box.locator(".half")).to_have_count(2)
    expect(box.locator(".score")).to_have_text(["?", "?"])
    press(page, "ArrowRight")
    expect(box.locator(".half.kept .fate").first).to_have_text("goes on here")
    assert re.fullmatch(r"0\.\d\d", box.locator(".score").first.inner_text())
    for _ in range(5):
        press(page, "ArrowRight")
    expect(box.locator(".told")).to_contain_text("Found: sentence 4")
    expect(box.locator(".words.large")).to_contain_text("eleven months")
    press(page, "ArrowRight")
    expect(page.locator("#step-7 h2")).to_be_visible()


def mark(page: Page, *numbers: int) -> None:
    for number in numbers:
        page.locator(f".marks .w[data-n='{number}']").click()


def begin(page: Page, name: str) -> None:
    field = page.locator("[data-way=persons] input, .next input").locator("visible=true")
    field.fill(name)
    field.press("Enter")
    expect(page.locator(".what")).to_contain_text("mark what is not supported")


def marks_of(answer: Response) -> int:
    """How many words the first person has marked in the round that was kept; 0 for other answers."""
    if not answer.url.endswith("/errata/class/rounds"):
        return 0
    people = json.loads(answer.request.post_data or "{}")["data"]["data"]["people"]
    return len(people[0]["marks"]) if people else 0


def words(page: Page) -> dict[str, int]:
    return {word.strip(".,"): number for number, word in enumerate(page.locator(".marks .w").all_inner_texts())}


def test_three_people_mark_and_a_reload_loses_nothing(lesson: Open, tmp_path: Path) -> None:
    page = lesson(f"quiz/{seeds.FORGOTTEN}", accept_downloads=True)
    known = words(page)
    begin(page, "Ana")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".marks .w:focus")).to_have_attribute("data-n", "1")
    mark(page, known["Sardona"])
    with page.expect_response(lambda answer: answer.ok and marks_of(answer) == 3):
        mark(page, known["next"], known["year"])
    page.reload()
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".marks .w[aria-pressed=true]")).to_have_text(["Sardona", "next", "year"])
    page.get_by_role("button", name="Done").click()
    begin(page, "=Bo")
    for number in range(known["Two"], known["it"] + 1):
        mark(page, number)
    mark(page, known["May"])
    expect(page.locator(".txt.shown")).to_be_hidden()  # nobody sees the marks of others
    page.get_by_role("button", name="Done").click()
    begin(page, "Ana")  # another of the same name
    expect(page.locator(".what")).to_contain_text("Ana 2:")
    page.locator(".marks .w").nth(known["Fares"]).focus()
    press(page, "Space")
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Reveal and score").click()
    expect(page.locator(".finding .who")).to_have_text(["Found by Ana", "Missed by =Bo and Ana 2"])
    expect(page.locator(".finding .found").first).to_have_text("the Tarnish town of Vell")
    press(page, "n")
    expect(page.locator(".finding .words")).to_have_text("Fares")
    page.get_by_role("button", name="All at once").click()
    expect(page.locator(".finding h3")).to_have_text(
        ["Error 1 of 3", "Error 2 of 3", "Error 3 of 3", "Wrongly marked", "Too broad to count"]
    )
    rows = [row.split() for row in page.locator(".results tbody tr").all_inner_texts()]
    assert rows == [["Ana", "2", "1", "0", "2"], ["Ana", "2", "1", "2", "0", "1"], ["=Bo", "0", "3", "2", "0"]]
    fits(page)
    accessible(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    table = list(csv.reader(io.StringIO(saved.value.path().read_text(encoding="utf-8-sig"), newline="")))
    assert table[0][2:] == ["Name", "Found", "Missed", "Wrongly marked", "Points", "Errors", "Marked words"]
    assert [row[2] for row in table[1:]] == ["Ana", "'=Bo", "Ana 2"] and table[1][8] == "Sardona next year"
    page.get_by_role("button", name="Another round").click()
    page.get_by_role("button", name="Clear all").click()
    page.get_by_role("button", name="Clear for good?").click()
    expect(page.locator(".before")).to_be_hidden()
    page.reload()
    expect(page.locator(".before")).to_be_hidden()


def test_hands_are_counted_before_the_verdict(lesson: Open) -> None:
    page = lesson(f"quiz/{seeds.TRUSTING}")
    expect(page.locator("[data-way=hands] button")).to_be_enabled()
    page = lesson(f"quiz/{ID}")
    page.locator("[data-way=hands] input").fill("10")
    page.locator("[data-way=hands] button").click()
    for number, hands in enumerate(["1", "0", "5", "9", "4", "10"]):
        expect(page.locator(".ask .count")).to_have_text(f"Piece {number + 1} of 6")
        expect(page.locator(".ask .card")).to_have_count(0)
        assert page.evaluate(WITHIN, ".counting")
        page.keyboard.type(hands)
        press(page, "Enter")
        expect(page.locator(".ask .tally")).to_contain_text(f"{hands} of 10 say it is wrong")
        assert page.evaluate(WITHIN, ".ask .verdict")
        if number == 3:
            accessible(page)
        press(page, "Enter")
    expect(page.locator(".total")).to_have_text(
        "The class found 2 of 3 wrong pieces; nothing right was taken for wrong, 1 divided the class. 78 % of the hands were right."
    )
    expect(page.locator(".results tbody tr").nth(3)).to_have_text(re.compile(r"in Sardona\s*9 of 10\s*wrong\s*wrong"))
    page.wait_for_function("() => fetch(location.href).then((answer) => answer.text()).then((text) => text.includes('\"revealed\":true'))")
    page.reload()
    page.get_by_role("button", name="Results").first.click()  # where the test is tried again, its first round is there, too
    expect(page.locator(".results tbody tr")).to_have_count(6)


def test_a_round_that_another_page_wrote_is_not_written_over(lesson: Open) -> None:
    page = lesson(f"quiz/{seeds.CLAIMS}")
    begin(page, "Ana")
    with page.expect_response(lambda answer: answer.ok and marks_of(answer) == 1):
        mark(page, 1)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Go on").click()
    with other.expect_response(lambda answer: answer.ok and marks_of(answer) == 2):
        mark(other, 2)
    mark(page, 3)
    expect(page.get_by_role("alert")).to_contain_text("changed on another page")


def test_marks_wait_while_the_program_is_down(lesson: Open) -> None:
    page = lesson(f"quiz/{seeds.DELETIONS}")
    page.context.route("**/errata/class/rounds", lambda route: route.fulfill(status=503, body="The disk is full."))
    begin(page, "Ana")
    mark(page, 2)
    expect(page.get_by_role("alert")).to_contain_text("The disk is full. What is marked waits on this page")
    page.context.unroute("**/errata/class/rounds")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".marks .w[aria-pressed=true]")).to_have_count(1)


@pytest.mark.thorough
def test_a_killed_program_loses_no_mark(browser: Browser, tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        workspace.store.save(samples.analysis())
    port, context = free_port(), browser.new_context(**PROJECTOR)
    server = start(tmp_path, port)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/errata/class/quiz/{ID}")
    begin(page, "Ana")
    with page.expect_response(lambda answer: answer.url.endswith("/rounds") and '"marks":[2' in (answer.request.post_data or "")):
        mark(page, 2)
    server.kill()
    server.wait()
    mark(page, 4)
    expect(page.get_by_role("alert")).to_contain_text("Errata does not answer")
    server = start(tmp_path, port)
    try:
        expect(page.get_by_role("alert")).to_have_count(0)
        page.reload()
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(".marks .w[aria-pressed=true]")).to_have_text(["steam", "will"])
    finally:
        context.close()
        stop(server)


def test_an_answer_that_breaks_off_stops_no_mark(lesson: Open) -> None:
    page = lesson(f"quiz/{ID}")
    begin(page, "Ana")
    page.route("**/rounds", lambda route: route.fulfill(response=route.fetch(), body='{"revis'), times=1)
    mark(page, 2)
    with page.expect_response(lambda answer: answer.url.endswith("/rounds") and answer.ok):
        mark(page, 4)


def test_the_file_for_pupils_works_alone(lesson: Open, tmp_path: Path) -> None:
    file = tmp_path / "quiz.html"
    file.write_text(quiz(samples.analysis(), engine_key(samples.analysis()), "A ferry", alone=True), encoding="utf-8")
    page = lesson(file.as_uri(), viewport={"width": 390, "height": 844}, has_touch=True)
    known = words(page)
    begin(page, "Ana")
    page.locator(f".marks .w[data-n='{known['Sardona']}']").tap()
    expect(page.locator(".marks .w[aria-pressed=true]")).to_have_text(["Sardona"])
    page.reload()
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".marks .w[aria-pressed=true]")).to_have_text(["Sardona"])
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Reveal and score").click()
    expect(page.locator(".finding .who")).to_have_text("Found")
    expect(page.locator(".finding .verdict")).to_contain_text("Unsupported")
    fits(page)
    accessible(page)


@pytest.mark.parametrize("kind", ["numbered", "blank"])
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.thorough)])
def test_the_hand_out_is_two_pages(lesson: Open, tmp_path: Path, kind: str, paper: str) -> None:
    page = lesson(f"handout/{ID}?kind={kind}&paper={paper}", viewport={"width": 1280, "height": 720})
    page.pdf(path=tmp_path / "handout.pdf", prefer_css_page_size=True)
    pages = PdfReader(tmp_path / "handout.pdf").pages
    assert [round(float(pages[0].mediabox.height)), len(pages)] == [{"a4": 842, "letter": 792}[paper], 2]
    first, second = (re.sub(r"\s+", " ", each.extract_text()) for each in pages)
    assert "Name" in first and "Answers" not in first and "✗" not in first and "Print" not in first
    assert second.startswith("Answers:") and "Sardona" in second and "the Tarnish town of Vell" in second
    accessible(page)


@pytest.mark.thorough
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_claims_of_a_long_text_leave_room_for_the_answers_on_the_second_page(lesson: Open, tmp_path: Path, paper: str) -> None:
    texts = json.loads((ROOT / "assets" / "examples" / "1-news.json").read_text(encoding="utf-8"))
    found = analyze(texts["reference"], texts["output"], engine="acueval")
    made = handout(found, engine_key(found), "The news", paper=paper)
    page = lesson(f"handout/{ID}", viewport={"width": 1280, "height": 720})
    page.route("**/handout/long", lambda route: route.fulfill(body=made, content_type="text/html"))
    page.goto(page.url.replace(ID, "long"))
    page.pdf(path=tmp_path / "handout.pdf", prefer_css_page_size=True)
    first, second = (each.extract_text() for each in PdfReader(tmp_path / "handout.pdf").pages)
    asked = page.locator(".questions .n").all_inner_texts()
    assert len(asked) > 8 and "Answers" not in first and second.startswith("Answers:") and f"\n{asked[-1]}" in first


@pytest.mark.parametrize("engine", ["qasem", "scale", "acueval", "qags", "lss"])
def test_a_tour_is_walked_by_keys_and_by_its_link(lesson: Open, engine: str) -> None:
    page = lesson(f"tour/{engine}#2", color_scheme="dark" if engine in ("scale", "lss") else "light")
    expect(page.locator("#step-2")).to_be_visible()
    fits(page)
    press(page, "3")
    expect(page.locator("#step-3 h2")).to_be_focused()
    assert page.url.endswith("#3")
    press(page, "ArrowLeft", "End")
    expect(page.locator(".step:visible h2")).to_contain_text("A weak spot")
    expect(page.locator(".others a")).to_have_count(4)
    fits(page)
    accessible(page)
    press(page, "Escape")
    expect(page).to_have_url(re.compile(r":\d+/$"))


def test_the_ways_to_the_class_stand_beside_the_analysis(visit: Callable[..., Page]) -> None:
    page = visit(f"?a={ID}")
    page.locator("details.menu.class summary").click()
    expect(page.locator("details.menu.class a")).to_have_text(["Present", "Quiz", "Hand-out", "Quiz as a file for pupils"])
    page.get_by_role("link", name="Present").click()
    expect(page.locator("#stage .read")).to_be_visible()
    page.mouse.move(300, 300)
    page.get_by_role("link", name="Leave").click()
    expect(page.locator("#review .chip")).to_have_count(7)
