"""Which lines of a text are a table with a head, and what is in its cells."""

import pytest

from engines.core.plain.tables import tables

MARKDOWN = "Visitors:\n\n| Year | Visitors |\n|:---|---:|\n| 2019 | 4,000 |\n| 2020 | |\n\nMore text."
TABS = "Year\tVisitors\n2019\t4,000\n"
HTML = "<table><tr><th>Year</th><th>Visitors</th></tr>\n<tr><td>2019</td><td>4,000</td></tr></table>"


@pytest.mark.parametrize("text", [MARKDOWN, TABS, HTML])
def test_cells_are_told_by_column(text: str) -> None:
    (table,) = tables(text)
    assert [(text[start:end], column) for start, end, column in table.head.cells] == [("Year", 0), ("Visitors", 1)]
    assert [(text[start:end], column) for start, end, column in table.rows[0].cells] == [("2019", 0), ("4,000", 1)]


@pytest.mark.parametrize("text", ["a | b\nc | d", "One line | alone 3", "No table. 2 | 3 is a choice.\n\nNo | 4", "plain", "1 | 2\n3 | 4"])
def test_lines_without_a_head_are_none(text: str) -> None:
    assert tables(text) == ()
