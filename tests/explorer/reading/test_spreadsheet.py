"""CSV that no spreadsheet runs and that comes back as it was."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.reading.rows import Row, read_rows
from explorer.reading.saving import write_table
from explorer.reading.spreadsheet import plain_cell, safe_cell
from tests.strategies import texts

encodable = st.text(st.characters(exclude_categories=("Cs",)))


@pytest.mark.parametrize("text", ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "'=1", "''@x"])
def test_formulas_are_given_an_apostrophe(text: str) -> None:
    assert safe_cell(text) == "'" + text


@given(encodable)
def test_every_text_comes_back(text: str) -> None:
    assert plain_cell(safe_cell(text)) == text


@given(st.lists(st.one_of(texts, encodable), min_size=1, max_size=4))
def test_no_cell_begins_like_a_formula_and_rows_survive_csv(cells: list[str]) -> None:
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerow([safe_cell(cell) for cell in cells])
    buffer.getvalue().encode("utf-8")
    (row,) = csv.reader(io.StringIO(buffer.getvalue(), newline="")) if any(cells) or len(cells) > 1 else ([""],)
    assert all(cell[:1] not in set("=+-@\t\r") for cell in row)
    expected = ["".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in cell) for cell in cells]
    assert [plain_cell(cell) for cell in row] == expected


def test_numbers_stay_numbers() -> None:
    assert (safe_cell(-0.5), safe_cell(None)) == (-0.5, None)


def test_names_of_columns_are_cells_too(tmp_path: Path) -> None:
    names, file = ["=cmd|'/c calc'!A1", "@x", "\tx", "plain", "half \ud800"], tmp_path / "table.csv"
    write_table(str(file), names, [dict.fromkeys(names, "-1"), {"plain": 5}])
    with file.open(encoding="utf-8", newline="") as table:
        header, first, second = csv.reader(table)
    assert (
        header == ["'=cmd|'/c calc'!A1", "'@x", "'\tx", "plain", "half \ufffd"] and first == ["'-1"] * 5 and second == ["", "", "", "5", ""]
    )
    (row, _) = read_rows(str(file), escaped=True, renamed=False)
    assert isinstance(row, Row) and row.data == dict.fromkeys([*names[:4], "half \ufffd"], "-1")
