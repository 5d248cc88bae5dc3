"""Lists of strings out of what models write."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.backends.chat_roles.near_json import strings


@pytest.mark.parametrize(
    "text",
    [
        '{"facts": ["A b.", "C d."]}',
        '```json\n{"facts": ["A b.", "C d."]}\n```',
        'Sure! Here are [the facts]: {"facts": ["A b.", "C d."]} Anything else?',
        '["A b.", "C d."]',
        '{"facts": ["A b.", "C d.",]}',
        "{'facts': ['A b.', 'C d.']}",
        '{facts: ["A b.", "C d."]}',
        '{"facts": ["A b.", "C d.", "E is cut of',
        '{"facts": ["A b." "C d."',
        "{“facts”: [“A b.”, “C d.”]}",
        '{"facts": [{"fact": "A b."}, {"fact": "C d."}]}',
        '{"facts": [{"fact": "A b.",}, {"fact": "C d.",}',
        '{"result": ["A b.", "C d."]}',
        "1. A b.\n2. C d.",
        "The facts are:\n- A b.\n* C d.\n",
        '{"facts": ["A  b.", "", "C\\n d."]}',
    ],
)
def test_lists_are_read_however_they_are_written(text: str) -> None:
    if 'A b." "C' in text:
        assert strings(text, "facts") == ['A b." "C d.'] or strings(text, "facts") == ["A b.", "C d."]
    else:
        assert strings(text, "facts") == ["A b.", "C d."]


def test_quotes_inside_strings_stay() -> None:
    assert strings("{'facts': ['It\\'s the ferry\\'s last year.', 'He said \"no\".']}", "facts") == [
        "It's the ferry's last year.",
        'He said "no".',
    ]
    assert strings("['The ferry's hull is red.']", "facts") == ["The ferry's hull is red."]


@pytest.mark.parametrize("text", ["", "There are no facts in it.", "Yes", "{}", '{"facts": 3}', "[" * 100_000, '{"a":' * 100_000])
def test_what_is_no_list_is_none(text: str) -> None:
    assert strings(text, "facts") is None


def test_an_empty_list_is_a_list() -> None:
    assert strings('{"facts": []}', "facts") == []


@given(st.lists(st.text(min_size=1).map(lambda s: " ".join(s.split())).filter(bool), max_size=20), st.integers(0, 400))
def test_what_is_cut_off_gives_a_beginning_of_the_list(items: list[str], cut: int) -> None:
    whole = json.dumps({"facts": items})
    assert strings(whole, "facts") == items
    part = strings(whole[: min(cut, len(whole) - 2)], "facts")
    assert part is None or part == items[: len(part)] or not whole.isprintable() or "\\" in whole
