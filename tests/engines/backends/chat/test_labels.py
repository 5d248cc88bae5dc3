"""P(Yes) from token probabilities where a server gives usable ones, from the written word where it does not."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.backends.chat.labels import UNREADABLE, from_text, from_tokens
from engines.backends.chat.model import ChatServer
from engines.core.roles import Choice, Message
from tests.engines.backends.chat.misbehaving import Call, serving

LABELS = ("Yes", "No")
QUESTION = [Message("user", "Does it?")]


def test_spellings_are_summed() -> None:
    with serving(lambda call: call.label(0.7, ("Yes", " yes", "YES"), ("No", "▁no"))) as told:
        model = ChatServer(told.server(), "m")
        choice = model.choices([QUESTION])[0]
        assert choice.probability == pytest.approx(0.7) and not choice.hard and not model.hard
        assert told.bodies[0]["top_logprobs"] == 20


@given(st.floats(0.001, 0.999), st.floats(0.01, 1))
def test_the_two_labels_are_weighed_against_each_other_only(yes: float, share: float) -> None:
    place = [("Maybe", math.log(max(1e-9, 1 - share))), ("Yes", math.log(share * yes)), ("No", math.log(share * (1 - yes)))]
    choice = from_tokens([place], LABELS)
    assert choice is not None and choice.probability == pytest.approx(yes, abs=1e-6)


def test_a_label_that_is_not_listed_gets_no_more_than_the_least_listed_or_what_is_left() -> None:
    assert from_tokens([[("Yes", math.log(0.9))]], LABELS) == Choice(pytest.approx(0.9), False)
    listed = from_tokens([[("No", math.log(0.9)), ("Hm", math.log(0.09)), ("I", math.log(0.001))]], LABELS)
    assert listed is not None and listed.probability == pytest.approx(0.001 / 0.901)


def test_marks_before_the_word_are_passed_over() -> None:
    assert from_tokens([[("**", -0.1)], [("\n", 0.0)], [("yes", math.log(0.8)), ("no", math.log(0.2))]], LABELS) == Choice(
        pytest.approx(0.8), False
    )


@pytest.mark.parametrize(
    "alternatives",
    [
        [],
        [[]],
        [[("Yes", None)]],
        [[("Yes", "-0.1")]],
        [[("Yes", math.nan)]],
        [[("Yes", 3.0)]],
        [[(None, -0.1)]],
        [[("Yes", -0.01), ("No", -0.01)]],
        [[("Well", -0.1), ("Hm", -3.0)]],
        [[("Yes", True)]],
    ],
)
def test_wrong_probabilities_are_not_used(alternatives: Any) -> None:
    assert from_tokens(alternatives, LABELS) is None


@pytest.mark.parametrize(
    ("logprobs", "text", "probability"),
    [
        (None, "Yes.", 1.0),
        ({"content": None}, "No", 0.0),
        ({"content": [{"token": "Yes", "logprob": 7, "top_logprobs": "?"}]}, "yes", 1.0),
        ({"content": [5]}, "**No**, it does not.", 0.0),
        ([], "Answer: No", 0.0),
        (None, '{"answer": true}', 1.0),
        (None, "<think>No... or yes?</think>\nYes", 1.0),
    ],
)
def test_without_probabilities_the_word_counts(logprobs: Any, text: str, probability: float) -> None:
    with serving(lambda call: call.reply(text, logprobs=logprobs)) as told:
        model = ChatServer(told.server(), "m")
        assert model.choices([QUESTION]) == [Choice(probability, True)]
        assert model.hard


def test_a_model_that_thinks_first_is_given_room_to() -> None:
    def thinking(call: Call) -> None:
        if call.body["max_tokens"] < 100:
            call.reply("<think>The reference says", "length")
        else:
            call.stream("<think>The reference says so.</think>", "Yes")

    with serving(thinking) as told:
        assert ChatServer(told.server(), "m").choices([QUESTION]) == [Choice(1.0, True)]


def test_a_reply_of_neither_label_is_no_answer() -> None:
    with serving(lambda call: call.reply("It depends.")) as told:
        assert ChatServer(told.server(), "m").choices([QUESTION]) == [UNREADABLE]


def test_a_server_that_refuses_token_probabilities_is_asked_without_them() -> None:
    def refusing(call: Call) -> None:
        if call.body.get("top_logprobs", 0) > 5:
            call.fail(400, "top_logprobs must be at most 5")
        elif "logprobs" in call.body:
            call.fail(400, "logprobs are not supported")
        else:
            call.reply("No")

    with serving(refusing) as told:
        model = ChatServer(told.server(parallel=1), "m")
        assert [c.probability for c in model.choices([QUESTION, [Message("user", "And?")]])] == [0.0, 0.0]
        assert len(told.bodies) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yes", 1.0),
        ("No, yes was wrong", 0.0),
        ("I say yes", 1.0),
        ("yes or no", 1.0),
        ("maybe yes, maybe no", None),
        ("", None),
        ("I like turtles", None),
    ],
)
def test_words(text: str, expected: float | None) -> None:
    assert from_text(text, LABELS).probability == expected


def test_the_same_question_is_asked_once() -> None:
    with serving(lambda call: call.label(0.4)) as told:
        model = ChatServer(told.server(), "m")
        assert len({c.probability for c in model.choices([QUESTION] * 5)}) == 1
        model.choices([QUESTION])
        assert len(told.bodies) == 1
