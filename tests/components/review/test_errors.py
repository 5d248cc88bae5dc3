"""Errors on the page: the wrong words are the marks, the facts that they make red lie folded under them, and the threshold moves both."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings

from components.html.markup import showable
from components.review.errors.rows import error_rows
from components.review.page import review
from components.review.score import heard
from engines.core.details import ACUDetails
from engines.core.findings import Conflict, ErrorSpan
from engines.core.results import Analysis
from engines.units.errors import completed
from tests.components import samples
from tests.components.reading import Element, assert_only_ours, parsed
from tests.strategies import analyses


def drawn(analysis: Analysis, **settings: object) -> Element:
    return parsed(review(analysis, **settings))


def shown(root: Element) -> list[Element]:
    """The rows of the errors that are there at the threshold of the analysis."""
    return [row for row in root.all("error") if "hidden" not in row.attributes]


def words(marks: Sequence[Element]) -> list[str]:
    return [mark.text for mark in marks]


def test_the_wrong_words_are_the_marks_and_the_predicates_lead_to_their_facts() -> None:
    marks = drawn(samples.analysis(), stored=True).one("marks")
    assert words(marks.all("err")) == ["in Sardona", "Fares", "next year"]
    assert words(marks.all("pred")) == ["stop", "running", "built", "replace", "rise"]
    assert all("no" not in mark.attributes["class"].split() for mark in marks.all("pred"))
    first = marks.all("err")[0].attributes
    assert first["aria-label"] == "Error: in Sardona: contradicts the reference, which has the Tarnish town of Vell"
    assert (first["role"], first["tabindex"], first["aria-pressed"]) == ("button", "0", "false")


def test_an_error_says_its_words_its_kind_what_the_reference_has_and_how_sure_it_is() -> None:
    root = drawn(samples.analysis(), stored=True)
    row = shown(root)[0]
    assert row.one("wrong").text == "in Sardona"
    assert row.one("has").text == "contradicts the reference,  reference has: the Tarnish town of Vell"
    assert row.one("eb").one("num").text == ", probability that these words are not supported 0.96"
    assert row.one("unfold").text == "1 fact"
    found = samples.span(samples.REFERENCE, "the Tarnish town of Vell")
    button = row.one("eb").attributes
    assert (button["data-found"], button["data-evidence"], button["data-best"]) == (f"{found.start} {found.end}", "1", "1")
    place = samples.span(samples.OUTPUT, "in Sardona")
    assert button["data-answer"] == f"{place.start} {place.end}"


def test_whoever_hears_the_page_hears_where_one_thing_ends_and_the_next_begins() -> None:
    root = drawn(samples.analysis(), stored=True)
    assert shown(root)[0].one("eb").text.startswith("Error: in Sardona, contradicts the reference,  reference has: ")
    heads = [block.all("sr") for block in root.all("grp")]
    assert heads and all([part.text for part in parts[:2]] == [": ", " supported"] for parts in heads)
    assert heard(samples.analysis()) == "3 errors, 4 of 7 facts supported"
    assert ", ," not in root.text


def test_an_error_without_a_counterpart_shows_the_closest_words() -> None:
    row = shown(drawn(samples.analysis(), stored=True))[1]
    assert row.one("has").text == "contradicts the reference"
    assert "Fares will not rise before 2031" in row.one("eb").one("closest").text


def together() -> Analysis:
    """Two facts that are red for one reason: the date that both contain."""
    made = samples.analysis()
    year = samples.span(samples.OUTPUT, "next year")
    conflict = Conflict("date", "value", year.start, year.end, samples.span(samples.REFERENCE, "before 2031"))
    units = [replace(unit, conflicts=(conflict,)) if unit.id in ("q6", "q7") else unit for unit in made.units]
    return replace(made, units=tuple(units))


def test_facts_that_are_red_for_one_reason_are_one_error_with_its_facts_under_it() -> None:
    root = drawn(together(), stored=True)
    last = shown(root)[-1]
    assert last.one("wrong").text == "next year" and last.one("unfold").text == "2 facts"
    assert [item.attributes["data-unit"] for item in last.one("fold").all("qa")] == ["q7", "q6"]
    assert [item.attributes["data-unit"] for item in root.one("list").all("qa")] == ["q1", "q2", "q3", "q5"]
    assert [group.attributes["data-name"] for group in root.all("emptied") if group.tag == "section"] == ["rise"]
    assert root.one("found-errors").text == "2 errors · " and root.one("found-facts").text == "4 of 7 facts supported"
    assert [item.attributes["data-home"] for item in last.all("qa")] == ["4 6", "4 5"]


def test_a_text_without_errors_says_so_and_shows_every_fact_under_its_predicate() -> None:
    made = samples.analysis()
    root = drawn(replace(made, units=made.units[:3]), stored=True)
    assert root.one("found-errors").text == "No errors found · " and not shown(root)
    assert len(root.one("list").all("qa")) == 3 and not root.one("marks").all("err")


def test_an_unsupported_fact_that_no_error_explains_stays_among_the_facts() -> None:
    made = replace(samples.analysis(), errors=())
    root = drawn(made, stored=True)
    assert root.one("found-errors").text == "" and not shown(root)
    assert [item.attributes["data-unit"] for item in root.one("list").all("no") if "qa" in item.attributes["class"].split()] == [
        "q4",
        "q6",
        "q7",
    ]


def test_what_nobody_asked_about_is_dotted_and_counted_and_never_among_the_supported() -> None:
    place = samples.span(samples.OUTPUT, "last steam")
    root = drawn(replace(samples.analysis(), unchecked=((place.start, place.end),)), stored=True)
    assert root.one("sum").text.startswith("3 errors · 4 of 7 facts supported · 2 words not checked\n")
    (bare,) = root.one("marks").all("unasked")
    assert (bare.text, bare.attributes["title"]) == ("last steam", "No question asks about these words: not checked")
    assert [item.text for item in root.one("key").all(tag="li")] == ["error", "leads to its facts", "not checked"]
    assert not drawn(samples.analysis()).all("count-unasked")


def test_an_error_on_what_nobody_asked_about_is_an_error() -> None:
    place, made = samples.span(samples.OUTPUT, "last steam"), samples.analysis()
    steam = samples.span(samples.OUTPUT, "steam")
    found = (ErrorSpan(steam.start, steam.end, "steam", 0.7, "extrinsic"),)
    root = drawn(replace(made, errors=found, unchecked=((place.start, place.end),)), stored=True)
    assert words(root.one("marks").all("err")) == ["steam"] and words(root.one("marks").all("unasked")) == ["last "]
    assert root.one("count-unasked").text == "1 word not checked"
    assert "hidden" in shown(root)[0].one("unfold").attributes  # it has no facts


def test_marks_do_not_lie_on_each_other() -> None:
    """An error on a predicate is the error; of a sentence that leads to its facts the rest stays."""
    made = samples.analysis()
    built = samples.span(samples.OUTPUT, "built in Sardona")
    wrong = replace(made.units[3], conflicts=(Conflict("x", "value", built.start, built.end),))
    marks = drawn(replace(made, units=(*made.units[:3], wrong)), stored=True).one("marks")
    assert words(marks.all("err")) == ["built in Sardona"] and words(marks.all("pred")) == ["stop", "running"]
    claim = replace(
        made.units[3], kind="acu", predicate=None, question=None, answer=None, details=ACUDetails(sentence=1, spans=((54, 115),))
    )
    sardona = samples.span(samples.OUTPUT, "in Sardona")
    claim = replace(claim, conflicts=(Conflict("x", "value", sardona.start, sardona.end),))
    marks = drawn(replace(made, units=(claim,)), stored=True).one("marks")
    assert words(marks.all("err")) == ["in Sardona"]
    assert words(marks.all("pred")) == ["Two electric boats built ", " will replace it."]
    assert [mark.attributes.get("role") for mark in marks.all("pred")] == ["button", None]


@settings(max_examples=60, deadline=None)
@given(analyses())
def test_every_fact_is_there_once_and_every_error_of_any_threshold(analysis: Analysis) -> None:
    root = drawn(analysis, stored=True)
    assert_only_ours(root)
    assert root.one("marks").text == showable(analysis.output.text)
    assert len(root.all("qa")) == len(analysis.units)
    now = completed(analysis).errors or ()
    assert len(shown(root)) == len(now) and len(root.all("error")) == len(error_rows(analysis))


@pytest.mark.parametrize("threshold", [0.0, 0.04, 0.05, 0.3, 0.5, 0.9, 0.95, 1.0])
def test_at_any_threshold_the_rows_are_the_errors_of_the_analysis_read_so(threshold: float) -> None:
    made = together()
    rows = [row.error for row in error_rows(made) if any(above < threshold <= upto for above, upto in row.at)]
    assert rows == list(completed(made.with_threshold(threshold)).errors or ())
    assert {0.0: 0, 0.5: 2, 1.0: 5}.get(threshold, len(rows)) == len(rows)


@pytest.mark.parametrize("words", samples.HOSTILE)
def test_hostile_words_are_words_in_an_error_too(words: str) -> None:
    root = drawn(samples.hostile(words), stored=True)
    assert_only_ours(root)
    row = shown(root)[0]
    assert row.one("wrong").text == words and row.attributes["data-units"] == words
    assert "".join(piece.text for piece in root.one("marks").all("err")) == words  # tags in it are drawn apart


def test_who_only_reads_sees_what_was_said_of_a_fact_under_an_error() -> None:
    said = {"q4": {"vote": -1, "note": "It says Vell."}}
    rows = shown(drawn(samples.analysis(), annotations=said))
    assert [row.attributes["class"] for row in rows] == ["error open", "error", "error"]
    assert rows[0].one("unfold").attributes["aria-expanded"] == "true" and rows[0].one("said").text.endswith("It says Vell.")
    assert not drawn(samples.analysis(), annotations=said, stored=True).all("open")
