"""The comparison of several judges: lanes on the exact text, sides told without colour, failures that leave the rest standing."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from components.comparison.heatmap import level
from components.comparison.judges import lane_titles, title_of_judge
from components.comparison.page import comparison_view
from components.html.markup import showable
from components.review.score import short_model
from engines.core.results import Analysis, Engine
from explorer.services.agreement import with_person
from explorer.services.comparison import Judge, Opinion, comparison_of
from explorer.services.persons import person_of_votes
from tests.components import samples
from tests.components.reading import assert_only_ours, parsed
from tests.strategies import analyses


def other(analysis: Analysis, engine: str, probability: float) -> Analysis:
    """The same units, all judged alike by another engine."""
    units = tuple(replace(unit, probability=probability, supported=probability >= 0.5) for unit in analysis.units)
    return replace(analysis, id=f"other{engine}", engine=Engine(engine), units=units, scores={engine: probability})


def two() -> tuple[Analysis, Analysis]:
    return samples.analysis(), other(samples.analysis(), "scale", 0.9)


@settings(max_examples=40, deadline=None)
@given(analyses())
def test_any_comparison_is_drawn_with_its_exact_texts(analysis: Analysis) -> None:
    root = parsed(comparison_view(comparison_of([analysis, other(analysis, "lss", 0.2)])))
    assert_only_ours(root)
    assert root.one("heat").text == showable(analysis.output.text)
    assert root.one("rtxt").text == showable(analysis.reference.text)


@pytest.mark.parametrize("words", samples.HOSTILE)
def test_hostile_words_show_as_they_are(words: str) -> None:
    hostile = samples.hostile(words)
    made = comparison_of([hostile, other(hostile, words, 0.9)])
    failed = Opinion(Judge(words, words, words), None, (None,) * len(made.output), 0.1, problem=words)
    root = parsed(comparison_view(replace(made, opinions=(*made.opinions, failed)), [Judge(words, words, words)]))
    assert_only_ours(root)
    assert words in root.one("failed").text


def test_disagreements_say_who_takes_which_side_and_what_is_behind_it() -> None:
    root = parsed(comparison_view(comparison_of(list(two()))))
    first = root.all("dis")[0].all(tag="li")[0]
    assert first.one("dq").text == "in Sardona"
    assert first.one("who").text == "QASem 0.04 finds no support; SCALE 0.90 finds support; "
    assert [button.attributes["data-answer"] for button in first.all("uchip")]
    assert first.one("behind").attributes["hidden"] is None
    heading = root.one("cmp").text
    assert "2 results compared" in heading and "different sides on" in heading


def test_each_piece_of_the_output_has_a_fill_for_each_judge() -> None:
    made = comparison_of(list(two()))
    pieces = parsed(comparison_view(made)).all("hp")
    assert all(piece.attributes["style"].count("var(--l") == 2 for piece in pieces)
    sardona = next(piece for piece in pieces if "Sardona" in piece.text)
    assert sardona.attributes["title"] == "qasem: unsupported · scale: supported"
    assert [level(p) for p in (None, 0.0, 0.3, 0.5, 1.0)] == ["n", "0", "1", "2", "3"]


def test_what_failed_and_what_is_to_come_stand_in_the_table() -> None:
    made = comparison_of(list(two()))
    failed = Opinion(Judge("lss", "lss", "compact"), None, (None,) * len(made.output), 0.1, problem="The weights are damaged.")
    drawn = parsed(comparison_view(replace(made, opinions=(*made.opinions, failed), complete=False), [Judge("qags", "qags", "compact")]))
    rows = [row.text for row in drawn.one("scores").all(tag="tr")]
    assert rows[1].startswith("QASem0.5734 of 7") and rows[3] == "LSSThe weights are damaged." and rows[4] == "QAGS…"
    assert "2 results of 4 so far" in drawn.one("cmp").text and "1 failed" in drawn.one("cmp").text


def test_one_result_alone_says_that_two_are_needed() -> None:
    drawn = parsed(comparison_view(comparison_of([samples.analysis()])))
    assert "Two results are needed" in drawn.text


def test_a_person_who_voted_is_a_row_of_the_agreement() -> None:
    made = comparison_of(list(two()))
    votes = {"q1": 1, "q4": 1, "q6": -1}
    root = parsed(comparison_view(with_person(made, person_of_votes([(made.opinions[0].analysis, votes)], len(made.output)))))
    row = root.one("person")
    assert row.all(tag="th")[0].text == "You"
    assert len(row.all(tag="td")) == 2
    assert row.all(tag="td")[0].attributes["title"].startswith("The same side on ")
    assert "You: 3 votes" in root.one("judges").text


def test_a_comparison_can_be_saved() -> None:
    first, second = two()
    links = parsed(comparison_view(comparison_of([first, second]))).one("cmp").all(tag="a")
    assert [link.text for link in links] == ["JSON", "HTML report"]
    assert links[1].attributes["href"] == f"/errata/comparison.html?ids={first.id}%2C{second.id}"
    assert not parsed(comparison_view(comparison_of([first, second]), stored=False)).one("cmp").all(tag="a")


def test_verifiers_are_named_without_the_way_to_them() -> None:
    chat, bundled = "chat:m@http://127.0.0.1:8080/v1", "compact"
    judges = [Judge(f"acueval · {name}", "acueval", name) for name in (bundled, chat)]
    assert [title_of_judge(judge) for judge in judges] == ["ACUEval · compact", "ACUEval · m"]
    assert lane_titles(judges) == ["compact", "m"]
    assert lane_titles([Judge("qasem", "qasem", bundled), Judge("lss", "lss", bundled)]) == ["QASem", "LSS"]
    assert short_model("nli:/models/my-judge/") == "my-judge"
