"""The numbers of a table have the unit of their column or row, and stay where they are."""

import pytest

from engines.verification.values.cells import values_with_cells
from engines.verification.values.finding import compare, find_values


def table(head: str, cell: str = "3,480") -> str:
    return f"| Line | {head} |\n|---|---|\n| Tiles | {cell} |\n"


@pytest.mark.parametrize(
    ("head", "amount"),
    [
        ("Sales (£000)", "£3.48 million"),
        ("Sales (£'000)", "£3,480,000"),
        ("Sales £m", "£3.48 billion"),
        ("Sales in € million", "€3,480 million"),
        ("Cost (GBP)", "£3,480"),
        ("Distance (km)", "3,480 kilometres"),
        ("Weight, kg", "3.48 tonnes"),
        ("Longest call (hours)", "145 days"),
        ("Population (thousands)", "3.48 million"),
        ("Speed (km/h)", "3,480 km/h"),
    ],
)
def test_a_unit_of_the_head_is_the_cells(head: str, amount: str) -> None:
    text = table(head)
    value = next(v for v in values_with_cells(text) if text[v.start : v.end] == "3,480")
    assert compare(value, find_values(amount)[0]) == "same"
    assert value.surface == "3,480"


@pytest.mark.parametrize("head", ["Sales", "Staff", "Of these at night", "Group B", "Visits 2023–24", "Rate (per 1,000)", "Games (won)"])
def test_a_head_without_a_unit_leaves_the_number(head: str) -> None:
    text = table(head)
    assert next(v for v in values_with_cells(text) if v.surface == "3,480").kind == "number"


def test_the_unit_may_stand_in_the_label_of_the_row() -> None:
    text = "| | 2022 | 2023 |\n|---|---|---|\n| Sales (£m) | 12 | 14 |\n"
    assert [v.low for v in values_with_cells(text) if v.kind == "money"] == [12e6, 14e6]


def test_a_cell_with_a_unit_of_its_own_keeps_it() -> None:
    text = table("Length (km)", "800 m")
    assert next(v for v in values_with_cells(text) if v.kind == "quantity").low == 800


def test_text_without_tables_has_its_values() -> None:
    text = "It sold 3,480 tiles (£000) in 2023."
    assert values_with_cells(text) == tuple(v for v in find_values(text) if v.low)
