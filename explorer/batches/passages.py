"""Rows of retrieval: passages that are several, and the question that an output answers."""

from dataclasses import replace
from typing import Any

from explorer.reading.passages import LONGEST_QUESTION, joined, passages_in
from explorer.reading.rows import BadRow, Row


def with_passages(row: Row | BadRow) -> Row | BadRow:
    """A row whose `reference` is a list of passages, or that has `passages` in its place, with these as one reference of numbered
    sources; other rows as they are."""
    if isinstance(row, BadRow):
        return row
    given: Any = row.data.get("reference")
    if isinstance(given, str) and given.strip():
        return row
    found = passages_in(given) or passages_in(row.data.get("passages"))
    if not found or not any(passage.strip() for passage in found):
        return row
    return replace(row, data={**row.data, "reference": joined(found)}, given=row.data if row.given is None else row.given)


def question_of(row: Row) -> str | None:
    """The question that the output of a row answers, where it has one under that name."""
    value = row.data.get("question")
    return value if isinstance(value, str) and value.strip() and len(value) <= LONGEST_QUESTION else None
