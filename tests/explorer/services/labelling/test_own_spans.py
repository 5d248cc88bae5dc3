"""Agreement on what annotators marked by themselves: by words, by parts, with kinds; and who counts as having read a text."""

from dataclasses import replace

import pytest

from engines.core.results import Analysis
from explorer.services.labelling.own_spans import SpanAgreement, own_spans
from explorer.services.labelling.verdicts import Annotated, OwnSpan
from tests.components import samples

TEN = "one two three four five six seven eight nine ten."


def said(name: str, *own: tuple[str, str], text: str = TEN, complete: bool = True) -> Annotated:
    spans = (OwnSpan((at := text.index(words)), at + len(words), kind) for words, kind in own)
    return Annotated(name, {}, tuple(spans), {}, 1.0, 5 if complete else 2, 5)


def over(*people: Annotated, text: str = TEN) -> SpanAgreement | None:
    return own_spans([(samples.analysis(output=text, facts=()), {one.annotator: one for one in people})])


def test_two_who_mark_the_same_agree_fully() -> None:
    found = over(said("Ada", ("two three", "entity")), said("Bo", ("two three", "entity")))
    assert found and (found.texts, found.words, found.marked, found.kinds) == (1, 10, 1.0, 1.0)
    (pair,) = found.pairs
    assert (pair.parts, pair.exact, pair.kinds, pair.words) == ((1, 1), 1.0, 1.0, 1.0)


def test_parts_of_other_lengths_share_words_and_no_part() -> None:
    found = over(said("Ada", ("two three four", "entity"), ("nine", "addition")), said("Bo", ("three", "entity"), ("nine", "quantity")))
    assert found
    (pair,) = found.pairs
    assert (pair.exact, pair.kinds, pair.words) == (0.5, 0.0, pytest.approx(2 * 2 / (4 + 2)))
    # Krippendorff (2011): 10 words, 20 values, of which 6 are marked; 2 words differ, so Do = 2 / 10 and De = 2 * 6 * 14 / (20 * 19).
    assert found.marked == pytest.approx(1 - 0.2 / (2 * 6 * 14 / (20 * 19)))
    assert found.kinds is not None and found.marked is not None and found.kinds < found.marked


def test_a_comma_more_or_less_and_half_a_word_count_for_nothing() -> None:
    found = over(said("Ada", ("ten.", "entity"), ("nine", "swap")), said("Bo", ("ten", "entity"), ("ine", "swap")))
    assert found and found.pairs[0].exact == 1.0


def test_of_two_parts_over_each_other_the_shorter_says_the_kind() -> None:
    inside = said("Ada", ("two three four", "addition"), ("three", "quantity"))
    found = over(inside, said("Bo", ("two three four", "addition")))
    assert found and found.pairs[0].words == 1.0 and found.kinds is not None and found.kinds < 1.0 and found.marked == 1.0


def test_who_marked_nothing_counts_where_they_are_done_and_not_before() -> None:
    ada = said("Ada", ("two", "entity"))
    found = over(ada, said("Bo"), said("Cy", complete=False))
    assert found and [(pair.first, pair.second) for pair in found.pairs] == [("Ada", "Bo")] and found.pairs[0].words == 0.0
    alone = over(ada, said("Cy", complete=False))
    assert alone and (alone.texts, alone.marked, alone.pairs) == (0, None, ()) and [mark.text for mark in alone.marks] == ["two"]
    assert over(said("Ada"), said("Bo")) is None


def test_several_texts_are_taken_together_and_marks_come_in_their_order() -> None:
    first = samples.analysis(output=TEN, facts=())
    texts: list[Analysis] = [first, replace(first, id="second")]
    people = {"Ada": said("Ada", ("two", "entity")), "Bo": said("Bo", ("two", "entity"), ("one", "addition"))}
    found = own_spans([(texts[0], people), (texts[1], {"Ada": people["Ada"]})])
    assert found and (found.texts, found.words) == (1, 10) and found.pairs[0].parts == (1, 2)
    assert [(mark.analysis, mark.text) for mark in found.marks] == [
        (first.id, "one"),
        (first.id, "two"),
        (first.id, "two"),
        ("second", "two"),
    ]
    assert found.to_json()["pairs"][0]["parts"] == (1, 2)
