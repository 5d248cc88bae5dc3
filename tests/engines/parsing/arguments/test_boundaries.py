"""Answers with the borders that a person would draw."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core import language
from engines.parsing.arguments.boundaries import redrawn
from engines.parsing.arguments.structures import Argument
from tests.engines.parsing.asking import asked as answers

_WORDS = ["(", ")", '"', "'", "of", "out", "-", "mill", "years", "after", "Ana"]


def test_a_preposition_is_not_cut_in_two():
    found = answers("The seals climbed out of the water.")
    assert any("water" in answer for _, answer in found)
    assert not any(answer.startswith("of ") for _, answer in found)


@pytest.mark.parametrize(
    "text",
    [
        "Ana Orlo moved to the north shore (Brekke) in May.",
        "The mill released its new album 'The Long Tide' in May.",
        'The choir sang "The Long Tide" at noon.',
    ],
)
def test_brackets_and_quotations_are_whole(text):
    for question, answer in answers(text):
        assert answer.count("(") == answer.count(")"), (question, answer)
        assert answer.count('"') % 2 == 0, (question, answer)


def test_the_name_of_a_firm_is_whole():
    asked = dict(answers("Vik & Holm, which inspected the bridge in October, praised the builders of Lund & Orlo."))
    assert asked["Who inspected something?"] == "Vik & Holm"
    assert not {"Vik", "Holm", "Lund", "Orlo"} & set(asked.values())


def test_a_surname_is_not_left_out():
    asked = dict(answers("Around 110 posts are threatened, but chief executive Dilys Marchbank hopes roughly half of them can be kept."))
    assert asked["Who hopes something?"] == "chief executive Dilys Marchbank"


def test_the_name_of_a_firm_beside_its_kind_is_whole():
    asked = dict(answers("The bakery chain Harrow & Pym plans to shut nine shops."))
    assert asked["What plans to do something?"] == "The bakery chain Harrow & Pym"


def test_a_time_that_another_is_counted_from_is_no_time_of_that():
    asked = answers("Patients returned to normal about a week after the sound stopped.")
    assert [answer for question, answer in asked if "stop" in question] == ["the sound"]


def test_a_time_ends_where_a_place_begins():
    asked = answers("Ilse Varga joined the Rovers in the summer of 2017 from Brekke Town.")
    assert ("When did someone join someone?", "in the summer of 2017") in asked


def test_an_answer_does_not_stop_before_its_noun():
    asked = [
        answer
        for question, answer in answers("There is a push underway to secure the car's appearance at the cup.")
        if "secure" in question
    ]
    assert asked
    assert not any(answer.endswith("car's") for answer in asked)


def test_a_time_is_whole():
    asked = [answer for question, answer in answers("Ana Orlo left two years later.") if question.startswith(("When", "How long"))]
    assert asked in ([], ["two years later"])


def test_no_border_leaves_nothing():
    from spacy.tokens import Doc

    doc = Doc(language.pipeline().vocab, words=["(", "out", "of", "("])
    assert redrawn(doc, 0, Argument(2, 2, 4, "PREP")) is None


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["(", ")", '"', "'", "of", "out", "-", "mill", "years", "after", "Ana"]), min_size=2, max_size=9), st.data()
)
def test_borders_stay_inside_the_sentence(words, data):
    from spacy.tokens import Doc

    doc = Doc(language.pipeline().vocab, words=words)
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    head = data.draw(st.integers(start, end - 1))
    role = data.draw(st.sampled_from(["SUBJ", "OBJ", "PREP"]))
    found = redrawn(doc, 0, Argument(head, start, end, role, "when" if role == "OBJ" else ""))
    if found is not None:
        assert 0 <= found.start < found.end <= len(words)


def test_a_second_object_makes_the_first_one_a_receiver():
    asked = answers("The goal earned the team a win.")
    assert not any(
        question.startswith(("What did", "Who did")) and question.endswith("earn?") and answer == "the team" for question, answer in asked
    )


def test_years_at_the_end_of_a_phrase_are_no_score():
    asked = dict(answers("His drawings cover the period from 1800-1855."))
    assert not any(answer.endswith("from") for answer in asked.values())


def test_two_nouns_side_by_side_are_one_answer():
    asked = dict(answers("Bullying ranged from name calling and physical assault."))
    assert "name" not in asked.values()


def test_a_date_ends_where_a_name_begins():
    asked = answers("In the early 1930s Brekke had one rated business.")
    assert not any(answer.endswith("1930s Brekke") for _, answer in asked)
