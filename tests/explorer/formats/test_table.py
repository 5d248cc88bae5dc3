"""The page on formats says what the formats do: it is made by writing and reading them, and nothing that a tool wrote is lost."""

from tests.explorer.formats.table import DOCS, losses, page


def test_the_page_is_what_the_formats_do() -> None:
    made = page()
    assert DOCS.read_text(encoding="utf-8") == made, "make formats writes it anew"
    assert made.count("| none |\n") == 8, "no field of any tool's record is lost"


def test_losses_are_named_by_field() -> None:
    before, after = {"a": 1, "b": [{"c": 2}, {"c": 3}], "d": 4}, {"a": 1, "b": [{"c": 2}, {"c": 5}], "e": 4}
    assert list(losses(before, after)) == ["b[].c", "d", "e"]
