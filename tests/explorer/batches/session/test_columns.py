"""Columns of a file: guessed by name and content, chosen by a person, and read as rows of a batch."""

from typing import Any

import pytest

from engines.core.errors import InputError
from explorer.batches.session.columns import Column, Columns, chosen, guessed, label_of, row_of
from explorer.reading.rows import BadRow, Row


def text(name: str, length: float = 100.0, **more: Any) -> Column:
    return Column(name, 20, length, **more)


def few(name: str, *values: str) -> Column:
    return Column(name, 20, 6.0, 0, values)


@pytest.mark.parametrize(
    ("columns", "reference", "output"),
    [
        ([text("id"), text("article", 900), text("summary", 90)], ("article",), "summary"),
        ([text("doc", 900), text("claim", 90), few("label", "0", "1")], ("doc",), "claim"),
        ([text("Source Text", 900), text("Model output", 90)], ("Source Text",), "Model output"),
        ([text("alpha", 90), text("beta", 900)], ("beta",), "alpha"),
        ([text("question", 30), Column("contexts", 20, 0.0, 20), text("answer", 90)], ("contexts",), "answer"),
        ([text("passage_1", 300), text("passage_2", 310), text("response", 90)], ("passage_1", "passage_2"), "response"),
    ],
)
def test_reference_and_output_are_guessed_from_names_and_else_from_lengths(
    columns: list[Column], reference: tuple[str, ...], output: str
) -> None:
    found = guessed(columns)
    assert (found.reference, found.output) == (reference, output)


def test_id_question_label_and_groups_are_guessed() -> None:
    columns = [text("sample_id", 8), text("query", 40), text("context", 900), text("response", 90)]
    found = guessed([*columns, few("is_hallucination", "0", "1"), few("label", "0", "1"), few("model", "A", "B"), few("colour", "r", "g")])
    assert (found.id, found.question, found.label, found.turned) == ("sample_id", "query", "label", False)
    assert found.groups == ("model",)


def test_a_choice_is_held_against_the_columns_that_there_are() -> None:
    known = ["article", "summary", "model"]
    picked = chosen({"reference": ["article"], "output": "summary", "groups": ["model"], "turned": True}, known)
    assert picked == Columns(("article",), "summary", groups=("model",), turned=True)
    for data, words in (
        ({"reference": ["article"], "output": "text"}, "no column 'text'"),
        ({"reference": [], "output": "summary"}, "Choose the column that holds the reference"),
        ({"reference": ["summary"], "output": "summary"}, "cannot be the same"),
        ({"reference": ["article"], "output": "summary", "colour": "red"}, "no `colour`"),
        ({"reference": ["article"], "output": ["summary", "article"]}, "must be the name of a column"),
        ([], "must be an object"),
    ):
        with pytest.raises(InputError, match=words):
            chosen(data, known)
    assert chosen({"groups": ["model"]}, known, answers=True) == Columns(groups=("model",))


def test_a_row_has_our_names_and_carries_the_rest() -> None:
    row = row_of(
        Columns(("article",), "summary", "key"), 3, {"key": 7, "article": "A ferry left.", "summary": "It left.", "reference": "old"}
    )
    assert isinstance(row, Row) and row.data == {"reference": "A ferry left.", "output": "It left.", "id": 7}
    assert row.given is not None and row.given["reference"] == "old"


@pytest.mark.parametrize(
    "value",
    [
        ["The pier was built in 1911.", "It burnt down in 1950."],
        '["The pier was built in 1911.", "It burnt down in 1950."]',
        [{"text": "The pier was built in 1911."}, {"passage": "It burnt down in 1950."}],
        {"a": "The pier was built in 1911.", "b": "It burnt down in 1950."},
    ],
)
def test_a_list_of_passages_becomes_numbered_sources(value: Any) -> None:
    row = row_of(Columns(("contexts",), "answer", question="query"), 1, {"contexts": value, "answer": "In 1911 [1].", "query": "When?"})
    assert isinstance(row, Row)
    assert row.data["reference"] == "[1] The pier was built in 1911.\n\n[2] It burnt down in 1950."
    assert row.data["question"] == "When?"


def test_several_columns_are_passages_and_empty_ones_are_left_out() -> None:
    columns = Columns(("doc1", "doc2", "doc3"), "answer")
    row = row_of(columns, 1, {"doc1": "One.", "doc2": "", "doc3": "Three.", "answer": "Both."})
    assert isinstance(row, Row) and row.data["reference"] == "[1] One.\n\n[2] Three."


@pytest.mark.parametrize("data", [{"a": "", "b": None}, {"a": "x", "b": 5}, {"b": "x"}, {"a": ["x", 5], "b": "y"}])
def test_what_is_no_text_says_which_column_and_what_to_do(data: dict[str, Any]) -> None:
    row = row_of(Columns(("a",), "b"), 9, data)
    assert isinstance(row, BadRow) and row.reason.startswith("line 9: ") and "choose another column" in row.reason


@pytest.mark.parametrize(
    ("value", "turned", "says"),
    [
        (1, False, 1.0),
        ("0", False, 0.0),
        ("1.0", False, 1.0),
        (True, False, 1.0),
        ("Supported", False, 1.0),
        ("not supported", False, 0.0),
        (1, True, 0.0),
        ("hallucinated", False, 0.0),
        (0.66, False, 0.66),
        (0.66, True, 0.66),
        ("-1", False, -1.0),
        ("perhaps", False, None),
        (None, False, None),
        (float("nan"), False, None),
    ],
)
def test_labels_are_read_in_words_and_numbers(value: Any, turned: bool, says: float | None) -> None:
    assert label_of(value, turned) == says
