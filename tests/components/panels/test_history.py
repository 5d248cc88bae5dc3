"""The history list; and that no name or message can break a panel."""

from datetime import UTC, datetime

import pytest

from components.html.status import message, problem, working
from components.panels.choices import choices
from components.panels.filters import filters
from components.panels.history import history, undo, when
from explorer.services.engines import EngineInfo
from explorer.services.tabs.drafts import OpenDraft
from sessions.drafts import Draft
from sessions.joining.undoing import ImportDone
from sessions.listing.comparisons import ComparisonEntry
from sessions.listing.history import HistoryEntry, HistoryGroup
from sessions.listing.searching import Filter
from sessions.soundness import Damaged
from tests.components import samples
from tests.components.reading import parsed

NOW = datetime(2030, 3, 5, 12, 0, tzinfo=UTC)


def entry(title: str = "A ferry stops", **more: object) -> HistoryEntry:
    fields = {"id": "abc", "title": title, "engine": "qasem", "score": 0.66, "created": "2030-03-05T09:30:00+00:00", "session": None}
    return HistoryEntry(**{**fields, "supported": 8, "units": 12, **more})


def group(*entries: HistoryEntry, **more: object) -> HistoryGroup:
    return HistoryGroup("pair", entries or (entry(),), **more)


@pytest.mark.parametrize(
    ("created", "said"),
    [
        ("2030-03-05T09:30:00+00:00", "today 09:30"),
        ("2030-03-04T23:59:00+00:00", "yesterday 23:59"),
        ("2030-01-09T10:00:00+00:00", "9 Jan"),
        ("2030-03-06T10:00:00+00:00", "6 Mar"),
        ("2029-12-31T10:00:00+00:00", "31 Dec 2029"),
        ("not a time", ""),
        ("9999-12-31T23:59:59-14:00", ""),
    ],
)
def test_times_are_said_as_a_person_would(created: str, said: str) -> None:
    assert when(created, NOW) == said


def test_an_entry_shows_title_score_and_counts() -> None:
    root = parsed(history([group()], now=NOW))
    assert root.one("t").text == "A ferry stops"
    assert root.one("p").text == "67%"
    assert root.one("m").text == "QASem · 8 of 12 · today 09:30"


def test_analyses_of_one_pair_stand_under_their_title_with_their_comparison() -> None:
    several = [entry(id=engine, engine=engine, title="A ferry stops", output="A ferry stops") for engine in ("qasem", "scale", "lss")]
    named = entry(id="mine", title="My own name", output="A ferry stops")
    compared = ComparisonEntry(("qasem", "scale", "lss"), "2030-03-05T09:31:00+00:00")
    one = group(*several, tags=("news",), comparisons=(compared,))
    root = parsed(history([one], now=NOW))
    assert root.one("head").text == "A ferry stops" and root.one("tags").text == "#news"
    assert [m.text for m in root.all("m")][:2] == ["Comparison of 3 · today 09:31", "QASem · 8 of 12 · today 09:30"]
    assert [b.attributes["data-open"] for b in root.all("open") if "data-open" in b.attributes] == ["qasem", "scale", "lss"]
    assert "data-compared" in root.all("open")[0].attributes
    assert {b.attributes["data-delete"] for b in root.one("head").all("del")} == {"qasem,scale,lss"}
    assert (
        group(*several, named).title == "My own name"
        and group(named, entry(title="Another", output="A ferry stops")).title == "A ferry stops"
    )
    assert "2 more" in history([group(*several, *several, *several[:2])], now=NOW)


def test_a_title_made_from_an_output_reads_as_the_page_does_and_a_given_one_as_it_was_given() -> None:
    written = "<h1>The <b>ferry</b></h1> # It **sank**"
    made = entry(written, output=written)
    assert parsed(history([group(made)], now=NOW)).one("t").text == "The ferry # It sank"
    assert parsed(history([group(made, entry(written, id="b", output=written))], now=NOW)).one("head").text == "The ferry # It sank"
    assert parsed(history([group(entry(written, output="It sank"))], now=NOW)).one("t").text == written


def test_what_is_filtered_by_can_be_seen_and_cleared() -> None:
    root = parsed(filters(["qasem"], ["news"], Filter(score=(0, 69))))
    assert [o.text for o in root.all(tag="option") if "selected" in o.attributes] == ["Engine", "Below 70%", "Tag"]
    assert root.all(tag="button") and not parsed(filters(["qasem"], [])).all(tag="button")
    assert "with these filters" in history([], now=NOW, filtered=Filter(engine="lss"))


def test_nothing_found_is_not_nothing_there() -> None:
    assert "kept here" in history([], now=NOW)
    assert "Nothing found for “<b>”" in parsed(history([], now=NOW, filtered=Filter("<b>"))).text


def test_what_is_damaged_and_the_last_import_stand_above_the_list() -> None:
    words = samples.HOSTILE[0]
    damaged = Damaged("note", '["a", "q1"]', f"the note {words}", "it is not what was written")
    brought = ImportDone(7, "2030-03-05T09:30:00+00:00", words, {"new": 2, "note": 1})
    root = parsed(history([group(entry(damaged=words))], now=NOW, damaged=[damaged], brought=brought))
    remove, undone = (button for above in root.all("above") for button in above.all(tag="button"))
    assert (remove.attributes["data-kind"], remove.attributes["data-discard"]) == ("note", '["a", "q1"]')
    assert undone.attributes["data-undo-import"] == "7" and "2 analyses and 1 other change · today 09:30" in root.text
    assert root.one("p").text == "damaged" and root.all("del") and not root.all(tag="img")
    whole = Damaged("draft", "", "all drafts", "no such table")
    assert not parsed(history([], now=NOW, damaged=[whole])).all(tag="button"), "a table cannot be removed"


def test_more_is_offered_when_there_is_more() -> None:
    assert "Show more (7)" in history([group()], now=NOW, total=8)


@pytest.mark.parametrize("words", samples.HOSTILE)
def test_hostile_titles_names_and_messages_show_as_they_are(words: str) -> None:
    tags = {"div", "ol", "section", "h4", "li", "button", "span", "b", "p", "label", "select", "option", "progress"} | {
        "details",
        "summary",
        "fieldset",
        "legend",
        "input",
    }
    listed = [EngineInfo(words, words, words), EngineInfo(words + "2", words, words, False, words)]
    for html in (
        history([group(entry(words, id=words, engine=words), tags=(words,))], now=NOW, filtered=Filter(words)),
        history([group(*[entry(words, id=words, verifier=words)] * 8, comparisons=(ComparisonEntry((words,), words),))], now=NOW),
        history([group()], now=NOW, drafts=[OpenDraft(words, words, Draft(words, words, {}))]),
        filters([words], [words], Filter(engine=words + "2", tag=words)),
        undo([words], words, words),
        choices(listed, listed, words, words),
        working(words, 1, 3),
        message(words),
        problem(words),
    ):
        root = parsed(html)
        assert {element.tag for element in root.all()} <= tags
        assert not [name for element in root.all() for name in element.attributes if name.startswith("on")]
