"""Digits of every script are read as numbers, and what only looks like a digit is none."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.digits import begins_with_digit, has_digit, plain_digits, whole_number

ROOT = Path(__file__).parents[3]


@given(st.text(st.characters(categories=["N"]), max_size=6), st.integers(0, 9999))
def test_any_number_is_read_or_is_none(word: str, largest: int) -> None:
    number = whole_number(word, largest)
    assert number is None or 0 <= number <= largest
    assert (number is None) or (word.isdecimal() and begins_with_digit(word) and has_digit(word))
    assert len(plain_digits(word)) == len(word)


@pytest.mark.parametrize(
    ("word", "number"), [("２０１９", 2019), ("٤", 4), ("007", 7), ("²", None), ("①", None), ("½", None), ("Ⅷ", None), ("", None)]
)
def test_only_decimal_digits_write_whole_numbers(word: str, number: int | None) -> None:
    assert whole_number(word, 9999) == number


def test_a_number_of_any_length_is_held_against_the_largest() -> None:
    assert whole_number("9" * 5000, 10**6) is None
    assert whole_number("0" * 5000 + "7", 10**6) == 7


def test_no_module_takes_superscripts_for_digits() -> None:
    asked = [f"{path.relative_to(ROOT)}:{line}" for path in _modules() for line in _calls(path, "isdigit")]
    assert asked == [], "str.isdigit is true of ², which int refuses: see engines.core.digits"


def _modules() -> Iterator[Path]:
    for room in ("engines", "sessions", "explorer", "components"):
        yield from (ROOT / room).rglob("*.py")


def _calls(path: Path, name: str) -> list[int]:
    """The lines of a module that ask for an attribute of this name."""
    return [node.lineno for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute) and node.attr == name]
