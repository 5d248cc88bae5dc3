"""A fact that is unsupported although no word of it is an error: its most doubtful word is drawn, weaker, and counts nowhere."""

from dataclasses import replace

from components.review.page import review
from engines.core.findings import WordSupport
from engines.core.results import Analysis
from engines.units.alignment import words_of
from tests.components import samples
from tests.components.reading import Element, parsed


def judged(**doubtful: float) -> Analysis:
    """The sample, each of its words judged: hardly wrong, but for some."""
    analysis = samples.analysis()
    text = analysis.output.text
    places = words_of(text).spans
    words = tuple(WordSupport(start, end, doubtful.get(text[start:end], 0.02)) for start, end in places)
    return replace(analysis, words=words, errors=None)


def drawn(analysis: Analysis) -> Element:
    return parsed(review(analysis, stored=True))


def test_a_red_fact_without_a_red_word_shows_its_most_doubtful_word() -> None:
    root = drawn(judged(Sardona=0.11, next=0.1, Fares=0.09))
    marks = root.one("marks")
    assert marks.all("err") == []
    assert [mark.text for mark in marks.all("doubt")] == ["Sardona", "Fares", "next"]
    first = marks.all("doubt")[0].attributes
    assert (first["role"], first["tabindex"], first["aria-label"]) == ("button", "0", "Sardona, most doubtful of an unsupported fact")
    built = next(group for group in root.all("grp") if group.attributes["data-name"] == "built")
    assert first["data-group"] == built.attributes["data-group"]
    fact = next(item for item in root.all("qa") if item.attributes["data-unit"] == "q4")
    assert fact.one("doubtful").text == "Most doubtful here: Sardona"


def test_it_is_no_error_and_counts_nowhere() -> None:
    doubted, sure = judged(Sardona=0.3), judged(Sardona=0.9, next=0.9, Fares=0.9)
    assert [drawn(analysis).one("found-errors").text for analysis in (doubted, sure)] == ["", "3 errors · "]
    assert "No error" not in drawn(doubted).one("found-facts").text
    assert drawn(sure).one("marks").all("doubt") == []


def test_supported_facts_have_nothing_to_look_for_and_texts_that_no_localizer_read_have_no_doubts() -> None:
    marks = drawn(judged(boats=0.11, Sardona=0.1, rise=0.09)).one("marks")
    assert [mark.text for mark in marks.all("doubt")] == ["Sardona", "rise"]  # not the boats, which are supported
    assert drawn(samples.analysis()).one("marks").all("doubt") == []
