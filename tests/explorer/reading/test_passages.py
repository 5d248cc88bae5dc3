"""Passages joined as numbered sources, and questions that are kept."""

import pytest

from engines.core.errors import InputError
from engines.core.plain.sources import numbered_sources
from explorer.reading.columns import mapped
from explorer.reading.passages import LONGEST_QUESTION, asked_question, joined, passages_in, reference_of


def test_passages_become_the_sources_that_the_engines_know() -> None:
    text = joined(["The mill closed in 1902.", "  ", "A museum opened there."])
    assert text == "[1] The mill closed in 1902.\n\n[2] A museum opened there."
    assert [source.number for source in numbered_sources(text)] == [1, 2]


def test_what_is_numbered_already_and_what_stands_alone_stays() -> None:
    assert joined(["[1] One.", "[2] Two."]) == "[1] One.\n\n[2] Two."
    assert joined(["Alone."]) == "Alone."
    assert reference_of("A text.") == "A text."


def test_passages_without_words_say_what_to_do() -> None:
    with pytest.raises(InputError, match="at least one"):
        joined([" ", ""])
    with pytest.raises(InputError, match="Passage 2 is not a text"):
        reference_of(["One.", 2])  # type: ignore[list-item]


def test_cells_hold_passages_in_several_shapes() -> None:
    assert passages_in('["a", "b"]') == ["a", "b"]
    assert passages_in([{"title": "Mill", "text": "It closed."}]) == ["Mill\nIt closed."]
    assert passages_in({"passages": ["a"]}) == ["a"]
    assert passages_in("[1] a plain reference") is None and passages_in(["a", 3]) is None and passages_in([]) is None


def test_a_question_is_kept_as_it_is_and_bounded() -> None:
    assert asked_question(" When did it close? ") == "When did it close?"
    assert asked_question("  ") is None and asked_question(None) is None
    with pytest.raises(InputError, match="Shorten it"):
        asked_question("a" * (LONGEST_QUESTION + 1))
    with pytest.raises(InputError, match="not a text"):
        asked_question(5)


def test_columns_with_a_plus_between_them_are_a_list() -> None:
    row = mapped({"d1": "One.", "d2": "", "d3": "Three.", "out": "x"}, {"reference": "d1+d2+d3", "output": "out"})
    assert row == {"reference": ["One.", "Three."], "output": "x"}
    assert mapped({"a+b": "One.", "out": "x"}, {"reference": "a+b", "output": "out"})["reference"] == "One."
