"""Which lines of a text are a table with a head, and what is in its cells."""

import time

import pytest

from engines.core.plain.copying import model_text
from engines.core.plain.tables import tables

MARKDOWN = "Visitors:\n\n| Year | Visitors |\n|:---|---:|\n| 2019 | 4,000 |\n| 2020 | |\n\nMore text."
TABS = "Year\tVisitors\n2019\t4,000\n"
HTML = "<table><tr><th>Year</th><th>Visitors</th></tr>\n<tr><td>2019</td><td>4,000</td></tr></table>"


SPACES = "Year    Visitors    Boats\n2019    4,000       12\n2020                9\n"


def test_cells_that_stand_below_each_other() -> None:
    (table,) = tables(SPACES)
    assert [(SPACES[start:end], column) for row in table.rows for start, end, column in row.cells] == [
        ("2019", 0), ("4,000", 1), ("12", 2), ("2020", 0), ("9", 2),
    ]  # fmt: skip


def test_a_table_of_words_alone() -> None:
    text = "Role\tName\tPost\nMarshal\tNell Parg\tford\nTimekeeper\tAda Rusk\tfinish\n"
    (table,) = tables(text)
    assert [text[start:end] for start, end, _ in table.head.cells] == ["Role", "Name", "Post"]
    assert tables("Marshal\tNell Parg\nTimekeeper\tAda Rusk\nDriver\tBo Lind\n") == ()


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("Boat\tSkipper\tTrips 2030\tTrips 2031\nSula\tColm Baird\t288\t251\nPetrel\tNora Kess\t120\t164\n", 1),
        ("Pool\t2029\t2030\nCorran\t12\t14\n", 1),
        ("2019\tRowing club founded\n2020\tNew boat\n", 0),
        ("Ada Moor, 1921\tschool\nIvo Lind, 1930\thall\n", 0),
    ],
)
def test_years_may_name_columns_of_numbers(text: str, heads: int) -> None:
    assert len(tables(text)) == heads


def test_prose_with_two_spaces_behind_its_sentences_is_no_table() -> None:
    assert tables("It rained.  They left.  Nobody came.\nIt was 1990.  The 12 boats sank.  All drowned.\n") == ()


@pytest.mark.parametrize("text", [MARKDOWN, TABS, HTML])
def test_cells_are_told_by_column(text: str) -> None:
    (table,) = tables(text)
    assert [(text[start:end], column) for start, end, column in table.head.cells] == [("Year", 0), ("Visitors", 1)]
    assert [(text[start:end], column) for start, end, column in table.rows[0].cells] == [("2019", 0), ("4,000", 1)]


@pytest.mark.parametrize("text", ["a | b\nc | d", "One line | alone 3", "No table. 2 | 3 is a choice.\n\nNo | 4", "plain", "1 | 2\n3 | 4"])
def test_lines_without_a_head_are_none(text: str) -> None:
    assert tables(text) == ()


@pytest.mark.parametrize(
    "text", ["x" + "\t" * 60_000 + "\nx\t" * 2, "a\t" * 60_000, "\t" * 60_000 + "a\tb", "a" + " " * 60_000 + "\t", "a  " * 40_000]
)
def test_long_lines_of_tabs_and_spaces_take_no_time(text: str) -> None:
    began = time.perf_counter()
    assert len(model_text(text)) == len(text)
    tables(text)
    assert time.perf_counter() - began < 3
