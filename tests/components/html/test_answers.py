"""Answers arrive whatever characters are in them."""

import json

import pytest

from components.html.answers import Values, Words

ODD = "a \ud800 b \udfff \0 é 👩"


def test_words_that_cannot_be_written_come_with_question_marks() -> None:
    assert Words(ODD).body.decode() == "a ? b ? \0 é 👩"


def test_values_come_back_as_they_were() -> None:
    assert json.loads(Values({ODD: [ODD, 1.5, None]}).body) == {ODD: [ODD, 1.5, None]}
    with pytest.raises(ValueError, match="JSON"):
        Values({"a": float("nan")})
